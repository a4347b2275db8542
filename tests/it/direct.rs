//! A match between the private rooms of two people: each has one standing board there.
use std::sync::Arc;

use delivery::{ChatAdapter as _, Edits, Place};
use model::ids::Chat;
use service::Service;
use store::PrivatePlace;

use crate::{
    delivery::{BY_EDIT, BY_PRESS, offered, say, service},
    driver::{Memory, Message},
};

fn room(who: &str) -> String {
    format!("with {who}")
}

/// Has Ann challenge Bob in her private room, and Bob accept in his.
async fn begin(chat: &Arc<Memory>) {
    for who in ["ann", "bob"] {
        say(chat, who, Place::room(&room(who)), "settings auto off", None).await;
        let place = PrivatePlace { place: room(who), declined_at: None };
        let keep = move |service: &mut Service| {
            service.keep(|tx| tx.keep_private_place(Chat::Console, who, &place))
        };
        chat.dispatcher().service().ask(keep).await.unwrap().unwrap();
    }
    let challenge = "challenge @bob trapdoor side=black";
    say(chat, "ann", Place::room(&room("ann")), challenge, None).await;
    say(chat, "bob", Place::room(&room("bob")), "accept 1", None).await;
}

/// Waits until a player's private room has one board.
async fn stands(chat: &Memory, who: &str) -> Message {
    chat.until(|world| {
        let all = world.said_in(&room(who));
        match &all.into_iter().filter(|it| it.pictured).collect::<Vec<_>>()[..] {
            [one] => Some((*one).clone()),
            _ => None,
        }
    })
    .await
}

#[tokio::test]
async fn each_player_has_one_board_with_controls_for_the_one_who_is_asked() {
    for can in [BY_PRESS, BY_EDIT] {
        let chat = Memory::open(service(), can);
        begin(&chat).await;
        let mut handed = 0;
        for _ in 0..16 {
            let (who, words) = offered(&chat).await;
            let other = if who == "ann" { "bob" } else { "ann" };
            let (own, waits) = (stands(&chat, who).await, stands(&chat, other).await);
            assert!(own.board && !waits.board, "{who} alone has controls: {own:?} {waits:?}");
            let pressed = Some(own.id.as_str()).filter(|_| can.edits == Edits::Pressed);
            say(&chat, who, Place::room(&room(who)), &words, pressed).await;
            let goes_on = offered(&chat).await.0 == who;
            let waited = chat
                .until(|world| {
                    let all = world.said_in(&room(other));
                    let boards: Vec<&&Message> = all.iter().filter(|it| it.pictured).collect();
                    let [one] = boards[..] else { return None };
                    let is_new = one.id != waits.id;
                    let is_shown = is_new || waits.edits < one.edits;
                    (is_shown && is_new != goes_on).then(|| (*one).clone())
                })
                .await;
            if pressed.is_some() {
                assert_eq!(stands(&chat, who).await.id, own.id, "one's own step changes it");
            }
            if !goes_on {
                handed += 1;
                assert_eq!(waited.pings, [other], "the player who is asked next is called once");
            }
        }
        assert!(3 < handed, "{handed}");
        let world = chat.world();
        let pings = world.messages.iter().filter(|it| it.text.contains("#1"));
        let strangers =
            pings.filter(|message| message.pings.iter().any(|who| message.place != room(who)));
        assert_eq!(strangers.count(), 0, "nobody is called in another's room");
    }
}
