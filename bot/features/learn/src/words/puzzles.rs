//! Texts about puzzles.
use command::{Command, say, verbs::Order};
use content::puzzles::{self, Puzzle};
use engine::{
    games::GameId,
    mind::Outlook,
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{glicko::Rating, reply::Choice, span, text::Text, time::duration};
use service::words::{
    at_hour,
    outlook::{action_named, gains, then_probably},
};

use super::super::{
    commands,
    room_puzzle::RoomSolver,
    rows::{DailyPuzzle, PuzzleSolvers},
};

/// The word by which a room gets puzzles.
pub(crate) const ORDER: Order = Order::Of("puzzle");

pub(crate) const BACK_TO_PUZZLE: &str = "Back to the puzzle";
pub(crate) const SHOW_SOLUTION: &str = "Show the solution";

// Lines to send.

pub(crate) fn puzzle_game_line(game: GameId) -> Command {
    say!(commands::Puzzle { game })
}

pub(crate) fn puzzle_line(game: GameId, name: &str) -> Command {
    say!(commands::Puzzle { game, words: name })
}

/// Returns what the controls of a puzzle send before their own words.
pub(crate) fn line_of(puzzle: &Puzzle) -> Command {
    if puzzle.is_own() {
        say!(commands::Puzzle { words: format!("mine {}", puzzle.name) })
    } else {
        puzzle_line(puzzle.game, &puzzle.name)
    }
}

// A puzzle.

pub(crate) fn puzzle_title(game: GameId, name: &str, rating: Option<&Rating>) -> Text {
    Text::strong(format!("{game}, puzzle {name}{}", rated(rating)))
}

/// Says how hard a puzzle is, once anyone has tried it.
fn rated(rating: Option<&Rating>) -> String {
    rating.map_or(String::new(), |rating| format!(", rated {:.0}", rating.rating))
}

/// Asks for the best choice; `counts` tells whether an answer counts for the ratings.
pub(crate) fn puzzle_goal(game: GameId, seat: Seat, counts: bool) -> Text {
    let side = game.sides()[seat.index()];
    let counts = if counts { " Your first answer counts." } else { "" };
    Text::sentence(format!("Find the best choice for {side}.{counts}"))
}

/// For people who name a puzzle by its number before they were shown it.
pub(crate) fn chosen() -> Text {
    Text::sentence(format!(
        "Everybody can look up a puzzle by its number, so this one changes neither your rating nor \
         your days in a row. Those that I choose do: `{}`.",
        say!(commands::Puzzle { words: "next" })
    ))
}

/// Tells whether a word is written as the number of a puzzle: `117.23`.
pub(crate) fn is_number(word: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    word.split_once('.').is_some_and(|(of, step)| is_digits(of) && is_digits(step))
}

pub(crate) fn puzzle_right(answer: &Outlook, puzzle: &Puzzle) -> Text {
    span![Text::strong("Right!"), " ", action_named(answer), why(answer, puzzle)]
}

/// Accepts an answer that came near enough to the solution.
pub(crate) fn puzzle_near(answer: &Outlook, solution: &Outlook, puzzle: &Puzzle) -> Text {
    span![
        Text::strong("Right!"),
        " ",
        action_named(answer),
        " comes near enough. ",
        action_named(solution),
        why(solution, puzzle)
    ]
}

pub(crate) fn puzzle_solution(solution: &Outlook, puzzle: &Puzzle) -> Text {
    span!["The solution is ", action_named(solution), why(solution, puzzle)]
}

/// Says how much better the solution is, what it gains, and what follows.
fn why(solution: &Outlook, puzzle: &Puzzle) -> Text {
    let told = solution.says.is_some() && 0 <= solution.net;
    let better = match puzzle.chances {
        [100, 0] if told => ".".to_owned(),
        [100, 0] => ": it scores.".to_owned(),
        [best, next] => {
            format!(": it wins about {best}% of the time, the next best choice {next}%.")
        }
    };
    if told { span![better, followed(puzzle.game, solution)] } else { Text::plain(better) }
}

/// Says what a choice brings, and by which moves.
fn followed(game: GameId, outlook: &Outlook) -> Text {
    span![gains(outlook), then_probably(game, outlook)]
}

pub(crate) fn puzzle_wrong(game: GameId, told: &[String], answer: &Outlook) -> Text {
    let told = match told {
        [] => span![" You tried ", action_named(answer), "."],
        told => Text::plain(format!(" {}", told.join(" "))),
    };
    let loses = match answer.net {
        ..0 => followed(game, answer),
        _ => Text::plain(""),
    };
    span![Text::strong("Not the best."), told, loses, " Try again, or look at the solution."]
}

/// Says what the first answer did to the ratings, and how many days in a row a puzzle was solved.
pub(crate) fn puzzle_ratings(ratings: Option<[f64; 2]>, days: u32) -> Option<Text> {
    let rating = ratings
        .map(|[before, after]| format!("Your puzzle rating: {after:.0} ({:+.0}).", after - before));
    let days = (1 < days).then(|| format!("{days} days in a row."));
    let all: Vec<String> = rating.into_iter().chain(days).collect();
    (!all.is_empty()).then(|| Text::plain(all.join(" ")))
}

/// How many must have answered a puzzle before it is said how they did.
const ENOUGH: u32 = 3;

/// Says how many solved a puzzle, and how long half of them took.
pub(crate) fn others_solved(solvers: &PuzzleSolvers) -> Option<Text> {
    let PuzzleSolvers { answered, solved, median } = *solvers;
    let half = median.map_or(String::new(), |median| match median {
        ..60 => format!(", half of them within {median} s"),
        _ => format!(", half of them within {}", duration(median)),
    });
    (ENOUGH <= answered)
        .then(|| Text::plain(format!("{solved} of {answered} people solved it{half}.")))
}

/// For people who look at the solution before they answer.
pub(crate) fn not_rated() -> Text {
    Text::sentence("You looked before you answered, so this puzzle doesn't change your rating.")
}

pub(crate) fn next_puzzle(game: GameId) -> Choice {
    Choice::new("Next puzzle", say!(commands::Puzzle { game, words: "next" }))
}

pub(crate) fn puzzle_closed() -> Text {
    Text::sentence(format!("The puzzle is closed. `{}` gives another one.", say!(commands::Puzzle)))
}

// The puzzle of the day.

/// Asks a room for the best choice, and says who of it found it. `solved` counts them all. `last` is
/// the puzzle before, with how many people have tried and solved it anywhere.
pub(crate) fn puzzle_of_the_day(
    (game, seat, rating): (GameId, Seat, Option<&Rating>),
    streak: u32,
    named: &[RoomSolver],
    solved: usize,
    last: Option<(&Puzzle, PuzzleSolvers)>,
) -> Text {
    let side = game.sides()[seat.index()];
    let title = Text::strong(format!("Puzzle of the day: {game}{}", rated(rating)));
    let says = format!(
        "What is the best choice for {side}? `{}` takes your answer in private.",
        say!(commands::Puzzle { words: "today" })
    );
    let mut lines = vec![title, Text::sentence(says)];
    lines.extend(
        (1 < streak).then(|| {
            Text::plain(format!("This room has solved its puzzle {streak} days in a row."))
        }),
    );
    let people = if solved == 1 { "1 person".to_owned() } else { format!("{solved} people") };
    lines.extend(match (solved, named) {
        (0, _) => None,
        (_, []) => Some(Text::plain(format!("Solved today by {people}."))),
        _ => Some(Text::plain(format!("Solved today by {people}:"))),
    });
    if !named.is_empty() {
        lines.push(Text::List(named.iter().map(solver_line).collect()));
        let more = solved.saturating_sub(named.len());
        lines.extend((0 < more).then(|| Text::plain(format!("and {more} more"))));
    }
    lines.extend(last.map(|(last, counts)| yesterday(last, counts)));
    Text::Lines(lines)
}

/// Says how somebody solved a puzzle, without the solution: `Ann: first try, 2 minutes, 5 days in a row`.
fn solver_line(solver: &RoomSolver) -> Text {
    let RoomSolver { name, tries, took, days } = solver;
    let tries = if *tries == 1 { "first try".to_owned() } else { format!("{tries} tries") };
    // No time at all is the same second.
    let took = duration((*took).max(1));
    let days = if 1 < *days { format!(", {days} days in a row") } else { String::new() };
    Text::plain(format!("{name}: {tries}, {took}{days}"))
}

pub(crate) fn try_it(game: GameId, name: &str) -> Choice {
    Choice::new("Try it", puzzle_line(game, name))
}

/// Makes a button that plays a solution in the picture.
pub(crate) fn last_solution(puzzle: &Puzzle) -> Choice {
    let words = format!("{} solution", puzzle.name);
    Choice::new("The last solution", say!(commands::Puzzle { game: puzzle.game, words }))
}

fn yesterday(puzzle: &Puzzle, solvers: PuzzleSolvers) -> Text {
    let PuzzleSolvers { answered, solved, median: _ } = solvers;
    let count = match answered {
        0 => String::new(),
        tried => format!(" Solved by {solved} of {tried}."),
    };
    let said = match puzzle.outlook(&puzzle.solution) {
        Ok(solution) => span![action_named(&solution), why(&solution, puzzle)],
        Err(_) => Text::code(puzzle.solution.as_str()),
    };
    span![Text::strong("The last puzzle:"), " ", said, Text::plain(count)]
}

pub(crate) fn daily_settings(daily: Option<&DailyPuzzle>) -> Text {
    match daily {
        None => Text::sentence(format!(
            "This room gets no puzzle of the day. `{}` starts one.",
            say!(Admin { what: ORDER, value: "daily 18:00" })
        )),
        Some(DailyPuzzle { game, minute, zone, .. }) => {
            let of = game.map_or("a game in turn".to_owned(), |game| game.title().to_owned());
            let at = at_hour(*minute, zone);
            Text::sentence(format!(
                "This room gets a puzzle of {of} every day at {at}. `{}` \
                 ends it.",
                say!(Admin { what: ORDER, value: "off" })
            ))
        }
    }
}

/// Writes when a room gets its puzzles as it is typed.
pub(crate) fn daily_form_of(daily: &DailyPuzzle) -> String {
    let of = daily.game.map_or(String::new(), |game| format!(", {}", game.title()));
    format!("daily {}{of}", at_hour(daily.minute, &daily.zone))
}

pub(crate) fn to_try(puzzle: &Puzzle) -> Text {
    let says = say!(commands::Puzzle { game: puzzle.game, words: puzzle.name.as_str() });
    span![Text::strong("A puzzle to try:"), Text::sentence(format!(" `{says}`."))]
}

pub(crate) fn try_this(puzzle: &Puzzle) -> Choice {
    let says = say!(commands::Puzzle { game: puzzle.game, words: puzzle.name.as_str() });
    Choice::new("Try the puzzle", says)
}

pub(crate) fn streak(room: &str, days: u32) -> Text {
    Text::plain(format!("{room} has solved its puzzle of the day {days} days in a row."))
}

// Refusals.

pub(crate) fn no_puzzles(game: GameId) -> Refusal {
    Refusal::new(Code::Unknown, format!("{game} has no puzzles.")).instead([say!(commands::Puzzle)])
}

pub(crate) fn no_puzzles_named(said: &str) -> Refusal {
    let says = format!("There are no puzzles of `{}`.", short(said));
    Refusal::new(Code::Unknown, says)
        .instead([say!(Admin { what: ORDER, value: "daily 18:00 trapdoor" })])
}

pub(crate) fn no_puzzle_open() -> Refusal {
    Refusal::new(Code::NotNow, "You have no puzzle open.").instead([say!(commands::Puzzle)])
}

pub(crate) fn no_such_puzzle(game: GameId, said: &str) -> Refusal {
    let says = format!("{game} has no puzzle {}.", short(said));
    Refusal::new(Code::Unknown, says).instead([puzzle_game_line(game)])
}

pub(crate) fn other_puzzle_open(game: GameId, open: GameId) -> Refusal {
    let says = format!("The puzzle that you have open is one of {open}.");
    Refusal::new(Code::NotNow, says).instead([puzzle_game_line(game), say!(commands::Puzzle)])
}

/// For words that are no answer in the open puzzle, nor anything else that the command takes.
pub(crate) fn no_answer(puzzle: &Puzzle, said: &str) -> Refusal {
    let says = format!(
        "I don't understand `{}`. `{}` takes your answer, the name of a game, or one of the words \
         today, mine, next, moves, solution and close.",
        short(said),
        say!(commands::Puzzle)
    );
    let named = GameId::ALL.iter().filter(|game| puzzles::named(**game, said).is_some());
    let named = named.map(|game| puzzle_line(*game, said));
    let own = [line_of(puzzle).and("moves"), say!(commands::Puzzle { words: "next" })];
    Refusal::new(Code::Unreadable, says).instead(named.chain(own))
}

pub(crate) fn no_solution_yet() -> Refusal {
    let instead = ["moves", "solution"].map(|words| say!(commands::Puzzle { words }));
    Refusal::new(
        Code::NotNow,
        "I say why once you've solved your puzzle or looked at its solution.",
    )
    .instead(instead)
}

pub(crate) fn no_puzzle_hint() -> Refusal {
    let instead = ["moves", "solution"].map(|words| say!(commands::Puzzle { words }));
    Refusal::new(Code::NotNow, "Puzzles have no hints.").instead(instead)
}

pub(crate) fn no_daily_puzzle() -> Refusal {
    let says = "This room has no puzzle of the day.";
    Refusal::new(Code::NotNow, says).instead([say!(commands::Puzzle { words: "next" })])
}

pub(crate) fn all_puzzles_seen(game: GameId) -> Refusal {
    Refusal::new(Code::NotNow, format!("You've seen every puzzle of {game}."))
}

pub(crate) fn daily_form(said: &str) -> Refusal {
    let wants = "Say a time of day, and a game if you like.";
    let says = match said {
        "" => wants.to_owned(),
        said => format!("I can't use `{}`. {wants}", short(said)),
    };
    let instead = ["daily 18:00", "daily 18:00 trapdoor", "off"];
    let instead = instead.map(|value| say!(Admin { what: ORDER, value }));
    Refusal::new(Code::Unreadable, says).instead(instead)
}

pub(crate) fn puzzle_or_match() -> Refusal {
    let says = "That works in your puzzle and in a match. Which one do you mean?";
    Refusal::new(Code::Ambiguous, says)
}
