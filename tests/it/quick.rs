//! Shorter matches: `quick`, and how long a match usually is.
use bot::{
    arena::{self, ArenaPlan},
    lengths::{LENGTHS, MEASURED},
};
use engine::games::GameId;

use crate::room::Room;

#[test]
fn the_lengths_that_are_shown_are_measured() {
    for it in LENGTHS.iter() {
        let words = format!("{MEASURED} {}", it.settings);
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let plan = ArenaPlan::read(it.game.name(), &words).unwrap();
        let found = arena::play(&plan).unwrap();
        assert_eq!(found.hand_overs, it.hand_overs, "{} {}", it.game.name(), it.settings);
    }
}

#[test]
fn a_challenge_says_how_long_it_takes_and_what_is_shorter() {
    for &game in GameId::ALL {
        let mut room = Room::new();
        let card = room.one("ann", &format!("challenge @bob {}", game.name())).text.bare();
        assert!(card.contains("Usually about ") && card.contains(" days if each"), "{card}");
        assert!(card.contains("`counter 1 quick` makes it about "), "{card}");
        let live = room.one("ann", &format!("challenge @bob {} clock=live", game.name()));
        let live = live.text.bare();
        assert!(live.contains("turns each.") && !live.contains("days if"), "{live}");
        let card = room.say("bob", "counter 1 quick");
        let card = card.last().unwrap().text.bare();
        assert!(card.contains("Usually about ") && !card.contains("quick"), "{card}");
    }
}

#[test]
fn quick_is_a_set_of_options() {
    let mut room = Room::new();
    let card = room.one("ann", "challenge @bob metasoccer quick").text.bare();
    assert!(card.contains("(30 plays, 7 a side, auto, lined up)"), "{card}");
    let board = room.one("bob", "accept").text.bare();
    assert!(!board.contains("ready"), "nothing to set up: {board}");
    let card = room.one("ann", "challenge @bob amtgard quick duel=stance").text.bare();
    assert!(card.contains("8"), "{card}");
    let card = room.one("ann", "challenge bob piecepack QUICK").text.bare();
    assert!(card.contains("(two goals win)"), "{card}");
    for (quick, variation) in [
        ("alien quick", "(8 a side, three kings win)"),
        ("trapdoor quick snap", "(snap, 8 a side, breakthrough)"),
        ("draughts quick", "(breakthrough)"),
    ] {
        let card = room.one("ann", &format!("challenge @bob {quick}")).text.bare();
        assert!(card.contains(variation), "{card}");
    }
    for twice in [
        "metasoccer quick plays=40",
        "amtgard pieces=4 quick",
        "alien quick kings=4",
        "draughts breakthrough quick",
    ] {
        room.refused("ann", &format!("challenge @bob {twice}"), "unreadable");
    }
    for (line, says) in [
        ("alien pieces=8 kings=5", "Eight pieces make four kings at most"),
        ("draughts quick giveaway", "either giveaway or breakthrough"),
        ("trapdoor quick from=B:W21-32:B1-12", "`pieces=8` is about the usual start"),
        ("draughts quick from=B:W21-32:BK1", "neither side can start with a king"),
    ] {
        let refusal = room.refused("ann", &format!("challenge @bob {line}"), "illegal");
        assert!(refusal.contains(says), "{refusal}");
    }
}
