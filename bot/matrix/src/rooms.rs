//! Joining and leaving rooms: invitations, greetings, upgrades, empty rooms.
use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use delivery::{Dispatcher, Joined};
use matrix_sdk::{
    Room, RoomState,
    ruma::{
        OwnedServerName, OwnedTransactionId, OwnedUserId, RoomId, UserId,
        api::client::state::get_state_event_for_key, events::StateEventType,
    },
};
use model::{
    ids::{Chat, MatchId},
    text::Text,
};
use serde_json::Value;
use service::Service;
use store::{RoomsAt, Warning};

use super::{
    adapter::{AdapterContext, Handles, tag},
    bot_commands,
    chat::MatrixChat,
    content, direct,
    error::Unsent,
    html::Bodies,
    words,
};

/// How often to try joining, and how long to wait in between. A server may need a moment to process
/// its own invitation.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_secs(1);

/// How many boards are posted again at once; further matches are named.
const MOST_BOARDS: usize = 5;

/// Handles an invitation: joins, or declines if the host restricts invitations.
pub(super) async fn invited(chat: &Arc<MatrixChat>, room: &Room) -> anyhow::Result<()> {
    let adapter = &chat.adapter;
    let by = room.invite_details().await?.inviter_id;
    let follows = leading_to(adapter, room);
    let allowed = is_allowed(&adapter.config.allow, &by);
    if follows.is_none() && !allowed {
        tracing::warn!(%by, room = tag(room.room_id()), "an invitation from somebody `matrix.allow` doesn't list");
        return Ok(room.leave().await?);
    }
    if room.is_space() {
        tracing::info!(%by, "an invitation into a space: nobody plays there");
        return Ok(room.leave().await?);
    }
    for left in (0..TRIES).rev() {
        match room.join().await {
            Ok(()) => break,
            Err(err) if left == 0 => return Err(err).context("can't join"),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    tracing::info!(%by, room = tag(room.room_id()), "joined");
    if let Some(old) = follows {
        if goes_on_from(room, old.room_id()).await? {
            return take_along(chat, old.room_id(), room).await;
        }
        if !allowed {
            return Ok(room.leave().await?);
        }
    }
    // Nothing is said in a room before it is known that it can be written in again.
    come_back(chat, room).await;
    greet(chat, room).await?;
    bot_commands::publish(adapter, room).await;
    Ok(())
}

/// Goes on in a room that the bot was removed from.
async fn come_back(chat: &Arc<MatrixChat>, room: &Room) {
    Dispatcher::found(chat, RoomsAt::Room(room.room_id().to_string()), |_| true).await;
}

/// Returns the joined room that was upgraded to this one, if any.
fn leading_to(adapter: &AdapterContext, room: &Room) -> Option<Room> {
    let leads =
        |earlier: &Room| earlier.successor_room().is_some_and(|it| it.room_id == room.room_id());
    adapter.client.joined_rooms().into_iter().find(leads)
}

/// Returns whether an invitation doesn't have to queue: the configuration names the inviter, the
/// room is the upgrade of a joined one, or the invitation will be declined.
pub(super) fn is_at_once(adapter: &AdapterContext, room: &Room, by: &UserId) -> bool {
    let config = &adapter.config;
    let named = config.operators.iter().chain(&config.allow).any(|it| it == by.as_str());
    named || !is_allowed(&config.allow, by) || leading_to(adapter, room).is_some()
}

/// Returns whether a person may invite the bot. An empty list allows everyone, otherwise only the
/// listed users and servers.
fn is_allowed(allow: &[String], by: &UserId) -> bool {
    allow.is_empty()
        || allow.iter().any(|entry| entry == by.as_str() || entry == by.server_name().as_str())
}

/// Greets a room, once.
async fn greet(chat: &Arc<MatrixChat>, room: &Room) -> anyhow::Result<()> {
    let (id, alone) = (room.room_id().to_string(), direct::is_direct(room).await?);
    let joined = Joined { rooms: vec![id.clone()], id, alone };
    Dispatcher::greet(chat, joined).await.map_err(anyhow::Error::msg).context("can't greet")
}

/// Follows a room's upgrade with all its matches. The new room must name the old one as its
/// predecessor, because an old room can point to any room.
pub(super) async fn moved(
    chat: &Arc<MatrixChat>,
    old: &Room,
    to: &RoomId,
    by: &UserId,
) -> anyhow::Result<()> {
    let adapter = &chat.adapter;
    if let Some(new) = adapter.client.get_room(to).filter(|room| room.state() == RoomState::Joined)
    {
        if goes_on_from(&new, old.room_id()).await? {
            return take_along(chat, old.room_id(), &new).await;
        }
        tracing::warn!(%by, room = tag(to), "a room names a successor that doesn't name it as its predecessor");
        return Ok(());
    }
    let mut via: Vec<OwnedServerName> = vec![by.server_name().to_owned()];
    via.extend(to.server_name().map(ToOwned::to_owned));
    match adapter.client.join_room_by_id_or_alias(to.into(), &via).await {
        Ok(new) if goes_on_from(&new, old.room_id()).await? => {
            take_along(chat, old.room_id(), &new).await
        }
        Ok(new) => {
            tracing::warn!(%by, room = tag(to), "a room names a successor that doesn't name it as its predecessor");
            Ok(new.leave().await?)
        }
        Err(err) if Unsent::of(&err).lasts() => {
            // The new room may require an invitation.
            tracing::info!(%err, room = tag(to), "waiting to be invited to where a room has moved");
            Ok(())
        }
        Err(err) => Err(err).context("can't join"),
    }
}

/// Asks the server whether a room names this one as its predecessor. If the bot has just joined,
/// only the state that came with the invitation is synced.
async fn goes_on_from(new: &Room, old: &RoomId) -> anyhow::Result<bool> {
    let (room, kind) = (new.room_id().to_owned(), StateEventType::RoomCreate);
    let asked = get_state_event_for_key::v3::Request::new(room, kind, String::new());
    let answer = new.client().send(asked).await.map_err(matrix_sdk::Error::from)?;
    let create: Value = serde_json::from_str(answer.event_or_content.get())?;
    Ok(create["predecessor"]["room_id"] == old.as_str())
}

/// Moves the matches of a room to another, and leaves the old room.
async fn take_along(chat: &Arc<MatrixChat>, old: &RoomId, new: &Room) -> anyhow::Result<()> {
    let adapter = &chat.adapter;
    let (from, to) = (old.to_string(), new.room_id().to_string());
    let running: Vec<MatchId> =
        adapter.ask(move |service| service.move_room(Chat::Matrix, &from, &to)).await?;
    let (shown, listed) = running.split_at(running.len().min(MOST_BOARDS));
    say(adapter, new, words::moved_here(listed), "moved").await?;
    let (from, to) = (old.to_string(), new.room_id().to_string());
    adapter
        .ask(move |service| {
            service.keep(|tx| tx.keep_greeting(Chat::Matrix, &to, true))?;
            service.keep(|tx| tx.keep_greeting(Chat::Matrix, &from, false))
        })
        .await?;
    if let Some(old) = adapter.client.get_room(old).filter(|room| room.state() == RoomState::Joined)
    {
        old.leave().await.context("can't leave the old room")?;
    }
    Dispatcher::boards_again(chat, new.room_id().as_str(), shown, words::MOVED).await;
    Ok(())
}

/// Leaves a room if nobody else is in it or invited.
pub(super) async fn leave_if_alone(adapter: &AdapterContext, room: &Room) -> anyhow::Result<()> {
    if room.state() != RoomState::Joined {
        return Ok(());
    }
    let alone = direct::members(room).await?.iter().all(|it: &OwnedUserId| *it == adapter.me);
    if alone {
        tracing::info!(room = tag(room.room_id()), "nobody is left; leaving");
        room.leave().await?;
    }
    Ok(())
}

/// Says in a room that a message couldn't be decrypted, at most once a day.
pub(super) async fn deaf(adapter: &AdapterContext, room: &Room, now: u64) -> anyhow::Result<()> {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let (place, of) = (room.room_id().to_string(), room.room_id().to_string());
    let today = i64::try_from(now / DAY)?;
    let warned = move |service: &mut Service| {
        service.keep(|tx| tx.warned_on(Chat::Matrix, &of, Warning::Keyless))
    };
    if adapter.ask(warned).await? == Some(today) {
        return Ok(());
    }
    say(adapter, room, words::cannot_decrypt(), &format!("deaf-{today}")).await?;
    let keeps = move |service: &mut Service| {
        service.keep(|tx| tx.keep_warning(Chat::Matrix, &place, Warning::Keyless, today))
    };
    adapter.ask(keeps).await
}

/// Sends a text of the adapter to a room, once for each `what`.
async fn say(adapter: &AdapterContext, room: &Room, text: Text, what: &str) -> anyhow::Result<()> {
    let mut content = content::notice(&Bodies::of(&text, &Handles::default()));
    content::mention(&mut content, &[]);
    let id = OwnedTransactionId::from(format!("{}-{what}-{}", adapter.mark, room.room_id()));
    room.send_raw("m.room.message", content).with_transaction_id(&id).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::user_id;

    use super::*;

    #[test]
    fn who_may_invite_is_the_hosts_choice() {
        let ann = user_id!("@ann:x.org");
        let allow = |entries: &[&str]| {
            is_allowed(&entries.iter().map(|&it| it.to_owned()).collect::<Vec<_>>(), ann)
        };
        assert!(allow(&[]) && allow(&["x.org"]) && allow(&["y.org", "@ann:x.org"]));
        assert!(!allow(&["y.org"]) && !allow(&["@bob:x.org"]) && !allow(&["org"]));
    }
}
