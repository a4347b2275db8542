//! The tables against a search that knows nothing of them, and against themselves.
use super::{
    SolvedEnding,
    classes::{Class, EndingPieces},
    known,
};
use crate::{
    chance::Dice,
    checkers::{BoardRules, Color, Position},
};

/// How many turns the search looks ahead.
const FAR: u8 = 9;

/// Draws a position of a class, with either side to move.
fn drawn(dice: &mut Dice, classes: &[Class]) -> Position {
    let mut below = |n: usize| dice.below("a place", u32::try_from(n).unwrap()).unwrap() as usize;
    loop {
        let class = classes[below(classes.len())];
        let mut bits = [0_u32; 4];
        for (kind, count) in class.0.into_iter().enumerate() {
            while bits[kind].count_ones() < u32::from(count) {
                let (from, squares) = [(0, 28), (0, 32), (4, 28), (0, 32)][kind];
                bits[kind] |= 1 << (from + below(squares));
            }
        }
        let sum: u32 = bits.iter().map(|it| it.count_ones()).sum();
        if sum != bits.iter().fold(0, |all, bits| all | bits).count_ones() {
            continue;
        }
        let Position { turn: _, board } = EndingPieces(bits).position();
        return Position { turn: Color::BOTH[below(2)], board };
    }
}

/// Searches without tables how a position ends within so many turns; none if it doesn't.
fn searched(position: &Position, turns: u8) -> Option<SolvedEnding> {
    (0..=turns).find_map(|turns| {
        let (found, winner) = match turns % 2 {
            0 => (loses(position, turns), !position.turn),
            _ => (wins(position, turns), position.turn),
        };
        found.then_some(SolvedEnding::Won(winner, turns))
    })
}

/// Tells whether the side to move wins within so many turns.
fn wins(position: &Position, turns: u8) -> bool {
    turns.checked_sub(1).is_some_and(|left| {
        let mut after = BoardRules::ENGLISH.legal(position).into_iter();
        after.any(|played| loses(&BoardRules::ENGLISH.play(position, &played), left))
    })
}

/// Tells whether the side to move loses within so many turns.
fn loses(position: &Position, turns: u8) -> bool {
    let mut moves = BoardRules::ENGLISH.legal(position).into_iter();
    let left = turns.checked_sub(1);
    moves.all(|played| {
        left.is_some_and(|left| wins(&BoardRules::ENGLISH.play(position, &played), left))
    })
}

/// Compares the tables with a search, for so many positions.
fn compare(seed: u64, count: usize, turns: u8) {
    let (classes, mut dice) = (Class::all(), Dice::thinking(seed));
    let mut decided = 0;
    for _ in 0..count {
        let position = drawn(&mut dice, &classes);
        let told = known(&position).unwrap_or_else(|| panic!("{position}"));
        let found = searched(&position, turns);
        let within = match told {
            SolvedEnding::Won(_, after) if after <= turns => Some(told),
            SolvedEnding::Won(..) | SolvedEnding::Drawn => None,
        };
        assert_eq!(found, within, "{position}: {told:?}");
        decided += usize::from(found.is_some());
    }
    assert!(count / 20 < decided, "only {decided} of {count} end so soon");
}

/// Checks that a position is worth what its moves lead to.
fn follows(position: &Position) {
    let told = known(position);
    let after = BoardRules::ENGLISH.legal(position).into_iter().map(|played| {
        let next = BoardRules::ENGLISH.play(position, &played);
        match next.board.count(next.turn) {
            0 => SolvedEnding::Won(position.turn, 0),
            _ => known(&next).unwrap(),
        }
    });
    let after: Vec<SolvedEnding> = after.collect();
    let wins = after.iter().filter_map(|ending| match ending {
        SolvedEnding::Won(winner, turns) if *winner == position.turn => Some(*turns + 1),
        _ => None,
    });
    let holds = after.contains(&SolvedEnding::Drawn);
    let longest = after
        .iter()
        .map(|ending| if let SolvedEnding::Won(_, turns) = ending { *turns + 1 } else { 0 });
    let follows = match (wins.min(), holds) {
        (Some(turns), _) => SolvedEnding::Won(position.turn, turns),
        (None, true) => SolvedEnding::Drawn,
        (None, false) => SolvedEnding::Won(!position.turn, longest.max().unwrap_or(0)),
    };
    assert_eq!(told, Some(follows), "{position}");
}

#[test]
fn a_search_finds_what_the_tables_say() {
    compare(1, 1_000, 5);
}

#[test]
fn the_tables_agree_with_themselves() {
    let (classes, mut dice) = (Class::all(), Dice::thinking(2));
    (0..3_000).for_each(|_| follows(&drawn(&mut dice, &classes)));
}

#[test]
#[ignore = "minutes: cargo test --release -p engine --lib endings -- --ignored"]
fn a_search_finds_what_the_tables_say_of_100_000_positions() {
    compare(3, 100_000, FAR);
}

#[test]
#[ignore = "minutes: cargo test --release -p engine --lib endings -- --ignored"]
fn every_position_is_worth_what_its_moves_lead_to() {
    for class in Class::all() {
        class.each(|_, pieces| follows(&pieces.position()));
    }
}

#[test]
fn published_endings_are_known() {
    let ending = |fen: &str| known(&fen.parse().unwrap());
    let white = |turns| Some(SolvedEnding::Won(Color::White, turns));
    // Two kings against one, in the double corner and on the way there.
    assert_eq!(ending("W:WK18,K23:BK1"), white(19));
    assert_eq!(ending("W:WK30,K31:BK15"), white(29));
    assert_eq!(ending("W:WK32:BK1"), Some(SolvedEnding::Drawn));
    assert_eq!(ending("B:W22:B18"), Some(SolvedEnding::Won(Color::Black, 1)));
    assert_eq!(ending("B:W21-32:B1-12"), None);
    assert_eq!(ending("W:W30,31,32:BK1,K2"), None, "men among five pieces aren't known");
    assert_eq!(ending("W:W30:B"), None, "nobody plays on there");
}
