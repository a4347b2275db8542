//! Copies the database to another file while the bot runs.
#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use model::private::create_file;
use rusqlite::{
    Connection, ErrorCode, OpenFlags,
    backup::{Backup, StepResult},
};

use super::{
    Store, StoreError,
    open::{connect, existing, form, real_folder},
};

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
    pub(crate) fn backup_of(from: &Path, to: &Path) -> Result<(), StoreError> {
        let from = existing(from)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            connect(&from, flags).map_err(|err| StoreError::from_sqlite(&from, err))?;
        if form(&connection, &from)? == 0 {
            return Err(StoreError::Foreign(from));
        }
        copy(&connection, &from, to)
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

fn check_free(to: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(to) {
        Ok(_) => Err(StoreError::Exists(to.to_owned())),
        Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(err) => Err(StoreError::from_io(to, err)),
    }
}

/// Creates the empty file to copy into; of two backups with the same name one fails here.
fn claim(to: &Path) -> Result<PathBuf, StoreError> {
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
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
