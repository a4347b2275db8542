//! BackupFolder of the database: on command, by the clock while the bot runs, and back in its place.
use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use config::{Backup, Config};
use jiff::{Timestamp, tz::TimeZone};
use model::{private_files::create_folder, safe_output};
use service::Queue;
use store::{Database, StoreError};
use tokio::sync::watch;

use super::words;

/// How long to wait after a copy has failed.
const PAUSE: Duration = Duration::from_secs(600);

/// When a copy was made, as its name says it, in UTC.
const MADE: &str = "%Y%m%dT%H%M%SZ";

/// BackupFolder the database.
///
/// # Errors
/// If there is none, or the copy can't be written.
pub(crate) fn backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    config.database.backup(to)?;
    writeln!(safe_output::stdout(), "{}", words::copied(&config.database, to))?;
    Ok(())
}

/// Puts a copy in the place of the database.
///
/// # Errors
/// If the copy isn't intact, or a bot runs on the database.
pub(crate) fn restore(config: &Config, from: &Path) -> anyhow::Result<()> {
    let replaced = config.database.restore(from)?;
    writeln!(
        safe_output::stdout(),
        "{}",
        words::restored(&config.database, from, replaced.as_deref())
    )?;
    Ok(())
}

/// BackupFolder the database again and again until the bot stops, if the settings say so.
pub(super) async fn keep_copies(
    settings: Backup,
    database: Database,
    queue: Queue,
    mut stop: watch::Receiver<bool>,
) {
    let (Some(every), Database::File(file)) = (settings.every, database) else { return };
    let copies = BackupFolder { folder: settings.folder(&file), file, keep: settings.keep.get() };
    loop {
        let mut wait = copies.until_due(every, Timestamp::now()).unwrap_or_default();
        if wait.is_zero() {
            let (copies, now) = (copies.clone(), Timestamp::now());
            wait = match tokio::task::spawn_blocking(move || copies.make(now)).await {
                Ok(Ok(copy)) => {
                    tracing::info!(copy = %copy.display(), "the database was copied");
                    every
                }
                Ok(Err(err)) => {
                    queue.metrics().failed_backups.count();
                    tracing::error!(%err, "the database can't be copied; trying again in ten minutes");
                    PAUSE.min(every)
                }
                // The program ends.
                Err(_) => return,
            };
        }
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = stop.wait_for(|stops| *stops) => return,
        }
    }
}

/// The folder with the copies of a database.
#[derive(Clone, Debug)]
struct BackupFolder {
    /// The database.
    file: PathBuf,
    folder: PathBuf,
    keep: usize,
}

impl BackupFolder {
    /// Returns how long it is until the next copy is due.
    ///
    /// # Errors
    /// If the folder can't be read.
    fn until_due(&self, every: Duration, now: Timestamp) -> io::Result<Duration> {
        let Some((newest, _)) = self.all()?.pop() else { return Ok(Duration::ZERO) };
        // A clock that was set back doesn't put off the next copy.
        let age = Duration::try_from(now.duration_since(newest)).unwrap_or_default();
        Ok(every.saturating_sub(age))
    }

    /// Makes a copy, opens it to check it, and deletes the oldest ones. Returns its path.
    ///
    /// # Errors
    /// If it can't be written, or isn't intact; then none is deleted.
    fn make(&self, now: Timestamp) -> Result<PathBuf, StoreError> {
        let failed = |err| StoreError::File { path: self.folder.clone(), cause: err };
        create_folder(&self.folder).map_err(failed)?;
        let made = now.to_zoned(TimeZone::UTC).strftime(MADE);
        let to = self.folder.join(format!("{}-{made}.db", self.stem()));
        Database::File(self.file.clone()).backup(&to)?;
        Database::File(to.clone()).examine()?;
        let mut all = self.all().map_err(failed)?;
        all.truncate(all.len().saturating_sub(self.keep));
        for (_, old) in all {
            fs::remove_file(&old).map_err(|cause| StoreError::File { path: old, cause })?;
        }
        Ok(to)
    }

    /// Lists the copies, the oldest first. Other files in the folder aren't touched.
    fn all(&self) -> io::Result<Vec<(Timestamp, PathBuf)>> {
        let found = match fs::read_dir(&self.folder) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            found => found?,
        };
        let mut all = Vec::new();
        for entry in found {
            let path = entry?.path();
            if let Some(made) = self.made_at(&path) {
                all.push((made, path));
            }
        }
        all.sort();
        Ok(all)
    }

    /// Reads from a copy's name when it was made.
    fn made_at(&self, path: &Path) -> Option<Timestamp> {
        let name = path.file_name()?.to_str()?.strip_prefix(&self.stem())?;
        let made = name.strip_prefix('-')?.strip_suffix(".db")?;
        let made = jiff::civil::DateTime::strptime(MADE, made).ok()?;
        Some(made.to_zoned(TimeZone::UTC).ok()?.timestamp())
    }

    /// Returns what each copy's name begins with.
    fn stem(&self) -> String {
        self.file
            .file_stem()
            .map_or("draughtsman".into(), |stem| stem.to_string_lossy())
            .into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Store, Sync};

    fn names(folder: &Path) -> Vec<String> {
        let found = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_newest_copies_are_kept_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        drop(Store::open(&file, Sync::Normal).unwrap());
        let copies = BackupFolder { folder: folder.path().join("copies"), file, keep: 2 };
        let hour = Duration::from_secs(3600);
        let at = |hours: i64| Timestamp::from_second(1_800_000_000 + hours * 3600).unwrap();
        assert_eq!(copies.until_due(hour, at(0)).unwrap(), Duration::ZERO);
        copies.make(at(0)).unwrap();
        fs::write(copies.folder.join("games-mine.db"), "by hand").unwrap();
        assert_eq!(copies.until_due(hour * 2, at(1)).unwrap(), hour);
        assert_eq!(copies.until_due(hour, at(5)).unwrap(), Duration::ZERO);
        assert_eq!(copies.until_due(hour, at(-5)).unwrap(), hour, "a clock that was set back");
        copies.make(at(1)).unwrap();
        copies.make(at(2)).unwrap();
        assert_eq!(
            names(&copies.folder),
            ["games-20270115T090000Z.db", "games-20270115T100000Z.db", "games-mine.db"]
        );
    }

    #[test]
    fn no_copy_is_deleted_where_none_can_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        drop(Store::open(&file, Sync::Normal).unwrap());
        let copies = BackupFolder { folder: folder.path().join("copies"), file, keep: 1 };
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        copies.make(now).unwrap();
        fs::write(&copies.file, "damaged").unwrap();
        let later = now + Duration::from_secs(60);
        assert!(copies.make(later).is_err());
        assert_eq!(names(&copies.folder), ["games-20270115T080000Z.db"]);
    }
}
