//! Texts about running matches: turns, and lines that are no move.
pub mod ending;
pub mod next;
pub mod secrets;
pub mod undo;

use command::{Command, Pleasantry, say};
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, span, text::Text};

/// Introduces a list of what a player may do.
pub(crate) fn you_can(asks: &[&str]) -> Text {
    Text::sentence(format!("You can {}:", asks.join(" and ")))
}

/// Says what was chosen so far, if anything, and what is asked next.
pub(super) fn chooses(name: &str, side: &str, chosen: Option<&str>, asks: &str) -> String {
    match chosen {
        None => format!("{name} ({side}): {asks}"),
        Some(chosen) => format!("{name} ({side}): {chosen} · {asks}"),
    }
}

pub(crate) fn nothing_hidden() -> &'static str {
    "You have nothing hidden right now; everyone sees what you see."
}

pub fn button_out_of_date() -> &'static str {
    "That button is out of date; here is the board now."
}

pub(crate) fn default_was_played() -> &'static str {
    "You ran out of time for that choice, so the default was played; here is the board now."
}

pub(crate) fn none_starts_with(begins: &str, id: MatchId) -> Refusal {
    Refusal::illegal(format!("No legal move starts with `{}`.", short(begins)))
        .instead([say!(Moves { of: id })])
}

pub(crate) fn say_what_to_play() -> Refusal {
    Refusal::unreadable("Say what to play.").instead([say!(Moves)])
}

/// Says which of several actions stopped a line, and which others weren't tried.
pub(super) fn not_played(part: &str, why: String, rest: Vec<String>, most: usize) -> Text {
    let says =
        span![Text::strong("Not played: "), Text::code(short(part)), ". ", Text::sentence(why)];
    if rest.is_empty() {
        says
    } else {
        span![says, " Also not played: ", Text::codes(rest, most), "."]
    }
}

// Lines that are no move.

pub(crate) fn empty_message() -> Refusal {
    Refusal::unreadable("That message was empty.").instead([say!(Help), say!(Games)])
}

pub(crate) fn unknown_without_match(said: &str) -> Refusal {
    let says = format!("I don't know `{}`, and no match of yours is running here.", short(said));
    Refusal::new(Code::Unknown, says).instead([say!(Help), say!(Challenge)])
}

/// Says that words aren't understood, without asking anything of somebody who waits.
pub(crate) fn unknown_in_turn_of(other: &str) -> Refusal {
    let says = format!("I don't understand that. It's {other}'s turn anyway.");
    Refusal::new(Code::Unknown, says).instead([say!(Help)])
}

pub(crate) fn unknown_in_own_turn(said: &str, asks: &[&str]) -> Refusal {
    let says =
        format!("I don't understand `{}`. It's your turn to {}.", short(said), asks.join(" and "));
    Refusal::new(Code::Unknown, says).instead([say!(Moves), say!(Help)])
}

/// Refuses words that mean nothing here.
pub(crate) fn unknown_words(said: &str) -> Refusal {
    Refusal::unreadable(format!("I don't know `{}`.", short(said)))
        .instead([say!(Games), say!(Help)])
}

pub(crate) fn did_you_mean(typed: &str, meant: &str) -> String {
    format!("I don't know `{}`. Did you mean `{meant}`?", short(typed))
}

pub(crate) fn nothing_changes() -> &'static str {
    "All right, nothing changes."
}

pub(crate) fn no_question_open() -> Refusal {
    let says = "I haven't asked you a yes-or-no question in the last ten minutes.";
    Refusal::new(Code::Unknown, says).instead([say!(Games), say!(Help)])
}

pub(crate) fn several_questions_open() -> Refusal {
    Refusal::new(Code::Ambiguous, "That could answer several questions. Say which one.")
}

/// Refuses to take a bare yes for what can't be undone.
pub(crate) fn say_it_whole(said: &Command) -> Refusal {
    let says =
        format!("What is deleted can't be brought back, so a yes isn't enough. Say `{said}`.");
    Refusal::new(Code::NotNow, says).instead([said.clone()])
}

/// Answers what asks for nothing; nothing if it needs no answer either.
pub(crate) fn is_polite(said: Pleasantry) -> Option<Text> {
    match said {
        Pleasantry::Thanks => Some(Text::plain("You're welcome.")),
        Pleasantry::GoodGame => Some(Text::plain("Good game!")),
        Pleasantry::Hello => {
            Some(Text::sentence(format!("Hello! `{}` shows what I can do.", say!(Help))))
        }
        Pleasantry::Chatter => None,
    }
}
