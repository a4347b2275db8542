//! Brings replies to where they belong, and says so where that is not possible.
use std::sync::Arc;

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
    answer::{Answer, Asked, Posted, Public},
    bot::{Bot, number},
    direct::others_meant,
    parcel::{LEADING, Parcel, in_words, nonce, pinged},
    place::{Place, Places},
    sheet::Sheet,
    trouble::{Cause, Trouble},
    wire::{Again, Call},
};
use crate::{reply::Audience, store::OutboxId};

/// Where something was said that is now answered.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The channel, thread or direct messages in which it was said.
    pub(super) channel: ChannelId,
    /// The room as the service knows it: the channel of a match's thread.
    pub(super) room: String,
    pub(super) asker: UserId,
    /// The message to answer, where it was typed.
    pub(super) message: Option<MessageId>,
    /// Whether only the asker and the bot are there.
    pub(super) alone: bool,
}

/// How a reply is brought: what it answers, if anything, and the interaction that still takes an answer.
#[derive(Clone, Copy, Default)]
pub(super) struct Path<'a> {
    pub(super) origin: Option<&'a Origin>,
    pub(super) answer: Option<&'a Answer>,
}

/// What came of an attempt to bring a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brought {
    /// It was read out, or nobody is left who could read it.
    Done,
    /// It waits until it is asked for.
    Waits,
    /// Discord cannot be reached; it may be tried again.
    NotYet,
}

impl Bot {
    /// Brings a reply and strikes it out of the outbox.
    pub(super) async fn deliver(
        self: &Arc<Bot>,
        parcel: &Arc<Parcel>,
        to: Audience,
        path: Path<'_>,
    ) -> Brought {
        let brought = match to {
            Audience::Room => return self.speak(parcel, path).await,
            Audience::Only(person) => match self.users(vec![person]).await.get(&person) {
                Some(&user) => self.whisper(parcel, user, path).await,
                None => {
                    // Somebody of another chat. To whoever asked it may be a secret.
                    tracing::warn!("a private reply is for nobody on Discord");
                    Brought::Done
                }
            },
        };
        if brought == Brought::Done {
            self.strike_out(parcel).await;
        }
        brought
    }

    /// Brings a reply to those who cannot read it where it was said, and strikes it out when all have it.
    pub(super) async fn deliver_copies(&self, parcel: &Parcel, users: &mut Vec<UserId>) -> Brought {
        while let Some(&user) = users.first() {
            match self.say_to(parcel, user, None).await {
                Err(err) if err.cause() == Cause::Passing => return self.not_yet(&err),
                Err(err) => {
                    tracing::info!(%err, "somebody in a match of direct messages cannot be told");
                    self.say_closed(parcel, user).await;
                }
                Ok(()) => {}
            }
            users.remove(0);
        }
        self.strike_out(parcel).await;
        Brought::Done
    }

    async fn strike_out(&self, parcel: &Parcel) {
        if let Some(id) = parcel.id
            && let Some(Err(err)) = self.service(move |service| service.delivered(&[id])).await
        {
            tracing::error!(%err, "a reply cannot be struck out and will come again");
        }
    }

    /// Says a reply in its room: in the thread of its match, else in the channel, else in direct messages to those meant.
    async fn speak(self: &Arc<Bot>, parcel: &Arc<Parcel>, path: Path<'_>) -> Brought {
        let Places { mut lead, places } = self.places(parcel, path.origin).await;
        let Some(channel) = places.last().map(|it| it.channel()) else {
            tracing::error!("a reply is for a room of another chat");
            self.strike_out(parcel).await;
            return Brought::Done;
        };
        for place in places {
            let said = match self.by_press(parcel, place, path).await {
                Some(posted) => Ok(Some(posted)),
                None => self.say_at(parcel, place.channel(), lead.as_deref(), path).await,
            };
            match said {
                Ok(posted) => {
                    self.was_said(parcel, place, posted, path).await;
                    return Brought::Done;
                }
                Err(err) if err.cause() == Cause::Passing => return self.not_yet(&err),
                Err(err) => {
                    tracing::info!(%err, "a reply cannot be said here");
                    if let Place::Thread { of, .. } = place {
                        self.forget_thread(of, channel).await;
                    }
                    lead = Some(place.why_not(err.cause()));
                }
            }
        }
        // Nothing is left but to tell those whom it concerns.
        let mut users = pinged(parcel);
        users.extend(path.origin.map(|it| it.asker).filter(|_| users.is_empty()));
        if users.is_empty() && parcel.turn_of.is_some() {
            // Whoever goes on is not called, but has to know.
            let named = parcel.context.handles.values();
            users.extend(named.filter_map(|it| number(it)).map(UserId::new));
        }
        for user in users {
            let lead = lead.as_deref().map(|it| format!("{it} <#{channel}>"));
            if let Err(err) = self.say_to(parcel, user, lead.as_deref()).await {
                match err.cause() {
                    Cause::Passing => return self.not_yet(&err),
                    _ => tracing::warn!(%err, "a reply found nobody"),
                }
            }
        }
        self.strike_out(parcel).await;
        Brought::Done
    }

    /// Sees to what follows when a reply has been said. It is struck out at once: whatever else there is to do may fail, and is
    /// done while the room hears the next thing.
    async fn was_said(
        self: &Arc<Bot>,
        parcel: &Arc<Parcel>,
        place: Place,
        posted: Option<Posted>,
        path: Path<'_>,
    ) {
        let others = others_meant(parcel, place.channel());
        self.landed(parcel, posted, !others.is_empty()).await;
        if !others.is_empty() {
            // Theirs is the same row of the outbox.
            self.put_copy_in_line(parcel, others);
        }
        let (bot, parcel) = (self.clone(), parcel.clone());
        let asker = path.origin.map(|it| it.asker);
        self.spawn(async move {
            bot.look_for_absent(&parcel, place.channel(), asker).await;
        });
    }

    /// Brings the board of a turn by way of the press that led to it. Where the same person goes on, the board that was pressed becomes
    /// the new one; where another one is to act, it shrinks to a line and the new one follows it. Neither counts for the limits of the
    /// channel. Nothing where there was no such press, or it can no longer be answered.
    async fn by_press(&self, parcel: &Parcel, place: Place, path: Path<'_>) -> Option<Posted> {
        let channel = place.channel();
        let answer = path.answer.filter(|it| it.channel == channel && parcel.turn_of.is_some())?;
        let (Some(pressed), [sheet]) = (answer.pressed, &parcel.sheets[..]) else { return None };
        if parcel.said_in(Some(channel)) != 0
            || !answer.may.unwrap_or(Permissions::all()).attach_files()
        {
            return None;
        }
        let board = parcel
            .context
            .board
            .as_ref()
            .filter(|it| it.message == pressed.to_string() && it.place == channel.to_string());
        let stands = board.is_some();
        let before = board.map_or("", |it| it.plain.as_str());
        let mut sheet = sheet.clone();
        sheet.answers = None;
        let brought = match answer.kind {
            Asked::Command => return None,
            Asked::Press if stands && parcel.goes_on => {
                let updated = answer.update(self, &sheet).await;
                updated.map(|it| it.then_some(Posted { id: pressed, channel_id: channel }))
            }
            Asked::Press if stands => match answer.update(self, &shown(before)).await {
                Ok(true) => {
                    parcel.shrunk.get_or_init(|| pressed);
                    answer.then(self, &sheet).await.map(Some)
                }
                Ok(false) => Ok(None),
                Err(err) => Err(err),
            },
            Asked::Press => return None,
            // The menu that only the asker sees is closed, so that nobody presses it twice. It says what came of the press.
            Asked::PrivatePress => match answer.update(self, &shown(&parcel.left)).await {
                Ok(true) => answer.then(self, &sheet).await.map(Some),
                Ok(false) => Ok(None),
                Err(err) => Err(err),
            },
        };
        match brought {
            Ok(posted) => {
                if posted.is_some() {
                    parcel.was_said(Some(channel), 1);
                }
                posted
            }
            Err(err) => {
                tracing::info!(%err, "a press takes no answer; the board goes out by itself");
                // It may have arrived, though nothing was heard of it.
                match err.cause() {
                    Cause::Passing => self.find(parcel, channel).await,
                    _ => None,
                }
            }
        }
    }

    /// Says a reply in one place. Returns its last message, where Discord said which.
    pub(super) async fn say_at(
        &self,
        parcel: &Parcel,
        channel: ChannelId,
        lead: Option<&str>,
        path: Path<'_>,
    ) -> Result<Option<Posted>, Trouble> {
        let answer = path.answer.filter(|it| it.channel == channel);
        if parcel.late
            && parcel.turn_of.is_some()
            && let Some(posted) = self.find(parcel, channel).await
        {
            return Ok(Some(posted));
        }
        let mut posted = None;
        let said = parcel.said_in(Some(channel));
        for (n, sheet) in parcel.sheets.iter().enumerate().skip(said) {
            let own = parcel.id.map(|OutboxId(id)| nonce(id, n, channel));
            let mut sheet = sheet.clone();
            if path.origin.is_none_or(|it| it.channel != channel) {
                // What is answered is somewhere else.
                sheet.answers = None;
            }
            if let (0, Some(lead)) = (n, lead) {
                let nonce = parcel.id.map(|OutboxId(id)| nonce(id, LEADING, channel));
                self.say_sheet(&Sheet::words(lead), channel, nonce, None).await?;
            }
            posted = match self.say_or_without_files(&sheet, channel, own.clone(), answer).await {
                Err(err) if err.cause() == Cause::Malformed && !sheet.rows.is_empty() => {
                    // Better a board without buttons than none.
                    tracing::error!(%err, "a message is said without its buttons");
                    sheet.rows.clear();
                    self.say_or_without_files(&sheet, channel, own, answer).await?
                }
                other => other?,
            };
            parcel.was_said(Some(channel), n + 1);
        }
        Ok(posted)
    }

    /// Says a message; where the bot may not attach, with the picture in words instead.
    async fn say_or_without_files(
        &self,
        sheet: &Sheet,
        channel: ChannelId,
        nonce: Option<String>,
        answer: Option<&Answer>,
    ) -> Result<Option<Posted>, Trouble> {
        let may = answer.and_then(|it| it.may).unwrap_or(Permissions::all());
        if sheet.files.is_empty() || may.attach_files() {
            match self.say_sheet(sheet, channel, nonce.clone(), answer).await {
                Err(err)
                    if [Cause::Forbidden, Cause::TooLarge].contains(&err.cause())
                        && !sheet.files.is_empty() => {}
                other => return other,
            }
        }
        let mut last = None;
        let nonce = |n| nonce.as_ref().map(|it| format!("{it}{n}"));
        for (n, part) in in_words(sheet).iter().enumerate() {
            last = self.say_sheet(part, channel, nonce(n), answer).await?;
        }
        Ok(last)
    }

    async fn say_sheet(
        &self,
        sheet: &Sheet,
        channel: ChannelId,
        nonce: Option<String>,
        answer: Option<&Answer>,
    ) -> Result<Option<Posted>, Trouble> {
        if let Some(answer) = answer {
            match answer.public(self, sheet).await? {
                Public::Brought(posted) => return Ok(posted),
                Public::NotHere => {}
            }
        }
        match self.post(sheet, channel, nonce).await {
            // The bot may not write here, but it may answer.
            Err(err) if err.cause() == Cause::Forbidden => match answer {
                Some(answer) => answer.instead(self, sheet).await.map(Some).map_err(|_| err),
                None => Err(err),
            },
            other => other.map(Some),
        }
    }

    /// Looks whether the board of a turn was said before the start, without the bot having noted that.
    async fn find(&self, parcel: &Parcel, channel: ChannelId) -> Option<Posted> {
        #[derive(Deserialize)]
        struct Old {
            id: MessageId,
            author: Author,
            content: String,
            attachments: Vec<Attached>,
        }
        #[derive(Deserialize)]
        struct Author {
            id: UserId,
        }
        #[derive(Deserialize)]
        struct Attached {
            filename: String,
        }
        let last = parcel.sheets.last()?;
        let me = self.who()?.user;
        let route = Route::ChannelMessages { channel_id: channel };
        let call = Call { query: "limit=50", ..Call::get(route) };
        let messages: Vec<Old> = self.wire.ask(&call).await.ok()?;
        let names = |it: &Old| it.attachments.iter().map(|it| it.filename.clone()).collect();
        let wanted: Vec<String> = last.files.iter().map(|it| it.name.clone()).collect();
        let same = |it: &Old| -> bool {
            let found: Vec<String> = names(it);
            it.author.id == me && it.content.trim() == last.content.trim() && found == wanted
        };
        let id = messages.iter().find(|it| same(it))?.id;
        Some(Posted { id, channel_id: channel })
    }

    /// Posts a message in a channel; a thread that sleeps is woken.
    pub(super) async fn post(
        &self,
        sheet: &Sheet,
        channel: ChannelId,
        nonce: Option<String>,
    ) -> Result<Posted, Trouble> {
        let (also, again): (Vec<(&str, Value)>, Again) = match nonce {
            Some(nonce) => {
                (vec![("nonce", json!(nonce)), ("enforce_nonce", json!(true))], Again::Harmless)
            }
            None => (Vec::new(), Again::Unheard),
        };
        let call =
            Call::post(Route::ChannelMessages { channel_id: channel }, sheet.body(&also), again);
        match self.wire.ask(&call).await {
            Err(err) if err.cause() == Cause::Archived => match self.wake(channel).await {
                Ok(()) => self.wire.ask(&call).await,
                // It cannot be woken: it is locked.
                Err(_) => Err(err),
            },
            other => other,
        }
    }

    pub(super) fn not_yet(&self, err: &Trouble) -> Brought {
        tracing::warn!(%err, "a reply could not be brought yet");
        Brought::NotYet
    }
}

/// Makes a message of one line, which Discord wants not to be empty.
fn shown(line: &str) -> Sheet {
    Sheet::words(if line.is_empty() { "…" } else { line })
}
