//! Databases for tests, on a server that is there for nothing else.
use std::{
    collections::VecDeque,
    env,
    path::Path,
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use sha2::{Digest as _, Sha256};

use super::link::{Link, ServerTarget};
use crate::{
    Database, KERNEL_ALONE, Kind, ServerAddress, Store, StoreError, Sync, TableParts,
    trial::{TRIAL_SERVER, are_same},
};

/// The database that others are copies of.
const TEMPLATE: &str = "draughtsman_template";
const UNFINISHED: &str = "draughtsman_template_unfinished";

/// A server for tests.
pub(crate) struct TrialServer {
    /// Its address, without the name of a database.
    address: String,
}

/// A database whose store is in use. Afterwards the next store gets it, emptied.
pub(crate) struct Passing {
    name: String,
    parts: TableParts,
}

/// The databases that no store uses, the longest unused first.
static FREE: Mutex<VecDeque<(String, TableParts)>> = Mutex::new(VecDeque::new());

fn free() -> MutexGuard<'static, VecDeque<(String, TableParts)>> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TrialServer {
    /// Returns the server that the environment names.
    pub(crate) fn named() -> Option<TrialServer> {
        let address = env::var(TRIAL_SERVER).ok().filter(|it| !it.is_empty())?;
        Some(TrialServer { address: address.trim_end_matches('/').to_owned() })
    }

    /// Opens an empty database that nobody opens again.
    pub(crate) fn store(self, parts: TableParts) -> Result<Store, StoreError> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        // Its tables are those of the same parts.
        let used = {
            let mut free = free();
            let place = free.iter().position(|it| are_same(it.1, parts));
            place.and_then(|place| free.remove(place))
        };
        let name = match &used {
            Some((name, _)) => name.clone(),
            None => format!("trial_{}_{}", process::id(), LAST.fetch_add(1, Ordering::Relaxed)),
        };
        if used.is_none() {
            self.create(&name)?;
        }
        let mut store = self.at(&name).share(Sync::Normal, parts)?;
        if used.is_some() {
            store.transaction(|tx| tx.empty())?;
        }
        if let Kind::Remote(server) = &mut store.kind {
            server.passes_with(Passing { name, parts });
        }
        Ok(store)
    }

    /// Returns the database that stands for a path; it is created if there is none.
    pub(crate) fn database(&self, path: &Path) -> Result<Database, StoreError> {
        let hash = hex::encode(Sha256::digest(path.as_os_str().as_encoded_bytes()));
        let name = format!("path_{}", &hash[..32]);
        self.create(&name)?;
        Ok(self.at(&name))
    }

    /// Does the same, but nothing is in the database.
    pub(crate) fn empty_database(&self, path: &Path) -> Result<Database, StoreError> {
        let database = self.database(path)?;
        if let Database::Server(address) = &database {
            TrialServer::run(address, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")?;
        }
        Ok(database)
    }

    /// Runs statements in a database; returns the first column of the rows.
    pub(crate) fn run(address: &ServerAddress, sql: &str) -> Result<Vec<String>, StoreError> {
        ServerTarget::of(address)?.connect()?.plain(sql)
    }

    fn at(&self, name: &str) -> Database {
        Database::from(format!("{}/{name}", self.address))
    }

    /// Connects to the database that every server has.
    fn connect(&self) -> Result<Link, StoreError> {
        match self.at("postgres") {
            Database::Server(address) => ServerTarget::of(&address)?.connect(),
            Database::File(path) => Err(StoreError::NoFile(path)),
        }
    }

    /// Creates a database, unless it is there.
    fn create(&self, name: &str) -> Result<(), StoreError> {
        let mut link = self.connect()?;
        if !knows(&mut link, TEMPLATE)? {
            self.make_template(&mut link)?;
        }
        if !knows(&mut link, name)? {
            link.plain(&format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}"))?;
        }
        Ok(())
    }

    fn make_template(&self, link: &mut Link) -> Result<(), StoreError> {
        // Others wait until this connection ends.
        link.plain("SELECT pg_advisory_lock(1)")?;
        if knows(link, TEMPLATE)? {
            return Ok(());
        }
        link.plain(&format!("DROP DATABASE IF EXISTS {UNFINISHED}"))?;
        link.plain(&format!("CREATE DATABASE {UNFINISHED} TEMPLATE template0 ENCODING 'UTF8'"))?;
        drop(self.at(UNFINISHED).open(Sync::Normal, KERNEL_ALONE)?);
        link.plain(&format!("ALTER DATABASE {UNFINISHED} RENAME TO {TEMPLATE}"))?;
        Ok(())
    }
}

fn knows(link: &mut Link, name: &str) -> Result<bool, StoreError> {
    let found = link.plain(&format!("SELECT 1 FROM pg_database WHERE datname = '{name}'"))?;
    Ok(!found.is_empty())
}

impl Drop for Passing {
    fn drop(&mut self) {
        free().push_back((std::mem::take(&mut self.name), self.parts));
    }
}
