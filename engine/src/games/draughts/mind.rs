//! How computer players see the game: as Trapdoor Checkers with all doors shut.
use super::{Draughts, LAW};
use crate::{
    chance::Dice,
    checkers::{Move, plain::PlainMatch},
    games::trapdoor::mind::{TrapdoorNode, TrapdoorStep, gains, lead},
    mind::{
        Gain, Level, Rated, SearchGame, Skill, Stage,
        expectimax::{self, Tree},
    },
    seat::Seat,
};

impl SearchGame for Draughts {
    fn stage(&self) -> Stage {
        self.plain.stage(self.options.goal())
    }

    fn evaluate(&self) -> f64 {
        self.node().evaluate()
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
        let (rated, nodes) = expectimax::rate(&self.node(), seat, skill);
        let each = rated.into_iter().filter_map(|it| match it.action {
            TrapdoorStep::Move(action) => {
                Some(Rated { action, value: it.value, visits: it.visits })
            }
            // There are no knobs.
            TrapdoorStep::Turn(..) => None,
        });
        (each.collect(), nodes)
    }
}

impl Draughts {
    fn node(&self) -> TrapdoorNode {
        let PlainMatch { position, counts, over: _ } = &self.plain;
        let [black, white] = counts.draws.quiet();
        let quiet = black.saturating_add(white);
        TrapdoorNode::plain(*position, LAW.rules, self.options.goal(), quiet)
    }
}
