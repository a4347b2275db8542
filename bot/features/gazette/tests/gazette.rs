//! The gazette: what happened in a room, told once a week.
use engine::games::GameId;
use model::{
    ids::{Chat, RoomId},
    reply::{Audience, Moving, Privacy, Reply},
};
use service::{RandomSource, Service};
use store::Store;

use crate::room::Room;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;

/// The first Sunday of 2026, at six in the evening.
const SUNDAY: i64 = 1_767_225_600 + 3 * DAY + 18 * HOUR;

fn in_memory() -> Service {
    Service::new(
        Store::trial_with(features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(7),
        &features::FEATURES,
    )
}

fn as_moderator(room: &mut Room, words: &str) -> String {
    room.moderator = true;
    let reply = room.one("mod", words);
    room.moderator = false;
    assert_eq!(reply.refused, None, "{words}: {}", reply.text.bare());
    assert!(matches!(reply.to, Audience::Only(_)) && reply.privacy == Privacy::Personal);
    reply.text.bare()
}

/// Opens a room that gets its gazette on Sundays.
fn weekly(mut room: Room) -> Room {
    let said = as_moderator(&mut room, "admin gazette sunday 18:00");
    assert!(said.contains("every Sunday at 18:00 (UTC)"), "{said}");
    room
}

/// Plays a match that counts, which the first of these people wins.
fn won(room: &mut Room, [winner, loser]: [&str; 2], of: i64, more: &str) {
    room.all(&[
        &format!("{winner}: challenge @{loser} trapdoor side=black{more}"),
        &format!("{loser}: accept"),
    ]);
    room.begin(&[winner, loser], of);
    room.all(&[&format!("{loser}: resign #{of} yes")]);
}

/// Plays a longer one with dice, where chance has a say.
fn won_by_dice(room: &mut Room, [winner, loser]: [&str; 2], of: i64) {
    room.all(&[
        &format!("{winner}: challenge @{loser} metasoccer side=north"),
        &format!("{loser}: accept"),
    ]);
    room.begin(&[winner, loser], of);
    room.play_about(of, 40);
    room.all(&[&format!("{loser}: resign #{of} yes")]);
}

/// Lets time pass until a moment, with all that the bot thinks about then, and returns the gazettes.
fn told(room: &mut Room, until: i64) -> Vec<Reply> {
    let mut said = room.wait(until - room.now);
    said.extend(room.think());
    said.retain(|reply| reply.text.bare().starts_with("This week in"));
    for reply in &said {
        assert!(reply.mentions.is_empty() && reply.to == Audience::Room, "nobody is pinged");
        let text = reply.text.bare();
        assert!(text.lines().count() <= 12, "{text}");
        let picture = reply.picture.as_ref().expect("a picture");
        assert!(!picture.alt.is_empty());
    }
    said
}

fn texts(replies: &[Reply]) -> Vec<String> {
    replies.iter().map(|it| it.text.bare()).collect()
}

#[test]
fn a_room_is_told_of_its_week_once() {
    for chat in [Chat::Discord, Chat::Matrix] {
        let mut room = weekly(Room::on(chat, in_memory()));
        for of in 1..=2 {
            won(&mut room, ["ann", "bob"], of, "");
        }
        won_by_dice(&mut room, ["ann", "bob"], 3);
        won(&mut room, ["bob", "ann"], 4, "");
        room.all(&["dan: challenge trapdoor", "dan: challenge @bob trapdoor"]);
        assert_eq!(texts(&told(&mut room, SUNDAY - 1)), [""; 0]);
        let [message] = &told(&mut room, SUNDAY)[..] else { panic!("one message") };
        let text = message.text.bare();
        let begins: String = text.chars().take(100).collect();
        assert!(begins.starts_with("This week in a room: "), "{text}");
        assert!(begins.contains("Ann") && begins.contains("Bob") && begins.contains('#'), "{text}");
        assert!(text.contains("(4 matches)"), "{text}");
        // What the bot thought while nobody asked.
        assert!(begins.contains(" turned match #"), "{text}");
        assert!(text.contains("The turning point: step ") && text.contains("% to "), "{text}");
        assert!(text.contains("Unluckiest: ") && text.contains("Luckiest: "), "{text}");
        let moving = &message.picture.as_ref().unwrap().moving;
        assert!(matches!(moving, Moving::Match(_)), "a film: {moving:?}");
        assert!(text.contains("Most rating gained: Ann, "), "{text}");
        assert!(text.contains("points in 4 matches."), "{text}");
        assert!(text.contains("Most wins in a row: Ann, 3."), "{text}");
        assert_eq!(text.matches("Waiting for an opponent").count(), 1, "{text}");
        assert!(text.contains("Dan, Trapdoor Checkers. `accept 5` takes it."), "{text}");
        let says = message.menu.as_ref().expect("a button").choices[0].says.to_string();
        // It is of the game of the turning point.
        let turned = text.split_once("chances in ").map(|it| it.1).unwrap_or_default();
        let game = GameId::ALL.iter().find(|game| turned.starts_with(game.title())).unwrap();
        assert!(says.starts_with(&format!("puzzle {} ", game.name())), "{text}: {says}");
        assert!(text.contains(&says), "{text}: {says}");
        assert!(!text.contains("Best caller"), "{text}");
        // Anybody can read it again.
        let again = room.one("eve", "gazette");
        assert!(matches!(again.to, Audience::Only(_)) && again.privacy == Privacy::Personal);
        assert!(again.picture.is_some() && again.mentions.is_empty());
        assert_eq!(again.text.bare(), text);
        // What was told isn't told again, and a week without a match isn't told.
        assert_eq!(texts(&told(&mut room, SUNDAY + 2 * WEEK)), [""; 0]);
        assert!(room.one("eve", "gazette").text.bare().contains("(4 matches)"));
        room.now += 1;
        won(&mut room, ["bob", "ann"], 5, "");
        let [message] = &told(&mut room, SUNDAY + 3 * WEEK)[..] else { panic!("one message") };
        assert!(message.text.bare().contains("(1 match)"), "{}", message.text.bare());
        assert!(!message.text.bare().contains("in a row"), "{}", message.text.bare());
    }
}

#[test]
fn nothing_is_told_where_nothing_public_happened() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    room.all(&["dan: challenge trapdoor"]);
    won(&mut room, ["ann", "bob"], 1, " private");
    room.all(&["cid: settings hidden on"]);
    won(&mut room, ["ann", "cid"], 2, "");
    room.all(&["ann: challenge @bob trapdoor", "bob: accept", "bob: abort #3 yes"]);
    assert_eq!(texts(&told(&mut room, SUNDAY + DAY)), [""; 0]);
    room.refused("eve", "gazette", "not-now");
}

#[test]
fn who_hides_or_is_forgotten_is_named_no_more() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    won(&mut room, ["ann", "bob"], 1, "");
    won(&mut room, ["dan", "eve"], 2, "");
    room.all(&["fay: challenge trapdoor", "fay: settings hidden on"]);
    let [text] = &texts(&told(&mut room, SUNDAY))[..] else { panic!("one message") };
    assert!(text.contains("(2 matches)") && !text.contains("Fay"), "{text}");
    room.all(&["ann: settings hidden on"]);
    let text = room.one("cid", "gazette").text.bare();
    assert!(text.contains("(1 match)") && !text.contains("Ann"), "{text}");
    assert!(!text.contains("#1"), "{text}");
    room.all(&["dan: mydata delete"]);
    room.say("dan", "mydata delete yes");
    room.refused("cid", "gazette", "not-now");
}

#[test]
fn a_week_is_told_once_after_the_program_was_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = weekly(Room::stored(&path, 1_767_225_600));
    won(&mut room, ["ann", "bob"], 1, "");
    // The bot is stopped while it thinks about the week.
    room.wait(SUNDAY - room.now);
    drop(room);
    let mut room = Room::stored(&path, SUNDAY + 5);
    assert_eq!(told(&mut room, SUNDAY + 10).len(), 1);
    drop(room);
    let mut room = Room::stored(&path, SUNDAY + 20);
    assert_eq!(texts(&told(&mut room, SUNDAY + HOUR)), [""; 0], "it is told once");
    room.now += 1;
    won(&mut room, ["ann", "bob"], 2, "");
    drop(room);
    // After an outage of days the week is told late.
    let mut room = Room::stored(&path, SUNDAY + WEEK + 2 * DAY);
    let [text] = &texts(&told(&mut room, SUNDAY + WEEK + 2 * DAY))[..] else { panic!("one") };
    assert!(text.contains("(1 match)") && text.contains("#2"), "{text}");
    room.now += 1;
    won(&mut room, ["ann", "bob"], 3, "");
    drop(room);
    // After one of weeks only the latest is.
    let mut room = Room::stored(&path, SUNDAY + 4 * WEEK + DAY);
    assert_eq!(texts(&told(&mut room, SUNDAY + 4 * WEEK + DAY)), [""; 0]);
    assert_eq!(texts(&told(&mut room, SUNDAY + 5 * WEEK)), [""; 0]);
}

#[test]
fn it_comes_after_ten_minutes_whatever_is_still_thought_about() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    for of in 1..=5 {
        won(&mut room, ["ann", "bob"], of, "");
    }
    // A match is looked at after the other, so at most two of five are known at the last of these.
    let gazettes = [0, 599, 600, 601].map(|late| {
        room.now = SUNDAY + late;
        room.tick();
        let said = room.heard();
        said.iter().filter(|reply| reply.text.bare().starts_with("This week in")).count()
    });
    assert_eq!(gazettes, [0, 0, 1, 0]);
    assert!(room.one("eve", "gazette").text.bare().contains("(5 matches)"));
}

#[test]
fn moderators_alone_turn_it_on_and_off() {
    let mut room = Room::on(Chat::Discord, in_memory());
    for words in ["admin gazette sunday 18:00", "admin gazette off", "admin gazette"] {
        room.refused("bob", words, "not-yours");
    }
    let off = room.refused("bob", "gazette", "not-now");
    assert!(off.contains("admin gazette sunday 18:00"), "{off}");
    assert!(as_moderator(&mut room, "admin gazette").contains("no gazette"));
    room.moderator = true;
    for words in ["someday 18:00", "sunday", "18:00", "sunday 25:00", "off on", "sunday 18:00 x"] {
        room.refused("mod", &format!("admin gazette {words}"), "unreadable");
    }
    room.refused("mod", "admin gazette off", "not-now");
    room.moderator = false;
    let mut room = weekly(room);
    let early = room.refused("bob", "gazette", "not-now");
    assert!(early.contains("every Sunday at 18:00"), "{early}");
    won(&mut room, ["ann", "bob"], 1, "");
    let listed = as_moderator(&mut room, "admin");
    assert!(listed.contains("gazette: `Sunday 18:00 (UTC)`"), "{listed}");
    assert!(as_moderator(&mut room, "admin gazette off").contains("no gazette"));
    let listed = as_moderator(&mut room, "admin");
    assert!(listed.contains("gazette: `off`") && listed.contains("puzzle: `off`"), "{listed}");
    assert_eq!(texts(&told(&mut room, SUNDAY + WEEK)), [""; 0]);
    room.refused("bob", "gazette", "not-now");
    as_moderator(&mut room, "admin puzzle daily 6:00 trapdoor");
    let listed = as_moderator(&mut room, "admin");
    assert!(listed.contains("puzzle: `daily 6:00 (UTC), Trapdoor Checkers`"), "{listed}");
}

#[test]
fn it_comes_at_the_hour_of_the_moderator() {
    for (zone, hours) in [("Europe/Berlin", -1), ("America/New_York", 5)] {
        let mut room = weekly(Room::on(Chat::Matrix, in_memory()));
        room.all(&[&format!("mod: settings zone {zone}")]);
        let said = as_moderator(&mut room, "admin gazette Sundays 6pm");
        assert!(said.contains(&format!("every Sunday at 18:00 ({zone})")), "{said}");
        won(&mut room, ["ann", "bob"], 1, "");
        assert_eq!(texts(&told(&mut room, SUNDAY + hours * HOUR - 1)), [""; 0]);
        assert_eq!(told(&mut room, SUNDAY + hours * HOUR).len(), 1, "{zone}");
        // Another day moves the next one, and what was told stays told.
        as_moderator(&mut room, "admin gazette monday 6pm");
        assert_eq!(texts(&told(&mut room, SUNDAY + WEEK)), [""; 0], "{zone}");
    }
}

#[test]
fn the_best_caller_of_the_week_is_named() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    as_moderator(&mut room, "admin calls on");
    room.all(&["cid: help", "dan: help"]);
    room.now += 60;
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    for call in ["cid: call #1 ann 95", "dan: call #1 bob 90"] {
        let (who, words) = call.split_once(": ").unwrap();
        room.say(who, words);
        room.think();
    }
    room.all(&["bob: resign #1 yes"]);
    let [text] = &texts(&told(&mut room, SUNDAY))[..] else { panic!("one message") };
    assert!(text.contains("Best caller: Cid, ") && text.contains("points with 1 call."), "{text}");
    room.all(&["cid: settings hidden on"]);
    assert!(!room.one("eve", "gazette").text.bare().contains("Best caller"));
}

#[test]
fn a_paired_room_hears_of_the_same_matches() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    let here = room.handle.clone();
    room.handle = "another".to_owned();
    won(&mut room, ["ann", "bob"], 1, "");
    let pair = |handle: &str, room: &mut Room| {
        let id = room.service.keep(|tx| tx.room_by_handle(Chat::Discord, handle)).unwrap();
        id.map_or(RoomId(0), |it| it.id)
    };
    let both = [pair(&here, &mut room), pair("another", &mut room)];
    room.handle = here;
    assert_eq!(texts(&told(&mut room, SUNDAY)), [""; 0], "another room's match");
    room.service.keep(|tx| tx.pair_rooms(both)).unwrap();
    room.handle = "another".to_owned();
    won(&mut room, ["ann", "bob"], 2, "");
    room.handle = "room".to_owned();
    let [text] = &texts(&told(&mut room, SUNDAY + WEEK))[..] else { panic!("one message") };
    assert!(text.contains("#2") && !text.contains("#1"), "{text}");
}

/// Plays a match of Draughts that counts for nothing, which Bob wins.
fn draughts(room: &mut Room) {
    room.all(&["ann: challenge @bob draughts unrated side=first", "bob: accept"]);
    room.play_on(1, 24);
    room.all(&["ann: resign #1 yes"]);
}

/// Brings a rated match to a position of that one.
fn same_position(room: &mut Room) {
    room.all(&["ann: challenge @bob draughts days=7 side=first", "bob: accept"]);
    room.play_on(2, 6);
}

#[test]
fn a_match_that_stood_where_a_running_rated_one_stands_is_not_judged() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    draughts(&mut room);
    same_position(&mut room);
    let [message] = &told(&mut room, SUNDAY)[..] else { panic!("one message") };
    let text = message.text.bare();
    assert!(
        text.starts_with("This week in a room: Bob won match #1 against Ann (1 match)."),
        "{text}"
    );
    assert!(!text.contains("turning point") && !text.contains('%'), "{text}");
    assert_eq!(message.picture.as_ref().unwrap().moving, Moving::Nothing);
}

#[test]
fn who_plays_that_position_in_a_rated_match_later_is_not_told_its_chances() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    draughts(&mut room);
    let [text] = &texts(&told(&mut room, SUNDAY))[..] else { panic!("one message") };
    assert!(text.contains("turning point"), "{text}");
    same_position(&mut room);
    for (who, judged) in [("ann", false), ("bob", false), ("cid", true)] {
        let text = room.one(who, "gazette").text.bare();
        assert_eq!(text.contains("turning point"), judged, "{who}: {text}");
        assert_eq!(text.contains("% to "), judged, "{who}: {text}");
    }
}

#[test]
fn matches_in_a_thread_are_not_told_in_its_channel() {
    let mut room = weekly(Room::on(Chat::Discord, in_memory()));
    let channel = std::mem::replace(&mut room.handle, "thread".to_owned());
    won(&mut room, ["ann", "bob"], 1, "");
    room.service
        .keep(|tx| {
            let thread = tx.room_by_handle(Chat::Discord, "thread")?.expect("a room");
            tx.set_parent(thread.id, &channel)
        })
        .unwrap();
    room.handle = channel;
    assert_eq!(texts(&told(&mut room, SUNDAY)), [""; 0]);
    room.refused("cid", "gazette", "not-now");
}
