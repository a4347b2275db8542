-- What people who don't play say about matches of others, such as who wins.
CREATE TABLE calls (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    -- What is called: `winner` for who wins.
    what      TEXT NOT NULL CHECK (what <> ''),
    -- The call itself: for `winner` a side.
    says      TEXT NOT NULL CHECK (says <> ''),
    -- How sure they are, in percent.
    percent   INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
    -- The room whose table it counts for.
    room      INTEGER NOT NULL REFERENCES rooms,
    -- The position it was made at.
    step      INTEGER NOT NULL CHECK (step >= 0),
    take      INTEGER NOT NULL CHECK (take >= 0),
    -- What the strongest computer player thought of it there, in hundredths of a percent.
    chance    INTEGER NOT NULL CHECK (chance BETWEEN 0 AND 10000),
    at        INTEGER NOT NULL,
    -- The season it counts for, and the points in millionths; nothing until the match is over.
    season    INTEGER,
    points    INTEGER,
    PRIMARY KEY (match_id, person, what),
    CONSTRAINT points_belong_to_a_season CHECK ((season IS NULL) = (points IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_of ON calls (person);
CREATE INDEX calls_in ON calls (room, season);

-- Since when the bot knows a person in a room where calls are on.
CREATE TABLE room_visits (
    room    INTEGER NOT NULL REFERENCES rooms,
    person  INTEGER NOT NULL REFERENCES people,
    at      INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX room_visits_of ON room_visits (person);
