-- Under which address the leaderboards of a server may be looked at by anybody. The key cannot be guessed.
CREATE TABLE server_pages (
    chat    TEXT NOT NULL CHECK (chat <> ''),
    -- The chat's id of the server, or of the room where it is part of none.
    handle  TEXT NOT NULL,
    key     TEXT NOT NULL UNIQUE CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*'),
    PRIMARY KEY (chat, handle)
) STRICT, WITHOUT ROWID;
