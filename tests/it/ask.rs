//! Questions about a position are private and change nothing.
use model::reply::Audience;

use crate::room::Room;

/// Opens a room where both have set up; returns who must flick, since the dice decide who starts.
fn kicked_off() -> (Room, &'static str) {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob piecepack tremor=none side=south", "bob: accept"]);
    let ask = room.one("ann", "board").text.bare();
    let first = if ask.contains("Ann (South): set up") { "ann" } else { "bob" };
    let second = if first == "ann" { "bob" } else { "ann" };
    room.one(first, "default");
    room.one(second, "default");
    (room, first)
}

#[test]
fn a_question_is_answered_to_the_asker_alone_and_is_no_step() {
    let (mut room, mover) = kicked_off();
    let before = room.file_of(1);
    for words in
        ["aim 2 at ball 60", "play aim 2 at ball 60", "left 2", "harder", "#1 aim 3 at goal 30"]
    {
        let reply = room.one(mover, words);
        assert!(matches!(reply.to, Audience::Only(_)), "{words}");
        let picture = reply.picture.as_ref().expect("the line is drawn");
        assert!(picture.eyes.is_some() && picture.alt.contains("The aim goes from"), "{picture:?}");
        let sent = picture.alt.contains(", and sends the coin at");
        assert!(sent || !words.contains("ball"), "{picture:?}");
        assert!(reply.mentions.is_empty() && reply.refused.is_none());
        assert!(reply.text.bare().contains("would set off at"), "{words}: {}", reply.text.bare());
    }
    assert_eq!(room.file_of(1), before);
    assert!(!room.story(1).contains("aim"));
    assert!(!room.one(mover, "board").picture.unwrap().alt.contains("tried"));
    let other = if mover == "ann" { "bob" } else { "ann" };
    assert!(room.one(other, "aim 1 at ball 40").text.bare().contains("would set off"));
    room.refused(other, "flick 1 at ball 40", "not-yours");
    let refusal = room.refused(mover, "aim 2 at moon 60", "unreadable");
    assert!(refusal.contains("aim 2 at ball 60"), "{refusal}");
}

#[test]
fn a_kicker_that_is_pressed_opens_its_aim_and_every_press_there_changes_it() {
    let (mut room, mover) = kicked_off();
    let board = room.one(mover, "board");
    let menu = room.one(mover, "moves").menu.unwrap();
    assert_eq!(menu.asks, "Which kicker?");
    let kicker = menu.choices.iter().find(|it| it.label == "Flick 2").expect("a kicker");
    let panel = room.one(mover, &kicker.says);
    assert!(matches!(panel.to, Audience::Only(_)), "for the asker alone");
    let shown = panel.menu.as_ref().unwrap();
    assert_eq!(shown.rows.iter().sum::<usize>(), shown.choices.len());
    assert_eq!(shown.numbered(1), None, "nothing in it has a number");
    let press = |menu: &model::reply::Menu, label: &str| {
        let found = menu.choices.iter().find(|it| it.label == label);
        found.unwrap_or_else(|| panic!("no {label} in {menu:?}")).says.clone()
    };
    // At the goal, a degree to the right, harder: each press sends a complete question.
    let goal = room.one(mover, &press(shown, "Goal")).menu.unwrap();
    let right = room.one(mover, &press(&goal, "1° ▶"));
    assert!(right.picture.is_some_and(|it| it.asked.starts_with("aim 2 ")));
    let harder = room.one(mover, &press(&right.menu.unwrap(), "20 harder"));
    assert!(harder.text.bare().contains("with power 80"), "{}", harder.text.bare());
    let menu = harder.menu.unwrap();
    assert_eq!(room.one(mover, "board").picture.unwrap().step, board.picture.unwrap().step);
    let flicked = room.one(mover, &press(&menu, "Flick!"));
    assert!(flicked.board.is_some(), "{}", flicked.text.bare());
    let told = room.story(1);
    assert!(told.contains(" 80") && told.contains("flick 2 "), "{told}");
}

#[test]
fn corrections_add_up_and_flick_plays_the_aim_that_was_tried() {
    let (mut room, mover) = kicked_off();
    room.one(mover, "aim 2 30 50");
    assert!(room.one(mover, "left 2").text.bare().contains("at 28° with power 50"));
    assert!(room.one(mover, "softer 40").text.bare().contains("at 28° with power 10"));
    room.one(mover, "flick");
    let told = room.story(1);
    assert!(told.contains("flick 2 28 10"), "{told}");
    // In another position the aim is forgotten: nothing is played by mistake.
    let other = if mover == "ann" { "bob" } else { "ann" };
    room.refused(other, "flick", "ambiguous");
}

#[test]
fn an_aim_belongs_to_its_position() {
    let (mut room, mover) = kicked_off();
    room.one(mover, "aim 2 30 10");
    room.one(mover, "flick 1 300 1");
    let other = if mover == "ann" { "bob" } else { "ann" };
    room.one(other, "flick 1 300 1");
    // Two steps later the aim is forgotten, and `flick` alone is incomplete.
    room.refused(mover, "flick", "ambiguous");
}

#[test]
fn a_number_in_the_middle_names_the_match_unless_it_is_a_word_of_the_game() {
    let (mut room, mover) = kicked_off();
    room.all(&["ann: challenge @bob amtgard side=white", "bob: accept"]);
    for words in ["odds #2 b4xc5", "play odds #2 b4xc5"] {
        let told = room.one("ann", words);
        let text = told.text.bare();
        // The answer comes from that match's game.
        assert!(!text.contains("flick") && !text.contains("several matches"), "{words}: {text}");
        assert_eq!(text, room.one("ann", "odds b4xc5 #2").text.bare(), "{words}");
    }
    // `#2` can also be a kicker.
    room.one(mover, "flick #2 at ball 5");
    let told = room.story(1);
    assert!(told.contains("flick 2 at ball 5"), "{told}");
    // Another player's match isn't found.
    let refusal = room.refused(mover, "odds #77 b4xc5", "unreadable");
    assert!(!refusal.contains("#77 odds"), "{refusal}");
}
