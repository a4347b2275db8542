//! Matches as films: in part, at a speed, and long ones with steps skipped and a note.
use engine::scene::{Item, Reel};
use model::{ids::Chat, reply::Reply};
use service::{Drawing, RandomSource, Service, drawing};
use store::Store;

use crate::room::{Room, started};

/// Opens the film of a reply.
fn reel(room: &mut Room, reply: &Reply) -> (Drawing, usize, u16) {
    let picture = reply.picture.as_ref().expect("a replay has a picture");
    let drawing = room.service.look(|tx| drawing(tx, picture)).expect("it can be drawn");
    let Some(Reel::Match { shown, speed }) = &drawing.reel else { panic!("{drawing:?}") };
    let found = (shown.len(), *speed);
    (drawing, found.0, found.1)
}

#[test]
fn a_stretch_of_a_match_is_shown_at_a_speed() {
    let mut room = started();
    room.play_about(1, 12);
    let all = room.one("cid", "replay #1");
    assert_eq!(reel(&mut room, &all).1, 13, "the opening and every step");
    assert_eq!(reel(&mut room, &all).2, 100);
    let some = room.one("ann", "replay from=3 to=8 speed=2.5");
    let (drawing, pictures, speed) = reel(&mut room, &some);
    assert_eq!((pictures, speed), (6, 250));
    assert!(some.text.bare().contains("Steps 3 to 8 of 12."), "{}", some.text.bare());
    let Some(Reel::Match { shown, .. }) = &drawing.reel else { panic!("{drawing:?}") };
    assert_eq!(shown.last().map(|it| &it.scene), Some(&drawing.scene), "it rests on the picture");
    let whole = reel(&mut room, &all).0;
    assert!(whole.name != drawing.name && whole.scene != drawing.scene);
    let one = room.one("bob", "replay from=8 to=8");
    assert_eq!(reel(&mut room, &one).1, 1);
}

#[test]
fn how_a_match_ended_is_no_part_of_what_was_before() {
    let mut room = started();
    room.play_about(1, 6);
    room.all(&["ann: resign yes"]);
    let early = room.one("bob", "replay to=4");
    assert!(!early.text.bare().contains("resign"), "{}", early.text.bare());
    let caption = |drawing: &Drawing| drawing.scene.caption.clone();
    assert!(!caption(&reel(&mut room, &early).0).contains("resign"));
    let whole = room.one("bob", "replay");
    assert!(whole.text.bare().contains("resign"), "{}", whole.text.bare());
    assert!(caption(&reel(&mut room, &whole).0).contains("resign"));
}

#[test]
fn long_matches_are_thinned_with_notice() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob metasoccer plays=120", "bob: accept"]);
    room.play_about(1, 301);
    let long = room.one("ann", "replay");
    let said = long.text.bare();
    assert!(said.contains("showing one step in 2"), "{said}");
    assert!(said.contains("replay #1 from=0 to=300"), "{said}");
    let (drawing, pictures, _) = reel(&mut room, &long);
    assert_eq!(pictures, 152, "0, 2 … 300, and 301");
    let Some(Reel::Match { shown, .. }) = &drawing.reel else { panic!("{drawing:?}") };
    assert_eq!(shown.last().map(|it| &it.scene), Some(&drawing.scene));
    let whole = room.one("ann", "replay from=0 to=300");
    assert!(
        !whole.text.bare().contains("Too long for one film: showing one step in"),
        "{}",
        whole.text.bare()
    );
    assert_eq!(reel(&mut room, &whole).1, 301);
}

#[test]
fn all_moves_that_a_board_tells_of_are_drawn() {
    let paths = |room: &mut Room, reply: &Reply| {
        let picture = reply.picture.as_ref().expect("a board has a picture");
        let drawing = room.service.look(|tx| drawing(tx, picture)).expect("it can be drawn");
        let path = |item: &Item| match item {
            Item::Path { cells } => Some(cells.iter().map(ToString::to_string).collect()),
            _ => None,
        };
        drawing.scene.items.iter().filter_map(path).collect::<Vec<Vec<String>>>()
    };
    let mut room = Room::usual();
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept", "ann: b6-c5"]);
    let board = room.one("bob", "a3-b4");
    assert!(board.text.bare().contains("c5"), "{}", board.text.bare());
    let drawn = paths(&mut room, &board);
    assert_eq!(drawn, [["a3", "b4"], ["c5", "a3"]], "the forced capture, and the move before it");
    let again = room.one("bob", "board");
    assert_eq!(paths(&mut room, &again), [["c5", "a3"]], "the position alone has its last move");
}

#[test]
fn what_is_no_stretch_and_no_speed_is_refused() {
    let mut room = started();
    room.play_about(1, 3);
    for (words, code, says) in [
        ("replay from=2 to=1", "unknown", "comes after step"),
        ("replay from=0 to=99", "unknown", "has 3 steps"),
        ("replay from=99", "unknown", "has 3 steps"),
        ("replay speed=0", "unreadable", "` isn't a speed: 0.2 is slow, 1 normal, 10 fast."),
        ("replay speed=1000", "unreadable", "` isn't a speed: 0.2 is slow, 1 normal, 10 fast."),
        ("replay speed=nan", "unreadable", "` isn't a speed: 0.2 is slow, 1 normal, 10 fast."),
        ("replay #99", "unknown", "no match"),
    ] {
        let said = room.refused("ann", words, code);
        assert!(said.contains(says), "{words}: {said}");
    }
    let said = started().refused("ann", "replay from=5", "unknown");
    assert!(said.contains("Match #1 has no steps yet."), "{said}");
}

#[test]
fn a_board_that_is_asked_for_has_the_choices_of_who_may_choose() {
    let service = Service::new(
        Store::trial_with(features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(7),
        &features::FEATURES,
    );
    let mut room = Room::on(Chat::Matrix, service);
    room.all(&["ann: challenge @bob draughts", "bob: accept"]);
    let chooses = |room: &mut Room, who: &str| room.one(who, "board #1").menu.is_some();
    let asked = ["ann", "bob"].map(|who| chooses(&mut room, who));
    assert_ne!(asked[0], asked[1], "one of the two is to move");
    assert!(!chooses(&mut room, "cid"), "a third one isn't");
}
