//! Texts about what follows an action.
use engine::{
    game::Label,
    games::GameId,
    mind::{Outlook, WordedAction},
    quote::short,
};
use model::{span, text::Text};

/// Names the first action of an outlook, in words and as it is typed.
pub fn action_named(outlook: &Outlook) -> Text {
    let named = |action: &WordedAction| named(action.in_words(), &action.written);
    outlook.line.first().map_or(Text::plain(""), named)
}

/// Writes a share of one as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Says what an outlook gains and loses, after another sentence.
pub fn gains(outlook: &Outlook) -> String {
    outlook.says.as_ref().map_or(String::new(), |says| format!(" {says}"))
}

/// Says what probably follows an action, after another sentence.
pub fn then_probably(game: GameId, outlook: &Outlook) -> Text {
    let then = outlook.line.get(1..).unwrap_or_default();
    let mut told = Vec::new();
    for (nth, action) in then.iter().enumerate() {
        let before = if nth == 0 { " After it probably: " } else { "; " };
        let side = game.sides()[action.seat.index()];
        let says = Text::strong(action.in_words());
        told.extend([Text::plain(format!("{before}{side} ")), says]);
    }
    if told.is_empty() { Text::plain("") } else { span![Text::Span(told), "."] }
}

/// Names an action in words and as it is typed.
pub fn choice_named(label: &Label, written: &str) -> Text {
    named(label.in_words(), written)
}

fn named(says: String, written: &str) -> Text {
    span![Text::strong(says), " (", Text::code(short(written)), ")"]
}
