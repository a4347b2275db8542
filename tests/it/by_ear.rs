//! Each game by ear: two players who hear the first thousand characters of each message, and nothing else, finish a quick match. What they
//! type stands in what they heard, and what a list names first is done most.
use std::collections::BTreeMap;

use engine::games::GameId;
use model::{
    ids::PersonId,
    reply::{Audience, Reply},
};
use service::{RandomSource, Service};
use store::Store;

use crate::{
    files::{folder, keeps},
    room::Room,
    talk::previews_well,
};

/// So many characters of a message are heard.
const HEARD: usize = 1000;
/// A match that takes more lines than this gets nowhere.
const ENDLESS: usize = 3000;
/// A quick match has no more lines than this.
const MOST: usize = 250;
/// Of the match that is shown, so many lines at its beginning and at its end.
const SHOWN: [usize; 2] = [6, 2];

/// What can be said.
const ABOUT: &str = "No picture is needed. Each has an alt text that says what changed, what is asked, and then the position, rank by rank. \
                     `settings text on` writes the same into the message. `settings reading short` leaves out what hasn't changed, \
                     and `settings reading full` adds what the picture shows beside the board.\n\n`read the board`, `read rank 6`, \
                     `what is around d4` and `where are my kings` are answered at any time. `what can I do` lists your choices by \
                     number, nine at a time: first what scores, captures or passes, then the other moves. `more` goes on. With \
                     `settings text on` the next list comes by itself once you pick by number, until your turn is over.";

/// What is said in every match.
const PEOPLE: [&str; 2] = ["ann", "bob"];

/// Somebody who hears.
#[derive(Default)]
struct Listener {
    /// The choices heard since they spoke last, each with its number.
    list: Vec<(usize, String)>,
    /// Whether that list goes on.
    more: bool,
    /// The last message that said what is asked, as far as it was heard.
    asked: String,
    /// How the match ended, once that was heard.
    end: Option<String>,
}

/// A line that was said, and what was heard of the answers, each with whom it reached.
struct Exchange {
    who: &'static str,
    line: String,
    heard: Vec<(Vec<&'static str>, String)>,
}

/// A match played by ear.
struct ByEar {
    room: Room,
    listeners: BTreeMap<&'static str, Listener>,
    said: Vec<Exchange>,
    /// Random numbers of no importance.
    luck: u64,
}

impl ByEar {
    fn new(seed: u64) -> ByEar {
        let store = Store::trial_with(features::FEATURES.tables()).expect("memory for a database");
        let mut room =
            Room::with(Service::new(store, RandomSource::Repeatable(seed), &features::FEATURES));
        room.as_usual();
        let listeners = PEOPLE.map(|who| (who, Listener::default()));
        ByEar { room, listeners: listeners.into(), said: Vec::new(), luck: seed }
    }

    /// Says a line; everybody hears the beginning of what is meant for them.
    fn say(&mut self, who: &'static str, line: &str) {
        let speaker = self.listeners.get_mut(who).expect("a listener");
        (speaker.list, speaker.more) = (Vec::new(), false);
        let replies = self.room.say(who, line);
        let mut heard = Vec::new();
        for reply in replies {
            if !reply.mentions.is_empty() {
                previews_well(&mut self.room.service, line, &reply);
            }
            let ears = self.ears(who, &reply);
            let words: String = reply.text.bare().chars().take(HEARD).collect();
            for ear in &ears {
                let listener = self.listeners.get_mut(ear).expect("a listener");
                if PEOPLE.iter().any(|it| is_asked(&words, it)) {
                    listener.asked.clone_from(&words);
                }
                let end = words
                    .lines()
                    .find(|line| line.contains(" wins: ") || line.starts_with("A draw: "));
                listener.end = end.map(str::to_owned).or(listener.end.take());
                let list = numbered(&words);
                if !list.is_empty() {
                    listener.more = words.contains("Say `more`");
                    listener.list = list;
                }
            }
            heard.push((ears, words));
        }
        self.said.push(Exchange { who, line: line.to_owned(), heard });
    }

    /// Returns whom a reply reaches.
    fn ears(&mut self, who: &'static str, reply: &Reply) -> Vec<&'static str> {
        match reply.to {
            Audience::Room => PEOPLE.to_vec(),
            Audience::Asker => vec![who],
            Audience::Only(id) => {
                let name = self.name(id);
                PEOPLE.into_iter().filter(|who| capital(who) == name).collect()
            }
        }
    }

    fn name(&mut self, id: PersonId) -> String {
        self.room.service.name_of(self.room.chat, id).expect("a person")
    }

    fn random(&mut self, below: usize) -> usize {
        self.luck = self
            .luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.luck >> 33).expect("it is small") % below
    }

    /// Plays until the match is over; returns how it ended.
    fn play(&mut self) -> String {
        while self.said.len() < ENDLESS {
            if let Some(end) = &self.listeners["ann"].end {
                return end.clone();
            }
            let turn =
                PEOPLE.into_iter().find(|who| is_asked(&self.listeners[who].asked, &capital(who)));
            let who = turn.unwrap_or_else(|| panic!("nobody is asked: {}", self.told()));
            self.choose(who);
        }
        panic!("the match gets nowhere: {}", self.told());
    }

    /// Does one of the things that were named; asks what can be done where nothing was.
    fn choose(&mut self, who: &'static str) {
        if self.listeners[who].list.is_empty() {
            self.say(who, "what can I do");
        }
        let line = self.pick(who);
        self.say(who, &line);
    }

    /// Picks one of the numbers that were heard, mostly a capture, a goal or a shot at it, or else the first.
    fn pick(&mut self, who: &'static str) -> String {
        let (any, nth) = (self.random(5) == 0, self.random(10));
        let Listener { list, more, .. } = &self.listeners[who];
        assert!(!list.is_empty(), "nothing to choose from was heard: {}", self.told());
        let wishes = ["wins", "scores", "at the goal", "goal", "captures", "takes", "attack"];
        let liked = |choice: &&(usize, String)| {
            let low = choice.1.to_lowercase();
            wishes.iter().any(|wish| low.contains(wish))
        };
        match (any, list.get(nth)) {
            (true, Some(choice)) => choice.0.to_string(),
            (true, None) if *more => "more".to_owned(),
            _ => list.iter().find(liked).unwrap_or(&list[0]).0.to_string(),
        }
    }

    /// Writes the last things that were said.
    fn told(&self) -> String {
        let last = &self.said[self.said.len().saturating_sub(6)..];
        last.iter().map(written).collect()
    }
}

/// Tells whether a message says that somebody must act: `Ann (Black): move a piece.`
fn is_asked(words: &str, name: &str) -> bool {
    words
        .lines()
        .any(|line| line.starts_with(&format!("{} (", capital(name))) && line.contains("): "))
}

fn capital(who: &str) -> String {
    let mut letters = who.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Finds the numbered choices in what was heard: each on a line of its own. A line that may have been cut is left out.
fn numbered(heard: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    for line in heard.lines() {
        let Some((number, says)) = line.split_once(". ") else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        if number == 1 {
            // Blows of a duel are numbered above the choices.
            out.clear();
        }
        if out.last().is_none_or(|last| last.0 + 1 == number) {
            out.push((number, says.to_owned()));
        }
    }
    if heard.chars().count() == HEARD {
        out.pop();
    }
    out
}

fn written(exchange: &Exchange) -> String {
    let mut out = format!("**{}**: {}\n\n", capital(exchange.who), exchange.line);
    for (ears, words) in &exchange.heard {
        let to = match ears[..] {
            [only] => format!(" (to {} alone)", capital(only)),
            _ => String::new(),
        };
        let lines = words.lines().filter(|line| !line.is_empty());
        let [first, rest @ ..] = &lines.collect::<Vec<&str>>()[..] else { continue };
        out.push_str(&format!("> {first}{to}"));
        out.extend(rest.iter().map(|line| format!("\\\n> {line}")));
        out.push_str("\n\n");
    }
    out
}

/// Plays a quick match of a game, and returns how it went.
fn by_ear(game: GameId) -> (ByEar, String) {
    let mut heard = ByEar::new(11);
    for who in PEOPLE {
        heard.say(who, "settings reading short");
        heard.say(who, "settings text on");
    }
    heard.said.clear();
    heard.say("ann", &format!("challenge @bob {} quick", game.name()));
    heard.say("bob", "accept");
    let end = heard.play();
    (heard, end)
}

#[test]
fn every_game_can_be_played_by_ear() {
    let mut long = Vec::new();
    let mut table = String::new();
    let mut shown = String::new();
    for &game in GameId::ALL {
        let (heard, end) = by_ear(game);
        let said = &heard.said;
        table.push_str(&format!("| {game} | {} | {end} |\n", said.len()));
        long.extend((MOST < said.len()).then_some(game));
        if shown.is_empty() {
            let [first, last] = SHOWN;
            shown.push_str(&format!("## How {game} began\n\n"));
            shown.extend(said[..first].iter().map(written));
            shown.push_str("## And how it ended\n\n");
            shown.extend(said[said.len() - last..].iter().map(written));
        }
    }
    assert!(long.is_empty(), "{long:?} take more than {MOST} lines:\n{table}");
    let text = format!(
        "# By ear\n\n{ABOUT}\n\n## Tried\n\nTwo players who heard only the first {HEARD} characters of each message played a quick \
         match of each game. Both had said `settings reading short` and `settings text on`, and mostly did what was named first.\
         \n\n| game | lines said | how it ended |\n|---|---|---|\n{table}\n{}\n",
        shown.trim_end()
    );
    keeps(&folder("../docs/by-ear.md"), &text);
}
