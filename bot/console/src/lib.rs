//! The local room: several people at one keyboard, or lines from a pipe.
pub mod completion;
mod deliver;
mod failures;
pub mod line;
pub mod people;
mod print;
mod terminal;
mod words;

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    convert::identity,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use command::{Does, Pleasantry, pleasantry};
use engine::{chance::StepKey, scene::Scene};
use model::{
    ids::{Chat, MatchId, OutboxId},
    time::duration,
};
use render::Painter;
use service::{
    Answered, Outgoing, PersonName, Queue, QueuedRequest, Request, RequestError, Service,
    until_tick,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    sync::{Notify, mpsc::UnboundedReceiver},
};

use self::{
    line::{Input, SpokenLine},
    people::WhoIsAsked,
    terminal::{Speakers, Terminal},
};
use crate::completion::Known;

pub use self::failures::costs_only_this;

/// The handle of the only room.
pub const ROOM: &str = "local";

/// How often the line that says that the bot is thinking changes.
const BEAT: Duration = Duration::from_millis(200);
/// How long that line is shown at most; then the prompt is shown while the bot continues thinking.
const WATCHED: Duration = Duration::from_secs(20);

/// How to run the local room.
#[derive(Clone, Debug)]
pub struct LocalRoom {
    /// The folder for pictures and files, created when first needed.
    pub folder: PathBuf,
    /// One JSON object for each reply instead of text for people.
    pub json: bool,
    /// Whether to show a prompt, for people who type.
    pub prompt: bool,
}

/// The local room while it is open.
struct Open {
    room: LocalRoom,
    queue: Queue,
    painter: Arc<Painter>,
    /// The last speaker, who also says lines without a name.
    speaker: Option<String>,
    /// The handles of those who have spoken at this terminal.
    here: BTreeSet<String>,
    /// What was said before anybody's name was known: it waits for one.
    unnamed: Option<SpokenLine>,
    /// Seconds by which the local clock was moved forward.
    clock_offset: i64,
    /// What the service sends without a request.
    heard: UnboundedReceiver<Outgoing>,
    /// What was shown while that couldn't be stored.
    shown: Vec<OutboxId>,
    /// Whether something failed, so that replies may wait that weren't shown.
    owes: bool,
    /// The terminal, if people type.
    terminal: Option<Terminal>,
    /// The last position shown of each match.
    seen: HashMap<MatchId, StepKey>,
    /// The output for recent ids, newest last: a repeated id gets the same output again.
    printed: VecDeque<(String, String)>,
}

/// The result of a tick.
struct Ticked {
    /// Whether anything was printed.
    said: bool,
    /// When the next tick is due, in Unix seconds.
    next: Option<i64>,
}

/// A reply with its pictures and files.
struct PrintedReply {
    outgoing: Outgoing,
    /// The name of the recipient of a private reply.
    to: Option<String>,
    mentions: Vec<String>,
    board: Option<Scene>,
    picture: Option<PathBuf>,
    /// The picture itself, for terminals that can show it.
    png: Option<Vec<u8>>,
    /// The film.
    film: Option<PathBuf>,
    file: Option<PathBuf>,
    /// Why a picture or file couldn't be written.
    failed: Vec<String>,
}

impl LocalRoom {
    /// Runs the room until its input ends, someone types `quit`, or the program is stopped.
    ///
    /// # Errors
    /// If the input, the output or the folder for pictures fails.
    pub async fn run(self, queue: Queue, thoughts: Arc<Notify>) -> anyhow::Result<()> {
        let heard = queue.ask(|service| service.listen(Chat::Console)).await?;
        let painter = Arc::new(Painter::new());
        let terminal = self.prompt.then(|| Terminal::open(queue.commands())).transpose()?;
        let mut open = Open {
            room: self,
            queue,
            painter,
            speaker: None,
            here: BTreeSet::new(),
            unnamed: None,
            clock_offset: 0,
            heard,
            shown: Vec::new(),
            owes: true,
            terminal,
            seen: HashMap::new(),
            printed: VecDeque::new(),
        };
        let mut lines = BufReader::new(tokio::io::stdin()).split(b'\n');
        let mut next = open.tick().await?.next;
        let waited = open.wait_for_bot(&thoughts).await;
        open.survives(waited, (), None).await?;
        open.ask().await?;
        loop {
            let wait = until_tick(open.now_ms(), next);
            let read = async {
                match &mut open.terminal {
                    Some(terminal) => terminal.line().await,
                    None => lines.next_segment().await.context("the input failed"),
                }
            };
            let line = tokio::select! {
                line = read => line?,
                _ = tokio::signal::ctrl_c() => None,
                () = async {
                    tokio::select! {
                        () = tokio::time::sleep(wait) => {}
                        () = thoughts.notified() => {}
                    }
                } => {
                    let ticked = open.tick().await?;
                    next = ticked.next;
                    if ticked.said {
                        open.ask().await?;
                    }
                    continue;
                }
            };
            let Some(line) = line else { return Ok(()) };
            next = open.tick().await?.next;
            if !open.hear(&String::from_utf8_lossy(&line), &thoughts).await? {
                return Ok(());
            }
            let waited = open.wait_for_bot(&thoughts).await;
            open.survives(waited, (), None).await?;
            let watched = open.watch_the_bot(&thoughts).await;
            if !open.survives(watched, true, None).await? {
                return Ok(());
            }
            open.ask().await?;
        }
    }
}

impl Open {
    /// Waits for the bot's moves when lines come from a pipe, so that the same lines always give
    /// the same output.
    async fn wait_for_bot(&mut self, thoughts: &Notify) -> anyhow::Result<()> {
        while !self.room.prompt && self.queue.ask(|service| service.is_thinking()).await? {
            thoughts.notified().await;
            self.tick().await?;
        }
        Ok(())
    }

    /// Shows at the terminal that the bot is thinking, until it says something or has thought for
    /// long enough to type meanwhile; tells whether the room stays open.
    async fn watch_the_bot(&mut self, thoughts: &Notify) -> anyhow::Result<bool> {
        let start = Instant::now();
        while self.terminal.is_some()
            && start.elapsed() < WATCHED
            && self.queue.ask(|service| service.is_thinking()).await?
        {
            let thought = tokio::select! {
                () = thoughts.notified() => true,
                () = tokio::time::sleep(BEAT) => false,
                _ = tokio::signal::ctrl_c() => return Ok(false),
            };
            let Some(terminal) = &mut self.terminal else { break };
            if !thought {
                terminal.show_thinking(start.elapsed())?;
                continue;
            }
            terminal.hide_thinking()?;
            if self.tick().await?.said {
                break;
            }
        }
        if let Some(terminal) = &mut self.terminal {
            terminal.hide_thinking()?;
        }
        Ok(true)
    }

    /// Handles a line; tells whether the room stays open.
    async fn hear(&mut self, line: &str, thoughts: &Notify) -> anyhow::Result<bool> {
        let spoken = match line::read(self.queue.commands(), line) {
            Ok(Input::Nothing) if self.unnamed.is_some() => {
                let guest = people::done(&self.queue, Service::guest_at_terminal).await?;
                return self.hear_named(guest.name, thoughts).await;
            }
            Ok(Input::Nothing) => return Ok(true),
            Ok(Input::Quit) => return Ok(false),
            Ok(Input::Wait(seconds)) => {
                let waited = self.wait(seconds).await;
                self.survives(waited, (), None).await?;
                let ahead = duration(self.clock_offset);
                return self.note(&words::clock_is_ahead(&ahead), None).await;
            }
            Ok(Input::Say(spoken)) => spoken,
            Err(says) => return self.complain(&says, None).await,
        };
        if self.unnamed.is_some() && spoken.name.is_none() && !self.only_looks(&spoken.words) {
            return match line::why_no_name(self.queue.commands(), &spoken.words) {
                Some(why) => self.complain(&why, None).await,
                None => self.hear_named(spoken.words, thoughts).await,
            };
        }
        let id = spoken.message.clone();
        let said = self.say(spoken, thoughts).await;
        self.survives(said, true, id.as_deref()).await
    }

    /// Handles what was said before, now that it has a name.
    async fn hear_named(&mut self, name: String, thoughts: &Notify) -> anyhow::Result<bool> {
        let Some(unnamed) = self.unnamed.take() else { return Ok(true) };
        let id = unnamed.message.clone();
        let said = self.say(SpokenLine { name: Some(name), ..unnamed }, thoughts).await;
        self.survives(said, true, id.as_deref()).await
    }

    /// Tells whether anybody may say it, since nothing is done.
    fn only_looks(&self, words: &str) -> bool {
        let line = self.queue.commands().read(words);
        line.asks || line.meant().is_some_and(|said| said.does() == Does::Looks)
    }

    /// Returns who says a line without a name: at a terminal the one who is asked, else the last speaker. None if nobody has spoken.
    ///
    /// # Errors
    /// The refusal, if it could be either player's.
    async fn unnamed_speaker(
        &self,
        words: &str,
    ) -> anyhow::Result<Result<Option<PersonName>, String>> {
        let asked = match (&self.terminal, &self.speaker) {
            (Some(_), Some(_)) => {
                let line = self.queue.commands().read(words);
                people::asked(&self.queue, &line, None, |who| self.here.contains(who)).await?
            }
            _ => WhoIsAsked::Nobody,
        };
        let name = match (asked, &self.speaker) {
            (WhoIsAsked::Several, _) => return Ok(Err(words::whose_choice())),
            (WhoIsAsked::One(asked), _) => asked,
            (WhoIsAsked::Nobody, Some(last)) => last.clone(),
            (WhoIsAsked::Nobody, None) => return Ok(Ok(None)),
        };
        Ok(Ok(Some(people::known(&self.queue, &name).await?)))
    }

    /// Handles what somebody says; tells whether the room stays open.
    async fn say(&mut self, spoken: SpokenLine, thoughts: &Notify) -> anyhow::Result<bool> {
        let SpokenLine { message, name, words } = &spoken;
        let from = match name {
            Some(name) => self.meet(name).await?.map(Some),
            None => self.unnamed_speaker(words).await?,
        };
        let from = match from {
            Err(says) => return self.complain(&says, message.as_deref()).await,
            Ok(Some(from)) => {
                self.unnamed = None;
                self.speaker = Some(from.name.clone());
                self.here.insert(from.handle.clone());
                from
            }
            Ok(None) if self.terminal.is_none() => {
                return self.complain(&words::start_with_name(), message.as_deref()).await;
            }
            Ok(None) if self.only_looks(words) => {
                people::done(&self.queue, Service::guest_at_terminal).await?
            }
            Ok(None) => {
                self.unnamed = Some(spoken);
                return Ok(true);
            }
        };
        let SpokenLine { message, words, .. } = spoken;
        let id = message.clone();
        if let Some(again) = self.printed_for(id.as_deref()) {
            self.write(&again).await?;
            return Ok(true);
        }
        let commands = self.queue.commands();
        let (words, attachment) = match line::attached(commands, &words) {
            Ok(parts) => parts,
            Err(says) => return self.complain(&says, id.as_deref()).await,
        };
        let is_chatter = pleasantry(&words) == Some(Pleasantry::Chatter);
        let asked = people::request(&self.queue, from, commands.read(&words), self.now()).await?;
        let request = Request { message, attachment, ..asked };
        let (replies, forgotten) = self.answered(request, thoughts).await?;
        // Before the next output, so that no file names a deleted person.
        if let Some(matches) = forgotten {
            self.forget_files(&matches);
            self.printed.clear();
        }
        // A program waits for something under its id.
        if let (true, Some(id), true) = (self.room.json, &id, replies.is_empty()) {
            let says = if is_chatter { words::nothing_asked() } else { words::used_before(id) };
            return self.note(&says, Some(id)).await;
        }
        self.deliver(replies, id.as_deref()).await?;
        Ok(true)
    }

    /// Has the service handle a request. A program that gave it an id gets the answer under that id, also if a computer
    /// player has to think first.
    async fn answered(
        &mut self,
        request: Request,
        thoughts: &Notify,
    ) -> anyhow::Result<(Vec<Outgoing>, Option<Vec<MatchId>>)> {
        let repeats = self.room.json && request.message.is_some();
        let question = QueuedRequest { repeats, ..request.into() };
        loop {
            let answered = self.queue.answer(question.clone()).await?;
            let Answered { replies, forgotten, thinks, .. } = answered.pass_to(identity);
            let Some(mut thought) = thinks else {
                return Ok((replies.into_iter().map(|it| it.outgoing).collect(), forgotten));
            };
            loop {
                tokio::select! {
                    // An error means that the service closes; the next call says so.
                    _ = &mut thought => break,
                    () = thoughts.notified() => {
                        self.tick().await?;
                    }
                }
            }
        }
    }

    /// Returns the speaker for a typed name.
    ///
    /// # Errors
    /// If the name is new and looks like another, or is a move of the last speaker, as in `stance: bold`.
    async fn meet(&self, typed: &str) -> anyhow::Result<Result<PersonName, String>> {
        let from = people::speaker(&self.queue, typed).await?;
        if let Some(other) = people::look_alike(&self.queue, &from).await? {
            return Ok(Err(words::looks_like(&from.name, &other)));
        }
        let (Some(speaker), handle) = (&self.speaker, from.handle.clone()) else {
            return Ok(Ok(from));
        };
        let before = line::handle(speaker);
        let is_move = people::done(&self.queue, move |service| {
            if service.knows(Chat::Console, &handle)? {
                return Ok(false);
            }
            let offers = service.offers(Chat::Console, ROOM, &before, None)?;
            let mut words = offers.iter().flat_map(|it| &it.words);
            Ok::<_, RequestError>(words.any(|words| words.split(' ').next() == Some(&handle)))
        });
        if !is_move.await? {
            return Ok(Ok(from));
        }
        Ok(Err(words::move_not_name(&from.handle, speaker)))
    }

    /// Runs a tick and prints its replies.
    async fn tick(&mut self) -> anyhow::Result<Ticked> {
        let next = people::do_due(&self.queue, self.now()).await?;
        if self.owes {
            let caught_up = self.catch_up().await;
            self.survives(caught_up, (), None).await?;
        }
        let mut said = Vec::new();
        while let Ok(outgoing) = self.heard.try_recv() {
            said.push(outgoing);
        }
        let ticked = Ticked { said: !said.is_empty(), next };
        let delivered = self.deliver(said, None).await;
        self.survives(delivered, (), None).await?;
        Ok(ticked)
    }

    /// Moves the clock forward, stopping whenever something is due.
    async fn wait(&mut self, seconds: i64) -> anyhow::Result<()> {
        let target = self.clock_offset.saturating_add(seconds).min(line::FURTHEST);
        let mut next = self.tick().await?.next;
        while self.clock_offset < target {
            let now = self.now();
            let step =
                next.filter(|&due| now < due).map_or(target - self.clock_offset, |due| due - now);
            self.clock_offset += step.min(target - self.clock_offset);
            let now = self.now();
            if let Err(err) = self.queue.ask(move |service| service.moved_on(now)).await? {
                tracing::error!(%err, "the new clock time couldn't be saved");
            }
            next = self.tick().await?.next;
        }
        Ok(())
    }

    /// Shows the prompt, if someone types.
    async fn ask(&mut self) -> anyhow::Result<()> {
        if self.terminal.is_none() {
            return Ok(());
        }
        let speaker = self.unnamed_speaker("").await;
        let speaker = self.survives(speaker, Ok(None), None).await?.ok().flatten();
        let speaker = speaker.map(|it| it.name);
        let name = speaker.clone().unwrap_or_default();
        let found = self.queue.ask(move |service| {
            let owed = service.owed(Chat::Console, ROOM)?;
            let people = service.heard_in(Chat::Console, ROOM)?;
            let others = Known::of_anybody(service);
            let mut named = Vec::new();
            for name in &people {
                let of = Known::of(service, &line::handle(name))?;
                let known = Known { people: people.clone(), ..of };
                if Some(name) == speaker.as_ref() {
                    named.push((String::new(), known.clone()));
                }
                named.push((name.clone(), known));
            }
            Ok::<_, RequestError>((owed, Speakers { named, others }))
        });
        let found = found.await.map_err(anyhow::Error::from).and_then(|found| Ok(found?));
        let (owed, speakers) = self.survives(found, Default::default(), None).await?;
        let turn = match &owed[..] {
            [] => String::new(),
            some => format!(" [to move: {}]", some.join(", ")),
        };
        let prompt = match self.unnamed {
            Some(_) => words::YOUR_NAME.to_owned(),
            None => format!("{name}{turn}> ").trim_start().to_owned(),
        };
        if let Some(terminal) = &mut self.terminal {
            terminal.ask(prompt, speakers);
        }
        Ok(())
    }

    fn now(&self) -> i64 {
        self.now_ms().div_euclid(1000)
    }

    fn now_ms(&self) -> i64 {
        model::host_clock::now()
            .as_millisecond()
            .saturating_add(self.clock_offset.saturating_mul(1000))
    }
}
