//! Texts of the help, besides those in the table of commands.
use command::{Command, say};
use engine::{
    game::Emphasis,
    games::GameId,
    quote::{sentence, sentence_case, short},
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
    span,
    text::Text,
};

use crate::context::setting_row::SettingRow;

/// Describes a purpose by its name; the purposes are in the order that `help` lists them.
pub fn purpose(name: &str) -> &'static str {
    match name {
        "start" => "Offer or accept a game",
        "move" => "Make a move, or ask what one would do",
        "look" => "See a match, or how a game is played",
        "stop" => "Agree on a draw, resign, or pause",
        "remind" => "Choose when you are reminded, or go on vacation",
        "people" => "See ratings and results",
        _ => "Change how things look, save a match, run this room",
    }
}

pub(crate) fn purpose_line(name: &str, examples: Vec<String>) -> Text {
    let examples = Text::codes(examples, usize::MAX);
    span![Text::strong(name), format!(": {}: ", purpose(name)), examples]
}

pub(crate) fn welcome() -> Text {
    Text::sentence(format!(
        "Play board games with friends here, live or over days. Start one with `{}`, or `{}` for \
         anyone here.",
        say!(Challenge { who: "@friend", game: GameId::Trapdoor }),
        say!(Challenge { game: GameId::Trapdoor })
    ))
}

/// Says where the rest of the help is.
pub(crate) fn behind(more: &Command) -> Text {
    let all = say!(Help { command: "all" });
    Text::sentence(format!("What else you can say: `{more}`. Every command: `{all}`."))
}

pub(crate) fn more_help() -> Text {
    Text::sentence(format!(
        "More on one of these: `{}`. Every command: `{}`. A line that ends in `?` only asks.",
        say!(Help { command: "start" }),
        say!(Help { command: "all" })
    ))
}

pub(crate) fn their_turn(id: MatchId, game: GameId, other: &str) -> Text {
    span![
        Text::strong(format!("#{id}")),
        Text::sentence(format!(
            " · {game} against {other}: it's {other}'s turn. Look with `{}`.",
            say!(Board { of: id })
        ))
    ]
}

/// Says what a player has to do in a match, with an example if it is no secret.
pub(crate) fn your_turn(
    id: MatchId,
    game: GameId,
    other: &str,
    asks: &[&str],
    example: Option<&str>,
) -> Text {
    let example =
        example.map_or(String::new(), |example| format!(" Type `{example}`, for example."));
    span![
        Text::strong(format!("Your turn in #{id}")),
        format!(" · {game} against {other}: "),
        Text::sentence(sentence(asks.join(" and "))),
        Text::sentence(format!("{example} All you can do: `{}`.", say!(Moves { of: id }))),
    ]
}

pub(crate) fn challenges_you(by: &str, game: GameId, id: ChallengeId) -> Text {
    span![
        Text::strong(format!("{by} challenges you")),
        Text::sentence(format!(
            " to {game}: `{}` or `{}`.",
            say!(Accept { challenge: id }),
            say!(Decline { challenge: id })
        )),
    ]
}

pub(crate) fn play_a_friend() -> Choice {
    Choice::new("Play a friend", say!(Challenge)).explained("challenge somebody")
}

pub(crate) fn everything_else(more: Command) -> Choice {
    Choice::new("Everything else", more).with(Emphasis::Aside)
}

/// Makes a button of the line it sends.
pub fn line_button(said: Command) -> Choice {
    Choice::new(sentence_case(&said.line()), said)
}

/// Makes the button of a purpose.
pub(crate) fn purpose_button(name: &str) -> Choice {
    about_button(name).explained(purpose(name))
}

/// Makes the button that tells more about a command, or a purpose.
pub(crate) fn about_button(name: &str) -> Choice {
    Choice::new(sentence_case(name), say!(Help { command: name }))
}

/// Makes the button that leads back within the help.
pub(crate) fn back_button(to: Command) -> Choice {
    Choice::new("Back", to).with(Emphasis::Aside)
}

/// Describes a command in a list, with examples.
pub(crate) fn command_line(name: &str, says: &str, examples: Text) -> Text {
    span![Text::code(name), ": ", says, ". For example ", examples]
}

pub(crate) fn more_about(name: &str) -> Text {
    Text::sentence(format!("More about one: `{}`.", say!(Help { command: name })))
}

pub(crate) fn every_command() -> Text {
    Text::plain("Every command; most have other names, too:")
}

pub(crate) fn options_of(game: GameId, forms: Vec<String>) -> Text {
    span![format!("The options of {game}: "), Text::codes(forms, usize::MAX)]
}

pub(crate) fn setting_line(row: &SettingRow) -> Text {
    let line = say!(Settings { name: row.name, value: row.example() });
    span![Text::code(line), ": ", Text::sentence(row.says)]
}

pub fn also_called(names: &[&str], most: usize) -> Text {
    span!["Also: ", Text::codes(names.iter().copied(), most), "."]
}

pub fn for_example(examples: &[&str]) -> Text {
    span!["For example: ", Text::codes(examples.iter().copied(), examples.len())]
}

/// Asks which of several games is meant.
pub(crate) fn several_topics(said: &str) -> Refusal {
    let says = format!("Several games have rules on `{}`. Which one?", short(said));
    Refusal::new(Code::Ambiguous, says)
}

pub(crate) fn no_help_on(said: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("There is no help on `{}`.", short(said)))
}
