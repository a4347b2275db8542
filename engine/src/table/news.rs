//! What has happened of late in a match, for pictures and for what is told.
use serde::{Deserialize, Serialize};

use crate::{
    quote::sentence,
    scene::{Made, Panel, Scene, Surface},
    seat::{Onlooker, Seat},
};

/// How many moves from before the last turn are kept.
const KEPT: usize = 4;

/// Who moved, and the words for it.
pub(super) type Move = (Seat, String);

/// What has happened of late.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct News<G, E> {
    /// The last turn that ended: the player who moves now wants to see it, also after a spin of
    /// their own.
    turn: Vec<E>,
    /// The turn under way, step by step.
    now: Vec<E>,
    /// How many events at the end of all these belong to the last step.
    fresh: usize,
    /// Moves of the turns before, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<Move>,
    /// Moves of the last turn that ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turn_moves: Vec<Move>,
    /// Moves of the turn under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    now_moves: Vec<Move>,
    /// The game before the last step, where that had a moment worth a picture.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<G>,
}

fn none<G>() -> Option<G> {
    None
}

impl<G, E: Clone> News<G, E> {
    pub(super) fn new(opening: Vec<E>) -> News<G, E> {
        let (past, turn_moves, now_moves) = Default::default();
        let (fresh, turn, now) = (opening.len(), opening, Vec::new());
        News { turn, now, fresh, past, turn_moves, now_moves, before: None }
    }

    /// Takes in what a step brought, and the move it was where everybody may read that; `ended` tells whether it ended the turn.
    pub(super) fn step(&mut self, events: Vec<E>, made: Option<Move>, ended: bool) {
        self.fresh = events.len();
        self.now.extend(events);
        self.now_moves.extend(made);
        if ended {
            self.turn = std::mem::take(&mut self.now);
            self.past.append(&mut self.turn_moves);
            self.past.drain(..self.past.len().saturating_sub(KEPT));
            self.turn_moves = std::mem::take(&mut self.now_moves);
        }
    }

    /// Adds to a picture the moves from before everything in [`News::all`]; before the first move what the game is.
    pub(super) fn show(&self, scene: &mut Scene, says: &str, to: Onlooker<'_>) {
        // Beside a pitch its own panels take all the room.
        if matches!(scene.board, Surface::Pitch(_)) {
            return;
        }
        let moves = self.past.iter().map(|(seat, words)| Made {
            seat: *seat,
            who: to.name(*seat).to_owned(),
            words: words.clone(),
        });
        if !self.past.is_empty() {
            scene.panels.push(Panel::Moves(moves.collect()));
        } else if self.turn_moves.is_empty() && self.now_moves.is_empty() {
            scene.panels.push(Panel::Notes(vec![sentence(says.to_owned())]));
        }
    }

    pub(super) fn all(&self) -> Vec<E> {
        self.turn.iter().chain(&self.now).cloned().collect()
    }

    /// Returns the events of the last step.
    pub(super) fn last(&self) -> &[E] {
        let source = if self.now.is_empty() { &self.turn } else { &self.now };
        &source[source.len().saturating_sub(self.fresh)..]
    }
}
