-- The schema of version 23 on PostgreSQL, which is what SQLite has after its migration 023. This file never changes once it was released; later
-- versions come in files of their own, one for each database.
--
-- Times are Unix seconds. What the engine reads and writes itself (options, offers, endings, states) is JSON in its own form.
-- Numbers are BIGINT, also those for yes and no, so that statements are the same as for SQLite. Texts are ordered by their bytes.

-- What tells our databases from those of other programs, and their version.
CREATE TABLE draughtsman (
    version  BIGINT NOT NULL,
    -- One row alone.
    single   BOOLEAN PRIMARY KEY DEFAULT true CHECK (single)
);

-- The next number in a table, without gaps: people see these numbers. Two transactions wait for each other here.
CREATE FUNCTION next_id(of TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    found BIGINT;
BEGIN
    PERFORM pg_advisory_xact_lock(1148348276, hashtext(of));
    EXECUTE format('SELECT coalesce(max(id), 0) + 1 FROM %I', of) INTO found;
    RETURN found;
END;
$$;

-- What SQLite knows and PostgreSQL doesn't. A path is a key, or `$.` and keys. `\u0000` is no text here, so it is read as another
-- character; what is stored stays as it is.
CREATE FUNCTION json_text(of TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT replace($1, '\u0000', '\ufffd')::json #>> string_to_array(ltrim($2, '$.'), '.')
$$;

CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_text);

CREATE FUNCTION json_part(of TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ($1::json #> string_to_array(ltrim($2, '$.'), '.'))::text
$$;

CREATE OPERATOR -> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_part);

CREATE FUNCTION json_type(of TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT json_typeof($1::json #> string_to_array(ltrim($2, '$.'), '.'))
$$;

-- Only for what is true or false.
CREATE FUNCTION json_extract(of TEXT, path TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ($1::json #> string_to_array(ltrim($2, '$.'), '.'))::text = 'true'
$$;

CREATE FUNCTION json_quote(it TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT to_json($1)::text
$$;

-- Only for lists of numbers.
CREATE FUNCTION json_each(of TEXT) RETURNS TABLE (value BIGINT) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT it::bigint FROM json_array_elements_text($1::json) AS it
$$;

CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT strpos($1, $2)
$$;

CREATE TABLE rooms (
    id      BIGINT PRIMARY KEY DEFAULT next_id('rooms'),
    chat    TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle  TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL,
    -- Empty for a room that is part of nothing larger.
    server  TEXT COLLATE "C" NOT NULL,
    settings  TEXT COLLATE "C" NOT NULL DEFAULT '{}' CHECK (settings::json IS NOT NULL),
    answers_only BIGINT NOT NULL DEFAULT 0 CHECK (answers_only IN (0, 1)),
    UNIQUE (chat, handle)
);

CREATE INDEX rooms_of_server ON rooms (chat, server);

CREATE TABLE people (
    id        BIGINT PRIMARY KEY DEFAULT next_id('people'),
    chat      TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle    TEXT COLLATE "C" NOT NULL,
    name      TEXT COLLATE "C" NOT NULL,
    -- The name with the differences of upper and lower case taken out.
    folded    TEXT COLLATE "C" NOT NULL,
    settings  TEXT COLLATE "C" NOT NULL DEFAULT '{}' CHECK (settings::json IS NOT NULL),
    -- The row that stands for somebody who is known in several chats; nothing for that row itself.
    linked    BIGINT REFERENCES people,
    -- Somebody who had their data deleted: the row stays for the results of the others, and tells nothing.
    gone      BIGINT NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    -- When and where they spoke last in this chat: there they are told what concerns them.
    spoke_at  BIGINT,
    spoke_in  BIGINT REFERENCES rooms,
    level BIGINT CHECK (level BETWEEN 1 AND 5),
    UNIQUE (chat, handle)
);

CREATE INDEX people_linked ON people (linked) WHERE linked IS NOT NULL;
CREATE INDEX people_by_name ON people (chat, folded);
CREATE UNIQUE INDEX people_levels ON people (level) WHERE level IS NOT NULL;
CREATE INDEX people_hidden ON people (id) WHERE json_extract(settings, '$.hidden');

-- What moderators chose for a server; a room that is part of none is one of its own.
CREATE TABLE servers (
    chat      TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle    TEXT COLLATE "C" NOT NULL,
    settings  TEXT COLLATE "C" NOT NULL CHECK (settings::json IS NOT NULL),
    PRIMARY KEY (chat, handle)
);

-- Who may not use the bot on a server. The fingerprint is of the chat's id of the person: it holds when they are forgotten, too.
CREATE TABLE bans (
    chat         TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    server       TEXT COLLATE "C" NOT NULL,
    fingerprint  TEXT COLLATE "C" NOT NULL CHECK (length(fingerprint) = 64),
    person       BIGINT NOT NULL REFERENCES people,
    made_at      BIGINT NOT NULL,
    PRIMARY KEY (chat, server, fingerprint)
);

CREATE TABLE challenges (
    id         BIGINT PRIMARY KEY DEFAULT next_id('challenges'),
    room       BIGINT NOT NULL REFERENCES rooms,
    made_by    BIGINT NOT NULL REFERENCES people,
    -- Nobody for a challenge that anyone may accept.
    made_to    BIGINT REFERENCES people,
    game       TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    options    TEXT COLLATE "C" NOT NULL CHECK (options::json IS NOT NULL),
    -- Nothing for a match without one.
    clock      TEXT COLLATE "C" CHECK (clock IS NULL OR clock::json IS NOT NULL),
    rated      BIGINT NOT NULL CHECK (rated IN (0, 1)),
    private    BIGINT NOT NULL CHECK (private IN (0, 1)),
    side       TEXT COLLATE "C" NOT NULL CHECK (side IN ('random', 'first', 'second')),
    state      TEXT COLLATE "C" NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'countered', 'cancelled', 'lapsed')),
    secret     TEXT COLLATE "C" NOT NULL CHECK (secret ~ '^[0-9A-Fa-f]{64}$'),
    tag        TEXT COLLATE "C" NOT NULL,
    word       TEXT COLLATE "C" NOT NULL,
    made_at    BIGINT NOT NULL,
    lapses_at  BIGINT NOT NULL,
    -- How many may still accept.
    places     BIGINT NOT NULL CHECK (places >= 1),
    -- The people who have accepted while it stood, as a JSON array of their ids.
    taken      TEXT COLLATE "C" NOT NULL CHECK (taken::json IS NOT NULL),
    -- Whether it answers another challenge.
    counter    BIGINT NOT NULL CHECK (counter IN (0, 1)),
    -- The position to begin from, where it is not the game's own.
    start      TEXT COLLATE "C" CHECK (start IS NULL OR start::json IS NOT NULL),
    -- What the commitment binds, and the salts of the players' fingerprints in it while the challenge is open.
    bond       TEXT COLLATE "C" NOT NULL CHECK (bond::json IS NOT NULL),
    best_of BIGINT NOT NULL DEFAULT 1 CHECK (best_of >= 1)
);

CREATE INDEX challenges_open_in ON challenges (room, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_by ON challenges (made_by, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_to ON challenges (made_to, made_at) WHERE state = 'open';
CREATE INDEX challenges_lapsing ON challenges (lapses_at) WHERE state = 'open';
CREATE INDEX challenges_declined ON challenges (made_by, made_to, made_at) WHERE state = 'declined';

CREATE TABLE ratings (
    person      BIGINT NOT NULL REFERENCES people,
    -- Empty for all games together.
    game        TEXT COLLATE "C" NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    won         BIGINT NOT NULL CHECK (won >= 0),
    lost        BIGINT NOT NULL CHECK (lost >= 0),
    drawn       BIGINT NOT NULL CHECK (drawn >= 0),
    streak      BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    PRIMARY KEY (game, person)
);

-- How ratings have gone: what each was after each match that counted.
CREATE TABLE curves (
    person     BIGINT NOT NULL REFERENCES people,
    -- Empty for all games together.
    game       TEXT COLLATE "C" NOT NULL,
    counted    BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, game, counted)
);

-- How a rating changed last without a match, because two accounts of one player were joined or parted: for its owner to see.
CREATE TABLE shifts (
    person  BIGINT NOT NULL REFERENCES people,
    -- Empty for all games together.
    game    TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    before  DOUBLE PRECISION NOT NULL,
    after   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, game)
);

CREATE TABLE outbox (
    -- An id is never given twice, so that a late note of delivery cannot strike out another reply.
    id       BIGINT PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
    chat     TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    room     BIGINT NOT NULL REFERENCES rooms,
    made_at  BIGINT NOT NULL,
    body     TEXT COLLATE "C" NOT NULL CHECK (body::json IS NOT NULL),
    -- What it is about, where a later reply on the same makes it worthless.
    topic    TEXT COLLATE "C"
);

CREATE INDEX outbox_of ON outbox (chat, id);
CREATE INDEX outbox_about ON outbox (topic) WHERE topic IS NOT NULL;

-- Messages that were answered, so that none is answered twice after a restart.
CREATE TABLE handled (
    chat     TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message  TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (chat, message)
);

CREATE INDEX handled_at ON handled (at);

-- Where a chat speaks with one person alone. The person is the row of that chat.
CREATE TABLE private_places (
    person       BIGINT PRIMARY KEY REFERENCES people,
    chat         TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    -- The chat's own id of the place.
    place        TEXT COLLATE "C" NOT NULL,
    -- When they would not come there.
    declined_at  BIGINT
);

CREATE INDEX private_places_at ON private_places (chat, place);

-- Sentences that are too long for the id of a button.
CREATE TABLE sentences (
    key   TEXT COLLATE "C" PRIMARY KEY,
    says  TEXT COLLATE "C" NOT NULL,
    at    BIGINT NOT NULL
);

-- The menu that was shown last in a place, or to one person for that place.
CREATE TABLE menus (
    chat    TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    place   TEXT COLLATE "C" NOT NULL,
    -- Empty outside threads.
    thread  TEXT COLLATE "C" NOT NULL,
    -- Nobody for everybody there; else the row of that chat.
    person  BIGINT REFERENCES people,
    body    TEXT COLLATE "C" NOT NULL CHECK (body::json IS NOT NULL),
    -- The order of arrival, which SQLite keeps by itself.
    rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY
);

CREATE UNIQUE INDEX menus_in ON menus (chat, place, thread, coalesce(person, 0));
CREATE INDEX menus_of ON menus (person) WHERE person IS NOT NULL;

-- Messages that ask somebody to press for a private reply, which waits in the outbox until then.
CREATE TABLE fetches (
    reply    BIGINT PRIMARY KEY,
    person   BIGINT NOT NULL REFERENCES people,
    place    TEXT COLLATE "C" NOT NULL,
    message  TEXT COLLATE "C" NOT NULL
);

CREATE INDEX fetches_of ON fetches (person);

-- When people are or were away, so that it can be counted.
CREATE TABLE vacations (
    person    BIGINT NOT NULL REFERENCES people,
    from_at   BIGINT NOT NULL,
    until_at  BIGINT NOT NULL CHECK (until_at >= from_at),
    -- Whether it has begun: one that was planned ahead has to be put into the clocks on its day.
    begun     BIGINT NOT NULL CHECK (begun IN (0, 1)),
    -- The order of arrival, which SQLite keeps by itself.
    rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY
);

CREATE INDEX vacations_of ON vacations (person, until_at);
CREATE INDEX vacations_planned ON vacations (from_at) WHERE begun = 0;

-- When something was done last: `alive` is when the bot last looked at the time.
CREATE TABLE moments (
    name  TEXT COLLATE "C" PRIMARY KEY,
    at    BIGINT NOT NULL
);

-- The message that shows a challenge in a chat, so that it can be changed to what became of it.
CREATE TABLE cards (
    challenge BIGINT NOT NULL REFERENCES challenges ON DELETE CASCADE,
    chat      TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    place     TEXT COLLATE "C" NOT NULL,
    message   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (challenge, chat)
);

-- The rooms and servers that were greeted, by the chat's own id.
CREATE TABLE greetings (
    chat   TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    place  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (chat, place)
);

-- Matches, running and over.
CREATE TABLE matches (
    id              BIGINT PRIMARY KEY DEFAULT next_id('matches'),
    room            BIGINT NOT NULL REFERENCES rooms,
    game            TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    rated           BIGINT NOT NULL CHECK (rated IN (0, 1)),
    private         BIGINT NOT NULL CHECK (private IN (0, 1)),
    opened_at       BIGINT NOT NULL,
    touched_at      BIGINT NOT NULL,
    -- When there is something to do for it that nobody asks for: a reminder, an end on time.
    due             BIGINT,
    ended_at        BIGINT,
    -- Nothing while the match runs, and for a match that was called off.
    outcome         TEXT COLLATE "C" CHECK (outcome IS NULL OR outcome::json IS NOT NULL),
    -- Nothing where the rules of the game ended the match.
    ending          TEXT COLLATE "C" CHECK (ending IS NULL OR ending::json IS NOT NULL),
    tag             TEXT COLLATE "C" NOT NULL,
    secret          TEXT COLLATE "C" NOT NULL CHECK (secret ~ '^[0-9A-Fa-f]{64}$'),
    options         TEXT COLLATE "C" NOT NULL CHECK (options::json IS NOT NULL),
    house           TEXT COLLATE "C" NOT NULL CHECK (house::json IS NOT NULL),
    clock           TEXT COLLATE "C" CHECK (clock IS NULL OR clock::json IS NOT NULL),
    timer           TEXT COLLATE "C" NOT NULL CHECK (timer::json IS NOT NULL),
    nudges          TEXT COLLATE "C" NOT NULL CHECK (nudges::json IS NOT NULL),
    start           TEXT COLLATE "C" CHECK (start IS NULL OR start::json IS NOT NULL),
    -- What the commitments bind, and the salts of the players' fingerprints in it.
    pact            TEXT COLLATE "C" NOT NULL CHECK (pact::json IS NOT NULL),
    -- The how manieth to end of those that count for ratings.
    counted         BIGINT UNIQUE,
    -- The moderator who ended the match or annulled its result.
    ruled_by        BIGINT REFERENCES people,
    -- When its result was annulled: since then it counts for no rating.
    annulled_at     BIGINT,
    CONSTRAINT a_running_match_has_no_end CHECK (ended_at IS NOT NULL OR (outcome IS NULL AND ending IS NULL)),
    CONSTRAINT only_a_result_is_annulled CHECK (annulled_at IS NULL OR (outcome IS NOT NULL AND counted IS NULL))
);

CREATE INDEX matches_in ON matches (room, touched_at);
CREATE INDEX matches_running_in ON matches (room, touched_at) WHERE ended_at IS NULL;
CREATE INDEX matches_due ON matches (due) WHERE ended_at IS NULL AND due IS NOT NULL;
CREATE INDEX matches_counted ON matches (room, ended_at) WHERE counted IS NOT NULL;

CREATE TABLE steps (
    match_id    BIGINT NOT NULL REFERENCES matches,
    -- 0 for the opening.
    step        BIGINT NOT NULL CHECK (step >= 0),
    take        BIGINT NOT NULL CHECK (take >= 0),
    -- Nobody for the opening.
    seat        TEXT COLLATE "C" CHECK (seat IN ('first', 'second')),
    fixed       BIGINT NOT NULL CHECK (fixed IN (0, 1)),
    decided     BIGINT NOT NULL CHECK (decided IN (0, 1)),
    sealed      BIGINT NOT NULL CHECK (sealed IN (0, 1)),
    ended_turn  BIGINT NOT NULL CHECK (ended_turn IN (0, 1)),
    taken_back  BIGINT NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1)),
    rules       BIGINT NOT NULL CHECK (rules BETWEEN 0 AND 65535),
    at          BIGINT NOT NULL,
    written     TEXT COLLATE "C" NOT NULL,
    action      TEXT COLLATE "C" NOT NULL CHECK (action::json IS NOT NULL),
    events      TEXT COLLATE "C" NOT NULL CHECK (events::json IS NOT NULL),
    -- What fell, in order.
    throws      TEXT COLLATE "C" NOT NULL CHECK (throws::json IS NOT NULL),
    news        TEXT COLLATE "C" NOT NULL CHECK (news::json IS NOT NULL),
    state       TEXT COLLATE "C" NOT NULL CHECK (state::json IS NOT NULL),
    -- How the clocks stood before it, to come back to by consent.
    stand       TEXT COLLATE "C" CHECK (stand IS NULL OR stand::json IS NOT NULL),
    -- Where a match went back to this position: who wanted it. What is not dealt anew in it is as the step that led here left it.
    undo        TEXT COLLATE "C" CHECK (undo IN ('alone', 'agreed')),
    -- What fell to make the choice by default; nothing where the player made it.
    lot         TEXT COLLATE "C" CHECK (lot IS NULL OR lot::json IS NOT NULL),
    packed BYTEA CHECK (packed IS NULL OR length(packed) > 1),
    packed_stand BYTEA CHECK (packed_stand IS NULL OR length(packed_stand) > 1),
    base_step BIGINT,
    base_take BIGINT,
    CONSTRAINT only_the_opening_has_no_seat CHECK ((seat IS NULL) = (step = 0)),
    UNIQUE (match_id, step, take)
);

CREATE UNIQUE INDEX steps_live ON steps (match_id, step) WHERE taken_back = 0;

-- Who looks on at a match, and where they are told: in private, or with the whole room.
CREATE TABLE watches (
    match_id  BIGINT NOT NULL REFERENCES matches,
    person    BIGINT NOT NULL REFERENCES people,
    room      BIGINT NOT NULL REFERENCES rooms,
    openly    BIGINT NOT NULL CHECK (openly IN (0, 1)),
    PRIMARY KEY (match_id, person, room)
);

CREATE INDEX watches_of ON watches (person);

-- The message with the board of a match, and what it says once another one has taken its place.
CREATE TABLE boards (
    chat       TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message    TEXT COLLATE "C" NOT NULL,
    match_id   BIGINT NOT NULL REFERENCES matches,
    place      TEXT COLLATE "C" NOT NULL,
    plain      TEXT COLLATE "C" NOT NULL,
    html       TEXT COLLATE "C" NOT NULL,
    -- Whether another one has taken its place, so that its picture and its buttons have to go.
    passed     BIGINT NOT NULL DEFAULT 0 CHECK (passed IN (0, 1)),
    room TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (chat, message)
);

CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id, room) WHERE passed = 0;

-- The thread in which a match is played, in a room.
CREATE TABLE threads (
    chat      TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    match_id  BIGINT NOT NULL REFERENCES matches,
    -- The chat's own ids.
    room      TEXT COLLATE "C" NOT NULL,
    -- Empty where none can be opened.
    thread    TEXT COLLATE "C" NOT NULL,
    -- The newest message in it, for chats that need it.
    last      TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (chat, match_id, room)
);

CREATE INDEX threads_of ON threads (chat, thread);

-- The matches whose players were told that their room is lost.
CREATE TABLE losses (
    match_id  BIGINT PRIMARY KEY REFERENCES matches
);

-- The matches in which the bot plays.
CREATE TABLE practice (
    match_id  BIGINT PRIMARY KEY REFERENCES matches,
    -- Who asked for it; nobody where they had their data deleted.
    asked_by  BIGINT REFERENCES people,
    -- What the bot's choices follow from, besides the position. It has nothing to do with the match's secret.
    seed      BIGINT NOT NULL,
    -- The step up to which the room was told.
    told      BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX practice_by ON practice (asked_by);

-- Under which address a match may be looked at by anybody. The key cannot be guessed.
CREATE TABLE shares (
    match_id  BIGINT PRIMARY KEY REFERENCES matches,
    key       TEXT COLLATE "C" NOT NULL UNIQUE CHECK (key ~ '^[0-9a-f]{32}$')
);

CREATE TABLE seats (
    match_id    BIGINT NOT NULL REFERENCES matches,
    seat        TEXT COLLATE "C" NOT NULL CHECK (seat <> ''),
    person      BIGINT NOT NULL REFERENCES people,
    -- Whether the match waits for a decision of this player.
    waiting     BIGINT NOT NULL DEFAULT 0 CHECK (waiting IN (0, 1)),
    -- Whether this player's doing is that the match was called off.
    called_off  BIGINT NOT NULL DEFAULT 0 CHECK (called_off IN (0, 1)),
    -- The same as in the match, kept so by the trigger below: a person's matches are found by an index.
    room        BIGINT NOT NULL REFERENCES rooms,
    game        TEXT COLLATE "C" NOT NULL,
    touched_at  BIGINT NOT NULL,
    ended_at    BIGINT,
    -- Whether the match counts for ratings.
    counted     BIGINT NOT NULL DEFAULT 0 CHECK (counted IN (0, 1)),
    -- What the player added to the dice; may be empty.
    word        TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_match_that_is_over_waits_for_nobody CHECK (ended_at IS NULL OR waiting = 0)
);

CREATE INDEX seats_of ON seats (person, room, touched_at);
CREATE INDEX seats_running ON seats (person) WHERE ended_at IS NULL;
CREATE INDEX seats_over ON seats (person, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_called_off ON seats (person, ended_at) WHERE called_off = 1;
CREATE INDEX seats_counted ON seats (room, game, person) WHERE counted = 1;

-- Which players have agreed that anybody may look at a match: a private one takes the consent of all.
CREATE TABLE share_consents (
    match_id  BIGINT NOT NULL REFERENCES shares ON DELETE CASCADE,
    seat      TEXT COLLATE "C" NOT NULL CHECK (seat <> ''),
    PRIMARY KEY (match_id, seat)
);

CREATE TABLE season_ratings (
    chat        TEXT COLLATE "C" NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    -- As in `servers`.
    server      TEXT COLLATE "C" NOT NULL,
    -- Quarters since the year 0.
    season      BIGINT NOT NULL,
    -- Empty for all games together.
    game        TEXT COLLATE "C" NOT NULL,
    person      BIGINT NOT NULL REFERENCES people,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    won         BIGINT NOT NULL CHECK (won >= 0),
    lost        BIGINT NOT NULL CHECK (lost >= 0),
    drawn       BIGINT NOT NULL CHECK (drawn >= 0),
    streak      BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    -- The low end of the rating, by which they are ordered.
    floor       DOUBLE PRECISION NOT NULL,
    -- Whether they have played enough, and against enough people, to win.
    may_win     BIGINT NOT NULL DEFAULT 0 CHECK (may_win IN (0, 1)),
    PRIMARY KEY (chat, server, season, game, person)
);

CREATE INDEX season_places ON season_ratings (chat, server, season, game, may_win, floor, person);
CREATE INDEX season_ratings_of ON season_ratings (person, season);

-- Who has played enough, and against enough people, to count as an opponent in seasons, and since when.
CREATE TABLE established (
    person  BIGINT PRIMARY KEY REFERENCES people,
    at      BIGINT NOT NULL
);

-- Under which address the leaderboards of a server may be looked at by anybody. The key cannot be guessed.
CREATE TABLE server_pages (
    chat    TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    -- The chat's id of the server, or of the room where it is part of none.
    handle  TEXT COLLATE "C" NOT NULL,
    key     TEXT COLLATE "C" NOT NULL UNIQUE CHECK (key ~ '^[0-9a-f]{32}$'),
    PRIMARY KEY (chat, handle)
);

-- What the adapters know after a restart, each kind in a table of its own.
CREATE TABLE cursors (
    chat   TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    -- `mark` sets apart what two databases have sent in one room, `position` is how far events are handled.
    what   TEXT COLLATE "C" NOT NULL CHECK (what IN ('mark', 'position')),
    value  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (chat, what)
);

-- The newest event of each room that is handled.
CREATE TABLE newest_events (
    chat   TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    place  TEXT COLLATE "C" NOT NULL,
    event  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (chat, place)
);

-- What a room was told about its encryption.
CREATE TABLE warnings (
    chat   TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    place  TEXT COLLATE "C" NOT NULL,
    -- `open`: the room isn't encrypted; `keyless`: the key of a message is missing.
    what   TEXT COLLATE "C" NOT NULL CHECK (what IN ('open', 'keyless')),
    -- The last time, in days since 1970.
    day    BIGINT NOT NULL,
    PRIMARY KEY (chat, place, what)
);

-- Messages whose key is missing.
CREATE TABLE keyless_events (
    chat     TEXT COLLATE "C" NOT NULL CHECK (chat <> ''),
    event    TEXT COLLATE "C" NOT NULL,
    place    TEXT COLLATE "C" NOT NULL,
    -- Milliseconds since 1970.
    at       BIGINT NOT NULL,
    -- The key's session, where the message names it.
    session  TEXT COLLATE "C",
    PRIMARY KEY (chat, event)
);

-- The commands that a chat has from us.
CREATE TABLE registrations (
    chat         TEXT COLLATE "C" PRIMARY KEY CHECK (chat <> ''),
    application  TEXT COLLATE "C" NOT NULL,
    -- The server that has them, or nothing for all.
    server       TEXT COLLATE "C",
    hash         TEXT COLLATE "C" NOT NULL
);

-- Moves ordered in advance: if the other side plays the one, its owner plays the other.
CREATE TABLE orders (
    match_id  BIGINT NOT NULL REFERENCES matches,
    person    BIGINT NOT NULL REFERENCES people,
    number    BIGINT NOT NULL CHECK (number >= 1),
    -- The actions of both sides in order, as a JSON array of seat and notation.
    path      TEXT COLLATE "C" NOT NULL CHECK (path::json IS NOT NULL),
    -- How many of them have been played.
    done      BIGINT NOT NULL CHECK (done >= 0),
    -- The position the match then has; in any other one the order holds no more.
    step      BIGINT NOT NULL CHECK (step >= 0),
    take      BIGINT NOT NULL CHECK (take >= 0),
    PRIMARY KEY (match_id, person, number)
);

CREATE INDEX orders_of ON orders (person);

-- What players write down for themselves about their matches.
CREATE TABLE notes (
    match_id  BIGINT NOT NULL REFERENCES matches,
    person    BIGINT NOT NULL REFERENCES people,
    text      TEXT COLLATE "C" NOT NULL CHECK (text <> ''),
    made_at   BIGINT NOT NULL,
    PRIMARY KEY (match_id, person)
);

CREATE INDEX notes_of ON notes (person);

-- How people answered lately: one row for each turn they ended, or let run out.
CREATE TABLE turns (
    person    BIGINT NOT NULL REFERENCES people,
    match_id  BIGINT NOT NULL REFERENCES matches,
    at        BIGINT NOT NULL,
    -- How much of their time it took, in seconds; vacations and pauses aren't in it.
    took      BIGINT NOT NULL CHECK (took >= 0),
    in_time   BIGINT NOT NULL CHECK (in_time IN (0, 1)),
    -- The order of arrival, which SQLite keeps by itself.
    rowid BIGINT NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY
);

CREATE INDEX turns_of ON turns (person, at);

-- What several matches are played for together. A series between two people is the smallest.
CREATE TABLE competitions (
    id        BIGINT PRIMARY KEY DEFAULT next_id('competitions'),
    kind      TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),
    room      BIGINT NOT NULL REFERENCES rooms,
    -- What was agreed, in the form of the kind.
    rules     TEXT COLLATE "C" NOT NULL CHECK (rules::json IS NOT NULL),
    begun_at  BIGINT NOT NULL,
    ended_at  BIGINT,
    -- Nobody while it runs, where it is drawn, and where it was called off.
    winner    BIGINT REFERENCES people,
    CONSTRAINT a_running_competition_has_no_winner CHECK (ended_at IS NOT NULL OR winner IS NULL)
);

CREATE INDEX competitions_of_leagues ON competitions ((rules ->> 'league')) WHERE kind = 'league';

CREATE TABLE competition_matches (
    match_id     BIGINT PRIMARY KEY REFERENCES matches,
    competition  BIGINT NOT NULL REFERENCES competitions,
    -- Counts from 1. A match that is played again has the round of the one that was called off.
    round        BIGINT NOT NULL CHECK (round >= 1)
);

CREATE INDEX competition_matches_of ON competition_matches (competition, round);

-- Leagues: round robins in a room, season after season.
CREATE TABLE leagues (
    id         BIGINT PRIMARY KEY DEFAULT next_id('leagues'),
    room       BIGINT NOT NULL REFERENCES rooms,
    -- Who started it; nobody if they deleted their data.
    made_by    BIGINT REFERENCES people,
    game       TEXT COLLATE "C" NOT NULL,
    options    TEXT COLLATE "C" NOT NULL CHECK (options::json IS NOT NULL),
    clock      TEXT COLLATE "C" CHECK (clock IS NULL OR clock::json IS NOT NULL),
    rated      BIGINT NOT NULL CHECK (rated IN (0, 1)),
    -- How many days a round has.
    days       BIGINT NOT NULL CHECK (days >= 1),
    -- The usual size of a group; none for one group of everybody.
    groups_of  BIGINT CHECK (groups_of >= 3),
    -- The season that is played, or that people join.
    season     BIGINT NOT NULL CHECK (season >= 1),
    -- The round that is played; 0 while people join.
    round      BIGINT NOT NULL CHECK (round >= 0),
    -- When the days of the round are over, or it is too late to begin.
    due        BIGINT NOT NULL,
    -- What to say in another room to join from there.
    code       TEXT COLLATE "C" NOT NULL CHECK (code <> ''),
    made_at    BIGINT NOT NULL,
    ended_at   BIGINT
);

CREATE INDEX leagues_due ON leagues (due) WHERE ended_at IS NULL;
CREATE INDEX leagues_in ON leagues (room);

CREATE TABLE league_players (
    league     BIGINT NOT NULL REFERENCES leagues,
    season     BIGINT NOT NULL CHECK (season >= 1),
    person     BIGINT NOT NULL REFERENCES people,
    -- Where they joined, and play.
    room       BIGINT NOT NULL REFERENCES rooms,
    -- Their group, 0 for the best, and their number in its schedule; before the season, their place in line.
    division   BIGINT NOT NULL CHECK (division >= 0),
    number     BIGINT NOT NULL CHECK (number >= 0),
    -- When they left, and whether their results still count.
    left_at    BIGINT,
    counts     BIGINT NOT NULL CHECK (counts IN (0, 1)),
    PRIMARY KEY (league, season, person)
);

CREATE INDEX league_players_of ON league_players (person);

-- Where a side sees and plays a match that is in another room.
CREATE TABLE away_rooms (
    match_id   BIGINT NOT NULL REFERENCES matches,
    seat       TEXT COLLATE "C" NOT NULL CHECK (seat IN ('first', 'second')),
    room       BIGINT NOT NULL REFERENCES rooms,
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX away_rooms_of ON away_rooms (room);

-- Ladders: the order of a server's players in a game. Each is a competition.
CREATE TABLE ladder_places (
    competition BIGINT NOT NULL REFERENCES competitions,
    person      BIGINT NOT NULL REFERENCES people,
    -- In the order of this number, the best first.
    place       BIGINT NOT NULL CHECK (place >= 1),
    -- Their last match for the ladder, or when they joined or slid down.
    active_at   BIGINT NOT NULL,
    PRIMARY KEY (competition, person)
);

CREATE INDEX ladder_places_of ON ladder_places (person);

-- Challenges whose match is for a ladder.
CREATE TABLE ladder_challenges (
    challenge   BIGINT PRIMARY KEY REFERENCES challenges,
    competition BIGINT NOT NULL REFERENCES competitions
);

-- How far people are in the lessons of each game.
CREATE TABLE lessons (
    person   BIGINT NOT NULL REFERENCES people,
    game     TEXT COLLATE "C" NOT NULL,
    -- The name of the lesson's file.
    lesson   TEXT COLLATE "C" NOT NULL CHECK (lesson <> ''),
    -- How many of its tasks are done, and wrong answers to the next one.
    task     BIGINT NOT NULL CHECK (task >= 0),
    misses   BIGINT NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this lesson; at most one of a person's is open.
    open     BIGINT NOT NULL CHECK (open IN (0, 1)),
    at       BIGINT NOT NULL,
    -- When all of it was done for the first time.
    done_at  BIGINT,
    PRIMARY KEY (person, game, lesson)
);

-- Who was told that a game has lessons.
CREATE TABLE lesson_offers (
    person   BIGINT NOT NULL REFERENCES people,
    game     TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);

-- Codes by which open challenges can be accepted from any room.
CREATE TABLE challenge_codes (
    challenge BIGINT PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
    code      TEXT COLLATE "C" NOT NULL UNIQUE CHECK (code <> '')
);

-- Rooms that show each other's open challenges and boards; a row for each of the two.
CREATE TABLE room_pairs (
    room      BIGINT PRIMARY KEY REFERENCES rooms,
    other     BIGINT NOT NULL UNIQUE REFERENCES rooms,
    CONSTRAINT a_room_is_no_pair CHECK (room <> other)
);

-- How hard puzzles are, as those who tried them found out.
CREATE TABLE puzzles (
    game        TEXT COLLATE "C" NOT NULL,
    puzzle      TEXT COLLATE "C" NOT NULL CHECK (puzzle <> ''),
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    won         BIGINT NOT NULL CHECK (won >= 0),
    lost        BIGINT NOT NULL CHECK (lost >= 0),
    drawn       BIGINT NOT NULL CHECK (drawn >= 0),
    streak      BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

-- How well people solve puzzles, and on how many days in a row.
CREATE TABLE solvers (
    person      BIGINT PRIMARY KEY REFERENCES people,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    won         BIGINT NOT NULL CHECK (won >= 0),
    lost        BIGINT NOT NULL CHECK (lost >= 0),
    drawn       BIGINT NOT NULL CHECK (drawn >= 0),
    streak      BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    days        BIGINT NOT NULL CHECK (days >= 0),
    most_days   BIGINT NOT NULL CHECK (most_days >= days),
    -- The last of those days, counted from 1970 in the person's time zone.
    last_day    BIGINT NOT NULL
);

-- Which puzzles people have looked at.
CREATE TABLE puzzle_tries (
    person      BIGINT NOT NULL REFERENCES people,
    game        TEXT COLLATE "C" NOT NULL,
    puzzle      TEXT COLLATE "C" NOT NULL CHECK (puzzle <> ''),
    -- Wrong answers.
    misses      BIGINT NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this puzzle.
    open        BIGINT NOT NULL CHECK (open IN (0, 1)),
    at          BIGINT NOT NULL,
    -- Whether the first answer has counted.
    rated       BIGINT NOT NULL CHECK (rated IN (0, 1)),
    -- Whether they have looked at the solution; answers no longer count then.
    shown       BIGINT NOT NULL CHECK (shown IN (0, 1)),
    solved_at   BIGINT,
    PRIMARY KEY (person, game, puzzle)
);

CREATE INDEX puzzle_tries_of ON puzzle_tries (game, puzzle);

-- The rooms that get a puzzle every day.
CREATE TABLE daily_puzzles (
    room        BIGINT PRIMARY KEY REFERENCES rooms,
    -- Empty for every game in turn.
    game        TEXT COLLATE "C" NOT NULL,
    -- Minutes after midnight, and the time zone they are counted in.
    minute      BIGINT NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone        TEXT COLLATE "C" NOT NULL,
    due         BIGINT NOT NULL
);

CREATE INDEX daily_puzzles_due ON daily_puzzles (due);

-- The puzzles that rooms got.
CREATE TABLE puzzle_days (
    room        BIGINT NOT NULL REFERENCES rooms,
    at          BIGINT NOT NULL,
    game        TEXT COLLATE "C" NOT NULL,
    puzzle      TEXT COLLATE "C" NOT NULL CHECK (puzzle <> ''),
    PRIMARY KEY (room, at)
);

-- Roles that servers give to the champion of a season.
CREATE TABLE champions (
    chat    TEXT COLLATE "C" NOT NULL,
    server  TEXT COLLATE "C" NOT NULL,
    role    TEXT COLLATE "C" NOT NULL CHECK (role <> ''),
    -- Where the end of a season is announced.
    room    BIGINT NOT NULL REFERENCES rooms,
    -- The last season that was announced.
    season  BIGINT NOT NULL,
    -- When to look for a new champion.
    due     BIGINT NOT NULL,
    -- Who has the role, with their id in the chat.
    person  BIGINT REFERENCES people,
    handle  TEXT COLLATE "C",
    PRIMARY KEY (chat, server),
    CONSTRAINT a_champion_has_an_id CHECK ((person IS NULL) = (handle IS NULL))
);

CREATE INDEX champions_due ON champions (due);
CREATE INDEX champions_of ON champions (person) WHERE person IS NOT NULL;

-- What a seat has from its match.
CREATE FUNCTION seats_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE seats SET room = NEW.room, game = NEW.game, touched_at = NEW.touched_at, ended_at = NEW.ended_at,
                     counted = (NEW.counted IS NOT NULL)::int
    WHERE match_id = NEW.id;
    RETURN NULL;
END;
$$;

CREATE TRIGGER seats_follow AFTER UPDATE OF room, game, touched_at, ended_at, counted ON matches
    FOR EACH ROW EXECUTE FUNCTION seats_follow();
