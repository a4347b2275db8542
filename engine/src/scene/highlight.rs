//! What stands out on a board while someone chooses: the pieces that may move, the one that was
//! chosen, and where it may go.
use crate::quote::series;

use super::{Cell, Item, Scene, Surface, Verbosity, court, court_words, words::list};

/// The most squares that are told one by one, where not everything is wanted.
const HEARD: usize = 12;

/// The most forced captures that are told one by one.
const TAKES: usize = 4;

/// Somewhere on a board: a square, or a place on a court.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Cell(Cell),
    Spot(court::CourtSpot),
}

/// Why something stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Highlight {
    /// A piece that may move.
    Movable,
    /// A piece that may capture while nothing but a capture is allowed.
    Forced,
    /// The piece that was chosen.
    Chosen,
    /// Where the choice can end: an empty place, or a piece that is attacked.
    Target,
}

/// What a choice is about on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pick {
    /// The piece that moves; none if no piece does, as when a door is opened.
    pub from: Option<At>,
    /// The squares it lands on before its target.
    pub through: Vec<Cell>,
    /// Its target, or what it affects.
    pub to: Vec<At>,
    /// Whether it is a capture, in a game where captures are forced.
    pub captures: bool,
    /// The squares of what it captures then.
    pub takes: Vec<Cell>,
    /// Where the player who chooses it loses a piece by it.
    pub loses: Vec<Cell>,
}

impl Pick {
    /// Picks a piece that goes from one square to another.
    pub fn from_to(from: Cell, to: Cell) -> Pick {
        Pick { from: Some(At::Cell(from)), to: vec![At::Cell(to)], ..Pick::default() }
    }

    /// Picks a square that no piece moves to.
    pub fn target(to: Cell) -> Pick {
        Pick { from: None, to: vec![At::Cell(to)], ..Pick::default() }
    }
}

/// Highlights some choices in a scene. If all move the same piece, it is the chosen one, with its
/// targets; otherwise each piece that may move is highlighted.
pub fn highlight(scene: &mut Scene, picks: &[Pick]) {
    let mut pieces: Vec<At> = Vec::new();
    for from in picks.iter().filter_map(|it| it.from) {
        if !pieces.contains(&from) {
            pieces.push(from);
        }
    }
    let forced = picks.iter().all(|it| it.captures);
    scene.takes = if forced && picks.len() <= TAKES { taken(picks) } else { Vec::new() };
    let mut add = |at: At, highlight: Highlight| {
        let item = Item::Highlight { at, highlight };
        if !scene.items.contains(&item) {
            scene.items.push(item);
        }
    };
    match pieces[..] {
        [] | [_] => {
            pieces.iter().for_each(|it| add(*it, Highlight::Chosen));
            picks.iter().flat_map(|it| &it.to).for_each(|it| add(*it, Highlight::Target));
        }
        _ => {
            let highlight = if forced { Highlight::Forced } else { Highlight::Movable };
            pieces.iter().for_each(|it| add(*it, highlight));
        }
    }
}

/// Draws a choice that is only suggested: the way of its piece, or what it is about where no piece moves.
pub(crate) fn arrow(scene: &mut Scene, pick: &Pick) {
    let cell = |at: &At| match at {
        At::Cell(cell) => Some(*cell),
        At::Spot(_) => None,
    };
    let to = pick.to.first().and_then(cell);
    match (pick.from.as_ref().and_then(cell), to) {
        (Some(from), Some(to)) => {
            let cells = [from].into_iter().chain(pick.through.clone()).chain([to]).collect();
            // Below the pieces.
            let stands = |item: &Item| {
                matches!(item, Item::Piece { .. } | Item::Stack { .. } | Item::Fighter(_))
            };
            let below = scene.items.iter().position(stands).unwrap_or(scene.items.len());
            scene.items.insert(below, Item::Arrow { cells });
        }
        _ => highlight(scene, std::slice::from_ref(pick)),
    }
}

/// Words captures, each once: `d4 takes c5`.
fn taken(picks: &[Pick]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for Pick { from, takes, .. } in picks {
        let Some(At::Cell(from)) = from else { continue };
        let takes: Vec<String> = takes.iter().map(Cell::to_string).collect();
        let said = format!("{from} takes {}", series(&takes));
        if !takes.is_empty() && !out.contains(&said) {
            out.push(said);
        }
    }
    out
}

/// Removes the last events from a scene, so that a choice isn't lost among arrows.
pub(crate) fn quieten(scene: &mut Scene) {
    scene.items.retain(|item| match item {
        Item::Path { .. }
        | Item::Arrow { .. }
        | Item::Lost { .. }
        | Item::Mark { .. }
        | Item::Toppled { .. }
        | Item::Fresh { .. }
        | Item::Banner(_)
        | Item::Court(court::CourtThing::Track { .. } | court::CourtThing::Jolt { .. }) => false,
        Item::Hatch { .. }
        | Item::Piece { .. }
        | Item::Fighter(_)
        | Item::Clash { .. }
        | Item::Court(_)
        | Item::Stack { .. }
        | Item::Wall { .. }
        | Item::Block { .. }
        | Item::Patch { .. }
        | Item::Home { .. }
        | Item::Bound { .. }
        | Item::Highlight { .. } => true,
    });
    if let Surface::Pitch(pitch) = &mut scene.board {
        pitch.trails.clear();
    }
}

/// Words the highlights; none if there are none. In short, the list of choices names what can move.
pub(super) fn words(scene: &Scene, reading: Verbosity) -> Option<String> {
    let all = |wanted| {
        let named = named(scene, wanted)?;
        Some(match (reading, named.len()) {
            (Verbosity::Short | Verbosity::Normal, count) if HEARD < count => {
                format!("{count} squares")
            }
            _ => named.join(", "),
        })
    };
    let mut out: Vec<String> = scene.items.iter().filter_map(|it| suggested(scene, it)).collect();
    match (all(Highlight::Chosen), all(Highlight::Target)) {
        (None, None) => {}
        (Some(piece), None) => out.push(format!("Chosen: {piece}.")),
        (Some(piece), Some(to)) => out.push(format!("Chosen: {piece}; it can go to {to}.")),
        (None, Some(to)) => out.push(format!("To choose from: {to}.")),
    }
    let movable = all(Highlight::Movable).filter(|_| reading != Verbosity::Short);
    out.extend(movable.map(|places| format!("These can move: {places}.")));
    out.extend(match &scene.takes[..] {
        [] => all(Highlight::Forced).map(|places| format!("One of these must capture: {places}.")),
        [only] => Some(format!("The capture: {only}.")),
        takes => Some(format!("One of these captures: {}.", takes.join("; "))),
    });
    (!out.is_empty()).then(|| out.join(" "))
}

/// Words a suggested move.
fn suggested(scene: &Scene, item: &Item) -> Option<String> {
    let Item::Arrow { cells } = item else { return None };
    let name = |cell: &Cell| match &scene.board {
        Surface::Pitch(pitch) => pitch.turf.name(*cell),
        Surface::Squares(_) | Surface::Court(_) => cell.to_string(),
    };
    let way: Vec<String> = cells.iter().map(name).collect();
    Some(format!("The arrow goes from {}.", way.join(" to ")))
}

/// Lists the highlights below a board of characters, a line each.
pub(super) fn below(scene: &Scene) -> Vec<String> {
    let targets =
        if named(scene, Highlight::Chosen).is_some() { "can go to" } else { "to choose from" };
    let between = match &scene.board {
        Surface::Court(_) => ", ",
        Surface::Squares(_) | Surface::Pitch(_) => " ",
    };
    [
        (Highlight::Chosen, "chosen"),
        (Highlight::Target, targets),
        (Highlight::Movable, "can move"),
        (Highlight::Forced, "must capture"),
    ]
    .into_iter()
    .filter_map(|(wanted, says)| Some(format!("  {says}: {}", named(scene, wanted)?.join(between))))
    .collect()
}

/// Tells whether a square has a highlight.
pub(super) fn is_so(items: &[Item], at: Cell, wanted: Highlight) -> bool {
    items.contains(&Item::Highlight { at: At::Cell(at), highlight: wanted })
}

/// Lists highlighted squares, as the players call them.
fn named(scene: &Scene, wanted: Highlight) -> Option<Vec<String>> {
    let all = || {
        scene.items.iter().filter_map(|item| match item {
            Item::Highlight { at, highlight } if *highlight == wanted => Some(*at),
            _ => None,
        })
    };
    let cells = || {
        all().filter_map(|at| match at {
            At::Cell(cell) => Some(cell),
            At::Spot(_) => None,
        })
    };
    let mut out: Vec<String> = match &scene.board {
        Surface::Pitch(pitch) => cells().map(|cell| pitch.turf.name(cell)).collect(),
        Surface::Squares(_) | Surface::Court(_) => {
            let listed = list(cells()).unwrap_or_default();
            listed.split_whitespace().map(str::to_owned).collect()
        }
    };
    if let Surface::Court(court) = &scene.board {
        out.extend(all().filter_map(|at| match at {
            At::Cell(_) => None,
            At::Spot(spot) => Some(court_words::named(court, scene, spot)),
        }));
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const C3: Cell = Cell { column: 2, row: 2 };
    const B4: Cell = Cell { column: 1, row: 3 };
    const D4: Cell = Cell { column: 3, row: 3 };

    fn signs(picks: &[Pick]) -> Vec<Item> {
        let mut scene = crate::scene::tests::bare();
        highlight(&mut scene, picks);
        scene.items
    }

    fn sign(at: Cell, highlight: Highlight) -> Item {
        Item::Highlight { at: At::Cell(at), highlight }
    }

    #[test]
    fn the_only_piece_that_moves_is_the_chosen_one_and_shows_its_targets_once() {
        let picks = [Pick::from_to(C3, B4), Pick::from_to(C3, D4), Pick::from_to(C3, D4)];
        let wanted =
            [sign(C3, Highlight::Chosen), sign(B4, Highlight::Target), sign(D4, Highlight::Target)];
        assert_eq!(signs(&picks), wanted);
    }

    #[test]
    fn of_several_pieces_each_stands_out_and_no_target_does() {
        let [one, other] = [C3, D4].map(|it| Pick::from_to(it, B4));
        let wanted = [C3, D4].map(|it| sign(it, Highlight::Movable));
        assert_eq!(signs(&[one.clone(), other.clone(), Pick::target(B4)]), wanted);
        let captures = [one, other].map(|pick| Pick { captures: true, ..pick });
        assert_eq!(signs(&captures), [C3, D4].map(|it| sign(it, Highlight::Forced)));
    }

    #[test]
    fn what_no_piece_moves_to_is_a_target_by_itself() {
        assert_eq!(signs(&[Pick::target(B4)]), [sign(B4, Highlight::Target)]);
        assert_eq!(signs(&[]), []);
    }
}
