//! Classifies errors of sending by whether a retry may help.
use std::time::Duration;

use matrix_sdk::{
    HttpError,
    ruma::api::error::{ErrorKind, FromHttpResponseError, RetryAfter},
};
use service::NotDone;
use store::StoreError;

/// Why something wasn't sent.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unsent {
    /// The bot can't write there.
    #[error("{0}")]
    Refused(String),
    /// Nothing can be sent or stored now; this message isn't the cause.
    #[error("{0}")]
    Offline(String),
    /// It may work later; after this time, if the server says so.
    #[error("{why}")]
    Later { why: String, after: Option<Duration> },
    /// It will never work.
    #[error("{0}")]
    Never(String),
}

impl Unsent {
    /// Returns whether the error is permanent, so that a retry won't help.
    pub(super) fn lasts(&self) -> bool {
        matches!(self, Unsent::Refused(_) | Unsent::Never(_))
    }

    pub(super) fn offline(why: impl ToString) -> Unsent {
        Unsent::Offline(why.to_string())
    }

    pub(super) fn never(why: impl ToString) -> Unsent {
        Unsent::Never(why.to_string())
    }
}

impl From<anyhow::Error> for Unsent {
    fn from(err: anyhow::Error) -> Unsent {
        let whole = format!("{err:#}");
        let err = match err.downcast::<matrix_sdk::Error>() {
            Ok(err) => return err.into(),
            Err(err) => err,
        };
        let err = match err.downcast::<HttpError>() {
            Ok(err) => return (&err).into(),
            Err(err) => err,
        };
        // The service runs again after the next start, and the store may just be locked.
        let closed = err.downcast_ref() == Some(&NotDone::Closed);
        let passes = closed || err.is::<StoreError>();
        if passes { Unsent::Offline(whole) } else { Unsent::never(whole) }
    }
}

impl From<matrix_sdk::Error> for Unsent {
    fn from(err: matrix_sdk::Error) -> Unsent {
        Unsent::of(&err)
    }
}

impl Unsent {
    /// Classifies an error of the SDK.
    pub(super) fn of(err: &matrix_sdk::Error) -> Unsent {
        use matrix_sdk::Error as E;
        match err {
            E::Http(http) => (&**http).into(),
            E::WrongRoomState(_) => Unsent::Refused(err.to_string()),
            // The SDK's files may be locked, or the disk full, for a while.
            E::Io(_)
            | E::Timeout
            | E::ConcurrentRequestFailed
            | E::StateStore(_)
            | E::CryptoStoreError(_)
            | E::CrossProcessLockError(_) => Unsent::Later { why: err.to_string(), after: None },
            _ => Unsent::never(err),
        }
    }
}

impl From<&HttpError> for Unsent {
    fn from(err: &HttpError) -> Unsent {
        if let HttpError::Cached(err) = err {
            return (&**err).into();
        }
        if let Some(answer) = err.as_client_api_error() {
            let after = match answer.error_kind() {
                Some(ErrorKind::LimitExceeded(limit)) => match limit.retry_after {
                    Some(RetryAfter::Delay(after)) => Some(after),
                    Some(RetryAfter::DateTime(_)) | None => None,
                },
                _ => None,
            };
            let why = err.to_string();
            return match answer.status_code.as_u16() {
                // The device is logged out; the message waits until the bot starts with a new one.
                401 => Unsent::Offline(why),
                408 | 429 | 500.. => Unsent::Later { why, after },
                403 | 404 => Unsent::Refused(why),
                _ => Unsent::Never(why),
            };
        }
        match err {
            HttpError::Reqwest(_) | HttpError::RefreshToken(_) => Unsent::offline(err),
            // A proxy answered instead of the server.
            HttpError::Api(answer)
                if matches!(&**answer, FromHttpResponseError::Deserialization(_)) =>
            {
                Unsent::Later { why: err.to_string(), after: None }
            }
            _ => Unsent::never(err),
        }
    }
}

/// Returns whether an error is temporary.
pub(super) fn passes(err: anyhow::Error) -> bool {
    !Unsent::from(err).lasts()
}
