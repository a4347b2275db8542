//! Every ruling of the game, its words and its secrets. The scenario files are played elsewhere.
mod cards;
mod evaluate;
mod quick;
mod random;
mod refusals;
mod secrets;
mod told;
mod turns;
mod walls;
mod words;

use super::{Action, Alien, CardPlay, Event, Phase};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::{Game, Outcome, Status, Step},
    refusal::Refusal,
    seat::{BySeat, Observer, Seat, Viewer},
    settings::Given,
};

/// A match under test, with the result of the last step.
struct Table {
    game: Alien,
    events: Vec<Event>,
    fixed: bool,
    steps: u32,
}

fn dice(step: u32, take: u32) -> Dice {
    Dice::fair(&Seed::from_bytes([5; 32]), StepKey { step, take })
}

fn open(settings: &str, step: u32) -> Alien {
    let given = Given::read(Alien::SETTINGS, settings).unwrap();
    Alien::open(&Alien::options(&given).unwrap(), &mut Step::new(&mut dice(step, 0))).unwrap()
}

impl Table {
    /// Opens a match and arranges it line by line; a bar stands between lines.
    fn new(settings: &str, lines: &str) -> Table {
        let mut game = open(settings, 0);
        for line in lines.split('|').map(str::trim).filter(|it| !it.is_empty()) {
            game.arrange(line).unwrap_or_else(|err| panic!("{line}: {err:?}"));
        }
        Table { game, events: Vec::new(), fixed: false, steps: 0 }
    }

    /// Clears the board and arranges it; White moves unless a line says otherwise, with these cards face up.
    fn white(up: &str, lines: &str) -> Table {
        Table::new("", &format!("clear | turn white | up {up} | {lines}"))
    }

    /// Says words of the side to act, one after the other with commas between.
    fn play(&mut self, words: &str) -> &mut Table {
        for word in words.split(',').map(str::trim) {
            self.play_one(word).unwrap_or_else(|err| panic!("{word}: {err:?}"));
        }
        self
    }

    fn play_one(&mut self, word: &str) -> Result<(), Refusal> {
        let seat = self.game.seat();
        let action = self.game.read(seat, word)?;
        self.steps += 1;
        let mut dice = dice(self.steps, 0);
        let mut step = Step::new(&mut dice);
        self.game.act(seat, &action, &mut step)?;
        (self.events, self.fixed) = step.finish();
        Ok(())
    }

    /// Says why words of the side to act are refused.
    fn says(&self, words: &str) -> String {
        self.game.read(self.game.seat(), words).unwrap_err().says
    }

    fn probe(&self, part: &str) -> String {
        self.game.probe(part).unwrap()
    }

    fn listed(&self) -> Vec<String> {
        let listed = self.game.choices(self.game.seat()).listed;
        listed.iter().map(|action| self.game.write(action)).collect()
    }

    /// Lists the choices with this beginning, without it.
    fn targets(&self, start: &str) -> Vec<String> {
        let listed = self.listed();
        listed
            .iter()
            .filter_map(|it| it.strip_prefix(start))
            .map(|rest| rest.trim().to_owned())
            .collect()
    }

    fn told(&self, viewer: Viewer) -> String {
        let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
        let to = Observer { viewer, names: &names };
        let lines = self.events.iter().filter_map(|event| self.game.tell(event, to));
        lines.collect::<Vec<_>>().join(" ")
    }

    fn outcome(&self) -> Outcome<String> {
        match self.game.status() {
            Status::Over(outcome) => outcome.map(|it| Alien::why(&it)),
            Status::Waiting(prompts) => panic!("{prompts:?}"),
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.game.phase, Phase::Over(_))
    }
}

/// Plays matches at random and visits every position.
fn walk(settings: &str, matches: u32, mut visit: impl FnMut(&Alien)) -> u32 {
    let mut steps = 0;
    for n in 0..matches {
        let mut game = open(settings, n);
        let mut picks = dice(n, 1);
        for step in 0.. {
            visit(&game);
            steps += 1;
            assert!(step < 3000, "{settings} {n} does not end");
            let seat = game.seat();
            let Some(action) = game.sample(seat, &mut picks) else { break };
            game.act(seat, &action, &mut Step::new(&mut dice(1000 * n + step, 2))).unwrap();
        }
        assert!(matches!(game.phase, Phase::Over(_)));
    }
    steps
}
