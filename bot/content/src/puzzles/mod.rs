//! Puzzles: positions from matches where one choice is clearly best. Those of the house are from matches of
//! computer players, the others from matches of the person who solves them.
mod make;
mod missed;
mod words;

use std::{
    collections::HashMap,
    fmt,
    str::FromStr,
    sync::{LazyLock, OnceLock},
};

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    mind::Outlook,
    refusal::{Code, Refusal},
    seat::Seat,
    table::{Saved, Table},
};

pub use self::{
    make::{PuzzlePlan, check, make},
    missed::{MissedChoice, missed_choice},
};

/// The puzzles of each game, one a line: number, solution, chances, and the moves up to it.
const FILES: &[(&str, &str)] = &[
    ("trapdoor", include_str!("../../../../data/puzzles/trapdoor.txt")),
    ("alien", include_str!("../../../../data/puzzles/alien.txt")),
    ("piecepack", include_str!("../../../../data/puzzles/piecepack.txt")),
    ("metasoccer", include_str!("../../../../data/puzzles/metasoccer.txt")),
    ("amtgard", include_str!("../../../../data/puzzles/amtgard.txt")),
    ("draughts", include_str!("../../../../data/puzzles/draughts.txt")),
];

/// Between the fields of a line.
const FIELD: &str = " | ";

/// Between the moves of a line.
const MOVE: &str = "; ";

/// A position with a choice that is clearly best.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub game: GameId,
    /// The number of the match whose dice it has, and how many steps were played: `117.23`. In a person's own match the step that
    /// missed the solution: `#12.31`.
    pub name: String,
    /// The best choice, as the game writes it.
    pub solution: String,
    /// The chance to win with the solution and with the next best choice, in percent.
    pub chances: [u8; 2],
    moves: Vec<String>,
    number: u64,
    /// Where the moves begin, if not with the match.
    position: Option<Saved>,
    /// The side that is asked, once its moves were played.
    asked: OnceLock<Seat>,
}

/// What came of an answer.
pub struct PuzzleAnswer {
    /// The position after it.
    pub table: Box<dyn Table>,
    /// The answer as the game writes it.
    pub written: String,
    pub right: bool,
    /// Whether it only came near the solution, which was played instead.
    pub near: bool,
}

/// Every puzzle of a game, in the order of its file.
static ALL: LazyLock<HashMap<GameId, Vec<Puzzle>>> = LazyLock::new(|| {
    let games = FILES.iter().filter_map(|(name, text)| {
        let game = GameId::named(name)?;
        Some((game, text.lines().filter_map(|it| Puzzle::read(game, it)).collect()))
    });
    games.collect()
});

/// Returns the puzzles of a game; none if it has none.
pub fn of(game: GameId) -> &'static [Puzzle] {
    ALL.get(&game).map_or(&[], Vec::as_slice)
}

/// Returns a puzzle by name.
pub fn named(game: GameId, name: &str) -> Option<&'static Puzzle> {
    of(game).iter().find(|it| it.name == name)
}

/// The settings that puzzles of a game are played with.
pub fn settings(game: GameId) -> &'static str {
    // With a tremor, the same words wouldn't bring the same shot.
    if game.name() == "piecepack" { "tremor=none" } else { "" }
}

impl Puzzle {
    /// Reads a line of a file; none for comments and lines that aren't puzzles.
    pub fn read(game: GameId, line: &str) -> Option<Puzzle> {
        let mut fields = line.split(FIELD);
        let (name, solution) = (fields.next()?.trim(), fields.next()?.trim());
        let mut chances = fields.next()?.split_whitespace().map(u8::from_str);
        let chances = [chances.next()?.ok()?, chances.next()?.ok()?];
        let moves = fields.next()?.split(MOVE).map(|part| part.trim().to_owned()).collect();
        let (number, _) = name.split_once('.')?;
        let number = number.parse().ok()?;
        let (name, solution) = (name.to_owned(), solution.to_owned());
        let (position, asked) = (None, OnceLock::new());
        Some(Puzzle { game, name, solution, chances, moves, number, position, asked })
    }

    /// Returns its position.
    ///
    /// # Errors
    /// If its moves can't be played, as after a change of the rules.
    pub fn table(&self) -> Result<Box<dyn Table>, Refusal> {
        let mut table = match &self.position {
            Some(position) => self.game.resume(position).map_err(broken)?,
            None => open(self.game, self.number)?,
        };
        for (step, words) in (1..).zip(&self.moves) {
            let seat = turn(table.as_ref()).ok_or_else(Refusal::over)?;
            table.play(seat, words, &mut dice(self.number, step))?;
        }
        Ok(table)
    }

    /// Returns the side that has to find the solution.
    ///
    /// # Errors
    /// As [`Puzzle::table`].
    pub fn seat(&self) -> Result<Seat, Refusal> {
        match self.asked.get() {
            Some(seat) => Ok(*seat),
            None => {
                let seat = turn(self.table()?.as_ref()).ok_or_else(Refusal::over)?;
                Ok(*self.asked.get_or_init(|| seat))
            }
        }
    }

    /// Tries an answer. It is right if it is the solution, leads to the same position, scores as the
    /// solution does, or differs from it by no more than people can measure: then the solution is
    /// played.
    ///
    /// # Errors
    /// If the game refuses it.
    pub fn answer(&self, words: &str) -> Result<PuzzleAnswer, Refusal> {
        let (before, seat) = (self.table()?, self.seat()?);
        let play = |words: &str| -> Result<(Box<dyn Table>, String), Refusal> {
            let mut table = self.table()?;
            let step = u32::try_from(self.moves.len()).unwrap_or(u32::MAX).saturating_add(1);
            let played = table.play(seat, words, &mut dice(self.number, step))?;
            Ok((table, played.written))
        };
        let (table, written) = play(words)?;
        let (solved, _) = play(&self.solution)?;
        let scores = |table: &dyn Table| goals(before.as_ref(), seat) < goals(table, seat);
        let state = |table: &dyn Table| table.save().map(|it| it.state).map_err(broken);
        let right = written == self.solution
            || scores(solved.as_ref()) && scores(table.as_ref())
            || state(solved.as_ref())? == state(table.as_ref())?;
        if !right && before.near(seat, words, &self.solution)? {
            return Ok(PuzzleAnswer { table: solved, written, right: true, near: true });
        }
        Ok(PuzzleAnswer { table, written, right, near: false })
    }
}

impl Puzzle {
    /// Says what an answer is in words, what it gains and loses, and what probably follows; after a shot
    /// that is shown.
    ///
    /// # Errors
    /// If the game refuses the answer.
    pub fn outlook(&self, words: &str) -> Result<Outlook, Refusal> {
        let mut outlook = self.table()?.outlook(self.seat()?, words, self.number)?;
        if self.is_about_shots() {
            outlook.line.truncate(1);
        }
        Ok(outlook)
    }

    /// Tells whether it is from a match of the person who solves it.
    pub fn is_own(&self) -> bool {
        self.position.is_some()
    }

    /// Tells whether its choices are shots, of which no list is complete.
    pub fn is_about_shots(&self) -> bool {
        make::is_about_shots(self.game)
    }
}

impl fmt::Display for Puzzle {
    /// Writes its line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { name, solution, chances: [best, next], moves, .. } = self;
        let moves = moves.join(MOVE);
        write!(f, "{name}{FIELD}{solution}{FIELD}{best} {next}{FIELD}{moves}")
    }
}

/// Opens the match with a number.
fn open(game: GameId, number: u64) -> Result<Box<dyn Table>, Refusal> {
    game.open(game.options(settings(game))?, &mut dice(number, 0))
}

/// Returns the dice of a step of the match with a number.
fn dice(number: u64, step: u32) -> Dice {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Dice::fair(&Seed::from_bytes(bytes), StepKey { step, take: 0 })
}

/// Returns the side that has to decide; none when the match is over.
fn turn(table: &dyn Table) -> Option<Seat> {
    match table.status() {
        Status::Waiting(prompts) => prompts.first().map(|it| it.seat),
        Status::Over(_) => None,
    }
}

/// Returns a side's goals; 0 in games without goals.
fn goals(table: &dyn Table, seat: Seat) -> u32 {
    let score = table.probe("score").unwrap_or_default();
    let mut goals = score.split_whitespace().map(|number| number.parse().unwrap_or(0));
    goals.nth(seat.index()).unwrap_or(0)
}

fn broken(why: String) -> Refusal {
    Refusal::new(Code::Broken, why)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The least number of puzzles of each game.
    const LEAST: [(&str, usize); 6] = [
        ("trapdoor", 200),
        ("amtgard", 200),
        ("alien", 100),
        ("piecepack", 100),
        ("metasoccer", 100),
        ("draughts", 100),
    ];

    #[test]
    fn every_line_is_a_puzzle_and_every_solution_is_right() {
        for (name, text) in FILES {
            let game = GameId::named(name).unwrap();
            let least = LEAST.iter().find(|it| it.0 == *name).unwrap().1;
            assert!(least <= of(game).len(), "{name} has {} puzzles", of(game).len());
            assert_eq!(text.lines().count(), of(game).len(), "{name}");
            let names: BTreeSet<&str> = of(game).iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names.len(), of(game).len(), "{name}");
            for puzzle in of(game) {
                assert_eq!(
                    puzzle.to_string().as_str(),
                    text.lines().nth(names_at(puzzle)).unwrap()
                );
                let answer = puzzle.answer(&puzzle.solution);
                let answer = answer.unwrap_or_else(|err| panic!("{name} {}: {err}", puzzle.name));
                assert!(
                    answer.right && answer.written == puzzle.solution,
                    "{name} {}",
                    puzzle.name
                );
            }
        }
    }

    #[test]
    fn a_shot_that_comes_near_the_solution_is_right_and_the_solution_is_played() {
        let game = GameId::named("piecepack").unwrap();
        let mut tried = 0;
        for puzzle in of(game) {
            let words: Vec<&str> = puzzle.solution.split(' ').collect();
            let ["flick", kicker, heading, power] = words[..] else { continue };
            let Ok(heading) = heading.parse::<f64>() else { continue };
            let turned = |by: f64| {
                let words =
                    format!("flick {kicker} {:.3} {power}", (heading + by).rem_euclid(360.0));
                puzzle.answer(&words).unwrap()
            };
            let near = turned(1.5);
            assert!(near.right, "{}", puzzle.name);
            let seat = puzzle.seat().unwrap();
            let before = goals(puzzle.table().unwrap().as_ref(), seat);
            assert!(before < goals(near.table.as_ref(), seat), "{}", puzzle.name);
            assert!(!turned(2.5).near && !turned(-90.0).near, "{}", puzzle.name);
            tried += 1;
        }
        assert!(50 < tried, "{tried}");
    }

    #[test]
    fn an_outlook_counts_an_exchange_to_its_end() {
        let text = "game draughts\ntitle A shot\n\nsetup clear\nsetup g7 black man\n\
                    setup f6 black man\nsetup g5 black man\nsetup h8 black man\n\
                    setup g3 white man\nsetup c3 white man\nsetup h2 white man\n\
                    setup e1 white man\nsetup turn black\nexpect waits black\n";
        let table = engine::scenario::run(text).table.unwrap();
        let outlook = |words: &str| table.outlook(Seat::First, words, 1).unwrap();
        let shot = outlook("g5-f4");
        assert_eq!(shot.says.as_deref(), Some("It takes 2 pieces and loses a piece."));
        assert_eq!(
            (shot.net, &shot.written()[..2]),
            (1, &["g5-f4", "g3xe5"].map(str::to_owned)[..])
        );
        let said = shot.line.iter().map(|action| format!("{} ({})", action.says, action.explains));
        assert_eq!(said.take(2).collect::<Vec<_>>(), ["g5 → f4 ()", "g3 → e5 (captures f4)"]);
        assert_eq!(outlook("g5-h4").says, None);
    }

    fn names_at(puzzle: &Puzzle) -> usize {
        of(puzzle.game).iter().position(|it| it.name == puzzle.name).unwrap()
    }

    #[test]
    fn another_choice_than_the_solution_does_not_pass_the_check() {
        for (name, _) in FILES {
            let puzzle = &of(GameId::named(name).unwrap())[0];
            let menu = puzzle.table().unwrap().menu(puzzle.seat().unwrap());
            let is_wrong = |answer: &&String| puzzle.answer(answer).is_ok_and(|it| !it.right);
            let solution = menu.listed.iter().find(is_wrong).unwrap().clone();
            let wrong = Puzzle { solution, ..puzzle.clone() };
            assert_eq!(check(&wrong).unwrap(), None, "{name}: {}", wrong.solution);
        }
    }
}
