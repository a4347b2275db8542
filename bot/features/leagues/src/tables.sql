-- Leagues: round robins in a room, season after season.
CREATE TABLE leagues (
    id         INTEGER PRIMARY KEY,
    room       INTEGER NOT NULL REFERENCES rooms,
    -- Who started it; nobody if they deleted their data.
    made_by    INTEGER REFERENCES people,
    game       TEXT NOT NULL,
    options    TEXT NOT NULL CHECK (json_valid(options)),
    clock      TEXT CHECK (clock IS NULL OR json_valid(clock)),
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- How many days a round has.
    days       INTEGER NOT NULL CHECK (days >= 1),
    -- The usual size of a group; none for one group of everybody.
    groups_of  INTEGER CHECK (groups_of >= 3),
    -- The season that is played, or that people join.
    season     INTEGER NOT NULL CHECK (season >= 1),
    -- The round that is played; 0 while people join.
    round      INTEGER NOT NULL CHECK (round >= 0),
    -- When the days of the round are over, or it is too late to begin.
    due        INTEGER NOT NULL,
    -- What to say in another room to join from there.
    code       TEXT NOT NULL CHECK (code <> ''),
    made_at    INTEGER NOT NULL,
    ended_at   INTEGER
) STRICT;
CREATE INDEX leagues_due ON leagues (due) WHERE ended_at IS NULL;
CREATE INDEX leagues_in ON leagues (room);

CREATE TABLE league_players (
    league    INTEGER NOT NULL REFERENCES leagues,
    season    INTEGER NOT NULL CHECK (season >= 1),
    person    INTEGER NOT NULL REFERENCES people,
    -- Where they joined, and play.
    room      INTEGER NOT NULL REFERENCES rooms,
    -- Their group, 0 for the best, and their number in its schedule; before the season, their place in line.
    division  INTEGER NOT NULL CHECK (division >= 0),
    number    INTEGER NOT NULL CHECK (number >= 0),
    -- When they left, and whether their results still count.
    left_at   INTEGER,
    counts    INTEGER NOT NULL CHECK (counts IN (0, 1)),
    PRIMARY KEY (league, season, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX league_players_of ON league_players (person);

-- The message in a room that lists who is in a league, so that it can be changed when people join
-- or leave before a season begins.
CREATE TABLE league_cards (
    league   INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    season   INTEGER NOT NULL,
    room     INTEGER NOT NULL REFERENCES rooms,
    place    TEXT NOT NULL,
    message  TEXT NOT NULL,
    PRIMARY KEY (league, season, room)
) STRICT, WITHOUT ROWID;
