//! What a step brings to a room: one message for each hand-over, one ping, and no press where there is nothing to choose.
use bot::{reply::Reply, store::PersonId};

use crate::room::Room;

const ANN: PersonId = PersonId(1);
const BOB: PersonId = PersonId(2);

/// Ann plays Black against Bob; what leaves no choice happens by itself.
fn usual(game: &str) -> (Room, Reply) {
    let mut room = Room::usual();
    room.all(&[&format!("ann: challenge @bob {game}")]);
    let board = room.one("bob", "accept");
    (room, board)
}

#[test]
fn what_leaves_no_choice_happens_by_itself_and_is_told_with_the_rest() {
    let (mut room, board) = usual("trapdoor side=black");
    let text = board.text.bare();
    assert!(text.contains("Ann spins") && !text.contains("spin the wheel"), "{text}");
    assert_eq!(board.picture.as_ref().unwrap().step, 1);
    let turn = room.one("ann", "b6-a5");
    let text = turn.text.bare();
    assert!(text.contains("Bob spins"), "the next player's wheel, too: {text}");
    assert!(turn.picture.as_ref().is_some_and(|it| it.step == 3), "{:?}", turn.picture);
    room.all(&["bob: settings auto off", "bob: b4-c5", "ann: a7-b6"]);
    assert!(room.one("ann", "board").text.bare().contains("spin the wheel"));
    room.all(&["bob: spin"]);
}

#[test]
fn whoever_goes_on_is_not_called_and_the_board_changes_in_place() {
    let (mut room, board) = usual("metasoccer side=south");
    assert!(!board.goes_on && !board.mentions.contains(&BOB), "he has just accepted");
    let mut handed_over = 0;
    for _ in 0..60 {
        let offers = ["ann", "bob"].map(|who| {
            let offers = room.desk.offers(bot::store::Chat::Console, "room", who, None).unwrap();
            offers.into_iter().next().map(|it| it.words)
        });
        let (who, words) = match offers {
            [Some(words), _] => ("ann", words),
            [None, Some(words)] => ("bob", words),
            [None, None] => break,
        };
        let me = if who == "ann" { ANN } else { BOB };
        let word = words[words.len() / 3].clone();
        for reply in room.say(who, &format!("play #1 {word}")) {
            assert_eq!(reply.refused, None, "{word}: {}", reply.text.bare());
            assert!(!reply.mentions.contains(&me), "{word}: {:?}", reply.mentions);
            assert!(reply.mentions.len() <= 1);
            assert!(!reply.goes_on || reply.mentions.is_empty());
            handed_over += usize::from(!reply.goes_on && reply.turn_of.is_some());
        }
    }
    assert!((5..50).contains(&handed_over), "{handed_over}");
}

#[test]
fn every_message_of_a_match_says_which_it_is() {
    let (mut room, board) = usual("trapdoor side=black");
    assert!(board.text.bare().starts_with("Match #1: Trapdoor Checkers"), "{}", board.text.bare());
    for (who, words) in [("ann", "b6-a5"), ("bob", "draw"), ("ann", "draw decline")] {
        let reply = room.one(who, words);
        let text = reply.text.bare();
        assert!(text.starts_with("#1 · Trapdoor Checkers · Ann – Bob\n"), "{text}");
    }
}

#[test]
fn several_things_are_played_in_one_line_and_told_once() {
    let (mut room, _) = usual("amtgard side=black");
    room.all(&["ann: settings auto off", "bob: settings auto off"]);
    let mut room = Room::usual();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: settings auto off", "bob: accept"]);
    room.all(&["ann: b6-a5"]);
    let both = room.one("bob", "spin; b4-c5");
    let text = both.text.bare();
    assert!(text.contains("Bob spins") && text.contains("b4-c5"), "{text}");
    assert_eq!(both.mentions, [ANN]);
    room.all(&["ann: a7-b6"]);
    let stopped = room.one("bob", "spin; a9-a1; g3-h4");
    let text = stopped.text.bare();
    assert!(text.contains("Bob spins") && text.contains("Not played: a9-a1"), "{text}");
    assert!(text.contains("g3-h4") && stopped.refused.is_none(), "{text}");
    room.refused("bob", "a9-a1; g3-h4", "unreadable");
    room.refused("bob", ";", "unreadable");
}
