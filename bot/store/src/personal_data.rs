//! What is stored about a person, row by row, for `mydata export`. Every column of the schema is
//! here, or is an exception in the test.
use model::ids::PersonId;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

use super::{StoreError, Tx, sql::SqlRow};

/// A table, how to find a person's rows, and which columns are exported.
type PersonalTable = (&'static str, &'static str, &'static [&'static str]);

const GIVEN: &[PersonalTable] = &[
    (
        "people",
        "id = ?1 OR linked = ?1",
        &["chat", "handle", "name", "settings", "spoke_at", "spoke_in"],
    ),
    (
        "challenges",
        "made_by = ?1",
        &[
            "id",
            "room",
            "made_to",
            "game",
            "options",
            "clock",
            "rated",
            "private",
            "side",
            "state",
            "counter",
            "tag",
            "word",
            "made_at",
            "lapses_at",
            "places",
            "best_of",
            "taken",
            "start",
            "vote",
        ],
    ),
    (
        "challenges",
        "made_to = ?1 OR EXISTS (SELECT 1 FROM json_each(taken) WHERE value = ?1)",
        &[
            "id",
            "room",
            "made_by",
            "game",
            "options",
            "clock",
            "rated",
            "private",
            "side",
            "state",
            "counter",
            "tag",
            "made_at",
            "lapses_at",
            "places",
            "best_of",
            "vote",
        ],
    ),
    (
        "matches",
        "id IN (SELECT match_id FROM seats WHERE person = ?1)",
        &[
            "id",
            "room",
            "(SELECT '{' || string_agg(json_quote(seat) || ':' || person, ',') || '}' FROM seats WHERE match_id = matches.id) AS seats",
            "game",
            "options",
            "clock",
            "timer",
            "rated",
            "private",
            "tag",
            "start",
            "vote",
            "opened_at",
            "touched_at",
            "due",
            "ended_at",
            "outcome",
            "ending",
            "counted",
            "(SELECT '{' || string_agg(json_quote(seat) || ':' || (nudges -> seat), ',') || '}' FROM seats WHERE match_id = matches.id AND person = ?1) AS nudges",
        ],
    ),
    ("seats", "person = ?1", &["match_id", "seat", "waiting", "called_off", "word"]),
    (
        "competitions",
        "id IN (SELECT competition FROM competition_matches JOIN seats USING (match_id) WHERE person = ?1)",
        &["id", "kind", "room", "rules", "begun_at", "ended_at", "winner"],
    ),
    (
        "leagues",
        "made_by = ?1 OR id IN (SELECT league FROM league_players WHERE person = ?1)",
        &[
            "id",
            "room",
            "CASE made_by WHEN ?1 THEN made_by END AS made_by",
            "game",
            "options",
            "clock",
            "rated",
            "days",
            "groups_of",
            "season",
            "round",
            "due",
            "made_at",
            "ended_at",
        ],
    ),
    (
        "league_players",
        "person = ?1",
        &["league", "season", "room", "division", "number", "left_at", "counts"],
    ),
    ("ladder_places", "person = ?1", &["competition", "place", "active_at"]),
    (
        "ladder_challenges",
        "challenge IN (SELECT id FROM challenges WHERE made_by = ?1 OR made_to = ?1)",
        &["challenge", "competition"],
    ),
    (
        "away_rooms",
        "EXISTS (SELECT 1 FROM seats WHERE seats.match_id = away_rooms.match_id AND seats.seat = away_rooms.seat AND person = ?1)",
        &["match_id", "seat", "room"],
    ),
    (
        "competition_matches",
        "match_id IN (SELECT match_id FROM seats WHERE person = ?1)",
        &["match_id", "competition", "round"],
    ),
    ("matches", "ruled_by = ?1", &["id", "room", "ended_at", "annulled_at"]),
    (
        "ratings",
        "person = ?1",
        &["game", "rating", "deviation", "volatility", "won", "lost", "drawn", "streak", "last_at"],
    ),
    ("curves", "person = ?1", &["game", "counted", "at", "rating", "deviation"]),
    (
        "season_ratings",
        "person = ?1",
        &[
            "chat",
            "server",
            "season",
            "game",
            "rating",
            "deviation",
            "volatility",
            "won",
            "lost",
            "drawn",
            "streak",
            "last_at",
            "may_win",
        ],
    ),
    ("champions", "person = ?1", &["chat", "server", "role", "room", "season", "due", "handle"]),
    ("established", "person = ?1", &["at"]),
    ("shifts", "person = ?1", &["game", "at", "before", "after"]),
    ("watches", "person = ?1", &["match_id", "room", "openly"]),
    (
        "challenge_codes",
        "challenge IN (SELECT id FROM challenges WHERE made_by = ?1)",
        &["challenge", "code"],
    ),
    ("shares", "match_id IN (SELECT match_id FROM seats WHERE person = ?1)", &["match_id", "key"]),
    (
        "share_consents",
        "match_id IN (SELECT match_id FROM seats WHERE person = ?1)",
        &["match_id", "seat"],
    ),
    ("vacations", "person = ?1", &["from_at", "until_at", "begun"]),
    ("votes", "person = ?1", &["match_id", "seat", "step", "take", "words", "at"]),
    ("room_sides", "begun_by = ?1", &["match_id", "seat", "room"]),
    ("orders", "person = ?1", &["match_id", "number", "path", "done", "step", "take"]),
    ("notes", "person = ?1", &["match_id", "text", "made_at"]),
    ("turns", "person = ?1", &["match_id", "at", "took", "in_time"]),
    ("lessons", "person = ?1", &["game", "lesson", "task", "misses", "open", "at", "done_at"]),
    ("lesson_offers", "person = ?1", &["game", "at"]),
    (
        "puzzle_tries",
        "person = ?1",
        &["game", "puzzle", "misses", "open", "at", "rated", "shown", "solved_at"],
    ),
    (
        "solvers",
        "person = ?1",
        &[
            "rating",
            "deviation",
            "volatility",
            "won",
            "lost",
            "drawn",
            "streak",
            "last_at",
            "days",
            "most_days",
            "last_day",
        ],
    ),
    ("practice", "asked_by = ?1", &["match_id", "told"]),
    ("link_codes", "person = ?1", &["chat", "until"]),
    ("board_links", "person = ?1", &["made_at"]),
    ("link_requests", "?1 IN (person, other)", &["until"]),
    ("wrong_codes", "person = ?1", &["tries", "until"]),
    ("questions", "person = ?1", &["yes", "no", "until"]),
    ("pings", "person = ?1", &["room", "at"]),
    ("identity_changes", "person IN (SELECT id FROM people WHERE id = ?1 OR linked = ?1)", &["at"]),
    ("bans", "person = ?1", &["chat", "server", "fingerprint", "made_at"]),
    (
        "private_places",
        "person IN (SELECT id FROM people WHERE id = ?1 OR linked = ?1)",
        &["chat", "place", "declined_at"],
    ),
    (
        "menus",
        "person IN (SELECT id FROM people WHERE id = ?1 OR linked = ?1)",
        &["chat", "place", "thread", "body"],
    ),
    (
        "fetches",
        "person IN (SELECT id FROM people WHERE id = ?1 OR linked = ?1)",
        &["reply", "place", "message"],
    ),
    (
        "handled",
        "EXISTS (SELECT 1 FROM people WHERE (id = ?1 OR linked = ?1) AND people.chat = handled.chat AND instr(message, handle) > 0)",
        &["chat", "message", "at"],
    ),
    ("outbox", "body ->> '$.to.only' = ?1", &["chat", "room", "made_at", "body", "topic"]),
    ("moments", "name = 'digest/' || ?1", &["name", "at"]),
];

impl Tx<'_> {
    /// Returns what is stored about a person: the rows of each table.
    pub fn kept_of(&self, person: PersonId) -> Result<Value, StoreError> {
        let mut tables = Map::new();
        for (table, whose, columns) in GIVEN {
            let sql = format!("SELECT {} FROM {table} WHERE {whose}", columns.join(", "));
            let rows = self.all(&sql, [person], |row| as_json(row, columns))?;
            let all = tables.entry(*table).or_insert_with(|| json!([]));
            if let Value::Array(all) = all {
                all.extend(rows);
            }
        }
        Ok(Value::Object(tables))
    }
}

fn as_json(row: &SqlRow<'_>, columns: &[&str]) -> rusqlite::Result<Value> {
    let mut out = Map::new();
    for (n, column) in columns.iter().enumerate() {
        let name = column.rsplit(' ').next().unwrap_or(column);
        let value = match row.get_ref(n)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(it) => it.into(),
            ValueRef::Real(it) => it.into(),
            ValueRef::Text(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                match text.starts_with(['{', '[']) {
                    true => serde_json::from_str(&text).unwrap_or_else(|_| text.into()),
                    false => text.into(),
                }
            }
            ValueRef::Blob(bytes) => bytes.len().into(),
        };
        out.insert(name.to_owned(), value);
    }
    Ok(Value::Object(out))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Store, example::within},
        *,
    };

    /// What isn't exported, and why.
    const EXCEPTIONS: &[(&str, &str, &str)] = &[
        ("people", "id", "a number that means something inside the database alone"),
        ("people", "linked", "all rows of a person are given together"),
        ("people", "folded", "the name once more, in lower case"),
        ("people", "gone", "who is gone can't ask"),
        ("people", "level", "people have none"),
        ("people", "room", "people have none"),
        ("votes", "person", "the row itself"),
        ("room_sides", "begun_by", "the row itself"),
        ("room_sides", "step", "where the match stands, that everybody there can read"),
        ("room_sides", "take", "where the match stands, that everybody there can read"),
        ("room_sides", "ends_at", "where the match stands, that everybody there can read"),
        ("room_sides", "silent", "about the room alone"),
        ("room_sides", "resign_at", "about the room alone"),
        ("room_sides", "show_at", "about the board alone"),
        ("room_sides", "shown_at", "about the board alone"),
        ("tallies", "*", "how many votes each move had, without names"),
        ("link_codes", "person", "the row itself"),
        ("link_codes", "salt", "who knows it could try codes"),
        ("link_codes", "hash", "who knows it could try codes"),
        ("board_links", "person", "the row itself"),
        ("board_links", "hash", "who knows it could try addresses"),
        ("link_requests", "person", "both were told the name of the other"),
        ("link_requests", "other", "both were told the name of the other"),
        ("wrong_codes", "person", "the row itself"),
        ("pair_codes", "*", "about rooms alone"),
        ("questions", "person", "the row itself"),
        ("pings", "person", "the row itself"),
        ("pings", "whom", "for an hour; who that is was said in the room"),
        ("identity_changes", "person", "the row itself"),
        ("practice", "asked_by", "the row itself"),
        ("practice", "seed", "it foretells what the bot does"),
        ("challenges", "secret", "it foretells the dice"),
        ("matches", "secret", "it foretells the dice; `verify` shows it after the end"),
        (
            "matches",
            "house",
            "what the players have asked each other for, as both were told; no more than that",
        ),
        (
            "challenges",
            "bond",
            "what was agreed, as given beside it, with the salts of both players",
        ),
        (
            "matches",
            "pact",
            "what was agreed, as given beside it, with the salts of both players; in `export` after the end",
        ),
        ("matches", "ruled_by", "the row itself"),
        ("seats", "person", "the row itself"),
        ("league_players", "person", "the row itself"),
        ("ladder_places", "person", "the row itself"),
        ("champions", "person", "the row itself"),
        ("leagues", "code", "it lets people of other rooms in; those who may use it are shown it"),
        ("seats", "room", "as in its match"),
        ("seats", "game", "as in its match"),
        ("seats", "touched_at", "as in its match"),
        ("seats", "ended_at", "as in its match"),
        ("seats", "counted", "as in its match"),
        ("private_places", "person", "the row itself"),
        ("menus", "person", "the row itself"),
        ("fetches", "person", "the row itself"),
        ("ratings", "person", "the row itself"),
        ("curves", "person", "the row itself"),
        ("shifts", "person", "the row itself"),
        ("season_ratings", "person", "the row itself"),
        ("season_ratings", "floor", "follows from rating and deviation"),
        ("established", "person", "the row itself"),
        ("watches", "person", "the row itself"),
        ("orders", "person", "the row itself"),
        ("notes", "person", "the row itself"),
        ("turns", "person", "the row itself"),
        ("lessons", "person", "the row itself"),
        ("lesson_offers", "person", "the row itself"),
        ("puzzle_tries", "person", "the row itself"),
        ("solvers", "person", "the row itself"),
        ("puzzles", "*", "about puzzles alone"),
        ("daily_puzzles", "*", "about rooms alone"),
        ("puzzle_days", "*", "what a room got, that everybody there can read"),
        ("vacations", "person", "the row itself"),
        ("bans", "person", "the row itself"),
        ("outbox", "id", "a number that means something inside the database alone"),
        ("outbox", "holder", "a number that means something inside the database alone"),
        ("outbox", "tried", "for the delivery alone"),
        (
            "steps",
            "*",
            "what the person did is given with its match; the rest is in `export`, as far as it is no secret",
        ),
        ("boards", "*", "a message of the bot in a room, that everybody there can read"),
        ("greetings", "*", "whether the bot greeted a room; that of a private room goes with it"),
        (
            "league_cards",
            "*",
            "which message lists a league in a room, that everybody there can read",
        ),
        ("cards", "*", "which message shows a challenge in a room, that everybody there can read"),
        ("threads", "*", "where a match is told of, that everybody there can read"),
        ("sentences", "*", "what a button says; forgotten where it holds a name of somebody"),
        ("losses", "*", "about matches alone"),
        ("room_pairs", "*", "places"),
        ("rooms", "*", "places; where somebody spoke is given with the rows that name the room"),
        ("servers", "*", "places"),
        ("server_pages", "*", "places"),
        ("cursors", "*", "how far an adapter has read"),
        ("leases", "*", "which process does what"),
        ("gateway_sessions", "*", "the bot's own connections"),
        ("newest_events", "*", "how far a room was read; that of a private room goes with it"),
        ("warnings", "*", "what a room was told; that of a private room goes with it"),
        (
            "keyless_events",
            "*",
            "ids of messages that nobody here could read, for a quarter of an hour",
        ),
        ("registrations", "*", "the commands of the bot itself"),
    ];

    #[test]
    fn every_column_of_the_schema_is_given_to_whom_it_is_about_or_is_an_exception_with_a_reason() {
        // The schema is the same on a server.
        within(&mut Store::in_memory().unwrap(), |tx| {
            let sql = "SELECT tables.name, columns.name FROM sqlite_master tables, pragma_table_xinfo(tables.name) columns
                       WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'";
            let columns: Vec<(String, String)> =
                tx.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            assert!(100 < columns.len());
            for (table, column) in &columns {
                let given = GIVEN.iter().filter(|it| it.0 == table);
                let given = given
                    .flat_map(|it| it.2)
                    .any(|expression| expression.rsplit(' ').next() == Some(column));
                let excepted = |&&(other, only, _): &&(&str, &str, &str)| {
                    other == table && ["*", column].contains(&only)
                };
                let excepted = EXCEPTIONS.iter().find(excepted);
                assert!(given || excepted.is_some(), "nobody is given {table}.{column}");
                assert!(!given || excepted.is_none(), "{table}.{column} is given and excepted");
            }
            for (table, column, reason) in EXCEPTIONS {
                let found = |(other, only): &(String, String)| {
                    other == *table && ["*", only.as_str()].contains(column)
                };
                assert!(
                    columns.iter().any(found) && !reason.is_empty(),
                    "{table}.{column} isn't there"
                );
            }
        });
    }
}
