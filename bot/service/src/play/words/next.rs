//! Texts about the other matches that wait for a player.
use engine::game::Emphasis;

use crate::words::practice_button;
use model::{ids::MatchId, reply::Choice, text::Text};

/// Names matches that wait for a player: `2 more wait for you: #12 with Bob, #13 with Carol.`
pub(in crate::play) fn more_wait(
    whose: Option<&str>,
    named: &[(MatchId, String)],
    more: usize,
) -> String {
    let whose = whose.unwrap_or("you");
    let all: Vec<String> = named.iter().map(|(id, other)| format!("#{id} with {other}")).collect();
    let waits = if named.len() + more == 1 { "waits" } else { "wait" };
    let rest = if more == 0 { String::new() } else { format!(" and {more} others") };
    format!("{} more {waits} for {whose}: {}{rest}.", named.len() + more, all.join(", "))
}

pub(in crate::play) fn next_button(after: MatchId, id: MatchId, other: &str) -> Choice {
    Choice::new(format!("Next: #{id} with {other}"), format!("next #{after}")).with(Emphasis::Aside)
}

pub(in crate::play) fn only_this_waits(id: MatchId) -> String {
    format!("No other match waits for you, only #{id}.")
}

pub(in crate::play) fn nothing_waits() -> Text {
    Text::plain("No match waits for you.")
}

pub(in crate::play) fn nothing_waits_buttons() -> [Choice; 2] {
    [Choice::new("My matches", "games"), practice_button(None)]
}
