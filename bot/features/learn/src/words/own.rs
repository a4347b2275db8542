//! Texts about puzzles of one's own.
use command::say;
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{reply::Choice, span, text::Text, time::duration};

use super::super::{commands, rows::OwnPuzzle};

pub(crate) fn own_title(game: GameId) -> Text {
    Text::strong(format!("{game}, from a match of yours"))
}

pub(crate) fn own_goal(game: GameId, seat: Seat) -> Text {
    let side = game.sides()[seat.index()];
    Text::sentence(format!(
        "Find the choice for {side} that you missed. Your first answer counts; your puzzle rating stays."
    ))
}

/// Says where a puzzle is from and what was played there.
pub(crate) fn whence(row: &OwnPuzzle, played: &str) -> Text {
    let OwnPuzzle { of, step, .. } = row;
    let played = Text::code(short(played));
    span![format!("From match #{of}, step {step}, where you played "), played, "."]
}

pub(crate) fn comes_back(at: i64, left: i64) -> Text {
    span!["It comes back ", in_time(at, left), "."]
}

pub(crate) fn done() -> Text {
    Text::plain("You found it at once twice in a row, so it won't come back.")
}

pub(crate) fn next_own() -> Choice {
    Choice::new("Next of mine", say!(commands::Puzzle { words: "mine next" }))
}

/// Says when the next puzzle is due, and how many wait.
pub(crate) fn next_due(at: i64, left: i64, waiting: usize) -> Text {
    let puzzle = say!(commands::Puzzle);
    let rest = match waiting {
        1 => "It's the only one that waits.".to_owned(),
        several => format!("{several} wait in all."),
    };
    span![
        "Your next puzzle from a match of yours comes ",
        in_time(at, left),
        Text::sentence(format!(". {rest} `{puzzle}` gives you another one now."))
    ]
}

fn in_time(at: i64, left: i64) -> Text {
    Text::time(at, format!("in {}", duration(left.max(1))), "")
}

// Refusals.

/// Says that nothing is kept; `back` are the commands that look back at a match.
pub(crate) fn nothing_missed(back: &[Choice]) -> Refusal {
    let mut says = "None of your choices has become a puzzle so far.".to_owned();
    for command in back {
        says.push_str(&format!(
            " `{}` of a match that you played, rated or not, keeps what you missed only where several \
             searches agree on one clearly best choice.",
            command.says
        ));
    }
    let instead = back.iter().map(|command| command.says.to_string());
    Refusal::new(Code::NotNow, says).instead(instead.chain([say!(commands::Puzzle).line()]))
}

pub(crate) fn last_one_due() -> Refusal {
    let says = "No other position of your matches is due.";
    let instead = ["mine", "mine solution", "next"].map(|words| say!(commands::Puzzle { words }));
    Refusal::new(Code::NotNow, says).instead(instead)
}

pub(crate) fn no_such_own() -> Refusal {
    Refusal::new(Code::Unknown, "I keep no such position of your matches.")
        .instead([say!(commands::Puzzle { words: "mine" })])
}

pub(crate) fn no_own_open() -> Refusal {
    Refusal::new(Code::NotNow, "No position of your matches is open.")
        .instead([say!(commands::Puzzle { words: "mine" })])
}

/// Tells somebody that they can try again where they missed something.
pub(crate) fn look_again(positions: usize) -> Text {
    let plural = if positions == 1 { "position" } else { "positions" };
    Text::sentence(format!(
        "{positions} {plural} to look at again: `{}`",
        say!(commands::Puzzle { words: "mine" })
    ))
}
