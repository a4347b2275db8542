//! Lessons: each is walked with right and wrong answers, in private, and progress is kept.
use std::path::Path;

use content::lessons;
use engine::{games::GameId, scenario::Task};
use model::reply::{Audience, DrawnPosition, Privacy, Reply, SheetContent};
use service::{RandomSource, RoomPresence, Service};
use store::Store;

use crate::room::{Room, started};

fn games() -> impl Iterator<Item = GameId> {
    GameId::ALL.iter().copied().filter(|game| !lessons::of(*game).is_empty())
}

/// Opens a room on a database in a file.
fn open(path: &Path, now: i64) -> Room {
    let store = Store::trial_at(path, features::FEATURES.tables()).unwrap();
    let mut room =
        Room::with(Service::new(store, RandomSource::Repeatable(7), &features::FEATURES));
    room.now = now;
    room.company = RoomPresence::Alone;
    room
}

/// Says a line about a lesson: its one answer is for the asker alone.
fn learn(room: &mut Room, line: &str) -> Reply {
    let reply = room.one("ann", line);
    let text = reply.text.bare();
    assert!(matches!(reply.to, Audience::Only(_)), "{line}: {text}");
    assert_eq!(reply.privacy, Privacy::Personal, "{line}: {text}");
    assert!(reply.mentions.is_empty() && reply.board.is_none(), "{line}: {text}");
    reply
}

fn position(reply: &Reply) -> DrawnPosition {
    match reply.sheet.as_ref().map(|it| &it.shows) {
        Some(SheetContent::Position(position)) => (**position).clone(),
        _ => panic!("no picture: {}", reply.text.bare()),
    }
}

fn says(reply: &Reply) -> Vec<String> {
    let choices = reply.menu.iter().flat_map(|it| &it.choices);
    choices.map(|it| it.says.to_string()).collect()
}

fn is_right(reply: &Reply) -> bool {
    reply.text.bare().contains("Right!")
}

/// Gives every wrong answer of a task: each is answered with its comment or a reason, and the task
/// is still there, after a restart, too.
fn go_wrong(room: &mut Room, task: &Task, at: &str) {
    let asked = position(&learn(room, &format!("learn {at}")));
    for (nth, (words, comment)) in task.tries.iter().enumerate() {
        let reply = learn(room, words);
        let text = reply.text.bare();
        assert!(!is_right(&reply), "{at}: {words} is right");
        assert!(text.contains(comment), "{at}: {words} lacks its comment: {text}");
        let hint = &task.hints[nth.min(task.hints.len() - 1)];
        assert!(text.contains(hint), "{at}: {words}: {text}");
        assert_eq!(position(&reply), asked, "{at}: {words} moved the lesson");
        assert!(says(&reply).iter().any(|it| it.ends_with(" hint")), "{at}: {words}");
        let shown = says(&reply).iter().any(|it| it.ends_with(" solution"));
        assert_eq!(shown, 1 <= nth, "{at}: {words}");
    }
    // Talk is no answer: nothing is counted, and the task is where it was.
    let nonsense = learn(room, "learn wibble wobble");
    let line = format!("learn {at}");
    assert!(nonsense.refused.is_some() && says(&nonsense)[0] == line, "{at}");
    assert_eq!(position(&learn(room, &line)), asked, "{at}");
}

#[test]
fn every_lesson_is_walked_right_and_wrong_and_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut now = 1_767_225_600;
    for game in games() {
        let name = game.name();
        let all = lessons::of(game);
        assert!((6..=10).contains(&all.len()), "{name} has {} lessons", all.len());
        let mut room = open(&path, now);
        let mut last = learn(&mut room, &format!("learn {name}"));
        for (index, entry) in all.iter().enumerate() {
            for (nth, task) in entry.lesson.tasks.iter().enumerate() {
                let at = format!("{name} {}.{}", index + 1, nth + 1);
                let text = last.text.bare();
                assert!(text.contains(&task.goal), "{at}: {text}");
                go_wrong(&mut room, task, &at);
                // Progress and the open lesson are still there.
                now = room.now + 60;
                drop(room);
                room = open(&path, now);
                let solved = learn(&mut room, &task.solution);
                let text = solved.text.bare();
                assert!(is_right(&solved), "{at}: {}: {text}", task.solution);
                assert!(text.contains(&task.comment), "{at}: {text}");
                last = solved;
            }
            let next = if index + 1 < all.len() {
                format!("learn {name} {}", index + 2)
            } else {
                format!("practice {name} 1")
            };
            assert_eq!(says(&last), std::slice::from_ref(&next), "{name} {}", index + 1);
            assert!(position(&last).moving, "the last picture shows what came");
            if index + 1 < all.len() {
                last = learn(&mut room, &next);
            }
        }
        let done = learn(&mut room, &format!("learn {name}")).text.bare();
        assert!(done.contains("every lesson") && done.matches('✓').count() == all.len(), "{done}");
    }
}

#[test]
fn a_lesson_tells_its_solution_to_nobody_before_it_is_asked_for() {
    let mut room = Room::new();
    for game in games() {
        for (index, entry) in lessons::of(game).iter().enumerate() {
            let reply = learn(&mut room, &format!("learn {} {}", game.name(), index + 1));
            let sheet = reply.sheet.as_ref().expect("a picture");
            let solution = &entry.lesson.tasks[0].solution;
            for part in [&reply.text.bare(), &sheet.name, &sheet.alt] {
                // `spin` and `roll chess` are what the picture asks for.
                let asked = ["spin", "roll chess", "roll risk"].contains(&solution.as_str());
                assert!(asked || !part.contains(solution.as_str()), "{solution}: {part}");
            }
        }
    }
}

#[test]
fn hints_the_solution_and_other_words_for_a_lesson_work_in_every_form() {
    let mut room = Room::new();
    learn(&mut room, "learn to play trapdoor");
    let first = learn(&mut room, "learn hint").text.bare();
    let second = learn(&mut room, "learn trapdoor hint").text.bare();
    assert!(first.contains("Hint:") && second.contains("Hint:") && first != second);
    let shown = learn(&mut room, "learn solution");
    assert!(shown.text.bare().contains("d6xf4"));
    assert_eq!(says(&shown), ["learn trapdoor 1.1 d6xf4"]);
    assert!(learn(&mut room, "learn list").text.bare().contains("2. Capture two"));
    assert!(learn(&mut room, "learn next").text.bare().contains("lesson 2 of"));
    // A button for an earlier lesson works; one for another task shows where the asker is.
    assert!(
        is_right(&learn(&mut room, "learn trapdoor 1.1 take e5 with d6 xf4"))
            || is_right(&learn(&mut room, "learn trapdoor 1.1 d6xf4"))
    );
    let stale = learn(&mut room, "learn trapdoor 3.2 d6-c5").text.bare();
    assert!(stale.contains("another task") && stale.contains("lesson 3 of"), "{stale}");
    // Several answers in one line.
    assert!(is_right(&learn(&mut room, "learn trapdoor 3 spin; d6-c5")));
    let stopped = learn(&mut room, "learn trapdoor 4");
    assert!(says(&stopped).iter().any(|it| it.starts_with("learn trapdoor 4.1 ")));
    assert!(learn(&mut room, "learn close").text.bare().contains("closed"));
    room.refused("ann", "G1>L", "unknown");
    room.refused("ann", "learn trapdoor 99", "unknown");
    room.refused("bob", "learn hint", "not-now");
    let games = learn(&mut room, "learn");
    assert!(games.text.bare().contains("2 of 8 lessons done"), "{}", games.text.bare());
    assert!(games.text.bare().contains("learn amtgard"));
}

#[test]
fn in_a_lesson_hint_moves_and_next_need_no_command_before_them() {
    let mut room = Room::new();
    learn(&mut room, "learn trapdoor");
    let hint = &lessons::of(GameId::named("trapdoor").unwrap())[0].lesson.tasks[0].hints[0];
    assert!(learn(&mut room, "hint").text.bare().contains(hint.as_str()));
    let listed = learn(&mut room, "moves").menu.expect("a menu").choices;
    assert!(listed.iter().any(|choice| choice.says.to_string().contains("f6xd4")), "{listed:?}");
    assert!(is_right(&learn(&mut room, "d6xf4")));
    assert!(learn(&mut room, "learn next").text.bare().contains("lesson 2 of"));
    room.now += 1;
    assert!(is_right(&learn(&mut room, "learn trapdoor 1 d6xf4")));
    room.say("ann", "learn close");
    let second = learn(&mut room, "next").text.bare();
    assert!(second.contains("lesson 2 of"), "{second}");
    assert!(is_right(&learn(&mut room, "c7xc3")));
    assert!(learn(&mut room, "next").text.bare().contains("lesson 3 of"));
    // Later, `next` asks for matches again.
    room.now += 2 * 3600;
    assert_eq!(room.one("ann", "next").text.bare(), "No match waits for you.");
    assert!(learn(&mut room, "hint").text.bare().contains("Hint:"));
    room.say("ann", "learn close");
    room.refused("ann", "hint", "unknown");
}

#[test]
fn a_learner_who_is_stuck_says_so_in_plain_words() {
    let mut room = Room::new();
    let task = &lessons::of(GameId::named("trapdoor").unwrap())[0].lesson.tasks[0];
    learn(&mut room, "learn trapdoor");
    assert!(learn(&mut room, "I don’t understand").text.bare().contains(&*task.hints[0]));
    let shown = learn(&mut room, "Show me!").text.bare();
    assert!(shown.contains(&task.solution), "{shown}");
    // Without a lesson they mean what they always do.
    room.refused("bob", "why not", "unknown");
    room.all(&["ann: challenge @bob draughts", "bob: accept"]);
    let board = room.one("ann", "show me");
    assert!(board.text.bare().contains("Match #1"), "{}", board.text.bare());
}

#[test]
fn in_a_match_hint_moves_and_next_are_for_the_match() {
    let mut room = started();
    room.all(&["ann: learn trapdoor"]);
    let listed = room.one("ann", "moves").text.bare();
    assert!(!listed.contains("d6xf4"), "{listed}");
    let next = room.one("ann", "next");
    assert!(next.board.is_some() || next.text.bare().contains("#1"), "{}", next.text.bare());
}

#[test]
fn a_lesson_is_left_in_plain_words_and_by_beginning_a_match() {
    let mut room = Room::new();
    for leave in ["leave", "stop lesson", "quit", "learn off"] {
        let first = learn(&mut room, "learn alien 1").text.bare();
        assert!(first.contains("`learn close` leaves"), "{first}");
        assert!(learn(&mut room, leave).text.bare().contains("closed"), "{leave}");
    }
    learn(&mut room, "learn alien 1");
    room.all(&["ann: practice alien 1 side=black"]);
    let step = room.say("ann", "b6-c5");
    assert!(step[0].board.is_some(), "{}", step[0].text.bare());
    // A lesson opened later takes what fits neither, until the match goes on.
    learn(&mut room, "learn trapdoor 1");
    assert!(learn(&mut room, "d2xf4").text.bare().contains("Hint:"));
}

#[test]
fn in_a_lesson_where_stop_is_an_answer_it_does_not_leave() {
    let mut room = Room::new();
    learn(&mut room, "learn amtgard 5");
    assert!(is_right(&learn(&mut room, "c7xd6")));
    assert!(is_right(&learn(&mut room, "stop")));
}

#[test]
fn a_shot_can_be_aimed_in_a_lesson_and_played_from_the_panel() {
    let mut room = Room::new();
    learn(&mut room, "learn piecepack 3");
    let aim = learn(&mut room, "aim 1 at ball 60");
    assert_eq!(position(&aim).asked, "aim 1 at ball 60");
    let menu = aim.menu.as_ref().expect("a panel");
    assert!(!menu.rows.is_empty());
    let says = says(&aim);
    assert!(says.iter().all(|it| it.starts_with("learn piecepack 3.1")), "{says:?}");
    assert!(says.contains(&"learn piecepack 3.1 flick 1 at ball 60".to_owned()), "{says:?}");
    let turned = learn(&mut room, "left 3");
    assert!(turned.menu.is_some() && turned.text.bare() != aim.text.bare());
    let wrong = learn(&mut room, "flick 1 at ball 60");
    assert!(!is_right(&wrong) && wrong.text.bare().contains("Not yet."));
}

#[test]
fn words_that_fit_a_lesson_and_a_match_are_asked_about() {
    let mut room = started();
    room.all(&["ann: learn trapdoor 3"]);
    let text = room.refused("ann", "spin", "ambiguous");
    assert!(text.contains("in your lesson and in a match"), "{text}");
    assert!(is_right(&learn(&mut room, "learn spin")));
    // What fits the match alone is for the match.
    room.all(&["ann: play spin"]);
    let step = room.say("ann", "learn d6-c5");
    assert!(is_right(&step[0]));
    room.all(&["ann: learn trapdoor 1"]);
    assert!(is_right(&learn(&mut room, "d6xf4")), "a match with other choices isn't asked");
}

#[test]
fn a_question_says_what_an_answer_would_do_and_counts_as_none() {
    let mut room = Room::new();
    learn(&mut room, "learn trapdoor 4");
    let would = learn(&mut room, "G1>R?");
    assert!(would.text.bare().contains("does this"), "{}", would.text.bare());
    let wrong = learn(&mut room, "G1>R").text.bare();
    let first = &lessons::of(GameId::named("trapdoor").unwrap())[3].lesson.tasks[0].hints[0];
    assert!(wrong.contains(first.as_str()), "{wrong}");
}

#[test]
fn newcomers_are_told_of_the_lessons_once_with_their_first_match() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black"]);
    let offered = |said: Vec<Reply>| {
        said.iter().filter(|reply| reply.text.bare().contains("learn trapdoor")).count()
    };
    let began = room.say("bob", "accept");
    assert_eq!(began.iter().flat_map(|it| &it.mentions).count(), 1, "no further ping");
    assert_eq!(offered(began), 1);
    room.all(&["ann: challenge @bob trapdoor side=black"]);
    assert_eq!(offered(room.say("bob", "accept")), 0);
    // One who has begun a lesson knows.
    room.all(&["carol: learn trapdoor", "carol: challenge @ann trapdoor"]);
    assert_eq!(offered(room.say("ann", "accept")), 0);
    assert_eq!(offered(room.say("dave", "practice trapdoor 1")), 1);
    assert_eq!(offered(room.say("dave", "practice trapdoor 1")), 0);
}

#[test]
fn progress_in_lessons_is_exported_and_deleted() {
    let mut room = Room::new();
    room.all(&["ann: learn trapdoor", "ann: d6xf4"]);
    let body = room.one("ann", "mydata export").file.expect("a file").body;
    assert!(body.contains("\"lesson\": \"capture\""), "{body}");
    room.say("ann", "mydata delete yes");
    let games = room.one("ann", "learn").text.bare();
    assert!(!games.contains("lessons done"), "{games}");
}
