//! What a room gets: one message per turn, one ping, and no press without a choice.
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Privacy, Reply},
};

use crate::room::Room;

const ANN: PersonId = PersonId(1);
const BOB: PersonId = PersonId(2);

/// Ann plays Black against Bob, with automatic steps.
fn usual(game: &str) -> (Room, Reply) {
    let mut room = Room::usual();
    room.all(&[&format!("ann: challenge @bob {game}")]);
    let board = room.one("bob", "accept");
    (room, board)
}

/// Returns who has to decide, and what they may say.
fn offered(room: &mut Room) -> Option<(&'static str, Vec<String>)> {
    ["ann", "bob"].into_iter().find_map(|who| {
        let offers = room.service.offers(Chat::Console, "room", who, None).unwrap();
        Some((who, offers.into_iter().next()?.words))
    })
}

#[test]
fn what_leaves_no_choice_happens_by_itself_and_is_told_with_the_rest() {
    let (mut room, board) = usual("trapdoor side=black");
    let text = board.text.bare();
    assert!(text.contains("Ann spins") && !text.contains("spin the wheel"), "{text}");
    assert_eq!(board.picture.as_ref().unwrap().step, 1);
    let mut spun = 0;
    for _ in 0..8 {
        let Some((who, words)) = offered(&mut room) else { break };
        assert!(1 < words.len(), "a single choice is nobody's to make: {words:?}");
        let told = room.one(who, &words[0]).text.bare();
        let other = if who == "ann" { "Bob spins" } else { "Ann spins" };
        spun += usize::from(told.contains(other));
    }
    assert!(2 < spun, "the next player's wheel is spun with the move before it");
    room.all(&["ann: settings auto off", "bob: settings auto off"]);
    for _ in 0..4 {
        let (who, words) = offered(&mut room).expect("a match that runs");
        if words == ["spin"] {
            return;
        }
        room.all(&[&format!("{who}: {}", words[0])]);
    }
    panic!("nobody is left to spin");
}

#[test]
fn whoever_goes_on_is_not_called_and_the_board_changes_in_place() {
    let (mut room, board) = usual("metasoccer side=south");
    assert!(
        !board.goes_on() && board.mentions == [ANN],
        "he has just accepted: {:?}",
        board.mentions
    );
    room.all(&["bob: ready"]);
    let mut handed_over = 0;
    for _ in 0..60 {
        let Some((who, words)) = offered(&mut room) else { break };
        let me = if who == "ann" { ANN } else { BOB };
        let done = words.iter().find(|word| word.starts_with("roll") || *word == "end");
        let word = done.unwrap_or(&words[words.len() / 3]).clone();
        for reply in room.say(who, &format!("play #1 {word}")) {
            assert_eq!(reply.refused, None, "{word}: {}", reply.text.bare());
            assert!(!reply.mentions.contains(&me), "{word}: {:?}", reply.mentions);
            assert!(reply.mentions.len() <= 1);
            assert!(!reply.goes_on() || reply.mentions.is_empty());
            handed_over += usize::from(!reply.goes_on() && reply.board.is_some());
        }
    }
    assert!((3..50).contains(&handed_over), "{handed_over}");
}

#[test]
fn every_message_of_a_match_says_which_it_is() {
    let (mut room, board) = usual("trapdoor side=black");
    let text = board.text.bare();
    assert!(text.starts_with("#1 · Trapdoor Checkers · "), "{text}");
    assert!(text.contains("\nNew match: Ann (Black) against Bob (White), "), "{text}");
    assert_eq!(text.matches("Trapdoor Checkers, ").count(), 0, "the game is named once: {text}");
    let (who, words) = offered(&mut room).unwrap();
    let first = (who, words[0].as_str());
    for (who, words) in [first, ("bob", "draw"), ("ann", "draw decline")] {
        let reply = room.one(who, words);
        let text = reply.text.bare();
        assert!(text.starts_with("#1 · Trapdoor Checkers · Ann – Bob\n"), "{text}");
    }
}

#[test]
fn several_things_are_played_in_one_line_and_told_once() {
    // What is said one after the other by one player, in a match of its own with the same dice.
    let (mut apart, _) = usual("metasoccer side=south");
    let mut said: Vec<String> = Vec::new();
    let mut by = "";
    while said.len() < 2 {
        let (who, words) = offered(&mut apart).expect("a match that runs");
        if who != by {
            (by, said) = (who, Vec::new());
        }
        let word = words[words.len() / 3].clone();
        apart.all(&[&format!("{who}: {word}")]);
        said.push(word);
    }
    let (mut room, _) = usual("metasoccer side=south");
    let both = room.one(by, &format!("{}; {}", said[0], said[1]));
    assert!(both.refused.is_none() && both.goes_on(), "{}", both.text.bare());
    let step = |room: &mut Room| room.one("cid", "board #1").picture.unwrap().step;
    assert_eq!(step(&mut room), step(&mut apart));
    let (mut room, _) = usual("draughts side=black");
    let said = room.say("ann", "b6-a5; c3-d4; e3-f4");
    let [board, stopped] = &said[..] else { panic!("{said:?}") };
    let text = stopped.text.bare();
    assert!(board.text.bare().contains("b6-a5") && !board.text.bare().contains("c3-d4"));
    assert!(text.contains("Not played: `c3-d4`"), "{text}");
    assert!(text.contains("Also not played: `e3-f4`"), "{text}");
    assert_eq!((stopped.to, &board.mentions), (Audience::Only(ANN), &vec![BOB]));
    room.refused("bob", "a9-a1; g3-h4", "illegal");
    room.refused("bob", ";", "unreadable");
    assert_eq!(step(&mut room), 1, "nothing of what was refused at once is played");
}

#[test]
fn a_secret_behind_what_leads_to_it_is_told_to_nobody() {
    let (mut room, _) = usual("amtgard duel=stance side=black");
    room.all(&["ann: b6-a5", "bob: c3-b4"]);
    let said = room.say("ann", "a5xb4; stance bold");
    let (own, others): (Vec<&Reply>, Vec<&Reply>) =
        said.iter().partition(|it| it.to == Audience::Only(ANN));
    // What Bob may choose from names every stance; what he and the room are told names none.
    let told = |reply: &Reply| format!("{:?} {:?} {:?}", reply.text, reply.picture, reply.board);
    assert!(others.iter().all(|reply| !told(reply).contains("bold")), "{others:?}");
    let told =
        own.iter().find(|reply| reply.text.bare().contains("stance bold")).expect("an answer");
    assert_eq!(told.privacy, Privacy::Secret);
}
