//! Texts about undos.
use command::{say, verbs::Answer};
use engine::{
    quote::{series, short},
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, span, text::Text};
use store::Person;

use crate::names::person;

// Undos.

/// A step in a sentence: its player, and its words if it is no secret.
pub struct NamedStep<'a> {
    pub by: &'a str,
    pub written: Option<&'a str>,
}

impl NamedStep<'_> {
    fn after_player(&self) -> Text {
        self.written.map_or(Text::plain("sealed choice"), |written| Text::code(short(written)))
    }

    fn alone(&self) -> Text {
        self.written.map_or(Text::plain("a sealed choice"), |written| Text::code(short(written)))
    }
}

/// Asks a player to allow an undo: of a step, of those since (some named, and how many more), after
/// something was seen.
pub(crate) fn asks_for_undo(
    me: &str,
    first: &NamedStep<'_>,
    since: &[NamedStep<'_>],
    more: usize,
    seen: &[String],
    other: &Person,
    answers: Text,
) -> Text {
    let mut says = vec![Text::plain(format!("{me} asks to take back ")), first.alone()];
    for (nth, step) in since.iter().enumerate() {
        let lead = if nth == 0 { " and everything since: " } else { ", " };
        says.push(Text::plain(format!("{lead}{}'s ", step.by)));
        says.push(step.after_player());
    }
    says.push(Text::plain(match more {
        0 => ". ".to_owned(),
        1 => " and 1 more step. ".to_owned(),
        more => format!(" and {more} more steps. "),
    }));
    if !seen.is_empty() {
        says.push(Text::plain(format!("Seen since: {}. ", series(seen))));
    }
    says.extend([Text::plain("Allow it, "), person(other), Text::plain("? "), answers]);
    Text::Span(says)
}

pub(crate) fn dice_were_rolled() -> String {
    "dice were rolled".to_owned()
}

pub(crate) fn takes_back(step: &NamedStep<'_>) -> Text {
    span![format!("{} takes back ", step.by), step.alone(), "."]
}

pub(crate) fn agrees_to_undo(by: &str, step: &NamedStep<'_>) -> Text {
    span![format!("{by} agrees to take back {}'s ", step.by), step.after_player(), "."]
}

pub(crate) fn reshuffled() -> Text {
    Text::plain("Whatever was hidden from both of you has been reshuffled.")
}

pub(crate) fn declines_undo(me: &str) -> String {
    format!("{me} says no; nothing is taken back.")
}

pub(crate) fn withdraws_undo(me: &str) -> String {
    format!("{me} doesn't ask to take back any more.")
}

pub(crate) fn too_late_for_undo(other: &str, id: MatchId) -> Refusal {
    let says = format!("{other}'s time is up, and an undo would restart it.");
    Refusal::new(Code::NotNow, says)
        .instead([say!(Claim { of: id }), say!(Undo { of: id, answer: Answer::Decline })])
}
