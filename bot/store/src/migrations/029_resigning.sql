-- When the votes of a room for resigning are counted; nothing where nobody proposes it.
ALTER TABLE room_sides ADD COLUMN resign_at INTEGER;
