//! People who have long been away.
use model::{
    ids::Chat,
    reply::{Audience, Privacy, Reply},
};
use service::{RandomSource, Service};
use store::Store;

use crate::room::Room;

const HOUR: i64 = 3600;

pub(crate) fn on(chat: Chat) -> Room {
    Room::on(
        chat,
        Service::new(
            Store::trial_with(features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(7),
            &features::FEATURES,
        ),
    )
}

/// Bob waits for Ann, who wants to be told. Nobody can lose by waiting, and nobody is reminded.
pub(crate) fn waiting(mut room: Room) -> Room {
    room.all(&[
        "ann: settings news on",
        "ann: remind off",
        "bob: remind off",
        "ann: challenge @bob trapdoor side=black clock=none",
        "bob: accept",
    ]);
    room
}

/// Lets time pass, and returns what somebody who was away is told.
pub(crate) fn told(room: &mut Room, seconds: i64) -> Vec<String> {
    let mut out = Vec::new();
    let mut left = seconds;
    // The program is awake all the time.
    while 0 < left {
        let all = room.wait(left.min(6 * HOUR));
        left -= 6 * HOUR;
        for reply in all.iter().filter(|reply| tells_absence(reply)) {
            assert!(matches!(reply.to, Audience::Only(_)), "in private: {reply:?}");
            assert_eq!(reply.privacy, Privacy::Personal);
            assert!(reply.mentions.is_empty() && reply.board.is_none());
            out.push(reply.text.bare());
        }
    }
    out
}

pub(crate) fn tells_absence(reply: &Reply) -> bool {
    reply.text.bare().contains("You've been away")
}
