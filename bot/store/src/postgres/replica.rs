//! Reads on a replica of the database. It is used only while it shows everything that was confirmed before the read.
use std::{
    fmt, thread,
    time::{Duration, Instant},
};

use super::{link::ServerTarget, open::ServerDatabase};
use crate::{StoreError, ThisProcess, Tx, database::ServerAddress};

/// How long a read waits for the replica to show what was confirmed before.
const PATIENCE: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_millis(5);

/// How long a replica isn't asked again that couldn't be used.
const REST: Duration = Duration::from_secs(10);

/// Names a server's data, the database in it and the schema.
const IDENTITY: &str = "(SELECT system_identifier FROM pg_control_system()) || '/' || current_database() || '/' || current_schema()";

/// A connection to read, and perhaps one to a replica.
pub(crate) struct Replicated {
    primary: ServerDatabase,
    replica: Option<Replica>,
}

struct Replica {
    target: ServerTarget,
    /// None until it was reached.
    server: Option<ServerDatabase>,
    /// When it is asked again.
    rests_until: Option<Instant>,
}

/// Why a replica can't be used now.
#[derive(Debug)]
enum Unusable {
    Behind,
    /// It has become a primary.
    TakesWrites,
    /// It has other data.
    Foreign,
    Failed(StoreError),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Behind => f.write_str("it is behind"),
            Unusable::TakesWrites => f.write_str("it takes writes itself, so it is no replica. Name a standby server, or leave `replica` out"),
            Unusable::Foreign => f.write_str("it isn't a replica of the database. Name the same database on a standby server"),
            Unusable::Failed(err) => err.fmt(f),
        }
    }
}

impl From<StoreError> for Unusable {
    fn from(err: StoreError) -> Unusable {
        Unusable::Failed(err)
    }
}

impl Unusable {
    /// Returns the error of a replica at this address.
    fn at(self, target: &ServerTarget) -> StoreError {
        match self {
            Unusable::Failed(err) => err,
            other => StoreError::Unfit { path: target.shown.clone(), detail: other.to_string() },
        }
    }
}

impl ServerDatabase {
    /// Lets long reads come from a replica from now on.
    ///
    /// # Errors
    /// If the address isn't valid or names other data. A replica that can't be used now is asked again later.
    pub(crate) fn set_replica(&mut self, address: &ServerAddress) -> Result<(), StoreError> {
        let target = ServerTarget::of(address)?.in_a_hurry();
        match Replica::new(target.clone()).show_all_of(self) {
            Ok(_) | Err(Unusable::Behind) => {}
            Err(why @ Unusable::Foreign) => return Err(why.at(&target)),
            Err(why) => {
                tracing::warn!(replica = %target.shown.display(), %why, "no reads on the replica for now")
            }
        }
        self.replica = Some(target);
        Ok(())
    }

    /// Connects once more, to read, on the replica if there is one; as [`ServerDatabase::reader`].
    pub(crate) fn long_reader(&self) -> Result<Option<Replicated>, StoreError> {
        let replica = self.replica.clone().map(Replica::new);
        Ok(self.reader()?.map(|primary| Replicated { primary, replica }))
    }
}

/// Checks that an address names a replica of a database.
///
/// # Errors
/// If it isn't one; if one of the servers can't be reached.
pub(crate) fn examine_replica(
    of: &ServerAddress,
    address: &ServerAddress,
) -> Result<(), StoreError> {
    let target = ServerTarget::of(address)?;
    let primary = ServerDatabase::to_read(ServerTarget::of(of)?)?;
    match Replica::new(target.clone()).show_all_of(&primary) {
        Ok(_) | Err(Unusable::Behind) => Ok(()),
        Err(why) => Err(why.at(&target)),
    }
}

impl Replica {
    fn new(target: ServerTarget) -> Replica {
        Replica { target, server: None, rests_until: None }
    }

    /// Returns the replica once everything is there that the primary has confirmed.
    fn show_all_of(&mut self, primary: &ServerDatabase) -> Result<&ServerDatabase, Unusable> {
        let server = match &mut self.server {
            Some(server) => server,
            none => none.insert(ServerDatabase::to_read(self.target.clone())?),
        };
        let asks = format!("SELECT pg_current_wal_flush_lsn() || ' ' || quote_literal({IDENTITY})");
        let says = primary.on_link(|link| link.plain(&asks))?;
        let says = says.first().and_then(|it| it.split_once(' '));
        let (position, identity) = says.ok_or(Unusable::Foreign)?;
        let asks = format!(
            "SELECT CASE WHEN {IDENTITY} <> {identity} THEN 'foreign' WHEN NOT pg_is_in_recovery() THEN 'primary'
             WHEN '{position}' <= pg_last_wal_replay_lsn() THEN 'there' ELSE 'behind' END"
        );
        let until = Instant::now() + PATIENCE;
        loop {
            let says = server.on_link(|link| link.plain(&asks))?;
            match says.first().map(String::as_str) {
                Some("there") => return Ok(server),
                Some("primary") => return Err(Unusable::TakesWrites),
                Some("behind") if Instant::now() < until => thread::sleep(PAUSE),
                Some("behind") => return Err(Unusable::Behind),
                _ => return Err(Unusable::Foreign),
            }
        }
    }
}

impl From<ServerDatabase> for Replicated {
    fn from(primary: ServerDatabase) -> Replicated {
        Replicated { primary, replica: None }
    }
}

impl Replicated {
    /// Runs `f` on a snapshot of the replica, or of the primary if the replica can't be used or fails.
    pub(crate) fn look<T, E: From<StoreError>>(
        &mut self,
        own: &ThisProcess,
        mut f: impl FnMut(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(found) = self.look_on_replica(own, &mut f) {
            return found;
        }
        f(&Tx::remote(self.primary.begin()?, own))
    }

    fn look_on_replica<T, E>(
        &mut self,
        own: &ThisProcess,
        f: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        let replica = self.replica.as_mut()?;
        if replica.rests_until.is_some_and(|it| Instant::now() < it) {
            return None;
        }
        let begun = replica.show_all_of(&self.primary);
        let read = begun.and_then(|server| {
            let tx = Tx::remote(server.begin()?, own);
            let found = f(&tx);
            // What fails may be a conflict with what the replica has to show next.
            tx.check_under_way()?;
            Ok(found)
        });
        match read {
            Ok(found) => Some(found),
            Err(why) => {
                tracing::warn!(replica = %replica.target.shown.display(), %why, "reads come from the primary for a while");
                replica.rests_until = Some(Instant::now() + REST);
                None
            }
        }
    }

    /// Forgets that the replica couldn't be used.
    #[cfg(test)]
    pub(crate) fn wake(&mut self) {
        if let Some(replica) = &mut self.replica {
            replica.rests_until = None;
        }
    }

    /// Returns the connection to the primary.
    pub(crate) fn primary(&self) -> &ServerDatabase {
        &self.primary
    }
}
