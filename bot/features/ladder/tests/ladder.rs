//! Ladders: a win against somebody above takes their place, and people who don't play slide down.
use crate::room::Room;

const DAY: i64 = 86_400;

/// Five people on the ladder of draughts, in the order of their names.
fn climbed() -> Room {
    let mut room = Room::new();
    for who in ["ann", "bob", "cid", "dan", "eve"] {
        room.all(&[&format!("{who}: ladder join draughts")]);
    }
    room
}

/// Returns the names on the ladder from the top.
fn order(room: &mut Room) -> Vec<String> {
    let text = room.one("zoe", "ladder").text.bare();
    let line =
        |text: &str| text.trim_start_matches("- ").split_once(". ").map(|it| it.1.to_owned());
    text.lines().filter(|it| it.starts_with("- ")).filter_map(line).collect()
}

#[test]
fn a_win_takes_the_place_and_those_between_move_down() {
    let mut room = climbed();
    assert_eq!(order(&mut room), ["Ann", "Bob", "Cid", "Dan", "Eve"]);
    let card = room.one("dan", "ladder @bob").text.bare();
    assert!(
        card.contains("Dan challenges") && card.contains("number 4 challenges number 2."),
        "{card}"
    );
    let began = room.one("bob", "accept").text.bare();
    assert!(began.contains("This match is for the ladder."), "{began}");
    room.begin(&["bob", "dan"], 1);
    let told = room.say("bob", "resign #1 yes");
    assert_eq!(told.len(), 2);
    assert!(
        told[1].text.bare().contains("Dan is now number 2 on the ladder, ahead of Bob."),
        "{told:?}"
    );
    assert!(told[1].mentions.is_empty());
    assert_eq!(order(&mut room), ["Ann", "Dan", "Bob", "Cid", "Eve"]);
    // The upper one wins, and nothing changes; a rematch is not for the ladder.
    room.all(&["bob: ladder @dan draughts", "dan: accept"]);
    room.begin(&["bob", "dan"], 2);
    assert_eq!(room.say("bob", "resign #2 yes").len(), 1);
    assert_eq!(order(&mut room), ["Ann", "Dan", "Bob", "Cid", "Eve"]);
    room.all(&["bob: rematch #2"]);
    let began = room.one("dan", "accept").text.bare();
    assert!(!began.contains("ladder"), "{began}");
}

#[test]
fn people_who_do_not_play_slide_down_a_place_every_two_weeks() {
    let mut room = climbed();
    room.all(&["eve: ladder @dan", "dan: accept", "cid: vacation 20 days"]);
    room.wait(10 * DAY);
    room.begin(&["dan", "eve"], 1);
    room.all(&["eve: resign #1 yes"]);
    room.wait(5 * DAY);
    // Ann and Bob were idle for two weeks, so both slide past Cid, who was away. Dan and Eve have played.
    assert_eq!(order(&mut room), ["Cid", "Ann", "Bob", "Dan", "Eve"]);
    room.wait(3 * DAY);
    assert_eq!(order(&mut room), ["Cid", "Ann", "Bob", "Dan", "Eve"], "not again at once");
}

#[test]
fn what_cannot_be_done_on_a_ladder_is_refused_with_what_can() {
    let mut room = Room::new();
    let text = room.refused("ann", "ladder", "unknown");
    assert!(text.contains("no ladder here yet") && text.contains("ladder join"), "{text}");
    room.refused("ann", "ladder draughts", "unknown");
    room.refused("ann", "ladder leave draughts", "unknown");
    let mut room = climbed();
    for (who, words, code, part) in [
        ("ann", "ladder join draughts", "not-now", "already on"),
        ("zoe", "ladder @ann", "not-now", "You aren't on"),
        ("eve", "ladder @zoe", "not-now", "Zoe isn't on the Draughts ladder"),
        ("eve", "ladder @nobody", "unknown", ""),
        ("eve", "ladder @ann", "illegal", "up to 3 ranks above"),
        ("bob", "ladder @cid", "illegal", "Cid is number 3, and you're number 2"),
        ("ann", "ladder @ann", "illegal", "number 1"),
        ("zoe", "ladder leave", "not-now", "You aren't on"),
        ("ann", "ladder join leave", "unreadable", ""),
    ] {
        let text = room.refused(who, words, code);
        assert!(text.contains(part), "{words}: {text}");
    }
    room.all(&["eve: ladder @dan"]);
    assert!(room.refused("eve", "ladder @cid", "not-now").contains("still open"));
    room.all(&["dan: accept"]);
    assert!(room.refused("eve", "ladder @cid", "not-now").contains("already playing #1"));
    room.all(&["dan: ladder leave"]);
    assert_eq!(order(&mut room), ["Ann", "Bob", "Cid", "Eve"]);
    room.all(&["bob: mydata delete yes"]);
    assert_eq!(order(&mut room), ["Ann", "Cid", "Eve"]);
    room.all(&["ann: ladder join trapdoor"]);
    let text = room.refused("zoe", "ladder", "ambiguous");
    assert!(text.contains("ladder draughts") && text.contains("ladder trapdoor"), "{text}");
}
