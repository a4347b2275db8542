//! Databases of earlier versions are brought to the newest, or refused.
use std::path::Path;

use super::{
    super::{super::tests::example::within, schema::APPLICATION},
    *,
};
use crate::{Database, KERNEL_ALONE, tests::divided, trial::UNDIVIDED, upgrade_faults};

/// Makes a database of an older version.
fn make(file: &Path, version: usize) {
    let old = Connection::open(file).unwrap();
    for step in UNDIVIDED.steps.iter().filter(|step| step.version <= version) {
        old.execute_batch(step.sqlite).unwrap();
    }
    old.pragma_update(None, "user_version", version).unwrap();
    old.pragma_update(None, "application_id", APPLICATION).unwrap();
}

/// Unpacks a database that an earlier program left.
fn unpack(file: &Path, name: &str) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/databases").join(name);
    fs::write(file, zstd::decode_all(&*fs::read(from).unwrap()).unwrap()).unwrap();
}

fn known() -> usize {
    Versions::newest_sum(KERNEL_ALONE)
}

fn examine(file: &Path) -> (usize, usize) {
    Store::examine(file, KERNEL_ALONE).unwrap()
}

#[test]
fn a_database_is_copied_before_it_is_upgraded() {
    let place = place();
    let known = known();
    let copy = |version: usize| place.folder.path().join(format!("games.db.schema-{version}"));
    drop(open(&place.file).unwrap());
    assert!(!fs::exists(copy(known)).unwrap(), "a new one isn't");
    fs::remove_file(&place.file).unwrap();
    make(&place.file, 39);
    drop(open(&place.file).unwrap());
    assert_eq!(examine(&copy(39)), (39, known));
    assert_eq!(examine(&place.file), (known, known));
    fs::remove_file(&place.file).unwrap();
    make(&place.file, 41);
    // What an interrupted start left.
    fs::write(place.folder.path().join("games.db.schema-41.part"), "half").unwrap();
    fs::write(place.folder.path().join("games.db.schema-mine"), "by hand").unwrap();
    drop(open(&place.file).unwrap());
    assert_eq!(examine(&copy(41)), (41, known));
    assert!(!fs::exists(copy(39)).unwrap(), "the copy of the upgrade before is deleted");
    assert!(fs::exists(place.folder.path().join("games.db.schema-mine")).unwrap());
}

#[test]
fn a_database_that_cannot_be_copied_is_not_upgraded() {
    let place = place();
    make(&place.file, 40);
    // A folder that isn't empty can't be replaced by a copy.
    let copy = place.folder.path().join("games.db.schema-40");
    fs::create_dir_all(copy.join("x")).unwrap();
    assert!(open(&place.file).is_err());
    assert_eq!(examine(&place.file), (40, known()));
}

#[test]
fn a_version_that_is_no_longer_read_is_named_with_what_helps_and_left_as_it_is() {
    let place = place();
    unpack(&place.file, "7.db.zst");
    let before = fs::read(&place.file).unwrap();
    for err in [refusal(&place.file), Store::examine(&place.file, KERNEL_ALONE).unwrap_err()] {
        assert!(matches!(err, StoreError::Older { found: 7, oldest: 39, .. }), "{err}");
        let says = err.to_string();
        assert!(
            says.contains("has version 7 of the schema") && says.contains("33d0b863"),
            "{says}"
        );
    }
    assert_eq!(fs::read(&place.file).unwrap(), before);
    assert_eq!(listing(place.folder.path()), ["games.db"]);
}

#[test]
fn a_database_of_any_version_is_taken_over_with_everything_in_it() {
    for lists in [&[KERNEL_ALONE][..], &[KERNEL_ALONE, KERNEL_ALONE]] {
        let folder = tempdir().unwrap();
        assert_eq!(upgrade_faults(lists, folder.path()).unwrap(), Vec::<String>::new());
    }
    let place = place();
    unpack(&place.file, "39.db.zst");
    within(&mut open(&place.file).unwrap(), |tx| {
        let dan = tx.person_by_handle(Chat::Matrix, "@dan:x").unwrap().unwrap();
        assert_eq!((dan.name.as_str(), tx.selves(dan.id).unwrap().len()), ("Dan", 2));
    });
}

fn empty() -> (TempDir, Database) {
    let Place { folder, file } = place();
    (folder, Database::from(&*file))
}

#[test]
fn a_part_finds_its_table_in_the_form_that_it_has() {
    divided::a_part_finds_its_table_in_the_form_that_it_has(&empty);
}

#[test]
fn what_no_part_looks_after_is_not_left_behind_in_a_move() {
    divided::what_no_part_looks_after_is_not_left_behind_in_a_move(&empty);
}
