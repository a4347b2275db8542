//! Which messages were pressed, for chats where nobody can press the same button twice: a board whose player has pressed it, such as to
//! aim, isn't edited afterwards, although what they do next is typed or said elsewhere.
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use store::BoardMessage;

use super::chat::{Abilities, Edits};

/// How many are remembered: boards stand for days, and few of them are pressed without a step.
const MOST: usize = 2_000;

/// The newest messages that were pressed, the last one at the end.
#[derive(Default)]
pub(super) struct Presses(Mutex<VecDeque<String>>);

impl Presses {
    /// Remembers that a message was pressed by somebody who may.
    pub(super) fn note(&self, message: &str) {
        let mut pressed = self.pressed();
        if pressed.iter().any(|it| it == message) {
            return;
        }
        pressed.push_back(message.to_owned());
        if MOST < pressed.len() {
            pressed.pop_front();
        }
    }

    /// Returns the standing board, if it was pressed and can't be pressed the same way again.
    pub(super) fn on(&self, standing: Option<&BoardMessage>, can: &Abilities) -> Option<String> {
        let standing = standing.filter(|_| can.edits == Edits::Any)?;
        self.pressed().iter().find(|it| **it == standing.message).cloned()
    }

    fn pressed(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use model::ids::MatchId;

    use super::{super::chat::Threads, *};

    fn board(message: &str) -> BoardMessage {
        let [room, place, message] = ["room", "room", message].map(str::to_owned);
        let (plain, html, answers_only) = (String::new(), String::new(), false);
        BoardMessage { of: MatchId(1), room, place, message, plain, html, answers_only }
    }

    #[test]
    fn a_pressed_board_is_known_where_it_can_only_be_pressed_once() {
        let can = |edits| {
            let threads = Threads::FromBoard;
            Abilities { edits, threads, quotes: false, sealed: true, numbers: false, longest: None }
        };
        let presses = Presses::default();
        presses.note("b");
        let on = |message, edits| presses.on(Some(&board(message)), &can(edits));
        assert_eq!(on("b", Edits::Any).as_deref(), Some("b"));
        assert_eq!(on("b", Edits::Pressed), None, "a button can be pressed as often as wanted");
        assert_eq!(on("c", Edits::Any), None);
        (0..MOST).for_each(|n| presses.note(&n.to_string()));
        assert_eq!(on("b", Edits::Any), None, "the oldest are forgotten");
        assert_eq!(on("0", Edits::Any).as_deref(), Some("0"));
    }
}
