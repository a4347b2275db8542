//! The schema of the database, and how an older one is brought up to it.
use std::{collections::BTreeSet, path::Path};

use rusqlite::{Connection, TransactionBehavior};
use rusqlite_migration::{M, Migrations};

use crate::StoreError;

/// What an empty database begins with: one text instead of all migrations. A test writes it and holds it equal to them.
const NEWEST: &str = include_str!("../migrations/newest.sql");

/// All migrations, each from one schema version to the next.
pub(super) const MIGRATIONS: Migrations<'static> = Migrations::from_slice(STEPS);

pub(super) const STEPS: &[M<'static>] = &[
    M::up(include_str!("../migrations/001_start.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/002_practice.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/003_packed_steps.sql")),
    M::up(include_str!("../migrations/004_shares.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/005_cards.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/006_boards_by_room.sql")),
    M::up(include_str!("../migrations/007_greetings.sql")),
    M::up(include_str!("../migrations/008_seats.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/009_seasons.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/010_steps_by_base.sql")),
    M::up(include_str!("../migrations/011_server_pages.sql")),
    M::up(include_str!("../migrations/012_adapters.sql")),
    M::up(include_str!("../migrations/013_orders.sql")),
    M::up(include_str!("../migrations/014_notes.sql")),
    M::up(include_str!("../migrations/015_turns.sql")),
    M::up(include_str!("../migrations/016_competitions.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/017_answers_only.sql")),
    M::up(include_str!("../migrations/018_leagues.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/019_ladders.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/020_lessons.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/021_across.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/022_puzzles.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/023_champions.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/024_votes.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/025_processes.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/026_codes.sql")),
    M::up(include_str!("../migrations/027_questions.sql")),
    M::up(include_str!("../migrations/028_boards_passed.sql")),
    M::up(include_str!("../migrations/029_resigning.sql")),
    M::up(include_str!("../migrations/030_league_cards.sql")),
    M::up(include_str!("../migrations/031_seasons_anew.sql")),
    M::up(include_str!("../migrations/032_threads_of_channels.sql")),
    M::up(include_str!("../migrations/033_board_links.sql")),
    M::up(include_str!("../migrations/034_handed_seats.sql")),
    M::up(include_str!("../migrations/035_calls.sql")),
    M::up(include_str!("../migrations/036_room_puzzles.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/037_gazettes.sql")),
    M::up(include_str!("../migrations/038_own_puzzles.sql")),
    M::up(include_str!("../migrations/039_luck.sql")),
    M::up(include_str!("../migrations/040_people_found.sql")),
    M::up(include_str!("../migrations/041_shown_hands.sql")),
    M::up(include_str!("../migrations/042_addresses_and_browsers.sql")).foreign_key_check(),
    M::up(include_str!("../migrations/043_rooms.sql")),
];

/// The current version.
pub(in super::super) const KNOWN: usize = STEPS.len();

/// Marks a file as ours; set by the first migration.
pub(super) const APPLICATION: i32 = 0x4472_6774;

/// Returns the schema version, 0 for an empty file, without changing anything.
///
/// # Errors
/// If the file is something else, or from a later version.
pub(in super::super) fn form(connection: &Connection, path: &Path) -> Result<usize, StoreError> {
    let ask = |sql: &str| {
        connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .map_err(|err| StoreError::from_sqlite(path, err))
    };
    let version = ask("PRAGMA user_version")?;
    let application = ask("PRAGMA application_id")?;
    let things = ask("SELECT count(*) FROM sqlite_schema")?;
    if (application, version, things) == (0, 0, 0) {
        return Ok(0);
    }
    if application != i64::from(APPLICATION) {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    match usize::try_from(version) {
        Ok(found @ 1..=KNOWN) => Ok(found),
        Ok(found) if KNOWN < found => {
            Err(StoreError::Newer { found, known: KNOWN, path: path.to_owned() })
        }
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// Returns a table that every database of this version has and this one lacks, if there is one.
pub(super) fn missing_table(
    connection: &Connection,
    version: usize,
) -> rusqlite::Result<Option<String>> {
    let tables = |connection: &Connection| {
        let mut all = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
        all.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<BTreeSet<String>>>()
    };
    let mut right = Connection::open_in_memory()?;
    let built = Migrations::from_slice(&STEPS[..version]).to_latest(&mut right);
    built.map_err(|err| rusqlite::Error::ToSqlConversionFailure(err.into()))?;
    Ok(tables(&right)?.difference(&tables(connection)?).next().cloned())
}

/// Gives an empty database the newest schema, and brings an older one up to it.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    found: usize,
) -> Result<(), StoreError> {
    use rusqlite_migration::Error;
    let failed = |err| StoreError::from_sqlite(path, err);
    if found == 0 {
        return begin(connection).map_err(failed);
    }
    // A table can be recreated only while nothing is checked that refers to it; each migration
    // checks all of it at its end.
    connection.pragma_update(None, "foreign_keys", false).map_err(failed)?;
    MIGRATIONS.to_latest(connection).map_err(|err| match err {
        Error::RusqliteError { err, .. } => failed(err),
        other => StoreError::Forbidden(other.to_string()),
    })?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)
}

fn begin(connection: &mut Connection) -> rusqlite::Result<()> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    tx.execute_batch(NEWEST)?;
    tx.pragma_update(None, "application_id", APPLICATION)?;
    tx.pragma_update(None, "user_version", KNOWN)?;
    tx.commit()?;
    connection.pragma_update(None, "foreign_keys", true)
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    /// Returns what makes the tables of a database and everything about them, in the order in which they were made.
    fn written(connection: &Connection) -> String {
        let sql = "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid";
        let mut all = connection.prepare(sql).unwrap();
        let all = all.query_map([], |row| row.get::<_, String>(0)).unwrap();
        all.map(|sql| sql.unwrap() + "\n").collect()
    }

    /// Returns the tables that hold something.
    fn filled(connection: &Connection) -> Vec<String> {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table'";
        let mut all = connection.prepare(sql).unwrap();
        let all = all.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let holds = |name: &String| {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM {name})");
            connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        all.map(|it| it.unwrap()).filter(holds).collect()
    }

    fn ask(connection: &Connection, what: &str) -> i64 {
        connection.query_row(&format!("PRAGMA {what}"), [], |row| row.get(0)).unwrap()
    }

    /// `BLESS=1` writes the schema after a new migration.
    #[test]
    fn a_new_database_is_as_the_migrations_would_make_it() {
        let mut old = Connection::open_in_memory().unwrap();
        MIGRATIONS.to_latest(&mut old).unwrap();
        if env::var_os("BLESS").is_some_and(|it| it == "1") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/migrations/newest.sql");
            let says = "-- The schema of a new database: what all migrations together lead to, written by a test with `BLESS=1`.\n";
            fs::write(path, says.to_owned() + &written(&old)).unwrap();
            return;
        }
        let mut new = Connection::open_in_memory().unwrap();
        migrate(&mut new, Path::new(":memory:"), 0).unwrap();
        assert_eq!(written(&new), written(&old), "BLESS=1 writes it");
        assert_eq!((filled(&new), filled(&old)), (Vec::new(), Vec::new()));
        for what in ["application_id", "user_version"] {
            assert_eq!(ask(&new, what), ask(&old, what), "{what}");
        }
    }
}
