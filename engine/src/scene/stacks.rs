//! Stacks of pieces and what else is on their board, in words and in characters; cards beside the board.
use super::{
    CardFace, Cell, Emblem, Ink, Item, Panel, Patch, Rim, Scene, Surface, Verbosity,
    words::{list, spoken},
};
use crate::seat::Seat;

/// Returns the word for a stack of this height.
pub(super) fn height_name(height: u8) -> &'static str {
    match height {
        0 | 1 => "pawn",
        2 => "king",
        _ => "emperor",
    }
}

/// Lists what sets a stack apart from others of its height.
pub(super) fn carried(rings: u32, snookles: u32, hippo: bool, waits: bool) -> Vec<String> {
    let mut out = Vec::new();
    for (count, what) in [(rings, "ring"), (snookles, "Snookle")] {
        match count {
            0 => {}
            1 => out.push(format!("a {what}")),
            count => out.push(format!("{count} {what}s")),
        }
    }
    out.extend(hippo.then(|| "under a hippo".to_owned()));
    out.extend(waits.then(|| "waiting for a crown".to_owned()));
    out
}

/// Says what lies on the board besides pieces, a sentence each: first what nobody can enter.
pub(super) fn on_board(scene: &Scene, reading: Verbosity) -> Vec<String> {
    let Scene { items, sides, .. } = scene;
    let patches = |wanted: Patch| {
        spoken(items.iter().filter_map(|item| match item {
            Item::Patch { at, patch } if *patch == wanted => Some(*at),
            _ => None,
        }))
    };
    let mut out = Vec::new();
    out.extend(patches(Patch::Water).map(|places| format!("Water: {places}.")));
    out.extend(patches(Patch::Fire).map(|places| format!("Fire: {places}.")));
    for item in items {
        if let Item::Block { at } = item {
            let squares: Vec<String> = block(*at).iter().map(Cell::to_string).collect();
            out.push(format!("The monolith covers {}.", squares.join(", ")));
        }
    }
    for seat in Seat::BOTH {
        let walls: Vec<String> = items.iter().filter_map(|it| wall_of(it, seat)).collect();
        if !walls.is_empty() {
            let role = &sides.get(seat).role;
            out.push(format!("Walls of {role}: {}.", walls.join(", ")));
        }
    }
    // Where pawns go is news only on a board that was turned.
    let homes = reading == Verbosity::Full || is_turned(scene);
    for item in items {
        match item {
            Item::Home { seat, rim } if homes => {
                let (role, way) = (&sides.get(*seat).role, rim.inward());
                out.push(format!("{role}'s home is {}; its pawns go {way}.", rim.row()));
            }
            Item::Bound { at } => out.push(format!("The checker on {at} has to move next.")),
            _ => {}
        }
    }
    out
}

/// Tells whether a side's home isn't on the rim where it began.
fn is_turned(scene: &Scene) -> bool {
    let Surface::Squares(grid) = &scene.board else { return false };
    scene.items.iter().any(|item| match item {
        Item::Home { seat, rim } => {
            *rim != if *seat == grid.near { Rim::South } else { Rim::North }
        }
        _ => false,
    })
}

fn wall_of(item: &Item, wanted: Seat) -> Option<String> {
    let Item::Wall { between: [one, other], seat, fresh } = item else { return None };
    let new = if *fresh { " (new)" } else { "" };
    (*seat == wanted).then(|| format!("{one}/{other}{new}"))
}

/// Lists the squares just touched; none if there are none.
pub(super) fn touched(items: &[Item]) -> Option<String> {
    let each: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Fresh { at, block: false } => Some(at.to_string()),
            Item::Fresh { at, block: true } => Some(format!("{at} to {}", block(*at)[3])),
            _ => None,
        })
        .collect();
    (!each.is_empty()).then(|| each.join(", "))
}

/// Lists the four squares of a block, the lower left one first and the one across from it last.
pub(super) fn block(at: Cell) -> [Cell; 4] {
    let (column, row) = (at.column.saturating_add(1), at.row.saturating_add(1));
    [at, Cell { column, ..at }, Cell { row, ..at }, Cell { column, row }]
}

/// Lists the cards beside the board.
pub(super) fn cards(faces: &[CardFace], pile: u32, used: u32) -> String {
    let each: Vec<String> = faces.iter().map(face).collect();
    let shown = if each.is_empty() { "none".to_owned() } else { each.join(" ") };
    format!("Cards face up: {shown} {pile} in the pile, {used} used.")
}

/// Lists the cards of a pile by the words that players type.
pub(super) fn pile(cards: &[(Emblem, String)], between: &str) -> String {
    cards.iter().map(|it| it.1.as_str()).collect::<Vec<_>>().join(between)
}

/// Describes a card: its name and what it does.
pub(super) fn face(face: &CardFace) -> String {
    let CardFace { emblem: _, name, effect, fresh } = face;
    let new = if *fresh { " (new)" } else { "" };
    format!("{name}{new}: {effect}")
}

/// Returns the three characters of a square with a stack: a hippo, the letter, the sign of an emperor.
pub(super) fn letters(ink: Ink, height: u8, hippo: bool) -> [char; 3] {
    let small = if ink == Ink::Dark { 'b' } else { 'w' };
    let letter = if height < 2 { small } else { small.to_ascii_uppercase() };
    [if hippo { '!' } else { ' ' }, letter, if height < 3 { ' ' } else { '*' }]
}

/// Writes what doesn't fit on the squares, a line each.
pub(super) fn below(scene: &Scene) -> Vec<String> {
    let mut out: Vec<String> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Stack { at, rings, snookles, .. } if 0 < rings + snookles => {
                let count = |count: u32, what: &str| match count {
                    0 => String::new(),
                    1 => format!(" 1 {what}"),
                    count => format!(" {count} {what}s"),
                };
                Some(format!("  {at}:{}{}", count(*rings, "ring"), count(*snookles, "Snookle")))
            }
            _ => None,
        })
        .collect();
    let waiting = list(scene.items.iter().filter_map(|item| match item {
        Item::Stack { at, waits: true, .. } => Some(*at),
        _ => None,
    }));
    out.extend(waiting.map(|waiting| format!("  waiting for a crown: {waiting}")));
    for seat in Seat::BOTH {
        let walls: Vec<String> = scene.items.iter().filter_map(|it| wall_of(it, seat)).collect();
        if !walls.is_empty() {
            out.push(format!("  walls of {}: {}", scene.sides.get(seat).role, walls.join(" ")));
        }
    }
    for item in &scene.items {
        match item {
            Item::Home { seat, rim } => {
                let role = &scene.sides.get(*seat).role;
                out.push(format!("  {role}: home {}, pawns go {}", rim.row(), rim.inward()));
            }
            Item::Bound { at } => out.push(format!("  {at} has to move next")),
            _ => {}
        }
    }
    out.extend(touched(&scene.items).map(|touched| format!("  touched just now: {touched}")));
    out
}

/// Writes a panel of cards in lines of characters; none for any other panel.
pub(super) fn beside(panel: &Panel) -> Option<String> {
    match panel {
        Panel::Cards { faces, pile, used } => {
            let mut out = String::new();
            for card in faces {
                out.push_str(&format!("  card {}\n", face(card)));
            }
            out.push_str(&format!("  pile {pile}, used {used}\n"));
            Some(out)
        }
        Panel::Own { face: card, now, goal } => {
            Some(format!("  yours: {} ({now} of {goal})\n", face(card)))
        }
        Panel::Pile(cards) => Some(format!("  pile from its top: {}\n", pile(cards, " "))),
        Panel::Notes(lines) => Some(lines.iter().map(|line| format!("  {line}\n")).collect()),
        Panel::About { says, rules: _ } => says.as_ref().map(|says| format!("  {says}\n")),
        Panel::Wheel { .. }
        | Panel::Knobs(_)
        | Panel::Moves(_)
        | Panel::Duel(_)
        | Panel::Hurt(_) => None,
    }
}
