//! Where a match is told of: a channel, a thread of its own, and what is done when it can be told there no longer.
use std::time::Duration;

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
use crate::store::{BoardAt, MatchId};

/// Minutes after which Discord archives a silent thread: the most it allows, a week.
const ARCHIVED_AFTER: u32 = 10_080;
/// The most characters of a thread's name.
const LONGEST_NAME: usize = 100;
/// Discord's number for a public thread.
const PUBLIC_THREAD: u8 = 11;
/// What the note of a thread says where none can be opened.
const NONE: &str = "none";
/// Discord's codes for somebody who is not on a server, or nowhere any more.
const UNKNOWN_MEMBER: i64 = 10_007;
const UNKNOWN_USER: i64 = 10_013;
/// How long somebody who was seen on a server counts as there.
const SEEN: Duration = Duration::from_secs(3600);

/// What the notes about a match begin with: its thread, by its number, and it, by its thread.
pub(super) const THREAD: &str = "thread/";
pub(super) const INSIDE: &str = "inside/";

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

/// The message with the present board of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) channel: ChannelId,
    pub(super) message: MessageId,
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

impl Standing {
    fn read(board: &BoardAt) -> Option<Standing> {
        let (channel, message) = (number(&board.place)?, number(&board.message)?);
        Some(Standing { channel: ChannelId::new(channel), message: MessageId::new(message) })
    }

    /// Returns what is kept of it; its words are Discord's.
    fn kept(self, of: MatchId) -> BoardAt {
        let Standing { channel, message } = self;
        let (place, message) = (channel.to_string(), message.to_string());
        BoardAt { of, place, message, plain: String::new(), html: String::new() }
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
        let (lead, thread) = match self.note(thread_key(of)).await.as_deref() {
            Some(NONE) => (None, None),
            Some(id) => (None, number(id).map(ChannelId::new)),
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
        let room = parcel.room.clone();
        let settings = self.desk(move |desk| desk.room_settings(CHAT, &room)).await;
        if !settings.and_then(Result::ok).is_some_and(|it| it.threads) {
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
                self.keep(thread_key(of), Some(id.to_string())).await;
                self.keep(inside_key(id), Some(format!("{of}/{channel}"))).await;
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
                self.keep(thread_key(of), Some(NONE.to_owned())).await;
                Err(format!(
                    "I cannot open a thread here, so match #{of} is played in the channel."
                ))
            }
        }
    }

    /// Returns the match that is played in a thread, and the thread's channel.
    pub(super) async fn match_inside(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let note = self.note(inside_key(thread)).await?;
        let (of, channel) = note.split_once('/')?;
        Some((MatchId(of.parse().ok()?), ChannelId::new(number(channel)?)))
    }

    /// Lets a match go on in its channel.
    pub(super) async fn forget_thread(&self, of: MatchId) {
        self.keep(thread_key(of), Some(NONE.to_owned())).await;
    }

    /// Tells whether a thread is where its match is played now.
    pub(super) async fn is_thread_of(&self, thread: ChannelId, of: MatchId) -> bool {
        self.note(thread_key(of)).await.as_deref() == Some(&thread.to_string())
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

    /// Returns whose direct messages a channel is.
    pub(super) async fn alone_in(&self, channel: ChannelId) -> Option<UserId> {
        let place = channel.to_string();
        let owner = self.kept(move |desk| desk.alone_in(CHAT, &place)).await??;
        number(&owner).map(UserId::new)
    }

    /// Notes that a message is now the standing one of its match; returns the one before.
    pub(super) async fn stands(&self, parcel: &Parcel, posted: Option<Posted>) -> Option<Standing> {
        let of = parcel.turn_of?;
        let now =
            posted.map(|Posted { id, channel_id }| Standing { channel: channel_id, message: id });
        let kept = now.map(|it| it.kept(of));
        let before = self.kept(move |desk| {
            let before = desk.boards_of(CHAT, of)?;
            // Wherever it was: one stands.
            for it in &before {
                desk.forget_board(CHAT, &it.message)?;
            }
            if let Some(kept) = &kept {
                desk.keep_board(CHAT, kept)?;
            }
            Ok(before)
        });
        let before = before.await?;
        before
            .iter()
            .filter_map(Standing::read)
            .find(|it| Some(it.message) != now.map(|it| it.message))
    }

    /// Forgets a standing message that is no more.
    pub(super) async fn forget_standing(&self, message: MessageId) {
        let message = message.to_string();
        self.kept(move |desk| desk.forget_board(CHAT, &message)).await;
    }

    /// Returns the match whose standing message this is.
    pub(super) async fn match_shown(&self, message: MessageId) -> Option<MatchId> {
        let message = message.to_string();
        self.kept(move |desk| desk.board_in(CHAT, &message)).await?
    }

    /// Takes the buttons off a message that stood for its match, and in a channel its picture too: there the words are enough of
    /// what is past, and boards would pile up.
    pub(super) async fn shrink(&self, before: Standing, in_thread: bool) {
        let Standing { channel, message } = before;
        match in_thread {
            true => self.disarm(channel, message).await,
            false => {
                self.change(channel, message, json!({ "components": [], "attachments": [] })).await;
            }
        }
    }

    /// Takes the buttons off a message; its words and its picture stay.
    pub(super) async fn disarm(&self, channel: ChannelId, message: MessageId) {
        self.change(channel, message, json!({ "components": [] })).await;
    }

    /// Changes a message where that is possible at once: Discord lets few be changed that are older than an hour.
    async fn change(&self, channel: ChannelId, message: MessageId, to: Value) {
        let route = Route::ChannelMessage { channel_id: channel, message_id: message };
        let call = Call { again: Again::Never, ..Call::patch(route, Body::Json(to)) };
        // It may be gone, or too old to be changed: its buttons then say themselves that they are stale.
        if let Err(err) = self.wire.tell(&call).await {
            tracing::info!(%err, "a message could not be changed");
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
        let players = self.desk(|desk| desk.players_on_servers(CHAT)).await;
        for (server, handle) in players.and_then(Result::ok).unwrap_or_default() {
            if let (Some(guild), Some(user)) = (number(&server), number(&handle)) {
                self.look_for(GuildId::new(guild), UserId::new(user)).await;
            }
        }
    }

    /// Looks whether somebody is on a server, and has the desk take note.
    async fn look_for(&self, guild: GuildId, user: UserId) {
        if self.was_seen(guild, user, SEEN) {
            return;
        }
        let (server, handle) = (guild.to_string(), user.to_string());
        let route = Route::GuildMember { guild_id: guild, user_id: user };
        let noted = match self.wire.ask::<Value>(&Call::get(route)).await {
            Ok(_) => {
                self.see(guild, user);
                self.desk(move |desk| desk.is_there(CHAT, &handle, |it| it.server == server)).await
            }
            Err(Trouble::Refused { status: 404, code: UNKNOWN_MEMBER | UNKNOWN_USER, .. }) => {
                let now = jiff::Timestamp::now().as_second();
                self.desk(move |desk| desk.has_left(CHAT, &handle, now, |it| it.server == server))
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

fn thread_key(of: MatchId) -> String {
    format!("{THREAD}{of}")
}

fn inside_key(thread: ChannelId) -> String {
    format!("{INSIDE}{thread}")
}
