//! Texts about draws, resigning, calling off and claiming.
use command::{Command, say};
use engine::{
    game::Emphasis,
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{
    ids::MatchId,
    reply::Choice,
    span,
    text::Text,
    time::{another, duration},
};
use store::Person;

use crate::names::{identity, person};

// Draws.

pub(crate) fn asks_for_draw(me: &str, other: &Person, answers: Text) -> Text {
    span![format!("{me} offers a draw. Do you accept, "), person(other), "? ", answers]
}

pub(crate) fn declines_draw(me: &str) -> String {
    format!("{me} declines the draw.")
}

pub(crate) fn withdraws_draw(me: &str) -> String {
    format!("{me} withdraws the draw offer.")
}

pub(crate) fn no_draw_offer() -> Refusal {
    Refusal::new(Code::NotNow, "You have no draw offer to answer.").instead([say!(Draw)])
}

/// The buttons of what the other player is asked.
pub(crate) fn answer_buttons([yes, no]: [Command; 2]) -> [Choice; 2] {
    [
        Choice::new("Agree", yes).with(Emphasis::Good),
        Choice::new("Decline", no).with(Emphasis::Grave),
    ]
}

// Leaving a match. `spent` is how many matches a person has called off in the last `days`.

pub(crate) fn late_resigns(me: &str) -> Text {
    Text::plain(format!("{me} has run out of time, so this counts as resigning."))
}

pub(crate) fn often_resigns(me: &str, spent: u32, days: i64, other: &str) -> Text {
    Text::plain(format!(
        "{me} has called off {spent} matches in the last {days} days, so this counts as \
         resigning. {other}'s rating stays the same."
    ))
}

pub(crate) fn call_off_practice(me: &str, id: MatchId, other: &str) -> String {
    format!("{me}, do you want to call off match #{id} against {other}? It won't count.")
}

/// Asks to confirm, and says how many of the allowed ones this is.
pub(crate) fn call_off(
    me: &str,
    id: MatchId,
    other: &str,
    spent: u32,
    allowed: u32,
    days: i64,
) -> String {
    format!(
        "{} It's number {} of the {allowed} you may call off in {days} days; after those, it \
         counts as resigning.",
        call_off_practice(me, id, other),
        spent + 1
    )
}

pub(crate) fn resign(me: &str, id: MatchId, other: &str) -> String {
    format!("{me}, do you want to resign match #{id} against {other}?")
}

pub(crate) fn resign_late(me: &str, id: MatchId, other: &str) -> String {
    format!("{me}, do you want to resign match #{id}? You've run out of time, so {other} wins.")
}

pub(crate) fn resign_often(me: &str, id: MatchId, other: &str, spent: u32, days: i64) -> String {
    format!(
        "{me}, do you want to resign match #{id}? You've called off {spent} matches in the last \
         {days} days, so {other} wins, but {other}'s rating stays the same."
    )
}

/// Asks to confirm with a line, after the question.
pub fn confirm(asks: &str, line: &Command) -> Text {
    Text::sentence(format!("{asks} To confirm, say `{line}`."))
}

/// Says what could be done instead of resigning.
pub(crate) fn or_somebody_else(finds: &Command) -> Text {
    Text::sentence(format!("Or somebody else plays on for you: `{finds}`."))
}

pub(crate) fn somebody_else_button(finds: Command) -> Choice {
    Choice::new("Find a substitute", finds)
}

/// Refuses to end a match that the asker plays for its owner, and says how the seat is given back.
pub(crate) fn not_for_another(of: MatchId, owner: &str, gives_back: Option<Command>) -> Refusal {
    let says = format!("You play match #{of} for {owner}, so you can't end it for them.");
    Refusal::new(Code::NotNow, says).instead(gives_back)
}

// Absent players. `finds` is said to find somebody who plays on.

pub(crate) fn waits_for_you(me: &str, of: MatchId, game: GameId) -> Text {
    Text::plain(format!("{me} is waiting for you in match #{of} ({game})."))
}

pub(crate) fn is_waiting(late: &Person, of: MatchId, finds: Option<Command>) -> Text {
    span![
        "I've told ",
        identity(late),
        " that you're waiting. You can still decide otherwise: ",
        Text::codes([say!(Claim { of })].into_iter().chain(finds), 2),
        "."
    ]
}

pub(crate) fn not_away(name: &str, left: Option<i64>) -> Refusal {
    let says = match left.filter(|it| 0 < *it) {
        Some(left) => format!(
            "Somebody can play on for {name} only once they're away; they still have {}.",
            duration(left)
        ),
        None => format!("It isn't {name}'s turn, so nobody has to play on for {name}."),
    };
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn against_the_bot(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("The bot plays in match #{of}, and it's never away."))
}

// What is asked before a match ends.

pub(crate) fn call_off_button(line: Command) -> Choice {
    Choice::new("Yes, call it off", line).with(Emphasis::Grave)
}

pub(crate) fn resign_button(line: Command) -> Choice {
    Choice::new("Yes, resign", line).with(Emphasis::Grave)
}

// Claims.

pub(crate) fn left_and_silent(name: &str) -> Text {
    Text::plain(format!("{name} has left and didn't reply in time."))
}

fn no_claim(says: String) -> Refusal {
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn paused_no_clock(id: MatchId) -> Refusal {
    no_claim(format!("Match #{id} is paused, so no clock runs."))
}

pub(crate) fn your_own_time() -> Refusal {
    no_claim("It's your turn, so your own time is running.".to_owned())
}

pub(crate) fn your_own_turn() -> Refusal {
    no_claim("It's your turn, so there is nothing to claim.".to_owned())
}

pub(crate) fn resting_no_clock(other: &str, left: i64) -> Refusal {
    let left = another(left);
    no_claim(format!("{other} is on vacation for {left}, so no clock runs."))
}

pub(crate) fn default_comes(other: &str, left: i64) -> Refusal {
    let left = duration(left);
    no_claim(format!("{other} still has {left} for this choice. After that the default is played."))
}

pub(crate) fn own_time_comes(other: &str, left: i64, then: i64) -> Refusal {
    let (left, then) = (duration(left), duration(then));
    no_claim(format!("{other} still has {left} for this choice, then {then} of their own time."))
}

pub(crate) fn still_has(other: &str, left: i64) -> Refusal {
    no_claim(format!("{other} still has {}.", duration(left)))
}

pub(crate) fn silent_for(other: &str, silence: i64, left: i64) -> Refusal {
    let (silence, left) = (duration(silence), duration(left));
    no_claim(format!(
        "Without a clock you can claim once {other} has been silent for {silence}, which is in \
         {left}."
    ))
}
