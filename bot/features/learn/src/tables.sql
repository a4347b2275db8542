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
    person  INTEGER NOT NULL REFERENCES people,
    game    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- How hard puzzles are, as those who tried them found out.
CREATE TABLE puzzles (
    game        TEXT NOT NULL,
    puzzle      TEXT NOT NULL CHECK (puzzle <> ''),
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    won         INTEGER NOT NULL CHECK (won >= 0),
    lost        INTEGER NOT NULL CHECK (lost >= 0),
    drawn       INTEGER NOT NULL CHECK (drawn >= 0),
    streak      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- How well people solve puzzles, and on how many days in a row.
CREATE TABLE solvers (
    person      INTEGER PRIMARY KEY REFERENCES people,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    won         INTEGER NOT NULL CHECK (won >= 0),
    lost        INTEGER NOT NULL CHECK (lost >= 0),
    drawn       INTEGER NOT NULL CHECK (drawn >= 0),
    streak      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    days        INTEGER NOT NULL CHECK (days >= 0),
    most_days   INTEGER NOT NULL CHECK (most_days >= days),
    -- The last of those days, counted from 1970 in the person's time zone.
    last_day    INTEGER NOT NULL
) STRICT;

-- Which puzzles people have looked at.
CREATE TABLE puzzle_tries (
    person     INTEGER NOT NULL REFERENCES people,
    game       TEXT NOT NULL,
    puzzle     TEXT NOT NULL CHECK (puzzle <> ''),
    -- Wrong answers.
    misses     INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this puzzle.
    open       INTEGER NOT NULL CHECK (open IN (0, 1)),
    at         INTEGER NOT NULL,
    -- Whether the first answer has counted.
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Whether they have looked at the solution; answers no longer count then.
    shown      INTEGER NOT NULL CHECK (shown IN (0, 1)),
    solved_at  INTEGER,
    -- Where they began it as a puzzle of the day, since when, and on how many days in a row they had solved one when they solved it.
    room       INTEGER REFERENCES rooms,
    begun_at   INTEGER,
    days       INTEGER,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_tries_of ON puzzle_tries (game, puzzle);

-- The rooms that get a puzzle every day.
CREATE TABLE daily_puzzles (
    room    INTEGER PRIMARY KEY REFERENCES rooms,
    -- Empty for every game in turn.
    game    TEXT NOT NULL,
    -- Minutes after midnight, and the time zone they are counted in.
    minute  INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone    TEXT NOT NULL,
    due     INTEGER NOT NULL
) STRICT;
CREATE INDEX daily_puzzles_due ON daily_puzzles (due);

-- The puzzles that rooms got.
CREATE TABLE puzzle_days (
    room      INTEGER NOT NULL REFERENCES rooms,
    at        INTEGER NOT NULL,
    game      TEXT NOT NULL,
    puzzle    TEXT NOT NULL CHECK (puzzle <> ''),
    -- The day, counted from 1970 in the room's time zone, and whether anyone there solved it. Its message lists who did: which message it is, when
    -- it must be changed next, and when it last was.
    day       INTEGER NOT NULL DEFAULT 0,
    solved    INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)),
    place     TEXT,
    message   TEXT,
    show_at   INTEGER,
    shown_at  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_days_to_show ON puzzle_days (show_at) WHERE show_at IS NOT NULL;

-- Choices that people missed in matches of their own, kept as puzzles.
CREATE TABLE own_puzzles (
    person    INTEGER NOT NULL REFERENCES people,
    match_id  INTEGER NOT NULL REFERENCES matches,
    -- The step at which they chose something else.
    step      INTEGER NOT NULL CHECK (step > 0),
    solution  TEXT NOT NULL CHECK (solution <> ''),
    -- The chance to win with the solution and with the next best choice, in percent.
    best      INTEGER NOT NULL CHECK (best BETWEEN 0 AND 100),
    next      INTEGER NOT NULL CHECK (next BETWEEN 0 AND 100),
    -- Which pause comes next, and when it must be solved again.
    pause     INTEGER NOT NULL CHECK (pause >= 0),
    due       INTEGER NOT NULL,
    -- How often in a row it was solved by the first answer.
    in_row    INTEGER NOT NULL CHECK (in_row >= 0),
    -- Wrong answers since it was last due.
    misses    INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for it.
    open      INTEGER NOT NULL CHECK (open IN (0, 1)),
    -- When they last looked at it.
    at        INTEGER,
    done_at   INTEGER,
    PRIMARY KEY (person, match_id, step)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_puzzles_of ON own_puzzles (match_id);
