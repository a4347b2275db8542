//! Linking, unlinking, deleting and returning, in any order and from either chat, harm nobody.
use it::sample::{is_full, part};
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, Reply},
};
use service::{Outgoing, PersonName, Request, RoomName, RoomPresence};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{
    delivery,
    forget::Lot,
    privacy::{holding, service},
    room::Room,
};

/// An account in one chat. After deleting its data it returns under another name.
struct Body {
    chat: Chat,
    handle: &'static str,
    returns: usize,
    /// Accounts with the same number are one person.
    person: usize,
}

impl Body {
    fn name(&self) -> String {
        format!("{}{}x", self.handle.trim_start_matches('@').replace(":x", ""), self.returns)
    }
}

struct World {
    room: Room,
    folder: tempfile::TempDir,
    there: UnboundedReceiver<Outgoing>,
    bodies: Vec<Body>,
    /// The players, as an account and the name it had; whether the match still runs.
    matches: Vec<([(usize, usize); 2], bool)>,
    people: usize,
    rematches: usize,
}

impl World {
    fn new() -> World {
        let folder = tempfile::tempdir().unwrap();
        let mut room = Room::with(service(&folder.path().join("d.db")));
        let there = room.service.listen(Chat::Matrix);
        let handles = ["annunk", "bobbun", "cidcid", "@verver:x", "@wanwan:x", "@xenxen:x"];
        let bodies = handles.iter().enumerate().map(|(person, &handle)| {
            let chat = if handle.starts_with('@') { Chat::Matrix } else { Chat::Console };
            Body { chat, handle, returns: 0, person }
        });
        let bodies: Vec<Body> = bodies.collect();
        World {
            room,
            folder,
            there,
            people: bodies.len(),
            bodies,
            matches: Vec::new(),
            rematches: 0,
        }
    }

    /// Says a line in the room of someone's chat; checks that nobody reads there what someone is
    /// called in the other.
    fn say(&mut self, who: usize, words: &str) -> Vec<Reply> {
        let Body { chat, handle, .. } = self.bodies[who];
        let place = if chat == Chat::Matrix { "!m:x" } else { "room" };
        let named = |body: &Body| PersonName {
            handle: body.handle.to_owned(),
            name: body.name(),
            bot: false,
        };
        let mentioned =
            self.bodies.iter().filter(|body| words.contains(&format!("<{}>", body.handle)));
        let request = Request {
            chat,
            room: RoomName {
                handle: place.to_owned(),
                name: place.to_owned(),
                server: format!("server of {place}"),
                answers_only: false,
            },
            from: named(&self.bodies[who]),
            mentioned: mentioned.map(named).collect(),
            ..self.room.request(handle, &words.replace(['<', '>'], ""))
        };
        let replies = self.room.service.handle(&request);
        let elsewhere: Vec<Outgoing> = std::iter::from_fn(|| self.there.try_recv().ok()).collect();
        let ids: Vec<_> = replies.iter().chain(&elsewhere).filter_map(|it| it.id).collect();
        self.room.service.delivered(&ids).unwrap();
        let replies: Vec<Reply> = replies.into_iter().map(|it| it.reply).collect();
        let elsewhere = elsewhere.into_iter().map(|message| (Chat::Matrix, message.reply));
        let here = self.room.heard().into_iter().map(|reply| (Chat::Console, reply));
        let all = replies.iter().cloned().map(|reply| (chat, reply)).chain(elsewhere).chain(here);
        for (place, reply) in all.filter(|it| it.1.to == Audience::Room) {
            let shown = format!("{:?} {:?}", reply.text, reply.picture);
            for body in self.bodies.iter().filter(|it| it.chat != place) {
                let name = body.name();
                assert!(!shown.contains(&name), "{words}: {name} is shown in {place:?}: {shown}");
            }
        }
        replies
    }

    fn sure(&mut self, who: usize, words: &str) -> String {
        let replies = self.say(who, words);
        let text = replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
        let refused = replies.iter().find_map(|it| it.refused);
        assert_eq!(refused, None, "{}: {words}: {text}", self.bodies[who].handle);
        text
    }

    /// Tells whether a body is one with a player as they were called then.
    fn is_player(&self, who: usize, of: usize) -> bool {
        self.matches[of].0.iter().any(|&(body, returns)| {
            let body = &self.bodies[body];
            body.returns == returns && body.person == self.bodies[who].person
        })
    }

    fn begin(&mut self, lot: &mut Lot) {
        let first = lot.below(self.bodies.len());
        let mates: Vec<usize> = (0..self.bodies.len())
            .filter(|&other| other != first && self.bodies[other].chat == self.bodies[first].chat)
            .collect();
        let second = mates[lot.below(mates.len())];
        let said =
            self.sure(first, &format!("challenge <{}> trapdoor", self.bodies[second].handle));
        let number =
            said.split("Challenge ").nth(1).and_then(|part| part.split(',').next()).unwrap();
        self.sure(second, &format!("accept {number}"));
        let seats = [first, second].map(|body| (body, self.bodies[body].returns));
        self.matches.push((seats, true));
        // Far enough for a resignation to count.
        let of = self.matches.len();
        for _ in 0..12 {
            let Body { chat, .. } = self.bodies[first];
            let offered = [first, second].into_iter().find_map(|body| {
                let (handle, of) = (self.bodies[body].handle, MatchId(of as i64));
                let offers = self.room.service.offers(chat, "", handle, Some(of)).unwrap();
                Some((body, offers.into_iter().next()?.words))
            });
            let Some((mover, words)) = offered else { return };
            // From either chat where they are.
            let bodies: Vec<usize> = (0..self.bodies.len())
                .filter(|&body| self.bodies[body].person == self.bodies[mover].person)
                .collect();
            let by = bodies[lot.below(bodies.len())];
            self.sure(by, &format!("play #{of} {}", words[lot.below(words.len())]));
            self.matches[of - 1].1 = self.room.service.is_running(MatchId(of as i64)).unwrap();
        }
    }

    fn act(&mut self, lot: &mut Lot) {
        let who = lot.below(self.bodies.len());
        match lot.below(13) {
            0..4 => self.begin(lot),
            4..6 if let Some(of) = (0..self.matches.len())
                .find(|&of| self.matches[of].1 && self.is_player(who, of)) =>
            {
                // From whichever chat they are in.
                self.sure(who, &format!("resign #{} yes", of + 1));
                self.matches[of].1 = false;
            }
            6..9 => {
                let other = (0..self.bodies.len())
                    .find(|&other| self.bodies[other].chat != self.bodies[who].chat)
                    .map(|other| (other + lot.below(3)) % self.bodies.len());
                let Some(other) = other else { return };
                let (mine, theirs) = (self.bodies[who].person, self.bodies[other].person);
                let code = self.sure(who, "link");
                let code = code.split('`').nth(1).unwrap().to_owned();
                if self.say(other, &code)[0].refused.is_some() {
                    return;
                }
                if lot.below(4) == 0 {
                    self.sure(other, "link no");
                    return;
                }
                self.sure(other, "link yes");
                for body in &mut self.bodies {
                    if body.person == theirs {
                        body.person = mine;
                    }
                }
            }
            9 => {
                let person = self.bodies[who].person;
                let several = 1 < self.bodies.iter().filter(|it| it.person == person).count();
                let refused = self.say(who, "unlink yes")[0].refused.is_some();
                assert_eq!(refused, !several, "{}", self.bodies[who].handle);
                self.part(person, 0);
            }
            10 => {
                let person = self.bodies[who].person;
                self.sure(who, "mydata delete yes");
                let gone: Vec<String> = self
                    .bodies
                    .iter()
                    .filter(|it| it.person == person)
                    .flat_map(|body| [body.name(), body.handle.to_owned()])
                    .collect();
                for word in gone {
                    let found = holding(self.folder.path(), &word.to_lowercase());
                    assert_eq!(found, [""; 0], "{word}");
                }
                for of in 0..self.matches.len() {
                    if self.is_player(who, of) {
                        self.matches[of].1 = false;
                    }
                }
                self.part(person, 1);
            }
            11 => self.again(who),
            _ => drop(self.sure(who, "settings hidden on")),
        }
    }

    /// Offers a rematch of one of a player's finished matches. The opponent accepts it if they are
    /// still there.
    fn again(&mut self, who: usize) {
        let Some(of) =
            (0..self.matches.len()).find(|&of| !self.matches[of].1 && self.is_player(who, of))
        else {
            return;
        };
        let seats = self.matches[of].0;
        let is_own = |&(at, returns): &(usize, usize)| {
            let body = &self.bodies[at];
            body.returns == returns && body.person == self.bodies[who].person
        };
        let Some(&(other, returns)) = seats.iter().find(|it| !is_own(it)) else { return };
        let said = self.say(who, &format!("rematch #{}", of + 1));
        let text = said.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
        if said[0].refused.is_some() || self.bodies[other].returns != returns {
            return;
        }
        let number = text.split("Challenge ").nth(1).and_then(|part| part.split(',').next());
        let number = number.unwrap_or_else(|| panic!("an offer: {text}")).to_owned();
        self.sure(other, &format!("accept {number}"));
        self.matches.push((seats, true));
        self.rematches += 1;
    }

    /// Makes those who were one person several, after they have come back so many times more.
    fn part(&mut self, person: usize, returns: usize) {
        for body in self.bodies.iter_mut().filter(|it| it.person == person) {
            body.returns += returns;
            body.person = self.people;
            self.people += 1;
        }
    }

    /// Checks that nobody may act in a match but the player who plays in it, and that ratings are
    /// what the results give.
    fn check(&mut self) {
        for of in 0..self.matches.len() {
            for who in 0..self.bodies.len() {
                if !self.matches[of].1 {
                    continue;
                }
                let said = self.say(who, &format!("hand #{}", of + 1)).remove(0);
                let player = self.is_player(who, of);
                let says = said.text.bare();
                let handle = self.bodies[who].handle;
                assert_eq!(said.refused.is_none(), player, "{handle} in {}: {says}", of + 1);
            }
        }
        assert_eq!(self.room.service.recount(false).unwrap().differ, [""; 0]);
    }
}

#[test]
fn whatever_is_linked_parted_and_forgotten_nobody_plays_for_another_or_is_named_elsewhere() {
    let mut rematches = 0;
    for seed in part(0..5) {
        let mut lot = Lot::new(seed);
        let mut world = World::new();
        for _ in 0..45 {
            world.room.now += 3600;
            world.act(&mut lot);
            world.check();
        }
        assert!(3 < world.matches.len());
        rematches += world.rematches;
    }
    assert!(0 < rematches || !is_full(), "some are played again");
}

#[test]
fn in_private_somebody_keeps_the_name_that_rooms_know_them_by() {
    for (chat, known) in [(Chat::Discord, "Ann"), (Chat::Matrix, "Ann of Old")] {
        let mut room = Room::on(chat, delivery::service());
        room.all(&["ann: games"]);
        let mut request = room.request("ann", "games");
        (request.from.name, request.company) = ("Ann of Old".to_owned(), RoomPresence::Alone);
        room.service.handle(&request);
        let person = room.service.keep(|tx| tx.person_by_handle(chat, &request.from.handle));
        assert_eq!(person.unwrap().unwrap().name, known, "{chat:?}");
    }
}
