-- The tables of version 39, with which a database begins. A later version has a file of its own, with what changes. PostgreSQL's text follows
-- from this one (postgres/schema.rs), and from `039_start.postgres.sql`, which has what it lacks.
--
-- Times are Unix seconds. What the engine reads and writes itself (options, offers, endings, states) is JSON in its own form. Yes and no are
-- 1 and 0.

CREATE TABLE rooms (
    id            INTEGER PRIMARY KEY,
    chat          TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle        TEXT NOT NULL,
    name          TEXT NOT NULL,
    -- Empty for a room that is part of nothing larger.
    server        TEXT NOT NULL,
    settings      TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
    -- Whether the bot can't post or edit here, only answer presses and commands.
    answers_only  INTEGER NOT NULL DEFAULT 0 CHECK (answers_only IN (0, 1)),
    -- The channel that it is a thread of, by the chat's id; empty for none.
    parent        TEXT NOT NULL DEFAULT '',
    UNIQUE (chat, handle)
) STRICT;
CREATE INDEX rooms_of_server ON rooms (chat, server);

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
    -- The bot as a player of this level; nothing for people. One row for each level, made when it is first needed.
    level     INTEGER CHECK (level BETWEEN 1 AND 5),
    -- A room as a player; nothing for people. One row for each room, made when it first plays.
    room      INTEGER REFERENCES rooms,
    UNIQUE (chat, handle)
) STRICT;
CREATE INDEX people_linked ON people (linked) WHERE linked IS NOT NULL;
CREATE INDEX people_by_name ON people (chat, folded);
CREATE UNIQUE INDEX people_levels ON people (level) WHERE level IS NOT NULL;
CREATE INDEX people_hidden ON people (id) WHERE json_extract(settings, '$.hidden');
CREATE UNIQUE INDEX people_rooms ON people (room) WHERE room IS NOT NULL;
CREATE INDEX people_news ON people (id) WHERE json_extract(settings, '$.news');

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
    bond       TEXT NOT NULL CHECK (json_valid(bond)),
    -- The most matches that it is for.
    best_of    INTEGER NOT NULL DEFAULT 1 CHECK (best_of >= 1),
    -- How long a room may vote for a turn, in seconds; nothing for matches between people.
    vote       INTEGER CHECK (vote IS NULL OR vote > 0)
) STRICT;
CREATE INDEX challenges_open_in ON challenges (room, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_by ON challenges (made_by, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_to ON challenges (made_to, made_at) WHERE state = 'open';
CREATE INDEX challenges_lapsing ON challenges (lapses_at) WHERE state = 'open';
CREATE INDEX challenges_declined ON challenges (made_by, made_to, made_at) WHERE state = 'declined';

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

CREATE TABLE outbox (
    -- An id is never given twice, so that a late note of delivery cannot strike out another reply.
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    chat     TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    room     INTEGER NOT NULL REFERENCES rooms,
    made_at  INTEGER NOT NULL,
    body     TEXT NOT NULL CHECK (json_valid(body)),
    -- What it is about, where a later reply on the same makes it worthless.
    topic    TEXT,
    -- The process that delivers the reply; nothing where none has begun, or where there is one process.
    holder   INTEGER,
    -- Whether a process may have sent it already.
    tried    INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1))
) STRICT;
CREATE INDEX outbox_of ON outbox (chat, id);
CREATE INDEX outbox_about ON outbox (topic) WHERE topic IS NOT NULL;
CREATE INDEX outbox_in ON outbox (room, id);

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

-- Sentences that are too long for the id of a button.
CREATE TABLE sentences (
    key   TEXT PRIMARY KEY,
    says  TEXT NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

-- When something was done last: `alive` is when the bot last looked at the time.
CREATE TABLE moments (
    name  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The message that shows a challenge in a chat, so that it can be changed to what became of it.
CREATE TABLE cards (
    challenge  INTEGER NOT NULL REFERENCES challenges ON DELETE CASCADE,
    chat       TEXT NOT NULL CHECK (chat <> ''),
    place      TEXT NOT NULL,
    message    TEXT NOT NULL,
    PRIMARY KEY (challenge, chat)
) STRICT;

-- The rooms and servers that were greeted, by the chat's own id.
CREATE TABLE greetings (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    PRIMARY KEY (chat, place)
) STRICT, WITHOUT ROWID;

-- Matches, running and over.
CREATE TABLE matches (
    id           INTEGER PRIMARY KEY,
    room         INTEGER NOT NULL REFERENCES rooms,
    game         TEXT NOT NULL CHECK (game <> ''),
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)),
    private      INTEGER NOT NULL CHECK (private IN (0, 1)),
    opened_at    INTEGER NOT NULL,
    touched_at   INTEGER NOT NULL,
    -- When there is something to do for it that nobody asks for: a reminder, an end on time.
    due          INTEGER,
    ended_at     INTEGER,
    -- Nothing while the match runs, and for a match that was called off.
    outcome      TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
    -- Nothing where the rules of the game ended the match.
    ending       TEXT CHECK (ending IS NULL OR json_valid(ending)),
    tag          TEXT NOT NULL,
    secret       TEXT NOT NULL CHECK (length(secret) = 64 AND secret NOT GLOB '*[^0-9A-Fa-f]*'),
    options      TEXT NOT NULL CHECK (json_valid(options)),
    house        TEXT NOT NULL CHECK (json_valid(house)),
    clock        TEXT CHECK (clock IS NULL OR json_valid(clock)),
    timer        TEXT NOT NULL CHECK (json_valid(timer)),
    nudges       TEXT NOT NULL CHECK (json_valid(nudges)),
    start        TEXT CHECK (start IS NULL OR json_valid(start)),
    -- What the commitments bind, and the salts of the players' fingerprints in it.
    pact         TEXT NOT NULL CHECK (json_valid(pact)),
    -- The how manieth to end of those that count for ratings.
    counted      INTEGER UNIQUE,
    -- The moderator who ended the match or annulled its result.
    ruled_by     INTEGER REFERENCES people,
    -- When its result was annulled: since then it counts for no rating.
    annulled_at  INTEGER,
    -- As in `challenges`.
    vote         INTEGER CHECK (vote IS NULL OR vote > 0),
    CONSTRAINT a_running_match_has_no_end CHECK (ended_at IS NOT NULL OR (outcome IS NULL AND ending IS NULL)),
    CONSTRAINT only_a_result_is_annulled CHECK (annulled_at IS NULL OR (outcome IS NOT NULL AND counted IS NULL))
) STRICT;
CREATE INDEX matches_in ON matches (room, touched_at);
CREATE INDEX matches_running_in ON matches (room, touched_at) WHERE ended_at IS NULL;
CREATE INDEX matches_due ON matches (due) WHERE ended_at IS NULL AND due IS NOT NULL;
CREATE INDEX matches_counted ON matches (room, ended_at) WHERE counted IS NOT NULL;
CREATE INDEX matches_over_in ON matches (room, ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE steps (
    match_id      INTEGER NOT NULL REFERENCES matches,
    -- 0 for the opening.
    step          INTEGER NOT NULL CHECK (step >= 0),
    take          INTEGER NOT NULL CHECK (take >= 0),
    -- Nobody for the opening.
    seat          TEXT CHECK (seat IN ('first', 'second')),
    fixed         INTEGER NOT NULL CHECK (fixed IN (0, 1)),
    decided       INTEGER NOT NULL CHECK (decided IN (0, 1)),
    sealed        INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    ended_turn    INTEGER NOT NULL CHECK (ended_turn IN (0, 1)),
    taken_back    INTEGER NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1)),
    rules         INTEGER NOT NULL CHECK (rules BETWEEN 0 AND 65535),
    at            INTEGER NOT NULL,
    written       TEXT NOT NULL,
    action        TEXT NOT NULL CHECK (json_valid(action)),
    events        TEXT NOT NULL CHECK (json_valid(events)),
    -- What fell, in order.
    throws        TEXT NOT NULL CHECK (json_valid(throws)),
    news          TEXT NOT NULL CHECK (json_valid(news)),
    state         TEXT NOT NULL CHECK (json_valid(state)),
    -- How the clocks stood before it, to come back to by consent.
    stand         TEXT CHECK (stand IS NULL OR json_valid(stand)),
    -- Where a match went back to this position: who wanted it. What is not dealt anew in it is as the step that led here left it.
    undo          TEXT CHECK (undo IN ('alone', 'agreed')),
    -- What fell to make the choice by default; nothing where the player made it.
    lot           TEXT CHECK (lot IS NULL OR json_valid(lot)),
    -- A byte that says how it is packed, then what `store/packed.rs` makes of action, events, throws, news and state. In those columns there is
    -- then a 0. Nothing for a step from before.
    packed        BLOB CHECK (packed IS NULL OR length(packed) > 1),
    -- The same for `stand`, which is then nothing.
    packed_stand  BLOB CHECK (packed_stand IS NULL OR length(packed_stand) > 1),
    -- The step that it was packed by: what differs from it is kept. Nothing for a step that is packed by itself.
    base_step     INTEGER,
    base_take     INTEGER,
    CONSTRAINT only_the_opening_has_no_seat CHECK ((seat IS NULL) = (step = 0)),
    UNIQUE (match_id, step, take)
) STRICT;
CREATE UNIQUE INDEX steps_live ON steps (match_id, step) WHERE taken_back = 0;

-- Who looks on at a match, and where they are told: in private, or with the whole room.
CREATE TABLE watches (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    room      INTEGER NOT NULL REFERENCES rooms,
    openly    INTEGER NOT NULL CHECK (openly IN (0, 1)),
    PRIMARY KEY (match_id, person, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX watches_of ON watches (person);

-- The message with the board of a match, and what it says once another one has taken its place.
CREATE TABLE boards (
    chat      TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message   TEXT NOT NULL,
    match_id  INTEGER NOT NULL REFERENCES matches,
    place     TEXT NOT NULL,
    plain     TEXT NOT NULL,
    html      TEXT NOT NULL,
    -- Whether another one has taken its place, so that its picture and its buttons have to go.
    passed    INTEGER NOT NULL DEFAULT 0 CHECK (passed IN (0, 1)),
    -- One standing board for each room: that of the match, and those that watch it.
    room      TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (chat, message)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id, room) WHERE passed = 0;
CREATE INDEX boards_passed ON boards (chat, match_id) WHERE passed = 1;

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

-- The matches whose players were told that their room is lost.
CREATE TABLE losses (
    match_id  INTEGER PRIMARY KEY REFERENCES matches
) STRICT;

-- The matches in which the bot plays.
CREATE TABLE practice (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    -- Who asked for it; nobody where they had their data deleted.
    asked_by  INTEGER REFERENCES people,
    -- What the bot's choices follow from, besides the position. It has nothing to do with the match's secret.
    seed      INTEGER NOT NULL,
    -- The step up to which the room was told.
    told      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX practice_by ON practice (asked_by);

CREATE TABLE seats (
    match_id    INTEGER NOT NULL REFERENCES matches,
    seat        TEXT NOT NULL CHECK (seat <> ''),
    person      INTEGER NOT NULL REFERENCES people,
    -- Whether the match waits for a decision of this player.
    waiting     INTEGER NOT NULL DEFAULT 0 CHECK (waiting IN (0, 1)),
    -- Whether this player's doing is that the match was called off.
    called_off  INTEGER NOT NULL DEFAULT 0 CHECK (called_off IN (0, 1)),
    -- The same as in the match, kept so by the trigger below: a person's matches are found by an index.
    room        INTEGER NOT NULL REFERENCES rooms,
    game        TEXT NOT NULL,
    touched_at  INTEGER NOT NULL,
    ended_at    INTEGER,
    -- Whether the match counts for ratings.
    counted     INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1)),
    -- What the player added to the dice; may be empty.
    word        TEXT NOT NULL,
    -- What chance gave in a match that counts, and the points without it; together they are the result: 1, a half or 0. Nothing until the match
    -- was looked at, once. They are never worked out anew, so that an older match stays what it was.
    luck        REAL,
    play        REAL,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_match_that_is_over_waits_for_nobody CHECK (ended_at IS NULL OR waiting = 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of ON seats (person, room, touched_at);
CREATE INDEX seats_running ON seats (person) WHERE ended_at IS NULL;
CREATE INDEX seats_over ON seats (person, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_called_off ON seats (person, ended_at) WHERE called_off = 1;
CREATE INDEX seats_counted ON seats (room, game, person) WHERE counted = 1;
CREATE INDEX seats_without_luck ON seats (match_id) WHERE counted = 1 AND luck IS NULL;

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

-- What the adapters know after a restart, each kind in a table of its own.
CREATE TABLE cursors (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    -- `mark` sets apart what two databases have sent in one room, `position` is how far events are handled.
    what   TEXT NOT NULL CHECK (what IN ('mark', 'position')),
    value  TEXT NOT NULL,
    PRIMARY KEY (chat, what)
) STRICT, WITHOUT ROWID;

-- The newest event of each room that is handled.
CREATE TABLE newest_events (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    event  TEXT NOT NULL,
    PRIMARY KEY (chat, place)
) STRICT, WITHOUT ROWID;

-- What a room was told about its encryption.
CREATE TABLE warnings (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    -- `open`: the room isn't encrypted; `keyless`: the key of a message is missing.
    what   TEXT NOT NULL CHECK (what IN ('open', 'keyless')),
    -- The last time, in days since 1970.
    day    INTEGER NOT NULL,
    PRIMARY KEY (chat, place, what)
) STRICT, WITHOUT ROWID;

-- Messages whose key is missing.
CREATE TABLE keyless_events (
    chat     TEXT NOT NULL CHECK (chat <> ''),
    event    TEXT NOT NULL,
    place    TEXT NOT NULL,
    -- Milliseconds since 1970.
    at       INTEGER NOT NULL,
    -- The key's session, where the message names it.
    session  TEXT,
    PRIMARY KEY (chat, event)
) STRICT, WITHOUT ROWID;

-- The commands that a chat has from us.
CREATE TABLE registrations (
    chat         TEXT PRIMARY KEY CHECK (chat <> ''),
    application  TEXT NOT NULL,
    -- The server that has them, or nothing for all.
    server       TEXT,
    hash         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How people answered lately: one row for each turn they ended, or let run out.
CREATE TABLE turns (
    person    INTEGER NOT NULL REFERENCES people,
    match_id  INTEGER NOT NULL REFERENCES matches,
    at        INTEGER NOT NULL,
    -- How much of their time it took, in seconds; vacations and pauses aren't in it.
    took      INTEGER NOT NULL CHECK (took >= 0),
    in_time   INTEGER NOT NULL CHECK (in_time IN (0, 1))
) STRICT;
CREATE INDEX turns_of ON turns (person, at);

-- What several matches are played for together. A series between two people is the smallest.
CREATE TABLE competitions (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL CHECK (kind <> ''),
    room      INTEGER NOT NULL REFERENCES rooms,
    -- What was agreed, in the form of the kind.
    rules     TEXT NOT NULL CHECK (json_valid(rules)),
    begun_at  INTEGER NOT NULL,
    ended_at  INTEGER,
    -- Nobody while it runs, where it is drawn, and where it was called off.
    winner    INTEGER REFERENCES people,
    CONSTRAINT a_running_competition_has_no_winner CHECK (ended_at IS NOT NULL OR winner IS NULL)
) STRICT;
CREATE INDEX competitions_of_leagues ON competitions ((rules ->> 'league')) WHERE kind = 'league';

CREATE TABLE competition_matches (
    match_id     INTEGER PRIMARY KEY REFERENCES matches,
    competition  INTEGER NOT NULL REFERENCES competitions,
    -- Counts from 1. A match that is played again has the round of the one that was called off.
    round        INTEGER NOT NULL CHECK (round >= 1)
) STRICT;
CREATE INDEX competition_matches_of ON competition_matches (competition, round);

-- Where a side sees and plays a match that is in another room.
CREATE TABLE away_rooms (
    match_id  INTEGER NOT NULL REFERENCES matches,
    seat      TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    room      INTEGER NOT NULL REFERENCES rooms,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX away_rooms_of ON away_rooms (room);


-- Codes by which open challenges can be accepted from any room.
CREATE TABLE challenge_codes (
    challenge  INTEGER PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
    code       TEXT NOT NULL UNIQUE CHECK (code <> '')
) STRICT;

-- Rooms that show each other's open challenges and boards; a row for each of the two.
CREATE TABLE room_pairs (
    room   INTEGER PRIMARY KEY REFERENCES rooms,
    other  INTEGER NOT NULL UNIQUE REFERENCES rooms,
    CONSTRAINT a_room_is_no_pair CHECK (room <> other)
) STRICT;

-- How many people wanted each move where one was chosen by counting, as JSON: the checks of ties need it.
CREATE TABLE tallies (
    match_id  INTEGER NOT NULL REFERENCES matches,
    step      INTEGER NOT NULL,
    take      INTEGER NOT NULL,
    counts    TEXT NOT NULL,
    PRIMARY KEY (match_id, step, take)
) STRICT;

-- Who may do something until when, in milliseconds since 1970 by the database's clock. A process lives while it has its own lease,
-- `member/` and its number. A process that is alone on its database has none.
CREATE TABLE leases (
    name     TEXT PRIMARY KEY,
    holder   INTEGER NOT NULL,
    ends_at  INTEGER NOT NULL
) STRICT;

-- The connections to a chat's gateway, so that they go on after a restart or in another process.
CREATE TABLE gateway_sessions (
    shard     INTEGER PRIMARY KEY,
    -- How many shards there were, and of which application.
    shards    INTEGER NOT NULL,
    account   TEXT NOT NULL,
    session   TEXT NOT NULL,
    address   TEXT NOT NULL,
    -- The last event that was handled.
    sequence  INTEGER NOT NULL
) STRICT;

-- How many wrong codes a person said, until they are forgotten.
CREATE TABLE wrong_codes (
    person  INTEGER PRIMARY KEY REFERENCES people,
    tries   INTEGER NOT NULL CHECK (tries > 0),
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_codes_until ON wrong_codes (until);

-- Who pinged another person, or everyone in a room, within the hour. Boards aren't counted.
CREATE TABLE pings (
    person  INTEGER NOT NULL REFERENCES people,
    whom    INTEGER REFERENCES people,
    room    INTEGER REFERENCES rooms,
    at      INTEGER NOT NULL,
    CONSTRAINT a_ping_is_for_a_person_or_a_room CHECK ((whom IS NULL) <> (room IS NULL))
) STRICT;
CREATE INDEX pings_by ON pings (person, at);
CREATE INDEX pings_of ON pings (whom) WHERE whom IS NOT NULL;
CREATE INDEX pings_at ON pings (at);

-- What people were asked by others, who may be in another room or chat than they.
CREATE TABLE questions (
    person  INTEGER NOT NULL REFERENCES people,
    -- The lines that a bare yes and a bare no stand for. They hold numbers, and no names.
    yes     TEXT NOT NULL CHECK (yes <> ''),
    no      TEXT NOT NULL CHECK (no <> ''),
    until   INTEGER NOT NULL,
    PRIMARY KEY (person, yes)
) STRICT;
CREATE INDEX questions_until ON questions (until);

-- The address of a person's own boards. The key itself isn't stored.
CREATE TABLE board_links (
    person   INTEGER PRIMARY KEY REFERENCES people,
    hash     TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    made_at  INTEGER NOT NULL
) STRICT;

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

-- Matches that end by their position unless the absent side comes back.
CREATE TABLE settlements (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    -- The side that asked for it.
    seat      TEXT NOT NULL CHECK (seat <> ''),
    winner    TEXT NOT NULL CHECK (winner <> ''),
    due       INTEGER NOT NULL
) STRICT;

-- What a seat has from its match.
CREATE TRIGGER seats_follow AFTER UPDATE OF room, game, touched_at, ended_at, counted ON matches
BEGIN
    UPDATE seats SET room = NEW.room, game = NEW.game, touched_at = NEW.touched_at, ended_at = NEW.ended_at,
                     counted = NEW.counted IS NOT NULL
    WHERE match_id = NEW.id;
END;
