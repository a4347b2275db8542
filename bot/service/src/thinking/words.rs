//! Texts about what the bot thinks and does in matches.
pub(super) mod settle;

use engine::refusal::{Code, Refusal};
use model::text::Text;

/// Says that the bot chose at random, because it may not think about a position for its opponent.
/// It doesn't name that match, which may be private.
pub(super) fn plays_blindly(name: &str) -> Text {
    Text::sentence(format!(
        "{name} chose at random, because this position stands in a rated match."
    ))
}

pub(super) fn declines_draw(name: &str) -> String {
    format!("{name} declines the draw: it hopes for more.")
}

pub(super) fn declines_blindly(name: &str) -> String {
    format!("{name} declines the draw: it judges no position that stands in a rated match.")
}

pub(super) fn no_suggestion() -> Refusal {
    Refusal::new(Code::NotNow, "I have no suggestion here.")
}

pub(super) fn still_thinking() -> Refusal {
    Refusal::new(Code::TooMuch, "I'm still thinking about your last question.")
}
