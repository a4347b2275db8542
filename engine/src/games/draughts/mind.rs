//! How computer players see the game.
use super::{Draughts, LAW};
use crate::{
    chance::Dice,
    checkers::{
        Move,
        mind::{gains, lead},
    },
    mind::{
        Gain, Level, Rated, SearchGame, Skill, ToAct,
        expectimax::{self, Tree},
    },
    seat::Seat,
};

impl SearchGame for Draughts {
    fn stage(&self) -> ToAct {
        self.plain.stage(self.options.goal())
    }

    fn evaluate(&self) -> f64 {
        self.plain.node(LAW, self.options.goal()).evaluate()
    }

    fn gain(&self) -> f64 {
        let lead = lead(&self.plain.position.board);
        if self.options.goals.giveaway { -lead } else { lead }
    }

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        // In giveaway these are no gains.
        if self.options.goals.giveaway {
            return Vec::new();
        }
        gains(&self.plain.position.board, seat).into()
    }

    fn skill(&self, level: Level) -> Skill {
        let (nodes, depth, temperature) = match level {
            Level::One => (6_000, 2, 0.029),
            Level::Two => (6_000, 3, 0.042),
            Level::Three => (30_000, 4, 0.0275),
            Level::Four => (4_700, 20, 0.014),
            Level::Five => (16_000, 20, 0.0),
        };
        Skill { nodes, depth, temperature, ..Skill::usual(level) }
    }

    fn rate(&self, seat: Seat, skill: &Skill, _: &mut Dice) -> (Vec<Rated<Move>>, u32) {
        expectimax::rate(&self.plain.node(LAW, self.options.goal()), seat, skill)
    }
}
