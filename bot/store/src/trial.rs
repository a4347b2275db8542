//! Databases for tests and benchmarks: in memory and in files, or on the server that `TEST_POSTGRES`
//! names.
pub mod example;
mod laws;
mod upgrades;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rusqlite::{Connection, backup::Backup};

#[cfg(test)]
pub(super) use self::upgrades::UNDIVIDED;
pub use self::{
    laws::table_faults,
    upgrades::{make_undivided, upgrade_faults},
};
use super::{
    Database, KERNEL_ALONE, Kind, Store, StoreError, Sync, TableParts, Tx,
    copy_database::copied,
    open::{SqliteFile, start},
    sql::params,
};

/// The variable with the address of a server on which tests may create databases, without the name
/// of a database.
pub(super) const TRIAL_SERVER: &str = "TEST_POSTGRES";

impl Store {
    /// Opens a fresh database that nobody opens again.
    ///
    /// # Errors
    /// If there is no memory for it, or the server fails.
    pub fn trial() -> Result<Store, StoreError> {
        Store::trial_with(KERNEL_ALONE)
    }

    /// Does the same with the tables of a list of parts.
    ///
    /// # Errors
    /// As [`Store::trial`].
    pub fn trial_with(parts: TableParts) -> Result<Store, StoreError> {
        match super::postgres::TrialServer::named() {
            Some(server) => server.store(parts),
            None => Store::in_memory_with(parts),
        }
    }

    /// Opens the database of a path with the tables of a list of parts, or the one that stands for it on the server.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn trial_at(path: &Path, parts: TableParts) -> Result<Store, StoreError> {
        trial_database(path)?.share(Sync::Normal, parts)
    }

    /// Opens an empty database in memory with the tables of all parts that this crate has.
    ///
    /// # Errors
    /// If SQLite has no memory for it.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::in_memory_with(KERNEL_ALONE)
    }

    /// Does the same with the tables of a list of parts.
    ///
    /// # Errors
    /// As [`Store::in_memory`].
    pub fn in_memory_with(parts: TableParts) -> Result<Store, StoreError> {
        // Copying it takes a fraction of the time of all steps, and tests open thousands.
        static EMPTY: Mutex<Vec<(TableParts, SqliteFile)>> = Mutex::new(Vec::new());
        let path = PathBuf::from(":memory:");
        let failed = |err| StoreError::from_sqlite(Path::new(":memory:"), err);
        let open = || Connection::open_in_memory().map_err(failed);
        let mut connection = open()?;
        let mut empty = EMPTY.lock().unwrap_or_else(PoisonError::into_inner);
        if !empty.iter().any(|it| are_same(it.0, parts)) {
            empty.push((parts, start(open()?, path.clone(), None, Sync::Normal, parts)?));
        }
        for (_, empty) in empty.iter().filter(|it| are_same(it.0, parts)) {
            Backup::new(&empty.connection, &mut connection)
                .and_then(|copy| copy.step(-1))
                .map_err(failed)?;
        }
        let file = start(connection, path, None, Sync::Normal, parts)?;
        Ok(Store::of_file(file, parts))
    }

    /// The SQLite file that it is.
    pub(super) fn file(&self) -> &SqliteFile {
        match &self.kind {
            Kind::File(file) => file,
            Kind::Remote(_) => panic!("a store on a server has no file"),
        }
    }

    /// Keeps a database in SQLite from growing, as on a full disk.
    ///
    /// # Errors
    /// If SQLite doesn't say how large it is. A server is left alone.
    pub fn stop_growing(&self) -> Result<(), StoreError> {
        match &self.kind {
            Kind::File(file) => {
                let failed = |err| StoreError::from_sqlite(Path::new(":memory:"), err);
                let pages: i64 = file
                    .connection
                    .query_row("PRAGMA page_count", [], |row| row.get(0))
                    .map_err(failed)?;
                file.connection.pragma_update(None, "max_page_count", pages).map_err(failed)
            }
            Kind::Remote(_) => Ok(()),
        }
    }
}

impl Tx<'_> {
    /// Runs a statement that the program has none for, such as one that makes a row unreadable. Returns how many rows it
    /// changed.
    ///
    /// # Errors
    /// If it can't be run.
    pub fn run_for_test(&self, sql: &str) -> Result<usize, StoreError> {
        self.change(sql, params![])
    }

    /// Deletes all rows that a copy would have.
    pub(super) fn empty(&self) -> Result<(), StoreError> {
        // What refers to others goes first.
        self.change("UPDATE people SET linked = NULL WHERE linked IS NOT NULL", [])?;
        for (table, _) in copied(self.tables()).rev() {
            self.change(&format!("DELETE FROM {table}"), [])?;
        }
        self.set_last_reply(0)
    }
}

/// Tells whether two lists have the same parts.
pub(super) fn are_same(one: TableParts, other: TableParts) -> bool {
    one.iter().map(|part| part.part).eq(other.iter().map(|part| part.part))
}

/// Returns the database of a path, or the one that stands for it on the server.
///
/// # Errors
/// If the server fails.
pub fn trial_database(path: &Path) -> Result<Database, StoreError> {
    if let Some(server) = super::postgres::TrialServer::named() {
        return server.database(path);
    }
    Ok(Database::from(path))
}
