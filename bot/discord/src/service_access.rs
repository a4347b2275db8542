//! What Discord asks the service for. Failures are logged.
use command::Commands;
use model::ids::{MatchId, PersonId};
use serenity::model::id::{ChannelId, MessageId, UserId};
use service::{Queue, Service};
use store::StoreError;

use super::bot::{CHAT, number};

/// Access to the service. Clones share it.
#[derive(Clone)]
pub(super) struct ServiceAccess(Queue);

impl ServiceAccess {
    pub(super) fn new(queue: Queue) -> ServiceAccess {
        ServiceAccess(queue)
    }

    /// Returns the commands that there are.
    pub(super) fn commands(&self) -> &'static Commands {
        self.0.commands()
    }

    /// Returns the topics of the rules of the house.
    pub(super) fn house_topics(&self) -> Vec<&'static str> {
        self.0.features().house().guide().topics()
    }

    /// Runs a job in the service's queue. Returns `None` if the service has closed or failed at it.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Option<T> {
        self.0.ask(job).await.ok()
    }

    /// Runs a fallible job in the service. Logs a failure and returns `None`.
    pub(super) async fn kept<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        match self.ask(job).await? {
            Ok(kept) => Some(kept),
            Err(err) => {
                tracing::error!(%err, "the store failed");
                None
            }
        }
    }

    /// Returns a stored line by its key.
    pub(super) async fn sentence(&self, key: &str) -> Option<String> {
        let key = key.to_owned();
        self.kept(move |service| service.keep(|tx| tx.sentence(&key))).await?
    }

    /// Returns a person's Discord id; none for people of other chats.
    pub(super) async fn user(&self, person: PersonId) -> Option<UserId> {
        let handles = self.ask(move |service| service.handles(CHAT, &[person])).await?;
        match handles {
            Ok(handles) => Some(UserId::new(number(handles.first()?.as_ref()?)?)),
            Err(err) => {
                tracing::error!(%err, "a person's id cannot be read");
                None
            }
        }
    }

    /// Returns the match of a thread, and the thread's channel.
    pub(super) async fn match_inside(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let id = thread.to_string();
        let found =
            self.kept(move |service| service.keep(|tx| tx.thread_by_id(CHAT, &id))).await??;
        Some((found.of, ChannelId::new(number(&found.room)?)))
    }

    /// Returns the match whose current board this message is.
    pub(super) async fn match_shown(&self, message: MessageId) -> Option<MatchId> {
        let message = message.to_string();
        let board =
            self.kept(move |service| service.keep(|tx| tx.board_at(CHAT, &message))).await?;
        board.map(|board| board.of)
    }
}
