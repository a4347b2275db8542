//! Stores everything in one SQLite file, or in a database on a PostgreSQL server.
mod adapters;
mod away_rooms;
mod backup;
mod board_links;
mod boards_and_menus;
mod browsers;
mod cached_rows;
mod cards;
mod challenge_codes;
mod challenges;
mod codes;
mod columns;
mod competitions;
mod copy_database;
mod database;
mod erase;
mod error;
mod file_transaction;
mod gateway_sessions;
mod greetings;
mod handed_seats;
mod kernel;
mod last_done;
mod leavers;
mod luck;
mod matches;
mod open;
mod outbox;
mod packed;
pub mod peers;
mod people;
mod personal_data;
mod pings;
mod postgres;
mod practice;
mod processes;
mod questions;
mod rated_matches;
mod ratings;
mod reader;
mod room_players;
mod rooms;
mod rows;
mod seasons;
mod servers;
mod settings;
pub mod sql;
mod sqlite_version;
mod steps;
pub mod tables;
mod tallies;
#[cfg(test)]
mod tests;
mod threads;
mod told;
#[cfg(any(test, feature = "trial"))]
mod trial;
mod turns;
mod unfinished;
mod versions;
mod watches;
mod words;

use std::{
    cell::{Cell, RefCell},
    path::Path,
};

use cached_rows::RowsRead;
use file_transaction::FileTransaction;
use model::ids::Chat;
use open::SqliteFile;
use processes::ThisProcess;
use rusqlite::{CachedStatement, Connection};
use sql::{Params, SqlRow};
use steps::RecentChains;

pub use adapters::{Cursor, KeylessEvent, Registration, Warning};
pub use board_links::BoardLink;
pub use boards_and_menus::{
    BoardMessage, FetchAt, MenuAt, MenuSpot, OF_ACCOUNTS, PrivatePlace, asked_card,
};
pub use browsers::NameHere;
pub use cards::CardAt;
pub use codes::HashedCode;
pub use competitions::{Competition, CompetitionId, CompetitionRules};
pub use copy_database::MovedDatabase;
pub use database::{Database, ServerAddress};
pub use erase::FORMER;
pub use error::StoreError;
pub use gateway_sessions::GatewaySession;
pub use handed_seats::Settlement;
pub use kernel::{KERNEL, KERNEL_ALONE};
pub use last_done::TimeMark;
pub use luck::{LuckAndPlay, PlaySum};
pub use matches::DueInMatch;
pub use open::Sync;
pub use outbox::OutboxTopic;
pub(crate) use postgres::PAUSES;
pub use postgres::{ConnectOverTls, encrypt_with};
pub use practice::Practice;
pub use processes::PeerLink;
pub use processes::{Lease, LeaseName, Member, PeerNews, Subject};
pub use questions::AskedByOther;
pub use rated_matches::{Counted, CurvePoint};
pub use ratings::{RatingCorrection, read as read_rating};
pub use reader::{DatabaseSummary, Reader};
pub use room_players::NAMELESS;
pub use rooms::RoomsAt;
pub use rows::*;
pub use seasons::SeasonList;
pub use settings::{
    AUTO, HIDDEN, NAME_FROM, ORIENTATION, Orientation, QUIET, READING, REMINDERS_IN, SNOOZED,
    SettingKey, Settings, TEXT, THEME, USUAL_CLOCK, USUAL_GAME, WHO_CHALLENGES, WhoChallenges,
    ZONE,
};
pub use sqlite_version::sqlite_warning;
pub use tables::{TableParts, Tables};
pub use tallies::{WantedByStep, WantedCounts};
pub use threads::ThreadAt;
pub use told::ToldMessage;
#[cfg(any(test, feature = "trial"))]
pub use trial::{example, make_undivided, table_faults, trial_database, upgrade_faults};
pub use turns::{EndedTurn, REMEMBERED};
pub use unfinished::Unfinished;

/// The database. Only one bot can have it open, but on a server the bot may be several processes.
pub struct Store {
    kind: Kind,
    own: ThisProcess,
}

enum Kind {
    File(SqliteFile),
    Remote(Box<postgres::ServerDatabase>),
}

impl Store {
    /// Runs `f` in a transaction: committed if `f` returns `Ok`, rolled back if it returns `Err` or
    /// panics. Where several processes share the database, `f` runs again if another one changed what
    /// it had read.
    ///
    /// # Errors
    /// The error of `f`, or why the transaction failed. [`StoreError::Replaced`] if the file no
    /// longer exists: SQLite would keep writing to the deleted one.
    pub fn transaction<T, E: From<StoreError>>(
        &mut self,
        f: impl FnMut(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transaction_about(&[], f)
    }

    /// Does the same once no other process handles one of these subjects: to wait takes less than to
    /// run again.
    ///
    /// # Errors
    /// As [`Store::transaction`].
    pub fn transaction_about<T, E: From<StoreError>>(
        &mut self,
        subjects: &[Subject<'_>],
        f: impl FnMut(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        match &mut self.kind {
            // There is no other process.
            Kind::File(file) => file.transaction(&self.own, f),
            Kind::Remote(server) => server.transaction(&self.own, subjects, f),
        }
    }

    /// Does the same, but `f` runs once: for what only reads, or where no other process writes.
    ///
    /// # Errors
    /// As [`Store::transaction`]; [`StoreError::Busy`] if another process was in the way.
    pub fn transaction_once<T, E: From<StoreError>>(
        &mut self,
        f: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        match &mut self.kind {
            Kind::File(file) => file.transaction(&self.own, f),
            Kind::Remote(server) => server.transaction_once(&self.own, f),
        }
    }

    /// Tells whether other processes may change it.
    pub fn is_shared(&self) -> bool {
        match &self.kind {
            Kind::File(_) => false,
            Kind::Remote(server) => server.is_shared(),
        }
    }

    /// Truncates the WAL, so that deleted data leaves the files: SQLite itself overwrites it in the
    /// database. A server does this in its own time.
    pub fn sweep_out(&mut self) -> Result<(), StoreError> {
        match &mut self.kind {
            Kind::File(file) => file.sweep_out(),
            Kind::Remote(_) => Ok(()),
        }
    }
}

/// A transaction: everything is read and changed through it.
pub struct Tx<'a> {
    inner: Inner<'a>,
    path: &'a Path,
    /// The process.
    own: &'a ThisProcess,
    /// The chat whose names for people are used; by default the one where they were first seen.
    names: Cell<Option<Chat>>,
    chains: RefCell<RecentChains>,
    read: RefCell<RowsRead>,
    attempts: Cell<Attempts>,
}

/// How many attempts are under way, one within another, and how many of them have a savepoint.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    under_way: usize,
    saved: usize,
}

thread_local! {
    static STATEMENTS: Cell<u64> = const { Cell::new(0) };
}

/// Returns how many statements this thread has run since it began; on a server, how many round trips they took, also those of its
/// transactions, besides what prepares a statement once.
pub fn statements_run() -> u64 {
    STATEMENTS.get()
}

fn count_statement() {
    STATEMENTS.set(STATEMENTS.get() + 1);
}

/// Returns how many steps SQLite has taken for this thread since it began: what statements cost, the same on every machine. A server
/// doesn't tell.
pub fn sqlite_steps() -> u64 {
    sql::steps()
}

/// Tells whether a statement only reads.
fn is_read(sql: &str) -> bool {
    sql.starts_with("SELECT") || sql.starts_with("WITH")
}

enum Inner<'a> {
    File(FileTransaction<'a>),
    Remote(postgres::ServerTransaction<'a>),
}

impl<'a> Tx<'a> {
    fn new(inner: FileTransaction<'a>, path: &'a Path, own: &'a ThisProcess) -> Tx<'a> {
        Tx::with(Inner::File(inner), path, own)
    }

    fn remote(inner: postgres::ServerTransaction<'a>, own: &'a ThisProcess) -> Tx<'a> {
        let path = inner.path();
        Tx::with(Inner::Remote(inner), path, own)
    }

    fn with(inner: Inner<'a>, path: &'a Path, own: &'a ThisProcess) -> Tx<'a> {
        Tx {
            inner,
            path,
            own,
            names: Cell::new(None),
            chains: RefCell::default(),
            read: RefCell::default(),
            attempts: Cell::default(),
        }
    }
}

impl Tx<'_> {
    /// Returns the parts of the program that have tables.
    pub fn tables(&self) -> TableParts {
        self.own.parts
    }

    /// Does something so that what it has changed is undone if it fails, and the transaction goes on. As long as nothing is changed this
    /// costs nothing. A panic must not leave `f`.
    ///
    /// # Errors
    /// Those of `f`, and if nothing can be undone.
    pub fn attempt<T, E: From<StoreError>>(
        &self,
        f: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let before = self.attempts.get();
        self.attempts.set(Attempts { under_way: before.under_way + 1, ..before });
        let done = f();
        // What clashed with another process is tried again as a whole.
        if done.is_err()
            && let Inner::Remote(inner) = &self.inner
            && inner.is_out_of_order()
        {
            return Err(StoreError::Busy(self.path.to_owned()).into());
        }
        let is_saved = before.under_way < self.attempts.get().saved;
        let saved = self.attempts.get().saved.min(before.under_way);
        self.attempts.set(Attempts { saved, ..before });
        if is_saved {
            let level = before.under_way;
            if done.is_err() {
                *self.read.borrow_mut() = RowsRead::default();
                *self.chains.borrow_mut() = RecentChains::default();
                self.savepoint(&format!("ROLLBACK TO attempt_{level}"))?;
            }
            self.savepoint(&format!("RELEASE attempt_{level}"))?;
        }
        done
    }

    /// Sets the savepoints of the attempts under way before the first change in them.
    fn save_before_change(&self) -> Result<(), StoreError> {
        let Attempts { under_way, saved } = self.attempts.get();
        if saved == under_way {
            return Ok(());
        }
        // What was changed before is stored first, and stays.
        self.attempts.set(Attempts { under_way, saved: under_way });
        self.write_match()?;
        for level in saved..under_way {
            self.savepoint(&format!("SAVEPOINT attempt_{level}"))?;
        }
        Ok(())
    }

    fn savepoint(&self, sql: &str) -> Result<(), StoreError> {
        match &self.inner {
            Inner::File(inner) => inner.run(sql).map_err(|err| self.error(err)),
            Inner::Remote(inner) => inner.savepoint(sql),
        }
    }

    /// Returns the first row that a statement finds.
    ///
    /// # Errors
    /// If `read` fails.
    pub fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&SqlRow<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let (mut read, mut found) = (Some(read), None);
        self.query(sql, &params, |row| {
            found = read.take().map(|read| read(row)).transpose()?;
            Ok(false)
        })?;
        Ok(found)
    }

    /// Returns all rows that a statement finds.
    ///
    /// # Errors
    /// If `read` fails.
    pub fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.query(sql, &params, |row| {
            all.push(read(row)?);
            Ok(true)
        })?;
        Ok(all)
    }

    /// Inserts a row with a statement that returns its id.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if a rule of the table forbids it, as everywhere.
    pub fn add(&self, sql: &str, params: impl Params) -> Result<i64, StoreError> {
        let id = self.one(sql, params, |row| row.get(0))?;
        id.ok_or(StoreError::Missing { what: "row", id: 0 })
    }

    /// Changes rows with a statement, and returns how many. It is one text for both databases: `docs/internals/storage.md` says what that
    /// asks for.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if a rule of the table forbids it.
    pub fn change(&self, sql: &str, params: impl Params) -> Result<usize, StoreError> {
        self.check_under_way()?;
        self.save_before_change()?;
        self.write_before(sql)?;
        self.forget_read(sql);
        match &self.inner {
            Inner::File(inner) => {
                let mut statement = self.prepare(inner, sql)?;
                sql::execute(&mut statement, &params).map_err(|err| self.error(err))
            }
            Inner::Remote(inner) => inner.execute(sql, &params),
        }
    }

    /// Calls `read` with every row until it returns `false`.
    fn query(
        &self,
        sql: &str,
        params: &impl Params,
        read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<bool>,
    ) -> Result<(), StoreError> {
        self.check_under_way()?;
        if !is_read(sql) {
            self.save_before_change()?;
        }
        self.write_before(sql)?;
        self.forget_read(sql);
        match &self.inner {
            Inner::File(inner) => {
                let mut statement = self.prepare(inner, sql)?;
                sql::query(&mut statement, params, read).map_err(|err| self.error(err))
            }
            Inner::Remote(inner) => {
                let mut read = read;
                for row in &inner.query(sql, params)? {
                    if !read(&SqlRow::Remote(row)).map_err(|err| self.error(err))? {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    fn prepare<'b>(
        &self,
        inner: &'b Connection,
        sql: &str,
    ) -> Result<CachedStatement<'b>, StoreError> {
        count_statement();
        #[cfg(test)]
        tests::plans::check_plan(inner, sql);
        inner.prepare_cached(sql).map_err(|err| self.error(err))
    }

    fn commit(self) -> Result<(), StoreError> {
        self.check_under_way()?;
        self.write_match()?;
        match self.inner {
            Inner::File(inner) => {
                inner.commit().map_err(|err| StoreError::from_sqlite(self.path, err))
            }
            Inner::Remote(inner) => inner.commit(),
        }
    }

    /// Fails if the database has rolled the transaction back by itself, as SQLite does on a full disk
    /// and a server after any failure; later changes would be committed one by one, or not at all.
    fn check_under_way(&self) -> Result<(), StoreError> {
        match &self.inner {
            Inner::File(inner) if inner.is_autocommit() => Err(StoreError::Undone),
            Inner::File(_) => Ok(()),
            Inner::Remote(inner) => inner.check_under_way(),
        }
    }

    fn error(&self, err: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(self.path, err)
    }
}
