//! Databases of earlier versions are brought to the newest, or refused.
use std::{collections::BTreeMap, path::Path};

use super::{
    super::{super::tests::example::within, schema::APPLICATION},
    *,
};
use crate::{KERNEL, tables};

/// Makes a database of an older version.
fn make(file: &Path, version: usize) {
    let old = Connection::open(file).unwrap();
    for step in KERNEL.steps.iter().filter(|step| step.version <= version) {
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

fn examine(file: &Path) -> (usize, usize) {
    Store::examine(file, KERNEL_ALONE).unwrap()
}

#[test]
fn a_database_is_copied_before_it_is_upgraded() {
    let place = place();
    let known = KERNEL.newest();
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
    assert_eq!(examine(&place.file), (40, KERNEL.newest()));
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

/// Returns how many rows each table has.
fn counts(connection: &Connection) -> BTreeMap<String, i64> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    let mut all = connection.prepare(sql).unwrap();
    let all = all.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let count = |table: String| {
        let sql = format!("SELECT count(*) FROM {table}");
        (table, connection.query_row(&sql, [], |row| row.get(0)).unwrap())
    };
    all.map(|table| count(table.unwrap())).collect()
}

/// Returns what makes the tables of a database, without comments and blanks.
fn written(connection: &Connection) -> BTreeMap<String, String> {
    let sql =
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'";
    let mut all = connection.prepare(sql).unwrap();
    let all = all.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?))).unwrap();
    let bare = |sql: String| -> String {
        let lines = sql.lines().filter(|line| !line.trim_start().starts_with("--"));
        let text: String =
            lines.flat_map(str::chars).filter(|letter| !" \n\"()".contains(*letter)).collect();
        text
    };
    all.map(|it| it.unwrap()).map(|(name, sql)| (name, bare(sql))).collect()
}

/// The file was made by the migrations that there were before, and has a row in every table.
#[test]
fn a_database_of_version_39_is_taken_over_with_everything_in_it() {
    let fresh = Store::in_memory().unwrap();
    for version in 39..KERNEL.newest() {
        let place = place();
        unpack(&place.file, "39.db.zst");
        let old = Connection::open(&place.file).unwrap();
        for step in KERNEL.steps.iter().filter(|step| 39 < step.version && step.version <= version)
        {
            old.execute_batch(step.sqlite).unwrap();
            old.pragma_update(None, "user_version", step.version).unwrap();
        }
        let before = counts(&old);
        drop(old);
        assert_eq!(examine(&place.file), (version, KERNEL.newest()));
        let mut store = open(&place.file).unwrap();
        assert_eq!(written(&store.file().connection), written(&fresh.file().connection));
        let after = counts(&store.file().connection);
        for spec in tables::specs(KERNEL_ALONE).filter(|spec| spec.name != "parts") {
            assert!(0 < after[spec.name], "{}", spec.name);
            assert_eq!(after[spec.name], before[spec.name], "{}", spec.name);
        }
        within(&mut store, |tx| {
            let dan = tx.person_by_handle(Chat::Matrix, "@dan:x").unwrap().unwrap();
            assert_eq!((dan.name.as_str(), tx.selves(dan.id).unwrap().len()), ("Dan", 2));
        });
    }
}
