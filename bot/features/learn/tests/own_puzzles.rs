//! Puzzles of one's own: what somebody missed in a match comes back until they find it, for them alone.
use std::collections::BTreeSet;

use content::puzzles::{self, MissedChoice, Puzzle};
use engine::{
    games::GameId,
    seat::{BySeat, Observer, Viewer},
};
use it::sample::{is_full, part};
use model::ids::{Chat, MatchId, PersonId};
use service::{RandomSource, RoomPresence, Service};
use store::{
    StepRow, Store,
    sql::{SqlRow, params},
};

use super::puzzles::ask;
use crate::{
    link::{linked, on_matrix},
    room::Room,
};

const DAY: i64 = 24 * 3600;

/// A puzzle of somebody's own match, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OwnPuzzle {
    of: MatchId,
    step: u32,
    solution: String,
    chances: [u8; 2],
    in_row: u32,
    open: bool,
    due: i64,
    at: Option<i64>,
}

fn says(room: &mut Room, who: &str, words: &str) -> String {
    ask(room, who, words).text.bare()
}

fn id(room: &mut Room, who: &str) -> PersonId {
    let chat = room.chat;
    let found = room.service.keep(|tx| tx.person_by_handle(chat, who)).unwrap();
    found.expect("a person").id
}

/// Returns the puzzles of a person's own matches.
fn own(room: &mut Room, who: &str) -> Vec<OwnPuzzle> {
    let who = id(room, who);
    own_of(room, who)
}

fn own_of(room: &mut Room, who: PersonId) -> Vec<OwnPuzzle> {
    let sql = "SELECT * FROM own_puzzles WHERE person = ? ORDER BY match_id DESC, step";
    let read = |row: &SqlRow<'_>| {
        Ok(OwnPuzzle {
            of: row.get("match_id")?,
            step: row.get("step")?,
            solution: row.get("solution")?,
            chances: [row.get("best")?, row.get("next")?],
            in_row: row.get("in_row")?,
            open: row.get("open")?,
            due: row.get("due")?,
            at: row.get("at")?,
        })
    };
    room.service.keep(|tx| tx.all(sql, [who], read)).unwrap()
}

/// Counts the rows of a person in a table.
fn count(room: &mut Room, table: &str, who: PersonId) -> i64 {
    let sql = format!("SELECT count(*) FROM {table} WHERE person = ?");
    let found = room.service.keep(|tx| tx.one(&sql, [who], |row| row.get(0)));
    found.unwrap().expect("a number")
}

fn steps(room: &mut Room, of: MatchId) -> Vec<StepRow> {
    room.service.keep(|tx| tx.steps(of)).unwrap()
}

/// Makes choices of Ann and Bob, of whom Ann misses three that are clearly best in 32 steps. `done` is how many were made.
fn play(room: &mut Room, of: i64, done: usize, steps: usize) {
    room.play(&["ann", "bob", "cid"], of, steps, |step| (step + done) * 9);
}

/// Plays a match that Bob resigns.
fn played(room: &mut Room, of: i64, more: &str) {
    room.all(&[&format!("ann: challenge @bob draughts side=first {more}"), "bob: accept"]);
    play(room, of, 0, 32);
    room.all(&[&format!("bob: resign #{of} yes")]);
}

/// Has a match reviewed where somebody is alone with the bot, and returns what they are told.
fn reviewed(room: &mut Room, who: &str, of: i64) -> String {
    room.company = RoomPresence::Alone;
    let mut said = room.say(who, &format!("review #{of}"));
    said.extend(room.think());
    room.company = RoomPresence::Many;
    said.last().expect("an answer").text.bare()
}

/// Opens a room where Ann has played a match and knows its review.
fn mined() -> Room {
    let mut room = Room::new();
    played(&mut room, 1, "unrated");
    let told = reviewed(&mut room, "ann", 1);
    let count = own(&mut room, "ann").len();
    assert_eq!(count, 3, "three are kept: {told}");
    assert!(told.ends_with("3 positions to look at again: `puzzle mine`"), "{told}");
    room
}

/// Returns the puzzle that is open, and what was played there.
fn opened(room: &mut Room, who: &str) -> (OwnPuzzle, String) {
    let open = own(room, who).into_iter().find(|it| it.open).expect("an open one");
    let played = steps(room, open.of)[open.step as usize].written.clone();
    (open, played)
}

#[test]
fn what_was_missed_comes_back_until_it_is_found_twice_in_a_row() {
    let mut room = mined();
    let shown = ask(&mut room, "ann", "puzzle mine");
    let text = shown.text.bare();
    assert!(text.starts_with("Draughts, from a match of yours"), "{text}");
    assert!(shown.sheet.is_some() && shown.menu.is_some(), "a board to answer on");
    let (first, played) = opened(&mut room, "ann");
    let line = format!("puzzle mine #1.{} ", first.step);
    let menu = shown.menu.unwrap();
    assert!(
        menu.choices.iter().all(|choice| choice.says.to_string().starts_with(&line)),
        "{menu:?}"
    );
    // What was played is wrong again, in words without a command as in any puzzle.
    let wrong = says(&mut room, "ann", &played);
    let whence = format!("From match #1, step {}, where you played `{played}`.", first.step);
    assert!(wrong.contains("Not the best.") && wrong.contains(&whence), "{wrong}");
    assert!(!wrong.contains(&first.solution), "{wrong}");
    let found = ask(&mut room, "ann", &first.solution);
    let text = found.text.bare();
    assert!(text.contains("Right!") && text.contains(&whence), "{text}");
    assert!(text.contains("It comes back in 1 day."), "{text}");
    assert_eq!(found.menu.unwrap().choices[0].says.to_string(), "puzzle mine next");
    // The others are asked next; then nothing is due.
    for left in [2, 1] {
        let next = says(&mut room, "ann", if left == 2 { "puzzle mine" } else { "next" });
        assert!(next.contains("from a match of yours"), "{next}");
        let (open, _) = opened(&mut room, "ann");
        assert_ne!(open.step, first.step);
        assert!(says(&mut room, "ann", &open.solution).contains("in 1 day"));
    }
    let none = says(&mut room, "ann", "puzzle mine");
    assert!(none.contains("comes in 1 day. 3 wait in all."), "{none}");
    // An answer before that counts for nothing.
    let line = format!("{line}{}", first.solution);
    assert!(says(&mut room, "ann", &line).contains("It comes back in 1 day."));
    assert_eq!(own(&mut room, "ann").iter().map(|it| it.in_row).max(), Some(1));
    room.now += DAY;
    for round in 0..3 {
        says(&mut room, "ann", "puzzle mine");
        let (open, _) = opened(&mut room, "ann");
        let text = says(&mut room, "ann", &open.solution);
        // Two were found at once before.
        let is_done = text.contains("so it won't come back.");
        assert_eq!(is_done, open.step != first.step, "{round}: {text}");
    }
    assert!(says(&mut room, "ann", "puzzle mine").contains("It's the only one that waits."));
    room.now += DAY;
    assert!(says(&mut room, "ann", &line).contains("won't come back"), "twice in a row");
    let none = room.refused("ann", "puzzle mine", "not-now");
    assert!(none.contains("`review`") || none.contains("After review"), "{none}");
    // Another review doesn't bring them again.
    let again = reviewed(&mut room, "ann", 1);
    assert!(!again.contains("puzzle mine"), "{again}");
    room.refused("ann", "puzzle mine", "not-now");
    // The puzzle rating and its days know nothing of all that.
    let ann = id(&mut room, "ann");
    assert_eq!(count(&mut room, "solvers", ann), 0);
    assert_eq!(count(&mut room, "puzzle_tries", ann), 0);
}

#[test]
fn the_solution_ends_a_round_and_next_leads_on_to_the_puzzles_of_the_house() {
    let mut room = mined();
    says(&mut room, "ann", "puzzle mine");
    let (open, _) = opened(&mut room, "ann");
    room.refused("ann", "hint", "not-now");
    assert!(!ask(&mut room, "ann", "moves").menu.expect("a menu").choices.is_empty());
    room.refused("ann", "puzzle a1-h8", "illegal");
    let shown = says(&mut room, "ann", "puzzle solution");
    assert!(shown.contains(&open.solution) && shown.contains("From match #1"), "{shown}");
    let line = format!("puzzle mine #1.{} {}", open.step, open.solution);
    says(&mut room, "ann", &line);
    assert!(own(&mut room, "ann").iter().all(|it| it.in_row == 0), "it was shown");
    // Two more are due.
    let mut seen = BTreeSet::from([open.step]);
    for _ in 0..2 {
        says(&mut room, "ann", "puzzle next");
        seen.insert(opened(&mut room, "ann").0.step);
    }
    assert_eq!(seen.len(), 3);
    says(&mut room, "ann", "puzzle solution");
    says(&mut room, "ann", "next");
    says(&mut room, "ann", "solution");
    let house = says(&mut room, "ann", "puzzle next");
    assert!(house.starts_with("Draughts, puzzle "), "{house}");
    assert!(own(&mut room, "ann").iter().all(|it| !it.open), "one is open at a time");
    assert!(says(&mut room, "ann", "puzzle close").contains("closed"));
    // A game can be named.
    room.refused("ann", "puzzle trapdoor mine", "not-now");
    assert!(says(&mut room, "ann", "puzzle draughts mine").contains("comes in 1 day"));
}

#[test]
fn what_was_missed_is_for_the_player_alone() {
    let mut room = Room::new();
    played(&mut room, 1, "unrated");
    // In company the review tells nobody what the asker missed.
    room.say("ann", "review #1");
    let said = room.think();
    let [review] = &said[..] else { panic!("one answer: {said:?}") };
    assert!(!review.text.bare().contains("puzzle mine"), "{}", review.text.bare());
    let kept = own(&mut room, "ann");
    assert_eq!(kept.len(), 3);
    // Bob asked for nothing, and Cid didn't play.
    assert_eq!(own(&mut room, "bob"), []);
    assert!(!reviewed(&mut room, "cid", 1).contains("puzzle mine"));
    for who in ["bob", "cid"] {
        room.refused(who, "puzzle mine", "not-now");
        for words in ["", " solution", " b6-a5"] {
            let line = format!("puzzle mine #1.{}{words}", kept[0].step);
            room.refused(who, &line, "unknown");
        }
    }
    for words in ["puzzle mine #1.999", "puzzle mine #99.1", "puzzle mine #1.0"] {
        room.refused("ann", words, "unknown");
    }
    room.refused("ann", "puzzle mine b6-a5", "not-now");
    // Bob has mistakes of his own.
    reviewed(&mut room, "bob", 1);
    let his = own(&mut room, "bob");
    let steps = steps(&mut room, MatchId(1));
    for (who, all) in [(0, &kept), (1, &his)] {
        for puzzle in all {
            assert_eq!(steps[puzzle.step as usize].seat.map(|it| it.index()), Some(who));
        }
    }
}

#[test]
fn a_position_of_a_running_rated_match_waits() {
    let mut room = mined();
    // This one goes the same way.
    room.all(&["ann: challenge @bob draughts days=7 side=first", "bob: accept"]);
    play(&mut room, 2, 0, 6);
    let (kept, held) = (own(&mut room, "ann"), "stands in your rated match #2");
    for words in ["puzzle mine".to_owned(), "puzzle mine next".to_owned()] {
        assert!(room.refused("ann", &words, "not-now").contains(held), "{words}");
    }
    for puzzle in &kept {
        for words in ["", " solution", &format!(" {}", puzzle.solution)] {
            let line = format!("puzzle mine #1.{}{words}", puzzle.step);
            assert!(room.refused("ann", &line, "not-now").contains(held), "{line}");
        }
    }
    assert_eq!(own(&mut room, "ann"), kept, "nothing was counted");
    // An open one isn't answered either, with or without a command.
    room.all(&["ann: resign #2 yes"]);
    says(&mut room, "ann", "puzzle mine");
    let (open, played) = opened(&mut room, "ann");
    room.all(&["ann: challenge @bob draughts days=7 side=first", "bob: accept"]);
    play(&mut room, 3, 0, 6);
    says_open(&mut room, &open);
    for words in [&open.solution, &played] {
        let said = room.refused("ann", &format!("puzzle {words}"), "not-now");
        assert!(said.contains("stands in your rated match #3"), "{said}");
    }
    // Others' rated matches are no reason.
    room.all(&["bob: resign #3 yes"]);
    assert!(says(&mut room, "ann", &open.solution).contains("Right!"));
}

/// Makes varying choices in match #1 until it is over, or so many.
fn play_to_the_end(room: &mut Room, steps: usize, which: impl Fn(usize) -> usize) {
    for step in 0..steps {
        let found = ["ann", "bob"].into_iter().find_map(|who| {
            let of = Some(MatchId(1));
            let offers = room.service.offers(room.chat, &room.handle, who, of).unwrap();
            Some((who, offers.into_iter().next()?.words))
        });
        let Some((who, words)) = found else { return };
        let word = &words[which(step) % words.len()];
        room.all(&[&format!("{who}: play #1 {word}")]);
    }
}

/// Makes a puzzle the open one as before.
fn says_open(room: &mut Room, open: &OwnPuzzle) {
    let ann = id(room, "ann");
    let OwnPuzzle { of, step, solution: _, chances: _, in_row, open, due, at } = open;
    let sql = "UPDATE own_puzzles SET open = ?, due = ?, in_row = ?, at = ? WHERE person = ? AND match_id = ? AND step = ?";
    let row = params![open, due, in_row, at, ann, of, step];
    assert_eq!(room.service.keep(|tx| tx.change(sql, row)).unwrap(), 1);
}

#[test]
fn a_match_that_somebody_else_played_for_them_brings_nothing() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts unrated days=3 side=first", "bob: accept"]);
    play(&mut room, 1, 0, 20);
    room.now += 4 * DAY;
    room.tick();
    room.all(&["cid: help", "bob: substitute #1 @cid", "cid: substitute take"]);
    play(&mut room, 1, 20, 2);
    room.all(&["cid: substitute off"]);
    play(&mut room, 1, 22, 10);
    room.all(&["bob: resign #1 yes"]);
    for who in ["ann", "cid"] {
        assert!(!reviewed(&mut room, who, 1).contains("puzzle mine"));
        assert_eq!(own(&mut room, who), [], "{who}");
    }
    let count = steps(&mut room, MatchId(1)).len();
    assert_eq!(count, 33, "the same match brings three otherwise");
}

#[test]
fn only_the_newest_sixty_wait() {
    let mut room = mined();
    let ann = id(&mut room, "ann");
    let kept = own(&mut room, "ann");
    for step in 100..160 {
        let sql = "INSERT INTO own_puzzles
                   SELECT person, match_id, ?1, solution, best, next, pause, due, in_row, misses, open, at, done_at
                   FROM own_puzzles WHERE person = ?2 AND match_id = ?3 AND step = ?4";
        let row = params![step, ann, kept[0].of, kept[0].step];
        assert_eq!(room.service.keep(|tx| tx.change(sql, row)).unwrap(), 1);
    }
    played(&mut room, 2, "unrated");
    reviewed(&mut room, "ann", 2);
    let all = own(&mut room, "ann");
    assert_eq!(all.len(), 60);
    assert_eq!(all.iter().filter(|it| it.of == MatchId(2)).count(), 3);
    // One that no longer fits its match goes when it would be asked.
    let asked: Vec<i64> = (0..3)
        .map(|_| {
            says(&mut room, "ann", "puzzle mine next");
            opened(&mut room, "ann").0.of.0
        })
        .collect();
    assert_eq!(asked, [2, 2, 2], "those of the newest match come first");
}

#[test]
fn they_are_kept_over_a_restart_given_with_the_data_and_deleted_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.db");
    let mut room = Room::stored(&path, 1_767_225_600);
    played(&mut room, 1, "unrated");
    reviewed(&mut room, "ann", 1);
    says(&mut room, "ann", "puzzle mine");
    let (open, _) = opened(&mut room, "ann");
    let now = room.now;
    drop(room);
    let mut room = Room::stored(&path, now + 60);
    assert_eq!(opened(&mut room, "ann").0, open);
    let told = says(&mut room, "ann", &open.solution);
    assert!(told.contains("It comes back in 1 day."), "{told}");
    let ann = id(&mut room, "ann");
    let given = room.service.keep(|tx| tx.kept_of(ann)).unwrap();
    assert_eq!(given["own_puzzles"].as_array().unwrap().len(), 3);
    room.all(&["ann: mydata delete"]);
    room.say("ann", "mydata delete yes");
    assert_eq!(own_of(&mut room, ann), []);
}

#[test]
fn linked_accounts_have_them_together_and_each_keeps_its_own() {
    let mut room = Room::new();
    on_matrix(&mut room, "anna", "hello");
    played(&mut room, 1, "unrated");
    reviewed(&mut room, "ann", 1);
    let before = own(&mut room, "ann");
    linked(&mut room);
    let there = on_matrix(&mut room, "anna", "puzzle mine");
    assert!(
        there.iter().any(|reply| reply.text.bare().contains("from a match of yours")),
        "{there:?}"
    );
    room.now += DAY;
    room.all(&["ann: unlink"]);
    room.say("ann", "unlink yes");
    let steps = |all: &[OwnPuzzle]| all.iter().map(|it| it.step).collect::<Vec<_>>();
    let after = own(&mut room, "ann");
    assert_eq!(steps(&after), steps(&before));
    let anna = room.service.keep(|tx| tx.person_by_handle(Chat::Matrix, "@anna:x")).unwrap();
    let anna = anna.unwrap().id;
    assert_eq!(own_of(&mut room, anna), []);
}

#[test]
fn each_is_a_step_of_its_person_and_clearly_best_by_what_they_knew() {
    let mut found = 0;
    for (nth, game) in GameId::ALL.iter().enumerate() {
        for seed in part(0..3) {
            let store = Store::trial_with(features::FEATURES.tables()).unwrap();
            let service =
                Service::new(store, RandomSource::Repeatable(seed as u64 + 1), &features::FEATURES);
            let mut room = Room::with(service);
            let line = format!("ann: challenge @bob {} quick unrated side=first", game.name());
            room.all(&[&line, "bob: accept"]);
            play_to_the_end(&mut room, 60, |step| step * (5 + seed + nth) + 3);
            room.say("ann", "resign #1 yes");
            for (who, seat) in [("ann", 0), ("bob", 1)] {
                reviewed(&mut room, who, 1);
                let steps = steps(&mut room, MatchId(1));
                let all = own(&mut room, who);
                assert!(all.len() <= 3, "{game}: {}", all.len());
                for row in all {
                    let [before, step] = [&steps[row.step as usize - 1], &steps[row.step as usize]];
                    assert_eq!(step.seat.map(|it| it.index()), Some(seat), "{game}");
                    let seat = step.seat.unwrap();
                    let table = game.resume(&before.after).unwrap();
                    let missed =
                        MissedChoice { solution: row.solution.clone(), chances: row.chances };
                    let puzzle = Puzzle::of_match(&*table, seat, (1, row.step), missed).unwrap();
                    assert_eq!(puzzle.seat().unwrap(), seat, "{game}");
                    assert!(puzzles::check(&puzzle).unwrap().is_some(), "{game} {}", puzzle.name);
                    assert!(puzzle.answer(&row.solution).unwrap().right);
                    assert!(!puzzle.answer(&step.written).unwrap().right);
                    // Its player saw just this; what they didn't see is dealt again.
                    let shown = puzzle.table().unwrap();
                    let names = BySeat::new(|_| String::new());
                    let to = Observer { viewer: Viewer::Seat(seat), names: &names };
                    assert_eq!(shown.show(to), table.show(to), "{game}");
                    found += 1;
                }
            }
        }
    }
    assert!(!is_full() || 5 <= found, "{found}");
}
