//! The pictures of boards. A picture is a message of its own beside the words, and is never edited: Element goes on showing what it
//! has loaded. Each new one leaves a line of the one before.
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use delivery::{Dispatcher, RenderedReply, paint::StepFilm};
use engine::chance::StepKey;
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedTransactionId, RoomId},
};
use model::{
    ids::{Chat, MatchId, OutboxId},
    reply::Reply,
    text::Text,
};
use serde_json::Value;
use service::{Outgoing, Service};
use tokio::time::timeout;

use super::{
    adapter::Handles,
    chat::{Chore, MatrixChat},
    content::{self, RoomPlace},
    error::Unsent,
    html::Bodies,
    room_sender::{Drawn, PictureUpload, RoomSender},
    words,
};

/// How many messages of others may follow a board or an aim that changes.
const TALK: u32 = 6;

/// How many pictures are remembered; others are looked up in the messages.
const REMEMBERED: usize = 10_000;

/// How many events around the words of a board are looked through for its picture.
const FOLLOWING: u16 = 100;

/// How long the words of a picture wait until it is uploaded.
const UPLOADED_WITHIN: Duration = Duration::from_secs(3);

/// How often a picture that couldn't be uploaded is tried again, and the pause before that, which grows by itself each time.
const TRIES: u32 = 12;
const PAUSE: Duration = Duration::from_secs(5);

/// How long a board must be the newest before the root of its thread says so.
const STANDS: Duration = Duration::from_secs(10);

/// The pictures of standing boards, as far as they are remembered.
#[derive(Default)]
pub(super) struct BoardPictures {
    /// By the words beside each, and by the room and match.
    known: Mutex<KnownPictures>,
}

#[derive(Default)]
struct KnownPictures {
    by_words: BTreeMap<OwnedEventId, OwnedEventId>,
    newest: BTreeMap<(OwnedRoomId, MatchId), OwnedEventId>,
    /// The reply that each room was last shown as the board of a match.
    out: BTreeMap<(String, MatchId), OutboxId>,
    /// How much others have said since in each place with a board: a thread, or a room.
    said: BTreeMap<String, u32>,
    /// The answer that shows an aim, in each room.
    aims: BTreeMap<OwnedRoomId, ShownAim>,
}

/// A message that becomes a line with a link to the picture that is newer.
#[derive(Clone)]
pub(super) struct LineLeft {
    pub(super) room: Room,
    pub(super) event: OwnedEventId,
    pub(super) next: OwnedEventId,
    pub(super) of: MatchId,
    pub(super) line: Text,
}

/// A private answer about a position whose controls adjust it, such as an aim: its words are one message that changes.
#[derive(Clone)]
pub(super) struct ShownAim {
    pub(super) of: MatchId,
    pub(super) at: StepKey,
    /// None until it is uploaded.
    pub(super) picture: Option<OwnedEventId>,
    pub(super) words: OwnedEventId,
    /// The reply whose aim the words say.
    pub(super) reply: Option<OutboxId>,
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

/// The pictures of a reply whose words went first, and where they go.
struct PicturesToSend {
    body: Arc<RenderedReply<MatrixChat>>,
    room: String,
    late: LatePictures,
}

/// Pictures that come after their words.
pub(super) struct LatePictures {
    pub(super) at: RoomPlace,
    pub(super) words: OwnedEventId,
    /// The upload that was begun with the words.
    pub(super) upload: Option<PictureUpload>,
}

/// The uploaded pictures of a reply.
#[derive(Default)]
pub(super) struct PutUp {
    pub(super) drawn: Vec<Drawn>,
    /// Whether the words go first.
    pub(super) waits: bool,
    /// The upload that goes on meanwhile.
    pub(super) upload: Option<PictureUpload>,
    /// Whether they are seen, now or soon, so that the words need not say what they show.
    pub(super) is_seen: bool,
}

/// What follows a reply once it is out.
#[derive(Default)]
pub(super) struct Following {
    /// The pictures, if the words went first.
    pub(super) pictures: Option<LatePictures>,
    /// What becomes a line.
    pub(super) lines: Vec<LineLeft>,
    /// The root of a thread that says what is newest, once it stands.
    pub(super) root: Option<LineLeft>,
}

impl BoardPictures {
    /// Remembers the words of a match's board, and the picture beside them unless that comes later.
    pub(super) fn keep(
        &self,
        room: &RoomId,
        of: MatchId,
        words: &EventId,
        picture: Option<OwnedEventId>,
    ) {
        let mut known = self.known();
        if REMEMBERED < known.by_words.len() {
            *known = KnownPictures::default();
        }
        if let Some(picture) = picture {
            known.by_words.insert(words.to_owned(), picture);
        }
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

    /// Returns the picture beside the words of a match's board, which may have to be fetched: the newest that came after them, or
    /// else the one that they name.
    ///
    /// # Errors
    /// If the server can't be reached, or the words are the caption of a picture, as in an earlier version.
    pub(super) async fn beside(
        &self,
        room: &Room,
        words: &EventId,
        of: MatchId,
    ) -> Result<Option<OwnedEventId>, Unsent> {
        if let Some(known) = self.known().by_words.get(words) {
            return Ok(Some(known.clone()));
        }
        let found = match room.event_with_context(words, true, FOLLOWING.into(), None).await {
            Ok(found) => found,
            Err(err) => match Unsent::of(&err) {
                // There is no picture.
                Unsent::Refused(_) | Unsent::Never(_) => return Ok(None),
                later => return Err(later),
            },
        };
        let read = |event: &TimelineEvent| event.raw().deserialize_as_unchecked::<Value>().ok();
        let Some(message) = found.event.as_ref().and_then(read) else { return Ok(None) };
        if message["content"]["msgtype"] == "m.image" {
            return Err(Unsent::never(words::HAS_CAPTION));
        }
        let follows = found.events_after.iter().rev().filter_map(read);
        let shown = content::newest_picture(follows, room.own_user_id(), of)
            .or_else(|| content::named_picture(&message["content"]));
        if let Some(shown) = &shown {
            self.known().by_words.insert(words.to_owned(), shown.clone());
        }
        Ok(shown)
    }

    /// Returns the picture of a match whose words were deleted.
    pub(super) fn newest(&self, room: &RoomId, of: MatchId) -> Option<OwnedEventId> {
        let known = self.known();
        let words = known.newest.get(&(room.to_owned(), of))?;
        known.by_words.get(words).cloned()
    }

    /// Returns what shows the newest board of a match: its picture, or the words that went first.
    pub(super) fn newest_shown(&self, room: &RoomId, of: MatchId) -> Option<OwnedEventId> {
        let known = self.known();
        let words = known.newest.get(&(room.to_owned(), of))?;
        Some(known.by_words.get(words).unwrap_or(words).clone())
    }

    /// Tells whether the board of a place has gone out of sight by what others have said.
    pub(super) fn is_far(&self, room: &RoomId, at: &RoomPlace) -> bool {
        self.known().said.get(&spot(room, at)).is_some_and(|said| TALK <= *said)
    }

    /// Notes that a board was posted at the end of a place.
    pub(super) fn is_posted(&self, room: &RoomId, at: &RoomPlace) {
        self.known().said.insert(spot(room, at), 0);
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

    /// Forgets a picture that was deleted, or an aim. Returns the words beside the picture.
    pub(super) fn lose(&self, picture: &EventId) -> Option<OwnedEventId> {
        let mut known = self.known();
        known.aims.retain(|_, aim| aim.picture.as_deref() != Some(picture) && aim.words != picture);
        let found = known.by_words.iter().find(|(_, it)| *it == picture);
        let words = found.map(|(words, _)| words.clone())?;
        known.by_words.remove(&words);
        Some(words)
    }

    fn known(&self) -> MutexGuard<'_, KnownPictures> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MatrixChat {
    /// Returns the words beside a deleted picture of a board, or else the deleted message.
    pub(super) async fn words_beside(&self, room: &Room, deleted: &OwnedEventId) -> OwnedEventId {
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
            if let Err(why) = self.pictures.beside(room, &words, board.of).await {
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
            self.dispatcher.is_newer_under_way(of, &reply.reply)
                || self.pictures.is_overtaken(room, of, reply.id)
        })
    }
}

/// Names a place with a board.
fn spot(room: &RoomId, at: &RoomPlace) -> String {
    match at {
        RoomPlace::Thread { root, .. } | RoomPlace::Answer { thread: Some(root), .. } => {
            root.to_string()
        }
        RoomPlace::Main | RoomPlace::Answer { thread: None, .. } => room.to_string(),
    }
}

impl MatrixChat {
    /// Uploads the pictures of a reply, unless its words go first.
    ///
    /// # Errors
    /// If the server can't be reached.
    pub(super) async fn put_up(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
    ) -> Result<PutUp, Unsent> {
        let painted = &reply.body.painted;
        if painted.is_empty() {
            return Ok(PutUp::default());
        }
        if self.adapter.is_limited() {
            return Ok(PutUp { waits: true, is_seen: true, ..PutUp::default() });
        }
        let mut upload = sender.put_up(painted);
        let upload = match timeout(UPLOADED_WITHIN, &mut upload).await {
            Ok(Ok(Ok(drawn))) => {
                return Ok(PutUp { is_seen: !drawn.is_empty(), drawn, ..PutUp::default() });
            }
            Ok(Ok(Err(Unsent::Offline(why)))) => return Err(Unsent::Offline(why)),
            Ok(Ok(Err(_)) | Err(_)) => None,
            Err(_) => Some(upload),
        };
        tracing::info!("a picture isn't uploaded yet: its words go first");
        Ok(PutUp { waits: true, upload, ..PutUp::default() })
    }

    /// Sends the pictures of a reply whose words are out. The picture of a board that is no longer the newest is left out.
    async fn send_pictures(
        self: &Arc<MatrixChat>,
        pictures: &mut PicturesToSend,
    ) -> Result<(), Unsent> {
        let PicturesToSend { body, room, late: LatePictures { at, words, upload } } = pictures;
        // Under a limit it could take the place of other words.
        if self.adapter.is_limited() {
            self.words_first().await;
        }
        if self.is_late(room, &body.outgoing) {
            return Ok(());
        }
        let sender = self.sender(room, &body.body, "").await?;
        let upload = upload.take().unwrap_or_else(|| sender.put_up(&body.body.painted));
        let drawn = upload.await.map_err(Unsent::never)??;
        if self.is_late(room, &body.outgoing) {
            return Ok(());
        }
        let (room, reply) = (sender.room.room_id(), &body.outgoing);
        let (of, aimed) = (reply.reply.board_of(), aimed(&reply.reply));
        let aim = || aimed.and_then(|(of, at)| self.pictures.aim(room, of, at));
        if aim().is_some_and(|aim| aim.words == *words && aim.reply != reply.id) {
            return Ok(());
        }
        for (nth, drawn) in drawn.iter().enumerate() {
            match (of, aim()) {
                (Some(of), _) if nth == 0 => {
                    let picture = self.show_board(&sender, body, (of, drawn), at).await?;
                    self.pictures.keep(room, of, words, Some(picture));
                    // Words that began the thread say all themselves while they stand.
                    body.body.following().root.take_if(|root| root.event == *words);
                }
                (None, Some(aim)) if nth == 0 => self.show_aim(&sender, body, drawn, aim).await?,
                _ => drop(sender.show((nth, drawn), None, at).await?),
            }
        }
        self.follow(body, sender.room.room_id().as_str());
        Ok(())
    }

    /// Sends the same, again after a pause while that may help.
    async fn keep_sending(self: Arc<MatrixChat>, mut pictures: PicturesToSend) {
        for tried in 1..=TRIES {
            match self.send_pictures(&mut pictures).await {
                Ok(()) => return,
                Err(why) if why.lasts() || tried == TRIES => {
                    tracing::warn!(%why, "a picture isn't sent");
                    return;
                }
                Err(why) => tracing::info!(%why, "a picture isn't sent yet"),
            }
            tokio::time::sleep(PAUSE * tried).await;
        }
    }

    /// Queues what follows a reply.
    pub(super) fn follow(
        self: &Arc<MatrixChat>,
        reply: &Arc<RenderedReply<MatrixChat>>,
        room: &str,
    ) {
        let Following { pictures, lines, root } = std::mem::take(&mut *reply.body.following());
        if let Some(late) = pictures {
            let (body, room) = (reply.clone(), room.to_owned());
            tokio::spawn(self.clone().keep_sending(PicturesToSend { body, room, late }));
        }
        for line in lines {
            Dispatcher::queue(self, room, Chore::Line(Box::new(line)));
        }
        if let Some(root) = root {
            let (chat, reply, room) = (self.clone(), reply.clone(), room.to_owned());
            tokio::spawn(async move {
                tokio::time::sleep(STANDS).await;
                if !chat.is_late(&room, &reply.outgoing) {
                    Dispatcher::queue(&chat, &room, Chore::Line(Box::new(root)));
                }
            });
        }
    }
}

/// Turns a message into a line that leads to what is newer. Under the server's limit it stays if that would hold up others.
///
/// # Errors
/// If the server rejects it or can't be reached.
pub(super) async fn leave_line(chat: &MatrixChat, left: &LineLeft) -> Result<(), Unsent> {
    let LineLeft { room, event, next, of, line } = left;
    if !chat.calm().await {
        return Ok(());
    }
    let adapter = &chat.adapter;
    let link = room.matrix_to_event_permalink(next.clone()).await;
    let boards = link.into_iter().map(|link| (*of, link.to_string())).collect();
    let handles = Handles { boards, ..Handles::default() };
    let content = content::replace(content::notice(&Bodies::of(line, &handles)), event);
    let id = OwnedTransactionId::from(format!("{}-{event}-{next}", adapter.mark));
    adapter.send(room, "m.room.message", content, &id).await.map(|_| ())
}

/// Returns the match and the position that a private answer is about, if its controls adjust what it
/// shows.
pub(super) fn aimed(said: &Reply) -> Option<(MatchId, StepKey)> {
    let picture = said
        .picture
        .as_ref()
        .filter(|picture| !picture.asked.is_empty() && picture.eyes.is_some())?;
    said.menu.as_ref().filter(|menu| !menu.rows.is_empty())?;
    Some((picture.of, StepKey { step: picture.step, take: picture.take }))
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
    fn a_board_and_an_aim_change_until_others_have_talked() {
        let pictures = BoardPictures::default();
        let (board, root) = (room_id!("!b:x"), event_id!("$root").to_owned());
        let place = RoomPlace::Thread { root: root.clone(), last: root.clone() };
        pictures.is_posted(board, &place);
        (1..TALK).for_each(|_| pictures.hear(board, Some(&root)));
        pictures.hear(board, None);
        assert!(!pictures.is_far(board, &place));
        pictures.hear(board, Some(&root));
        assert!(pictures.is_far(board, &place) && !pictures.is_far(board, &RoomPlace::Main));
        pictures.is_posted(board, &place);
        assert!(!pictures.is_far(board, &place));
        let (room, of, at) = (room_id!("!r:x"), MatchId(6), StepKey { step: 3, take: 0 });
        let [picture, words] = ["$p", "$w"].map(|id| OwnedEventId::try_from(id).unwrap());
        pictures.keep_aim(
            room,
            ShownAim { of, at, picture: Some(picture), words, reply: None, said: 0 },
        );
        (1..TALK).for_each(|_| pictures.hear(room, None));
        assert!(pictures.aim(room, of, at).is_some());
        assert!(pictures.aim(room, MatchId(7), at).is_none());
        pictures.hear(room, None);
        assert!(pictures.aim(room, of, at).is_none());
    }

    #[test]
    fn a_deleted_picture_leads_to_the_words_beside_it_and_deleted_words_to_the_picture() {
        let pictures = BoardPictures::default();
        let room = room_id!("!r:x");
        let at = EventId::to_owned;
        pictures.keep(room, MatchId(6), event_id!("$w1"), Some(at(event_id!("$p"))));
        pictures.keep(room, MatchId(6), event_id!("$w2"), Some(at(event_id!("$p"))));
        assert_eq!(pictures.newest(room, MatchId(6)), Some(at(event_id!("$p"))));
        assert_eq!(pictures.newest(room, MatchId(7)), None);
        assert_eq!(pictures.lose(event_id!("$p")).as_deref(), Some(event_id!("$w2")));
        assert_eq!(pictures.lose(event_id!("$p")), None);
        assert_eq!(pictures.newest(room, MatchId(6)), None, "it is posted anew");
        assert_eq!(pictures.newest_shown(room, MatchId(6)), Some(at(event_id!("$w2"))));
    }
}
