//! Why something wasn't sent.
use std::{fmt::Display, time::Duration};

use service::NotDone;

use super::{
    chat::{Cause, ChatAdapter},
    words,
};

/// How long to wait for another process's earlier reply before looking again.
pub(super) const BEHIND: Duration = Duration::from_millis(50);

/// Why something wasn't sent.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) why: String,
    pub(super) cause: Cause,
}

impl Failure {
    pub(super) fn of<C: ChatAdapter>(err: &C::Error) -> Failure {
        Failure { why: err.to_string(), cause: C::classify(err) }
    }

    /// In a room where the bot can't post, there is nothing to answer.
    pub(super) fn nothing_to_answer() -> Failure {
        Failure { why: words::nothing_to_answer(), cause: Cause::Forbidden }
    }

    /// Nothing is tried in a room that the bot lost.
    pub(super) fn room_is_lost() -> Failure {
        Failure { why: words::room_is_lost(), cause: Cause::Forbidden }
    }

    /// Nothing is tried for a person who takes no private messages.
    pub(super) fn takes_no_messages() -> Failure {
        Failure { why: words::takes_no_messages(), cause: Cause::Closed }
    }

    /// Another process has an earlier reply for the same room.
    pub(super) fn behind_another() -> Failure {
        Failure { why: words::behind_another(), cause: Cause::Behind }
    }

    /// An earlier reply for the same room was taken over from another process, and queued later.
    pub(super) fn before_an_earlier_one() -> Failure {
        Failure { why: words::behind_another(), cause: Cause::Last }
    }

    /// Until the service is restarted, if it has closed. What it fails at won't work a second time, and holds up nothing.
    pub(super) fn of_service(why: NotDone) -> Failure {
        let cause = match why {
            NotDone::Closed => Cause::Offline,
            NotDone::Panicked => Cause::Never,
        };
        Failure { why: why.to_string(), cause }
    }

    /// Until the service is restarted or the store is free.
    pub(super) fn offline(why: impl Display) -> Failure {
        Failure { why: why.to_string(), cause: Cause::Offline }
    }
}
