//! A question never acts: whatever command or move stands in it, and however it is asked, nothing changes.
use std::collections::BTreeSet;

use engine::{game::Status, games::GameId};
use features::FEATURES;
use it::sample::part;
use model::ids::MatchId;

use crate::{phrasings::stored, room::Room};

/// How people ask whether they can do something. The mark stands for what they would do.
const FRAMES: [&str; 24] = [
    "can I %",
    "Can I %?",
    "could we % please",
    "may I %",
    "should I %",
    "would you % for me",
    "can you %",
    "do I %",
    "do we have to %",
    "must I %",
    "is it ok to %",
    "ok to %",
    "what if I %",
    "what happens if I %",
    "how do I %",
    "why can't I %",
    "hey, can I %",
    "sorry but may I %",
    "I wonder if I can %",
    "tell me how to %",
    "%?",
    "%, right",
    "\"%\"",
    "#1 can I %",
];

/// Lets somebody ask, and says what is wrong if anybody else was told.
fn fault(room: &mut Room, who: &str, line: &str) -> Option<String> {
    let replies = room.say(who, line);
    if replies.is_empty() {
        return Some(format!("{line}: no answer"));
    }
    let told = replies.iter().any(|reply| reply.board.is_some());
    told.then(|| format!("{line}: a board was told: {}", replies[0].text.bare()))
}

/// Lets somebody ask lines, and says what is wrong with each, and if anything changed.
fn faults(room: &mut Room, who: &str, lines: &[String], before: &str) -> Vec<String> {
    let mut out: Vec<String> = lines.iter().filter_map(|line| fault(room, who, line)).collect();
    if state(room) != before {
        out.push(format!("one of these changed something: {lines:?}"));
    }
    out
}

/// Returns what is stored about the people, and the settings of the room.
fn state(room: &mut Room) -> String {
    let settings = room.say("ann", "admin");
    let settings: String = settings.iter().map(|it| it.text.bare()).collect();
    stored(room) + settings.as_str()
}

#[test]
fn no_question_carries_out_a_command() {
    let mut room = Room::new();
    room.moderator = true;
    room.all(&[
        "ann: challenge @bob trapdoor side=black",
        "bob: accept",
        "bob: draw",
        "cid: challenge @ann draughts",
        "bob: league new draughts",
        "ann: learn alien",
    ]);
    let mut lines: BTreeSet<String> = BTreeSet::new();
    for spec in FEATURES.commands().iter() {
        lines.insert(spec.name.to_owned());
        lines.extend(
            spec.examples.iter().map(|line| line.replace("#12", "#1").replace("@friend", "@bob")),
        );
    }
    for more in [
        "accept the draw",
        "resign yes",
        "give up",
        "abort yes",
        "join the league",
        "challenge bob",
        "mydata delete yes",
        "admin ban @bob",
        "practice trapdoor",
        "next",
        "yes",
        "forget me",
        "dark mode",
    ] {
        lines.insert(more.to_owned());
    }
    let mut before = state(&mut room);
    let mut all = Vec::new();
    let mut asked = 0;
    let lines = part(lines);
    for (nth, line) in lines.iter().enumerate() {
        // Each line in every third way, and all ways with every third line.
        // Words for others keep what stands behind a comma.
        let keeps = line.starts_with(['n', 'd', 'i']);
        let frames = FRAMES.iter().skip(nth % 3).step_by(3);
        let frames = frames.filter(|frame| **frame != "%, right" || !keeps);
        let lines: Vec<String> = frames.map(|frame| frame.replace('%', line)).collect();
        asked += lines.len();
        let found = faults(&mut room, "ann", &lines, &before);
        if !found.is_empty() {
            before = state(&mut room);
            all.extend(found);
        }
    }
    assert!(3 * lines.len() < asked, "{asked}");
    assert!(all.is_empty(), "{} of {asked}:\n{}", all.len(), all.join("\n"));
}

/// Returns the form of a move: letters and digits count alike.
fn form(words: &str) -> String {
    words
        .chars()
        .map(|sign| if sign.is_ascii_digit() { '0' } else { sign })
        .collect::<String>()
        .replace(['b', 'c', 'd', 'e', 'f', 'g', 'h'], "a")
}

#[test]
fn no_question_plays_a_move() {
    let mut all = Vec::new();
    let mut asked = 0;
    for game in part(GameId::ALL) {
        let asked_before = asked;
        let mut room = Room::new();
        let opened = format!("ann: challenge @bob {} unrated", game.name());
        room.all(&[&opened, "bob: accept"]);
        let mut forms = BTreeSet::new();
        for _ in 0..60 {
            let of = Some(MatchId(1));
            for who in ["ann", "bob"] {
                let offers = room.service.offers(room.chat, &room.handle, who, of).unwrap();
                let words: Vec<String> = offers.into_iter().flat_map(|it| it.words).collect();
                for word in &words {
                    assert!(
                        !FEATURES.commands().read(word).asks,
                        "{game}: {word} is a choice, not a question"
                    );
                }
                let fresh: Vec<String> =
                    words.into_iter().filter(|line| forms.insert(form(line))).take(2).collect();
                if fresh.is_empty() {
                    continue;
                }
                let before = state(&mut room);
                for (nth, line) in fresh.iter().enumerate() {
                    let frames = FRAMES.iter().skip((forms.len() + nth) % 3).step_by(3);
                    let lines: Vec<String> = frames.map(|it| it.replace('%', line)).collect();
                    asked += lines.len();
                    all.extend(faults(&mut room, who, &lines, &before));
                }
            }
            if matches!(room.table(1).status(), Status::Over(_)) {
                break;
            }
            room.play_about(1, 1);
        }
        // A small game has few forms of choices.
        let least = 16.min(4 * forms.len());
        assert!(least <= asked - asked_before, "{game}: {} asked", asked - asked_before);
    }
    assert!(all.is_empty(), "{} of {asked}:\n{}", all.len(), all.join("\n"));
}
