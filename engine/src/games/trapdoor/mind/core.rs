//! Positions for the search: the pieces, the doors and the wheel.
use super::super::{
    Phase,
    doors::{Knob, Knobs, Notch, Spin},
};
use crate::{
    checkers::{BoardRules, CheckersEnd, Color, Move, Position, mind::SearchPosition},
    mind::expectimax::{SearchPoint, Tree},
};

/// What the search needs of a match.
#[derive(Clone, Copy)]
pub(super) struct TrapdoorNode {
    pub(super) search: SearchPosition,
    pub(super) snap: bool,
    /// Whether only moves lead to positions that count as repeated.
    pub(super) moves_repeat: bool,
    /// Whether the last step led to a position that counts.
    pub(super) counts: bool,
    pub(super) blocked: bool,
    pub(super) wheel: [u32; 3],
    pub(super) knobs: Knobs,
    pub(super) phase: Phase,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum TrapdoorStep {
    Move(Move),
    Turn(Knob, Notch),
}

/// What it costs to stand on a door that one click would open.
const OVER_A_DOOR: f64 = 0.18;

impl TrapdoorNode {
    fn law(&self) -> BoardRules {
        BoardRules { rules: self.search.rules, pits: self.knobs.open_doors() }
    }

    /// Returns another position of the match where a turn began.
    pub(super) fn at_turn(&self, position: Position, knobs: Knobs) -> TrapdoorNode {
        let mut node = TrapdoorNode { knobs, ..*self };
        node.search.position = position;
        let due = node.law().must_capture(&position);
        node.phase = if due { Phase::Capture } else { Phase::Spin };
        node
    }

    /// Passes the turn, and finds out how the next one begins.
    fn pass(&mut self, progress: bool) {
        let end = self.search.pass(progress);
        let (law, position) = (self.law(), &self.search.position);
        self.phase = if let Some(end) = end {
            Phase::Over(end)
        } else if law.must_capture(position) {
            Phase::Capture
        } else if self.blocked && law.count(position) == 0 {
            Phase::Over(CheckersEnd::Blocked(position.turn))
        } else {
            Phase::Spin
        };
    }

    fn shown(&self, spin: Spin) -> Phase {
        let position = &self.search.position;
        match spin {
            Spin::Black if self.law().count(position) == 0 => {
                Phase::Over(CheckersEnd::Blocked(position.turn))
            }
            Spin::Black => Phase::Step,
            Spin::Green | Spin::Orange => Phase::Knob(spin),
        }
    }

    /// Lists where one click would take a knob.
    fn clicks(&self, knob: Knob) -> impl Iterator<Item = Notch> + use<> {
        let now = self.knobs.at(knob);
        Notch::ALL.into_iter().filter(move |notch| now.is_next_to(*notch))
    }

    /// What it costs a side to stand on doors.
    fn danger(&self, color: Color) -> f64 {
        let pieces = self.search.position.board.of(color);
        let doors = Knob::ALL
            .into_iter()
            .flat_map(|knob| self.clicks(knob).filter_map(move |notch| knob.door(notch)));
        OVER_A_DOOR * doors.filter(|door| pieces.contains(*door)).count() as f64
    }
}

impl Tree for TrapdoorNode {
    type Move = TrapdoorStep;

    fn point(&self) -> SearchPoint {
        match self.phase {
            Phase::Over(end) => SearchPoint::Over(self.search.result(end)),
            Phase::Spin => SearchPoint::Chance,
            _ => SearchPoint::Choice(self.search.position.turn.into()),
        }
    }

    fn moves(&self, out: &mut Vec<TrapdoorStep>) {
        match self.phase {
            Phase::Capture | Phase::Step => {
                out.extend(self.search.moves(self.law()).into_iter().map(TrapdoorStep::Move));
            }
            Phase::Knob(spin) => {
                let own = self.search.position.board.of(self.search.position.turn);
                let enemy = self.search.position.board.of(!self.search.position.turn);
                let before = out.len();
                for knob in Knob::ALL.into_iter().filter(|knob| knob.spin() == spin) {
                    out.extend(self.clicks(knob).map(|to| TrapdoorStep::Turn(knob, to)));
                }
                out[before..].sort_by_key(|step| match step {
                    TrapdoorStep::Turn(knob, to) => match knob.door(*to) {
                        Some(door) if enemy.contains(door) => 0,
                        Some(door) if own.contains(door) => 2,
                        _ => 1,
                    },
                    TrapdoorStep::Move(_) => 1,
                });
            }
            Phase::Spin | Phase::Over(_) => {}
        }
    }

    fn after(&self, step: &TrapdoorStep) -> TrapdoorNode {
        let mut next = *self;
        match step {
            TrapdoorStep::Move(played) => {
                let progress = next.search.play(played);
                next.counts = true;
                next.pass(progress);
            }
            TrapdoorStep::Turn(knob, to) => {
                let board = &mut next.search.position.board;
                let fallen = knob.door(*to).and_then(|door| board.take(door));
                next.knobs.set(*knob, if self.snap { Notch::Centre } else { *to });
                next.counts = !self.moves_repeat;
                next.pass(fallen.is_some());
            }
        }
        next
    }

    fn falls(&self, out: &mut Vec<(f64, TrapdoorNode)>) {
        let total = f64::from(self.wheel.iter().sum::<u32>());
        for (spin, weight) in Spin::ALL.into_iter().zip(self.wheel).filter(|it| 0 < it.1) {
            let mut next = *self;
            next.phase = self.shown(spin);
            out.push((f64::from(weight) / total, next));
        }
    }

    fn evaluate(&self) -> f64 {
        self.search.evaluate(Color::BOTH.map(|color| self.danger(color)))
    }

    fn is_restless(&self) -> bool {
        self.phase == Phase::Capture
    }

    fn can_recur(&self) -> bool {
        // After progress nothing comes back, and positions are counted where a turn begins.
        let begins = matches!(self.phase, Phase::Spin | Phase::Capture);
        self.counts && begins && 0 < self.search.quiet
    }

    fn key(&self) -> u64 {
        let phase: u16 = match self.phase {
            Phase::Spin => 0,
            Phase::Capture => 1,
            Phase::Step => 2,
            Phase::Knob(Spin::Green) => 3,
            Phase::Knob(_) => 4,
            Phase::Over(_) => 5,
        };
        let numbered = |sum: u16, knob| 3 * sum + self.knobs.at(knob) as u16;
        let knobs = Knob::ALL.into_iter().fold(0, numbered);
        self.search.key(knobs << 4 | phase)
    }
}
