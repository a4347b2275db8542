//! Calls of what this turn and the next bring.
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    mind::{Level, Player, SpanStage, TurnSpan},
    seat::{Seat, Viewer},
    table::Table,
};
use it::sample::{is_full, part};
use model::reply::Reply;

use crate::{
    absent_players::{lines, texts},
    link::{linked, on_matrix},
    privacy::service,
    room::Room,
};

use super::calls::{alone, open, refused, running, table, turn_on};

/// Steps after which a match of a test is given up.
const FAR: usize = 300;

/// A match of Draughts of Ann, who plays Black, and Bob that counts.
fn draughts() -> Room {
    let mut room = open();
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    room
}

/// Plays match #1 until something is undecided, and returns what Cid is asked.
fn undecided(room: &mut Room) -> Reply {
    for _ in 0..FAR {
        let asks = alone(room, "cid", "call #1 next");
        if asks.refused.is_none() {
            return asks;
        }
        assert!(asks.text.bare().contains("nothing undecided"), "{asks:?}");
        room.play_of(1);
    }
    panic!("nothing was ever undecided");
}

/// Makes a call that is taken, and returns the answer.
fn call(room: &mut Room, who: &str, words: &str) -> String {
    let reply = alone(room, who, words);
    let text = reply.text.bare();
    assert!(reply.refused.is_none() && text.contains("You call "), "{who}: {words}: {text}");
    text
}

fn own(room: &mut Room, who: &str) -> String {
    alone(room, who, "calls #1").text.bare()
}

/// Plays match #1 until Cid's calls of turns are decided; returns what was told meanwhile.
fn decided(room: &mut Room) -> String {
    let mut told = String::new();
    for _ in 0..FAR {
        told.push_str(&texts(&[room.play_of(1)]));
        if own(room, "cid").contains(". I thought ") {
            return told;
        }
    }
    panic!("it was never decided");
}

#[test]
fn a_call_of_a_turn_is_for_its_caller_alone_and_counts_when_it_is_decided() {
    let mut room = running();
    let asks = alone(&mut room, "cid", "call #1");
    assert_eq!(lines(&asks).last().unwrap(), "call #1 next");
    let asks = undecided(&mut room);
    assert!(asks.text.bare().contains(" in this turn or the next: yes or no"), "{asks:?}");
    let (says, offered) = (asks.text.bare(), lines(&asks));
    assert!(!says.replace("next yes 70", "").contains('%'), "no odds are told: {says}");
    assert_eq!(offered[0], "call #1 next yes 60");
    assert_eq!(offered[5], "call #1 next no 90");
    // Everybody is asked the same, and the answer can be changed until the next step.
    let other = alone(&mut room, "dan", "call next #1");
    assert_eq!(other.text, asks.text);
    assert!(call(&mut room, "cid", "call #1 next no").contains("You call No 75%: "));
    assert!(call(&mut room, "cid", "call #1 next yes 90%").contains("You call Yes 90%: "));
    let kept = room.one("cid", "mydata export").file.expect("a file").body;
    assert!(kept.contains("\"yes ") && kept.contains("\"chance\": null"), "{kept}");
    // A winner can be called beside it.
    call(&mut room, "cid", "call #1 ann 60");
    let shown = own(&mut room, "cid");
    assert!(shown.contains("You called Ann 60%") && shown.contains("You called Yes 90% after "));
    assert!(!own(&mut room, "dan").contains("Yes"), "others see nothing");
    let told = decided(&mut room);
    assert!(!told.to_lowercase().contains("you call") && !told.contains("point"), "{told}");
    let shown = own(&mut room, "cid");
    assert!(shown.contains(". I thought Yes ") && shown.contains(" point"), "{shown}");
    assert!(!table(&mut room).contains("Cid"), "nothing is told before the end");
    let kept = room.one("cid", "mydata export").file.expect("a file").body;
    assert!(kept.contains("\"chance\": ") && kept.contains("\"what\": \"turn "), "{kept}");
    // At the end both are told.
    room.all(&["bob: resign #1 yes"]);
    let all = room.one("eve", "calls #1").text.bare();
    assert!(all.contains("Cid called Ann 60%") && all.contains("Cid called 1 turn: "), "{all}");
    assert!(table(&mut room).contains(", 1 match, 1 turn"));
    room.all(&["cid: settings hidden on"]);
    let hidden = room.say("eve", "calls #1");
    assert!(!texts(&hidden).contains("Cid"), "{hidden:?}");
}

#[test]
fn players_and_their_linked_accounts_cannot_call_turns() {
    let mut room = running();
    for who in ["ann", "bob"] {
        for words in ["call #1 next", "call #1 next yes 100"] {
            refused(&mut room, who, words, "not-yours");
        }
    }
    linked(&mut room);
    let told = on_matrix(&mut room, "anna", "call #1 next");
    assert_eq!(told[0].refused.map(|it| it.name()), Some("not-yours"), "{told:?}");
}

#[test]
fn a_second_call_waits_until_the_first_is_decided() {
    let mut room = draughts();
    let asks = undecided(&mut room);
    call(&mut room, "cid", "call #1 next yes 60");
    room.play_of(1);
    if !own(&mut room, "cid").contains(". I thought ") {
        for words in ["call #1 next", "call #1 next no 90"] {
            let says = refused(&mut room, "cid", words, "not-now");
            assert!(says.contains("You called Yes 60% after "), "{says}");
        }
        decided(&mut room);
    }
    // A choice of an earlier step asks again, or says that nothing is undecided.
    let mut stale = room.request("dan", "call #1 next yes 90");
    stale.asked_at = asks.menu.as_ref().and_then(|menu| menu.asked_at);
    assert!(stale.asked_at.is_some());
    let told = room.service.handle(&stale);
    if told.is_empty() {
        let heard = room.think();
        assert!(!texts(&heard).contains("You call "), "{heard:?}");
    }
    assert!(told.iter().all(|sent| !sent.reply.text.bare().contains("You call ")), "{told:?}");
    // The next turns can be called again.
    undecided(&mut room);
    call(&mut room, "cid", "call #1 next no 60");
}

#[test]
fn a_call_of_a_turn_falls_away_with_the_step_before_it_unless_it_is_decided() {
    for decides in [false, true] {
        let mut room = draughts();
        undecided(&mut room);
        call(&mut room, "cid", "call #1 next yes 60");
        let who = room.asked(1);
        let other = if who == "ann" { "bob" } else { "ann" };
        room.play_of(1);
        if decides && !own(&mut room, "cid").contains(". I thought ") {
            decided(&mut room);
        }
        for _ in 0..3 {
            room.say(who, "undo #1");
            room.say(other, "undo #1 accept");
        }
        let shown = own(&mut room, "cid");
        assert_eq!(shown.contains("Yes 60%"), decides, "{shown}");
        room.all(&["bob: resign #1 yes"]);
        assert_eq!(table(&mut room).contains("Cid"), decides);
    }
}

#[test]
fn a_call_that_was_decided_before_the_steps_that_are_taken_back_stays() {
    let mut room = draughts();
    undecided(&mut room);
    call(&mut room, "cid", "call #1 next yes 60");
    decided(&mut room);
    let who = room.asked(1);
    let other = if who == "ann" { "bob" } else { "ann" };
    room.play_of(1);
    room.say(who, "undo #1");
    let told = texts(&room.say(other, "undo #1 accept"));
    assert!(told.contains("take back"), "{told}");
    assert!(own(&mut room, "cid").contains(". I thought "));
    room.all(&["bob: resign #1 yes"]);
    let shown = table(&mut room);
    assert!(shown.contains("1. Cid: ") && shown.ends_with(", 1 turn"), "{shown}");
}

#[test]
fn a_person_calls_twenty_turns_of_a_match_at_most() {
    let mut room = open();
    room.all(&["ann: challenge @bob amtgard side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    for _ in 0..20 {
        undecided(&mut room);
        call(&mut room, "cid", "call #1 next no 60");
        let count = own(&mut room, "cid").matches(". I thought ").count();
        while own(&mut room, "cid").matches(". I thought ").count() == count {
            room.play_of(1);
        }
    }
    let says = refused(&mut room, "cid", "call #1 next yes", "too-much");
    assert!(says.contains("20 turns"), "{says}");
    room.all(&["bob: resign #1 yes"]);
    assert!(table(&mut room).ends_with(", 20 turns"));
}

#[test]
fn a_turn_that_the_end_cuts_short_counts_for_nothing() {
    for end in ["bob: resign #1 yes", "ann: resign #1 yes"] {
        let mut room = draughts();
        undecided(&mut room);
        call(&mut room, "cid", "call #1 next yes 60");
        room.all(&[end]);
        room.refused("cid", "calls #1", "not-now");
        assert!(!table(&mut room).contains("Cid"));
    }
}

#[test]
fn turns_of_matches_that_cannot_be_called_cannot_be_called_either() {
    let mut room = open();
    room.all(&["ann: challenge @bob draughts private", "bob: accept"]);
    assert!(room.say("cid", "call #1 next")[0].refused.is_some());
    room.all(&["ann: challenge @bob alien", "bob: accept"]);
    for _ in 0..12 {
        room.play_of(2);
    }
    assert!(refused(&mut room, "cid", "call #2 next", "not-now").contains("up to step 10"));
    // A player who wants none ends those that are open, too.
    let mut room = draughts();
    undecided(&mut room);
    call(&mut room, "cid", "call #1 next yes 60");
    room.all(&["bob: settings calls off"]);
    assert!(refused(&mut room, "cid", "call #1 next", "not-now").contains("doesn't want calls"));
    room.play_of(1);
    assert!(!own(&mut room, "cid").contains("Yes 60%"));
    room.all(&["bob: settings calls on"]);
    room.moderator = true;
    room.all(&["mod: admin calls off"]);
    room.moderator = false;
    refused(&mut room, "cid", "call #1 next", "not-now");
}

#[test]
fn what_is_undecided_tells_nothing_about_a_rated_match() {
    let mut room = open();
    room.all(&[
        "ann: challenge @bob draughts side=black",
        "bob: accept",
        "cid: challenge @dan draughts side=black",
        "dan: accept",
    ]);
    let says = refused(&mut room, "cid", "call #1 next", "not-now");
    assert!(says.contains("stands in your rated match #2"), "{says}");
}

#[test]
fn what_is_no_call_of_a_turn_is_refused() {
    let mut room = draughts();
    undecided(&mut room);
    for words in ["call #1 next yes 101", "call #1 next no much", "call #1 next yes 60 70"] {
        let says = refused(&mut room, "cid", words, "unreadable");
        assert!(says.contains("Say `yes` or `no`"), "{words}: {says}");
    }
    assert!(call(&mut room, "cid", "call next turn no 55% #1").contains("No 55%"));
    assert!(room.service.may_be_secret(&room.request("cid", "call #1 next yes")));
}

#[test]
fn turns_against_the_bot_are_decided_by_its_steps_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    turn_on(&mut room);
    room.all(&["cid: help", "ann: practice draughts 1 side=black"]);
    let mut called = false;
    for _ in 0..FAR {
        room.think();
        if !called && alone(&mut room, "cid", "call #1 next").refused.is_none() {
            call(&mut room, "cid", "call #1 next no 60");
            let now = room.now;
            drop(room);
            room = Room::with(service(&path));
            room.now = now;
            room.tick();
            called = true;
        }
        if own(&mut room, "cid").contains(". I thought ") {
            return;
        }
        room.play_of(1);
    }
    panic!("it was never decided");
}

/// Returns the dice of a step of a numbered match.
fn fair(number: u8, step: u32) -> Dice {
    Dice::fair(&Seed::from_bytes([number; 32]), StepKey { step, take: 0 })
}

/// A question that was found in a match: what was stated, and until when it is watched.
struct Watched {
    span: TurnSpan,
    seat: Seat,
    nth: usize,
    before: usize,
    chance: f64,
}

impl Watched {
    fn found(table: &dyn Table, seed: u64) -> Option<Watched> {
        let odds = table.upcoming(seed).unwrap()?;
        let (seat, nth) = (odds.seat, odds.nth);
        assert_eq!(table.gains(seat)[nth], odds.gain);
        assert!((0.2..=0.8).contains(&odds.chance), "{odds:?}");
        let span = TurnSpan::begin(&table.status()).expect("a side's turn");
        Some(Watched { span, seat, nth, before: odds.gain.count, chance: odds.chance })
    }

    /// Looks at the match after a step; returns whether it has happened once that is decided.
    fn sees(&mut self, table: &dyn Table) -> Option<bool> {
        if self.before < table.gains(self.seat)[self.nth].count {
            return Some(true);
        }
        (self.span.goes_on(&table.status()) == SpanStage::Done).then_some(false)
    }
}

/// Plays some steps of a match between quick players; returns what was stated of each question, and
/// whether it happened.
fn asked_in(game: GameId, number: u8, steps: u32) -> Vec<(f64, bool)> {
    let mut table = game.open(game.options("").unwrap(), &mut fair(number, 0)).expect("a match");
    let mut watched: Option<Watched> = None;
    let mut found = Vec::new();
    for step in 1..=steps {
        let Status::Waiting(prompts) = table.status() else { break };
        let seed = u64::from(step) << 8 | u64::from(number);
        watched = watched.or_else(|| Watched::found(&*table, seed));
        // Whatever is asked can be answered by the room.
        let seen = table.determinize(Viewer::Room, &mut Dice::thinking(seed));
        for seat in Seat::BOTH {
            assert_eq!(table.gains(seat), seen.gains(seat), "{game}: a secret at step {step}");
        }
        let seat = prompts[0].seat;
        let thought = table.think(seat, Player::Level(Level::Three), seed + 1).unwrap();
        let words = thought.expect("a quick player knows what to do").words;
        table.play(seat, &words, &mut fair(number, step)).unwrap();
        if let Some(mut question) = watched.take() {
            match question.sees(&*table) {
                Some(happened) => found.push((question.chance, happened)),
                None => watched = Some(question),
            }
        }
    }
    found
}

#[test]
fn what_is_stated_of_the_next_turns_comes_about_as_often() {
    let (mut stated, mut happened, mut all) = (0.0, 0.0, 0.0);
    let matches = GameId::ALL.iter().flat_map(|game| [(*game, 1), (*game, 2)]);
    for (game, number) in part(matches) {
        let found = asked_in(game, number, 70);
        let count = found.len() as f64;
        let chance: f64 = found.iter().map(|it| it.0).sum();
        let came = found.iter().filter(|it| it.1).count() as f64;
        println!("{game} {number}: {count} asked, {chance:.1} stated, {came} came");
        assert!(2.0 <= count, "{game}: hardly anything is asked");
        // Three standard deviations of as many throws, at most.
        let far = (chance - came).abs();
        assert!(far <= 1.5 * count.sqrt() + 1.0, "{game}: {chance} stated of {count}, {came} came");
        stated += chance;
        happened += came;
        all += count;
    }
    let far: f64 = (stated - happened) / all;
    assert!(!is_full() || far.abs() < 0.1, "{stated} stated of {all}, {happened} came");
}
