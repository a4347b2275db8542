//! Rooms that the bot loses while a match runs there: told once, one board for each player, nothing tried again until the room is back.
use std::sync::Arc;

use delivery::{Cause, ChatAdapter as _, Dispatcher, Place};
use model::{ids::Chat, time::DAY};
use service::RoomLoss;
use store::RoomsAt;

use crate::{
    delivery::{BY_EDIT, BY_PRESS, offered, opened, say, stands},
    driver::Memory,
};

const ALWAYS: usize = usize::MAX;
const PRIVATE: [&str; 2] = ["private ann", "private bob"];

/// Delivers what nobody has asked for, too.
async fn listening(chat: Arc<Memory>) -> Arc<Memory> {
    let news = Dispatcher::begin(&chat).await.unwrap();
    let listens = chat.clone();
    tokio::spawn(async move { Dispatcher::listen(&listens, news).await });
    chat
}

/// Counts what was tried in the room.
fn tries(chat: &Memory) -> usize {
    let world = chat.world();
    ["post room", "replace room"].into_iter().map(|what| world.tries(what)).sum()
}

/// Plays a step in private, and waits until it is shown to both.
async fn plays_in_private(chat: &Arc<Memory>) {
    let (who, words) = offered(chat).await;
    say(chat, who, Place::room(&format!("private {who}")), &words, None).await;
}

async fn one_picture_each(chat: &Memory) {
    chat.until(|world| {
        let count = |place| world.said_in(place).iter().filter(|it| it.pictured).count();
        (PRIVATE.map(count) == [1, 1]).then_some(())
    })
    .await;
}

fn told(chat: &Memory, words: &str) -> [usize; 2] {
    let world = chat.world();
    PRIVATE.map(|place| world.said_in(place).iter().filter(|it| it.text.contains(words)).count())
}

#[tokio::test]
async fn a_match_goes_on_in_private_and_nothing_is_tried_again_in_its_room() {
    let chat = listening(opened(BY_PRESS).await).await;
    stands(&chat, "room").await;
    let before = tries(&chat);
    for what in ["post", "replace"] {
        chat.fail(what, "room", Cause::Forbidden, ALWAYS);
    }
    // Somebody plays from elsewhere, so that nothing answers a press.
    let (who, words) = offered(&chat).await;
    say(&chat, who, Place::room("hall"), &words, None).await;
    one_picture_each(&chat).await;
    assert_eq!(told(&chat, "goes on here"), [1, 1], "both are told");
    for _ in 0..8 {
        plays_in_private(&chat).await;
        one_picture_each(&chat).await;
    }
    assert!(told(&chat, "goes on here").iter().all(|it| *it <= 1), "once");
    assert!(tries(&chat) <= before + 1, "tried once");
}

#[tokio::test]
async fn who_takes_no_private_messages_is_named_to_the_other_and_loses_no_time() {
    let chat = listening(opened(BY_PRESS).await).await;
    chat.world().shut.insert("bob".to_owned());
    let (before, to_bob) = (tries(&chat), chat.world().tries("post private bob"));
    Dispatcher::lost(&chat, RoomsAt::Room("room".to_owned()), RoomLoss::Removed).await;
    let told = chat.until(|world| {
        let told = world.said_in("private ann");
        told.last().filter(|it| it.pictured).map(|it| it.text.clone())
    });
    let told = told.await;
    assert!(
        told.contains("I was removed from room") && told.contains("I can't reach BOB"),
        "{told}"
    );
    assert_eq!(chat.world().tries("post private bob"), to_bob);
    while offered(&chat).await.0 == "ann" {
        plays_in_private(&chat).await;
    }
    // However long it takes, he isn't late.
    let late = chat.dispatcher().service().ask(|service| {
        let now = 1_767_225_600 + 90 * DAY;
        service.moved_on(now).unwrap();
        service.tick(now).unwrap();
        service.offers(Chat::Console, "room", "bob", None).unwrap().len()
    });
    assert_eq!(late.await.unwrap(), 1, "the match is still on");
    assert_eq!(tries(&chat), before);
}

#[tokio::test]
async fn a_loss_is_remembered_through_a_restart() {
    let chat = listening(opened(BY_EDIT).await).await;
    Dispatcher::lost(&chat, RoomsAt::Room("room".to_owned()), RoomLoss::Locked).await;
    one_picture_each(&chat).await;
    let chat = listening(chat.restart().await).await;
    let before = tries(&chat);
    Dispatcher::lost(&chat, RoomsAt::Room("room".to_owned()), RoomLoss::Locked).await;
    for _ in 0..4 {
        plays_in_private(&chat).await;
    }
    one_picture_each(&chat).await;
    assert!(told(&chat, "was locked").iter().all(|it| *it <= 1));
    assert_eq!(tries(&chat), before);
}

#[tokio::test]
async fn a_match_goes_on_in_its_room_once_that_is_back() {
    for can in [BY_PRESS, BY_EDIT] {
        let chat = listening(opened(can).await).await;
        let room = || RoomsAt::Room("room".to_owned());
        stands(&chat, "room").await;
        Dispatcher::lost(&chat, room(), RoomLoss::Locked).await;
        one_picture_each(&chat).await;
        plays_in_private(&chat).await;
        one_picture_each(&chat).await;
        Dispatcher::found(&chat, room(), |_| true).await;
        chat.until(|world| {
            let back = matches!(&world.boards("room")[..], [it] if it.text.contains("can write here again"));
            let private = PRIVATE.iter().all(|place| world.boards(place).is_empty());
            (back && private).then_some(())
        })
        .await;
        // It doesn't come back twice, and goes on there.
        let posted = tries(&chat);
        Dispatcher::found(&chat, room(), |_| true).await;
        let (who, words) = offered(&chat).await;
        say(&chat, who, Place::room("room"), &words, None).await;
        stands(&chat, "room").await;
        assert!(posted < tries(&chat));
        assert!(PRIVATE.iter().all(|place| chat.world().boards(place).is_empty()));
    }
}
