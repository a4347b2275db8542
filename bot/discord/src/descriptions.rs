//! Descriptions of commands in other languages, from files of the host: one for each language,
//! named by Discord's code, such as `de.toml`. Names of commands stay as they are.
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use command::Commands;
use figment::{
    Figment,
    providers::{Format, Toml},
};
use serde_json::{Value, json};

use super::{markdown::len, register::all_commands, words};

/// The languages of Discord's clients.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];
/// The maximum length of a description, in characters.
const LONGEST: usize = 100;
/// The maximum length of all texts of a command, in characters.
const LONGEST_COMMAND: usize = 8000;

/// Descriptions by the code of the language, and then by what they describe: `match undo`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Descriptions(BTreeMap<String, BTreeMap<String, String>>);

impl Descriptions {
    /// Reads the files of a folder. Only names that end in `.toml` count.
    ///
    /// # Errors
    /// If a file can't be used: it is for no language of Discord, can't be read, or describes what
    /// there isn't or with more than Discord allows.
    pub(super) fn read(commands: &Commands, folder: &Path) -> Result<Descriptions, String> {
        let unreadable = |err: &dyn std::fmt::Display| words::no_descriptions(folder, err);
        let mut files: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(folder).map_err(|err| unreadable(&err))? {
            files.push(entry.map_err(|err| unreadable(&err))?.path());
        }
        files.retain(|path| path.extension().is_some_and(|path| path == "toml"));
        files.sort();
        let mut known = BTreeMap::new();
        each_described(&mut all_commands(commands), &mut |path, part| {
            known.insert(path.to_owned(), text(part).to_owned());
        });
        let mut all = Descriptions::default();
        for file in &files {
            let locale = file.file_stem().and_then(|it| it.to_str()).unwrap_or_default();
            if !LOCALES.contains(&locale) {
                return Err(words::no_language(file));
            }
            let said: BTreeMap<String, String> = Figment::from(Toml::file_exact(file))
                .extract()
                .map_err(|err| words::bad_descriptions(file, &err))?;
            for (path, says) in &said {
                if !known.contains_key(path) {
                    return Err(words::describes_nothing(file, path));
                }
                if !(1..=LONGEST).contains(&says.chars().count()) {
                    return Err(words::description_too_long(file, path, LONGEST));
                }
            }
            all.0.insert(locale.to_owned(), said);
        }
        for command in all.added_to(all_commands(commands)).as_array().into_iter().flatten() {
            if LONGEST_COMMAND < length(command) {
                let name = command["name"].as_str().unwrap_or_default();
                return Err(words::descriptions_too_long(folder, name, LONGEST_COMMAND));
            }
        }
        Ok(all)
    }

    /// Returns the commands with these descriptions.
    pub(super) fn added_to(&self, mut commands: Value) -> Value {
        each_described(&mut commands, &mut |path, part| {
            let said = self.0.iter().filter_map(|(locale, said)| Some((locale, said.get(path)?)));
            let said: BTreeMap<&String, &String> = said.collect();
            if !said.is_empty() {
                part["description_localizations"] = json!(said);
            }
        });
        commands
    }
}

/// Visits every command and option that has a description, with its path: `match undo`.
fn each_described(commands: &mut Value, visit: &mut impl FnMut(&str, &mut Value)) {
    fn below(parts: &mut Value, path: &str, visit: &mut impl FnMut(&str, &mut Value)) {
        for part in parts.as_array_mut().into_iter().flatten() {
            if part.get("description").is_none() {
                continue;
            }
            let name = part["name"].as_str().unwrap_or_default();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path} {name}") };
            visit(&path, part);
            if let Some(options) = part.get_mut("options") {
                below(options, &path, visit);
            }
        }
    }
    below(commands, "", visit);
}

fn text(part: &Value) -> &str {
    part["description"].as_str().unwrap_or_default()
}

/// Counts the characters of a command as Discord does: of each description the longest language.
fn length(part: &Value) -> usize {
    let own = |key: &str| part[key].as_str().map_or(0, len);
    let others = part["description_localizations"].as_object();
    let others = others.into_iter().flatten().filter_map(|it| it.1.as_str());
    let described = others.map(len).chain([own("description")]).max().unwrap_or(0);
    let below = ["options", "choices"].map(|key| part[key].as_array());
    own("name")
        + own("value")
        + described
        + below.into_iter().flatten().flatten().map(length).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> Result<Descriptions, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Descriptions::read(Commands::kernel(), folder.path())
    }

    const GERMAN: &str = "challenge = \"Fordere jemanden zu einem Spiel heraus\"\n\
        \"challenge who\" = \"Wen; leer darf jeder annehmen\"\n\
        \"match undo\" = \"Nimm deinen Zug zurück\"\n";

    #[test]
    fn commands_and_options_are_described_in_another_language() {
        let german = read(&[("de.toml", GERMAN), ("README.md", "about these files")]).unwrap();
        let all = german.added_to(all_commands(Commands::kernel()));
        let named = |all: &Value, name: &str| {
            all.as_array().unwrap().iter().find(|command| command["name"] == name).unwrap().clone()
        };
        let challenge = named(&all, "challenge");
        let says = "Fordere jemanden zu einem Spiel heraus";
        assert_eq!(challenge["description_localizations"], json!({ "de": says }));
        assert_eq!(challenge["description"], "Challenge someone, or anyone, to a game");
        let who = named(&challenge["options"], "who");
        assert_eq!(who["description_localizations"]["de"], "Wen; leer darf jeder annehmen");
        let undo = named(&named(&all, "match")["options"], "undo");
        assert_eq!(undo["description_localizations"]["de"], "Nimm deinen Zug zurück");
        assert_eq!(named(&all, "play").get("description_localizations"), None);
        assert_eq!(
            Descriptions::default().added_to(all_commands(Commands::kernel())),
            all_commands(Commands::kernel())
        );
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named_with_the_reason() {
        let long = format!("challenge = \"{}\"", "ä".repeat(101));
        for (name, text, says) in [
            ("german.toml", GERMAN, "no language of Discord"),
            ("de.toml", "chalenge = \"x\"", "no command or option `chalenge`"),
            ("de.toml", "challenge = 7", "challenge"),
            ("de.toml", "challenge", "de.toml"),
            ("de.toml", long.as_str(), "1 to 100 characters"),
            ("de.toml", "challenge = \"\"", "1 to 100 characters"),
        ] {
            let err = read(&[(name, text)]).unwrap_err();
            assert!(err.contains(says) && err.contains(name), "{err}");
        }
        let err = Descriptions::read(Commands::kernel(), Path::new("/no/such/folder")).unwrap_err();
        assert!(err.contains("/no/such/folder"), "{err}");
    }
}
