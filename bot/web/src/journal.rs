//! The log of the room, which also sends each change to the browsers.
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use command::{Verb, parse};
use console::line;
use engine::chance::StepKey;
use maud::{Markup, html};
use model::{ids::MatchId, text::Text};
use serde_json::json;
use tokio::sync::broadcast;

use super::{
    entry::{Entry, EntryContent, Told},
    lesson,
};

/// How many entries of the log are kept for browsers that connect later.
const KEPT: usize = 200;
/// How many changes a browser may fall behind before it must reload.
const LAG: usize = 256;
/// A board with fewer entries than this below it is edited in place, unless someone has typed below
/// it. Otherwise the board is posted again at the end.
const NEAR: usize = 3;

/// The log and its listeners.
pub(super) struct Journal {
    log: Mutex<Log>,
    changes: broadcast::Sender<LogChange>,
}

impl Default for Journal {
    fn default() -> Journal {
        Journal { log: Mutex::default(), changes: broadcast::channel(LAG).0 }
    }
}

/// A change of the log, as sent to browsers.
#[derive(Clone, Debug)]
pub(super) struct LogChange {
    pub(super) number: u64,
    /// JSON: the id of an entry and its HTML, or `again` to reload everything.
    pub(super) body: Arc<str>,
}

/// What a button of an entry says.
pub(super) struct PressedButton {
    pub(super) says: String,
    /// The position it is about.
    pub(super) asked_at: Option<StepKey>,
    /// The handle of the person who is asked.
    pub(super) asked: Option<String>,
    /// The name of the person to whom alone it was shown.
    pub(super) owner: Option<String>,
}

/// A reply, and its entry as HTML.
pub(super) struct ToldEntry {
    pub(super) told: Arc<Told>,
    pub(super) html: String,
}

pub(super) struct Log {
    entries: VecDeque<Entry>,
    /// The names of people who spoke or were named here, as suggestions for a speaker.
    pub(super) people: BTreeSet<String>,
    /// The name of the last speaker.
    pub(super) speaker: Option<String>,
    /// The number of the last change. The first number is the start time in milliseconds since
    /// 1970, so that numbers from an earlier run, or from before the log was cleared, are lower.
    number: u64,
    /// The number before the first change.
    begins: u64,
}

impl Default for Log {
    fn default() -> Log {
        Log::after(u64::try_from(model::host_clock::now().as_millisecond()).unwrap_or(0))
    }
}

impl Log {
    fn after(number: u64) -> Log {
        Log {
            entries: VecDeque::new(),
            people: BTreeSet::new(),
            speaker: None,
            number,
            begins: number,
        }
    }
}

impl Journal {
    /// Returns what a button of an entry says.
    pub(super) fn pressed(&self, entry: u64, number: usize) -> Option<PressedButton> {
        let log = self.log();
        let entry = log.entries.iter().find(|it| it.id == entry)?;
        let EntryContent::Told(told) = &entry.what else { return None };
        let says = told.choice(number).filter(|_| told.left.is_none())?.says.to_string();
        let asked_at = told.reply.menu.as_ref().and_then(|it| it.asked_at);
        Some(PressedButton { says, asked_at, asked: told.asked.clone(), owner: told.to.clone() })
    }

    /// Adds a reply and the people it names. Returns the id of its entry.
    pub(super) fn tell(&self, told: Arc<Told>, people: &[String]) -> u64 {
        let mut log = self.log();
        log.people.extend(people.iter().cloned());
        self.append(&mut log, EntryContent::Told(told))
    }

    /// Replaces a reply, unless it is too far up. Returns whether it did.
    pub(super) fn replace(&self, entry: u64, told: Arc<Told>) -> bool {
        let mut log = self.log();
        let found = log.entries.iter().position(|it| it.id == entry);
        let near = |at: &usize| {
            let below = log.entries.range(at + 1..);
            let is_said = |entry: &Entry| matches!(entry.what, EntryContent::Said { .. });
            told.reply.board.is_none() || (below.len() < NEAR && !below.clone().any(is_said))
        };
        let Some(at) = found.filter(near) else { return false };
        log.entries[at].what = EntryContent::Told(told);
        self.changed(&mut log, at, true);
        true
    }

    /// Replaces a board with a line of text.
    pub(super) fn pass(&self, entry: u64, left: Text) {
        let mut log = self.log();
        let Some(at) = log.entries.iter().position(|it| it.id == entry) else { return };
        if let EntryContent::Told(before) = &mut log.entries[at].what {
            let before = Arc::make_mut(before);
            before.drawing = None;
            before.left = Some(left);
            self.changed(&mut log, at, true);
        }
    }

    pub(super) fn post(&self, what: EntryContent) {
        self.append(&mut self.log(), what);
    }

    fn append(&self, log: &mut Log, what: EntryContent) -> u64 {
        let id = log.number + 1;
        log.entries.push_back(Entry { id, version: 0, what });
        if KEPT < log.entries.len() {
            log.entries.pop_front();
        }
        let last = log.entries.len() - 1;
        self.changed(log, last, true);
        id
    }

    /// Sends a changed entry to every browser, without waiting. A browser that falls too far behind
    /// reloads. One that only lost its buttons is no answer.
    fn changed(&self, log: &mut Log, at: usize, answers: bool) {
        log.number += 1;
        let number = log.number;
        let Some(entry) = log.entries.get_mut(at) else { return };
        entry.version = number;
        // An error means that no browser listens.
        drop(self.changes.send(change(entry, answers)));
    }

    /// Removes the buttons of a private reply after a press. The task of a lesson stays, until it is answered.
    pub(super) fn close_private(&self, entry: u64) {
        let mut log = self.log();
        let Some(at) = log.entries.iter().position(|it| it.id == entry) else { return };
        if let EntryContent::Told(told) = &mut log.entries[at].what
            && told.is_private()
            && lesson::position(told).is_none()
        {
            Arc::make_mut(told).reply.menu = None;
            self.changed(&mut log, at, false);
        }
    }

    /// Clears the log, because someone deleted their data.
    pub(super) fn forget(&self) {
        let mut log = self.log();
        let number = log.number + 1;
        *log = Log::after(number);
        let body = json!({ "again": true }).to_string().into();
        drop(self.changes.send(LogChange { number, body }));
    }

    /// Returns the log as HTML, and its change number.
    pub(super) fn shown(&self) -> (Markup, u64) {
        let log = self.log();
        let entries = html! { @for entry in &log.entries { (entry.html()) } };
        (entries, log.number)
    }

    /// Returns the changes since `number`, and a receiver for future ones.
    pub(super) fn listen(&self, number: u64) -> (Vec<LogChange>, broadcast::Receiver<LogChange>) {
        let log = self.log();
        if number < log.begins || log.number < number {
            // Since then the program was restarted, or the log was cleared.
            let body = json!({ "again": true }).to_string().into();
            return (vec![LogChange { number: log.number, body }], self.changes.subscribe());
        }
        let mut late: Vec<&Entry> = log.entries.iter().filter(|it| number < it.version).collect();
        late.sort_by_key(|it| it.version);
        (late.into_iter().map(|entry| change(entry, true)).collect(), self.changes.subscribe())
    }

    /// Returns the first line with this command among the buttons of the newest entry.
    pub(super) fn newest_choice(&self, verb: Verb) -> Option<String> {
        let log = self.log();
        let EntryContent::Told(told) = &log.entries.back()?.what else { return None };
        let choices = &told.reply.menu.as_ref()?.choices;
        let is_of = |line: &str| matches!(parse(line), Ok(Some(said)) if said.verb() == verb);
        choices.iter().find(|it| is_of(&it.says)).map(|it| it.says.to_string())
    }

    /// Returns the number of the last change.
    pub(super) fn number(&self) -> u64 {
        self.log().number
    }

    /// Lists what a person was told in their newest lesson or puzzle, the newest first, as long as its position stays the same.
    pub(super) fn lesson_of(&self, name: &str) -> Vec<(u64, Arc<Told>)> {
        let log = self.log();
        let told = log.entries.iter().rev().filter_map(|entry| match &entry.what {
            EntryContent::Told(told) if told.is_to(name) && told.left.is_none() => {
                Some((entry.id, told.clone()))
            }
            EntryContent::Told(_) | EntryContent::Said { .. } => None,
        });
        let mut lesson = told.filter(|(_, told)| lesson::position(told).is_some());
        let Some(newest) = lesson.next() else { return Vec::new() };
        let same = |told: &Told| lesson::position(told) == lesson::position(&newest.1);
        let before: Vec<(u64, Arc<Told>)> = lesson.take_while(|(_, told)| same(told)).collect();
        [vec![newest], before].concat()
    }

    /// Writes what was said about a match since its board stands, and isn't in its pane: offers and questions.
    pub(super) fn waiting_about(&self, of: MatchId, name: &str) -> Markup {
        let log = self.log();
        let since = log.entries.iter().rev().take_while(|entry| match &entry.what {
            EntryContent::Told(told) => told.standing() != Some(of),
            EntryContent::Said { .. } => true,
        });
        let waits = |told: &Told| {
            told.about() == Some(of)
                && told.reply.menu.is_some()
                && told.reply.refused.is_none()
                && !told.is_in_pane()
                && (told.to.is_none() || told.is_to(name))
        };
        let told = since.filter(|entry| matches!(&entry.what, EntryContent::Told(it) if waits(it)));
        let told: Vec<&Entry> = told.collect();
        html! { @for entry in told.into_iter().rev() { (entry.html()) } }
    }

    /// Returns what was told since a change. A private entry that lost its buttons, because one was pressed, tells nothing.
    pub(super) fn told_since(&self, number: u64, pressed: Option<u64>) -> Vec<ToldEntry> {
        let log = self.log();
        let news = log.entries.iter().filter(|it| number < it.version);
        news.filter_map(|entry| match &entry.what {
            EntryContent::Told(told) => {
                if pressed == Some(entry.id) && told.is_private() && told.reply.menu.is_none() {
                    return None;
                }
                Some(ToldEntry { told: told.clone(), html: entry.html().into_string() })
            }
            EntryContent::Said { .. } => None,
        })
        .collect()
    }

    /// Finds a reply in the log, and reads something from it.
    pub(super) fn find<T>(&self, id: u64, pick: impl FnOnce(&Told) -> Option<T>) -> Option<T> {
        let log = self.log();
        match &log.entries.iter().find(|it| it.id == id)?.what {
            EntryContent::Told(told) => pick(told),
            EntryContent::Said { .. } => None,
        }
    }

    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn change(entry: &Entry, answers: bool) -> LogChange {
    let mut body = json!({ "id": format!("e{}", entry.id), "html": entry.html().into_string() });
    if let EntryContent::Told(told) = &entry.what {
        body["of"] = json!(told.about().map(|it| it.0));
        body["to"] = json!(told.to.as_deref().map(line::handle));
        body["answers"] = json!(answers && !told.is_in_pane() && lesson::position(told).is_none());
    }
    LogChange { number: entry.version, body: body.to_string().into() }
}
