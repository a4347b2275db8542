//! Opens the database: one bot per file, migrated to the newest schema, and without touching
//! foreign files.
mod schema;
#[cfg(test)]
mod tests;

use std::{
    fs::{self, TryLockError},
    io, mem,
    path::{Path, PathBuf},
    time::Duration,
};

use model::{file_lock::FileLock, private_files::create_file};
use rusqlite::{Connection, OpenFlags, config::DbConfig};
use serde::{Deserialize, Serialize};

pub(super) use self::schema::versions;
use self::schema::{migrate, missing_table};
use super::{
    Kind, Store, StoreError, TableParts, ThisProcess, Tx,
    backup::{copy_before_upgrade, delete_older_copies},
    file_transaction::FileTransaction,
    sqlite_version::sqlite_warning,
    steps::RecentChains,
    versions::Versions,
};

/// How long to wait for a lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many prepared statements are cached: all of them.
const STATEMENTS: usize = 256;

/// What a commit waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sync {
    /// The operating system has the change: a crash of the bot loses nothing, a power cut perhaps
    /// the last moments.
    Normal,
    /// The disk has the change: a power cut loses nothing, and each commit costs a sync.
    Full,
}

/// A file's identity, independent of its name: device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileIdentity {
    device: u64,
    file: u64,
}

impl FileIdentity {
    /// Returns the identity of the file at a path; none if there is none, and on systems such as
    /// Windows where an open file can't be removed or replaced.
    fn of(path: &Path) -> Option<FileIdentity> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let found = fs::metadata(path).ok()?;
            Some(FileIdentity { device: found.dev(), file: found.ino() })
        }
        #[cfg(not(unix))]
        {
            let _ = path;
            None
        }
    }

    /// Tells whether this file is still at the path.
    pub(super) fn is_at(self, path: &Path) -> bool {
        FileIdentity::of(path) == Some(self)
    }
}

/// An open SQLite file.
pub(super) struct SqliteFile {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    /// The identity of the opened file; none in memory.
    pub(super) identity: Option<FileIdentity>,
    /// Kept from transaction to transaction: no other process writes to the file.
    chains: RecentChains,
    /// Held until the store is dropped; none in memory.
    _lock: Option<FileLock>,
}

impl SqliteFile {
    /// Does what [`Store::transaction`] says.
    pub(super) fn transaction<T, E: From<StoreError>>(
        &mut self,
        own: &ThisProcess,
        f: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let SqliteFile { connection, path, identity, chains, _lock: _ } = self;
        if identity.is_some_and(|it| !it.is_at(path)) {
            return Err(StoreError::Replaced(path.clone()).into());
        }
        let inner = FileTransaction::begin(connection, "BEGIN IMMEDIATE")
            .map_err(|err| StoreError::from_sqlite(path, err))?;
        let tx = Tx::new(inner, path, own);
        *tx.chains.borrow_mut() = mem::take(chains);
        let value = f(&tx)?;
        let read = tx.chains.take();
        tx.commit()?;
        *chains = read;
        Ok(value)
    }

    /// Does what [`Store::sweep_out`] says.
    pub(super) fn sweep_out(&mut self) -> Result<(), StoreError> {
        let SqliteFile { connection, path, .. } = self;
        let done = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        done.map_err(|err| StoreError::from_sqlite(path, err))
    }
}

impl Store {
    pub(super) fn of_file(file: SqliteFile, parts: TableParts) -> Store {
        Store { kind: Kind::File(file), own: ThisProcess::alone(parts) }
    }

    /// Opens the database at `path`, creating it if the file is missing or empty. An older one is
    /// copied beside itself and migrated.
    ///
    /// A new file is readable only by its user. A lock file `<path>.lock` keeps a second bot away
    /// as long as the store lives; the empty file stays.
    ///
    /// # Errors
    /// If the folder is missing, the file isn't ours or is from a later version, another bot is
    /// using it, or it can't be read or written. The file's content stays.
    pub fn open(path: &Path, sync: Sync, parts: TableParts) -> Result<Store, StoreError> {
        let path = real(path)?;
        let lock = lock(&path)?;
        make(&path)?;
        // No URIs: a path is always a path.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            connect(&path, flags).map_err(|err| StoreError::from_sqlite(&path, err))?;
        if let Some(warning) = sqlite_warning() {
            tracing::warn!("{warning}");
        }
        let identity = FileIdentity::of(&path);
        let file = start(connection, path, Some(lock), sync, parts)?;
        let mut store = Store::of_file(SqliteFile { identity, ..file }, parts);
        store.warn_of_unknown_tables()?;
        Ok(store)
    }

    /// Opens the database at `path` like [`Store::open`], but doesn't create it.
    ///
    /// # Errors
    /// As [`Store::open`], and if the file is missing or empty.
    pub fn open_existing(path: &Path, sync: Sync, parts: TableParts) -> Result<Store, StoreError> {
        Store::open(&existing(path)?, sync, parts)
    }

    /// Checks the file at `path` without changing it, whether or not a bot is using it. Returns how
    /// many steps its schema has taken, and how many there are.
    ///
    /// # Errors
    /// If the file is missing, isn't ours, is from a later version, or is damaged.
    pub fn examine(path: &Path, parts: TableParts) -> Result<(usize, usize), StoreError> {
        let path = existing(path)?;
        let failed = |err| StoreError::from_sqlite(&path, err);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(&path, flags).map_err(failed)?;
        connection.pragma_update(None, "query_only", true).map_err(failed)?;
        let found = versions(&connection, &path, parts)?.unwrap_or_else(|| Versions::none(parts));
        let says: String =
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
        match says.as_str() {
            "ok" => {}
            _ => return Err(StoreError::Corrupt { path, detail: says }),
        }
        match missing_table(&connection, &found, parts).map_err(failed)? {
            None => Ok((found.sum(), Versions::newest_sum(parts))),
            Some(table) => Err(StoreError::Corrupt { path, detail: format!("no table `{table}`") }),
        }
    }
}

pub(super) fn start(
    mut connection: Connection,
    path: PathBuf,
    lock: Option<FileLock>,
    sync: Sync,
    parts: TableParts,
) -> Result<SqliteFile, StoreError> {
    let found = versions(&connection, &path, parts)?;
    // SQLite falls back to read-only if it can't write.
    match connection.is_readonly("main") {
        Ok(false) => {}
        Ok(true) => return Err(StoreError::ReadOnly(path)),
        Err(err) => return Err(StoreError::from_sqlite(&path, err)),
    }
    set_up(&connection, sync).map_err(|err| StoreError::from_sqlite(&path, err))?;
    let older = found.as_ref().filter(|found| !found.are_newest(parts));
    let copy =
        older.map(|older| copy_before_upgrade(&connection, &path, older.sum())).transpose()?;
    let from = found.unwrap_or_else(|| Versions::none(parts));
    migrate(&mut connection, &path, &from, parts)?;
    if let Some(copy) = copy {
        let (from, to) = (from.sum(), Versions::newest_sum(parts));
        tracing::info!(from, to, copy = %copy.display(), "the database was upgraded; the copy is as it was before");
        delete_older_copies(&path, &copy);
    }
    let chains = RecentChains::default();
    Ok(SqliteFile { connection, path, identity: None, chains, _lock: lock })
}

/// Opens a connection that waits for locks.
pub(super) fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Returns the canonical path of a file that exists and isn't empty.
///
/// # Errors
/// If it doesn't, or is empty.
pub(super) fn existing(path: &Path) -> Result<PathBuf, StoreError> {
    let path = real(path)?;
    match fs::metadata(&path) {
        Ok(found) if 0 < found.len() => Ok(path),
        Ok(_) => Err(StoreError::Foreign(path)),
        Err(err) if err.kind() == io::ErrorKind::NotFound => Err(StoreError::NoFile(path)),
        Err(err) => Err(StoreError::from_io(&path, err)),
    }
}

/// Returns the canonical path, so that one file has one name. The file needn't exist.
///
/// # Errors
/// If the folder is missing.
pub(super) fn real(path: &Path) -> Result<PathBuf, StoreError> {
    match fs::canonicalize(path) {
        Ok(real) if real.is_dir() => Err(StoreError::Foreign(real)),
        Ok(real) => Ok(real),
        Err(err) if err.kind() == io::ErrorKind::NotFound => real_folder(path),
        Err(err) => Err(StoreError::from_io(path, err)),
    }
}

/// Does the same as [`real`] for a missing file.
///
/// # Errors
/// If the folder is missing.
pub(super) fn real_folder(path: &Path) -> Result<PathBuf, StoreError> {
    let folder =
        path.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or_else(|| StoreError::Foreign(path.to_owned()))?;
    match fs::canonicalize(folder) {
        Ok(folder) => Ok(folder.join(name)),
        Err(err) if err.kind() == io::ErrorKind::NotFound => {
            Err(StoreError::NoFolder(folder.to_owned()))
        }
        Err(err) => Err(StoreError::from_io(folder, err)),
    }
}

/// Takes the lock of a running bot. It is a separate file, because SQLite loses its locks when a
/// second handle of the database is closed, and because a backup must get past it.
pub(super) fn lock(path: &Path) -> Result<FileLock, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = Path::new(&name);
    FileLock::take(name).map_err(|err| match err {
        TryLockError::WouldBlock => StoreError::Taken(path.to_owned()),
        TryLockError::Error(err) => StoreError::from_io(name, err),
    })
}

/// Creates the file, readable only by the bot's user; an existing one keeps its permissions. SQLite
/// gives its other files the same ones.
fn make(path: &Path) -> Result<(), StoreError> {
    match create_file(path) {
        Ok(_) => Ok(()),
        Err(err) if err.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(err) => Err(StoreError::from_io(path, err)),
    }
}

fn set_up(connection: &Connection, sync: Sync) -> rusqlite::Result<()> {
    // Readers, such as a backup, don't block the bot. The pragma returns the mode, which is
    // different in memory.
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    let sync = match sync {
        Sync::Normal => "NORMAL",
        Sync::Full => "FULL",
    };
    connection.pragma_update(None, "synchronous", sync)?;
    // The same pages are written again and again: the more are put back into the file at once, the fewer.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    // Deleted data is overwritten.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    keep_statements(connection)
}

/// Keeps all prepared statements, and keeps them as they are: by default some are prepared again
/// with each value that is bound.
///
/// # Errors
/// If SQLite refuses.
pub(super) fn keep_statements(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}
