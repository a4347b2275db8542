//! What must hold of the tables of all parts together. Each list of parts has a test that asks for it.
use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::{
    Store, StoreError, TableParts,
    tables::{self, TableSpec},
    versions::DIVIDED,
};

/// Says what is wrong with the tables of parts: those that are said nothing of, come before what they refer to, or have a column that
/// nobody is given without a reason, or people of whom nobody says what becomes of them.
///
/// # Errors
/// If the tables can't be made.
pub fn table_faults(parts: TableParts) -> Result<Vec<String>, StoreError> {
    let store = Store::in_memory_with(parts)?;
    let connection = &store.file().connection;
    let found = faults(connection, parts);
    found.map_err(|err| StoreError::from_sqlite(":memory:".as_ref(), err))
}

fn faults(connection: &Connection, parts: TableParts) -> rusqlite::Result<Vec<String>> {
    let mut faults = Vec::new();
    for part in parts {
        let versions = part.steps.iter().map(|step| step.version);
        if !versions.is_sorted_by(|one, next| one + 1 == *next) {
            faults.push(format!("the steps of `{}` aren't numbered one by one", part.part));
        }
        // Those that no version of the kernel had come last.
        let of_kernel = part.steps.iter().map(|step| step.of_kernel.unwrap_or(DIVIDED));
        if !of_kernel.clone().is_sorted() || of_kernel.max().is_some_and(|last| DIVIDED < last) {
            faults.push(format!("the steps of `{}` aren't in the kernel's order", part.part));
        }
    }
    let mut known = BTreeSet::new();
    for spec in parts.iter().flat_map(|part| part.specs) {
        if !known.insert(spec.name) {
            faults.push(format!("`{}` is there twice", spec.name));
        }
    }
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    let there: BTreeSet<String> = texts(connection, sql)?.into_iter().collect();
    for table in &there {
        if !tables::specs(parts).any(|spec| spec.name == table) {
            faults.push(format!("nothing is said of `{table}`"));
        }
    }
    let mut before: BTreeSet<&str> = BTreeSet::new();
    for spec in tables::specs(parts) {
        before.insert(spec.name);
        if there.contains(spec.name) {
            faults.extend(faults_of(connection, spec, &before)?)
        } else {
            faults.push(format!("there is no `{}`", spec.name))
        }
    }
    Ok(faults)
}

fn faults_of(
    connection: &Connection,
    spec: &TableSpec,
    before: &BTreeSet<&str>,
) -> rusqlite::Result<Vec<String>> {
    let TableSpec { name: table, exports, unexported, people, .. } = spec;
    let mut faults = Vec::new();
    let keys =
        format!("SELECT \"from\" || ' ' || \"table\" FROM pragma_foreign_key_list('{table}')");
    for key in texts(connection, &keys)? {
        let (column, other) = key.split_once(' ').unwrap_or_default();
        if !before.contains(other) {
            faults.push(format!("`{table}` comes before `{other}`, which it refers to"));
        }
        if other == "people" && !people.iter().any(|it| it.name == column) {
            faults.push(format!("nobody says what becomes of the person in {table}.{column}"));
        }
    }
    let excepted: Vec<&str> = unexported.iter().flat_map(|it| tables::names(it.0)).collect();
    let columns = texts(connection, &format!("SELECT name FROM pragma_table_xinfo('{table}')"))?;
    for column in &columns {
        let is_given = exports.iter().any(|export| {
            tables::names(export.columns).any(|name| name == column)
                || export.written.iter().any(|it| it.0 == column)
        });
        let is_whose = people.iter().any(|it| it.name == column);
        let is_excepted = excepted.iter().any(|name| ["*", column.as_str()].contains(name));
        if is_given && is_excepted {
            faults.push(format!("{table}.{column} is given and excepted"));
        }
        if !is_given && !is_whose && !is_excepted {
            faults.push(format!("nobody is given {table}.{column}"));
        }
    }
    let mut named = excepted.into_iter().chain(people.iter().map(|it| it.name));
    if let Some(name) = named.find(|name| *name != "*" && !columns.iter().any(|it| it == name)) {
        faults.push(format!("there is no {table}.{name}"));
    }
    Ok(faults)
}

/// Returns the first column of a query's rows.
pub(super) fn texts(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(sql)?;
    statement.query_map([], |row| row.get(0))?.collect()
}
