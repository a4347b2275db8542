-- Version 10: a step may be packed by what differs from an earlier one of its match, which is packed by itself: its step and take. Nothing
-- for a step that is packed by itself.
ALTER TABLE steps ADD COLUMN base_step INTEGER;
ALTER TABLE steps ADD COLUMN base_take INTEGER;
