//! A transaction on a server.
use std::{
    cell::{Cell, RefCell, RefMut},
    path::Path,
};

use ::postgres::Row;

use super::{link::Link, open::ServerDatabase, shared::TakenLocks};
use crate::{StoreError, is_read, sql::Params};

/// Begins a transaction where several processes write.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL SERIALIZABLE";

/// Numbers a transaction that changes something.
pub(super) const NUMBER: &str = "SELECT pg_current_xact_id()";

/// A transaction. It is undone when it is dropped without a commit.
///
/// If nobody else writes to the database, reads need no transaction of the server's before the first
/// change, and it begins with that: most requests to the store change nothing. Where several processes
/// write, it begins at once, and the server sees to it that all of them have the same result as if
/// they had run one after another (`SERIALIZABLE`).
pub(crate) struct ServerTransaction<'a> {
    server: &'a ServerDatabase,
    link: &'a RefCell<Option<Link>>,
    /// The number of the server's transaction, by which it can say later whether it was committed.
    number: RefCell<Option<String>>,
    state: Cell<State>,
    /// What is freed with the commit.
    locks: Option<&'a TakenLocks<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing was sent yet.
    Fresh,
    /// Something was read.
    Reading,
    /// The server has a transaction.
    Begun,
    /// A statement has failed; the server undoes the rest.
    Failed {
        begun: bool,
    },
    Over,
}

impl<'a> ServerTransaction<'a> {
    pub(super) fn fresh(
        server: &'a ServerDatabase,
        link: &'a RefCell<Option<Link>>,
    ) -> ServerTransaction<'a> {
        ServerTransaction {
            server,
            link,
            number: RefCell::default(),
            state: Cell::new(State::Fresh),
            locks: None,
        }
    }

    /// Returns a transaction that has begun already, with locks.
    pub(super) fn begun(
        server: &'a ServerDatabase,
        link: &'a RefCell<Option<Link>>,
        number: &str,
        locks: &'a TakenLocks<'a>,
    ) -> ServerTransaction<'a> {
        let number = RefCell::new(Some(number.to_owned()));
        let state = Cell::new(State::Begun);
        ServerTransaction { server, link, number, state, locks: Some(locks) }
    }

    /// The server's address, as errors show it.
    pub(crate) fn path(&self) -> &'a Path {
        self.server.shown()
    }

    /// Fails if an earlier statement has.
    pub(crate) fn check_under_way(&self) -> Result<(), StoreError> {
        match self.state.get() {
            State::Fresh | State::Reading | State::Begun => Ok(()),
            State::Failed { .. } | State::Over => Err(StoreError::Undone),
        }
    }

    /// Returns the rows of a statement.
    pub(crate) fn query(&self, sql: &str, params: &impl Params) -> Result<Vec<Row>, StoreError> {
        if is_read(sql) {
            self.begin_sharing()?
        } else {
            self.begin()?
        }
        self.run(|link| link.query(sql, params))
    }

    /// Runs a statement; returns how many rows it changed.
    pub(crate) fn execute(&self, sql: &str, params: &impl Params) -> Result<usize, StoreError> {
        self.begin()?;
        self.run(|link| link.execute(sql, params))
    }

    /// Begins a transaction of the server's that only reads, and sees no later changes.
    pub(super) fn snapshot(self) -> Result<ServerTransaction<'a>, StoreError> {
        self.run(|link| link.plain("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))?;
        self.state.set(State::Begun);
        Ok(self)
    }

    /// Begins the server's transaction if others write too, unless it has begun.
    fn begin_sharing(&self) -> Result<(), StoreError> {
        if self.server.is_shared() && self.state.get() == State::Fresh {
            self.run(|link| link.plain(BEGIN))?;
            self.state.set(State::Begun);
        }
        Ok(())
    }

    /// Begins the server's transaction before a change, unless it has.
    fn begin(&self) -> Result<(), StoreError> {
        self.begin_sharing()?;
        if self.server.is_shared() && self.number.borrow().is_none() {
            let number = self.run(|link| link.plain(NUMBER))?;
            self.number.replace(number.into_iter().next());
        }
        if matches!(self.state.get(), State::Fresh | State::Reading) {
            let begun = self.run(|link| link.plain(&format!("BEGIN;{NUMBER}")))?;
            self.number.replace(begun.into_iter().next());
            self.state.set(State::Begun);
        }
        Ok(())
    }

    /// Tells whether the transaction clashed with another process's, so that it has to be tried again as a whole.
    pub(crate) fn is_out_of_order(&self) -> bool {
        self.server.is_out_of_order()
    }

    /// Sets a savepoint, goes back to it or gives it up. To go back also ends a failure since then.
    pub(crate) fn savepoint(&self, sql: &str) -> Result<(), StoreError> {
        if self.state.get() == (State::Failed { begun: true }) && sql.starts_with("ROLLBACK TO") {
            self.state.set(State::Begun);
        }
        self.begin()?;
        self.run(|link| link.plain(sql)).map(|_| ())
    }

    /// Makes the changes last.
    ///
    /// # Errors
    /// If they were undone; [`StoreError::Unsure`] if nobody can say.
    pub(crate) fn commit(self) -> Result<(), StoreError> {
        self.check_under_way()?;
        if self.state.get() != State::Begun {
            self.state.set(State::Over);
            return Ok(());
        }
        let free = self.locks.map(|locks| locks.free.take()).unwrap_or_default();
        let done = self.run(|link| link.plain(&format!("COMMIT{free}")));
        self.state.set(State::Over);
        if let (Err(_), Some(locks)) = (&done, self.locks) {
            locks.free.replace(free);
        }
        match (done, &*self.number.borrow()) {
            (Ok(_), _) => Ok(()),
            (Err(StoreError::Lost { path, detail }), Some(number)) => {
                match self.server.was_committed(number) {
                    Some(true) => Ok(()),
                    Some(false) => Err(StoreError::Lost { path, detail }),
                    None => Err(StoreError::Unsure(path)),
                }
            }
            (Err(err), _) => Err(err),
        }
    }

    fn run<T>(&self, f: impl Fn(&mut Link) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.check_under_way()?;
        let before = self.state.get();
        let mut link: RefMut<'_, Option<Link>> = self.link.borrow_mut();
        let mut done = link.as_mut().map_or(Err(StoreError::Undone), &f);
        if before == State::Fresh && matches!(done, Err(StoreError::Lost { .. })) {
            // The server may have closed the connection since the last request, for example to start
            // again. Nothing was done yet.
            *link = None;
            done = f(link.insert(self.server.connect()?));
        }
        if let (Err(_), Some(clash)) = (&done, link.as_ref().and_then(Link::clash)) {
            self.server.clashed(clash);
        }
        self.state.set(match (&done, before) {
            (Err(_), before) => State::Failed { begun: before == State::Begun },
            (Ok(_), State::Fresh) => State::Reading,
            (Ok(_), before) => before,
        });
        done
    }
}

impl Drop for ServerTransaction<'_> {
    fn drop(&mut self) {
        if !matches!(self.state.get(), State::Begun | State::Failed { begun: true }) {
            return;
        }
        let mut link = self.link.borrow_mut();
        // A connection that can't even roll back is given up; the server then does it by itself.
        if link.as_mut().is_some_and(|link| link.plain("ROLLBACK").is_err()) {
            *link = None;
        }
    }
}
