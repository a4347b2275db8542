//! The pieces on a board of squares, rank by rank: `Rank 6: black men b6, d6; white king f6.`
use super::{Cell, Item, Rank, Scene, Verbosity, fight, stacks};
use crate::seat::Seat;

/// Something that stands on a square.
struct RankedPiece {
    at: Cell,
    seat: Seat,
    /// What it is: `man`.
    kind: &'static str,
    /// Its square, with its name if it has one.
    called: String,
    /// What sets it apart: `left leg wounded`; empty for most.
    detail: String,
}

/// Words the ranks on which something stands, from the highest; in short, those that changed.
pub(super) fn words(scene: &Scene, reading: Verbosity) -> Vec<String> {
    let mut standing: Vec<RankedPiece> = scene.items.iter().filter_map(standing).collect();
    standing.sort_by_key(|it| it.at.column);
    // Before anything has happened all is new.
    let all = reading != Verbosity::Short || scene.last.is_empty();
    let mut rows: Vec<u8> = if all {
        standing.iter().map(|it| it.at.row).collect()
    } else {
        scene.items.iter().flat_map(changed).map(|it| it.row).collect()
    };
    rows.sort_unstable_by(|one, other| other.cmp(one));
    rows.dedup();
    rows.iter().map(|row| rank(scene, *row, &standing)).collect()
}

/// Words one rank.
fn rank(scene: &Scene, row: u8, standing: &[RankedPiece]) -> String {
    let mut groups: Vec<(&RankedPiece, Vec<&str>)> = Vec::new();
    for piece in standing.iter().filter(|it| it.at.row == row) {
        let like = |group: &&mut (&RankedPiece, Vec<&str>)| {
            let first = group.0;
            first.seat == piece.seat && first.kind == piece.kind && first.detail == piece.detail
        };
        match groups.iter_mut().find(like) {
            Some(group) => group.1.push(&piece.called),
            None => groups.push((piece, vec![&piece.called])),
        }
    }
    groups.sort_by_key(|(first, _)| (first.seat.index(), first.kind, !first.detail.is_empty()));
    let each: Vec<String> = groups
        .iter()
        .map(|(first, called)| {
            let role = scene.sides.get(first.seat).role.to_lowercase();
            let kind = if called.len() == 1 { first.kind } else { several(first.kind) };
            let places = called.join(", ");
            if first.detail.is_empty() {
                format!("{role} {kind} {places}")
            } else {
                format!("{role} {kind} {places}, {}", first.detail)
            }
        })
        .collect();
    let all = if each.is_empty() { "empty".to_owned() } else { each.join("; ") };
    format!("Rank {}: {all}.", row + 1)
}

/// Returns the plural of a kind of piece.
fn several(kind: &'static str) -> &'static str {
    match kind {
        "man" => "men",
        "king" => "kings",
        "queen" => "queens",
        "pawn" => "pawns",
        _ => "emperors",
    }
}

fn standing(item: &Item) -> Option<RankedPiece> {
    match item {
        Item::Piece { at, seat, rank } => Some(RankedPiece {
            at: *at,
            seat: *seat,
            kind: rank.name(),
            called: at.to_string(),
            detail: String::new(),
        }),
        Item::Fighter(fighter) => Some(RankedPiece {
            at: fighter.at,
            seat: fighter.seat,
            kind: fighter.rank.name(),
            called: fight::called(fighter.at, &fighter.name),
            detail: fighter.detail(),
        }),
        Item::Stack { at, seat, height, rings, snookles, hippo, waits } => Some(RankedPiece {
            at: *at,
            seat: *seat,
            kind: stacks::height_name(*height),
            called: at.to_string(),
            detail: stacks::carried(*rings, *snookles, *hippo, *waits).join(", "),
        }),
        _ => None,
    }
}

/// Lists the squares on which a piece came, went or fought just now.
fn changed(item: &Item) -> Vec<Cell> {
    match item {
        Item::Path { cells } => cells.first().into_iter().chain(cells.last()).copied().collect(),
        Item::Lost { at, .. } | Item::Toppled { at, .. } => vec![*at],
        Item::Clash { from, over } => vec![*from, *over],
        Item::Fresh { at, block: false } => vec![*at],
        Item::Fresh { at, block: true } => stacks::block(*at).to_vec(),
        _ => Vec::new(),
    }
}

/// Tells whether a side has anything on the board.
pub(super) fn has_any(scene: &Scene, seat: Seat) -> bool {
    scene.items.iter().filter_map(standing).any(|it| it.seat == seat)
}

/// Counts what a side has: `11 men, 1 king`.
pub(super) fn counted(scene: &Scene, seat: Seat) -> String {
    let own: Vec<&'static str> = scene
        .items
        .iter()
        .filter_map(standing)
        .filter(|it| it.seat == seat)
        .map(|it| it.kind)
        .collect();
    let kinds = [Rank::Man.name(), "pawn", Rank::King.name(), Rank::Queen.name(), "emperor"];
    let each =
        kinds.into_iter().filter_map(|kind| match own.iter().filter(|it| **it == kind).count() {
            0 => None,
            1 => Some(format!("1 {kind}")),
            count => Some(format!("{count} {}", several(kind))),
        });
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::bare;

    fn man(column: u8, row: u8, seat: Seat) -> Item {
        Item::Piece { at: Cell { column, row }, seat, rank: Rank::Man }
    }

    #[test]
    fn a_rank_lists_the_pieces_of_each_side_from_the_left() {
        let mut scene = bare();
        scene.sides.second.role = "White".to_owned();
        let king =
            Item::Piece { at: Cell { column: 5, row: 5 }, seat: Seat::Second, rank: Rank::King };
        scene.items = vec![man(3, 5, Seat::First), man(1, 5, Seat::First), king];
        scene.items.push(man(0, 0, Seat::Second));
        let all = ["Rank 6: black men b6, d6; white king f6.", "Rank 1: white man a1."];
        assert_eq!(words(&scene, Verbosity::Normal), all);
        assert_eq!(words(&scene, Verbosity::Short), all, "nothing has happened yet");
        assert_eq!(counted(&scene, Seat::Second), "1 man, 1 king");
    }

    #[test]
    fn in_short_only_ranks_that_changed_are_told() {
        let mut scene = bare();
        scene.last = vec!["Ann moves b6-a5.".to_owned()];
        let cells = vec![Cell { column: 1, row: 5 }, Cell { column: 0, row: 4 }];
        scene.items = vec![man(0, 4, Seat::First), man(0, 6, Seat::First), Item::Path { cells }];
        assert_eq!(words(&scene, Verbosity::Short), ["Rank 6: empty.", "Rank 5: black man a5."]);
    }
}
