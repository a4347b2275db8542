-- When people are or were away, so that it can be counted.
CREATE TABLE vacations (
    person    INTEGER NOT NULL REFERENCES people,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL CHECK (until_at >= from_at),
    -- Whether it has begun: one that was planned ahead has to be put into the clocks on its day.
    begun     INTEGER NOT NULL CHECK (begun IN (0, 1))
) STRICT;
CREATE INDEX vacations_of ON vacations (person, until_at);
CREATE INDEX vacations_planned ON vacations (from_at) WHERE begun = 0;
