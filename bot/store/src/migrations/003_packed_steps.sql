-- Version 3: what a step keeps as JSON is packed, a fraction of its size. Steps from before stay as they are.

-- A byte that says how it is packed, then what `store/packed.rs` makes of action, events, throws, news and state. In those columns there
-- is then a 0. Nothing for a step from before.
ALTER TABLE steps ADD COLUMN packed BLOB CHECK (packed IS NULL OR length(packed) > 1);

-- The same for `stand`, which is then nothing.
ALTER TABLE steps ADD COLUMN packed_stand BLOB CHECK (packed_stand IS NULL OR length(packed_stand) > 1);
