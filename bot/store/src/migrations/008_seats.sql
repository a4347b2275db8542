-- Version 8. The seats of a match are rows, so that a match isn't bound to two players.

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
    PRIMARY KEY (match_id, seat),
    CONSTRAINT a_match_that_is_over_waits_for_nobody CHECK (ended_at IS NULL OR waiting = 0)
) STRICT, WITHOUT ROWID;

INSERT INTO seats (match_id, seat, person, waiting, called_off, room, game, touched_at, ended_at, counted, word)
SELECT id, 'first', first, waiting_first, coalesce(json_extract(ending, '$."called-off".by') = 'first', 0),
       room, game, touched_at, ended_at, counted IS NOT NULL, word_first FROM matches
UNION ALL
SELECT id, 'second', second, waiting_second, coalesce(json_extract(ending, '$."called-off".by') = 'second', 0),
       room, game, touched_at, ended_at, counted IS NOT NULL, word_second FROM matches;

-- Made anew, because columns that a check names cannot be dropped.
CREATE TABLE matches_anew (
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
    annulled_at     INTEGER,
    CONSTRAINT a_running_match_has_no_end CHECK (ended_at IS NOT NULL OR (outcome IS NULL AND ending IS NULL)),
    CONSTRAINT only_a_result_is_annulled CHECK (annulled_at IS NULL OR (outcome IS NOT NULL AND counted IS NULL))
) STRICT;

INSERT INTO matches_anew (id, room, game, rated, private, opened_at, touched_at, due, ended_at, outcome, ending, tag, secret,
                          options, house, clock, timer, nudges, start, pact, counted, ruled_by, annulled_at)
SELECT id, room, game, rated, private, opened_at, touched_at, due, ended_at, outcome, ending, tag, secret,
       options, house, clock, timer, nudges, start, pact, counted, ruled_by, annulled_at FROM matches;

DROP TABLE matches;
ALTER TABLE matches_anew RENAME TO matches;

CREATE INDEX matches_in ON matches (room, touched_at);
CREATE INDEX matches_running_in ON matches (room, touched_at) WHERE ended_at IS NULL;
CREATE INDEX matches_due ON matches (due) WHERE ended_at IS NULL AND due IS NOT NULL;
-- What seasons count.
CREATE INDEX matches_counted ON matches (room, ended_at) WHERE counted IS NOT NULL;

CREATE INDEX seats_of ON seats (person, room, touched_at);
CREATE INDEX seats_running ON seats (person) WHERE ended_at IS NULL;
CREATE INDEX seats_over ON seats (person, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_called_off ON seats (person, ended_at) WHERE called_off = 1;
-- Whom leaderboards list.
CREATE INDEX seats_counted ON seats (room, game, person) WHERE counted = 1;

CREATE TRIGGER seats_follow AFTER UPDATE OF room, game, touched_at, ended_at, counted ON matches
BEGIN
    UPDATE seats SET room = NEW.room, game = NEW.game, touched_at = NEW.touched_at, ended_at = NEW.ended_at,
                     counted = NEW.counted IS NOT NULL
    WHERE match_id = NEW.id;
END;

-- Which players have agreed that anybody may look at a match: a private one takes the consent of all.
CREATE TABLE share_consents (
    match_id  INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
    seat      TEXT NOT NULL CHECK (seat <> ''),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO share_consents (match_id, seat)
SELECT match_id, 'first' FROM shares WHERE first UNION ALL SELECT match_id, 'second' FROM shares WHERE second;

ALTER TABLE shares DROP COLUMN first;
ALTER TABLE shares DROP COLUMN second;
