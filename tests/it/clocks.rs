//! Clocks: agreed in many forms, shown to all, running for the right player, and never during an outage of the bot.
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{RandomSource, Service, TICK, drawing};
use store::Store;

use crate::room::Room;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Ann plays Black against Bob with a clock, and owes the first spin.
pub(crate) fn timed(clock: &str) -> Room {
    let mut room = Room::new();
    room.all(&[&format!("ann: challenge @bob trapdoor side=black {clock}"), "bob: accept"]);
    room
}

/// Makes first choices for somebody until their turn ends, and returns the last message.
pub(crate) fn turn(room: &mut Room, who: &str) -> Reply {
    loop {
        let menu = room.one(who, "moves").menu.expect("something to do");
        let says = menu.choices[0].says.to_string();
        let reply = room.say(who, &says).pop().expect("a turn message");
        let again = room.say(who, "moves").pop().is_some_and(|it| it.refused.is_none());
        if !again {
            return reply;
        }
    }
}

/// Returns the only reply.
#[track_caller]
fn only(mut said: Vec<Reply>) -> Reply {
    assert_eq!(said.len(), 1, "{said:?}");
    said.remove(0)
}

#[test]
fn clocks_are_agreed_by_name_by_turn_and_as_banks() {
    let mut room = Room::new();
    let agreed = [
        ("", "3 days + 1 day per turn"),
        ("hard", "3 days + 1 day per turn (hard)"),
        ("days=2", "2 days per turn"),
        ("3 days", "3 days per turn"),
        ("clock", "3 days + 1 day per turn"),
        ("clock=usual", "3 days + 1 day per turn"),
        ("clock usual snap", "3 days + 1 day per turn"),
        ("clock snap", "3 days + 1 day per turn"),
        ("clock 3 days", "3 days per turn"),
        ("clock=slow hard", "7 days + 2 days per turn (hard)"),
        ("clock=daily", "1 day per turn"),
        ("clock=12h", "12 hours per turn"),
        ("clock=2d+12h/4d", "2 days + 12 hours per turn"),
        ("clock=none", "no clock"),
        ("hard days=1", "1 day per turn (hard)"),
    ];
    for (n, (said, agreed)) in agreed.into_iter().enumerate() {
        let offer = room.one("ann", &format!("challenge @p{n} trapdoor {said}")).text.bare();
        assert!(offer.contains(&format!(", {agreed}, rated")), "{said}: {offer}");
        room.all(&["ann: cancel"]);
    }
}

#[test]
fn impossible_clocks_are_refused_and_nothing_is_offered() {
    let mut room = Room::new();
    for odd in [
        "clock=0d",
        "clock=-3d",
        "clock=99999999999999999999d",
        "clock=61d",
        "clock=1s",
        "clock=3d+1d/2d",
        "clock=3d+",
        "clock=soon",
        "clock=1y",
        "days=0",
        "days=-1",
        "days=3 clock=usual",
        "clock=none hard",
        "clock=usual clock=slow",
        "rated unrated",
    ] {
        let says = room.refused("ann", &format!("challenge @bob trapdoor {odd}"), "unreadable");
        assert!(says.contains('`'), "{odd}: {says}");
    }
    assert!(!room.one("ann", "games").text.bare().contains("Open challenges"));
}

#[test]
fn every_turn_message_and_every_picture_shows_the_time_of_both() {
    let mut room = timed("clock=usual");
    room.now += 4 * HOUR;
    let reply = turn(&mut room, "ann");
    let text = reply.text.bare();
    assert!(text.contains("3 days left. Ann has 3 days 20 hours."), "{text}");
    let picture = reply.picture.unwrap();
    assert_eq!(picture.clocks, [Some("3 days 20 hours".to_owned()), Some("3 days".to_owned())]);
    let scene = room.service.look(|tx| drawing(tx, &picture)).unwrap().scene;
    let clocks = [&scene.sides.first.clock, &scene.sides.second.clock];
    assert_eq!(clocks.map(|it| it.as_deref()), [Some("3 days 20 hours"), Some("3 days")]);
    assert!(picture.alt.contains("clock 3 days 20 hours"), "{}", picture.alt);
    assert!(room.one("bob", "games").text.bare().contains("to move, 3 days left"));
    room.all(&["bob: resign yes"]);
    assert_eq!(room.one("ann", "board #1").picture.unwrap().clocks, [None, None]);
    // With a fixed time per turn, the other side's time isn't told.
    let text = room.one("bob", "challenge @ann trapdoor side=black days=2").text.bare();
    assert!(text.contains("2 days per turn"), "{text}");
    let begun = room.one("ann", "accept").text.bare();
    assert!(
        begun.contains("spin the wheel. 2 days left.\n") || begun.ends_with("2 days left."),
        "{begun}"
    );
}

#[test]
fn a_bank_lives_from_turn_to_turn() {
    let mut room = timed("clock=2d+1d/3d");
    room.now += 36 * HOUR;
    turn(&mut room, "ann");
    turn(&mut room, "bob");
    // Twelve hours were left, and the turn brought a day.
    room.now += 36 * HOUR - 1;
    room.refused("bob", "claim", "not-now");
    room.now += 1;
    assert!(room.one("bob", "claim").text.bare().contains("ran out of time"));
}

#[test]
fn with_a_soft_clock_nothing_ends_by_itself() {
    let mut room = timed("days=1");
    let said = room.wait(10 * DAY);
    let late = said.last().expect("Bob is told that he may claim");
    assert_eq!(said.iter().filter(|reply| reply.text.bare().contains("`claim #1`")).count(), 1);
    assert!(late.text.bare().contains("Ann has run out of time"), "{}", late.text.bare());
    assert!(matches!(late.to, Audience::Only(_)) && late.board.is_none());
    room.all(&["ann: spin"]);
    turn(&mut room, "ann");
    assert!(room.one("ann", "claim").refused.is_some(), "Bob has his day");
}

#[test]
fn with_a_hard_clock_the_bot_ends_the_match() {
    let mut room = timed("days=1 hard");
    assert!(room.wait(DAY - 1).iter().all(|it| it.to != Audience::Room));
    let end = only(room.wait(1));
    assert!(end.text.bare().contains("Bob (White) wins: Black ran out of time"), "{end:?}");
    assert!(end.board.is_some(), "it takes the place of the turn message");
    assert_eq!(end.mentions.len(), 2);
    room.refused("ann", "#1 spin", "over");
    assert!(room.one("bob", "profile").text.bare().contains("1 won"));
    assert!(room.wait(30 * DAY).is_empty(), "and then there is silence");
}

#[test]
fn with_a_hard_clock_it_is_too_late_even_before_the_bot_looks() {
    let mut room = timed("days=1 hard");
    room.now += DAY;
    let reply = room.one("ann", "spin");
    assert!(reply.text.bare().contains("ran out of time"), "{}", reply.text.bare());
    assert!(room.wait(DAY).is_empty());
}

#[test]
fn a_restart_and_an_outage_cost_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let open = || {
        Service::new(
            Store::trial_at(&path, features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(1),
            &features::FEATURES,
        )
    };
    let mut room = Room::with(open());
    room.all(&["ann: challenge @bob trapdoor side=black days=1 hard", "bob: accept"]);
    room.all(&["ann: challenge @cid trapdoor"]);
    room.wait(20 * HOUR);
    let now = room.now;
    drop(room);
    // The bot is down for a week; then it starts, and nobody is reminded, late or without an offer.
    let mut room = Room::with(open());
    room.now = now + 7 * DAY;
    room.service.tick(room.now).unwrap();
    assert!(room.heard().is_empty());
    assert!(room.one("ann", "games").text.bare().contains("to move, 4 hours left"));
    room.now += 8 * DAY;
    let mut request = room.request("ann", "games");
    request.message = None;
    // A long gap while it runs counts too, such as a sleeping machine. The first request finds the
    // time corrected.
    let games = room.service.handle(&request).remove(0).reply.text.bare();
    assert!(
        games.contains("to move, 4 hours left") && games.contains("2: Ann challenges Cid"),
        "{games}"
    );
    assert!(room.wait(4 * HOUR).iter().any(|reply| reply.text.bare().contains("ran out of time")));
}

#[test]
fn a_clock_that_was_put_back_changes_nothing_either() {
    let mut room = timed("days=1 hard");
    room.wait(20 * HOUR);
    room.now -= 400 * DAY;
    room.service.tick(room.now).unwrap();
    assert!(room.one("ann", "games").text.bare().contains("to move, 4 hours left"));
    assert!(room.wait(4 * HOUR).iter().any(|reply| reply.text.bare().contains("ran out of time")));
}

/// Ticks the service `count` times, as the program does.
fn beats(room: &mut Room, count: u64) -> Vec<Reply> {
    let mut said = Vec::new();
    for _ in 0..count {
        room.now += TICK.as_secs() as i64;
        room.service.tick(room.now).unwrap();
        said.extend(room.heard());
    }
    said
}

#[test]
fn the_time_between_two_ticks_is_time_as_any_other() {
    let mut room = timed("clock=20min hard");
    room.tick();
    let said = beats(&mut room, 20 * 60 / TICK.as_secs());
    assert!(
        only(said.into_iter().filter(|it| it.board.is_some()).collect())
            .text
            .bare()
            .contains("ran out of time")
    );
}

#[test]
fn a_stall_of_the_bot_is_charged_to_nobody() {
    let mut room = timed("clock=1min hard");
    room.tick();
    beats(&mut room, 4);
    room.now += 110;
    assert!(beats(&mut room, 7).iter().all(|it| it.board.is_none()), "five seconds are left");
    assert!(beats(&mut room, 2).iter().any(|reply| reply.text.bare().contains("ran out of time")));
}

/// Every way to do something in a match once Ann's flag has fallen, before the bot has looked.
#[test]
fn what_is_due_in_a_match_is_settled_before_any_request_about_it() {
    let late = |before: &[&str], lines: &[&str]| {
        let mut room = timed("days=1 hard");
        room.all(before);
        room.as_usual();
        room.now += DAY;
        for line in lines {
            let (who, words) = crate::room::spoken(line);
            let said = room.say(who, words);
            let text: Vec<String> = said.iter().map(|it| it.text.bare()).collect();
            assert!(
                text[0].contains("Bob (White) wins: Black ran out of time"),
                "{line}: {text:?}"
            );
            assert!(
                said.iter().all(|reply| reply.board.is_none() || reply.refused.is_none()),
                "{line}"
            );
        }
        assert!(room.one("bob", "profile").text.bare().contains("1 won"), "{lines:?}");
        assert!(room.wait(DAY).is_empty(), "and it is told once");
    };
    late(&["bob: draw"], &["ann: draw accept"]);
    late(&["bob: pause"], &["ann: pause accept"]);
    for line in ["ann: spin", "ann: #1 spin", "ann: abort yes", "ann: moves", "bob: resign #1 yes"]
    {
        late(&[], &[line]);
    }
    for line in ["bob: claim", "bob: undo", "bob: draw", "cid: board #1"] {
        late(&[], &[line]);
    }
}

#[test]
fn whoever_asks_from_elsewhere_hears_that_it_was_too_late() {
    let mut room = timed("days=1 hard");
    room.now += DAY;
    room.handle = "elsewhere".to_owned();
    let said = room.say("ann", "resign #1 yes");
    let ends = said.iter().filter(|reply| reply.text.bare().contains("Bob (White) wins"));
    assert_eq!(ends.count(), 2, "once there and once here: {said:?}");
    assert_eq!(said.iter().filter(|it| it.board.is_some()).count(), 1);
}

#[test]
fn words_for_a_choice_that_was_made_by_default_are_not_played_after_it() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard duel=stance side=black clock=1d hard", "bob: accept"]);
    room.all(&["ann: f6-e5", "bob: g3-f4", "ann: e5xf4"]);
    room.now += DAY / 3;
    let said = room.say("bob", "stance bold");
    let text: Vec<String> = said.iter().map(|it| it.text.bare()).collect();
    assert!(
        text.iter().any(|it| it.contains(
            "You ran out of time for that choice, so the default was played; here is the board now."
        )),
        "{text:?}"
    );
    assert!(
        text[0].contains("ran out of time for this choice; the default was played."),
        "{text:?}"
    );
}

#[test]
fn without_a_clock_a_match_may_be_claimed_after_a_fortnight_of_silence() {
    let mut room = timed("clock=none");
    room.wait(14 * DAY - HOUR);
    let says = room.refused("bob", "claim", "not-now");
    assert!(says.contains("has been silent for 14 days, which is in 1 hour"), "{says}");
    let told: Vec<String> = room.wait(HOUR).iter().map(|it| it.text.bare()).collect();
    assert_eq!(
        told,
        ["Ann has been silent in match #1 for 14 days: `claim #1` wins it, or you can wait."]
    );
    // A player who returns in time may still play, and the silence ends.
    room.all(&["ann: spin"]);
    room.refused("bob", "claim", "not-now");
    room.now += 14 * DAY;
    room.refused("ann", "claim", "not-now");
    assert!(room.one("bob", "claim").text.bare().contains("Bob (White) wins"));
}

#[test]
fn nobody_is_told_of_a_clock_that_the_match_does_not_have() {
    let mut room = timed("clock=none");
    let says = room.refused("ann", "claim", "not-now");
    assert!(says.contains("It's your turn, so there is nothing to claim."), "{says}");
    let mut room = timed("days=1");
    let says = room.refused("ann", "claim", "not-now");
    assert!(says.contains("It's your turn, so your own time is running."), "{says}");
}

#[test]
fn that_somebody_ran_out_of_time_is_told_once_until_it_is_no_longer_so() {
    let mut room = timed("days=1");
    let late = |said: &[Reply]| {
        said.iter().filter(|reply| reply.text.bare().contains("has run out of time")).count()
    };
    assert_eq!(late(&room.wait(2 * DAY)), 1);
    room.all(&["ann: spin"]);
    assert_eq!(late(&room.wait(DAY)), 0, "another step of the same late turn is no news");
    turn(&mut room, "ann");
    room.wait(HOUR);
    turn(&mut room, "bob");
    assert_eq!(late(&room.wait(2 * DAY)), 1, "late once more");
}

#[test]
fn what_the_clock_says_waits_in_the_outbox_where_nobody_listens() {
    let mut room = timed("days=1 hard");
    let mut heard = room.service.listen(Chat::Console);
    room.wait(2 * DAY);
    let mut waiting = room.service.undelivered(Chat::Console).unwrap();
    let last = waiting.pop().expect("the end waits");
    assert!(last.reply.text.bare().contains("ran out of time"));
    let mut passed_on = Vec::new();
    while let Ok(message) = heard.try_recv() {
        passed_on.push(message);
    }
    assert_eq!(passed_on.last(), Some(&last), "and goes to the listener, under the same number");
    assert!(waiting.len() <= 1, "of reminders only the latest waits: {waiting:?}");
}

#[test]
fn taking_back_moves_the_clocks_back_only_by_consent() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard names side=black clock=1d+1h/2d", "bob: accept"]);
    room.now += 10 * HOUR;
    room.all(&["ann: name b6 Zed"]);
    room.now += 10 * HOUR;
    room.all(&["ann: undo"]);
    let left = |room: &mut Room| room.one("ann", "games").text.bare();
    let board = left(&mut room);
    assert!(board.contains("to move, 4 hours left"), "{board}");
    room.all(&["ann: b6-a5"]);
    room.now += 10 * HOUR;
    room.all(&["ann: undo", "bob: undo accept"]);
    let board = left(&mut room);
    assert!(board.contains("to move, 4 hours left"), "{board}");
}

#[test]
fn by_consent_the_clocks_go_back_over_any_number_of_turns() {
    let mut room = timed("clock=3d+1d/9d");
    for _ in 0..3 {
        turn(&mut room, "ann");
        room.now += 2 * DAY;
        turn(&mut room, "bob");
        room.now += DAY;
        room.all(&["ann: undo", "bob: undo accept"]);
        let board = room.one("ann", "board").picture.unwrap().clocks;
        let three = Some("3 days".to_owned());
        assert_eq!(board, [three.clone(), three], "and no time is gained by it either");
    }
}

#[test]
fn a_claim_says_what_is_left_for_a_choice_out_of_turn() {
    let mut room = Room::new();
    let begun = {
        room.all(&["ann: challenge @bob metasoccer side=south"]);
        room.one("bob", "accept").text.bare()
    };
    let owes = if begun.contains("Ann (South): set up") { ("Ann", "bob") } else { ("Bob", "ann") };
    assert!(begun.contains("1 day for this choice"), "{begun}");
    let says = room.refused(owes.1, "claim", "not-now");
    let wanted =
        format!("{} still has 1 day for this choice. After that the default is played.", owes.0);
    assert!(says.contains(&wanted), "{says}");
}

#[test]
fn a_clock_at_the_ends_of_the_calendar_is_survived_and_so_is_its_way_back() {
    let right = Room::new().now;
    // The last and the first second of the calendar, and the first that computers count.
    for far in [253_402_207_200, -377_705_023_201, 0] {
        let mut room = timed("days=2");
        room.moderator = true;
        room.all(&["mod: admin puzzle daily 6:00", "mod: admin gazette sunday 18:00"]);
        for now in [far, right + DAY, far, right + 2 * DAY] {
            room.now = now;
            room.service.tick(now).unwrap();
            for words in
                ["games", "board #1", "challenge @cid draughts days=3", "profile", "puzzle"]
            {
                for reply in room.service.handle(&room.request("ann", words)) {
                    let (text, code) = (reply.reply.text.bare(), reply.reply.refused);
                    assert_ne!(code.map(|it| it.name()), Some("broken"), "{now}: {words}: {text}");
                }
            }
        }
        assert_eq!(room.service.metrics().panics.get(), 0, "{far}");
        assert_eq!(room.one("ann", "games").refused, None);
    }
}
