//! Opens, unarchives and finds the threads of matches.
use model::ids::MatchId;
use serde::Deserialize;
use serde_json::json;
use serenity::{
    http::Route,
    model::{
        channel::GuildChannel,
        id::{ChannelId, UserId},
    },
};

use super::{
    error::DiscordError,
    markdown::cut,
    message::DiscordMessage,
    rest_client::{Again, Call, RequestBody, RestClient},
    servers::Servers,
    words,
};

/// Minutes after which Discord archives an inactive thread: a week, its maximum.
const ARCHIVED_AFTER: u32 = 10_080;
/// The maximum length of a thread's name, in characters.
const LONGEST_NAME: usize = 100;
/// Discord's channel type for a public thread.
const PUBLIC_THREAD: u8 = 11;
/// What opens the thread of a match.
pub(super) struct ThreadOpener<'a> {
    pub(super) rest: &'a RestClient,
    pub(super) servers: &'a Servers,
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
        let NewThread { id } = match self.named(channel, &name) {
            // An earlier attempt opened it, but its response was lost.
            Some(id) => NewThread { id },
            None => {
                self.rest.ask(&Call::post(route, RequestBody::Json(body), Again::Unheard)).await?
            }
        };
        let pointer = DiscordMessage::words(words::match_is_in(of, id));
        if let Err(err) = self.rest.post(&pointer, channel, None).await {
            tracing::info!(%err, "a thread couldn't be pointed to");
        }
        Ok(id)
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
}

/// A newly created channel or thread.
#[derive(Deserialize)]
struct NewThread {
    id: ChannelId,
}
