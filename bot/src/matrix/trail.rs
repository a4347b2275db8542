//! What has to be found again after a restart: the thread of a match, its last board, the menu last shown.
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedTransactionId, RoomId, UserId};
use serde::{Deserialize, Serialize};

use super::{content, form::Bodies, side::Side, trouble::Unsent};
use crate::{
    reply,
    store::{BoardAt, Chat, MatchId, MenuAt},
};

/// The menu that was last shown somewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Menu {
    /// Grows from menu to menu.
    pub(super) stamp: i64,
    pub(super) menu: reply::Menu,
}

/// Returns the match whose thread begins with an event.
pub(super) async fn match_of(side: &Side, root: &OwnedEventId) -> anyhow::Result<Option<MatchId>> {
    let root = root.to_string();
    let thread = side.ask(move |service| service.thread_by_id(Chat::Matrix, &root)).await?;
    Ok(thread.map(|it| it.of))
}

/// Lets a board that was passed on shrink to its words. What does not work now is tried again after the next start.
pub(super) async fn shrink(side: &Side, board: &BoardAt) {
    let BoardAt { of: _, place, message, plain, html } = board;
    let room = RoomId::parse(place).ok().and_then(|it| side.client.get_room(&it));
    let event = EventId::parse(message).ok();
    if let (Some(room), Some(event)) = (room, event) {
        let bodies = Bodies { plain: plain.clone(), html: html.clone() };
        let content = content::replace(content::notice(&bodies), &event);
        let id = OwnedTransactionId::from(format!("{}-passed-{message}", side.mark));
        let sent = room.send_raw("m.room.message", content).with_transaction_id(&id).await;
        if let Err(err) = sent {
            let err = Unsent::from(err);
            tracing::info!(?err, "an earlier board stays as it is");
            if let Unsent::Later { .. } | Unsent::Offline(_) = err {
                side.limited();
                return;
            }
        }
    }
    let message = message.clone();
    let forgotten = side.ask(move |service| service.forget_board(Chat::Matrix, &message)).await;
    if let Err(err) = forgotten {
        tracing::error!(err = format!("{err:#}"), "an earlier board is not forgotten");
    }
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
/// When the service fails.
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
    side.ask(move |service| service.keep_menu(Chat::Matrix, &menu)).await
}

/// Remembers the menu that a board has now: it was changed where it is, so the one that its message carries is over.
///
/// # Errors
/// When the service fails.
pub(super) async fn board_menu_sent(
    side: &Side,
    room: &RoomId,
    board: &EventId,
    menu: &Menu,
) -> anyhow::Result<()> {
    let (place, thread) = (room.to_string(), on_board(board));
    let menu = MenuAt { place, thread, only: None, body: serde_json::to_value(menu)? };
    side.ask(move |service| service.keep_menu(Chat::Matrix, &menu)).await
}

/// Returns the menu that a board has now, where it was changed where it is.
///
/// # Errors
/// When the service fails.
pub(super) async fn board_menu(
    side: &Side,
    room: &RoomId,
    board: &EventId,
) -> anyhow::Result<Option<Menu>> {
    let (place, thread) = (room.to_string(), on_board(board));
    let menus = side.ask(move |service| service.menus(Chat::Matrix, [&place, &thread, ""])).await?;
    Ok(menus.into_iter().find_map(|it| serde_json::from_value(it).ok()))
}

/// Names a board among the places of menus.
fn on_board(board: &EventId) -> String {
    format!("on {board}")
}

/// Returns the menu that somebody was shown last for a place.
///
/// # Errors
/// When the service fails.
pub(super) async fn menu(
    side: &Side,
    spot: Spot<'_>,
    who: &UserId,
) -> anyhow::Result<Option<Menu>> {
    let Spot { room, thread } = spot;
    let thread = thread.map_or(String::new(), ToString::to_string);
    let spot = [room.to_string(), thread, who.to_string()];
    let menus =
        side.ask(move |service| service.menus(Chat::Matrix, spot.each_ref().map(String::as_str)));
    let menus = menus.await?.into_iter().filter_map(|it| serde_json::from_value(it).ok());
    Ok(menus.max_by_key(|it: &Menu| it.stamp))
}
