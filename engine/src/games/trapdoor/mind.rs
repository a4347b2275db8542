//! How computer players see the game: positions without their history, the wheel as a chance node, and what a position is worth.
mod core;

use self::core::{TrapdoorNode, TrapdoorStep};
use super::{Action, Knob, Notch, Phase, PositionKey, Trapdoor};
use crate::{
    chance::Dice,
    checkers::{
        Color, PieceKind, Square,
        mind::{SearchPosition, gains, is_opening, lead, loses, near_crown},
    },
    mind::{
        Gain, Level, Rated, SearchGame, Skill, ToAct,
        expectimax::{self, Tree},
        sign,
    },
    quote::series,
    seat::Seat,
};

impl SearchGame for Trapdoor {
    const COMES_TO: [f64; 5] = [0.09, 0.22, 0.35, 0.52, 0.82];
    const LUCK_COMES_TRUE: f64 = 0.66;

    fn stage(&self) -> ToAct {
        match self.phase {
            Phase::Over(end) => ToAct::Over(end.loser().map(|color| (!color).into())),
            _ => ToAct::Turn(self.seat()),
        }
    }

    fn evaluate(&self) -> f64 {
        self.node().evaluate()
    }

    fn gain(&self) -> f64 {
        lead(&self.position.board)
    }

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        gains(&self.position.board, seat).into()
    }

    fn remark(&self, seat: Seat, action: &Action, after: Option<[&Self; 2]>) -> Option<String> {
        let [at_once, end] = after?.map(|it| it.position.board);
        let Action::Move(played) = action else {
            let over = |color: Color| at_once.of(color).iter().filter(|at| is_door(*at)).count();
            let told = |color: Color| match over(color) {
                0 => None,
                count => Some(format!("{count} of {}'s pieces", color.name())),
            };
            let told: Vec<String> = Color::BOTH.into_iter().filter_map(told).collect();
            return (!told.is_empty()).then(|| format!("leaves {} on doors", series(&told)));
        };
        let (from, to) = (played.from, played.to());
        let piece = self.position.board.piece_at(from)?;
        if at_once.piece_at(to) != Some(piece) || loses(&self.position.board, &end, piece.color) {
            return None;
        }
        let name = self.options.rules.name(piece.rank);
        match [from, to].map(is_door) {
            [true, false] => Some(format!("takes a {name} off a door")),
            [false, true] => Some(format!("puts a {name} on a door")),
            _ => near_crown(seat.into(), to).filter(|_| piece.rank == PieceKind::Man),
        }
    }

    fn is_opening(&self) -> bool {
        is_opening(&self.position.board)
    }

    fn wastes(&self, seat: Seat, action: &Action) -> bool {
        let after = self.tried(seat, action, &mut Dice::thinking(0));
        after.is_some_and(|next| sign(seat) * next.gain() < sign(seat) * self.gain())
    }

    fn skill(&self, level: Level) -> Skill {
        let snap = self.options.snap;
        let (nodes, depth, temperature) = match level {
            Level::One if snap => (400, 1, 0.14),
            // It hardly looks at what the other side takes back.
            Level::One => (30, 1, 0.15),
            Level::Two if snap => (400, 1, 0.075),
            Level::Two => (400, 1, 0.115),
            Level::Three if snap => (4_000, 2, 0.076),
            Level::Three => (4_000, 2, 0.09),
            Level::Four if snap => (10_000, 2, 0.03),
            Level::Four => (10_000, 2, 0.02),
            Level::Five => (50_000, 8, 0.0),
        };
        Skill { nodes, depth, temperature, ..Skill::usual(level) }
    }

    fn rate(&self, seat: Seat, skill: &Skill, _: &mut Dice) -> (Vec<Rated<Action>>, u32) {
        let node = self.node();
        if self.phase == Phase::Spin {
            return (
                vec![Rated {
                    action: Action::Spin,
                    value: sign(seat) * node.evaluate(),
                    visits: 1,
                }],
                1,
            );
        }
        let seen = self.draws.seen().iter();
        let key = |past: &PositionKey| node.at_turn(past.position, past.knobs).key();
        let past: Vec<u64> = seen.map(key).collect();
        let (rated, nodes) = expectimax::rate(&node, &past, seat, skill);
        let rated = rated.into_iter().map(|rated| {
            let action = match rated.action {
                TrapdoorStep::Move(played) => Action::Move(played),
                TrapdoorStep::Turn(knob, to) => Action::Turn { knob, to },
            };
            Rated { action, value: rated.value, visits: rated.visits }
        });
        (rated.collect(), nodes)
    }
}

impl Trapdoor {
    fn node(&self) -> TrapdoorNode {
        TrapdoorNode {
            search: SearchPosition {
                rules: self.options.rules,
                goal: self.options.goal(),
                position: self.position,
                quiet: SearchPosition::quiet(self.draws.quiet()),
            },
            snap: self.options.snap,
            moves_repeat: self.options.moves_repeat,
            counts: true,
            blocked: self.options.blocked,
            wheel: self.options.wheel.0,
            knobs: self.knobs,
            phase: self.phase,
        }
    }
}

/// Tells whether there is a door on a square, open or closed.
fn is_door(at: Square) -> bool {
    let doors = |knob: Knob| [Notch::Left, Notch::Right].map(|to| knob.door(to));
    Knob::ALL.into_iter().flat_map(doors).any(|door| door == Some(at))
}
