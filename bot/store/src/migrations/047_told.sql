-- The messages of the bot about a running match in a room, which fold into one card once it is over.
CREATE TABLE told (
    chat     TEXT NOT NULL,
    message  TEXT NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    room     TEXT NOT NULL,
    place    TEXT NOT NULL,
    -- When it should be gone, in Unix seconds; not set while the match runs.
    gone_at  INTEGER,
    PRIMARY KEY (chat, message)
) STRICT;

CREATE INDEX told_of ON told (match_id, chat, room);
