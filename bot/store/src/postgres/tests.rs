//! What only a server does: connections that break, schemas of others, transactions that go on or don't. Without a server for tests
//! these tests end at once.
mod hosts;
mod replica;
mod shared;

use std::path::PathBuf;

use model::ids::Chat;

use super::{ServerDatabase, TrialServer, link::Link};
use crate::{
    Database, KERNEL_ALONE, Kind, Store, StoreError, Sync,
    tests::{divided, example::within},
    trial::{UNDIVIDED, trial_database},
    versions::Versions,
};

/// A database that stays for the test, and its store.
struct Place {
    folder: tempfile::TempDir,
    database: Database,
}

fn place() -> Option<Place> {
    TrialServer::named()?;
    let folder = tempfile::tempdir().unwrap();
    let database = trial_database(&folder.path().join("x.db")).unwrap();
    Some(Place { folder, database })
}

fn open(place: &Place) -> Store {
    place.database.open(Sync::Normal, KERNEL_ALONE).unwrap()
}

/// A connection to the same database that isn't the bot's.
fn beside(place: &Place) -> Link {
    let Database::Server(address) = &place.database else { panic!("it is on a server") };
    super::link::ServerTarget::of(address).unwrap().connect().unwrap()
}

/// Ends the connections of the bot, as when the server starts again.
fn break_off(place: &Place) {
    let sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let ended = beside(place).plain(sql).unwrap();
    assert!(!ended.is_empty() && ended.iter().all(|it| it == "t"), "{ended:?}");
}

fn people(store: &mut Store) -> usize {
    within(store, |tx| tx.people_named(Chat::Console, "x").unwrap().len())
}

#[test]
fn a_connection_that_broke_between_two_requests_is_made_anew() {
    let Some(place) = place() else { return };
    let mut store = open(&place);
    within(&mut store, |tx| tx.meet_person(Chat::Console, "1", "X").unwrap());
    break_off(&place);
    assert_eq!(people(&mut store), 1);
    let mut reader = store.reader().unwrap().unwrap();
    assert_eq!(reader.glance().unwrap().running, []);
    break_off(&place);
    assert_eq!(reader.glance().unwrap().running, []);
}

#[test]
fn a_request_whose_connection_breaks_changes_nothing_and_the_next_one_works() {
    let Some(place) = place() else { return };
    let mut store = open(&place);
    for at_the_end in [false, true] {
        let failed = store.transaction::<(), StoreError>(|tx| {
            tx.meet_person(Chat::Console, "1", "X")?;
            break_off(&place);
            if !at_the_end {
                tx.meet_person(Chat::Console, "2", "X")?;
            }
            // Now the commit fails, and the server says that it undid the change.
            Ok(())
        });
        let err = failed.unwrap_err();
        assert!(matches!(err, StoreError::Lost { .. }), "{err}");
        assert!(err.says().contains("nothing was changed"));
        assert_eq!(people(&mut store), 0);
    }
}

#[test]
fn the_server_knows_which_transactions_were_committed() {
    let Some(place) = place() else { return };
    let alone = open(&place);
    let numbers = committed_or_not(&alone);
    assert_eq!(known(&alone, &numbers), [Some(true), Some(false)]);
    server(&alone).was_elsewhere();
    assert_eq!(known(&alone, &numbers), [Some(true), Some(false)], "nobody else got the numbers");
    drop(alone);
    let shared = place.database.share(Sync::Normal, KERNEL_ALONE).unwrap();
    let numbers = committed_or_not(&shared);
    assert_eq!(known(&shared, &numbers), [Some(true), Some(false)]);
    server(&shared).was_elsewhere();
    assert_eq!(known(&shared, &numbers[..1]), [None], "on another server they may be others'");
}

fn server(store: &Store) -> &ServerDatabase {
    let Kind::Remote(server) = &store.kind else { panic!("it is on a server") };
    server
}

fn known(store: &Store, numbers: &[String]) -> Vec<Option<bool>> {
    numbers.iter().map(|number| server(store).was_committed(number)).collect()
}

/// Makes a transaction that is committed and one that isn't; returns their numbers.
fn committed_or_not(store: &Store) -> Vec<String> {
    let server = server(store);
    let mut numbers = Vec::new();
    for commits in [true, false] {
        let session = server.begin().unwrap();
        session.execute("INSERT INTO moments (name, at) VALUES ('x', 1) ON CONFLICT (name) DO UPDATE SET at = 2", &[]).unwrap();
        let number = session.query("SELECT CAST(pg_current_xact_id() AS TEXT)", &[]).unwrap();
        numbers.push(number[0].get::<_, String>(0));
        if commits {
            session.commit().unwrap();
        }
    }
    numbers
}

#[test]
fn a_failure_that_is_passed_over_is_told_at_the_end() {
    let Some(place) = place() else { return };
    let mut store = open(&place);
    let passed_over = store.transaction::<(), StoreError>(|tx| {
        tx.meet_person(Chat::Console, "1", "X")?;
        let err = tx.change("INSERT INTO moments (name) VALUES ('x')", []).unwrap_err();
        assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        let err = tx.meet_person(Chat::Console, "2", "X").unwrap_err();
        assert!(matches!(err, StoreError::Undone), "{err}");
        Ok(())
    });
    assert!(matches!(passed_over, Err(StoreError::Undone)));
    assert_eq!(people(&mut store), 0);
}

#[test]
fn one_database_serves_one_bot() {
    let Some(place) = place() else { return };
    let store = open(&place);
    let err = place.database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(matches!(err, StoreError::Taken(_)), "{err}");
    let (found, known) = place.database.examine(KERNEL_ALONE).unwrap();
    assert_eq!(found, known);
    drop(store);
    open(&place);
}

#[test]
fn a_connection_of_its_own_that_the_server_still_holds_keeps_no_bot_away() {
    let Some(place) = place() else { return };
    let mut store = open(&place);
    let Kind::Remote(server) = &store.kind else { panic!("it is on a server") };
    let stale = server.let_go();
    assert_eq!(people(&mut store), 0);
    drop(stale);
    let err = place.database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(err.is_final(), "{err}");
}

#[test]
fn tables_of_another_program_are_left_as_they_are() {
    let Some(place) = place() else { return };
    let mut link = beside(&place);
    link.plain("DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE things (a INT)")
        .unwrap();
    let err = place.database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(err.to_string().contains("tables of another program"), "{err}");
    let tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(link.plain(tables).unwrap(), ["things"]);
    link.plain("DROP TABLE things; CREATE TABLE draughtsman (a INT)").unwrap();
    let err = place.database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(matches!(err, StoreError::Unfit { .. }), "{err}");
}

#[test]
fn an_empty_database_gets_its_tables_and_a_later_one_is_refused() {
    let Some(place) = place() else { return };
    let mut link = beside(&place);
    link.plain("DROP SCHEMA public CASCADE; CREATE SCHEMA public").unwrap();
    let err = place.database.open_existing(Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(matches!(err, StoreError::Unfit { .. }), "{err}");
    let err = place.database.examine(KERNEL_ALONE).unwrap_err();
    assert!(matches!(err, StoreError::NoFile(_)), "{err}");
    let mut store = open(&place);
    within(&mut store, |tx| tx.meet_person(Chat::Console, "1", "X").unwrap());
    drop(store);
    link.plain("UPDATE draughtsman SET version = version + 1").unwrap();
    for err in [
        place.database.open(Sync::Normal, KERNEL_ALONE).err(),
        place.database.examine(KERNEL_ALONE).err(),
    ] {
        assert!(matches!(err, Some(StoreError::Newer { .. })), "{err:?}");
    }
}

#[test]
fn a_database_of_a_version_from_39_on_is_taken_over_and_an_older_one_is_refused() {
    let Some(place) = place() else { return };
    let mut link = beside(&place);
    for version in 38..=UNDIVIDED.newest() {
        link.plain("DROP SCHEMA public CASCADE; CREATE SCHEMA public").unwrap();
        for step in UNDIVIDED.steps.iter().filter(|step| step.version <= version.max(39)) {
            link.plain(&step.postgres()).unwrap();
        }
        let ann =
            "INSERT INTO people (chat, handle, name, folded) VALUES ('console', '1', 'X', 'x')";
        link.plain(ann).unwrap();
        link.plain(&format!("INSERT INTO draughtsman (version) VALUES ({version})")).unwrap();
        if version < 39 {
            let err = place.database.open(Sync::Normal, KERNEL_ALONE).err().unwrap();
            assert!(matches!(err, StoreError::Older { found: 38, oldest: 39, .. }), "{err}");
            continue;
        }
        let known = Versions::newest_sum(KERNEL_ALONE);
        assert_eq!(place.database.examine(KERNEL_ALONE).unwrap(), (version, known));
        assert_eq!(people(&mut open(&place)), 1);
        assert_eq!(place.database.examine(KERNEL_ALONE).unwrap(), (known, known));
    }
}

fn empty() -> (tempfile::TempDir, Database) {
    let place = place().unwrap();
    beside(&place).plain("DROP SCHEMA public CASCADE; CREATE SCHEMA public").unwrap();
    (place.folder, place.database)
}

#[test]
fn a_part_finds_its_table_in_the_form_that_it_has() {
    if place().is_some() {
        divided::a_part_finds_its_table_in_the_form_that_it_has(&empty);
    }
}

#[test]
fn what_no_part_looks_after_is_not_left_behind_in_a_move() {
    if place().is_some() {
        divided::what_no_part_looks_after_is_not_left_behind_in_a_move(&empty);
    }
}

#[test]
fn what_a_text_or_a_number_cannot_be_is_stored_as_near_as_can_be() {
    let Some(place) = place() else { return };
    let mut store = open(&place);
    within(&mut store, |tx| {
        let met = tx.meet_person(Chat::Console, "1", "A\0b").unwrap();
        assert_eq!(met.name, "A\u{fffd}b");
        assert_eq!(tx.meet_person(Chat::Console, "1", "A\0b").unwrap(), met);
    });
}

#[tokio::test]
async fn a_store_on_a_server_is_used_and_closed_where_another_runtime_runs() {
    let Some(place) = place() else { return };
    let mut store = open(&place);
    within(&mut store, |tx| tx.meet_person(Chat::Console, "1", "X").unwrap());
    let mut reader = store.reader().unwrap().unwrap();
    tokio::task::spawn_blocking(move || reader.glance().unwrap()).await.unwrap();
    assert_eq!(people(&mut store), 1);
    drop(store);
    assert_eq!(people(&mut open(&place)), 1);
    drop(place.folder);
}

#[test]
fn a_server_that_cannot_be_reached_is_named_without_the_password() {
    for (address, detail) in [
        ("postgres://bot:hush@127.0.0.1:1/games", "can't be reached"),
        ("postgres://bot:hush@127.0.0.1:x/games", "isn't an address"),
        ("postgres://bot:hu?sh=1@127.0.0.1:1/games", "can't be reached"),
        ("postgres://bot:hush@127.0.0.1/games?sslmode=sometimes", "isn't an address"),
        // Nothing has said how to encrypt.
        ("postgres://bot:hush@127.0.0.1:1/games?sslmode=require", "without the feature `postgres`"),
    ] {
        let database = Database::from(address.to_owned());
        for err in
            [database.open(Sync::Normal, KERNEL_ALONE).err(), database.examine(KERNEL_ALONE).err()]
        {
            let err = err.unwrap().to_string();
            assert!(err.contains("postgres://bot@127.0.0.1") && err.contains(detail), "{err}");
            assert!(!err.contains("hu"), "{err}");
        }
    }
    let database = Database::from("postgres://bot:hush@127.0.0.1/games".to_owned());
    let err = database.backup(&PathBuf::from("copy.db"), KERNEL_ALONE).unwrap_err().to_string();
    assert!(err.contains("pg_dump") && !err.contains("hush"), "{err}");
}

/// The columns of every table: whether each may be empty, and its kind of value.
type Columns = Vec<(String, String, bool, String)>;

#[test]
fn both_databases_have_the_same_tables_and_columns() {
    let Some(place) = place() else { return };
    let mut remote: Columns = within(&mut open(&place), |tx| {
        let sql = "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), is_nullable = 'YES', CAST(data_type AS TEXT)
                   FROM information_schema.columns WHERE table_schema = current_schema()
                   AND table_name <> 'draughtsman' AND column_name <> 'rowid'";
        tx.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap()
    });
    let mut local: Columns = within(&mut Store::in_memory().unwrap(), |tx| {
        let sql = "SELECT tables.name, columns.name, NOT (columns.\"notnull\" OR columns.pk), columns.type
                   FROM sqlite_schema tables, pragma_table_info(tables.name) columns
                   WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'";
        tx.all(sql, [], |row| {
            let kind: String = row.get(3)?;
            let kind = match &*kind {
                "INTEGER" => "bigint",
                "TEXT" => "text",
                "REAL" => "double precision",
                "BLOB" => "bytea",
                other => panic!("{other}"),
            };
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, kind.to_owned()))
        })
        .unwrap()
    });
    remote.sort();
    local.sort();
    assert!(200 < local.len());
    assert_eq!(remote, local);
    let names = |link: &mut Link, sql: &str| {
        let mut names = link.plain(sql).unwrap();
        names.sort();
        names
    };
    let remote = names(
        &mut beside(&place),
        "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname !~ '_(key|pkey)$'",
    );
    let mut local: Vec<String> = within(&mut Store::in_memory().unwrap(), |tx| {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
        tx.all(sql, [], |row| row.get(0)).unwrap()
    });
    local.sort();
    assert_eq!(remote, local, "indexes");
}

/// Passes everything on between the bot and the server, until the bot commits: then the server gets the commit, and the bot no
/// answer. Later connections work if `returns`.
fn cut_at_commit(server: &str, returns: bool) -> u16 {
    use std::{
        io::{Read as _, Write as _},
        net::{Shutdown, TcpListener, TcpStream},
        thread,
    };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = server.to_owned();
    thread::spawn(move || {
        for (n, bot) in listener.incoming().enumerate() {
            let (mut bot, mut there) = (bot.unwrap(), TcpStream::connect(&server).unwrap());
            let (mut answers, mut to_bot) = (there.try_clone().unwrap(), bot.try_clone().unwrap());
            thread::spawn(move || {
                // Ends when either side does.
                let _ = std::io::copy(&mut answers, &mut to_bot);
                let _ = to_bot.shutdown(Shutdown::Both);
            });
            let mut pump = move || {
                let mut bytes = [0; 65536];
                while let Ok(read @ 1..) = bot.read(&mut bytes) {
                    let some = &bytes[..read];
                    let commits = n == 0 && some.windows(7).any(|it| it == b"COMMIT\0");
                    if commits {
                        bot.shutdown(Shutdown::Both).unwrap();
                    }
                    if there.write_all(some).is_err() || commits {
                        break;
                    }
                }
                // What was sent still arrives.
                let _ = there.shutdown(Shutdown::Write);
                n == 0
            };
            if returns {
                thread::spawn(pump);
            } else if pump() {
                break;
            }
        }
    });
    port
}

#[test]
fn a_commit_without_an_answer_is_asked_about_and_told_as_unsure_where_that_fails() {
    let Some(place) = place() else { return };
    drop(open(&place));
    let whole = match &place.database {
        Database::Server(address) => address.whole().to_owned(),
        Database::File(_) => panic!("it is on a server"),
    };
    let (user, rest) = whole.strip_prefix("postgres://").unwrap().split_once('@').unwrap();
    let (server, name) = rest.split_once('/').unwrap();
    for (handle, returns) in [("1", true), ("2", false)] {
        let port = cut_at_commit(server, returns);
        let through = format!("postgres://{user}@127.0.0.1:{port}/{name}?sslmode=disable");
        let mut store = Database::from(through).open(Sync::Normal, KERNEL_ALONE).unwrap();
        let done = store.transaction::<(), StoreError>(|tx| {
            tx.meet_person(Chat::Console, handle, "X")?;
            Ok(())
        });
        if returns {
            done.unwrap()
        } else {
            let err = done.unwrap_err();
            assert!(matches!(err, StoreError::Unsure(_)), "{err}");
            assert!(err.says().contains("may be saved or not"));
        }
    }
    assert_eq!(people(&mut open(&place)), 2, "both were made");
}
