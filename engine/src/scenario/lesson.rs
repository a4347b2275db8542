//! Lessons: scenarios with goals, which a learner reaches by saying what a player would.
use super::{
    Mismatch, Notes, expect, follow,
    line::{self, ScenarioLine},
    numbered, open,
    playing::Playing,
};
use crate::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
    table::Table,
};

/// The hints of a task: one for the first wrong answer, and a clearer one.
const HINTS: usize = 2;

/// A lesson: a scenario, divided into tasks.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub game: GameId,
    pub title: String,
    /// What the learner is told first.
    pub intro: Vec<String>,
    pub tasks: Vec<Task>,
    text: String,
}

/// A position, and what the learner has to do there.
#[derive(Clone, Debug)]
pub struct Task {
    pub goal: String,
    /// The side the learner plays.
    pub seat: Seat,
    /// The hints, the clearest one last.
    pub hints: Vec<String>,
    /// What reaches the goal, as it is typed.
    pub solution: String,
    /// What the learner is told once the goal is reached.
    pub comment: String,
    /// Wrong answers with their comments, as they are typed.
    pub tries: Vec<(String, String)>,
    /// How many lines of the text come before the solution.
    before: usize,
}

/// What came of an answer.
pub struct LessonAttempt {
    /// The position after it.
    pub table: Box<dyn Table>,
    /// The answer as the game writes it.
    pub written: String,
    /// Whether the goal is reached.
    pub right: bool,
    /// What the lesson says about this wrong answer.
    pub comment: Option<String>,
}

impl Lesson {
    /// Reads a lesson. Its scenario isn't checked; [`super::run`] does that.
    ///
    /// # Errors
    /// If a line can't be read or is in the wrong place, or a task lacks something.
    pub fn read(text: &str) -> Result<Lesson, Vec<Mismatch>> {
        let lines = numbered(text);
        let mut notes = Notes::default();
        let lesson = read(&lines, text, &mut notes);
        match lesson {
            Some(lesson) if notes.failures.is_empty() => Ok(lesson),
            _ => Err(notes.failures),
        }
    }

    /// Returns the position of a task.
    pub fn position(&self, task: usize) -> Option<Box<dyn Table>> {
        Some(self.play_up_to(self.tasks.get(task)?.before)?.into_table())
    }

    /// Tries an answer to a task.
    ///
    /// # Errors
    /// If the game refuses it.
    pub fn attempt(&self, task: usize, words: &str) -> Result<LessonAttempt, Refusal> {
        let broken = || Refusal::new(Code::Broken, "There is no such task.");
        let asked = self.tasks.get(task).ok_or_else(broken)?;
        let mut playing = self.play_up_to(asked.before).ok_or_else(broken)?;
        playing.step_freely(asked.seat, words)?;
        let written = playing.written().unwrap_or_default().to_owned();
        let lines = numbered(&self.text);
        let mut right = true;
        for &(_, text) in lines.iter().skip(asked.before + 1) {
            match line::read(text, playing.sides()) {
                Ok(ScenarioLine::Expect(expected)) => {
                    right &= expect::look(&mut playing, &expected).is_ok();
                }
                Ok(ScenarioLine::Comment(_)) => {}
                _ => break,
            }
        }
        let comment = if right {
            None
        } else {
            asked.tries.iter().find(|(said, _)| self.is_same(asked, said, &written))
        };
        let comment = comment.map(|it| it.1.clone());
        Ok(LessonAttempt { table: playing.into_table(), written, right, comment })
    }

    /// Returns what the lesson says about words that the game refuses.
    pub fn on_refused(&self, task: usize, words: &str) -> Option<&str> {
        let plain =
            |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let tries = &self.tasks.get(task)?.tries;
        tries.iter().find(|known| plain(&known.0) == plain(words)).map(|it| it.1.as_str())
    }

    /// Tells whether words of a task are written like this.
    fn is_same(&self, task: &Task, said: &str, written: &str) -> bool {
        said == written
            || self.play_up_to(task.before).is_some_and(|mut playing| {
                playing.step_freely(task.seat, said).is_ok() && playing.written() == Some(written)
            })
    }

    /// Plays the first lines.
    fn play_up_to(&self, count: usize) -> Option<Playing<GameId>> {
        let lines = numbered(&self.text);
        let mut notes = Notes::default();
        let lines = lines.get(..count)?;
        let (mut playing, rest) = open(lines, &mut notes)?;
        for &(n, text) in rest {
            // Wrong answers change nothing, and take time.
            let is_try = text.starts_with("try ") || text.starts_with("refuse ");
            if !is_try {
                follow(&mut playing, n, text, &mut notes);
            }
        }
        Some(playing)
    }
}

/// Checks a lesson: returns what it lacks, and wrong answers that reach the goal; nothing for a text
/// without goals.
pub(super) fn check(text: &str) -> Vec<Mismatch> {
    let lines = numbered(text);
    if !lines.iter().any(|it| it.1.starts_with("goal ")) {
        return Vec::new();
    }
    let lesson = match Lesson::read(text) {
        Ok(lesson) => lesson,
        Err(failures) => return failures,
    };
    let mut failures = Vec::new();
    for (nth, task) in lesson.tasks.iter().enumerate() {
        let is_right = |words: &str| lesson.attempt(nth, words).is_ok_and(|it| it.right);
        let line = lines.get(task.before).map_or(1, |it| it.0);
        let wrong = task.tries.iter().filter(|it| is_right(&it.0));
        failures.extend(wrong.map(|(words, _)| Mismatch {
            line,
            says: format!("the wrong answer `{words}` reaches the goal"),
        }));
        if !is_right(&task.solution) {
            failures.push(Mismatch { line, says: "the solution misses the goal".to_owned() });
        }
    }
    failures
}

/// A task that is being read.
#[derive(Default)]
struct TaskDraft {
    line: usize,
    goal: Vec<String>,
    hints: Vec<String>,
    tries: Vec<(String, Vec<String>)>,
    solution: Option<(usize, Seat, String)>,
    comment: Vec<String>,
    expects: usize,
}

impl TaskDraft {
    /// Adds a comment to what is above it.
    fn comment(&mut self, text: &str) -> Result<(), &'static str> {
        match (&self.solution, self.tries.last_mut()) {
            (Some(_), _) => self.comment.push(text.to_owned()),
            (None, Some((_, comment))) => comment.push(text.to_owned()),
            (None, None) => return Err("a comment stands below a wrong answer or the solution"),
        }
        Ok(())
    }

    fn task(self) -> Result<Task, String> {
        let TaskDraft { line: _, goal, hints, tries, solution, comment, expects } = self;
        let Some((before, seat, solution)) = solution else {
            return Err("this goal has no solution".to_owned());
        };
        if expects == 0 {
            return Err("nothing is expected of the solution".to_owned());
        }
        if hints.len() < HINTS {
            return Err(format!("a goal needs {HINTS} hints"));
        }
        if comment.is_empty() {
            return Err("the solution has no comment".to_owned());
        }
        if let Some((words, _)) = tries.iter().find(|it| it.1.is_empty()) {
            return Err(format!("the wrong answer `{}` has no comment", short(words)));
        }
        let tries = tries.into_iter().map(|(words, comment)| (words, comment.join(" ")));
        let (goal, comment, tries) = (goal.join(" "), comment.join(" "), tries.collect());
        Ok(Task { goal, seat, hints, solution, comment, tries, before })
    }
}

/// Reads the texts of a lesson; what is wrong is noted.
fn read(lines: &[(usize, &str)], text: &str, notes: &mut Notes) -> Option<Lesson> {
    let (game, _) = line::read_game::<GameId>(lines.first()?.1).ok()?;
    let (mut title, mut intro) = (String::new(), Vec::new());
    let mut tasks = Vec::new();
    let mut draft: Option<TaskDraft> = None;
    let mut finish = |draft: Option<TaskDraft>, notes: &mut Notes| {
        if let Some((line, draft)) = draft.map(|draft| (draft.line, draft)) {
            match draft.task() {
                Ok(task) => tasks.push(task),
                Err(says) => notes.fail(line, says),
            }
        }
    };
    for (place, &(n, text)) in lines.iter().enumerate().skip(1) {
        let read = match line::read(text, game.sides()) {
            Ok(read) => read,
            Err(says) => {
                notes.fail(n, says);
                continue;
            }
        };
        let solved = draft.as_ref().is_some_and(|it| it.solution.is_some());
        match (read, &mut draft) {
            (ScenarioLine::Title, _) => {
                title = text.trim_start_matches("title").trim().to_owned();
            }
            (ScenarioLine::Goal(goal), Some(draft)) if !solved => draft.goal.push(goal.to_owned()),
            (ScenarioLine::Goal(goal), _) => {
                let next =
                    TaskDraft { line: n, goal: vec![goal.to_owned()], ..TaskDraft::default() };
                finish(draft.replace(next), notes);
            }
            (ScenarioLine::Hint(hint), Some(draft)) if !solved => draft.hints.push(hint.to_owned()),
            (ScenarioLine::Hint(_), _) => notes.fail(n, "a hint stands below a goal"),
            (ScenarioLine::Try { words, .. } | ScenarioLine::Refuse { words, .. }, Some(draft))
                if !solved =>
            {
                draft.tries.push((words.to_owned(), Vec::new()));
            }
            (ScenarioLine::Try { .. }, _) => notes.fail(n, "a wrong answer stands below a goal"),
            (ScenarioLine::Comment(comment), None) => intro.push(comment.to_owned()),
            (ScenarioLine::Comment(comment), Some(draft)) => {
                if let Err(says) = draft.comment(comment) {
                    notes.fail(n, says);
                }
            }
            (ScenarioLine::Say { seat, words }, Some(draft)) if !solved => {
                draft.solution = Some((place, seat, words.to_owned()));
            }
            (ScenarioLine::Expect(_), Some(draft)) if solved => draft.expects += 1,
            _ => {}
        }
    }
    finish(draft, notes);
    if tasks.is_empty() {
        notes.fail(1, "the lesson has no goal");
    }
    if title.is_empty() {
        notes.fail(1, "the lesson has no title");
    }
    Some(Lesson { game, title, intro, tasks, text: text.to_owned() })
}
