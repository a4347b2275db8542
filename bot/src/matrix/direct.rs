//! Direct rooms: where somebody is told what nobody else may read.
use std::collections::BTreeSet;

use anyhow::Context as _;
use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    ruma::{
        OwnedRoomId, OwnedUserId, RoomId, UserId,
        api::client::room::create_room::v3::{Request, RoomPreset},
        events::{
            InitialStateEvent, MessageLikeEventType,
            room::{encryption::RoomEncryptionEventContent, power_levels::RoomPowerLevels},
        },
    },
};
use tokio::sync::Mutex;

use super::side::Side;

/// Finds direct rooms, and makes them, one at a time: two answers for the same person must not make two rooms.
#[derive(Default)]
pub(super) struct Direct {
    turn: Mutex<()>,
}

impl Direct {
    /// Returns the room with a person alone: the one they asked in where it is one, the one used before, any there is, or a new one.
    ///
    /// # Errors
    /// When the server refuses or cannot be reached.
    pub(super) async fn room(
        &self,
        side: &Side,
        user: &OwnedUserId,
        asked_in: Option<&RoomId>,
    ) -> anyhow::Result<Room> {
        let turn = self.turn.lock().await;
        let known: Option<OwnedRoomId> = side.note(note(user)).await?;
        let likely = asked_in.into_iter().chain(known.as_deref());
        let likely = likely.filter_map(|it| side.client.get_room(it)).collect::<Vec<_>>();
        for room in &likely {
            if is_alone_with(room, user).await? {
                return Ok(room.clone());
            }
        }
        if let Some(room) = known.and_then(|it| side.client.get_room(&it))
            && is_left(&room).await?
        {
            // They went, or never came; they are asked back rather than into one room more.
            room.invite_user_by_id(user).await.context("cannot invite into the direct room")?;
            return Ok(room);
        }
        let room = match any(side, user).await? {
            Some(room) => room,
            None => make(side, user).await?,
        };
        side.keep(note(user), &room.room_id()).await?;
        drop(turn);
        Ok(room)
    }
}

/// Tells whether nobody but the bot and one other is in a room or invited to it.
pub(super) async fn is_direct(room: &Room) -> anyhow::Result<bool> {
    // The count costs nothing and tells apart almost all.
    if 2 < room.active_members_count() {
        return Ok(false);
    }
    Ok(members(room).await?.len() == 2)
}

/// Tells whether the bot and this person, and nobody else, are in a room or invited to it, and the bot may speak there.
async fn is_alone_with(room: &Room, user: &UserId) -> anyhow::Result<bool> {
    if room.state() != RoomState::Joined {
        return Ok(false);
    }
    let members = members(room).await?;
    if members.len() != 2 || !members.contains(user) {
        return Ok(false);
    }
    // A room that is not synced yet is one that the bot has just made.
    let levels = room.power_levels().await;
    let may = |levels: RoomPowerLevels| {
        levels.user_can_send_message(room.own_user_id(), MessageLikeEventType::RoomMessage)
    };
    Ok(levels.map_or(true, may))
}

/// Tells whether only the bot is left in a room.
async fn is_left(room: &Room) -> anyhow::Result<bool> {
    Ok(room.state() == RoomState::Joined && members(room).await?.len() == 1)
}

pub(super) async fn members(room: &Room) -> anyhow::Result<BTreeSet<OwnedUserId>> {
    let members = room.members(RoomMemberships::ACTIVE).await?;
    Ok(members.iter().map(|it| it.user_id().to_owned()).collect())
}

/// Finds a direct room that somebody has made already, an encrypted one before others.
async fn any(side: &Side, user: &UserId) -> anyhow::Result<Option<Room>> {
    let mut plain = None;
    for room in side.client.joined_rooms() {
        if room.active_members_count() <= 2 && is_alone_with(&room, user).await? {
            if room.latest_encryption_state().await?.is_encrypted() {
                return Ok(Some(room));
            }
            plain.get_or_insert(room);
        }
    }
    Ok(plain)
}

/// Makes a direct room, encrypted where the server lets it.
async fn make(side: &Side, user: &OwnedUserId) -> anyhow::Result<Room> {
    let encryption = RoomEncryptionEventContent::with_recommended_defaults();
    let encryption = InitialStateEvent::with_empty_state_key(encryption).to_raw_any();
    match side.client.create_room(request(user, vec![encryption])).await {
        Ok(room) => Ok(room),
        Err(err) if err.client_api_error_kind().is_some() => {
            tracing::warn!(%err, "no encrypted room can be made; trying without");
            let room = side.client.create_room(request(user, Vec::new())).await;
            room.context("cannot make a direct room")
        }
        Err(err) => Err(err).context("cannot make a direct room"),
    }
}

fn request(
    user: &OwnedUserId,
    state: Vec<matrix_sdk::ruma::serde::Raw<matrix_sdk::ruma::events::AnyInitialStateEvent>>,
) -> Request {
    let mut request = Request::new();
    request.invite = vec![user.clone()];
    request.is_direct = true;
    request.preset = Some(RoomPreset::TrustedPrivateChat);
    request.initial_state = state;
    request
}

fn note(user: &UserId) -> String {
    format!("direct/{user}")
}
