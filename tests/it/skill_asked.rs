//! What people ask about skill and luck leads to the command that answers it.
use model::reply::Reply;

use crate::room::Room;

/// Asks a question that may need thinking.
pub(crate) fn asked(room: &mut Room, words: &str) -> Reply {
    let mut said = room.say("ann", words);
    said.extend(room.think());
    said.pop().unwrap_or_else(|| panic!("{words} is answered"))
}

/// Returns what a reply says and offers.
pub(crate) fn whole(reply: &Reply) -> String {
    let choices = reply.menu.iter().flat_map(|it| &it.choices);
    let choices = choices.map(|choice| format!("\n[{}]", choice.says));
    reply.text.bare() + choices.collect::<String>().as_str()
}

/// Asks questions, each with what its answer says.
pub(crate) fn check(room: &mut Room, asks: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (words, says) in asks {
        let told = whole(&asked(room, words));
        if !told.contains(says) {
            wrong.push(format!("{words}: no {says} in {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The questions whose answer is the same wherever they are asked, with a part of the answer.
const EVERYWHERE: &[(&str, &str)] = &[
    ("what is skill", "Skill is how many points a match you would make without luck"),
    ("what is my skill?", "Skill is how many points"),
    ("how is skill computed?", "Skill is how many points"),
    ("what is luck", "the mean over sixteen other"),
    ("what does ± 9 mean?", "19 times out of 20"),
    ("who's the luckiest here?", "[profile]"),
    ("am I getting better?", "[profile]"),
    ("how strong am i?", "[profile]"),
    ("rules house skill", "sixteen other"),
    ("skill", "sixteen other"),
];

#[test]
fn what_skill_and_luck_are_is_told_wherever_it_is_asked() {
    check_everywhere(EVERYWHERE);
}

/// Asks without a match, and in matches of every game that run and are over.
pub(crate) fn check_everywhere(asks: &[(&str, &str)]) {
    let mut room = Room::new();
    check(&mut room, asks);
    let matches = [
        "trapdoor",
        "trapdoor unrated",
        "draughts unrated",
        "draughts",
        "amtgard unrated",
        "alien",
        "piecepack unrated",
        "metasoccer",
    ];
    for game in matches {
        let mut room = Room::usual();
        room.all(&[&format!("ann: challenge @bob {game} side=first"), "bob: accept"]);
        check(&mut room, asks);
        room.all(&["bob: resign yes"]);
        check(&mut room, asks);
    }
}

#[test]
fn a_duel_that_is_possible_has_its_odds() {
    let mut room = Room::usual();
    room.all(&["ann: challenge @bob amtgard side=black", "bob: accept", "ann: b6-c5"]);
    room.all(&["bob: a3-b4"]);
    check(&mut room, &[("what are my chances?", "c5xb4")]);
}
