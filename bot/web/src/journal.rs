//! The log of the room, which also sends each change to the browsers.
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use command::Verb;
use console::line;
use engine::chance::StepKey;
use maud::{Markup, html};
use model::{ids::MatchId, text::Text};
use serde_json::json;
use tokio::sync::broadcast;

use super::{
    entry::{Entry, EntryContent, Told},
    lesson,
    viewer::PageReader,
};

/// How many entries of the log are kept for browsers that connect later.
const KEPT: usize = 200;
/// How many changes a browser may fall behind before it must reload.
const LAG: usize = 256;
/// A board with fewer entries than this below it is edited in place, unless someone has typed below
/// it. Otherwise the board is posted again at the end.
const NEAR: usize = 3;
/// How many replies of a person's task are kept, of those about one position.
const OF_A_TASK: usize = 8;

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

/// A change of the log, or of who is here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogChange {
    pub(super) number: u64,
    what: Changed,
}

#[derive(Clone, Copy, Debug, Default)]
enum Changed {
    #[default]
    Everything,
    /// Somebody opened a page.
    People,
    /// The entry with this id.
    Entry {
        id: u64,
        /// Whether what changed is an answer. An entry that only lost its buttons is none.
        answers: bool,
    },
}

/// An open page of a browser; dropped with the connection.
pub(super) struct OpenPage {
    journal: Arc<Journal>,
    key: Option<String>,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        let mut log = self.journal.log();
        if let Some(pages) = log.open.get_mut(&self.key) {
            *pages -= 1;
        }
        log.open.retain(|_, pages| 0 < *pages);
    }
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
    /// The name of the last speaker of each browser, by its key.
    pub(super) speakers: BTreeMap<String, String>,
    /// How many pages each browser has open, by its key; all without a key count together.
    open: BTreeMap<Option<String>, usize>,
    /// What each person, by their handle, was told in their newest lesson or puzzle as long as its position stays the same, the
    /// oldest first. It doesn't leave with the talk.
    tasks: BTreeMap<String, Vec<Entry>>,
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
            speakers: BTreeMap::new(),
            open: BTreeMap::new(),
            tasks: BTreeMap::new(),
            number,
            begins: number,
        }
    }

    /// Returns an entry that is in the log, or of a person's task.
    fn find(&self, id: u64) -> Option<&Entry> {
        let mut all = self.entries.iter().chain(self.tasks.values().flatten());
        all.find(|it| it.id == id)
    }

    /// Keeps an entry that shows the position of a person's lesson or puzzle.
    fn keep_task(&mut self, entry: Entry) {
        let Some(told) = entry.told() else { return };
        let Some((position, to)) = lesson::position(told).zip(told.to.as_deref()) else { return };
        let kept = self.tasks.entry(line::handle(to)).or_default();
        // After a wrong shot the same is asked again.
        let asks_again = lesson::is_wrong_shot(told);
        let same = |other: &Entry| {
            asks_again || other.told().and_then(|told| lesson::position(told)) == Some(position)
        };
        kept.retain(|other| other.id != entry.id && same(other));
        if OF_A_TASK <= kept.len() {
            // The first one asks.
            kept.remove(1);
        }
        kept.push(entry.clone());
    }
}

impl Journal {
    /// Returns what a button of an entry says.
    pub(super) fn pressed(&self, entry: u64, number: usize) -> Option<PressedButton> {
        let log = self.log();
        let EntryContent::Told(told) = &log.find(entry)?.what else { return None };
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
        let change = LogChange { number, what: Changed::Entry { id: entry.id, answers } };
        let entry = entry.clone();
        log.keep_task(entry);
        self.send(change);
    }

    fn send(&self, change: LogChange) {
        // An error means that no browser listens.
        drop(self.changes.send(change));
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
        let open = std::mem::take(&mut log.open);
        *log = Log { open, ..Log::after(number) };
        self.send(LogChange { number, ..LogChange::default() });
    }

    /// Counts an open page of the browser with this key. Who is at the first page sees who came.
    pub(super) fn open_page(self: &Arc<Journal>, key: Option<String>) -> OpenPage {
        let mut log = self.log();
        *log.open.entry(key.clone()).or_default() += 1;
        self.send(LogChange { number: log.number, what: Changed::People });
        drop(log);
        OpenPage { journal: self.clone(), key }
    }

    /// Lists the keys of the browsers that have a page open; none for those without one.
    pub(super) fn browsers_here(&self) -> Vec<Option<String>> {
        self.log().open.keys().cloned().collect()
    }

    /// Calls somebody by another name from now on.
    pub(super) fn rename(&self, before: &str, name: &str) {
        let mut log = self.log();
        let log = &mut *log;
        let change = |called: &mut String| {
            if called == before {
                name.clone_into(called);
            }
        };
        for entry in log.entries.iter_mut().chain(log.tasks.values_mut().flatten()) {
            match &mut entry.what {
                EntryContent::Said { by, .. } => change(by),
                EntryContent::Told(told) => {
                    let told = Arc::make_mut(told);
                    told.to.iter_mut().chain(&mut told.asked).for_each(change);
                }
            }
        }
        log.speakers.values_mut().for_each(change);
        log.people = log
            .people
            .iter()
            .map(|called| if called == before { name } else { called }.to_owned())
            .collect();
        if let Some(task) = log.tasks.remove(&line::handle(before)) {
            log.tasks.insert(line::handle(name), task);
        }
    }

    /// Forgets a person's lesson or puzzle, because they left it.
    pub(super) fn leave_task(&self, name: &str) {
        self.log().tasks.remove(&line::handle(name));
    }

    /// Returns the log as HTML, and its change number.
    pub(super) fn shown(&self, reader: &PageReader) -> (Markup, u64) {
        let log = self.log();
        let entries = html! { @for entry in &log.entries { (entry.html(reader)) } };
        (entries, log.number)
    }

    /// Writes a change for a browser as JSON: the id of an entry and its HTML, or `again` to reload everything. Nothing if the entry
    /// has left the log.
    pub(super) fn body(&self, change: LogChange, reader: &PageReader) -> Option<String> {
        let (id, answers) = match change.what {
            Changed::Everything => return Some(json!({ "again": true }).to_string()),
            Changed::People => return Some(json!({ "people": true }).to_string()),
            Changed::Entry { id, answers } => (id, answers),
        };
        let log = self.log();
        let entry = log.find(id)?;
        let html = entry.html(reader).into_string();
        let mut body = json!({ "id": format!("e{id}"), "html": html });
        if let EntryContent::Told(told) = &entry.what {
            let shown = told.is_shown_to(reader);
            let beside = !told.is_in_pane() && lesson::position(told).is_none();
            body["of"] = json!(told.about().filter(|_| shown).map(|it| it.0));
            body["to"] = json!(told.to.as_deref().map(line::handle));
            body["answers"] = json!(answers && shown && beside);
        }
        Some(body.to_string())
    }

    /// Returns the changes since `number`, and a receiver for future ones.
    pub(super) fn listen(&self, number: u64) -> (Vec<LogChange>, broadcast::Receiver<LogChange>) {
        let log = self.log();
        if number < log.begins || log.number < number {
            // Since then the program was restarted, or the log was cleared.
            let again = LogChange { number: log.number, ..LogChange::default() };
            return (vec![again], self.changes.subscribe());
        }
        let mut late: Vec<&Entry> = log.entries.iter().filter(|it| number < it.version).collect();
        late.sort_by_key(|it| it.version);
        let change = |entry: &Entry| LogChange {
            number: entry.version,
            what: Changed::Entry { id: entry.id, answers: true },
        };
        (late.into_iter().map(change).collect(), self.changes.subscribe())
    }

    /// Returns the first line with this command among the buttons of the newest entry.
    pub(super) fn newest_choice(&self, verb: Verb) -> Option<String> {
        let log = self.log();
        let EntryContent::Told(told) = &log.entries.back()?.what else { return None };
        let choices = &told.reply.menu.as_ref()?.choices;
        let is_of = |line: &str| {
            told.commands.parse(line).ok().flatten().is_some_and(|said| said.verb() == verb)
        };
        choices.iter().find(|it| is_of(&it.says)).map(|it| it.says.to_string())
    }

    /// Returns the number of the last change.
    pub(super) fn number(&self) -> u64 {
        self.log().number
    }

    /// Lists what a person was told in their newest lesson or puzzle, the newest first, as long as its position stays the same.
    pub(super) fn lesson_of(&self, name: &str) -> Vec<(u64, Arc<Told>)> {
        let log = self.log();
        let task = log.tasks.get(&line::handle(name)).into_iter().flatten().rev();
        task.filter_map(|entry| Some((entry.id, entry.told()?.clone()))).collect()
    }

    /// Writes what was said about a match since its board stands, and isn't in its pane: offers and questions.
    pub(super) fn waiting_about(&self, of: MatchId, reader: &PageReader) -> Markup {
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
                && (told.to.is_none() || told.is_to(&reader.name))
        };
        let told = since.filter(|entry| matches!(&entry.what, EntryContent::Told(it) if waits(it)));
        let told: Vec<&Entry> = told.collect();
        html! { @for entry in told.into_iter().rev() { (entry.html(reader)) } }
    }

    /// Returns what was told since a change. A private entry that lost its buttons, because one was pressed, tells nothing.
    pub(super) fn told_since(
        &self,
        number: u64,
        pressed: Option<u64>,
        reader: &PageReader,
    ) -> Vec<ToldEntry> {
        let log = self.log();
        let news = log.entries.iter().filter(|it| number < it.version);
        news.filter_map(|entry| match &entry.what {
            EntryContent::Told(told) => {
                if pressed == Some(entry.id) && told.is_private() && told.reply.menu.is_none() {
                    return None;
                }
                Some(ToldEntry { told: told.clone(), html: entry.html(reader).into_string() })
            }
            EntryContent::Said { .. } => None,
        })
        .collect()
    }

    /// Finds a reply in the log that a reader may see, and reads something from it.
    pub(super) fn find<T>(
        &self,
        id: u64,
        reader: &PageReader,
        pick: impl FnOnce(&Told) -> Option<T>,
    ) -> Option<T> {
        let log = self.log();
        log.find(id)?.told().filter(|told| told.is_shown_to(reader)).and_then(|told| pick(told))
    }

    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
