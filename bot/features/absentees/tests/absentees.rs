//! Somebody who has been away for three weeks is told once what waits, in private, if they want it.
use model::{ids::Chat, reply::Reply};

use crate::{
    away::{on, tells_absence, told, waiting},
    link::{linked, on_matrix},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn buttons(replies: &[Reply]) -> Vec<String> {
    let menus = replies.iter().filter_map(|it| it.menu.as_ref());
    menus.flat_map(|it| &it.choices).map(|it| it.says.to_string()).collect()
}

#[test]
fn everything_that_waits_is_told_once_in_each_absence_on_every_chat() {
    for chat in [Chat::Console, Chat::Discord, Chat::Matrix] {
        let mut room = waiting(on(chat));
        room.all(&["cid: challenge @ann draughts"]);
        assert_eq!(told(&mut room, 10 * DAY), [""; 0]);
        room.all(&["bob: challenge @ann alien"]);
        assert_eq!(told(&mut room, 11 * DAY - HOUR), [""; 0], "it isn't three weeks yet");
        let [text] = &told(&mut room, HOUR)[..] else { panic!("once") };
        assert!(text.contains("#1 Trapdoor Checkers against Bob: it's your turn."), "{text}");
        assert!(text.contains("Challenge 3: ") && text.contains("Alien Checkers"), "{text}");
        assert!(!text.contains("Challenge 2"), "that one has expired: {text}");
        assert!(text.contains("`settings news off` stops it"), "{text}");
        assert_eq!(told(&mut room, 30 * DAY), [""; 0], "not twice");
        // She comes back and goes again.
        room.all(&["ann: games"]);
        assert_eq!(told(&mut room, 21 * DAY - HOUR), [""; 0]);
        assert_eq!(told(&mut room, 2 * HOUR).len(), 1, "again after the next absence");
    }
}

#[test]
fn it_has_buttons_for_the_matches() {
    let mut room = waiting(on(Chat::Discord));
    let mut all = room.wait(21 * DAY);
    all.retain(tells_absence);
    assert_eq!(buttons(&all), ["board #1", "games"]);
}

#[test]
fn nobody_is_told_who_did_not_allow_it_or_for_whom_nothing_waits() {
    let mut room = waiting(on(Chat::Discord));
    room.all(&["ann: settings news off"]);
    assert_eq!(told(&mut room, 30 * DAY), [""; 0], "off by default, and when it was on");
    // Bob has moved; it's Ann's turn.
    let mut room = waiting(on(Chat::Discord));
    room.all(&["bob: settings news on", "ann: settings news off"]);
    assert_eq!(told(&mut room, 30 * DAY), [""; 0]);
    // What comes later in the absence is told by its own message.
    room.all(&["ann: play #1 spin"]);
    assert_eq!(told(&mut room, 20 * DAY), [""; 0]);
    let listed = room.one("ann", "settings").text.bare();
    assert!(listed.contains("news"), "{listed}");
    room.refused("ann", "settings news sometimes", "unreadable");
    assert!(room.one("ann", "help settings").text.bare().contains("news"));
}

#[test]
fn quiet_hours_and_snoozes_are_respected() {
    let mut room = waiting(on(Chat::Matrix));
    // The absence begins at midnight.
    room.all(&["ann: settings quiet 22-7"]);
    assert_eq!(told(&mut room, 21 * DAY + 6 * HOUR), [""; 0]);
    assert_eq!(told(&mut room, HOUR).len(), 1, "in the morning");
    let mut room = waiting(on(Chat::Matrix));
    room.all(&["ann: remind snooze 7 days"]);
    assert_eq!(told(&mut room, 21 * DAY).len(), 1, "the snooze is over by then");
}

#[test]
fn it_is_told_once_though_the_program_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = waiting(Room::stored(&path, 1_767_225_600));
    let gone = room.now;
    assert_eq!(told(&mut room, 20 * DAY), [""; 0]);
    drop(room);
    let mut room = Room::stored(&path, gone + 20 * DAY);
    assert_eq!(told(&mut room, 2 * DAY).len(), 1);
    drop(room);
    let mut room = Room::stored(&path, gone + 23 * DAY);
    assert_eq!(told(&mut room, 10 * DAY), [""; 0]);
}

#[test]
fn whoever_is_forgotten_is_told_nothing() {
    let mut room = waiting(on(Chat::Discord));
    room.say("ann", "mydata delete");
    room.say("ann", "mydata delete yes");
    assert_eq!(told(&mut room, 40 * DAY), [""; 0]);
}

#[test]
fn linked_accounts_are_away_when_neither_speaks() {
    let mut room = waiting(on(Chat::Console));
    linked(&mut room);
    room.heard();
    room.all(&["ann: settings news on"]);
    assert_eq!(told(&mut room, 15 * DAY), [""; 0]);
    on_matrix(&mut room, "anna", "games");
    assert_eq!(told(&mut room, 15 * DAY), [""; 0], "she was there, in the other chat");
    let away: usize = (0..7 * 24)
        .map(|_| {
            room.now += HOUR;
            room.tick();
            let waits = room.service.undelivered(Chat::Matrix).unwrap();
            let ids: Vec<_> = waits.iter().filter_map(|it| it.id).collect();
            room.service.delivered(&ids).unwrap();
            waits.iter().filter(|waiting| tells_absence(&waiting.reply)).count()
        })
        .sum();
    assert_eq!(away, 1, "in the chat where she last spoke");
}
