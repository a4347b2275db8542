//! A transaction on a server.
use std::{
    cell::{Cell, RefCell, RefMut},
    path::Path,
};

use ::postgres::Row;

use super::{link::Link, open::Server};
use crate::store::{StoreError, sql::Params};

/// A transaction. It is undone when it is dropped without a commit.
pub(in crate::store) struct Session<'a> {
    server: &'a Server,
    link: &'a RefCell<Option<Link>>,
    /// Whether it may have changed something.
    changed: Cell<bool>,
    state: Cell<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    UnderWay,
    /// A statement has failed; the server undoes the rest.
    Failed,
    Over,
}

impl<'a> Session<'a> {
    pub(super) fn new(server: &'a Server, link: &'a RefCell<Option<Link>>) -> Session<'a> {
        Session { server, link, changed: Cell::new(false), state: Cell::new(State::UnderWay) }
    }

    /// The server's address, as errors show it.
    pub(in crate::store) fn path(&self) -> &'a Path {
        self.server.shown()
    }

    /// Fails if an earlier statement has.
    pub(in crate::store) fn check_under_way(&self) -> Result<(), StoreError> {
        match self.state.get() {
            State::UnderWay => Ok(()),
            State::Failed | State::Over => Err(StoreError::Undone),
        }
    }

    /// Returns the rows of a statement.
    pub(in crate::store) fn query(
        &self,
        sql: &str,
        params: &impl Params,
    ) -> Result<Vec<Row>, StoreError> {
        if !sql.starts_with("SELECT") {
            self.changed.set(true);
        }
        self.run(|link| link.query(sql, params))
    }

    /// Runs a statement; returns how many rows it changed.
    pub(in crate::store) fn execute(
        &self,
        sql: &str,
        params: &impl Params,
    ) -> Result<usize, StoreError> {
        self.changed.set(true);
        self.run(|link| link.execute(sql, params))
    }

    /// Runs `f` so that what it changed is undone if it fails, and the transaction goes on.
    #[cfg(test)]
    pub(in crate::store) fn attempt<T>(
        &self,
        f: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.run(|link| link.plain("SAVEPOINT attempt"))?;
        let done = f();
        if done.is_err() {
            self.state.set(State::UnderWay);
            self.run(|link| link.plain("ROLLBACK TO attempt"))?;
        }
        self.run(|link| link.plain("RELEASE attempt"))?;
        done
    }

    /// Makes the changes last.
    ///
    /// # Errors
    /// If they were undone; [`StoreError::Unsure`] if nobody can say.
    pub(in crate::store) fn commit(self) -> Result<(), StoreError> {
        // Its number, by which the server can say later whether it was committed; none if nothing was
        // changed.
        let number = match self.changed.get() {
            true => self.run(|link| link.plain("SELECT pg_current_xact_id_if_assigned()"))?.pop(),
            false => None,
        };
        let done = self.run(|link| link.plain("COMMIT"));
        self.state.set(State::Over);
        match (done, &number) {
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

    fn run<T>(&self, f: impl FnOnce(&mut Link) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.check_under_way()?;
        let mut link: RefMut<'_, Option<Link>> = self.link.borrow_mut();
        let done = link.as_mut().map_or(Err(StoreError::Undone), f);
        if done.is_err() {
            self.state.set(State::Failed);
        }
        done
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        if self.state.get() == State::Over {
            return;
        }
        let mut link = self.link.borrow_mut();
        // A connection that can't even roll back is given up; the server then does it by itself.
        if link.as_mut().is_some_and(|it| it.plain("ROLLBACK").is_err()) {
            *link = None;
        }
    }
}
