//! Texts about running matches: their names, turns, lines that are no move, and questions.
mod leaving;
mod next;
mod notes;
mod orders;
mod results;
mod secrets;
mod undo;
mod watching;

use engine::{
    game::Emphasis,
    games::GameId,
    quote::{sentence, short},
    refusal::{Code, Refusal},
};

use command::Pleasantry;
use model::{ids::MatchId, reply::Choice, span, text::Text};
use store::Person;

pub(super) use self::{
    leaving::*, next::*, notes::*, orders::*, results::*, secrets::*, undo::*, watching::*,
};

// Names of matches.

/// Names a match in one line.
pub(super) fn heading(id: MatchId, game: GameId, first: &str, second: &str) -> String {
    format!("Match #{id}, {game}: {first} against {second}.")
}

/// Names a match in a line above the text about it.
pub(super) fn heading_in_short(id: MatchId, game: GameId, [first, second]: [&str; 2]) -> String {
    format!("#{id} · {game} · {first} – {second}")
}

/// Names a match that begins, in a notification.
pub(super) fn about_beginning(id: MatchId, game: GameId) -> String {
    format!("#{id} {game} begins")
}

// Turns.

pub(super) fn is_thinking(name: &str, side: &str) -> Text {
    Text::plain(format!("{name} ({side}) is thinking."))
}

/// Says whose turn it is, what they have to do, and how much time they have.
pub(super) fn turn_of(who: &Person, side: &str, asks: &str, time: Text) -> Text {
    let asks = Text::sentence(sentence(format!(" ({side}): {asks}")));
    span![Text::Person { id: who.id, name: who.name.clone() }, asks, time]
}

/// Says whose turn it is; nothing if nobody is asked.
pub(super) fn whose_turn(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("{one}'s turn."),
        several => format!("{} choose.", several.join(" and ")),
    }
}

pub(super) fn you_may(asks: &str) -> Text {
    Text::sentence(sentence(format!("You may now {asks}")))
}

/// Introduces a list of what a player may do.
pub(super) fn you_may_now(asks: &[&str]) -> Text {
    Text::sentence(format!("You may now {}:", asks.join(" and ")))
}

/// Says what was chosen so far, if anything, and what is asked next.
pub(super) fn chooses(name: &str, side: &str, chosen: Option<&str>, asks: &str) -> String {
    match chosen {
        None => format!("{name} ({side}): {asks}"),
        Some(chosen) => format!("{name} ({side}): {chosen} · {asks}"),
    }
}

pub(super) fn nothing_hidden() -> &'static str {
    "You have nothing hidden right now; everyone sees what you see."
}

pub(super) fn back_button(id: MatchId) -> Choice {
    let back = Choice::new("Back", format!("moves #{id}"));
    back.explained("to all choices").with(Emphasis::Aside)
}

pub(super) fn first_to_last(first: &str, last: &str) -> String {
    format!("{first} … {last}")
}

/// Says how many choices a menu entry has, after what it explains.
pub(super) fn choices_within(explains: &str, count: usize) -> String {
    match explains {
        "" => format!("{count} choices"),
        explains => format!("{explains} ({count} choices)"),
    }
}

pub(super) fn button_out_of_date() -> &'static str {
    "That button is out of date; here is the board now."
}

pub(super) fn default_was_played() -> &'static str {
    "You ran out of time for that choice, so the default was played; here is the board now."
}

pub(super) fn none_starts_with(begins: &str, id: MatchId) -> Refusal {
    Refusal::illegal(format!("No legal move starts with `{}`.", short(begins)))
        .instead([format!("moves #{id}")])
}

pub(super) fn say_what_to_play() -> Refusal {
    Refusal::unreadable("Say what to play.").instead(["moves"])
}

pub(super) fn no_list_shown() -> Refusal {
    let says =
        "A number picks from the list of `moves`, which hasn't been shown for this position.";
    Refusal::new(Code::NotNow, says).instead(["moves"])
}

pub(super) fn list_ends(last: usize) -> Refusal {
    Refusal::illegal(format!("The list goes from 1 to {last}."))
}

pub(super) fn not_your_turn(other: &str, asks: &[&str]) -> Refusal {
    let says = format!("It's {other}'s turn: {}.", asks.join(" and "));
    Refusal::new(Code::NotYours, says).instead(["board", "games"])
}

pub(super) fn not_playing(id: MatchId) -> Refusal {
    Refusal::new(Code::NotYours, format!("You aren't playing in match #{id}."))
}

pub(super) fn paused(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{id} is paused.")).instead([format!("resume #{id}")])
}

pub(super) fn no_such_side(said: &str, sides: [&str; 2]) -> Refusal {
    Refusal::unreadable(format!("There is no side `{}`.", short(said)))
        .instead(sides.map(|it| format!("side={}", it.to_lowercase())))
}

/// Says which of several actions stopped a line, and which others weren't tried.
pub(super) fn not_played(part: &str, why: String, rest: Vec<String>, most: usize) -> Text {
    let says =
        span![Text::strong("Not played: "), Text::code(short(part)), ". ", Text::sentence(why)];
    match rest.is_empty() {
        true => says,
        false => span![says, " Also not played: ", Text::codes(rest, most), "."],
    }
}

// Lines that are no move.

pub(super) fn empty_message() -> Refusal {
    Refusal::unreadable("That message was empty.").instead(["help", "games"])
}

pub(super) fn unknown_without_match(said: &str) -> String {
    format!("I don't know `{}`, and no match of yours is running here.", short(said))
}

pub(super) fn did_you_mean(typed: &str, meant: &str) -> String {
    format!("I don't know `{}`. Did you mean `{meant}`?", short(typed))
}

pub(super) fn nothing_changes() -> &'static str {
    "All right, nothing changes."
}

pub(super) fn no_question_open() -> Refusal {
    let says = "I haven't asked you a yes-or-no question in the last ten minutes.";
    Refusal::new(Code::NotNow, says).instead(["games", "help"])
}

pub(super) fn several_questions_open() -> Refusal {
    Refusal::new(Code::Ambiguous, "That could answer several questions. Say which one.")
}

/// Answers what asks for nothing.
pub(super) fn is_polite(said: Pleasantry) -> Text {
    match said {
        Pleasantry::Thanks => Text::plain("You're welcome."),
        Pleasantry::GoodGame => Text::plain("Good game!"),
        Pleasantry::Hello => Text::sentence("Hello! `help` shows what I can do."),
    }
}

// Questions.

pub(super) fn cannot_answer(said: &str) -> Refusal {
    let says = format!(
        "I can't answer `{}?`. Ask about a move, a square, a command or a rule.",
        short(said)
    );
    Refusal::unreadable(says).instead(["help", "rules", "moves"])
}

/// Says what a command does; `whole` tells whether the line could have been carried out.
pub(super) fn what_it_does(name: &str, says: &str, whole: bool) -> Text {
    let how = match whole {
        true => "Nothing was done. To do it, leave out the question mark.".to_owned(),
        false => format!("More: `help {name}`."),
    };
    let says = Text::sentence(sentence(says));
    span![Text::strong(name), ": ", says, " ", Text::sentence(how)]
}

/// Says what an action would do; `tells` is empty if nobody may know.
pub(super) fn what_would_happen(written: &str, tells: &[String], over: bool) -> Text {
    let would = match tells {
        [] => "That's legal now; what happens shows when you do it.".to_owned(),
        tells => tells.join(" "),
    };
    let over = if over { " That would end the match." } else { "" };
    span![
        Text::code(written),
        ": ",
        Text::sentence(format!("{would}{over}")),
        " Nothing was played."
    ]
}

/// Says why words can't be played.
pub(super) fn why_not(said: &str, why: &str) -> Text {
    span![Text::code(short(said)), ": ", Text::sentence(sentence(why))]
}
