//! Opening old, new, foreign, damaged, locked and missing files.
use std::fs;

use tempfile::{TempDir, tempdir};

use super::{
    super::{
        Chat,
        example::{new_match, step, within, world},
    },
    *,
};

struct Place {
    folder: TempDir,
    file: PathBuf,
}

fn place() -> Place {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    Place { folder, file }
}

fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path, Sync::Normal)
}

fn refusal(path: &Path) -> StoreError {
    match open(path) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(err) => err,
    }
}

/// Creates an SQLite database that isn't ours.
fn foreign(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// Lists the folder, without the lock.
fn listing(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
    let mut names: Vec<String> = names.map(|it| it.into_string().unwrap()).collect();
    names.retain(|it| !it.ends_with(".lock"));
    names.sort();
    names
}

#[test]
fn what_was_kept_is_there_when_opened_again() {
    let place = place();
    for (sync, n) in [(Sync::Normal, 0), (Sync::Full, 1), (Sync::Normal, 2)] {
        let mut store = Store::open(&place.file, sync).unwrap();
        within(&mut store, |tx| {
            assert_eq!(tx.people_named(Chat::Console, "ann").unwrap().len(), n);
            tx.meet_person(Chat::Console, &n.to_string(), "Ann").unwrap();
        });
    }
    assert_eq!(listing(place.folder.path()), ["games.db"]);
}

#[test]
fn an_empty_file_becomes_a_database() {
    let place = place();
    File::create_new(&place.file).unwrap();
    drop(open(&place.file).unwrap());
    open(&place.file).unwrap();
}

#[test]
fn the_store_is_set_up_for_safety() {
    let place = place();
    for (sync, number) in [(Sync::Normal, 1), (Sync::Full, 2)] {
        let store = Store::open(&place.file, sync).unwrap();
        let ask = |pragma: &str| -> i64 {
            store.connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0)).unwrap()
        };
        assert_eq!(ask("synchronous"), number);
        assert_eq!(ask("foreign_keys"), 1);
        assert_eq!(ask("trusted_schema"), 0);
        assert_eq!(ask("application_id"), i64::from(APPLICATION));
        assert_eq!(ask("user_version"), i64::try_from(KNOWN).unwrap());
        let mode: String =
            store.connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }
}

#[test]
fn the_migrations_are_sound_and_every_table_is_strict() {
    MIGRATIONS.validate().unwrap();
    let store = Store::in_memory().unwrap();
    let sql = "SELECT count(*), sum(strict) FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%'";
    let (tables, strict): (i64, i64) =
        store.connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!((tables, strict), (29, 29));
}

#[test]
fn a_database_of_the_first_version_opens_with_what_is_in_it() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..1]).to_latest(&mut old).unwrap();
    let sql =
        "INSERT INTO people (chat, handle, name, folded) VALUES ('console', 'ann', 'Ann', 'ann')";
    old.execute_batch(sql).unwrap();
    drop(old);
    let mut store = open(&place.file).unwrap();
    within(&mut store, |tx| {
        let ann = tx.person_by_handle(Chat::Console, "ann").unwrap().unwrap();
        assert_eq!((ann.name.as_str(), ann.level), ("Ann", None));
        assert_eq!(tx.running_practice().unwrap(), []);
    });
}

#[test]
fn places_greeted_by_older_versions_are_not_greeted_again() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..6]).to_latest(&mut old).unwrap();
    let notes = "INSERT INTO notes (chat, key, value)
                 VALUES ('matrix', 'greeted/!hall:x', 'true'), ('matrix', 'mark', '1')";
    old.execute_batch(notes).unwrap();
    drop(old);
    within(&mut open(&place.file).unwrap(), |tx| {
        assert!(tx.is_greeted(Chat::Matrix, "!hall:x").unwrap());
        assert_eq!(tx.note(Chat::Matrix, "greeted/!hall:x").unwrap(), None);
        assert!(tx.note(Chat::Matrix, "mark").unwrap().is_some());
    });
}

#[test]
fn boards_of_older_databases_stand_in_the_room_of_their_match() {
    let old = Connection::open_in_memory().unwrap();
    // Only the columns that the migration reads.
    let before = "CREATE TABLE rooms (id, handle); CREATE TABLE matches (id, room);
                  CREATE TABLE boards (match_id, chat, place, passed);
                  CREATE UNIQUE INDEX boards_standing ON boards (chat, match_id) WHERE passed = 0;
                  INSERT INTO rooms VALUES (1, 'hall'); INSERT INTO matches VALUES (7, 1);
                  INSERT INTO boards VALUES (7, 'discord', 'thread', 0), (8, 'discord', 'nook', 0);";
    old.execute_batch(before).unwrap();
    old.execute_batch(include_str!("../migrations/006_boards_by_room.sql")).unwrap();
    let mut rooms = old.prepare("SELECT room FROM boards ORDER BY match_id").unwrap();
    let rooms: Result<Vec<String>, _> = rooms.query_map([], |row| row.get(0)).unwrap().collect();
    assert_eq!(rooms.unwrap(), ["hall", "nook"]);
}

/// Matches, steps and everything else about them are found as they were under the version before.
#[test]
fn the_columns_of_two_seats_become_rows() {
    let place = place();
    let mut old = Connection::open(&place.file).unwrap();
    Migrations::from_slice(&STEPS[..7]).to_latest(&mut old).unwrap();
    let secret = "0".repeat(64);
    let sql = format!(
        r#"INSERT INTO people (chat, handle, name, folded)
               VALUES ('console', 'ann', 'Ann', 'ann'), ('console', 'ben', 'Ben', 'ben');
           INSERT INTO rooms (chat, handle, name, server) VALUES ('console', 'r', 'r', '');
           INSERT INTO matches (room, first, second, game, rated, private, waiting_second, opened_at, touched_at, tag, secret,
                                options, house, timer, nudges, word_first, word_second, pact)
               VALUES (1, 2, 1, 'draughts', 1, 0, 1, 5, 6, 't', '{secret}', '{{}}', '{{}}', '{{}}', '{{}}', 'one', 'two', '{{}}');
           INSERT INTO matches (room, first, second, game, rated, private, opened_at, touched_at, ended_at, ending, tag, secret,
                                options, house, timer, nudges, word_first, word_second, pact)
               VALUES (1, 1, 2, 'draughts', 1, 0, 7, 8, 9, '{{"called-off":{{"by":"second","rule":"aborted"}}}}', 't', '{secret}',
                       '{{}}', '{{}}', '{{}}', '{{}}', '', '', '{{}}');
           INSERT INTO shares VALUES (1, '{key}', 0, 1);"#,
        key = "0f".repeat(16)
    );
    old.execute_batch(&sql).unwrap();
    drop(old);
    let store = open(&place.file).unwrap();
    let ask =
        |sql: &str| -> String { store.connection.query_row(sql, [], |it| it.get(0)).unwrap() };
    let seats = "SELECT group_concat(concat_ws(' ', match_id, seat, person, waiting, called_off, touched_at, ended_at, word), '; ') FROM seats";
    let rows = "1 first 2 0 0 6 one; 1 second 1 1 0 6 two; 2 first 1 0 0 8 9 ; 2 second 2 0 1 8 9 ";
    assert_eq!(ask(seats), rows);
    assert_eq!(ask("SELECT group_concat(match_id || seat) FROM share_consents"), "1second");
    assert_eq!(ask("SELECT group_concat(id || ' ' || touched_at) FROM matches"), "1 6,2 8");
}

/// An opened database keeps its schema, so a released migration may never change.
#[test]
fn forms_that_were_released_stay_as_they_are() {
    use sha2::{Digest as _, Sha256};
    let hash = |text: &str| hex::encode(Sha256::digest(text));
    let released = [
        (
            include_str!("../migrations/001_start.sql"),
            "17a87c5b4b1c94ebcded9505cccf64200610f2e6aacdfd967d6c9fe24febe4ea",
        ),
        (
            include_str!("../migrations/002_practice.sql"),
            "5ecc00a4a5f559b3526721612c04537168aea370f4c7ff71b27fbcce44726bf7",
        ),
        (
            include_str!("../migrations/003_packed_steps.sql"),
            "25c135f6ceac0ee50dca64a9056b16ea844f5d3be89141579ed2b1867684e42c",
        ),
        (
            include_str!("../migrations/004_shares.sql"),
            "fc31ff051a99b094113583be580a4b99d6a53398bb401fb212842eb25bb03af4",
        ),
        (
            include_str!("../migrations/005_cards.sql"),
            "4623c64432f7164f19782ffbb120ba32e6e79c9e708e69d0d22fafd850a3e8e2",
        ),
        (
            include_str!("../migrations/006_boards_by_room.sql"),
            "d4e19e196123a6da4fe2039c4c954e40bd874855c3b5a71c01956a7b80728b71",
        ),
        (
            include_str!("../migrations/007_greetings.sql"),
            "79621872b144495b39cbe90461b241970cbb7605da6b344f2139d75f7639508b",
        ),
        (
            include_str!("../migrations/008_seats.sql"),
            "464d9a109828730c4f63bb8f75eed049197a3802d1d86bfa038e7bba25e0f28a",
        ),
    ];
    assert_eq!(released.len(), KNOWN);
    for (form, (text, was)) in (1..).zip(released) {
        assert_eq!(hash(text), was, "form {form}");
    }
}

#[test]
fn one_file_serves_one_bot() {
    let place = place();
    let store = open(&place.file).unwrap();
    let err = refusal(&place.file);
    assert!(matches!(err, StoreError::Taken(_)), "{err}");
    drop(store);
    open(&place.file).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_does_not_get_round_the_lock() {
    let place = place();
    let link = place.folder.path().join("link.db");
    let _store = open(&place.file).unwrap();
    std::os::unix::fs::symlink(&place.file, &link).unwrap();
    let err = refusal(&link);
    assert!(matches!(err, StoreError::Taken(_)), "{err}");
}

#[test]
fn a_missing_folder_is_named_and_not_made() {
    let place = place();
    let folder = place.folder.path().join("data");
    let err = refusal(&folder.join("games.db"));
    assert!(matches!(&err, StoreError::NoFolder(it) if *it == folder), "{err}");
    assert!(!folder.exists());
    let err = refusal(place.folder.path());
    assert!(matches!(err, StoreError::Foreign(_)), "{err}");
}

#[test]
fn a_path_that_looks_like_an_address_is_a_path() {
    let place = place();
    drop(open(&place.folder.path().join("file:games.db?mode=memory")).unwrap());
    assert_eq!(listing(place.folder.path()), ["file:games.db?mode=memory"]);
}

#[test]
fn what_is_not_ours_is_left_as_it_is() {
    let theirs = "CREATE TABLE theirs (x)";
    let numbered = "PRAGMA user_version = 1; CREATE TABLE people (x)";
    let marked = "PRAGMA application_id = 5";
    let numberless = "PRAGMA application_id = 0x44726774; CREATE TABLE people (x)";
    for sql in [theirs, numbered, marked, numberless] {
        let place = place();
        foreign(&place.file, sql);
        let before = fs::read(&place.file).unwrap();
        let err = refusal(&place.file);
        assert!(matches!(err, StoreError::Foreign(_)), "{sql}: {err}");
        assert_eq!(fs::read(&place.file).unwrap(), before);
    }
    for bytes in [&b"Dear diary, today I lost again at draughts."[..], &[0; 5000]] {
        let place = place();
        fs::write(&place.file, bytes).unwrap();
        let err = refusal(&place.file);
        assert!(matches!(err, StoreError::Foreign(_)), "{err}");
        assert_eq!(fs::read(&place.file).unwrap(), bytes);
        assert_eq!(listing(place.folder.path()), ["games.db"]);
    }
}

#[test]
fn a_later_form_is_left_as_it_is() {
    let place = place();
    drop(open(&place.file).unwrap());
    foreign(&place.file, &format!("PRAGMA user_version = {}", KNOWN + 2));
    let before = fs::read(&place.file).unwrap();
    match refusal(&place.file) {
        StoreError::Newer { found, known, .. } => assert_eq!((found, known), (KNOWN + 2, KNOWN)),
        other => panic!("{other}"),
    }
    assert_eq!(fs::read(&place.file).unwrap(), before);
}

/// A user who may write everywhere, such as root, may open the file; everyone else gets the error.
#[test]
fn a_read_only_file_is_told() {
    let place = place();
    drop(open(&place.file).unwrap());
    let mut rights = fs::metadata(&place.file).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&place.file, rights).unwrap();
    let may_write = File::options().write(true).open(&place.file).is_ok();
    match open(&place.file) {
        Ok(_) => assert!(may_write),
        Err(err) => assert!(!may_write && matches!(err, StoreError::ReadOnly(_)), "{err}"),
    }
}

/// What SQLite returns when it may only read, for every user.
#[test]
fn a_connection_that_only_reads_is_told() {
    let place = place();
    drop(open(&place.file).unwrap());
    let connection = connect(&place.file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let err = Store::start(connection, place.file, None, Sync::Normal).err().unwrap();
    assert!(matches!(err, StoreError::ReadOnly(_)), "{err}");
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    for kind in [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem] {
        let err = StoreError::from_io(Path::new("x"), kind.into());
        assert!(matches!(err, StoreError::ReadOnly(_)), "{err}");
    }
    let full = StoreError::from_io(Path::new("x"), io::ErrorKind::StorageFull.into());
    assert!(matches!(full, StoreError::Full(_)));
    let err = StoreError::from_io(Path::new("x"), io::ErrorKind::Interrupted.into());
    assert!(matches!(err, StoreError::File { .. }), "{err}");
}

#[test]
fn a_lock_that_is_held_too_long_is_told() {
    let place = place();
    let mut store = open(&place.file).unwrap();
    store.connection.busy_timeout(Duration::ZERO).unwrap();
    let other = Connection::open(&place.file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let err = store.transaction::<(), StoreError>(|_| Ok(())).unwrap_err();
    assert!(matches!(err, StoreError::Busy(_)), "{err}");
    other.execute_batch("ROLLBACK").unwrap();
    store.transaction::<(), StoreError>(|_| Ok(())).unwrap();
}

/// Blanks every page in turn: every loss is reported, and nothing panics.
#[test]
fn damage_is_told() {
    let place = place();
    let mut store = open(&place.file).unwrap();
    let of = within(&mut store, |tx| {
        let of = tx.add_match(&new_match(&world(tx))).unwrap();
        for n in 0..40 {
            tx.add_step(&step(of, n, 0)).unwrap();
        }
        of
    });
    drop(store);
    let sound = fs::read(&place.file).unwrap();
    let mut told = 0;
    for page in 0..sound.len() / PAGE {
        let mut bytes = sound.clone();
        bytes[page * PAGE..(page + 1) * PAGE].fill(0xa5);
        fs::write(&place.file, bytes).unwrap();
        let read = open(&place.file).and_then(|mut store| {
            store.transaction(|tx| {
                let row = tx.match_row(of)?;
                row.ok_or(StoreError::Missing { what: "match", id: of.0 })?;
                tx.meet_person(Chat::Console, "new", "New")?;
                Ok(tx.steps(of)?.len())
            })
        });
        match read {
            Ok(steps) => assert_eq!(steps, 40, "page {page} of an index that was not read"),
            Err(StoreError::Corrupt { .. } | StoreError::Foreign(_)) => told += 1,
            Err(other) => panic!("page {page}: {other:?}"),
        }
    }
    assert_ne!(told, 0);
}

/// Bytes in a page of a new database.
const PAGE: usize = 4096;

#[cfg(unix)]
#[test]
fn a_new_database_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let mut store = Store::open(&path, Sync::Normal).unwrap();
    store
        .transaction::<_, StoreError>(|tx| tx.meet_person(crate::store::Chat::Console, "a", "A"))
        .unwrap();
    store.backup(&folder.path().join("b.db")).unwrap();
    for name in ["a.db", "a.db-wal", "b.db"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

/// `json_valid(NULL)` is NULL in our SQLite, and 0 in other builds, which would reject such a row.
#[test]
fn a_column_of_json_that_may_be_empty_says_so_in_its_check() {
    let store = Store::in_memory().unwrap();
    let sql = "SELECT t.sql, c.name, c.\"notnull\" FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'";
    let mut columns = store.connection.prepare(sql).unwrap();
    let columns = columns
        .query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?))
        })
        .unwrap();
    let (mut filled, mut empty) = (0, 0);
    for column in columns {
        let (table, name, not_null) = column.unwrap();
        let line = table.lines().find(|it| it.split_whitespace().next() == Some(name.as_str()));
        let Some(check) = line.and_then(|it| it.split_once("CHECK (")).map(|it| it.1) else {
            continue;
        };
        if !check.contains("json_valid") {
            continue;
        }
        let valid = format!("json_valid({name})");
        let wanted = if not_null { valid } else { format!("{name} IS NULL OR {valid}") };
        assert!(check.starts_with(&wanted), "{name}: {check}");
        *if not_null { &mut filled } else { &mut empty } += 1;
    }
    assert!(5 < filled && 5 < empty, "{filled} and {empty} were looked at");
}

#[cfg(unix)]
#[test]
fn a_file_that_was_removed_or_replaced_takes_nothing_more() {
    for replaced in [false, true] {
        let place = place();
        let mut store = open(&place.file).unwrap();
        within(&mut store, |tx| drop(tx.meet_person(Chat::Console, "1", "Ann").unwrap()));
        let moved = place.folder.path().join("moved.db");
        fs::rename(&place.file, &moved).unwrap();
        if replaced {
            fs::copy(&moved, &place.file).unwrap();
        }
        let asked = store.transaction(|tx| tx.meet_person(Chat::Console, "2", "Bob"));
        assert!(
            matches!(asked, Err(StoreError::Replaced(ref it)) if it.ends_with("games.db")),
            "{asked:?}"
        );
        fs::rename(&moved, &place.file).unwrap();
        within(&mut store, |tx| assert!(tx.people_named(Chat::Console, "ann").unwrap().len() == 1));
    }
}

#[test]
fn only_what_is_there_is_opened_where_nothing_is_to_be_made() {
    let place = place();
    let missing = Store::open_existing(&place.file, Sync::Normal).err();
    assert!(matches!(missing, Some(StoreError::NoFile(_))), "{missing:?}");
    assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 0, "not even a lock");
    File::create_new(&place.file).unwrap();
    let empty = Store::open_existing(&place.file, Sync::Normal).err();
    assert!(matches!(empty, Some(StoreError::Foreign(_))), "{empty:?}");
    drop(open(&place.file).unwrap());
    fs::remove_file(place.folder.path().join("games.db.lock")).unwrap();
    assert!(Store::open_existing(&place.file, Sync::Normal).is_ok());
}
