//! A small kernel whose table moved to a part of its own, as those of features did, for both kinds of databases.
use std::collections::BTreeSet;

use tempfile::TempDir;

use super::example::within;
use crate::{
    Database, KERNEL_ALONE, StoreError, Sync, TableParts, Tables,
    tables::{SchemaStep, TableSpec},
    trial::{UNDIVIDED, make_undivided},
};

const PEOPLE: &str = "CREATE TABLE people (number INTEGER PRIMARY KEY) STRICT;\n";
const HATS: &str = "CREATE TABLE hats (person INTEGER PRIMARY KEY REFERENCES people) STRICT;\n";
const COLOUR: &str = "ALTER TABLE hats ADD COLUMN colour TEXT;\n";
const VERSION: &str = "CREATE TABLE draughtsman (version BIGINT NOT NULL, single BOOLEAN PRIMARY KEY DEFAULT true);\n\\i\n";

const LATER: [SchemaStep; 4] = [
    SchemaStep::new(42, "CREATE TABLE two (x INTEGER) STRICT;\n"),
    SchemaStep::new(43, "CREATE TABLE three (x INTEGER) STRICT;\n"),
    SchemaStep::new(44, include_str!("../migrations/044_parts.sql")),
    SchemaStep::new(45, include_str!("../migrations/045_divided.sql")),
];

static KERNEL: Tables = Tables {
    part: "kernel",
    steps: &[
        SchemaStep::new(39, PEOPLE).on_postgres(VERSION),
        SchemaStep::new(40, "CREATE TABLE nought (x INTEGER) STRICT;\n"),
        SchemaStep::new(41, "CREATE TABLE one (x INTEGER) STRICT;\n"),
        LATER[0],
        LATER[1],
        LATER[2],
        LATER[3],
    ],
    specs: &[],
};

static HAT: Tables = Tables {
    part: "hats",
    steps: &[
        SchemaStep::new(1, HATS).of_kernel(39),
        SchemaStep::new(2, COLOUR).of_kernel(41),
        SchemaStep::new(3, "ALTER TABLE hats ADD COLUMN size INTEGER;\n"),
    ],
    specs: &[TableSpec::new("hats", "person")],
};

const ALONE: TableParts = &[&KERNEL];
const WITH_HATS: TableParts = &[&KERNEL, &HAT];

/// Returns the kernel as it was at a version, when the table was its own.
fn undivided(version: usize) -> TableParts {
    let all = KERNEL.steps.iter().filter(|step| step.version <= version);
    let steps: Vec<SchemaStep> = all
        .flat_map(|step| match step.version {
            39 => vec![*step, SchemaStep::new(39, HATS)],
            41 => vec![*step, SchemaStep::new(41, COLOUR)],
            _ => vec![*step],
        })
        .collect();
    let tables = Tables { part: "kernel", steps: steps.leak(), specs: &[] };
    vec![&*Box::leak(Box::new(tables))].leak()
}

/// Opens a database with a list of parts, and runs a statement.
fn run(database: &Database, parts: TableParts, sql: &str) {
    let mut store = database.open(Sync::Normal, parts).unwrap();
    within(&mut store, |tx| tx.change(sql, []).unwrap());
}

fn hats(database: &Database) -> Vec<(i64, Option<String>, Option<i64>)> {
    let mut store = database.open(Sync::Normal, WITH_HATS).unwrap();
    within(&mut store, |tx| {
        let sql = "SELECT person, colour, size FROM hats ORDER BY person";
        tx.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap()
    })
}

/// Tries every version of the kernel from before the table moved. `empty` makes a database.
pub(crate) fn a_part_finds_its_table_in_the_form_that_it_has(
    empty: &dyn Fn() -> (TempDir, Database),
) {
    for version in 39..=44 {
        for through in [&[WITH_HATS][..], &[ALONE, WITH_HATS], &[ALONE, ALONE, WITH_HATS]] {
            let (_folder, database) = empty();
            run(&database, undivided(version), "INSERT INTO people (number) VALUES (1)");
            run(&database, undivided(version), "INSERT INTO hats (person) VALUES (1)");
            if 41 <= version {
                run(&database, undivided(version), "UPDATE hats SET colour = 'red'");
            }
            for parts in through {
                drop(database.open(Sync::Normal, parts).unwrap());
            }
            let colour = (41 <= version).then(|| "red".to_owned());
            assert_eq!(hats(&database), [(1, colour, None)], "version {version}");
            assert_eq!(database.examine(WITH_HATS).unwrap(), (48, 48));
            let err = database.open(Sync::Normal, ALONE).err().unwrap().to_string();
            assert!(err.contains("(part `hats` 3; this version knows 0)"), "{err}");
            let err = database.open(Sync::Normal, undivided(44)).err().unwrap().to_string();
            assert!(err.contains("(schema 45; this version knows 44)"), "{err}");
        }
    }
    // Made after the kernel was divided, but before this part had left it.
    let (_folder, database) = empty();
    run(&database, undivided(45), "INSERT INTO people (number) VALUES (1)");
    run(&database, undivided(45), "INSERT INTO hats (person, colour) VALUES (1, 'red')");
    assert_eq!(hats(&database), [(1, Some("red".to_owned()), None)]);
    assert_eq!(database.examine(WITH_HATS).unwrap(), (48, 48));
    for first in [ALONE, WITH_HATS] {
        let (_folder, database) = empty();
        run(&database, first, "INSERT INTO people (number) VALUES (1)");
        assert_eq!(hats(&database), []);
        run(&database, WITH_HATS, "INSERT INTO hats (person, size) VALUES (1, 5)");
        assert_eq!(hats(&database), [(1, None, Some(5))]);
    }
}

/// Tries a database from before, opened by a program without the features.
pub(crate) fn what_no_part_looks_after_is_not_left_behind_in_a_move(
    empty: &dyn Fn() -> (TempDir, Database),
) {
    let (folder, database) = empty();
    make_undivided(&database, 44, folder.path()).unwrap();
    drop(database.open(Sync::Normal, KERNEL_ALONE).unwrap());
    let copy = Database::from(&*folder.path().join("copy.db"));
    let err = database.move_to(&copy, Sync::Normal, KERNEL_ALONE).err().unwrap();
    assert!(matches!(err, StoreError::Unfit { .. }), "{err}");
    let tables: Vec<String> = left().iter().map(|table| format!("`{table}`")).collect();
    let tables = tables.join(", ");
    assert!(err.to_string().contains(&tables), "{err}");
    assert!(!folder.path().join("copy.db").exists());
    if let Database::File(_) = database {
        database.backup(&folder.path().join("backup.db"), KERNEL_ALONE).unwrap();
        let backup = Database::from(&*folder.path().join("backup.db"));
        let mut backup = backup.open(Sync::Normal, KERNEL_ALONE).unwrap();
        within(&mut backup, |tx| {
            for table in left() {
                let sql = format!("SELECT count(*) FROM {table}");
                assert_ne!(
                    tx.one(&sql, [], |row| row.get::<_, i64>(0)).unwrap(),
                    Some(0),
                    "{table}"
                );
            }
        });
    }
}

/// Returns the tables of before that the kernel no longer has.
fn left() -> BTreeSet<&'static str> {
    let lines = UNDIVIDED.steps.iter().flat_map(|step| step.sqlite.lines());
    let renamed = |table: &str| {
        let renames = format!("ALTER TABLE {table} RENAME");
        UNDIVIDED.steps.iter().any(|step| step.sqlite.contains(&renames))
    };
    let tables = lines.filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
    let kept = |table: &str| crate::KERNEL.specs.iter().any(|spec| spec.name == table);
    tables.filter(|table| *table != "parts" && !kept(table) && !renamed(table)).collect()
}
