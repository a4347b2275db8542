-- The address of a person's own boards. The key itself isn't stored.
CREATE TABLE board_links (
    person   BIGINT PRIMARY KEY REFERENCES people,
    hash     TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) = 64),
    made_at  BIGINT NOT NULL
);
