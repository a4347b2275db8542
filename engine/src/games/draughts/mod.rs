//! Draughts: the plain English game, also called checkers. What it does is mostly what [`checkers`](crate::checkers) has.
mod mind;
mod moves;
mod options;
mod record;
mod setup;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::{
    checkers::{
        Color, End, Law, Move, Moved, Position,
        draws::Counts,
        notation::{Style, read_refusing, write},
        scene::{grid, pieces, tallies},
    },
    game::{Choices, Fit, Game, Group, Label, Outcome, Said, Status, Step, empty_scene},
    quote::sentence,
    refusal::Refusal,
    scene::{Ground, Pick, Scene},
    seat::{Onlooker, Seat},
    settings::{Given, Setting},
};
use options::Options;

/// The rules that are played.
const LAW: Law = Law::ENGLISH;

/// A match of draughts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Draughts {
    options: Options,
    position: Position,
    counts: Counts<Position, u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<End>,
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
    const SIDES: [&'static str; 2] = [Color::Black.name(), Color::White.name()];
    const SETTINGS: &'static [Setting] = options::SETTINGS;
    const CHANCE: bool = false;

    type Options = Options;
    type Action = Move;
    type Event = Moved;
    type End = End;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Options::read(given)
    }

    fn variation(options: &Options) -> String {
        let said = [(options.giveaway, "giveaway"), (options.from.is_some(), "from a position")];
        said.into_iter().filter(|it| it.0).map(|it| it.1).collect::<Vec<_>>().join(", ")
    }

    fn open(options: &Options, _: &mut Step<'_, Moved>) -> Result<Draughts, Refusal> {
        Draughts::start(options)
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn status(&self) -> Status<End> {
        let must = LAW.must_capture(&self.position);
        match self.over {
            Some(end) => Status::Over(self.outcome(end)),
            None => Status::turn(self.seat(), if must { "capture" } else { "move a piece" }),
        }
    }

    fn choices(&self, seat: Seat) -> Choices<Move> {
        let owes = self.over.is_none() && seat == self.seat();
        Choices::listed(if owes { self.legal_moves() } else { Vec::new() })
    }

    fn act(&mut self, _: Seat, played: &Move, step: &mut Step<'_, Moved>) -> Result<(), Refusal> {
        self.carry_out(played, step)
    }

    fn write(&self, played: &Move) -> String {
        write(played, &self.legal_moves(), Style::Coordinates)
    }

    fn read(&self, _: Seat, text: &str) -> Result<Move, Refusal> {
        let text = text.trim().trim_end_matches('.');
        read_refusing(text, &LAW, &self.position, &self.legal_moves())
    }

    fn label(&self, _: Seat, played: &Move) -> Label {
        self.position.board.label(played)
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        let asks = if LAW.must_capture(&self.position) { "Which capture?" } else { "Which move?" };
        match begins {
            "" => Group::new("", asks),
            begins => self.position.board.group(begins).unwrap_or_else(|| Group::typed(begins)),
        }
    }

    fn tell(&self, moved: &Moved, to: Onlooker<'_>) -> Option<String> {
        Some(sentence(moved.tell(to.name(moved.piece.color.into()))))
    }

    fn why(end: &End) -> String {
        end.why("capture or advance")
    }

    fn show(&self, last: &[Moved], to: Onlooker<'_>) -> Scene {
        let mut scene = empty_scene(self, grid(Ground::Parlour, true), last, to);
        scene.facing = to.facing(self.seat());
        scene.items = last.iter().map(Moved::path).collect();
        scene.items.extend(pieces(&self.position.board));
        scene.items.extend(last.iter().flat_map(Moved::news));
        for seat in Seat::BOTH {
            let taken = *self.counts.lost.get(seat.other());
            scene.sides.get_mut(seat).tallies = tallies(&self.position.board, seat.into(), taken);
        }
        scene
    }

    fn fen(&self) -> Option<String> {
        Some(self.position.to_string())
    }

    fn moment(&self, _: &Draughts, last: &[Moved], to: Onlooker<'_>) -> Option<Scene> {
        let said = last.iter().find_map(|it| it.height(&self.position.board))?;
        Some(self.show(last, to).under(said))
    }

    fn pick(&self, _: Seat, played: &Move) -> Option<Pick> {
        Some(played.pick())
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        setup::arrange(self, line)
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        setup::probe(self, part)
    }

    fn fit(record: &str) -> Option<Result<Fit, Refusal>> {
        Some(record::fit(record))
    }

    fn pdn(
        &self,
        tags: &[(String, String)],
        steps: &[Said<Draughts>],
        outcome: Option<&Outcome>,
    ) -> Option<String> {
        record::write(self, tags, steps, outcome)
    }
}
