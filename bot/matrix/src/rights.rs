//! What people may do in rooms they use from elsewhere, and the bot itself where it plays: who is in a room
//! looks, and who has the power for messages writes.
use std::sync::{Arc, Weak};

use delivery::Dispatcher;
use matrix_sdk::{
    Room, RoomState,
    ruma::{
        RoomId, UserId,
        events::{
            MessageLikeEventType,
            room::{member::MembershipState, power_levels::RoomPowerLevels},
        },
    },
};
use service::{RoomFound, RoomLookup, RoomLoss, RoomQuestion, RoomRight};
use store::RoomsAt;

use super::{adapter::room_name, chat::MatrixChat, error::Unsent};

/// Returns how the service asks about rooms, for as long as the bot runs.
pub(super) fn lookup(chat: &Arc<MatrixChat>) -> RoomLookup {
    let chat: Weak<MatrixChat> = Arc::downgrade(chat);
    Arc::new(move |asked| {
        let chat = chat.clone();
        Box::pin(async move {
            let chat = chat.upgrade()?;
            find(&chat, asked).await
        })
    })
}

/// Finds a room, and what a person may do there.
async fn find(chat: &MatrixChat, asked: RoomQuestion) -> Option<RoomFound> {
    let (room, user) = (RoomId::parse(&asked.room).ok()?, UserId::parse(&asked.person).ok()?);
    let room =
        chat.adapter.client.get_room(&room).filter(|room| room.state() == RoomState::Joined)?;
    let may = match right(&room, &user).await {
        Ok(may) => may,
        Err(err) => {
            tracing::info!(why = %Unsent::of(&err), "what a person may do in a room isn't known");
            return None;
        }
    };
    Some(RoomFound { room: room_name(&room).await, may, is_mute: false, is_forum: false })
}

/// Looks whether the bot can still write in a room, or again.
pub(super) async fn check(chat: &Arc<MatrixChat>, room: &Room) {
    let at = RoomsAt::Room(room.room_id().to_string());
    match right(room, &chat.adapter.me).await {
        Ok(RoomRight::Write) => Dispatcher::found(chat, at, |_| true).await,
        Ok(_) => Dispatcher::lost(chat, at, RoomLoss::Forbidden).await,
        Err(err) => {
            tracing::info!(why = %Unsent::of(&err), "what the bot may do in a room isn't known");
        }
    }
}

async fn right(room: &Room, user: &UserId) -> matrix_sdk::Result<RoomRight> {
    let membership = room.get_member(user).await?.map(|member| member.membership().clone());
    let levels = room.power_levels().await.ok();
    Ok(right_of(membership.as_ref(), levels.as_ref(), user))
}

fn right_of(
    membership: Option<&MembershipState>,
    levels: Option<&RoomPowerLevels>,
    user: &UserId,
) -> RoomRight {
    let writes = |levels: &RoomPowerLevels| {
        levels.user_can_send_message(user, MessageLikeEventType::RoomMessage)
    };
    match membership {
        Some(MembershipState::Join) if levels.is_some_and(writes) => RoomRight::Write,
        Some(MembershipState::Join) => RoomRight::Look,
        _ => RoomRight::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{
        events::room::power_levels::{RoomPowerLevelsEventContent, RoomPowerLevelsSource},
        int,
        room_version_rules::AuthorizationRules,
        user_id,
    };

    use super::*;

    #[test]
    fn who_is_in_a_room_looks_and_who_has_the_power_writes() {
        let ann = user_id!("@ann:x.org");
        let mut content = RoomPowerLevelsEventContent::new(&AuthorizationRules::V1);
        let levels = |content: &RoomPowerLevelsEventContent| {
            RoomPowerLevels::new(
                RoomPowerLevelsSource::Original(content.clone()),
                &AuthorizationRules::V1,
                [],
            )
        };
        let joined = Some(&MembershipState::Join);
        assert_eq!(right_of(joined, Some(&levels(&content)), ann), RoomRight::Write);
        content.events_default = int!(50);
        assert_eq!(right_of(joined, Some(&levels(&content)), ann), RoomRight::Look);
        content.users.insert(ann.to_owned(), int!(50));
        let levels = levels(&content);
        assert_eq!(right_of(joined, Some(&levels), ann), RoomRight::Write);
        assert_eq!(right_of(joined, None, ann), RoomRight::Look, "the levels aren't known");
        for out in [MembershipState::Leave, MembershipState::Ban, MembershipState::Invite] {
            assert_eq!(right_of(Some(&out), Some(&levels), ann), RoomRight::Nothing);
        }
        assert_eq!(right_of(None, Some(&levels), ann), RoomRight::Nothing);
    }
}
