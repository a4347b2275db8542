//! Texts about the other matches that wait for a player.
use command::say;
use model::{ids::MatchId, reply::Choice, text::Text};

use crate::words::practice_button;

pub(crate) fn only_this_waits(id: MatchId) -> String {
    format!("No other match waits for you, only #{id}.")
}

pub(crate) fn nothing_waits() -> Text {
    Text::plain("No match waits for you.")
}

pub(crate) fn nothing_waits_buttons() -> [Choice; 2] {
    [Choice::new("My matches", say!(Games)), practice_button(None)]
}
