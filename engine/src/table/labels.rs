//! What controls show for the choices of a position.
use std::collections::HashMap;

use super::{BoardChoice, Match};
use crate::{game::Label, games::Listed, seat::Seat};

impl<G: Listed> Match<G> {
    pub(super) fn labelled(&self, seat: Seat, words: &[&str]) -> Vec<Label> {
        let wanted: HashMap<&str, usize> =
            words.iter().enumerate().map(|(nth, word)| (*word, nth)).collect();
        let mut labels: Vec<Option<Label>> = vec![None; words.len()];
        for action in self.game.choices(seat).listed {
            if let Some(&nth) = wanted.get(self.game.write(&action).as_str()) {
                labels[nth] = Some(self.game.label(seat, &action));
            }
        }
        // What can't be listed, such as an aim in degrees, is read.
        let read = |word: &str| Some(self.game.label(seat, &self.game.read(seat, word).ok()?));
        let labels = labels.into_iter().zip(words);
        labels
            .map(|(label, word)| label.or_else(|| read(word)).unwrap_or_else(|| Label::typed(word)))
            .collect()
    }

    pub(super) fn on_board(&self, seat: Seat) -> Vec<BoardChoice> {
        let listed = self.game.choices(seat).listed.into_iter();
        listed
            .map(|action| BoardChoice {
                words: self.game.write(&action),
                label: self.game.label(seat, &action),
                pick: self.game.pick(seat, &action),
            })
            .collect()
    }
}
