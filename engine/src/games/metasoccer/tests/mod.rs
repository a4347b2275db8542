//! Every ruling of the game's rules. The scenario files are played elsewhere.
mod balls;
mod chances;
mod field;
mod moves;
mod penalty;
mod plays;
mod questions;
mod random;
mod restarts;
mod steals;
mod verbs;
mod words;

use super::{Event, Metasoccer};
use crate::{
    chance::Dice,
    game::{Game, Outcome, Status, Step},
    refusal::Refusal,
    seat::Seat,
    settings::Given,
};

/// A match under test.
struct Pitch {
    game: Metasoccer,
    events: Vec<Event>,
}

impl Pitch {
    /// Opens a match, empties the field but for the goalies on f1 and f15, and arranges it line by line; a bar stands between
    /// lines.
    fn new(lines: &str) -> Pitch {
        Pitch::with("", &format!("clear | f1 south gk | f15 north gk | {lines}"))
    }

    /// Opens a match with settings and arranges it line by line. South kicks off.
    fn with(settings: &str, lines: &str) -> Pitch {
        let given = Given::read(Metasoccer::SETTINGS, settings).unwrap();
        let options = Metasoccer::options(&given).unwrap();
        let mut dice = Dice::scripted(["5", "2"]);
        let mut game = Metasoccer::open(&options, &mut Step::new(&mut dice)).unwrap();
        for line in lines.split('|').map(str::trim).filter(|it| !it.is_empty()) {
            game.arrange(line).unwrap_or_else(|err| panic!("{line}: {err}"));
        }
        Pitch { game, events: Vec::new() }
    }

    /// Plays words of the side that is asked; a colon stands before the throws they need, a bar between two.
    #[track_caller]
    fn play(&mut self, words: &str) -> &mut Pitch {
        for said in words.split('|') {
            let (said, throws) = said.split_once(':').unwrap_or((said, ""));
            let seat = self.game.asked().expect("it is over");
            let action = self.game.read(seat, said).unwrap_or_else(|err| panic!("{said}: {err:?}"));
            let mut dice = Dice::scripted(throws.split_whitespace());
            let mut step = Step::new(&mut dice);
            self.game.act(seat, &action, &mut step).unwrap_or_else(|err| panic!("{said}: {err:?}"));
            self.events = step.finish().0;
            assert!(dice.left().is_empty(), "{said}: {:?} never fell", dice.left());
        }
        self
    }

    #[track_caller]
    fn refused(&self, words: &str) -> Refusal {
        let seat = self.game.asked().expect("it is over");
        self.game.read(seat, words).expect_err(words)
    }

    #[track_caller]
    fn says(&self, words: &str) -> String {
        self.refused(words).says
    }

    #[track_caller]
    fn probe(&self, part: &str) -> String {
        self.game.probe(part).unwrap()
    }

    /// Checks several parts at once: `d5 = south 7, ball = d5`.
    #[track_caller]
    fn holds(&self, parts: &str) {
        for part in parts.split(',') {
            let (part, value) = part.split_once('=').unwrap();
            let (seen, value) = (self.probe(part.trim()), value.trim());
            // `ball` may be left out.
            let bare = seen.strip_suffix(" ball").filter(|_| !value.ends_with("ball"));
            assert_eq!(bare.unwrap_or(&seen), value, "{part}");
        }
    }

    /// Does the same, for chaining.
    #[track_caller]
    fn shows(&mut self, parts: &str) -> &mut Pitch {
        self.holds(parts);
        self
    }

    fn listed(&self) -> Vec<String> {
        self.game.actions().iter().map(|action| self.game.write(action)).collect()
    }

    fn offers(&self, words: &str) -> bool {
        self.listed().iter().any(|it| it == words)
    }

    fn asked(&self) -> Seat {
        self.game.asked().expect("it is over")
    }

    fn outcome(&self) -> Option<Outcome<String>> {
        match self.game.status() {
            Status::Over(outcome) => Some(outcome.map(|it| Metasoccer::why(&it))),
            Status::Waiting(_) => None,
        }
    }
}
