//! Texts for people who watch matches.
use command::say;
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, reply::Choice, text::Text};

use crate::commands::{self, Where};

/// Shows a match of another room here.
pub(crate) fn here_button(of: MatchId) -> Choice {
    Choice::new("Show it here", say!(commands::Watch { of, how: Where::Here }))
}

pub(crate) fn stopped_watching(number: u32) -> String {
    match number {
        0 => "You aren't watching a match.".to_owned(),
        1 => "You stopped watching that match.".to_owned(),
        some => format!("You stopped watching those {some} matches."),
    }
}

pub(crate) fn stopped_watching_one(id: MatchId) -> String {
    format!("You stopped watching match #{id}.")
}

pub(crate) fn you_watch(heading: &str, id: MatchId) -> Text {
    Text::sentence(format!(
        "{heading} You'll hear about each turn. To stop: `{}`.",
        say!(commands::Watch { of: id, how: Where::Off })
    ))
}

pub(crate) fn room_watches(id: MatchId) -> Text {
    Text::sentence(format!(
        "This room watches match #{id} until it ends. To stop: `{}`.",
        say!(commands::Watch { of: id, how: Where::Off })
    ))
}

/// Names a watched match in a list; `room` is where it is posted, none if only the person gets it.
pub(crate) fn watched(heading: &str, room: Option<&str>) -> Text {
    let heading = heading.trim_end_matches('.');
    Text::plain(match room {
        Some(room) => format!("{heading}, posted in {room}"),
        None => heading.to_owned(),
    })
}

pub(crate) fn watching(list: Vec<Text>) -> Text {
    if list.is_empty() {
        Text::sentence(format!(
            "You aren't watching a match. To start: `{}`.",
            say!(commands::Watch { of: MatchId(12) })
        ))
    } else {
        Text::Lines(vec![Text::strong("You're watching"), Text::List(list)])
    }
}

pub(crate) fn nothing_to_watch(id: MatchId) -> Refusal {
    let says = format!("Match #{id} is over, so there's nothing to watch.");
    Refusal::new(Code::Over, says).instead([say!(Board { of: id })])
}

pub(crate) fn in_this_room(id: MatchId) -> Refusal {
    let says = format!("Match #{id} is in this room, so you see it already.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of: id })])
}

pub(crate) fn cannot_watch_here(id: MatchId) -> Refusal {
    let says = "I can only answer presses and commands here, so this room can't watch a match. \
                Watch it yourself, in direct messages.";
    Refusal::new(Code::NotNow, says).instead([say!(commands::Watch { of: id })])
}

pub(crate) fn you_play_it(id: MatchId) -> Refusal {
    let says = format!("You're playing match #{id}, so you hear about it already.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of: id })])
}

pub(crate) fn watching_enough(most: usize) -> Refusal {
    let says = format!("You're already watching {most} matches. Stop watching one first.");
    Refusal::new(Code::TooMuch, says)
        .instead([say!(commands::Watch), say!(commands::Watch { how: Where::Off })])
}

pub(crate) fn watched_enough(id: MatchId, most: usize) -> Refusal {
    let says = format!("Match #{id} already has {most} watchers, the limit.");
    Refusal::new(Code::TooMuch, says).instead([say!(Board { of: id })])
}

pub(crate) fn not_watching(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("You aren't watching match #{id}."))
        .instead([say!(commands::Watch)])
}
