-- Version 1. This file never changes once it was released; later versions come in files of their own.
--
-- Times are Unix seconds. What the engine reads and writes itself (options, offers, endings, states) is JSON in its own form.
-- A table's long columns come last, so that the short ones are read without them.

-- "Drgt" in ASCII: tells our files from those of other programs.
PRAGMA application_id = 0x44726774;

CREATE TABLE people (
    id        INTEGER PRIMARY KEY,
    chat      TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle    TEXT NOT NULL,
    name      TEXT NOT NULL,
    -- The name with the differences of upper and lower case taken out.
    folded    TEXT NOT NULL,
    settings  TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
    -- The row that stands for somebody who is known in several chats; nothing for that row itself.
    linked    INTEGER REFERENCES people,
    -- Somebody who had their data deleted: the row stays for the results of the others, and tells nothing.
    gone      INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    -- When and where they spoke last in this chat: there they are told what concerns them.
    spoke_at  INTEGER,
    spoke_in  INTEGER REFERENCES rooms,
    UNIQUE (chat, handle)
) STRICT;

CREATE INDEX people_linked ON people (linked) WHERE linked IS NOT NULL;
CREATE INDEX people_by_name ON people (chat, folded);

CREATE TABLE rooms (
    id      INTEGER PRIMARY KEY,
    chat    TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle  TEXT NOT NULL,
    name    TEXT NOT NULL,
    -- Empty for a room that is part of nothing larger.
    server  TEXT NOT NULL,
    settings  TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
    UNIQUE (chat, handle)
) STRICT;

CREATE INDEX rooms_of_server ON rooms (chat, server);

-- What moderators chose for a server; a room that is part of none is one of its own.
CREATE TABLE servers (
    chat      TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle    TEXT NOT NULL,
    settings  TEXT NOT NULL CHECK (json_valid(settings)),
    PRIMARY KEY (chat, handle)
) STRICT, WITHOUT ROWID;

-- Who may not use the bot on a server. The fingerprint is of the chat's id of the person: it holds when they are forgotten, too.
CREATE TABLE bans (
    chat         TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    server       TEXT NOT NULL,
    fingerprint  TEXT NOT NULL CHECK (length(fingerprint) = 64),
    person       INTEGER NOT NULL REFERENCES people,
    made_at      INTEGER NOT NULL,
    PRIMARY KEY (chat, server, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
    id         INTEGER PRIMARY KEY,
    room       INTEGER NOT NULL REFERENCES rooms,
    made_by    INTEGER NOT NULL REFERENCES people,
    -- Nobody for a challenge that anyone may accept.
    made_to    INTEGER REFERENCES people,
    game       TEXT NOT NULL CHECK (game <> ''),
    options    TEXT NOT NULL CHECK (json_valid(options)),
    -- Nothing for a match without one.
    clock      TEXT CHECK (clock IS NULL OR json_valid(clock)),
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    private    INTEGER NOT NULL CHECK (private IN (0, 1)),
    side       TEXT NOT NULL CHECK (side IN ('random', 'first', 'second')),
    state      TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'countered', 'cancelled', 'lapsed')),
    secret     TEXT NOT NULL CHECK (length(secret) = 64 AND secret NOT GLOB '*[^0-9A-Fa-f]*'),
    tag        TEXT NOT NULL,
    word       TEXT NOT NULL,
    made_at    INTEGER NOT NULL,
    lapses_at  INTEGER NOT NULL,
    -- How many may still accept.
    places     INTEGER NOT NULL CHECK (places >= 1),
    -- The people who have accepted while it stood, as a JSON array of their ids.
    taken      TEXT NOT NULL CHECK (json_valid(taken)),
    -- Whether it answers another challenge.
    counter    INTEGER NOT NULL CHECK (counter IN (0, 1)),
    -- The position to begin from, where it is not the game's own.
    start      TEXT CHECK (start IS NULL OR json_valid(start)),
    -- What the commitment binds, and the salts of the players' fingerprints in it while the challenge is open.
    bond       TEXT NOT NULL CHECK (json_valid(bond))
) STRICT;

CREATE INDEX challenges_open_in ON challenges (room, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_by ON challenges (made_by, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_to ON challenges (made_to, made_at) WHERE state = 'open';
CREATE INDEX challenges_lapsing ON challenges (lapses_at) WHERE state = 'open';
CREATE INDEX challenges_declined ON challenges (made_by, made_to, made_at) WHERE state = 'declined';

CREATE TABLE matches (
    id              INTEGER PRIMARY KEY,
    room            INTEGER NOT NULL REFERENCES rooms,
    first           INTEGER NOT NULL REFERENCES people,
    second          INTEGER NOT NULL REFERENCES people,
    game            TEXT NOT NULL CHECK (game <> ''),
    rated           INTEGER NOT NULL CHECK (rated IN (0, 1)),
    private         INTEGER NOT NULL CHECK (private IN (0, 1)),
    waiting_first   INTEGER NOT NULL DEFAULT 0 CHECK (waiting_first IN (0, 1)),
    waiting_second  INTEGER NOT NULL DEFAULT 0 CHECK (waiting_second IN (0, 1)),
    opened_at       INTEGER NOT NULL,
    touched_at      INTEGER NOT NULL,
    -- When there is something to do for it that nobody asks for: a reminder, an end on time.
    due             INTEGER,
    ended_at        INTEGER,
    -- Nothing while the match runs, and for a match that was called off.
    outcome         TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
    -- Nothing where the rules of the game ended the match.
    ending          TEXT CHECK (ending IS NULL OR json_valid(ending)),
    tag             TEXT NOT NULL,
    secret          TEXT NOT NULL CHECK (length(secret) = 64 AND secret NOT GLOB '*[^0-9A-Fa-f]*'),
    options         TEXT NOT NULL CHECK (json_valid(options)),
    house           TEXT NOT NULL CHECK (json_valid(house)),
    clock           TEXT CHECK (clock IS NULL OR json_valid(clock)),
    timer           TEXT NOT NULL CHECK (json_valid(timer)),
    nudges          TEXT NOT NULL CHECK (json_valid(nudges)),
    word_first      TEXT NOT NULL,
    word_second     TEXT NOT NULL,
    start           TEXT CHECK (start IS NULL OR json_valid(start)),
    -- What the commitments bind, and the salts of the players' fingerprints in it.
    pact            TEXT NOT NULL CHECK (json_valid(pact)),
    -- The how manieth to end of those that count for ratings.
    counted         INTEGER UNIQUE,
    -- The moderator who ended the match or annulled its result.
    ruled_by        INTEGER REFERENCES people,
    -- When its result was annulled: since then it counts for no rating.
    annulled_at     INTEGER,
    -- The player whose doing it is that the match was called off.
    called_off_by   INTEGER GENERATED ALWAYS AS (
                        CASE json_extract(ending, '$."called-off".by') WHEN 'first' THEN first WHEN 'second' THEN second END
                    ) VIRTUAL,
    CONSTRAINT a_running_match_has_no_end CHECK (ended_at IS NOT NULL OR (outcome IS NULL AND ending IS NULL)),
    CONSTRAINT only_a_result_is_annulled CHECK (annulled_at IS NULL OR (outcome IS NOT NULL AND counted IS NULL)),
    CONSTRAINT a_match_that_is_over_waits_for_nobody CHECK (ended_at IS NULL OR (waiting_first = 0 AND waiting_second = 0))
) STRICT;

CREATE INDEX matches_in ON matches (room, touched_at);
CREATE INDEX matches_running_in ON matches (room, touched_at) WHERE ended_at IS NULL;
CREATE INDEX matches_running_first ON matches (first) WHERE ended_at IS NULL;
CREATE INDEX matches_running_second ON matches (second) WHERE ended_at IS NULL;
CREATE INDEX matches_due ON matches (due) WHERE ended_at IS NULL AND due IS NOT NULL;
CREATE INDEX matches_first ON matches (first, room, touched_at);
CREATE INDEX matches_second ON matches (second, room, touched_at);
-- What leaderboards count.
CREATE INDEX matches_counted ON matches (room, game, first, second) WHERE counted IS NOT NULL;
CREATE INDEX matches_called_off ON matches (called_off_by, ended_at) WHERE called_off_by IS NOT NULL;

CREATE TABLE steps (
    match_id    INTEGER NOT NULL REFERENCES matches,
    -- 0 for the opening.
    step        INTEGER NOT NULL CHECK (step >= 0),
    take        INTEGER NOT NULL CHECK (take >= 0),
    -- Nobody for the opening.
    seat        TEXT CHECK (seat IN ('first', 'second')),
    fixed       INTEGER NOT NULL CHECK (fixed IN (0, 1)),
    decided     INTEGER NOT NULL CHECK (decided IN (0, 1)),
    sealed      INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    ended_turn  INTEGER NOT NULL CHECK (ended_turn IN (0, 1)),
    taken_back  INTEGER NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1)),
    rules       INTEGER NOT NULL CHECK (rules BETWEEN 0 AND 65535),
    at          INTEGER NOT NULL,
    written     TEXT NOT NULL,
    action      TEXT NOT NULL CHECK (json_valid(action)),
    events      TEXT NOT NULL CHECK (json_valid(events)),
    -- What fell, in order.
    throws      TEXT NOT NULL CHECK (json_valid(throws)),
    news        TEXT NOT NULL CHECK (json_valid(news)),
    state       TEXT NOT NULL CHECK (json_valid(state)),
    -- How the clocks stood before it, to come back to by consent.
    stand       TEXT CHECK (stand IS NULL OR json_valid(stand)),
    -- Where a match went back to this position: who wanted it. What is not dealt anew in it is as the step that led here left it.
    undo        TEXT CHECK (undo IN ('alone', 'agreed')),
    -- What fell to make the choice by default; nothing where the player made it.
    lot         TEXT CHECK (lot IS NULL OR json_valid(lot)),
    CONSTRAINT only_the_opening_has_no_seat CHECK ((seat IS NULL) = (step = 0)),
    UNIQUE (match_id, step, take)
) STRICT;

CREATE UNIQUE INDEX steps_live ON steps (match_id, step) WHERE taken_back = 0;

CREATE TABLE ratings (
    person      INTEGER NOT NULL REFERENCES people,
    -- Empty for all games together.
    game        TEXT NOT NULL,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    won         INTEGER NOT NULL CHECK (won >= 0),
    lost        INTEGER NOT NULL CHECK (lost >= 0),
    drawn       INTEGER NOT NULL CHECK (drawn >= 0),
    streak      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

-- How ratings have gone: what each was after each match that counted.
CREATE TABLE curves (
    person     INTEGER NOT NULL REFERENCES people,
    -- Empty for all games together.
    game       TEXT NOT NULL,
    counted    INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    PRIMARY KEY (person, game, counted)
) STRICT, WITHOUT ROWID;

-- How a rating changed last without a match, because two accounts of one player were joined or parted: for its owner to see.
CREATE TABLE shifts (
    person  INTEGER NOT NULL REFERENCES people,
    -- Empty for all games together.
    game    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    before  REAL NOT NULL,
    after   REAL NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- Who looks on at a match, and where they are told: in private, or with the whole room.
CREATE TABLE watches (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    room      INTEGER NOT NULL REFERENCES rooms,
    openly    INTEGER NOT NULL CHECK (openly IN (0, 1)),
    PRIMARY KEY (match_id, person, room)
) STRICT, WITHOUT ROWID;

CREATE INDEX watches_of ON watches (person);

CREATE TABLE outbox (
    -- An id is never given twice, so that a late note of delivery cannot strike out another reply.
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    chat     TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    room     INTEGER NOT NULL REFERENCES rooms,
    made_at  INTEGER NOT NULL,
    body     TEXT NOT NULL CHECK (json_valid(body)),
    -- What it is about, where a later reply on the same makes it worthless.
    topic    TEXT
) STRICT;

CREATE INDEX outbox_of ON outbox (chat, id);
CREATE INDEX outbox_about ON outbox (topic) WHERE topic IS NOT NULL;

-- Messages that were answered, so that none is answered twice after a restart.
CREATE TABLE handled (
    chat     TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (chat, message)
) STRICT, WITHOUT ROWID;

CREATE INDEX handled_at ON handled (at);

-- Where a chat speaks with one person alone. The person is the row of that chat.
CREATE TABLE private_places (
    person       INTEGER PRIMARY KEY REFERENCES people,
    chat         TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    -- The chat's own id of the place.
    place        TEXT NOT NULL,
    -- When they would not come there.
    declined_at  INTEGER
) STRICT;

CREATE INDEX private_places_at ON private_places (chat, place);

-- The message with the board of a match, and what it says once another one has taken its place.
CREATE TABLE boards (
    chat       TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message    TEXT NOT NULL,
    match_id   INTEGER NOT NULL REFERENCES matches,
    place      TEXT NOT NULL,
    plain      TEXT NOT NULL,
    html       TEXT NOT NULL,
    -- Whether another one has taken its place, so that its picture and its buttons have to go.
    passed     INTEGER NOT NULL DEFAULT 0 CHECK (passed IN (0, 1)),
    PRIMARY KEY (chat, message)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id) WHERE passed = 0;

-- The thread in which a match is played, in a room.
CREATE TABLE threads (
    chat      TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    match_id  INTEGER NOT NULL REFERENCES matches,
    -- The chat's own ids.
    room      TEXT NOT NULL,
    -- Empty where none can be opened.
    thread    TEXT NOT NULL,
    -- The newest message in it, for chats that need it.
    last      TEXT NOT NULL,
    PRIMARY KEY (chat, match_id, room)
) STRICT, WITHOUT ROWID;

CREATE INDEX threads_of ON threads (chat, thread);

-- Sentences that are too long for the id of a button.
CREATE TABLE sentences (
    key   TEXT PRIMARY KEY,
    says  TEXT NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The matches whose players were told that their room is lost.
CREATE TABLE losses (
    match_id  INTEGER PRIMARY KEY REFERENCES matches
) STRICT;

-- The menu that was shown last in a place, or to one person for that place.
CREATE TABLE menus (
    chat    TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    place   TEXT NOT NULL,
    -- Empty outside threads.
    thread  TEXT NOT NULL,
    -- Nobody for everybody there; else the row of that chat.
    person  INTEGER REFERENCES people,
    body    TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE UNIQUE INDEX menus_in ON menus (chat, place, thread, coalesce(person, 0));
CREATE INDEX menus_of ON menus (person) WHERE person IS NOT NULL;

-- Messages that ask somebody to press for a private reply, which waits in the outbox until then.
CREATE TABLE fetches (
    reply    INTEGER PRIMARY KEY,
    person   INTEGER NOT NULL REFERENCES people,
    place    TEXT NOT NULL,
    message  TEXT NOT NULL
) STRICT;

CREATE INDEX fetches_of ON fetches (person);

-- What an adapter remembers for itself that is about no person: how far it has read, whom it belongs to, where threads are.
CREATE TABLE notes (
    chat   TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (chat, key)
) STRICT, WITHOUT ROWID;

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

-- When something was done last: `alive` is when the bot last looked at the time.
CREATE TABLE moments (
    name  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
