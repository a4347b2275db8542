//! The local room as a browser shows it: a chat whose log is kept here, and told to every browser that looks on.
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use engine::chance::Ply;
use render::Painter;
use serde_json::{Value, json};
use tokio::sync::{
    broadcast,
    mpsc::{UnboundedReceiver, error::TryRecvError},
};

use super::{
    entry::{Entry, Told, What, complaint},
    handle::Handle,
};
use crate::{
    command::Line,
    completion::{Known, complete},
    console::{ROOM, line},
    reply::Audience,
    service::{
        Company, Fault, Outgoing, PersonName, Power, Request, RoomName, Service, until_tick,
    },
    store::{Chat, OutboxId, PersonId, StoreError},
    text::Text,
};

/// How many pieces of the log are kept: what is older is no longer shown to a browser that comes anew.
const KEPT: usize = 200;
/// How many changes a browser may lag behind before it has to load the page again.
const LAG: usize = 256;
/// A board this near to the end of the log changes where it is; one further up is posted anew.
const NEAR: usize = 3;

/// The room, shared by everything that serves it.
pub(super) struct Room {
    queue: Handle,
    pub(super) painter: Arc<Painter>,
    log: Mutex<Log>,
    changes: broadcast::Sender<Change>,
    /// Held while something is carried out and told, so that the log is in the order of the service.
    order: tokio::sync::Mutex<UnboundedReceiver<Outgoing>>,
}

/// What has changed in the log, as browsers are told.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) number: u64,
    /// JSON: the id of a piece and its HTML, or nothing where everything has to be loaded again.
    pub(super) body: Arc<str>,
}

#[derive(Default)]
struct Log {
    entries: VecDeque<Entry>,
    /// Who was heard or named here: the names to choose from.
    people: BTreeSet<String>,
    /// The name of whoever spoke last.
    speaker: Option<String>,
    /// Counts the changes.
    number: u64,
}

/// Something that was typed, pressed or clicked.
#[derive(Clone, Debug, Default)]
pub(super) struct Spoken {
    /// Who speaks; empty for whoever's turn it is.
    pub(super) name: String,
    pub(super) words: String,
    /// The piece of the log and the number of its button that was pressed.
    pub(super) pressed: Option<(u64, usize)>,
    /// The position in which a square was clicked.
    pub(super) asked_at: Option<Ply>,
    pub(super) file: Option<String>,
}

impl Room {
    pub(super) async fn open(queue: Handle, painter: Arc<Painter>) -> anyhow::Result<Arc<Room>> {
        let listen = |service: &mut Service| {
            let heard = service.listen(Chat::Console);
            service.undelivered(Chat::Console).map(|late| (heard, late))
        };
        let (heard, late) = queue.ask(listen).await??;
        let (changes, _) = broadcast::channel(LAG);
        let order = tokio::sync::Mutex::new(heard);
        let log = Mutex::new(Log::default());
        let room = Arc::new(Room { queue, painter, log, changes, order });
        let told = room.order.lock().await;
        room.tell(late).await?;
        drop(told);
        Ok(room)
    }

    /// Has the service do what is due, again and again.
    ///
    /// # Errors
    /// When nothing can be kept any more.
    pub(super) async fn keep_time(self: Arc<Room>) -> anyhow::Result<()> {
        loop {
            let now = jiff::Timestamp::now();
            let next = {
                let mut heard = self.order.lock().await;
                let next =
                    match self.queue.ask(move |service| service.tick(now.as_second())).await? {
                        Ok(next) => next,
                        Err(err @ StoreError::Replaced(_)) => return Err(err.into()),
                        Err(err) => {
                            tracing::error!(%err, "what is due could not be done");
                            None
                        }
                    };
                let mut said = Vec::new();
                loop {
                    match heard.try_recv() {
                        Ok(outgoing) => said.push(outgoing),
                        Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
                    }
                }
                self.tell(said).await?;
                next
            };
            tokio::time::sleep(until_tick(now.as_millisecond(), next)).await;
        }
    }

    /// Carries out what somebody said, and shows what comes of it.
    ///
    /// # Errors
    /// When the service has closed or its store fails.
    pub(super) async fn hear(&self, spoken: Spoken) -> anyhow::Result<()> {
        let order = self.order.lock().await;
        let Spoken { name, words, pressed, asked_at, file } = spoken;
        let (words, asked_at, asked) = match pressed {
            None => (words, asked_at, None),
            Some((entry, number)) => match self.pressed(entry, number) {
                Some(it) => it,
                None => {
                    self.post(What::Told(Box::new(complaint(
                        "That button is out of date. `games` shows your matches.",
                    ))));
                    return Ok(());
                }
            },
        };
        let words = words.trim().to_owned();
        if words.is_empty() {
            return Ok(());
        }
        let by_button = pressed.is_some() || asked_at.is_some();
        let from = match self.speaker(&name, asked).await? {
            Ok(from) => from,
            Err(says) => {
                self.post(What::Told(Box::new(complaint(&says))));
                return Ok(());
            }
        };
        let mut mentioned = Vec::new();
        for name in line::mentioned(&words) {
            mentioned.push(self.known(&name).await?);
        }
        let request = Request {
            chat: Chat::Console,
            message: None,
            room: RoomName {
                handle: ROOM.to_owned(),
                name: "local room".to_owned(),
                server: "local".to_owned(),
            },
            from: from.clone(),
            mentioned,
            line: Line::Typed(words.clone()),
            attachment: file,
            asked_at,
            pressed: pressed.map(|(entry, _)| entry.to_string()),
            overheard: false,
            // Whoever sits here may do anything here.
            power: Power::Server,
            company: Company::Many,
            now: jiff::Timestamp::now().as_second(),
        };
        let handle = move |service: &mut Service| {
            let secret = service.may_be_secret(&request);
            (secret, service.handle(&request), service.take_forgotten())
        };
        let (secret, replies, forgotten) = self.queue.ask(handle).await?;
        self.log().speaker = Some(from.name.clone());
        self.log().people.insert(from.name.clone());
        if forgotten.is_some() {
            self.forget();
        } else if !by_button {
            let said = What::Said { by: from.name, words: Text::plain(words), secret };
            self.post(said);
        }
        let refused = replies.iter().any(|it| it.reply.refused.is_some());
        if let (Some((entry, _)), false) = (pressed, refused) {
            self.close_private(entry);
        }
        self.tell(replies).await?;
        drop(order);
        Ok(())
    }

    /// Returns what a button says, for which position, and who is asked by it.
    fn pressed(&self, entry: u64, number: usize) -> Option<(String, Option<Ply>, Option<String>)> {
        let log = self.log();
        let entry = log.entries.iter().find(|it| it.id == entry)?;
        let What::Told(told) = &entry.what else { return None };
        let says = told.choice(number).filter(|_| !told.passed)?.says.clone();
        let asked_at = told.reply.menu.as_ref().and_then(|it| it.asked_at);
        Some((says, asked_at, told.asked.clone()))
    }

    /// Finds who speaks: the one named, whoever is asked by what was pressed, whose turn it is, or whoever spoke last.
    async fn speaker(
        &self,
        name: &str,
        asked: Option<String>,
    ) -> anyhow::Result<Result<PersonName, String>> {
        let name = name.trim().trim_start_matches('@');
        if !name.is_empty() {
            if let Err(says) = line::check_name(name) {
                return Ok(Err(says));
            }
            let known = self.name_of(name).await?;
            return Ok(Ok(line::person(name, known.as_deref())));
        }
        if let Some(asked) = asked {
            return Ok(Ok(self.known(&asked).await?));
        }
        let offers = self.queue.ask(|service| service.offers_in(Chat::Console, ROOM)).await??;
        let mut turns: Vec<String> = offers.into_iter().map(|(who, _)| who).collect();
        turns.dedup();
        if let [only] = &turns[..] {
            return Ok(Ok(self.known(only).await?));
        }
        let last = self.log().speaker.clone();
        match last {
            Some(last) => Ok(Ok(self.known(&last).await?)),
            None => Ok(Err("Choose a name to speak as first.".to_owned())),
        }
    }

    async fn known(&self, name: &str) -> anyhow::Result<PersonName> {
        let known = self.name_of(name).await?;
        let handle = line::handle(name);
        Ok(match known {
            Some(name) => PersonName { handle, name, bot: false },
            None => line::person(name, None),
        })
    }

    async fn name_of(&self, name: &str) -> anyhow::Result<Option<String>> {
        let handle = line::handle(name);
        Ok(self.queue.ask(move |service| service.name_by_handle(Chat::Console, &handle)).await??)
    }

    /// Shows replies in the log, and has them struck out of the outbox.
    async fn tell(&self, replies: Vec<Outgoing>) -> anyhow::Result<()> {
        let mut shown: Vec<OutboxId> = Vec::new();
        for Outgoing { id, room: _, reply } in replies {
            shown.extend(id);
            let only = match reply.to {
                Audience::Room => None,
                Audience::Only(person) => Some(person),
            };
            let (picture, mentions) = (reply.picture.clone(), reply.mentions.clone());
            let find = move |service: &mut Service| {
                let name = |service: &mut Service, it: PersonId| service.name_of(Chat::Console, it);
                let to = only.map(|it| name(service, it)).transpose()?;
                let mentioned: Result<Vec<String>, Fault> =
                    mentions.into_iter().map(|it| name(service, it)).collect();
                let drawing = picture.map(|it| service.drawing(&it)).transpose()?;
                Ok::<_, Fault>((to, mentioned?, drawing))
            };
            let (to, mentioned, drawing) = self.queue.ask(find).await??;
            let to_move =
                drawing.iter().flat_map(|it| [&it.scene.sides.first, &it.scene.sides.second]);
            let to_move: Vec<&String> =
                to_move.filter(|it| it.to_move).map(|it| &it.name).collect();
            let asked = match (&to, &mentioned[..], &to_move[..]) {
                (Some(to), _, _) => Some(to.clone()),
                (None, [one], _) => Some(one.clone()),
                (None, _, [one]) => Some((*one).clone()),
                (None, _, _) => None,
            };
            self.log().people.extend(mentioned.into_iter().chain(to.clone()));
            self.place(Told { reply, to, asked, drawing, passed: false });
        }
        self.queue.ask(move |service| service.delivered(&shown)).await??;
        Ok(())
    }

    /// Puts a reply into the log: in the place of the board that stands, or at the end.
    fn place(&self, told: Told) {
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

    fn post(&self, what: What) {
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

    /// Tells every browser of a piece that has changed. Nobody is waited for: whoever lags too far behind loads the page again.
    fn changed(&self, log: &mut Log, at: usize) {
        log.number += 1;
        let number = log.number;
        let Some(entry) = log.entries.get_mut(at) else { return };
        entry.version = number;
        // Nobody may be listening.
        drop(self.changes.send(change(entry)));
    }

    /// Takes the buttons off a private piece whose button was pressed.
    fn close_private(&self, entry: u64) {
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
    fn forget(&self) {
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

    /// Lists as JSON what may be said now: by somebody, or by whoever's turn it is.
    ///
    /// # Errors
    /// When the service has closed or its store fails.
    pub(super) async fn choices(&self, name: &str) -> anyhow::Result<Value> {
        let handle = line::handle(name);
        let offers = move |service: &mut Service| match handle.as_str() {
            "" => service.offers_in(Chat::Console, ROOM),
            who => {
                let offers = service.offers(Chat::Console, ROOM, who, None)?;
                Ok(offers.into_iter().map(|it| (who.to_owned(), it)).collect())
            }
        };
        let offers = self.queue.ask(offers).await??;
        let each = offers.into_iter().map(|(who, offer)| {
            let Ply { step, take } = offer.at;
            json!({ "match": offer.of.0, "who": who, "at": format!("{step}.{take}"), "words": offer.words })
        });
        Ok(each.collect())
    }

    /// Lists as JSON how a line may go on that is being typed.
    ///
    /// # Errors
    /// When the service has closed or its store fails.
    pub(super) async fn completions(&self, name: &str, typed: &str) -> anyhow::Result<Value> {
        let handle = line::handle(name);
        let find = move |service: &mut Service| {
            if handle.is_empty() {
                let offers = service.offers_in(Chat::Console, ROOM)?;
                return Ok::<_, Fault>((offers.into_iter().map(|it| it.1).collect(), Vec::new()));
            }
            let offers = service.offers(Chat::Console, ROOM, &handle, None)?;
            Ok((offers, service.titles(Chat::Console, &handle)?))
        };
        let (offers, titles) = self.queue.ask(find).await??;
        let people = self.log().people.iter().cloned().collect();
        let found = complete(typed, &Known { offers, titles, people });
        let before = typed.get(..found.start).unwrap_or_default();
        Ok(found.words.into_iter().map(|it| json!(format!("{before}{it}"))).collect())
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn change(entry: &Entry) -> Change {
    let body = json!({ "id": format!("e{}", entry.id), "html": entry.html() });
    Change { number: entry.version, body: body.to_string().into() }
}
