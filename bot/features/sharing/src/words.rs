//! Texts about addresses of matches. `heading` names the match.
use command::{say, verbs::Off};
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, reply::Choice, span, text::Text};

use super::commands;

pub(crate) fn not_shared(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{id} isn't shared."))
        .instead([say!(commands::Share { of: id })])
}

pub(crate) fn no_longer_shared(heading: &str) -> String {
    format!("{heading} Its address no longer works.")
}

pub(crate) fn share_button(id: MatchId) -> Choice {
    Choice::new("Share it", say!(commands::Share { of: id }))
}

pub(crate) fn stop_sharing_button(id: MatchId) -> Choice {
    Choice::new("Stop sharing", say!(commands::Share { of: id, how: Off::Off }))
}

pub(crate) fn wants_to_share(heading: &str, name: &str, id: MatchId) -> Text {
    span![
        heading,
        format!(
            " {name} would like to share it on the web. It's private, so nobody can see it until \
             you say "
        ),
        Text::code(say!(commands::Share { of: id })),
        " too."
    ]
}

pub(crate) fn other_must_share(heading: &str, other: &str, id: MatchId) -> Text {
    span![
        heading,
        format!(" It's private, so nobody can see it until {other} says "),
        Text::code(say!(commands::Share { of: id })),
        " too."
    ]
}

pub(crate) fn shared_at(heading: &str, address: String) -> Text {
    span![heading, " Anyone with this address can see every step: ", Text::Address(address)]
}
