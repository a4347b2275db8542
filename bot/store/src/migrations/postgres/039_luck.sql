-- What chance gave a player in a match that counts, and the points without it; together they are the
-- result: 1, a half or 0. Nothing until the match was looked at, once. They are never worked out anew,
-- so that an older match stays what it was.
ALTER TABLE seats ADD COLUMN luck DOUBLE PRECISION;
ALTER TABLE seats ADD COLUMN play DOUBLE PRECISION;

CREATE INDEX seats_without_luck ON seats (match_id) WHERE counted = 1 AND luck IS NULL;
