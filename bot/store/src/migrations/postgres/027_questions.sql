-- What people were asked by others, who may be in another room or chat than they.
CREATE TABLE questions (
    person  BIGINT NOT NULL REFERENCES people,
    -- The lines that a bare yes and a bare no stand for. They hold numbers, and no names.
    yes     TEXT COLLATE "C" NOT NULL CHECK (yes <> ''),
    no      TEXT COLLATE "C" NOT NULL CHECK (no <> ''),
    until   BIGINT NOT NULL,
    -- The order of arrival, which SQLite keeps by itself.
    rowid   BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (person, yes)
);

CREATE INDEX questions_until ON questions (until);
