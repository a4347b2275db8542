-- The code that a room shows, to be paired with another.
CREATE TABLE pair_codes (
    room   INTEGER PRIMARY KEY REFERENCES rooms,
    salt   TEXT NOT NULL CHECK (salt <> ''),
    hash   TEXT NOT NULL UNIQUE CHECK (hash <> ''),
    until  INTEGER NOT NULL
) STRICT;
CREATE INDEX pair_codes_until ON pair_codes (until);
