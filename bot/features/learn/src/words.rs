//! Texts about lessons; those of the lessons themselves are in `data/lessons`.
pub(crate) mod own;
pub(crate) mod puzzles;

use command::{Command, say};
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{reply::Choice, span, text::Text};

use super::commands;

/// When a phrase of learners is meant for their lesson or puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhraseScope {
    Always,
    /// Only while they play no match in the room.
    WithoutMatch,
}

/// A word of lessons, when it is meant, and what is said for it.
pub(super) type LearnerPhrase = (&'static str, PhraseScope, &'static [&'static str]);

/// What learners say instead of a command, and what it means in a lesson. Who gives up or leaves while something
/// is open there was asked that last, so a match isn't meant.
pub(super) const PHRASES: &[LearnerPhrase] = &[
    (
        "hint",
        PhraseScope::WithoutMatch,
        &[
            "help me",
            "i don't understand",
            "i dont understand",
            "i don't get it",
            "i dont get it",
            "i'm stuck",
            "im stuck",
            "stuck",
            "why not",
            "no idea",
        ],
    ),
    (
        "close",
        PhraseScope::Always,
        &[
            "leave",
            "stop",
            "quit",
            "exit",
            "leave lesson",
            "leave the lesson",
            "stop lesson",
            "stop the lesson",
            "stop learning",
            "end lesson",
            "quit lesson",
            "close lesson",
            "lesson off",
            "leave puzzle",
            "leave the puzzle",
        ],
    ),
    (
        "solution",
        PhraseScope::Always,
        &[
            "i give up",
            "give up",
            "the answer",
            "the solution",
            "show me the answer",
            "show me the solution",
            "show the answer",
            "show the solution",
        ],
    ),
    ("solution", PhraseScope::WithoutMatch, &["show me", "show me how", "tell me"]),
];

/// The words by which people ask why a solution is the best: `why is it the best move`.
pub(super) const OF_WHY: &[&str] = &[
    "why", "is", "was", "it", "this", "that", "the", "a", "so", "but", "best", "better", "good",
    "right", "correct", "solution", "answer", "move", "choice", "one", "puzzle", "of",
];

pub(super) const HINT: &str = "Hint";
pub(super) const SHOW_ME: &str = "Show me";
pub(super) const BACK: &str = "Back to the task";
pub(crate) const BY_PLAYING: &str = "Learn by playing";
pub(crate) const GO_ON_LEARNING: &str = "Go on learning";
pub(super) const LEAVE: &str = "Leave";
pub(super) const GO_ON: &str = "Go on";

// Lines to send.

pub(super) fn game_line(game: GameId) -> Command {
    say!(commands::Learn { game })
}

pub(super) fn lesson_line(game: GameId, number: usize) -> Command {
    say!(commands::Learn { game, words: number.to_string() })
}

pub(super) fn line_of(game: GameId, number: usize, task: u32) -> Command {
    say!(commands::Learn { game, words: format!("{number}.{task}") })
}

// A task.

pub(super) fn title(game: GameId, number: usize, count: usize, title: &str) -> Text {
    Text::strong(format!("{game}, lesson {number} of {count}: {title}"))
}

/// Says in the first lesson how to get help, and out.
pub(super) fn how_to_leave(helps: &[Choice]) -> Text {
    let helps: String =
        helps.iter().map(|command| format!("`{}` helps, and ", command.says)).collect();
    let close = say!(commands::Learn { words: "close" });
    Text::small(format!("{helps}`{close}` leaves the lesson."))
}

pub(super) fn goal(game: GameId, seat: Seat, goal: &str) -> Text {
    let side = game.sides()[seat.index()];
    span![Text::strong(format!("Your task as {side}:")), " ", Text::sentence(goal)]
}

pub(super) fn hint(hint: &str) -> Text {
    span![Text::strong("Hint:"), " ", Text::sentence(hint)]
}

pub(super) fn other_task() -> Text {
    Text::plain("That was for another task. This is where you are:")
}

pub(super) fn solution(solution: &str) -> Text {
    Text::sentence(format!("This reaches the goal: `{solution}`. Play it and see."))
}

/// Makes a button that plays words in a lesson; `line` is what its controls send before them.
pub(super) fn play_it(words: &str, line: &Command) -> Choice {
    let label = format!("Play {}", short(words));
    Choice { typed: words.to_owned(), ..Choice::new(label, line.and(words)) }
}

pub(super) fn no_choice(begins: &str) -> Refusal {
    let says = format!("No choice here starts with `{}`.", short(begins));
    Refusal::new(Code::Unreadable, says).instead([say!(commands::Learn { words: "moves" })])
}

// Answers.

pub(super) fn right(told: &[String]) -> Text {
    span![Text::strong("Right!"), format!(" {}", told.join(" "))]
}

pub(super) fn wrong(written: &str, told: &[String]) -> Text {
    match told {
        [] => span![Text::strong("Not yet."), " You tried ", Text::code(written), "."],
        told => span![Text::strong("Not yet."), format!(" {}", told.join(" "))],
    }
}

pub(super) fn not_the_goal(goal: &str) -> Text {
    Text::sentence(format!("Legal, but not the task: {goal}"))
}

pub(super) fn would(written: &str, told: &[String]) -> Text {
    span!["In the lesson, ", Text::code(written), format!(" does this: {}", told.join(" "))]
}

pub(super) fn lesson_or_match() -> Refusal {
    let says = "That works in your lesson and in a match. Which one do you mean?";
    Refusal::new(Code::Ambiguous, says)
}

// What comes next.

pub(super) fn next(title: &str) -> String {
    format!("Next: {}", short(title))
}

/// Ends the lessons of a game; `begins` are the commands that begin a match now.
pub(super) fn last_done(game: GameId, begins: &[Choice]) -> Text {
    let mut says = format!("That was the last lesson of {game}.");
    for command in begins {
        says.push_str(&format!(
            " Now try a match: `{}` is against me at the easiest level.",
            command.says
        ));
    }
    Text::sentence(says)
}

pub(super) fn all_done(game: GameId) -> Text {
    Text::strong(format!("You've done every lesson of {game}."))
}

pub(super) fn stopped(game: GameId) -> Text {
    let line = game_line(game);
    Text::sentence(format!("The lesson is closed. `{line}` continues where you were."))
}

// Lists.

pub(super) fn choose_game() -> Text {
    Text::plain("Learn a game by playing, in about five minutes. Which one?")
}

pub(super) fn game_in_list(game: GameId, done: usize, count: usize) -> Text {
    let so_far = match done {
        0 => format!("{count} lessons"),
        done if done == count => format!("all {count} lessons done"),
        done => format!("{done} of {count} lessons done"),
    };
    span![Text::code(game_line(game)), format!(": {game}, {so_far}")]
}

pub(super) fn lessons_of(game: GameId) -> Text {
    Text::strong(format!("The lessons of {game}"))
}

pub(super) fn in_list(number: usize, title: &str, done: bool) -> Text {
    let done = if done { " ✓" } else { "" };
    Text::plain(format!("{}{done}", numbered(number, title)))
}

pub(super) fn numbered(number: usize, title: &str) -> String {
    format!("{number}. {title}")
}

// Refusals.

pub(super) fn none_open(instead: Vec<Command>) -> Refusal {
    let says = "You have no lesson open. Choose a game to learn.";
    Refusal::new(Code::NotNow, says).instead(instead)
}

pub(super) fn no_lessons(game: GameId, begins: Vec<Choice>) -> Refusal {
    let says = format!("{game} has no lessons yet. Read its rules, or try a match against me.");
    let rules = say!(Rules { game: game.name() }).line();
    let begins = begins.into_iter().map(|it| it.says.to_string());
    Refusal::new(Code::Unknown, says).instead([rules].into_iter().chain(begins))
}

pub(super) fn no_such_lesson(game: GameId, number: usize, count: usize) -> Refusal {
    let says = format!("{game} has lessons 1 to {count}, and no {number}.");
    let instead = [lesson_line(game, 1), say!(commands::Learn { game, words: "list" })];
    Refusal::new(Code::Unknown, says).instead(instead)
}

// For newcomers.

pub(super) fn new_to(game: GameId) -> Text {
    Text::sentence(format!("New to {game}? `{}` takes five minutes.", game_line(game)))
}
