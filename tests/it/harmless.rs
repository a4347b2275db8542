//! Ordinary talk changes nothing, in every state and every chat, and nothing that ends, deletes, moderates or plays is offered for it.
//! The talk is in `tests/phrasings/talk.txt`.
use std::{collections::HashSet, fs, thread};

use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use it::sample::part;
use model::{ids::Chat, reply::Reply};
use service::{RandomSource, RoomPresence, Service};
use store::Store;

use crate::{
    files::folder,
    phrasings::{TALK, stored},
    room::{Room, spoken},
};

/// So many lines of talk there are at least, all different.
const LEAST: usize = 5_000;

/// A state, and who talks then.
struct State {
    name: String,
    chat: Chat,
    begin: Vec<String>,
    /// What is said again before each line.
    each: &'static [&'static str],
    who: &'static str,
    moderator: bool,
    /// Whether they talk in a room of their own.
    direct: bool,
}

fn state(name: &str, chat: Chat, who: &'static str, begin: &[&str]) -> State {
    let begin = begin.iter().map(|line| (*line).to_owned()).collect();
    let name = format!("{name}, {}, {chat:?}", who);
    State { name, chat, begin, each: &[], who, moderator: false, direct: false }
}

/// Lists the states on a chat. Ann plays Black, who begins.
fn states(chat: Chat) -> Vec<State> {
    const MATCH: [&str; 2] = ["ann: challenge @bob trapdoor side=black", "bob: accept"];
    let after = |lines: &[&'static str]| [&MATCH[..], lines].concat();
    let at = |name: &str, who: &'static str, begin: &[&str]| state(name, chat, who, begin);
    let mut all = vec![
        at("no match", "ann", &[]),
        at("challenged", "bob", &["ann: challenge @bob trapdoor"]),
        at("challenged", "ann", &["ann: challenge @bob trapdoor"]),
        at("an open challenge", "cid", &["ann: challenge trapdoor"]),
        at("somebody else's match", "cid", &MATCH),
        State { moderator: true, ..at("a moderator", "cid", &MATCH) },
        State { moderator: true, ..at("a moderator who plays", "ann", &MATCH) },
        State { direct: true, ..at("in private", "ann", &MATCH) },
        State { direct: true, ..at("no match, in private", "cid", &[]) },
        at("draw offered", "ann", &after(&["ann: draw"])),
        at("draw offered", "bob", &after(&["ann: draw"])),
        at("pause asked", "bob", &after(&["ann: pause"])),
        at("paused", "ann", &after(&["ann: pause", "bob: pause accept"])),
        State { each: &["ann: resign"], ..at("resign asked", "ann", &MATCH) },
        State { each: &["ann: mydata delete"], ..at("deletion asked", "ann", &MATCH) },
        at("finished", "ann", &after(&["ann: resign yes"])),
        at("practice", "ann", &["ann: practice trapdoor 1 side=black"]),
        at("lesson", "ann", &["ann: learn trapdoor"]),
        at("lesson in a match", "ann", &after(&["ann: learn draughts"])),
        at("puzzle", "ann", &["ann: puzzle trapdoor"]),
        at("vote", "ann", &["ann: practice draughts 1 side=black vote=12h"]),
        at(
            "two matches",
            "ann",
            &after(&["cid: challenge @ann draughts side=white", "ann: accept"]),
        ),
        at(
            "a secret choice",
            "ann",
            &[
                "ann: challenge @bob amtgard duel=stance side=black",
                "bob: accept",
                "ann: b6-c5",
                "bob: a3-b4",
                "ann: c5xb4",
            ],
        ),
    ];
    for game in GameId::ALL {
        let begin = [&format!("ann: challenge @bob {}", game.name()), "bob: accept"];
        all.extend(["ann", "bob"].map(|who| at(game.name(), who, &begin)));
    }
    all
}

/// Opens a room in a state.
fn open(state: &State) -> Room {
    let store = Store::trial_with(features::FEATURES.tables()).expect("memory for a database");
    let mut room =
        Room::on(state.chat, Service::new(store, RandomSource::Repeatable(7), &features::FEATURES));
    room.all(&["ann: help", "bob: help", "cid: help"]);
    for line in &state.begin {
        room.all(&[line]);
    }
    room.moderator = state.moderator;
    if state.direct {
        room.handle = format!("direct {}", state.who);
        room.company = RoomPresence::Alone;
    }
    room
}

/// Returns what a reply offers: buttons, and what it says to try or thinks was meant.
fn offered(reply: &Reply) -> Vec<String> {
    let menu = reply.menu.iter();
    let pressed = menu.flat_map(|menu| menu.choices.iter().chain(&menu.listed));
    let mut all: Vec<String> = pressed.map(|choice| choice.says.to_string()).collect();
    let text = reply.text.bare();
    for lead in ["Did you mean ", "Try: "] {
        let named = text.split_once(lead).map_or("", |it| it.1);
        all.extend(named.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    all
}

/// Tells whether a line does what nobody asked for.
fn is_grave(line: &str) -> bool {
    let said = FEATURES.commands().read(line);
    line.split(' ').any(|word| word == "yes")
        || said.command().is_some_and(|said| said.does().needs_its_own_words())
}

/// Says all talk in a state, and returns what is wrong.
fn wrong(state: &State, talk: &[(usize, &str)]) -> Vec<String> {
    let mut out = Vec::new();
    let mut room = open(state);
    let mut before = stored(&mut room);
    for (_, line) in talk {
        for again in state.each {
            let (who, words) = spoken(again);
            room.say(who, words);
        }
        let replies = room.say(state.who, line);
        let grave: Vec<String> =
            replies.iter().flat_map(offered).filter(|offer| is_grave(offer)).collect();
        let text = || replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
        if !grave.is_empty() {
            out.push(format!("{}: `{line}` offers {grave:?}\n{}", state.name, text()));
        }
        if replies.iter().any(|reply| reply.refused == Some(Code::Broken)) {
            out.push(format!("{}: `{line}`: {}", state.name, text()));
        }
    }
    if before != stored(&mut room) {
        // Line by line, to name it.
        room = open(state);
        for (_, line) in talk {
            let replies = room.say(state.who, line);
            let after = stored(&mut room);
            if before != after {
                let text = replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
                out.push(format!("{}: `{line}` changes something\n{text}", state.name));
                room = open(state);
                before = stored(&mut room);
            }
        }
    }
    out
}

#[test]
fn ordinary_talk_changes_nothing_and_is_offered_nothing_grave() {
    let text = fs::read_to_string(folder("phrasings").join(TALK)).expect("talk can be read");
    let lines = text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
    let talk: Vec<&str> = lines.collect();
    let mut seen = HashSet::new();
    let twice: Vec<&&str> = talk.iter().filter(|line| !seen.insert(**line)).collect();
    assert!(LEAST <= talk.len() && twice.is_empty(), "{} lines of talk, {twice:?}", talk.len());
    // In every state each line takes its time, so a day tries a part of a part.
    let talk = part(part(talk));
    let states: Vec<State> =
        [Chat::Console, Chat::Discord, Chat::Matrix].into_iter().flat_map(states).collect();
    let pairs: Vec<(usize, &str)> =
        (0..states.len()).flat_map(|nth| talk.iter().map(move |line| (nth, *line))).collect();
    let all: Vec<&[(usize, &str)]> = pairs.chunk_by(|one, other| one.0 == other.0).collect();
    let (first, second) = all.split_at(all.len() / 2);
    let judged = |some: &[&[(usize, &str)]]| -> Vec<String> {
        some.iter().flat_map(|said| wrong(&states[said[0].0], said)).collect()
    };
    let wrong = thread::scope(|scope| {
        let first = scope.spawn(|| judged(first));
        let second = judged(second);
        [first.join().expect("a thread ends"), second].concat()
    });
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}
