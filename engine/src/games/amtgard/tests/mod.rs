//! Every ruling of the rules, the model of duels and its exact numbers. Scenario
//! files are played elsewhere.
mod phases;
mod pictures;
mod random;
mod secrets;
mod starts;
mod strikes;
mod tables;
mod words;

use super::{
    Amtgard, Event,
    body::{Body, Location},
    duel::Duelist,
    kits::{Kit, Stance},
    options::Options,
};
use crate::{
    chance::Dice,
    checkers::{Color, PieceKind},
    game::{Game, Status, Step},
    refusal::Refusal,
    seat::{BySeat, Observer, Seat, Viewer},
    settings::Given,
};

/// A match under test, with the result of the last step.
struct Play {
    game: Amtgard,
    events: Vec<Event>,
    fixed: bool,
}

fn options(settings: &str) -> Options {
    Amtgard::options(&Given::read(Amtgard::SETTINGS, settings).unwrap()).unwrap()
}

fn names() -> BySeat<String> {
    BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() }
}

/// A fighter of this rank in full health, as the options have it.
fn fresh(settings: &str, rank: PieceKind) -> Duelist {
    let options = options(settings);
    let (kit, stance) = (Kit::Sword, Stance::Steady);
    Duelist { body: options.fresh(rank), kit, stance, frail: options.frail(rank) }
}

fn wounded(limb: Location) -> Duelist {
    let man = fresh("", PieceKind::Man);
    Duelist { body: Body { wound: Some(limb), ..man.body }, ..man }
}

impl Play {
    /// Opens a match and arranges it line by line; a bar stands between lines.
    fn new(settings: &str, lines: &str) -> Play {
        let mut dice = Dice::scripted::<&str>([]);
        let mut game = Amtgard::open(&options(settings), &mut Step::new(&mut dice)).unwrap();
        for line in lines.split('|').map(str::trim).filter(|it| !it.is_empty()) {
            game.arrange(line).unwrap_or_else(|err| panic!("{line}: {err:?}"));
        }
        Play { game, events: Vec::new(), fixed: false }
    }

    /// A White man on c3 against a Black man on d4, White to order; other lines may follow.
    fn facing(settings: &str, lines: &str) -> Play {
        let base = "clear | c3 white man | d4 black man | h8 black man | turn white";
        Play::new(settings, &format!("{base} | {lines}"))
    }

    /// Plays words of the side that owes a decision, the first of both, with scripted throws.
    fn play(&mut self, words: &str, throws: &str) -> &mut Play {
        let Status::Waiting(prompts) = self.game.status() else { panic!("it is over") };
        self.say(prompts[0].seat, words, throws)
    }

    fn say(&mut self, seat: Seat, words: &str, throws: &str) -> &mut Play {
        let action = self.game.read(seat, words).unwrap_or_else(|err| panic!("{words}: {err:?}"));
        let mut dice = Dice::scripted(throws.split_whitespace());
        let mut step = Step::new(&mut dice);
        self.game.act(seat, &action, &mut step).unwrap_or_else(|err| panic!("{words}: {err:?}"));
        (self.events, self.fixed) = step.finish();
        assert_eq!(dice.left(), Vec::<String>::new(), "throws are left");
        self
    }

    fn probe(&self, part: &str) -> String {
        self.game.probe(part).unwrap()
    }

    /// Returns what the last step told, as Ann (Black) and Bob (White) read it.
    fn told(&self) -> Vec<String> {
        let names = names();
        let to = Observer { viewer: Viewer::Room, names: &names };
        self.events.iter().filter_map(|event| self.game.tell(event, to)).collect()
    }

    fn ask(&self, side: Color, words: &str) -> Result<String, Refusal> {
        self.game.ask(side.into(), words).unwrap()
    }
}
