//! Brings replies to where they belong, and says so where that is not possible.
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use serenity::{
    http::Route,
    model::{
        Permissions,
        id::{ChannelId, MessageId, UserId},
    },
};
use tokio::time::timeout;

use super::{
    answer::{Answer, Posted, Public},
    bot::Bot,
    form::{Pings, pages},
    place::{Place, Places},
    sheet::{Sheet, sheets},
    trouble::{Cause, Trouble},
    wire::{Again, Call, Upload},
};
use crate::{
    reply::{Audience, Reply},
    service::Outgoing,
    store::{MatchId, OutboxId},
    text::Text,
};

/// The waits between tries to bring a reply while Discord cannot be reached.
const PAUSES: [u64; 6] = [1, 2, 5, 10, 20, 30];

/// What stands for a page in the nonce of what is said before a reply.
const LEADING: usize = 98;

/// Where something was said that is now answered.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The channel, thread or direct messages in which it was said.
    pub(super) channel: ChannelId,
    /// The room as the desk knows it: the channel of a match's thread.
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

/// A reply made ready.
pub(super) struct Parcel {
    pub(super) id: Option<OutboxId>,
    pub(super) room: String,
    pub(super) sheets: Vec<Sheet>,
    pub(super) turn_of: Option<MatchId>,
    /// What the players are called, for a thread's name.
    pub(super) names: Option<[String; 2]>,
    /// How many of the messages have been said, and where: what is tried again goes on there.
    said: Mutex<(Option<ChannelId>, usize)>,
}

impl Parcel {
    /// Returns how many of the messages were said in a channel, or in private answers, before something came between.
    pub(super) fn said_in(&self, place: Option<ChannelId>) -> usize {
        let (before, count) = *self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if before == place { count } else { 0 }
    }

    /// Notes that so many messages have been said there.
    pub(super) fn was_said(&self, place: Option<ChannelId>, count: usize) {
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) = (place, count);
    }
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
    /// Brings a reply and strikes it out of the outbox. While Discord cannot be reached it is tried again, until the
    /// program ends; what is left then goes out after the next start.
    pub(super) async fn deliver(&self, outgoing: Outgoing, path: Path<'_>) {
        let Outgoing { id, room, reply } = outgoing;
        // What is refused looks like everything else; what a reply replaces is seen to when it stands.
        let pictures = self.paint(&reply).await;
        let Reply { to, text, picture, sheet: _, file, menu, mentions, refused: _, turn_of } =
            reply;
        let pings = Pings(self.users(mentions).await);
        let (mut sheets, kept) = sheets(&text, &pings, menu.as_ref(), turn_of);
        for (key, says) in kept {
            self.keep(format!("says/{key}"), Some(says)).await;
        }
        let names = picture.as_ref().map(|it| it.names.clone());
        if let Some(last) = sheets.last_mut() {
            last.files.extend(pictures);
            last.files.extend(file.map(Upload::from));
        }
        if let (Some(first), Some(origin)) = (sheets.first_mut(), path.origin) {
            first.answers = origin.message;
        }
        let parcel = Parcel { id, room, sheets, turn_of, names, said: Mutex::default() };
        let mut pauses = PAUSES.into_iter().chain(std::iter::repeat(PAUSES[PAUSES.len() - 1]));
        loop {
            let brought = match to {
                Audience::Room => self.speak(&parcel, path).await,
                Audience::Only(person) => match self.users(vec![person]).await.get(&person) {
                    Some(&user) => self.whisper(&parcel, user, path).await,
                    None => {
                        // Somebody of another chat. To whoever asked it may be a secret.
                        tracing::warn!("a private reply is for nobody on Discord");
                        Brought::Done
                    }
                },
            };
            match brought {
                Brought::Done => break,
                Brought::Waits => return,
                Brought::NotYet => {
                    let pause = Duration::from_secs(pauses.next().unwrap_or(1));
                    if timeout(pause, self.stopped()).await.is_ok() {
                        return;
                    }
                }
            }
        }
        if let Some(id) = id
            && let Some(Err(err)) = self.desk(move |desk| desk.delivered(&[id])).await
        {
            tracing::error!(%err, "a reply cannot be struck out and will come again");
        }
    }

    /// Says a reply in its room: in the thread of its match, else in the channel, else in direct messages to those meant.
    async fn speak(&self, parcel: &Parcel, path: Path<'_>) -> Brought {
        let Places { mut lead, places } = self.places(parcel, path.origin).await;
        let Some(channel) = places.last().map(|it| it.channel()) else {
            tracing::error!(room = parcel.room, "a room of another chat");
            return Brought::Done;
        };
        for place in places {
            match self.say_at(parcel, place.channel(), lead.as_deref(), path).await {
                Ok(posted) => {
                    self.stands(parcel, posted).await;
                    self.pass_on(parcel, place.channel()).await;
                    self.look_for_absent(parcel, place.channel(), path.origin).await;
                    return Brought::Done;
                }
                Err(err) if err.cause() == Cause::Passing => return self.not_yet(&err),
                Err(err) => {
                    tracing::info!(%err, "a reply cannot be said here");
                    if let Place::Thread { of, .. } = place {
                        self.forget_thread(of).await;
                    }
                    lead = Some(place.why_not(err.cause()));
                }
            }
        }
        // Nothing is left but to tell those whom it concerns.
        let mut users = pinged(parcel);
        users.extend(path.origin.map(|it| it.asker).filter(|_| users.is_empty()));
        for user in users {
            let lead = lead.as_deref().map(|it| format!("{it} <#{channel}>"));
            if let Err(err) = self.say_to(parcel, user, lead.as_deref()).await {
                match err.cause() {
                    Cause::Passing => return self.not_yet(&err),
                    _ => tracing::warn!(%err, "a reply found nobody"),
                }
            }
        }
        Brought::Done
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
        let mut posted = None;
        let said = parcel.said_in(Some(channel));
        for (n, sheet) in parcel.sheets.iter().enumerate().skip(said) {
            let nonce = parcel.id.map(|OutboxId(id)| nonce(id, n, channel));
            let mut sheet = sheet.clone();
            if path.origin.is_none_or(|it| it.channel != channel) {
                // What is answered is somewhere else.
                sheet.answers = None;
            }
            if let (0, Some(lead)) = (n, lead) {
                let nonce = parcel.id.map(|OutboxId(id)| self::nonce(id, LEADING, channel));
                self.say_sheet(&Sheet::words(lead), channel, nonce, None).await?;
            }
            posted = match self.say_or_without_files(&sheet, channel, nonce.clone(), answer).await {
                Err(err) if err.cause() == Cause::Malformed && !sheet.rows.is_empty() => {
                    // Better a board without buttons than none.
                    tracing::error!(%err, "a message is said without its buttons");
                    sheet.rows.clear();
                    self.say_or_without_files(&sheet, channel, nonce, answer).await?
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
                Err(err) if err.cause() == Cause::Forbidden && !sheet.files.is_empty() => {}
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
                Some(answer) => answer.follow(self, sheet, false).await.map(Some).map_err(|_| err),
                None => Err(err),
            },
            other => other.map(Some),
        }
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

/// Returns who is mentioned in a reply.
pub(super) fn pinged(parcel: &Parcel) -> Vec<UserId> {
    parcel.sheets.iter().flat_map(|it| it.pings.clone()).collect()
}

/// Writes what makes a message the same when it is sent again: at most 25 characters.
pub(super) fn nonce(outbox: i64, page: usize, channel: ChannelId) -> String {
    format!("{outbox:x}.{page:x}.{:x}", channel.get() as u32)
}

/// Puts the pictures of a message into words, for where none may be attached.
fn in_words(sheet: &Sheet) -> Vec<Sheet> {
    let Sheet { content, pings, rows, files, answers } = sheet.clone();
    let mut lines = vec![Text::plain("I may not attach files here. In words:")];
    lines.extend(files.into_iter().map(|it| Text::plain(it.alt.unwrap_or(it.name))));
    let first = Sheet { content, pings, answers, ..Sheet::default() };
    let words = pages(&Text::Lines(lines), &Pings::default());
    let words = words.into_iter().map(|it| Sheet::words(it.content));
    let mut sheets: Vec<Sheet> = std::iter::once(first).chain(words).collect();
    if let Some(last) = sheets.last_mut() {
        last.rows = rows;
    }
    sheets
}
