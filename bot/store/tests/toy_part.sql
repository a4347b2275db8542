-- Thanks of one person to another.
CREATE TABLE thanks (
    id       INTEGER PRIMARY KEY,
    room     INTEGER NOT NULL REFERENCES rooms,
    made_by  INTEGER NOT NULL REFERENCES people,
    made_to  INTEGER REFERENCES people,
    text     TEXT NOT NULL CHECK (text <> ''),
    at       INTEGER NOT NULL
) STRICT;
CREATE INDEX thanks_by ON thanks (made_by);

-- How often people said thanks.
CREATE TABLE totals (
    person  INTEGER PRIMARY KEY REFERENCES people,
    times   INTEGER NOT NULL CHECK (times > 0)
) STRICT;
