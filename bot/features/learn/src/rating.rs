//! Ratings of puzzles and of those who solve them.
use content::puzzles::Puzzle;
use engine::seat::Seat;
use model::glicko::{self, Rating};
use service::{RequestError, context::RequestContext};
use store::ZONE;

use super::{
    puzzle_place::PuzzlePlace,
    rows::{self, Solver},
};

/// The deviation of a solver's first rating. It is less than in matches, so that the first answers
/// change it little: by 24 while nobody has tried the puzzle, and by less than 90 later.
const FIRST_DEVIATION: f64 = 200.0;

/// Rates the first answer to a puzzle, unless the solution was shown; returns the solver's
/// ratings before and after.
pub(super) fn rate_puzzle(
    cx: &mut RequestContext<'_>,
    place: &PuzzlePlace,
    right: bool,
) -> Result<Option<[f64; 2]>, RequestError> {
    let mut solver = rows::solver(cx.tx, cx.me.id)?.unwrap_or(Solver {
        rating: Rating { deviation: FIRST_DEVIATION, ..Rating::unknown() },
        days: 0,
        most_days: 0,
        last_day: i64::MIN,
    });
    let day = cx.me.settings.get(&ZONE).day_number(cx.now);
    let is_new = place.row.solved_at.is_none() && !place.row.shown;
    if right && is_new && solver.last_day != day {
        let follows = solver.last_day.checked_add(1) == Some(day);
        solver.days = if follows { solver.days + 1 } else { 1 };
        solver.most_days = solver.most_days.max(solver.days);
        solver.last_day = day;
    }
    let before = solver.rating.rating;
    let Puzzle { game, name, .. } = &*place.puzzle;
    let counts = place.is_rated_next();
    if counts {
        let own = rows::puzzle_rating(cx.tx, *game, name)?.unwrap_or_else(Rating::unknown);
        let winner = if right { Seat::First } else { Seat::Second };
        let [person, puzzle] = glicko::rate([solver.rating, own], Some(winner), 1.0, cx.now);
        rows::put_puzzle_rating(cx.tx, *game, name, &puzzle)?;
        solver.rating = person;
    }
    rows::put_solver(cx.tx, cx.me.id, &solver)?;
    Ok(counts.then_some([before, solver.rating.rating]))
}
