//! Delivers replies in the local room. A reply counts as delivered once its files are written and
//! its text is printed.
use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use delivery::paint::{Form, Painted, paint};
use engine::refusal::Code;
use model::{
    ids::{Chat, MatchId, OutboxId},
    private_files,
    safe_output::{plain, plain_json},
};
use service::{Facts, Outgoing, Service};
use tokio::io::AsyncWriteExt;

use super::{
    Open, PrintedReply, people,
    print::{self, Belongs},
};

/// How many message ids the room remembers output for.
const REMEMBERED: usize = 1000;

impl Open {
    /// Prints all replies to a request. Only what was really written counts as delivered.
    pub(super) async fn deliver(
        &mut self,
        replies: Vec<Outgoing>,
        request: Option<&str>,
    ) -> anyhow::Result<()> {
        let mut all = String::new();
        let last = replies.len().saturating_sub(1);
        for (n, outgoing) in replies.into_iter().enumerate() {
            let id = outgoing.id;
            let delivery = self.prepare(outgoing).await?;
            let words = if self.room.json {
                let facts = self.facts(&delivery).await?;
                let done = n == last;
                print::json(&delivery, facts.as_ref(), Belongs { request, done })
            } else {
                print::text(&delivery)
            };
            self.write(&words).await?;
            if let (Some(terminal), Some(png)) = (&mut self.terminal, &delivery.png) {
                terminal.show(png);
            }
            self.shown.extend(id);
            all.push_str(&words);
        }
        self.record_shown().await?;
        if let Some(id) = request.filter(|_| self.room.json) {
            self.printed.push_back((id.to_owned(), all));
            if REMEMBERED < self.printed.len() {
                self.printed.pop_front();
            }
        }
        Ok(())
    }

    /// Records what was shown. If that fails, it is done with the next.
    async fn record_shown(&mut self) -> anyhow::Result<()> {
        if self.shown.is_empty() {
            return Ok(());
        }
        let shown: Vec<OutboxId> = self.shown.clone();
        people::done(&self.queue, move |service| service.delivered(&shown)).await?;
        self.shown.clear();
        Ok(())
    }

    /// Returns what was printed for an id.
    pub(super) fn printed_for(&self, id: Option<&str>) -> Option<String> {
        let found = self.printed.iter().find(|(request, _)| Some(request.as_str()) == id);
        found.map(|(_, all)| all.clone())
    }

    /// Returns the board's match as data, with the steps since its last board.
    pub(super) async fn facts(&mut self, delivery: &PrintedReply) -> anyhow::Result<Option<Facts>> {
        let reply = &delivery.outgoing.reply;
        let one = reply.picture.as_ref().filter(|picture| picture.beside.is_empty());
        let Some(of) = reply.board_of().or(one.map(|it| it.of)) else {
            return Ok(None);
        };
        let since = self.seen.get(&of).copied();
        let facts =
            people::done(&self.queue, move |service| service.facts(Chat::Console, of, since))
                .await?;
        if let Some(facts) = facts.as_ref().filter(|_| reply.board.is_some()) {
            self.seen.insert(of, facts.at);
        }
        Ok(facts)
    }

    pub(super) async fn prepare(&self, outgoing: Outgoing) -> anyhow::Result<PrintedReply> {
        let (to, mentions) = (outgoing.reply.to, outgoing.reply.mentions.clone());
        let names = move |service: &mut Service| people::names_in(service, to, &mentions);
        let (to, mentions) = people::done(&self.queue, names).await?;
        let mut failed = Vec::new();
        let mut kept = |name: &str, bytes: &[u8]| match self.keep(name, bytes) {
            Ok(path) => Some(path),
            // The text is still worth printing.
            Err(err) => {
                failed.push(format!("{err:#}"));
                None
            }
        };
        let (painted, board) = paint(&self.queue, &self.painter, &outgoing.reply).await?;
        let (mut picture, mut film, mut png) = (None, None, None);
        for Painted { name, alt: _, form, bytes } in painted {
            let place = match form {
                Form::Png => &mut picture,
                Form::Gif => &mut film,
            };
            *place = kept(&name, &bytes);
            if form == Form::Png && self.terminal.is_some() {
                png = Some(bytes);
            }
        }
        let file = outgoing.reply.file.as_ref();
        let file = file.and_then(|file| kept(&file.name, file.body.as_bytes()));
        Ok(PrintedReply { outgoing, to, mentions, board, picture, png, film, file, failed })
    }

    pub(super) fn keep(&self, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let folder: &Path = &self.room.folder;
        private_files::create_folder(folder)
            .with_context(|| format!("can't create the folder {}", folder.display()))?;
        let path = folder.join(name);
        // Write under another name first, so that nobody sees a half-written picture. An earlier
        // attempt may have left a file.
        let part = folder.join(format!("{name}.part"));
        drop(fs::remove_file(&part));
        let written = private_files::create_file(&part)
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::rename(&part, &path));
        if written.is_err() {
            // It may not exist.
            drop(fs::remove_file(&part));
        }
        written.with_context(|| format!("can't write {}", path.display()))?;
        Ok(path)
    }

    /// Deletes files that may name someone who deleted their data: pictures and exports of their
    /// matches, their data, and rating charts.
    pub(super) fn forget_files(&self, matches: &[MatchId]) {
        let Ok(entries) = fs::read_dir(&self.room.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let of_match = |of: &MatchId| {
                let rest = name.strip_prefix(&format!("match-{of}"));
                rest.is_some_and(|it| it.starts_with(['-', '.']))
            };
            let of_people = self.queue.features().files().any(|start| name.starts_with(start));
            if (of_people || matches.iter().any(of_match))
                && let Err(err) = fs::remove_file(entry.path())
            {
                tracing::warn!(%err, "a file of a deleted player couldn't be deleted");
            }
        }
    }

    pub(super) async fn note(&mut self, says: &str, request: Option<&str>) -> anyhow::Result<bool> {
        let belongs = Belongs { request, done: true };
        self.write(&if self.room.json {
            print::json_note(says, None, belongs)
        } else {
            format!("{says}\n")
        })
        .await?;
        Ok(true)
    }

    pub(super) async fn complain(
        &mut self,
        says: &str,
        request: Option<&str>,
    ) -> anyhow::Result<bool> {
        let belongs = Belongs { request, done: true };
        self.write(&if self.room.json {
            print::json_note(says, Some(Code::Unreadable.name()), belongs)
        } else {
            format!("! {says}\n")
        })
        .await?;
        Ok(true)
    }

    /// Writes text, without what a terminal would obey.
    pub(super) async fn write(&mut self, words: &str) -> anyhow::Result<()> {
        let words = if self.room.json { plain_json(words) } else { plain(words) };
        match &mut self.terminal {
            Some(terminal) => terminal.print(&words),
            None => Ok(write(&words).await?),
        }
    }
}

async fn write(words: &str) -> io::Result<()> {
    let mut out = tokio::io::stdout();
    out.write_all(words.as_bytes()).await?;
    out.flush().await
}
