//! How many statements a move costs, with what is due and the delivery of its replies: on a server each is a round trip. And how much
//! SQLite does for a line: as much among many people and matches as among few.
use engine::games::GameId;
use model::ids::{Chat, MatchId};
use service::{RandomSource, Service};
use store::{Store, StoreError};

use crate::room::Room;

/// Moves of each game.
const MOVES: u64 = 40;

/// The most statements that a move may cost, as the mean of a game.
const MOST: u64 = 55;

#[test]
fn a_move_costs_few_statements() {
    println!("| game | statements a move |\n|---|---|");
    for game in GameId::ALL.iter().copied() {
        let mut room = Room::new();
        room.all(&[&format!("ann: challenge @bob {}", game.name()), "bob: accept"]);
        let mut run = 0;
        for turn in 0..MOVES {
            let found = ["ann", "bob"].into_iter().find_map(|who| {
                let offers = room.service.offers(Chat::Console, "room", who, Some(MatchId(1)));
                Some((who, offers.unwrap().into_iter().next()?.words))
            });
            let (who, words) = found.expect("somebody can move");
            let word = words[(turn * 5) as usize % words.len()].clone();
            let before = store::statements_run();
            let replies = room.say(who, &format!("play #1 {word}"));
            run += store::statements_run() - before;
            assert!(replies.iter().all(|it| it.refused.is_none()), "{word}");
        }
        println!("| {} | {:.1} |", game.title(), run as f64 / MOVES as f64);
        assert!(run <= MOST * MOVES, "{game}: {run} for {MOVES} moves");
    }
}

/// Lines of two people and a moderator. None of them is about others, or lists what others do.
const LINES: &[&str] = &[
    "ann: help",
    "ann: settings",
    "ann: settings theme dark",
    "ann: settings zone Berlin",
    "ann: rules trapdoor",
    "ann: what is a snap",
    "ann: hello there",
    "ann: challenge @bob draughts rated",
    "ann: challenge",
    "bob: games",
    "bob: accept",
    "ann: moves",
    "ann: play b6-a5",
    "bob: board",
    "bob: play c3-d4",
    "ann: where am I",
    "ann: whose turn is it",
    "ann: is c5 safe",
    "ann: note #1 a plan",
    "ann: note #1",
    "ann: if c3-b4 then a5xc3",
    "ann: undo",
    "bob: decline",
    "ann: draw",
    "bob: decline",
    "ann: history",
    "ann: verify",
    "ann: export",
    "ann: export pdn",
    "ann: share",
    "ann: share off",
    "ann: link board",
    "ann: link",
    "ann: next",
    "ann: remind every 6h",
    "ann: remind snooze 1h",
    "ann: vacation 3 days",
    "ann: vacation cancel",
    "ann: pause",
    "bob: decline",
    "ann: substitute @bob",
    "carol: watch #1",
    "carol: call #1 ann 70",
    "carol: games",
    "carol: challenge anyone trapdoor",
    "carol: profile @ann",
    "carol: versus @bob",
    "carol: practice draughts 1",
    "carol: resign #2 yes",
    "carol: learn trapdoor",
    "carol: puzzle draughts",
    "carol: mydata",
    "mod: admin",
    "mod: admin ban @carol",
    "mod: admin unban @carol",
    "mod: admin calls on",
    "mod: admin gazette sunday 18:00",
    "mod: admin puzzle daily 18:00",
    "ann: call off",
    "bob: resign #1 yes",
    "ann: review",
    "ann: recap",
    "ann: rematch",
    "ann: stakes",
];

/// Says the lines after this many others were met; returns what each costs SQLite, and what becoming late and setting the clock back cost.
fn costs(others: usize) -> Vec<(String, u64)> {
    let mut store = Store::in_memory_with(features::FEATURES.tables()).unwrap();
    let met = |tx: &store::Tx<'_>| {
        for n in 0..others {
            // Before and after those who speak, in the order of names.
            for name in [format!("A{n:05}"), format!("Z{n:05}")] {
                tx.meet_person(Chat::Console, &name.to_lowercase(), &name)?;
            }
        }
        Ok::<_, StoreError>(())
    };
    store.transaction(met).unwrap();
    let mut room =
        Room::with(Service::new(store, RandomSource::Repeatable(7), &features::FEATURES));
    room.moderator = true;
    for who in ["ann", "bob", "carol", "mod"] {
        room.say(who, "hello");
    }
    let cost = |what: &str, done: &mut dyn FnMut()| {
        let before = store::sqlite_steps();
        done();
        (what.to_owned(), store::sqlite_steps() - before)
    };
    let mut all: Vec<(String, u64)> = Vec::new();
    for line in LINES {
        let (who, words) = line.split_once(": ").unwrap();
        all.push(cost(line, &mut || drop(room.say(who, words))));
        // What the bot thinks about is stored before the next line, however long it took.
        room.think();
    }
    let now = room.now;
    for (what, at) in [("a day later", now + 86_400), ("the clock is set back", now)] {
        all.push(cost(what, &mut || {
            room.service.tick(at).unwrap();
        }));
    }
    all
}

#[test]
fn a_line_costs_as_much_among_many_people_as_among_few() {
    for ((what, few), (_, many)) in costs(2).into_iter().zip(costs(1000)) {
        assert!(0 < few && many <= few + few / 10, "{what}: {few} steps of SQLite, then {many}");
    }
}
