//! People, and the bot, who play on for somebody who is away.
pub(super) mod ask;
pub(super) mod back;
pub(super) mod hand_over;
pub(super) mod take;
mod words;
