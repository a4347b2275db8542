//! Makes the tables: positions where a side can't move are lost, and round by round it is found what leads to them.
use std::collections::BTreeMap;

use super::{
    super::{BoardRules, Move},
    classes::{Class, EndingPieces},
};

/// How strongly tables are packed: as strongly as possible.
const STRENGTH: u8 = 10;

/// For each position one more than the turns until the match is over, and 0 if nobody wins: the side to move has won if it is even.
type TurnsToEnd = Vec<u8>;

/// Makes all tables, packed. `told` is called with each class and its longest win, in turns.
pub fn make(mut told: impl FnMut([u8; 4], u8)) -> Vec<u8> {
    let mut all: BTreeMap<Class, TurnsToEnd> = BTreeMap::new();
    for class in Class::all() {
        if !all.contains_key(&class) {
            solve(&mut all, class);
        }
        let longest = all[&class].iter().max().copied().unwrap_or(0);
        told(class.0, longest.saturating_sub(1));
    }
    let mut packed = Vec::new();
    for (class, turns) in &all {
        packed.extend(class.0);
        let pairs = pairs(class, turns);
        let bytes = if pairs.iter().all(|it| *it == 0) {
            Vec::new()
        } else {
            miniz_oxide::deflate::compress_to_vec(&pairs, STRENGTH)
        };
        packed.extend((bytes.len() as u32).to_le_bytes());
        packed.extend(bytes);
    }
    packed
}

/// Returns the table of a class. Where nobody looks, it repeats what stands before, which packs best.
fn pairs(class: &Class, turns: &TurnsToEnd) -> Vec<u8> {
    let mut pairs: Vec<Option<u8>> = vec![None; turns.len()];
    class.each(|number, pieces| {
        if !BoardRules::ENGLISH.must_capture(&pieces.position()) {
            let turns = turns[number];
            pairs[number] = Some(if turns % 2 == 1 { turns.div_ceil(2) } else { 0 });
        }
    });
    let mut last = 0;
    let filled = pairs.into_iter().map(|pairs| {
        last = pairs.unwrap_or(last);
        last
    });
    filled.collect()
}

/// Solves a class together with that of the other side: each leads to the other, and beyond that only to solved ones.
fn solve(all: &mut BTreeMap<Class, TurnsToEnd>, class: Class) {
    let mut open: BTreeMap<Class, Vec<(usize, EndingPieces)>> = BTreeMap::new();
    for class in [class, class.turned()] {
        let mut positions = Vec::new();
        class.each(|number, pieces| positions.push((number, pieces)));
        open.insert(class, positions);
        all.insert(class, vec![0; class.size()]);
    }
    // The longest win that a move out of these classes leads to: until then, a round may find nothing and the next one something.
    let mut far = 0;
    let (mut idle, mut round, mut moves) = (0, 0, Vec::new());
    while idle < 2 || round <= far {
        idle += 1;
        for (class, positions) in &mut open {
            let mut found = Vec::new();
            positions.retain(|(number, pieces)| {
                let ends = ends(all, pieces, round, &mut moves, |next, turns| {
                    if next != class.turned() {
                        far = far.max(turns);
                    }
                });
                if ends {
                    found.push(*number);
                }
                !ends
            });
            if let Some(turns) = all.get_mut(class).filter(|_| !found.is_empty()) {
                found.into_iter().for_each(|number| turns[number] = round + 1);
                idle = 0;
            }
        }
        round += 1;
    }
}

/// Tells whether a position is won or lost after exactly `round` turns; all that are over sooner are known.
fn ends(
    all: &BTreeMap<Class, TurnsToEnd>,
    pieces: &EndingPieces,
    round: u8,
    moves: &mut Vec<Move>,
    mut told: impl FnMut(Class, u8),
) -> bool {
    let position = pieces.position();
    BoardRules::ENGLISH.moves(&position, moves);
    let (mut lost, mut longest) = (true, 0);
    for played in &*moves {
        let next = EndingPieces::of(&BoardRules::ENGLISH.play(&position, played));
        let class = next.class();
        // A side without pieces has lost.
        let turns = all.get(&class).map_or(1, |turns| turns[next.index()]);
        told(class, turns);
        match turns {
            0 => lost = false,
            turns if turns % 2 == 0 => longest = longest.max(turns),
            turns if turns == round => return true,
            _ => lost = false,
        }
    }
    lost && longest == round
}
