//! Where a database is: in a file, or on a PostgreSQL server.
use std::{
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{Store, StoreError, Sync, TableParts};

/// Where a database is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum Database {
    /// The path of an SQLite file.
    File(PathBuf),
    /// A database on a PostgreSQL server.
    Server(ServerAddress),
}

/// What a database must hold to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DatabaseState {
    /// Ours, or nothing.
    Any,
    /// Ours.
    Existing,
}

/// The address of a database on a PostgreSQL server: `postgres://user:password@host:port/name`. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress(String);

impl ServerAddress {
    /// Returns the whole address, with its password.
    pub(super) fn whole(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.0.split_once("://").map_or("", |it| it.1);
        // The last `@`: a password may have one that isn't encoded.
        let (user, place) = match rest.rsplit_once('@') {
            Some((user, place)) => (user.split([':', '/', '?']).next(), place),
            None => (None, rest),
        };
        let user = user.map_or(String::new(), |user| format!("{user}@"));
        let place = place.split('?').next().unwrap_or_default();
        write!(f, "postgres://{user}{place}")
    }
}

impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => write!(f, "{}", path.display()),
            Database::Server(address) => write!(f, "{address}"),
        }
    }
}

impl From<String> for Database {
    fn from(text: String) -> Database {
        // Files of settings for containers keep quotes.
        let bare =
            ['\'', '"'].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
        match bare.unwrap_or(&text) {
            bare if is_address(bare) => Database::Server(ServerAddress(bare.to_owned())),
            _ => Database::File(text.into()),
        }
    }
}

/// Tells an address from a path; also one that is wrong, so that its password is never shown.
fn is_address(text: &str) -> bool {
    let small = text.to_lowercase();
    small.contains("://")
        || small.starts_with("postgres") && small.contains(':')
        || small.contains("password=")
}

impl From<OsString> for Database {
    fn from(text: OsString) -> Database {
        match text.into_string() {
            Ok(text) => Database::from(text),
            Err(text) => Database::File(text.into()),
        }
    }
}

impl From<&Path> for Database {
    fn from(path: &Path) -> Database {
        Database::File(path.to_owned())
    }
}

impl Database {
    /// Returns the path next to which other files of the bot go. For a server that is the folder
    /// where the bot runs.
    pub fn neighbour(&self) -> PathBuf {
        match self {
            Database::File(path) => path.clone(),
            Database::Server(_) => PathBuf::from("draughtsman.db"),
        }
    }

    /// Opens the database, creating its tables if it is empty. An older one is migrated.
    ///
    /// # Errors
    /// As [`Store::open`]; if the server can't be reached or used; if the program was built without
    /// PostgreSQL.
    pub fn open(&self, sync: Sync, parts: TableParts) -> Result<Store, StoreError> {
        match self {
            Database::File(path) => Store::open(path, sync, parts),
            Database::Server(address) => Store::on_server(address, sync, DatabaseState::Any, parts),
        }
    }

    /// Opens the database as one of several processes, if it is on a server; a file has one.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn share(&self, sync: Sync, parts: TableParts) -> Result<Store, StoreError> {
        match self {
            Database::File(_) => self.open(sync, parts),
            Database::Server(address) => Store::shared_on_server(address, sync, parts),
        }
    }

    /// Opens the database like [`Database::open`], but doesn't create it.
    ///
    /// # Errors
    /// As [`Database::open`], and if the file is missing or empty, or the server's database is empty.
    pub fn open_existing(&self, sync: Sync, parts: TableParts) -> Result<Store, StoreError> {
        match self {
            Database::File(path) => Store::open_existing(path, sync, parts),
            Database::Server(address) => {
                Store::on_server(address, sync, DatabaseState::Existing, parts)
            }
        }
    }

    /// Checks the database without changing it, whether or not a bot is using it. Returns how
    /// many steps its schema has taken, and how many there are.
    ///
    /// # Errors
    /// If it is missing, isn't ours, is from a later version, or is damaged; if the server can't be
    /// reached or used.
    pub fn examine(&self, parts: TableParts) -> Result<(usize, usize), StoreError> {
        match self {
            Database::File(path) => Store::examine(path, parts),
            Database::Server(address) => Store::examine_server(address, parts),
        }
    }

    /// Checks that an address names a replica of the database.
    ///
    /// # Errors
    /// If it isn't one, or one of the two servers can't be reached; if the database isn't on a server.
    pub fn examine_replica(&self, replica: &Database) -> Result<(), StoreError> {
        match (self, replica) {
            (Database::Server(of), Database::Server(replica)) => {
                super::postgres::examine_replica(of, replica)
            }
            _ => Err(no_replica(replica)),
        }
    }

    /// Puts a copy in the place of the database, which is renamed. Returns the new name of that one;
    /// nothing if there was none.
    ///
    /// # Errors
    /// As [`Store::restore_from`]; a server's database isn't restored so.
    pub fn restore(&self, from: &Path, parts: TableParts) -> Result<Option<PathBuf>, StoreError> {
        match self {
            Database::File(path) => Store::restore_from(from, path, parts),
            Database::Server(address) => Err(StoreError::Unfit {
                path: address.to_string().into(),
                detail: "a database on a server is restored with `pg_restore`, or with `draughtsman move` from a file".to_owned(),
            }),
        }
    }

    /// Copies the database to a new file, whether or not a bot is using it.
    ///
    /// # Errors
    /// As [`Store::backup_of`]; a server's database can't be copied so.
    pub fn backup(&self, to: &Path, parts: TableParts) -> Result<(), StoreError> {
        match self {
            Database::File(path) => Store::backup_of(path, to, parts),
            Database::Server(address) => Err(StoreError::Unfit {
                path: address.to_string().into(),
                detail: "a database on a server is copied with `pg_dump`, or with `draughtsman move` into a file".to_owned(),
            }),
        }
    }
}

impl Store {
    /// Lets long reads come from a replica from now on. One that can't be used is passed over.
    ///
    /// # Errors
    /// If it isn't a replica of this database, or the database isn't on a server.
    pub fn read_from(&mut self, replica: &Database) -> Result<(), StoreError> {
        match (&mut self.kind, replica) {
            (super::Kind::Remote(server), Database::Server(replica)) => server.set_replica(replica),
            _ => Err(no_replica(replica)),
        }
    }
}

fn no_replica(replica: &Database) -> StoreError {
    let detail = "`database` and `replica` both have to be addresses like `postgres://user:password@host/database`";
    StoreError::Unfit { path: replica.to_string().into(), detail: detail.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_a_path_and_shown_without_its_password() {
        let shown = |text: &str| Database::from(text.to_owned()).to_string();
        for (text, expected) in [
            ("games.db", "games.db"),
            ("/srv/postgres/games.db", "/srv/postgres/games.db"),
            (
                "postgres://bot:hush@db.example.org:5433/games",
                "postgres://bot@db.example.org:5433/games",
            ),
            ("postgresql://bot@localhost/games?sslmode=require", "postgres://bot@localhost/games"),
            ("postgres://bot:hu@sh@localhost/games", "postgres://bot@localhost/games"),
            ("postgres://bot:hu?sh@localhost/games", "postgres://bot@localhost/games"),
            ("postgres://bot:hu/sh@localhost/games", "postgres://bot@localhost/games"),
            ("postgres://localhost/games?password=hush", "postgres://localhost/games"),
            ("'postgres://bot:hush@localhost/games'", "postgres://bot@localhost/games"),
            ("Postgres://bot:hush@localhost/games", "postgres://bot@localhost/games"),
            // None of them is one, but each may have a password.
            ("mysql://bot:hush@localhost/games", "postgres://bot@localhost/games"),
            ("postgres:bot:hush@localhost/games", "postgres://"),
            ("host=localhost password=hush dbname=games", "postgres://"),
            (
                "postgres://bot:hush@a.example.org,b.example.org:5433/games?target_session_attrs=read-write",
                "postgres://bot@a.example.org,b.example.org:5433/games",
            ),
        ] {
            assert_eq!(shown(text), expected);
            assert!(!format!("{:?}", Database::from(text.to_owned())).contains("hu"), "{text}");
        }
        let server = Database::from("postgres://localhost/games".to_owned());
        assert_eq!(server.neighbour(), Path::new("draughtsman.db"));
    }
}
