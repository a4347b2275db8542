//! A person on Discord alone and one on Matrix alone play each other: by the code of an open challenge, each from their own room.
use std::path::Path;

use engine::seat::Seat;
use features::FEATURES;
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{
    Outgoing, PersonName, Power, Preparation, Request, RoomLoss, RoomName, RoomPresence, Service,
};
use store::RoomsAt;
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{
    privacy::service,
    room::{Room, spoken},
};

const DAY: i64 = 86_400;

/// Somebody in one room of a chat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speaker {
    chat: Chat,
    handle: &'static str,
    name: &'static str,
    room: &'static str,
}

pub(crate) const ANN: Speaker =
    Speaker { chat: Chat::Discord, handle: "1", name: "Ann", room: "901" };
pub(crate) const CID: Speaker =
    Speaker { chat: Chat::Discord, handle: "3", name: "Cid", room: "901" };
pub(crate) const BOB: Speaker =
    Speaker { chat: Chat::Matrix, handle: "@bob:x", name: "Bob", room: "!m:x" };

/// A reply, and where it goes.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) chat: Chat,
    room: String,
    pub(crate) reply: Reply,
}

impl Told {
    fn is_at(&self, who: Speaker) -> bool {
        self.chat == who.chat && self.room == who.room
    }

    pub(crate) fn text(&self) -> String {
        self.reply.text.bare()
    }
}

/// The service with both chats.
pub(crate) struct Chats {
    service: Service,
    now: i64,
    pub(crate) folder: TempDir,
    heard: [(Chat, UnboundedReceiver<Outgoing>); 2],
}

impl Chats {
    pub(crate) fn new() -> Chats {
        let folder = tempfile::tempdir().unwrap();
        let service = service(&folder.path().join("d.db"));
        Chats::with(service, folder, 1_767_225_600)
    }

    fn with(mut service: Service, folder: TempDir, now: i64) -> Chats {
        let heard = [Chat::Discord, Chat::Matrix].map(|chat| (chat, service.listen(chat)));
        Chats { service, now, folder, heard }
    }

    /// Stops the program and starts it again.
    pub(crate) fn restarted(self) -> Chats {
        let Chats { service: stopped, now, folder, heard } = self;
        drop((stopped, heard));
        let path = folder.path().join("d.db");
        Chats::with(service(Path::new(&path)), folder, now)
    }

    pub(crate) fn say(&mut self, who: Speaker, words: &str) -> Vec<Told> {
        self.say_as((who, false), words)
    }

    /// Says something as a moderator, or not.
    pub(crate) fn say_as(&mut self, (who, moderator): (Speaker, bool), words: &str) -> Vec<Told> {
        let Speaker { chat, handle, name, room } = who;
        let person = PersonName { handle: handle.to_owned(), name: name.to_owned(), bot: false };
        let request = Request {
            chat,
            message: None,
            room: RoomName {
                handle: room.to_owned(),
                name: room.to_owned(),
                server: "s".to_owned(),
                answers_only: false,
            },
            from: person,
            mentioned: Vec::new(),
            line: FEATURES.commands().read(words),
            attachment: None,
            asked_at: None,
            no_threads: None,
            prepared: Preparation::default(),
            pressed: None,
            thread_of: None,
            overheard: false,
            power: if moderator { Power::Server } else { Power::Nothing },
            company: RoomPresence::Many,
            now: self.now,
        };
        self.service.moved_on(self.now).unwrap();
        let own = self.service.handle(&request);
        let mut told: Vec<Told> =
            own.into_iter().map(|reply| self.delivered(chat, reply)).collect();
        told.extend(self.heard());
        told
    }

    /// Lets time pass, and returns what is told meanwhile.
    fn wait(&mut self, seconds: i64) -> Vec<Told> {
        let until = self.now + seconds;
        let mut told = Vec::new();
        while self.now < until {
            self.service.moved_on(self.now).unwrap();
            let next = self.service.tick(self.now).unwrap();
            told.extend(self.heard());
            self.now = next.filter(|it| self.now < *it).map_or(until, |it| it.min(until));
        }
        told
    }

    fn heard(&mut self) -> Vec<Told> {
        let mut all = Vec::new();
        for (chat, heard) in &mut self.heard {
            while let Ok(outgoing) = heard.try_recv() {
                all.push((*chat, outgoing));
            }
        }
        all.into_iter().map(|(chat, reply)| self.delivered(chat, reply)).collect()
    }

    fn delivered(&mut self, chat: Chat, Outgoing { id, room, reply }: Outgoing) -> Told {
        self.service.delivered(id.as_slice()).unwrap();
        Told { chat, room, reply }
    }

    /// Makes a player take the first choice they have. Returns what was told, if they had one.
    fn first_choice(&mut self, who: Speaker) -> Option<Vec<Told>> {
        let offers = self.service.offers(who.chat, who.room, who.handle, None).unwrap();
        let words = offers.into_iter().next()?.words.into_iter().next()?;
        Some(self.say(who, &format!("play {words}")))
    }

    /// Has Ann offer a match that Bob accepts by its code.
    fn begun(&mut self, offer: &str) -> Vec<Told> {
        for who in [ANN, BOB] {
            self.say(who, "settings auto off");
        }
        let card = self.say(ANN, offer);
        let code = code_in(&card[0]);
        self.say(BOB, &format!("accept {}", code.to_lowercase()))
    }
}

fn code_in(card: &Told) -> String {
    let text = card.text();
    let (_, rest) = text.split_once("Or say `accept ").expect(&text);
    assert!(rest.contains("in any room where I am"), "{text}");
    rest.split('`').next().unwrap().to_owned()
}

/// Returns the boards among some replies, of each of the two rooms.
pub(crate) fn boards(told: &[Told]) -> [Vec<&Reply>; 2] {
    [ANN, BOB].map(|who| {
        let boards =
            told.iter().filter(|message| message.is_at(who) && message.reply.board.is_some());
        boards.map(|it| &it.reply).collect()
    })
}

/// Checks that each room has one board, with controls only for a player who is asked there.
#[track_caller]
pub(crate) fn stand(told: &[Told], asked: Speaker) {
    let [anns, bobs] = boards(told);
    assert_eq!((anns.len(), bobs.len()), (1, 1), "{told:#?}");
    let has_menu = [anns[0].menu.is_some(), bobs[0].menu.is_some()];
    assert_eq!(has_menu, [asked.name == "Ann", asked.name == "Bob"], "{}", anns[0].text.bare());
    for board in [anns[0], bobs[0]] {
        assert!(board.picture.is_some(), "both see the board");
    }
}

#[test]
fn two_people_of_two_chats_play_by_a_code_and_through_a_restart() {
    let mut chats = Chats::new();
    let told = chats.begun("challenge trapdoor side=black days=3");
    stand(&told, ANN);
    let [anns, bobs] = boards(&told);
    assert!(anns[0].text.bare().contains("Ann") && bobs[0].text.bare().contains("Bob"));
    assert_eq!(anns[0].mentions.len(), 1, "Ann is asked, and hears that her offer was taken");
    assert_eq!(bobs[0].mentions.len(), 0, "Bob knows");
    let card =
        told.iter().find(|message| message.is_at(ANN) && message.reply.card.is_some()).unwrap();
    assert!(card.text().contains("Accepted") && card.reply.menu.is_none(), "{}", card.text());
    let mut turns = [0, 0];
    for step in 0..30 {
        let who = if chats.first_choice_is_of(ANN) { ANN } else { BOB };
        let told = chats.first_choice(who).unwrap();
        let next = if chats.first_choice_is_of(ANN) { ANN } else { BOB };
        stand(&told, next);
        // The player who has to act next is pinged in their own chat, if the other side acted.
        let pinged = boards(&told).map(|boards| boards[0].mentions.len());
        let passes = next.name != who.name;
        let expected = [passes && next.name == "Ann", passes && next.name == "Bob"];
        assert_eq!(pinged, expected.map(usize::from), "step {step}");
        turns[usize::from(who.name == "Bob")] += 1;
        if step == 14 {
            chats = chats.restarted();
        }
    }
    assert!(5 < turns[0] && 5 < turns[1], "{turns:?}");
    // What one asks, the other is asked in their own room.
    let told = chats.say(BOB, "draw");
    let asked = told
        .iter()
        .find(|message| message.is_at(ANN) && !message.reply.mentions.is_empty())
        .unwrap();
    assert!(asked.text().contains("draw") && asked.reply.menu.is_some(), "{}", asked.text());
    let told = chats.say(ANN, "draw accept");
    let [anns, bobs] = boards(&told);
    for result in [anns[0], bobs[0]] {
        assert!(result.text.bare().contains("both agreed"), "{}", result.text.bare());
    }
    assert_eq!(boards(&told).map(|boards| boards[0].mentions.len()), [0, 1], "Ann knows");
}

impl Chats {
    fn first_choice_is_of(&mut self, who: Speaker) -> bool {
        let offers = self.service.offers(who.chat, who.room, who.handle, None).unwrap();
        offers.into_iter().next().is_some_and(|it| !it.words.is_empty())
    }
}

#[test]
fn each_is_reminded_and_told_secrets_in_their_own_chat() {
    let mut chats = Chats::new();
    let told = chats.begun("challenge alien side=white days=2 hard");
    for who in [ANN, BOB] {
        let secrets: Vec<&Told> = told
            .iter()
            .filter(|message| {
                matches!(message.reply.to, Audience::Only(_)) && message.chat == who.chat
            })
            .collect();
        assert!(!secrets.is_empty(), "{} is told a planet: {told:#?}", who.name);
        assert!(secrets.iter().all(|it| it.room == who.room));
    }
    let late = if chats.first_choice_is_of(ANN) { ANN } else { BOB };
    let told = chats.wait(2 * DAY - 60);
    let reminders: Vec<&Told> =
        told.iter().filter(|message| message.text().contains("Your turn")).collect();
    assert!(!reminders.is_empty(), "{told:#?}");
    assert!(reminders.iter().all(|it| it.chat == late.chat), "{reminders:#?}");
    let told = chats.wait(DAY);
    let [anns, bobs] = boards(&told);
    for result in [anns.last(), bobs.last()] {
        let result = result.expect("the clock ends it in both rooms").text.bare();
        assert!(result.contains("time") && result.contains("Check the dice"), "{result}");
    }
}

#[test]
fn a_code_can_be_said_anywhere_and_ends_with_its_challenge() {
    let mut chats = Chats::new();
    let elsewhere = Speaker { room: "902", ..CID };
    // Also in another room of the same chat.
    let code = code_in(&chats.say(ANN, "challenge trapdoor side=black")[0]);
    let refused = chats.say(ANN, &format!("accept {code}"));
    assert!(refused[0].reply.refused.is_some(), "{}", refused[0].text());
    let told = chats.say(elsewhere, &format!("accept {code}"));
    let boards = told.iter().filter(|it| it.reply.board.is_some());
    let mut rooms: Vec<&str> = boards.map(|it| it.room.as_str()).collect();
    rooms.sort_unstable();
    assert_eq!(rooms, ["901", "902"]);
    let refused = chats.say(BOB, &format!("accept {code}"));
    assert!(refused[0].text().contains("No open challenge has the code"), "{}", refused[0].text());
    let code = code_in(&chats.say(ANN, "challenge alien")[0]);
    chats.say(ANN, "cancel");
    assert!(chats.say(BOB, &format!("accept {code}"))[0].reply.refused.is_some());
    // In the room of the challenge the code is only one of the ways.
    let code = code_in(&chats.say(ANN, "challenge draughts")[0]);
    let told = chats.say(CID, &format!("accept {code}"));
    assert_eq!(told.iter().filter(|it| it.reply.board.is_some()).count(), 1);
    // A challenge to one person has no code.
    let named = chats.say(ANN, "challenge Cid piecepack");
    assert!(!named[0].text().contains("in any room"), "{}", named[0].text());
}

#[test]
fn codes_cannot_be_guessed() {
    let mut chats = Chats::new();
    let code = code_in(&chats.say(ANN, "challenge trapdoor")[0]);
    let wrong = ["A222", "B333", "C444", "D555", "E666"].into_iter().filter(|it| *it != code);
    for guess in wrong {
        let refused = chats.say(BOB, &format!("accept {guess}"));
        assert!(refused[0].text().contains("No open challenge"), "{}", refused[0].text());
    }
    let refused = chats.say(BOB, &format!("accept {code}"));
    assert!(refused[0].text().contains("Too many wrong codes"), "{}", refused[0].text());
    chats.wait(600);
    let told = chats.say(BOB, &format!("accept {code}"));
    assert_eq!(boards(&told).map(|it| it.len()), [1, 1]);
}

#[test]
fn a_side_whose_room_is_lost_goes_on_in_private_and_the_other_is_told() {
    let mut chats = Chats::new();
    chats.begun("challenge trapdoor side=black");
    let (room, now) = (RoomsAt::Room(BOB.room.to_owned()), chats.now);
    let lost = chats.service.played_at(Chat::Matrix, &room, None).unwrap();
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].sides, [(Seat::Second, BOB.handle.to_owned())]);
    chats.service.meets_in_private(Chat::Matrix, BOB.handle, "!own").unwrap();
    let loss = (&room, RoomLoss::Removed);
    chats.service.lose_rooms(Chat::Matrix, loss, &lost, None, now).unwrap();
    let told = chats.heard();
    let [anns, bobs] = ["Bob", "goes on here"].map(|words| {
        told.iter()
            .find(|message| message.text().contains(words))
            .unwrap_or_else(|| panic!("{told:#?}"))
    });
    assert!(anns.is_at(ANN) && anns.reply.mentions.len() == 1 && anns.reply.board.is_none());
    assert!(bobs.room == "!own" && bobs.reply.board.is_some());
    assert!(chats.service.played_at(Chat::Matrix, &room, None).unwrap().is_empty(), "once");
    let told = chats.first_choice(ANN).expect("Ann is asked");
    assert!(told.iter().all(|it| it.room != BOB.room), "{told:#?}");
    assert!(
        told.iter().any(|message| message.room == "!own" && message.reply.board.is_some()),
        "{told:#?}"
    );
    let found = chats.service.find_rooms(Chat::Matrix, |_| true, &room, now).unwrap();
    assert_eq!(found, [(lost[0].of, BOB.room.to_owned())]);
    let told = chats.first_choice(ANN).or_else(|| chats.first_choice(BOB)).expect("a step");
    assert!(told.iter().all(|it| it.room != "!own"), "{told:#?}");
}

#[test]
fn the_local_room_has_no_codes() {
    let mut room = Room::new();
    let (who, words) = spoken("ann: challenge trapdoor");
    assert!(!room.one(who, words).text.bare().contains("in any room"));
    room.refused("bob", "accept K7QX", "unknown");
    room.all(&["bob: accept"]);
}
