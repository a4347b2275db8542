//! A transaction in an SQLite file, whose own statements stay prepared like all others.
use std::ops::Deref;

use rusqlite::Connection;

/// A transaction; undone when it is dropped without a commit.
pub(super) struct FileTransaction<'a>(&'a Connection);

impl<'a> FileTransaction<'a> {
    /// Begins one by a statement. Nobody else uses the connection until it ends.
    pub(super) fn begin(
        connection: &'a mut Connection,
        by: &str,
    ) -> rusqlite::Result<FileTransaction<'a>> {
        let transaction = FileTransaction(connection);
        transaction.run(by)?;
        Ok(transaction)
    }

    /// Runs a statement without parameters or rows.
    pub(super) fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.prepare_cached(sql)?.raw_execute().map(drop)
    }

    pub(super) fn commit(self) -> rusqlite::Result<()> {
        self.run("COMMIT")
    }
}

impl Deref for FileTransaction<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0
    }
}

impl Drop for FileTransaction<'_> {
    fn drop(&mut self) {
        if !self.is_autocommit() {
            // What can't be undone now is undone by SQLite when the file is opened again.
            drop(self.run("ROLLBACK"));
        }
    }
}
