//! The context shared by all parts of this chat.
use std::{
    collections::{BTreeMap, VecDeque},
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use command::Commands;
use delivery::chat_access::ChatAccess;
use matrix_sdk::{
    Client, Room,
    config::RequestConfig,
    ruma::{
        EventId, OwnedEventId, OwnedUserId, RoomId, TransactionId, UserId, api::error::ErrorKind,
    },
};
use model::ids::{Chat, MatchId, PersonId};
use serde_json::Value;
use service::{PersonName, RoomName, Service};
use sha2::{Digest as _, Sha256};
use store::Cursor;
use tokio::runtime::Handle;

use super::{error::Unsent, reach};

/// The Matrix client and the rest of the program. Clones share it.
#[derive(Clone)]
pub(super) struct AdapterContext {
    pub(super) client: OwnedClient,
    pub(super) way: ChatAccess,
    pub(super) config: Arc<config::Matrix>,
    /// The bot's own id.
    pub(super) me: OwnedUserId,
    /// Part of every transaction id. A new database starts its outbox ids again, and the server
    /// remembers the transaction ids of the old one.
    pub(super) mark: Arc<str>,
    /// What is known about the server's rate limit.
    limit: Arc<Mutex<RateLimit>>,
    /// The newest messages whose choices are over.
    over: Arc<Mutex<VecDeque<OwnedEventId>>>,
}

/// What is known about the server's rate limit.
#[derive(Debug, Default)]
struct RateLimit {
    /// When the server last reported it.
    reported_at: Option<Instant>,
    /// When a message was last tried that somebody waits for.
    tried_at: Option<Instant>,
}

/// A client that may be dropped on any thread: closing its database needs the
/// runtime, and a panic there would end the program.
#[derive(Clone)]
pub(super) struct OwnedClient {
    /// Only taken to be dropped.
    client: Option<Client>,
    runtime: Handle,
}

impl OwnedClient {
    /// Wraps a client, on its runtime.
    pub(super) fn new(client: Client) -> OwnedClient {
        OwnedClient { client: Some(client), runtime: Handle::current() }
    }
}

impl Deref for OwnedClient {
    type Target = Client;

    fn deref(&self) -> &Client {
        self.client.as_ref().expect("it is only taken to be dropped")
    }
}

impl Drop for OwnedClient {
    fn drop(&mut self) {
        let _within = self.runtime.enter();
        drop(self.client.take());
    }
}

/// How long to leave out optional events after a rate limit.
const SPARING: Duration = Duration::from_secs(3 * 60);

/// How long nothing else has been sent before an edit or a film goes out under a rate limit, how
/// often that is looked at, and how long it waits at most.
const QUIET: Duration = Duration::from_secs(10);
const LOOKED_AT: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(120);

/// The same without a limit: a server lets only so many events through at once, and a room that takes nothing must not hold up the others.
const MOMENT: Duration = Duration::from_millis(1500);
const MOMENTS: Duration = Duration::from_secs(15);

/// How many messages are remembered whose choices are over: buttons are placed within seconds.
const MOST_OVER: usize = 500;

/// The user ids of people and the links to matches in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Handles {
    pub(super) people: BTreeMap<PersonId, OwnedUserId>,
    /// Links to boards.
    pub(super) boards: BTreeMap<MatchId, String>,
}

impl AdapterContext {
    /// Creates it, with the mark of this database.
    ///
    /// # Errors
    /// If nobody is logged in, or the service fails.
    pub(super) async fn new(
        client: Client,
        way: ChatAccess,
        config: config::Matrix,
    ) -> anyhow::Result<AdapterContext> {
        let me = client.user_id().context("nobody is logged in")?.to_owned();
        let config = Arc::new(config);
        let (mark, limit, over) = (Arc::from(""), Arc::default(), Arc::default());
        let client = OwnedClient::new(client);
        let mut adapter = AdapterContext { client, way, config, me, mark, limit, over };
        let kept =
            adapter.ask(|service| service.keep(|tx| tx.cursor(Chat::Matrix, Cursor::Mark))).await?;
        let mark: String = match kept {
            Some(mark) => mark,
            None => {
                let mark = format!("{:08x}", rand::random::<u32>());
                let new = mark.clone();
                let keeps = move |service: &mut Service| {
                    service.keep(|tx| tx.keep_cursor(Chat::Matrix, Cursor::Mark, &new))
                };
                adapter.ask(keeps).await?;
                mark
            }
        };
        adapter.mark = mark.into();
        Ok(adapter)
    }

    /// Records that the server reported a rate limit.
    pub(super) fn limited(&self) {
        if !self.is_limited() {
            reach::note_limit(&self.way.beside("matrix"));
        }
        self.limit().reported_at = Some(Instant::now());
    }

    /// Returns whether there was a rate limit recently, so that optional events should be left out.
    pub(super) fn is_limited(&self) -> bool {
        self.limit().reported_at.is_some_and(|at| at.elapsed() < SPARING)
    }

    /// Records that a message is tried that somebody waits for.
    pub(super) fn puts_out(&self) {
        self.limit().tried_at = Some(Instant::now());
    }

    /// Waits until nothing has been sent for a moment, under a rate limit for longer, so that what
    /// nobody waits for doesn't take the place of a board. `busy` tells whether one is on its way. Tells
    /// whether there is room: under a limit that may not come for long. `shortly` is for what
    /// somebody waits for though its words are out.
    pub(super) async fn calm(&self, shortly: bool, busy: impl Fn() -> bool) -> bool {
        let begun = Instant::now();
        loop {
            let (quiet, looked_at, patience) = if self.is_limited() && !shortly {
                (QUIET, LOOKED_AT, PATIENCE)
            } else {
                (MOMENT, MOMENT / 4, MOMENTS)
            };
            let recently = self.limit().tried_at.is_some_and(|at| at.elapsed() < quiet);
            if !(recently || busy()) {
                return true;
            }
            if patience <= begun.elapsed() {
                return !self.is_limited();
            }
            tokio::time::sleep(looked_at).await;
        }
    }

    /// Records that the choices of a message are over, so that it gets no more buttons.
    pub(super) fn is_now_over(&self, message: &EventId) {
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.push_back(message.to_owned());
        if MOST_OVER < over.len() {
            over.pop_front();
        }
    }

    /// Tells whether the choices of a message are over, as far as remembered.
    pub(super) fn is_over(&self, message: &EventId) -> bool {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.iter().any(|it| it == message)
    }

    fn limit(&self) -> MutexGuard<'_, RateLimit> {
        self.limit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an event. The SDK doesn't retry it: a rate limit is counted here, and what sends it
    /// knows what is more urgent.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn send(
        &self,
        room: &Room,
        kind: &str,
        content: Value,
        id: &TransactionId,
    ) -> Result<OwnedEventId, Unsent> {
        let sent = room
            .send_raw(kind, content)
            .with_transaction_id(id)
            .with_request_config(RequestConfig::new().disable_retry())
            .await;
        sent.map(|it| it.response.event_id).map_err(|err| self.unsent(&err))
    }

    /// Classifies an error of sending, and remembers a rate limit.
    pub(super) fn unsent(&self, err: &matrix_sdk::Error) -> Unsent {
        if let Some(ErrorKind::LimitExceeded(_)) = err.client_api_error_kind() {
            self.limited();
        }
        Unsent::of(err)
    }

    /// Returns the commands that there are.
    pub(super) fn commands(&self) -> &'static Commands {
        self.way.queue.commands()
    }

    /// Runs a job in the service's queue.
    ///
    /// # Errors
    /// If the service has closed or fails.
    pub(super) async fn ask<T, E>(
        &self,
        job: impl FnOnce(&mut Service) -> Result<T, E> + Send + 'static,
    ) -> anyhow::Result<T>
    where
        T: Send + 'static,
        E: Into<anyhow::Error> + Send + 'static,
    {
        self.way.queue.ask(job).await?.map_err(Into::into)
    }
}

/// Returns a name for a room in the log that distinguishes rooms without identifying them.
pub(super) fn tag(room: &RoomId) -> String {
    hex::encode(&Sha256::digest(room.as_str())[..4])
}

/// Describes a room for the service.
pub(super) async fn room_name(room: &Room) -> RoomName {
    let name = title(room).await;
    // Matrix rooms don't belong to a server with its own leaderboards.
    RoomName {
        handle: room.room_id().to_string(),
        name,
        server: String::new(),
        answers_only: false,
    }
}

/// Returns a room's name, or its id if it has none.
pub(super) async fn title(room: &Room) -> String {
    room.display_name().await.map_or_else(|_| room.room_id().to_string(), |it| it.to_string())
}

/// Describes a person for the service, with their name in a room. After the bot has joined, the
/// members may have to be fetched; a known name is kept if that fails.
pub(super) async fn person_name(
    adapter: &AdapterContext,
    room: &Room,
    user: &UserId,
) -> anyhow::Result<PersonName> {
    let bot = user == adapter.me;
    let member = match room.get_member_no_sync(user).await {
        Ok(Some(member)) => Some(member),
        Ok(None) | Err(_) if bot => None,
        Ok(None) | Err(_) => room.get_member(user).await.unwrap_or_else(|err| {
            tracing::info!(why = %Unsent::of(&err), "the members of a room can't be read");
            None
        }),
    };
    let handle = user.to_string();
    let name = match member {
        Some(member) => member.name().to_owned(),
        None => {
            let known = handle.clone();
            let known = adapter.ask(move |it| it.name_by_handle(Chat::Matrix, &known)).await?;
            known.unwrap_or_else(|| user.localpart().to_owned())
        }
    };
    Ok(PersonName { handle, name, bot })
}

#[cfg(test)]
mod tests {
    use std::thread;

    use matrix_sdk::ruma::api::MatrixVersion;

    use super::*;

    #[test]
    fn a_client_ends_on_any_thread_whether_its_runtime_runs_or_has_ended() {
        for runs in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let client = runtime.block_on(async {
                let client = Client::builder()
                    .homeserver_url("http://127.0.0.1:1")
                    .server_versions([MatrixVersion::V1_1])
                    .sqlite_store(folder.path(), None);
                OwnedClient::new(client.build().await.unwrap())
            });
            let other = client.clone();
            let mut running = Some(runtime);
            if !runs {
                drop(running.take());
            }
            thread::spawn(move || drop((client, other))).join().unwrap();
        }
    }
}
