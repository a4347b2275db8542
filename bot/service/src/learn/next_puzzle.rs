//! Which puzzle comes next: one that the asker hasn't seen, about as hard as they are good.
use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use model::{glicko::Rating, ids::PersonId};
use sha2::{Digest as _, Sha256};
use store::PuzzleTry;

use super::{puzzle, puzzle_place::PuzzlePlace, words};
use crate::{RequestError, context::RequestContext};

/// How near the ratings of puzzles are that count as equally hard.
const STEP: f64 = 50.0;

/// Shows a puzzle that the asker hasn't seen, about as hard as they are good. When they have seen all of
/// the game, those come again that they left unsolved.
pub(super) fn next_puzzle(
    cx: &mut RequestContext<'_>,
    game: Option<GameId>,
    rows: &[PuzzleTry],
) -> Result<(), RequestError> {
    let games = GameId::ALL.iter().copied().filter(|game| !puzzles::of(*game).is_empty());
    let game = match game.or_else(|| games.clone().next()) {
        Some(game) => game,
        None => return Err(words::puzzles::no_puzzle_open().into()),
    };
    let own = cx.tx.solver(cx.me.id)?.map_or(Rating::unknown(), |it| it.rating).rating;
    let row_of = |puzzle: &Puzzle| {
        rows.iter().find(|row| row.game == puzzle.game && row.puzzle == puzzle.name)
    };
    let is_unsolved = |row: &PuzzleTry| row.solved_at.is_none() && !row.shown && !row.open;
    let all = puzzles::of(game).iter();
    let (new, seen): (Vec<_>, Vec<_>) = all.partition(|puzzle| row_of(puzzle).is_none());
    let left =
        || seen.into_iter().filter(|puzzle| row_of(puzzle).is_some_and(is_unsolved)).collect();
    let mut best: Option<(i64, u64, &'static Puzzle)> = None;
    for puzzle in if new.is_empty() { left() } else { new } {
        let rating = cx.tx.puzzle_rating(game, &puzzle.name)?;
        let off = rating.map_or(0.0, |rating| (rating.rating - own).abs());
        let key = ((off / STEP) as i64, drawn(cx.me.id, puzzle));
        if best.is_none_or(|best| key < (best.0, best.1)) {
            best = Some((key.0, key.1, puzzle));
        }
    }
    match best {
        Some((_, _, puzzle)) => {
            let place = PuzzlePlace::at(puzzle, rows, cx.now);
            puzzle::show_puzzle(cx, place)
        }
        None => {
            let others = games.filter(|it| *it != game).map(words::puzzles::puzzle_game_line);
            Err(words::puzzles::all_puzzles_seen(game).instead(others).into())
        }
    }
}

/// Draws the place of a puzzle in a person's own order, so that another account shows others first.
fn drawn(person: PersonId, puzzle: &Puzzle) -> u64 {
    let mut hash = Sha256::new();
    hash.update(person.0.to_le_bytes());
    hash.update(puzzle.game.name());
    hash.update([0]);
    hash.update(&puzzle.name);
    let mut first = [0; 8];
    first.copy_from_slice(&hash.finalize()[..8]);
    u64::from_le_bytes(first)
}
