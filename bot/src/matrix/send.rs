//! Sends one reply: to the room or the person, as text or picture, with its buttons, once.
use std::{io::Cursor, time::Duration};

use matrix_sdk::{
    Room, RoomState,
    ruma::{
        MilliSecondsSinceUnixEpoch, OwnedEventId, OwnedTransactionId, OwnedUserId, RoomId,
        TransactionId,
        api::error::{ErrorKind, RetryAfter},
    },
};
use serde_json::{Value, json};

use super::{
    buttons,
    content::{self, Place, Stored},
    direct::{self, Direct},
    draw::Drawn,
    form::{self, Bodies},
    post::{Asked, Delivery},
    side::{Handles, Side, named, title},
    trail::{self, Spot},
};
use crate::{
    reply::{Audience, File, Menu, Reply},
    service::Outgoing,
    store::{OutboxId, PersonId},
    text::Text,
};

/// Why something was not sent.
#[derive(Debug)]
pub(super) enum Unsent {
    /// The bot may not speak there.
    Refused(String),
    /// It may work later; after so long, where the server says.
    Later { why: String, after: Option<Duration> },
    /// It will not work however often it is tried.
    Never(String),
}

impl From<anyhow::Error> for Unsent {
    fn from(err: anyhow::Error) -> Unsent {
        match err.downcast::<matrix_sdk::Error>() {
            Ok(err) => err.into(),
            Err(err) => Unsent::Later { why: format!("{err:#}"), after: None },
        }
    }
}

impl From<matrix_sdk::Error> for Unsent {
    fn from(err: matrix_sdk::Error) -> Unsent {
        let why = err.to_string();
        match (err.client_api_error_kind(), &err) {
            (Some(ErrorKind::LimitExceeded(limit)), _) => {
                let after = match limit.retry_after {
                    Some(RetryAfter::Delay(after)) => Some(after),
                    Some(RetryAfter::DateTime(_)) | None => None,
                };
                Unsent::Later { why, after }
            }
            (Some(ErrorKind::Forbidden | ErrorKind::NotFound), _)
            | (_, matrix_sdk::Error::WrongRoomState(_)) => Unsent::Refused(why),
            (Some(ErrorKind::TooLarge), _) => Unsent::Never(why),
            _ => Unsent::Later { why, after: None },
        }
    }
}

/// A room and how to speak in it.
pub(super) struct Hall<'a> {
    pub(super) side: &'a Side,
    room: Room,
    encrypted: bool,
    /// Begins the id of everything that is sent for one reply.
    mark: String,
    handles: Handles,
}

/// Sends a reply and marks it as delivered.
///
/// # Errors
/// When it is not out, or not marked.
pub(super) async fn reply(side: &Side, direct: &Direct, delivery: &Delivery) -> Result<(), Unsent> {
    let Delivery { out: Outgoing { id, room, reply }, asked } = delivery;
    let Reply { to, text, picture: _, sheet: _, file, menu, mentions, refused, turn_of } = reply;
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
    let Some(hall_room) = hall_room(side, direct, *to, room).await? else {
        // Whoever is told is not in this chat; nobody else may read it.
        return delivered(side, *id).await;
    };
    let is_direct = direct::is_direct(&hall_room).await?;
    let encrypted = hall_room.latest_encryption_state().await?.is_encrypted();
    let mark = mark(side, *id, asked);
    let hall = Hall { side, room: hall_room, encrypted, mark, handles };
    if !encrypted && matches!(to, Audience::Only(_)) {
        hall.warn_once().await?;
    }
    let threads = !is_direct && trail::threads(side, hall.room.room_id()).await?;
    let here = asked.filter(|it| it.room == hall.room.room_id());
    let thread = match turn_of {
        Some(of) if threads => trail::thread(side, hall.room.room_id(), *of).await?,
        _ => here
            .and_then(|it| it.thread.clone())
            .map(|root| trail::Thread { last: root.clone(), root }),
    };
    let place =
        thread.clone().map_or(Place::Main, |it| Place::Thread { root: it.root, last: it.last });
    let called: Vec<OwnedUserId> =
        mentions.iter().filter_map(|it| hall.handles.get(it).cloned()).collect();
    let listed = buttons::is_listed(text);
    let shown = menu.as_ref().filter(|_| !listed);
    let drawn = hall.draw(reply).await?;
    let sent = hall.say(text, drawn, shown, &called, &place).await?;
    if let Some(file) = file {
        hall.attach(file, &place).await?;
    }
    if let Some(of) = turn_of {
        let bodies = Bodies::of(text, &hall.handles);
        trail::turn_sent(&hall.tracks(), *of, threads, thread, &sent, bodies).await?;
    }
    if let Some(menu) = menu {
        hall.remember_menu(delivery, menu, &place, &sent, threads).await?;
        if *to == Audience::Room {
            // A reaction is never encrypted: what is chosen in private is typed.
            buttons::place(&hall.room, &sent, menu, &hall.mark).await;
        }
    }
    if let (Some(asked), Audience::Only(_)) = (asked, to)
        && asked.room != hall.room.room_id()
    {
        hall.point(asked).await;
    }
    delivered(side, *id).await
}

/// Tells whoever waits for an answer that the bot may not give it where it belongs.
///
/// # Errors
/// When that does not get out either.
pub(super) async fn excuse(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
) -> Result<(), Unsent> {
    let Delivery { out: Outgoing { id, room, reply }, asked } = delivery;
    let mark = format!("{}-excuse", mark(side, *id, asked.as_ref()));
    let known = RoomId::parse(room).ok().and_then(|it| side.client.get_room(&it));
    let name = match &known {
        Some(room) => title(room).await,
        None => room.clone(),
    };
    let mut waiting: Vec<OwnedUserId> = match asked {
        Some(asked) => vec![asked.by.clone()],
        None => side.handles(reply.mentions.clone()).await?.into_values().collect(),
    };
    waiting.truncate(4);
    if let Audience::Only(person) = reply.to {
        // Nobody else may read it; the room only learns that there is something.
        let Some(user) = side.handles(vec![person]).await?.remove(&person) else {
            return delivered(side, *id).await;
        };
        if let Some(known) = known.filter(|it| it.state() == RoomState::Joined) {
            let says = ", I have something for you alone, but no direct room with you can be opened. Open one with me, then ask again there.";
            let text = Text::Span(vec![
                Text::Person { id: person, name: user.localpart().to_owned() },
                Text::plain(says),
            ]);
            let handles = Handles::from([(person, user.clone())]);
            let hall = Hall { side, encrypted: false, room: known, mark, handles };
            hall.say(&text, Vec::new(), None, &[user], &Place::Main).await?;
        }
        return delivered(side, *id).await;
    }
    for user in &waiting {
        let room = direct.room(side, user, None).await?;
        let handles = side.handles(named(&reply.text)).await?;
        let says = format!(
            "I may not write in {name}. Somebody who manages it has to let me: my power level there must be high enough to send messages. \
             This is what I had to say:"
        );
        let text = Text::Lines(vec![Text::plain(says), reply.text.clone()]);
        let encrypted = room.latest_encryption_state().await?.is_encrypted();
        let mark = format!("{mark}-{user}");
        let hall = Hall { side, room, encrypted, mark, handles };
        let drawn = hall.draw(reply).await?;
        hall.say(&text, drawn, None, &[], &Place::Main).await?;
    }
    delivered(side, *id).await
}

/// Marks a reply as delivered.
async fn delivered(side: &Side, id: Option<OutboxId>) -> Result<(), Unsent> {
    let ids: Vec<OutboxId> = id.into_iter().collect();
    Ok(side.ask(move |desk| desk.delivered(&ids)).await?)
}

/// Returns the room in which a reply is said; nothing for somebody who is not in this chat.
async fn hall_room(
    side: &Side,
    direct: &Direct,
    to: Audience,
    room: &str,
) -> Result<Option<Room>, Unsent> {
    let asked_in = RoomId::parse(room).ok();
    let Audience::Only(person) = to else {
        let known = asked_in.and_then(|it| side.client.get_room(&it));
        return match known.filter(|it| it.state() == RoomState::Joined) {
            Some(room) => Ok(Some(room)),
            None => Err(Unsent::Refused("the bot is not in the room".to_owned())),
        };
    };
    let Some(user) = side.handles(vec![person]).await?.remove(&person) else { return Ok(None) };
    Ok(Some(direct.room(side, &user, asked_in.as_deref()).await?))
}

/// Returns what the ids of everything sent for a reply begin with. The server knows what it was sent by these ids, so nothing is
/// there twice, however often it is tried.
fn mark(side: &Side, id: Option<OutboxId>, asked: Option<&Asked>) -> String {
    match (id, asked) {
        (Some(id), _) => format!("{}-{}", side.mark, id.0),
        (None, Some(asked)) => format!("{}-{}", side.mark, asked.event),
        (None, None) => format!("{}-{}", side.mark, TransactionId::new()),
    }
}

impl Hall<'_> {
    /// Says a text, with its pictures and what may be answered; returns the event that carries the menu.
    async fn say(
        &self,
        text: &Text,
        drawn: Vec<Drawn>,
        menu: Option<&Menu>,
        called: &[OwnedUserId],
        place: &Place,
    ) -> Result<OwnedEventId, Unsent> {
        let mut rows = vec![text.clone()];
        rows.extend(menu.map(buttons::line));
        let text = Text::Lines(rows);
        let mut parts = form::messages(&text, &self.handles, form::LARGEST).into_iter();
        let mut first = parts.next().unwrap_or_default();
        let mut drawn = drawn.into_iter();
        let mut content = match drawn.next() {
            Some(Drawn { stored, width, height, alt }) => {
                describe(&mut first, &alt);
                content::image(&stored, width, height, &first)
            }
            None => content::notice(&first),
        };
        content::mention(&mut content, called);
        content::place(&mut content, place);
        if let Some(menu) = menu {
            content::carry(&mut content, menu).map_err(|err| Unsent::Never(err.to_string()))?;
        }
        let sent = self.put(content, "0").await?;
        for (n, Drawn { stored, width, height, alt }) in drawn.enumerate() {
            let mut html = String::new();
            form::escape(&alt, &mut html);
            let mut content = content::image(&stored, width, height, &Bodies { plain: alt, html });
            content::mention(&mut content, &[]);
            content::place(&mut content, place);
            self.put(content, &format!("picture-{}", n + 1)).await?;
        }
        for (n, part) in parts.enumerate() {
            let mut content = content::notice(&part);
            content::mention(&mut content, &[]);
            content::place(&mut content, place);
            self.put(content, &(n + 1).to_string()).await?;
        }
        Ok(sent)
    }

    async fn attach(&self, file: &File, place: &Place) -> Result<(), Unsent> {
        let File { name, body } = file;
        let kind = if name.ends_with(".json") { "application/json" } else { "text/plain" };
        let stored = self.store(name.clone(), kind, body.clone().into_bytes()).await?;
        let mut content = content::file(&stored);
        content::mention(&mut content, &[]);
        content::place(&mut content, place);
        self.put(content, "file").await?;
        Ok(())
    }

    /// Sends an event. `part` tells it from the others of the same reply.
    async fn put(&self, content: Value, part: &str) -> Result<OwnedEventId, Unsent> {
        let id = OwnedTransactionId::from(format!("{}-{part}", self.mark));
        let sent = self.room.send_raw("m.room.message", content).with_transaction_id(&id).await?;
        Ok(sent.response.event_id)
    }

    /// Puts a file on the server, encrypted for an encrypted room.
    pub(super) async fn store(
        &self,
        name: String,
        kind: &'static str,
        bytes: Vec<u8>,
    ) -> Result<Stored, Unsent> {
        let size = bytes.len();
        let client = &self.side.client;
        let never = |err: &dyn std::fmt::Display| Unsent::Never(err.to_string());
        let source = if self.encrypted {
            let file = client.upload_encrypted_file(&mut Cursor::new(bytes)).await?;
            ("file", serde_json::to_value(&file).map_err(|err| never(&err))?)
        } else {
            let mime = kind.parse().map_err(|err| never(&err))?;
            let answer = client.media().upload(&mime, bytes, None).await?;
            ("url", json!(answer.content_uri))
        };
        Ok(Stored { source, name, kind, size })
    }

    /// Remembers a menu for answers by number, in every place where one may be typed.
    async fn remember_menu(
        &self,
        delivery: &Delivery,
        menu: &Menu,
        place: &Place,
        sent: &OwnedEventId,
        threads: bool,
    ) -> Result<(), Unsent> {
        let Delivery { out: Outgoing { id, room, reply }, asked } = delivery;
        let menu = Some(menu.clone()).filter(|_| !buttons::is_listed(&reply.text));
        let menu = trail::Menu {
            room: room.clone(),
            stamp: id.map_or(0, |it| it.0),
            at: MilliSecondsSinceUnixEpoch::now().get().into(),
            menu,
        };
        let here = self.room.room_id();
        let thread = match place {
            Place::Main => None,
            Place::Thread { root, last: _ } => Some(root),
        };
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

    /// Says once in a direct room that is not encrypted what that means.
    async fn warn_once(&self) -> Result<(), Unsent> {
        let key = format!("warned/{}", self.room.room_id());
        if self.side.note::<bool>(key.clone()).await?.is_some() {
            return Ok(());
        }
        let text = Text::plain(
            "This room is not encrypted: whoever runs the server can read what I tell you here, your secrets in a game, too. If that \
             matters, open an encrypted chat with me and leave this one.",
        );
        let mut content = content::notice(&Bodies::of(&text, &self.handles));
        content::mention(&mut content, &[]);
        self.put(content, "open").await?;
        Ok(self.side.keep(key, &true).await?)
    }

    /// Shows in a room that the answer went to the direct room.
    async fn point(&self, asked: &Asked) {
        let Some(room) = self.side.client.get_room(&asked.room) else { return };
        let id = OwnedTransactionId::from(format!("{}-point", self.mark));
        let content = content::reaction(&asked.event, "✉️");
        let sent = room.send_raw("m.reaction", content).with_transaction_id(&id).await;
        if let Err(err) = sent {
            tracing::info!(%err, "the way to the direct room could not be shown");
        }
    }

    fn tracks(&self) -> trail::Tracks<'_> {
        trail::Tracks { side: self.side, room: &self.room, mark: &self.mark }
    }
}

/// Adds the words for a picture, folded up where that can be shown; not twice where they are there already.
fn describe(caption: &mut Bodies, alt: &str) {
    if alt.is_empty() || caption.plain.contains(alt) {
        return;
    }
    caption.plain.push('\n');
    caption.plain.push_str(alt);
    caption.html.push_str("<details><summary>The board in words</summary>");
    form::escape(alt, &mut caption.html);
    caption.html.push_str("</details>");
}
