-- The channel that a room is a thread of, by the chat's id; empty for none.
ALTER TABLE rooms ADD COLUMN parent TEXT COLLATE "C" NOT NULL DEFAULT '';
