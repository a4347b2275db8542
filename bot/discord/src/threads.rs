//! Opens, unarchives and finds the threads of matches.
use model::{ids::MatchId, reply::Reply, text::Text};
use serde::Deserialize;
use serde_json::json;
use serenity::{
    http::Route,
    model::{
        channel::{ChannelType, GuildChannel, ThreadMetadata},
        id::{ChannelId, MessageId, UserId},
    },
};

use store::ToldMessage;

use super::{
    bot::{CHAT, number},
    error::DiscordError,
    markdown::cut,
    message::DiscordMessage,
    rest_client::{Again, Call, RequestBody, RestClient},
    servers::Servers,
    service_access::ServiceAccess,
    words,
};

/// Minutes after which Discord archives the thread of a match that is over: a day.
const CLOSED_AFTER: u32 = 1440;
/// Minutes after which Discord archives an inactive thread: a week, its maximum.
const ARCHIVED_AFTER: u32 = 10_080;
/// The maximum length of a thread's name, in characters.
const LONGEST_NAME: usize = 100;
/// What opens the thread of a match.
pub(super) struct ThreadOpener<'a> {
    pub(super) rest: &'a RestClient,
    pub(super) servers: &'a Servers,
    pub(super) service: &'a ServiceAccess,
    /// The bot itself, if known.
    pub(super) me: Option<UserId>,
}

impl ThreadOpener<'_> {
    /// Opens a thread for a match and links to it in the channel.
    ///
    /// # Errors
    /// If none can be opened there.
    pub(super) async fn open(
        &self,
        of: MatchId,
        channel: ChannelId,
        reply: &Reply,
    ) -> Result<ChannelId, DiscordError> {
        let name = name(of, reply);
        let body = json!({
            "name": name,
            "type": u8::from(self.kind_in(channel)),
            "auto_archive_duration": ARCHIVED_AFTER,
        });
        let route = Route::ChannelThreads { channel_id: channel };
        let NewThread { id } = match self.named(channel, &name) {
            // An earlier attempt opened it, but its response was lost.
            Some(id) => NewThread { id },
            None => {
                self.rest.ask(&Call::post(route, RequestBody::Json(body), Again::Unheard)).await?
            }
        };
        let pointer = DiscordMessage::words(words::match_is_in(of, id));
        match self.rest.post(&pointer, channel, None).await {
            Ok(posted) => {
                let (room, place) = (channel.to_string(), channel.to_string());
                let told = ToldMessage { of, room, place, message: posted.id.to_string() };
                self.service
                    .kept(move |service| service.keep(|tx| tx.keep_told(CHAT, &told)))
                    .await;
            }
            Err(err) => tracing::info!(%err, "a thread couldn't be pointed to"),
        }
        Ok(id)
    }

    /// Returns the kind of public thread that a channel has.
    fn kind_in(&self, channel: ChannelId) -> ChannelType {
        let kind = self.servers.of_channel(channel).and_then(|server| {
            self.servers.look(server, |guild| guild.channels.get(&channel).map(|it| it.kind))?
        });
        match kind {
            Some(ChannelType::News) => ChannelType::NewsThread,
            _ => ChannelType::PublicThread,
        }
    }

    /// Returns the bot's own thread of this name in a channel, if known.
    fn named(&self, channel: ChannelId, name: &str) -> Option<ChannelId> {
        let me = self.me?;
        // Someone else's thread may have the same name.
        let own = |thread: &&GuildChannel| {
            thread.parent_id == Some(channel) && thread.name == name && thread.owner_id == Some(me)
        };
        let server = self.servers.of_channel(channel)?;
        self.servers.look(server, |guild| guild.threads.iter().find(own).map(|thread| thread.id))?
    }
}

/// Names the thread of a match by the line that names it in its messages: `#6 · Trapdoor Checkers · Ann – Bob`.
fn name(of: MatchId, reply: &Reply) -> String {
    let lines = if let Text::Lines(lines) = &reply.text { lines.as_slice() } else { &[] };
    let named = lines.iter().find_map(|line| match line {
        Text::Small(named) => Some(named.clone()),
        _ => None,
    });
    cut(&named.unwrap_or_else(|| format!("Match #{of}")), LONGEST_NAME)
}

/// Shows in a channel and by its thread's name how a match ended; the thread is closed a day after the last word. Returns the message
/// that tells it in the channel.
pub(super) async fn end(
    rest: &RestClient,
    service: &ServiceAccess,
    (of, room, thread): (MatchId, String, ChannelId),
    reply: &Reply,
) -> Option<ToldMessage> {
    let (verdict, told_of) = (verdict(&reply.text).unwrap_or_default(), name(of, reply));
    let named = cut(&format!("{told_of} · {verdict}"), LONGEST_NAME);
    let body = json!({ "name": named, "auto_archive_duration": CLOSED_AFTER });
    let route = Route::Channel { channel_id: thread };
    if let Err(err) = rest.tell(&Call::patch(route, RequestBody::Json(body))).await {
        tracing::info!(%err, "a thread keeps its name");
    }
    let told = service.kept(move |service| service.keep(|tx| tx.told_at(CHAT, of, &room))).await;
    let told = told.unwrap_or_default().pop()?;
    let [channel_id, message_id] = [&told.place, &told.message].map(|id| number(id));
    let (channel_id, message_id) = (ChannelId::new(channel_id?), MessageId::new(message_id?));
    let says = DiscordMessage::words(words::match_was_in(&told_of, &verdict, thread));
    let route = Route::ChannelMessage { channel_id, message_id };
    if let Err(err) = rest.tell(&Call::patch(route, says.body(&[]))).await {
        tracing::info!(%err, "the channel doesn't hear of the end of a match");
    }
    Some(told)
}

/// Returns how a match ended, from the message that says so.
fn verdict(text: &Text) -> Option<String> {
    match text {
        Text::Lines(lines) => lines.iter().find_map(verdict),
        Text::Strong(says) => Some(says.clone()),
        _ => None,
    }
}

impl RestClient {
    /// Unarchives a thread.
    ///
    /// # Errors
    /// If Discord doesn't allow it, because the thread is locked or deleted.
    pub(super) async fn wake(&self, thread: ChannelId) -> Result<(), DiscordError> {
        let body = json!({ "archived": false, "auto_archive_duration": ARCHIVED_AFTER });
        let route = Route::Channel { channel_id: thread };
        self.tell(&Call::patch(route, RequestBody::Json(body))).await
    }

    /// Archives a thread, unless somebody wrote there after a time, in Unix seconds. Returns whether it is archived now.
    ///
    /// # Errors
    /// If Discord doesn't allow it, or the thread was deleted.
    pub(super) async fn close(
        &self,
        thread: ChannelId,
        quiet_since: i64,
    ) -> Result<bool, DiscordError> {
        let route = Route::Channel { channel_id: thread };
        let QuietThread { last_message_id, thread_metadata } = self.ask(&Call::get(route)).await?;
        if thread_metadata.archived {
            return Ok(true);
        }
        let is_new = |last: MessageId| quiet_since < last.created_at().unix_timestamp();
        if last_message_id.is_some_and(is_new) {
            return Ok(false);
        }
        let body = RequestBody::Json(json!({ "archived": true }));
        self.tell(&Call::patch(route, body)).await?;
        Ok(true)
    }
}

/// A thread, as far as it decides whether it is closed.
#[derive(Deserialize)]
struct QuietThread {
    last_message_id: Option<MessageId>,
    thread_metadata: ThreadMetadata,
}

/// A newly created channel or thread.
#[derive(Deserialize)]
struct NewThread {
    id: ChannelId,
}
