//! Choices that people missed in their own matches, as puzzles.
use std::sync::OnceLock;

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
    /// Makes a puzzle of the position before a step of a person's match. What was hidden from their
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
            asked: OnceLock::new(),
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

#[cfg(test)]
mod tests {
    use engine::{
        chance::Dice,
        games::GameId,
        seat::{BySeat, Observer},
    };

    use super::{super::named, *};

    fn table_of(game: &str, seed: u64) -> Box<dyn Table> {
        let game = GameId::named(game).unwrap();
        game.open(game.options("").unwrap(), &mut Dice::thinking(seed)).unwrap()
    }

    #[test]
    fn what_a_seat_does_not_know_is_dealt_again_and_what_it_sees_stays() {
        let names = BySeat::new(|_| String::new());
        let mut others = 0;
        for seed in 1..=20 {
            let table = table_of("alien", seed);
            let Some(seat) = turn(table.as_ref()) else { panic!("nobody is asked") };
            let missed = MissedChoice { solution: "x".to_owned(), chances: [70, 40] };
            let puzzle = Puzzle::of_match(table.as_ref(), seat, (seed, 1), missed).unwrap();
            let dealt = puzzle.table().unwrap();
            let own = Observer { viewer: Viewer::Seat(seat), names: &names };
            assert_eq!(dealt.show(own), table.show(own), "{seed}");
            let other = Observer { viewer: Viewer::Seat(seat.other()), names: &names };
            others += u32::from(dealt.show(other) != table.show(other));
            assert!(puzzle.is_own() && puzzle.name == format!("#{seed}.1"));
        }
        assert!(10 < others, "the other side's planet was dealt again {others} times of 20");
    }

    #[test]
    fn a_choice_is_missed_if_it_is_clearly_best_and_another_was_made() {
        let house = named(GameId::named("draughts").unwrap(), &first("draughts")).unwrap();
        let (table, seat) = (house.table().unwrap(), house.seat().unwrap());
        let table = table.as_ref();
        let found = |said: &str| missed_choice(table, seat, (12, 31), said).unwrap();
        assert_eq!(found(&house.solution), None, "it was found");
        let listed = table.menu(seat).listed;
        let others = listed.iter().filter(|it| **it != house.solution);
        let missed: Vec<MissedChoice> = others.filter_map(|it| found(it)).collect();
        assert!(!missed.is_empty());
        assert!(missed.iter().all(|it| it.solution == house.solution), "{missed:?}");
        assert!(missed_choice(table, seat, (12, 31), "wibble").is_err());
        assert_eq!(missed_choice(table, seat.other(), (12, 31), "b6-a5").unwrap(), None);
    }

    fn first(game: &str) -> String {
        super::super::of(GameId::named(game).unwrap())[0].name.clone()
    }

    #[test]
    fn a_shot_with_a_tremor_is_no_puzzle() {
        let house = named(GameId::named("piecepack").unwrap(), &first("piecepack")).unwrap();
        let (table, seat) = (house.table().unwrap(), house.seat().unwrap());
        let solution = |of: &str| MissedChoice { solution: of.to_owned(), chances: [100, 0] };
        let still = Puzzle::of_match(&*table, seat, (1, 1), solution(&house.solution)).unwrap();
        assert!(still.comes_out_the_same(seat).unwrap());
        // As the game is usually played, there is a tremor.
        let mut usual = table_of("piecepack", 3);
        let (seat, shot) = loop {
            let seat = turn(&*usual).unwrap();
            let listed = usual.menu(seat).listed;
            match listed.iter().find(|it| it.starts_with("flick")) {
                Some(shot) => break (seat, shot.clone()),
                None => usual.play(seat, &listed[0], &mut Dice::thinking(4)).unwrap(),
            };
        };
        let shaken = Puzzle::of_match(&*usual, seat, (1, 1), solution(&shot)).unwrap();
        assert!(!shaken.comes_out_the_same(seat).unwrap());
    }
}
