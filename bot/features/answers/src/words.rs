//! Answers to questions, in sentences.
use command::{
    Command, CommandSpec, QuestionLine, say,
    verbs::{Answer, DrawWord},
};
use engine::{
    mind::Level,
    quote::{sentence, sentence_case, series, short},
    refusal::Refusal,
    scene::Count,
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

/// Whose something is.
pub(super) enum Owner {
    You,
    Named(String),
}

pub(super) fn your_turn(ask: &str) -> String {
    format!("It's your turn: {ask}.")
}

pub(super) fn turn_of(name: &str, ask: &str) -> String {
    format!("It's {name}'s turn: {ask}.")
}

pub(super) fn is_paused() -> String {
    "The match is paused.".to_owned()
}

fn codes(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
    series(&lines)
}

pub(super) fn must_capture(listed: &[String]) -> String {
    format!("You must capture: {}.", codes(listed))
}

pub(super) fn nothing_stops_you(listed: &[String]) -> String {
    match listed {
        [] => "Nothing stops you.".to_owned(),
        listed => format!("Nothing stops you: for example {}.", codes(listed)),
    }
}

pub(super) fn was_refused(typed: &str, why: &str) -> String {
    format!("`{typed}` can't be played: {}", why.trim_start())
}

/// Says of a door whether the next turn can open it.
pub(super) fn door(at: &str, colour: &str, knob: &str, clicks: u8) -> String {
    match clicks {
        1 => format!(
            "The door on {at} is closed, and one click of {knob} opens it: that can happen as soon as the wheel \
             shows {colour}."
        ),
        _ => format!(
            "The door on {at} is closed and can't open next turn: {knob} would need two clicks."
        ),
    }
}

/// Says that a piece can go to a square, and what the other side could do then.
pub(super) fn can_go_there(typed: &str, then: Option<&str>) -> String {
    match then {
        Some(then) => format!("`{typed}` goes there. {then}"),
        None => format!("`{typed}` goes there."),
    }
}

pub(super) fn can_do(what: &str, listed: &[String]) -> String {
    format!("You can {what} now, for example {}.", codes(listed))
}

pub(super) fn cannot_do(what: &str) -> String {
    format!("You can't {what} now: none of your choices does.")
}

pub(super) fn can_go(at: &str, listed: &[String]) -> String {
    format!("{at} can move: {}.", codes(listed))
}

/// Says why a piece can't move: what stands there, and what the rules say.
pub(super) fn cannot_move(at: &str, standing: &str, why: &[String]) -> String {
    let standing = if standing.is_empty() { "nothing" } else { standing };
    let why: Vec<String> = why.iter().map(|it| sentence_case(it)).collect();
    format!("On {at}: {standing}. {}", why.join(" "))
}

pub(super) fn nothing_to_capture() -> String {
    "You can't capture anything now.".to_owned()
}

pub(super) fn you_can_capture(listed: &[String]) -> String {
    format!("You can capture: {}.", codes(listed))
}

/// Says what the other side can capture after a move that is asked about.
pub(super) fn then_captures(name: &str, listed: &[String]) -> String {
    match listed {
        [] => format!("Then {name} can capture nothing at once."),
        listed => format!("Then {name} can capture: {}.", codes(listed)),
    }
}

pub(super) fn not_known_yet(name: &str) -> String {
    format!("What {name} can capture depends on how your turn ends.")
}

pub(super) fn threatens_nothing(name: &str) -> String {
    format!("As things stand, {name} can capture nothing next turn.")
}

pub(super) fn threatens(name: &str, listed: &[String]) -> String {
    format!("If you don't prevent it, {name} can capture next turn: {}.", codes(listed))
}

pub(super) fn is_safe(name: &str, at: &str) -> String {
    format!("{name} can't capture your piece on {at} next turn, whatever you play.")
}

pub(super) fn is_safe_unless_opened(name: &str, at: &str) -> String {
    format!(
        "As things stand, {name} can't capture your piece on {at} next turn; some moves of yours would \
         let it happen."
    )
}

pub(super) fn is_threatened(name: &str, at: &str, by: &str) -> String {
    format!(
        "{name} can capture your piece on {at} next turn: `{by}`. Some moves of yours prevent it."
    )
}

pub(super) fn is_lost(name: &str, at: &str, by: &str) -> String {
    format!("If it stays on {at}, {name} can capture it next turn, whatever you play: `{by}`.")
}

/// Says why a piece can't be captured by one beside it.
pub(super) fn nothing_behind(from: &str, target: &str) -> String {
    format!(
        "{from} can't capture {target}: a capture ends on the square behind, and behind {target} the board \
         ends."
    )
}

pub(super) fn taken_behind(from: &str, target: &str, behind: &str) -> String {
    format!("{from} can't capture {target}: the square behind it, {behind}, isn't empty.")
}

pub(super) fn not_beside(from: &str, target: &str) -> String {
    format!("{from} can't capture {target} now: it doesn't stand beside it.")
}

pub(super) fn nobody_beside(target: &str) -> String {
    format!("You can't capture {target} now: no piece of yours stands beside it.")
}

pub(super) fn can_capture_nothing(name: &str) -> String {
    format!("{name} can't capture anything now.")
}

pub(super) fn can_capture(name: &str, listed: &[String]) -> String {
    format!("{name} can capture: {}.", codes(listed))
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

pub(super) fn plays(done: u32, of: u32) -> String {
    format!("{done} of {of} plays are over.")
}

/// Says how many cards can still be drawn, and how many lie on the used pile.
pub(super) fn pile(left: u32, used: u32) -> String {
    let are = if left == 1 { "card is" } else { "cards are" };
    format!("{left} {are} left in the pile, and {used} used.")
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

/// Lists what a side has: `Ann: 12 men, 1 king.`
pub(super) fn has(name: &str, counts: &[(Count, u32)]) -> String {
    let each: Vec<String> = counts
        .iter()
        .enumerate()
        .filter(|(nth, (_, count))| *nth == 0 || 0 < *count)
        .map(|(_, (what, count))| counted(*what, *count))
        .collect();
    format!("{name}: {}.", each.join(", "))
}

fn counted(what: Count, count: u32) -> String {
    let name = what.name();
    let one = match what {
        Count::Men => "man",
        Count::Captured | Count::Fallen | Count::Off | Count::Pool => {
            return format!("{count} {name}");
        }
        Count::Kings | Count::Goals | Count::Pawns | Count::Emperors => name.trim_end_matches('s'),
    };
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {name}"),
    }
}

pub(super) fn steps(count: u32, over: bool) -> String {
    let steps = if count == 1 { "step" } else { "steps" };
    format!("{count} {steps} {}.", if over { "in all" } else { "so far" })
}

/// Names the coin of a side that is nearest to the ball; the way is in thousandths of an inch, from middle to middle.
pub(super) fn nearest(coin: &str, way: i32) -> String {
    format!("{coin} is nearest to the ball, {:.1} inches away.", f64::from(way) / 1000.0)
}

pub(super) fn goes_on() -> String {
    "The match isn't over.".to_owned()
}

pub(super) fn level_score() -> String {
    "The score is level.".to_owned()
}

pub(super) fn level_pieces() -> String {
    "Both have the same number of pieces.".to_owned()
}

pub(super) fn leads(name: &str, by: u32) -> String {
    format!("{name} leads by {by}.")
}

pub(super) fn has_more(name: &str, by: u32) -> String {
    format!("{name} has {by} more {}.", if by == 1 { "piece" } else { "pieces" })
}

pub(super) fn kings(of: &Owner, squares: &[String]) -> String {
    match (of, squares) {
        (Owner::You, []) => "You have no kings.".to_owned(),
        (Owner::Named(name), []) => format!("{name} has no kings."),
        (Owner::You, squares) => format!("Your kings: {}.", squares.join(", ")),
        (Owner::Named(name), squares) => format!("{name}'s kings: {}.", squares.join(", ")),
    }
}

pub(super) fn around(at: &str, all: &[String]) -> String {
    match all {
        [] => format!("All squares around {at} are empty."),
        all => format!("Around {at}: {}. Nothing else.", all.join("; ")),
    }
}

pub(super) fn rank(number: u8, all: &[String]) -> String {
    match all {
        [] => format!("Rank {number} is empty."),
        all => format!("Rank {number}: {}.", all.join("; ")),
    }
}

pub(super) fn file(letter: char, all: &[String]) -> String {
    match all {
        [] => format!("File {letter} is empty."),
        all => format!("File {letter}: {}.", all.join("; ")),
    }
}

/// Lists what a side has, each with its square.
pub(super) fn pieces(of: &Owner, all: &[String]) -> String {
    match (of, all) {
        (Owner::You, []) => "You have no pieces on the board.".to_owned(),
        (Owner::Named(name), []) => format!("{name} has no pieces on the board."),
        (Owner::You, all) => format!("Yours: {}.", all.join(", ")),
        (Owner::Named(name), all) => format!("{name}'s: {}.", all.join(", ")),
    }
}

pub(super) fn stands(at: &str, what: &str) -> String {
    match what {
        "" => format!("{at} is empty."),
        what => format!("On {at}: {what}."),
    }
}

pub(super) fn you_play(side: &str, other: &str) -> String {
    format!("You play {side} against {other}.")
}

pub(super) fn play_each_other([first, second]: &[String; 2]) -> String {
    format!("{first} plays against {second}.")
}

pub(super) fn is_rated(of: MatchId, rated: bool) -> String {
    match rated {
        true => format!("Match #{of} is rated: its result changes both ratings."),
        false => format!("Match #{of} isn't rated: no rating changes."),
    }
}

pub(super) fn no_card() -> String {
    "No card lies face up.".to_owned()
}

pub(super) fn card(name: &str, effect: &str) -> String {
    format!("{name}: {effect}")
}

pub(super) fn no_advice() -> String {
    format!(
        "In a rated match I give facts and rules, never advice. `{}` lists what you can do.",
        say!(Moves)
    )
}

/// Says where an answer stands.
pub(super) fn from_topic(title: &str, topic: &str) -> String {
    format!("{title}: {topic}")
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

/// Says that nothing is known about a question; `nearest` are the nearest topics, and `questions` the nearest that are known.
pub(super) fn cannot_answer(
    said: &str,
    nearest: Vec<Command>,
    questions: Vec<QuestionLine>,
) -> Refusal {
    let said = short(said);
    let help = [say!(Help), say!(Rules)];
    let nearest: Vec<Command> = nearest.into_iter().chain(help).take(2).collect();
    let lines: Vec<String> = nearest.iter().map(|line| format!("`{line}`")).collect();
    let says = format!("I can't answer `{said}?`. The nearest I know: {}.", series(&lines));
    let questions = questions.iter().map(ToString::to_string);
    let nearest = nearest.iter().map(ToString::to_string);
    Refusal::unreadable(says).instead(questions.chain(nearest))
}
