//! Choices that people missed in their own matches, as puzzles.
use engine::{
    refusal::Refusal,
    seat::{Seat, Viewer},
    table::Table,
};

use super::{
    Puzzle, broken, dice,
    make::{CHOICES, checked, missed},
    turn,
};

/// With how many other dice the solution of a puzzle about a shot must come out the same.
const ROLLS: u32 = 3;

/// A choice that somebody missed and that is clearly best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedChoice {
    /// It, as the game writes it.
    pub solution: String,
    /// The chance to win with it and with the next best choice, in percent.
    pub chances: [u8; 2],
}

/// Returns the choice that a seat missed when it said something else, if that is a puzzle as those of
/// the house are: several searches must agree on it, by what the seat knew.
///
/// # Errors
/// If computer players can't play such a match, or the words can't be read.
pub fn missed_choice(
    table: &dyn Table,
    seat: Seat,
    (match_number, step): (u64, u32),
    said: &str,
) -> Result<Option<MissedChoice>, Refusal> {
    let seen = seen_by(table, seat, match_number, step);
    let seen = seen.as_ref();
    if turn(seen) != Some(seat) || seen.menu(seat).listed.len() < CHOICES {
        return Ok(None);
    }
    let Some((solution, chances)) = missed(seen, seat, said)? else { return Ok(None) };
    if checked(seen, seat, &solution)?.is_none() {
        return Ok(None);
    }
    let found = MissedChoice { solution, chances };
    let puzzle = Puzzle::of_match(table, seat, (match_number, step), found.clone())?;
    let fits = puzzle.comes_out_the_same(seat)?
        && puzzle.answer(&found.solution)?.right
        && !puzzle.answer(said)?.right;
    Ok(fits.then_some(found))
}

impl Puzzle {
    /// Makes a puzzle of the position before a step of somebody's match. What was hidden from their
    /// seat there is dealt again, so that the puzzle tells nothing about it.
    ///
    /// # Errors
    /// If the position can't be saved.
    pub fn of_match(
        table: &dyn Table,
        seat: Seat,
        (match_number, step): (u64, u32),
        missed: MissedChoice,
    ) -> Result<Puzzle, Refusal> {
        let MissedChoice { solution, chances } = missed;
        let seen = seen_by(table, seat, match_number, step);
        Ok(Puzzle {
            game: table.game(),
            name: format!("#{match_number}.{step}"),
            solution,
            chances,
            moves: Vec::new(),
            number: match_number,
            position: Some(seen.save().map_err(broken)?),
        })
    }

    /// Tells whether its solution brings the same with other dice. A shot with a tremor doesn't.
    fn comes_out_the_same(&self, seat: Seat) -> Result<bool, Refusal> {
        if !self.is_about_shots() {
            return Ok(true);
        }
        let play = |roll: u32| {
            let mut table = self.table()?;
            table.play(seat, &self.solution, &mut dice(self.number, roll))?;
            table.save().map(|it| it.state).map_err(broken)
        };
        let first = play(1)?;
        for roll in 2..=ROLLS {
            if play(roll)? != first {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns a position as a seat may imagine it.
fn seen_by(table: &dyn Table, seat: Seat, match_number: u64, step: u32) -> Box<dyn Table> {
    table.determinize(Viewer::Seat(seat), &mut dice(match_number, step))
}
