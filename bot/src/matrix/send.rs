//! Sends one reply: to the room or the person, as text or picture, with its buttons, once.
use std::time::Duration;

use matrix_sdk::{
    Room, RoomState,
    ruma::{OwnedEventId, OwnedUserId, RoomId, TransactionId, UserId},
};

use super::{
    buttons::Signs,
    content::{Carried, Place},
    direct::{self, Direct},
    excuse::{excuse, tell_absent},
    form::Bodies,
    hall::Hall,
    post::{Asked, Delivery},
    side::{Handles, Side, tag},
    trail::{self, Spot},
    trouble::Unsent,
};
use crate::{
    reply::{Audience, Menu, Privacy, Reply},
    service::{Landed, Outgoing, Turn},
    store::{BoardAt, Chat, OutboxId, ThreadAt},
    text::Text,
};

/// How long a message is tried that the server will not take, while it takes others.
const GIVEN_UP: Duration = Duration::from_secs(60 * 60);

/// The most lines of an answer that stands among what people say; a longer one gets a thread.
const SHORT: usize = 12;

/// A message is not out; another try may help, after so long where the server says.
#[derive(Debug)]
pub(super) struct Later {
    pub(super) why: String,
    pub(super) after: Option<Duration>,
}

/// What is still to be done when a reply is out, by which nobody is held up.
#[derive(Default)]
pub(super) struct After {
    /// Boards that were passed on.
    pub(super) passed: Vec<BoardAt>,
    pub(super) signs: Option<Signs>,
}

/// Sends a reply, or says in its stead why not. What can be sent by no means is struck out, so that it holds up nothing behind it.
/// `tried` is for how long it was tried already.
///
/// # Errors
/// When it is not out, or not struck out, and another try may help.
pub(super) async fn bring(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
    tried: Duration,
) -> Result<After, Later> {
    let Delivery { out: Outgoing { id, room, .. }, .. } = delivery;
    let mut done = reply(side, direct, delivery).await;
    if let Err(Unsent::Refused(why)) = done {
        let room = RoomId::parse(room).map_or_else(|_| String::new(), |it| tag(&it));
        tracing::warn!(room, why, "the bot may not speak there");
        done = excuse(side, direct, delivery).await.map(|()| After::default());
    }
    let why = match done {
        Ok(after) => return Ok(after),
        Err(Unsent::Offline(why)) => return Err(Later { why, after: None }),
        Err(Unsent::Later { why, after }) if tried < GIVEN_UP => return Err(Later { why, after }),
        Err(Unsent::Later { why, .. } | Unsent::Refused(why) | Unsent::Never(why)) => why,
    };
    tracing::error!(id = id.map(|it| it.0), why, "a message cannot be sent");
    let struck = delivered(side, *id).await;
    struck
        .map(|()| After::default())
        .map_err(|err| Later { why: format!("it cannot be struck out: {err:?}"), after: None })
}

/// Sends a reply and marks it as delivered.
async fn reply(side: &Side, direct: &Direct, delivery: &Delivery) -> Result<After, Unsent> {
    let Delivery { out, asked, begun: _ } = delivery;
    let Outgoing { id, room: _, reply } = out;
    let Reply { to, privacy, text, file, menu, mentions, refused, turn_of, goes_on, left, .. } =
        reply;
    let asked = asked.as_ref();
    if let (Some(asked), Some(_)) = (asked.filter(|it| it.talk), refused)
        && ["unreadable", "unknown", "not-yours", "over"]
            .iter()
            .any(|it| refused.as_deref() == Some(it))
    {
        // People talk to each other in the thread of their match; they are not told that it is no move.
        tracing::debug!(event = %asked.event, "talk in a thread");
        return delivered(side, *id).await.map(|()| After::default());
    }
    let about = out.clone();
    let context = side.ask(move |service| service.context(Chat::Matrix, &about)).await?;
    let known = context.handles.iter();
    let handles: Handles =
        known.filter_map(|(id, it)| Some((*id, UserId::parse(it).ok()?))).collect();
    let Some(hall_room) = hall_room(side, direct, delivery).await? else {
        // Whoever is told is not in this chat; nobody else may read it.
        return delivered(side, *id).await.map(|()| After::default());
    };
    let is_direct = direct::is_direct(&hall_room).await?;
    let encrypted = hall_room.latest_encryption_state().await?.is_encrypted();
    let mark = mark(side, *id, asked);
    let hall = Hall { side, room: hall_room, encrypted, mark, handles };
    let secret = matches!(to, Audience::Only(_)) && *privacy == Privacy::Secret;
    if !encrypted && secret {
        hall.warn_once().await?;
    }
    let here = hall.room.room_id().to_string();
    let threads = match out.room == here {
        true => context.threads,
        false => side.ask(move |service| service.room_settings(Chat::Matrix, &here)).await?.threads,
    };
    let threads = threads && !is_direct;
    let here = asked.filter(|it| it.room == hall.room.room_id());
    let thread = context.thread.filter(|_| threads).and_then(|it| {
        let root = OwnedEventId::try_from(it.thread?).ok()?;
        Some((root, OwnedEventId::try_from(it.last).ok()?))
    });
    let place = match (&thread, here) {
        (Some((root, last)), _) => Place::Thread { root: root.clone(), last: last.clone() },
        (None, Some(asked)) if turn_of.is_none() => {
            let to_asker = matches!(to, Audience::Only(_)) && !is_direct;
            let long = threads && SHORT < text.bare().lines().count();
            answer_place(asked, to_asker, long)
        }
        (None, _) => Place::Main,
    };
    // Whoever goes on finds the board changed where it is.
    let in_place = *goes_on && asked.is_none_or(|it| !it.by_sign);
    let stands = context.board.filter(|it| in_place && it.place == hall.room.room_id().as_str());
    let instead = stands.as_ref().and_then(|it| OwnedEventId::try_from(it.message.as_str()).ok());
    let called: Vec<OwnedUserId> =
        mentions.iter().filter_map(|it| hall.handles.get(it).cloned()).collect();
    // What is for everybody, and what anybody may read, may be pressed.
    let private = matches!(to, Audience::Only(_)) && *privacy != Privacy::Open;
    let shown = menu.clone().map(|menu| Carried { menu, private });
    let drawn = hall.draw_from(reply, context.drawing).await?;
    let whole = reply.whole();
    let words = if drawn.is_empty() { with_words(reply) } else { None };
    let text = words.as_ref().unwrap_or(&whole);
    if let Some(menu) = menu {
        // First of all: whoever reads the message may answer at once.
        hall.remember_menu(delivery, menu, &place, instead.as_ref()).await?;
    }
    let sent = hall.say(text, drawn, shown.as_ref(), &called, &place, instead.as_ref()).await?;
    let board = instead.clone().unwrap_or_else(|| sent.clone());
    if let (Some(menu), None, true, Some(_)) = (menu, place.thread(), threads, turn_of) {
        // The thread of the match begins with this message.
        hall.remember_thread_menu(delivery, menu, &board).await?;
    }
    if let Some(file) = file {
        hall.attach(file, &place).await?;
    }
    let passed = match turn_of {
        Some(of) => {
            let room = hall.room.room_id().to_string();
            // The first board begins the thread; it is itself in none.
            let root = thread.map_or_else(|| board.clone(), |it| it.0);
            let in_thread = ThreadAt {
                of: *of,
                room: room.clone(),
                thread: Some(root.to_string()),
                last: board.to_string(),
            };
            let Bodies { plain, html } = match (left, stands) {
                (Some(left), _) => Bodies::of(left, &hall.handles),
                (None, Some(BoardAt { plain, html, .. })) => Bodies { plain, html },
                (None, None) => Bodies::of(text, &hall.handles),
            };
            let message = board.to_string();
            let board = BoardAt { of: *of, place: room, message, plain, html };
            let turn = Some(Turn { of: *of, board: Some(board), shrunk: None });
            let replies = id.iter().copied().collect();
            let landed = Landed { replies, turn, thread: threads.then_some(in_thread) };
            side.ask(move |service| service.landed(Chat::Matrix, &landed)).await?
        }
        None => Vec::new(),
    };
    if let (Some(asked), Audience::Only(_)) = (asked, to)
        && asked.room != hall.room.room_id()
    {
        hall.point(asked).await;
    }
    if *to == Audience::Room {
        tell_absent(side, direct, delivery, &hall.room, &called).await?;
    }
    if turn_of.is_none() {
        delivered(side, *id).await?;
    }
    let Hall { room, mark, .. } = hall;
    let signs = menu.as_ref().filter(|_| !private && instead.is_none());
    let signs = signs.map(|menu| Signs { room, to: sent, menu: menu.clone(), mark });
    Ok(After { passed, signs })
}

/// Returns where something is said that was asked for in the same room: beside the question, or as its answer. What is long goes into a
/// thread, which it begins where there is none, so that it stands in nobody's way.
fn answer_place(asked: &Asked, to_asker: bool, long: bool) -> Place {
    let to = asked.event.clone();
    match (to_asker, asked.thread.clone()) {
        (true, None) if long => Place::Thread { root: to.clone(), last: to },
        (true, thread) => Place::Answer { to, thread },
        (false, Some(root)) => Place::Thread { last: root.clone(), root },
        (false, None) => Place::Main,
    }
}

/// Marks a reply as delivered.
///
/// # Errors
/// When the service fails or has closed.
pub(super) async fn delivered(side: &Side, id: Option<OutboxId>) -> Result<(), Unsent> {
    let ids: Vec<OutboxId> = id.into_iter().collect();
    Ok(side.ask(move |service| service.delivered(&ids)).await?)
}

/// Returns the room in which a reply is said; nothing for somebody who is not in this chat. What anybody may read is said where it was
/// asked, what is somebody's own business in any room where nobody else is, and a secret where nobody else will ever read it.
async fn hall_room(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
) -> Result<Option<Room>, Unsent> {
    let Delivery { out: Outgoing { room, reply, .. }, asked, .. } = delivery;
    let joined =
        |it: &RoomId| side.client.get_room(it).filter(|it| it.state() == RoomState::Joined);
    let belongs_to = RoomId::parse(room).ok();
    let Audience::Only(person) = reply.to else {
        return match belongs_to.and_then(|it| joined(&it)) {
            Some(room) => Ok(Some(room)),
            None => Err(Unsent::Refused("the bot is not in the room".to_owned())),
        };
    };
    let Some(user) = side.handles(vec![person]).await?.remove(&person) else { return Ok(None) };
    let asked = asked.as_ref().filter(|it| it.by == user);
    let here = asked.and_then(|it| joined(&it.room));
    match (reply.privacy, here) {
        (Privacy::Open, Some(here)) => return Ok(Some(here)),
        (Privacy::Personal, Some(here)) if direct::is_direct(&here).await? => {
            return Ok(Some(here));
        }
        (Privacy::Open | Privacy::Personal | Privacy::Secret, _) => {}
    }
    let asked_in = asked.map(|it| it.room.clone()).or(belongs_to);
    Ok(Some(direct.room(side, &user, asked_in.as_deref()).await?))
}

/// Returns what the ids of everything sent for a reply begin with. The server knows what it was sent by these ids, so nothing is
/// there twice, however often it is tried.
pub(super) fn mark(side: &Side, id: Option<OutboxId>, asked: Option<&Asked>) -> String {
    match (id, asked) {
        (Some(id), _) => format!("{}-{}", side.mark, id.0),
        (None, Some(asked)) => format!("{}-{}", side.mark, asked.event),
        (None, None) => format!("{}-{}", side.mark, TransactionId::new()),
    }
}

/// Returns the text of a reply with what it promised to draw in words; nothing where it promised nothing, or has the words already.
fn with_words(reply: &Reply) -> Option<Text> {
    let board = reply.picture.iter().map(|it| it.alt.as_str());
    let words = board.chain(reply.sheet.iter().map(|it| it.alt.as_str()));
    let whole = reply.whole();
    let said = whole.bare();
    let unsaid: Vec<Text> =
        words.filter(|it| !said.contains(it)).map(|it| Text::Block(it.to_owned())).collect();
    let lines = || std::iter::once(whole.clone()).chain(unsaid.clone()).collect();
    (!unsaid.is_empty()).then(|| Text::Lines(lines()))
}

impl Hall<'_> {
    /// Remembers a menu for answers by number, in every place where one may be typed, and for the board that it changes.
    async fn remember_menu(
        &self,
        delivery: &Delivery,
        menu: &Menu,
        place: &Place,
        instead: Option<&OwnedEventId>,
    ) -> Result<(), Unsent> {
        let Delivery { out: Outgoing { id, .. }, asked, begun: _ } = delivery;
        if let Some(asked) = asked
            && !self.side.knows(&asked.by).await?
        {
            // Whoever asked was just forgotten: nothing about them is kept again.
            return Ok(());
        }
        let menu = trail::Menu { stamp: id.map_or(0, |it| it.0), menu: menu.clone() };
        let here = self.room.room_id();
        let spot = Spot { room: here, thread: place.thread() };
        trail::menu_sent(self.side, spot, None, &menu).await?;
        if let Some(board) = instead {
            trail::board_menu_sent(self.side, here, board, &menu).await?;
        }
        if let Some(asked) = asked.as_ref().filter(|it| it.room != here) {
            let spot = Spot { room: &asked.room, thread: asked.thread.as_ref() };
            trail::menu_sent(self.side, spot, Some(&asked.by), &menu).await?;
        }
        Ok(())
    }

    /// Remembers a menu for answers in the thread that begins with its message.
    async fn remember_thread_menu(
        &self,
        delivery: &Delivery,
        menu: &Menu,
        root: &OwnedEventId,
    ) -> Result<(), Unsent> {
        let stamp = delivery.out.id.map_or(0, |it| it.0);
        let menu = trail::Menu { stamp, menu: menu.clone() };
        let spot = Spot { room: self.room.room_id(), thread: Some(root) };
        Ok(trail::menu_sent(self.side, spot, None, &menu).await?)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{event_id, room_id, user_id};

    use super::*;

    #[test]
    fn an_answer_stands_with_its_question_and_a_long_one_in_a_thread() {
        let (event, root) = (event_id!("$q").to_owned(), event_id!("$r").to_owned());
        let asked = |thread: Option<OwnedEventId>| Asked {
            room: room_id!("!r:x").to_owned(),
            event: event.clone(),
            thread,
            by: user_id!("@a:x").to_owned(),
            talk: false,
            by_sign: false,
        };
        let (alone, threaded) = (asked(None), asked(Some(root.clone())));
        let answer = |thread| Place::Answer { to: event.clone(), thread };
        assert_eq!(answer_place(&alone, true, false), answer(None));
        assert_eq!(answer_place(&threaded, true, true), answer(Some(root.clone())));
        let long = Place::Thread { root: event.clone(), last: event.clone() };
        assert_eq!(answer_place(&alone, true, true), long);
        assert_eq!(answer_place(&alone, false, true), Place::Main);
        let beside = Place::Thread { root: root.clone(), last: root };
        assert_eq!(answer_place(&threaded, false, false), beside);
    }
}
