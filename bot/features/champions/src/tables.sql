-- Roles that servers give to the champion of a season.
CREATE TABLE champions (
    chat    TEXT NOT NULL,
    server  TEXT NOT NULL,
    role    TEXT NOT NULL CHECK (role <> ''),
    -- Where the end of a season is announced.
    room    INTEGER NOT NULL REFERENCES rooms,
    -- The last season that was announced.
    season  INTEGER NOT NULL,
    -- When to look for a new champion.
    due     INTEGER NOT NULL,
    -- Who has the role, with their id in the chat.
    person  INTEGER REFERENCES people,
    handle  TEXT,
    PRIMARY KEY (chat, server),
    CONSTRAINT a_champion_has_an_id CHECK ((person IS NULL) = (handle IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX champions_due ON champions (due);
CREATE INDEX champions_of ON champions (person) WHERE person IS NOT NULL;
