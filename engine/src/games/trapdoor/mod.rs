//! Trapdoor Checkers: draughts over eight trapdoors, with a wheel that says who may move and who must turn a knob.
mod doors;
mod labels;
pub(super) mod mind;
mod moves;
mod options;
mod question;
mod record;
mod scene;
mod setup;
#[cfg(test)]
mod tests;
mod why;
mod words;

use serde::{Deserialize, Serialize};

use crate::{
    checkers::{CheckersEnd, Color, Move, Moved, Piece, Position, Square, draws::Draws},
    game::{Choices, Fit, Game, Group, Label, Outcome, PdnStep, Status, Step},
    question::Question,
    refusal::Refusal,
    scene::{Pick, Scene},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting},
};
use doors::{Knob, Knobs, Notch, Spin};
use options::Options;

/// A match of Trapdoor Checkers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trapdoor {
    options: Options,
    position: Position,
    knobs: Knobs,
    phase: Phase,
    draws: Draws<PositionKey>,
    lost: BySeat<Lost>,
}

/// Where in a turn the match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// Nothing can be captured: the wheel must be spun.
    Spin,
    /// A capture is due, without a spin (D-R6).
    Capture,
    /// The wheel showed black: a plain move is due.
    Step,
    /// The wheel showed a colour: a knob of it must be turned.
    Knob(Spin),
    /// The match has ended.
    Over(CheckersEnd),
}

/// What two positions must share to be the same (D-R19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PositionKey {
    position: Position,
    knobs: Knobs,
}

/// The pieces one side has lost, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Lost {
    captured: u8,
    fallen: u8,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    /// Spins the wheel.
    Spin,
    /// Moves a piece, a capture with all its jumps at once.
    Move(Move),
    /// Moves a knob by one click; with snap it springs back.
    Turn { knob: Knob, to: Notch },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// The wheel stopped.
    Spun { by: Color, at: Spin },
    /// A piece moved, and may have fallen at its end.
    Moved(Moved),
    /// A knob was moved.
    Turned {
        by: Color,
        knob: Knob,
        from: Notch,
        to: Notch,
        /// Whether the door closed again at once.
        snapped: bool,
        /// What fell through the door.
        fallen: Option<(Square, Piece)>,
    },
}

impl Game for Trapdoor {
    const RULES: u16 = 1;
    const TITLE: &'static str = "Trapdoor Checkers";
    const ALSO: &'static [&'static str] = &["trap door", "trap door checkers"];
    const SAYS: &'static str = "Checkers with a wheel, and doors that open under the pieces";
    const GUIDE: &'static str = include_str!("../../../../data/rules/trapdoor.md");
    const QUICK: &'static str = "pieces=8 breakthrough";
    const SIGN: &'static str = "wheel";
    const SIDES: [&'static str; 2] = [Color::Black.name(), Color::White.name()];
    const SETTINGS: &'static [Setting] = options::SETTINGS;

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type End = CheckersEnd;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Options::read(given)
    }

    fn variation(options: &Options) -> String {
        options.variation()
    }

    fn agreement(options: &Options) -> Option<String> {
        options.moves_repeat.then(|| words::MOVES_REPEAT.to_owned())
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn open(options: &Options, _: &mut Step<'_, Event>) -> Result<Trapdoor, Refusal> {
        Trapdoor::start(options)
    }

    fn status(&self) -> Status<CheckersEnd> {
        self.status_in_words()
    }

    fn choices(&self, seat: Seat) -> Choices<Action> {
        if self.waits_for(seat) { Choices::listed(self.actions()) } else { Choices::none() }
    }

    fn act(&mut self, _: Seat, action: &Action, step: &mut Step<'_, Event>) -> Result<(), Refusal> {
        self.carry_out(action, step)
    }

    fn write(&self, action: &Action) -> String {
        self.write_action(action)
    }

    fn label(&self, _: Seat, action: &Action) -> Label {
        self.label_of(action)
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        self.group_of(begins)
    }

    fn tell(&self, event: &Event, to: Observer<'_>) -> Option<String> {
        Some(words::tell(event, self.options.rules, to))
    }

    fn seen(&self, steps: &[PdnStep<Trapdoor>], _: Observer<'_>) -> Vec<String> {
        let spun = |step: &PdnStep<Trapdoor>| {
            step.events.iter().any(|event| matches!(event, Event::Spun { .. }))
        };
        steps
            .iter()
            .find(|it| spun(it))
            .map(|_| "the wheel was spun".to_owned())
            .into_iter()
            .collect()
    }

    fn why(end: &CheckersEnd) -> String {
        end.why("capture, fall or advance")
    }

    fn show(&self, last: &[Event], to: Observer<'_>) -> Scene {
        scene::show(self, last, to)
    }

    fn moment(&self, _: &Trapdoor, last: &[Event], to: Observer<'_>) -> Option<Scene> {
        scene::moment(self, last, to)
    }

    fn ask(&self, _: Seat, text: &str) -> Option<Result<String, Refusal>> {
        scene::asks_numbers(text).then(|| Ok(scene::NUMBERS.to_owned()))
    }

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        self.answer_asked(question, to)
    }

    fn notice(&self) -> Option<String> {
        let is_over = matches!(self.phase, Phase::Over(_));
        self.draws.warning(&self.key()).filter(|_| !is_over)
    }

    fn sketch(&self, _: Seat, asked: &str, to: Observer<'_>) -> Option<Scene> {
        scene::asks_numbers(asked).then(|| scene::numbered(self, to))
    }

    fn fen(&self) -> Option<String> {
        Some(self.position.to_string())
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

    fn read(&self, _: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(text)
    }

    fn fit(record: &str) -> Option<Result<Fit, Refusal>> {
        Some(record::fit(record))
    }

    fn pdn(
        &self,
        tags: &[(String, String)],
        steps: &[PdnStep<Trapdoor>],
        outcome: Option<&Outcome>,
    ) -> Option<String> {
        record::write(self, tags, steps, outcome)
    }
}
