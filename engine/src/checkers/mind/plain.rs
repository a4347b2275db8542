//! The positions of a game that has nothing beside its board, for the search.
use super::{DRAWN, SearchPosition};
use crate::{
    checkers::{
        BoardRules, CheckersEnd, Color, Goal, Move, Position,
        endings::{self, SolvedEnding},
        plain::PlainMatch,
    },
    mind::{
        alphabeta::{CertainTree, KnownResult},
        expectimax::{SearchPoint, Tree},
    },
};

/// What the search needs of a plain match.
#[derive(Clone, Copy)]
pub(crate) struct PlainNode {
    search: SearchPosition,
    law: BoardRules,
    must_capture: bool,
    over: Option<CheckersEnd>,
    knows_endings: bool,
}

/// What is numbered in a key: whether a capture is due. Any two numbers would do, but others put
/// positions into other slots of the search's table, and a player at its limit might move differently.
const STEP: u16 = 0x282;
const CAPTURE: u16 = 0x281;

impl PlainMatch {
    /// Returns the position without its history.
    pub(crate) fn node(&self, law: BoardRules, goal: Goal) -> PlainNode {
        let quiet = SearchPosition::quiet(self.counts.draws.quiet());
        PlainNode::at(self.position, law, goal, quiet)
    }

    /// Returns the keys of the positions that may come back.
    pub(crate) fn past(&self, law: BoardRules, goal: Goal) -> Vec<u64> {
        let seen = self.counts.draws.seen();
        let before = seen.split_last().map_or(&[][..], |it| it.1);
        before.iter().map(|position| PlainNode::at(*position, law, goal, 0).key()).collect()
    }
}

impl PlainNode {
    fn at(position: Position, law: BoardRules, goal: Goal, quiet: u8) -> PlainNode {
        let search = SearchPosition { rules: law.rules, goal, position, quiet };
        let must_capture = law.must_capture(&position);
        PlainNode { search, law, must_capture, over: None, knows_endings: false }
    }

    /// Lets the search know how small endings go; they are known for the usual goal alone.
    pub(crate) fn knowing_endings(mut self) -> PlainNode {
        self.knows_endings = self.search.goal == Goal::Usual && self.law == BoardRules::ENGLISH;
        self
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
            self.law.moves(&self.search.position, out);
            if self.must_capture {
                out.sort_by_key(|played| std::cmp::Reverse(played.captured.len()));
            }
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

impl CertainTree for PlainNode {
    fn known(&self) -> Option<KnownResult> {
        if !self.knows_endings {
            return None;
        }
        let position = &self.search.position;
        match endings::known(position)? {
            SolvedEnding::Drawn => Some(KnownResult::Draw),
            // Kings alone make no progress on the way, so a long win would be a draw before that.
            SolvedEnding::Won(color, turns)
                if position.board.men(color).is_empty()
                    && DRAWN <= self.search.quiet.saturating_add(turns) =>
            {
                None
            }
            SolvedEnding::Won(color, turns) => Some(KnownResult::Won(color.into(), turns)),
        }
    }

    fn reversible(&self) -> usize {
        usize::from(self.search.quiet)
    }

    fn kind(&self, played: &Move) -> Option<usize> {
        let position = &self.search.position;
        let quiet = !played.is_capture() && !position.board.crowns(played);
        let side = usize::from(position.turn == Color::White);
        quiet.then(|| side << 10 | played.from.index() << 5 | played.to().index())
    }
}
