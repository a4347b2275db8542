-- Seats that somebody may take, and what became of the offers.
CREATE TABLE seat_offers (
    match_id  INTEGER NOT NULL REFERENCES matches,
    number    INTEGER NOT NULL CHECK (number >= 1),
    seat      TEXT NOT NULL CHECK (seat <> ''),
    made_by   INTEGER NOT NULL REFERENCES people,
    -- None if anybody may take it.
    made_to   INTEGER REFERENCES people,
    made_at   INTEGER NOT NULL,
    open      INTEGER NOT NULL DEFAULT 1 CHECK (open IN (0, 1)),
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_offers_by ON seat_offers (made_by);
CREATE INDEX seat_offers_to ON seat_offers (made_to);

-- Who plays for somebody during a vacation, once they have agreed.
CREATE TABLE vacation_substitutes (
    person      INTEGER PRIMARY KEY REFERENCES people,
    substitute  INTEGER NOT NULL REFERENCES people,
    -- When the vacation begins.
    from_at     INTEGER NOT NULL,
    agreed      INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
    CONSTRAINT nobody_is_their_own_substitute CHECK (person <> substitute)
) STRICT;
CREATE INDEX vacation_substitutes_by ON vacation_substitutes (substitute);
