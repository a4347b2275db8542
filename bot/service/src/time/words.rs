//! Texts about time: absent players, expired challenges.
pub mod late;
pub mod lost;

use command::say;
use model::{
    ids::{ChallengeId, MatchId},
    span,
    text::Text,
    time::duration,
};
use store::Person;

use crate::names::{identity, person};

// Absent players.

pub(super) fn has_left(who: &Person, of: MatchId, other: &Person, silent: i64) -> Text {
    let (name, silent) = (&who.name, duration(silent));
    span![
        format!("{name} has left. Match #{of} stays open: "),
        person(other),
        " can win it with ",
        Text::code(say!(Claim { of })),
        format!(" once {name} runs out of time, or doesn't move for {silent}."),
    ]
}

// What the clock does, and expired challenges.

pub(super) fn default_played(name: &str) -> Text {
    Text::plain(format!("{name} ran out of time for this choice; the default was played."))
}

/// The last line of an expired challenge's card.
pub(super) fn card_expired(days: i64) -> Text {
    span![Text::strong("Expired"), format!(" after {days} days.")]
}

/// Says which of a person's challenges have expired.
pub(super) fn expired(by: &Person, some: &[ChallengeId], days: i64) -> Text {
    match some {
        [one] => span![
            format!("Challenge {one} from "),
            identity(by),
            format!(" has expired after {days} days.")
        ],
        several => {
            let several: Vec<String> = several.iter().map(ToString::to_string).collect();
            span![
                format!("Challenges {} from ", several.join(", ")),
                identity(by),
                format!(" have expired after {days} days.")
            ]
        }
    }
}
