//! Rulings and laws of the game; most rulings are scenario files, played elsewhere.
mod aims;
mod kick_off;
mod numbers;
mod phases;
mod questions;
mod random;
mod rows;
mod throws;

use super::{Action, Event, Piecepack};
use crate::{
    chance::Dice,
    game::{Game, Step},
    refusal::Refusal,
    seat::{BySeat, Observer, Viewer},
    settings::Given,
};

/// A match under test.
struct Play {
    game: Piecepack,
    events: Vec<Event>,
}

fn open(settings: &str) -> Piecepack {
    let given = Given::read(Piecepack::SETTINGS, settings).unwrap();
    let mut dice = Dice::scripted(["6", "1"]);
    Piecepack::open(&Piecepack::options(&given).unwrap(), &mut Step::new(&mut dice)).unwrap()
}

impl Play {
    /// Opens a match without tremor and arranges it line by line; a bar stands between lines.
    fn new(lines: &str) -> Play {
        let mut game = open("tremor=none");
        for line in lines.split('|').map(str::trim).filter(|it| !it.is_empty()) {
            game.arrange(line).unwrap_or_else(|err| panic!("{line}: {err:?}"));
        }
        Play { game, events: Vec::new() }
    }

    /// Plays words of the side to act.
    fn play(&mut self, words: &str) -> &mut Play {
        let seat = self.game.seat();
        let action = self.game.read(seat, words).unwrap_or_else(|err| panic!("{words}: {err:?}"));
        let mut dice = Dice::scripted::<&str>([]);
        let mut step = Step::new(&mut dice);
        self.game.act(seat, &action, &mut step).unwrap();
        self.events = step.finish().0;
        self
    }

    fn refused(&self, words: &str) -> Refusal {
        self.game.read(self.game.seat(), words).unwrap_err()
    }

    fn probe(&self, part: &str) -> String {
        self.game.probe(part).unwrap()
    }

    /// Returns what the last step told, as Ann (South) and Bob (North) read it.
    fn told(&self) -> String {
        let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
        let to = Observer { viewer: Viewer::Room, names: &names };
        let lines = self.events.iter().filter_map(|event| self.game.tell(event, to));
        lines.collect::<Vec<_>>().join(" ")
    }

    fn listed(&self) -> Vec<String> {
        let listed: Vec<Action> = self.game.choices(self.game.seat()).listed;
        listed.iter().map(|action| self.game.write(action)).collect()
    }
}
