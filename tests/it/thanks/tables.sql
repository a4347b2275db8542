-- Who thanked whom, in Unix seconds.
CREATE TABLE thanks (
    id   INTEGER PRIMARY KEY,
    by   INTEGER NOT NULL REFERENCES people,
    whom INTEGER NOT NULL REFERENCES people,
    at   INTEGER NOT NULL
) STRICT;
