//! What every task of the adapter shares: the way to Discord, the way to the desk, and who the bot is there.
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
use tokio::sync::{Mutex as Turn, OwnedMutexGuard, mpsc, watch};

use super::wire::{Upload, Wire};
use crate::{
    paint::{Painted, paint},
    reply::{File, Reply},
    service::{Desk, Queue},
    store::{Chat, PersonId},
};

/// The chat this adapter serves.
pub(super) const CHAT: Chat = Chat::Discord;

/// How many rooms' turns are kept before idle ones are forgotten.
const MOST_ROOMS: usize = 1024;

/// How many interactions and messages are remembered before all are forgotten.
const MOST_HEARD: usize = 4096;

/// The bot as its tasks know it.
pub(super) struct Bot {
    pub(super) wire: Wire,
    stop: watch::Receiver<bool>,
    queue: Queue,
    painter: Arc<Painter>,
    who: OnceLock<Identity>,
    cache: Mutex<Option<Arc<Cache>>>,
    /// What was heard since the start: what was before that the desk knows.
    heard: Mutex<HashSet<u64>>,
    rooms: Mutex<HashMap<String, Arc<Turn<()>>>>,
    /// Who spoke on which server, and when last.
    seen: Mutex<HashMap<(GuildId, UserId), Instant>>,
    /// Held by whatever is under way, so that the end can wait for it.
    busy: mpsc::Sender<()>,
}

/// Who the bot is on Discord.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    pub(super) application: ApplicationId,
    pub(super) user: UserId,
}

impl Bot {
    /// Makes the bot; the receiver ends when everything under way is done and the bot is dropped.
    pub(super) fn new(
        wire: Wire,
        queue: Queue,
        painter: Arc<Painter>,
        stop: watch::Receiver<bool>,
    ) -> (Bot, mpsc::Receiver<()>) {
        let (busy, done) = mpsc::channel(1);
        let bot = Bot {
            wire,
            stop,
            queue,
            painter,
            who: OnceLock::new(),
            cache: Mutex::default(),
            heard: Mutex::default(),
            rooms: Mutex::default(),
            seen: Mutex::default(),
            busy,
        };
        (bot, done)
    }

    /// Starts a task whose end is waited for before the program ends.
    pub(super) fn spawn(self: &Arc<Bot>, task: impl Future<Output = ()> + Send + 'static) {
        let busy = self.busy.clone();
        tokio::spawn(async move {
            task.await;
            drop(busy);
        });
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
        *self.cache.lock().unwrap_or_else(PoisonError::into_inner) = Some(cache);
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

    /// Has the desk do something; nothing when it has closed.
    pub(super) async fn desk<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Desk) -> T + Send + 'static,
    ) -> Option<T> {
        self.queue.ask(job).await.ok()
    }

    /// Returns a note kept through restarts.
    pub(super) async fn note(&self, key: impl Into<String>) -> Option<String> {
        let key = key.into();
        match self.desk(move |desk| desk.note(CHAT, &key)).await? {
            Ok(note) => note,
            Err(err) => {
                tracing::error!(%err, "a note cannot be read");
                None
            }
        }
    }

    /// Keeps a note, or strikes it out.
    pub(super) async fn keep(&self, key: impl Into<String>, value: Option<String>) {
        let key = key.into();
        let kept = self.desk(move |desk| desk.keep(CHAT, &key, value.as_deref())).await;
        if let Some(Err(err)) = kept {
            tracing::error!(%err, "a note cannot be kept");
        }
    }

    /// Returns by which ids Discord knows people; those it does not know are left out.
    pub(super) async fn users(&self, people: Vec<PersonId>) -> HashMap<PersonId, UserId> {
        let asked = people.clone();
        let handles = self.desk(move |desk| desk.handles(CHAT, &asked)).await;
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

    /// Waits for the turn to speak in a room: what is done there is told in the order in which it was done.
    pub(super) async fn turn_in(&self, room: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            if MOST_ROOMS < rooms.len() {
                rooms.retain(|_, it| 1 < Arc::strong_count(it));
            }
            rooms.entry(room.to_owned()).or_default().clone()
        };
        turn.lock_owned().await
    }

    /// Notes that somebody is on a server.
    pub(super) fn see(&self, guild: GuildId, user: UserId) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_ROOMS < seen.len() {
            seen.clear();
        }
        seen.insert((guild, user), Instant::now());
    }

    /// Tells whether somebody was on a server not longer ago than this.
    pub(super) fn was_seen(&self, guild: GuildId, user: UserId, ago: Duration) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&(guild, user)).is_some_and(|it| it.elapsed() < ago)
    }

    /// Paints what a reply promised; nothing, and a word in the log, where that is no longer possible.
    pub(super) async fn paint(&self, reply: &Reply) -> Vec<Upload> {
        match paint(&self.queue, &self.painter, reply).await {
            Ok((painted, _)) => painted.into_iter().map(Upload::from).collect(),
            Err(err) => {
                tracing::error!(%err, "a picture cannot be drawn");
                Vec::new()
            }
        }
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
    fn from(Painted { name, alt, form: _, bytes }: Painted) -> Upload {
        Upload { name, alt: Some(alt), bytes }
    }
}

impl From<File> for Upload {
    fn from(File { name, body }: File) -> Upload {
        Upload { name, alt: None, bytes: body.into_bytes() }
    }
}

/// Reads one of Discord's ids.
pub(super) fn number(id: &str) -> Option<u64> {
    id.parse().ok().filter(|&it| 0 < it)
}
