-- The sides that rooms play, and the vote under way.
CREATE TABLE room_sides (
    match_id   INTEGER NOT NULL REFERENCES matches,
    seat       TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    room       INTEGER NOT NULL REFERENCES rooms,
    -- Who began or accepted the match for the room; nobody where they had their data deleted.
    begun_by   INTEGER REFERENCES people,
    -- The position that is voted on and when the votes are counted; nothing while the other side decides.
    step       INTEGER,
    take       INTEGER,
    ends_at    INTEGER,
    -- How often nobody had voted when the time was over.
    silent     INTEGER NOT NULL DEFAULT 0,
    -- When the board is to show how many have voted by now; nothing where it does.
    show_at    INTEGER,
    -- When the board showed it last.
    shown_at   INTEGER NOT NULL DEFAULT 0,
    -- When the votes for resigning are counted; nothing where nobody proposes it.
    resign_at  INTEGER,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_vote_is_on_a_position CHECK ((step IS NULL) = (ends_at IS NULL) AND (take IS NULL) = (ends_at IS NULL))
) STRICT;
CREATE INDEX room_sides_of ON room_sides (room);
CREATE INDEX room_sides_by ON room_sides (begun_by) WHERE begun_by IS NOT NULL;

-- The last vote of a person in a running match. It counts while the match is where it was given; the side is theirs until the end.
CREATE TABLE votes (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    seat      TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    -- The position it is for; nothing where it was taken back.
    step      INTEGER,
    take      INTEGER,
    words     TEXT NOT NULL CHECK (words <> ''),
    at        INTEGER NOT NULL,
    PRIMARY KEY (match_id, person)
) STRICT;
CREATE INDEX votes_of ON votes (person);
