//! Looks up the match that a message or reaction belongs to, and the last menu shown there.
use delivery::ShownMenu;
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEventKind,
    ruma::{EventId, OwnedEventId, RoomId, UserId},
};
use model::ids::{Chat, MatchId};
use serde_json::Value;
use service::{AskedIn, RequestError, Service};
use store::{MenuSpot, StoreError};

use super::{
    adapter::AdapterContext,
    content::{self, EmbeddedMenu},
    error::Unsent,
    trust,
};

/// How many seconds a question to one person can be answered in a room without the prefix of commands.
pub(super) const RECENT: i64 = 10 * 60;

/// What is stored about a place in a room.
pub(super) struct MessageSpot {
    /// The command prefix of the room.
    pub(super) prefix: String,
    /// The match of the thread.
    pub(super) of: Option<MatchId>,
    /// The last menu a person was shown there.
    pub(super) shown: Option<ShownMenu>,
    /// Whether it asked this person, not long ago.
    pub(super) called: bool,
    /// The standing board of the match that this menu is of.
    pub(super) board: Option<String>,
}

/// Looks up the place of a person's message, with one call to the service.
///
/// # Errors
/// If the service fails.
pub(super) async fn spot(
    adapter: &AdapterContext,
    room: &RoomId,
    thread: Option<&OwnedEventId>,
    who: &UserId,
) -> anyhow::Result<MessageSpot> {
    let (room, who) = (room.to_string(), who.to_string());
    let spot = thread.map_or(MenuSpot::Main, |root| MenuSpot::Thread(root.to_string()));
    let now = model::host_clock::now().as_second();
    let look = move |service: &mut Service| {
        let prefix = service.room_settings(Chat::Matrix, &room)?.prefix;
        let of = match &spot {
            MenuSpot::Thread(root) => {
                service.keep(|tx| tx.thread_by_id(Chat::Matrix, root))?.map(|it| it.of)
            }
            MenuSpot::Main | MenuSpot::Asked(_) | MenuSpot::Board(_) => None,
        };
        let last = |service: &mut Service, spot: &MenuSpot| last_menu(service, &room, spot, &who);
        let mut shown = last(service, &spot)?;
        let mut board = None;
        if let Some(asks) = shown.as_ref().and_then(|it| it.menu.of) {
            board = service.keep(|tx| tx.standing(Chat::Matrix, asks, &room))?;
            // The first board stands in the room as well as in its thread, where the match goes on.
            let thread = service.keep(|tx| tx.thread(Chat::Matrix, asks, &room))?;
            if let Some(root) = thread.and_then(|it| it.thread) {
                let there = last(service, &MenuSpot::Thread(root))?;
                let newer = there.filter(|it| it.menu.of == Some(asks));
                shown = shown.into_iter().chain(newer).max_by_key(|it| it.stamp);
            }
        }
        let recent =
            shown.as_ref().filter(|shown| !shown.asks.is_empty() && now < shown.at + RECENT);
        let called = match recent {
            Some(shown) => service
                .keep(|tx| tx.person_by_handle(Chat::Matrix, &who))?
                .is_some_and(|person| shown.asks.contains(&person.id)),
            None => false,
        };
        let board = board.map(|it| it.message);
        Ok::<_, StoreError>(MessageSpot { prefix, of, shown, called, board })
    };
    adapter.ask(look).await
}

/// A match in a room that asks a person.
pub(super) struct AskedMatch {
    pub(super) asked: AskedIn,
    /// The choices on its board.
    pub(super) shown: Option<ShownMenu>,
    /// Its standing board.
    pub(super) board: Option<String>,
}

/// Looks up the matches in a room that ask a person, and the choices on their boards.
///
/// # Errors
/// If the service fails.
pub(super) async fn asked_in(
    adapter: &AdapterContext,
    room: &Room,
    who: &UserId,
) -> anyhow::Result<Vec<AskedMatch>> {
    let mut all = asked_boards(adapter, room.room_id(), who).await?;
    // Without threads, only the last menu of the room is stored.
    for asked in all.iter_mut().filter(|asked| asked.shown.is_none() && !asked.asked.private) {
        let Some(board) = asked.board.as_deref() else { continue };
        let Ok(board) = OwnedEventId::try_from(board) else { continue };
        let Some(message) = own_message(adapter, room, &board).await? else { continue };
        let carried = menu_on(adapter, room, &board, &message).await?;
        let own = carried.filter(|it| it.menu.of == Some(asked.asked.of));
        asked.shown =
            own.map(|own| ShownMenu { stamp: 0, menu: own.menu, asks: Vec::new(), at: 0 });
    }
    Ok(all)
}

/// Looks up the same in what is stored.
async fn asked_boards(
    adapter: &AdapterContext,
    room: &RoomId,
    who: &UserId,
) -> anyhow::Result<Vec<AskedMatch>> {
    let (room, who) = (room.to_string(), who.to_string());
    let look = move |service: &mut Service| {
        let mut all = Vec::new();
        for asked in service.asked_in(Chat::Matrix, &room, &who)? {
            let of = asked.of;
            let thread = service.keep(|tx| tx.thread(Chat::Matrix, of, &room))?;
            let board = service.keep(|tx| tx.standing(Chat::Matrix, of, &room))?;
            let board = board.map(|it| it.message);
            let mut spots = vec![MenuSpot::Main];
            spots.extend(thread.and_then(|it| it.thread).map(MenuSpot::Thread));
            spots.extend(board.clone().map(MenuSpot::Board));
            let mut shown: Option<ShownMenu> = None;
            for spot in spots {
                let last = last_menu(service, &room, &spot, &who)?;
                // Other questions about the match are none of its board.
                let own = last.filter(|shown| shown.menu.of == Some(of) && shown.asks.is_empty());
                shown = shown.into_iter().chain(own).max_by_key(|it| it.stamp);
            }
            all.push(AskedMatch { asked, shown, board });
        }
        Ok::<_, RequestError>(all)
    };
    adapter.ask(look).await
}

/// Returns the last menu that a person was shown in a place.
fn last_menu(
    service: &mut Service,
    room: &str,
    spot: &MenuSpot,
    who: &str,
) -> Result<Option<ShownMenu>, StoreError> {
    let menus = service.keep(|tx| tx.menus(Chat::Matrix, room, spot, who))?;
    let menus = menus.into_iter().filter_map(|menu| serde_json::from_value(menu).ok());
    Ok(menus.max_by_key(|it: &ShownMenu| it.stamp))
}

/// Returns a message of the bot, or `None` if it isn't the bot's. Fetches a missing key from the
/// account's backup.
pub(super) async fn own_message(
    adapter: &AdapterContext,
    room: &Room,
    id: &OwnedEventId,
) -> anyhow::Result<Option<Value>> {
    let fetch = async || match room.event(id, None).await {
        Ok(message) => Ok(Some(message)),
        // A message that the bot can't see isn't its own.
        Err(err) if Unsent::of(&err).lasts() => Ok(None),
        Err(err) => Err(err),
    };
    let Some(mut message) = fetch().await? else { return Ok(None) };
    if let TimelineEventKind::UnableToDecrypt { utd_info, .. } = &message.kind
        && let Some(session) = &utd_info.session_id
        && trust::from_backup(&adapter.client, room.room_id(), session).await
    {
        match fetch().await? {
            Some(again) => message = again,
            None => return Ok(None),
        }
    }
    let Ok(message) = message.raw().deserialize_as_unchecked::<Value>() else { return Ok(None) };
    Ok(Some(message).filter(|message| message["sender"] == adapter.me.as_str()))
}

/// A message of the bot that somebody replies to or presses.
pub(super) struct OwnMessage {
    pub(super) content: Value,
    /// The thread it is in, or begins.
    pub(super) root: OwnedEventId,
    /// The match it shows.
    pub(super) of: Option<MatchId>,
    pub(super) menu: Option<EmbeddedMenu>,
}

/// Looks up what a message of the bot is about. The picture of a board has the choices of the words
/// below it.
///
/// # Errors
/// If the service fails.
pub(super) async fn about(
    adapter: &AdapterContext,
    room: &Room,
    id: &OwnedEventId,
    message: Value,
    who: &UserId,
) -> anyhow::Result<OwnMessage> {
    let menu = menu_on(adapter, room, id, &message).await?;
    let content = &message["content"];
    let relation = &content["m.relates_to"];
    let thread = relation["event_id"].as_str().filter(|_| relation["rel_type"] == "m.thread");
    let thread = thread.and_then(|thread| OwnedEventId::try_from(thread).ok());
    let root = thread.clone().unwrap_or_else(|| id.clone());
    let shown = content::named_match(content);
    let MessageSpot { of, shown: newest, .. } =
        spot(adapter, room.room_id(), Some(&root), who).await?;
    let of = menu.as_ref().and_then(|it| it.menu.of).or(shown).or(of);
    let newest = match (thread, newest) {
        (None, None) if shown.is_some() => spot(adapter, room.room_id(), None, who).await?.shown,
        (_, newest) => newest,
    };
    let newest = newest.map(|it| it.menu).filter(|menu| shown.is_some() && menu.of == shown);
    let newest = newest.map(|menu| EmbeddedMenu { menu, private: false, asker: None });
    let menu = menu.or(newest);
    Ok(OwnMessage { content: content.clone(), root, of, menu })
}

/// Returns the menu that a message of the bot shows now, if it shows one. The message stores its
/// own menu, so its choices work as long as it exists. A board that was edited shows a newer one.
///
/// # Errors
/// If the service fails.
async fn menu_on(
    adapter: &AdapterContext,
    room: &Room,
    id: &EventId,
    message: &Value,
) -> anyhow::Result<Option<EmbeddedMenu>> {
    let Some(carried) = content::carried(&message["content"]) else { return Ok(None) };
    let (place, board) = (room.room_id().to_string(), MenuSpot::Board(id.to_string()));
    let menus = adapter
        .ask(move |service| service.keep(|tx| tx.menus(Chat::Matrix, &place, &board, "")))
        .await?;
    let edited = menus.into_iter().find_map(|menu| serde_json::from_value(menu).ok());
    let menu = edited.map_or(carried.menu, |it: ShownMenu| it.menu);
    Ok(Some(EmbeddedMenu { menu, ..carried }))
}
