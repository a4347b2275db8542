//! Steps that are said elsewhere than where the board stands: which message the board becomes, and that it goes first.
use std::time::Duration;

use delivery::{Cause, Place};

use crate::{
    delivery::{BY_EDIT, BY_PRESS, offered, opened, say, stands},
    driver::Message,
};

#[tokio::test]
async fn a_board_that_its_player_pressed_before_is_posted_anew_whatever_room_the_step_is_said_in() {
    for (presses, says, edited) in
        [(None, "", true), (Some("who"), "hand", false), (Some("other"), "spin", true)]
    {
        let chat = opened(BY_EDIT).await;
        let board = stands(&chat, "room").await;
        let (who, words) = offered(&chat).await;
        let other = if who == "ann" { "bob" } else { "ann" };
        if let Some(presses) = presses {
            // A press that is no step: it shows something, or is refused.
            let by = if presses == "who" { who } else { other };
            say(&chat, by, Place::room("room"), says, Some(&board.id)).await;
        }
        say(&chat, who, Place::room("den"), &format!("#1 {words}"), None).await;
        assert_eq!(offered(&chat).await.0, who, "the spin leads to a move");
        let now = chat
            .until(|world| match &world.boards("room")[..] {
                [one] if one.id != board.id || board.edits < one.edits => Some((*one).clone()),
                _ => None,
            })
            .await;
        assert_eq!(now.id == board.id, edited, "{says:?} pressed by {presses:?}");
        assert_eq!(now.pings, [""; 0], "nobody is called for what they did themselves");
    }
}

#[tokio::test]
async fn the_board_of_a_step_goes_out_before_its_player_is_told_of_it_elsewhere() {
    for can in [BY_EDIT, BY_PRESS] {
        let chat = opened(can).await;
        let board = stands(&chat, "room").await;
        let (who, words) = offered(&chat).await;
        let later = Cause::Later { after: Some(Duration::from_millis(1)) };
        for what in ["post", "replace"] {
            chat.fail(what, &board.place, later, 5);
        }
        let before = chat.world().messages.len();
        say(&chat, who, Place::room("den"), &format!("#1 {words}"), None).await;
        let world = chat.world();
        let is_new = |shown: &&Message| shown.id != board.id || board.edits < shown.edits;
        assert!(
            world.boards(&board.place).iter().any(is_new),
            "the board is out: {:?}",
            world.messages
        );
        assert_eq!(world.messages[before..].last().map(|it| it.place.as_str()), Some("den"));
    }
}
