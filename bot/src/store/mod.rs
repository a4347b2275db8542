//! Stores everything in one SQLite file.
mod across;
mod adapters;
mod away_rooms;
mod backup;
mod cards;
mod challenges;
mod champions;
mod columns;
mod competitions;
mod counted;
mod erase;
mod error;
#[cfg(test)]
mod example;
mod given;
mod greetings;
mod ladders;
mod leagues;
mod lessons;
mod matches;
mod moments;
mod notes;
mod open;
mod orders;
mod outbox;
mod packed;
mod people;
mod places;
mod practice;
mod puzzles;
mod ratings;
mod reader;
mod rooms;
mod rows;
mod seasons;
mod server_pages;
mod servers;
mod settings;
mod shares;
mod sql;
mod steps;
mod threads;
mod turns;
mod vacations;
mod watches;
mod words;

use std::{
    cell::{Cell, RefCell},
    fs::File,
    path::{Path, PathBuf},
};

use rusqlite::{CachedStatement, Connection, Transaction, TransactionBehavior};

pub use adapters::{Cursor, KeylessEvent, Registration, Warning};
pub use cards::CardAt;
pub use champions::ChampionRole;
pub use competitions::{Competition, CompetitionId, CompetitionRules};
pub use counted::{Counted, CurvePoint};
pub use erase::FORMER;
pub use error::StoreError;
pub use ladders::LadderPlace;
pub use leagues::{LeaguePlayer, LeagueState};
pub use lessons::LessonRow;
use open::FileIdentity;
pub use open::Sync;
pub use orders::{OrderedAction, StandingOrder};
pub use places::{BoardAt, FetchAt, MenuAt, PrivatePlace};
pub use practice::Practice;
pub use puzzles::{DailyPuzzle, PuzzleTry, Solver};
pub use ratings::Shift;
pub use reader::{Glance, Reader};
pub use rows::*;
pub use seasons::SeasonList;
pub use settings::{Orientation, Settings};
pub use shares::Share;
use sql::{Params, Row};
use steps::Chain;
pub use threads::ThreadAt;
pub use turns::{EndedTurn, REMEMBERED};

/// The database. Only one bot can have it open.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The identity of the opened file; none in memory.
    identity: Option<FileIdentity>,
    /// Held until the store is dropped; none in memory.
    _lock: Option<File>,
}

impl Store {
    /// Runs `f` in a transaction: committed if `f` returns `Ok`, rolled back if it returns `Err` or
    /// panics.
    ///
    /// # Errors
    /// The error of `f`, or why the transaction failed. [`StoreError::Replaced`] if the file no
    /// longer exists: SQLite would keep writing to the deleted one.
    pub fn transaction<T, E: From<StoreError>>(
        &mut self,
        f: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let Store { connection, path, identity, _lock: _ } = self;
        if identity.is_some_and(|it| !it.is_at(path)) {
            return Err(StoreError::Replaced(path.clone()).into());
        }
        let inner = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|err| StoreError::from_sqlite(path, err))?;
        let tx = Tx::new(inner, path);
        let value = f(&tx)?;
        tx.commit()?;
        Ok(value)
    }
}

impl Store {
    /// Truncates the WAL, so that deleted data leaves the files: SQLite itself overwrites it in the
    /// database.
    ///
    /// # Errors
    /// If the database fails.
    pub fn sweep_out(&mut self) -> Result<(), StoreError> {
        let Store { connection, path, identity: _, _lock: _ } = self;
        let done = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        done.map_err(|err| StoreError::from_sqlite(path, err))
    }
}

/// A transaction: everything is read and changed through it.
pub struct Tx<'a> {
    inner: Transaction<'a>,
    path: &'a Path,
    /// The chat whose names for people are used; by default the one where they were first seen.
    names: Cell<Option<Chat>>,
    /// The chain of the step read or added last: a request reads the last step and adds the next.
    chain: RefCell<Option<Chain>>,
}

impl<'a> Tx<'a> {
    fn new(inner: Transaction<'a>, path: &'a Path) -> Tx<'a> {
        Tx { inner, path, names: Cell::new(None), chain: RefCell::default() }
    }
}

impl Tx<'_> {
    /// Returns the first row.
    fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let (mut read, mut found) = (Some(read), None);
        self.query(sql, &params, |row| {
            found = read.take().map(|it| it(row)).transpose()?;
            Ok(false)
        })?;
        Ok(found)
    }

    /// Returns all rows.
    fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.query(sql, &params, |row| {
            all.push(read(row)?);
            Ok(true)
        })?;
        Ok(all)
    }

    /// Inserts a row with a statement that returns its id.
    fn add(&self, sql: &str, params: impl Params) -> Result<i64, StoreError> {
        let id = self.one(sql, params, |row| row.get(0))?;
        id.ok_or(StoreError::Missing { what: "row", id: 0 })
    }

    /// Changes rows and returns how many.
    fn change(&self, sql: &str, params: impl Params) -> Result<usize, StoreError> {
        let mut statement = self.prepare(sql)?;
        sql::execute(&mut statement, &params).map_err(|err| self.error(err))
    }

    /// Calls `read` with every row until it returns `false`.
    fn query(
        &self,
        sql: &str,
        params: &impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), StoreError> {
        let mut statement = self.prepare(sql)?;
        sql::query(&mut statement, params, read).map_err(|err| self.error(err))
    }

    fn prepare(&self, sql: &str) -> Result<CachedStatement<'_>, StoreError> {
        self.check_under_way()?;
        self.inner.prepare_cached(sql).map_err(|err| self.error(err))
    }

    fn commit(self) -> Result<(), StoreError> {
        self.check_under_way()?;
        let Tx { inner, path, names: _, chain: _ } = self;
        inner.commit().map_err(|err| StoreError::from_sqlite(path, err))
    }

    /// Fails if SQLite has rolled the transaction back by itself, as on a full disk; later changes
    /// would be committed one by one.
    fn check_under_way(&self) -> Result<(), StoreError> {
        if self.inner.is_autocommit() { Err(StoreError::Undone) } else { Ok(()) }
    }

    fn error(&self, err: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(self.path, err)
    }
}

#[cfg(test)]
mod tests;
