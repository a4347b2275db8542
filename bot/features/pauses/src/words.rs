//! Texts about pauses.
use command::say;
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, reply::Choice, span, text::Text, time::duration};
use service::names::person;
use store::Person;

use super::commands;

pub(crate) fn bot_is_patient() -> &'static str {
    "I wait as long as you like: no clock runs against me."
}

pub(crate) fn asks(me: &str) -> String {
    format!("{me} asks for a pause.")
}

pub(crate) fn asks_for_pause(me: &str, other: &Person, answers: Text) -> Text {
    span![format!("{me} asks for a pause. Do you agree, "), person(other), "? ", answers]
}

pub(crate) fn declines_pause(me: &str) -> String {
    format!("{me} declines the pause.")
}

pub(crate) fn withdraws_pause(me: &str) -> String {
    format!("{me} doesn't ask for a pause any more.")
}

pub(crate) fn is_paused(of: MatchId) -> Text {
    Text::sentence(format!(
        "Match #{of} is paused: no clocks or reminders until one of you says `{}`.",
        say!(commands::Resume { of })
    ))
}

pub(crate) fn ends_pause(me: &str) -> String {
    format!("{me} ends the pause.")
}

pub(crate) fn pause_is_over(of: MatchId) -> String {
    format!("The pause of match #{of} is over.")
}

pub(crate) fn wants_to_resume(me: &str, of: MatchId, left: i64, other: &Person) -> Text {
    let left = duration(left);
    span![
        format!("{me} wants to resume match #{of}. The pause ends in {left}, or as soon as "),
        person(other),
        " says ",
        Text::code(say!(commands::Resume { of })),
        "."
    ]
}

pub(crate) fn resume_button(of: MatchId) -> Choice {
    Choice::new("Resume", say!(commands::Resume { of }))
}

pub(crate) fn already_paused(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} is already paused."))
        .instead([say!(commands::Resume { of })])
}

pub(crate) fn no_pause_request() -> Refusal {
    Refusal::new(Code::NotNow, "You have no pause request to answer.")
        .instead([say!(commands::Pause)])
}

pub(crate) fn not_paused(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} isn't paused."))
        .instead([say!(commands::Pause)])
}

pub(crate) fn already_asked_to_resume(of: MatchId, left: i64) -> Refusal {
    let left = duration(left);
    let says = format!("You've asked already: match #{of} resumes in {left} at the latest.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}
