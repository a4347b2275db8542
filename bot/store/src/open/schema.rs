//! The schema of an SQLite file, and how an older one is brought up to it.
use std::{collections::BTreeSet, path::Path};

use rusqlite::{Connection, TransactionBehavior};

use crate::{
    StoreError, TableParts,
    versions::{Versions, keep_version},
};

/// Marks a file as ours.
pub(super) const APPLICATION: i32 = 0x4472_6774;

/// Returns the versions of a file, none for an empty one, without changing anything.
///
/// # Errors
/// If the file is something else, too old, or from a later version.
pub(in super::super) fn versions(
    connection: &Connection,
    path: &Path,
    parts: TableParts,
) -> Result<Option<Versions>, StoreError> {
    let failed = |err| StoreError::from_sqlite(path, err);
    let ask = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(failed);
    let version = ask("PRAGMA user_version")?;
    let application = ask("PRAGMA application_id")?;
    let things = ask("SELECT count(*) FROM sqlite_schema")?;
    if (application, version, things) == (0, 0, 0) {
        return Ok(None);
    }
    match usize::try_from(version) {
        Ok(kernel @ 1..) if application == i64::from(APPLICATION) => {
            let tables = tables(connection).map_err(failed)?;
            let others = || {
                let mut rows =
                    connection.prepare("SELECT part, version FROM parts").map_err(failed)?;
                let rows =
                    rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
                rows.collect::<rusqlite::Result<_>>().map_err(failed)
            };
            Versions::read(parts, path, kernel, others, &tables).map(Some)
        }
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// Returns the names of the tables of a database.
fn tables(connection: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut all = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    all.query_map([], |row| row.get(0))?.collect()
}

/// Returns a table that every database of these versions has and this one lacks, if there is one.
pub(super) fn missing_table(
    connection: &Connection,
    versions: &Versions,
    parts: TableParts,
) -> rusqlite::Result<Option<String>> {
    let right = Connection::open_in_memory()?;
    for step in versions.taken(parts) {
        right.execute_batch(step.sqlite)?;
    }
    Ok(tables(&right)?.difference(&tables(connection)?).next().cloned())
}

/// Brings a file up to the newest versions, in one transaction.
///
/// # Errors
/// If a row would refer to one that isn't there.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    found: &Versions,
    parts: TableParts,
) -> Result<(), StoreError> {
    // A table can be recreated only while nothing is checked that refers to it.
    let done = connection
        .pragma_update(None, "foreign_keys", false)
        .and_then(|()| take_steps(connection, found, parts))
        .and_then(|lost| connection.pragma_update(None, "foreign_keys", true).map(|()| lost));
    match done.map_err(|err| StoreError::from_sqlite(path, err))? {
        Some(table) => Err(StoreError::Forbidden(format!("`{table}` refers to what isn't there"))),
        None => Ok(()),
    }
}

/// Takes the steps that are missing; or returns a table with a row that then refers to nothing, and takes none.
fn take_steps(
    connection: &mut Connection,
    found: &Versions,
    parts: TableParts,
) -> rusqlite::Result<Option<String>> {
    let mut missing = found.missing(parts).peekable();
    if missing.peek().is_none() {
        return Ok(None);
    }
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (part, step) in missing {
        if !found.had(part, step) {
            tx.execute_batch(step.sqlite)?;
        }
        if part.part == parts[0].part {
            tx.pragma_update(None, "user_version", step.version)?
        } else {
            tx.execute_batch(&keep_version(part, step))?
        }
    }
    if let Some(division) = found.keep_division(parts) {
        tx.execute_batch(&division)?;
    }
    let mut lost = tx.prepare("PRAGMA foreign_key_check")?;
    if let Some(row) = lost.query([])?.next()? {
        return row.get(0).map(Some);
    }
    drop(lost);
    tx.pragma_update(None, "application_id", APPLICATION)?;
    tx.commit().map(|()| None)
}
