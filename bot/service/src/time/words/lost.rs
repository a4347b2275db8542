//! Texts about rooms that the bot lost, and people it can't reach.
use model::ids::MatchId;

use crate::time::lost_rooms::RoomLoss;

/// Tells a player in private why their match goes on there. `room` is the name of what was lost.
pub(in crate::time) fn goes_on_here(of: MatchId, room: &str, loss: RoomLoss) -> String {
    match loss {
        RoomLoss::Deleted => format!("The room of match #{of} was deleted, so it goes on here."),
        RoomLoss::Removed => {
            format!("I was removed from {room}, so match #{of} goes on here until I'm back.")
        }
        RoomLoss::Forbidden => {
            format!("I can't write in {room} any more, so match #{of} goes on here until I can.")
        }
        RoomLoss::Locked => {
            format!("{room} was locked, so match #{of} goes on here until it's opened again.")
        }
    }
}

/// Says that a player doesn't know what happens in a match; while it `runs`, their time stands.
pub(in crate::time) fn cannot_be_reached(other: &str, runs: bool) -> String {
    let waits =
        if runs { format!(", and {other}'s time stands until I can") } else { String::new() };
    format!("I can't reach {other}, who takes no private messages from me{waits}.")
}

/// Tells a player that the room from which the other plays is lost.
pub(in crate::time) fn other_room_lost(of: MatchId, other: &str) -> String {
    format!(
        "I've lost the room from which {other} plays match #{of}. I've told {other} in private how to \
         continue."
    )
}
