-- Seats that somebody plays for their owner. While one is handed over, `seats` names who plays it.
CREATE TABLE handed_seats (
    match_id   INTEGER NOT NULL REFERENCES matches,
    -- The how manieth handing over in the match.
    number     INTEGER NOT NULL CHECK (number >= 1),
    seat       TEXT NOT NULL CHECK (seat <> ''),
    owner      INTEGER NOT NULL REFERENCES people,
    holder     INTEGER NOT NULL REFERENCES people,
    kind       TEXT NOT NULL CHECK (kind IN ('friend', 'bot', 'vacation')),
    from_at    INTEGER NOT NULL,
    -- The last step before it.
    from_step  INTEGER NOT NULL CHECK (from_step >= 0),
    -- When it ends by itself.
    until_at   INTEGER,
    ended_at   INTEGER,
    -- Whether the holder has decided anything for the owner; known once it has ended.
    moved      INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1)),
    PRIMARY KEY (match_id, number),
    CONSTRAINT nobody_holds_their_own_seat CHECK (owner <> holder)
) STRICT, WITHOUT ROWID;

CREATE INDEX handed_seats_of ON handed_seats (owner);
CREATE INDEX handed_seats_to ON handed_seats (holder);

-- Seats that somebody may take, and what became of the offers.
CREATE TABLE seat_offers (
    match_id  INTEGER NOT NULL REFERENCES matches,
    number    INTEGER NOT NULL CHECK (number >= 1),
    seat      TEXT NOT NULL CHECK (seat <> ''),
    made_by   INTEGER NOT NULL REFERENCES people,
    -- None if anybody may take it.
    made_to   INTEGER REFERENCES people,
    made_at   INTEGER NOT NULL,
    open      INTEGER NOT NULL DEFAULT 1 CHECK (open IN (0, 1)),
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_offers_by ON seat_offers (made_by);
CREATE INDEX seat_offers_to ON seat_offers (made_to);

-- Who plays for somebody during a vacation, once they have agreed.
CREATE TABLE vacation_substitutes (
    person      INTEGER PRIMARY KEY REFERENCES people,
    substitute  INTEGER NOT NULL REFERENCES people,
    -- When the vacation begins.
    from_at     INTEGER NOT NULL,
    agreed      INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
    CONSTRAINT nobody_is_their_own_substitute CHECK (person <> substitute)
) STRICT;

CREATE INDEX vacation_substitutes_by ON vacation_substitutes (substitute);

-- Matches that end by their position unless the absent side comes back.
CREATE TABLE settlements (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    -- The side that asked for it.
    seat      TEXT NOT NULL CHECK (seat <> ''),
    winner    TEXT NOT NULL CHECK (winner <> ''),
    due       INTEGER NOT NULL
) STRICT;
