-- Choices that people missed in matches of their own, kept as puzzles.
CREATE TABLE own_puzzles (
    person    BIGINT NOT NULL REFERENCES people,
    match_id  BIGINT NOT NULL REFERENCES matches,
    -- The step at which they chose something else.
    step      BIGINT NOT NULL CHECK (step > 0),
    solution  TEXT COLLATE "C" NOT NULL CHECK (solution <> ''),
    -- The chance to win with the solution and with the next best choice, in percent.
    best      BIGINT NOT NULL CHECK (best BETWEEN 0 AND 100),
    next      BIGINT NOT NULL CHECK (next BETWEEN 0 AND 100),
    -- Which pause comes next, and when it must be solved again.
    pause     BIGINT NOT NULL CHECK (pause >= 0),
    due       BIGINT NOT NULL,
    -- How often in a row it was solved by the first answer.
    in_row    BIGINT NOT NULL CHECK (in_row >= 0),
    -- Wrong answers since it was last due.
    misses    BIGINT NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for it.
    open      BIGINT NOT NULL CHECK (open IN (0, 1)),
    -- When they last looked at it.
    at        BIGINT,
    done_at   BIGINT,
    PRIMARY KEY (person, match_id, step)
);

CREATE INDEX own_puzzles_of ON own_puzzles (match_id);
