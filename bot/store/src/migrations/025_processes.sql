-- Several processes on one database.

-- Who may do something until when, in milliseconds since 1970 by the database's clock. A process lives while it has its own lease,
-- `member/` and its number. A process that is alone on its database has none.
CREATE TABLE leases (
    name     TEXT PRIMARY KEY,
    holder   INTEGER NOT NULL,
    ends_at  INTEGER NOT NULL
) STRICT;

-- The process that delivers the reply; nothing where none has begun, or where there is one process.
ALTER TABLE outbox ADD COLUMN holder INTEGER;

-- Whether a process may have sent it already.
ALTER TABLE outbox ADD COLUMN tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1));

CREATE INDEX outbox_in ON outbox (room, id);

-- The connections to a chat's gateway, so that they go on after a restart or in another process.
CREATE TABLE gateway_sessions (
    shard     INTEGER PRIMARY KEY,
    -- How many shards there were, and of which application.
    shards    INTEGER NOT NULL,
    account   TEXT NOT NULL,
    session   TEXT NOT NULL,
    address   TEXT NOT NULL,
    -- The last event that was handled.
    sequence  INTEGER NOT NULL
) STRICT;
