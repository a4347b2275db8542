//! How often the database is copied, and where to.
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::{Span, SpanRelativeTo};
use serde::{Deserialize, Deserializer, de::Error as _};
use store::Database;

/// The least time between two copies.
const SHORTEST: Duration = Duration::from_secs(60);

/// Copies of the database while the bot runs, off by default.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Backup {
    /// The time between two copies.
    #[serde(deserialize_with = "every")]
    pub every: Option<Duration>,
    /// How many copies are kept.
    pub keep: NonZeroUsize,
    /// The folder for them; by default `backups` beside the database.
    pub folder: Option<PathBuf>,
}

impl Default for Backup {
    fn default() -> Backup {
        Backup { every: None, keep: const { NonZeroUsize::new(7).unwrap() }, folder: None }
    }
}

impl Backup {
    /// Checks that the database can be copied.
    ///
    /// # Errors
    /// If it is on a server.
    pub fn check(&self, database: &Database) -> Result<(), String> {
        match (self.every, database) {
            (Some(_), Database::Server(_)) => Err(
                "`backup.every` copies a file, and `database` is on a server: leave it out, and use `pg_dump` or the server's own backups"
                    .to_owned(),
            ),
            (Some(_), Database::File(_)) | (None, _) => Ok(()),
        }
    }

    /// Returns the folder for the copies of a database.
    pub fn folder(&self, database: &Path) -> PathBuf {
        let beside = || database.parent().unwrap_or(Path::new("")).join("backups");
        self.folder.clone().unwrap_or_else(beside)
    }
}

/// Reads a time such as `1d` or `6h`; an empty text is none.
fn every<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let Some(text) = super::text(from)? else { return Ok(None) };
    let span = text.parse::<Span>().ok();
    let time = span.and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()).ok());
    match time.and_then(|time| Duration::try_from(time).ok()) {
        Some(time) if SHORTEST <= time => Ok(Some(time)),
        _ => Err(D::Error::custom(format!(
            "\"{text}\" isn't a time of a minute or more, such as 1d or 6h"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::read, *};

    #[test]
    fn times_are_read_as_people_write_them() {
        let every = |text: &str| read(&format!("[backup]\nevery = {text}")).unwrap().backup.every;
        assert_eq!(every("\"1d\""), Some(Duration::from_secs(86_400)));
        assert_eq!(every("\"6h\""), Some(Duration::from_secs(21_600)));
        assert_eq!(every("\"90 minutes\""), Some(Duration::from_secs(5400)));
        assert_eq!(every("\"\""), None);
        for wrong in ["\"often\"", "\"5s\"", "\"-1d\"", "7"] {
            let err = read(&format!("[backup]\nevery = {wrong}")).unwrap_err();
            assert!(err.contains("`backup.every`") && err.contains("1d"), "{err}");
        }
        let err = read("[backup]\nkeep = 0").unwrap_err();
        assert!(err.contains("`backup.keep`"), "{err}");
    }

    #[test]
    fn only_files_are_copied() {
        let config = read("database = \"postgres://localhost/games\"\n[backup]\nevery = \"1d\"");
        let config = config.unwrap();
        assert!(config.backup.check(&config.database).unwrap_err().contains("pg_dump"));
        let file = Database::File("games.db".into());
        assert_eq!(config.backup.check(&file), Ok(()));
        assert_eq!(Backup::default().folder(Path::new("a/games.db")), Path::new("a/backups"));
        assert_eq!(Backup::default().folder(Path::new("games.db")), Path::new("backups"));
    }
}
