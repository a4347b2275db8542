//! Draughts: the plain English game, also called checkers. Mostly made of [`checkers`](crate::checkers).
mod mind;
mod options;
mod question;
mod record;
mod setup;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::{
    checkers::{
        BoardRules, CheckersEnd, Color, Move, Moved,
        notation::{Naming, write},
        plain::PlainMatch,
        question::answer,
    },
    game::{Choices, Fit, Game, Group, Label, Outcome, PdnStep, Status, Step},
    question::Question,
    quote::sentence,
    refusal::Refusal,
    scene::{Pick, Scene},
    seat::{Observer, Seat},
    settings::{Given, Setting, in_words},
};
use options::Options;

/// The rules that are played.
const LAW: BoardRules = BoardRules::ENGLISH;

/// A match of draughts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Draughts {
    options: Options,
    #[serde(flatten)]
    plain: PlainMatch,
}

impl Game for Draughts {
    const RULES: u16 = 1;
    const TITLE: &'static str = "Draughts";
    const ALSO: &'static [&'static str] = &[
        "checkers",
        "english draughts",
        "american checkers",
        "straight checkers",
        "plain checkers",
        "normal checkers",
        "regular checkers",
    ];
    const SAYS: &'static str = "English draughts, also called checkers: jump whatever you can";
    const GUIDE: &'static str = include_str!("../../../../data/rules/draughts.md");
    const QUICK: &'static str = "breakthrough";
    const SIGN: &'static str = "king-dark";
    const SIDES: [&'static str; 2] = [Color::Black.name(), Color::White.name()];
    const SETTINGS: &'static [Setting] = options::SETTINGS;
    const CHANCE: bool = false;

    type Options = Options;
    type Action = Move;
    type Event = Moved;
    type End = CheckersEnd;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Options::read(given)
    }

    fn variation(options: &Options) -> String {
        in_words([
            (options.goals.giveaway, "giveaway"),
            (options.goals.breakthrough, "breakthrough"),
            (options.from.is_some(), "from a position"),
        ])
    }

    fn open(options: &Options, _: &mut Step<'_, Moved>) -> Result<Draughts, Refusal> {
        let mut options = options.clone();
        let plain = PlainMatch::begin(&LAW, options.goal(), options.from.as_mut())?;
        Ok(Draughts { options, plain })
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn status(&self) -> Status<CheckersEnd> {
        self.plain.status(&LAW, self.options.goal())
    }

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        answer(self, question, to)
    }

    fn notice(&self) -> Option<String> {
        self.plain.notice()
    }

    fn choices(&self, seat: Seat) -> Choices<Move> {
        self.plain.choices(&LAW, seat)
    }

    fn act(&mut self, _: Seat, played: &Move, step: &mut Step<'_, Moved>) -> Result<(), Refusal> {
        step.tell(self.plain.carry_out(&LAW, self.options.goal(), played)?);
        Ok(())
    }

    fn write(&self, played: &Move) -> String {
        write(played, &LAW.legal(&self.plain.position), Naming::Coordinates)
    }

    fn read(&self, _: Seat, text: &str) -> Result<Move, Refusal> {
        self.plain.read(&LAW, text)
    }

    fn label(&self, _: Seat, played: &Move) -> Label {
        self.plain.label(&LAW, played)
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        self.plain.group(&LAW, begins)
    }

    fn tell(&self, moved: &Moved, to: Observer<'_>) -> Option<String> {
        Some(sentence(moved.tell(to.name(moved.piece.color.into()), LAW.rules)))
    }

    fn why(end: &CheckersEnd) -> String {
        end.why("capture or advance")
    }

    fn show(&self, last: &[Moved], to: Observer<'_>) -> Scene {
        self.plain.show(self, last, to)
    }

    fn moment(&self, _: &Draughts, last: &[Moved], to: Observer<'_>) -> Option<Scene> {
        self.plain.moment(self, &LAW, last, to)
    }

    fn fen(&self) -> Option<String> {
        Some(self.plain.position.to_string())
    }

    fn pick(&self, _: Seat, played: &Move) -> Option<Pick> {
        Some(played.pick())
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        self.plain.arrange(&LAW, self.options.goal(), line, &setup::FORMS)
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        self.plain.probe(part, &setup::FORMS)
    }

    fn fit(record: &str) -> Option<Result<Fit, Refusal>> {
        Some(record::fit(record))
    }

    fn pdn(
        &self,
        tags: &[(String, String)],
        steps: &[PdnStep<Draughts>],
        outcome: Option<&Outcome>,
    ) -> Option<String> {
        record::write(self, tags, steps, outcome)
    }
}
