//! A backup contains what was committed, and harms nothing.
use model::ids::MatchId;
use tempfile::{TempDir, tempdir};

use super::{
    super::{
        KERNEL_ALONE, Sync,
        tests::example::{new_match, step, within, world},
    },
    *,
};

struct Place {
    folder: TempDir,
    file: PathBuf,
    copy: PathBuf,
}

/// A store with a match of 20 steps, open.
fn played() -> (Place, Store, MatchId) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("games.db");
    let copy = folder.path().join("copy.db");
    let mut store = Store::open(&file, Sync::Normal, KERNEL_ALONE).unwrap();
    let of = within(&mut store, |tx| {
        let of = tx.add_match(&new_match(&world(tx))).unwrap();
        for n in 0..20 {
            tx.add_step(&step(of, n, 0)).unwrap();
        }
        of
    });
    (Place { folder, file, copy }, store, of)
}

fn steps(file: &Path, of: MatchId) -> usize {
    let mut store = Store::open(file, Sync::Normal, KERNEL_ALONE).unwrap();
    within(&mut store, |tx| tx.steps(of).unwrap().len())
}

fn copies(place: &Place) -> Vec<String> {
    let names = fs::read_dir(place.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|it| it.starts_with("copy"));
    names.sort();
    names
}

#[test]
fn a_backup_is_one_file_with_everything_in_it() {
    let (place, mut store, of) = played();
    store.backup(&place.copy).unwrap();
    assert_eq!(copies(&place), ["copy.db"]);
    within(&mut store, |tx| tx.add_step(&step(of, 20, 0)).unwrap());
    assert_eq!(steps(&place.copy, of), 20);
    drop(store);
    assert_eq!(steps(&place.file, of), 21);
}

#[test]
fn a_backup_from_outside_works_while_a_request_is_under_way() {
    let (place, mut store, of) = played();
    within(&mut store, |tx| {
        tx.add_step(&step(of, 20, 0)).unwrap();
        Store::backup_of(&place.file, &place.copy, KERNEL_ALONE).unwrap();
        tx.add_step(&step(of, 21, 0)).unwrap();
    });
    assert_eq!(steps(&place.copy, of), 20);
    drop(store);
    assert_eq!(steps(&place.file, of), 22);
}

#[test]
fn a_backup_from_outside_works_without_a_bot() {
    let (place, store, of) = played();
    drop(store);
    Store::backup_of(&place.file, &place.copy, KERNEL_ALONE).unwrap();
    assert_eq!(copies(&place), ["copy.db"]);
    assert_eq!(steps(&place.copy, of), 20);
}

#[test]
fn a_backup_overwrites_nothing() {
    let (place, store, _) = played();
    fs::write(&place.copy, "dear to me").unwrap();
    let err = store.backup(&place.copy).unwrap_err();
    assert!(matches!(err, StoreError::Exists(_)), "{err}");
    assert_eq!(fs::read_to_string(&place.copy).unwrap(), "dear to me");
    let err = store.backup(place.folder.path()).unwrap_err();
    assert!(matches!(err, StoreError::Exists(_)), "{err}");
    let err = store.backup(&place.file).unwrap_err();
    assert!(matches!(err, StoreError::Exists(_)), "{err}");

    let other = place.folder.path().join("other.db");
    let part = place.folder.path().join("other.db.part");
    fs::write(&part, "half of a backup").unwrap();
    let err = store.backup(&other).unwrap_err();
    assert!(matches!(&err, StoreError::Unfinished(it) if it.ends_with("other.db.part")), "{err}");
    assert_eq!(fs::read_to_string(&part).unwrap(), "half of a backup");
    assert!(!other.exists());
}

#[test]
fn a_backup_needs_a_folder_and_a_database() {
    let (place, store, _) = played();
    let err = store.backup(&place.folder.path().join("none").join("copy.db")).unwrap_err();
    assert!(matches!(err, StoreError::NoFolder(_)), "{err}");

    let none = place.folder.path().join("none.db");
    let err = Store::backup_of(&none, &place.copy, KERNEL_ALONE).unwrap_err();
    assert!(matches!(err, StoreError::NoFile(_)), "{err}");
    for text in ["", "no database at all"] {
        fs::write(&none, text).unwrap();
        let err = Store::backup_of(&none, &place.copy, KERNEL_ALONE).unwrap_err();
        assert!(matches!(err, StoreError::Foreign(_)), "{err}");
        assert_eq!(fs::read_to_string(&none).unwrap(), text);
    }
    assert!(copies(&place).is_empty());
}

#[test]
fn a_damaged_database_gives_no_backup() {
    let (place, store, _) = played();
    drop(store);
    let mut bytes = fs::read(&place.file).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xa5);
    fs::write(&place.file, bytes).unwrap();
    let err = Store::backup_of(&place.file, &place.copy, KERNEL_ALONE).unwrap_err();
    assert!(
        matches!(&err, StoreError::Corrupt { path, .. } if path.ends_with("games.db")),
        "{err}"
    );
    assert!(copies(&place).is_empty());
}

fn restored(place: &Place) -> Option<PathBuf> {
    Store::restore_from(&place.copy, &place.file, KERNEL_ALONE).unwrap()
}

#[test]
fn a_copy_takes_the_place_of_the_database_which_is_kept() {
    let (place, mut store, of) = played();
    store.backup(&place.copy).unwrap();
    within(&mut store, |tx| tx.add_step(&step(of, 20, 0)).unwrap());
    drop(store);
    let aside = restored(&place).unwrap();
    assert_eq!(aside.file_name().unwrap(), "games.db.replaced");
    assert_eq!((steps(&place.file, of), steps(&aside, of), steps(&place.copy, of)), (20, 21, 20));
    assert_eq!(restored(&place).unwrap().file_name().unwrap(), "games.db.replaced-2");
    fs::remove_file(&place.file).unwrap();
    assert_eq!(restored(&place), None);
    assert_eq!(steps(&place.file, of), 20);
}

#[test]
fn what_a_crashed_bot_left_in_its_log_is_kept_too() {
    let (place, mut store, of) = played();
    store.backup(&place.copy).unwrap();
    within(&mut store, |tx| tx.add_step(&step(of, 20, 0)).unwrap());
    // As after a crash: nothing was written back, and the lock is gone.
    for name in ["games.db", "games.db-wal"] {
        fs::copy(place.folder.path().join(name), place.folder.path().join(format!("x-{name}")))
            .unwrap();
    }
    drop(store);
    let file = place.folder.path().join("x-games.db");
    let aside = Store::restore_from(&place.copy, &file, KERNEL_ALONE).unwrap().unwrap();
    assert_eq!((steps(&file, of), steps(&aside, of)), (20, 21));
}

#[test]
fn nothing_is_restored_over_a_running_bot_or_from_something_else() {
    let (place, store, of) = played();
    store.backup(&place.copy).unwrap();
    let refused = |from: &Path| Store::restore_from(from, &place.file, KERNEL_ALONE).unwrap_err();
    assert!(matches!(refused(&place.copy), StoreError::Taken(_)));
    drop(store);
    assert!(matches!(refused(&place.file), StoreError::Exists(_)));
    fs::write(&place.copy, "damaged").unwrap();
    assert!(matches!(refused(&place.copy), StoreError::Foreign(_)));
    assert!(matches!(refused(&place.folder.path().join("none")), StoreError::NoFile(_)));
    assert_eq!(steps(&place.file, of), 20);
    assert!(!fs::exists(extended(&place.file, ".replaced")).unwrap());
}

#[test]
fn a_log_without_its_database_is_never_taken_for_that_of_a_copy() {
    let (place, mut store, of) = played();
    store.backup(&place.copy).unwrap();
    within(&mut store, |tx| tx.add_step(&step(of, 20, 0)).unwrap());
    let log = fs::read(extended(&place.file, "-wal")).unwrap();
    drop(store);
    fs::remove_file(&place.file).unwrap();
    fs::write(extended(&place.file, "-wal"), &log).unwrap();
    assert_eq!(restored(&place), None);
    assert_eq!(steps(&place.file, of), 20);
    assert_eq!(fs::read(place.folder.path().join("games.db.replaced-wal")).unwrap(), log);
    // Its name is taken, so that a later one isn't mixed with it.
    assert_eq!(restored(&place).unwrap().file_name().unwrap(), "games.db.replaced-2");

    let other = place.folder.path().join("other.db");
    fs::write(extended(&other, "-wal"), &log).unwrap();
    let refused = Store::backup_of(&place.file, &other, KERNEL_ALONE).unwrap_err();
    assert!(matches!(refused, StoreError::Exists(path) if path == extended(&other, "-wal")));
}

#[test]
fn what_an_interrupted_run_left_can_be_restored_itself() {
    let (place, store, of) = played();
    let left = extended(&place.file, ".restoring");
    store.backup(&left).unwrap();
    drop(store);
    assert!(Store::restore_from(&left, &place.file, KERNEL_ALONE).unwrap().is_some());
    assert_eq!((steps(&left, of), steps(&place.file, of)), (20, 20));
}

#[test]
fn a_file_that_lacks_tables_is_not_restored() {
    let (place, store, of) = played();
    store.backup(&place.copy).unwrap();
    drop(store);
    let copy = Connection::open(&place.copy).unwrap();
    copy.execute_batch("PRAGMA foreign_keys = OFF; DROP TABLE outbox").unwrap();
    drop(copy);
    let refused = Store::restore_from(&place.copy, &place.file, KERNEL_ALONE).unwrap_err();
    assert!(refused.to_string().contains("no table `outbox`"), "{refused}");
    assert_eq!(steps(&place.file, of), 20);
}
