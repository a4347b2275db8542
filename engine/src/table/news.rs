//! The latest events of a match, for pictures and texts.
use serde::{Deserialize, Serialize};

use crate::{
    quote::sentence,
    scene::{Made, Panel, Scene},
    seat::{Observer, Seat},
};

/// How many moves before the last turn are kept, at most.
const KEPT: usize = 16;

/// How many earlier moves there are before a picture no longer says how the game is played.
const NEW: usize = 8;

/// Who moved, and the words for it.
pub(super) type WordedMove = (Seat, String);

/// The latest events.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct News<G, E> {
    /// The last finished turn, for the player who moves now, even after a spin of their own.
    turn: Vec<E>,
    /// The current turn, step by step.
    now: Vec<E>,
    /// How many of these events, at the end, belong to the last step.
    fresh: usize,
    /// Moves of earlier turns, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<WordedMove>,
    /// Moves of the last finished turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turn_moves: Vec<WordedMove>,
    /// Moves of the current turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    now_moves: Vec<WordedMove>,
    /// The game before the last step, if that had a highlight.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<G>,
}

fn none<G>() -> Option<G> {
    None
}

/// Lists the rules "in a minute" of a game's guide, without what is about typing.
fn minute(guide: &str) -> Vec<String> {
    let lines = guide.lines().skip_while(|it| *it != "## minute").skip(1);
    let lines = lines.take_while(|it| !it.starts_with("## "));
    let mut rules: Vec<String> = Vec::new();
    for line in lines.filter_map(|it| it.strip_prefix("- ")) {
        // Up to the first thing to type.
        let ends = [": `", ". `"].iter().filter_map(|mark| line.find(mark)).min();
        let line = ends.map_or(line.to_owned(), |end| format!("{}.", &line[..end]));
        if line.contains('`') {
            continue;
        }
        match rules.last_mut().filter(|it| it.ends_with(',')) {
            Some(begun) => *begun = format!("{begun} {line}"),
            None => rules.push(line),
        }
    }
    rules
}

impl<G, E: Clone> News<G, E> {
    pub(super) fn new(opening: Vec<E>) -> News<G, E> {
        let (past, turn_moves, now_moves) = Default::default();
        let (fresh, turn, now) = (opening.len(), opening, Vec::new());
        News { turn, now, fresh, past, turn_moves, now_moves, before: None }
    }

    /// Adds the events of a step, and its move if everyone may read it; `ended` tells whether it ended the turn.
    pub(super) fn step(&mut self, events: Vec<E>, made: Option<WordedMove>, ended: bool) {
        self.fresh = events.len();
        self.now.extend(events);
        self.now_moves.extend(made);
        if ended {
            self.turn = std::mem::take(&mut self.now);
            self.past.append(&mut self.turn_moves);
            // The older half at once, so that the others stay where they are in most pictures.
            if KEPT < self.past.len() {
                self.past.drain(..self.past.len() - KEPT / 2);
            }
            self.turn_moves = std::mem::take(&mut self.now_moves);
        }
    }

    /// Adds earlier moves to a picture, from before [`News::all`]; during the first moves, how the game is played.
    pub(super) fn show(&self, scene: &mut Scene, (says, guide): (&str, &str), to: Observer<'_>) {
        let moves = self.past.iter().map(|(seat, words)| Made {
            seat: *seat,
            who: to.name(*seat).to_owned(),
            words: words.clone(),
        });
        if !self.past.is_empty() {
            scene.panels.push(Panel::Moves(moves.collect()));
        }
        if self.past.len() < NEW {
            let still =
                [&self.past, &self.turn_moves, &self.now_moves].iter().all(|it| it.is_empty());
            let says = still.then(|| sentence(says.to_owned()));
            scene.panels.push(Panel::About { says, rules: minute(guide) });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_end_before_what_is_typed_and_sentences_stay_whole() {
        let guide = "# Go\n\n## turn\n\n- Not this.\n\n## minute\n\n- Attack it: `a1xb2`.\n- You win with five,\n- \
                     or with none. `odds` says how.\n- Type `a1`.\n\n## goal\n\n- Nor this.";
        assert_eq!(minute(guide), ["Attack it.", "You win with five, or with none."]);
        assert!(minute("# Go").is_empty());
    }
}
