//! Puzzles: answered and rated in private, one a day in rooms that ask for it, and no solution in
//! public before the next one.
use std::path::Path;

use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use model::{
    ids::Chat,
    reply::{Audience, Privacy, Reply, SheetContent},
};

use crate::{privacy::service, room::Room};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Returns the line that answers a puzzle.
fn line(puzzle: &Puzzle, answer: &str) -> String {
    format!("puzzle {} {} {answer}", puzzle.game.name(), puzzle.name)
}

/// Returns a choice that is legal and wrong.
fn wrong(puzzle: &Puzzle) -> String {
    let menu = puzzle.table().unwrap().menu(puzzle.seat().unwrap());
    let is_wrong = |words: &String| puzzle.answer(words).is_ok_and(|it| !it.right);
    menu.listed.into_iter().find(is_wrong).expect("a wrong choice")
}

/// Gives somebody a puzzle of Trapdoor Checkers that the bot chooses.
fn offered(room: &mut Room, who: &str) -> &'static Puzzle {
    let text = ask(room, who, "puzzle trapdoor next").text.bare();
    let name = text
        .split([' ', ',', '\n'])
        .find_map(|word| puzzles::named(GameId::named("trapdoor").unwrap(), word));
    name.expect(&text)
}

/// Lets the room get its puzzle of the day, which counts for everybody there.
fn of_the_day(room: &mut Room) -> &'static Puzzle {
    daily(room, "admin puzzle daily 6:00 trapdoor");
    let posted_now = posts(room, 7 * HOUR);
    posted(&posted_now[0].1)
}

/// Says a line about a puzzle: its one answer is for the asker alone.
pub(crate) fn ask(room: &mut Room, who: &str, words: &str) -> Reply {
    let reply = room.one(who, words);
    let text = reply.text.bare();
    assert_eq!(reply.refused, None, "{words}: {text}");
    assert!(matches!(reply.to, Audience::Only(_)), "{words}: {text}");
    assert_eq!(reply.privacy, Privacy::Personal, "{words}: {text}");
    assert!(reply.mentions.is_empty() && reply.board.is_none(), "{words}: {text}");
    reply
}

/// Returns the new puzzle rating that a reply tells, and the change.
fn rating(reply: &Reply) -> Option<(i32, i32)> {
    let text = reply.text.bare();
    let (_, told) = text.split_once("Your puzzle rating: ")?;
    let (now, rest) = told.split_once(" (")?;
    let (change, _) = rest.split_once(')')?;
    Some((now.parse().unwrap(), change.parse().unwrap()))
}

/// Lets a moderator start the puzzle of the day.
fn daily(room: &mut Room, words: &str) -> String {
    room.moderator = true;
    let told = room.one("mod", words);
    room.moderator = false;
    assert_eq!(told.refused, None, "{words}: {}", told.text.bare());
    told.text.bare()
}

/// Lets time pass; returns what was posted, and when.
fn posts(room: &mut Room, seconds: i64) -> Vec<(i64, Reply)> {
    let until = room.now + seconds;
    let mut posted = Vec::new();
    loop {
        let next = room.tick();
        posted.extend(room.heard().into_iter().map(|reply| (room.now, reply)));
        if until <= room.now {
            return posted;
        }
        room.now = next.filter(|&it| room.now < it).map_or(until, |it| it.min(until));
    }
}

/// Returns the puzzle that was posted.
fn posted(reply: &Reply) -> &'static Puzzle {
    let menu = reply.menu.as_ref().expect("a menu");
    let words: Vec<&str> = menu.choices[0].says.split(' ').collect();
    let ["puzzle", game, name] = words[..] else { panic!("{words:?}") };
    puzzles::named(GameId::named(game).unwrap(), name).expect("a puzzle")
}

#[test]
fn next_goes_on_from_a_puzzle_and_there_are_no_hints() {
    let mut room = Room::new();
    let first = ask(&mut room, "ann", "puzzle trapdoor");
    room.refused("ann", "hint", "not-now");
    assert!(!ask(&mut room, "ann", "moves").menu.expect("a menu").choices.is_empty());
    ask(&mut room, "ann", "solution");
    let next = ask(&mut room, "ann", "next");
    let sheet = |reply: &Reply| reply.sheet.as_ref().map(|it| it.name.clone());
    assert_ne!(sheet(&next), sheet(&first));
}

#[test]
fn the_next_puzzle_is_of_the_same_game_however_the_last_one_ended() {
    let mut room = Room::new();
    let game = GameId::named("alien").unwrap();
    let title = |reply: &Reply| reply.text.bare().lines().next().unwrap_or_default().to_owned();
    // Another game came before.
    ask(&mut room, "ann", "puzzle trapdoor");
    room.now += 60;
    let mut seen = vec![title(&ask(&mut room, "ann", "puzzle alien"))];
    let name = seen[0].split(' ').nth(3).unwrap().to_owned();
    let first = puzzles::named(game, &name).expect("a puzzle");
    ask(&mut room, "ann", &wrong(first));
    let shown = ask(&mut room, "ann", "puzzle solution");
    let button = shown.menu.as_ref().expect("a button").choices[0].says.to_string();
    for words in ["puzzle next", &button, "next", "puzzle another"] {
        let next = ask(&mut room, "ann", words);
        seen.push(title(&next));
        assert!(title(&next).starts_with("Alien Checkers, puzzle"), "{words}: {}", title(&next));
        ask(&mut room, "ann", "puzzle solution");
    }
    // A match closes the puzzle and changes nothing about that.
    room.all(&["ann: practice trapdoor 1"]);
    let next = ask(&mut room, "ann", "puzzle next");
    assert!(title(&next).starts_with("Alien Checkers, puzzle"), "{}", title(&next));
    seen.push(title(&next));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6, "each is new: {seen:?}");
}

#[test]
fn the_first_answer_counts_and_right_and_wrong_are_told_in_private() {
    let mut room = Room::new();
    let puzzle = of_the_day(&mut room);
    let shown = ask(&mut room, "ann", &line(puzzle, "")).text.bare();
    assert!(shown.contains("Your first answer counts"), "{shown}");
    let missed = ask(&mut room, "ann", &wrong(puzzle));
    let text = missed.text.bare();
    assert!(text.contains("Not the best.") && !text.contains(&puzzle.solution), "{text}");
    let (now, change) = rating(&missed).expect("a first rating");
    assert_eq!(now, 1500 + change);
    assert!((-60..-10).contains(&change), "one answer changes a rating by {change}");
    // The second answer is told to be right, and changes nothing.
    let solved = ask(&mut room, "ann", &puzzle.solution);
    assert!(solved.text.bare().contains("Right!") && rating(&solved).is_none());
    // A right first answer raises the rating; a puzzle that others missed is harder.
    let solved = ask(&mut room, "bob", &line(puzzle, &puzzle.solution));
    let (_, change) = rating(&solved).expect("a first rating");
    assert!((10..90).contains(&change), "{change}");
    let shown = ask(&mut room, "cid", &line(puzzle, "")).text.bare();
    assert!(shown.contains(", rated 1"), "{shown}");
    // What the game doesn't understand, or doesn't allow, is no answer yet.
    for words in ["a1-h8", "wibble"] {
        let refused = room.one("cid", &format!("puzzle {words}"));
        assert!(refused.refused.is_some() && !refused.text.bare().contains(&puzzle.solution));
    }
    assert!(rating(&ask(&mut room, "cid", &puzzle.solution)).is_some_and(|it| 0 < it.1));
}

#[test]
fn who_solves_a_puzzle_hears_how_the_others_did() {
    let mut room = Room::new();
    let puzzle = of_the_day(&mut room);
    let look = format!("puzzle trapdoor {}", puzzle.name);
    let right = line(puzzle, &puzzle.solution);
    for (who, seconds) in [("ann", 40), ("bob", 90)] {
        ask(&mut room, who, &look);
        room.now += seconds;
        let told = ask(&mut room, who, &right).text.bare();
        assert!(!told.contains("people solved it"), "too few: {told}");
    }
    ask(&mut room, "cid", &line(puzzle, &wrong(puzzle)));
    room.now += HOUR;
    ask(&mut room, "dan", &look);
    room.now += 20;
    let told = ask(&mut room, "dan", &right).text.bare();
    assert!(told.contains("3 of 4 people solved it, half of them within 40 s."), "{told}");
}

#[test]
fn a_solution_that_is_looked_at_before_an_answer_counts_for_nothing() {
    let mut room = Room::new();
    let puzzle = offered(&mut room, "ann");
    let shown = ask(&mut room, "ann", &line(puzzle, "solution"));
    let text = shown.text.bare();
    assert!(
        text.contains(&puzzle.solution) && text.contains("doesn't change your rating"),
        "{text}"
    );
    assert!(rating(&shown).is_none() && shown.sheet.is_some());
    // Neither does the answer that they then know: not for the rating, not for days in a row.
    let known = ask(&mut room, "ann", &line(puzzle, &puzzle.solution));
    assert!(known.text.bare().contains("Right!") && rating(&known).is_none());
    room.now += DAY;
    let other = offered(&mut room, "ann");
    let solved = ask(&mut room, "ann", &line(other, &other.solution));
    assert!(!solved.text.bare().contains("in a row"), "{}", solved.text.bare());
    assert_eq!(
        rating(&solved).map(|rating| rating.0 - rating.1),
        Some(1500),
        "it is their first rating"
    );
    // After an answer, the solution takes nothing back.
    let third = offered(&mut room, "ann");
    assert!(rating(&ask(&mut room, "ann", &line(third, &wrong(third)))).is_some());
    let shown = ask(&mut room, "ann", "puzzle solution").text.bare();
    assert!(shown.contains(&third.solution) && !shown.contains("rating"), "{shown}");
}

#[test]
fn days_in_a_row_are_counted_by_the_clock_of_the_solver() {
    let mut room = Room::new();
    room.all(&["ann: settings zone Asia/Tokyo"]);
    let mut chosen: Vec<&Puzzle> = Vec::new();
    let mut days = |room: &mut Room, nth: usize| {
        if chosen.len() <= nth {
            chosen.push(offered(room, "ann"));
        }
        let puzzle = chosen[nth];
        let text = ask(room, "ann", &line(puzzle, &puzzle.solution)).text.bare();
        let (before, _) = text.split_once(" days in a row")?;
        before.split_whitespace().last()?.parse::<u32>().ok()
    };
    // In Tokyo, the second of January begins at 15:00 UTC.
    room.now += 14 * HOUR;
    assert_eq!(days(&mut room, 0), None);
    room.now += 2 * HOUR;
    assert_eq!(days(&mut room, 1), Some(2), "two hours later it is the next day there");
    room.now += HOUR;
    assert_eq!(days(&mut room, 2), Some(2), "a second one on the same day adds nothing");
    room.now += DAY;
    assert_eq!(days(&mut room, 0), Some(2), "nor does one that was solved before");
    assert_eq!(days(&mut room, 3), Some(3));
    room.now += 2 * DAY;
    assert_eq!(days(&mut room, 4), None, "a day was left out");
}

#[test]
fn a_next_puzzle_is_new_and_as_hard_as_the_solver_is_good() {
    let mut room = Room::new();
    let mut seen = Vec::new();
    for _ in 0..12 {
        let sheet = ask(&mut room, "ann", "puzzle trapdoor next").sheet.expect("a picture");
        assert!(matches!(sheet.shows, SheetContent::Position(_)));
        assert!(!seen.contains(&sheet.name), "{} again", sheet.name);
        seen.push(sheet.name);
    }
    // The one that was shown stays the open one until it is closed.
    let again = ask(&mut room, "ann", "puzzle").sheet.expect("a picture");
    assert_eq!(seen.last(), Some(&again.name));
    assert!(ask(&mut room, "ann", "puzzle close").text.bare().contains("closed"));
    let refused = room.refused("ann", "puzzle b6-a5", "not-now");
    assert!(refused.contains("no puzzle open"), "{refused}");
}

#[test]
fn a_room_gets_its_puzzle_at_the_same_time_of_day_when_clocks_change() {
    let mut room = Room::new();
    // Noon on the 27th of March 2026; clocks in Berlin go forward on the 29th.
    room.now = 1_774_612_800;
    room.all(&["mod: settings zone Europe/Berlin"]);
    let told = daily(&mut room, "admin puzzle daily 18:00 trapdoor");
    assert!(told.contains("Trapdoor Checkers every day at 18:00 (Europe/Berlin)"), "{told}");
    let start = room.now;
    let all = posts(&mut room, 4 * DAY);
    let times: Vec<i64> =
        all.iter().filter(|it| it.1.menu.is_some()).map(|(at, _)| at - start).collect();
    let expected = [5 * HOUR, DAY + 5 * HOUR, 2 * DAY + 4 * HOUR, 3 * DAY + 4 * HOUR];
    assert_eq!(times, expected);
    assert!(daily(&mut room, "admin puzzle off").contains("no puzzle of the day"));
    assert_eq!(posts(&mut room, 2 * DAY), []);
}

#[test]
fn the_post_names_no_solution_and_the_next_one_tells_it() {
    let mut room = Room::new();
    daily(&mut room, "admin puzzle daily 6:00");
    let all: Vec<GameId> =
        GameId::ALL.iter().copied().filter(|game| !puzzles::of(*game).is_empty()).collect();
    let mut games = Vec::new();
    let mut last: Option<&Puzzle> = None;
    for _ in 0..2 * all.len() {
        let replies: Vec<Reply> = posts(&mut room, DAY).into_iter().map(|it| it.1).collect();
        let post = &replies[0];
        let puzzle = posted(post);
        let sheet = post.sheet.as_ref().expect("a picture");
        assert_eq!(post.to, Audience::Room);
        assert!(post.mentions.is_empty() && post.file.is_none() && !sheet_moves(post));
        let menu = post.menu.as_ref().unwrap().choices[0].says.to_string();
        let (game, name) = (puzzle.game.name(), &puzzle.name);
        let own: String = post.text.bare().lines().take(2).collect();
        for part in [&own, &sheet.name, &sheet.alt, &menu] {
            assert!(!part.contains(&puzzle.solution), "{game} {name}: {part}");
        }
        assert_eq!(replies.len(), 1, "one message: {replies:?}");
        if let Some(before) = last {
            let (text, before): (String, &Puzzle) = (post.text.bare(), before);
            let (_, last) = text.split_once("The last puzzle: ").unwrap();
            assert!(last.contains(&format!("(`{}`)", before.solution)), "{text}");
            assert!(text.contains("Solved by 1 of 2."), "{text}");
            let says = post.menu.as_ref().unwrap().choices[1].says.to_string();
            let solution = ask(&mut room, "eve", &says);
            assert!(matches!(solution.to, Audience::Only(_)), "{solution:?}");
            assert!(solution.text.bare().contains(&before.solution), "{solution:?}");
            assert!(sheet_moves(&solution), "the solution is played in the picture");
        }
        // Answers are for those who give them, and nothing more is posted.
        let missed = ask(&mut room, "ann", &line(puzzle, &wrong(puzzle))).text.bare();
        assert!(!missed.contains(&format!("`{}`", puzzle.solution)), "{missed}");
        assert!(ask(&mut room, "bob", "puzzle today").text.bare().contains("Find the best choice"));
        let right = ask(&mut room, "bob", &format!("puzzle {}", puzzle.solution)).text.bare();
        assert!(right.contains("Right!"), "{right}");
        assert!(room.heard().is_empty());
        games.push(puzzle.game);
        last = Some(puzzle);
    }
    assert_eq!(games[..all.len()], games[all.len()..]);
    assert!(all.iter().all(|game| games.contains(game)), "every game in turn: {games:?}");
}

fn sheet_moves(reply: &Reply) -> bool {
    match reply.sheet.as_ref().map(|it| &it.shows) {
        Some(SheetContent::Position(position)) => position.moving,
        _ => false,
    }
}

/// Opens a room on a database in a file.
fn open(path: &Path, now: i64) -> Room {
    let mut room = Room::with(service(path));
    room.now = now;
    room
}

#[test]
fn a_puzzle_is_posted_once_whenever_the_program_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = open(&path, 1_767_225_600);
    daily(&mut room, "admin puzzle daily 18:00 amtgard");
    let due = room.now + 18 * HOUR;
    room.now = due - 1;
    room.tick();
    assert!(room.heard().is_empty());
    drop(room);
    // It ends after the puzzle was stored and before a chat had it.
    let mut room = open(&path, due);
    room.tick();
    drop(room);
    let mut room = open(&path, due + 1);
    room.tick();
    assert!(room.heard().is_empty(), "it isn't made a second time");
    let waiting = room.service.undelivered(Chat::Console).unwrap();
    let [late] = &waiting[..] else { panic!("{waiting:?}") };
    let first = posted(&late.reply);
    room.service.delivered(late.id.as_slice()).unwrap();
    drop(room);
    let mut room = open(&path, due + 2);
    room.tick();
    assert!(room.heard().is_empty() && room.service.undelivered(Chat::Console).unwrap().is_empty());
    drop(room);
    // It is off for three days: one puzzle comes late, the next at its time.
    let mut room = open(&path, due + 3 * DAY + HOUR);
    let all = posts(&mut room, DAY);
    let times: Vec<i64> =
        all.iter().filter(|it| it.1.menu.is_some()).map(|(at, _)| at - due).collect();
    assert_eq!(times, [3 * DAY + HOUR, 4 * DAY]);
    assert!(
        all.iter()
            .filter(|it| it.1.menu.is_some())
            .all(|entry| posted(&entry.1).name != first.name)
    );
}

#[test]
fn what_cannot_be_a_puzzle_of_the_day_is_refused_with_what_can() {
    let mut room = Room::new();
    let said = room.refused("ann", "puzzle today", "not-now");
    assert!(said.contains("no puzzle of the day"), "{said}");
    room.moderator = true;
    for (words, code) in [
        ("admin puzzle daily 25:00", "unreadable"),
        ("admin puzzle weekly", "unreadable"),
        ("admin puzzle daily 18:00 chess", "unknown"),
        ("admin puzzle off", "not-now"),
    ] {
        room.refused("mod", words, code);
    }
    assert!(room.one("mod", "admin puzzle").text.bare().contains("no puzzle of the day"));
    let mut request = room.request("mod", "admin puzzle daily 18:00");
    request.room.answers_only = true;
    let reply = room.service.handle(&request).remove(0).reply;
    assert!(reply.refused.is_some() && reply.text.bare().contains("can't post"), "{reply:?}");
}

#[test]
fn puzzles_go_with_an_account_that_is_linked_and_back() {
    let mut room = Room::new();
    let puzzle = offered(&mut room, "ann");
    ask(&mut room, "ann", &line(puzzle, &puzzle.solution));
    let code = room.one("ann", "link").text.bare();
    let code = code.split('`').nth(1).unwrap().to_owned();
    let there = |room: &mut Room, words: &str| {
        let mut request = room.request("@ann:x", words);
        request.chat = Chat::Matrix;
        room.service.handle(&request).remove(0).reply
    };
    for words in [code.as_str(), "link yes"] {
        let reply = there(&mut room, words);
        assert_eq!(reply.refused, None, "{}", reply.text.bare());
    }
    let again = there(&mut room, &line(puzzle, &puzzle.solution));
    assert!(again.text.bare().contains("Right!") && rating(&again).is_none());
    let reply = room.one("ann", "unlink yes");
    assert_eq!(reply.refused, None, "{}", reply.text.bare());
    for reply in [
        there(&mut room, &line(puzzle, &puzzle.solution)),
        ask(&mut room, "ann", &line(puzzle, &puzzle.solution)),
    ] {
        assert!(reply.text.bare().contains("Right!") && rating(&reply).is_none());
    }
}
