//! Database errors, worded for the host; the texts for players are in `words`.
use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::{ErrorCode, ffi::SQLITE_IOERR_SHMSIZE};

/// The last commit that reads databases from version 1 on.
const LAST_TO_UPGRADE: &str = "33d0b863";

/// Why something couldn't be stored or read. The message is for the host: what happened, what is
/// safe, what to do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file's folder is missing.
    #[error("there is no folder {}. Nothing was written. Create it, or name another place for the database", .0.display())]
    NoFolder(PathBuf),
    /// The file is missing, and only some commands create it.
    #[error("there is no database {}. Nothing was written. Name the file that the bot runs on, with `--db FILE` or `database` in the configuration", .0.display())]
    NoFile(PathBuf),
    /// The file isn't a database of this bot.
    #[error(
        "{} isn't a database of this bot: another program's file, or one damaged at its beginning. It was left as it is. Name another \
         file, or put a backup in its place", .0.display()
    )]
    Foreign(PathBuf),
    /// The file is from a later version, or a program with more parts.
    #[error(
        "{} was written by a later version of the bot ({what} {found}; this version knows {known}). It was left as it is. Run the later \
         version, or restore a backup made before the upgrade", path.display()
    )]
    Newer {
        /// What of it is newer: the schema of the kernel, or a part.
        what: String,
        /// Its version.
        found: usize,
        /// The latest version this program knows.
        known: usize,
        /// The file.
        path: PathBuf,
    },
    /// The file is from a version that is no longer read.
    #[error(
        "{} has version {found} of the schema, and this program reads databases from version {oldest} on. It was left as it is. Start a \
         build from before 30 November 2026 on it once, such as {LAST_TO_UPGRADE}: that brings it to version 43", path.display()
    )]
    Older {
        /// Its version.
        found: usize,
        /// The oldest version that is read.
        oldest: usize,
        /// The file.
        path: PathBuf,
    },
    /// Another bot is using the file.
    #[error("another bot is running on {}. Nothing was changed. Stop it first, or give this one a database of its own. {}", .0.display(), how_to_share(.0))]
    Taken(PathBuf),
    /// The file was removed or replaced after it was opened.
    #[error(
        "{} was removed or replaced while the bot was running on it, so nothing more can be stored. The last change wasn't made, and the \
         bot stops. Put the right file in its place and start the bot again", .0.display()
    )]
    Replaced(PathBuf),
    /// The file or its folder isn't writable.
    #[error(
        "{} can't be written: the file or its folder is read-only for this user. What it holds is safe. Let the bot's user write both", .0.display()
    )]
    ReadOnly(PathBuf),
    /// The disk is full.
    #[error("the disk of {} is full. What was stored before is safe; the last change wasn't made. Free some space", .0.display())]
    Full(PathBuf),
    /// The file is damaged.
    #[error(
        "{} is damaged ({detail}). Nothing more was written. Stop the bot, keep a copy of the file, and put a backup in its place",
        path.display()
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// SQLite's message.
        detail: String,
    },
    /// Another process locks the file for too long.
    #[error("another program kept {} locked for too long. Nothing was changed. Close it; a backup needs no lock", .0.display())]
    Busy(PathBuf),
    /// A row with this id doesn't exist.
    #[error("there is no {what} {id}")]
    Missing {
        /// The kind of row, such as `match`.
        what: &'static str,
        /// The id asked for.
        id: i64,
    },
    /// A value in the file is invalid in this version.
    #[error(
        "{} holds something this version can't read ({detail}). Nothing was changed. Run the version that wrote it, or restore a \
         backup", path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The expected kind of value.
        detail: String,
    },
    /// The change would violate a constraint: a bug.
    #[error(
        "a change wasn't made because it breaks a rule of the database ({0}). This is a bug: please report it"
    )]
    Forbidden(String),
    /// An earlier failure has already rolled back the transaction.
    #[error("nothing of this request was stored, because an earlier part failed")]
    Undone,
    /// A copy would overwrite something.
    #[error("{} already exists, or isn't empty. It was left as it is. Give the copy another place", .0.display())]
    Exists(PathBuf),
    /// A backup that another process may be writing.
    #[error(
        "{} already exists: a backup is being written, or one was interrupted. If none is running, delete that file and try again",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// A file couldn't be opened, renamed or locked.
    #[error("{} can't be used: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's message.
        cause: io::Error,
    },
    /// A server can't be reached.
    #[error("{} can't be reached ({detail}). Nothing was changed. Check the address, and that the server runs and lets the bot in", path.display())]
    Unreachable {
        /// The address.
        path: PathBuf,
        /// The message of the client or the server.
        detail: String,
    },
    /// Other processes share the database, and this version has to upgrade it first.
    #[error(
        "{} has version {found} and this program needs version {known}, but other processes use it. Nothing was changed. Back it up, stop \
         all of them, and start one of the new program first", path.display()
    )]
    OthersOlder {
        /// The address.
        path: PathBuf,
        /// The version of the database.
        found: usize,
        /// The newest known version.
        known: usize,
    },
    /// A server or its database is none that the bot can use.
    #[error("{} can't be used: {detail}. Nothing was changed", path.display())]
    Unfit {
        /// The address.
        path: PathBuf,
        /// Why, and what would work.
        detail: String,
    },
    /// The connection to a server broke.
    #[error("the connection to {} broke ({detail}). The last change wasn't made. The next request connects again", path.display())]
    Lost {
        /// The address.
        path: PathBuf,
        /// The message of the client or the server.
        detail: String,
    },
    /// The connection to a server broke during a commit, and the server can't be asked whether it was made.
    #[error(
        "the connection to {} broke while a change was stored, and the server can't be asked whether it was. Look before you repeat it",
        .0.display()
    )]
    Unsure(PathBuf),
    /// Any other error of a server.
    #[error("the database {} failed: {detail}. The last change wasn't made", path.display())]
    Server {
        /// The address.
        path: PathBuf,
        /// The server's message.
        detail: String,
    },
    /// Any other SQLite error.
    #[error("the database {} failed: {cause}. The last change wasn't made", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// SQLite's message.
        cause: rusqlite::Error,
    },
}

/// Says when several processes can run on a database.
fn how_to_share(path: &Path) -> &'static str {
    if path.to_str().is_some_and(|it| it.contains("://")) {
        "Only `draughtsman serve` runs as several processes on one database"
    } else {
        "To run several processes of one bot, set `database` to a PostgreSQL database for all of them"
    }
}

impl StoreError {
    /// Tells whether nothing can be stored any more: the file is gone, or another bot has the database.
    pub fn is_final(&self) -> bool {
        matches!(self, StoreError::Replaced(_) | StoreError::Taken(_))
    }

    /// Tells whether nothing can be stored now, whatever it is about.
    pub fn is_everywhere(&self) -> bool {
        matches!(
            self,
            StoreError::Replaced(_)
                | StoreError::Taken(_)
                | StoreError::ReadOnly(_)
                | StoreError::Full(_)
                | StoreError::Busy(_)
                | StoreError::File { .. }
                | StoreError::Unreachable { .. }
                | StoreError::Lost { .. }
                | StoreError::Unsure(_)
        )
    }

    /// Tells whether the same may work a little later, with the same settings.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            StoreError::Taken(_)
                | StoreError::OthersOlder { .. }
                | StoreError::Full(_)
                | StoreError::Busy(_)
                | StoreError::Undone
                | StoreError::Unreachable { .. }
                | StoreError::Lost { .. }
                | StoreError::Unsure(_)
                | StoreError::Server { .. }
        )
    }

    /// Classifies an SQLite error for the file at `path`.
    pub(super) fn from_sqlite(path: &Path, err: rusqlite::Error) -> StoreError {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType,
        };
        let path = path.to_owned();
        let detail = err.to_string();
        if err.sqlite_error().is_some_and(|it| it.extended_code == SQLITE_IOERR_SHMSIZE) {
            // On a full disk SQLite first fails to extend the shared-memory file.
            return StoreError::Full(path);
        }
        match (&err, err.sqlite_error_code()) {
            (_, Some(ErrorCode::DiskFull)) => StoreError::Full(path),
            (_, Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied)) => {
                StoreError::ReadOnly(path)
            }
            (_, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => {
                StoreError::Busy(path)
            }
            (_, Some(ErrorCode::NotADatabase)) => StoreError::Foreign(path),
            (_, Some(ErrorCode::DatabaseCorrupt)) => StoreError::Corrupt { path, detail },
            (_, Some(ErrorCode::ConstraintViolation)) => StoreError::Forbidden(detail),
            (FromSqlConversionFailure(_, _, why), _) => {
                StoreError::Unreadable { path, detail: why.to_string() }
            }
            (InvalidColumnType(..) | IntegralValueOutOfRange(..), _) => {
                StoreError::Unreadable { path, detail }
            }
            _ => StoreError::Other { path, cause: err },
        }
    }

    /// Classifies a system error for the file at `path`.
    pub(super) fn from_io(path: &Path, err: io::Error) -> StoreError {
        let path = path.to_owned();
        match err.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full(path),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly(path)
            }
            _ => StoreError::File { path, cause: err },
        }
    }
}
