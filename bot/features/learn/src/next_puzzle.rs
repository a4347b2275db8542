//! Which puzzle comes next: one that the asker hasn't seen, about as hard as they are good.
use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use model::{glicko::Rating, ids::PersonId, time::DAY};
use service::{RequestError, RoomWeek, WeekWords, context::RequestContext};
use sha2::{Digest as _, Sha256};

use super::{
    puzzle,
    puzzle_place::PuzzlePlace,
    rows::{self, PuzzleTry},
    words,
};

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
    let own = rows::solver(cx.tx, cx.me.id)?.map_or(Rating::unknown(), |it| it.rating).rating;
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
        let rating = rows::puzzle_rating(cx.tx, game, &puzzle.name)?;
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

/// Offers a room, with what it is told of its week, a puzzle that was never its puzzle of the day, of the week's game if it has any left.
pub(crate) fn of_week(
    cx: &RequestContext<'_>,
    week: &RoomWeek<'_>,
) -> Result<WeekWords, RequestError> {
    let room = week.room.id;
    let had = rows::puzzle_days(cx.tx, room)?;
    let is_fresh = |puzzle: &&Puzzle| {
        !had.iter().any(|day| day.game == puzzle.game && day.puzzle == puzzle.name)
    };
    let fresh: Vec<&Puzzle> = puzzles::of(week.game).iter().filter(is_fresh).collect();
    // Each room has an order of its own, and each week another one.
    let nth = room.0.unsigned_abs().wrapping_mul(37).wrapping_add((week.end / DAY).unsigned_abs());
    let Some(puzzle) = fresh.get(nth as usize % fresh.len().max(1)) else {
        return Ok(WeekWords::default());
    };
    Ok(WeekWords {
        to_try: vec![words::puzzles::to_try(puzzle)],
        choices: vec![words::puzzles::try_this(puzzle)],
        ..WeekWords::default()
    })
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
