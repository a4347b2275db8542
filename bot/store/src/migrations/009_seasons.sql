-- Version 9. How seasons stand, kept as matches end, so that they needn't be worked out when someone asks.

CREATE TABLE season_ratings (
    chat        TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    -- As in `servers`.
    server      TEXT NOT NULL,
    -- Quarters since the year 0.
    season      INTEGER NOT NULL,
    -- Empty for all games together.
    game        TEXT NOT NULL,
    person      INTEGER NOT NULL REFERENCES people,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    won         INTEGER NOT NULL CHECK (won >= 0),
    lost        INTEGER NOT NULL CHECK (lost >= 0),
    drawn       INTEGER NOT NULL CHECK (drawn >= 0),
    streak      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    -- The low end of the rating, by which they are ordered.
    floor       REAL NOT NULL,
    -- Whether they have played enough, and against enough people, to win.
    may_win     INTEGER NOT NULL DEFAULT 0 CHECK (may_win IN (0, 1)),
    PRIMARY KEY (chat, server, season, game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_places ON season_ratings (chat, server, season, game, may_win, floor, person);
CREATE INDEX season_ratings_of ON season_ratings (person, season);

-- Who has played enough, and against enough people, to count as an opponent in seasons, and since when.
CREATE TABLE established (
    person  INTEGER PRIMARY KEY REFERENCES people,
    at      INTEGER NOT NULL
) STRICT;

-- Who isn't listed with their results.
CREATE INDEX people_hidden ON people (id) WHERE json_extract(settings, '$.hidden');
