//! An interaction as the local Discord keeps it.
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::world::{Outside, World};

/// After how long the bot defers an answer that isn't ready.
const PROMPT: Duration = Duration::from_millis(1600);

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

    /// Tells whether the pressed message takes the answer: at once, or later because it took long.
    pub(crate) fn changes_what_was_pressed(&self) -> bool {
        self.first.is_some_and(|(kind, _)| kind == 7 || kind == 6 && self.was_deferred_late())
    }

    /// Tells whether the first answer was deferred, and not before it had taken long.
    pub(crate) fn was_deferred_late(&self) -> bool {
        self.first.is_some_and(|(kind, after)| [5, 6].contains(&kind) && PROMPT <= after)
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
