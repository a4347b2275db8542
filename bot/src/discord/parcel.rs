//! A reply made ready for Discord: painted, written as messages, and how far it has been said.
use std::sync::{Mutex, OnceLock, PoisonError};

use serenity::model::id::{ChannelId, MessageId, UserId};

use super::{
    bot::{Bot, CHAT, number},
    form::{Users, pages},
    send::Path,
    sheet::{Sheet, sheets},
    wire::Upload,
};
use crate::{
    reply::{Privacy, Reply},
    service::{Context, Outgoing},
    store::{MatchId, OutboxId, PersonId},
    text::Text,
};

/// What stands for a page in the nonce of what is said before a reply.
pub(super) const LEADING: usize = 98;

/// A reply made ready.
pub(super) struct Parcel {
    pub(super) id: Option<OutboxId>,
    pub(super) room: String,
    pub(super) sheets: Vec<Sheet>,
    pub(super) turn_of: Option<MatchId>,
    /// Whether the board that stands changes where it is.
    pub(super) goes_on: bool,
    /// What stays of the board when another one takes its place.
    pub(super) left: String,
    /// Where things stood when the reply was made ready.
    pub(super) context: Context,
    pub(super) privacy: Privacy,
    /// What the players are called, for a thread's name.
    pub(super) names: Option<[String; 2]>,
    /// Whether it may have been said before the start.
    pub(super) late: bool,
    /// How many of the messages have been said, and where: what is tried again goes on there.
    said: Mutex<(Option<ChannelId>, usize)>,
    /// The message whose board was passed on by the press itself.
    pub(super) shrunk: OnceLock<MessageId>,
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

impl Bot {
    /// Makes a reply ready: paints what it promised and writes its messages.
    pub(super) async fn make_ready(
        &self,
        outgoing: &Outgoing,
        late: bool,
        path: Path<'_>,
    ) -> Option<Parcel> {
        let Outgoing { id, room, reply } = outgoing.clone();
        let asked = outgoing.clone();
        let mut context = match self.service(move |service| service.context(CHAT, &asked)).await? {
            Ok(context) => context,
            Err(err) => {
                tracing::error!(?err, "it cannot be found out where a reply belongs");
                return None;
            }
        };
        let whole = reply.whole();
        let painted = match context.drawing.take().transpose() {
            Ok(drawing) => self.paint(&reply, drawing).await,
            Err(why) => Err(anyhow::anyhow!(why)),
        };
        // What is refused looks like everything else; what a reply replaces is seen to when it stands.
        let Reply {
            to: _,
            privacy,
            text: _,
            picture,
            sheet,
            file,
            menu,
            mentions,
            refused: _,
            turn_of,
            goes_on,
            earlier: _,
            left,
        } = reply;
        let names = picture.as_ref().map(|it| it.names.clone());
        let (pictures, text) = match painted {
            Ok(pictures) => (pictures, whole),
            Err(err) => {
                tracing::error!("a picture cannot be drawn: {err:#}");
                let alts = picture.map(|it| it.alt).into_iter().chain(sheet.map(|it| it.alt));
                let lead = Text::plain("I cannot draw the picture that belongs here. In words:");
                let words = alts.map(Text::Plain);
                (Vec::new(), Text::Lines([whole, lead].into_iter().chain(words).collect()))
            }
        };
        let user = |it: &PersonId| Some((*it, UserId::new(number(context.handles.get(it)?)?)));
        let known = text.identities().iter().filter_map(user).collect();
        let users = Users { pinged: mentions.iter().filter_map(user).collect(), known };
        let (mut sheets, kept) = sheets(&text, &users, menu.as_ref(), turn_of);
        self.keep_sentences(kept).await;
        let left = left.map(|it| pages(&it, &Users::default()));
        let left = left.into_iter().flatten().next().map_or_else(String::new, |it| it.content);
        if let Some(last) = sheets.last_mut() {
            last.files.extend(pictures);
            last.files.extend(file.map(Upload::from));
        }
        if let (Some(first), Some(origin)) = (sheets.first_mut(), path.origin) {
            first.answers = origin.message;
        }
        Some(Parcel {
            id,
            room,
            sheets,
            turn_of,
            goes_on,
            left,
            context,
            privacy,
            names,
            late,
            said: Mutex::default(),
            shrunk: OnceLock::new(),
        })
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
pub(super) fn in_words(sheet: &Sheet) -> Vec<Sheet> {
    let Sheet { content, pings, rows, files, answers } = sheet.clone();
    let mut lines = vec![Text::plain("No file can be attached here. In words:")];
    lines.extend(files.into_iter().map(|it| Text::plain(it.alt.unwrap_or(it.name))));
    let first = Sheet { content, pings, answers, ..Sheet::default() };
    let words = pages(&Text::Lines(lines), &Users::default());
    let words = words.into_iter().map(|it| Sheet::words(it.content));
    let mut sheets: Vec<Sheet> = std::iter::once(first).chain(words).collect();
    if let Some(last) = sheets.last_mut() {
        last.rows = rows;
    }
    sheets
}
