//! Opens, unarchives and finds the threads of matches, and checks who is still on a server.
use std::time::Duration;

use model::ids::MatchId;
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::{
    http::Route,
    model::{
        channel::GuildChannel,
        id::{ChannelId, GuildId, MessageId, UserId},
    },
};

use super::{
    bot::{Bot, CHAT, number},
    error::DiscordError,
    form::cut,
    message::DiscordMessage,
    rest_client::{Again, Call, RequestBody},
    words,
};

/// Minutes after which Discord archives an inactive thread: a week, its maximum.
const ARCHIVED_AFTER: u32 = 10_080;
/// The maximum length of a thread's name, in characters.
const LONGEST_NAME: usize = 100;
/// Discord's channel type for a public thread.
const PUBLIC_THREAD: u8 = 11;
/// Discord's error codes for a person who isn't on a server, or doesn't exist.
const UNKNOWN_MEMBER: i64 = 10_007;
const UNKNOWN_USER: i64 = 10_013;
/// How long someone who was seen on a server counts as present.
const SEEN: Duration = Duration::from_secs(3600);

impl Bot {
    /// Opens a thread for a match and links to it in the channel.
    ///
    /// # Errors
    /// If none can be opened there.
    pub(super) async fn begin_thread(
        &self,
        of: MatchId,
        channel: ChannelId,
        names: Option<&[String; 2]>,
    ) -> Result<ChannelId, DiscordError> {
        let names = names.map_or(String::new(), |[a, b]| format!(": {a} – {b}"));
        let name = cut(&format!("Match #{of}{names}"), LONGEST_NAME);
        let body = json!({
            "name": name,
            "type": PUBLIC_THREAD,
            "auto_archive_duration": ARCHIVED_AFTER,
        });
        let route = Route::ChannelThreads { channel_id: channel };
        let NewThread { id } = match self.thread_named(channel, &name) {
            // An earlier attempt opened it, but its response was lost.
            Some(id) => NewThread { id },
            None => {
                self.rest.ask(&Call::post(route, RequestBody::Json(body), Again::Unheard)).await?
            }
        };
        let pointer = DiscordMessage::words(words::match_is_in(of, id));
        if let Err(err) = self.send(&pointer, channel, None).await {
            tracing::info!(%err, "a thread couldn't be pointed to");
        }
        Ok(id)
    }

    /// Returns the match of a thread, and the thread's channel.
    pub(super) async fn match_inside(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let id = thread.to_string();
        let found =
            self.kept(move |service| service.keep(|tx| tx.thread_by_id(CHAT, &id))).await??;
        Some((found.of, ChannelId::new(number(&found.room)?)))
    }

    /// Unarchives a thread.
    ///
    /// # Errors
    /// If Discord doesn't allow it, because the thread is locked or deleted.
    pub(super) async fn wake(&self, thread: ChannelId) -> Result<(), DiscordError> {
        let body = json!({ "archived": false, "auto_archive_duration": ARCHIVED_AFTER });
        let route = Route::Channel { channel_id: thread };
        self.rest.tell(&Call::patch(route, RequestBody::Json(body))).await
    }

    /// Returns the match whose current board this message is.
    pub(super) async fn match_shown(&self, message: MessageId) -> Option<MatchId> {
        let message = message.to_string();
        self.kept(move |service| service.keep(|tx| tx.board_at(CHAT, &message)))
            .await?
            .map(|it| it.of)
    }

    /// Checks whether the people a message pings are still on its server.
    pub(super) async fn look_for_absent(
        &self,
        pings: Vec<UserId>,
        channel: ChannelId,
        asker: Option<UserId>,
    ) {
        let Some(guild) = self.servers.of_channel(channel) else { return };
        for user in pings.into_iter().filter(|&it| asker != Some(it)) {
            self.look_for(guild, user).await;
        }
    }

    /// Checks whether all players are still on their servers. Discord announces departures only to
    /// bots with a privileged intent.
    pub(super) async fn look_for_players(&self) {
        let players = self.service(|service| service.players_on_servers(CHAT)).await;
        for (server, handle) in players.and_then(Result::ok).unwrap_or_default() {
            if let (Some(guild), Some(user)) = (number(&server), number(&handle)) {
                self.look_for(GuildId::new(guild), UserId::new(user)).await;
            }
        }
    }

    /// Checks whether a person is on a server, and records the result.
    async fn look_for(&self, guild: GuildId, user: UserId) {
        if self.was_seen(guild, user, SEEN) {
            return;
        }
        let (server, handle) = (guild.to_string(), user.to_string());
        let route = Route::GuildMember { guild_id: guild, user_id: user };
        let noted = match self.rest.ask::<Value>(&Call::get(route)).await {
            Ok(_) => {
                self.see(guild, user);
                self.service(move |service| {
                    service.is_there(CHAT, &handle, |it| it.server == server)
                })
                .await
            }
            Err(DiscordError::Refused {
                status: 404, code: UNKNOWN_MEMBER | UNKNOWN_USER, ..
            }) => {
                let now = jiff::Timestamp::now().as_second();
                self.service(move |service| {
                    service.has_left(CHAT, &handle, now, |it| it.server == server)
                })
                .await
            }
            Err(err) => {
                tracing::debug!(%err, "it isn't known who is here");
                return;
            }
        };
        if let Some(Err(err)) = noted {
            tracing::error!(%err, "who is here couldn't be noted");
        }
    }

    /// Returns the bot's own thread of this name in a channel, if known.
    fn thread_named(&self, channel: ChannelId, name: &str) -> Option<ChannelId> {
        let me = self.who()?.user;
        // Someone else's thread may have the same name.
        let own = |it: &&GuildChannel| {
            it.parent_id == Some(channel) && it.name == name && it.owner_id == Some(me)
        };
        let server = self.servers.of_channel(channel)?;
        self.servers.look(server, |it| it.threads.iter().find(own).map(|it| it.id))?
    }
}

/// A newly created channel or thread.
#[derive(Deserialize)]
struct NewThread {
    id: ChannelId,
}
