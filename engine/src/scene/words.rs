//! A scene in words: the alt text, for someone who doesn't see the picture.
use serde::{Deserialize, Serialize};

use super::{
    CardFace, Cell, Count, Item, Loss, Made, Mark, Panel, Scene, Side, Slider, Surface, Tally,
    court_words, fight, highlight, pitch, ranks, stacks,
};
use crate::{quote::sentence, seat::Seat};

/// How many earlier moves are told.
const SAID: usize = 3;

/// How much of a board is told to somebody who hears it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verbosity {
    /// What changed, and what is asked.
    Short,
    /// That, and the position.
    #[default]
    Normal,
    /// Everything the picture shows.
    Full,
}

impl Verbosity {
    pub const ALL: [Verbosity; 3] = [Verbosity::Short, Verbosity::Normal, Verbosity::Full];

    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verbosity::Short => "short",
            Verbosity::Normal => "normal",
            Verbosity::Full => "full",
        }
    }
}

/// Says everything the picture shows, in sentences that a screen reader reads well.
pub fn words(scene: &Scene) -> String {
    read_aloud(scene, Verbosity::Full)
}

/// Says what changed, what is asked, and then the position, as far as it is wanted.
pub fn read_aloud(scene: &Scene, reading: Verbosity) -> String {
    // What happened and what to do come first: a chat may cut the rest.
    let mut out: Vec<String> =
        scene.banner().map(|banner| format!("{banner}.")).into_iter().collect();
    out.extend(scene.last.iter().cloned());
    out.push(sentence(scene.caption.clone()));
    out.push(position_aloud(scene, reading));
    out.retain(|it| !it.is_empty());
    out.join(" ")
}

/// Says the position alone, below a text that tells what changed and what is asked.
pub fn position_aloud(scene: &Scene, reading: Verbosity) -> String {
    let Scene { board, items, panels, .. } = scene;
    let full = reading == Verbosity::Full;
    let mut out: Vec<String> = highlight::words(scene, reading).into_iter().collect();
    match board {
        Surface::Squares(_) => {
            out.extend(hatches(items, reading));
            out.extend(stacks::on_board(scene, reading));
            out.extend(ranks::words(scene, reading));
        }
        Surface::Court(court) => out.extend(court_words::words(court, scene, reading)),
        Surface::Pitch(pitch) => out.extend(pitch::words(scene, pitch, reading)),
    }
    if full {
        let Scene { title, facing, sides, .. } = scene;
        out.push(format!("{title}, seen from {}.", sides.get(*facing).role));
    }
    if let Surface::Squares(_) = board {
        out.extend(Seat::BOTH.iter().filter_map(|seat| side(scene, *seat, reading)));
    }
    out.extend(panels.iter().filter_map(|it| panel(it, reading)));
    if full {
        out.extend(items.iter().filter_map(|it| news(scene, it)));
        out.extend(stacks::touched(items).map(|touched| format!("Touched just now: {touched}.")));
    }
    out.join(" ")
}

/// Ends a text that was shortened.
const MORE: &str = "There's more: `board text` shows everything.";

/// Shortens words to at most `most` characters, sentence by sentence, and says so if anything is left out.
///
/// ```
/// let words = "Ann moves c3-d4. Bob: spin the wheel. ".to_owned() + &"Ann has men. ".repeat(9);
/// let short = engine::scene::shortened(&words, 90);
/// assert_eq!(
///     short,
///     "Ann moves c3-d4. Bob: spin the wheel. There's more: `board text` shows everything."
/// );
/// assert_eq!(engine::scene::shortened("Ann: move.", 100), "Ann: move.");
/// ```
pub fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let room = most.saturating_sub(MORE.chars().count() + 1);
    let (mut kept, mut long) = (0, 0);
    for sentence in words.split_inclusive(". ") {
        long += sentence.chars().count();
        if room < long {
            break;
        }
        kept += sentence.len();
    }
    // If even the first sentence is too long, it is cut.
    let cut = words.char_indices().nth(room).map_or(words.len(), |it| it.0);
    let kept = if kept == 0 { &words[..cut] } else { &words[..kept] };
    let short = format!("{} {MORE}", kept.trim_end());
    short.chars().take(most).collect()
}

/// Says what a side has, beyond where it stands; none if that is nothing new.
fn side(scene: &Scene, seat: Seat, reading: Verbosity) -> Option<String> {
    let side = scene.sides.get(seat);
    let bare = "no pieces on the board".to_owned();
    let has = if ranks::has_any(scene, seat) { ranks::counted(scene, seat) } else { bare.clone() };
    match reading {
        Verbosity::Full => Some(format!("{}: {has}{}.", heading(side), tallies(scene, seat))),
        Verbosity::Short => None,
        Verbosity::Normal => {
            let clock = side.clock.iter().map(|clock| format!("clock {clock}"));
            let counts = counts(side).into_iter().chain(clock);
            let said: Vec<String> =
                (has == bare).then_some(bare).into_iter().chain(counts).collect();
            let lost = losses(scene, seat).map(|lost| format!("{} has {lost}.", side.role));
            let rest = (!said.is_empty()).then(|| format!("{}: {}.", side.role, said.join(", ")));
            let both: Vec<String> = lost.into_iter().chain(rest).collect();
            (!both.is_empty()).then(|| both.join(" "))
        }
    }
}

/// Names a side, and says whether it is to move.
pub(super) fn heading(side: &Side) -> String {
    let Side { name, role, ink: _, to_move, tallies: _, clock: _, left: _ } = side;
    format!("{}{}", who(name, role), if *to_move { ", to move" } else { "" })
}

/// Says what is counted for a side beyond the board, and its time left.
pub(super) fn tallies(scene: &Scene, seat: Seat) -> String {
    let side = scene.sides.get(seat);
    let all = losses(scene, seat).into_iter().chain(counts(side));
    let mut out: String = all.map(|count| format!("; {count}")).collect();
    if let Some(clock) = &side.clock {
        let short = side.left.is_some_and(|it| it.short);
        out.push_str(&format!("; clock {clock}{}", if short { ", running short" } else { "" }));
    }
    out
}

/// Says how many pieces a side has lost, and how: `lost 3: 1 captured, 2 fallen`. What the other side has captured counts there as
/// its own.
fn losses(scene: &Scene, seat: Seat) -> Option<String> {
    let count = |of: Seat, what: Count| {
        scene.sides.get(of).tallies.iter().find(|it| it.what == what).map(|it| it.count)
    };
    let ways = [
        (Count::Captured, count(seat.other(), Count::Captured)),
        (Count::Fallen, count(seat, Count::Fallen)),
    ];
    let all: u32 = ways.iter().filter_map(|it| it.1).sum();
    let each: Vec<String> = ways
        .iter()
        .filter_map(|(what, count)| {
            Some(format!("{} {}", count.filter(|it| 0 < *it)?, what.name()))
        })
        .collect();
    match (all, ways[1].1) {
        (0, _) => None,
        (all, None) => Some(format!("lost {all}")),
        (all, Some(_)) => Some(format!("lost {all}: {}", each.join(", "))),
    }
}

/// Says what else is counted for a side beyond the board.
fn counts(side: &Side) -> Vec<String> {
    let said = |tally: &Tally| match tally.what {
        // Said already, one by one or as losses.
        Count::Men
        | Count::Kings
        | Count::Queens
        | Count::Pawns
        | Count::Emperors
        | Count::Off
        | Count::Captured
        | Count::Fallen => None,
        Count::Pool if tally.count == 0 => None,
        what @ (Count::Goals | Count::Pool) => Some(format!("{} {}", what.name(), tally.count)),
    };
    side.tallies.iter().filter_map(said).collect()
}

fn who(name: &str, role: &str) -> String {
    if name == role { role.to_owned() } else { format!("{name} ({role})") }
}

/// Lists squares from rank 8 down, file a first; none when there are none.
pub(super) fn list(cells: impl Iterator<Item = Cell>) -> Option<String> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_by_key(|cell| (std::cmp::Reverse(cell.row), cell.column));
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    (!cells.is_empty()).then(|| cells.join(" "))
}

/// Lists squares for somebody who hears them: `b6, d6`.
pub(super) fn spoken(cells: impl Iterator<Item = Cell>) -> Option<String> {
    list(cells).map(|it| it.replace(' ', ", "))
}

fn hatches(items: &[Item], reading: Verbosity) -> Option<String> {
    let open: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Hatch { at, open: true, tint: _, knob } => Some(format!("{at} ({knob})")),
            _ => None,
        })
        .collect();
    let closed = spoken(items.iter().filter_map(|item| match item {
        Item::Hatch { at, open: false, tint: _, knob: _ } => Some(*at),
        _ => None,
    }));
    let opened = format!("Open: {}.", open.join(", "));
    match (open.is_empty(), closed, reading) {
        (true, Some(closed), Verbosity::Full) => Some(format!("All doors closed: {closed}.")),
        (true, Some(_), Verbosity::Normal) => Some("No door is open.".to_owned()),
        (true, _, _) => None,
        (false, Some(closed), Verbosity::Full) => {
            Some(format!("Doors open: {}; closed: {closed}.", open.join(", ")))
        }
        (false, _, _) => Some(opened),
    }
}

fn panel(panel: &Panel, reading: Verbosity) -> Option<String> {
    if reading != Verbosity::Full {
        return heard(panel, reading);
    }
    Some(match panel {
        Panel::Wheel { sectors, at } => match at.and_then(|at| sectors.get(at)) {
            Some(sector) => format!("The wheel shows {}.", sector.tint.name()),
            None => "The wheel has not been spun this turn.".to_owned(),
        },
        Panel::Knobs(knobs) => {
            let each = knobs.iter().map(|Slider { name, tint, at, left, right, moved }| {
                let moved = if *moved { " (just moved)" } else { "" };
                format!("{name} {} (left {left}, right {right}) {}{moved}", tint.name(), at.name())
            });
            format!("Knobs: {}.", each.collect::<Vec<_>>().join("; "))
        }
        Panel::Cards { faces, pile, used } => stacks::cards(faces, *pile, *used),
        Panel::Own { face, now, goal } => {
            format!("Only you see this: {} So far {now} of {goal}.", stacks::face(face))
        }
        Panel::Pile(cards) => {
            format!("Only you see the pile, from its top: {}.", stacks::pile(cards, ", "))
        }
        Panel::Notes(lines) => lines.join(" "),
        // The rules have a command of their own.
        Panel::About { says, rules: _ } => says.clone()?,
        Panel::Moves(moves) => format!("Before that: {}.", made(moves, "; ")),
        Panel::Duel(duel) => fight::words(duel),
        // Said already, square by square.
        Panel::Hurt(_) => return None,
    })
}

/// Says what matters of what stands beside the board; what has been said before is left out.
fn heard(panel: &Panel, reading: Verbosity) -> Option<String> {
    match (panel, reading) {
        // The task names its colour.
        (Panel::Wheel { .. }, Verbosity::Short) => None,
        (Panel::Wheel { sectors, at }, _) => {
            let sector = sectors.get((*at)?)?;
            Some(format!("Wheel {}.", sector.tint.name()))
        }
        // A card that was turned up is news.
        (Panel::Cards { .. }, Verbosity::Short) => None,
        (Panel::Cards { faces, pile, used: _ }, _) => {
            let named = |card: &CardFace| {
                if card.fresh { stacks::face(card) } else { format!("{}.", card.name) }
            };
            let each: Vec<String> = faces.iter().map(named).collect();
            (!each.is_empty())
                .then(|| format!("Cards face up: {} {pile} in the pile.", each.join(" ")))
        }
        (Panel::Own { face, now, goal }, Verbosity::Short) => {
            Some(format!("Yours alone: {}, {now} of {goal}.", face.name))
        }
        (Panel::Own { .. } | Panel::Pile(_) | Panel::Notes(_), _) => {
            self::panel(panel, Verbosity::Full)
        }
        (
            Panel::Knobs(_)
            | Panel::About { .. }
            | Panel::Moves(_)
            | Panel::Duel(_)
            | Panel::Hurt(_),
            _,
        ) => None,
    }
}

/// Lists the newest moves and who made them; fewer than in the picture, because they may be read aloud.
pub(super) fn made(moves: &[Made], between: &str) -> String {
    let each: Vec<String> = moves[moves.len().saturating_sub(SAID)..]
        .iter()
        .map(|Made { who, words, .. }| format!("{who} {words}"))
        .collect();
    each.join(between)
}

/// Says what is marked as new on the board.
fn news(scene: &Scene, item: &Item) -> Option<String> {
    let role = |seat: Seat| &scene.sides.get(seat).role;
    match item {
        Item::Hatch { .. } | Item::Piece { .. } | Item::Fighter(_) | Item::Court(_) => None,
        // Said before, with what lies on the board.
        Item::Stack { .. }
        | Item::Wall { .. }
        | Item::Block { .. }
        | Item::Patch { .. }
        | Item::Home { .. }
        | Item::Bound { .. } => None,
        Item::Toppled { at, seat, height } => {
            let name = stacks::height_name(*height);
            Some(format!("Just lost on {at}: {} of {}.", a(name), role(*seat)))
        }
        // Said together.
        Item::Arrow { .. } | Item::Fresh { .. } | Item::Highlight { .. } | Item::Banner(_) => None,
        Item::Clash { from, over } => Some(format!("Blades crossed: {from} against {over}.")),
        Item::Path { cells } => {
            let way: Vec<String> = cells.iter().map(Cell::to_string).collect();
            Some(format!("Moved just now: {}.", way.join(" to ")))
        }
        Item::Lost { at, seat, rank, how } => {
            let how = match how {
                Loss::Captured => "captured",
                Loss::Fell => "fallen through the door",
                Loss::Slain => "slain",
            };
            Some(format!("Just {how} on {at}: a {} {}.", role(*seat), rank.name()))
        }
        Item::Mark { at, mark } => Some(match mark {
            Mark::Opened => format!("The door on {at} was just opened."),
            Mark::Shut => format!("The door on {at} was just closed."),
            Mark::Snapped => format!("The door on {at} was just opened and closed again."),
            Mark::Crowned => format!("Just crowned on {at}."),
        }),
    }
}

/// Puts the right article before a word.
fn a(word: &str) -> String {
    let an = word.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {word}", if an { "an" } else { "a" })
}
