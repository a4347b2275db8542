//! A press whose replies have a board and something private: the board takes the first answer, and
//! private replies follow it.
use std::{
    pin::pin,
    sync::atomic::{AtomicBool, Ordering},
};

use model::reply::Audience;
use service::Outgoing;
use tokio::sync::{Mutex, Notify};

use super::request::Origin;

/// What private replies to a press wait for.
#[derive(Default)]
pub(super) struct BoardFirst {
    comes: AtomicBool,
    changed: Notify,
}

/// Notifies those who wait, at the end of an attempt.
pub(super) struct AnswerAttempt<'a>(&'a Notify);

impl BoardFirst {
    /// Records whether a board for the place of a press is among its replies.
    pub(super) fn expect(&self, origin: &Origin, replies: &[Outgoing]) {
        let is_board = |Outgoing { room, reply, .. }: &Outgoing| {
            let here = *room == origin.room && !reply.is_watched();
            here && reply.to == Audience::Room && reply.board.is_some()
        };
        self.comes.store(replies.iter().any(is_board), Ordering::Relaxed);
    }

    /// Begins an attempt to answer the press.
    pub(super) fn attempt(&self) -> AnswerAttempt<'_> {
        AnswerAttempt(&self.changed)
    }

    /// Waits until the press is answered or deferred, so that its state isn't `fresh` any more, if a
    /// board comes.
    pub(super) async fn wait<S: PartialEq>(&self, state: &Mutex<S>, fresh: S) {
        while self.comes.load(Ordering::Relaxed) {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if *state.lock().await != fresh {
                return;
            }
            changed.await;
        }
    }
}

impl Drop for AnswerAttempt<'_> {
    fn drop(&mut self) {
        self.0.notify_waiters();
    }
}
