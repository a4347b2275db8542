//! A server on Discord and a room on Matrix with one bot, where time is moved.
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use delivery::receipt::{Receipt, record};
use model::{ids::Chat, reply::Reply};
use service::{
    Outgoing, PersonName, Power, RandomSource, Request, RoomName, RoomPresence, Service,
};
use store::{CardAt, Store};
use tokio::sync::mpsc::UnboundedReceiver;

pub(crate) const DAY: i64 = 86_400;

/// A reply with the room it is for.
pub(crate) type Told = (String, Reply);

/// A server on Discord and a room on Matrix, with one bot.
pub(crate) struct Town {
    pub(crate) service: Service,
    path: PathBuf,
    pub(crate) now: i64,
    heard: Vec<UnboundedReceiver<Outgoing>>,
    /// The running matches: who plays first, and who second, by name.
    pub(crate) matches: BTreeMap<i64, [String; 2]>,
    pub(crate) moderator: bool,
    _folder: tempfile::TempDir,
}

fn opened(path: &Path) -> Service {
    let store = Store::trial_at(path, features::FEATURES.tables()).expect("a database");
    Service::new(store, RandomSource::Repeatable(7), &features::FEATURES)
}

impl Town {
    pub(crate) fn new() -> Town {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("d.db");
        let mut service = opened(&path);
        let heard = [Chat::Discord, Chat::Matrix].map(|chat| service.listen(chat)).into();
        Town {
            service,
            path,
            now: 1_767_225_600,
            heard,
            matches: BTreeMap::new(),
            moderator: false,
            _folder: folder,
        }
    }

    /// Ends the program and starts it again on the same file.
    pub(crate) fn restart(&mut self) {
        self.heard.clear();
        self.service = Service::new(
            Store::trial_with(features::FEATURES.tables()).expect("memory for a database"),
            RandomSource::Repeatable(7),
            &features::FEATURES,
        );
        self.service = opened(&self.path);
        self.heard = [Chat::Discord, Chat::Matrix].map(|chat| self.service.listen(chat)).into();
        self.service.moved_on(self.now).unwrap();
    }

    /// Says a line, in the room of a person's chat: those on Matrix have `@` before their names.
    pub(crate) fn say(&mut self, who: &str, words: &str) -> Vec<Told> {
        let chat = if who.starts_with('@') { Chat::Matrix } else { Chat::Discord };
        let (room, server) = if chat == Chat::Matrix { ("!m:x", "") } else { ("d", "s") };
        let handle = if chat == Chat::Matrix { format!("{who}:x") } else { who.to_owned() };
        let request = Request {
            room: RoomName {
                handle: room.to_owned(),
                name: room.to_owned(),
                server: server.to_owned(),
                answers_only: false,
            },
            from: PersonName { handle, name: who.trim_start_matches('@').to_owned(), bot: false },
            power: if self.moderator { Power::Server } else { Power::Nothing },
            company: RoomPresence::Many,
            now: self.now,
            ..Request::typed(chat, room, who, features::FEATURES.commands().read(words))
        };
        self.service.moved_on(self.now).unwrap();
        let said = self.service.handle(&request);
        self.deliver(said)
    }

    pub(crate) fn deliver(&mut self, mut said: Vec<Outgoing>) -> Vec<Told> {
        for listener in &mut self.heard {
            said.extend(std::iter::from_fn(|| listener.try_recv().ok()));
        }
        for message in &said {
            let chat = if message.room == "d" { Chat::Discord } else { Chat::Matrix };
            record(&mut self.service, chat, &sent(message)).unwrap();
        }
        let told: Vec<Told> =
            said.into_iter().map(|message| (message.room, message.reply)).collect();
        for (_, reply) in &told {
            self.note_match(reply);
        }
        told
    }

    /// Reads who plays whom from the message that opens a match.
    pub(crate) fn note_match(&mut self, reply: &Reply) {
        let text = reply.text.bare();
        let line = text.lines().find_map(|line| line.strip_prefix("New match: "));
        let Some((of, line)) = reply.board_of().zip(line) else { return };
        let (one, other) = line.split_once(" against ").unwrap();
        let name = |text: &str| text.split([' ', '(']).next().unwrap().replace("zed", "zoe");
        self.matches.insert(of.0, [name(one), name(other)]);
    }

    /// Says a line that is not refused.
    pub(crate) fn does(&mut self, who: &str, words: &str) -> Vec<Told> {
        let told = self.say(who, words);
        for (_, reply) in &told {
            assert_eq!(reply.refused, None, "{who}: {words}: {}", reply.text.bare());
        }
        told
    }

    pub(crate) fn wait(&mut self, seconds: i64) -> Vec<Told> {
        self.now += seconds;
        self.service.moved_on(self.now).unwrap();
        self.service.tick(self.now).unwrap();
        self.deliver(Vec::new())
    }

    /// Returns the match that somebody plays, and their opponent.
    pub(crate) fn playing(&self, name: &str) -> Option<(i64, String)> {
        self.matches.iter().rev().find_map(|(of, [one, other])| match name {
            _ if name == one => Some((*of, other.clone())),
            _ if name == other => Some((*of, one.clone())),
            _ => None,
        })
    }

    /// Returns who plays whom now.
    pub(crate) fn running(&self) -> Vec<[String; 2]> {
        self.matches.values().cloned().collect()
    }

    /// Somebody resigns their match.
    pub(crate) fn loses(&mut self, who: &str) -> Vec<Told> {
        let (of, _) = self.playing(who.trim_start_matches('@')).expect("a match");
        self.matches.remove(&of);
        self.does(who, &format!("resign #{of} yes"))
    }
}

pub(crate) fn text(told: &[Told]) -> String {
    told.iter()
        .map(|(room, reply)| format!("[{}] {}", room, reply.text.bare()))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Counts how often each person is pinged.
pub(crate) fn pings(told: &[Told]) -> BTreeMap<i64, usize> {
    let mut all = BTreeMap::new();
    for (_, reply) in told {
        for who in &reply.mentions {
            *all.entry(who.0).or_default() += 1;
        }
    }
    all
}

/// Returns what a chat that edits messages says of a message it has sent: if it is a new list of a
/// league, which message that is.
pub(crate) fn sent(message: &Outgoing) -> Receipt {
    let card = message.reply.card.as_ref().filter(|card| !card.changed).map(|card| CardAt {
        of: card.of.clone(),
        room: message.room.clone(),
        place: message.room.clone(),
        message: "list".to_owned(),
    });
    Receipt { replies: message.id.into_iter().collect(), card, ..Receipt::default() }
}
