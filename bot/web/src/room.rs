//! The local room in a browser. Its log is kept in memory and sent to every browser.
use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::HeaderValue;
use command::LONGEST_LINE;
use console::{
    ROOM,
    completion::{Known, complete},
    line, people,
};
use delivery::{Asked, ChatAdapter as _, ChatNews, Dispatcher, Place};
use engine::chance::StepKey;
use maud::html;
use model::{
    ids::{Chat, MatchId},
    text::Text,
};
use render::Painter;
use serde_json::{Value, json};
use service::{
    Length, NotDone, Power, QueuedRequest, Request, RequestError, Service, moderates, until_tick,
};
use tokio::sync::{Notify, watch};

use super::{
    browser::KeyCookie,
    chat::WebChat,
    entry::EntryContent,
    handle::Handle,
    html::{as_tapped, blocks},
    journal::{Journal, PressedButton, ToldEntry},
    lesson,
    live::Live,
    speaker::{LineSpeakers, NewNames},
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
    cookie: KeyCookie,
    pub(super) painter: Arc<Painter>,
    pub(super) journal: Arc<Journal>,
    /// The pages that are open, here and of shared matches.
    pub(super) live: Arc<Live>,
    pub(super) new_names: NewNames,
    /// `None` once the room is closed, because connections may outlive it.
    chat: Mutex<Option<Arc<WebChat>>>,
    stop: watch::Sender<bool>,
    /// Held during a request and its replies, so that the log keeps the service's order.
    order: tokio::sync::Mutex<()>,
}

/// A line that was typed, pressed or clicked.
#[derive(Clone, Debug, Default)]
pub(super) struct WebLine {
    /// The key of the browser, if it has one.
    pub(super) browser: Option<String>,
    /// The client's address.
    pub(super) from: Option<IpAddr>,
    /// The speaker; empty for the one of its people whose turn it is.
    pub(super) name: String,
    pub(super) words: String,
    /// The pressed button: the id of its entry, and its number there.
    pub(super) pressed: Option<(u64, usize)>,
    /// The position on which a square was clicked.
    pub(super) asked_at: Option<StepKey>,
    /// Whether a button of a page says it, which the talk doesn't repeat: it may hold the key of a link.
    pub(super) by_button: bool,
    /// Whether it was chosen on a board or beside it, and not typed.
    pub(super) tapped: bool,
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
    /// The key of the browser, if it has one now.
    pub(super) browser: Option<String>,
    /// Why nothing was done. The room isn't told.
    pub(super) refused: Option<String>,
    /// The name of a second person that this browser would get, if that is why.
    second: Option<String>,
}

/// Why nothing was asked of the service.
pub(super) enum Unheard {
    /// The room isn't told.
    Refused(String),
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Unheard {
    fn from(err: E) -> Unheard {
        Unheard::Failed(err.into())
    }
}

impl SpokenResult {
    /// Refuses what wasn't asked of the service.
    pub(super) fn refused(browser: Option<String>, says: String) -> SpokenResult {
        SpokenResult { browser, refused: Some(says), ..SpokenResult::default() }
    }

    /// Asks whether a second person plays at this browser, before one is made by another name.
    pub(super) fn asks_for_second(
        browser: Option<String>,
        first: &str,
        name: &str,
    ) -> SpokenResult {
        let second = Some(name.to_owned());
        SpokenResult { second, ..SpokenResult::refused(browser, words::second_person(first, name)) }
    }

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
        if let Some(says) = &self.refused {
            let refused = html! {
                article.told.refused {
                    (blocks(&Text::sentence(says)))
                    @if let Some(name) = &self.second {
                        form.person method="post" action="say" { button name="also" value=(name) { (words::plays_too(name)) } }
                    }
                }
            };
            return refused.into_string();
        }
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
        live: Arc<Live>,
        base: &str,
    ) -> anyhow::Result<(Arc<WebRoom>, ChatNews)> {
        let (stop, stopped) = watch::channel(false);
        let journal = Arc::new(Journal::default());
        let chat = WebChat::new(queue.queue()?, painter.clone(), journal.clone(), stopped);
        let news = Dispatcher::begin(&chat).await?;
        let now = model::host_clock::now().as_second();
        // The log is empty, so the boards of an earlier run are shown again.
        queue.done(move |service| service.show_turns(Chat::Console, ROOM, now)).await?;
        let (chat, order) = (Mutex::new(Some(chat)), tokio::sync::Mutex::default());
        let assets = if base.is_empty() { "web/" } else { "../web/" };
        let cookie = KeyCookie::of(base);
        let new_names = NewNames::default();
        let room =
            WebRoom { queue, assets, cookie, painter, journal, live, new_names, chat, stop, order };
        Ok((Arc::new(room), news))
    }

    /// Returns how a page of the room finds the folder of static files.
    pub(super) fn assets(&self) -> &'static str {
        self.assets
    }

    /// Writes the header that gives a browser its key.
    pub(super) fn key_header(&self, key: &str) -> Option<HeaderValue> {
        self.cookie.header(key)
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
            let next = people::do_due(&self.queue.queue()?, now.as_second()).await?;
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

    /// Takes the name that a line is said under, handles the line, and shows the replies. Without words only the name is taken.
    ///
    /// # Errors
    /// If the service has closed.
    pub(super) async fn hear(&self, mut spoken: WebLine) -> anyhow::Result<SpokenResult> {
        let says = match self.heard(&mut spoken).await {
            Ok(heard) => return Ok(heard),
            Err(Unheard::Refused(says)) => says,
            Err(Unheard::Failed(err)) => console::costs_only_this(&err).ok_or(err)?,
        };
        Ok(SpokenResult::refused(spoken.browser, says))
    }

    /// Does so; the line has the browser's new key afterwards, if it got one.
    async fn heard(&self, spoken: &mut WebLine) -> Result<SpokenResult, Unheard> {
        spoken.browser = self.take_name(spoken.browser.clone(), spoken.from, &spoken.name).await?;
        let reader = self.reader(spoken.browser.clone(), &spoken.name).await?;
        let _order = self.order.lock().await;
        let before = self.journal.number();
        let by = self.carry_out(spoken, &reader).await?;
        let pressed = spoken.pressed.map(|(entry, _)| entry);
        let told = self.journal.told_since(before, pressed, &reader);
        Ok(SpokenResult { told, by, browser: spoken.browser.clone(), ..SpokenResult::default() })
    }

    /// Handles a line and shows the replies. Returns who spoke.
    async fn carry_out(&self, spoken: &WebLine, reader: &PageReader) -> Result<String, Unheard> {
        if spoken.pressed.is_none() && spoken.words.trim().is_empty() {
            return Ok(spoken.name.clone());
        }
        let said = self.said(spoken, reader)?;
        let words = said.says.trim().to_owned();
        let by_button = spoken.pressed.is_some() || spoken.by_button || said.asked_at.is_some();
        let request = self.request(spoken, reader, said).await?;
        let by = request.from.name.clone();
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
        let mut answered = self.queue.queue()?.answer(question).await?;
        if spoken.tapped {
            answered.replies.iter_mut().for_each(|told| as_tapped(&mut told.outgoing.reply));
        }
        if let Some(key) = spoken.browser.clone() {
            self.journal.log().speakers.insert(key, by.clone());
        }
        self.journal.log().people.insert(by.clone());
        if answered.forgotten.is_some() {
            self.journal.forget();
        } else if !by_button {
            let (words, secret) = (Text::plain(words), answered.may_be_secret);
            self.journal.post(EntryContent::Said { by: by.clone(), words, secret });
        }
        if let (Some((entry, _)), false) = (spoken.pressed, answered.is_refused()) {
            self.journal.close_private(entry);
        }
        for shown in Dispatcher::answer(&chat, answered, |_| asked.clone()) {
            // Replies that can't be shown stay in the outbox.
            drop(shown.await);
        }
        Ok(by)
    }

    /// Returns what was said, by typing or by a button that the reader may press.
    fn said(&self, spoken: &WebLine, reader: &PageReader) -> Result<PressedButton, Unheard> {
        if reader.looks_on() {
            return Err(Unheard::Refused(words::who_are_you()));
        }
        let WebLine { words, asked_at, owner, .. } = spoken.clone();
        let said = match spoken.pressed {
            None => PressedButton { says: words, asked_at, asked: owner.clone(), owner },
            Some((entry, number)) => {
                let button = self.journal.pressed(entry, number);
                button.ok_or_else(|| Unheard::Refused(words::button_out_of_date()))?
            }
        };
        match &said.owner {
            Some(owner) if !reader.is_for(owner) => Err(Unheard::Refused(words::belongs_to(owner))),
            _ if LONGEST_LINE < said.says.len() => {
                Err(Unheard::Refused(words::too_long(LONGEST_LINE)))
            }
            Some(_) | None => Ok(said),
        }
    }

    /// Makes a request of what was said.
    async fn request(
        &self,
        spoken: &WebLine,
        reader: &PageReader,
        PressedButton { says, asked_at, asked, owner }: PressedButton,
    ) -> Result<Request, Unheard> {
        let line = self.queue.commands().read(says.trim());
        let line = match spoken.of {
            Some(of) => line.in_match(of),
            None => line,
        };
        let own = owner.map(|owner| line::handle(&owner));
        let browser = spoken.browser.as_ref();
        let last = browser.and_then(|key| self.journal.log().speakers.get(key).cloned());
        let among = LineSpeakers { reader, own, asked, last };
        let from = self.speaker(among, spoken.of, &line).await?;
        let moderates = match browser.cloned() {
            Some(key) => self.queue.look(Length::Short, move |tx| moderates(tx, &key)).await?,
            None => false,
        };
        let power = if moderates { Power::Server } else { Power::Nothing };
        let (queue, now) = (self.queue.queue()?, model::host_clock::now().as_second());
        Ok(Request {
            attachment: spoken.file.clone(),
            asked_at,
            pressed: spoken.pressed.map(|(entry, _)| entry.to_string()),
            power,
            ..people::request(&queue, from, line, now).await?
        })
    }

    /// Returns the choices of a person, or of the player to move, as JSON.
    ///
    /// # Errors
    /// If the service has closed or its store fails.
    pub(super) async fn choices(&self, reader: PageReader) -> anyhow::Result<Value> {
        let handle = reader.handle();
        let offers = move |service: &mut Service| {
            let offers = match handle.as_str() {
                "" => service.offers_in(Chat::Console, ROOM)?,
                who => {
                    let offers = service.offers(Chat::Console, ROOM, who, None)?;
                    offers.into_iter().map(|offer| (who.to_owned(), offer)).collect()
                }
            };
            let mut named = Vec::new();
            for (who, offer) in offers.into_iter().filter(|(who, _)| reader.is_for(who)) {
                let name = service.name_by_handle(Chat::Console, &who)?;
                named.push((name.unwrap_or_else(|| who.clone()), who, offer));
            }
            Ok::<_, RequestError>(named)
        };
        let offers = self.queue.done(offers).await?;
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
    pub(super) async fn completions(
        &self,
        reader: PageReader,
        typed: &str,
    ) -> anyhow::Result<Value> {
        let handle = reader.handle();
        let find = move |service: &mut Service| {
            if !handle.is_empty() {
                return Known::of(service, &handle);
            }
            let mut offers = service.offers_in(Chat::Console, ROOM)?;
            offers.retain(|(who, _)| reader.is_for(who));
            let offers = offers.into_iter().map(|it| it.1).collect();
            Ok::<_, RequestError>(Known { offers, ..Known::of_anybody(service) })
        };
        let known = self.queue.done(find).await?;
        let people = self.journal.log().people.iter().cloned().collect();
        let found = complete(self.queue.commands(), typed, &Known { people, ..known });
        let before = typed.get(..found.start).unwrap_or_default();
        Ok(found.words.into_iter().map(|words| json!(format!("{before}{words}"))).collect())
    }
}
