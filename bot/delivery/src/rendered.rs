//! A reply as a chat sends it, and how much of it has been sent.
use std::sync::{Mutex, OnceLock, PoisonError};

use service::{DeliveryContext, Outgoing};

use super::chat::ChatAdapter;

/// A reply rendered for a chat.
pub struct RenderedReply<C: ChatAdapter> {
    pub outgoing: Outgoing,
    /// The state of the service when it was rendered.
    pub context: DeliveryContext,
    pub body: C::Body,
    /// Whether it is from before the start, so that it may already have been sent.
    pub late: bool,
    /// The standing board, if somebody has pressed it who can't press it the same way again.
    pub(crate) pressed: Option<String>,
    pub progress: Progress,
}

/// How much of a reply has been sent, for retries.
#[derive(Default)]
pub struct Progress {
    pages: Mutex<Option<(SentTo, usize)>>,
    told: Mutex<Vec<String>>,
    /// The board that shrank when its button was pressed.
    pub shrunk: OnceLock<String>,
}

/// Where the pages of a reply go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentTo {
    /// To an answer that only the asker sees.
    Asker,
    /// To a place, by the chat's id.
    Place(String),
}

impl Progress {
    /// Returns how many pages were sent there.
    pub fn pages(&self, to: &SentTo) -> usize {
        let sent = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        sent.as_ref().filter(|(sent_to, _)| sent_to == to).map_or(0, |(_, pages)| *pages)
    }

    /// Records how many pages were sent there.
    pub fn sent(&self, to: SentTo, pages: usize) {
        *self.pages.lock().unwrap_or_else(PoisonError::into_inner) = Some((to, pages));
    }

    pub(super) fn is_told(&self, handle: &str) -> bool {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.iter().any(|told| told == handle)
    }

    pub(super) fn tell(&self, handle: &str) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(handle.to_owned());
    }
}
