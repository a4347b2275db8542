//! Texts about notes.
use command::{say, verbs::DataWish};
use engine::{
    game::Emphasis,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

use crate::commands;

pub(crate) fn note(text: &str) -> Text {
    span!["Your note: ", Text::plain(text)]
}

/// Shows a note next to the board of its match.
pub(crate) fn note_on(of: MatchId, text: &str) -> Text {
    span![format!("Your note on #{of}: "), Text::plain(text)]
}

pub(crate) fn noted(of: MatchId, before: Option<&str>, overheard: bool) -> Text {
    let heard = if overheard {
        " Others here could read what you typed; write notes in private if they shouldn't."
    } else {
        ""
    };
    let noted = Text::sentence(format!(
        "Noted. You alone see it with the board: `{}`.{heard}",
        say!(commands::Note { of })
    ));
    match before {
        Some(before) => span![noted, " It replaces: ", Text::plain(before)],
        None => noted,
    }
}

pub(crate) fn notes(listed: &[(MatchId, String)], more: usize) -> Text {
    let lines =
        listed.iter().map(|(of, text)| span![Text::strong(format!("#{of}")), " ", text.as_str()]);
    let mut all = vec![Text::plain("Your notes; only you see them:"), Text::List(lines.collect())];
    if 0 < more {
        all.push(Text::plain(format!(
            "And {more} more, in `{}`.",
            say!(Mydata { what: DataWish::Export })
        )));
    }
    Text::Lines(all)
}

pub(crate) fn note_deleted(of: MatchId) -> Text {
    Text::plain(format!("Your note on match #{of} is deleted."))
}

pub(crate) fn delete_note_button(of: MatchId) -> Choice {
    Choice::new("Delete the note", say!(commands::Note { of, text: "delete" }))
        .with(Emphasis::Aside)
}

pub(crate) fn no_note(of: MatchId) -> Refusal {
    let says = format!(
        "You have no note on match #{of}. Write one behind `{}`.",
        say!(commands::Note { of })
    );
    Refusal::new(Code::NotNow, says).instead([say!(Help { command: "note" })])
}

pub(crate) fn no_notes() -> Refusal {
    let line = say!(commands::Note { of: MatchId(12), text: "watch the left knob" });
    let says = format!("You have no notes. Name a match and write one: `{line}`.");
    Refusal::new(Code::NotNow, says).instead([say!(Help { command: "note" })])
}

pub(crate) fn note_too_long(most: usize, length: usize) -> Refusal {
    let says = format!("A note can have at most {most} characters; this one has {length}.");
    Refusal::new(Code::TooMuch, says)
}
