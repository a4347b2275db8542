//! Where a match is told of: a channel, a thread of its own, and what is done when it can be told there no longer.
use std::{sync::Arc, time::Duration};

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
    answer::Posted,
    bot::{Bot, CHAT, number},
    form::cut,
    parcel::Parcel,
    send::Origin,
    sheet::Sheet,
    trouble::{Cause, Trouble},
    wire::{Again, Body, Call},
};
use crate::{
    service::{Landed, Turn},
    store::{BoardAt, MatchId, ThreadAt},
};

/// Minutes after which Discord archives a silent thread: the most it allows, a week.
const ARCHIVED_AFTER: u32 = 10_080;
/// The most characters of a thread's name.
const LONGEST_NAME: usize = 100;
/// Discord's number for a public thread.
const PUBLIC_THREAD: u8 = 11;
/// Discord's codes for somebody who is not on a server, or nowhere any more.
const UNKNOWN_MEMBER: i64 = 10_007;
const UNKNOWN_USER: i64 = 10_013;
/// How long somebody who was seen on a server counts as there.
const SEEN: Duration = Duration::from_secs(3600);

/// Where a reply may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Channel(ChannelId),
    /// The thread of a match, in a channel.
    Thread {
        id: ChannelId,
        of: MatchId,
    },
}

/// Where a reply is tried, in this order, and what is said before it.
pub(super) struct Places {
    pub(super) lead: Option<String>,
    pub(super) places: Vec<Place>,
}

impl Place {
    pub(super) fn channel(self) -> ChannelId {
        match self {
            Place::Channel(id) | Place::Thread { id, of: _ } => id,
        }
    }

    /// Says why a reply comes somewhere else.
    pub(super) fn why_not(self, cause: Cause) -> String {
        let what = match cause {
            Cause::Gone => "is no more",
            Cause::Locked | Cause::Archived => "is locked",
            Cause::Forbidden | Cause::Closed => "no longer lets me write",
            Cause::Deleted
            | Cause::Answered
            | Cause::Expired
            | Cause::TooLarge
            | Cause::Malformed
            | Cause::Passing => "cannot be reached",
        };
        match self {
            Place::Thread { of, .. } => {
                format!("The thread of match #{of} {what}; the match goes on here.")
            }
            Place::Channel(_) => format!("The channel of this match {what}, so I tell you here:"),
        }
    }
}

impl Bot {
    /// Returns where a reply belongs. The first turn of a match in a channel with threads opens its thread.
    pub(super) async fn places(&self, parcel: &Parcel, origin: Option<&Origin>) -> Places {
        let Some(channel) = number(&parcel.room).map(ChannelId::new) else {
            return Places { lead: None, places: Vec::new() };
        };
        let home = Place::Channel(channel);
        let Some(of) = parcel.turn_of else {
            // An answer goes to where it was asked for.
            let asked = origin.filter(|it| it.room == parcel.room && it.channel != channel);
            let asked = asked.map(|it| Place::Channel(it.channel));
            return Places { lead: None, places: asked.into_iter().chain([home]).collect() };
        };
        let (lead, thread) = match &parcel.context.thread {
            Some(ThreadAt { thread, .. }) => {
                (None, thread.as_deref().and_then(number).map(ChannelId::new))
            }
            None => match self.open_thread(of, channel, parcel).await {
                Ok(thread) => (None, thread),
                Err(lead) => (Some(lead), None),
            },
        };
        let thread = thread.map(|id| Place::Thread { id, of });
        Places { lead, places: thread.into_iter().chain([home]).collect() }
    }

    /// Opens a thread for a match, where the channel is set so.
    ///
    /// # Errors
    /// Why there is none, to be said in the channel.
    async fn open_thread(
        &self,
        of: MatchId,
        channel: ChannelId,
        parcel: &Parcel,
    ) -> Result<Option<ChannelId>, String> {
        if !parcel.context.threads {
            return Ok(None);
        }
        let names = parcel.names.as_ref().map_or(String::new(), |[a, b]| format!(": {a} – {b}"));
        let name = cut(&format!("Match #{of}{names}"), LONGEST_NAME);
        let body = json!({
            "name": name,
            "type": PUBLIC_THREAD,
            "auto_archive_duration": ARCHIVED_AFTER,
        });
        let route = Route::ChannelThreads { channel_id: channel };
        let opened = match self.thread_named(channel, &name) {
            // It was opened the last time, and nothing was heard of it.
            Some(id) => Ok(Opened { id }),
            None => self.wire.ask(&Call::post(route, Body::Json(body), Again::Unheard)).await,
        };
        match opened {
            Ok(Opened { id }) => {
                self.keep_thread(of, channel, Some(id)).await;
                let sheet = Sheet::words(format!("Match #{of} is played in <#{id}>."));
                if let Err(err) = self.post(&sheet, channel, None).await {
                    tracing::info!(%err, "a thread could not be pointed to");
                }
                Ok(Some(id))
            }
            Err(err) if err.cause() == Cause::Passing => {
                tracing::warn!(%err, "a thread could not be opened now");
                Ok(None)
            }
            Err(err) => {
                tracing::info!(%err, "no thread can be opened");
                self.keep_thread(of, channel, None).await;
                Err(format!(
                    "I cannot open a thread here, so match #{of} is played in the channel."
                ))
            }
        }
    }

    /// Returns the match that is played in a thread, and the thread's channel.
    pub(super) async fn match_inside(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let id = thread.to_string();
        let found = self.kept(move |service| service.thread_by_id(CHAT, &id)).await??;
        Some((found.of, ChannelId::new(number(&found.room)?)))
    }

    /// Lets a match go on in its channel.
    pub(super) async fn forget_thread(&self, of: MatchId, channel: ChannelId) {
        self.keep_thread(of, channel, None).await;
    }

    async fn keep_thread(&self, of: MatchId, channel: ChannelId, thread: Option<ChannelId>) {
        let (room, thread) = (channel.to_string(), thread.map(|it| it.to_string()));
        let thread = ThreadAt { of, room, thread, last: String::new() };
        self.kept(move |service| service.keep_thread(CHAT, &thread)).await;
    }

    /// Wakes a thread that was archived.
    ///
    /// # Errors
    /// When Discord does not let it be woken: it is locked, or gone.
    pub(super) async fn wake(&self, thread: ChannelId) -> Result<(), Trouble> {
        let body = json!({ "archived": false, "auto_archive_duration": ARCHIVED_AFTER });
        let route = Route::Channel { channel_id: thread };
        self.wire.tell(&Call::patch(route, Body::Json(body))).await
    }

    /// Takes note of where a reply landed: it waits no longer, and the boards that stood before lose their pictures and buttons.
    pub(super) async fn landed(
        self: &Arc<Bot>,
        parcel: &Parcel,
        posted: Option<Posted>,
        waits: bool,
    ) {
        let turn = parcel.turn_of.map(|of| Turn {
            of,
            board: posted.map(|Posted { id, channel_id }| BoardAt {
                of,
                place: channel_id.to_string(),
                message: id.to_string(),
                plain: match &parcel.context.board {
                    Some(before) if parcel.left.is_empty() => before.plain.clone(),
                    Some(_) | None => parcel.left.clone(),
                },
                html: String::new(),
            }),
            shrunk: parcel.shrunk.get().map(|it| it.to_string()),
        });
        let replies = parcel.id.into_iter().filter(|_| !waits).collect();
        let landed = Landed { replies, turn, thread: None };
        let passed = self.kept(move |service| service.landed(CHAT, &landed)).await;
        for board in passed.unwrap_or_default() {
            self.put_passed_in_line(board);
        }
    }

    /// Forgets a standing message that is no more.
    pub(super) async fn forget_standing(&self, message: MessageId) {
        let message = message.to_string();
        self.kept(move |service| service.forget_board(CHAT, &message)).await;
    }

    /// Returns the match whose standing message this is.
    pub(super) async fn match_shown(&self, message: MessageId) -> Option<MatchId> {
        let message = message.to_string();
        self.kept(move |service| service.board_in(CHAT, &message)).await?
    }

    /// Takes the picture and the buttons off a board that was passed on: the words are enough of what is past. What does not work now is
    /// tried again after the next start.
    pub(super) async fn shrink(&self, board: &BoardAt) {
        let BoardAt { of: _, place, message, plain, html: _ } = board;
        let (Some(channel), Some(id)) = (number(place), number(message)) else { return };
        let mut bare = json!({ "components": [], "attachments": [] });
        if !plain.is_empty() {
            bare["content"] = json!(plain);
        }
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel),
            message_id: MessageId::new(id),
        };
        let call = Call::patch(route, Body::Json(bare));
        match self.wire.tell(&call).await {
            Err(err) if [Cause::Passing, Cause::Archived].contains(&err.cause()) => {
                tracing::info!(%err, "a board that was passed on could not be changed yet");
            }
            result => {
                if let Err(err) = result {
                    tracing::info!(%err, "a board that was passed on stays as it is");
                }
                let message = message.clone();
                self.kept(move |service| service.forget_board(CHAT, &message)).await;
            }
        }
    }

    /// Looks whether those whom a message pings are still on its server.
    pub(super) async fn look_for_absent(
        &self,
        parcel: &Parcel,
        channel: ChannelId,
        asker: Option<UserId>,
    ) {
        let Some(guild) = self.guild_of(channel) else { return };
        let pings = parcel.sheets.iter().flat_map(|it| it.pings.clone());
        for user in pings.filter(|&it| asker != Some(it)) {
            self.look_for(guild, user).await;
        }
    }

    /// Looks whether everybody who plays on a server is still there: Discord tells only bots with a permission of its own.
    pub(super) async fn look_for_players(&self) {
        let players = self.service(|service| service.players_on_servers(CHAT)).await;
        for (server, handle) in players.and_then(Result::ok).unwrap_or_default() {
            if let (Some(guild), Some(user)) = (number(&server), number(&handle)) {
                self.look_for(GuildId::new(guild), UserId::new(user)).await;
            }
        }
    }

    /// Looks whether somebody is on a server, and has the service take note.
    async fn look_for(&self, guild: GuildId, user: UserId) {
        if self.was_seen(guild, user, SEEN) {
            return;
        }
        let (server, handle) = (guild.to_string(), user.to_string());
        let route = Route::GuildMember { guild_id: guild, user_id: user };
        let noted = match self.wire.ask::<Value>(&Call::get(route)).await {
            Ok(_) => {
                self.see(guild, user);
                self.service(move |service| {
                    service.is_there(CHAT, &handle, |it| it.server == server)
                })
                .await
            }
            Err(Trouble::Refused { status: 404, code: UNKNOWN_MEMBER | UNKNOWN_USER, .. }) => {
                let now = jiff::Timestamp::now().as_second();
                self.service(move |service| {
                    service.has_left(CHAT, &handle, now, |it| it.server == server)
                })
                .await
            }
            Err(err) => {
                tracing::debug!(%err, "it is not known who is here");
                return;
            }
        };
        if let Some(Err(err)) = noted {
            tracing::error!(%err, "who is here could not be noted");
        }
    }

    /// Returns the bot's own thread of this name in a channel, as far as it was heard of.
    fn thread_named(&self, channel: ChannelId, name: &str) -> Option<ChannelId> {
        let (cache, me) = (self.cache()?, self.who()?.user);
        let guild = cache.guild(self.guild_of(channel)?)?;
        let mut threads = guild.threads.iter();
        // Somebody else may have called theirs so.
        let own = |it: &&GuildChannel| {
            it.parent_id == Some(channel) && it.name == name && it.owner_id == Some(me)
        };
        threads.find(own).map(|it| it.id)
    }

    /// Returns the server of a channel or thread, as far as it was heard of.
    pub(super) fn guild_of(&self, channel: ChannelId) -> Option<GuildId> {
        let cache = self.cache()?;
        let has = |guild: &GuildId| {
            cache.guild(*guild).is_some_and(|it| {
                it.channels.contains_key(&channel) || it.threads.iter().any(|it| it.id == channel)
            })
        };
        cache.guilds().into_iter().find(has)
    }
}

/// A channel that was made.
#[derive(Deserialize)]
struct Opened {
    id: ChannelId,
}
