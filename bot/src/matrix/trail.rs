//! What has to be found again after a restart: the thread of a match, its last board, the menu last shown.
use matrix_sdk::{
    Room,
    ruma::{OwnedEventId, OwnedTransactionId, RoomId, UserId},
};
use serde::{Deserialize, Serialize};

use super::{content, form::Bodies, side::Side, trouble::Unsent};
use crate::{
    reply,
    store::{Chat, MatchId},
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
    /// The room for which the desk made it.
    pub(super) room: String,
    /// Grows from menu to menu.
    pub(super) stamp: i64,
    /// When it was shown, in milliseconds since 1970.
    pub(super) at: u64,
    /// Nothing where the text lists the choices itself: then the desk knows the numbers.
    pub(super) menu: Option<reply::Menu>,
}

/// The board of a match that stands in a room.
#[derive(Serialize, Deserialize)]
struct Board {
    event: OwnedEventId,
    plain: String,
    html: String,
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
    let key = format!("board/{of}/{}", room.room_id());
    let before: Option<Board> = side.note(key.clone()).await?;
    if let Some(Board { event, plain, html }) = before.filter(|it| it.event != *sent) {
        let content = content::replace(content::notice(&Bodies { plain, html }), &event);
        let id = OwnedTransactionId::from(format!("{mark}-before"));
        let shrunk = room.send_raw("m.room.message", content).with_transaction_id(&id).await;
        if let Err(err) = shrunk {
            tracing::info!(%err, "an earlier board stays as it is");
        }
    }
    let Bodies { plain, html } = bodies;
    Ok(side.keep(key, &Board { event: sent.clone(), plain, html }).await?)
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
    side.keep(menu_key(spot, only), menu).await
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
    let all: Option<Menu> = side.note(menu_key(spot, None)).await?;
    let own: Option<Menu> = side.note(menu_key(spot, Some(who))).await?;
    Ok(all.into_iter().chain(own).max_by_key(|it| it.stamp))
}

fn thread_key(room: &RoomId, of: MatchId) -> String {
    format!("thread/{of}/{room}")
}

fn root_key(root: &OwnedEventId) -> String {
    format!("root/{root}")
}

fn menu_key(spot: Spot<'_>, only: Option<&UserId>) -> String {
    let Spot { room, thread } = spot;
    let thread = thread.map_or("", |it| it.as_str());
    let only = only.map_or("", UserId::as_str);
    format!("menu/{room}/{thread}/{only}")
}
