//! State shared by all tasks of the adapter: the REST client, the service, and the bot's own id.
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use delivery::{Dispatcher, paint::Painted};
use model::{
    ids::{Chat, PersonId},
    reply::File,
};
use render::Painter;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, UserId};
use service::{Queue, Service, metrics::Metrics};
use store::{StoreError, peers::Peers};
use tokio::sync::watch;

use super::{
    answers_only::AnswersOnly,
    emoji::UploadedEmoji,
    rest_client::{RestClient, Upload},
    servers::Servers,
    tokens::EditTokens,
};

/// The chat of this adapter.
pub(super) const CHAT: Chat = Chat::Discord;

/// For how long nobody is told again in a channel that the answer is in their direct messages.
const HINTED: Duration = Duration::from_secs(10 * 60);
/// How many people to remember as seen before clearing the list.
const MOST_SEEN: usize = 1024;

/// How many interactions and messages to remember before clearing the list.
const MOST_HEARD: usize = 4096;

/// The state shared by the bot's tasks.
pub(super) struct Bot {
    pub(super) rest: RestClient,
    pub(super) dispatcher: Dispatcher<Bot>,
    pub(super) peers: Peers,
    stop: watch::Receiver<bool>,
    who: OnceLock<BotIdentity>,
    /// Becomes true when the bot has learned its own id.
    known: watch::Sender<bool>,
    pub(super) servers: Servers,
    /// Ids handled since the start; the service knows earlier ones.
    heard: Mutex<HashSet<u64>>,
    /// Shards that have been connected before.
    connected: Mutex<HashSet<u32>>,
    /// The link to each command, by its name in the table.
    links: Mutex<Arc<HashMap<&'static str, String>>>,
    emoji: Mutex<Arc<UploadedEmoji>>,
    pub(super) answers_only: AnswersOnly,
    pub(super) tokens: EditTokens,
    /// When people were told in a channel that the answer is in their direct messages.
    hinted: Mutex<HashMap<(ChannelId, String), Instant>>,
    /// Who spoke on which server, and when.
    seen: Mutex<HashMap<(GuildId, UserId), Instant>>,
}

/// The bot's own id and application.
#[derive(Clone, Copy, Debug)]
pub(super) struct BotIdentity {
    pub(super) application: ApplicationId,
    pub(super) user: UserId,
}

impl Bot {
    /// Creates the bot. Call it in a Tokio runtime.
    pub(super) fn new(
        rest: RestClient,
        queue: Queue,
        painter: Arc<Painter>,
        peers: Peers,
        stop: watch::Receiver<bool>,
    ) -> Bot {
        Bot {
            rest,
            dispatcher: Dispatcher::new(queue, painter, stop.clone()),
            peers,
            stop,
            who: OnceLock::new(),
            known: watch::Sender::new(false),
            servers: Servers::default(),
            heard: Mutex::default(),
            connected: Mutex::default(),
            links: Mutex::default(),
            emoji: Mutex::default(),
            answers_only: AnswersOnly::default(),
            tokens: EditTokens::default(),
            hinted: Mutex::default(),
            seen: Mutex::default(),
        }
    }

    /// Stores the links to commands.
    pub(super) fn learn_links(&self, links: HashMap<&'static str, String>) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(links);
    }

    /// Returns the links to commands, by their names in the table.
    pub(super) fn links(&self) -> Arc<HashMap<&'static str, String>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores the emoji to use.
    pub(super) fn learn_emoji(&self, emoji: UploadedEmoji) {
        *self.emoji.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(emoji);
    }

    /// Returns the emoji to use, by the names of their drawings.
    pub(super) fn emoji(&self) -> Arc<UploadedEmoji> {
        self.emoji.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts a task. The program waits for it before it ends.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.dispatcher.spawn(task);
    }

    /// Returns whether this process does what only one of all has to do.
    pub(super) fn does_it_for_all(&self) -> bool {
        self.peers.duties().borrow().ticks
    }

    /// Waits until the program is ending.
    pub(super) async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // An error means that the sender is gone, so the program is ending too.
        drop(stop.wait_for(|it| *it).await);
    }

    /// Stores the bot's own id.
    pub(super) async fn meet(&self, who: BotIdentity) {
        self.who.get_or_init(|| who);
        self.known.send_replace(true);
        let user = who.user.to_string();
        self.service(move |service| service.is_known_as(CHAT, &user)).await;
    }

    /// Waits until the bot's id is known. Returns false if the program ends first.
    pub(super) async fn is_known(&self) -> bool {
        let mut known = self.known.subscribe();
        tokio::select! {
            biased;
            known = known.wait_for(|it| *it) => known.is_ok(),
            () = self.stopped() => false,
        }
    }

    pub(super) fn who(&self) -> Option<BotIdentity> {
        self.who.get().copied()
    }

    /// Returns whether an interaction or message is new, and records it.
    pub(super) fn first_time(&self, id: u64) -> bool {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_HEARD < heard.len() {
            heard.clear();
        }
        heard.insert(id)
    }

    /// Runs a job in the service's queue. Returns `None` if the service has closed.
    pub(super) async fn service<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Option<T> {
        self.dispatcher.service().ask(job).await.ok()
    }

    /// Returns the counters.
    pub(super) fn metrics(&self) -> &Metrics {
        self.dispatcher.service().metrics()
    }

    /// Records that a shard has connected; every time but the first counts as a reconnect.
    pub(super) fn shard_connects(&self, shard: u32) {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if !connected.insert(shard) {
            self.metrics().reconnects.of(CHAT).count();
        }
    }

    /// Runs a fallible job in the service. Logs a failure and returns `None`.
    pub(super) async fn kept<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        match self.service(job).await? {
            Ok(it) => Some(it),
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

    /// Returns people's Discord ids; people of other chats are left out.
    pub(super) async fn users(&self, people: Vec<PersonId>) -> HashMap<PersonId, UserId> {
        if people.is_empty() {
            return HashMap::new();
        }
        let asked = people.clone();
        let handles = self.service(move |service| service.handles(CHAT, &asked)).await;
        let handles = match handles {
            Some(Ok(handles)) => handles,
            Some(Err(err)) => {
                tracing::error!(%err, "a person's id cannot be read");
                Vec::new()
            }
            None => Vec::new(),
        };
        let user = |handle: Option<String>| Some(UserId::new(number(&handle?)?));
        people
            .into_iter()
            .zip(handles)
            .filter_map(|(it, handle)| Some((it, user(handle)?)))
            .collect()
    }

    /// Records that someone is on a server.
    pub(super) fn see(&self, guild: GuildId, user: UserId) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_SEEN < seen.len() {
            seen.clear();
        }
        seen.insert((guild, user), Instant::now());
    }

    /// Returns whether someone was seen on a server recently.
    pub(super) fn was_seen(&self, guild: GuildId, user: UserId, ago: Duration) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&(guild, user)).is_some_and(|it| it.elapsed() < ago)
    }

    /// Returns whether someone has to be told in a channel that the answer is in their direct
    /// messages, and records that they were.
    pub(super) fn hints_anew(&self, channel: ChannelId, person: &str) -> bool {
        let mut hinted = self.hinted.lock().unwrap_or_else(PoisonError::into_inner);
        hinted.retain(|_, at| at.elapsed() < HINTED);
        hinted.insert((channel, person.to_owned()), Instant::now()).is_none()
    }

    /// Returns the name of a room, if known.
    pub(super) fn room_name(&self, guild: Option<GuildId>, channel: u64) -> Option<String> {
        self.servers.look(guild?, |guild| {
            let mut listed = guild.channels.values().chain(&guild.threads);
            listed.find(|it| it.id.get() == channel).map(|it| it.name.clone())
        })?
    }
}

impl From<Painted> for Upload {
    fn from(Painted { name, alt, form, bytes }: Painted) -> Upload {
        Upload { name, kind: form.kind(), alt: Some(alt), bytes }
    }
}

impl From<File> for Upload {
    fn from(File { name, body }: File) -> Upload {
        let kind = if name.ends_with(".json") { "application/json" } else { "text/plain" };
        Upload { name, kind, alt: None, bytes: body.into_bytes() }
    }
}

/// Reads a Discord id.
pub(super) fn number(id: &str) -> Option<u64> {
    id.parse().ok().filter(|&it| 0 < it)
}
