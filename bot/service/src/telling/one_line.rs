//! What remains of a board in one line.
use engine::game::Prompt;
use model::{
    reply::LONGEST_LEFT,
    text::{Text, shortened},
};

use crate::{
    context::loaded::LoadedMatch,
    telling::{self, news::TurnNews, turn::named_shortly},
};

/// Writes the line that remains of a board when another replaces it: what it told of the turn before,
/// and who was asked then.
pub(crate) fn left_of(loaded: &LoadedMatch, news: &TurnNews, asked: &[Prompt]) -> Text {
    let told: Vec<&Text> = match (news.named, &news.lines[..]) {
        // The first line names the match.
        (true, [_, first, ..]) => vec![first],
        (_, lines) => news.earlier.iter().chain(lines).collect(),
    };
    in_one_line(loaded, told, &asked_in_short(loaded, asked))
}

/// Writes the line that remains of a board that another replaces within a turn. The board that ends
/// the turn tells the whole turn.
pub(crate) fn left_within(loaded: &LoadedMatch, asked: &[Prompt]) -> Text {
    in_one_line(loaded, Vec::new(), &asked_in_short(loaded, asked))
}

/// Writes what was done, in one line.
pub(crate) fn done_of(loaded: &LoadedMatch, news: &TurnNews) -> Text {
    in_one_line(loaded, news.lines.iter().collect(), "")
}

/// Writes whose turn it is: `Ann's turn.`
fn asked_in_short(loaded: &LoadedMatch, asked: &[Prompt]) -> String {
    let names: Vec<&str> =
        asked.iter().map(|prompt| loaded.names.get(prompt.seat).as_str()).collect();
    telling::words::whose_turn(&names)
}

/// Writes a line that names the match; what is told is shortened to fit, what comes last isn't.
fn in_one_line(loaded: &LoadedMatch, told: Vec<&Text>, last: &str) -> Text {
    let told = told.into_iter().map(Text::bare).collect::<Vec<_>>().join(" ").replace('\n', " ");
    let named = named_shortly(loaded);
    let room = LONGEST_LEFT.saturating_sub(named.chars().count() + last.chars().count() + 4);
    let parts = [shortened(told.trim(), room), last.to_owned()];
    let said: Vec<&str> = parts.iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
    Text::small(match said[..] {
        [] => named,
        _ => format!("{named}: {}", said.join(" ")),
    })
}
