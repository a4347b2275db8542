//! Texts about matches against the bot: how many there may be, and at which level it plays.
use command::say;
use engine::{
    mind::Level,
    quote::sentence_case,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, text::Text};
use store::Room;

use crate::words::matches;

pub(crate) fn watching_enough(most: usize, ends: Vec<Choice>) -> Refusal {
    let says = format!("You're already watching {most} of my matches. Wait for one to end.");
    Refusal::new(Code::TooMuch, says).instead(ends.into_iter().map(|it| it.says.to_string()))
}

/// Refuses one more match against the bot; `oldest` stands still for longest.
pub(crate) fn practising_enough(running: usize, oldest: Option<MatchId>) -> Refusal {
    let says = format!("You have {running} practice matches running. Finish or resign one first.");
    let resign = oldest.map(|of| say!(Resign { of }));
    Refusal::new(Code::TooMuch, says).instead(resign.into_iter().chain([say!(Games)]))
}

pub(crate) fn practice_is_off(room: &Room, offered: Vec<Choice>) -> Refusal {
    let says = format!(
        "Moderators have turned practice off in {}. Play against me in another room, or in a private \
         message.",
        room.name
    );
    Refusal::new(Code::NotNow, says).instead(
        [say!(Challenge).line()].into_iter().chain(offered.iter().map(|it| it.says.to_string())),
    )
}

pub(crate) fn room_practises_enough(room: &Room, most: u32) -> Refusal {
    let says = format!(
        "{} against me can run in {} at a time. Play in another room, or wait for one to end.",
        sentence_case(&matches(most)),
        room.name
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

pub(crate) fn limited_to(most: u32) -> Refusal {
    let says = format!(
        "Moderators allow each person {} against me here at a time. Finish or resign one first.",
        matches(most)
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

pub fn level(level: Level) -> Text {
    let (number, name) = (level.number(), level.name());
    Text::plain(format!("Draughtsman {number} ({name}): {}", level.says()))
}
