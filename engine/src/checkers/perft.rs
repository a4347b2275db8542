//! Counts the leaves of the move tree, the usual proof of a move generator.
use super::{
    board::Position,
    moves::{BoardRules, Move},
};

/// How captures with the same result are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Each path of a capture separately.
    Ways,
    /// Captures with the same ends that take the same pieces as one.
    Results,
}

/// Counts the positions `depth` moves away, with repeats. The last moves are counted, not made.
pub fn perft(law: &BoardRules, position: &Position, depth: u8, counting: Counting) -> u64 {
    let mut buffers = vec![Vec::new(); usize::from(depth)];
    descend(law, position, counting, &mut buffers)
}

fn descend(
    law: &BoardRules,
    position: &Position,
    counting: Counting,
    buffers: &mut [Vec<Move>],
) -> u64 {
    let Some((moves, rest)) = buffers.split_first_mut() else { return 1 };
    if rest.is_empty() && counting == Counting::Ways {
        return law.count(position);
    }
    if !law.must_capture(position) {
        let mut leaves = 0;
        // Most of the work is here: one call less for each position before the leaves.
        if let ([_], Counting::Ways) = (&*rest, counting) {
            law.each_step(position, |next| leaves += law.count(&next));
        } else {
            law.each_step(position, |next| leaves += descend(law, &next, counting, rest));
        }
        return leaves;
    }
    law.captures(position, moves);
    if counting == Counting::Results {
        merge(moves);
    }
    if rest.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|played| descend(law, &law.play(position, played), counting, rest)).sum()
}

fn merge(moves: &mut Vec<Move>) {
    let mut kept: usize = 0;
    for n in 0..moves.len() {
        let next = moves[n];
        if !moves[..kept].iter().any(|it| it.same_result(&next)) {
            moves[kept] = next;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// A position and its known counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What the file calls it.
    pub name: String,
    /// Where counting starts.
    pub position: Position,
    /// What is known.
    pub rows: Vec<PerftRow>,
}

/// One known count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// How captures are counted.
    pub counting: Counting,
    /// How many moves deep.
    pub depth: u8,
    /// How many leaves.
    pub leaves: u64,
}

/// Reads the cases of a file of known counts: lines `name …`, `fen …`, `ways <depth> <leaves>`
/// and `results <depth> <leaves>`; `#` starts a remark.
///
/// # Errors
/// Returns the first line that can't be read, with its number.
pub fn cases(file: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut name = String::new();
    for (n, line) in file.lines().enumerate() {
        let fault = || format!("line {}: {line}", n + 1);
        let mut words = line.split_ascii_whitespace();
        let (Some(head), rest) = (words.next(), words.clone().collect::<Vec<_>>()) else {
            continue;
        };
        match (head, &rest[..]) {
            (remark, _) if remark.starts_with('#') => {}
            ("name", _) => name = rest.join(" "),
            ("fen", [fen]) => cases.push(Case {
                name: std::mem::take(&mut name),
                position: fen.parse().map_err(|_| fault())?,
                rows: Vec::new(),
            }),
            ("ways" | "results", [depth, leaves]) => {
                let row = PerftRow {
                    counting: if head == "ways" { Counting::Ways } else { Counting::Results },
                    depth: depth.parse().map_err(|_| fault())?,
                    leaves: leaves.parse().map_err(|_| fault())?,
                };
                cases.last_mut().ok_or_else(fault)?.rows.push(row);
            }
            _ => return Err(fault()),
        }
    }
    Ok(cases)
}
