-- How far people are in the lessons of each game.
CREATE TABLE lessons (
    person   INTEGER NOT NULL REFERENCES people,
    game     TEXT NOT NULL,
    -- The name of the lesson's file.
    lesson   TEXT NOT NULL CHECK (lesson <> ''),
    -- How many of its tasks are done, and wrong answers to the next one.
    task     INTEGER NOT NULL CHECK (task >= 0),
    misses   INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this lesson; at most one of a person's is open.
    open     INTEGER NOT NULL CHECK (open IN (0, 1)),
    at       INTEGER NOT NULL,
    -- When all of it was done for the first time.
    done_at  INTEGER,
    PRIMARY KEY (person, game, lesson)
) STRICT, WITHOUT ROWID;

-- Who was told that a game has lessons.
CREATE TABLE lesson_offers (
    person   INTEGER NOT NULL REFERENCES people,
    game     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
