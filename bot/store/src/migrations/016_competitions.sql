-- What several matches are played for together. A series between two people is the smallest.
CREATE TABLE competitions (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL CHECK (kind <> ''),
    room      INTEGER NOT NULL REFERENCES rooms,
    -- What was agreed, in the form of the kind.
    rules     TEXT NOT NULL CHECK (json_valid(rules)),
    begun_at  INTEGER NOT NULL,
    ended_at  INTEGER,
    -- Nobody while it runs, where it is drawn, and where it was called off.
    winner    INTEGER REFERENCES people,
    CONSTRAINT a_running_competition_has_no_winner CHECK (ended_at IS NOT NULL OR winner IS NULL)
) STRICT;

CREATE TABLE competition_matches (
    match_id     INTEGER PRIMARY KEY REFERENCES matches,
    competition  INTEGER NOT NULL REFERENCES competitions,
    -- Counts from 1. A match that is played again has the round of the one that was called off.
    round        INTEGER NOT NULL CHECK (round >= 1)
) STRICT;

CREATE INDEX competition_matches_of ON competition_matches (competition, round);

-- The most matches that a challenge is for.
ALTER TABLE challenges ADD COLUMN best_of INTEGER NOT NULL DEFAULT 1 CHECK (best_of >= 1);
