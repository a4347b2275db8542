//! Texts about what follows an action.
use engine::{
    game::Label,
    games::GameId,
    mind::{Outlook, WordedAction},
    quote::short,
};
use model::{span, text::Text};

/// Names the first action of an outlook, in words and as it is typed.
pub(crate) fn action_named(outlook: &Outlook) -> Text {
    let named = |action: &WordedAction| named(&action.says, &action.explains, &action.written);
    outlook.line.first().map_or(Text::plain(""), named)
}

/// Says what an outlook gains and loses, after another sentence.
pub(crate) fn gains(outlook: &Outlook) -> String {
    outlook.says.as_ref().map_or(String::new(), |says| format!(" {says}"))
}

/// Says what probably follows an action, after another sentence.
pub(crate) fn then_probably(game: GameId, outlook: &Outlook) -> Text {
    let then = outlook.line.get(1..).unwrap_or_default();
    let mut told = Vec::new();
    for (nth, action) in then.iter().enumerate() {
        let before = if nth == 0 { " Then probably: " } else { "; " };
        let side = game.sides()[action.seat.index()];
        let says = in_words(&action.says, &action.explains);
        told.extend([Text::plain(format!("{before}{side} ")), Text::strong(says)]);
    }
    match told.is_empty() {
        true => Text::plain(""),
        false => span![Text::Span(told), "."],
    }
}

/// Words an action; where its label is only squares, with what it does.
fn in_words(says: &str, explains: &str) -> String {
    match says.contains('\u{2192}') && !explains.is_empty() {
        true => format!("{says}, {explains}"),
        false => says.to_owned(),
    }
}

/// Names an action in words and as it is typed.
pub(crate) fn choice_named(label: &Label, written: &str) -> Text {
    named(&label.says, &label.explains, written)
}

fn named(says: &str, explains: &str, written: &str) -> Text {
    span![Text::strong(in_words(says, explains)), " (", Text::code(short(written)), ")"]
}
