-- Moves ordered in advance: if the other side plays the one, its owner plays the other.
CREATE TABLE orders (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    number    INTEGER NOT NULL CHECK (number >= 1),
    -- The actions of both sides in order, as a JSON array of seat and notation.
    path      TEXT NOT NULL CHECK (json_valid(path)),
    -- How many of them have been played.
    done      INTEGER NOT NULL CHECK (done >= 0),
    -- The position the match then has; in any other one the order holds no more.
    step      INTEGER NOT NULL CHECK (step >= 0),
    take      INTEGER NOT NULL CHECK (take >= 0),
    PRIMARY KEY (match_id, person, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_of ON orders (person);
