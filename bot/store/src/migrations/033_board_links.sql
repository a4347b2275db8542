-- The address of a person's own boards. The key itself isn't stored.
CREATE TABLE board_links (
    person   INTEGER PRIMARY KEY REFERENCES people,
    hash     TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    made_at  INTEGER NOT NULL
) STRICT;
