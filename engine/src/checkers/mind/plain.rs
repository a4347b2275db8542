//! The positions of a game that has nothing beside its board, for the search.
use super::SearchPosition;
use crate::{
    checkers::{BoardRules, CheckersEnd, Goal, Move, plain::PlainMatch},
    mind::expectimax::{SearchPoint, Tree},
};

/// What the search needs of a plain match.
#[derive(Clone, Copy)]
pub(crate) struct PlainNode {
    search: SearchPosition,
    law: BoardRules,
    must_capture: bool,
    over: Option<CheckersEnd>,
}

/// What is numbered in a key: whether a capture is due. Any two numbers would do, but others put
/// positions into other slots of the search's table, and a player at its limit might move differently.
const STEP: u16 = 0x282;
const CAPTURE: u16 = 0x281;

impl PlainMatch {
    /// Returns the position without its history.
    pub(crate) fn node(&self, law: BoardRules, goal: Goal) -> PlainNode {
        let quiet = SearchPosition::quiet(self.counts.draws.quiet());
        let search = SearchPosition { rules: law.rules, goal, position: self.position, quiet };
        PlainNode { search, law, must_capture: false, over: None }
    }
}

impl Tree for PlainNode {
    type Move = Move;

    fn point(&self) -> SearchPoint {
        match self.over {
            Some(end) => SearchPoint::Over(self.search.result(end)),
            None => SearchPoint::Choice(self.search.position.turn.into()),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.over.is_none() {
            out.extend(self.search.moves(self.law));
        }
    }

    fn after(&self, played: &Move) -> PlainNode {
        let mut next = *self;
        let progress = next.search.play(played);
        next.over = next.search.pass(progress);
        let position = &next.search.position;
        next.must_capture = next.over.is_none() && next.law.must_capture(position);
        if next.over.is_none() && !next.must_capture && next.law.count(position) == 0 {
            next.over = Some(CheckersEnd::Blocked(position.turn));
        }
        next
    }

    fn falls(&self, _: &mut Vec<(f64, PlainNode)>) {}

    fn evaluate(&self) -> f64 {
        self.search.evaluate([0.0; 2])
    }

    fn is_restless(&self) -> bool {
        self.must_capture
    }

    fn key(&self) -> u64 {
        self.search.key(if self.must_capture { CAPTURE } else { STEP })
    }
}
