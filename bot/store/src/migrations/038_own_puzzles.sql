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
