//! Texts about the other matches that wait for a player.
use command::say;
use model::{ids::MatchId, reply::Choice, text::Text};

pub(crate) fn only_this_waits(id: MatchId) -> String {
    format!("No other match waits for you, only #{id}.")
}

pub(crate) fn nothing_waits() -> Text {
    Text::plain("No match waits for you.")
}

pub(crate) fn my_matches() -> Choice {
    Choice::new("My matches", say!(Games))
}
