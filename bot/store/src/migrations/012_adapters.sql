-- What the adapters know after a restart, each kind in a table of its own.

CREATE TABLE cursors (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    -- `mark` sets apart what two databases have sent in one room, `position` is how far events are handled.
    what   TEXT NOT NULL CHECK (what IN ('mark', 'position')),
    value  TEXT NOT NULL,
    PRIMARY KEY (chat, what)
) STRICT, WITHOUT ROWID;

-- The newest event of each room that is handled.
CREATE TABLE newest_events (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    event  TEXT NOT NULL,
    PRIMARY KEY (chat, place)
) STRICT, WITHOUT ROWID;

-- What a room was told about its encryption.
CREATE TABLE warnings (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    -- `open`: the room isn't encrypted; `keyless`: the key of a message is missing.
    what   TEXT NOT NULL CHECK (what IN ('open', 'keyless')),
    -- The last time, in days since 1970.
    day    INTEGER NOT NULL,
    PRIMARY KEY (chat, place, what)
) STRICT, WITHOUT ROWID;

-- Messages whose key is missing.
CREATE TABLE keyless_events (
    chat     TEXT NOT NULL CHECK (chat <> ''),
    event    TEXT NOT NULL,
    place    TEXT NOT NULL,
    -- Milliseconds since 1970.
    at       INTEGER NOT NULL,
    -- The key's session, where the message names it.
    session  TEXT,
    PRIMARY KEY (chat, event)
) STRICT, WITHOUT ROWID;

-- The commands that a chat has from us.
CREATE TABLE registrations (
    chat         TEXT PRIMARY KEY CHECK (chat <> ''),
    application  TEXT NOT NULL,
    -- The server that has them, or nothing for all.
    server       TEXT,
    hash         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO cursors (chat, what, value)
SELECT chat, key, json_extract(value, '$') FROM notes
WHERE chat = 'matrix' AND key IN ('mark', 'position') AND json_valid(value) AND json_type(value) = 'text';

INSERT INTO newest_events (chat, place, event)
SELECT chat, substr(key, length('seen/') + 1), json_extract(value, '$') FROM notes
WHERE chat = 'matrix' AND key LIKE 'seen/%' AND json_valid(value) AND json_type(value) = 'text';

INSERT INTO warnings (chat, place, what, day)
SELECT chat, substr(key, length('warned/') + 1), 'open', 0 FROM notes WHERE chat = 'matrix' AND key LIKE 'warned/%';

INSERT INTO warnings (chat, place, what, day)
SELECT chat, substr(key, length('deaf/') + 1), 'keyless', CAST(value AS INTEGER) FROM notes
WHERE chat = 'matrix' AND key LIKE 'deaf/%';

INSERT OR IGNORE INTO keyless_events (chat, event, place, at, session)
SELECT notes.chat, json_extract(it.value, '$.event'), json_extract(it.value, '$.room'), json_extract(it.value, '$.at'), json_extract(it.value, '$.session')
FROM notes, json_each(CASE WHEN json_valid(notes.value) THEN notes.value ELSE '[]' END) it
WHERE notes.chat = 'matrix' AND notes.key = 'unreadable' AND json_type(it.value, '$.event') = 'text'
    AND json_type(it.value, '$.room') = 'text' AND json_type(it.value, '$.at') = 'integer';

-- Was kept as application/server/hash, with `everywhere` for all servers.
INSERT INTO registrations (chat, application, server, hash)
SELECT chat, substr(value, 1, first - 1), nullif(substr(rest, 1, second - 1), 'everywhere'), substr(rest, second + 1)
FROM (
    SELECT chat, value, first, rest, instr(rest, '/') second
    FROM (SELECT chat, value, instr(value, '/') first, substr(value, instr(value, '/') + 1) rest FROM notes WHERE chat = 'discord' AND key = 'commands')
)
WHERE 1 < first AND 1 < second;

DROP TABLE notes;
