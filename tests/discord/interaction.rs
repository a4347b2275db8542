//! An interaction as the local Discord keeps it.
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::world::{Outside, World};

/// An interaction that was sent to the bot.
#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) person: u64,
    pub(crate) sent: Instant,
    /// The kind of the first answer, and when it came.
    pub(crate) first: Option<(u64, Duration)>,
    pub(crate) first_body: Value,
    /// The message that is `@original`.
    pub(crate) original: Option<u64>,
    /// Whether its first answer, deferred or given, was deleted.
    pub(crate) removed: bool,
    /// Whether its token has expired.
    pub(crate) expired: bool,
    /// How many messages followed the first answer.
    pub(crate) followed: usize,
    /// The message whose button was pressed.
    pub(crate) pressed: Option<u64>,
    /// The event that the bot got.
    pub(crate) event: Value,
}

impl Interaction {
    /// Returns the person who alone sees what answers it with these flags.
    pub(crate) fn only(&self, world: &World, flags: &Value) -> Option<u64> {
        let strict = world.channels[&self.channel].outside == Some(Outside::Strict);
        (strict || flags.as_u64().unwrap_or(0) & 64 != 0).then_some(self.person)
    }

    /// Tells whether an answer was promised and has not come.
    pub(crate) fn is_promised(&self) -> bool {
        self.first.is_some_and(|it| it.0 == 5) && self.original.is_none() && !self.removed
    }

    /// Tells whether the first answer is gone, deferred or given.
    pub(crate) fn promise_is_gone(&self) -> bool {
        self.removed || self.original.is_none() && !self.is_promised()
    }
}
