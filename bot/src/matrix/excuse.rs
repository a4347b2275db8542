//! Says to people directly what they cannot read where it belongs.
use matrix_sdk::{
    Room, RoomState,
    ruma::{OwnedUserId, RoomId},
};

use super::{
    content::{Carried, Place},
    direct::{self, Direct},
    hall::Hall,
    post::Delivery,
    send::{delivered, mark},
    side::{Handles, Side, named, title},
    trail::{self, Spot},
    trouble::Unsent,
};
use crate::{
    reply::{Audience, Privacy},
    service::Outgoing,
    text::Text,
};

/// How many people are told directly at most.
const MOST: usize = 4;

/// Tells everybody whom a reply concerns that the bot may not give it where it belongs: whoever asked, and whose turn it is now.
///
/// # Errors
/// When that does not get out either.
pub(super) async fn excuse(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
) -> Result<(), Unsent> {
    let Delivery { out: Outgoing { id, room, reply }, asked, begun: _ } = delivery;
    let room = match (asked, reply.to, reply.privacy) {
        (Some(asked), Audience::Only(_), Privacy::Open) => asked.room.to_string(),
        _ => room.clone(),
    };
    let known = RoomId::parse(&room).ok().and_then(|it| side.client.get_room(&it));
    let name = match &known {
        Some(room) => title(room).await,
        None => room,
    };
    let mut concerned: Vec<OwnedUserId> = asked.iter().map(|it| it.by.clone()).collect();
    match (reply.to, reply.privacy) {
        (Audience::Room, _) => {
            for user in side.handles(reply.mentions.clone()).await?.into_values() {
                if !concerned.contains(&user) {
                    concerned.push(user);
                }
            }
        }
        (Audience::Only(person), Privacy::Open) if asked.is_some() => {
            let user = side.handles(vec![person]).await?.remove(&person);
            concerned.retain(|it| Some(it) == user.as_ref());
        }
        (Audience::Only(person), _) => {
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
                let mark = format!("{}-excuse", mark(side, *id, asked.as_ref()));
                let hall = Hall { side, encrypted: false, room: known, mark, handles };
                hall.say(&text, Vec::new(), None, &[user], &Place::Main, None).await?;
            }
            return delivered(side, *id).await;
        }
    }
    let says = format!(
        "I can't write in {name}. Somebody who manages that room has to invite me or raise my power level, so that I may send messages. \
         This is what I had to say there:"
    );
    tell(side, direct, delivery, concerned, &says).await?;
    delivered(side, *id).await
}

/// Tells those of the people called who are not in the room directly what was said there: they left, and still play.
///
/// # Errors
/// When it does not get out, and another try may help.
pub(super) async fn tell_absent(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
    room: &Room,
    called: &[OwnedUserId],
) -> Result<(), Unsent> {
    if called.is_empty() {
        return Ok(());
    }
    let present = direct::joined(room).await?;
    let absent: Vec<OwnedUserId> =
        called.iter().filter(|&it| !present.contains(it)).cloned().collect();
    if absent.is_empty() {
        return Ok(());
    }
    let says =
        format!("You are not in {}, so I tell you here what I said there:", title(room).await);
    tell(side, direct, delivery, absent, &says).await
}

/// Says the words of a reply to some people, each in their direct room; who takes no direct room misses it.
async fn tell(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
    mut people: Vec<OwnedUserId>,
    says: &str,
) -> Result<(), Unsent> {
    let Delivery { out: Outgoing { id, room: _, reply }, asked, begun: _ } = delivery;
    people.truncate(MOST);
    let text = Text::Lines(vec![Text::plain(says), reply.whole()]);
    let menu = reply.menu.clone().map(|menu| Carried { menu, private: false });
    for user in &people {
        let room = match direct.room(side, user, None).await {
            Ok(room) => room,
            Err(Unsent::Refused(why)) => {
                tracing::info!(why, "somebody cannot be told directly");
                continue;
            }
            Err(err) => return Err(err),
        };
        let handles = side.handles(named(&reply.text)).await?;
        let encrypted = room.latest_encryption_state().await?.is_encrypted();
        let mark = format!("{}-excuse-{user}", mark(side, *id, asked.as_ref()));
        let hall = Hall { side, room, encrypted, mark, handles };
        let drawn = hall.draw(reply).await?;
        hall.say(&text, drawn, menu.as_ref(), &[], &Place::Main, None).await?;
        if let Some(Carried { menu, .. }) = menu.clone() {
            let menu = trail::Menu { stamp: id.map_or(0, |it| it.0), menu };
            let spot = Spot { room: hall.room.room_id(), thread: None };
            trail::menu_sent(side, spot, None, &menu).await?;
        }
    }
    Ok(())
}
