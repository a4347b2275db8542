-- Whether the holder was shown what the owner keeps secret, though the owner hadn't named them. Then the
-- match counts for nobody's rating.
ALTER TABLE handed_seats ADD COLUMN shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1));
