//! Reads beside the service, on a connection of its own: a snapshot of the database that blocks nobody.
use std::{
    fs,
    path::{Path, PathBuf},
};

use engine::games::GameId;
use model::ids::Chat;
use rusqlite::{Connection, OpenFlags};

use super::{
    Kind, Store, StoreError, ThisProcess, Tx,
    columns::Word,
    file_transaction::FileTransaction,
    open::{SqliteFile, connect, keep_statements},
    postgres::Replicated,
};

/// A read-only view of a database that another connection writes.
pub struct Reader {
    kind: ReaderKind,
    /// It sends nothing.
    own: ThisProcess,
}

enum ReaderKind {
    File(FileReader),
    Remote(Box<Replicated>),
}

struct FileReader {
    connection: Connection,
    path: PathBuf,
}

/// A summary of the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseSummary {
    /// How many replies wait for each chat, and when the oldest was made, in Unix seconds.
    pub outbox: Vec<(Chat, u64, i64)>,
    /// How many matches of each game are running.
    pub running: Vec<(GameId, u64)>,
    /// The size of the database and of SQLite's files next to it, in bytes.
    pub bytes: u64,
}

impl Store {
    /// Opens a second connection to the same database; none in memory, where there is only one.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn reader(&self) -> Result<Option<Reader>, StoreError> {
        let kind = match &self.kind {
            Kind::File(file) => FileReader::beside(file)?.map(ReaderKind::File),
            Kind::Remote(server) => {
                server.reader()?.map(|remote| ReaderKind::Remote(Box::new(remote.into())))
            }
        };
        Ok(kind.map(|kind| self.reader_of(kind)))
    }

    /// Opens a connection for long reads: as [`Store::reader`], but they come from the replica if there
    /// is one and it shows everything that was confirmed before.
    ///
    /// # Errors
    /// As [`Store::reader`].
    pub fn long_reader(&self) -> Result<Option<Reader>, StoreError> {
        match &self.kind {
            Kind::File(_) => self.reader(),
            Kind::Remote(server) => {
                let remote = server.long_reader()?;
                Ok(remote.map(|remote| self.reader_of(ReaderKind::Remote(Box::new(remote)))))
            }
        }
    }

    fn reader_of(&self, kind: ReaderKind) -> Reader {
        Reader { kind, own: ThisProcess::alone(self.own.parts) }
    }
}

impl FileReader {
    fn beside(file: &SqliteFile) -> Result<Option<FileReader>, StoreError> {
        match file {
            SqliteFile { identity: None, .. } => Ok(None),
            SqliteFile { path, .. } => FileReader::open(path).map(Some),
        }
    }

    fn open(path: &Path) -> Result<FileReader, StoreError> {
        let failed = |err| StoreError::from_sqlite(path, err);
        // SQLite writes to the shared-memory file next to the database, which records what is being read.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(path, flags).map_err(failed)?;
        connection.pragma_update(None, "query_only", true).map_err(failed)?;
        connection.pragma_update(None, "trusted_schema", false).map_err(failed)?;
        keep_statements(&connection).map_err(failed)?;
        Ok(FileReader { connection, path: path.to_owned() })
    }

    /// Returns the size of the database and of SQLite's files next to it, in bytes.
    fn size(&self) -> u64 {
        let bytes = ["", "-wal", "-shm"].into_iter().map(|end| {
            let mut name = self.path.as_os_str().to_owned();
            name.push(end);
            fs::metadata(name).map_or(0, |it| it.len())
        });
        bytes.sum()
    }
}

impl Reader {
    /// Runs `f` on a snapshot of the database: later writes aren't seen, and nothing can be written.
    /// It runs again, on the primary, if a replica fails.
    ///
    /// # Errors
    /// The error of `f`, or why the database can't be read.
    pub fn look<T, E: From<StoreError>>(
        &mut self,
        mut f: impl FnMut(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let Reader { kind, own } = self;
        match kind {
            ReaderKind::File(FileReader { connection, path }) => {
                let inner = FileTransaction::begin(connection, "BEGIN")
                    .map_err(|err| StoreError::from_sqlite(path, err))?;
                f(&Tx::new(inner, path, own))
            }
            ReaderKind::Remote(remote) => remote.look(own, f),
        }
    }

    /// Returns a summary of the database.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn glance(&mut self) -> Result<DatabaseSummary, StoreError> {
        let bytes = match &self.kind {
            ReaderKind::File(file) => file.size(),
            ReaderKind::Remote(remote) => remote.primary().size()?,
        };
        self.look(|tx| {
            let outbox = tx.all(
                // Replies that wait for someone to press a button are no sign of trouble.
                "SELECT chat, count(*), min(made_at) FROM outbox
                 WHERE NOT EXISTS (SELECT 1 FROM fetches WHERE reply = outbox.id) GROUP BY chat ORDER BY chat",
                [],
                |row| Ok((row.get::<_, Word<Chat>>(0)?.0, row.get(1)?, row.get(2)?)),
            )?;
            let running = tx.all(
                "SELECT game, count(*) FROM matches WHERE ended_at IS NULL GROUP BY game ORDER BY game",
                [],
                |row| Ok((row.get::<_, Word<GameId>>(0)?.0, row.get(1)?)),
            )?;
            Ok(DatabaseSummary { outbox, running, bytes })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            KERNEL_ALONE,
            tests::example::{new_match, world},
        },
        *,
    };

    #[test]
    fn a_reader_sees_what_is_committed_and_can_write_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::trial_at(&folder.path().join("x.db"), KERNEL_ALONE).unwrap();
        let mut reader = store.reader().unwrap().expect("a file can be read beside");
        assert_eq!(reader.glance().unwrap().running, []);
        let room = store
            .transaction::<_, StoreError>(|tx| {
                let world = world(tx);
                tx.add_match(&new_match(&world))?;
                tx.post(Chat::Matrix, world.room, "{}", 20)?;
                tx.post(Chat::Matrix, world.room, "{}", 10)?;
                // Not yet committed.
                assert_eq!(reader.glance()?.outbox, []);
                Ok(world.room)
            })
            .unwrap();
        let glance = reader.glance().unwrap();
        assert_eq!(glance.outbox, [(Chat::Matrix, 2, 10)]);
        assert_eq!(glance.running.iter().map(|it| it.1).collect::<Vec<_>>(), [1]);
        assert!(0 < glance.bytes);
        let written = reader.look(|tx| tx.post(Chat::Matrix, room, "{}", 1));
        assert!(written.is_err(), "{written:?}");
        assert_eq!(reader.glance().unwrap(), glance);
    }

    #[test]
    fn a_database_in_memory_has_no_second_way() {
        assert!(Store::trial().unwrap().reader().unwrap().is_none());
    }
}
