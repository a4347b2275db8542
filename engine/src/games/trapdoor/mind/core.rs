//! Positions for the search: the pieces, and the doors if there are any. Plain draughts is the same game on a wheel
//! that shows only black.
use super::super::{
    Phase,
    doors::{Knob, Knobs, Notch, Spin},
};
use crate::{
    checkers::{
        CheckersEnd, Color, Goal, Law, Move, Position, Rules, Square, SquareSet,
        draws::{Draw, QUIET_TURNS},
    },
    mind::expectimax::{SearchPoint, Tree},
};

/// What the search needs of a match.
#[derive(Clone, Copy)]
pub(in crate::games) struct TrapdoorNode {
    pub(super) rules: Rules,
    pub(super) snap: bool,
    pub(super) blocked: bool,
    pub(super) goal: Goal,
    pub(super) wheel: [u32; 3],
    pub(super) position: Position,
    pub(super) knobs: Knobs,
    pub(super) phase: Phase,
    /// Turns without progress, of both sides together.
    pub(super) quiet: u8,
}

#[derive(Clone, Copy, PartialEq)]
pub(in crate::games) enum TrapdoorStep {
    Move(Move),
    Turn(Knob, Notch),
}

/// The value of a man. All other values are relative to it.
const MAN: f64 = 1.0;
/// A king that steps, and one that flies.
const KINGS: [f64; 2] = [1.5, 2.8];
/// What each rank forward is worth to a man.
const RANK: f64 = 0.03;
/// What a man on his back rank is worth as a guard.
const GUARD: f64 = 0.08;
/// What it costs to stand on a door that one click would open.
const OVER_A_DOOR: f64 = 0.18;
/// How much more a lead counts when few pieces are left.
const TRADE: f64 = 0.8;
/// The lead in men at which a match is nearly decided.
const SWAY: f64 = 3.5;

/// What the leading side gains for each step that brings a king closer to the last enemies.
const HUNT: f64 = 0.04;
/// How many enemies are left when the hunt begins.
const HUNTED: usize = 4;

/// Turns without progress, of both sides, that draw.
const DRAWN: u8 = 2 * QUIET_TURNS;

impl TrapdoorNode {
    /// Returns the core of a position of plain draughts.
    pub(in crate::games) fn plain(
        position: Position,
        rules: Rules,
        goal: Goal,
        quiet: u8,
    ) -> TrapdoorNode {
        let phase = Phase::Step;
        let (snap, blocked, wheel, knobs) = (false, true, [1, 0, 0], Knobs::default());
        TrapdoorNode { rules, snap, blocked, goal, wheel, position, knobs, phase, quiet }
    }

    /// Returns 1, or -1 if losing wins.
    fn aim(&self) -> f64 {
        if self.goal == Goal::Giveaway { -1.0 } else { 1.0 }
    }

    fn law(&self) -> Law {
        Law { rules: self.rules, pits: self.knobs.open_doors() }
    }

    /// Passes the turn, and finds out how the next one begins.
    fn pass(&mut self, progress: bool) {
        let mover = self.position.turn;
        self.position.turn = !mover;
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
        let bare = CheckersEnd::of_bare(&self.position.board, mover);
        let king = CheckersEnd::of_king(&self.position.board, self.goal);
        self.phase = if let Some(end) = bare.or(king) {
            Phase::Over(end)
        } else if DRAWN <= self.quiet {
            Phase::Over(CheckersEnd::Drawn(Draw::Quiet))
        } else {
            let law = self.law();
            if law.must_capture(&self.position) {
                Phase::Capture
            } else if self.blocked && law.count(&self.position) == 0 {
                Phase::Over(CheckersEnd::Blocked(self.position.turn))
            } else if self.is_plain() {
                Phase::Step
            } else {
                Phase::Spin
            }
        };
    }

    /// Tells whether the wheel shows nothing but black.
    fn is_plain(&self) -> bool {
        self.wheel[1] + self.wheel[2] == 0
    }

    fn shown(&self, spin: Spin) -> Phase {
        match spin {
            Spin::Black if self.law().count(&self.position) == 0 => {
                Phase::Over(CheckersEnd::Blocked(self.position.turn))
            }
            Spin::Black => Phase::Step,
            Spin::Green | Spin::Orange => Phase::Knob(spin),
        }
    }

    /// What a side has, in men.
    fn holds(&self, color: Color) -> f64 {
        let board = &self.position.board;
        let (men, kings) = (board.men(color), board.kings(color));
        let king = KINGS[usize::from(self.rules == Rules::Continental)];
        let home = (!color).last_rank();
        let forward: u32 = men.iter().map(|it| u32::from(it.rank().abs_diff(home))).sum();
        let guards = (men & SquareSet::rank(home)).len();
        let shaky: usize = Knob::ALL
            .into_iter()
            .flat_map(|knob| {
                let at = self.knobs.at(knob);
                Notch::ALL
                    .into_iter()
                    .filter(move |it| at.is_next_to(*it))
                    .filter_map(move |it| knob.door(it))
            })
            .filter(|it| board.of(color).contains(*it))
            .count();
        MAN * men.len() as f64
            + king * kings.len() as f64
            + RANK * f64::from(forward)
            + GUARD * guards as f64
            - self.tremble() * shaky as f64
    }

    /// What a side gains when its kings are close to the last enemies; without this, a won ending would drift into a draw.
    fn hunt(&self, hunter: Color) -> f64 {
        let board = &self.position.board;
        let hunted = board.of(!hunter);
        if HUNTED < hunted.len() {
            return 0.0;
        }
        let steps = |one: Square, other: Square| {
            one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
        };
        let nearest = |king: Square| hunted.iter().map(|it| steps(king, it)).min().unwrap_or(0);
        board.kings(hunter).iter().map(|it| HUNT * f64::from(7 - nearest(it))).sum()
    }

    /// What standing over a door costs; none if the wheel never shows a colour.
    fn tremble(&self) -> f64 {
        if self.is_plain() { 0.0 } else { OVER_A_DOOR }
    }
}

impl Tree for TrapdoorNode {
    type Move = TrapdoorStep;

    fn point(&self) -> SearchPoint {
        match self.phase {
            Phase::Over(end) => SearchPoint::Over(match end.loser() {
                Some(Color::White) => self.aim(),
                Some(Color::Black) => -self.aim(),
                None => 0.0,
            }),
            Phase::Spin => SearchPoint::Chance,
            _ => SearchPoint::Choice(self.position.turn.into()),
        }
    }

    fn moves(&self, out: &mut Vec<TrapdoorStep>) {
        match self.phase {
            Phase::Capture | Phase::Step => {
                let mut moves = Vec::with_capacity(16);
                self.law().moves(&self.position, &mut moves);
                moves.sort_by_key(|it| {
                    (
                        std::cmp::Reverse(it.captured.len()),
                        it.falls,
                        !self.position.board.crowns(it),
                    )
                });
                out.extend(moves.into_iter().map(TrapdoorStep::Move));
            }
            Phase::Knob(spin) => {
                let own = self.position.board.of(self.position.turn);
                let enemy = self.position.board.of(!self.position.turn);
                let before = out.len();
                for knob in Knob::ALL.into_iter().filter(|it| it.spin() == spin) {
                    let at = self.knobs.at(knob);
                    out.extend(
                        Notch::ALL
                            .into_iter()
                            .filter(|it| at.is_next_to(*it))
                            .map(|it| TrapdoorStep::Turn(knob, it)),
                    );
                }
                out[before..].sort_by_key(|it| match it {
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

    fn after(&self, it: &TrapdoorStep) -> TrapdoorNode {
        let mut next = *self;
        match it {
            TrapdoorStep::Move(played) => {
                let men = self.position.board.men(self.position.turn);
                let progress = played.is_capture() || played.falls || men.contains(played.from);
                next.position.board.play(played);
                next.pass(progress);
            }
            TrapdoorStep::Turn(knob, to) => {
                let fallen = knob.door(*to).and_then(|it| next.position.board.take(it));
                next.knobs.set(*knob, if self.snap { Notch::Centre } else { *to });
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
        let [black, white] = Color::BOTH.map(|it| self.holds(it));
        let mut lead = black - white;
        if 0.5 < lead.abs() {
            let ahead = if 0.0 < lead { Color::Black } else { Color::White };
            lead += lead.signum() * self.hunt(ahead);
        }
        let all = (black + white).max(1.0);
        let lead = lead * (1.0 + TRADE * (1.0 - all / 24.0).max(0.0)) / SWAY;
        let value = lead / (1.0 + lead * lead).sqrt();
        // The lead may come to nothing.
        self.aim() * value * (1.0 - 0.5 * f64::from(self.quiet.min(DRAWN)) / f64::from(DRAWN))
    }

    fn is_restless(&self) -> bool {
        self.phase == Phase::Capture
    }

    fn key(&self) -> u64 {
        let board = &self.position.board;
        let bits = |it: SquareSet| u64::from(it.bits());
        let kings = board.kings(Color::Black) | board.kings(Color::White);
        let phase: u64 = match self.phase {
            Phase::Spin => 0,
            Phase::Capture => 1,
            Phase::Step => 2,
            Phase::Knob(Spin::Green) => 3,
            Phase::Knob(_) => 4,
            Phase::Over(_) => 5,
        };
        let knobs =
            Knob::ALL.into_iter().fold(0, |sum: u64, it| 3 * sum + self.knobs.at(it) as u64);
        let turn = u64::from(self.position.turn == Color::White);
        let small = bits(kings) << 16 | knobs << 8 | phase << 4 | turn;
        let pieces = bits(board.of(Color::Black)) << 32 | bits(board.of(Color::White));
        let mixed = pieces.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
            ^ small.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB)
    }
}
