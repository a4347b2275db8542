//! The servers of the bot: who owns them, their roles, channels and threads. Discord tells all of that once in a session, so
//! after a resumed one a server is asked for when it is needed.
use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use serenity::{
    http::Route,
    model::{
        event::Event,
        guild::Guild,
        id::{ChannelId, GuildId, UserId},
    },
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::sleep,
};

use super::{
    error::DiscordError,
    rest_client::{Again, Call, RestClient},
};

/// The pause between two servers that are asked for without haste.
const NO_HASTE: Duration = Duration::from_millis(300);

/// What is known of the servers.
pub(super) struct Servers {
    known: Mutex<KnownServers>,
    /// Servers to ask for, without haste.
    wanted: UnboundedSender<GuildId>,
    next: Mutex<Option<UnboundedReceiver<GuildId>>>,
}

#[derive(Default)]
struct KnownServers {
    servers: HashMap<GuildId, Guild>,
    /// Those that Discord can't reach now, so that it tells about them later.
    unavailable: HashSet<GuildId>,
    /// Those that were asked for without haste.
    asked: HashSet<GuildId>,
    /// The bot itself.
    me: Option<UserId>,
}

impl Default for Servers {
    fn default() -> Servers {
        let (wanted, next) = unbounded_channel();
        Servers { known: Mutex::default(), wanted, next: Mutex::new(Some(next)) }
    }
}

impl Servers {
    /// Learns what an event tells. Returns whether it tells that a server has added the bot.
    pub(super) fn learn(&self, event: &Event) -> bool {
        self.known().learn(event)
    }

    /// Looks something up in a server, if it is known.
    pub(super) fn look<T>(&self, server: GuildId, look: impl FnOnce(&Guild) -> T) -> Option<T> {
        self.known().servers.get(&server).map(look)
    }

    /// Returns the server of a channel or thread, if known.
    pub(super) fn of_channel(&self, channel: ChannelId) -> Option<GuildId> {
        let known = self.known();
        let has = |guild: &&Guild| {
            guild.channels.contains_key(&channel)
                || guild.threads.iter().any(|thread| thread.id == channel)
        };
        known.servers.values().find(has).map(|guild| guild.id)
    }

    /// Asks Discord for a server that isn't known.
    pub(super) async fn find(&self, rest: &RestClient, server: GuildId) {
        if self.look(server, |_| ()).is_some() {
            return;
        }
        match fetched(rest, server).await {
            Ok(guild) => self.known().keep(guild),
            Err(err) => tracing::info!(%err, "a server can't be asked for"),
        }
    }

    /// Has a server asked for soon, if it isn't known.
    pub(super) fn want(&self, server: GuildId) {
        let mut known = self.known();
        if !known.servers.contains_key(&server) && known.asked.insert(server) {
            // It fails when the program ends, and nobody needs the server any more.
            self.wanted.send(server).ok();
        }
    }

    /// Keeps asking for servers that are wanted, one after another.
    pub(super) async fn find_wanted(&self, rest: &RestClient) {
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut next) = next else { return };
        while let Some(server) = next.recv().await {
            self.find(rest, server).await;
            sleep(NO_HASTE).await;
        }
    }

    /// Returns the name of a room, if known.
    pub(super) fn room_name(&self, server: GuildId, room: ChannelId) -> Option<String> {
        self.look(server, |guild| {
            let mut listed = guild.channels.values().chain(&guild.threads);
            listed.find(|channel| channel.id == room).map(|channel| channel.name.clone())
        })?
    }

    /// Returns the channel that a room is a thread of, if known.
    pub(super) fn parent(&self, server: GuildId, room: ChannelId) -> Option<ChannelId> {
        self.look(server, |guild| {
            let thread = guild.threads.iter().find(|thread| thread.id == room);
            thread.and_then(|thread| thread.parent_id)
        })?
    }

    fn known(&self) -> MutexGuard<'_, KnownServers> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownServers {
    fn learn(&mut self, event: &Event) -> bool {
        match event {
            Event::Ready(event) => {
                self.me = Some(event.ready.user.id);
                for guild in &event.ready.guilds {
                    self.servers.remove(&guild.id);
                    self.unavailable.insert(guild.id);
                }
            }
            Event::GuildCreate(event) => {
                let expected = self.unavailable.remove(&event.guild.id);
                self.keep(event.guild.clone());
                return !expected;
            }
            Event::GuildUpdate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.guild.id) {
                    guild.owner_id = event.guild.owner_id;
                    guild.roles.clone_from(&event.guild.roles);
                    guild.system_channel_id = event.guild.system_channel_id;
                }
            }
            Event::GuildDelete(event) => {
                self.servers.remove(&event.guild.id);
                if event.guild.unavailable {
                    self.unavailable.insert(event.guild.id);
                }
            }
            Event::GuildMemberUpdate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.guild_id)
                    && let Some(own) = guild.members.get_mut(&event.user.id)
                {
                    own.roles.clone_from(&event.roles);
                    own.communication_disabled_until = event.communication_disabled_until;
                }
            }
            Event::GuildRoleCreate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.role.guild_id) {
                    guild.roles.insert(event.role.id, event.role.clone());
                }
            }
            Event::GuildRoleUpdate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.role.guild_id) {
                    guild.roles.insert(event.role.id, event.role.clone());
                }
            }
            Event::GuildRoleDelete(event) => {
                if let Some(guild) = self.servers.get_mut(&event.guild_id) {
                    guild.roles.remove(&event.role_id);
                }
            }
            Event::ChannelCreate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.channel.guild_id) {
                    guild.channels.insert(event.channel.id, event.channel.clone());
                }
            }
            Event::ChannelUpdate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.channel.guild_id) {
                    guild.channels.insert(event.channel.id, event.channel.clone());
                }
            }
            Event::ChannelDelete(event) => {
                if let Some(guild) = self.servers.get_mut(&event.channel.guild_id) {
                    guild.channels.remove(&event.channel.id);
                }
            }
            Event::ThreadCreate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.thread.guild_id) {
                    guild.threads.retain(|thread| thread.id != event.thread.id);
                    guild.threads.push(event.thread.clone());
                }
            }
            Event::ThreadUpdate(event) => {
                if let Some(guild) = self.servers.get_mut(&event.thread.guild_id) {
                    guild.threads.retain(|thread| thread.id != event.thread.id);
                    guild.threads.push(event.thread.clone());
                }
            }
            Event::ThreadDelete(event) => {
                if let Some(guild) = self.servers.get_mut(&event.thread.guild_id) {
                    guild.threads.retain(|thread| thread.id != event.thread.id);
                }
            }
            _ => {}
        }
        false
    }

    /// Keeps a server without what the bot never looks at.
    fn keep(&mut self, mut guild: Guild) {
        self.asked.remove(&guild.id);
        let me = self.me;
        guild.members.retain(|id, _| Some(*id) == me);
        guild.presences.clear();
        guild.voice_states.clear();
        guild.emojis.clear();
        guild.stickers.clear();
        self.servers.insert(guild.id, guild);
    }
}

/// Asks Discord for a server, its channels and its open threads.
async fn fetched(rest: &RestClient, server: GuildId) -> Result<Guild, DiscordError> {
    let call = |route| Call { again: Again::Never, ..Call::get(route) };
    let whole = Call { query: "with_counts=true", ..call(Route::Guild { guild_id: server }) };
    let channels = call(Route::GuildChannels { guild_id: server });
    let threads = call(Route::GuildThreadsActive { guild_id: server });
    let (guild, channels, threads): (Value, Value, Value) =
        tokio::try_join!(rest.ask(&whole), rest.ask(&channels), rest.ask(&threads))?;
    read(guild, channels, &threads)
        .map_err(|err| DiscordError::Lost(format!("a server can't be read: {err}")))
}

/// Puts a server together as events tell it.
fn read(mut guild: Value, mut channels: Value, threads: &Value) -> serde_json::Result<Guild> {
    let id = guild["id"].clone();
    // Lists that the server was asked for don't name it.
    for channel in channels.as_array_mut().into_iter().flatten() {
        channel["guild_id"] = id.clone();
    }
    let members = guild["approximate_member_count"].clone();
    // The rest isn't looked at.
    let unseen = json!({
        "channels": channels, "threads": threads["threads"], "member_count": members,
        "joined_at": "1970-01-01T00:00:00Z", "large": false, "unavailable": false,
        "members": [], "presences": [], "voice_states": [], "stage_instances": [], "guild_scheduled_events": [],
    });
    if let (Some(guild), Value::Object(unseen)) = (guild.as_object_mut(), unseen) {
        guild.extend(unseen);
    }
    serde_json::from_value(guild)
}
