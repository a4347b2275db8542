//! MetaCheckers Soccer: dice football with chess moves. The checker with the ball must get into the goal.
mod dice;
mod event;
mod field;
mod formation;
mod mind;
mod moves;
mod options;
mod question;
mod scene;
mod setup;
mod squad;
#[cfg(test)]
mod tests;
mod why;
mod words;

use serde::{Deserialize, Serialize};

use crate::{
    chance,
    game::{Choices, Game, Group, Label, Status, Step},
    question::Question,
    refusal::Refusal,
    scene::{Pick, Scene},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting},
};
use dice::{DiceTaken, Roll};
use event::{BallTransfer, Displacement, Event};
use field::{Spot, Way};
use formation::Formation;
use options::Options;
use squad::{Id, Ids, Squad};

/// What the sides are called: South defends the goal behind rank 1.
const SIDES: [&str; 2] = ["South", "North"];

/// A match of MetaCheckers Soccer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Metasoccer {
    options: Options,
    squad: Squad,
    score: BySeat<u16>,
    /// Finished plays.
    counter: u16,
    /// Who leaves small decisions to the default (0.6).
    auto: BySeat<bool>,
    /// Each side's formation for a kick-off.
    formations: BySeat<Formation>,
    play: Play,
    phase: Phase,
}

/// The current play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Play {
    side: Seat,
    kind: PlayKind,
    roll: Option<Roll>,
    /// Checkers that moved or were brought back.
    moved: Ids,
    pushed: Ids,
    /// Whether the one pass of the turn was made (A-R19).
    passed: bool,
    /// Actions done with the RISK die.
    acts: u8,
    /// Whether the ball was stolen in this play.
    stolen: bool,
    /// Who may take the kick, if that can be chosen.
    takers: Ids,
    /// Where the taker stood before.
    origin: Option<Spot>,
}

/// How a play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::games) enum PlayKind {
    Open,
    KickOff,
    AfterSteal,
    ThrowIn,
    Corner,
    Indirect,
    Direct,
    GoalieKick,
    Penalty,
}

/// Who has to act in the current play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Phase {
    /// A coach may rearrange checkers before a restart: any, or only these.
    Reset { seat: Seat, only: Option<Ids> },
    /// The goalie's square for its kick must be chosen.
    Goalie,
    /// The kicker of a penalty and its square have to be chosen.
    Kicker,
    /// The goalie's square against a penalty must be chosen.
    Guard,
    /// Checkers out of bounds can be brought back.
    Back,
    /// Dice have to be chosen and rolled.
    Roll,
    /// The roll must be used.
    Act,
    /// The robbed coach has to move the robbed checker.
    Robbed { thief: Id, boot: bool },
    /// The thief may boot the ball it won.
    Loot,
    /// A coach must choose among checkers equally near the ball, which is on a square or handed over.
    Pick { seat: Seat, among: Ids, at: Option<Spot> },
    /// A coach must name who is sent off instead of the goalie.
    Expel,
    /// The match has ended.
    Over(End),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum End {
    /// The timer ran out.
    Time,
    /// A goal decided it.
    Goal,
    /// This side has too few checkers left (A-R34).
    Few(Seat),
}

/// Why a match ended, with the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Finish {
    /// The timer ran out at this score.
    Time(BySeat<u16>),
    /// A goal decided it, at this score.
    Goal(BySeat<u16>),
    /// This side has too few checkers left (A-R34).
    Few(Seat),
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Action {
    /// Ends placing checkers.
    Ready,
    /// Turns default answers to small questions on or off.
    Auto(bool),
    /// Sets up for a kick-off.
    Form(Formation),
    /// Says who takes a kick or throws.
    Taker(u8),
    Roll(DiceTaken),
    /// Moves a checker, or re-places it; `aside` is where a knight pushes to.
    Move {
        from: Spot,
        to: Spot,
        aside: Option<Spot>,
    },
    /// Runs and takes the ball on the way.
    Fly {
        from: Spot,
        way: Way,
        pass: Spot,
    },
    /// Dribbles over these squares.
    Dribble(Vec<Spot>),
    Pass(Spot),
    Steal(Spot),
    /// Boots as far as one or two dice say.
    Boot {
        way: Way,
        dice: u8,
    },
    /// Throws the ball, which comes down there unless it is stopped.
    Throw(Spot),
    /// Shoots at a penalty kick.
    Shoot(Spot),
    Goalie(Spot),
    Kicker {
        number: u8,
        to: Spot,
    },
    /// Chooses among checkers equally near.
    Pick(u8),
    /// Names who is sent off.
    Expel(u8),
    /// Moves a robbed checker there.
    To(Spot),
    /// Keeps the ball instead of booting it.
    Keep,
    End,
}

impl Play {
    fn new(side: Seat, kind: PlayKind) -> Play {
        Play {
            side,
            kind,
            roll: None,
            moved: Ids::default(),
            pushed: Ids::default(),
            passed: false,
            acts: 0,
            stolen: false,
            takers: Ids::default(),
            origin: None,
        }
    }
}

impl Game for Metasoccer {
    const RULES: u16 = 1;
    const TITLE: &'static str = "MetaCheckers Soccer";
    const ALSO: &'static [&'static str] =
        &["meta soccer", "meta checkers", "meta checkers soccer", "dice football"];
    const SAYS: &'static str =
        "Dice football: chess moves, passes, steals, boots and penalty kicks";
    const GUIDE: &'static str = include_str!("../../../../data/rules/metasoccer.md");
    const SIGN: &'static str = "football";
    const SIDES: [&'static str; 2] = SIDES;
    const SETTINGS: &'static [Setting] = options::SETTINGS;
    const QUICK: &'static str = "plays=30 finish=extra team=7 auto lined-up";

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type End = Finish;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Options::read(given)
    }

    fn variation(options: &Options) -> String {
        options.variation()
    }

    fn open(options: &Options, step: &mut Step<'_, Event>) -> Result<Metasoccer, Refusal> {
        Metasoccer::start(options, step)
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn status(&self) -> Status<Finish> {
        self.status_in_words()
    }

    fn choices(&self, seat: Seat) -> Choices<Action> {
        self.choices_of(seat)
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
        self.write_action(action)
    }

    fn label(&self, seat: Seat, action: &Action) -> Label {
        self.label_of(seat, action)
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        self.group_of(begins)
    }

    fn tell(&self, event: &Event, to: Observer<'_>) -> Option<String> {
        words::tell::tell(self, event, to)
    }

    fn why(end: &Finish) -> String {
        words::why(*end)
    }

    fn show(&self, last: &[Event], to: Observer<'_>) -> Scene {
        scene::show(self, last, to)
    }

    fn moment(&self, before: &Self, last: &[Event], to: Observer<'_>) -> Option<Scene> {
        scene::moment(before, last, to)
    }

    fn draw_choice(&self, scene: &mut Scene, _: Seat, action: &Action) {
        scene::draw_choice(self, scene, action);
    }

    fn pick(&self, _: Seat, action: &Action) -> Option<Pick> {
        scene::pick(self, action)
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

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        self.answer_in_words(question, to)
    }

    fn recall(&self, question: &Question, last: &[Event], to: Observer<'_>) -> Option<Vec<String>> {
        self.recalled(question, last, to)
    }

    fn sample(&self, seat: Seat, dice: &mut chance::Dice) -> Option<Action> {
        self.sample_action(seat, dice)
    }
}
