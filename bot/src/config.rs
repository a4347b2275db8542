//! What the host sets: from a file and the environment, checked once at the start.
use std::path::{Path, PathBuf};

use figment::{
    Figment,
    providers::{Env, Format, Toml},
};
use serde::Deserialize;

use crate::store::Sync;

/// The file that is read when none is named.
pub const FILE: &str = "draughtsman.toml";

/// All settings of the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where everything is kept.
    pub database: PathBuf,
    /// What a commit waits for: `normal` or `full`.
    pub sync: Sync,
    /// What is logged, as `tracing` filters: `warn`, `bot=debug`, …
    pub log: String,
    pub discord: Discord,
    pub matrix: Matrix,
}

/// How to reach Discord.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    pub token: Option<String>,
}

/// How to reach Matrix.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Matrix {
    pub homeserver: Option<String>,
    pub user: Option<String>,
    pub password: Option<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: PathBuf::from("draughtsman.db"),
            sync: Sync::Normal,
            log: "warn".to_owned(),
            discord: Discord::default(),
            matrix: Matrix::default(),
        }
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Discord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Discord { token } = self;
        f.debug_struct("Discord").field("token", &token.as_ref().map(|_| "…")).finish()
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Matrix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Matrix { homeserver, user, password } = self;
        f.debug_struct("Matrix")
            .field("homeserver", homeserver)
            .field("user", user)
            .field("password", &password.as_ref().map(|_| "…"))
            .finish()
    }
}

impl Config {
    /// Reads the file and then the environment, which wins: `DRAUGHTSMAN_DATABASE`, `DRAUGHTSMAN_MATRIX__USER`, …, and
    /// `DISCORD_TOKEN`.
    ///
    /// # Errors
    /// When a named file is missing, or a key is unknown or holds what it cannot; the message names the key and its place.
    pub fn read(file: Option<&Path>) -> Result<Config, String> {
        if let Some(file) = file
            && !file.is_file()
        {
            return Err(format!("there is no configuration file {}", file.display()));
        }
        let figment = Figment::new()
            .merge(Toml::file(file.unwrap_or(Path::new(FILE))))
            .merge(Env::prefixed("DRAUGHTSMAN_").split("__"))
            .merge(Env::raw().only(&["DISCORD_TOKEN"]).map(|_| "discord.token".into()));
        figment.extract().map_err(|errors| {
            let each = errors.into_iter().map(|err| {
                let key = err.path.join(".");
                let place = err.metadata.as_ref().and_then(|it| it.source.as_ref());
                let place = place.map_or("the environment".to_owned(), ToString::to_string);
                let key = if key.is_empty() { String::new() } else { format!("`{key}` in ") };
                format!("{key}{place}: {}", err.kind)
            });
            each.collect::<Vec<_>>().join("; ")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(toml: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        std::fs::write(&path, toml).unwrap();
        Config::read(Some(&path))
    }

    #[test]
    fn an_empty_file_means_the_usual() {
        assert_eq!(read("").unwrap(), Config::default());
    }

    #[test]
    fn errors_name_the_key() {
        let err = read("sync = \"sometimes\"").unwrap_err();
        assert!(err.contains("`sync`") && err.contains("c.toml"), "{err}");
        let err = read("databse = \"x\"").unwrap_err();
        assert!(err.contains("databse"), "{err}");
        let err = Config::read(Some(Path::new("/nowhere/c.toml"))).unwrap_err();
        assert!(err.contains("/nowhere/c.toml"), "{err}");
    }

    #[test]
    fn secrets_are_not_written_by_debug() {
        let config = read("[discord]\ntoken = \"hush\"\n[matrix]\npassword = \"hush\"").unwrap();
        assert_eq!(config.discord.token.as_deref(), Some("hush"));
        assert!(!format!("{config:?}").contains("hush"));
    }
}
