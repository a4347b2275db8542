//! People's settings.
use engine::scene::Verbosity;
use model::{
    ids::Chat,
    time::{Quiet, ReminderPlan, ReminderSetting, Zone},
};
use serde::{Deserialize, Serialize};

/// A person's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The name of a picture theme; empty for the default.
    pub theme: String,
    /// Whether the board is also sent in words and characters.
    pub text: bool,
    /// How much of a board is read aloud; none as usual, with the board in characters beside the words.
    pub reading: Option<Verbosity>,
    pub orientation: Orientation,
    /// Whether they play forced steps by hand.
    pub by_hand: bool,
    /// Whether their ratings and results are hidden from others.
    pub hidden: bool,
    /// Whether nobody can call who wins their matches.
    pub no_calls: bool,
    /// Whether they are told once what waits when they have long been away.
    pub news: bool,
    pub zone: Zone,
    /// When reminders have to wait.
    pub quiet: Option<Quiet>,
    pub nudging: ReminderSetting,
    /// With how much time left they are warned, in seconds; empty for the usual reminders.
    pub warnings: Vec<i64>,
    /// When a snooze of all reminders ends, in Unix seconds.
    pub snoozed: i64,
    /// The chat whose name for them is shown in every chat; none if each shows its own.
    pub called: Option<Chat>,
    /// The chat where they are reminded; none for the one where they last spoke.
    pub reminded_in: Option<Chat>,
}

impl Settings {
    /// Returns when they are reminded of a turn.
    pub fn reminders(&self) -> ReminderPlan<'_> {
        ReminderPlan { setting: self.nudging, warnings: &self.warnings }
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
