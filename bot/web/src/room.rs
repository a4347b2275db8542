//! The local room in a browser. Its log is kept in memory and sent to every browser.
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use command::{Command, LONGEST_LINE, Line, Means};
use console::{
    ROOM,
    completion::{Known, complete},
    line,
};
use delivery::{Asked, ChatAdapter as _, ChatNews, Dispatcher, Place};
use engine::chance::StepKey;
use model::{
    ids::{Chat, MatchId},
    text::Text,
};
use render::Painter;
use serde_json::{Value, json};
use service::{
    NotDone, PersonName, Power, Preparation, QueuedRequest, Request, RequestError, RoomName,
    RoomPresence, Service, until_tick,
};
use tokio::sync::{Notify, watch};

use super::{
    chat::WebChat,
    entry::{EntryContent, complaint},
    handle::Handle,
    journal::{Journal, PressedButton, ToldEntry},
    lesson,
    viewer::PageReader,
    words,
};

/// How long to wait for pending replies when the room closes.
const LAST: Duration = Duration::from_secs(5);

/// The room, shared by all routes.
pub(super) struct WebRoom {
    pub(super) queue: Handle,
    /// How a page of the room finds the folder of static files.
    assets: &'static str,
    pub(super) painter: Arc<Painter>,
    pub(super) journal: Arc<Journal>,
    /// `None` once the room is closed, because connections may outlive it.
    chat: Mutex<Option<Arc<WebChat>>>,
    stop: watch::Sender<bool>,
    /// Held during a request and its replies, so that the log keeps the service's order.
    order: tokio::sync::Mutex<()>,
}

/// A line that was typed, pressed or clicked.
#[derive(Clone, Debug, Default)]
pub(super) struct WebLine {
    /// The speaker; empty for the player whose turn it is.
    pub(super) name: String,
    pub(super) words: String,
    /// The pressed button: the id of its entry, and its number there.
    pub(super) pressed: Option<(u64, usize)>,
    /// The position on which a square was clicked.
    pub(super) asked_at: Option<StepKey>,
    pub(super) file: Option<String>,
    /// The match whose page it was said on.
    pub(super) of: Option<MatchId>,
    /// The person whose choice it is, for a button of one player's.
    pub(super) owner: Option<String>,
}

/// The result of a line.
#[derive(Default)]
pub(super) struct SpokenResult {
    /// What was told, in order.
    pub(super) told: Vec<ToldEntry>,
    /// The name of the speaker.
    pub(super) by: String,
}

impl SpokenResult {
    /// Returns the page of what was shown: of a match, or of the speaker's lesson or puzzle.
    pub(super) fn page(&self, reader: &PageReader) -> Option<String> {
        if let Some(of) = self.told.iter().find_map(|it| it.told.standing()) {
            return Some(reader.match_address(of));
        }
        let task = |entry: &ToldEntry| {
            lesson::position(&entry.told).is_some() && entry.told.is_to(&self.by)
        };
        self.told.iter().any(task).then(|| reader.address("learn", &[]))
    }

    /// Writes what was told that no pane shows, for the speaker's page.
    pub(super) fn answers(&self) -> String {
        let shown = self.told.iter().filter(|entry| {
            let own = entry.told.to.is_none() || entry.told.is_to(&self.by);
            own && !entry.told.is_in_pane() && lesson::position(&entry.told).is_none()
        });
        shown.map(|it| it.html.as_str()).collect()
    }
}

impl WebRoom {
    /// Opens the room below `base`, which is empty or a folder. Pass the news to [`WebRoom::keep_time`].
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn open(
        queue: Handle,
        painter: Arc<Painter>,
        base: &str,
    ) -> anyhow::Result<(Arc<WebRoom>, ChatNews)> {
        let (stop, stopped) = watch::channel(false);
        let journal = Arc::new(Journal::default());
        let chat = WebChat::new(queue.queue()?, painter.clone(), journal.clone(), stopped);
        let news = Dispatcher::begin(&chat).await?;
        let now = model::host_clock::now().as_second();
        // The log is empty, so the boards of an earlier run are shown again.
        queue.ask(move |service| service.show_turns(Chat::Console, ROOM, now)).await??;
        let (chat, order) = (Mutex::new(Some(chat)), tokio::sync::Mutex::default());
        let assets = if base.is_empty() { "web/" } else { "../web/" };
        Ok((Arc::new(WebRoom { queue, assets, painter, journal, chat, stop, order }), news))
    }

    /// Returns how a page of the room finds the folder of static files.
    pub(super) fn assets(&self) -> &'static str {
        self.assets
    }

    /// Runs the service's ticks, and shows their replies.
    ///
    /// # Errors
    /// If the service can no longer store anything.
    pub(super) async fn keep_time(
        &self,
        news: ChatNews,
        thoughts: Arc<Notify>,
    ) -> anyhow::Result<()> {
        let chat = self.chat()?;
        if let Err(why) = Dispatcher::sweep(&chat).await {
            tracing::error!(why, "boards of an earlier run are still listed");
        }
        tokio::select! {
            () = Dispatcher::listen(&chat, news) => Ok(()),
            ended = self.tick(thoughts) => ended,
        }
    }

    async fn tick(&self, thoughts: Arc<Notify>) -> anyhow::Result<()> {
        loop {
            let now = model::host_clock::now();
            let next = match self.queue.ask(move |service| service.tick(now.as_second())).await {
                Ok(Ok(next)) => next,
                Ok(Err(err)) if err.is_final() => return Err(err.into()),
                Ok(Err(err)) => {
                    tracing::error!(%err, "what is due couldn't be done");
                    None
                }
                Err(NotDone::Panicked) => None,
                Err(closed) => return Err(closed.into()),
            };
            tokio::select! {
                () = tokio::time::sleep(until_tick(now.as_millisecond(), next)) => {}
                () = thoughts.notified() => {}
            }
        }
    }

    /// Waits for pending replies, then lets the service close.
    pub(super) async fn close(&self) {
        self.stop.send_replace(true);
        let chat = self.chat.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(chat) = chat {
            chat.dispatcher().close(LAST).await;
        }
    }

    fn chat(&self) -> Result<Arc<WebChat>, NotDone> {
        self.chat.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(NotDone::Closed)
    }

    /// Handles a line and shows the replies, or why it couldn't be handled.
    ///
    /// # Errors
    /// If the service has closed.
    pub(super) async fn hear(&self, spoken: WebLine) -> anyhow::Result<SpokenResult> {
        let order = self.order.lock().await;
        let before = self.journal.number();
        let pressed = spoken.pressed.map(|(entry, _)| entry);
        let by = match self.carry_out(spoken).await {
            Ok(by) => by,
            Err(err) => {
                let says = console::costs_only_this(&err).ok_or(err)?;
                self.journal.post(complaint(&says));
                String::new()
            }
        };
        let told = self.journal.told_since(before, pressed);
        drop(order);
        Ok(SpokenResult { told, by })
    }

    /// Says why something wasn't done.
    pub(super) fn complain(&self, says: &str) -> SpokenResult {
        let before = self.journal.number();
        self.journal.post(complaint(says));
        SpokenResult { told: self.journal.told_since(before, None), by: String::new() }
    }

    /// Handles a line and shows the replies. Returns who spoke.
    async fn carry_out(&self, spoken: WebLine) -> anyhow::Result<String> {
        let WebLine { name, words, pressed, asked_at, file, of, owner } = spoken;
        let button = match pressed {
            None => PressedButton { says: words, asked_at, asked: owner.clone(), owner },
            Some((entry, number)) => match self.journal.pressed(entry, number) {
                Some(button) => button,
                None => {
                    self.journal.post(complaint(&words::button_out_of_date()));
                    return Ok(name);
                }
            },
        };
        let PressedButton { says: words, asked_at, asked, owner } = button;
        let own = |owner: &String| {
            name.trim().is_empty() || line::handle(name.trim()) == line::handle(owner)
        };
        if let Some(owner) = owner.as_ref().filter(|owner| !own(owner)) {
            self.journal.post(complaint(&words::belongs_to(owner)));
            return Ok(name);
        }
        let asked = owner.map(|owner| line::handle(&owner)).or(asked);
        if LONGEST_LINE < words.len() {
            self.journal.post(complaint(&words::too_long(LONGEST_LINE)));
            return Ok(name);
        }
        let words = words.trim().to_owned();
        if words.is_empty() {
            return Ok(name);
        }
        let by_button = pressed.is_some() || asked_at.is_some();
        let line = Line::read(&words);
        let plays = !line.asks
            && matches!(&line.means, Means::Words(Ok(None)) | Means::Command(Command::Play(_)));
        let line = match of {
            Some(of) => line.in_match(of),
            None => line,
        };
        let from = match self.speaker(&name, asked, of, plays).await? {
            Ok(from) => from,
            Err(says) => {
                self.journal.post(complaint(&says));
                return Ok(name);
            }
        };
        let by = from.name.clone();
        let mut mentioned = Vec::new();
        for name in console::line::mentioned(&line) {
            mentioned.push(self.known(&name).await?);
        }
        let request = Request {
            chat: Chat::Console,
            message: None,
            room: RoomName {
                handle: ROOM.to_owned(),
                name: "local room".to_owned(),
                server: "local".to_owned(),
                answers_only: false,
            },
            from: from.clone(),
            mentioned,
            line,
            attachment: file,
            asked_at,
            prepared: Preparation::default(),
            pressed: pressed.map(|(entry, _)| entry.to_string()),
            thread_of: None,
            overheard: false,
            // The person at this computer has every permission here.
            power: Power::Server,
            company: RoomPresence::Many,
            now: model::host_clock::now().as_second(),
        };
        let asked = Arc::new(Asked {
            place: Place::room(ROOM),
            by: request.from.handle.clone(),
            alone: true,
            talk: false,
            pressed: None,
            interaction: None,
        });
        let chat = self.chat()?;
        let question = QueuedRequest { asks_if_secret: true, ..request.into() };
        let answered = self.queue.queue()?.answer(question).await?;
        self.journal.log().speaker = Some(from.name.clone());
        self.journal.log().people.insert(from.name.clone());
        if answered.forgotten.is_some() {
            self.journal.forget();
        } else if !by_button {
            let (words, secret) = (Text::plain(words), answered.may_be_secret);
            self.journal.post(EntryContent::Said { by: from.name, words, secret });
        }
        if let (Some((entry, _)), false) = (pressed, answered.is_refused()) {
            self.journal.close_private(entry);
        }
        for shown in Dispatcher::answer(&chat, answered, |_| asked.clone()) {
            // Replies that can't be shown stay in the outbox.
            drop(shown.await);
        }
        Ok(by)
    }

    /// Finds the speaker: the name given, the person the pressed button asks, the player to move, the only one who chooses in
    /// private, or the last speaker. `of` is the match whose page it was said on, and `plays` tells whether it is a choice.
    ///
    /// # Errors
    /// The refusal, if the name is none, or several people choose in private and it doesn't say whose choice it is.
    async fn speaker(
        &self,
        name: &str,
        asked: Option<String>,
        of: Option<MatchId>,
        plays: bool,
    ) -> anyhow::Result<Result<PersonName, String>> {
        let name = name.trim().trim_start_matches('@');
        if !name.is_empty() {
            if let Err(says) = line::check_name(name) {
                return Ok(Err(says));
            }
            let known = self.name_of(name).await?;
            return Ok(Ok(line::person(name, known.as_deref())));
        }
        if let Some(asked) = asked
            && self.name_of(&asked).await?.is_some()
        {
            return Ok(Ok(self.known(&asked).await?));
        }
        let offers = self.queue.ask(|service| service.offers_in(Chat::Console, ROOM)).await??;
        let offers = offers.into_iter().filter(|(_, offer)| of.is_none_or(|of| of == offer.of));
        let mut turns: Vec<String> = offers.map(|(who, _)| who).collect();
        turns.dedup();
        if let [only] = &turns[..] {
            return Ok(Ok(self.known(only).await?));
        }
        if plays {
            let asked =
                move |service: &mut Service| service.choosing_in_private(Chat::Console, ROOM, of);
            match &self.queue.ask(asked).await??[..] {
                [] => {}
                [only] => return Ok(Ok(self.known(only).await?)),
                [_, ..] => return Ok(Err(words::whose_choice())),
            }
        }
        let last = self.journal.log().speaker.clone();
        match last {
            Some(last) => Ok(Ok(self.known(&last).await?)),
            None => Ok(Ok(self.known(words::nameless()).await?)),
        }
    }

    async fn known(&self, name: &str) -> anyhow::Result<PersonName> {
        let name = name.to_owned();
        Ok(self.queue.ask(move |service| line::known(service, &name)).await??)
    }

    async fn name_of(&self, name: &str) -> anyhow::Result<Option<String>> {
        let handle = line::handle(name);
        Ok(self.queue.ask(move |service| service.name_by_handle(Chat::Console, &handle)).await??)
    }

    /// Returns the choices of a person, or of the player to move, as JSON.
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn choices(&self, name: &str) -> anyhow::Result<Value> {
        let handle = line::handle(name);
        let offers = move |service: &mut Service| {
            let offers = match handle.as_str() {
                "" => service.offers_in(Chat::Console, ROOM)?,
                who => {
                    let offers = service.offers(Chat::Console, ROOM, who, None)?;
                    offers.into_iter().map(|offer| (who.to_owned(), offer)).collect()
                }
            };
            let mut named = Vec::new();
            for (who, offer) in offers {
                let name = service.name_by_handle(Chat::Console, &who)?;
                named.push((name.unwrap_or_else(|| who.clone()), who, offer));
            }
            Ok::<_, RequestError>(named)
        };
        let offers = self.queue.ask(offers).await??;
        let each = offers.into_iter().map(|(name, who, offer)| {
            let StepKey { step, take } = offer.at;
            json!({ "match": offer.of.0, "game": offer.game.title(), "name": name, "who": who, "at": format!("{step}.{take}"), "words": offer.words })
        });
        Ok(each.collect())
    }

    /// Returns the completions of a line as JSON.
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn completions(&self, name: &str, typed: &str) -> anyhow::Result<Value> {
        let handle = line::handle(name);
        let find = move |service: &mut Service| {
            if handle.is_empty() {
                let offers = service.offers_in(Chat::Console, ROOM)?;
                return Ok::<_, RequestError>((
                    offers.into_iter().map(|it| it.1).collect(),
                    Vec::new(),
                ));
            }
            let offers = service.offers(Chat::Console, ROOM, &handle, None)?;
            Ok((offers, service.titles(Chat::Console, &handle)?))
        };
        let (offers, titles) = self.queue.ask(find).await??;
        let people = self.journal.log().people.iter().cloned().collect();
        let found = complete(typed, &Known { offers, titles, people });
        let before = typed.get(..found.start).unwrap_or_default();
        Ok(found.words.into_iter().map(|words| json!(format!("{before}{words}"))).collect())
    }
}
