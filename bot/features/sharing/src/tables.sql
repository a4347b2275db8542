-- Under which address a match may be looked at by anybody. The key cannot be guessed.
CREATE TABLE shares (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    key       TEXT NOT NULL UNIQUE CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*')
) STRICT;

-- Which players have agreed that anybody may look at a match: a private one takes the consent of all.
CREATE TABLE share_consents (
    match_id  INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
    seat      TEXT NOT NULL CHECK (seat <> ''),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
