//! Sends a reply as messages: the picture of a board, and the words below it.
use std::sync::PoisonError;

use delivery::{Posted, RenderedReply, ShownMenu, Target, in_words};
use engine::chance::StepKey;
use matrix_sdk::ruma::{EventId, OwnedUserId, UserId};
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
    content::{EmbeddedMenu, PictureAt, RoomPlace},
    error::Unsent,
    html,
    pictures::{FilmToSend, OldPicture, ShownAim},
    room_sender::{Drawn, Message, RoomSender},
    words,
};

impl MatrixChat {
    /// Sends a reply: its pictures, then its words. The picture of a standing board is edited if it
    /// is near.
    ///
    /// # Errors
    /// If the server rejects it or can't be reached.
    pub(super) async fn say(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        Target { place, asked: _, lead, calls }: Target<'_, MatrixChat>,
    ) -> Result<Posted, Unsent> {
        let (said, body) = (&reply.outgoing.reply, &reply.body);
        let drawn = sender.put_up(&body.painted).await?;
        if let (Some((of, at)), None, None, [first]) = (aimed(said), lead, calls, &drawn[..])
            && let Some(shown) = self.pictures.aim(sender.room.room_id(), of, at)
        {
            // Once it is played, nobody looks at it any more.
            if !self.dispatcher.is_under_way(of) {
                self.change_aim(sender, reply, first, &shown).await?;
            }
            let (place, message) = (place.room.clone(), shown.words.to_string());
            return Ok(Posted { place, message, root: None });
        }
        let board = said.board_of().filter(|_| lead.is_none());
        let (first, others) = match (board, drawn.split_first()) {
            (Some(of), Some((first, others))) => (Some((of, first)), others),
            _ => (None, &drawn[..]),
        };
        let mut at = RoomPlace::of(place);
        let (mut root, mut picture) = (None, None);
        if let Some((of, first)) = first {
            let shown = self.show_board(sender, reply, (of, first), &at).await?;
            if shown.below == 0 && at == RoomPlace::Main && reply.context.threads {
                at = RoomPlace::Thread { root: shown.event.clone(), last: shown.event.clone() };
                root = Some(shown.event.to_string());
            }
            if shown.below == 0 {
                self.pictures.is_posted(sender.room.room_id(), of, &at);
            }
            picture = Some(shown);
        }
        let before = drawn.len() - others.len();
        for (nth, drawn) in others.iter().enumerate() {
            let event = sender.show((before + nth, drawn), None, &at, None).await?;
            picture.get_or_insert(PictureAt { event, below: 0 });
        }
        let called = called(reply, lead, calls);
        let menu = embedded(reply);
        let mut text = worded(reply, !drawn.is_empty(), lead);
        // In the thread of a match and in direct rooms, commands need no prefix.
        if place.room == reply.outgoing.room
            && matches!(at, RoomPlace::Main | RoomPlace::Answer { thread: None, .. })
        {
            text = html::with_prefix(self.adapter.commands(), text, &reply.context.prefix);
        }
        let message = Message {
            text: &text,
            menu: menu.as_ref(),
            called: &called,
            picture: picture.as_ref(),
            below: root.is_some().then(words::how_to_play),
        };
        let handles = match (board, &picture) {
            (Some(of), Some(picture)) => self.with_link(sender, of, &picture.event).await,
            _ => sender.handles.clone(),
        };
        let linked = RoomSender { handles: &handles, ..sender.clone() };
        let event = linked.say(message, &at, None).await?;
        match (board, picture, aimed(said)) {
            (Some(of), Some(picture), _) => {
                self.pictures.keep(sender.room.room_id(), of, &event, picture);
            }
            (None, Some(PictureAt { event: picture, .. }), Some((of, at))) => {
                let aim = ShownAim { of, at, picture, words: event.clone(), said: 0 };
                self.pictures.keep_aim(sender.room.room_id(), aim);
            }
            _ => {}
        }
        if let (Some(file), None) = (&said.file, lead) {
            sender.attach(file, &at).await?;
        }
        Ok(Posted { place: place.room.clone(), message: event.to_string(), root })
    }

    /// Changes the answer that shows an aim: its picture and its words.
    async fn change_aim(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        drawn: &Drawn,
        shown: &ShownAim,
    ) -> Result<(), Unsent> {
        sender.show((0, drawn), None, &RoomPlace::Main, Some(&shown.picture)).await?;
        let menu = embedded(reply);
        let message = Message {
            text: &worded(reply, true, None),
            menu: menu.as_ref(),
            called: &[],
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

    /// Returns the links of a card, with one to the first board of the match that it has become.
    pub(super) async fn with_begun(&self, sender: &RoomSender<'_>, card: &Text) -> Handles {
        let mut handles = sender.handles.clone();
        for of in MatchId::named_in(&card.bare()) {
            if handles.boards.contains_key(&of) {
                continue;
            }
            self.dispatcher.board_out(of).await;
            if let Some(PictureAt { event, .. }) = self.pictures.newest(sender.room.room_id(), of) {
                let linked = self.with_link(sender, of, &event).await;
                handles.boards.extend(linked.boards);
            }
        }
        handles
    }

    /// Shows a board: edits the picture above the standing words if it is near, or posts another.
    async fn show_board(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        (of, drawn): (MatchId, &Drawn),
        at: &RoomPlace,
    ) -> Result<PictureAt, Unsent> {
        let room = &sender.room;
        let here = |board: &&BoardMessage| board.place == room.room_id().as_str();
        let old = match reply.context.board.as_ref().filter(here) {
            Some(BoardMessage { message, .. }) => {
                let words = EventId::parse(message).map_err(Unsent::never)?;
                self.pictures.above(room, &words).await?
            }
            None => self.pictures.newest(room.room_id(), of),
        };
        let near = old.as_ref().and_then(PictureAt::once_more);
        let near = near.filter(|_| !self.pictures.is_far(room.room_id(), of, at));
        if let Some(near) = near {
            sender.show((0, drawn), Some(of), at, Some(&near.event)).await?;
            return Ok(near);
        }
        let event = sender.show((0, drawn), Some(of), at, None).await?;
        if let Some(PictureAt { event: old, .. }) = old {
            let named = named(&reply.outgoing.reply, of);
            let old = OldPicture { room: room.clone(), event: old, next: event.clone(), of, named };
            self.left.lock().unwrap_or_else(PoisonError::into_inner).push(old);
        }
        Ok(PictureAt { event, below: 0 })
    }

    /// Returns the links of a text, with one from the number of a match to its picture.
    async fn with_link(&self, sender: &RoomSender<'_>, of: MatchId, picture: &EventId) -> Handles {
        let mut handles = sender.handles.clone();
        match sender.room.matrix_to_event_permalink(picture).await {
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
        for drawn in sender.put_up(&[painted]).await? {
            sender.show((0, &drawn), None, at, None).await?;
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

/// Returns the match and the position that a private answer is about, if its controls adjust what it
/// shows.
fn aimed(said: &Reply) -> Option<(MatchId, StepKey)> {
    let picture = said
        .picture
        .as_ref()
        .filter(|picture| !picture.asked.is_empty() && picture.eyes.is_some())?;
    said.menu.as_ref().filter(|menu| !menu.rows.is_empty())?;
    Some((picture.of, StepKey { step: picture.step, take: picture.take }))
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

/// Returns the line that names the match of a board.
fn named(said: &Reply, of: MatchId) -> String {
    match &said.text {
        Text::Lines(lines) => match lines.first() {
            Some(small @ Text::Small(_)) => small.bare(),
            Some(_) | None => format!("#{of}"),
        },
        _ => format!("#{of}"),
    }
}
