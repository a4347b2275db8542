-- The addresses of people's own boards, several for a person where an earlier one stays valid. The
-- key of one with a salt follows from the salt and a secret of the host, which isn't stored here, so
-- that it can be told again; of the others only the hash is left.
CREATE TABLE board_links_anew (
    hash     TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    person   INTEGER NOT NULL REFERENCES people,
    made_at  INTEGER NOT NULL,
    salt     TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO board_links_anew (hash, person, made_at) SELECT hash, person, made_at FROM board_links;
DROP TABLE board_links;
ALTER TABLE board_links_anew RENAME TO board_links;
CREATE INDEX board_links_of_person ON board_links (person);

-- The hash of the key of the browser that has this name in the local room.
ALTER TABLE people ADD COLUMN browser TEXT;
CREATE INDEX people_of_browser ON people (browser) WHERE browser IS NOT NULL;
