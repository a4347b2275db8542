-- Of whom people want nothing more.
CREATE TABLE blocks (
    person    INTEGER NOT NULL REFERENCES people,
    other     INTEGER NOT NULL REFERENCES people,
    made_at   INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_other ON blocks (other);
