//! Amtgard Checkers: draughts where attacked pieces fight back.
mod body;
mod count;
mod duel;
mod field;
mod kits;
mod mind;
mod moves;
mod names;
mod odds;
mod options;
mod question;
mod report;
mod scene;
mod setup;
mod start;
#[cfg(test)]
mod tests;
mod why;
mod words;

use serde::{Deserialize, Serialize};

use crate::{
    chance::Dice,
    checkers::{Color, Square},
    game::{Choices, Game, Group, Label, PdnStep, Status, Step},
    question::Question,
    refusal::Refusal,
    scene::{Pick, Scene},
    seat::{BySeat, Observer, Seat},
    settings::{Given, Setting},
};
use body::is_usual;
use count::{Lead, Stop};
use duel::{DuelEnding, Pass};
use field::{Attack, Battlefield, Who};
use kits::{Kits, Stance};
use options::{DuelRule, Options};
use report::DuelReport;

/// A match of Amtgard Checkers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Amtgard {
    options: Options,
    turn: Color,
    field: Battlefield,
    phase: Phase,
    /// Turns in a row that each side has taken without an attack or a crown, Black's first (E-R18).
    quiet: [u8; 2],
    /// How many turns have ended, where the match ends after some number of them.
    #[serde(default, skip_serializing_if = "is_usual")]
    turns: u16,
    lost: BySeat<u8>,
    /// Stances for players who don't want to be asked. Only their player knows them.
    standing: BySeat<Option<Stance>>,
    /// The state before the last reported duel, until the next order, because a report may be wrong.
    before: Option<Box<StateBefore>>,
}

/// Where in a turn the match stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// Open play: both sides choose what they carry, in secret.
    Kits(BySeat<Option<Kits>>),
    /// The side on turn must give an order.
    Order,
    /// The fighter on this square has won and may attack again.
    Chain(Square),
    /// Both sides choose a stance for this duel, in secret.
    Stances { attack: Attack, chosen: BySeat<Option<Stance>> },
    /// People fight this duel on a real field; someone may have reported how it went.
    Outside { attack: Attack, report: Option<(Color, DuelReport)> },
    /// The match has ended.
    Over(End),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    /// This side has no pieces left.
    Bare(Color),
    /// Neither side could give an order (E-R17).
    Blocked,
    /// Nothing happened for too long (E-R18).
    Quiet,
    /// The match stopped, and the fighters were counted, as both had agreed; none leads if everything is level.
    Counted { stop: Stop, lead: Option<Lead> },
}

/// What a report changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StateBefore {
    attack: Attack,
    turn: Color,
    field: Battlefield,
    quiet: [u8; 2],
    #[serde(default, skip_serializing_if = "is_usual")]
    turns: u16,
    lost: BySeat<u8>,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    /// Chooses what the player's side carries.
    Kits(Kits),
    /// Renames one of the player's fighters; this uses no turn.
    Name {
        at: Square,
        name: String,
    },
    Move {
        from: Square,
        to: Square,
    },
    Attack(Attack),
    /// Ends the turn after a victory.
    Stop,
    /// Ends a turn without a possible order.
    Pass,
    /// Chooses a stance for this duel, and perhaps for later ones.
    Stance {
        stance: Stance,
        standing: bool,
    },
    /// Wants to be asked again for every duel.
    NoStanding,
    Report(DuelReport),
    /// Confirms the other side's report.
    Confirm,
    /// Disputes it.
    Dispute,
    /// Takes the last report back: the duel must be reported again.
    Correct,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    /// A side has chosen its kits; nobody knows which.
    Packed {
        by: Color,
    },
    /// Both have chosen, and the kits are shown.
    Kits {
        black: Kits,
        white: Kits,
    },
    Named {
        who: Who,
        name: String,
    },
    Moved {
        who: Who,
        to: Square,
        crowned: bool,
    },
    /// A side had no order to give.
    Passed {
        by: Color,
    },
    Attacked {
        attack: Attack,
        attacker: Who,
        defender: Who,
    },
    /// A side has chosen a stance; nobody knows which.
    Ready {
        by: Color,
    },
    /// A side wants to be asked for stances again.
    Asking {
        by: Color,
    },
    /// Both stances are shown.
    Stances {
        attacker: (Who, Stance),
        defender: (Who, Stance),
    },
    /// A pass with a hit.
    Pass {
        attacker: Who,
        defender: Who,
        pass: Pass,
    },
    /// Passes without a hit: the first and the last.
    Lull {
        first: u8,
        last: u8,
    },
    Fought {
        attack: Attack,
        attacker: Who,
        defender: Who,
        ending: DuelEnding,
        /// The number of passes; none for a duel on a real field.
        passes: Option<u8>,
        /// The attacker left the field (Damned).
        damned: bool,
        crowned: bool,
    },
    /// A player reports a duel on the field. `reeve` is the person whose call it is, if one is
    /// named.
    Reported {
        by: Color,
        attack: Attack,
        report: DuelReport,
        reeve: Option<String>,
    },
    Confirmed {
        by: Color,
    },
    Disputed {
        by: Color,
        attack: Attack,
    },
    Corrected {
        by: Color,
        attack: Attack,
    },
    Stopped {
        by: Color,
    },
}

impl Game for Amtgard {
    const RULES: u16 = 1;
    const TITLE: &'static str = "Amtgard Checkers";
    const ALSO: &'static [&'static str] = &["duel checkers"];
    const SAYS: &'static str = "Checkers on a field of fighters: every capture is a duel";
    const GUIDE: &'static str = include_str!("../../../../data/rules/amtgard.md");
    const SIGN: &'static str = "clash";
    const SIDES: [&'static str; 2] = [Color::Black.name(), Color::White.name()];
    const SETTINGS: &'static [Setting] = options::SETTINGS;
    const QUICK: &'static str = "pieces=8 turns=20";

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type End = End;

    fn options(given: &Given) -> Result<Options, Refusal> {
        Options::read(given)
    }

    fn variation(options: &Options) -> String {
        options.variation()
    }

    fn agreement(options: &Options) -> Option<String> {
        words::agreement(options)
    }

    fn keeps_secrets(options: &Options) -> bool {
        options.duel == DuelRule::Stance || options.open.is_some()
    }

    fn open(options: &Options, _: &mut Step<'_, Event>) -> Result<Amtgard, Refusal> {
        Amtgard::start(options)
    }

    fn agreed(&self) -> Option<&Options> {
        Some(&self.options)
    }

    fn status(&self) -> Status<End> {
        self.status_in_words()
    }

    fn choices(&self, seat: Seat) -> Choices<Action> {
        let side = Color::from(seat);
        if !self.waits_for(side) {
            return Choices::none();
        }
        Choices { listed: self.actions(side), grammar: self.grammar(side) }
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        step: &mut Step<'_, Event>,
    ) -> Result<(), Refusal> {
        self.carry_out(seat.into(), action, step)
    }

    fn write(&self, action: &Action) -> String {
        words::write(action)
    }

    fn label(&self, seat: Seat, action: &Action) -> Label {
        self.label_of(seat.into(), action)
    }

    fn group(&self, _: Seat, begins: &str) -> Group {
        self.group_of(begins)
    }

    fn tell(&self, event: &Event, to: Observer<'_>) -> Option<String> {
        words::tell::tell(event, (self.options.duel, self.options.telling), to)
    }

    fn why(end: &End) -> String {
        words::why(*end)
    }

    fn answer(&self, question: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        self.answer_asked(question, to)
    }

    fn notice(&self) -> Option<String> {
        self.warning()
    }

    fn show(&self, last: &[Event], to: Observer<'_>) -> Scene {
        scene::show(self, last, to)
    }

    fn moment(&self, _: &Amtgard, last: &[Event], to: Observer<'_>) -> Option<Scene> {
        scene::moment(self, last, to)
    }

    fn pick(&self, _: Seat, action: &Action) -> Option<Pick> {
        scene::pick(action)
    }

    fn arrange(&mut self, line: &str) -> Result<(), Refusal> {
        setup::arrange(self, line)
    }

    fn probe(&self, part: &str) -> Result<String, Refusal> {
        setup::probe(self, part)
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Action, Refusal> {
        self.read_action(seat.into(), text)
    }

    fn sample(&self, seat: Seat, dice: &mut Dice) -> Option<Action> {
        self.sample_action(seat.into(), dice)
    }

    fn once(&self, action: Action) -> Action {
        match action {
            Action::Stance { stance, standing: _ } => Action::Stance { stance, standing: false },
            other => other,
        }
    }

    fn determinize(&self, known: BySeat<bool>, dice: &mut Dice) -> Amtgard {
        self.with_other_secrets(known, dice)
    }

    fn seen(&self, steps: &[PdnStep<Amtgard>], _: Observer<'_>) -> Vec<String> {
        words::tell::seen(steps, self.options.duel)
    }

    fn ask(&self, seat: Seat, text: &str) -> Option<Result<String, Refusal>> {
        self.odds_asked(seat.into(), text)
    }

    fn hand(&self, seat: Seat) -> Option<String> {
        self.secrets_of(seat)
    }
    fn disclose(&self, seat: Seat, who: &str) -> Option<String> {
        self.had_chosen(seat, who)
    }
}
