//! How computer players see the game.
use super::{Draughts, LAW};
use crate::{
    chance::Dice,
    checkers::{
        Move, PieceKind,
        mind::{gains, is_opening, lead, loses, near_crown},
    },
    mind::{Gain, Level, Rated, SearchGame, Skill, ToAct, alphabeta, expectimax::Tree},
    seat::Seat,
};

/// Players that look so far ahead know the small endings too.
const FAR: u8 = 20;

impl SearchGame for Draughts {
    const COMES_TO: [f64; 5] = [0.11, 0.4, 0.63, 0.88, 0.99];

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
        let (giveaway, board) = (self.options.goals.giveaway, &self.plain.position.board);
        if giveaway { Vec::new() } else { gains(board, seat).into() }
    }

    fn remark(&self, seat: Seat, action: &Move, after: Option<[&Self; 2]>) -> Option<String> {
        let [at_once, end] = after?.map(|it| it.plain.position.board);
        let (side, board) = (seat.into(), self.plain.position.board);
        let is_man = at_once.piece_at(action.to()).is_some_and(|it| it.rank == PieceKind::Man);
        near_crown(side, action.to()).filter(|_| is_man && !loses(&board, &end, side))
    }

    fn is_opening(&self) -> bool {
        is_opening(&self.plain.position.board)
    }

    fn skill(&self, level: Level) -> Skill {
        let giveaway = self.options.goals.giveaway;
        let (nodes, depth, temperature) = match level {
            Level::One => (6_000, 2, 0.01),
            Level::Two => (6_000, 3, 0.027),
            Level::Three if giveaway => (30_000, 5, 0.03),
            Level::Three => (30_000, 5, 0.042),
            Level::Four if giveaway => (6_000, FAR, 0.027),
            Level::Four => (12_000, FAR, 0.016),
            // Otherwise it would begin every match alike, and who won once could win that way again.
            Level::Five if self.is_opening() => (24_000, FAR, 0.003),
            Level::Five => (if giveaway { 24_000 } else { 18_000 }, FAR, 0.0),
        };
        Skill { nodes, depth, temperature, ..Skill::usual(level) }
    }

    fn rate(&self, seat: Seat, skill: &Skill, _: &mut Dice) -> (Vec<Rated<Move>>, u32) {
        let goal = self.options.goal();
        let (node, past) = (self.plain.node(LAW, goal), self.plain.past(LAW, goal));
        let node = if FAR <= skill.depth { node.knowing_endings() } else { node };
        alphabeta::rate(&node, &past, seat, skill)
    }
}
