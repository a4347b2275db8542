//! The local room: several people at one keyboard, or lines from a pipe.
mod line;
mod print;

use crate::command::Line;
use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context as _;
use engine::{refusal::Code, scene::Scene};
use render::Painter;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    sync::mpsc::UnboundedReceiver,
};

use self::line::{Order, Spoken};
use crate::{
    paint::{Form, Painted, paint},
    private,
    service::{
        Company, Fault, Outgoing, PersonName, Power, Queue, Request, RoomName, Service, until_tick,
    },
    store::{Chat, MatchId, OutboxId, StoreError},
    time::spelled,
};

/// What the files begin with in which people are named, besides those of matches.
const OF_PEOPLE: [&str; 4] = ["mydata.", "profile", "leaderboard", "season"];
/// The handle of the one room there is.
const ROOM: &str = "local";

/// How the local room is run.
#[derive(Clone, Debug)]
pub struct Room {
    /// Where pictures and files are put; made when the first one comes.
    pub folder: PathBuf,
    /// One JSON object for each reply instead of text for people.
    pub json: bool,
    /// Whether a prompt is shown: somebody types.
    pub prompt: bool,
}

/// The local room while it is open.
struct Open {
    room: Room,
    queue: Queue,
    painter: Arc<Painter>,
    /// The name of whoever spoke last: a bare line is theirs.
    speaker: Option<String>,
    /// Seconds by which the local clock was moved on.
    ahead: i64,
    /// What the service says of its own accord.
    heard: UnboundedReceiver<Outgoing>,
}

/// What came of a look at the time.
struct Ticked {
    /// Whether something was said.
    said: bool,
    /// When there is something to do next; Unix seconds.
    next: Option<i64>,
}

/// A reply with what was drawn and saved for it.
struct Delivery {
    outgoing: Outgoing,
    /// The name of whom a private reply is for.
    to: Option<String>,
    mentions: Vec<String>,
    board: Option<Scene>,
    picture: Option<PathBuf>,
    /// The picture in time.
    film: Option<PathBuf>,
    file: Option<PathBuf>,
    /// Why a picture or a file could not be written.
    failed: Vec<String>,
}

impl Room {
    /// Runs the room until its input ends, somebody says `quit`, or the program is told to stop.
    ///
    /// # Errors
    /// When the input, the output or the folder for pictures fails.
    pub async fn run(self, queue: Queue) -> anyhow::Result<()> {
        let heard = queue.ask(|service| service.listen(Chat::Console)).await?;
        let painter = Arc::new(Painter::new());
        let mut open = Open { room: self, queue, painter, speaker: None, ahead: 0, heard };
        open.catch_up().await?;
        let mut lines = BufReader::new(tokio::io::stdin()).split(b'\n');
        let mut next = open.tick().await?.next;
        open.ask().await?;
        loop {
            let wait = until_tick(open.now_ms(), next);
            let line = tokio::select! {
                line = lines.next_segment() => line.context("the input failed")?,
                _ = tokio::signal::ctrl_c() => None,
                () = tokio::time::sleep(wait) => {
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
            if !open.hear(&String::from_utf8_lossy(&line)).await? {
                return Ok(());
            }
            open.ask().await?;
        }
    }
}

impl Open {
    /// Delivers what was committed before the program ended last and never shown.
    async fn catch_up(&mut self) -> anyhow::Result<()> {
        let late = self.queue.ask(|service| service.undelivered(Chat::Console)).await??;
        self.deliver(late).await
    }

    /// Takes one line; tells whether the room stays open.
    async fn hear(&mut self, line: &str) -> anyhow::Result<bool> {
        let Spoken { message, name, words } = match line::read(line) {
            Ok(Order::Nothing) => return Ok(true),
            Ok(Order::Quit) => return Ok(false),
            Ok(Order::Wait(seconds)) => {
                self.wait(seconds).await?;
                let ahead = spelled(self.ahead);
                let says = format!("The room's clock is now {ahead} ahead, until the room closes.");
                return self.note(&says).await;
            }
            Ok(Order::Say(spoken)) => spoken,
            Err(says) => return self.complain(&says).await,
        };
        let from = match (name, &self.speaker) {
            (Some(name), _) => match self.meet(&name).await? {
                Ok(from) => from,
                Err(says) => return self.complain(&says).await,
            },
            (None, Some(speaker)) => self.known(speaker).await?,
            (None, None) => {
                return self.complain("Say who speaks first, such as `ann: help`.").await;
            }
        };
        self.speaker = Some(from.name.clone());
        let (words, attachment) = match line::attached(&words) {
            Ok(parts) => parts,
            Err(says) => return self.complain(&says).await,
        };
        let mut mentioned = Vec::new();
        for name in line::mentioned(&words) {
            mentioned.push(self.known(&name).await?);
        }
        let request = Request {
            chat: Chat::Console,
            message,
            room: RoomName {
                handle: ROOM.to_owned(),
                name: "local room".to_owned(),
                server: "local".to_owned(),
            },
            from,
            mentioned,
            line: Line::Typed(words),
            attachment,
            asked_at: None,
            pressed: None,
            overheard: false,
            // Whoever sits at the keyboard may do anything here.
            power: Power::Server,
            company: Company::Many,
            now: self.now(),
        };
        let handle =
            move |service: &mut Service| (service.handle(&request), service.take_forgotten());
        let (replies, forgotten) = self.queue.ask(handle).await?;
        // Before what is written next, which names nobody who is gone.
        if let Some(matches) = forgotten {
            self.forget_files(&matches);
        }
        self.deliver(replies).await?;
        Ok(true)
    }

    /// Returns who speaks, by the name as it was typed.
    ///
    /// # Errors
    /// When nobody of that name was here before, and the word is a move of whoever spoke last: `stance: bold`.
    async fn meet(&self, typed: &str) -> anyhow::Result<Result<PersonName, String>> {
        let from = line::person(typed, self.name_of(typed).await?.as_deref());
        let (Some(speaker), handle) = (&self.speaker, from.handle.clone()) else {
            return Ok(Ok(from));
        };
        let before = line::handle(speaker);
        let is_move = self.queue.ask(move |service| {
            if service.knows(Chat::Console, &handle)? {
                return Ok(false);
            }
            let offers = service.offers(Chat::Console, ROOM, &before, None)?;
            let mut words = offers.iter().flat_map(|it| &it.words);
            Ok::<_, Fault>(words.any(|it| it.split(' ').next() == Some(&handle)))
        });
        if !is_move.await?? {
            return Ok(Ok(from));
        }
        let word = &from.handle;
        Ok(Err(format!(
            "`{word}` begins a move of {speaker}, so nobody new can be called that now. Leave the colon out for the move."
        )))
    }

    /// Returns somebody by a name in a line, written as they write it themselves.
    async fn known(&self, name: &str) -> anyhow::Result<PersonName> {
        let handle = line::handle(name);
        let known = self.name_of(name).await?.filter(|it| line::handle(it) == handle);
        Ok(match known {
            Some(name) => PersonName { handle, name, bot: false },
            None => line::person(name, None),
        })
    }

    async fn name_of(&self, name: &str) -> anyhow::Result<Option<String>> {
        let handle = line::handle(name);
        Ok(self.queue.ask(move |service| service.name_by_handle(Chat::Console, &handle)).await??)
    }

    /// Has the service do what is due, and says what comes of it.
    async fn tick(&mut self) -> anyhow::Result<Ticked> {
        let now = self.now();
        let next = self.queue.ask(move |service| service.tick(now)).await?;
        let next = match next {
            Ok(next) => next,
            // Nothing more can be kept: whatever is said would be lost.
            Err(err @ StoreError::Replaced(_)) => return Err(err.into()),
            Err(err) => {
                // Whoever says something is told what is wrong with the store.
                tracing::error!(%err, "what is due could not be done");
                None
            }
        };
        let mut said = Vec::new();
        while let Ok(outgoing) = self.heard.try_recv() {
            said.push(outgoing);
        }
        let ticked = Ticked { said: !said.is_empty(), next };
        self.deliver(said).await?;
        Ok(ticked)
    }

    /// Moves the clock on, stopping wherever something is due.
    async fn wait(&mut self, seconds: i64) -> anyhow::Result<()> {
        let target = self.ahead.saturating_add(seconds).min(line::FURTHEST);
        let mut next = self.tick().await?.next;
        while self.ahead < target {
            let now = self.now();
            let step = next.filter(|&it| now < it).map_or(target - self.ahead, |it| it - now);
            self.ahead += step.min(target - self.ahead);
            let now = self.now();
            if let Err(err) = self.queue.ask(move |service| service.moved_on(now)).await? {
                tracing::error!(%err, "that the clock was moved could not be noted");
            }
            next = self.tick().await?.next;
        }
        Ok(())
    }

    async fn deliver(&mut self, replies: Vec<Outgoing>) -> anyhow::Result<()> {
        let mut shown: Vec<OutboxId> = Vec::new();
        for outgoing in replies {
            shown.extend(outgoing.id);
            let delivery = self.prepare(outgoing).await?;
            let words =
                if self.room.json { print::json(&delivery) } else { print::text(&delivery) };
            write(&words).await?;
        }
        // Only what was really written counts as delivered.
        self.queue.ask(move |service| service.delivered(&shown)).await??;
        Ok(())
    }

    async fn prepare(&self, outgoing: Outgoing) -> anyhow::Result<Delivery> {
        let only = match outgoing.reply.to {
            crate::reply::Audience::Room => None,
            crate::reply::Audience::Only(person) => Some(person),
        };
        let mentions = outgoing.reply.mentions.clone();
        let names = move |service: &mut Service| {
            let names: Result<Vec<String>, Fault> =
                mentions.iter().map(|&it| service.name_of(Chat::Console, it)).collect();
            let to = only.map(|it| service.name_of(Chat::Console, it)).transpose();
            to.and_then(|to| Ok((to, names?)))
        };
        let (to, mentions) = self.queue.ask(names).await??;
        let mut failed = Vec::new();
        let mut kept = |name: &str, bytes: &[u8]| match self.keep(name, bytes) {
            Ok(path) => Some(path),
            // The words are still worth saying.
            Err(err) => {
                failed.push(format!("{err:#}"));
                None
            }
        };
        let (painted, board) = paint(&self.queue, &self.painter, &outgoing.reply).await?;
        let (mut picture, mut film) = (None, None);
        for Painted { name, alt: _, form, bytes } in &painted {
            let place = match form {
                Form::Png => &mut picture,
                Form::Gif => &mut film,
            };
            *place = kept(name, bytes);
        }
        let file = outgoing.reply.file.as_ref();
        let file = file.and_then(|file| kept(&file.name, file.body.as_bytes()));
        Ok(Delivery { outgoing, to, mentions, board, picture, film, file, failed })
    }

    fn keep(&self, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let folder: &Path = &self.room.folder;
        private::create_folder(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let path = folder.join(name);
        // Under another name first: a half-written picture is worse than none. What is left of an earlier try is in the way.
        let part = folder.join(format!("{name}.part"));
        drop(fs::remove_file(&part));
        let written = private::create_file(&part)
            .and_then(|mut it| it.write_all(bytes))
            .and_then(|()| fs::rename(&part, &path));
        if written.is_err() {
            // It may not even have been begun.
            drop(fs::remove_file(&part));
        }
        written.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// Deletes what was written that may name somebody who had their data deleted: pictures and exports of their matches, their data,
    /// and pictures of ratings.
    fn forget_files(&self, matches: &[MatchId]) {
        let Ok(entries) = fs::read_dir(&self.room.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let of_match = |it: &MatchId| {
                let rest = name.strip_prefix(&format!("match-{it}"));
                rest.is_some_and(|it| it.starts_with(['-', '.']))
            };
            let of_people = OF_PEOPLE.iter().any(|it| name.starts_with(it));
            if (of_people || matches.iter().any(of_match))
                && let Err(err) = fs::remove_file(entry.path())
            {
                tracing::warn!(%err, "a file about somebody who is gone could not be deleted");
            }
        }
    }

    async fn ask(&self) -> anyhow::Result<()> {
        if !self.room.prompt {
            return Ok(());
        }
        let owed = self.queue.ask(|service| service.owed(Chat::Console, ROOM)).await??;
        let turn = match &owed[..] {
            [] => String::new(),
            some => format!(" [to move: {}]", some.join(", ")),
        };
        let speaker = self.speaker.as_deref().unwrap_or("");
        write(&format!("{speaker}{turn}> ")).await?;
        Ok(())
    }

    async fn note(&self, says: &str) -> anyhow::Result<bool> {
        write(&if self.room.json { print::json_note(says, None) } else { format!("{says}\n") })
            .await?;
        Ok(true)
    }

    async fn complain(&self, says: &str) -> anyhow::Result<bool> {
        write(&if self.room.json {
            print::json_note(says, Some(Code::Unreadable.name()))
        } else {
            format!("! {says}\n")
        })
        .await?;
        Ok(true)
    }

    fn now(&self) -> i64 {
        self.now_ms().div_euclid(1000)
    }

    fn now_ms(&self) -> i64 {
        jiff::Timestamp::now().as_millisecond().saturating_add(self.ahead.saturating_mul(1000))
    }
}

async fn write(words: &str) -> io::Result<()> {
    let mut out = tokio::io::stdout();
    out.write_all(words.as_bytes()).await?;
    out.flush().await
}
