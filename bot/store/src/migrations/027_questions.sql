-- What people were asked by others, who may be in another room or chat than they.
CREATE TABLE questions (
    person  INTEGER NOT NULL REFERENCES people,
    -- The lines that a bare yes and a bare no stand for. They hold numbers, and no names.
    yes     TEXT NOT NULL CHECK (yes <> ''),
    no      TEXT NOT NULL CHECK (no <> ''),
    until   INTEGER NOT NULL,
    PRIMARY KEY (person, yes)
) STRICT;

CREATE INDEX questions_until ON questions (until);
