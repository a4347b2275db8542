-- Ladders: the order of a server's players in a game. Each is a competition.
CREATE TABLE ladder_places (
    competition  INTEGER NOT NULL REFERENCES competitions,
    person       INTEGER NOT NULL REFERENCES people,
    -- In the order of this number, the best first.
    place        INTEGER NOT NULL CHECK (place >= 1),
    -- Their last match for the ladder, or when they joined or slid down.
    active_at    INTEGER NOT NULL,
    PRIMARY KEY (competition, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ladder_places_of ON ladder_places (person);

-- Challenges whose match is for a ladder.
CREATE TABLE ladder_challenges (
    challenge    INTEGER PRIMARY KEY REFERENCES challenges,
    competition  INTEGER NOT NULL REFERENCES competitions
) STRICT;
