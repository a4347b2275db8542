//! Texts about what proves a match.
use command::{Command, say};
use model::{ids::MatchId, reply::Choice, span, text::Text};

use crate::commands;

/// Shows the proof of a match.
pub(crate) fn verify_button(of: MatchId) -> Choice {
    Choice::new("Check the dice", say!(commands::Verify { of }))
}

pub(crate) fn dice_of(id: MatchId) -> Text {
    Text::strong(format!("The dice of match #{id}"))
}

/// States the commitments, and says what they cover, and what gives everything in a file.
pub(crate) fn commitments(
    [offered, begun]: [String; 2],
    tag: &str,
    file: Option<&Command>,
) -> [Text; 3] {
    let covers = "They cover the secret, the tag ";
    [
        span!["Commitment of the challenge: ", Text::code(offered), "."],
        span!["Commitment when the match began: ", Text::code(begun), "."],
        match file {
            Some(file) => span![
                covers,
                Text::code(tag),
                ", game, terms, players and words. The file from ",
                Text::code(file.clone()),
                " has everything that was hashed."
            ],
            None => span![covers, Text::code(tag), ", game, terms, players and words."],
        },
    ]
}

/// Says which word a player added to the dice; empty for none.
pub(crate) fn word_of(player: &str, word: &str) -> Text {
    match word {
        "" => Text::plain(format!("{player} added no word.")),
        word => span![format!("{player} added the word "), Text::code(word), "."],
    }
}

pub(crate) fn secret_comes_later() -> &'static str {
    "The secret is revealed when the match ends."
}

pub(crate) fn secret(revealed: String) -> Text {
    span!["Secret: ", Text::code(revealed)]
}

/// Says how the dice are checked without the bot, with what gives the file for it.
pub(crate) fn check_it_yourself(file: Command, id: MatchId) -> Text {
    span![
        "To check it yourself: ",
        Text::code(file),
        ", then ",
        Text::code(format!("draughtsman verify match-{id}.json")),
        "."
    ]
}

pub(crate) fn player_is_gone(side: &str) -> String {
    format!("The player of {side} deleted their data, so who it was can't be checked.")
}

/// Tells whether the commitments name a player.
pub(crate) fn names_player(fits: bool, name: &str, side: &str) -> String {
    if fits {
        format!("The commitments name {name} as {side}.")
    } else {
        format!("The commitments name someone other than {name} as {side}.")
    }
}
