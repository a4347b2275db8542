//! Boards that were pressed for something else than a step, in a chat where nobody can press the same button twice.
use delivery::Place;

use crate::delivery::{BY_EDIT, offered, opened, say, stands};

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
