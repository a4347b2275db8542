//! What is stored about a person, row by row, for `mydata export`. Every column of the schema is
//! here, or is an exception in the test.
#[cfg(test)]
mod tests;

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
    (
        "seats",
        "person = ?1",
        &["match_id", "seat", "waiting", "called_off", "word", "luck", "play"],
    ),
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
    (
        "calls",
        "person = ?1",
        &[
            "match_id",
            "what",
            "says",
            "percent",
            "room",
            "step",
            "take",
            "CASE WHEN points IS NOT NULL THEN chance END AS chance",
            "at",
            "season",
            "points",
        ],
    ),
    ("room_visits", "person = ?1", &["room", "at"]),
    ("room_sides", "begun_by = ?1", &["match_id", "seat", "room"]),
    ("orders", "person = ?1", &["match_id", "number", "path", "done", "step", "take"]),
    ("notes", "person = ?1", &["match_id", "text", "made_at"]),
    ("turns", "person = ?1", &["match_id", "at", "took", "in_time"]),
    ("lessons", "person = ?1", &["game", "lesson", "task", "misses", "open", "at", "done_at"]),
    ("lesson_offers", "person = ?1", &["game", "at"]),
    (
        "puzzle_tries",
        "person = ?1",
        &[
            "game",
            "puzzle",
            "misses",
            "open",
            "at",
            "rated",
            "shown",
            "solved_at",
            "room",
            "begun_at",
            "days",
        ],
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
    (
        "own_puzzles",
        "person = ?1",
        &[
            "match_id", "step", "solution", "best", "next", "pause", "due", "in_row", "misses",
            "open", "at", "done_at",
        ],
    ),
    ("practice", "asked_by = ?1", &["match_id", "told"]),
    (
        "handed_seats",
        "?1 IN (owner, holder)",
        &[
            "match_id",
            "seat",
            "owner",
            "holder",
            "kind",
            "from_at",
            "from_step",
            "until_at",
            "ended_at",
            "moved",
            "shown",
        ],
    ),
    (
        "seat_offers",
        "?1 IN (made_by, made_to)",
        &["match_id", "seat", "made_by", "made_to", "made_at", "open"],
    ),
    (
        "vacation_substitutes",
        "?1 IN (person, substitute)",
        &["person", "substitute", "from_at", "agreed"],
    ),
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
    ("moments", "name IN ('digest/' || ?1, 'recap/' || ?1)", &["name", "at"]),
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
