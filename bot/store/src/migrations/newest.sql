-- The schema of a new database: what all migrations together lead to, written by a test with `BLESS=1`.
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
    spoke_in  INTEGER REFERENCES rooms, level INTEGER CHECK (level BETWEEN 1 AND 5), room INTEGER REFERENCES rooms, browser TEXT,
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
    settings  TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)), answers_only INTEGER NOT NULL DEFAULT 0 CHECK (answers_only IN (0, 1)), parent TEXT NOT NULL DEFAULT '', lost INTEGER,
    UNIQUE (chat, handle)
) STRICT;
CREATE INDEX rooms_of_server ON rooms (chat, server);
CREATE TABLE servers (
    chat      TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    handle    TEXT NOT NULL,
    settings  TEXT NOT NULL CHECK (json_valid(settings)),
    PRIMARY KEY (chat, handle)
) STRICT, WITHOUT ROWID;
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
, best_of INTEGER NOT NULL DEFAULT 1 CHECK (best_of >= 1), vote INTEGER CHECK (vote IS NULL OR vote > 0)) STRICT;
CREATE INDEX challenges_open_in ON challenges (room, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_by ON challenges (made_by, made_at) WHERE state = 'open';
CREATE INDEX challenges_open_to ON challenges (made_to, made_at) WHERE state = 'open';
CREATE INDEX challenges_lapsing ON challenges (lapses_at) WHERE state = 'open';
CREATE INDEX challenges_declined ON challenges (made_by, made_to, made_at) WHERE state = 'declined';
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
    lot         TEXT CHECK (lot IS NULL OR json_valid(lot)), packed BLOB CHECK (packed IS NULL OR length(packed) > 1), packed_stand BLOB CHECK (packed_stand IS NULL OR length(packed_stand) > 1), base_step INTEGER, base_take INTEGER,
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
CREATE TABLE shifts (
    person  INTEGER NOT NULL REFERENCES people,
    -- Empty for all games together.
    game    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    before  REAL NOT NULL,
    after   REAL NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
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
, holder INTEGER, tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1))) STRICT;
CREATE INDEX outbox_of ON outbox (chat, id);
CREATE INDEX outbox_about ON outbox (topic) WHERE topic IS NOT NULL;
CREATE TABLE handled (
    chat     TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (chat, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX handled_at ON handled (at);
CREATE TABLE private_places (
    person       INTEGER PRIMARY KEY REFERENCES people,
    chat         TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    -- The chat's own id of the place.
    place        TEXT NOT NULL,
    -- When they would not come there.
    declined_at  INTEGER
) STRICT;
CREATE INDEX private_places_at ON private_places (chat, place);
CREATE TABLE boards (
    chat       TEXT NOT NULL CHECK (chat IN ('console', 'discord', 'matrix')),
    message    TEXT NOT NULL,
    match_id   INTEGER NOT NULL REFERENCES matches,
    place      TEXT NOT NULL,
    plain      TEXT NOT NULL,
    html       TEXT NOT NULL,
    -- Whether another one has taken its place, so that its picture and its buttons have to go.
    passed     INTEGER NOT NULL DEFAULT 0 CHECK (passed IN (0, 1)), room TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (chat, message)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE sentences (
    key   TEXT PRIMARY KEY,
    says  TEXT NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE fetches (
    reply    INTEGER PRIMARY KEY,
    person   INTEGER NOT NULL REFERENCES people,
    place    TEXT NOT NULL,
    message  TEXT NOT NULL
) STRICT;
CREATE INDEX fetches_of ON fetches (person);
CREATE TABLE vacations (
    person    INTEGER NOT NULL REFERENCES people,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL CHECK (until_at >= from_at),
    -- Whether it has begun: one that was planned ahead has to be put into the clocks on its day.
    begun     INTEGER NOT NULL CHECK (begun IN (0, 1))
) STRICT;
CREATE INDEX vacations_of ON vacations (person, until_at);
CREATE INDEX vacations_planned ON vacations (from_at) WHERE begun = 0;
CREATE TABLE moments (
    name  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX people_levels ON people (level) WHERE level IS NOT NULL;
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
CREATE TABLE shares (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    key       TEXT NOT NULL UNIQUE CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*')) STRICT;
CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id, room) WHERE passed = 0;
CREATE TABLE greetings (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    PRIMARY KEY (chat, place)
) STRICT, WITHOUT ROWID;
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
    word        TEXT NOT NULL, luck REAL, play REAL,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_match_that_is_over_waits_for_nobody CHECK (ended_at IS NULL OR waiting = 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE "matches" (
    id              INTEGER PRIMARY KEY,
    room            INTEGER NOT NULL REFERENCES rooms,
    game            TEXT NOT NULL CHECK (game <> ''),
    rated           INTEGER NOT NULL CHECK (rated IN (0, 1)),
    private         INTEGER NOT NULL CHECK (private IN (0, 1)),
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
    start           TEXT CHECK (start IS NULL OR json_valid(start)),
    -- What the commitments bind, and the salts of the players' fingerprints in it.
    pact            TEXT NOT NULL CHECK (json_valid(pact)),
    -- The how manieth to end of those that count for ratings.
    counted         INTEGER UNIQUE,
    -- The moderator who ended the match or annulled its result.
    ruled_by        INTEGER REFERENCES people,
    -- When its result was annulled: since then it counts for no rating.
    annulled_at     INTEGER, vote INTEGER CHECK (vote IS NULL OR vote > 0),
    CONSTRAINT a_running_match_has_no_end CHECK (ended_at IS NOT NULL OR (outcome IS NULL AND ending IS NULL)),
    CONSTRAINT only_a_result_is_annulled CHECK (annulled_at IS NULL OR (outcome IS NOT NULL AND counted IS NULL))
) STRICT;
CREATE INDEX matches_in ON matches (room, touched_at);
CREATE INDEX matches_running_in ON matches (room, touched_at) WHERE ended_at IS NULL;
CREATE INDEX matches_due ON matches (due) WHERE ended_at IS NULL AND due IS NOT NULL;
CREATE INDEX matches_counted ON matches (room, ended_at) WHERE counted IS NOT NULL;
CREATE INDEX seats_of ON seats (person, room, touched_at);
CREATE INDEX seats_running ON seats (person) WHERE ended_at IS NULL;
CREATE INDEX seats_over ON seats (person, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_called_off ON seats (person, ended_at) WHERE called_off = 1;
CREATE INDEX seats_counted ON seats (room, game, person) WHERE counted = 1;
CREATE TRIGGER seats_follow AFTER UPDATE OF room, game, touched_at, ended_at, counted ON matches
BEGIN
    UPDATE seats SET room = NEW.room, game = NEW.game, touched_at = NEW.touched_at, ended_at = NEW.ended_at,
                     counted = NEW.counted IS NOT NULL
    WHERE match_id = NEW.id;
END;
CREATE TABLE share_consents (
    match_id  INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
    seat      TEXT NOT NULL CHECK (seat <> ''),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE established (
    person  INTEGER PRIMARY KEY REFERENCES people,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX people_hidden ON people (id) WHERE json_extract(settings, '$.hidden');
CREATE TABLE server_pages (
    chat    TEXT NOT NULL CHECK (chat <> ''),
    -- The chat's id of the server, or of the room where it is part of none.
    handle  TEXT NOT NULL,
    key     TEXT NOT NULL UNIQUE CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*'),
    PRIMARY KEY (chat, handle)
) STRICT, WITHOUT ROWID;
CREATE TABLE cursors (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    -- `mark` sets apart what two databases have sent in one room, `position` is how far events are handled.
    what   TEXT NOT NULL CHECK (what IN ('mark', 'position')),
    value  TEXT NOT NULL,
    PRIMARY KEY (chat, what)
) STRICT, WITHOUT ROWID;
CREATE TABLE newest_events (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    event  TEXT NOT NULL,
    PRIMARY KEY (chat, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE warnings (
    chat   TEXT NOT NULL CHECK (chat <> ''),
    place  TEXT NOT NULL,
    -- `open`: the room isn't encrypted; `keyless`: the key of a message is missing.
    what   TEXT NOT NULL CHECK (what IN ('open', 'keyless')),
    -- The last time, in days since 1970.
    day    INTEGER NOT NULL,
    PRIMARY KEY (chat, place, what)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE registrations (
    chat         TEXT PRIMARY KEY CHECK (chat <> ''),
    application  TEXT NOT NULL,
    -- The server that has them, or nothing for all.
    server       TEXT,
    hash         TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE orders (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    number    INTEGER NOT NULL CHECK (number >= 1),
    -- The actions of both sides in order, as a JSON array of seat and notation.
    path      TEXT NOT NULL CHECK (json_valid(path)),
    -- How many of them have been played.
    done      INTEGER NOT NULL CHECK (done >= 0),
    -- The position the match then has; in any other one the order holds no more.
    step      INTEGER NOT NULL CHECK (step >= 0),
    take      INTEGER NOT NULL CHECK (take >= 0),
    PRIMARY KEY (match_id, person, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_of ON orders (person);
CREATE TABLE notes (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    text      TEXT NOT NULL CHECK (text <> ''),
    made_at   INTEGER NOT NULL,
    PRIMARY KEY (match_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_of ON notes (person);
CREATE TABLE turns (
    person    INTEGER NOT NULL REFERENCES people,
    match_id  INTEGER NOT NULL REFERENCES matches,
    at        INTEGER NOT NULL,
    -- How much of their time it took, in seconds; vacations and pauses aren't in it.
    took      INTEGER NOT NULL CHECK (took >= 0),
    in_time   INTEGER NOT NULL CHECK (in_time IN (0, 1))
) STRICT;
CREATE INDEX turns_of ON turns (person, at);
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
CREATE TABLE competition_matches (
    match_id     INTEGER PRIMARY KEY REFERENCES matches,
    competition  INTEGER NOT NULL REFERENCES competitions,
    -- Counts from 1. A match that is played again has the round of the one that was called off.
    round        INTEGER NOT NULL CHECK (round >= 1)
) STRICT;
CREATE INDEX competition_matches_of ON competition_matches (competition, round);
CREATE TABLE leagues (
    id         INTEGER PRIMARY KEY,
    room       INTEGER NOT NULL REFERENCES rooms,
    -- Who started it; nobody if they deleted their data.
    made_by    INTEGER REFERENCES people,
    game       TEXT NOT NULL,
    options    TEXT NOT NULL CHECK (json_valid(options)),
    clock      TEXT CHECK (clock IS NULL OR json_valid(clock)),
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- How many days a round has.
    days       INTEGER NOT NULL CHECK (days >= 1),
    -- The usual size of a group; none for one group of everybody.
    groups_of  INTEGER CHECK (groups_of >= 3),
    -- The season that is played, or that people join.
    season     INTEGER NOT NULL CHECK (season >= 1),
    -- The round that is played; 0 while people join.
    round      INTEGER NOT NULL CHECK (round >= 0),
    -- When the days of the round are over, or it is too late to begin.
    due        INTEGER NOT NULL,
    -- What to say in another room to join from there.
    code       TEXT NOT NULL CHECK (code <> ''),
    made_at    INTEGER NOT NULL,
    ended_at   INTEGER
) STRICT;
CREATE INDEX leagues_due ON leagues (due) WHERE ended_at IS NULL;
CREATE INDEX leagues_in ON leagues (room);
CREATE TABLE league_players (
    league     INTEGER NOT NULL REFERENCES leagues,
    season     INTEGER NOT NULL CHECK (season >= 1),
    person     INTEGER NOT NULL REFERENCES people,
    -- Where they joined, and play.
    room       INTEGER NOT NULL REFERENCES rooms,
    -- Their group, 0 for the best, and their number in its schedule; before the season, their place in line.
    division   INTEGER NOT NULL CHECK (division >= 0),
    number     INTEGER NOT NULL CHECK (number >= 0),
    -- When they left, and whether their results still count.
    left_at    INTEGER,
    counts     INTEGER NOT NULL CHECK (counts IN (0, 1)),
    PRIMARY KEY (league, season, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX league_players_of ON league_players (person);
CREATE INDEX competitions_of_leagues ON competitions (rules ->> 'league') WHERE kind = 'league';
CREATE TABLE away_rooms (
    match_id   INTEGER NOT NULL REFERENCES matches,
    seat       TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    room       INTEGER NOT NULL REFERENCES rooms,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX away_rooms_of ON away_rooms (room);
CREATE TABLE ladder_places (
    competition INTEGER NOT NULL REFERENCES competitions,
    person      INTEGER NOT NULL REFERENCES people,
    -- In the order of this number, the best first.
    place       INTEGER NOT NULL CHECK (place >= 1),
    -- Their last match for the ladder, or when they joined or slid down.
    active_at   INTEGER NOT NULL,
    PRIMARY KEY (competition, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ladder_places_of ON ladder_places (person);
CREATE TABLE ladder_challenges (
    challenge   INTEGER PRIMARY KEY REFERENCES challenges,
    competition INTEGER NOT NULL REFERENCES competitions
) STRICT;
CREATE TABLE lessons (
    person   INTEGER NOT NULL REFERENCES people,
    game     TEXT NOT NULL,
    -- The name of the lesson's file.
    lesson   TEXT NOT NULL CHECK (lesson <> ''),
    -- How many of its tasks are done, and wrong answers to the next one.
    task     INTEGER NOT NULL CHECK (task >= 0),
    misses   INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this lesson; at most one of a person's is open.
    open     INTEGER NOT NULL CHECK (open IN (0, 1)),
    at       INTEGER NOT NULL,
    -- When all of it was done for the first time.
    done_at  INTEGER,
    PRIMARY KEY (person, game, lesson)
) STRICT, WITHOUT ROWID;
CREATE TABLE lesson_offers (
    person   INTEGER NOT NULL REFERENCES people,
    game     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE challenge_codes (
    challenge INTEGER PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
    code      TEXT NOT NULL UNIQUE CHECK (code <> '')
) STRICT;
CREATE TABLE room_pairs (
    room      INTEGER PRIMARY KEY REFERENCES rooms,
    other     INTEGER NOT NULL UNIQUE REFERENCES rooms,
    CONSTRAINT a_room_is_no_pair CHECK (room <> other)
) STRICT;
CREATE TABLE puzzles (
    game        TEXT NOT NULL,
    puzzle      TEXT NOT NULL CHECK (puzzle <> ''),
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    won         INTEGER NOT NULL CHECK (won >= 0),
    lost        INTEGER NOT NULL CHECK (lost >= 0),
    drawn       INTEGER NOT NULL CHECK (drawn >= 0),
    streak      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;
CREATE TABLE solvers (
    person      INTEGER PRIMARY KEY REFERENCES people,
    rating      REAL NOT NULL,
    deviation   REAL NOT NULL,
    volatility  REAL NOT NULL,
    won         INTEGER NOT NULL CHECK (won >= 0),
    lost        INTEGER NOT NULL CHECK (lost >= 0),
    drawn       INTEGER NOT NULL CHECK (drawn >= 0),
    streak      INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    days        INTEGER NOT NULL CHECK (days >= 0),
    most_days   INTEGER NOT NULL CHECK (most_days >= days),
    -- The last of those days, counted from 1970 in the person's time zone.
    last_day    INTEGER NOT NULL
) STRICT;
CREATE TABLE puzzle_tries (
    person      INTEGER NOT NULL REFERENCES people,
    game        TEXT NOT NULL,
    puzzle      TEXT NOT NULL CHECK (puzzle <> ''),
    -- Wrong answers.
    misses      INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for this puzzle.
    open        INTEGER NOT NULL CHECK (open IN (0, 1)),
    at          INTEGER NOT NULL,
    -- Whether the first answer has counted.
    rated       INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Whether they have looked at the solution; answers no longer count then.
    shown       INTEGER NOT NULL CHECK (shown IN (0, 1)),
    solved_at   INTEGER, room INTEGER REFERENCES rooms, begun_at INTEGER, days INTEGER,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_tries_of ON puzzle_tries (game, puzzle);
CREATE TABLE daily_puzzles (
    room        INTEGER PRIMARY KEY REFERENCES rooms,
    -- Empty for every game in turn.
    game        TEXT NOT NULL,
    -- Minutes after midnight, and the time zone they are counted in.
    minute      INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone        TEXT NOT NULL,
    due         INTEGER NOT NULL
) STRICT;
CREATE INDEX daily_puzzles_due ON daily_puzzles (due);
CREATE TABLE puzzle_days (
    room        INTEGER NOT NULL REFERENCES rooms,
    at          INTEGER NOT NULL,
    game        TEXT NOT NULL,
    puzzle      TEXT NOT NULL CHECK (puzzle <> ''), day INTEGER NOT NULL DEFAULT 0, solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)), place TEXT, message TEXT, show_at INTEGER, shown_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE champions (
    chat    TEXT NOT NULL,
    server  TEXT NOT NULL,
    role    TEXT NOT NULL CHECK (role <> ''),
    -- Where the end of a season is announced.
    room    INTEGER NOT NULL REFERENCES rooms,
    -- The last season that was announced.
    season  INTEGER NOT NULL,
    -- When to look for a new champion.
    due     INTEGER NOT NULL,
    -- Who has the role, with their id in the chat.
    person  INTEGER REFERENCES people,
    handle  TEXT,
    PRIMARY KEY (chat, server),
    CONSTRAINT a_champion_has_an_id CHECK ((person IS NULL) = (handle IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX champions_due ON champions (due);
CREATE INDEX champions_of ON champions (person) WHERE person IS NOT NULL;
CREATE UNIQUE INDEX people_rooms ON people (room) WHERE room IS NOT NULL;
CREATE TABLE room_sides (
    match_id  INTEGER NOT NULL REFERENCES matches,
    seat      TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    room      INTEGER NOT NULL REFERENCES rooms,
    -- Who began or accepted the match for the room; nobody where they had their data deleted.
    begun_by  INTEGER REFERENCES people,
    -- The position that is voted on and when the votes are counted; nothing while the other side decides.
    step      INTEGER,
    take      INTEGER,
    ends_at   INTEGER,
    -- How often nobody had voted when the time was over.
    silent    INTEGER NOT NULL DEFAULT 0,
    -- When the board is to show how many have voted by now; nothing where it does.
    show_at   INTEGER,
    -- When the board showed it last.
    shown_at  INTEGER NOT NULL DEFAULT 0, resign_at INTEGER,
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_vote_is_on_a_position CHECK ((step IS NULL) = (ends_at IS NULL) AND (take IS NULL) = (ends_at IS NULL))
) STRICT;
CREATE INDEX room_sides_of ON room_sides (room);
CREATE INDEX room_sides_by ON room_sides (begun_by) WHERE begun_by IS NOT NULL;
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
CREATE TABLE tallies (
    match_id  INTEGER NOT NULL REFERENCES matches,
    step      INTEGER NOT NULL,
    take      INTEGER NOT NULL,
    counts    TEXT NOT NULL,
    PRIMARY KEY (match_id, step, take)
) STRICT;
CREATE TABLE leases (
    name     TEXT PRIMARY KEY,
    holder   INTEGER NOT NULL,
    ends_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_in ON outbox (room, id);
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
CREATE TABLE link_codes (
    person  INTEGER PRIMARY KEY REFERENCES people,
    -- The chat that showed it.
    chat    TEXT NOT NULL CHECK (chat <> ''),
    salt    TEXT NOT NULL CHECK (salt <> ''),
    hash    TEXT NOT NULL UNIQUE CHECK (hash <> ''),
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX link_codes_until ON link_codes (until);
CREATE TABLE link_requests (
    person  INTEGER PRIMARY KEY REFERENCES people,
    other   INTEGER NOT NULL REFERENCES people,
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX link_requests_of ON link_requests (other);
CREATE INDEX link_requests_until ON link_requests (until);
CREATE TABLE wrong_codes (
    person  INTEGER PRIMARY KEY REFERENCES people,
    tries   INTEGER NOT NULL CHECK (tries > 0),
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_codes_until ON wrong_codes (until);
CREATE TABLE pair_codes (
    room    INTEGER PRIMARY KEY REFERENCES rooms,
    salt    TEXT NOT NULL CHECK (salt <> ''),
    hash    TEXT NOT NULL UNIQUE CHECK (hash <> ''),
    until   INTEGER NOT NULL
) STRICT;
CREATE INDEX pair_codes_until ON pair_codes (until);
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
CREATE TABLE identity_changes (
    person  INTEGER NOT NULL REFERENCES people,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX identity_changes_of ON identity_changes (person, at);
CREATE TABLE questions (
    person  INTEGER NOT NULL REFERENCES people,
    -- The lines that a bare yes and a bare no stand for. They hold numbers, and no names.
    yes     TEXT NOT NULL CHECK (yes <> ''),
    no      TEXT NOT NULL CHECK (no <> ''),
    until   INTEGER NOT NULL,
    PRIMARY KEY (person, yes)
) STRICT;
CREATE INDEX questions_until ON questions (until);
CREATE INDEX boards_passed ON boards (chat, match_id) WHERE passed = 1;
CREATE TABLE league_cards (
    league  INTEGER NOT NULL REFERENCES leagues ON DELETE CASCADE,
    season  INTEGER NOT NULL,
    room    INTEGER NOT NULL REFERENCES rooms,
    place   TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (league, season, room)
) STRICT, WITHOUT ROWID;
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
    moved      INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1)), shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)),
    PRIMARY KEY (match_id, number),
    CONSTRAINT nobody_holds_their_own_seat CHECK (owner <> holder)
) STRICT, WITHOUT ROWID;
CREATE INDEX handed_seats_of ON handed_seats (owner);
CREATE INDEX handed_seats_to ON handed_seats (holder);
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
CREATE TABLE vacation_substitutes (
    person      INTEGER PRIMARY KEY REFERENCES people,
    substitute  INTEGER NOT NULL REFERENCES people,
    -- When the vacation begins.
    from_at     INTEGER NOT NULL,
    agreed      INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
    CONSTRAINT nobody_is_their_own_substitute CHECK (person <> substitute)
) STRICT;
CREATE INDEX vacation_substitutes_by ON vacation_substitutes (substitute);
CREATE TABLE settlements (
    match_id  INTEGER PRIMARY KEY REFERENCES matches,
    -- The side that asked for it.
    seat      TEXT NOT NULL CHECK (seat <> ''),
    winner    TEXT NOT NULL CHECK (winner <> ''),
    due       INTEGER NOT NULL
) STRICT;
CREATE TABLE calls (
    match_id  INTEGER NOT NULL REFERENCES matches,
    person    INTEGER NOT NULL REFERENCES people,
    -- What is called: `winner` for who wins.
    what      TEXT NOT NULL CHECK (what <> ''),
    -- The call itself: for `winner` a side.
    says      TEXT NOT NULL CHECK (says <> ''),
    -- How sure they are, in percent.
    percent   INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
    -- The room whose table it counts for.
    room      INTEGER NOT NULL REFERENCES rooms,
    -- The position it was made at.
    step      INTEGER NOT NULL CHECK (step >= 0),
    take      INTEGER NOT NULL CHECK (take >= 0),
    -- What the strongest computer player thought of it there, in hundredths of a percent.
    chance    INTEGER NOT NULL CHECK (chance BETWEEN 0 AND 10000),
    at        INTEGER NOT NULL,
    -- The season it counts for, and the points in millionths; nothing until the match is over.
    season    INTEGER,
    points    INTEGER,
    PRIMARY KEY (match_id, person, what),
    CONSTRAINT points_belong_to_a_season CHECK ((season IS NULL) = (points IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_of ON calls (person);
CREATE INDEX calls_in ON calls (room, season);
CREATE TABLE room_visits (
    room    INTEGER NOT NULL REFERENCES rooms,
    person  INTEGER NOT NULL REFERENCES people,
    at      INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX room_visits_of ON room_visits (person);
CREATE INDEX puzzle_days_to_show ON puzzle_days (show_at) WHERE show_at IS NOT NULL;
CREATE INDEX people_news ON people (id) WHERE json_extract(settings, '$.news');
CREATE TABLE gazettes (
    room        INTEGER PRIMARY KEY REFERENCES rooms,
    -- Days after Monday, minutes after midnight, and the time zone they are counted in.
    weekday     INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
    minute      INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone        TEXT NOT NULL,
    due         INTEGER NOT NULL,
    -- The week that is told, or was told last.
    from_at     INTEGER,
    to_at       INTEGER,
    -- When it is told at the latest; nothing once it was.
    tell_by     INTEGER,
    -- What is known of its matches: steps and chances, and up to which match they were looked at.
    found       TEXT NOT NULL,
    CONSTRAINT a_week_has_two_ends CHECK ((from_at IS NULL) = (to_at IS NULL))
) STRICT;
CREATE INDEX gazettes_due ON gazettes (due);
CREATE INDEX gazettes_told ON gazettes (tell_by) WHERE tell_by IS NOT NULL;
CREATE INDEX matches_over_in ON matches (room, ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE own_puzzles (
    person    INTEGER NOT NULL REFERENCES people,
    match_id  INTEGER NOT NULL REFERENCES matches,
    -- The step at which they chose something else.
    step      INTEGER NOT NULL CHECK (step > 0),
    solution  TEXT NOT NULL CHECK (solution <> ''),
    -- The chance to win with the solution and with the next best choice, in percent.
    best      INTEGER NOT NULL CHECK (best BETWEEN 0 AND 100),
    next      INTEGER NOT NULL CHECK (next BETWEEN 0 AND 100),
    -- Which pause comes next, and when it must be solved again.
    pause     INTEGER NOT NULL CHECK (pause >= 0),
    due       INTEGER NOT NULL,
    -- How often in a row it was solved by the first answer.
    in_row    INTEGER NOT NULL CHECK (in_row >= 0),
    -- Wrong answers since it was last due.
    misses    INTEGER NOT NULL CHECK (misses >= 0),
    -- Whether an answer without a command is for it.
    open      INTEGER NOT NULL CHECK (open IN (0, 1)),
    -- When they last looked at it.
    at        INTEGER,
    done_at   INTEGER,
    PRIMARY KEY (person, match_id, step)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_puzzles_of ON own_puzzles (match_id);
CREATE INDEX seats_without_luck ON seats (match_id) WHERE counted = 1 AND luck IS NULL;
CREATE INDEX people_by_last_room ON people (spoke_in) WHERE spoke_in IS NOT NULL;
CREATE INDEX people_with_news ON people (id) WHERE json_extract(settings, '$.news');
CREATE INDEX people_snoozing ON people (id) WHERE settings ->> 'snoozed' IS NOT NULL;
CREATE TABLE "board_links" (
    hash     TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    person   INTEGER NOT NULL REFERENCES people,
    made_at  INTEGER NOT NULL,
    salt     TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX board_links_of_person ON board_links (person);
CREATE INDEX people_of_browser ON people (browser) WHERE browser IS NOT NULL;
CREATE TABLE cards (
    challenge INTEGER NOT NULL REFERENCES challenges ON DELETE CASCADE,
    room      INTEGER NOT NULL REFERENCES rooms,
    place     TEXT NOT NULL,
    message   TEXT NOT NULL,
    PRIMARY KEY (challenge, room)
) STRICT, WITHOUT ROWID;
