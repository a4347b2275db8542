//! Says elsewhere what may not be said where it belongs.
use matrix_sdk::{
    RoomState,
    ruma::{OwnedUserId, RoomId},
};

use super::{
    content::Place,
    direct::Direct,
    hall::Hall,
    post::Delivery,
    send::{delivered, mark},
    side::{Handles, Side, named, title},
    trouble::Unsent,
};
use crate::{reply::Audience, service::Outgoing, text::Text};

/// Tells whoever waits for an answer that the bot may not give it where it belongs.
///
/// # Errors
/// When that does not get out either.
pub(super) async fn excuse(
    side: &Side,
    direct: &Direct,
    delivery: &Delivery,
) -> Result<(), Unsent> {
    let Delivery { out: Outgoing { id, room, reply }, asked, begun: _ } = delivery;
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
