//! Sends the messages of a reply: as the answer to an interaction if there is one, otherwise to the
//! channel. Leaves out files or buttons that Discord rejects.
use std::fmt;

use delivery::{RenderedReply, SentTo};
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
    emoji::BotEmoji,
    error::{DiscordError, Rejection},
    markdown::{Users, pages},
    message::DiscordMessage,
    rest_client::{Again, Call, RestClient},
    tokens::EditTokens,
    words,
};

/// Sends messages to a channel, or as answers to an interaction there.
pub(super) struct PageSender<'a> {
    pub(super) rest: &'a RestClient,
    pub(super) tokens: &'a EditTokens,
    pub(super) emoji: &'a BotEmoji,
    pub(super) channel: ChannelId,
    pub(super) answer: Option<&'a InteractionAnswer>,
    /// The bot's permissions there, if known.
    pub(super) own: Option<Permissions>,
}

impl PageSender<'_> {
    /// Sends a reply, after `lead`. Returns its last message, if Discord returned it.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn reply(
        &self,
        reply: &RenderedReply<Bot>,
        lead: Option<&str>,
        answers: Option<MessageId>,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        let RenderedReply { outgoing, body, progress, .. } = reply;
        let nonce = |part| {
            let nonce = |reply| MessageNonce { reply, part, channel: self.channel }.to_string();
            outgoing.id.map(nonce)
        };
        let place = SentTo::Place(self.channel.to_string());
        let mut posted = None;
        for (n, page) in body.pages.iter().enumerate().skip(progress.pages(&place)) {
            let mut page = page.clone();
            if n == 0 {
                page.answers = answers;
                if let Some(lead) = lead {
                    let lead = DiscordMessage::words(lead);
                    PageSender { answer: None, ..*self }
                        .page(&lead, nonce(NoncePart::Lead))
                        .await?;
                }
            }
            let nonce = || nonce(NoncePart::Page(n));
            posted = match self.page_or_words(&page, nonce()).await {
                Err(err) if err.cause() == Rejection::Malformed && !page.rows.is_empty() => {
                    tracing::warn!(%err, "a message is said without its drawings");
                    self.emoji.forget();
                    page.plain = true;
                    match self.page_or_words(&page, nonce()).await {
                        Err(err) if err.cause() == Rejection::Malformed => {
                            // A board without buttons is better than none.
                            tracing::error!(%err, "a message is said without its buttons");
                            page.rows.clear();
                            self.page_or_words(&page, nonce()).await?
                        }
                        other => other?,
                    }
                }
                other => other?,
            };
            progress.sent(place.clone(), n + 1);
        }
        Ok(posted)
    }

    /// Sends a message; if attachments aren't allowed, with alt text instead of pictures.
    async fn page_or_words(
        &self,
        page: &DiscordMessage,
        nonce: Option<String>,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        let asked = self.answer.and_then(|answer| answer.may);
        let may = asked.or(self.own).unwrap_or(Permissions::all());
        if page.files.is_empty() || may.attach_files() {
            match self.page(page, nonce.clone()).await {
                Err(err)
                    if [Rejection::Forbidden, Rejection::TooLarge].contains(&err.cause())
                        && !page.files.is_empty() => {}
                other => return other,
            }
        }
        let mut last = None;
        let nonce = |n| nonce.as_ref().map(|nonce| format!("{nonce}{n}"));
        for (n, part) in in_words(page).iter().enumerate() {
            last = self.page(part, nonce(n)).await?;
        }
        Ok(last)
    }

    async fn page(
        &self,
        page: &DiscordMessage,
        nonce: Option<String>,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        if let Some(answer) = self.answer {
            match answer.public(self.rest, page).await? {
                PublicAnswer::Sent(posted) => {
                    if let Some(posted) = &posted {
                        self.tokens.made(&answer.open, posted.id);
                    }
                    return Ok(posted);
                }
                PublicAnswer::NotHere => {}
            }
        }
        match self.rest.post(page, self.channel, nonce).await {
            // The bot can't post here, but it can answer the interaction.
            Err(err) if err.cause() == Rejection::Forbidden => match self.answer {
                Some(answer) => answer.instead(self.rest, page).await.map(Some).map_err(|_| err),
                None => Err(err),
            },
            other => other.map(Some),
        }
    }
}

impl RestClient {
    /// Posts a message in a channel, unarchiving the thread if needed.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn post(
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
        match self.ask(&call).await {
            Err(err) if err.cause() == Rejection::Archived => match self.wake(channel).await {
                Ok(()) => self.ask(&call).await,
                // It can't be unarchived, so it is locked.
                Err(_) => Err(err),
            },
            other => other,
        }
    }

    /// Looks in the channel for a board that was sent before a restart but not recorded.
    pub(super) async fn find(
        &self,
        last: &DiscordMessage,
        channel: ChannelId,
        me: UserId,
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
        let route = Route::ChannelMessages { channel_id: channel };
        let call = Call { query: "limit=50", ..Call::get(route) };
        let messages: Vec<Old> = self.ask(&call).await.ok()?;
        let same = |old: &Old| {
            let found = old.attachments.iter().map(|file| &file.filename);
            let is_own = old.author.id == me && old.content.trim() == last.content.trim();
            is_own && found.eq(last.files.iter().map(|file| &file.name))
        };
        let id = messages.iter().find(|old| same(old))?.id;
        Some(PostedMessage { id, channel_id: channel })
    }
}

/// Names a message to Discord, in at most 25 characters: a retry with the same name posts nothing new.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageNonce {
    pub(super) reply: OutboxId,
    pub(super) part: NoncePart,
    pub(super) channel: ChannelId,
}

/// Which message of a reply it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoncePart {
    /// Its page, from 0.
    Page(usize),
    /// The sentence before it.
    Lead,
    /// The offer to fetch it.
    Offer,
}

impl fmt::Display for MessageNonce {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MessageNonce { reply: OutboxId(id), part, channel } = self;
        // No reply has that many pages.
        let part = match *part {
            NoncePart::Page(page) => page,
            NoncePart::Lead => 98,
            NoncePart::Offer => 99,
        };
        write!(out, "{id:x}.{part:x}.{:x}", channel.get() as u32)
    }
}

/// Replaces the pictures of a message with their alt text.
fn in_words(page: &DiscordMessage) -> Vec<DiscordMessage> {
    let DiscordMessage { content, pings, rows, files, answers, plain } = page.clone();
    let mut lines = vec![words::in_words_instead()];
    lines.extend(files.into_iter().map(|file| Text::plain(file.alt.unwrap_or(file.name))));
    let first = DiscordMessage { content, pings, answers, ..DiscordMessage::default() };
    let pages = pages(&Text::Lines(lines), &Users::default());
    let words = pages.into_iter().map(|page| DiscordMessage::words(page.content));
    let mut all: Vec<DiscordMessage> = std::iter::once(first).chain(words).collect();
    if let Some(last) = all.last_mut() {
        (last.rows, last.plain) = (rows, plain);
    }
    all
}
