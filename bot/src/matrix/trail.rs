//! What has to be found again after a restart: the thread of a match, its last board, the menu last shown.
use matrix_sdk::{
    Room,
    ruma::{EventId, OwnedEventId, OwnedTransactionId, RoomId, UserId},
};
use serde::{Deserialize, Serialize};

use super::{content, form::Bodies, side::Side, trouble::Unsent};
use crate::{
    reply,
    store::{BoardAt, Chat, MatchId, MenuAt},
};

/// The thread of a match in a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Thread {
    pub(super) root: OwnedEventId,
    /// The newest message of the bot in it.
    pub(super) last: OwnedEventId,
}

/// The menu that was last shown somewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Menu {
    /// Grows from menu to menu.
    pub(super) stamp: i64,
    pub(super) menu: reply::Menu,
}

/// What is needed to leave tracks.
pub(super) struct Tracks<'a> {
    pub(super) side: &'a Side,
    pub(super) room: &'a Room,
    /// Begins the ids of everything that is sent for the reply.
    pub(super) mark: &'a str,
}

/// Tells whether matches get threads in a room.
pub(super) async fn threads(side: &Side, room: &RoomId) -> anyhow::Result<bool> {
    let room = room.to_string();
    Ok(side.ask(move |desk| desk.room_settings(Chat::Matrix, &room)).await?.threads)
}

/// Returns the thread of a match in a room; nothing before its first board.
pub(super) async fn thread(
    side: &Side,
    room: &RoomId,
    of: MatchId,
) -> anyhow::Result<Option<Thread>> {
    side.note(thread_key(room, of)).await
}

/// Returns the match whose thread begins with an event.
pub(super) async fn match_of(side: &Side, root: &OwnedEventId) -> anyhow::Result<Option<MatchId>> {
    Ok(side.note(root_key(root)).await?.map(MatchId))
}

/// Remembers where the newest board of a match is. The one before it shrinks to its words, so that one board stands.
pub(super) async fn turn_sent(
    tracks: &Tracks<'_>,
    of: MatchId,
    threads: bool,
    thread: Option<Thread>,
    sent: &OwnedEventId,
    bodies: Bodies,
) -> Result<(), Unsent> {
    let Tracks { side, room, mark } = *tracks;
    if threads {
        // The first board begins the thread; it is itself in none.
        let root = thread.map_or_else(|| sent.clone(), |it| it.root);
        side.keep(root_key(&root), &of.0).await?;
        let thread = Thread { root, last: sent.clone() };
        side.keep(thread_key(room.room_id(), of), &thread).await?;
    }
    let Bodies { plain, html } = bodies;
    let (place, message) = (room.room_id().to_string(), sent.to_string());
    let board = BoardAt { of, place, message, plain, html };
    let before = side.ask(move |desk| desk.keep_board(Chat::Matrix, &board)).await?;
    if let Some(BoardAt { message, plain, html, .. }) = before
        && let Ok(event) = EventId::parse(message)
        && event != *sent
    {
        let content = content::replace(content::notice(&Bodies { plain, html }), &event);
        let id = OwnedTransactionId::from(format!("{mark}-before"));
        let shrunk = room.send_raw("m.room.message", content).with_transaction_id(&id).await;
        if let Err(err) = shrunk {
            tracing::info!(%err, "an earlier board stays as it is");
        }
    }
    Ok(())
}

/// Where a menu was shown, or an answer to one is typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    pub(super) room: &'a RoomId,
    pub(super) thread: Option<&'a OwnedEventId>,
}

/// Remembers a menu as the last one in a place; with `only` as the last one that this person was shown for that place.
///
/// # Errors
/// When the desk fails.
pub(super) async fn menu_sent(
    side: &Side,
    spot: Spot<'_>,
    only: Option<&UserId>,
    menu: &Menu,
) -> anyhow::Result<()> {
    let Spot { room, thread } = spot;
    let place = room.to_string();
    let thread = thread.map_or(String::new(), ToString::to_string);
    let only = only.map(ToString::to_string);
    let menu = MenuAt { place, thread, only, body: serde_json::to_value(menu)? };
    side.ask(move |desk| desk.keep_menu(Chat::Matrix, &menu)).await
}

/// Returns the menu that somebody was shown last for a place.
///
/// # Errors
/// When the desk fails.
pub(super) async fn menu(
    side: &Side,
    spot: Spot<'_>,
    who: &UserId,
) -> anyhow::Result<Option<Menu>> {
    let Spot { room, thread } = spot;
    let thread = thread.map_or(String::new(), ToString::to_string);
    let spot = [room.to_string(), thread, who.to_string()];
    let menus = side.ask(move |desk| desk.menus(Chat::Matrix, spot.each_ref().map(String::as_str)));
    let menus = menus.await?.into_iter().filter_map(|it| serde_json::from_value(it).ok());
    Ok(menus.max_by_key(|it: &Menu| it.stamp))
}

fn thread_key(room: &RoomId, of: MatchId) -> String {
    format!("thread/{of}/{room}")
}

fn root_key(root: &OwnedEventId) -> String {
    format!("root/{root}")
}
