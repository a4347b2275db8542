//! Sends a reply as messages: the picture of a board, and the words below it.
use delivery::{Posted, RenderedReply, ShownMenu, Target, in_words};
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedUserId, UserId};
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, Privacy, Reply},
    text::Text,
};
use service::Service;
use store::{BoardMessage, MenuAt, MenuSpot};

use super::{
    adapter::Handles,
    chat::MatrixChat,
    content::{EmbeddedMenu, RoomPlace},
    direct,
    error::Unsent,
    html,
    pictures::{FilmToSend, LatePictures, LineLeft, PutUp, ShownAim, aimed},
    room_sender::{Drawn, Message, RoomSender},
    words,
};

impl MatrixChat {
    /// Sends a reply: its pictures, then its words. Under the server's limit, or if the pictures can't be uploaded at once, the words
    /// go first.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn say(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        Target { place, asked: _, lead, calls, elsewhere }: Target<'_, MatrixChat>,
    ) -> Result<Posted, Unsent> {
        let (said, body) = (&reply.outgoing.reply, &reply.body);
        let put_up = self.put_up(sender, reply).await?;
        if let (Some((of, at)), None, None) = (aimed(said), lead, calls)
            && let Some(shown) = self.pictures.aim(sender.room.room_id(), of, at)
        {
            // Once it is played, nobody looks at it any more.
            if !self.dispatcher.is_under_way(of) {
                self.change_aim(sender, reply, &put_up, &shown).await?;
            }
            if put_up.waits {
                let (at, words) = (RoomPlace::Main, shown.words.clone());
                body.following().pictures = Some(LatePictures { at, words, upload: put_up.upload });
            }
            let (place, message) = (place.room.clone(), shown.words.to_string());
            return Ok(Posted { place, message, root: None });
        }
        let board = said.board_of().filter(|_| lead.is_none());
        let mut at = RoomPlace::of(place);
        let begins = board.is_some() && at == RoomPlace::Main && reply.context.threads;
        let (mut root, mut picture) = (None, None);
        for (nth, drawn) in put_up.drawn.iter().enumerate() {
            match board.filter(|_| nth == 0) {
                Some(of) => {
                    let shown = self.show_board(sender, reply, (of, drawn), &at).await?;
                    if begins {
                        at = RoomPlace::Thread { root: shown.clone(), last: shown.clone() };
                        root = Some(shown.to_string());
                    }
                    picture = Some(shown);
                }
                None => {
                    let event = sender.show((nth, drawn), None, &at).await?;
                    picture.get_or_insert(event);
                }
            }
        }
        let called = called(reply, lead, calls);
        let menu = embedded(reply);
        let mut text = worded(reply, put_up.is_seen, lead);
        // In the thread of a match and in direct rooms, commands need no prefix.
        if place.room == reply.outgoing.room
            && matches!(at, RoomPlace::Main | RoomPlace::Answer { thread: None, .. })
            && !direct::is_direct(&sender.room).await.unwrap_or(false)
        {
            text = html::with_prefix(self.adapter.commands(), text, &reply.context.prefix);
        }
        let message = Message {
            text: &text,
            menu: menu.as_ref(),
            called: &called,
            answers: elsewhere,
            picture: picture.as_ref(),
            below: begins.then(words::how_to_play),
        };
        let handles = match (board, &picture) {
            (Some(of), Some(picture)) => self.with_link(sender, of, picture).await,
            _ => sender.handles.clone(),
        };
        let linked = RoomSender { handles: &handles, ..sender.clone() };
        let event = linked.say(message, &at, None).await?;
        match (board, picture, aimed(said)) {
            (Some(of), picture, _) => {
                self.pictures.keep(sender.room.room_id(), of, &event, picture);
            }
            (None, picture, Some((of, at))) => {
                let (words, reply) = (event.clone(), reply.outgoing.id);
                let aim = ShownAim { of, at, picture, words, reply, said: 0 };
                self.pictures.keep_aim(sender.room.room_id(), aim);
            }
            _ => {}
        }
        if put_up.waits {
            // The words may begin the thread.
            let at = if begins {
                RoomPlace::Thread { root: event.clone(), last: event.clone() }
            } else {
                at.clone()
            };
            let words = event.clone();
            body.following().pictures = Some(LatePictures { at, words, upload: put_up.upload });
        }
        if board.is_some() {
            self.pictures.is_posted(sender.room.room_id(), &at);
        }
        if let (Some(file), None) = (&said.file, lead) {
            sender.attach(file, &at).await?;
        }
        Ok(Posted { place: place.room.clone(), message: event.to_string(), root })
    }

    /// Changes the answer that shows an aim: its words, below a new picture.
    async fn change_aim(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        put_up: &PutUp,
        shown: &ShownAim,
    ) -> Result<(), Unsent> {
        let now = ShownAim { reply: reply.outgoing.id, said: 0, ..shown.clone() };
        self.pictures.keep_aim(sender.room.room_id(), now.clone());
        if let Some(drawn) = put_up.drawn.first() {
            self.show_aim(sender, reply, drawn, now).await?;
        }
        let menu = embedded(reply);
        let message = Message {
            text: &worded(reply, put_up.is_seen, None),
            menu: menu.as_ref(),
            called: &[],
            answers: false,
            picture: None,
            below: None,
        };
        sender.say(message, &RoomPlace::Main, Some(&shown.words)).await?;
        // A number in reply to the message means what it shows now.
        let spot = MenuSpot::Board(shown.words.to_string());
        let stamp = reply.outgoing.id.map_or(0, |it| it.0);
        let Some(EmbeddedMenu { menu, .. }) = menu else { return Ok(()) };
        let body = serde_json::to_value(ShownMenu { stamp, menu, asks: Vec::new(), at: 0 })
            .map_err(Unsent::never)?;
        let place = sender.room.room_id().to_string();
        let menus = [MenuAt { place, spot, only: None, body }];
        let keep = move |service: &mut Service| {
            service.keep(|tx| tx.keep_menus(Chat::Matrix, &menus, None))
        };
        if let Err(err) = self.adapter.ask(keep).await {
            tracing::warn!(why = format!("{err:#}"), "the menu of an aim isn't kept");
        }
        Ok(())
    }

    /// Shows the picture of an aim. The one before it becomes a line.
    pub(super) async fn show_aim(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        drawn: &Drawn,
        aim: ShownAim,
    ) -> Result<(), Unsent> {
        let next = sender.show((0, drawn), None, &RoomPlace::Main).await?;
        if let Some(event) = aim.picture {
            let (room, next, of) = (sender.room.clone(), next.clone(), aim.of);
            let line = words::earlier_picture(of);
            reply.body.following().lines.push(LineLeft { room, event, next, of, line });
        }
        let aim = ShownAim { picture: Some(next), ..aim };
        self.pictures.keep_aim(sender.room.room_id(), aim);
        Ok(())
    }

    /// Returns the links of a card, with one to the first board of the match that it has become.
    pub(super) async fn with_begun(&self, sender: &RoomSender<'_>, card: &Text) -> Handles {
        let mut handles = sender.handles.clone();
        for of in MatchId::named_in(&card.bare()) {
            if handles.boards.contains_key(&of) {
                continue;
            }
            self.dispatcher.board_out(of).await;
            if let Some(shown) = self.pictures.newest_shown(sender.room.room_id(), of) {
                let linked = self.with_link(sender, of, &shown).await;
                handles.boards.extend(linked.boards);
            }
        }
        handles
    }

    /// Shows the picture of a board. The picture before it becomes a line, and the root of the thread says what is newest.
    pub(super) async fn show_board(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        (of, drawn): (MatchId, &Drawn),
        at: &RoomPlace,
    ) -> Result<OwnedEventId, Unsent> {
        let room = &sender.room;
        let here = |board: &&BoardMessage| board.place == room.room_id().as_str();
        let old = match reply.context.board.as_ref().filter(here) {
            Some(BoardMessage { message, .. }) => {
                let words = EventId::parse(message).map_err(Unsent::never)?;
                // What can't be looked up stays.
                self.pictures.beside(room, &words, of).await.unwrap_or_default()
            }
            None => self.pictures.newest(room.room_id(), of),
        };
        let next = sender.show((0, drawn), Some(of), at).await?;
        let left = |event: &OwnedEventId, line| {
            let (room, event, next) = (room.clone(), event.clone(), next.clone());
            LineLeft { room, event, next, of, line }
        };
        let root = match at {
            RoomPlace::Thread { root, .. } => Some(root),
            RoomPlace::Main | RoomPlace::Answer { .. } => None,
        };
        let mut following = reply.body.following();
        following.root = root.map(|root| left(root, state(&reply.outgoing.reply, of)));
        let old = old.filter(|old| *old != next && Some(old) != root);
        following.lines.extend(old.map(|old| left(&old, words::earlier_picture(of))));
        drop(following);
        Ok(next)
    }

    /// Returns the links of a text, with one from the number of a match to what shows its board.
    async fn with_link(&self, sender: &RoomSender<'_>, of: MatchId, shown: &EventId) -> Handles {
        let mut handles = sender.handles.clone();
        match sender.room.matrix_to_event_permalink(shown).await {
            Ok(link) => drop(handles.boards.insert(of, link.to_string())),
            Err(err) => tracing::info!(why = %Unsent::of(&err), "a board has no link"),
        }
        handles
    }

    /// Draws and sends the film of a board's last step, unless there is a newer board by then.
    ///
    /// # Errors
    /// If it can't be drawn, or the server rejects it or can't be reached.
    pub(super) async fn send_film(&self, film: &FilmToSend) -> Result<(), Unsent> {
        let FilmToSend { film, body, room, at } = film;
        let painter = self.adapter.way.painter.clone();
        let painted = film.clone().drawn(painter).await.map_err(Unsent::never)?;
        self.calm().await;
        if self.is_late(room, &body.outgoing) {
            return Ok(());
        }
        let sender = self.sender(room, &body.body, "-film").await?;
        for drawn in sender.put_up(&[painted]).await.map_err(Unsent::never)?? {
            sender.show((0, &drawn), None, at).await?;
        }
        Ok(())
    }
}

/// Returns the people a reply asks in one place: those it pings, or the one who must learn of a
/// private message.
pub(super) fn called(
    reply: &RenderedReply<MatrixChat>,
    lead: Option<&str>,
    calls: Option<&str>,
) -> Vec<OwnedUserId> {
    if let Some(calls) = calls {
        return UserId::parse(calls).into_iter().collect();
    }
    if lead.is_some() {
        return Vec::new();
    }
    let called = reply.outgoing.reply.mentions.iter();
    called.filter_map(|person| reply.body.handles.people.get(person).cloned()).collect()
}

/// Tells whether a reply says what a step did: with the board, or to a player who is elsewhere. The film goes only to where the board is.
pub(super) fn tells_step(said: &Reply) -> bool {
    said.board.is_some() || said.picture.as_ref().is_some_and(|picture| picture.since.is_some())
}

/// Returns the words of a reply, with those of pictures that can't be understood otherwise.
pub(super) fn worded(reply: &RenderedReply<MatrixChat>, drawn: bool, lead: Option<&str>) -> Text {
    let (said, text) = (&reply.outgoing.reply, reply.body.text.clone());
    let text = match (drawn, &said.sheet) {
        (false, _) => in_words(said, text),
        (true, Some(sheet)) if !sheet.alt.is_empty() && !text.bare().contains(&sheet.alt) => {
            let named = Text::small(words::IN_WORDS);
            Text::Lines(vec![text, named, Text::plain(sheet.alt.as_str())])
        }
        (true, _) => text,
    };
    // What a guess suggests has no numbers, so it is said in words.
    let suggested = said.menu.iter().filter(|_| said.numbered_menu().is_none());
    let suggested = suggested.map(|menu| words::you_can_say(&menu.choices)).next();
    let text = match suggested {
        Some(line) => Text::Lines(vec![text, line]),
        None => text,
    };
    match lead {
        Some(lead) => Text::Lines(vec![Text::plain(lead), text]),
        None => text,
    }
}

/// Returns the menu of a reply as its message stores it.
pub(super) fn embedded(reply: &RenderedReply<MatrixChat>) -> Option<EmbeddedMenu> {
    let said = &reply.outgoing.reply;
    let menu = said.numbered_menu()?.in_lines();
    let asker = match said.to {
        Audience::Only(person) => reply.context.handles.get(&person).cloned(),
        Audience::Room | Audience::Asker => None,
    };
    Some(EmbeddedMenu { menu, private: is_private(said), asker })
}

/// Returns whether only one person may know which choice is taken from a reply's menu. Otherwise
/// reactions work for it.
pub(super) fn is_private(reply: &Reply) -> bool {
    matches!(reply.to, Audience::Only(_)) && reply.privacy != Privacy::Open
}

/// Returns what the root of a match's thread says of its newest board.
fn state(said: &Reply, of: MatchId) -> Text {
    let left = said.board.as_ref().and_then(|board| board.left.clone());
    left.unwrap_or_else(|| words::earlier_picture(of))
}

/// Returns where in the room a board stands that changes.
pub(super) fn in_thread(reply: &RenderedReply<MatrixChat>) -> RoomPlace {
    let thread = reply.context.thread.as_ref().filter(|_| reply.context.threads);
    let at = thread.and_then(|at| {
        let root = OwnedEventId::try_from(at.thread.as_deref()?).ok()?;
        Some(RoomPlace::Thread { last: OwnedEventId::try_from(at.last.as_str()).ok()?, root })
    });
    at.unwrap_or_default()
}
