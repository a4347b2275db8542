-- Several processes on one database.

-- Who may do something until when, in milliseconds since 1970 by the database's clock. A process lives while it has its own lease,
-- `member/` and its number. A process that is alone on its database has none.
CREATE TABLE leases (
    name     TEXT COLLATE "C" PRIMARY KEY,
    holder   BIGINT NOT NULL,
    ends_at  BIGINT NOT NULL
);

-- The process that delivers the reply; nothing where none has begun, or where there is one process.
ALTER TABLE outbox ADD COLUMN holder BIGINT;

-- Whether a process may have sent it already.
ALTER TABLE outbox ADD COLUMN tried BIGINT NOT NULL DEFAULT 0 CHECK (tried IN (0, 1));

CREATE INDEX outbox_in ON outbox (room, id);

-- The connections to a chat's gateway, so that they go on after a restart or in another process.
CREATE TABLE gateway_sessions (
    shard     BIGINT PRIMARY KEY,
    -- How many shards there were, and of which application.
    shards    BIGINT NOT NULL,
    account   TEXT COLLATE "C" NOT NULL,
    session   TEXT COLLATE "C" NOT NULL,
    address   TEXT COLLATE "C" NOT NULL,
    -- The last event that was handled.
    sequence  BIGINT NOT NULL
);
