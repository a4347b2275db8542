-- What players write down for themselves about their matches.
CREATE TABLE notes (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    text      TEXT NOT NULL CHECK (text <> ''),
    made_at   INTEGER NOT NULL,
    PRIMARY KEY (match_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_of ON notes (person);
