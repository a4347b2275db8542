//! Sends one reply: to the room or the person, as text or picture, with its buttons, once.
use std::time::Duration;

use matrix_sdk::{
    Room, RoomState,
    ruma::{OwnedEventId, OwnedUserId, RoomId, TransactionId},
};

use super::{
    buttons,
    content::{Carried, Place},
    direct::{self, Direct},
    excuse::{excuse, tell_absent},
    form::Bodies,
    hall::Hall,
    post::{Asked, Delivery},
    side::{Side, named, tag},
    trail::{self, Spot},
    trouble::Unsent,
};
use crate::{
    reply::{Audience, Menu, Privacy, Reply},
    service::Outgoing,
    store::{OutboxId, PersonId},
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
) -> Result<(), Later> {
    let Delivery { out: Outgoing { id, room, .. }, .. } = delivery;
    let mut done = reply(side, direct, delivery).await;
    if let Err(Unsent::Refused(why)) = done {
        let room = RoomId::parse(room).map_or_else(|_| String::new(), |it| tag(&it));
        tracing::warn!(room, why, "the bot may not speak there");
        done = excuse(side, direct, delivery).await;
    }
    let why = match done {
        Ok(()) => return Ok(()),
        Err(Unsent::Offline(why)) => return Err(Later { why, after: None }),
        Err(Unsent::Later { why, after }) if tried < GIVEN_UP => return Err(Later { why, after }),
        Err(Unsent::Later { why, .. } | Unsent::Refused(why) | Unsent::Never(why)) => why,
    };
    tracing::error!(id = id.map(|it| it.0), why, "a message cannot be sent");
    let struck = delivered(side, *id).await;
    struck.map_err(|err| Later { why: format!("it cannot be struck out: {err:?}"), after: None })
}

/// Sends a reply and marks it as delivered.
async fn reply(side: &Side, direct: &Direct, delivery: &Delivery) -> Result<(), Unsent> {
    let Delivery { out: Outgoing { id, room: _, reply }, asked, begun: _ } = delivery;
    let Reply { to, privacy, text, picture: _, sheet: _, file, menu, mentions, refused, turn_of } =
        reply;
    let asked = asked.as_ref();
    if let (Some(asked), Some(_)) = (asked.filter(|it| it.talk), refused)
        && ["unreadable", "unknown", "not-yours", "over"]
            .iter()
            .any(|it| refused.as_deref() == Some(it))
    {
        // People talk to each other in the thread of their match; they are not told that it is no move.
        tracing::debug!(event = %asked.event, "talk in a thread");
        return delivered(side, *id).await;
    }
    let people: Vec<PersonId> = named(text).into_iter().chain(mentions.iter().copied()).collect();
    let handles = side.handles(people).await?;
    let Some(hall_room) = hall_room(side, direct, delivery).await? else {
        // Whoever is told is not in this chat; nobody else may read it.
        return delivered(side, *id).await;
    };
    let is_direct = direct::is_direct(&hall_room).await?;
    let encrypted = hall_room.latest_encryption_state().await?.is_encrypted();
    let mark = mark(side, *id, asked);
    let hall = Hall { side, room: hall_room, encrypted, mark, handles };
    let secret = matches!(to, Audience::Only(_)) && *privacy == Privacy::Secret;
    if !encrypted && secret {
        hall.warn_once().await?;
    }
    let threads = !is_direct && trail::threads(side, hall.room.room_id()).await?;
    let here = asked.filter(|it| it.room == hall.room.room_id());
    let thread = match turn_of {
        Some(of) if threads => trail::thread(side, hall.room.room_id(), *of).await?,
        _ => None,
    };
    let place = match (&thread, here) {
        (Some(it), _) => Place::Thread { root: it.root.clone(), last: it.last.clone() },
        (None, Some(asked)) if turn_of.is_none() => {
            let to_asker = matches!(to, Audience::Only(_)) && !is_direct;
            let long = threads && SHORT < text.bare().lines().count();
            answer_place(asked, to_asker, long)
        }
        (None, _) => Place::Main,
    };
    let called: Vec<OwnedUserId> =
        mentions.iter().filter_map(|it| hall.handles.get(it).cloned()).collect();
    // What is for everybody, and what anybody may read, may be pressed.
    let private = matches!(to, Audience::Only(_)) && *privacy != Privacy::Open;
    let shown = menu.clone().map(|menu| Carried { menu, private });
    let drawn = hall.draw(reply).await?;
    let words = if drawn.is_empty() { with_words(reply) } else { None };
    let text = words.as_ref().unwrap_or(text);
    let sent = hall.say(text, drawn, shown.as_ref(), &called, &place).await?;
    if let Some(menu) = menu {
        // First of all: whoever reads the message may answer at once.
        hall.remember_menu(delivery, menu, &place, &sent, threads).await?;
    }
    if let Some(file) = file {
        hall.attach(file, &place).await?;
    }
    if let Some(of) = turn_of {
        let bodies = Bodies::of(text, &hall.handles);
        trail::turn_sent(&hall.tracks(), *of, threads, thread, &sent, bodies).await?;
    }
    if let Some(menu) = menu.as_ref().filter(|_| !private) {
        buttons::place(&hall.room, &sent, menu, &hall.mark).await;
    }
    if let (Some(asked), Audience::Only(_)) = (asked, to)
        && asked.room != hall.room.room_id()
    {
        hall.point(asked).await;
    }
    if *to == Audience::Room {
        tell_absent(side, direct, delivery, &hall.room, &called).await?;
    }
    delivered(side, *id).await
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
/// When the desk fails or has closed.
pub(super) async fn delivered(side: &Side, id: Option<OutboxId>) -> Result<(), Unsent> {
    let ids: Vec<OutboxId> = id.into_iter().collect();
    Ok(side.ask(move |desk| desk.delivered(&ids)).await?)
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
    let said = reply.text.bare();
    let unsaid: Vec<Text> =
        words.filter(|it| !said.contains(it)).map(|it| Text::Block(it.to_owned())).collect();
    let lines = || std::iter::once(reply.text.clone()).chain(unsaid.clone()).collect();
    (!unsaid.is_empty()).then(|| Text::Lines(lines()))
}

impl Hall<'_> {
    /// Remembers a menu for answers by number, in every place where one may be typed.
    async fn remember_menu(
        &self,
        delivery: &Delivery,
        menu: &Menu,
        place: &Place,
        sent: &OwnedEventId,
        threads: bool,
    ) -> Result<(), Unsent> {
        let Delivery { out: Outgoing { id, room: _, reply }, asked, begun: _ } = delivery;
        if let Some(asked) = asked
            && !self.side.knows(&asked.by).await?
        {
            // Whoever asked was just forgotten: nothing about them is kept again.
            return Ok(());
        }
        let menu = trail::Menu { stamp: id.map_or(0, |it| it.0), menu: menu.clone() };
        let here = self.room.room_id();
        let thread = place.thread();
        trail::menu_sent(self.side, Spot { room: here, thread }, None, &menu).await?;
        if thread.is_none() && threads && reply.turn_of.is_some() {
            // The thread of the match begins with this message.
            trail::menu_sent(self.side, Spot { room: here, thread: Some(sent) }, None, &menu)
                .await?;
        }
        if let Some(asked) = asked.as_ref().filter(|it| it.room != here) {
            let spot = Spot { room: &asked.room, thread: asked.thread.as_ref() };
            trail::menu_sent(self.side, spot, Some(&asked.by), &menu).await?;
        }
        Ok(())
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
