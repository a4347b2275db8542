-- How people answered lately: one row for each turn they ended, or let run out.
CREATE TABLE turns (
    person    INTEGER NOT NULL REFERENCES people,
    match_id  INTEGER NOT NULL REFERENCES matches,
    at        INTEGER NOT NULL,
    -- How much of their time it took, in seconds; vacations and pauses aren't in it.
    took      INTEGER NOT NULL CHECK (took >= 0),
    in_time   INTEGER NOT NULL CHECK (in_time IN (0, 1))
) STRICT;

CREATE INDEX turns_of ON turns (person, at);
