//! How small endings of English draughts go with the best play of both: every position of up to four pieces, and three kings against two.
//!
//! A table has a byte for each position where a side is to move: in how many pairs of turns it loses, or that it doesn't. Whether it
//! wins follows from its moves, so that isn't stored. `cargo run --release -p engine --example endings` makes them, as [`make`] says.
mod classes;
pub mod make;
#[cfg(test)]
mod tests;

use std::sync::{LazyLock, OnceLock};

use self::classes::{Class, EndingPieces};
use super::{BoardRules, Color, Position};

/// How an ending goes with the best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedEnding {
    Drawn,
    /// This side wins; the match is over after so many turns of both.
    Won(Color, u8),
}

/// The tables, packed: for each its class, the length, and then the bytes. An empty one stands for a class that never loses.
static PACKED: &[u8] = include_bytes!("../../../../data/endings/english.bin");

static TABLES: LazyLock<Vec<PackedTable>> = LazyLock::new(|| unpacked_heads(PACKED));

/// The table of a class, which is unpacked when it is first needed.
struct PackedTable {
    class: Class,
    bytes: &'static [u8],
    table: OnceLock<Vec<u8>>,
}

/// Says how a position ends with the best play of both; none if the endings with these pieces aren't known.
///
/// Draws by counting turns play no part.
pub fn known(position: &Position) -> Option<SolvedEnding> {
    let most = position.board.occupied().len();
    if MOST < most || Color::BOTH.into_iter().any(|color| position.board.count(color) == 0) {
        return None;
    }
    if let Some(turns) = lost_in(position)? {
        return Some(SolvedEnding::Won(!position.turn, turns));
    }
    let after = BoardRules::ENGLISH.legal(position);
    let wins = after.iter().filter_map(|played| {
        let next = BoardRules::ENGLISH.play(position, played);
        match next.board.count(next.turn) {
            0 => Some(1),
            _ => lost_in(&next).flatten().map(|turns| turns.saturating_add(1)),
        }
    });
    Some(wins.min().map_or(SolvedEnding::Drawn, |turns| SolvedEnding::Won(position.turn, turns)))
}

/// The most pieces of a known ending.
const MOST: usize = 5;

/// Returns after how many turns the side to move has lost; none within if it doesn't lose, and none if there is no table.
fn lost_in(position: &Position) -> Option<Option<u8>> {
    // Captures lead to smaller endings, so these positions aren't stored.
    if BoardRules::ENGLISH.must_capture(position) {
        let mut longest = 0;
        for played in BoardRules::ENGLISH.legal(position) {
            let next = BoardRules::ENGLISH.play(position, &played);
            match known(&next) {
                Some(SolvedEnding::Won(winner, turns)) if winner == next.turn => {
                    longest = longest.max(turns.saturating_add(1));
                }
                Some(_) => return Some(None),
                None if next.board.count(next.turn) == 0 => return Some(None),
                None => return None,
            }
        }
        return Some(Some(longest));
    }
    let pieces = EndingPieces::of(position);
    let class = pieces.class();
    let at = TABLES.binary_search_by_key(&class, |packed| packed.class).ok()?;
    let packed = TABLES.get(at)?;
    let unpack = || miniz_oxide::inflate::decompress_to_vec(packed.bytes).unwrap_or_default();
    let table = packed.table.get_or_init(unpack);
    let pairs = table.get(pieces.index()).copied().unwrap_or(0);
    Some(pairs.checked_sub(1).map(|pairs| 2 * pairs))
}

fn unpacked_heads(mut packed: &'static [u8]) -> Vec<PackedTable> {
    let mut all = Vec::new();
    while let Some((&[men, kings, other_men, other_kings, a, b, c, d], rest)) =
        packed.split_first_chunk()
    {
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let (bytes, rest) = rest.split_at(length.min(rest.len()));
        let class = Class([men, kings, other_men, other_kings]);
        all.push(PackedTable { class, bytes, table: OnceLock::new() });
        packed = rest;
    }
    all
}
