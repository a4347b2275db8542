//! Answers to questions, in sentences.
use command::{
    Command, CommandSpec, QuestionLine, say,
    verbs::{Answer, DrawWord},
};
use engine::{
    mind::Level,
    quote::{sentence, sentence_case, series, short},
    refusal::Refusal,
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

pub(super) fn your_turn(ask: &str) -> String {
    format!("It's your turn to {ask}.")
}

pub(super) fn turn_of(name: &str, ask: &str) -> String {
    format!("It's {name}'s turn to {ask}.")
}

pub(super) fn is_paused() -> String {
    "The match is paused.".to_owned()
}

pub(super) fn was_refused(typed: &str, why: &str) -> String {
    format!("`{typed}` can't be played: {}", why.trim_start())
}

/// Says how much time somebody has; nobody named is the asker.
pub(super) fn has_time(who: Option<&str>, left: &str) -> String {
    match who {
        None => format!("You have {left} left."),
        Some(name) => format!("{name} has {left} left."),
    }
}

pub(super) fn no_clock() -> String {
    "This match has no clock, so nobody has time left to count.".to_owned()
}

pub(super) fn plays_at(level: Level) -> String {
    format!("I play this match at level {} of 5, {}.", level.number(), level.name())
}

pub(super) fn offers_draw(name: &str) -> String {
    let [yes, no] = [DrawWord::Accept, DrawWord::Decline].map(|answer| say!(Draw { answer }));
    format!("{name} offers a draw. `{yes}` ends the match, `{no}` goes on.")
}

pub(super) fn asks_undo(name: &str) -> String {
    let [yes, no] = [Answer::Accept, Answer::Decline].map(|answer| say!(Undo { answer }));
    format!("{name} asks to take a move back. Answer with `{yes}` or `{no}`.")
}

/// Says what one side asks of the other, and how it is answered.
pub(super) fn asks_for(asks: &str, [yes, no]: [Command; 2]) -> String {
    format!("{asks} Answer with `{yes}` or `{no}`.")
}

pub(super) fn nothing_played() -> String {
    "Nothing has been played yet.".to_owned()
}

pub(super) fn steps(count: u32, over: bool) -> String {
    let steps = if count == 1 { "step" } else { "steps" };
    format!("{count} {steps} {}.", if over { "in all" } else { "so far" })
}

pub(super) fn none_ended() -> String {
    "No match of yours has ended here.".to_owned()
}

pub(super) fn goes_on() -> String {
    "The match isn't over.".to_owned()
}

/// Says what is on each of some squares of a part of the board, and that there is nothing else.
pub(super) fn area(place: &str, squares: &[(String, String)]) -> Vec<String> {
    let each = squares.iter().map(|(at, what)| format!("On {at}: {what}."));
    let rest = if squares.is_empty() { "Nothing" } else { "Nothing else" };
    each.chain([format!("{rest} stands {place}.")]).collect()
}

pub(super) fn you_play(side: &str, other: &str) -> String {
    format!("You play {side} against {other}.")
}

pub(super) fn play_each_other([first, second]: &[String; 2]) -> String {
    format!("{first} plays against {second}.")
}

pub(super) fn is_rated(of: MatchId, rated: bool) -> String {
    if rated {
        format!("Match #{of} is rated: its result changes both ratings.")
    } else {
        format!("Match #{of} isn't rated: no rating changes.")
    }
}

pub(super) fn no_advice() -> String {
    format!(
        "In a rated match I give facts and rules, never advice. `{}` lists what you can do.",
        say!(Moves)
    )
}

/// Says that the board doesn't tell what is asked, before what the rules say or what may help.
pub(super) fn not_of_position(told: bool) -> Text {
    let next = if told { "The rules say:" } else { "The board or one of these topics may help." };
    Text::plain(format!("I can't say that of this position. {next}"))
}

/// Introduces an answer that may be another than the one that is meant.
pub(super) fn perhaps() -> Text {
    Text::plain("I'm not sure what you mean. Perhaps this:")
}

/// Says where an answer stands.
pub(super) fn from_topic(title: &str, topic: &str) -> String {
    format!("{title}: {topic}")
}

/// Says of which position an answer is told.
pub(super) fn before_turn(name: &str) -> String {
    format!("Before {name}'s last turn, from the board as it stood:")
}

/// Says what stood on a square before something happened to it.
pub(super) fn stood_before(at: &str, what: &str) -> String {
    match what {
        "" => format!("Before that, {at} was empty."),
        what => format!("Before that, on {at}: {what}."),
    }
}

/// Says that nothing happened to a square, and what is on it.
pub(super) fn unchanged(at: &str, what: &str) -> String {
    match what {
        "" => format!("Nothing happened on {at} lately: it is empty."),
        what => format!("Nothing happened on {at} lately: {what}."),
    }
}

/// Says that no step was told with some words.
pub(super) fn none_told(deeds: &[&str]) -> String {
    let deeds: Vec<String> = deeds.iter().map(|deed| format!("`{deed}`")).collect();
    format!("I find no step that is told with {}.", series(&deeds))
}

/// Says that an answer leaves a word of its question aside.
pub(super) fn without(word: &str) -> String {
    format!("I can't judge `{word}`. Without it:")
}

/// Says that no such piece was lost.
pub(super) fn nothing_lost() -> String {
    "No such piece was lost lately.".to_owned()
}

/// Says that the board doesn't tell what is asked of some places.
pub(super) fn cannot_say(places: &[&str]) -> Text {
    Text::plain(format!("I can't say that of {}. This is the board:", series(places)))
}

/// Says what a match is played with, of the variation that was agreed.
pub(super) fn played_with(variation: Option<&str>) -> String {
    variation.map_or_else(|| "This match is the usual game.".to_owned(), this_match)
}

/// Says what was agreed, below an answer from the rules.
pub(super) fn this_match(variation: &str) -> String {
    format!("This match is played with: {variation}.")
}

/// Says what a command does, and how to say it: whole if it could have been carried out.
pub(super) fn what_it_does(spec: &CommandSpec, said: Option<&Command>) -> Text {
    let CommandSpec { name, says, .. } = spec;
    let how = match said {
        Some(said) => format!("Nothing was done. To do it, say `{said}`."),
        None => format!("Nothing was done. More: `{}`.", say!(Help { command: *name })),
    };
    span![Text::strong(*name), ": ", Text::sentence(sentence(*says)), " ", Text::sentence(how)]
}

/// Says what an action would do; `tells` is empty if nobody may know.
pub(super) fn what_would_happen(written: &str, tells: &[String], over: bool) -> Text {
    let would = match tells {
        [] => "That's legal now; what happens shows when you do it.".to_owned(),
        tells => tells.join(" "),
    };
    let over = if over { " That would end the match." } else { "" };
    span![
        "If you play ",
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

/// A button that asks a question.
pub(super) fn question_button(asked: QuestionLine) -> Choice {
    Choice::new(sentence_case(&asked.to_string()), asked)
}

/// Says that nothing is known about a question, and offers the nearest: `questions` if there are any, else `topics`.
pub(super) fn cannot_answer(
    said: &str,
    topics: Vec<Command>,
    questions: Vec<QuestionLine>,
) -> Refusal {
    let said = short(said);
    let help = [say!(Help), say!(Rules)];
    let topics: Vec<Command> = topics.into_iter().chain(help).take(2).collect();
    let codes =
        |lines: Vec<String>| lines.iter().map(|line| format!("`{line}`")).collect::<Vec<_>>();
    let questions: Vec<String> = questions.iter().map(ToString::to_string).collect();
    let topics: Vec<String> = topics.iter().map(ToString::to_string).collect();
    let nearest = if questions.is_empty() {
        format!("The nearest I know: {}.", series(&codes(topics.clone())))
    } else {
        format!("Do you mean {}", codes(questions.clone()).join(" or "))
    };
    let says = format!("I can't answer `{said}?`. {nearest}");
    Refusal::unreadable(says).instead(questions.into_iter().chain(topics))
}

pub(crate) fn on_rank(number: impl std::fmt::Display) -> String {
    format!("on rank {number}")
}

pub(crate) fn on_file(letter: char) -> String {
    format!("on file {letter}")
}
