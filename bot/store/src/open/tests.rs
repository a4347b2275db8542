//! Opening old, new, foreign, damaged, locked and missing files.
mod upgrades;

use std::fs::{self, File};

use model::ids::Chat;
use tempfile::{TempDir, tempdir};

use super::{
    super::{
        KERNEL, KERNEL_ALONE,
        tests::example::{new_match, step, within, world},
    },
    schema::APPLICATION,
    *,
};

pub(super) struct Place {
    pub(super) folder: TempDir,
    pub(super) file: PathBuf,
}

pub(super) fn place() -> Place {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    Place { folder, file }
}

pub(super) fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path, Sync::Normal, KERNEL_ALONE)
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
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|it| !it.ends_with(".lock"));
    names.sort();
    names
}

#[test]
fn what_was_kept_is_there_when_opened_again() {
    let place = place();
    for (sync, n) in [(Sync::Normal, 0), (Sync::Full, 1), (Sync::Normal, 2)] {
        let mut store = Store::open(&place.file, sync, KERNEL_ALONE).unwrap();
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
        let store = Store::open(&place.file, sync, KERNEL_ALONE).unwrap();
        let ask = |pragma: &str| -> i64 {
            store
                .file()
                .connection
                .query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0))
                .unwrap()
        };
        assert_eq!(ask("synchronous"), number);
        assert_eq!(ask("foreign_keys"), 1);
        assert_eq!(ask("trusted_schema"), 0);
        assert_eq!(ask("application_id"), i64::from(APPLICATION));
        assert_eq!(ask("user_version"), i64::try_from(KERNEL.newest()).unwrap());
        let mode: String =
            store.file().connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }
}

#[test]
fn every_table_is_strict() {
    let store = Store::in_memory().unwrap();
    let sql = "SELECT count(*), sum(strict) FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%'";
    let (tables, strict): (i64, i64) =
        store.file().connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert!(0 < tables && tables == strict, "{strict} of {tables} tables are strict");
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
    let known = KERNEL.newest();
    foreign(&place.file, &format!("PRAGMA user_version = {}", known + 2));
    let before = fs::read(&place.file).unwrap();
    match refusal(&place.file) {
        StoreError::Newer { found, known: newest, .. } => {
            assert_eq!((found, newest), (known + 2, known));
        }
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
    let err = start(connection, place.file, None, Sync::Normal, KERNEL_ALONE).err().unwrap();
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
    store.file().connection.busy_timeout(Duration::ZERO).unwrap();
    let other = Connection::open(&place.file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let err = store.transaction::<(), StoreError>(|_| Ok(())).unwrap_err();
    assert!(matches!(err, StoreError::Busy(_)), "{err}");
    other.execute_batch("ROLLBACK").unwrap();
    store.transaction::<(), StoreError>(|_| Ok(())).unwrap();
}

/// Blanks every page in turn: each loss is reported, and nothing panics.
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
            Ok(steps) => assert_eq!(steps, 40, "page {page} of an index that wasn't read"),
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
    let mut store = Store::open(&path, Sync::Normal, KERNEL_ALONE).unwrap();
    store
        .transaction::<_, StoreError>(|tx| tx.meet_person(model::ids::Chat::Console, "a", "A"))
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
    let mut columns = store.file().connection.prepare(sql).unwrap();
    let columns = columns
        .query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?))
        })
        .unwrap();
    let (mut filled, mut empty) = (0, 0);
    for column in columns {
        let (table, name, not_null) = column.unwrap();
        let line = table.lines().find(|line| line.split_whitespace().next() == Some(name.as_str()));
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
    let missing = Store::open_existing(&place.file, Sync::Normal, KERNEL_ALONE).err();
    assert!(matches!(missing, Some(StoreError::NoFile(_))), "{missing:?}");
    assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 0, "not even a lock");
    File::create_new(&place.file).unwrap();
    let empty = Store::open_existing(&place.file, Sync::Normal, KERNEL_ALONE).err();
    assert!(matches!(empty, Some(StoreError::Foreign(_))), "{empty:?}");
    drop(open(&place.file).unwrap());
    fs::remove_file(place.folder.path().join("games.db.lock")).unwrap();
    assert!(Store::open_existing(&place.file, Sync::Normal, KERNEL_ALONE).is_ok());
}
