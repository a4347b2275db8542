//! Errors of requests to Discord, classified by how to handle them.

use serde_json::Value;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum DiscordError {
    #[error("Discord refuses ({status}, code {code}): {says}")]
    Refused { status: u16, code: i64, says: String },
    /// The bot isn't a member of that channel, and has no interaction there to answer.
    #[error("the bot can only answer presses and commands there")]
    NotThere,
    /// It may or may not have arrived.
    #[error("{0}")]
    Lost(String),
}

/// What a rejection means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// The channel, thread or server no longer exists, or the bot was removed.
    Gone,
    /// The bot isn't allowed to see, write or attach files there.
    Forbidden,
    /// The thread is locked.
    Locked,
    /// The thread is archived.
    Archived,
    /// The person doesn't accept direct messages from the bot.
    Closed,
    /// The message no longer exists.
    Deleted,
    /// The interaction was already answered.
    Answered,
    /// The interaction has expired.
    Expired,
    /// The attachment is too large.
    TooLarge,
    /// Discord rejects the content; a retry won't help.
    Malformed,
    /// A temporary error; a retry may work.
    Passing,
}

impl DiscordError {
    pub(super) fn lost(err: &dyn std::error::Error) -> DiscordError {
        // The cause is in the error's sources, so include them.
        let mut says = String::new();
        let mut next = Some(err);
        while let Some(err) = next {
            if !says.is_empty() {
                says.push_str(": ");
            }
            says.push_str(&err.to_string());
            next = err.source();
        }
        DiscordError::Lost(says)
    }

    /// Discord takes no first answer to an interaction any more.
    pub(super) fn too_late() -> DiscordError {
        let says = "the interaction has expired".to_owned();
        DiscordError::Refused { status: 404, code: 10062, says }
    }

    /// The bot may not attach files there.
    pub(super) fn takes_no_files() -> DiscordError {
        let says = "no files can be attached".to_owned();
        DiscordError::Refused { status: 400, code: 0, says }
    }

    pub(super) fn refused(status: u16, body: &Value) -> DiscordError {
        let code = body.get("code").and_then(Value::as_i64).unwrap_or(0);
        let says = body.get("message").and_then(Value::as_str).unwrap_or("no reason is given");
        let errors = body.get("errors").map(|errors| format!(" {errors}")).unwrap_or_default();
        DiscordError::Refused { status, code, says: format!("{says}{errors}") }
    }

    /// Classifies a rejection by Discord's error code or, without one, by the HTTP status.
    pub(super) fn cause(&self) -> Rejection {
        let (status, code) = match self {
            DiscordError::Refused { status, code, says: _ } => (status, code),
            DiscordError::NotThere => return Rejection::Forbidden,
            DiscordError::Lost(_) => return Rejection::Passing,
        };
        match (code, status) {
            (10003 | 10004, _) => Rejection::Gone,
            (10008, _) => Rejection::Deleted,
            (10062 | 10015 | 50027, _) => Rejection::Expired,
            (40060, _) => Rejection::Answered,
            (50007 | 50278, _) => Rejection::Closed,
            (50083, _) => Rejection::Archived,
            (160_005, _) => Rejection::Locked,
            (50001 | 50013 | 50024 | 40094 | 40333 | 20022, _) | (0, 403) => Rejection::Forbidden,
            (40005, _) | (_, 413) => Rejection::TooLarge,
            // 401: the token was changed, so a new one may work. 408 and 429: a timeout and a rate
            // limit. A 404 without a code comes from a proxy, not from Discord.
            (_, 401 | 408 | 429) | (0, 404) => Rejection::Passing,
            (_, 400..500) => Rejection::Malformed,
            _ => Rejection::Passing,
        }
    }

    /// Returns whether Discord rejects a field of the body.
    pub(super) fn is_about(&self, field: &str) -> bool {
        matches!(self, DiscordError::Refused { code: 50035, says, .. } if says.contains(field))
    }

    /// Returns whether the bot sees the channel, and isn't allowed to do this there.
    pub(super) fn is_forbidden_here(&self) -> bool {
        matches!(self, DiscordError::Refused { code: 50013, .. })
    }

    /// Returns whether Discord rejects the token.
    pub(super) fn is_stranger(&self) -> bool {
        matches!(self, DiscordError::Refused { status: 401, .. })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn refusals_are_sorted_by_code_and_then_by_status() {
        let cause = |status, code| {
            DiscordError::refused(status, &json!({ "code": code, "message": "no" })).cause()
        };
        assert_eq!(cause(404, 10003), Rejection::Gone);
        assert_eq!(cause(403, 50013), Rejection::Forbidden);
        assert_eq!(cause(400, 40060), Rejection::Answered);
        assert_eq!(cause(404, 10062), Rejection::Expired);
        assert_eq!(cause(403, 50007), Rejection::Closed);
        assert_eq!(cause(400, 50035), Rejection::Malformed);
        assert_eq!(DiscordError::refused(502, &Value::Null).cause(), Rejection::Passing);
        assert_eq!(DiscordError::refused(403, &Value::Null).cause(), Rejection::Forbidden);
        assert!(DiscordError::refused(401, &Value::Null).is_stranger());
        for passing in [401, 404, 408, 429, 500] {
            assert_eq!(DiscordError::refused(passing, &Value::Null).cause(), Rejection::Passing);
        }
        assert_eq!((cause(413, 0), cause(400, 40005)), (Rejection::TooLarge, Rejection::TooLarge));
    }
}
