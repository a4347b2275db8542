//! Each game by ear: two players who hear the first thousand characters of each message, and nothing else, finish a quick match. What they
//! type stands in what they heard.
use std::collections::BTreeMap;

use engine::games::GameId;
use model::{
    ids::PersonId,
    reply::{Audience, Reply},
};
use service::{RandomSource, Service};
use store::Store;

use crate::{
    files::{blessing, compare, folder, write},
    room::Room,
    talk::previews_well,
};

/// So many characters of a message are heard.
const HEARD: usize = 1000;
/// A match that takes more lines than this gets nowhere.
const MOST: usize = 6000;
/// How many lines of a transcript are kept from the beginning, and from the end.
const KEPT: [usize; 2] = [26, 3];

/// What is said in every match.
const PEOPLE: [&str; 2] = ["ann", "bob"];

/// Somebody who hears.
#[derive(Default)]
struct Listener {
    /// The last message, as far as it was heard.
    last: String,
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
                listener.last.clone_from(&words);
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
        while self.said.len() < MOST {
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

    /// Asks what can be done, and does one of the things that are named.
    fn choose(&mut self, who: &'static str) {
        let before = self.listeners[who].asked.clone();
        self.say(who, "what can I do");
        for _ in 0..6 {
            let heard = self.listeners[who].last.clone();
            let line = self.pick(&heard);
            self.say(who, &line);
            // A list may lead to another list.
            let listener = &self.listeners[who];
            if numbered(&listener.last).is_empty()
                || listener.asked != before
                || listener.end.is_some()
            {
                break;
            }
        }
    }

    /// Picks one of the numbers that were heard: rather a capture, a goal or a shot at it than something else.
    fn pick(&mut self, heard: &str) -> String {
        let listed = numbered(heard);
        assert!(!listed.is_empty(), "nothing to choose from was heard: {heard}\n{}", self.told());
        let wishes = ["wins", "scores", "at the goal", "goal", "captures", "takes", "attack"];
        let likes = |choice: &&(usize, String)| {
            let low = choice.1.to_lowercase();
            wishes.iter().any(|wish| low.contains(wish))
        };
        let liked: Vec<&(usize, String)> = listed.iter().filter(likes).collect();
        let from = if liked.is_empty() || self.luck.is_multiple_of(5) {
            listed.iter().collect()
        } else {
            liked
        };
        let nth = self.random(from.len());
        from[nth].0.to_string()
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

/// Finds the numbered choices in what was heard: on lines of their own, or on one line with points between. The last one is left out where
/// the message may go on.
fn numbered(heard: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    for part in heard.lines().flat_map(|line| line.split(" · ")) {
        let Some((number, says)) = part.split_once(". ") else { continue };
        if let Ok(number) = number.parse::<usize>()
            && number == out.len() + 1
        {
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
        for (nth, line) in words.lines().filter(|line| !line.is_empty()).enumerate() {
            out.push_str(&format!("> {line}{}\n>\n", if nth == 0 { to.as_str() } else { "" }));
        }
        out.truncate(out.trim_end_matches(">\n").len());
        out.push('\n');
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
    let mut wrong = Vec::new();
    for &game in GameId::ALL {
        let (heard, end) = by_ear(game);
        let [first, last] = KEPT;
        let all = &heard.said;
        let mut text = format!(
            "# {} by ear\n\nTwo players who hear only the first {HEARD} characters of each message play a quick match. Both said \
             `settings reading short` and `settings text on` before. It took {} lines and ended so: {end}\n\n",
            game,
            all.len()
        );
        let last = all.len().saturating_sub(last).max(first.min(all.len()));
        text.extend(all.iter().take(first).map(written));
        if first < last {
            text.push_str("…\n\n");
        }
        text.extend(all[last..].iter().map(written));
        let text = format!("{}\n", text.trim_end());
        let path = folder("../docs/by-ear").join(format!("{}.md", game.name()));
        if blessing() {
            write(&path, &text);
        } else if let Err(err) = compare(&path, &text) {
            wrong.push(err);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
