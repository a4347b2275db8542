-- Matches that rooms play by vote.

-- A room as a player; nothing for people. One row for each room, made when it first plays.
ALTER TABLE people ADD COLUMN room BIGINT REFERENCES rooms;

CREATE UNIQUE INDEX people_rooms ON people (room) WHERE room IS NOT NULL;

-- How long a room may vote for a turn, in seconds; nothing for matches between people.
ALTER TABLE challenges ADD COLUMN vote BIGINT CHECK (vote IS NULL OR vote > 0);

ALTER TABLE matches ADD COLUMN vote BIGINT CHECK (vote IS NULL OR vote > 0);

-- The sides that rooms play, and the vote under way.
CREATE TABLE room_sides (
    match_id  BIGINT NOT NULL REFERENCES matches,
    seat      TEXT COLLATE "C" NOT NULL CHECK (seat IN ('first', 'second')),
    room      BIGINT NOT NULL REFERENCES rooms,
    -- Who began or accepted the match for the room; nobody where they had their data deleted.
    begun_by  BIGINT REFERENCES people,
    -- The position that is voted on and when the votes are counted; nothing while the other side decides.
    step      BIGINT,
    take      BIGINT,
    ends_at   BIGINT,
    -- How often nobody had voted when the time was over.
    silent    BIGINT NOT NULL DEFAULT 0,
    -- When the board is to show how many have voted by now; nothing where it does.
    show_at   BIGINT,
    -- When the board showed it last.
    shown_at  BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_vote_is_on_a_position CHECK ((step IS NULL) = (ends_at IS NULL) AND (take IS NULL) = (ends_at IS NULL))
);

CREATE INDEX room_sides_of ON room_sides (room);

CREATE INDEX room_sides_by ON room_sides (begun_by) WHERE begun_by IS NOT NULL;

-- The last vote of a person in a running match. It counts while the match is where it was given; the side is theirs until the end.
CREATE TABLE votes (
    match_id  BIGINT NOT NULL REFERENCES matches,
    person    BIGINT NOT NULL REFERENCES people,
    seat      TEXT COLLATE "C" NOT NULL CHECK (seat IN ('first', 'second')),
    -- The position it is for; nothing where it was taken back.
    step      BIGINT,
    take      BIGINT,
    words     TEXT COLLATE "C" NOT NULL CHECK (words <> ''),
    at        BIGINT NOT NULL,
    PRIMARY KEY (match_id, person)
);

CREATE INDEX votes_of ON votes (person);

-- How many votes each move had where one was played by vote, as JSON: the checks of ties need it.
CREATE TABLE tallies (
    match_id  BIGINT NOT NULL REFERENCES matches,
    step      BIGINT NOT NULL,
    take      BIGINT NOT NULL,
    counts    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, step, take)
);
