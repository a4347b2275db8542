//! The puzzle of the day belongs to the room: its one message lists who solved it, and how many days
//! in a row somebody there did.
use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{LocalScreen, RandomSource, Service};
use store::{CardAt, Store};

use crate::{
    away::told,
    link::{linked, on_matrix},
    room::Room,
};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn in_memory() -> Service {
    Service::new(
        Store::trial_with(features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(7),
        &features::FEATURES,
    )
}

/// Opens a room that gets a puzzle of Trapdoor Checkers at six every morning.
fn daily(mut room: Room) -> Room {
    room.moderator = true;
    assert_eq!(room.one("mod", "admin puzzle daily 6:00 trapdoor").refused, None);
    room.moderator = false;
    room
}

/// Lets time pass until the next puzzle is there; returns its message, which the chat now has.
fn post(room: &mut Room) -> (Reply, &'static Puzzle) {
    let due = (room.now - 6 * HOUR).div_euclid(DAY) * DAY + DAY + 6 * HOUR;
    let mut all = room.wait(due - room.now);
    all.retain(|reply| reply.card.as_ref().is_some_and(|card| !card.changed));
    let [message] = &all[..] else { panic!("{all:?}") };
    keep(room, message);
    (message.clone(), puzzle_of(message))
}

fn puzzle_of(message: &Reply) -> &'static Puzzle {
    let says = message.menu.as_ref().expect("a button").choices[0].says.to_string();
    let words: Vec<&str> = says.split(' ').collect();
    puzzles::named(GameId::named(words[1]).unwrap(), words[2]).expect("a puzzle")
}

/// Has the chat say which message it is.
fn keep(room: &mut Room, message: &Reply) {
    let of = message.card.clone().expect("a card").of;
    let [place, handle] = [room.handle.clone(), room.handle.clone()];
    let card = CardAt { of, room: handle, place, message: "m".to_owned() };
    let chat = room.chat;
    room.service.keep(|tx| tx.keep_card(chat, &card)).unwrap();
}

/// Lets time pass; returns how the message is changed, and nothing else is sent.
fn edits(room: &mut Room, seconds: i64) -> Vec<String> {
    let replies = room.wait(seconds);
    let edit = |reply: &Reply| {
        assert!(reply.card.as_ref().is_some_and(|card| card.changed && !card.copy), "{reply:?}");
        assert!(reply.mentions.is_empty() && reply.to == Audience::Room, "nobody is pinged");
        assert!(reply.sheet.is_some() && reply.menu.is_some(), "the picture and the button stay");
        reply.text.bare()
    };
    replies.iter().map(edit).collect()
}

/// Begins the puzzle of the day in the room and solves it, after some misses.
fn solves(room: &mut Room, who: &str, puzzle: &Puzzle, misses: usize, seconds: i64) {
    assert_eq!(room.one(who, "puzzle today").refused, None, "{who}");
    for _ in 0..misses {
        assert!(room.one(who, &wrong(puzzle)).text.bare().contains("Not the best."));
    }
    room.now += seconds;
    let told = room.one(who, &puzzle.solution).text.bare();
    assert!(told.contains("Right!"), "{who}: {told}");
}

/// Returns a choice that is legal and wrong.
fn wrong(puzzle: &Puzzle) -> String {
    let menu = puzzle.table().unwrap().menu(puzzle.seat().unwrap());
    let is_wrong = |words: &String| puzzle.answer(words).is_ok_and(|it| !it.right);
    menu.listed.into_iter().find(is_wrong).expect("a wrong choice")
}

/// Says a line in another room, as the same person.
fn elsewhere(room: &mut Room, who: &str, words: &str) -> Reply {
    let before = std::mem::replace(&mut room.handle, "another".to_owned());
    let reply = room.one(who, words);
    room.handle = before;
    assert_eq!(reply.refused, None, "{words}: {}", reply.text.bare());
    reply
}

/// Returns the lines below `Solved today`.
fn listed(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|it| !it.starts_with("Solved today"));
    lines
        .skip(1)
        .take_while(|it| !it.starts_with("The last puzzle"))
        .map(|it| it.trim_start_matches(['-', '•', ' ']))
        .collect()
}

#[test]
fn one_message_lists_who_solved_the_puzzle_on_every_chat() {
    for chat in [Chat::Discord, Chat::Matrix] {
        let mut room = daily(Room::on(chat, in_memory()));
        let (message, puzzle) = post(&mut room);
        assert!(!message.text.bare().contains("Solved"), "{}", message.text.bare());
        solves(&mut room, "ann", puzzle, 0, 2 * MINUTE);
        // What is solved within half a minute is shown at once.
        solves(&mut room, "bob", puzzle, 2, 10);
        let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
        assert!(!text.contains(&puzzle.solution), "{text}");
        assert!(text.starts_with("Puzzle of the day: Trapdoor Checkers"), "{text}");
        assert!(text.contains("Solved today by 2 people:"), "{text}");
        assert_eq!(
            listed(text),
            ["Ann: first try, 2 minutes", "Bob: 3 tries, less than a minute"],
            "{text}"
        );
        // A second answer changes nothing.
        room.one("ann", &format!("puzzle trapdoor {} {}", puzzle.name, puzzle.solution));
        assert_eq!(edits(&mut room, HOUR), [""; 0]);
    }
}

#[test]
fn a_message_changes_at_most_every_half_minute() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    let (_, puzzle) = post(&mut room);
    let mut seen = Vec::new();
    let people: Vec<String> = (0..20).map(|n| format!("p{n}")).collect();
    let start = room.now;
    for who in &people {
        solves(&mut room, who, puzzle, 0, 5);
        room.tick();
        seen.extend(room.heard().into_iter().map(|reply| (room.now - start, reply)));
    }
    let times: Vec<i64> = seen.iter().map(|it| it.0).collect();
    assert_eq!(times, [30, 60, 90]);
    let [last] = &edits(&mut room, MINUTE)[..] else { panic!("one more") };
    let lines = listed(last);
    assert!(last.contains("Solved today by 20 people:"), "{last}");
    assert_eq!((lines.len(), lines[10]), (11, "and 10 more"), "{last}");
}

#[test]
fn what_is_begun_in_the_room_counts_there_wherever_it_is_solved() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    let (_, puzzle) = post(&mut room);
    let line = format!("puzzle trapdoor {}", puzzle.name);
    // Ann presses the button, Bob answers in one line: the time counts from the message.
    room.one("ann", &line);
    room.now += HOUR;
    elsewhere(&mut room, "ann", &puzzle.solution);
    room.one("bob", &format!("{line} {}", puzzle.solution));
    // Cid solves the same one elsewhere and never began it here.
    elsewhere(&mut room, "cid", &line);
    elsewhere(&mut room, "cid", &puzzle.solution);
    room.one("cid", "puzzle today");
    // Dan looks at the solution first.
    room.one("dan", "puzzle today");
    room.one("dan", "puzzle solution");
    room.one("dan", &format!("{line} {}", puzzle.solution));
    let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
    assert_eq!(listed(text), ["Ann: first try, 1 hour", "Bob: first try, 1 hour"], "{text}");
}

#[test]
fn a_puzzle_counts_for_one_room_until_the_next_one_comes() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    let (_, puzzle) = post(&mut room);
    room.one("ann", "puzzle today");
    room.one("bob", "puzzle today");
    room.one("bob", &puzzle.solution);
    // The message of the day before is changed before its solution is told.
    room.now += 5;
    let due = room.now;
    room.now = due + DAY - 5;
    room.tick();
    let replies = room.heard();
    let kinds: Vec<bool> =
        replies.iter().map(|reply| reply.card.as_ref().is_some_and(|card| card.changed)).collect();
    assert_eq!(kinds, [true, false], "one new message: {replies:?}");
    assert_eq!(listed(&replies[0].text.bare()), ["Bob: first try, less than a minute"]);
    let [before, now] = [0, 1].map(|nth: usize| replies[nth].text.bare());
    let last = format!("(`{}`): it wins about", puzzle.solution);
    assert!(!before.contains(&puzzle.solution), "its own solution isn't in it: {before}");
    assert!(
        now.contains("The last puzzle: ")
            && now.contains(&last)
            && now.contains(" Solved by 1 of 1."),
        "{now}"
    );
    keep(&mut room, &replies[1]);
    // Ann read the solution.
    room.one("ann", &format!("puzzle trapdoor {} {}", puzzle.name, puzzle.solution));
    assert_eq!(edits(&mut room, HOUR), [""; 0]);
}

#[test]
fn days_in_a_row_are_those_of_the_solver_and_of_the_room() {
    let mut room = daily(Room::on(Chat::Matrix, in_memory()));
    let mut shown = Vec::new();
    for who in [&["ann"][..], &["ann", "bob"], &["bob"], &[], &["ann"]] {
        let (message, puzzle) = post(&mut room);
        for who in who {
            solves(&mut room, who, puzzle, 0, MINUTE);
        }
        let streak = |text: &str| {
            let line =
                text.lines().find_map(|it| it.strip_prefix("This room has solved its puzzle "));
            line.map(str::to_owned)
        };
        let text = edits(&mut room, MINUTE).pop().unwrap_or_default();
        let own: Vec<String> = listed(&text).into_iter().map(str::to_owned).collect();
        shown.push((streak(&message.text.bare()), streak(&text), own));
    }
    let days = |count: &str| Some(format!("{count} in a row."));
    let [two, three] = ["2 days", "3 days"].map(days);
    let own =
        |lines: &[&str]| -> Vec<String> { lines.iter().map(|line| (*line).to_owned()).collect() };
    assert_eq!(shown[0], (None, None, own(&["Ann: first try, 1 minute"])));
    let both = own(&["Ann: first try, 1 minute, 2 days in a row", "Bob: first try, 1 minute"]);
    assert_eq!(shown[1], (None, two.clone(), both));
    let bob = own(&["Bob: first try, 1 minute, 2 days in a row"]);
    assert_eq!(shown[2], (two, three.clone(), bob));
    assert_eq!(shown[3], (three, None, Vec::new()));
    assert_eq!(shown[4], (None, None, own(&["Ann: first try, 1 minute"])), "a day was left out");
}

#[test]
fn people_who_hide_their_results_are_counted_and_not_named() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    room.all(&["ann: settings hidden on"]);
    let (_, puzzle) = post(&mut room);
    solves(&mut room, "ann", puzzle, 0, MINUTE);
    let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
    assert!(text.contains("Solved today by 1 person.") && !text.contains("Ann"), "{text}");
    solves(&mut room, "bob", puzzle, 0, MINUTE);
    let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
    assert!(text.contains("by 2 people:") && !text.contains("Ann"), "{text}");
    assert_eq!(listed(text), ["Bob: first try, 1 minute", "and 1 more"]);
    // Bob changes his mind while the message stands.
    room.all(&["bob: settings hidden on"]);
    let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
    assert!(text.contains("by 2 people.") && !text.contains("Bob"), "{text}");
}

#[test]
fn whoever_is_forgotten_leaves_every_message_and_the_room_keeps_its_days() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    for _ in 0..2 {
        let (_, puzzle) = post(&mut room);
        solves(&mut room, "ann", puzzle, 0, MINUTE);
        assert_eq!(edits(&mut room, MINUTE).len(), 1);
    }
    room.say("ann", "mydata delete");
    room.say("ann", "mydata delete yes");
    let texts = edits(&mut room, HOUR);
    assert_eq!(texts.len(), 2, "both days: {texts:?}");
    for text in &texts {
        assert!(!text.contains("Ann") && !text.contains("Solved today"), "{text}");
    }
    assert!(texts[0].contains("2 days in a row"), "{texts:?}");
    let (message, _) = post(&mut room);
    assert!(message.text.bare().contains("2 days in a row"), "{}", message.text.bare());
}

#[test]
fn linked_accounts_are_one_person_in_the_message() {
    let mut room = daily(Room::on(Chat::Console, in_memory()));
    room.service.show_on(LocalScreen::Browser);
    let (_, puzzle) = post(&mut room);
    room.one("ann", "puzzle today");
    linked(&mut room);
    room.heard();
    // The account on the other chat answers what the first one began.
    let answer = on_matrix(&mut room, "anna", &format!("puzzle {}", puzzle.solution));
    assert!(answer[0].text.bare().contains("Right!"), "{answer:?}");
    let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
    assert_eq!(listed(text), ["Ann: first try, less than a minute"], "{text}");
}

#[test]
fn the_message_is_changed_after_the_program_was_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = daily(Room::stored(&path, 1_767_225_600));
    let (_, puzzle) = post(&mut room);
    solves(&mut room, "ann", puzzle, 1, MINUTE);
    let now = room.now;
    drop(room);
    let mut room = Room::stored(&path, now + MINUTE);
    let [text] = &edits(&mut room, MINUTE)[..] else { panic!("one change") };
    assert_eq!(listed(text), ["Ann: 2 tries, 1 minute"], "{text}");
    drop(room);
    let mut room = Room::stored(&path, now + 4 * MINUTE);
    assert_eq!(edits(&mut room, MINUTE), [""; 0], "it is changed once");
}

#[test]
fn what_is_solved_before_the_chat_knows_the_message_is_shown_when_it_does() {
    let mut room = daily(Room::on(Chat::Matrix, in_memory()));
    let mut all = room.wait(DAY);
    all.retain(|it| it.card.is_some());
    let puzzle = puzzle_of(&all[0]);
    solves(&mut room, "ann", puzzle, 0, MINUTE);
    assert_eq!(edits(&mut room, HOUR), [""; 0]);
    keep(&mut room, &all[0]);
    let texts = edits(&mut room, MINUTE);
    assert_eq!(texts.len(), 1);
    assert_eq!(listed(&texts[0]), ["Ann: first try, 1 minute"]);
}

#[test]
fn a_terminal_that_changes_nothing_gets_no_second_message() {
    let mut room = daily(Room::new());
    let (_, puzzle) = post(&mut room);
    solves(&mut room, "ann", puzzle, 0, MINUTE);
    assert_eq!(edits(&mut room, HOUR), [""; 0]);
    let (_, puzzle) = post(&mut room);
    solves(&mut room, "bob", puzzle, 0, MINUTE);
    let (message, _) = post(&mut room);
    assert!(message.text.bare().contains("2 days in a row"), "{}", message.text.bare());
}

#[test]
fn a_puzzle_comes_every_day_again_once_a_clock_that_was_ahead_is_put_right() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    let right = room.now;
    let ahead: Vec<_> = (0..3).map(|_| post(&mut room).1.name.clone()).collect();
    // The machine's clock is put right.
    room.now = right + HOUR;
    room.service.tick(room.now).unwrap();
    assert_eq!(room.heard(), []);
    // A moderator sets the time again, and the same days come once more.
    let mut room = daily(room);
    for _ in 0..3 {
        let (message, puzzle) = post(&mut room);
        assert!(!ahead.contains(&puzzle.name), "the room had it: {}", puzzle.name);
        solves(&mut room, "ann", puzzle, 0, 5);
        let changed = edits(&mut room, 2 * MINUTE);
        let [edit] = &changed[..] else { panic!("{changed:?}: {message:?}") };
        assert!(edit.contains("Ann"), "it is the room's puzzle: {edit}");
    }
}

#[test]
fn a_puzzle_comes_at_its_time_without_a_word_once_a_clock_that_was_ahead_is_put_right() {
    let mut room = daily(Room::on(Chat::Discord, in_memory()));
    let right = room.now;
    post(&mut room);
    room.wait(30 * DAY);
    room.now = right + HOUR;
    room.service.tick(room.now).unwrap();
    post(&mut room);
}

#[test]
fn the_days_in_a_row_of_a_room_are_told_to_those_who_took_part() {
    let mut room = Room::on(Chat::Discord, in_memory());
    room.moderator = true;
    room.all(&["mod: admin puzzle daily 6:00 trapdoor", "dan: settings news on"]);
    room.moderator = false;
    room.all(&["ann: settings news on"]);
    room.wait(7 * HOUR);
    room.all(&["ann: puzzle today"]);
    let mut texts = Vec::new();
    for _ in 0..21 {
        let shown = room.one("bob", "puzzle today");
        let name = shown.sheet.expect("a picture").name;
        let name = name.trim_start_matches("puzzle-trapdoor-").trim_end_matches(".png");
        let game = engine::games::GameId::Trapdoor;
        let puzzle = content::puzzles::named(game, &name.replace('-', ".")).expect(name);
        room.one("bob", &puzzle.solution);
        texts.extend(told(&mut room, DAY));
    }
    let [text] = &texts[..] else { panic!("Ann alone: {texts:?}") };
    assert!(text.contains("a room has solved its puzzle of the day 21 days in a row."), "{text}");
}
