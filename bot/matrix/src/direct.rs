//! Direct rooms, for messages that only one person may read.
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, PoisonError},
};

use anyhow::Context as _;
use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    ruma::{
        OwnedUserId, RoomId, UserId,
        api::client::room::create_room::v3::{Request, RoomPreset},
        events::{
            AnyInitialStateEvent, InitialStateEvent, MessageLikeEventType,
            room::{
                encryption::RoomEncryptionEventContent,
                history_visibility::{HistoryVisibility, RoomHistoryVisibilityEventContent},
                join_rules::JoinRule,
                power_levels::RoomPowerLevels,
            },
        },
        serde::Raw,
    },
};
use model::ids::Chat;
use store::PrivatePlace;
use tokio::sync::Mutex;

use super::{
    adapter::AdapterContext,
    bot_commands,
    error::Unsent,
    event::{EventContent, RoomEvent},
};

/// How long a person who declined a direct room isn't invited to another, in milliseconds.
const PAUSE: i64 = 24 * 60 * 60 * 1000;

/// Finds and creates direct rooms. For each person only one search runs at a time, so that two
/// replies don't create two rooms.
#[derive(Default)]
pub(super) struct DirectRooms {
    turns: std::sync::Mutex<BTreeMap<OwnedUserId, Arc<Mutex<()>>>>,
}

impl DirectRooms {
    /// Returns a room with a person that nobody else can read: the one they asked in if it is
    /// private, the one used before, any other, or a new one.
    ///
    /// # Errors
    /// If the server refuses or can't be reached, or the person doesn't join.
    pub(super) async fn room(
        &self,
        adapter: &AdapterContext,
        user: &OwnedUserId,
        asked_in: Option<&RoomId>,
    ) -> Result<Room, Unsent> {
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.entry(user.clone()).or_default().clone()
        };
        let turn = turn.lock().await;
        let kept = place_of(adapter, user).await?;
        let known = kept.as_ref().and_then(|kept| RoomId::parse(&kept.place).ok());
        for id in asked_in.into_iter().chain(known.as_deref()) {
            let Some(room) = adapter.client.get_room(id) else { continue };
            // A room without a create event isn't synced yet, because the bot has just created it.
            let made = known.as_deref() == Some(id) && room.create_content().is_none();
            if is_alone_with(&room, user).await? && (made || is_private(&room, user).await?) {
                if known.as_deref() != Some(id) {
                    keep_place(adapter, user, id, None).await?;
                }
                return Ok(room);
            }
        }
        let room = match any(adapter, user).await? {
            Some(room) => room,
            None => {
                let declined = kept.as_ref().and_then(|it| it.declined_at);
                if declined.is_some_and(|at| now() < at.saturating_add(PAUSE)) {
                    return Err(Unsent::Refused("they didn't join".to_owned()));
                }
                make(adapter, user).await?
            }
        };
        keep_place(adapter, user, room.room_id(), None).await?;
        drop(turn);
        Ok(room)
    }
}

/// Records that a person declined the direct room the bot created for them.
pub(super) async fn heard(
    adapter: &AdapterContext,
    room: &Room,
    event: &RoomEvent,
) -> anyhow::Result<()> {
    if let EventContent::Member { who, membership: _, declined: true } = &event.what
        && place_of(adapter, who).await?.is_some_and(|it| it.place == room.room_id().as_str())
    {
        keep_place(adapter, who, room.room_id(), Some(now())).await?;
    }
    Ok(())
}

/// Returns whether only the bot and one other person are in a room or invited to it.
pub(super) async fn is_direct(room: &Room) -> anyhow::Result<bool> {
    // The member count needs no request and settles most cases.
    if 2 < room.active_members_count() {
        return Ok(false);
    }
    Ok(members(room).await?.len() == 2)
}

/// Returns whether only the bot and this person are in a room or invited to it, and the bot may
/// write there.
async fn is_alone_with(room: &Room, user: &UserId) -> anyhow::Result<bool> {
    if room.state() != RoomState::Joined {
        return Ok(false);
    }
    let members = members(room).await?;
    if members.len() != 2 || !members.contains(user) {
        return Ok(false);
    }
    // A room that isn't synced yet was just created by the bot.
    let levels = room.power_levels().await;
    let may = |levels: RoomPowerLevels| {
        levels.user_can_send_message(room.own_user_id(), MessageLikeEventType::RoomMessage)
    };
    Ok(levels.map_or(true, may))
}

/// Returns whether nobody else can read a room's messages, now or later, unless this person invites
/// them. Earlier members count too, because they may come back.
async fn is_private(room: &Room, user: &UserId) -> anyhow::Result<bool> {
    let made_here =
        room.creators().is_some_and(|creators| creators.iter().any(|it| it == room.own_user_id()));
    let marked = room.direct_targets().iter().any(|target| target.as_user_id() == Some(user));
    let closed = matches!(room.join_rule(), Some(JoinRule::Invite | JoinRule::Private));
    if !closed || !(made_here || marked) {
        return Ok(false);
    }
    let unread_before = match room.history_visibility_or_default() {
        HistoryVisibility::Invited | HistoryVisibility::Joined => true,
        // Later members could fetch the history, but have no keys for it.
        HistoryVisibility::Shared => room.latest_encryption_state().await?.is_encrypted(),
        _ => false,
    };
    Ok(unread_before)
}

/// Returns the members who have joined a room.
pub(super) async fn joined(room: &Room) -> anyhow::Result<BTreeSet<OwnedUserId>> {
    let members = room.members(RoomMemberships::JOIN).await?;
    Ok(members.iter().map(|member| member.user_id().to_owned()).collect())
}

/// Returns the members who have joined a room or are invited to it.
pub(super) async fn members(room: &Room) -> anyhow::Result<BTreeSet<OwnedUserId>> {
    let members = room.members(RoomMemberships::ACTIVE).await?;
    Ok(members.iter().map(|member| member.user_id().to_owned()).collect())
}

/// Finds a direct room that a person has created; encrypted ones come first.
async fn any(adapter: &AdapterContext, user: &UserId) -> anyhow::Result<Option<Room>> {
    let mut plain = None;
    for room in adapter.client.joined_rooms() {
        if room.active_members_count() <= 2
            && is_alone_with(&room, user).await?
            && is_private(&room, user).await?
        {
            if room.latest_encryption_state().await?.is_encrypted() {
                return Ok(Some(room));
            }
            plain.get_or_insert(room);
        }
    }
    Ok(plain)
}

/// Creates a direct room, encrypted if the server allows it. Its history is visible from the
/// invitation on.
async fn make(adapter: &AdapterContext, user: &OwnedUserId) -> anyhow::Result<Room> {
    let history = RoomHistoryVisibilityEventContent::new(HistoryVisibility::Invited);
    let history = InitialStateEvent::with_empty_state_key(history).to_raw_any();
    let encryption = RoomEncryptionEventContent::with_recommended_defaults();
    let encryption = InitialStateEvent::with_empty_state_key(encryption).to_raw_any();
    let described = |first: Vec<_>| {
        [first, bot_commands::initial_state(adapter.commands(), &adapter.me)].concat()
    };
    let private = request(user, described(vec![history.clone(), encryption]));
    match adapter.client.create_room(private).await {
        Ok(room) => Ok(room),
        Err(err) if Unsent::of(&err).lasts() => {
            tracing::warn!(%err, "no encrypted room can be made; trying without");
            let room = adapter.client.create_room(request(user, described(vec![history]))).await;
            room.context("can't make a direct room")
        }
        Err(err) => Err(err).context("can't make a direct room"),
    }
}

fn request(user: &OwnedUserId, state: Vec<Raw<AnyInitialStateEvent>>) -> Request {
    let mut request = Request::new();
    request.invite = vec![user.clone()];
    request.is_direct = true;
    request.preset = Some(RoomPreset::TrustedPrivateChat);
    request.initial_state = state;
    request
}

/// Returns the time in milliseconds since 1970.
pub(super) fn now() -> i64 {
    model::host_clock::now().as_millisecond()
}

async fn place_of(adapter: &AdapterContext, user: &UserId) -> anyhow::Result<Option<PrivatePlace>> {
    let user = user.to_string();
    adapter.ask(move |service| service.keep(|tx| tx.private_place(Chat::Matrix, &user))).await
}

async fn keep_place(
    adapter: &AdapterContext,
    user: &UserId,
    room: &RoomId,
    declined_at: Option<i64>,
) -> anyhow::Result<()> {
    let (user, place) = (user.to_string(), PrivatePlace { place: room.to_string(), declined_at });
    adapter
        .ask(move |service| service.keep(|tx| tx.keep_private_place(Chat::Matrix, &user, &place)))
        .await
}
