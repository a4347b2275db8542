//! What remains of a board in one line.
use model::{
    reply::LONGEST_LEFT,
    text::{Text, shortened},
};

use crate::{
    context::loaded::LoadedMatch,
    telling::{self, news::TurnNews, turn::named_shortly},
};

/// Writes the line that remains of a board when another replaces it: what it told, without what the next board tells again.
pub(crate) fn left_of(loaded: &LoadedMatch, news: &TurnNews) -> Text {
    // The first board of a match says what is agreed.
    let began = Text::plain(telling::words::MATCH_BEGAN);
    let told: Vec<&Text> = match (news.named, news.ended, &news.lines[..]) {
        (true, ..) => vec![&began],
        (_, 0, lines) => news.earlier.iter().chain(lines).collect(),
        (_, ended, lines) => news.earlier.iter().chain(&lines[..ended.min(lines.len())]).collect(),
    };
    in_one_line(loaded, &told)
}

/// Writes the line that remains of a board that another replaces within a turn. The board that ends
/// the turn tells the whole turn.
pub(crate) fn left_within(loaded: &LoadedMatch) -> Text {
    in_one_line(loaded, &[])
}

/// Writes what was done, in one line.
pub(crate) fn done_of(loaded: &LoadedMatch, news: &TurnNews) -> Text {
    in_one_line(loaded, &news.lines.iter().collect::<Vec<_>>())
}

/// Writes a line that names the match and tells as much as fits, in whole sentences.
fn in_one_line(loaded: &LoadedMatch, told: &[&Text]) -> Text {
    let named = named_shortly(loaded);
    let room = LONGEST_LEFT.saturating_sub(named.chars().count() + 2);
    let mut said = String::new();
    for line in told.iter().map(|line| line.bare().replace('\n', " ")) {
        let line = line.trim();
        let longer = said.chars().count() + 1 + line.chars().count();
        if line.is_empty() || line == named {
            continue;
        }
        if room < longer {
            // The first says most.
            if said.is_empty() {
                said = shortened(line, room);
            }
            break;
        }
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(line);
    }
    let said = if said.is_empty() { telling::words::TURN_WENT_ON } else { &said };
    Text::small(format!("{named}: {said}"))
}
