//! Implements the delivery trait for Discord: answers interactions, opens threads, edits boards.
use std::{convert::Infallible, sync::Arc};

use command::{Property, Verb};
use delivery::{
    Abilities, Answer, Asked, Cause, ChatAdapter, Dispatcher, Edits, ElsewhereReason, OfferedReply,
    Place, Posted, RenderedReply, SentReply, SentTo, StandingMessage, Target, Threads, Written,
    asked_first,
    paint::{Painted, painted},
};
use model::{
    ids::{MatchId, PersonId},
    reply::{BoardReaders, BoardUpdate, Reply, RoleChange, RoleObstacle},
    text::Text,
};
use serde_json::json;
use serenity::{
    http::Route,
    model::id::{ChannelId, MessageId, UserId},
};
use service::{DeliveryContext, Drawing, Outgoing};
use store::{BoardMessage, ToldMessage};

use super::{
    answer::InteractionAnswer,
    answers_only::Presence,
    bot::{Bot, channel_of, nowhere, number},
    by_press::by_press,
    callback::PostedMessage,
    direct::{direct, offer_to_fetch, others_meant, pinged_besides},
    error::{self, DiscordError},
    markdown::{Users, pages},
    menu::FOR_MODERATORS,
    message::{DiscordMessage, messages, opening, sentences},
    rest_client::{Call, RequestBody, Upload},
    rights, roles,
    send::PageSender,
    threads::{self, ThreadOpener},
    words,
};

/// The messages of a reply.
pub(super) struct MessagePages {
    pub(super) pages: Vec<DiscordMessage>,
    /// What was done, in one line, for a private menu that a press has closed.
    pub(super) done: String,
}

impl ChatAdapter for Bot {
    const CHAT: model::ids::Chat = model::ids::Chat::Discord;
    type Body = MessagePages;
    type Interaction = InteractionAnswer;
    type Chore = Infallible;
    type Pictures = Vec<Painted>;
    type Error = DiscordError;

    fn dispatcher(&self) -> &Dispatcher<Bot> {
        &self.dispatcher
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            edits: Edits::Pressed,
            threads: Threads::Opened,
            quotes: true,
            sealed: true,
            numbers: false,
            longest: None,
        }
    }

    fn classify(err: &DiscordError) -> Cause {
        match err.cause() {
            error::Rejection::Gone => Cause::Gone,
            error::Rejection::Forbidden => Cause::Forbidden,
            // If it can't be unarchived, it is locked.
            error::Rejection::Locked | error::Rejection::Archived => Cause::Locked,
            error::Rejection::Closed => Cause::Closed,
            error::Rejection::Passing => Cause::Offline,
            error::Rejection::Deleted
            | error::Rejection::Answered
            | error::Rejection::Expired
            | error::Rejection::TooLarge
            | error::Rejection::Malformed => Cause::Never,
        }
    }

    async fn connected(&self) -> bool {
        self.account.is_known(self.stop.clone()).await
    }

    fn sentences(reply: &Reply) -> Vec<(String, String)> {
        reply.menu.as_ref().map(sentences).unwrap_or_default()
    }

    async fn paint(&self, drawing: Option<Drawing>, reply: &Reply) -> Result<Vec<Painted>, String> {
        painted(self.dispatcher().painter(), drawing, reply).await
    }

    async fn render(
        &self,
        outgoing: &Outgoing,
        context: &DeliveryContext,
        text: &Text,
        painted: Vec<Painted>,
    ) -> Result<MessagePages, DiscordError> {
        let Reply { mentions, menu, board, done, file, opens, .. } = &outgoing.reply;
        let user =
            |person: &PersonId| Some((*person, UserId::new(number(context.handles.get(person)?)?)));
        let known = text.identities().iter().filter_map(user).collect();
        let pinged = mentions.iter().filter_map(user).collect();
        let users =
            Users { pinged, known, links: self.commands.links(), emoji: self.emoji.uploaded() };
        // Where nobody is asked, there are no buttons.
        let asked = |board: &&BoardUpdate| board.readers == BoardReaders::Asked && !board.ends;
        let played = board.as_ref().filter(asked).map(|board| board.of);
        let text = asked_first(&outgoing.reply, context, text);
        let mut all = match opens {
            Some(page) => opening(page, &text, &users, menu.as_ref()),
            None => messages(&text, &users, menu.as_ref(), played),
        };
        if let Some(last) = all.last_mut() {
            last.files.extend(painted.into_iter().map(Upload::from));
            last.files.extend(file.clone().map(Upload::from));
        }
        Ok(MessagePages { pages: all, done: done.as_ref().map_or_else(String::new, first_page) })
    }

    fn written(_: &RenderedReply<Bot>, text: &Text) -> Written {
        Written { plain: first_page(text), html: String::new() }
    }

    async fn post(
        &self,
        reply: &RenderedReply<Bot>,
        Target { place, asked, lead, calls: _, elsewhere: _ }: Target<'_, Bot>,
    ) -> Result<Option<Posted>, DiscordError> {
        let channel = channel_of(place.id(Threads::Opened))?;
        let answer = asked.and_then(|asked| asked.interaction.as_deref());
        let answer = answer.filter(|answer| answer.channel == channel);
        let answers = place.answers.as_deref().and_then(number).map(MessageId::new);
        let Bot { rest, tokens, emoji, .. } = self;
        let own = rights::own_permissions(&self.servers, &self.account, channel);
        let sender = PageSender { rest, tokens, emoji, channel, answer, own };
        let posted = sender.reply(reply, lead, answers).await?;
        Ok(posted.map(Posted::from))
    }

    async fn replace(
        &self,
        standing: StandingMessage<'_>,
        reply: &RenderedReply<Bot>,
    ) -> Result<(), DiscordError> {
        let Some(message) = reply.body.pages.last() else { return Ok(()) };
        let channel = channel_of(standing.ids().0)?;
        let own = rights::own_permissions(&self.servers, &self.account, channel);
        if !message.files.is_empty() && own.is_some_and(|own| !own.attach_files()) {
            return Err(DiscordError::takes_no_files());
        }
        match self.change(standing, channel, message).await {
            Err(err) if err.cause() == error::Rejection::Malformed && !message.rows.is_empty() => {
                tracing::warn!(%err, "a message changes without its drawings");
                self.emoji.forget();
                let plain = DiscordMessage { plain: true, ..message.clone() };
                self.change(standing, channel, &plain).await
            }
            // A new message has words in place of pictures.
            Err(err) if err.is_forbidden_here() && !message.files.is_empty() => {
                tracing::info!(%err, "a message can't change together with its pictures");
                Err(DiscordError::takes_no_files())
            }
            other => other,
        }
    }

    async fn shrink(&self, board: &BoardMessage) -> Result<(), DiscordError> {
        let nobody = json!({ "parse": [] });
        let mut bare = json!({ "components": [], "attachments": [], "allowed_mentions": nobody });
        if !board.plain.is_empty() {
            bare["content"] = json!(board.plain);
        }
        match self.edit(StandingMessage::Board(board), RequestBody::Json(bare)).await {
            Err(err) if err.cause() == error::Rejection::Archived => {
                Err(DiscordError::Lost("the thread of the board is archived".to_owned()))
            }
            other => other,
        }
    }

    async fn remove(&self, told: &ToldMessage) -> Result<(), DiscordError> {
        let message_id = MessageId::new(number(&told.message).ok_or_else(nowhere)?);
        let channel_id = channel_of(&told.place)?;
        let deleted =
            self.rest.tell(&Call::delete(Route::ChannelMessage { channel_id, message_id })).await;
        match deleted.as_ref().map_err(DiscordError::cause) {
            Err(error::Rejection::Deleted) => Ok(()),
            _ => deleted,
        }
    }

    async fn answer(
        &self,
        reply: &RenderedReply<Bot>,
        asked: &Asked<InteractionAnswer>,
        how: Answer<'_>,
    ) -> Result<Option<Option<Posted>>, DiscordError> {
        let Some(answer) = asked.interaction.as_deref() else { return Ok(None) };
        match how {
            Answer::Alone => {
                let pages = reply.body.pages.iter().enumerate();
                for (n, page) in pages.skip(reply.progress.pages(&SentTo::Asker)) {
                    answer.private(&self.rest, page).await?;
                    reply.progress.sent(SentTo::Asker, n + 1);
                }
                Ok(Some(None))
            }
            Answer::Board(place, change) => {
                let place = place.id(Threads::Opened);
                let sent_to = SentTo::Place(place.to_owned());
                if reply.progress.pages(&sent_to) != 0 {
                    return Ok(None);
                }
                let posted = by_press(reply, answer, (place, change), &self.rest).await?;
                if let Some(posted) = posted {
                    self.tokens.made(&answer.open, posted.id);
                    reply.progress.sent(sent_to, 1);
                }
                Ok(posted.map(|posted| Some(posted.into())))
            }
            Answer::Changed => match reply.body.pages.last() {
                Some(page) if answer.update(&self.rest, page).await? => Ok(Some(None)),
                Some(_) | None => Ok(None),
            },
        }
    }

    fn still_open(&self, room: &str) -> Option<Asked<InteractionAnswer>> {
        self.answers_only.followed_up(room)
    }

    async fn open_thread(
        &self,
        of: MatchId,
        reply: &RenderedReply<Bot>,
    ) -> Result<Option<String>, DiscordError> {
        let channel = channel_of(&reply.outgoing.room)?;
        // Nobody is pinged in a match against the bot, so nobody would find its thread.
        let practice = self.service.kept(move |service| service.keep(|tx| tx.practice(of))).await;
        if practice.flatten().is_some()
            || rights::no_threads(&self.servers, &self.account, channel).is_some()
        {
            return Ok(None);
        }
        let me = self.account.who().map(|who| who.user);
        let Bot { rest, servers, service, .. } = self;
        let opener = ThreadOpener { rest, servers, service, me };
        let thread = opener.open(of, channel, &reply.outgoing.reply).await?;
        Ok(Some(thread.to_string()))
    }

    async fn close_thread(&self, thread: &str, quiet_since: i64) -> Result<bool, DiscordError> {
        self.rest.close(channel_of(thread)?, quiet_since).await
    }

    async fn wake_thread(&self, thread: &str) -> Result<(), DiscordError> {
        self.rest.wake(channel_of(thread)?).await
    }

    fn command(&self, verb: Verb, _: &str) -> Text {
        match self.commands.links().hint(verb.name()) {
            // `pages` turns it into a link.
            Some(_) => Text::code(verb.name()),
            None if verb.is(Property::ForModerators) => Text::code(format!("/{FOR_MODERATORS}")),
            None => Text::code(format!("/{}", verb.name())),
        }
    }

    async fn private_place(
        &self,
        handle: &str,
        _: Option<&str>,
        anew: bool,
    ) -> Result<Place, DiscordError> {
        let user = UserId::new(number(handle).ok_or_else(nowhere)?);
        let channel = direct(user, anew, &self.rest, &self.service).await?;
        Ok(Place::room(&channel.to_string()))
    }

    async fn find_posted(&self, reply: &RenderedReply<Bot>, place: &Place) -> Option<Posted> {
        if reply.context.answers_only && reply.outgoing.room == place.room {
            return None;
        }
        let channel = channel_of(place.id(Threads::Opened)).ok()?;
        let me = self.account.who()?.user;
        self.rest.find(reply.body.pages.last()?, channel, me).await.map(Posted::from)
    }

    async fn absent(
        &self,
        reply: &RenderedReply<Bot>,
        place: &Place,
        asked: Option<&Asked<InteractionAnswer>>,
    ) -> Result<Vec<String>, DiscordError> {
        let by = |asked: &Asked<InteractionAnswer>| {
            let answer = asked.interaction.as_ref()?;
            (answer.presence == Presence::Unseen).then(|| asked.by.clone())
        };
        Ok(match asked.and_then(by) {
            Some(by) => pinged_besides(reply, &by),
            None => others_meant(reply, place),
        })
    }

    async fn change_role(&self, change: &RoleChange) -> Result<Option<RoleObstacle>, DiscordError> {
        roles::change(&self.rest, &self.account, change).await
    }

    async fn why_elsewhere(&self, reason: ElsewhereReason<'_>) -> Option<String> {
        Some(match reason {
            ElsewhereReason::Thread { of, cause } => words::thread_lost(of, cause),
            ElsewhereReason::Room { place, cause } => {
                words::channel_lost(place.id(Threads::Opened), cause)
            }
            ElsewhereReason::NotThere { .. } => return None,
        })
    }

    async fn hint(&self, _: &RenderedReply<Bot>, asked: &Asked<InteractionAnswer>) {
        let Ok(channel) = channel_of(asked.place.id(Threads::Opened)) else { return };
        if !self.hints.is_due(channel, &asked.by) {
            return;
        }
        let hint = DiscordMessage {
            answers: asked.place.answers.as_deref().and_then(number).map(MessageId::new),
            ..DiscordMessage::words(words::answered_in_private())
        };
        if let Err(err) = self.rest.post(&hint, channel, None).await {
            tracing::info!(%err, "a hint couldn't be given");
        }
    }

    async fn offer(
        &self,
        reply: &RenderedReply<Bot>,
        handle: &str,
        place: &Place,
    ) -> Result<Option<OfferedReply>, DiscordError> {
        if reply.context.answers_only {
            // The board there already has a button for it.
            return Ok(Some(OfferedReply::Done));
        }
        let user = UserId::new(number(handle).ok_or_else(nowhere)?);
        let channel = channel_of(place.id(Threads::Opened))?;
        offer_to_fetch(reply, user, channel, &self.rest, &self.service).await.map(Some)
    }

    fn follow_up(self: &Arc<Bot>, said: SentReply<'_, Bot>) {
        let Ok(channel) = channel_of(said.place.id(Threads::Opened)) else { return };
        // A thread may not be known yet.
        let Ok(room) = channel_of(&said.place.room) else { return };
        let Some(guild) = self.servers.of_channel(room) else { return };
        let asker = said.asked.and_then(|asked| number(&asked.by)).map(UserId::new);
        let pinged = said.reply.body.pages.iter().flat_map(|page| page.pings.clone());
        let others = pinged.filter(|user| asker != Some(*user)).map(|user| (guild, user));
        let (others, bot) = (others.collect::<Vec<_>>(), self.clone());
        let outgoing = &said.reply.outgoing;
        let ended = outgoing.reply.board.as_ref().filter(|board| board.ends && !board.is_watched());
        let ended = ended.filter(|_| said.place.thread.is_some()).map(|it| it.of);
        let reply = said.reply.clone();
        self.dispatcher.spawn(async move {
            let Bot { rest, service, members, .. } = &*bot;
            members.look_for(others, rest, service).await;
            if let Some(of) = ended {
                let room = reply.outgoing.room.clone();
                let ended = (of, room, channel);
                let told = threads::end(rest, service, ended, &reply.outgoing.reply).await;
                if let Some(told) = told {
                    Dispatcher::fold(&bot, told).await;
                }
            }
        });
    }
}

impl Bot {
    /// Edits a message, unarchiving its thread if needed.
    async fn change(
        &self,
        standing: StandingMessage<'_>,
        channel: ChannelId,
        message: &DiscordMessage,
    ) -> Result<(), DiscordError> {
        match self.edit(standing, message.body(&[])).await {
            Err(err) if err.cause() == error::Rejection::Archived => {
                // If it can't be unarchived, it is locked.
                self.rest.wake(channel).await.map_err(|_| err)?;
                self.edit(standing, message.body(&[])).await
            }
            other => other,
        }
    }

    /// Edits a message by the token of an interaction, or where the bot is, by itself.
    async fn edit(
        &self,
        standing: StandingMessage<'_>,
        body: RequestBody,
    ) -> Result<(), DiscordError> {
        let (place, message) = standing.ids();
        let message_id = MessageId::new(number(message).ok_or_else(nowhere)?);
        let edited = self.tokens.edit(&self.rest, message_id, body.clone()).await;
        if edited.is_ok() || standing.answers_only() {
            return edited;
        }
        let channel_id = channel_of(place)?;
        self.rest.tell(&Call::patch(Route::ChannelMessage { channel_id, message_id }, body)).await
    }
}

impl From<PostedMessage> for Posted {
    fn from(PostedMessage { id, channel_id }: PostedMessage) -> Posted {
        Posted { place: channel_id.to_string(), message: id.to_string(), root: None }
    }
}

/// Returns the first page of a text, without pings.
fn first_page(text: &Text) -> String {
    pages(text, &Users::default()).into_iter().next().map_or_else(String::new, |it| it.content)
}
