//! Copies the database to another file while the bot runs, and puts a copy in its place.
#[cfg(test)]
mod tests;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use model::private_files::create_file;
use rusqlite::{
    Connection, ErrorCode, OpenFlags,
    backup::{Backup, StepResult},
};

use super::{
    Store, StoreError, TableParts,
    open::{connect, existing, lock, real, real_folder, versions},
};

/// What comes after a database's name in the name of the copy made before an upgrade; then its
/// version.
const BEFORE_UPGRADE: &str = ".schema-";

impl Store {
    /// Copies the database at this moment to a new file at `to`: the copy is written as
    /// `<to>.part`, checked, and then renamed.
    ///
    /// # Errors
    /// If either file exists, or the copy can't be written or is damaged; then no copy is left.
    #[cfg(test)]
    pub(super) fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let file = self.file();
        copy(&file.connection, &file.path, to)
    }

    /// Does the same as [`Store::backup`] for the file at `from`, whether or not a bot is using it.
    ///
    /// # Errors
    /// As [`Store::backup`], and if there is no database of this bot at `from`.
    pub(crate) fn backup_of(from: &Path, to: &Path, parts: TableParts) -> Result<(), StoreError> {
        let from = existing(from)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            connect(&from, flags).map_err(|err| StoreError::from_sqlite(&from, err))?;
        if versions(&connection, &from, parts)?.is_none() {
            return Err(StoreError::Foreign(from));
        }
        copy(&connection, &from, to)
    }

    /// Puts the copy at `from` in the place of the database at `to`, which gets another name.
    /// Returns that name; nothing if there was none.
    ///
    /// # Errors
    /// If `from` is no intact database of this bot, or is from a later version; if a bot is running
    /// on `to`, or the folder can't be written. Then the database stays as it is.
    pub(crate) fn restore_from(
        from: &Path,
        to: &Path,
        parts: TableParts,
    ) -> Result<Option<PathBuf>, StoreError> {
        Store::examine(from, parts)?;
        let to = real(to)?;
        let from = existing(from)?;
        if from == to {
            return Err(StoreError::Exists(to));
        }
        let _lock = lock(&to)?;
        // What an interrupted run left keeps its name: it may be what is restored now.
        let ready = free_name(&to, ".restoring")?;
        Store::backup_of(&from, &ready, parts)?;
        let aside = free_name(&to, ".replaced")?;
        let done = File::open(&ready)
            .and_then(|file| file.sync_all())
            .and_then(|()| set_aside(&to, &aside))
            .and_then(|replaced| match fs::rename(&ready, &to) {
                Ok(()) => Ok(replaced),
                Err(err) => rename_logs(&aside, &to).and(Err(err)),
            });
        let replaced = done.map_err(|err| StoreError::from_io(&to, err))?;
        let owner = if replaced { Some(aside.as_path()) } else { to.parent() };
        give_owner(&to, owner);
        give_owner(&extended(&to, ".lock"), owner);
        Store::examine(&to, parts)?;
        Ok(replaced.then_some(aside))
    }
}

/// Copies the database beside itself before it is upgraded from an older version, as `<name>.schema-30`.
/// Returns the copy's path.
///
/// # Errors
/// If the copy can't be written.
pub(super) fn copy_before_upgrade(
    connection: &Connection,
    path: &Path,
    version: usize,
) -> Result<PathBuf, StoreError> {
    let to = extended(path, &format!("{BEFORE_UPGRADE}{version}"));
    // Nobody else writes here: this is what an interrupted start left.
    remove(&extended(&to, ".part"))?;
    let part = claim(&to)?;
    let done = write(connection, path, &part).and_then(|()| {
        for end in LOGS {
            remove(&extended(&to, end))?;
        }
        // An earlier copy of this name is of an upgrade that failed, or was taken back.
        fs::rename(&part, &to).map_err(|err| StoreError::from_io(&to, err))
    });
    if done.is_err() {
        // Its failure matters more than its remains, which the next start deletes.
        let _ = fs::remove_file(&part);
    }
    done.map(|()| to)
}

/// Deletes the copies made before earlier upgrades.
pub(super) fn delete_older_copies(path: &Path, newest: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let begins = format!("{}{BEFORE_UPGRADE}", name.to_string_lossy());
    let is_older = |found: &Path| {
        let name = found.file_name().map(|name| name.to_string_lossy().into_owned());
        let version = name.as_deref().and_then(|name| name.strip_prefix(&begins));
        found != newest && version.is_some_and(|version| version.parse::<usize>().is_ok())
    };
    let Ok(found) = fs::read_dir(folder) else { return };
    for old in found.flatten().map(|entry| entry.path()).filter(|path| is_older(path)) {
        if let Err(err) = fs::remove_file(&old) {
            tracing::warn!(path = %old.display(), %err, "an old copy can't be deleted");
        }
    }
}

/// What SQLite may have written beside a database. A log without its database would be taken for that
/// of the next one with its name.
const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Gives a database and its log a second name. The log then leaves the first one, so that it is taken
/// for nobody else's, and the database stays there until another one replaces it. Tells whether there
/// was a database.
fn set_aside(path: &Path, aside: &Path) -> io::Result<bool> {
    // All of it in one file, if it is intact.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if let Ok(old) = connect(path, flags) {
        let merged = old.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()));
        if let Err(err) = merged {
            tracing::warn!(%err, "the log of the old database is kept beside it");
        }
    }
    let there = fs::exists(path)?;
    if there && fs::hard_link(path, aside).is_err() {
        // Some file systems know no second names.
        fs::copy(path, aside)?;
    }
    rename_logs(path, aside)?;
    Ok(there)
}

fn rename_logs(from: &Path, to: &Path) -> io::Result<()> {
    for end in LOGS {
        match fs::rename(extended(from, end), extended(to, end)) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(err),
            _ => {}
        }
    }
    Ok(())
}

/// Finds a name that no database and no log has: `games.db.replaced`, `games.db.replaced-2`, …
fn free_name(path: &Path, end: &str) -> Result<PathBuf, StoreError> {
    let mut name = extended(path, end);
    let mut n = 1;
    while in_the_way(&name)?.is_some() || in_the_way(&extended(&name, ".part"))?.is_some() {
        n += 1;
        name = extended(path, &format!("{end}-{n}"));
    }
    Ok(name)
}

/// Returns a file that has this name, or that of a log beside it.
fn in_the_way(path: &Path) -> Result<Option<PathBuf>, StoreError> {
    for end in LOGS.into_iter().chain([""]) {
        let name = extended(path, end);
        match fs::symlink_metadata(&name) {
            Ok(_) => return Ok(Some(name)),
            Err(err) if err.kind() == io::ErrorKind::NotFound => {}
            Err(err) => return Err(StoreError::from_io(&name, err)),
        }
    }
    Ok(None)
}

/// Gives a file to the owner of another, if this user may: what root restores belongs to the bot.
fn give_owner(path: &Path, like: Option<&Path>) {
    #[cfg(unix)]
    if let Some(found) = like.and_then(|like| fs::metadata(like).ok()) {
        use std::os::unix::fs::{MetadataExt as _, chown};
        // Another user than root has no right to, and needs none.
        let _ = chown(path, Some(found.uid()), Some(found.gid()));
    }
    #[cfg(not(unix))]
    let _ = (path, like);
}

fn extended(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Deletes a file, if it is there.
fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(err) if err.kind() != io::ErrorKind::NotFound => Err(StoreError::from_io(path, err)),
        _ => Ok(()),
    }
}

fn copy(connection: &Connection, from: &Path, to: &Path) -> Result<(), StoreError> {
    let to = real_folder(to)?;
    check_free(&to)?;
    let part = claim(&to)?;
    let done = write(connection, from, &part).and_then(|()| {
        // A file may have appeared while the copy was written.
        check_free(&to)?;
        fs::rename(&part, &to).map_err(|err| StoreError::from_io(&to, err))
    });
    if done.is_err() {
        // The failure of the copy matters more than its remains, which the next backup reports.
        let _ = fs::remove_file(&part);
    }
    done
}

/// Checks that nothing is in the way of a copy, also no log that would be taken for its own.
fn check_free(to: &Path) -> Result<(), StoreError> {
    in_the_way(to)?.map_or(Ok(()), |name| Err(StoreError::Exists(name)))
}

/// Creates the empty file to copy into; of two backups with the same name one fails here.
fn claim(to: &Path) -> Result<PathBuf, StoreError> {
    let part = extended(to, ".part");
    match create_file(&part) {
        Ok(_) => Ok(part),
        Err(err) if err.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Unfinished(part)),
        Err(err) => Err(StoreError::from_io(&part, err)),
    }
}

fn write(connection: &Connection, from: &Path, part: &Path) -> Result<(), StoreError> {
    let failed = |err: rusqlite::Error| match err.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Corrupt { path: from.to_owned(), detail: err.to_string() }
        }
        _ => StoreError::from_sqlite(part, err),
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = connect(part, flags).map_err(failed)?;
    // All pages in one step, so that concurrent writes are neither waited for nor mixed in.
    let step = Backup::new(connection, &mut copy).and_then(|it| it.step(-1)).map_err(failed)?;
    if step != StepResult::Done {
        return Err(StoreError::Busy(from.to_owned()));
    }
    // One file without a WAL; the bot that opens it switches back.
    copy.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).map_err(failed)?;
    let found: String =
        copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if found != "ok" {
        return Err(StoreError::Corrupt { path: from.to_owned(), detail: found });
    }
    copy.close().map_err(|(_, err)| failed(err))
}
