//! How far the answer to an interaction has come. Nothing else of an interaction changes.
use std::{
    ops::{Deref, DerefMut},
    pin::pin,
};

use tokio::sync::{Mutex, MutexGuard, Notify};

use super::{
    answers_only::{FOLLOW_UPS, Presence},
    error::DiscordError,
};

/// What of the answer Discord has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AnswerStage {
    #[default]
    Fresh,
    /// Deferred: an ephemeral "thinking" message is shown.
    Promised,
    /// Deferred without a visible sign: the pressed message can still be edited.
    Unseen,
    /// The pressed message was edited: further public replies are follow-ups.
    Changed,
    /// Answered: further replies are separate messages.
    Said,
    /// Discord no longer accepts an answer.
    Expired,
}

/// The state of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerState {
    pub(super) stage: AnswerStage,
    /// Whether the buttons of the pressed message are gone because the press settled it.
    pub(super) is_settled: bool,
    /// The follow-ups sent, counted where Discord limits them.
    follow_ups: usize,
}

/// The state of an answer, which one attempt at a time may change.
#[derive(Default)]
pub(super) struct AnswerProgress {
    state: Mutex<AnswerState>,
    attempted: Notify,
}

/// An attempt to answer. Who waits for the first answer looks again when it ends.
pub(super) struct AnswerAttempt<'a> {
    state: MutexGuard<'a, AnswerState>,
    attempted: &'a Notify,
}

impl AnswerState {
    /// Returns whether there was an answer that can have follow-ups.
    pub(super) fn takes_follow_ups(&self) -> bool {
        ![AnswerStage::Fresh, AnswerStage::Expired].contains(&self.stage)
            && self.follow_ups < FOLLOW_UPS
    }

    /// Uses up one of the follow-ups.
    ///
    /// # Errors
    /// If there are none left.
    pub(super) fn use_follow_up(&mut self, presence: Presence) -> Result<(), DiscordError> {
        match presence {
            Presence::Member => Ok(()),
            Presence::Answers | Presence::Unseen if self.follow_ups < FOLLOW_UPS => {
                self.follow_ups += 1;
                Ok(())
            }
            Presence::Answers | Presence::Unseen => Err(DiscordError::NotThere),
        }
    }
}

impl AnswerProgress {
    /// Begins an attempt once no other is under way.
    pub(super) async fn attempt(&self) -> AnswerAttempt<'_> {
        AnswerAttempt { state: self.state.lock().await, attempted: &self.attempted }
    }

    /// Waits until it is answered or deferred.
    pub(super) async fn begun(&self) {
        loop {
            let mut attempted = pin!(self.attempted.notified());
            attempted.as_mut().enable();
            if self.state.lock().await.stage != AnswerStage::Fresh {
                return;
            }
            attempted.await;
        }
    }

    /// Returns the state, unless it may be changing.
    pub(super) fn now(&self) -> Option<AnswerState> {
        self.state.try_lock().ok().map(|state| *state)
    }
}

impl Deref for AnswerAttempt<'_> {
    type Target = AnswerState;

    fn deref(&self) -> &AnswerState {
        &self.state
    }
}

impl DerefMut for AnswerAttempt<'_> {
    fn deref_mut(&mut self) -> &mut AnswerState {
        &mut self.state
    }
}

impl Drop for AnswerAttempt<'_> {
    fn drop(&mut self) {
        self.attempted.notify_waiters();
    }
}
