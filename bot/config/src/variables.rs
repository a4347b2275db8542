//! Settings from the environment, and from a file of secrets that has the same form: `DISCORD_TOKEN=…`, one on each line.
use std::{env, fs, io::ErrorKind, path::Path};

use figment::{
    Error, Metadata, Profile, Provider,
    util::nest,
    value::{Dict, Map, Value},
};

/// The name of the file of secrets, which is looked for beside the settings.
pub(super) const SECRETS: &str = "secrets.env";

/// The names that other programs use too, with the settings they stand for.
const SHORT: [(&str, &str); 7] = [
    ("DISCORD_TOKEN", "discord.token"),
    ("DISCORD_API_URL", "discord.api"),
    ("MATRIX_HOMESERVER", "matrix.homeserver"),
    ("MATRIX_USER", "matrix.user"),
    ("MATRIX_PASSWORD", "matrix.password"),
    ("MATRIX_TOKEN", "matrix.token"),
    ("DRAUGHTSMAN_WEB_TOKEN", "web.token"),
];

/// What the name of any other setting begins with.
const PREFIX: &str = "DRAUGHTSMAN_";

/// The value of a setting, and where it was found.
pub(super) struct Variable {
    name: String,
    setting: String,
    value: String,
    place: Option<String>,
}

impl Variable {
    /// Returns it if its name is that of a setting, in either case.
    fn named(name: &str, value: String, place: Option<String>) -> Option<Variable> {
        let name = name.to_ascii_uppercase();
        let short = SHORT.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        let long = || Some(name.strip_prefix(PREFIX)?.to_ascii_lowercase().replace("__", "."));
        Some(Variable { setting: short.or_else(long)?, name, value, place })
    }

    fn is_short(&self) -> bool {
        SHORT.iter().any(|it| it.0 == self.name)
    }
}

impl Provider for Variable {
    fn metadata(&self) -> Metadata {
        Metadata::named(match &self.place {
            Some(place) => format!("{} in {place}", self.name),
            None => format!("{} in the environment", self.name),
        })
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let Ok(value) = self.value.parse::<Value>();
        let dict = nest(&self.setting, value).into_dict().unwrap_or_default();
        Ok(Profile::Default.collect(dict))
    }
}

/// Returns all settings of the file of secrets and then those of the environment; of two for the same setting the one with the long name
/// comes last. `settings` is the file beside which the secrets are, unless they are `named`.
///
/// # Errors
/// If a named file can't be read, or a line of it isn't a name with a value.
pub(super) fn all(settings: &Path, named: Option<&Path>) -> Result<Vec<Variable>, String> {
    let beside = settings.with_file_name(SECRETS);
    let file = named.unwrap_or(&beside);
    let mut all = match fs::read_to_string(file) {
        Ok(text) => read(&text, &file.display().to_string())?,
        // A service manager has read it for the program, and it is for nobody else.
        Err(err)
            if named.is_none()
                && matches!(err.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) =>
        {
            Vec::new()
        }
        Err(err) => return Err(format!("{} can't be read: {err}", file.display())),
    };
    let mut said: Vec<Variable> =
        env::vars().filter_map(|(name, value)| Variable::named(&name, value, None)).collect();
    for some in [&mut all, &mut said] {
        some.sort_by_key(|it| !it.is_short());
    }
    all.append(&mut said);
    Ok(all)
}

/// Reads lines as service managers and containers do: a name, `=`, and a value to the end of the line, which may stand in quotes. Nothing
/// in it has another meaning. Names that aren't those of settings are left to others.
fn read(text: &str, place: &str) -> Result<Vec<Variable>, String> {
    let mut all = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let line = line.strip_prefix("export ").unwrap_or(line);
        let Some((name, value)) = line.split_once('=') else {
            return Err(format!(
                "line {number} of {place} must be a name and a value, such as DISCORD_TOKEN=…"
            ));
        };
        let value = value.trim();
        let unquoted = ['"', '\'']
            .into_iter()
            .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
        let value = unquoted.unwrap_or(value).to_owned();
        all.extend(Variable::named(name.trim(), value, Some(place.to_owned())));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn secrets_are_read_from_the_file_beside_the_settings_as_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let settings = folder.path().join("draughtsman.toml");
        fs::write(&settings, "log = \"info\"\n[matrix]\nuser = \"@a:b.org\"").unwrap();
        let secrets = folder.path().join(SECRETS);
        fs::write(
            &secrets,
            "# secrets\n\nexport DISCORD_TOKEN='a$b&c#d'\nMATRIX_USER=@short:b.org\nDRAUGHTSMAN_MATRIX__USER=@long:b.org\n\
             DRAUGHTSMAN_DATABASE=postgres://x:y@h1,h2/d?a=1&b=2\nPATH=/nowhere\nDRAUGHTSMAN_WEB_TOKEN=\"word\"\n",
        )
        .unwrap();
        let config = Config::read(Some(&settings), None).unwrap();
        assert_eq!(config.discord.token.as_deref(), Some("a$b&c#d"));
        assert_eq!(config.matrix.user.as_deref(), Some("@long:b.org"), "the long name counts");
        assert_eq!(config.web.token.as_deref(), Some("word"));
        assert_eq!(config.log, "info");
        assert!(matches!(config.database, store::Database::Server(_)));
        fs::write(&secrets, "\nDISCORD_TOKEN").unwrap();
        let err = Config::read(Some(&settings), None).unwrap_err();
        assert!(err.contains("line 2 of") && err.contains("DISCORD_TOKEN=…"), "{err}");
        fs::write(&secrets, "DRAUGHTSMAN_PINGS_AN_HOUR=hush").unwrap();
        let err = Config::read(Some(&settings), None).unwrap_err();
        assert!(err.contains("DRAUGHTSMAN_PINGS_AN_HOUR in") && !err.contains("hush"), "{err}");
        fs::remove_file(&secrets).unwrap();
        assert!(Config::read(Some(&settings), None).unwrap().discord.token.is_none());
        assert!(
            Config::read(Some(&settings), Some(&secrets)).unwrap_err().contains("can't be read")
        );
    }
}
