//! People's settings: an open JSON object, read and written by typed keys.
use std::sync::LazyLock;

use engine::{games::GameId, scene::Verbosity};
use model::{
    ids::Chat,
    time::{Clock, Quiet, Zone},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use serde_json::{Map, Value};

/// What a setting is stored as: its key in the JSON, its type and what is usual. A feature brings the keys of its settings.
#[derive(Clone, Copy, Debug)]
pub struct SettingKey<T> {
    pub name: &'static str,
    usual: fn() -> T,
    read: fn(&Value) -> Option<T>,
    write: fn(&T) -> Value,
}

impl<T: Default + DeserializeOwned + Serialize> SettingKey<T> {
    /// Makes the key of a setting that is usually the default of its type.
    pub const fn new(name: &'static str) -> SettingKey<T> {
        SettingKey {
            name,
            usual: T::default,
            read: |value| T::deserialize(value).ok(),
            write: |value| serde_json::to_value(value).unwrap_or_default(),
        }
    }
}

impl<T> SettingKey<T> {
    /// Returns what is stored under it, or the usual value.
    pub(crate) fn read_from(&self, stored: &Map<String, Value>) -> T {
        stored.get(self.name).and_then(self.read).unwrap_or_else(self.usual)
    }

    /// Stores a value that isn't as usual.
    pub(crate) fn write_to(&self, stored: &mut Map<String, Value>, value: T) {
        let value = (self.write)(&value);
        if value == self.as_usual().1 {
            stored.remove(self.name);
        } else {
            stored.insert(self.name.to_owned(), value);
        }
    }

    /// Returns the key with its usual value.
    fn as_usual(&self) -> (&'static str, Value) {
        (self.name, (self.write)(&(self.usual)()))
    }
}

impl SettingKey<bool> {
    /// Makes the key of a setting that is usually on. What is stored is whether it is off.
    pub const fn usually_on(name: &'static str) -> SettingKey<bool> {
        SettingKey {
            name,
            usual: || true,
            read: |value| value.as_bool().map(|off| !off),
            write: |on| Value::Bool(!on),
        }
    }
}

/// Who may challenge a person by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhoChallenges {
    #[default]
    Anyone,
    /// Those who have played with them.
    Known,
    Nobody,
}

pub const WHO_CHALLENGES: SettingKey<WhoChallenges> = SettingKey::new("challenged_by");

/// The game of challenges in a room that name none, and their clock.
pub const USUAL_GAME: SettingKey<Option<GameId>> = SettingKey::new("game");
pub const USUAL_CLOCK: SettingKey<Option<Clock>> = SettingKey::new("clock");

/// The name of a picture theme; empty for the default.
pub const THEME: SettingKey<String> = SettingKey::new("theme");

/// Whether the board is also sent in words and characters.
pub const TEXT: SettingKey<bool> = SettingKey::new("text");

/// How much of a board is read aloud; none as usual, with the board in characters beside the words.
pub const READING: SettingKey<Option<Verbosity>> = SettingKey::new("reading");

pub const ORIENTATION: SettingKey<Orientation> = SettingKey::new("orientation");

/// Whether forced steps are played for them.
pub const AUTO: SettingKey<bool> = SettingKey::usually_on("by_hand");

/// Whether their ratings and results are hidden from others.
pub const HIDDEN: SettingKey<bool> = SettingKey::new("hidden");

pub const ZONE: SettingKey<Zone> = SettingKey::new("zone");

/// When reminders have to wait.
pub const QUIET: SettingKey<Option<Quiet>> = SettingKey::new("quiet");

/// When a snooze of all reminders ends, in Unix seconds.
pub const SNOOZED: SettingKey<i64> = SettingKey::new("snoozed");

/// The chat whose name for them is shown in every chat; none if each shows its own.
pub const NAME_FROM: SettingKey<Option<Chat>> = SettingKey::new("called");

/// The chat where they are reminded; none for the one where they last spoke.
pub const REMINDERS_IN: SettingKey<Option<Chat>> = SettingKey::new("reminded_in");

/// What is always written, in this order, as it was before settings were open: so exports and stored rows stay the same to the byte. None is
/// added here; another setting is written while it isn't as usual.
static ALWAYS_WRITTEN: LazyLock<[(&str, Value); 15]> = LazyLock::new(|| {
    [
        THEME.as_usual(),
        TEXT.as_usual(),
        READING.as_usual(),
        ORIENTATION.as_usual(),
        AUTO.as_usual(),
        HIDDEN.as_usual(),
        ("no_calls", Value::Bool(false)),
        ("news", Value::Bool(false)),
        ZONE.as_usual(),
        QUIET.as_usual(),
        ("nudging", Value::from("usual")),
        ("warnings", Value::Array(Vec::new())),
        SNOOZED.as_usual(),
        NAME_FROM.as_usual(),
        REMINDERS_IN.as_usual(),
    ]
});

/// A person's settings: those that aren't as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Map<String, Value>);

impl Settings {
    /// Returns a setting; the usual value if it isn't set, or if what is stored is none of its values.
    pub fn get<T>(&self, key: &SettingKey<T>) -> T {
        key.read_from(&self.0)
    }

    pub fn set<T>(&mut self, key: &SettingKey<T>, value: T) {
        key.write_to(&mut self.0, value);
    }

    /// Returns the settings with one of them changed.
    #[must_use]
    pub fn with<T>(mut self, key: &SettingKey<T>, value: T) -> Settings {
        self.set(key, value);
        self
    }

    /// Returns what is stored under a key; none if that is as usual.
    pub fn stored(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Takes over what others have under a key.
    pub fn take_over(&mut self, name: &str, from: &Settings) {
        match from.stored(name) {
            Some(value) => drop(self.0.insert(name.to_owned(), value.clone())),
            None => drop(self.0.remove(name)),
        }
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let always = ALWAYS_WRITTEN.iter();
        let first = always.map(|(name, usual)| (*name, self.stored(name).unwrap_or(usual)));
        let is_other = |name: &str| ALWAYS_WRITTEN.iter().all(|it| it.0 != name);
        let others = self.0.iter().map(|(name, value)| (name.as_str(), value));
        to.collect_map(first.chain(others.filter(|it| is_other(it.0))))
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
        let mut stored = Map::deserialize(from)?;
        stored.retain(|name, value| {
            ALWAYS_WRITTEN.iter().all(|it| it != &(name.as_str(), value.clone()))
        });
        Ok(Settings(stored))
    }
}

/// Which side is at the bottom of a picture made for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// The side to move.
    #[default]
    Mover,
    First,
    Second,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A setting that the store doesn't name.
    const BELL: SettingKey<bool> = SettingKey::new("bell");

    #[test]
    fn what_was_stored_is_written_as_before() {
        let usual = r#"{"theme":"","text":false,"reading":null,"orientation":"mover","by_hand":false,"hidden":false,"no_calls":false,"news":false,"zone":"UTC","quiet":null,"nudging":"usual","warnings":[],"snoozed":0,"called":null,"reminded_in":null}"#;
        let other = r#"{"theme":"dark","text":true,"reading":"short","orientation":"second","by_hand":true,"hidden":true,"no_calls":true,"news":true,"zone":"Europe/Berlin","quiet":{"from":1320,"to":420},"nudging":{"every":7200},"warnings":[3600,600],"snoozed":12,"called":"matrix","reminded_in":"discord"}"#;
        for stored in [usual, other] {
            let read: Settings = serde_json::from_str(stored).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        }
        assert_eq!(serde_json::to_string(&Settings::default()).unwrap(), usual);
        assert_eq!(serde_json::from_str::<Settings>(usual).unwrap(), Settings::default());
        let some = serde_json::from_str::<Settings>(r#"{"theme":"dark"}"#).unwrap();
        assert_eq!(some, Settings::default().with(&THEME, "dark".to_owned()));
    }

    #[test]
    fn what_is_stored_as_its_opposite_reads_as_it_is_called() {
        let settings: Settings = serde_json::from_str(r#"{"by_hand":true}"#).unwrap();
        assert!(!settings.get(&AUTO));
        let settings = settings.with(&AUTO, true);
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn a_feature_brings_a_setting_that_is_kept_while_it_is_unusual() {
        let settings = Settings::default().with(&BELL, true);
        let stored = serde_json::to_string(&settings).unwrap();
        assert!(stored.ends_with(r#","reminded_in":null,"bell":true}"#), "{stored}");
        assert_eq!(serde_json::from_str::<Settings>(&stored).unwrap(), settings);
        assert!(settings.get(&BELL));
        assert_eq!(settings.with(&BELL, false), Settings::default());
        let nonsense: Settings = serde_json::from_str(r#"{"bell":"loud"}"#).unwrap();
        assert!(!nonsense.get(&BELL));
    }
}
