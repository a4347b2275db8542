//! What was said in the room, and how browsers hear of it.
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use engine::chance::Ply;
use serde_json::json;
use tokio::sync::broadcast;

use super::entry::{Entry, Told, What};

/// How many pieces of the log are kept: what is older is no longer shown to a browser that comes anew.
const KEPT: usize = 200;
/// How many changes a browser may lag behind before it has to load the page again.
const LAG: usize = 256;
/// A board this near to the end of the log changes where it is; one further up is posted anew.
const NEAR: usize = 3;

/// The log, and those who listen to it.
pub(super) struct Journal {
    log: Mutex<Log>,
    changes: broadcast::Sender<Change>,
}

impl Default for Journal {
    fn default() -> Journal {
        Journal { log: Mutex::default(), changes: broadcast::channel(LAG).0 }
    }
}

/// What has changed in the log, as browsers are told.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) number: u64,
    /// JSON: the id of a piece and its HTML, or nothing where everything has to be loaded again.
    pub(super) body: Arc<str>,
}

#[derive(Default)]
pub(super) struct Log {
    entries: VecDeque<Entry>,
    /// Who was heard or named here: the names to choose from.
    pub(super) people: BTreeSet<String>,
    /// The name of the last speaker.
    pub(super) speaker: Option<String>,
    /// Counts the changes.
    number: u64,
}

impl Journal {
    /// Returns what a button says, for which position, and who is asked by it.
    pub(super) fn pressed(
        &self,
        entry: u64,
        number: usize,
    ) -> Option<(String, Option<Ply>, Option<String>)> {
        let log = self.log();
        let entry = log.entries.iter().find(|it| it.id == entry)?;
        let What::Told(told) = &entry.what else { return None };
        let says = told.choice(number).filter(|_| !told.passed)?.says.clone();
        let asked_at = told.reply.menu.as_ref().and_then(|it| it.asked_at);
        Some((says, asked_at, told.asked.clone()))
    }

    /// Puts a reply into the log: in the place of the board that stands, or at the end.
    pub(super) fn place(&self, told: Told) {
        let Some(of) = told.reply.turn_of else { return self.post(What::Told(Box::new(told))) };
        let mut log = self.log();
        let standing = log.entries.iter().rposition(|it| match &it.what {
            What::Told(told) => told.standing() == Some(of),
            What::Said { .. } => false,
        });
        let near = |at: usize, log: &Log| log.entries.len() - at <= NEAR;
        match standing {
            Some(at) if told.reply.goes_on && near(at, &log) => {
                log.entries[at].what = What::Told(Box::new(told));
                self.changed(&mut log, at);
            }
            Some(at) => {
                if let What::Told(before) = &mut log.entries[at].what {
                    before.passed = true;
                    before.drawing = None;
                }
                self.changed(&mut log, at);
                self.append(&mut log, What::Told(Box::new(told)));
            }
            None => self.append(&mut log, What::Told(Box::new(told))),
        }
    }

    pub(super) fn post(&self, what: What) {
        self.append(&mut self.log(), what);
    }

    fn append(&self, log: &mut Log, what: What) {
        let id = log.number + 1;
        log.entries.push_back(Entry { id, version: 0, what });
        if KEPT < log.entries.len() {
            log.entries.pop_front();
        }
        let last = log.entries.len() - 1;
        self.changed(log, last);
    }

    /// Tells every browser of a piece that has changed. Nobody is waited for: a browser that lags too far behind loads the page again.
    fn changed(&self, log: &mut Log, at: usize) {
        log.number += 1;
        let number = log.number;
        let Some(entry) = log.entries.get_mut(at) else { return };
        entry.version = number;
        // Nobody may be listening.
        drop(self.changes.send(change(entry)));
    }

    /// Takes the buttons off a private piece whose button was pressed.
    pub(super) fn close_private(&self, entry: u64) {
        let mut log = self.log();
        let Some(at) = log.entries.iter().position(|it| it.id == entry) else { return };
        if let What::Told(told) = &mut log.entries[at].what
            && told.is_private()
        {
            told.reply.menu = None;
            self.changed(&mut log, at);
        }
    }

    /// Forgets the log: somebody had their data deleted.
    pub(super) fn forget(&self) {
        let mut log = self.log();
        let number = log.number + 1;
        *log = Log { number, ..Log::default() };
        let body = json!({ "again": true }).to_string().into();
        drop(self.changes.send(Change { number, body }));
    }

    /// Returns the log as HTML, how far it goes, and who can be chosen to speak.
    pub(super) fn shown(&self) -> (String, u64, Vec<String>) {
        let log = self.log();
        let entries = log.entries.iter().map(Entry::html).collect();
        (entries, log.number, log.people.iter().cloned().collect())
    }

    /// Listens to changes: those since `number`, and those to come.
    pub(super) fn listen(&self, number: u64) -> (Vec<Change>, broadcast::Receiver<Change>) {
        let log = self.log();
        if log.number < number {
            // The program was begun anew since.
            let body = json!({ "again": true }).to_string().into();
            return (vec![Change { number: log.number, body }], self.changes.subscribe());
        }
        let mut late: Vec<&Entry> = log.entries.iter().filter(|it| number < it.version).collect();
        late.sort_by_key(|it| it.version);
        (late.into_iter().map(change).collect(), self.changes.subscribe())
    }

    /// Returns what a button of the newest piece says, where that begins so.
    pub(super) fn newest_choice(&self, begins: &str) -> Option<String> {
        let log = self.log();
        let What::Told(told) = &log.entries.back()?.what else { return None };
        let choices = &told.reply.menu.as_ref()?.choices;
        choices.iter().map(|it| &it.says).find(|it| it.starts_with(begins)).cloned()
    }

    /// Finds something in the log.
    pub(super) fn find<T>(&self, id: u64, pick: impl FnOnce(&Told) -> Option<T>) -> Option<T> {
        let log = self.log();
        match &log.entries.iter().find(|it| it.id == id)?.what {
            What::Told(told) => pick(told),
            What::Said { .. } => None,
        }
    }

    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn change(entry: &Entry) -> Change {
    let body = json!({ "id": format!("e{}", entry.id), "html": entry.html() });
    Change { number: entry.version, body: body.to_string().into() }
}
