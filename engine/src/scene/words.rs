//! A scene in words: the alt text, complete for someone who doesn't see the picture.
use super::{
    Cell, Count, Item, Loss, Made, Mark, Panel, Rank, Scene, Side, Slider, Surface, court, fight,
    highlight, pitch, stacks,
};
use crate::{quote::sentence, seat::Seat};

/// How many earlier moves are told.
const SAID: usize = 3;

/// Says everything the picture shows, in sentences that a screen reader reads well.
pub fn words(scene: &Scene) -> String {
    let Scene { title, board, facing, items, sides, panels, last, caption } = scene;
    // What happened and what to do come first: a chat may cut the rest.
    let mut out: Vec<String> =
        scene.banner().map(|banner| format!("{banner}.")).into_iter().collect();
    if !last.is_empty() {
        out.push(format!("Last: {}", last.join(" ")));
    }
    out.push(sentence(caption.clone()));
    out.extend(highlight::words(scene));
    out.push(format!("{title}, seen from {}.", sides.get(*facing).role));
    match board {
        Surface::Squares(_) => {
            out.extend(Seat::BOTH.map(|seat| side(sides.get(seat), seat, items)));
        }
        Surface::Court(court) => out.extend(court::words(court, scene)),
        Surface::Pitch(pitch) => out.extend(pitch::words(scene, pitch)),
    }
    out.extend(hatches(items));
    out.extend(stacks::on_board(scene));
    out.extend(panels.iter().filter_map(panel));
    out.extend(items.iter().filter_map(|it| news(scene, it)));
    out.extend(stacks::touched(items).map(|touched| format!("Touched just now: {touched}.")));
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

fn side(side: &Side, seat: Seat, items: &[Item]) -> String {
    let at = |wanted: Rank| {
        let cells = items.iter().filter_map(|item| match item {
            Item::Piece { at, seat: owner, rank } if *owner == seat && *rank == wanted => Some(*at),
            _ => None,
        });
        let people = items.iter().filter_map(|item| match item {
            Item::Fighter(fighter) if fighter.seat == seat && fighter.rank == wanted => {
                Some(fighter)
            }
            _ => None,
        });
        // A board has pieces or fighters.
        list(cells).or_else(|| fight::list(people))
    };
    let mut out = heading(side);
    match (at(Rank::Man), at(Rank::King)) {
        (None, None) => {
            let stacks = stacks::of_side(seat, items);
            out.push_str(&format!(": {}", stacks.unwrap_or("no pieces on the board".to_owned())));
        }
        (men, kings) => {
            let men = men.map(|men| format!("men {men}"));
            let kings = kings.map(|kings| format!("kings {kings}"));
            let all: Vec<String> = men.into_iter().chain(kings).collect();
            out.push_str(&format!(": {}", all.join("; ")));
        }
    }
    out + &tallies(side) + "."
}

/// Names a side, and says whether it is to move.
pub(super) fn heading(side: &Side) -> String {
    let Side { name, role, ink: _, to_move, tallies: _, clock: _, left: _ } = side;
    format!("{}{}", who(name, role), if *to_move { ", to move" } else { "" })
}

/// Says what is counted for a side beyond the board, and its time left.
pub(super) fn tallies(side: &Side) -> String {
    let mut out = String::new();
    for tally in &side.tallies {
        match tally.what {
            // Said already, one by one.
            Count::Men | Count::Kings | Count::Pawns | Count::Emperors | Count::Off => {}
            Count::Pool => out.push_str(&format!("; pool {}", tally.count)),
            Count::Captured | Count::Fallen if tally.count == 0 => {}
            what @ (Count::Captured | Count::Fallen | Count::Goals) => {
                out.push_str(&format!("; {} {}", what.name(), tally.count));
            }
        }
    }
    if let Some(clock) = &side.clock {
        let short = side.left.is_some_and(|it| it.short);
        out.push_str(&format!("; clock {clock}{}", if short { ", running short" } else { "" }));
    }
    out
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

fn hatches(items: &[Item]) -> Option<String> {
    let all = |wanted: bool| {
        list(items.iter().filter_map(|item| match item {
            Item::Hatch { at, open, tint: _, knob: _ } if *open == wanted => Some(*at),
            _ => None,
        }))
    };
    match (all(true), all(false)) {
        (None, None) => None,
        (Some(open), Some(shut)) => Some(format!("Doors open: {open}; closed: {shut}.")),
        (Some(open), None) => Some(format!("Doors open: {open}.")),
        (None, Some(shut)) => Some(format!("All doors closed: {shut}.")),
    }
}

fn panel(panel: &Panel) -> Option<String> {
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
        Item::Fresh { .. } | Item::Highlight { .. } | Item::Banner(_) => None,
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
