//! What has happened of late in a match, for pictures and for what is told.
use serde::{Deserialize, Serialize};

/// What has happened of late.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct News<G, E> {
    /// The last turn that ended: the one who moves now wants to see it, also after a spin of their own.
    turn: Vec<E>,
    /// The turn under way, step by step.
    now: Vec<E>,
    /// How many events at the end of all these belong to the last step.
    fresh: usize,
    /// The game before the last step, where that had a moment worth a picture.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<G>,
}

fn none<G>() -> Option<G> {
    None
}

impl<G, E: Clone> News<G, E> {
    pub(super) fn new(opening: Vec<E>) -> News<G, E> {
        News { fresh: opening.len(), turn: opening, now: Vec::new(), before: None }
    }

    /// Takes in what a step brought; `ended` tells whether it ended the turn.
    pub(super) fn step(&mut self, events: Vec<E>, ended: bool) {
        self.fresh = events.len();
        self.now.extend(events);
        if ended {
            self.turn = std::mem::take(&mut self.now);
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
