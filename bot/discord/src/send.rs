//! Sends the messages of a reply: as the answer to an interaction if there is one, otherwise to the
//! channel. Leaves out files or buttons that Discord rejects.
use delivery::RenderedReply;
use model::{ids::OutboxId, text::Text};
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::{
    http::Route,
    model::{
        Permissions,
        id::{ChannelId, MessageId, UserId},
    },
};

use super::{
    answer::{InteractionAnswer, PublicAnswer},
    bot::Bot,
    callback::PostedMessage,
    emoji::UploadedEmoji,
    error::{DiscordError, Rejection},
    form::{Users, pages},
    message::DiscordMessage,
    rest_client::{Again, Call},
    tokens::note,
    words,
};

/// Stands in for the page number in the nonce of a sentence before a reply.
const LEADING: usize = 98;

impl Bot {
    /// Sends a reply to one place. Returns its last message, if Discord returned it.
    pub(super) async fn say_at(
        &self,
        reply: &RenderedReply<Bot>,
        channel: ChannelId,
        (lead, answers): (Option<&str>, Option<MessageId>),
        answer: Option<&InteractionAnswer>,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        let RenderedReply { outgoing, body, progress, .. } = reply;
        let nonce = |page| outgoing.id.map(|OutboxId(id)| nonce(id, page, channel));
        let place = channel.to_string();
        let mut posted = None;
        for (n, page) in body.pages.iter().enumerate().skip(progress.pages(&place)) {
            let mut page = page.clone();
            if n == 0 {
                page.answers = answers;
                if let Some(lead) = lead {
                    let lead = DiscordMessage::words(lead);
                    self.say_page(&lead, channel, nonce(LEADING), None).await?;
                }
            }
            posted = match self.say_or_without_files(&page, channel, nonce(n), answer).await {
                Err(err) if err.cause() == Rejection::Malformed && !page.rows.is_empty() => {
                    tracing::warn!(%err, "a message is said without its drawings");
                    // Someone may have deleted an emoji.
                    self.learn_emoji(UploadedEmoji::new());
                    page.plain = true;
                    let plain = self.say_or_without_files(&page, channel, nonce(n), answer).await;
                    match plain {
                        Err(err) if err.cause() == Rejection::Malformed => {
                            // A board without buttons is better than none.
                            tracing::error!(%err, "a message is said without its buttons");
                            page.rows.clear();
                            self.say_or_without_files(&page, channel, nonce(n), answer).await?
                        }
                        other => other?,
                    }
                }
                other => other?,
            };
            progress.sent(&place, n + 1);
        }
        Ok(posted)
    }

    /// Sends a message; if attachments aren't allowed, with alt text instead of pictures.
    async fn say_or_without_files(
        &self,
        page: &DiscordMessage,
        channel: ChannelId,
        nonce: Option<String>,
        answer: Option<&InteractionAnswer>,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        let may = answer.and_then(|it| it.may).unwrap_or(Permissions::all());
        if page.files.is_empty() || may.attach_files() {
            match self.say_page(page, channel, nonce.clone(), answer).await {
                Err(err)
                    if [Rejection::Forbidden, Rejection::TooLarge].contains(&err.cause())
                        && !page.files.is_empty() => {}
                other => return other,
            }
        }
        let mut last = None;
        let nonce = |n| nonce.as_ref().map(|it| format!("{it}{n}"));
        for (n, part) in in_words(page).iter().enumerate() {
            last = self.say_page(part, channel, nonce(n), answer).await?;
        }
        Ok(last)
    }

    async fn say_page(
        &self,
        page: &DiscordMessage,
        channel: ChannelId,
        nonce: Option<String>,
        answer: Option<&InteractionAnswer>,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        if let Some(answer) = answer {
            match answer.public(self, page).await? {
                PublicAnswer::Sent(posted) => {
                    note(self, &answer.open, posted);
                    return Ok(posted);
                }
                PublicAnswer::NotHere => {}
            }
        }
        match self.send(page, channel, nonce).await {
            // The bot can't post here, but it can answer the interaction.
            Err(err) if err.cause() == Rejection::Forbidden => match answer {
                Some(answer) => answer.instead(self, page).await.map(Some).map_err(|_| err),
                None => Err(err),
            },
            other => other.map(Some),
        }
    }

    /// Looks in the channel for a board that was sent before a restart but not recorded.
    pub(super) async fn find(
        &self,
        last: &DiscordMessage,
        channel: ChannelId,
    ) -> Option<PostedMessage> {
        #[derive(Deserialize)]
        struct Old {
            id: MessageId,
            author: Author,
            content: String,
            attachments: Vec<AttachedFile>,
        }
        #[derive(Deserialize)]
        struct Author {
            id: UserId,
        }
        #[derive(Deserialize)]
        struct AttachedFile {
            filename: String,
        }
        let me = self.who()?.user;
        let route = Route::ChannelMessages { channel_id: channel };
        let call = Call { query: "limit=50", ..Call::get(route) };
        let messages: Vec<Old> = self.rest.ask(&call).await.ok()?;
        let names = |it: &Old| it.attachments.iter().map(|it| it.filename.clone()).collect();
        let wanted: Vec<String> = last.files.iter().map(|it| it.name.clone()).collect();
        let same = |it: &Old| -> bool {
            let found: Vec<String> = names(it);
            it.author.id == me && it.content.trim() == last.content.trim() && found == wanted
        };
        let id = messages.iter().find(|it| same(it))?.id;
        Some(PostedMessage { id, channel_id: channel })
    }

    /// Posts a message in a channel, unarchiving the thread if needed.
    pub(super) async fn send(
        &self,
        page: &DiscordMessage,
        channel: ChannelId,
        nonce: Option<String>,
    ) -> Result<PostedMessage, DiscordError> {
        let (also, again): (Vec<(&str, Value)>, Again) = match nonce {
            Some(nonce) => {
                (vec![("nonce", json!(nonce)), ("enforce_nonce", json!(true))], Again::Harmless)
            }
            None => (Vec::new(), Again::Unheard),
        };
        let call =
            Call::post(Route::ChannelMessages { channel_id: channel }, page.body(&also), again);
        match self.rest.ask(&call).await {
            Err(err) if err.cause() == Rejection::Archived => match self.wake(channel).await {
                Ok(()) => self.rest.ask(&call).await,
                // It can't be unarchived, so it is locked.
                Err(_) => Err(err),
            },
            other => other,
        }
    }
}

/// Returns the nonce of a message, at most 25 characters. A retry with the same nonce posts nothing
/// new.
pub(super) fn nonce(outbox: i64, page: usize, channel: ChannelId) -> String {
    format!("{outbox:x}.{page:x}.{:x}", channel.get() as u32)
}

/// Replaces the pictures of a message with their alt text.
fn in_words(page: &DiscordMessage) -> Vec<DiscordMessage> {
    let DiscordMessage { content, pings, rows, files, answers, plain } = page.clone();
    let mut lines = vec![words::in_words_instead()];
    lines.extend(files.into_iter().map(|it| Text::plain(it.alt.unwrap_or(it.name))));
    let first = DiscordMessage { content, pings, answers, ..DiscordMessage::default() };
    let pages = pages(&Text::Lines(lines), &Users::default());
    let words = pages.into_iter().map(|it| DiscordMessage::words(it.content));
    let mut all: Vec<DiscordMessage> = std::iter::once(first).chain(words).collect();
    if let Some(last) = all.last_mut() {
        (last.rows, last.plain) = (rows, plain);
    }
    all
}
