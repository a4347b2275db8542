//! Reads the lines of a scenario.
use super::ScenarioGame;
use crate::{
    quote::short,
    refusal::{Code, Refusal},
    seat::{Seat, Viewer},
};

/// What one line below `game` asks for.
pub(super) enum ScenarioLine<'a> {
    Title,
    /// The throws of the opening.
    Opening(Vec<&'a str>),
    Setup(&'a str),
    Chance(Vec<&'a str>),
    Say {
        seat: Seat,
        words: &'a str,
    },
    /// Words that must be refused.
    Refuse {
        code: Code,
        seat: Seat,
        words: &'a str,
    },
    Says(&'a str),
    Instead(Vec<&'a str>),
    /// Words that a learner may say and that miss the goal.
    Try {
        seat: Seat,
        words: &'a str,
    },
    /// What a learner has to reach.
    Goal(&'a str),
    Hint(&'a str),
    /// What a learner is told about the line above.
    Comment(&'a str),
    Save,
    Expect(Expect<'a>),
}

/// What must hold now. `there` is false for what must not.
pub(super) enum Expect<'a> {
    Part { part: &'a str, value: &'a str },
    Waits(Vec<Seat>),
    Ask(&'a str),
    Choices { of: Option<Seat>, all: Vec<&'a str> },
    Choice { of: Option<Seat>, words: &'a str, there: bool },
    Count { of: Option<Seat>, count: usize },
    Told { to: Viewer, part: &'a str, there: bool },
    Said { part: &'a str, there: bool },
    Outcome(Ended),
    Why(&'a str),
    Written(&'a str),
    NoChanceLeft,
}

/// How the match stands, as far as a scenario names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Won(Seat),
    Draw,
    Running,
    Aborted,
}

/// Cuts off a comment: `#` at the beginning of a line or after a blank, and what follows.
pub(super) fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() {
            return line[..at].trim();
        }
        before = letter;
    }
    line.trim()
}

/// Reads the first line: the game, and the settings as they were typed.
pub(super) fn read_game<R: ScenarioGame>(line: &str) -> Result<(R, &str), String> {
    let (word, rest) = word(line);
    let (name, settings) = self::word(rest);
    if word != "game" {
        return Err(format!("the first line must be `game <name>`, not `{}`", short(line)));
    }
    let rules = R::named(name).ok_or_else(|| format!("there is no game `{}`", short(name)))?;
    Ok((rules, settings))
}

/// Tells whether a line may stand before the opening.
pub(super) fn is_head(line: &str) -> bool {
    ["title", "opening"].contains(&word(line).0)
}

/// Reads any line but the first.
pub(super) fn read<'a>(line: &'a str, sides: [&str; 2]) -> Result<ScenarioLine<'a>, String> {
    let (key, rest) = word(line);
    let read = match key {
        "game" => return Err("a scenario holds one match: `game` stands only at the top".into()),
        "title" => ScenarioLine::Title,
        "opening" => ScenarioLine::Opening(words(rest)?),
        "setup" => ScenarioLine::Setup(some(rest)?),
        "chance" => ScenarioLine::Chance(words(rest)?),
        "refuse" => {
            let (code, rest) = word(rest);
            let code =
                Code::ALL.into_iter().find(|known| known.name() == code).ok_or_else(|| {
                    let all = Code::ALL.map(Code::name).join(", ");
                    format!("there is no code `{}`; the codes are {all}", short(code))
                })?;
            let (seat, words) = said(rest, sides)
                .ok_or_else(|| format!("expected `refuse {} <side>: <words>`", code.name()))?;
            ScenarioLine::Refuse { code, seat, words }
        }
        "says" => ScenarioLine::Says(text(rest)?),
        "instead" => ScenarioLine::Instead(list(rest)?),
        "try" => {
            let (seat, words) =
                said(rest, sides).ok_or_else(|| "expected `try <side>: <words>`".to_owned())?;
            ScenarioLine::Try { seat, words }
        }
        "goal" => ScenarioLine::Goal(some(rest)?),
        "hint" => ScenarioLine::Hint(some(rest)?),
        "comment" => ScenarioLine::Comment(some(rest)?),
        "save" if rest.is_empty() => ScenarioLine::Save,
        "expect" => ScenarioLine::Expect(read_expect(rest, sides)?),
        _ => match said(line, sides) {
            Some((seat, words)) => ScenarioLine::Say { seat, words },
            None => return Err(format!("this line can't be read: `{}`", short(line))),
        },
    };
    Ok(read)
}

fn read_expect<'a>(line: &'a str, sides: [&str; 2]) -> Result<Expect<'a>, String> {
    let (key, rest) = word(line);
    if rest.starts_with('=') {
        return part(line);
    }
    let (second, after) = word(rest);
    let read = match key {
        "waits" if rest == "nobody" => Expect::Waits(Vec::new()),
        "waits" => {
            let seat = |name| seat(name, sides).ok_or_else(|| no_side(name, sides));
            let mut seats = words(rest)?.into_iter().map(seat).collect::<Result<Vec<_>, _>>()?;
            seats.sort();
            seats.dedup();
            Expect::Waits(seats)
        }
        "ask" => Expect::Ask(text(rest)?),
        "choices" => {
            let (of, rest) = of(rest, sides)?;
            let all = if rest == "none" { Vec::new() } else { list(rest)? };
            Expect::Choices { of, all }
        }
        "choice" => choice(rest, sides, true)?,
        "no" if second == "choice" => choice(after, sides, false)?,
        // With `=` behind more words it is a part of the position: `count south = 9`.
        "count" if !rest.contains('=') => {
            let (of, rest) = of(rest, sides)?;
            let count = rest.parse().map_err(|_| format!("`{}` is not a number", short(rest)))?;
            Expect::Count { of, count }
        }
        "told" => told(rest, sides, true)?,
        "not" if second == "told" => told(after, sides, false)?,
        "said" => Expect::Said { part: text(rest)?, there: true },
        "not" if second == "said" => Expect::Said { part: text(after)?, there: false },
        "outcome" => Expect::Outcome(match rest {
            "draw" => Ended::Draw,
            "none" => Ended::Running,
            "aborted" => Ended::Aborted,
            side => Ended::Won(seat(side, sides).ok_or_else(|| no_side(side, sides))?),
        }),
        "why" => Expect::Why(text(rest)?),
        "written" => Expect::Written(some(rest)?),
        "chance" if rest == "none" => Expect::NoChanceLeft,
        _ => return part(line),
    };
    Ok(read)
}

fn part(line: &str) -> Result<Expect<'_>, String> {
    let Some((part, value)) = line.split_once('=') else {
        return Err(format!("nothing can be expected in these words: `{}`", short(line)));
    };
    Ok(Expect::Part { part: some(part.trim())?, value: some(value.trim())? })
}

fn choice<'a>(rest: &'a str, sides: [&str; 2], there: bool) -> Result<Expect<'a>, String> {
    let (of, words) = of(rest, sides)?;
    Ok(Expect::Choice { of, words: some(words)?, there })
}

fn told<'a>(rest: &'a str, sides: [&str; 2], there: bool) -> Result<Expect<'a>, String> {
    let (first, after) = word(rest);
    Ok(match seat(first, sides) {
        Some(seat) => Expect::Told { to: Viewer::Seat(seat), part: text(after)?, there },
        None => Expect::Told { to: Viewer::Room, part: text(rest)?, there },
    })
}

/// Splits off the first word.
fn word(line: &str) -> (&str, &str) {
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    }
}

fn words(rest: &str) -> Result<Vec<&str>, String> {
    Ok(some(rest)?.split_whitespace().collect())
}

/// Splits a list at its commas.
fn list(rest: &str) -> Result<Vec<&str>, String> {
    rest.split(',').map(|part| some(part.trim())).collect()
}

/// Reads a part of a sentence, without quotation marks around it.
fn text(rest: &str) -> Result<&str, String> {
    let inner = rest.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    some(inner.unwrap_or(rest))
}

fn some(rest: &str) -> Result<&str, String> {
    if rest.is_empty() { Err("something is missing on this line".to_owned()) } else { Ok(rest) }
}

/// Reads `black: words`.
fn said<'a>(line: &'a str, sides: [&str; 2]) -> Option<(Seat, &'a str)> {
    let (side, words) = line.split_once(':')?;
    Some((seat(side.trim(), sides)?, words.trim()))
}

/// Splits off `black:` if a side is named. A single word of letters before a colon is meant as one.
fn of<'a>(rest: &'a str, sides: [&str; 2]) -> Result<(Option<Seat>, &'a str), String> {
    if let Some((seat, rest)) = said(rest, sides) {
        return Ok((Some(seat), rest));
    }
    match rest.split_once(':') {
        Some((name, _)) if !name.is_empty() && name.chars().all(char::is_alphabetic) => {
            Err(no_side(name, sides))
        }
        _ => Ok((None, rest)),
    }
}

/// Reads a side's name in lower case, `first` or `second`.
fn seat(name: &str, sides: [&str; 2]) -> Option<Seat> {
    let side = |seat: &Seat| sides[seat.index()].to_lowercase() == name;
    Seat::BOTH.into_iter().find(side).or_else(|| Seat::named(name))
}

fn no_side(name: &str, sides: [&str; 2]) -> String {
    let [first, second] = sides.map(str::to_lowercase);
    format!("there is no side `{}`; the sides are {first} and {second}", short(name))
}

/// Says how something was refused.
pub(super) fn refused(refusal: &Refusal) -> String {
    let Refusal { code, says, instead } = refusal;
    let instead = match instead.as_slice() {
        [] => String::new(),
        instead => format!(" (instead: {})", instead.join(", ")),
    };
    format!("refused as {}: {says}{instead}", code.name())
}
