//! Checks what a scenario expects.
use super::{
    ScenarioGame,
    line::{Ended, Expect, refused},
    playing::{Playing, listed},
};
use crate::{
    scene,
    seat::{Seat, Viewer},
};

/// Compares an expectation with the match.
///
/// # Errors
/// When they differ: says both.
pub(super) fn look<R: ScenarioGame>(
    playing: &mut Playing<R>,
    expected: &Expect<'_>,
) -> Result<(), String> {
    match expected {
        Expect::Part { part, value } => {
            let seen = playing.table().probe(part).map_err(|it| refused(&it))?;
            same(&format!("{part} = {value}"), &format!("{part} = {seen}"))
        }
        Expect::Waits(seats) => {
            let owing = |seat: &Seat| playing.prompts().iter().any(|it| it.seat == *seat);
            let seen: Vec<Seat> = Seat::BOTH.into_iter().filter(owing).collect();
            same(&who(seats, playing.sides()), &who(&seen, playing.sides()))
        }
        Expect::Ask(part) => {
            let asks: Vec<String> = playing.prompts().into_iter().map(|it| it.ask).collect();
            let held = |part: &str| some_line("a prompt", &asks, part, true);
            held(part).or_else(|missing| {
                let now =
                    FORMER.iter().any(|former| held(&in_words_of_today(part, former)).is_ok());
                now.then_some(()).ok_or(missing)
            })
        }
        Expect::Choices { of, all } => {
            let mut seen = choices(playing, *of)?;
            let mut all: Vec<&str> = all.clone();
            seen.sort();
            all.sort_unstable();
            same(&listed(&all), &listed(&seen))
        }
        Expect::Choice { of, words, there } => {
            let seen = choices(playing, *of)?;
            if seen.iter().any(|it| it == words) == *there {
                return Ok(());
            }
            let how = if *there { "the" } else { "no" };
            Err(format!("expected {how} choice {words}; the choices are {}", listed(&seen)))
        }
        Expect::Count { of, count } => {
            let seen = choices(playing, *of)?;
            same(&format!("{count} choices"), &format!("{} choices", seen.len()))
                .map_err(|says| format!("{says}: {}", listed(&seen)))
        }
        Expect::Told { to, part, there } => {
            let told = playing.table().told(playing.observer(*to));
            some_line("a line told", &told, part, *there)
        }
        Expect::Said { part, there } => {
            let scene = playing.table().show(playing.observer(Viewer::Room));
            some_line("a picture told as", &[scene::words(&scene)], part, *there)
        }
        Expect::Outcome(ended) => {
            let (seen, _) = playing.outcome();
            same(&how(*ended, playing.sides()), &how(seen, playing.sides()))
        }
        Expect::Why(part) => {
            let outcome = playing.outcome().1;
            let why = outcome.map(|outcome| playing.table().why(&outcome.why)).transpose()?;
            some_line("an end because", &Vec::from_iter(why), part, true)
        }
        Expect::Written(words) => match playing.written() {
            Some(seen) => same(words, seen),
            None => Err(format!("expected {words}; saw no step")),
        },
        Expect::NoChanceLeft => {
            let left = listed(playing.throws());
            // Reported once: the end of the scenario needn't repeat it.
            playing.take_throws();
            same("throws left: none", &format!("throws left: {left}"))
        }
    }
}

/// Returns the choices of the side named, or else of the one that owes a decision.
fn choices<R: ScenarioGame>(playing: &Playing<R>, of: Option<Seat>) -> Result<Vec<String>, String> {
    let of = match (of, playing.prompts().as_slice()) {
        (Some(seat), _) => seat,
        (None, []) => return Ok(Vec::new()),
        (None, [one, rest @ ..]) if rest.iter().all(|it| it.seat == one.seat) => one.seat,
        (None, _) => {
            return Err("both sides owe a decision: name one, as in `expect count first: 3`".into());
        }
    };
    Ok(playing.menu(of).listed)
}

fn same(expected: &str, seen: &str) -> Result<(), String> {
    if expected == seen { Ok(()) } else { Err(format!("expected {expected}; saw {seen}")) }
}

/// Words that prompts had at one time, and what they say instead.
type Former = &'static [(&'static str, &'static str)];

const FORMER: [Former; 2] = [
    &[
        ("re-place checkers", "rearrange your checkers"),
        (" or roll chess", ", or roll the Chess die"),
    ],
    &[
        ("roll chess", "roll Chess"),
        ("or risk", "or RISK"),
        ("or numbers", "or Numbers"),
        ("on offense after the steal, ball", "you stole the ball"),
        ("on offense, ball", "you have the ball"),
        ("on defense, ball", "they have the ball"),
        ("say ready", "choose Ready"),
        ("take a formation", "choose a formation"),
        ("say who", "choose who"),
        ("say where", "choose where"),
        ("name who", "choose who"),
    ],
];

/// Rewords a part of a prompt as it was before, so that scenarios that were written then still hold.
fn in_words_of_today(part: &str, former: Former) -> String {
    former.iter().fold(part.to_owned(), |part, (before, now)| part.replace(before, now))
}

fn some_line(what: &str, lines: &[String], part: &str, there: bool) -> Result<(), String> {
    if lines.iter().any(|it| it.contains(part)) == there {
        return Ok(());
    }
    let with = if there { "with" } else { "nowhere" };
    let seen = match lines {
        [] => "nothing".to_owned(),
        lines => format!("`{}`", lines.join("` `")),
    };
    Err(format!("expected {what} {with} `{part}`; saw {seen}"))
}

fn who(seats: &[Seat], sides: [&str; 2]) -> String {
    let names: Vec<&str> = seats.iter().map(|seat| sides[seat.index()]).collect();
    format!("waiting for: {}", listed(&names))
}

fn how(ended: Ended, sides: [&str; 2]) -> String {
    match ended {
        Ended::Won(seat) => format!("{} to have won", sides[seat.index()]),
        Ended::Draw => "a draw".to_owned(),
        Ended::Running => "a match that is not over".to_owned(),
        Ended::Aborted => "a match called off".to_owned(),
    }
}
