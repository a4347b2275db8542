-- Under which address a match may be looked at by anybody. The key cannot be guessed.
CREATE TABLE shares (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    key       TEXT NOT NULL UNIQUE CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*'),
    -- Which players have given their word: a private match is shown only with the word of both.
    first     INTEGER NOT NULL CHECK (first IN (0, 1)),
    second    INTEGER NOT NULL CHECK (second IN (0, 1))
) STRICT;
