-- The message in a room that lists who is in a league, so that it can be changed when people join
-- or leave before a season begins.
CREATE TABLE league_cards (
    league  BIGINT NOT NULL REFERENCES leagues ON DELETE CASCADE,
    season  BIGINT NOT NULL,
    room    BIGINT NOT NULL REFERENCES rooms,
    place   TEXT COLLATE "C" NOT NULL,
    message TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (league, season, room)
);
