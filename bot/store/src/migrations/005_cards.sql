-- The message that shows a challenge in a chat, so that it can be changed to what became of it.
CREATE TABLE cards (
    challenge INTEGER NOT NULL REFERENCES challenges ON DELETE CASCADE,
    chat      TEXT NOT NULL CHECK (chat <> ''),
    place     TEXT NOT NULL,
    message   TEXT NOT NULL,
    PRIMARY KEY (challenge, chat)
) STRICT;
