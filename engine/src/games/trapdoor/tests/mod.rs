//! Every ruling of the rules, and their words. The scenario files are played elsewhere.
mod continental;
mod doors;
mod ends;
mod falls;
mod random;
mod records;
mod snap;
mod turns;
mod words;

use super::{Action, Event, Trapdoor};
use crate::{
    chance::Dice,
    game::{Game, Outcome, PdnStep, Status, Step},
    refusal::Refusal,
    seat::{BySeat, Observer, Viewer},
    settings::Given,
};

/// A match under test, with what was played.
struct Play {
    start: Trapdoor,
    game: Trapdoor,
    steps: Vec<PdnStep<Trapdoor>>,
}

fn open(settings: &str) -> Result<Trapdoor, Refusal> {
    let given = Given::read(Trapdoor::SETTINGS, settings)?;
    let mut dice = Dice::scripted::<&str>([]);
    Trapdoor::open(&Trapdoor::options(&given)?, &mut Step::new(&mut dice))
}

impl Play {
    /// Opens a match and arranges it line by line; a bar stands between lines.
    fn new(settings: &str, lines: &str) -> Play {
        let mut game = open(settings).unwrap();
        for line in lines.split('|').map(str::trim).filter(|it| !it.is_empty()) {
            game.arrange(line).unwrap();
        }
        Play { start: game.clone(), game, steps: Vec::new() }
    }

    /// Plays words of the side to act; `green`, `orange` and `black` stand for a spin that shows it.
    fn play(&mut self, words: &str) -> &mut Play {
        for word in words.split_whitespace() {
            let spins = ["black", "green", "orange"].contains(&word);
            let seat = self.game.seat();
            let action = match self.game.read(seat, if spins { "spin" } else { word }) {
                Ok(action) => action,
                Err(refusal) => panic!("{word}: {refusal:?}"),
            };
            let mut dice = Dice::scripted(spins.then_some(word));
            let mut step = Step::new(&mut dice);
            self.game.act(seat, &action, &mut step).unwrap();
            let (events, fixed) = step.finish();
            assert_eq!(fixed, action == Action::Spin, "only a spin is left to chance");
            self.steps.push(PdnStep { seat, action, events });
        }
        self
    }

    fn refused(&self, words: &str) -> Refusal {
        self.game.read(self.game.seat(), words).unwrap_err()
    }

    fn says(&self, words: &str) -> String {
        self.refused(words).says
    }

    fn probe(&self, part: &str) -> String {
        self.game.probe(part).unwrap()
    }

    fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.probe("moves").split(' ').map(str::to_owned).collect();
        moves.sort();
        moves
    }

    fn events(&self) -> &[Event] {
        &self.steps.last().unwrap().events
    }

    /// Returns what the last step told, as Ann (Black) and Bob (White) read it.
    fn told(&self) -> String {
        let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
        let to = Observer { viewer: Viewer::Room, names: &names };
        let lines = self.events().iter().filter_map(|event| self.game.tell(event, to));
        lines.collect::<Vec<_>>().join(" ")
    }

    fn outcome(&self) -> Outcome<String> {
        match self.game.status() {
            Status::Over(outcome) => outcome.map(|it| Trapdoor::why(&it)),
            Status::Waiting(prompts) => panic!("{prompts:?}"),
        }
    }
}
