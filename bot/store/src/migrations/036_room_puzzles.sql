-- Where a person began a puzzle of the day, since when, and on how many days in a row they had solved
-- one when they solved it.
ALTER TABLE puzzle_tries ADD COLUMN room INTEGER REFERENCES rooms;
ALTER TABLE puzzle_tries ADD COLUMN begun_at INTEGER;
ALTER TABLE puzzle_tries ADD COLUMN days INTEGER;

-- The day of a room's puzzle, counted from 1970 in the room's time zone, and whether anyone there
-- solved it. Its message lists who did: which message it is, when it must be changed next, and when
-- it last was.
ALTER TABLE puzzle_days ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE puzzle_days ADD COLUMN solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1));
ALTER TABLE puzzle_days ADD COLUMN place TEXT;
ALTER TABLE puzzle_days ADD COLUMN message TEXT;
ALTER TABLE puzzle_days ADD COLUMN show_at INTEGER;
ALTER TABLE puzzle_days ADD COLUMN shown_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX puzzle_days_to_show ON puzzle_days (show_at) WHERE show_at IS NOT NULL;

-- Who wants to be told what waits after a long absence.
CREATE INDEX people_news ON people (id) WHERE json_extract(settings, '$.news');
