//! `draughtsman check`: checks the settings, the database, and whether each chat accepts the bot.
use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use config::Config;
use model::safe_output;
use store::{Database, StoreError};

use super::{unit_folders::unit_that_makes, words};
use crate::FEATURES;

/// The results of the checks.
struct Checks {
    well: bool,
}

impl Checks {
    fn say(&mut self, what: &str, found: Result<String, String>) -> io::Result<()> {
        self.well &= found.is_ok();
        let mut out = safe_output::stdout();
        match found {
            Ok(says) => writeln!(out, "ok      {what}: {says}"),
            Err(says) => writeln!(out, "FAILED  {what}: {says}"),
        }
    }

    /// Warns of something that works.
    fn warn(&self, what: &str, says: &str) -> io::Result<()> {
        writeln!(io::stdout(), "warning {what}: {says}")
    }
}

/// Checks the settings, the database and, unless `offline`, the chats. Prints a line for each.
/// Returns whether all passed. Changes nothing, except that an expired Matrix token is renewed.
///
/// # Errors
/// If the output can't be written, or the async runtime can't be started.
pub(crate) fn check(config: &Config, offline: bool) -> anyhow::Result<bool> {
    let mut checks = Checks { well: true };
    checks.say("settings", settings(config, offline))?;
    if offline && !is_for_a_chat(config) {
        checks.warn("settings", &words::no_chat())?;
    }
    #[cfg(feature = "operate")]
    if let Some(warning) = operate::warning(&config.operate) {
        checks.warn("operate.listen", &warning)?;
    }
    checks.say("database", database(config, Path::new("/")))?;
    if let (Some(warning), Database::File(_)) = (store::sqlite_warning(), &config.database) {
        checks.warn("database", &warning)?;
    }
    if let (Some(_), Database::File(file)) = (&config.backup.every, &config.database) {
        let folder = config.backup.folder(file);
        checks.say("backup.folder", backup_folder(&folder))?;
    }
    if let Some(replica) = &config.replica {
        let found = config.database.examine_replica(replica);
        let says = found.map(|()| words::replica_is_usable(replica));
        checks.say("replica", says.map_err(|err| err.to_string()))?;
    }
    if !offline {
        chats(config, &mut checks)?;
    }
    Ok(checks.well)
}

/// Checks the settings of every part, and that this program was built with what they ask for.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn parts(config: &Config) -> Result<(), String> {
    config.web.check()?;
    config.matrix.check()?;
    config.operate.check()?;
    config.backup.check(&config.database)?;
    #[cfg(feature = "discord")]
    discord::check(&config.discord, crate::FEATURES.commands())?;
    #[cfg(feature = "matrix")]
    matrix::check(&config.matrix)?;
    let asked = [
        ("discord.token", config.discord.token.is_some(), "discord", cfg!(feature = "discord")),
        (
            "matrix.homeserver",
            config.matrix.homeserver.is_some(),
            "matrix",
            cfg!(feature = "matrix"),
        ),
        ("web.listen", config.web.listen.is_some(), "web", cfg!(feature = "web")),
        ("operate.listen", config.operate.listen.is_some(), "operate", cfg!(feature = "operate")),
    ];
    match asked.into_iter().find(|(_, is_set, _, is_built)| *is_set && !is_built) {
        Some((setting, _, part, _)) => Err(words::built_without(setting, part)),
        None => Ok(()),
    }
}

fn is_for_a_chat(config: &Config) -> bool {
    config.discord.token.is_some() || config.matrix.homeserver.is_some()
}

/// Without a network a chat needn't be configured: the command may run where its token isn't.
fn settings(config: &Config, offline: bool) -> Result<String, String> {
    parts(config)?;
    let chats = [
        ("Discord", config.discord.token.is_some()),
        ("Matrix", config.matrix.homeserver.is_some()),
    ];
    let chats: Vec<&str> = chats.into_iter().filter(|it| it.1).map(|it| it.0).collect();
    if chats.is_empty() && !offline {
        Err(words::no_chat())
    } else {
        Ok(words::settings_are_valid(&chats))
    }
}

/// The first copy creates the folder, if it may.
fn backup_folder(folder: &Path) -> Result<String, String> {
    let here = Path::new(".");
    let above =
        folder.ancestors().map(|path| if path.as_os_str().is_empty() { here } else { path });
    let found = above.into_iter().find_map(|path| Some((path, fs::metadata(path).ok()?)));
    match found {
        Some((_, found)) if found.is_dir() && !found.permissions().readonly() => {
            Ok(words::copies_go_to(folder))
        }
        Some((found, _)) => Err(words::no_backups_there(folder, found)),
        None => Err(words::no_backups_there(folder, folder)),
    }
}

/// Units of systemd are looked for below `root`.
fn database(config: &Config, root: &Path) -> Result<String, String> {
    let database = &config.database;
    if let Database::File(path) = database
        && let Ok(found) = fs::metadata(path)
    {
        if found.is_file() && found.len() == 0 {
            return Ok(words::empty_database(database));
        }
        if fs::OpenOptions::new().append(true).open(path).is_err() {
            return Err(words::not_writable(database));
        }
    }
    match database.examine(FEATURES.tables()) {
        Ok((found, known)) if found == known => Ok(words::database_is_sound(database)),
        Ok((found, known)) => Ok(words::upgrade_is_due(database, found, known)),
        // The first start creates the tables.
        Err(StoreError::NoFile(_)) if matches!(database, Database::Server(_)) => {
            Ok(words::no_database_yet(database))
        }
        // The first start creates the database, if its folder is writable.
        Err(StoreError::NoFile(file)) => {
            let folder = file.parent().map(fs::metadata);
            match folder {
                Some(Ok(folder)) if folder.permissions().readonly() => {
                    Err(words::no_database_and_no_right(database))
                }
                _ => Ok(words::no_database_yet(database)),
            }
        }
        Err(StoreError::NoFolder(folder)) => match unit_that_makes(&folder, root) {
            Some(unit) => Ok(words::unit_makes_the_folder(database, &folder, &unit)),
            None => Err(StoreError::NoFolder(folder).to_string()),
        },
        Err(err) => Err(err.to_string()),
    }
}

#[cfg(any(feature = "discord", feature = "matrix"))]
fn chats(config: &Config, checks: &mut Checks) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    #[cfg(feature = "discord")]
    if config.discord.token.is_some() {
        let found = runtime.block_on(discord::reach(&config.discord, crate::FEATURES.commands()));
        checks.say("Discord", found.map_err(|err| format!("{err:#}")))?;
    }
    #[cfg(feature = "matrix")]
    if config.matrix.homeserver.is_some() {
        let folder = delivery::chat_access::beside(&config.database.neighbour(), "matrix");
        let found = runtime.block_on(matrix::reach(&config.matrix, &folder));
        checks.say("Matrix", found.map_err(|err| format!("{err:#}")))?;
        if let Some(warning) = matrix::limited(&config.matrix, &folder) {
            checks.warn("Matrix", &warning)?;
        }
    }
    Ok(())
}

#[cfg(not(any(feature = "discord", feature = "matrix")))]
fn chats(_: &Config, _: &mut Checks) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings that are shipped, on a machine with nothing but the unit: what docs/hosting.md says to try before the first start.
    #[test]
    fn the_shipped_settings_pass_on_a_fresh_machine_once_the_unit_is_installed() {
        let machine = tempfile::tempdir().unwrap();
        let root = machine.path();
        let below = |path: &str| root.join(path).display().to_string();
        let settings = include_str!("../../../../deploy/draughtsman.toml");
        assert!(settings.contains("\"/var/lib/draughtsman/"));
        let settings = settings.replace("/var/lib/", &below("var/lib/"));
        let file = root.join("draughtsman.toml");
        fs::write(&file, settings).unwrap();
        fs::create_dir_all(root.join("var/lib")).unwrap();
        let config = Config::read(Some(file.as_path()), None).unwrap();

        let alone = database(&config, root).unwrap_err();
        assert!(
            alone.contains(&below("var/lib/draughtsman")) && alone.contains("Create it"),
            "{alone}"
        );

        fs::create_dir_all(root.join("usr/lib/systemd/system")).unwrap();
        let unit = include_str!("../../../../deploy/draughtsman.service");
        fs::write(root.join("usr/lib/systemd/system/draughtsman.service"), unit).unwrap();
        let says = database(&config, root).unwrap();
        assert!(says.contains("draughtsman.service makes the folder"), "{says}");
        assert!(!root.join("var/lib/draughtsman").exists(), "a check makes no folder");

        let Database::File(path) = &config.database else { panic!("a file is shipped") };
        assert!(config.backup.every.is_some());
        let copies = backup_folder(&config.backup.folder(path)).unwrap();
        assert!(copies.ends_with("var/lib/draughtsman/backups"), "{copies}");
    }
}
