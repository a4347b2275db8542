//! The host's settings: from a file and the environment, checked at the start.
mod backup;

mod variables;

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use figment::{
    Figment,
    error::Kind,
    providers::{Format, Toml},
};
use serde::{Deserialize, Deserializer, de::Error as _};
use store::{Database, Sync};

pub use backup::Backup;

/// The default file.
pub const FILE: &str = "draughtsman.toml";

/// The fewest characters of a token in a setting.
pub const SHORTEST_TOKEN: usize = 16;

/// All settings of the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The path of the database, or its address on a PostgreSQL server.
    #[serde(deserialize_with = "named_place")]
    pub database: Database,
    /// The address of a replica of that database, for long reads.
    #[serde(deserialize_with = "place")]
    pub replica: Option<Database>,
    /// What a commit waits for: `normal` or `full`.
    pub sync: Sync,
    /// The log filter of `tracing`: `warn`, `bot=debug`, …
    pub log: String,
    /// The log format: `text` or `json`.
    pub log_format: LogFormat,
    /// The most pings from one person to another within an hour, not counting turns.
    pub pings_an_hour: usize,
    pub backup: Backup,
    pub practice: PracticeConfig,
    pub operate: Operate,
    pub discord: Discord,
    pub matrix: Matrix,
    pub web: Web,
}

/// Pages of shared matches, off by default, and the room in a browser.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Web {
    /// The address to listen on, such as `127.0.0.1:8080`.
    #[serde(deserialize_with = "address")]
    pub listen: Option<SocketAddr>,
    /// The public address, such as `https://games.example.org`.
    #[serde(deserialize_with = "text")]
    pub address: Option<String>,
    /// Whether the host's proxy sets `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The secret word in the address of the room in a browser.
    #[serde(deserialize_with = "text")]
    pub token: Option<String>,
}

impl Web {
    /// Checks that the settings fit together.
    ///
    /// # Errors
    /// If one setting needs another.
    pub fn check(&self) -> Result<(), String> {
        let says = match (&self.listen, &self.address) {
            (None, None) => return Ok(()),
            (Some(_), None) => "`web.listen` also needs `web.address`: where people find the pages",
            (None, Some(_)) => "`web.address` also needs `web.listen`: where to listen",
            (Some(_), Some(address))
                if !address.starts_with("https://") && !address.starts_with("http://") =>
            {
                "`web.address` must be a web address, such as https://games.example.org"
            }
            (Some(_), Some(_)) => return Ok(()),
        };
        Err(says.to_owned())
    }
}

/// How the bot plays.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PracticeConfig {
    /// The least time before it plays, in milliseconds, so that people can look at the board.
    pub pace_ms: u64,
    /// How many threads it thinks on; by default half of the machine's.
    pub threads: Option<usize>,
}

impl PracticeConfig {
    /// Returns the least time before it plays.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_ms)
    }

    /// Returns how many threads it thinks on.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(service::usual_threads)
    }
}

impl Default for PracticeConfig {
    fn default() -> PracticeConfig {
        PracticeConfig { pace_ms: 1500, threads: None }
    }
}

/// The format of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// The status pages.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Operate {
    /// Their address, such as `127.0.0.1:9100`; off by default.
    #[serde(deserialize_with = "address")]
    pub listen: Option<SocketAddr>,
    /// What a reader of the figures has to know.
    #[serde(deserialize_with = "text")]
    pub token: Option<String>,
}

impl Operate {
    /// Checks that the token can't be guessed.
    ///
    /// # Errors
    /// If it is too short.
    pub fn check(&self) -> Result<(), String> {
        match &self.token {
            Some(token) if token.chars().count() < SHORTEST_TOKEN => {
                Err(format!("`operate.token` needs at least {SHORTEST_TOKEN} characters"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// How to reach Discord.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    #[serde(deserialize_with = "text")]
    pub token: Option<String>,
    /// Discord's address, for proxies and tests; also of the gateway.
    #[serde(deserialize_with = "text")]
    pub api: Option<String>,
    /// The only server the commands are registered on; by default all.
    #[serde(deserialize_with = "text")]
    pub guild: Option<String>,
    /// The folder with descriptions of the commands in other languages.
    pub descriptions: Option<PathBuf>,
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
    /// The passphrase of the key store, if it is encrypted.
    #[serde(deserialize_with = "text")]
    pub passphrase: Option<String>,
    /// The file for the recovery key, with which a later device is trusted like this one.
    pub recovery_file: Option<PathBuf>,
    /// Users who may verify the bot.
    pub operators: Vec<String>,
    /// Users and servers that may invite the bot; by default everyone.
    pub allow: Vec<String>,
    /// Whether an account without a name or picture gets those of the project, which is the default.
    pub profile: Option<bool>,
}

impl Matrix {
    /// Checks that the addresses look like some.
    ///
    /// # Errors
    /// If one doesn't.
    pub fn check(&self) -> Result<(), String> {
        let is_web =
            |address: &String| address.starts_with("https://") || address.starts_with("http://");
        let is_user = |name: &String| {
            name.strip_prefix('@')
                .and_then(|name| name.split_once(':'))
                .is_some_and(|(local, server)| !local.is_empty() && !server.is_empty())
        };
        match (&self.homeserver, &self.user) {
            (Some(server), _) if !is_web(server) => {
                Err("`matrix.homeserver` must be a web address, such as https://matrix.example.org"
                    .to_owned())
            }
            (_, Some(user)) if !is_user(user) => {
                Err("`matrix.user` must look like @bot:example.org".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Reads where to listen; an empty text is nowhere.
fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    let wrong = |value: &str| {
        D::Error::custom(format!(
            "\"{value}\" isn't an address of this machine with a port, such as 127.0.0.1:9100"
        ))
    };
    let text = text(from)?;
    text.map(|value| value.parse().map_err(|_| wrong(&value))).transpose()
}

/// Reads where a database is.
fn named_place<'de, D: Deserializer<'de>>(from: D) -> Result<Database, D::Error> {
    place(from)?.ok_or_else(|| D::Error::custom("it is empty; name a file, or leave it out"))
}

/// Reads where a database is; an empty text is nowhere.
fn place<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Database>, D::Error> {
    Ok(text(from)?.map(Database::from))
}

/// Reads a text that may look like a number or boolean; an empty one is none.
fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Scalar {
        Text(String),
        Number(u64),
        Signed(i64),
        Switch(bool),
    }
    // The value stays out of the error, because it may be a secret.
    let scalar = Option::<Scalar>::deserialize(from)
        .map_err(|_| D::Error::custom("expected text in quotes"))?;
    let text = scalar.map(|scalar| match scalar {
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
            database: Path::new("draughtsman.db").into(),
            replica: None,
            sync: Sync::Normal,
            log: "warn".to_owned(),
            log_format: LogFormat::Text,
            pings_an_hour: service::PINGS,
            backup: Backup::default(),
            practice: PracticeConfig::default(),
            operate: Operate::default(),
            discord: Discord::default(),
            matrix: Matrix::default(),
            web: Web::default(),
        }
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Operate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Operate { listen, token } = self;
        let token = token.as_ref().map(|_| "…");
        f.debug_struct("Operate").field("listen", listen).field("token", &token).finish()
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Web {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Web { listen, address, behind_proxy, token } = self;
        f.debug_struct("Web")
            .field("listen", listen)
            .field("address", address)
            .field("behind_proxy", behind_proxy)
            .field("token", &token.as_ref().map(|_| "…"))
            .finish()
    }
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Discord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Discord { token, api, guild, descriptions } = self;
        f.debug_struct("Discord")
            .field("token", &token.as_ref().map(|_| "…"))
            .field("api", api)
            .field("guild", guild)
            .field("descriptions", descriptions)
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
            profile,
        } = self;
        let hidden = |secret: &Option<String>| secret.as_ref().map(|_| "…");
        f.debug_struct("Matrix")
            .field("homeserver", homeserver)
            .field("user", user)
            .field("password", &hidden(password))
            .field("token", &hidden(token))
            .field("passphrase", &hidden(passphrase))
            .field("recovery_file", recovery_file)
            .field("operators", operators)
            .field("allow", allow)
            .field("profile", profile)
            .finish()
    }
}

impl Config {
    /// Reads the file of settings, the file of secrets (by default `secrets.env` beside it, if it is there and may be read),
    /// and then the environment. What is read later takes precedence.
    ///
    /// # Errors
    /// If a named file is missing, or a setting is unknown or invalid; the message names it and its place.
    pub fn read(file: Option<&Path>, secrets: Option<&Path>) -> Result<Config, String> {
        if let Some(file) = file
            && !file.is_file()
        {
            return Err(format!("there is no configuration file {}", file.display()));
        }
        let file = file.unwrap_or(Path::new(FILE));
        let mut figment = Figment::new().merge(Toml::file(file));
        for variable in variables::all(file, secrets)? {
            figment = figment.merge(variable);
        }
        figment
            .extract()
            .map_err(|errors| errors.into_iter().map(in_words).collect::<Vec<_>>().join("; "))
    }
}

/// Words what is wrong with a setting. The value isn't repeated: it may be a secret.
fn in_words(err: figment::Error) -> String {
    let place = err.metadata.as_ref().map_or(String::new(), |data| {
        data.source.as_ref().map_or(data.name.to_string(), ToString::to_string)
    });
    let key = err.path.join(".");
    let must_be = |what: &str| format!("`{key}` in {place}: it must be {what}");
    match &err.kind {
        Kind::UnknownField(found, known) => {
            let near = known
                .iter()
                .map(|known_name| (strsim::osa_distance(found, known_name), known_name))
                .min();
            let meant = near.filter(|it| it.0 <= 2).map_or_else(
                || format!("there are {}", known.join(", ")),
                |(_, near)| format!("did you mean `{near}`?"),
            );
            format!("there's no setting `{found}` in {place}; {meant}")
        }
        Kind::UnknownVariant(_, known) => must_be(&format!("one of {}", known.join(", "))),
        Kind::InvalidType(_, wanted) | Kind::InvalidValue(_, wanted) => {
            must_be(match wanted.trim_start_matches("a ") {
                "bool" | "boolean" => "true or false",
                number
                    if number.starts_with(['u', 'i'])
                        && number[1..]
                            .starts_with(|sign: char| sign.is_ascii_digit() || sign == 's') =>
                {
                    "a whole number that isn't below 0"
                }
                list if list.contains("seq") => "a list, such as [\"a\", \"b\"]",
                text if text.contains("str") || text.contains("path") => "text in quotes",
                other => other,
            })
        }
        other if key.is_empty() => format!("{place}: {other}"),
        other => format!("`{key}` in {place}: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn read(toml: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.toml");
        std::fs::write(&path, toml).unwrap();
        Config::read(Some(&path), None)
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
        assert!(err.starts_with("there's no setting `databse` in "), "{err}");
        assert!(err.ends_with("; did you mean `database`?"), "{err}");
        for (toml, says) in [
            ("[discord]\ncolour = 1", "there's no setting `colour`"),
            ("pings_an_hour = \"many\"", "`pings_an_hour` in "),
            ("pings_an_hour = -1", "must be a whole number that isn't below 0"),
            ("pings_an_hour = 1.5", "must be a whole number"),
            ("[web]\nbehind_proxy = 3", "must be true or false"),
            ("[matrix]\nallow = \"example.org\"", "must be a list, such as"),
            ("log_format = \"xml\"", "must be one of text, json"),
            ("log = 3", "must be text in quotes"),
        ] {
            let err = read(toml).unwrap_err();
            assert!(err.contains(says) && !err.contains("expected"), "{toml}: {err}");
        }
        let err = read("[operate]\nlisten = \"9100\"").unwrap_err();
        assert!(err.contains("`operate.listen`"), "{err}");
        let err = Config::read(Some(Path::new("/nowhere/c.toml")), None).unwrap_err();
        assert!(err.contains("/nowhere/c.toml"), "{err}");
    }

    #[test]
    fn an_address_of_matrix_looks_like_one() {
        let check = |toml: &str| read(&format!("[matrix]\n{toml}")).unwrap().matrix.check();
        assert!(check("homeserver = \"https://a.org\"\nuser = \"@bot:a.org\"").is_ok());
        assert!(check("homeserver = \"a.org\"").unwrap_err().contains("`matrix.homeserver`"));
        for user in ["bot", "@bot", "@:a.org", "bot:a.org", "@bot:"] {
            let err = check(&format!("user = \"{user}\"")).unwrap_err();
            assert!(err.contains("must look like @bot:example.org"), "{user}: {err}");
        }
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
    fn a_database_is_a_file_or_on_a_server_whose_password_is_not_written() {
        let config = read("database = \"postgres://bot:hush@localhost/games\"").unwrap();
        assert!(matches!(config.database, Database::Server(_)));
        assert!(!format!("{config:?} {}", config.database).contains("hush"));
        let config = read("database = \"games.db\"").unwrap();
        assert_eq!(config.database, Database::File("games.db".into()));
    }

    #[test]
    fn a_token_for_the_figures_is_long_enough() {
        let check = |toml: &str| read(toml).unwrap().operate.check();
        assert!(check("").is_ok() && check("[operate]\ntoken = \"0123456789abcdef\"").is_ok());
        let err = check("[operate]\ntoken = \"hush\"").unwrap_err();
        assert!(err.contains("operate.token") && !err.contains("hush"), "{err}");
    }

    #[test]
    fn secrets_are_not_written_by_debug() {
        let config = read("[operate]\ntoken = \"hush\"\n[web]\ntoken = \"hush\"\n[discord]\ntoken = \"hush\"\n[matrix]\npassword = \"hush\"\ntoken = \"hush\"\npassphrase = \"hush\"").unwrap();
        assert_eq!(config.discord.token.as_deref(), Some("hush"));
        assert!(!format!("{config:?}").contains("hush"));
    }
}
