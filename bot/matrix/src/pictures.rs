//! The pictures of standing boards. A picture is a message of its own above the words, and is edited
//! while it is near them: an edit rings for nobody.
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use delivery::{RenderedReply, paint::StepFilm};
use engine::chance::StepKey;
use matrix_sdk::{
    Room,
    ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedTransactionId, RoomId},
};
use model::{
    ids::{Chat, MatchId, OutboxId},
    text::Text,
};
use serde_json::Value;
use service::{Outgoing, Service};

use super::{
    adapter::Handles,
    chat::MatrixChat,
    content::{self, PictureAt, RoomPlace},
    error::Unsent,
    html::Bodies,
    words,
};

/// How many messages with words may follow a picture before it is posted again below them.
const NEAR: u32 = 2;

/// How many messages of others may follow it.
const TALK: u32 = 6;

/// How many pictures are remembered; others are looked up in the messages.
const REMEMBERED: usize = 10_000;

/// The pictures of standing boards, as far as they are remembered.
#[derive(Default)]
pub(super) struct BoardPictures {
    /// By the words below each, and by the room and match.
    known: Mutex<KnownPictures>,
}

#[derive(Default)]
struct KnownPictures {
    by_words: BTreeMap<OwnedEventId, PictureAt>,
    newest: BTreeMap<(OwnedRoomId, MatchId), OwnedEventId>,
    /// The reply that each room was last shown as the board of a match.
    out: BTreeMap<(String, MatchId), OutboxId>,
    /// How much others have said since in each place with a picture: a thread, or a room.
    said: BTreeMap<String, u32>,
    /// The answer that shows an aim, in each room.
    aims: BTreeMap<OwnedRoomId, ShownAim>,
    /// The rooms where pictures are far up, with the matches posted again there.
    far: BTreeMap<OwnedRoomId, BTreeSet<MatchId>>,
}

/// A picture that was posted again further down.
pub(super) struct OldPicture {
    pub(super) room: Room,
    pub(super) event: OwnedEventId,
    /// The picture that took its place.
    pub(super) next: OwnedEventId,
    pub(super) of: MatchId,
    /// The line that names the match.
    pub(super) named: String,
}

/// A private answer about a position whose controls adjust it, such as an aim: it is one message that
/// changes.
#[derive(Clone)]
pub(super) struct ShownAim {
    pub(super) of: MatchId,
    pub(super) at: StepKey,
    pub(super) picture: OwnedEventId,
    pub(super) words: OwnedEventId,
    /// How much others have said since.
    pub(super) said: u32,
}

/// A film, and where it goes.
pub(super) struct FilmToSend {
    pub(super) film: StepFilm,
    /// The reply with the board.
    pub(super) body: Arc<RenderedReply<MatrixChat>>,
    pub(super) room: String,
    pub(super) at: RoomPlace,
}

impl PictureAt {
    /// Returns the same picture with one more message below it, if it is still near.
    pub(super) fn once_more(&self) -> Option<PictureAt> {
        let near = self.below < NEAR;
        near.then(|| PictureAt { event: self.event.clone(), below: self.below + 1 })
    }
}

impl BoardPictures {
    /// Remembers which picture is above some words of a match.
    pub(super) fn keep(&self, room: &RoomId, of: MatchId, words: &EventId, picture: PictureAt) {
        let mut known = self.known();
        if REMEMBERED < known.by_words.len() {
            *known = KnownPictures::default();
        }
        known.by_words.insert(words.to_owned(), picture);
        let before = known.newest.insert((room.to_owned(), of), words.to_owned());
        if let Some(before) = before.filter(|before| before != words) {
            known.by_words.remove(&before);
        }
    }

    /// Notes that a room was shown the board of a match.
    pub(super) fn is_out(&self, room: &str, of: MatchId, reply: Option<OutboxId>) {
        let mut known = self.known();
        if let Some(reply) = reply {
            known.out.insert((room.to_owned(), of), reply);
        }
        if REMEMBERED < known.out.len() {
            known.out.clear();
        }
    }

    /// Tells whether a room was shown a newer board of a match than this reply.
    fn is_overtaken(&self, room: &str, of: MatchId, reply: Option<OutboxId>) -> bool {
        let known = self.known();
        let newest = known.out.get(&(room.to_owned(), of));
        newest.zip(reply).is_some_and(|(newest, reply)| reply < *newest)
    }

    /// Remembers the answer that shows an aim.
    pub(super) fn keep_aim(&self, room: &RoomId, aim: ShownAim) {
        self.known().aims.insert(room.to_owned(), aim);
    }

    /// Returns the answer that shows an aim at a position, if it is still in sight.
    pub(super) fn aim(&self, room: &RoomId, of: MatchId, at: StepKey) -> Option<ShownAim> {
        let known = self.known();
        let aim = known.aims.get(room)?;
        ((aim.of, aim.at) == (of, at) && aim.said < TALK).then(|| aim.clone())
    }

    /// Returns the picture above some words, which may have to be fetched.
    ///
    /// # Errors
    /// If the server can't be reached.
    pub(super) async fn above(
        &self,
        room: &Room,
        words: &EventId,
    ) -> Result<Option<PictureAt>, Unsent> {
        if let Some(known) = self.known().by_words.get(words) {
            return Ok(Some(known.clone()));
        }
        let message = match room.event(words, None).await {
            Ok(message) => message,
            Err(err) => match Unsent::of(&err) {
                // There is no picture to change.
                Unsent::Refused(_) | Unsent::Never(_) => return Ok(None),
                later => return Err(later),
            },
        };
        let Ok(message) = message.raw().deserialize_as_unchecked::<Value>() else {
            return Ok(None);
        };
        let found = content::named_picture(&message["content"]);
        if let Some(found) = &found {
            self.known().by_words.insert(words.to_owned(), found.clone());
        }
        Ok(found)
    }

    /// Returns the picture of a match whose words were deleted.
    pub(super) fn newest(&self, room: &RoomId, of: MatchId) -> Option<PictureAt> {
        let known = self.known();
        let words = known.newest.get(&(room.to_owned(), of))?;
        known.by_words.get(words).cloned()
    }

    /// Tells whether a picture has gone out of sight by what others have said, or because the bot
    /// was away.
    pub(super) fn is_far(&self, room: &RoomId, of: MatchId, at: &RoomPlace) -> bool {
        let known = self.known();
        let away = known.far.get(room).is_some_and(|again| !again.contains(&of));
        away || known.said.get(&spot(room, at)).is_some_and(|said| TALK <= *said)
    }

    /// Notes that a picture was posted at the end of a place.
    pub(super) fn is_posted(&self, room: &RoomId, of: MatchId, at: &RoomPlace) {
        let mut known = self.known();
        known.said.insert(spot(room, at), 0);
        if let Some(again) = known.far.get_mut(room) {
            again.insert(of);
        }
    }

    /// Notes that somebody said something in a thread, or in the room itself.
    pub(super) fn hear(&self, room: &RoomId, thread: Option<&EventId>) {
        let spot = thread.map_or(room.as_str(), EventId::as_str);
        let mut known = self.known();
        if let Some(said) = known.said.get_mut(spot) {
            *said += 1;
        }
        if let Some(aim) = known.aims.get_mut(room) {
            aim.said += 1;
        }
    }

    /// Notes that all pictures of a room are far up.
    pub(super) fn are_far(&self, room: &RoomId) {
        self.known().far.insert(room.to_owned(), BTreeSet::new());
    }

    /// Forgets a picture that was deleted, or an aim. Returns the words below the picture.
    pub(super) fn lose(&self, picture: &EventId) -> Option<OwnedEventId> {
        let mut known = self.known();
        known.aims.retain(|_, aim| aim.picture != picture && aim.words != picture);
        let found = known.by_words.iter().find(|(_, it)| it.event == picture);
        let words = found.map(|(words, _)| words.clone())?;
        known.by_words.remove(&words);
        Some(words)
    }

    fn known(&self) -> MutexGuard<'_, KnownPictures> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MatrixChat {
    /// Returns the words below a deleted picture of a board, or else the deleted message.
    pub(super) async fn words_below(&self, room: &Room, deleted: &OwnedEventId) -> OwnedEventId {
        if let Some(words) = self.pictures.lose(deleted) {
            return words;
        }
        // It may have been posted before the last start.
        let boards = |service: &mut Service| service.keep(|tx| tx.boards(Chat::Matrix));
        let boards = match self.adapter.ask(boards).await {
            Ok(boards) => boards,
            Err(err) => {
                tracing::warn!(why = format!("{err:#}"), "the boards can't be looked up");
                Vec::new()
            }
        };
        for board in boards.iter().filter(|it| it.place == room.room_id().as_str()) {
            let Ok(words) = EventId::parse(&board.message) else { continue };
            if let Err(why) = self.pictures.above(room, &words).await {
                tracing::info!(%why, "the picture of a board isn't known");
            }
        }
        self.pictures.lose(deleted).unwrap_or_else(|| deleted.clone())
    }
}

impl MatrixChat {
    /// Tells whether a board of a match is newer than a reply, or about to be. What only shows how it came about is left out then.
    pub(super) fn is_late(&self, room: &str, reply: &Outgoing) -> bool {
        reply.reply.board_of().is_some_and(|of| {
            self.dispatcher.is_under_way(of) || self.pictures.is_overtaken(room, of, reply.id)
        })
    }
}

/// Names a place with a picture.
fn spot(room: &RoomId, at: &RoomPlace) -> String {
    match at {
        RoomPlace::Thread { root, .. } | RoomPlace::Answer { thread: Some(root), .. } => {
            root.to_string()
        }
        RoomPlace::Main | RoomPlace::Answer { thread: None, .. } => room.to_string(),
    }
}

/// Turns a picture that stands further down now into a line that leads there.
///
/// # Errors
/// If the server rejects it or can't be reached.
pub(super) async fn clear(chat: &MatrixChat, old: &OldPicture) -> Result<(), Unsent> {
    let OldPicture { room, event, next, of, named } = old;
    chat.calm().await;
    let adapter = &chat.adapter;
    let link = room.matrix_to_event_permalink(next.clone()).await;
    let boards = link.into_iter().map(|link| (*of, link.to_string())).collect();
    let handles = Handles { boards, ..Handles::default() };
    let text = Text::small(words::board_is_below(named));
    let content = content::replace(content::notice(&Bodies::of(&text, &handles)), event);
    let id = OwnedTransactionId::from(format!("{}-below-{event}", adapter.mark));
    adapter.send(room, "m.room.message", content, &id).await.map(|_| ())
}

/// Returns the place of what follows a board: its thread, which it may have begun.
pub(super) fn after(place: &delivery::Place, root: Option<&str>) -> RoomPlace {
    let begun = root.and_then(|root| OwnedEventId::try_from(root).ok());
    match begun {
        Some(root) => RoomPlace::Thread { last: root.clone(), root },
        None => RoomPlace::of(place),
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{event_id, room_id};

    use super::*;

    #[test]
    fn a_picture_is_edited_while_it_is_near_the_words() {
        let mut picture = PictureAt { event: event_id!("$p").to_owned(), below: 0 };
        let mut edits = 0;
        while let Some(next) = picture.once_more() {
            (picture, edits) = (next, edits + 1);
        }
        assert_eq!((edits, picture.below), (NEAR, NEAR), "then it is posted again");
    }

    #[test]
    fn a_picture_is_posted_again_when_others_have_talked_or_the_bot_was_away() {
        let pictures = BoardPictures::default();
        let (room, of, root) = (room_id!("!r:x"), MatchId(6), event_id!("$root").to_owned());
        let at = RoomPlace::Thread { root: root.clone(), last: root.clone() };
        pictures.is_posted(room, of, &at);
        (1..TALK).for_each(|_| pictures.hear(room, Some(&root)));
        pictures.hear(room, None);
        assert!(!pictures.is_far(room, of, &at));
        pictures.hear(room, Some(&root));
        assert!(pictures.is_far(room, of, &at));
        pictures.is_posted(room, of, &at);
        assert!(!pictures.is_far(room, of, &at));
        pictures.are_far(room);
        assert!(pictures.is_far(room, of, &at) && pictures.is_far(room, MatchId(7), &at));
        pictures.is_posted(room, of, &at);
        assert!(!pictures.is_far(room, of, &at) && pictures.is_far(room, MatchId(7), &at));
    }

    #[test]
    fn a_deleted_picture_leads_to_the_words_below_it_and_deleted_words_to_the_picture() {
        let pictures = BoardPictures::default();
        let room = room_id!("!r:x");
        let at = |event: &EventId| PictureAt { event: event.to_owned(), below: 0 };
        pictures.keep(room, MatchId(6), event_id!("$w1"), at(event_id!("$p")));
        pictures.keep(room, MatchId(6), event_id!("$w2"), at(event_id!("$p")));
        assert_eq!(pictures.newest(room, MatchId(6)), Some(at(event_id!("$p"))));
        assert_eq!(pictures.newest(room, MatchId(7)), None);
        assert_eq!(pictures.lose(event_id!("$p")).as_deref(), Some(event_id!("$w2")));
        assert_eq!(pictures.lose(event_id!("$p")), None);
        assert_eq!(pictures.newest(room, MatchId(6)), None, "it is posted anew");
    }
}
