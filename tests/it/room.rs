//! A room with a service in memory, a stopped clock, and fixed secrets.
use std::{collections::HashSet, path::Path};

use engine::{refusal::Code, table::Table};
use features::FEATURES;
use model::{
    ids::{Chat, MatchId},
    reply::Reply,
};
use service::{
    Feature, Features, NoThreads, Outgoing, PersonName, Power, Preparation, RandomSource, Request,
    RequestError, RoomFound, RoomName, RoomPresence, RoomQuestion, RoomRight, Service,
    context::loaded::LoadedMatch,
    matches::find::table_after,
    past::{file::file_of, told::step_line},
    telling,
};
use store::{Store, Tx};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::privacy;

/// Returns a match as a file, as everybody may have it.
pub(crate) fn written(service: &mut Service, of: i64) -> String {
    let file = service.look(|tx| file_of(tx, &loaded(tx, MatchId(of))?));
    file.expect("the match can be written")
}

/// Loads a match with the owners of its seats.
fn loaded(tx: &Tx<'_>, of: MatchId) -> Result<LoadedMatch, RequestError> {
    let row = tx.match_row(of)?.expect("a match");
    let chat = tx.room(row.room)?.chat;
    let step = tx.last_step(of)?;
    let table = table_after(row.terms.game, &step)?;
    let mut loaded = LoadedMatch::of(tx, chat, row, step, table)?;
    loaded.name_owners(tx, chat)?;
    Ok(loaded)
}

/// Ann plays Black against Bob.
pub(crate) const START: &[&str] = &["ann: challenge @bob trapdoor side=black", "bob: accept"];

/// Opens a room where Ann plays Black against Bob and owes the first spin.
pub(crate) fn started() -> Room {
    let mut room = Room::new();
    room.all(START);
    room
}

pub(crate) struct Room {
    pub(crate) service: Service,
    pub(crate) chat: Chat,
    features: &'static Features,
    /// Unix seconds.
    pub(crate) now: i64,
    pub(crate) handle: String,
    /// Whether the speaker may manage the room.
    pub(crate) moderator: bool,
    /// Who is in the room.
    pub(crate) company: RoomPresence,
    /// Why matches can't have threads in the room.
    pub(crate) no_threads: Option<NoThreads>,
    /// Whether the bot can't post in the room.
    pub(crate) answers_only: bool,
    /// What the chat finds out for each line.
    pub(crate) prepared: Preparation,
    /// People who have turned automatic steps off; none if nobody does.
    by_hand: Option<HashSet<String>>,
    /// What the service sends unasked.
    heard: UnboundedReceiver<Outgoing>,
}

impl Room {
    pub(crate) fn new() -> Room {
        Room::of(&FEATURES)
    }

    /// Opens a room with one feature more, the last.
    pub(crate) fn with_feature(feature: &'static Feature) -> Room {
        let all: Vec<&'static Feature> = FEATURES.iter().chain([feature]).collect();
        Room::of(Box::leak(Box::new(Features::new(all.leak()))))
    }

    fn of(features: &'static Features) -> Room {
        let store = Store::trial_with(features.tables()).expect("memory for a database");
        let service = Service::new(store, RandomSource::Repeatable(7), features);
        Room { features, ..Room::with(service) }
    }

    pub(crate) fn with(service: Service) -> Room {
        Room::on(Chat::Console, service)
    }

    /// Opens a room on Discord whose service keeps its data in a file, at some moment.
    pub(crate) fn stored(path: &Path, now: i64) -> Room {
        Room { now, ..Room::on(Chat::Discord, privacy::service(path)) }
    }

    /// Opens a room on a server of another chat.
    pub(crate) fn on(chat: Chat, mut service: Service) -> Room {
        let heard = service.listen(chat);
        // The first of January 2026.
        Room {
            service,
            chat,
            features: &FEATURES,
            now: 1_767_225_600,
            handle: "room".to_owned(),
            moderator: false,
            company: RoomPresence::Many,
            no_threads: None,
            answers_only: false,
            prepared: Preparation::default(),
            by_hand: Some(HashSet::new()),
            heard,
        }
    }

    /// Leaves automatic steps on, as they are for new people.
    pub(crate) fn usual() -> Room {
        Room { by_hand: None, ..Room::new() }
    }

    /// From now on, new people keep automatic steps on.
    pub(crate) fn as_usual(&mut self) {
        self.by_hand = None;
    }

    /// Lets time pass, with a tick whenever something is due, and returns what the service sends
    /// unasked.
    pub(crate) fn wait(&mut self, seconds: i64) -> Vec<Reply> {
        let until = self.now + seconds;
        let mut said = Vec::new();
        loop {
            let next = self.tick();
            said.extend(self.heard());
            if until <= self.now {
                return said;
            }
            let now = self.now;
            self.now = next.filter(|&it| now < it).map_or(until, |it| it.min(until));
        }
    }

    /// Ticks the service after the time was changed.
    pub(crate) fn tick(&mut self) -> Option<i64> {
        self.service.moved_on(self.now).expect("time can be noted");
        self.service.tick(self.now).expect("what is due can be done")
    }

    /// Plays for Ann in a match until nothing waits for her or so many of her decisions were made; returns what the bot said.
    pub(crate) fn play_out(&mut self, of: i64, most: usize) -> Vec<Reply> {
        let mut said = Vec::new();
        for n in 0..most {
            let offers =
                self.service.offers(Chat::Console, "room", "ann", Some(MatchId(of))).unwrap();
            let Some(words) = offers.into_iter().next().map(|it| it.words) else { break };
            let word = words[(7 * n + 3) % words.len()].clone();
            for reply in self.say("ann", &format!("play #{of} {word}")) {
                assert_eq!(reply.refused, None, "{word}: {}", reply.text.bare());
            }
            said.extend(self.think());
        }
        said
    }

    /// Lets the bot think until it has nothing to decide, and returns what it says.
    pub(crate) fn think(&mut self) -> Vec<Reply> {
        let mut said = Vec::new();
        loop {
            self.tick();
            said.extend(self.heard());
            if !self.service.is_thinking() {
                return said;
            }
            self.service.wait_for_thoughts();
        }
    }

    /// Returns what the service has sent unasked, and delivers it.
    pub(crate) fn heard(&mut self) -> Vec<Reply> {
        let mut said = Vec::new();
        while let Ok(Outgoing { id, room: _, reply }) = self.heard.try_recv() {
            self.service.delivered(id.as_slice()).expect("delivery can be noted");
            said.push(reply);
        }
        said
    }

    /// Says a line and returns the replies, all delivered.
    pub(crate) fn say(&mut self, who: &str, words: &str) -> Vec<Reply> {
        if let Some(known) = &mut self.by_hand
            && known.insert(who.to_owned())
        {
            let chosen = self.service.handle(&self.request(who, "settings auto off"));
            let ids: Vec<_> = chosen.iter().filter_map(|it| it.id).collect();
            self.service.delivered(&ids).expect("delivery can be noted");
        }
        let request = self.request(who, words);
        self.answered(&request)
    }

    /// Presses a button that says a line and returns the replies, all delivered.
    pub(crate) fn press(&mut self, who: &str, says: &str) -> Vec<Reply> {
        let pressed = Some("a message".to_owned());
        let request = Request { pressed, ..self.request(who, says) };
        self.answered(&request)
    }

    fn answered(&mut self, request: &Request) -> Vec<Reply> {
        self.service.moved_on(self.now).expect("time can be noted");
        let outgoing = self.service.handle(request);
        let ids: Vec<_> = outgoing.iter().filter_map(|it| it.id).collect();
        self.service.delivered(&ids).expect("delivery can be noted");
        outgoing.into_iter().map(|Outgoing { reply, .. }| reply).collect()
    }

    /// Makes the first choice of the player who has to decide, `steps` times.
    pub(crate) fn play_on(&mut self, of: i64, steps: usize) {
        self.play_by(&["ann", "bob"], of, steps);
    }

    /// Makes the first choice of the one of these people who has to decide, `steps` times.
    pub(crate) fn play_by(&mut self, people: &[&str], of: i64, steps: usize) {
        self.play(people, of, steps, |_| 0);
    }

    /// Makes varying choices for the player who has to decide, `steps` times.
    pub(crate) fn play_about(&mut self, of: i64, steps: usize) {
        self.play(&["ann", "bob"], of, steps, |step| step * 7 + 3);
    }

    /// Plays a match of two people until each side has ended two turns, so that it counts.
    pub(crate) fn begin(&mut self, people: &[&str; 2], of: i64) {
        let early = |room: &mut Room| {
            let asked = room.one(people[0], &format!("resign #{of}")).text.bare();
            asked.contains("It won't count") || asked.contains("called off")
        };
        for _ in 0..40 {
            if !early(self) {
                return;
            }
            self.play_by(people, of, 1);
        }
        panic!("match #{of} does not begin");
    }

    /// Makes the choice of a number for the one of these people who has to decide, `steps` times.
    pub(crate) fn play(
        &mut self,
        people: &[&str],
        of: i64,
        steps: usize,
        which: impl Fn(usize) -> usize,
    ) {
        for step in 0..steps {
            let found = people.iter().copied().find_map(|who| {
                let of = Some(MatchId(of));
                let offers = self.service.offers(self.chat, &self.handle, who, of).unwrap();
                Some((who, offers.into_iter().next()?.words))
            });
            let Some((who, words)) = found else { panic!("the match was over after {step} steps") };
            let word = words[which(step) % words.len()].clone();
            self.all(&[&format!("{who}: play #{of} {word}")]);
        }
    }

    /// Returns a match as a file, as everybody may have it.
    pub(crate) fn file_of(&mut self, of: i64) -> String {
        written(&mut self.service, of)
    }

    /// Returns a match as it stands.
    pub(crate) fn table(&mut self, of: i64) -> Box<dyn Table> {
        let table = self.service.look(|tx| Ok(loaded(tx, MatchId(of))?.table));
        table.expect("the match can be loaded")
    }

    /// Returns what the room saw of a match, step by step, and how it ended.
    pub(crate) fn story(&mut self, of: i64) -> String {
        let told = |tx: &Tx<'_>| {
            let loaded = loaded(tx, MatchId(of))?;
            let steps = tx.steps(loaded.row.id)?;
            let lines = steps.iter().map(|step| step_line(&loaded, step));
            let end = loaded.row.end.as_ref().map(|end| telling::end::verdict(&loaded, end));
            Ok(lines.chain(end).collect::<Result<Vec<String>, RequestError>>()?.join("\n"))
        };
        self.service.look(told).expect("the match can be told")
    }

    /// Says a line that has exactly one reply.
    pub(crate) fn one(&mut self, who: &str, words: &str) -> Reply {
        let mut replies = self.say(who, words);
        assert_eq!(replies.len(), 1, "{who}: {words}: {replies:?}");
        replies.remove(0)
    }

    /// Says a line that is refused with a code, and returns what was answered.
    pub(crate) fn refused(&mut self, who: &str, words: &str, code: &str) -> String {
        let reply = self.one(who, words);
        let text = reply.text.bare();
        assert_eq!(reply.refused.map(Code::name), Some(code), "{who}: {words}: {text}");
        text
    }

    /// Says several lines that are not refused.
    pub(crate) fn all(&mut self, lines: &[&str]) {
        for line in lines {
            let (who, words) = spoken(line);
            for reply in self.say(who, words) {
                assert_eq!(reply.refused, None, "{line}: {}", reply.text.bare());
            }
        }
    }

    pub(crate) fn request(&self, who: &str, words: &str) -> Request {
        let marked = words.split_whitespace().filter_map(|it| it.strip_prefix('@'));
        Request {
            chat: self.chat,
            message: None,
            room: RoomName {
                handle: self.handle.clone(),
                name: "a room".to_owned(),
                server: "s".to_owned(),
                answers_only: self.answers_only,
            },
            from: person(who),
            mentioned: marked.map(person).collect(),
            line: self.features.commands().read(words),
            attachment: None,
            asked_at: None,
            no_threads: self.no_threads,
            prepared: self.prepared.clone(),
            pressed: None,
            thread_of: None,
            overheard: false,
            power: if self.moderator { Power::Server } else { Power::Nothing },
            company: self.company,
            now: self.now,
        }
    }
}

/// Returns what a chat says about a room of server `s` that somebody would use from elsewhere.
pub(crate) fn described(
    chat: Chat,
    (room, person): (&str, &str),
    may: RoomRight,
) -> (RoomQuestion, Option<RoomFound>) {
    let (handle, name, server) = (room.to_owned(), room.to_owned(), "s".to_owned());
    let asked = RoomQuestion { chat, room: room.to_owned(), person: person.to_owned() };
    let room = RoomName { handle, name, server, answers_only: false };
    (asked, Some(RoomFound { room, may, is_mute: false, is_forum: false }))
}

/// Splits `ann: spin` into the speaker and the words.
pub(crate) fn spoken(line: &str) -> (&str, &str) {
    let (who, words) = line.split_once(':').expect("somebody speaks");
    (who.trim(), words.trim())
}

fn person(handle: &str) -> PersonName {
    let mut letters = handle.chars();
    let first = letters.next().map_or(String::new(), |letter| letter.to_uppercase().collect());
    PersonName {
        handle: handle.to_owned(),
        name: format!("{first}{}", letters.as_str()),
        bot: false,
    }
}
