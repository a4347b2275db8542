-- Version 2. Matches against the bot.

-- The bot as a player of this level; nothing for people. One row for each level, made when it is first needed.
ALTER TABLE people ADD COLUMN level INTEGER CHECK (level BETWEEN 1 AND 5);

CREATE UNIQUE INDEX people_levels ON people (level) WHERE level IS NOT NULL;

-- The matches in which the bot plays.
CREATE TABLE practice (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    -- Who asked for it; nobody where they had their data deleted.
    asked_by  INTEGER REFERENCES people,
    -- What the bot's choices follow from, besides the position. It has nothing to do with the match's secret.
    seed      INTEGER NOT NULL,
    -- The step up to which the room was told.
    told      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX practice_by ON practice (asked_by);
