//! Texts of invitations.
use command::say;
use engine::{
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{ids::Chat, span, text::Text};
use store::Person;

use crate::{names::identity, words::chat_name};

/// How many sentences say what a game is.
const SENTENCES: usize = 2;

pub(crate) fn invites(by: &Person, terms: &str) -> Text {
    span![identity(by), " invites you to ", Text::strong(terms), "."]
}

/// Says how to accept an invitation.
pub(crate) fn how_to_accept(code: &str) -> Text {
    span![
        "The code is ",
        Text::strong(code),
        ". To play, say ",
        Text::code(say!(Accept { word: code })),
        " in any room where I am. The first to say it plays."
    ]
}

/// Tells somebody who invites by a link what it does.
pub(crate) fn by_link(terms: &str) -> Text {
    let says = "The first to open your link and press Play begins.";
    span!["You invite somebody to ", Text::strong(terms), ". ", says]
}

/// Says how to get the bot in a chat.
pub(crate) fn added_by(chat: Chat, address: &str) -> Text {
    span![format!("Where I'm not, add me to {}: ", chat_name(chat)), Text::address(address)]
}

/// Says where the host shows the bot on the web.
pub fn found_at(address: &str) -> Text {
    span!["More about me: ", Text::address(address)]
}

/// Returns the first two sentences of a text.
pub(crate) fn first_sentences(text: &str) -> String {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1).nth(SENTENCES - 1);
    text[..ends.unwrap_or(text.len())].to_owned()
}

pub(crate) fn nobody_elsewhere(game: GameId) -> Refusal {
    let says = "Nobody elsewhere can accept in this room: it's on this machine alone. Challenge \
                somebody here.";
    Refusal::new(Code::NotNow, says).instead([say!(Challenge { game })])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sentences_say_what_a_game_is() {
        assert_eq!(first_sentences("One. Two a.b. Three. Four."), "One. Two a.b.");
        assert_eq!(first_sentences("One. Two."), "One. Two.");
        assert_eq!(first_sentences(""), "");
    }
}
