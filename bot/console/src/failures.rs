//! What can't be done in the room costs only what was asked for.
use model::ids::Chat;
use service::{NotDone, RequestError};
use store::StoreError;

use super::{Open, people, words};

/// Returns what people are told of a failure that costs only what they asked for; none if the room has to end.
pub fn costs_only_this(err: &anyhow::Error) -> Option<String> {
    let request = err.downcast_ref::<RequestError>();
    let store = err.downcast_ref::<StoreError>().or(match request {
        Some(RequestError::Store(err)) => Some(err),
        Some(_) | None => None,
    });
    match store {
        Some(store) => (!store.is_final()).then(|| store.says().to_owned()),
        None => {
            let failed = request.is_some() || err.downcast_ref() == Some(&NotDone::Panicked);
            failed.then(words::failed)
        }
    }
}

impl Open {
    /// Delivers replies that were committed but not shown, by an earlier run or where something failed.
    pub(super) async fn catch_up(&mut self) -> anyhow::Result<()> {
        let mut late =
            people::done(&self.queue, |service| service.undelivered(Chat::Console)).await?;
        late.retain(|outgoing| outgoing.id.is_none_or(|id| !self.shown.contains(&id)));
        self.owes = false;
        self.deliver(late, None).await
    }

    /// Says that something couldn't be done, unless the room can't go on; the result is then another.
    pub(super) async fn survives<T>(
        &mut self,
        done: anyhow::Result<T>,
        otherwise: T,
        request: Option<&str>,
    ) -> anyhow::Result<T> {
        let err = match done {
            Ok(done) => return Ok(done),
            Err(err) => err,
        };
        let Some(says) = costs_only_this(&err) else { return Err(err) };
        tracing::error!(err = format!("{err:#}"), "something couldn't be done in the room");
        self.owes = true;
        self.complain(&says, request).await?;
        Ok(otherwise)
    }
}
