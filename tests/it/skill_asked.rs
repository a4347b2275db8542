//! What people ask about skill, luck, advice and reviews leads to the command that answers it.
use engine::refusal::Code;
use model::reply::Reply;

use crate::room::{Room, started};

/// Asks a question that may need thinking.
fn asked(room: &mut Room, words: &str) -> Reply {
    let mut said = room.say("ann", words);
    said.extend(room.think());
    said.pop().unwrap_or_else(|| panic!("{words} is answered"))
}

/// Returns what a reply says and offers.
fn whole(reply: &Reply) -> String {
    let choices = reply.menu.iter().flat_map(|it| &it.choices);
    let choices = choices.map(|choice| format!("\n[{}]", choice.says));
    reply.text.bare() + choices.collect::<String>().as_str()
}

/// Asks questions, each with what its answer says.
fn check(room: &mut Room, asks: &[(&str, &str)]) {
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
    ("what is luck", "the mean over sixteen other throws"),
    ("what does play +62 mean?", "luck is what the throws gave it, the rest what the choices"),
    ("what does luck +3 mean?", "luck is what the throws gave it, the rest what the choices"),
    ("what does play +17 mean?", "luck is what the throws gave it, the rest what the choices"),
    ("what does gave away 13% mean?", "compared with the best choice found"),
    ("what does ± 9 mean?", "19 times out of 20"),
    ("who is really better, ann or bob?", "`versus @bob`"),
    ("who is really better, ann or bob?", "[leaderboard]"),
    ("who's the luckiest here?", "[profile]"),
    ("am I getting better?", "[profile]"),
    ("how strong am i?", "[profile]"),
    ("did I make a mistake?", "`review #12` says it for every step"),
    ("was my last move good?", "`why c3-d4` compares"),
    ("was that a good move?", "[review]"),
    ("rules house skill", "sixteen other throws"),
    ("skill", "sixteen other throws"),
    ("leaderboard skill", "beside the rating on `leaderboard`"),
    ("leaderboard trapdoor skill", "[rules house skill]"),
];

#[test]
fn what_skill_and_luck_are_is_told_wherever_it_is_asked() {
    let mut room = Room::new();
    check(&mut room, EVERYWHERE);
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
        check(&mut room, EVERYWHERE);
        room.all(&["bob: resign yes"]);
        check(&mut room, EVERYWHERE);
    }
}

#[test]
fn where_luck_is_asked_for_a_review_and_the_profile_are_named() {
    let luck =
        ["did the dice cost me the match?", "was I lucky in this match?", "why am I losing?"];
    let mut room = started();
    for words in luck {
        check(&mut room, &[(words, "`review`"), (words, "`profile`")]);
    }
    check(&mut room, &[("was I lucky in #1?", "`review`")]);
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept"]);
    for words in luck {
        check(&mut room, &[(words, "no dice and no luck"), (words, "`review`")]);
    }
}

#[test]
fn chances_and_the_best_move_are_for_why_and_hint() {
    for game in ["trapdoor", "draughts", "amtgard"] {
        let mut room = Room::usual();
        room.all(&[&format!("ann: challenge @bob {game} unrated side=first"), "bob: accept"]);
        check(
            &mut room,
            &[
                ("what are my chances?", "our chances"),
                ("best move", "My choice: "),
                ("evaluate", "our chances"),
                ("rate my position", "our chances"),
            ],
        );
        // In a rated match it's refused, and nothing is judged.
        let mut room = Room::usual();
        room.all(&[&format!("ann: challenge @bob {game} side=first"), "bob: accept"]);
        for words in ["best move", "evaluate", "rate my position"] {
            let told = asked(&mut room, words);
            assert!(told.refused.is_some(), "{words}: {}", whole(&told));
        }
        let told = whole(&asked(&mut room, "what are my chances?"));
        assert!(told.contains("In a rated one I don't judge the position"), "{game}: {told}");
    }
    let mut room = Room::new();
    check(&mut room, &[("what are my chances?", "[hint]")]);
}

#[test]
fn a_duel_that_is_possible_has_its_odds() {
    let mut room = Room::usual();
    room.all(&["ann: challenge @bob amtgard side=black", "bob: accept", "ann: b6-c5"]);
    room.all(&["bob: a3-b4"]);
    check(&mut room, &[("what are my chances?", "c5xb4")]);
}

#[test]
fn after_a_match_a_review_is_offered_and_reads_the_step_as_it_is_written() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts unrated side=first", "bob: accept"]);
    room.play_about(1, 12);
    room.all(&["bob: resign yes"]);
    for words in ["hint #1", "why #1", "play #1 b6-a5"] {
        let told = room.one("ann", words);
        assert!(told.refused.is_some() && whole(&told).contains("[review #1]"), "{words}");
    }
    let plain = asked(&mut room, "review #1 3").text.bare();
    assert!(plain.contains("before step 3"), "{plain}");
    for words in ["review #1 step 3", "review #1 Step 3", "review #1 step=3", "review step 3"] {
        assert_eq!(asked(&mut room, words).text.bare(), plain, "{words}");
    }
    for step in ["0", "13", "99999999999", "step 0"] {
        let told = asked(&mut room, &format!("review #1 {step}"));
        assert_eq!(told.refused, Some(Code::Unknown), "{step}: {}", whole(&told));
        assert!(whole(&told).contains("steps 1 to 12."), "{step}: {}", whole(&told));
        assert!(whole(&told).contains("[review #1]"), "{step}: {}", whole(&told));
    }
}
