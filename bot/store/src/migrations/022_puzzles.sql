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
    person      INTEGER NOT NULL REFERENCES people,
    game        TEXT NOT NULL,
    puzzle      TEXT NOT NULL CHECK (puzzle <> ''),
    -- Wrong answers.
    misses      INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this puzzle.
    open        INTEGER NOT NULL CHECK (open IN (0, 1)),
    at          INTEGER NOT NULL,
    -- Whether the first answer has counted.
    rated       INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Whether they have looked at the solution; answers no longer count then.
    shown       INTEGER NOT NULL CHECK (shown IN (0, 1)),
    solved_at   INTEGER,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_tries_of ON puzzle_tries (game, puzzle);

-- The rooms that get a puzzle every day.
CREATE TABLE daily_puzzles (
    room        INTEGER PRIMARY KEY REFERENCES rooms,
    -- Empty for every game in turn.
    game        TEXT NOT NULL,
    -- Minutes after midnight, and the time zone they are counted in.
    minute      INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone        TEXT NOT NULL,
    due         INTEGER NOT NULL
) STRICT;

CREATE INDEX daily_puzzles_due ON daily_puzzles (due);

-- The puzzles that rooms got.
CREATE TABLE puzzle_days (
    room        INTEGER NOT NULL REFERENCES rooms,
    at          INTEGER NOT NULL,
    game        TEXT NOT NULL,
    puzzle      TEXT NOT NULL CHECK (puzzle <> ''),
    PRIMARY KEY (room, at)
) STRICT, WITHOUT ROWID;
