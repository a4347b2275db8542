-- Who left a server, or a room that belongs to none, as far as the chats told.
CREATE TABLE leavers (
    chat   TEXT NOT NULL,
    server TEXT NOT NULL CHECK (server <> ''),
    person INTEGER NOT NULL REFERENCES people,
    left_at INTEGER NOT NULL,
    PRIMARY KEY (chat, server, person)
) STRICT;

CREATE INDEX leavers_by ON leavers (person);
