//! What every task of the adapter shares: the way to Discord, the way to the service, and who the bot is there.
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use render::Painter;
use serenity::{
    cache::Cache,
    model::id::{ApplicationId, GuildId, UserId},
};
use tokio::sync::watch;

use super::rest_client::{RestClient, Upload};
use crate::{
    delivery::Dispatcher,
    figures::Figures,
    paint::Painted,
    reply::File,
    service::{Queue, Request, Service},
    store::{Chat, PersonId, StoreError},
};

/// The chat this adapter serves.
pub(super) const CHAT: Chat = Chat::Discord;

/// How many people are remembered as seen before all are forgotten.
const MOST_SEEN: usize = 1024;

/// How many interactions and messages are remembered before all are forgotten.
const MOST_HEARD: usize = 4096;

/// The bot as its tasks know it.
pub(super) struct Bot {
    pub(super) rest: RestClient,
    pub(super) dispatcher: Dispatcher<Bot>,
    stop: watch::Receiver<bool>,
    who: OnceLock<Identity>,
    /// Becomes true when the bot knows who it is: from the first connection on.
    known: watch::Sender<bool>,
    cache: Mutex<Option<Arc<Cache>>>,
    /// What was heard since the start: what was before that the service knows.
    heard: Mutex<HashSet<u64>>,
    /// The shards that were connected once.
    connected: Mutex<HashSet<u32>>,
    /// How each command is written so that it can be clicked.
    links: Mutex<Arc<HashMap<&'static str, String>>>,
    /// Who spoke on which server, and when last.
    seen: Mutex<HashMap<(GuildId, UserId), Instant>>,
}

/// Who the bot is on Discord.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    pub(super) application: ApplicationId,
    pub(super) user: UserId,
}

impl Bot {
    /// Makes the bot. To be called where tasks can be started.
    pub(super) fn new(
        rest: RestClient,
        queue: Queue,
        painter: Arc<Painter>,
        stop: watch::Receiver<bool>,
    ) -> Bot {
        Bot {
            rest,
            dispatcher: Dispatcher::new(queue, painter, stop.clone()),
            stop,
            who: OnceLock::new(),
            known: watch::Sender::new(false),
            cache: Mutex::default(),
            heard: Mutex::default(),
            connected: Mutex::default(),
            links: Mutex::default(),
            seen: Mutex::default(),
        }
    }

    /// Learns how commands are written so that they can be clicked.
    pub(super) fn learn_links(&self, links: HashMap<&'static str, String>) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(links);
    }

    /// Returns how commands are written so that they can be clicked, by their names in the table.
    pub(super) fn links(&self) -> Arc<HashMap<&'static str, String>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts a task whose end is waited for before the program ends.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.dispatcher.spawn(task);
    }

    /// Waits until the program shall end.
    pub(super) async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // Whoever could still say so has gone: that is an end, too.
        drop(stop.wait_for(|it| *it).await);
    }

    /// Learns who the bot is, and where serenity keeps what it hears.
    pub(super) fn meet(&self, who: Identity, cache: Arc<Cache>) {
        // After a reconnection it is told the same again.
        self.who.get_or_init(|| who);
        self.known.send_replace(true);
        *self.cache.lock().unwrap_or_else(PoisonError::into_inner) = Some(cache);
    }

    /// Waits until the bot knows who it is; tells whether it does before the program shall end.
    pub(super) async fn is_known(&self) -> bool {
        let mut known = self.known.subscribe();
        tokio::select! {
            biased;
            known = known.wait_for(|it| *it) => known.is_ok(),
            () = self.stopped() => false,
        }
    }

    pub(super) fn who(&self) -> Option<Identity> {
        self.who.get().copied()
    }

    pub(super) fn cache(&self) -> Option<Arc<Cache>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells whether an interaction or message is heard for the first time.
    pub(super) fn first_time(&self, id: u64) -> bool {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_HEARD < heard.len() {
            heard.clear();
        }
        heard.insert(id)
    }

    /// Has the service do something; nothing when it has closed.
    pub(super) async fn service<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Option<T> {
        self.dispatcher.service().ask(job).await.ok()
    }

    /// Reads for a request beside the service, where that may take long.
    pub(super) async fn read_ahead(&self, request: &Request) {
        self.dispatcher.service().read_ahead(request).await;
    }

    /// Returns the figures into which it counts.
    pub(super) fn figures(&self) -> &Figures {
        self.dispatcher.service().figures()
    }

    /// Takes note that a shard is connected: every time but the first it was connected anew.
    pub(super) fn shard_connects(&self, shard: u32) {
        let mut connected = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if !connected.insert(shard) {
            self.figures().reconnects.of(CHAT).count();
        }
    }

    /// Returns a note kept through restarts.
    pub(super) async fn note(&self, key: impl Into<String>) -> Option<String> {
        let key = key.into();
        match self.service(move |service| service.note(CHAT, &key)).await? {
            Ok(note) => note,
            Err(err) => {
                tracing::error!(%err, "a note cannot be read");
                None
            }
        }
    }

    /// Has the service read or keep something; what fails is logged, and nothing comes of it.
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

    /// Keeps a note, or strikes it out.
    pub(super) async fn keep(&self, key: impl Into<String>, value: Option<String>) {
        let key = key.into();
        let kept = self.service(move |service| service.keep(CHAT, &key, value.as_deref())).await;
        if let Some(Err(err)) = kept {
            tracing::error!(%err, "a note cannot be kept");
        }
    }

    /// Returns a sentence that was kept.
    pub(super) async fn sentence(&self, key: &str) -> Option<String> {
        let key = key.to_owned();
        self.kept(move |service| service.sentence(&key)).await?
    }

    /// Returns by which ids Discord knows people; those it does not know are left out.
    pub(super) async fn users(&self, people: Vec<PersonId>) -> HashMap<PersonId, UserId> {
        if people.is_empty() {
            return HashMap::new();
        }
        let asked = people.clone();
        let handles = self.service(move |service| service.handles(CHAT, &asked)).await;
        let handles = match handles {
            Some(Ok(handles)) => handles,
            Some(Err(err)) => {
                tracing::error!(%err, "somebody's id cannot be read");
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

    /// Notes that somebody is on a server.
    pub(super) fn see(&self, guild: GuildId, user: UserId) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_SEEN < seen.len() {
            seen.clear();
        }
        seen.insert((guild, user), Instant::now());
    }

    /// Tells whether somebody was on a server not longer ago than this.
    pub(super) fn was_seen(&self, guild: GuildId, user: UserId, ago: Duration) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&(guild, user)).is_some_and(|it| it.elapsed() < ago)
    }

    /// Returns what a room is called, where that was heard.
    pub(super) fn room_name(&self, guild: Option<GuildId>, channel: u64) -> Option<String> {
        let cache = self.cache()?;
        let guild = cache.guild(guild?)?;
        let mut listed = guild.channels.values().chain(&guild.threads);
        listed.find(|it| it.id.get() == channel).map(|it| it.name.clone())
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

/// Reads one of Discord's ids.
pub(super) fn number(id: &str) -> Option<u64> {
    id.parse().ok().filter(|&it| 0 < it)
}
