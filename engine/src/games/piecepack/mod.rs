//! Piecepack Soccer: coins flicked at a ball between the tiles of a piecepack, by James Kyle.
mod field;
mod mind;
mod moves;
mod options;
mod question;
mod scene;
mod setup;
#[cfg(test)]
mod tests;
mod why;
mod words;

use serde::{Deserialize, Serialize};

use crate::{
    chance::Dice,
    game::{Choices, Game, Group, Label, PdnStep, Status, Step},
    question::Question,
    refusal::Refusal,
    scene::{Pick, Scene, court::Film},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting},
};
use field::{Corner, KICKERS, Point, Tile};
use moves::tremor::Hand;
use options::Options;

/// A match of Piecepack Soccer. South has the first seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Piecepack {
    options: Options,
    /// Who began: that side plays the arms, the other the crowns (`C-R4`).
    starter: Seat,
    ball: Point,
    kickers: BySeat<[Kicker; KICKERS as usize]>,
    score: BySeat<u8>,
    phase: Phase,
    /// Turns since the last goal (`C-R28`).
    quiet: u32,
    /// The last flick of each side, for corrections.
    tried: BySeat<Option<Tried>>,
}

/// Where a kicker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kicker {
    /// To be set up.
    Waiting,
    On(Point),
    /// Fouled out, until it is called in.
    Out,
    /// Through a goal: to be put back at once.
    Through,
}

impl Kicker {
    fn at(self) -> Option<Point> {
        match self {
            Kicker::On(at) => Some(at),
            Kicker::Waiting | Kicker::Out | Kicker::Through => None,
        }
    }
}

/// Where in a turn the match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// Kickers are set up, one side first; then play continues.
    Placing {
        first: Seat,
        then: Due,
    },
    /// Kickers that went through a goal are put back, those of one side first (C.4.7).
    Returning {
        first: Seat,
        then: Due,
    },
    Due(Due),
    Over(End),
}

/// What to do with the coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Due {
    Turn(Seat),
    FreeKick(Seat),
    Throw(Seat, Corner),
}

impl Due {
    fn seat(self) -> Seat {
        match self {
            Due::Turn(seat) | Due::FreeKick(seat) | Due::Throw(seat, _) => seat,
        }
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    /// This side has scored three goals; or as many as were agreed, if those aren't three.
    Scored(Seat),
    Reached(Seat, u8),
    /// The limit of turns was reached; this side was ahead, or none (`C-R28`).
    Limit(Option<Seat>),
}

/// One of the nine coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Coin {
    Ball,
    /// A kicker by its side and its number from 1 (`C-R5`).
    Kicker(Seat, u8),
}

/// What a flick is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Aim {
    /// A direction in thousandths of a degree: 0 is north, 90 degrees are east.
    Heading(i32),
    /// Straight at a place.
    Spot(Point),
    /// Along the line of centres to a coin.
    Coin(Coin),
    /// At the middle of the goal line of the other side.
    Goal,
}

/// A flick as intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tried {
    coin: Coin,
    heading: i32,
    power: u8,
}

/// Where a kicker is called in or put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum KickerSpot {
    /// As near to the middle of a corner box as there is room.
    In(Corner),
    At(Point),
}

/// A named formation of all kickers still to be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum KickerFormation {
    Default,
    Wall,
    Wide,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    /// Sets up kickers in the player's setup box.
    Place(Vec<(u8, Point)>),
    Form(KickerFormation),
    Flick {
        kicker: u8,
        aim: Aim,
        power: u8,
    },
    FreeKick {
        aim: Aim,
        power: u8,
    },
    /// Throws in from the corner, from the usual place if none is said.
    Throw {
        from: Option<Point>,
        aim: Aim,
        power: u8,
    },
    CallIn {
        kicker: u8,
        to: KickerSpot,
    },
    /// Puts back a kicker that went through a goal.
    Return {
        kicker: u8,
        to: KickerSpot,
    },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// Both sides threw a die for the start, ties again.
    Began {
        throws: Vec<BySeat<u8>>,
        starter: Seat,
    },
    Placed {
        by: Seat,
        at: Vec<(u8, Point)>,
    },
    Shot(Box<Shot>),
    Goal {
        of: Seat,
        into: Seat,
        score: BySeat<u8>,
    },
    Foul {
        by: Seat,
        out: Option<u8>,
        why: Foul,
    },
    /// The ball lies in a corner box of this side.
    Corner {
        of: Seat,
        corner: Corner,
    },
    /// A kicker touched the box of a throw and is fouled out.
    Cleared {
        of: Seat,
        kicker: u8,
    },
    Through {
        of: Seat,
        kicker: u8,
    },
    CalledIn {
        by: Seat,
        kicker: u8,
        at: Point,
    },
    Returned {
        by: Seat,
        kicker: u8,
        at: Point,
    },
}

/// Which rule a shot broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Foul {
    /// A tile was driven out half a coin or more.
    Border,
    /// A kicker of the other side was moved, and the ball wasn't.
    Kicker,
}

/// A flicked coin, and everything until all coins rested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Shot {
    by: Seat,
    kind: ShotKind,
    coin: Coin,
    aim: Aim,
    /// Where it was aimed, in thousandths of a degree.
    heading: i32,
    power: u8,
    hand: Option<Hand>,
    /// Every coin on the field, the ball first.
    tracks: Vec<CoinTrack>,
    hits: Vec<CoinHit>,
    /// The tile that was hit hardest, and how far it was driven out in thousandths of an inch.
    jolt: Option<(Tile, i32)>,
}

/// What kind of shot it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ShotKind {
    Flick,
    FreeKick,
    Throw,
}

/// The path of one coin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CoinTrack {
    coin: Coin,
    /// The path: its start, turns and end, each with the time in microseconds; one point for an
    /// untouched coin.
    way: Vec<(u32, Point)>,
    /// Whether it left the field through a goal.
    gone: bool,
}

/// A coin that ran into something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CoinHit {
    coin: Coin,
    what: Met,
}

/// What a coin ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Met {
    Coin(Coin),
    /// A tile's face towards the field, and the post it makes.
    Border(Tile),
    /// A tile at its side that is the side of a goal.
    Side(Tile),
    Post(Tile),
}

impl Game for Piecepack {
    const RULES: u16 = 2;
    const PLAYS_AGAIN_FROM: u16 = 1;
    const TITLE: &'static str = "Piecepack Soccer";
    const ALSO: &'static [&'static str] = &["piece pack", "piece pack soccer", "coin soccer"];
    const SAYS: &'static str = "Flick coins at a ball between wooden tiles, and into the goal";
    const GUIDE: &'static str = include_str!("../../../../data/rules/piecepack.md");
    const SIGN: &'static str = "coin-sun";
    const SIDES: [&'static str; 2] = ["South", "North"];
    const SETTINGS: &'static [Setting] = options::SETTINGS;
    const QUICK: &'static str = "goals=2";
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type End = End;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Ok(Options::read(given))
    }

    fn variation(options: &Options) -> String {
        options.variation()
    }

    fn open(options: &Options, step: &mut Step<'_, Event>) -> Result<Piecepack, Refusal> {
        Piecepack::start(options, step)
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn status(&self) -> Status<End> {
        self.status_in_words()
    }

    fn choices(&self, seat: Seat) -> Choices<Action> {
        if self.waits_for(seat) {
            Choices { listed: self.listed(), grammar: self.grammar() }
        } else {
            Choices::none()
        }
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.carry_out(seat, action, step)
    }

    fn write(&self, action: &Action) -> String {
        words::write(action)
    }

    fn label(&self, seat: Seat, action: &Action) -> Label {
        self.label_of(action).signed(self.sign_of(seat, action))
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        self.group_of(begins)
    }

    fn tell(&self, event: &Event, to: Observer<'_>) -> Option<String> {
        Some(words::tell(event, to))
    }

    fn seen(&self, steps: &[PdnStep<Piecepack>], _: Observer<'_>) -> Vec<String> {
        words::remark::seen(steps)
    }

    fn why(end: &End) -> String {
        words::why(*end)
    }

    fn show(&self, last: &[Event], to: Observer<'_>) -> Scene {
        scene::show(self, last, to)
    }

    fn moment(&self, before: &Self, last: &[Event], to: Observer<'_>) -> Option<Scene> {
        scene::moment(before, last, to)
    }

    fn pick(&self, seat: Seat, action: &Action) -> Option<Pick> {
        scene::pick(self, seat, action)
    }

    fn draw_choice(&self, scene: &mut Scene, seat: Seat, action: &Action) {
        scene::draw_choice(self, scene, seat, action);
    }

    fn film(&self, last: &[Event]) -> Option<Film> {
        scene::film(self, last)
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        setup::arrange(self, line)
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        setup::probe(self, part)
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(seat, text)
    }

    fn sample(&self, seat: Seat, dice: &mut Dice) -> Option<Action> {
        self.waits_for(seat).then(|| self.some_action(seat, dice))?
    }

    fn ask(&self, seat: Seat, text: &str) -> Option<Result<String, Refusal>> {
        self.told_aim(seat, text)
    }

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        self.answer_in_words(question, to)
    }

    fn recall(&self, question: &Question, last: &[Event], to: Observer<'_>) -> Option<Vec<String>> {
        self.recalled(question, last, to)
    }

    fn sketch(&self, seat: Seat, asked: &str, to: Observer<'_>) -> Option<Scene> {
        let trial = self.trial(seat, asked)?.ok()?;
        let line = self.line(seat, &trial).ok()?;
        let told = self.told_aim(seat, asked)?.ok()?;
        Some(scene::tried(self, &line, told, to))
    }

    fn panel(&self, seat: Seat, asked: &str) -> Vec<Vec<(String, Label)>> {
        self.panel_of(seat, asked)
    }

    fn complete(&self, seat: Seat, asked: &str, text: &str) -> Option<String> {
        self.adjusted(seat, asked, text)
    }

    fn upgrade(from: u16, saved: serde_json::Value) -> Result<serde_json::Value, String> {
        match from {
            // Options without a formation are from rules 1, and are read as such.
            1 => Ok(saved),
            _ => Err(format!("no way from rules {from} to {}", Self::RULES)),
        }
    }
}
