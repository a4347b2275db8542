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
use crate::FEATURES;

/// How long to wait after a copy has failed.
const PAUSE: Duration = Duration::from_secs(600);

/// When a copy was made, as its name says it, in UTC.
const MADE: &str = "%Y%m%dT%H%M%SZ";

/// Copies the database.
///
/// # Errors
/// If there is none, or the copy can't be written.
pub(crate) fn backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    config.database.backup(to, FEATURES.tables())?;
    writeln!(safe_output::stdout(), "{}", words::copied(&config.database, to))?;
    Ok(())
}

/// Puts a copy in the place of the database.
///
/// # Errors
/// If there is no such copy, it can't be read or isn't intact, or a bot runs on the database.
pub(crate) fn restore(config: &Config, from: &Path) -> anyhow::Result<()> {
    if let Err(err) = fs::File::open(from) {
        anyhow::bail!(words::no_copy(from, &err));
    }
    let replaced = config.database.restore(from, FEATURES.tables())?;
    writeln!(
        safe_output::stdout(),
        "{}",
        words::restored(&config.database, from, replaced.as_deref())
    )?;
    Ok(())
}

/// Copies the database again and again until the bot stops, if the settings say so.
pub(super) async fn keep_copies(
    settings: Backup,
    database: Database,
    queue: Queue,
    mut stop: watch::Receiver<bool>,
) {
    let (Some(every), Database::File(file)) = (settings.every, database) else { return };
    let copies = BackupFolder { folder: settings.folder(&file), file, keep: settings.keep.get() };
    loop {
        let mut wait = copies.until_due(every, model::host_clock::now()).unwrap_or_default();
        if wait.is_zero() {
            let (copies, now) = (copies.clone(), model::host_clock::now());
            wait = match tokio::task::spawn_blocking(move || copies.make(now)).await {
                Ok(Ok(copy)) => {
                    tracing::info!(copy = %copy.display(), "the database was copied");
                    every
                }
                Ok(Err(err)) => {
                    queue.metrics().failed_backups.count();
                    let pause = PAUSE.min(every);
                    tracing::error!(%err, seconds = pause.as_secs(), "the database can't be copied; trying again later");
                    pause
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
        let Some((newest, _)) = self.until(now)?.pop() else { return Ok(Duration::ZERO) };
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
        self.delete_unfinished();
        let made = now.to_zoned(TimeZone::UTC).strftime(MADE);
        let to = self.folder.join(format!("{}-{made}.db", self.stem()));
        Database::File(self.file.clone()).backup(&to, FEATURES.tables())?;
        Database::File(to.clone()).examine(FEATURES.tables())?;
        let mut old = self.until(now).map_err(failed)?;
        old.truncate(old.len().saturating_sub(self.keep));
        old.into_iter().for_each(|(_, old)| delete(&old));
        Ok(to)
    }

    /// Deletes copies that were being written when the bot was killed. Only this process writes
    /// any, because it has the database.
    fn delete_unfinished(&self) {
        let found = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let is_unfinished = |path: &PathBuf| {
            path.extension().is_some_and(|end| end == "part")
                && self.made_at(&path.with_extension("")).is_some()
        };
        found.map(|entry| entry.path()).filter(is_unfinished).for_each(|path| delete(&path));
    }

    /// Lists the copies made until now, the oldest first. Other files in the folder aren't touched,
    /// nor copies from the future: the clock was wrong then, or is now.
    fn until(&self, now: Timestamp) -> io::Result<Vec<(Timestamp, PathBuf)>> {
        let found = match fs::read_dir(&self.folder) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            found => found?,
        };
        let mut all = Vec::new();
        for entry in found {
            let path = entry?.path();
            let made = self.made_at(&path).filter(|made| *made <= now);
            if let Some(made) = made.filter(|_| path.is_file()) {
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

/// Deletes a copy. One that can't be deleted is left, and said in the log.
fn delete(path: &Path) {
    if let Err(err) = fs::remove_file(path) {
        tracing::warn!(path = %path.display(), %err, "an old copy can't be deleted");
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
        drop(Store::open(&file, Sync::Normal, FEATURES.tables()).unwrap());
        let copies = BackupFolder { folder: folder.path().join("copies"), file, keep: 2 };
        let hour = Duration::from_secs(3600);
        let at = |hours: i64| Timestamp::from_second(1_800_000_000 + hours * 3600).unwrap();
        assert_eq!(copies.until_due(hour, at(0)).unwrap(), Duration::ZERO);
        copies.make(at(0)).unwrap();
        fs::write(copies.folder.join("games-mine.db"), "by hand").unwrap();
        assert_eq!(copies.until_due(hour * 2, at(1)).unwrap(), hour);
        assert_eq!(copies.until_due(hour, at(5)).unwrap(), Duration::ZERO);
        assert_eq!(copies.until_due(hour, at(-5)).unwrap(), Duration::ZERO, "from the future");
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
        drop(Store::open(&file, Sync::Normal, FEATURES.tables()).unwrap());
        let copies = BackupFolder { folder: folder.path().join("copies"), file, keep: 1 };
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        copies.make(now).unwrap();
        fs::write(&copies.file, "damaged").unwrap();
        let later = now + Duration::from_secs(60);
        assert!(copies.make(later).is_err());
        assert_eq!(names(&copies.folder), ["games-20270115T080000Z.db"]);
    }

    #[test]
    fn what_is_in_the_way_stays_and_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        drop(Store::open(&file, Sync::Normal, FEATURES.tables()).unwrap());
        let copies = BackupFolder { folder: folder.path().join("copies"), file, keep: 1 };
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        fs::create_dir_all(copies.folder.join("games-20200101T000000Z.db")).unwrap();
        fs::write(copies.folder.join("games-20371231T000000Z.db"), "a wrong clock").unwrap();
        fs::write(copies.folder.join("games-20260101T000000Z.db.part"), "killed").unwrap();
        copies.make(now).unwrap();
        copies.make(now + Duration::from_secs(60)).unwrap();
        assert_eq!(
            names(&copies.folder),
            ["games-20200101T000000Z.db", "games-20270115T080100Z.db", "games-20371231T000000Z.db"]
        );
        assert_eq!(copies.until_due(Duration::from_secs(60), now).unwrap(), Duration::ZERO);
    }
}
