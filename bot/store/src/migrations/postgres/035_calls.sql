-- What people who don't play say about matches of others, such as who wins.
CREATE TABLE calls (
    match_id  BIGINT NOT NULL REFERENCES matches,
    person    BIGINT NOT NULL REFERENCES people,
    -- What is called: `winner` for who wins.
    what      TEXT COLLATE "C" NOT NULL CHECK (what <> ''),
    -- The call itself: for `winner` a side.
    says      TEXT COLLATE "C" NOT NULL CHECK (says <> ''),
    -- How sure they are, in percent.
    percent   BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
    -- The room whose table it counts for.
    room      BIGINT NOT NULL REFERENCES rooms,
    -- The position it was made at.
    step      BIGINT NOT NULL CHECK (step >= 0),
    take      BIGINT NOT NULL CHECK (take >= 0),
    -- What the strongest computer player thought of it there, in hundredths of a percent.
    chance    BIGINT NOT NULL CHECK (chance BETWEEN 0 AND 10000),
    at        BIGINT NOT NULL,
    -- The season it counts for, and the points in millionths; nothing until the match is over.
    season    BIGINT,
    points    BIGINT,
    PRIMARY KEY (match_id, person, what),
    CONSTRAINT points_belong_to_a_season CHECK ((season IS NULL) = (points IS NULL))
);

CREATE INDEX calls_of ON calls (person);
CREATE INDEX calls_in ON calls (room, season);

-- Since when the bot knows a person in a room where calls are on.
CREATE TABLE room_visits (
    room    BIGINT NOT NULL REFERENCES rooms,
    person  BIGINT NOT NULL REFERENCES people,
    at      BIGINT NOT NULL,
    PRIMARY KEY (room, person)
);

CREATE INDEX room_visits_of ON room_visits (person);
