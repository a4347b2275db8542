//! Messages that ask something in a match: where they stand, and how long they have buttons.
use std::sync::Arc;

use delivery::{Place, Thread};

use crate::{
    delivery::{BY_EDIT, BY_PRESS, opened, press, say, types},
    driver::{Memory, Message},
};

/// Waits for a message with some words in a place.
async fn said(chat: &Memory, place: &str, words: &str) -> Message {
    chat.until(|world| {
        world.said_in(place).into_iter().rev().find(|it| it.text.contains(words)).cloned()
    })
    .await
}

/// Waits until a message has no buttons.
async fn closed(chat: &Memory, message: &Message) -> String {
    chat.until(|world| {
        let found = world.messages.iter().find(|it| it.id == message.id)?;
        found.buttons.is_empty().then(|| found.text.clone())
    })
    .await
}

/// Says something in the thread of the match.
async fn in_thread(chat: &Arc<Memory>, who: &str, words: &str, pressed: Option<&str>) {
    let thread = Thread { id: "thread 1".to_owned(), last: String::new() };
    let place = Place { thread: Some(thread), ..Place::room("room") };
    say(chat, who, place, words, pressed).await;
}

#[tokio::test]
async fn what_is_asked_in_a_match_has_buttons_until_it_is_answered_or_void() {
    for can in [BY_PRESS, BY_EDIT] {
        // Answered by typing, withdrawn, played on, and the end of the match.
        for (asks, who, then) in [
            ("draw", "bob", "decline"),
            ("draw", "bob", "draw decline"),
            ("draw", "ann", "draw withdraw"),
            ("pause", "bob", "no"),
            ("pause", "bob", "pause accept"),
            ("draw", "bob", "yes"),
            ("pause", "bob", "resign yes"),
        ] {
            let chat = opened(can).await;
            types(&chat, "ann", asks).await;
            let words = if asks == "draw" { "Ann offers a draw" } else { "Ann asks for a pause" };
            let words = words.replace("Ann", "ANN");
            let asked = said(&chat, "room", &words).await;
            assert_eq!(asked.buttons.len(), 2, "{}", asked.text);
            types(&chat, who, then).await;
            let left = closed(&chat, &asked).await;
            assert!(left.contains("#1 · ") && left.contains(&words), "{asks}, {then}: {left}");
            assert!(!left.contains('?'), "{left}");
        }
        let chat = opened(can).await;
        press(&chat).await;
        let who = press(&chat).await;
        types(&chat, who, "undo").await;
        let asked = said(&chat, "room", "asks to take back").await;
        assert_eq!(asked.buttons.len(), 2, "{}", asked.text);
        press(&chat).await;
        let left = closed(&chat, &asked).await;
        assert!(left.ends_with("asks to take back a step, with everything since."), "{left}");
    }
}

#[tokio::test]
async fn a_question_whether_somebody_is_sure_has_buttons_until_it_is_answered() {
    for then in ["no", "yes", "resign #1 yes"] {
        let chat = opened(BY_PRESS).await;
        types(&chat, "ann", "resign #1").await;
        let asked = said(&chat, "room", "ANN, do you want to call off match #1").await;
        assert_eq!(asked.buttons, ["resign #1 yes"]);
        types(&chat, "ann", then).await;
        let left = closed(&chat, &asked).await;
        assert!(left.contains("ANN was asked whether to end the match."), "{then}: {left}");
    }
}

#[tokio::test]
async fn what_is_asked_stands_in_the_thread_of_its_match_wherever_it_is_said() {
    let chat = Memory::open(crate::delivery::service(), BY_PRESS);
    for who in ["ann", "bob"] {
        types(&chat, who, "settings auto off").await;
    }
    types(&chat, "ann", "admin threads on").await;
    types(&chat, "ann", "challenge @bob trapdoor side=black").await;
    types(&chat, "bob", "accept").await;
    said(&chat, "thread 1", "#1 · ").await;
    for asks in ["draw", "pause"] {
        types(&chat, "ann", &format!("{asks} #1")).await;
        let asked = said(&chat, "thread 1", "Do you").await;
        in_thread(&chat, "bob", &asked.buttons[1].clone(), Some(&asked.id)).await;
        let declines = format!("BOB declines the {asks}");
        said(&chat, "thread 1", &declines).await;
        closed(&chat, &asked).await;
        let beside =
            chat.world().said_in("room").into_iter().any(|it| it.text.contains("ANN offers"));
        assert!(!beside, "the channel only reads of the match");
    }
    // Who looks is answered where they ask.
    types(&chat, "cid", "board #1").await;
    said(&chat, "room", "Match #1").await;
}
