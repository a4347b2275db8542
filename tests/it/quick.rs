//! Shorter matches: `quick`, and how long a match usually is.
use arena::ArenaPlan;
use content::lengths::{LENGTHS, LongGame, MEASURED, MOST_TURNS, long};
use engine::games::GameId;
use it::sample::part;

use crate::room::Room;

#[test]
fn the_lengths_that_are_shown_are_measured() {
    for length in part(LENGTHS.iter()) {
        let words = format!("{MEASURED} {}", length.settings);
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let plan = ArenaPlan::read(length.game.name(), &words).unwrap();
        let found = arena::play(&plan).unwrap();
        assert_eq!(
            found.hand_overs,
            length.hand_overs,
            "{} {}",
            length.game.name(),
            length.settings
        );
    }
}

#[test]
fn a_challenge_says_how_long_it_takes_and_what_is_shorter() {
    for &game in GameId::ALL {
        let mut room = Room::new();
        let card = room.one("ann", &format!("challenge @bob {}", game.name())).text.bare();
        assert!(card.contains(" live, or ") && card.contains(" days at a turn a day"), "{card}");
        let asked = room.one("bob", "counter 1").menu.expect("a menu").choices;
        assert!(asked.iter().any(|choice| choice.says == "counter 1 quick"), "{asked:?}");
        let live = room.one("ann", &format!("challenge @bob {} clock=live", game.name()));
        let live = live.text.bare();
        assert!(live.contains(" turns each, ") && !live.contains("by post"), "{live}");
        let card = room.say("bob", "counter 1 quick");
        let card = card.last().unwrap().text.bare();
        assert!(card.contains(" days at a turn a day") && !card.contains("quick"), "{card}");
        assert!(card.contains("1 day per turn"), "a quick match has a quick clock: {card}");
    }
}

#[test]
fn a_game_of_more_than_forty_turns_each_is_suggested_in_its_quick_form_first() {
    for &game in GameId::ALL {
        let mut room = Room::new();
        let card = room.one("ann", &format!("challenge @bob {}", game.name()));
        let lines = card.text.bare();
        let Some(LongGame { usual, quick }) = long(game) else { continue };
        assert!(MOST_TURNS < usual && quick <= 20, "{lines}");
        let line = lines.lines().find(|it| it.starts_with(&format!("About {usual} turns each")));
        let short = format!("Quick: {quick} turns each, `counter 1 quick`.");
        assert!(line.is_some_and(|it| it.contains(&short)), "{lines}");
        let choices = card.menu.unwrap().choices;
        assert_eq!((&*choices[0].label, &*choices[1].label), ("Accept", "Quick match"));
        let card = room.say("bob", &choices[1].says);
        assert!(!card.last().unwrap().text.bare().contains("Quick:"));
        let asked = room.one("cid", "challenge @bob");
        let whole = format!("About {quick} turns each; `{}` alone takes {usual}", game.name());
        assert!(asked.text.bare().contains(&whole), "{}", asked.text.bare());
        let line = format!("challenge @bob {} quick", game.name());
        let lines: Vec<String> =
            asked.menu.unwrap().choices.into_iter().map(|it| it.says.to_string()).collect();
        let of_game = |line: &&String| line.contains(game.name());
        assert_eq!(lines.iter().filter(of_game).collect::<Vec<_>>(), [&line], "it is offered once");
    }
}

#[test]
fn a_card_says_what_the_options_change_about_the_end_of_a_match() {
    for (game, says) in [
        ("amtgard quick", "After 20 turns each, or once nobody can move or attack, the fighters"),
        ("amtgard count", "Once nobody can move or attack, or after forty turns each without"),
        ("trapdoor snap", "only a move, a capture or a fall can repeat a position"),
    ] {
        let mut room = Room::new();
        let card = room.one("ann", &format!("challenge @bob {game}")).text.bare();
        assert!(card.contains(says), "{game}: {card}");
        room.all(&["bob: accept"]);
    }
}

#[test]
fn an_arrangement_is_shown_before_it_is_agreed_and_is_not_rated() {
    let mut room = Room::new();
    let card = room.one("ann", "challenge @bob amtgard turns=20 from=c3,e3,d2");
    let says = card.text.bare();
    assert!(says.contains("(3 a side, 20 turns each, from a position)"), "{says}");
    assert!(says.contains("unrated") && says.contains("It begins here:"), "{says}");
    assert!(card.begins.is_some(), "the board is drawn");
    let begun = room.one("bob", "accept").text.bare();
    assert!(begun.contains("order a fighter to move (turn 1 of 20)"), "{begun}");
    let refusal = room.refused("ann", "challenge @bob amtgard from=B:W21,22:B1,2", "illegal");
    assert!(refusal.contains("the same pattern, turned around"), "{refusal}");
    assert!(refusal.contains("from=a3,c3"), "{refusal}");
    room.refused("ann", "challenge @bob amtgard rated from=c3,e3", "illegal");
    let card = room.one("ann", "challenge @bob amtgard pieces=6").text.bare();
    assert!(card.contains("(6 a side)") && card.contains(", rated"), "{card}");
}

#[test]
fn quick_is_a_set_of_options() {
    let mut room = Room::new();
    let card = room.one("ann", "challenge @bob metasoccer quick").text.bare();
    assert!(card.contains("(30 plays, extra time, 7 a side, auto, lined up)"), "{card}");
    let board = room.one("bob", "accept").text.bare();
    assert!(!board.contains("ready"), "nothing to set up: {board}");
    let card = room.one("ann", "challenge @bob amtgard quick duel=stance").text.bare();
    assert!(card.contains("(8 a side, 20 turns each, stances), 1 day per turn"), "{card}");
    let card = room.one("ann", "challenge bob piecepack QUICK").text.bare();
    assert!(card.contains("(two goals win)"), "{card}");
    for (quick, variation) in [
        ("alien quick", "(8 a side, three kings win)"),
        ("trapdoor quick snap", "(snap, 8 a side, breakthrough)"),
        ("draughts quick", "(breakthrough)"),
    ] {
        let card = room.one("ann", &format!("challenge {quick}")).text.bare();
        assert!(card.contains(variation), "{card}");
    }
    // What is named counts instead of what `quick` stands for.
    for (named, variation) in [
        ("metasoccer quick plays=40", "(40 plays, extra time, 7 a side, auto, lined up)"),
        ("amtgard pieces=4 quick quick", "(4 a side, 20 turns each)"),
        ("draughts breakthrough quick", "(breakthrough)"),
    ] {
        let card = room.one("cid", &format!("challenge {named}")).text.bare();
        assert!(card.contains(variation), "{card}");
    }
    room.refused("ann", "challenge @bob metasoccer plays=40 plays=30", "unreadable");
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
