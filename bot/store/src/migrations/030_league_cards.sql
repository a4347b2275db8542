-- The message in a room that lists who is in a league, so that it can be changed when people join
-- or leave before a season begins.
CREATE TABLE league_cards (
    league  INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    season  INTEGER NOT NULL,
    room    INTEGER NOT NULL REFERENCES rooms,
    place   TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (league, season, room)
) STRICT, WITHOUT ROWID;
