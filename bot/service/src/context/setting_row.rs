//! All about one setting of a person, in one row.
use engine::refusal::Refusal;
use model::ids::Chat;
use store::{SettingKey, Settings};

use crate::{RequestError, context::RequestContext};

/// A setting of a person. The list of settings, what they take, refusals, completions, help, linked accounts and the documents go over rows, so
/// that nothing else lists settings.
#[derive(Clone, Copy, Debug)]
pub struct SettingRow {
    /// What people type after `settings`.
    pub name: &'static str,
    /// Its key in the database.
    pub key: &'static str,
    /// What it does, in Markdown, as a line of help.
    pub says: &'static str,
    pub values: SettingValues,
    /// Whether it is about several chats, so that only people with linked accounts see it.
    pub of_linked: bool,
    /// Which of two values holds when accounts are linked.
    pub holds: Holds,
    /// When that is told.
    pub told: TellingOrder,
    /// How it is told, if not by name and value.
    pub tells: Option<fn(&Settings) -> String>,
    /// What else is done once it has changed.
    pub changed: Option<ChangedHook>,
}

/// Does what follows once the asker has changed a setting.
pub type ChangedHook = fn(&mut RequestContext<'_>) -> Result<(), RequestError>;

/// What a setting can be.
#[derive(Clone, Copy, Debug)]
pub enum SettingValues {
    /// `on` or `off`.
    OnOff(SettingKey<bool>),
    /// Words of its own.
    Words {
        /// A value that isn't the usual one.
        example: &'static str,
        /// The values, or examples if there are many, for somebody in these chats.
        offers: fn(&[Chat]) -> Vec<&'static str>,
        /// Returns the settings with a value that is typed, in lower case; none if it is no value.
        reads: fn(Settings, &str, &SettingAsker<'_>) -> Result<Option<Settings>, Refusal>,
        shows: fn(&Settings) -> String,
    },
    /// Set by another command, so that `settings` doesn't list it.
    Elsewhere,
}

/// What reading a value depends on besides it.
pub struct SettingAsker<'a> {
    pub now: i64,
    /// The chats where the asker has accounts.
    pub chats: &'a [Chat],
}

/// Which of two values holds for linked accounts.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// That of the first account if it has set one, otherwise that of the other.
    Set,
    /// What is on or off for one of them, because it is the stricter value.
    Stricter(bool),
    /// What this puts into the settings, from those of both.
    By(fn(&mut Settings, [&Settings; 2])),
}

/// When it is told which of two values holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TellingOrder {
    First,
    Then,
    Last,
    Never,
}

impl SettingRow {
    /// A setting that is kept as one of two linked accounts has it, without a word about it.
    pub const KEPT: SettingRow = SettingRow {
        name: "",
        key: "",
        says: "",
        values: SettingValues::Elsewhere,
        of_linked: false,
        holds: Holds::Set,
        told: TellingOrder::Never,
        tells: None,
        changed: None,
    };

    /// Makes a setting that is on or off, `strict` being the value that holds when two accounts are linked.
    pub const fn on_off(
        name: &'static str,
        key: SettingKey<bool>,
        strict: bool,
        says: &'static str,
    ) -> SettingRow {
        SettingRow {
            name,
            key: key.name,
            says,
            values: SettingValues::OnOff(key),
            of_linked: false,
            holds: Holds::Stricter(strict),
            told: TellingOrder::First,
            tells: None,
            changed: None,
        }
    }

    /// Returns the values, or examples if there are many, for somebody in some chats; none if another command sets it.
    pub fn offers(&self, chats: &[Chat]) -> Vec<&'static str> {
        match self.values {
            SettingValues::OnOff(_) => vec!["on", "off"],
            SettingValues::Words { offers, .. } => offers(chats),
            SettingValues::Elsewhere => Vec::new(),
        }
    }

    /// Returns a value that isn't the usual one.
    pub fn example(&self) -> &'static str {
        match self.values {
            SettingValues::OnOff(key) => on_off(!Settings::default().get(&key)),
            SettingValues::Words { example, .. } => example,
            SettingValues::Elsewhere => "",
        }
    }

    /// Returns the value as it is typed.
    pub fn shows(&self, settings: &Settings) -> String {
        match self.values {
            SettingValues::OnOff(key) => on_off(settings.get(&key)).to_owned(),
            SettingValues::Words { shows, .. } => shows(settings),
            SettingValues::Elsewhere => String::new(),
        }
    }

    /// Returns the settings with a value that is typed, in lower case; none if it is no value.
    pub fn reads(
        &self,
        settings: Settings,
        said: &str,
        asker: &SettingAsker<'_>,
    ) -> Result<Option<Settings>, Refusal> {
        match (self.values, said) {
            (SettingValues::OnOff(key), "on" | "yes") => Ok(Some(settings.with(&key, true))),
            (SettingValues::OnOff(key), "off" | "no") => Ok(Some(settings.with(&key, false))),
            (SettingValues::Words { reads, .. }, _) => reads(settings, said, asker),
            (SettingValues::OnOff(_) | SettingValues::Elsewhere, _) => Ok(None),
        }
    }

    /// Puts into the settings what holds of two accounts.
    pub fn links(&self, now: &mut Settings, [main, other]: [&Settings; 2]) {
        let holds = match (self.holds, self.values) {
            (Holds::By(merge), _) => return merge(now, [main, other]),
            (Holds::Stricter(strict), SettingValues::OnOff(key)) => main.get(&key) == strict,
            (Holds::Stricter(_) | Holds::Set, _) => main.stored(self.key).is_some(),
        };
        now.take_over(self.key, if holds { main } else { other });
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// Returns the settings that `settings` lists.
pub fn listed(rows: &[SettingRow]) -> impl Iterator<Item = &SettingRow> {
    rows.iter().filter(|row| !matches!(row.values, SettingValues::Elsewhere))
}

/// Returns the words that may follow `settings`: names, or the values of the setting with this name.
pub fn completions(rows: &[SettingRow], name: Option<&str>) -> Vec<&'static str> {
    match name {
        Some(name) => named(rows, name).map_or_else(Vec::new, |row| row.offers(&[])),
        None => listed(rows).map(|row| row.name).collect(),
    }
}

/// Finds a setting by its name.
pub fn named<'a>(rows: &'a [SettingRow], word: &str) -> Option<&'a SettingRow> {
    let word = word.trim_end_matches(['.', '!', ',']).to_lowercase();
    listed(rows).find(|row| row.name == word)
}

/// Returns the settings of linked accounts: of each the stricter value, or that of `main` if it has any.
pub fn linked(rows: &[SettingRow], main: &Settings, other: &Settings) -> Settings {
    let mut now = main.clone();
    rows.iter().for_each(|row| row.links(&mut now, [main, other]));
    now
}
