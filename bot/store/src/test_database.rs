//! Databases for tests and benchmarks: in memory and in files, or on the server that `TEST_POSTGRES`
//! names.
use std::path::Path;

use super::{Database, Kind, Store, StoreError, Sync, Tx};
use crate::sql::params;

/// The variable with the address of a server on which tests may create databases, without the name
/// of a database.
pub(super) const TRIAL_SERVER: &str = "TEST_POSTGRES";

impl Store {
    /// Opens a fresh database that nobody opens again.
    ///
    /// # Errors
    /// If there is no memory for it, or the server fails.
    pub fn trial() -> Result<Store, StoreError> {
        if let Some(server) = super::postgres::TrialServer::named() {
            return server.store();
        }
        Store::in_memory()
    }

    /// Opens the database of a path, or the one that stands for it on the server.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn trial_at(path: &Path) -> Result<Store, StoreError> {
        trial_database(path)?.share(Sync::Normal)
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
