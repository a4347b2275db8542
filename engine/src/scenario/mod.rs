//! Matches as text, checked line by line: `tests/scenarios/README.md` explains the format.
mod expect;
mod lesson;
mod line;
mod playing;
#[cfg(test)]
mod tests;

pub use self::lesson::{Lesson, LessonAttempt, Task};
use self::{line::ScenarioLine, playing::Playing};
use crate::{
    chance::{Dice, StepKey},
    fair::Seed,
    games::GameId,
    refusal::Refusal,
    table::{Saved, Table},
};

/// The result of a scenario.
pub struct Report {
    /// How many expectations were checked, met or not.
    pub checks: u32,
    /// What was wrong, in the order of the lines; empty for a scenario that holds.
    pub failures: Vec<Mismatch>,
    /// The match as the last line left it; none when it couldn't be opened.
    pub table: Option<Box<dyn Table>>,
}

/// A failed expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the text, the first one 1.
    pub line: usize,
    /// What was expected and what was seen.
    pub says: String,
}

/// Plays a scenario and checks everything it expects; a failed expectation doesn't stop it.
///
/// An unreadable line, an unused throw and a text without expectations are also failures. In a text
/// with goals, so are what a lesson lacks and wrong answers that are right.
pub fn run(text: &str) -> Report {
    let mut report = run_by::<GameId>(text);
    report.failures.extend(lesson::check(text));
    report
}

/// What a scenario needs to know of its game before there is a table.
trait ScenarioGame: Copy {
    fn named(name: &str) -> Option<Self>;
    fn sides(self) -> [&'static str; 2];
    fn open(self, settings: &str, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal>;
    fn resume(self, saved: &Saved) -> Result<Box<dyn Table>, String>;
}

impl ScenarioGame for GameId {
    fn named(name: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|game| game.name() == name)
    }

    fn sides(self) -> [&'static str; 2] {
        GameId::sides(self)
    }

    fn open(self, settings: &str, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
        GameId::open(self, self.options(settings)?, dice)
    }

    fn resume(self, saved: &Saved) -> Result<Box<dyn Table>, String> {
        GameId::resume(self, saved)
    }
}

fn run_by<R: ScenarioGame>(text: &str) -> Report {
    let mut notes = Notes::default();
    let lines = numbered(text);
    let table = play::<R>(&lines, &mut notes);
    if notes.checks == 0 {
        let last = lines.last().map_or(1, |it| it.0);
        notes.fail(last, "the scenario expects nothing");
    }
    let Notes { checks, failures } = notes;
    Report { checks, failures, table }
}

/// A line without its comment, and its number.
type NumberedLine<'a> = (usize, &'a str);

/// Returns the lines that say something, with their numbers.
fn numbered(text: &str) -> Vec<NumberedLine<'_>> {
    // Some editors begin a text with an invisible mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line::without_comment(line)));
    lines.filter(|it| !it.1.is_empty()).collect()
}

/// Plays the lines; returns the match unless it couldn't be opened.
fn play<R: ScenarioGame>(lines: &[(usize, &str)], notes: &mut Notes) -> Option<Box<dyn Table>> {
    let (mut playing, rest) = open::<R>(lines, notes)?;
    for &(n, text) in rest {
        follow(&mut playing, n, text, notes);
    }
    let left = playing.take_throws();
    if !left.is_empty() {
        let last = lines.last().map_or(1, |it| it.0);
        notes.fail(last, format!("at the end these throws never fell: {}", left.join(" ")));
    }
    Some(playing.into_table())
}

/// Opens the match; returns it with the lines below its opening, unless it couldn't be opened.
fn open<'a, R: ScenarioGame>(
    lines: &'a [NumberedLine<'a>],
    notes: &mut Notes,
) -> Option<(Playing<R>, &'a [NumberedLine<'a>])> {
    let Some((&(first, game), lines)) = lines.split_first() else {
        notes.fail(1, "the scenario is empty");
        return None;
    };
    let (rules, settings) = match line::read_game::<R>(game) {
        Ok(read) => read,
        Err(says) => {
            notes.fail(first, format!("{says}; nothing below was played"));
            return None;
        }
    };
    let head = lines.iter().take_while(|it| line::is_head(it.1)).count();
    let (head, lines) = lines.split_at(head);
    let mut opening = None;
    for &(n, text) in head {
        match line::read(text, rules.sides()) {
            Ok(ScenarioLine::Opening(throws)) => {
                opening.get_or_insert((n, Vec::new())).1.extend(throws)
            }
            Ok(_) => {}
            Err(says) => notes.fail(n, says),
        }
    }
    let mut dice = match &opening {
        Some((_, throws)) => Dice::scripted(throws.iter().copied()),
        None => Dice::fair(&Seed::from_bytes([0; 32]), StepKey { step: 0, take: 0 }),
    };
    let table = match rules.open(settings, &mut dice) {
        Ok(table) => table,
        Err(refusal) => {
            let says = line::refused(&refusal);
            notes
                .fail(first, format!("the match was not opened, {says}; nothing below was played"));
            return None;
        }
    };
    if let Some((n, _)) = opening
        && !dice.left().is_empty()
    {
        notes.fail(n, format!("the opening left these throws: {}", dice.left().join(" ")));
    }
    Some((Playing::new(rules, table), lines))
}

/// Executes a line.
fn follow<R: ScenarioGame>(playing: &mut Playing<R>, n: usize, text: &str, notes: &mut Notes) {
    let read = match line::read(text, playing.sides()) {
        Ok(read) => read,
        Err(says) => return notes.fail(n, says),
    };
    if !matches!(read, ScenarioLine::Says(_) | ScenarioLine::Instead(_)) {
        playing.forget_refusal();
    }
    match read {
        // A lesson's texts are for its reader.
        ScenarioLine::Title
        | ScenarioLine::Goal(_)
        | ScenarioLine::Hint(_)
        | ScenarioLine::Comment(_) => {}
        ScenarioLine::Try { seat, words } => notes.check(n, playing.try_out(seat, words)),
        ScenarioLine::Opening(_) => {
            notes.fail(n, "`opening` stands right below `game`, before all else")
        }
        ScenarioLine::Setup(part) => notes.note(n, playing.arrange(part)),
        ScenarioLine::Chance(throws) => playing.queue(throws),
        ScenarioLine::Say { seat, words } => {
            let said = playing.say(seat, words);
            notes.note(n, said.map_err(|it| line::refused(&it)));
        }
        ScenarioLine::Refuse { code, seat, words } => {
            notes.check(n, playing.refuse(code, seat, words))
        }
        ScenarioLine::Says(part) => notes.check(n, playing.refusal_says(part)),
        ScenarioLine::Instead(offers) => notes.check(n, playing.refusal_offers(&offers)),
        ScenarioLine::Save => notes.note(n, playing.through_text()),
        ScenarioLine::Expect(expected) => notes.check(n, expect::look(playing, &expected)),
    }
}

/// The checks and failures so far.
#[derive(Default)]
struct Notes {
    checks: u32,
    failures: Vec<Mismatch>,
}

impl Notes {
    fn fail(&mut self, line: usize, says: impl Into<String>) {
        self.failures.push(Mismatch { line, says: says.into() });
    }

    fn note(&mut self, line: usize, came: Result<(), String>) {
        if let Err(says) = came {
            self.fail(line, says);
        }
    }

    fn check(&mut self, line: usize, came: Result<(), String>) {
        self.checks += 1;
        self.note(line, came);
    }
}
