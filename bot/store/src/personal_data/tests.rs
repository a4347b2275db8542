//! Every column is given to the person it is about, or there is a reason not to.
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
    ("people", "browser", "who knows it could try keys"),
    ("votes", "person", "the row itself"),
    ("calls", "person", "the row itself"),
    ("room_visits", "person", "the row itself"),
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
    ("board_links", "salt", "who knows it could try addresses"),
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
    ("handed_seats", "number", "a number that means something inside the database alone"),
    ("seat_offers", "number", "a number that means something inside the database alone"),
    ("settlements", "*", "what both sides and their room were told"),
    ("challenges", "secret", "it foretells the dice"),
    ("matches", "secret", "it foretells the dice; `verify` shows it after the end"),
    (
        "matches",
        "house",
        "what the players have asked each other for, as both were told; no more than that",
    ),
    ("challenges", "bond", "what was agreed, as given beside it, with the salts of both players"),
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
    ("own_puzzles", "person", "the row itself"),
    ("puzzles", "*", "about puzzles alone"),
    ("daily_puzzles", "*", "about rooms alone"),
    ("gazettes", "*", "about rooms and the steps of matches, that everybody there can read"),
    (
        "puzzle_days",
        "*",
        "what a room got, and which message shows it, that everybody there can read",
    ),
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
    ("league_cards", "*", "which message lists a league in a room, that everybody there can read"),
    ("cards", "*", "which message shows a challenge in a room, that everybody there can read"),
    ("threads", "*", "where a match is told, for everybody there to read"),
    ("sentences", "*", "what a button says; forgotten where it holds a name of somebody"),
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
