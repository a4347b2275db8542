//! What the host sets: from a file and the environment, checked once at the start.
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use figment::{
    Figment,
    providers::{Env, Format, Toml},
};
use serde::{Deserialize, Deserializer, de::Error as _};

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
    /// How it is logged: `text` or `json`.
    pub log_format: LogFormat,
    /// How often one person may have another pinged within an hour; turns of their matches do not count.
    pub pings_an_hour: usize,
    pub practice: Practice,
    pub operate: Operate,
    pub discord: Discord,
    pub matrix: Matrix,
    pub web: Web,
}

/// Pages of shared matches; none where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Web {
    /// Where to listen, such as `127.0.0.1:8080`.
    pub listen: Option<std::net::SocketAddr>,
    /// Where people find the pages, such as `https://games.example.org`.
    #[serde(deserialize_with = "text")]
    pub address: Option<String>,
    /// Whether a proxy of the host stands in front and says in `X-Forwarded-For` who asks.
    pub behind_proxy: bool,
}

impl Web {
    /// Checks that what is set goes together.
    ///
    /// # Errors
    /// When one setting lacks the other, or the program was built without pages.
    pub fn check(&self) -> Result<(), String> {
        let says = match (&self.listen, &self.address) {
            (None, None) => return Ok(()),
            (Some(_), None) => "`web.listen` wants `web.address`, too: where people find the pages",
            (None, Some(_)) => "`web.address` wants `web.listen`, too: where to listen for it",
            (Some(_), Some(_)) if !cfg!(feature = "web") => {
                "this program was built without the pages of `web`"
            }
            (Some(_), Some(it)) if !it.starts_with("https://") && !it.starts_with("http://") => {
                "`web.address` is what a browser is given, such as https://games.example.org"
            }
            (Some(_), Some(_)) => return Ok(()),
        };
        Err(says.to_owned())
    }
}

/// How the bot plays itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Practice {
    /// How many milliseconds it leaves people at least to look at the board before it plays.
    pub pace_ms: u64,
    /// On how many threads it thinks; half of those that the machine has when not said.
    pub threads: Option<usize>,
}

impl Practice {
    /// Returns how long it leaves people to look at the board.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_ms)
    }

    /// Returns on how many threads it thinks.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(crate::service::usual_threads)
    }
}

impl Default for Practice {
    fn default() -> Practice {
        Practice { pace_ms: 1500, threads: None }
    }
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// What is shown of how the program does.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Operate {
    /// The address at which health and figures are shown, such as `127.0.0.1:9100`; nowhere when not said.
    pub listen: Option<SocketAddr>,
}

/// How to reach Discord.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    #[serde(deserialize_with = "text")]
    pub token: Option<String>,
    /// Where Discord's interface is reached, for proxies and tests; the gateway's address then comes from there, too.
    #[serde(deserialize_with = "text")]
    pub api: Option<String>,
    /// The one server for which commands are registered; all servers when not said.
    #[serde(deserialize_with = "text")]
    pub guild: Option<String>,
}

/// How to reach Matrix.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Matrix {
    #[serde(deserialize_with = "text")]
    pub homeserver: Option<String>,
    #[serde(deserialize_with = "text")]
    pub user: Option<String>,
    #[serde(deserialize_with = "text")]
    pub password: Option<String>,
    /// The access token of a login, instead of a password.
    #[serde(deserialize_with = "text")]
    pub token: Option<String>,
    /// What the store of keys is encrypted with; nothing for as it is.
    #[serde(deserialize_with = "text")]
    pub passphrase: Option<String>,
    /// Where the key is written with which a later device becomes as trusted as this one.
    pub recovery_file: Option<PathBuf>,
    /// Who may compare keys with the bot.
    pub operators: Vec<String>,
    /// Who may invite the bot: users and servers; anybody where nobody is named.
    pub allow: Vec<String>,
}

/// Reads a text that may look like a number or a switch; an empty one says nothing.
fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Scalar {
        Text(String),
        Number(u64),
        Signed(i64),
        Switch(bool),
    }
    // What was found stays out of the error: it may be a secret.
    let scalar = Option::<Scalar>::deserialize(from)
        .map_err(|_| D::Error::custom("expected text in quotes"))?;
    let text = scalar.map(|it| match it {
        Scalar::Text(it) => it,
        Scalar::Number(it) => it.to_string(),
        Scalar::Signed(it) => it.to_string(),
        Scalar::Switch(it) => it.to_string(),
    });
    Ok(text.filter(|it| !it.is_empty()))
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: PathBuf::from("draughtsman.db"),
            sync: Sync::Normal,
            log: "warn".to_owned(),
            log_format: LogFormat::Text,
            pings_an_hour: crate::service::PINGS,
            practice: Practice::default(),
            operate: Operate::default(),
            discord: Discord::default(),
            matrix: Matrix::default(),
            web: Web::default(),
        }
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Discord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Discord { token, api, guild } = self;
        f.debug_struct("Discord")
            .field("token", &token.as_ref().map(|_| "…"))
            .field("api", api)
            .field("guild", guild)
            .finish()
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Matrix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Matrix {
            homeserver,
            user,
            password,
            token,
            passphrase,
            recovery_file,
            operators,
            allow,
        } = self;
        let hidden = |it: &Option<String>| it.as_ref().map(|_| "…");
        f.debug_struct("Matrix")
            .field("homeserver", homeserver)
            .field("user", user)
            .field("password", &hidden(password))
            .field("token", &hidden(token))
            .field("passphrase", &hidden(passphrase))
            .field("recovery_file", recovery_file)
            .field("operators", operators)
            .field("allow", allow)
            .finish()
    }
}

impl Config {
    /// Reads the file and then the environment, which wins: `DRAUGHTSMAN_DATABASE`, `DRAUGHTSMAN_MATRIX__USER`, …, and
    /// `DISCORD_TOKEN` and `DISCORD_API_URL`.
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
            .merge(Env::raw().only(&["DISCORD_TOKEN"]).map(|_| "discord.token".into()))
            .merge(Env::raw().only(&["DISCORD_API_URL"]).map(|_| "discord.api".into()));
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
    fn pages_want_to_know_where_they_are() {
        let check = |toml: &str| read(toml).unwrap().web.check();
        assert!(check("").is_ok());
        assert!(check("[web]\nlisten = \"127.0.0.1:8080\"").unwrap_err().contains("web.address"));
        assert!(check("[web]\naddress = \"https://x.org\"").unwrap_err().contains("web.listen"));
        assert!(read("[web]\nlisten = \"here\"").is_err());
    }

    #[test]
    fn errors_name_the_key() {
        let err = read("sync = \"sometimes\"").unwrap_err();
        assert!(err.contains("`sync`") && err.contains("c.toml"), "{err}");
        let err = read("databse = \"x\"").unwrap_err();
        assert!(err.contains("databse"), "{err}");
        let err = read("[operate]\nlisten = \"9100\"").unwrap_err();
        assert!(err.contains("`operate.listen`"), "{err}");
        let err = Config::read(Some(Path::new("/nowhere/c.toml"))).unwrap_err();
        assert!(err.contains("/nowhere/c.toml"), "{err}");
    }

    #[test]
    fn a_secret_may_look_like_a_number_and_is_never_repeated() {
        let config = read("[discord]\ntoken = \"\"\n[matrix]\npassword = 12345678").unwrap();
        assert_eq!(
            (config.discord.token, config.matrix.password.as_deref()),
            (None, Some("12345678"))
        );
        let err = read("[matrix]\npassword = [\"hush\"]").unwrap_err();
        assert!(err.contains("matrix.password") && !err.contains("hush"), "{err}");
    }

    #[test]
    fn secrets_are_not_written_by_debug() {
        let config = read("[discord]\ntoken = \"hush\"\n[matrix]\npassword = \"hush\"\ntoken = \"hush\"\npassphrase = \"hush\"").unwrap();
        assert_eq!(config.discord.token.as_deref(), Some("hush"));
        assert!(!format!("{config:?}").contains("hush"));
    }
}
