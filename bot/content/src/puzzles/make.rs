//! Makes puzzles: computer players play matches, and the search looks for choices that one of them
//! missed and that are clearly best.
use std::{
    num::NonZero,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use anyhow::anyhow;
use engine::{
    games::GameId,
    mind::{Judged, Level, Player},
    refusal::Refusal,
    seat::Seat,
    table::Table,
};

use super::{Puzzle, dice, goals, open, turn, words};

/// The most steps of a match that is searched.
const LONGEST: u32 = 160;

/// The least choices of a puzzle.
pub(super) const CHOICES: usize = 4;

/// How much better the solution of a new puzzle is than any other choice, as the search sees it.
const AHEAD: f64 = 0.12;

/// How much better it must still be when it is checked by other searches.
const STILL_AHEAD: f64 = 0.03;

/// The least chance to win with the solution.
const LEAST: f64 = 0.2;

/// The searches of a new puzzle.
const SEARCHES: [u64; 3] = [11, 12, 13];

/// Other searches, to check one.
const CHECKED_BY: [u64; 3] = [21, 22, 23];

/// In a puzzle about a shot, at most one of so many listed shots scores.
const RARE: usize = 12;

/// What to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzlePlan {
    pub game: GameId,
    pub count: usize,
    /// The number of the first match.
    pub seed: u64,
}

impl PuzzlePlan {
    /// Reads the words after the name of the game: `count=200 seed=1`.
    ///
    /// # Errors
    /// If there is no such game, or a number is invalid.
    pub fn read(game: &str, said: &[String]) -> anyhow::Result<PuzzlePlan> {
        let game = GameId::named(game).ok_or_else(|| anyhow!(words::no_game(game)))?;
        let mut plan = PuzzlePlan { game, count: 200, seed: 1 };
        for word in said {
            let invalid = || anyhow!(words::invalid(word));
            match word.split_once('=') {
                Some(("count", value)) => plan.count = value.parse().map_err(|_| invalid())?,
                Some(("seed", value)) => plan.seed = value.parse().map_err(|_| invalid())?,
                _ => return Err(invalid()),
            }
        }
        Ok(plan)
    }
}

/// Makes puzzles on every processor, at most one from each match, in the order of the matches.
///
/// # Errors
/// If computer players can't play the game.
pub fn make(plan: &PuzzlePlan) -> anyhow::Result<Vec<Puzzle>> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (next, enough) = (AtomicU64::new(plan.seed), AtomicBool::new(plan.count == 0));
    let found: Mutex<Vec<Puzzle>> = Mutex::default();
    let work = || -> Result<(), Refusal> {
        while !enough.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = from_match(plan.game, number)? else { continue };
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.push(puzzle);
            enough.store(plan.count <= found.len(), Ordering::Relaxed);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
    .map_err(|err| anyhow!(words::refused(&err)))?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|it| it.number);
    found.truncate(plan.count);
    Ok(found)
}

/// Checks by other searches that a puzzle's solution is clearly best. Returns the chances with it
/// and with the next best choice, in percent; none if it isn't.
///
/// # Errors
/// If the puzzle can't be played.
pub fn check(puzzle: &Puzzle) -> Result<Option<[u8; 2]>, Refusal> {
    let table = puzzle.table()?;
    let seat = turn(table.as_ref()).ok_or_else(Refusal::over)?;
    checked(table.as_ref(), seat, &puzzle.solution)
}

/// Checks a solution by other searches, as [`check`].
pub(super) fn checked(
    table: &dyn Table,
    seat: Seat,
    solution: &str,
) -> Result<Option<[u8; 2]>, Refusal> {
    clear(table, seat, solution, &CHECKED_BY, STILL_AHEAD)
}

/// Plays a match, and returns the first puzzle in it.
fn from_match(game: GameId, number: u64) -> Result<Option<Puzzle>, Refusal> {
    let mut table = open(game, number)?;
    let mut moves: Vec<String> = Vec::new();
    // Each match is searched from another step on, so that puzzles aren't all from openings.
    let from = 4 + number % 24;
    for step in 1..=LONGEST {
        let Some(seat) = turn(table.as_ref()) else { break };
        let seed = number.wrapping_mul(1000).wrapping_add(u64::from(step));
        let Some(thought) = table.think(seat, Player::Level(Level::Two), seed)? else { break };
        let listed = table.menu(seat).listed;
        if from <= u64::from(step)
            && CHOICES <= listed.len()
            && (captures_are_compulsory(game) || listed.iter().any(|it| is_capture(it)))
            && let Some((solution, chances)) = missed(table.as_ref(), seat, &thought.words)?
            && (captures_are_compulsory(game)
                || is_capture(&solution)
                || is_capture(&thought.words))
        {
            let name = format!("{number}.{}", moves.len());
            return Ok(Some(Puzzle {
                game,
                name,
                solution,
                chances,
                moves,
                number,
                position: None,
                asked: OnceLock::new(),
            }));
        }
        let played = table.play(seat, &thought.words, &mut dice(number, step))?;
        moves.push(played.written);
    }
    Ok(None)
}

/// Tells whether captures needn't be looked for; elsewhere a puzzle is about one, which is right or tempting.
fn captures_are_compulsory(game: GameId) -> bool {
    game.name() != "amtgard"
}

fn is_capture(words: &str) -> bool {
    words.contains('x')
}

/// Returns the choice that is clearly best, if the player missed it.
pub(super) fn missed(
    table: &dyn Table,
    seat: Seat,
    said: &str,
) -> Result<Option<(String, [u8; 2])>, Refusal> {
    let best = if is_about_shots(table.game()) {
        match table.think(seat, Player::Level(Level::Four), SEARCHES[0])? {
            Some(thought) => thought.words,
            None => return Ok(None),
        }
    } else {
        match table.compare(seat, said, SEARCHES[0])? {
            Judged { better: Some(best), .. } => best,
            _ => return Ok(None),
        }
    };
    let found = clear(table, seat, &best, &SEARCHES, AHEAD)?;
    Ok(found.map(|chances| (best, chances)))
}

/// Tells whether a choice is clearly best, by each of the searches.
fn clear(
    table: &dyn Table,
    seat: Seat,
    words: &str,
    searches: &[u64],
    wanted: f64,
) -> Result<Option<[u8; 2]>, Refusal> {
    if is_about_shots(table.game()) {
        return Ok(scores_alone(table, seat, words)?.then_some([100, 0]));
    }
    let mut least: Option<[f64; 2]> = None;
    for &seed in searches {
        let Judged { expected, better, margin, clear_by, .. } = table.compare(seat, words, seed)?;
        let Some(first) = expected else { return Ok(None) };
        let chance = if seat == Seat::First { first } else { 1.0 - first };
        if better.is_some() || clear_by < wanted || chance < LEAST {
            return Ok(None);
        }
        if least.is_none_or(|[best, next]| margin < best - next) {
            least = Some([chance, chance - margin]);
        }
    }
    let percent = |share: f64| (100.0 * share).round().clamp(0.0, 100.0) as u8;
    Ok(least.map(|it| it.map(percent)))
}

/// Tells whether the choices are shots, of which no list is complete.
pub(super) fn is_about_shots(game: GameId) -> bool {
    game.name() == "piecepack"
}

/// Tells whether a shot scores, and hardly any other that is listed does.
fn scores_alone(table: &dyn Table, seat: Seat, words: &str) -> Result<bool, Refusal> {
    let before = goals(table, seat);
    let scores = |words: &str| -> Result<bool, Refusal> {
        let mut after = table.game().resume(&table.save().map_err(super::broken)?);
        let Ok(after) = &mut after else { return Ok(false) };
        Ok(after.play(seat, words, &mut dice(0, 1)).is_ok() && before < goals(after.as_ref(), seat))
    };
    if !scores(words)? {
        return Ok(false);
    }
    let listed = table.menu(seat).listed;
    let mut others = 0;
    for other in listed.iter().filter(|it| *it != words) {
        others += usize::from(scores(other)?);
    }
    Ok(RARE * others <= listed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_and_what_is_wrong_in_it_is_named() {
        let read = |game: &str, said: &[&str]| {
            let said: Vec<String> = said.iter().map(|it| (*it).to_owned()).collect();
            PuzzlePlan::read(game, &said).map_err(|err| err.to_string())
        };
        let plan = read("trapdoor", &["count=3", "seed=7"]).unwrap();
        assert_eq!((plan.count, plan.seed), (3, 7));
        assert!(read("chess", &[]).unwrap_err().contains("trapdoor"));
        assert!(read("trapdoor", &["count=many"]).unwrap_err().contains("count=many"));
    }

    #[test]
    fn the_same_plan_makes_the_same_puzzles_and_they_pass_the_check() {
        for game in ["trapdoor", "draughts", "piecepack"] {
            let plan = PuzzlePlan { game: GameId::named(game).unwrap(), count: 1, seed: 1 };
            let made = make(&plan).unwrap();
            assert_eq!(made.len(), 1, "{game}");
            assert!(check(&made[0]).unwrap().is_some(), "{game}");
            assert!(made[0].answer(&made[0].solution).unwrap().right, "{game}");
            let again = from_match(plan.game, made[0].number).unwrap().unwrap();
            assert_eq!(again.to_string(), made[0].to_string(), "{game}");
        }
    }
}
