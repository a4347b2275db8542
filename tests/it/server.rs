//! The service and a server of two rooms, for tests.
use engine::refusal::Code;
use features::FEATURES;
use model::{ids::Chat, reply::Reply};
use service::{Outgoing, PersonName, Request, RoomName, RoomPresence, RoomRight, Service};
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{
    privacy::service,
    room::{described, written},
};

pub(crate) const HOUR: i64 = 3600;

/// A person in one room of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Speaker {
    pub(crate) handle: &'static str,
    pub(crate) name: &'static str,
    pub(crate) room: &'static str,
}

pub(crate) const fn speaker(
    handle: &'static str,
    name: &'static str,
    room: &'static str,
) -> Speaker {
    Speaker { handle, name, room }
}

pub(crate) const ANN: Speaker = speaker("1", "Ann", "north");
pub(crate) const CID: Speaker = speaker("3", "Cid", "north");
pub(crate) const DAN: Speaker = speaker("4", "Dan", "north");
pub(crate) const FAY: Speaker = speaker("6", "Fay", "north");
pub(crate) const BOB: Speaker = speaker("2", "Bob", "south");
pub(crate) const EVE: Speaker = speaker("5", "Eve", "south");

/// A reply, and where it goes.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) room: String,
    pub(crate) reply: Reply,
}

impl Told {
    pub(crate) fn text(&self) -> String {
        self.reply.text.bare()
    }
}

/// The service and a server with two rooms.
pub(crate) struct Server {
    pub(crate) service: Service,
    pub(crate) now: i64,
    folder: TempDir,
    heard: UnboundedReceiver<Outgoing>,
}

impl Server {
    pub(crate) fn new() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let service = service(&folder.path().join("d.db"));
        let mut server = Server::with(service, folder, 1_767_225_600);
        // A room is known once someone has spoken there.
        for who in [ANN, BOB, CID, DAN, EVE, FAY] {
            server.say(who, "help");
        }
        server
    }

    fn with(mut service: Service, folder: TempDir, now: i64) -> Server {
        let heard = service.listen(Chat::Discord);
        Server { service, now, folder, heard }
    }

    /// Stops the program and starts it again.
    pub(crate) fn restarted(self) -> Server {
        let Server { service: stopped, now, folder, heard } = self;
        drop((stopped, heard));
        let service = service(&folder.path().join("d.db"));
        Server::with(service, folder, now)
    }

    pub(crate) fn say(&mut self, who: Speaker, words: &str) -> Vec<Told> {
        self.ask(who, words, |_| {})
    }

    pub(crate) fn ask(
        &mut self,
        who: Speaker,
        words: &str,
        change: impl FnOnce(&mut Request),
    ) -> Vec<Told> {
        let Speaker { handle, name, room } = who;
        let mut request = Request {
            room: RoomName {
                handle: format!("9{}", room.len()),
                name: room.to_owned(),
                server: "s".to_owned(),
                answers_only: false,
            },
            from: PersonName { handle: handle.to_owned(), name: name.to_owned(), bot: false },
            line: FEATURES.commands().read(words),
            company: RoomPresence::Many,
            now: self.now,
            ..Request::typed(Chat::Discord, room, handle, FEATURES.commands().read(words))
        };
        request.room.handle = room.to_owned();
        let open = |other| described(Chat::Discord, (other, handle), RoomRight::Write);
        request.prepared.rooms = ["north", "south"].map(open).into();
        change(&mut request);
        self.service.moved_on(self.now).unwrap();
        let own = self.service.handle(&request);
        let mut told: Vec<Told> = own.into_iter().map(|reply| self.delivered(reply)).collect();
        told.extend(self.heard());
        told
    }

    /// The only answer to a line that is refused.
    #[track_caller]
    pub(crate) fn refused(&mut self, who: Speaker, words: &str, code: Code) -> String {
        let told = self.say(who, words);
        assert_eq!(told[0].reply.refused, Some(code), "{words}: {}", told[0].text());
        told[0].text()
    }

    /// Lets time pass, and returns what is told meanwhile.
    pub(crate) fn wait(&mut self, seconds: i64) -> Vec<Told> {
        let until = self.now + seconds;
        let mut told = Vec::new();
        loop {
            self.service.moved_on(self.now).unwrap();
            let next = self.service.tick(self.now).unwrap();
            told.extend(self.heard());
            if self.now == until {
                return told;
            }
            self.now = next.filter(|it| self.now < *it).map_or(until, |it| it.min(until));
        }
    }

    fn heard(&mut self) -> Vec<Told> {
        let mut all = Vec::new();
        while let Ok(outgoing) = self.heard.try_recv() {
            all.push(outgoing);
        }
        all.into_iter().map(|reply| self.delivered(reply)).collect()
    }

    fn delivered(&mut self, Outgoing { id, room, reply }: Outgoing) -> Told {
        self.service.delivered(id.as_slice()).unwrap();
        Told { room, reply }
    }

    /// What a person may type now.
    pub(crate) fn choices(&mut self, who: Speaker) -> Vec<String> {
        let offers = self.service.offers(Chat::Discord, who.room, who.handle, None).unwrap();
        offers.into_iter().next().map_or(Vec::new(), |it| it.words)
    }

    /// The files of a match that is over.
    pub(crate) fn export(&mut self, of: i64) -> String {
        written(&mut self.service, of)
    }
}

/// Returns the boards among some replies, by room.
pub(crate) fn boards<'a>(told: &'a [Told], room: &str) -> Vec<&'a Reply> {
    let boards =
        told.iter().filter(|message| message.room == room && message.reply.board.is_some());
    boards.map(|it| &it.reply).collect()
}
