//! Whatever players type, the answer is a step or a refusal with a reason.
use engine::{games::GameId, seat::Seat};
use it::{
    matches::{Match, every},
    targets::{speaks, tries},
};
use proptest::{collection::vec, prelude::*, sample::Index};

use crate::room::Room;

/// The longest text typed, in bytes: more than any chat allows.
const LONGEST: usize = 100_000;

/// Opens some match and plays some steps.
fn position(which: &Index, steps: u8, seed: u8) -> Match {
    let all = every();
    let (game, settings) = which.get(&all);
    let mut running = Match::open(*game, settings, seed).expect("a variation can be opened");
    running.go(steps % 40);
    running
}

/// Says a text on both seats, in every other place where text from outside is read, too.
fn say(running: &mut Match, text: &str) {
    for seat in Seat::BOTH {
        tries(running, seat, text);
    }
    for refused in
        [running.game.options(text).err(), running.table.probe(text).err()].iter().flatten()
    {
        speaks(refused);
    }
    let _named_or_not = GameId::named(text);
}

fn some_config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

#[test]
fn any_text_is_answered() {
    proptest!(some_config(150), |(which: Index, steps: u8, seed: u8, text in vec(any::<char>(), 0..60))| {
        let text: String = text.into_iter().collect();
        let mut running = position(&which, steps, seed);
        say(&mut running, &text);
    });
}

#[test]
fn long_text_is_answered() {
    let part = vec(
        prop_oneof![any::<char>(), prop::sample::select(vec!['-', 'x', 'a', '1', ' ', ':'])],
        1..8,
    );
    proptest!(some_config(24), |(which: Index, seed: u8, part in part)| {
        let part: String = part.into_iter().collect();
        let text = part.repeat(LONGEST / part.len());
        let mut running = position(&which, 3, seed);
        let listed = running.sample().map(|it| it.1).unwrap_or_default();
        say(&mut running, &text);
        say(&mut running, &format!("{listed}{text}"));
    });
}

/// A change to words: where, what kind, and the character for it.
type Change = (Index, u8, char);

fn change(text: &str, (at, kind, with): &Change) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return with.to_string();
    }
    let at = at.index(chars.len());
    match kind % 6 {
        0 => chars[at] = *with,
        1 => chars.insert(at, *with),
        2 => drop(chars.remove(at)),
        3 => chars.truncate(at),
        4 => chars.swap(at, 0),
        _ => chars.extend_from_within(at..),
    }
    chars.into_iter().collect()
}

#[test]
fn words_with_slips_of_the_finger_are_answered() {
    let slip = prop_oneof![any::<char>(), prop::char::range(' ', '~')];
    let changes = vec((any::<Index>(), any::<u8>(), slip), 1..4);
    proptest!(some_config(200), |(which: Index, pick: Index, steps: u8, seed: u8, changes in changes)| {
        let mut running = position(&which, steps, seed);
        let mut said: Vec<String> =
            Seat::BOTH.iter().flat_map(|&seat| running.table.menu(seat).listed).collect();
        said.push(running.sample().map(|it| it.1).unwrap_or_default());
        let text = changes.iter().fold(pick.get(&said).clone(), |text, slip| change(&text, slip));
        say(&mut running, &text);
    });
}

#[test]
fn somebody_nobody_has_met_has_nothing_to_show() {
    let mut room = Room::new();
    for words in ["profile @zed", "games @zed", "profile zed"] {
        let says = room.refused("ann", words, "unknown");
        assert!(says.contains("I don't know anyone called"), "{words}: {says}");
    }
    room.all(&["ann: challenge @bob trapdoor", "bob: accept", "ann: profile @bob"]);
    room.all(&["bob: mydata delete yes"]);
    room.refused("ann", "profile @bob", "unknown");
}

#[test]
fn a_name_never_heard_before_is_said_to_be_new() {
    let mut room = Room::new();
    let says = room.one("ann", "challenge @bob trapdoor").text.bare();
    assert!(says.contains("Bob is new here and can start with `bob: help`."), "{says}");
    room.all(&["bob: accept"]);
    let says = room.one("ann", "challenge @bob trapdoor").text.bare();
    assert!(!says.contains("new here"), "{says}");
}

#[test]
fn near_misses_do_what_was_meant() {
    let mut room = Room::new();
    let says = room.one("ann", "challenge anyone trapdoor").text.bare();
    assert!(says.contains("Ann challenges anyone to"), "{says}");
    room.all(&["bob: accept #1", "ann: board 1", "bob: verify 1"]);
    let rules = |room: &mut Room, words: &str| room.one("ann", words).text.bare();
    assert_eq!(rules(&mut room, "help trapdoor"), rules(&mut room, "rules trapdoor"));
}

#[test]
fn a_topic_that_is_missing_names_those_that_speak_of_it() {
    let mut room = Room::new();
    let text = room.refused("ann", "rules metasoccer kicking a penalty", "unknown");
    assert!(text.contains("`rules metasoccer penalty`"), "{text}");
    assert!(!text.contains("minute"), "{text}");
    let unlike = room.refused("ann", "rules metasoccer zzz", "unknown");
    assert!(unlike.contains("`rules metasoccer minute`"), "{unlike}");
}
