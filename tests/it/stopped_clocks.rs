//! Stopped clocks: vacations, which are limited and visible to all, and agreed pauses.
use crate::{
    clocks::{timed, turn},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

#[test]
fn on_vacation_no_time_runs_and_everybody_sees_it() {
    let mut room = timed("days=2 hard");
    room.now += DAY;
    let said = room.one("ann", "vacation 10 days").text.bare();
    assert!(said.contains("Ann is on vacation for 10 d"), "{said}");
    assert!(room.wait(10 * DAY - HOUR).is_empty(), "nobody is reminded either");
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation for another 1 h"));
    assert!(room.one("bob", "profile @ann").text.bare().contains("On vacation for another 1 h"));
    assert!(room.one("bob", "games").text.bare().contains("on vacation"));
    room.now += HOUR;
    assert!(room.one("ann", "games").text.bare().contains("to move, 1 d left"));
    let end = room.wait(DAY);
    assert!(end.last().unwrap().text.bare().contains("ran out of time"));
}

#[test]
fn turn_messages_say_who_is_on_vacation_also_in_matches_begun_meanwhile() {
    let mut room = timed("days=2");
    room.all(&["bob: vacation 3 days"]);
    room.now += HOUR;
    let text = turn(&mut room, "ann").text.bare();
    assert!(text.contains("Bob is on vacation for another 2 d 23 h."), "{text}");
    room.all(&["bob: challenge @cid trapdoor side=black days=1"]);
    let text = room.one("cid", "accept").text.bare();
    assert!(text.contains("Bob is on vacation"), "{text}");
    room.now += 2 * DAY;
    room.refused("cid", "claim", "not-now");
    // A player who is on vacation may still play.
    room.all(&["bob: #2 spin", "bob: vacation end"]);
    assert!(!room.one("cid", "games").text.bare().contains("vacation"));
    room.now += DAY;
    room.all(&["cid: claim #2"]);
}

#[test]
fn vacations_are_bounded() {
    let mut room = Room::new();
    for (words, code) in [
        ("vacation 31 days", "too-much"),
        ("vacation 99999999999 days", "unreadable"),
        ("vacation 1h", "unreadable"),
        ("vacation -3 days", "unreadable"),
        ("vacation soon", "unreadable"),
        ("vacation end", "not-now"),
    ] {
        room.refused("ann", words, code);
    }
    assert!(room.one("ann", "vacation").text.bare().contains("You have 30 d of vacation left"));
    room.all(&["ann: vacation 20 days"]);
    room.refused("ann", "vacation 1 day", "not-now");
    room.now += 5 * DAY;
    room.all(&["ann: vacation end"]);
    assert!(room.one("ann", "vacation").text.bare().contains("You have 25 d of vacation left"));
    let says = room.refused("ann", "vacation 1 day", "not-now");
    assert!(says.contains("3 d between vacations. The next can begin at 2026-01-09"), "{says}");
    room.now += 3 * DAY;
    room.all(&["ann: vacation 25 days"]);
    room.now += 29 * DAY;
    assert!(room.refused("ann", "vacation 1 day", "too-much").contains("no time of vacation left"));
    room.now += 337 * DAY;
    room.all(&["ann: vacation 5 days"]);
}

#[test]
fn a_vacation_goes_back_with_the_clock_of_the_machine() {
    let mut room = timed("days=3");
    room.wait(DAY);
    room.all(&["ann: vacation 5 days"]);
    room.wait(DAY);
    // The program restarts, and the machine's clock has changed.
    room.now -= 2 * DAY;
    room.service.tick(room.now).unwrap();
    assert!(room.one("ann", "vacation").text.bare().contains("another 4 d"));
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation for another 4 d"));
}

#[test]
fn a_vacation_is_planned_ahead_and_begins_on_its_day() {
    let mut room = timed("days=2 hard");
    room.all(&["ann: settings zone Berlin"]);
    let says = room.one("ann", "vacation from 2026-01-02 10 days").text.bare();
    assert!(says.contains("begins at 2026-01-02 00:00 (Europe/Berlin) and lasts 10 d"), "{says}");
    assert!(room.one("ann", "vacation").text.bare().contains("You have 20 d of vacation left"));
    room.refused("ann", "vacation 1 day", "not-now");
    room.refused("ann", "vacation from 2026-03-01 1 day", "not-now");
    let said = room.wait(DAY);
    let [begins] = &said[..] else { panic!("{said:?}") };
    assert_eq!(begins.text.bare(), "Ann is on vacation for 10 d: their clocks stand still.");
    assert!(begins.mentions.is_empty());
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation"));
    room.now += 9 * DAY + 23 * HOUR;
    // 23 hours were played on the first day.
    assert!(room.one("ann", "games").text.bare().contains("to move, 1 d 1 h left"));
}

#[test]
fn a_planned_vacation_is_cancelled_and_read_in_other_words() {
    let mut room = Room::new();
    for (words, begins) in [
        ("vacation 5 days from 2026-07-01", "2026-07-01 00:00"),
        ("vacation from tomorrow 5 days", "2026-01-02 00:00"),
        ("vacation from 2026-07-01 for 5 days", "2026-07-01 00:00"),
    ] {
        let says = room.one("ann", words).text.bare();
        assert!(says.contains(begins), "{words}: {says}");
        assert!(room.one("ann", "vacation end").text.bare().contains("cancelled"));
    }
    room.all(&["ann: vacation from today 5 days", "ann: vacation end"]);
    for words in [
        "vacation from 2026-07-01",
        "vacation from July 5 days",
        "vacation from 2025-07-01 5 days",
        "vacation from 2027-07-01 5 days",
        "vacation from 2026-07-01 soon",
    ] {
        assert!(room.refused("bob", words, "unreadable").contains("Try:"), "{words}");
    }
    for day in ["2027-07-01", "9000-01-01", "9999-12-31"] {
        let says = room.refused("bob", &format!("vacation from {day} 30 days"), "unreadable");
        assert!(says.contains("You can plan a vacation up to a year ahead."), "{day}: {says}");
    }
}

#[test]
fn an_offer_to_somebody_on_vacation_says_so() {
    let mut room = Room::new();
    room.all(&["bob: vacation 3 days"]);
    let says = room.one("ann", "challenge @bob trapdoor").text.bare();
    assert!(says.contains("Bob is on vacation for another 3 d."), "{says}");
}

/// Ann has to move in a paused match.
fn paused(clock: &str) -> Room {
    let mut room = timed(clock);
    room.all(&["ann: pause", "bob: pause accept"]);
    room
}

#[test]
fn whose_time_would_run_is_given_notice_of_the_end_of_a_pause() {
    let mut room = timed("clock=12h");
    room.now += 12 * HOUR - 1;
    room.all(&["ann: pause", "bob: pause accept"]);
    room.now += 20 * DAY;
    let said = room.one("bob", "resume");
    let text = said.text.bare();
    assert!(text.contains("The pause ends in 4 h, or as soon as Ann says `resume #1`"), "{text}");
    assert_eq!(said.mentions.len(), 1);
    room.now += 1;
    room.refused("bob", "claim", "not-now");
    assert!(room.refused("bob", "resume", "not-now").contains("resumes in 4 h at the latest"));
    assert!(room.one("bob", "board #1").refused.is_none());
    let said = room.wait(4 * HOUR - 2);
    assert!(said.is_empty(), "{said:?}");
    let said = room.wait(1);
    assert!(said[0].text.bare().contains("\nThe pause of match #1 is over."), "{said:?}");
    room.wait(1);
    assert!(room.one("bob", "claim").text.bare().contains("ran out of time"));
}

#[test]
fn whose_time_would_run_ends_a_pause_at_once() {
    let mut room = paused("days=2");
    room.all(&["ann: resume", "ann: spin"]);
    let mut room = paused("days=2");
    room.all(&["bob: resume", "ann: resume", "ann: spin"]);
    // A day at most, even without a clock.
    for clock in ["clock=slow", "clock=none"] {
        let mut room = paused(clock);
        assert!(room.one("bob", "resume").text.bare().contains("The pause ends in 1 d"), "{clock}");
    }
}

#[test]
fn a_pause_never_ends_by_notice_within_quiet_hours() {
    let mut room = paused("days=3");
    room.all(&["ann: settings quiet 22-7"]);
    room.now += 23 * HOUR;
    let said = room.one("bob", "resume").text.bare();
    assert!(said.contains("The pause ends in 1 d 8 h"), "{said}");
}

#[test]
fn a_pause_needs_both_and_stops_everything() {
    let mut room = timed("days=2 hard");
    room.now += DAY + HOUR;
    let asked = room.one("ann", "pause");
    assert!(asked.text.bare().contains("Ann asks for a pause"), "{asked:?}");
    room.refused("ann", "pause accept", "not-now");
    room.refused("ann", "pause", "not-now");
    room.refused("cid", "pause #1 accept", "not-yours");
    room.all(&["bob: pause decline", "ann: pause", "bob: pause accept"]);
    assert!(room.wait(100 * DAY).is_empty());
    room.refused("bob", "claim", "not-now");
    room.refused("bob", "pause", "not-now");
    assert!(room.refused("ann", "spin", "not-now").contains("resume #1"));
    assert!(room.one("ann", "games").text.bare().contains("paused"));
    let back = room.one("ann", "resume");
    assert!(back.text.bare().contains("23 h left"), "{}", back.text.bare());
    assert!(back.board.is_some() && !back.mentions.is_empty());
    room.refused("ann", "resume", "not-now");
    room.all(&["ann: spin"]);
    let end = room.wait(DAY);
    assert!(end.last().unwrap().text.bare().contains("ran out of time"));
}

#[test]
fn who_does_not_want_a_pause_is_not_asked_for_ever() {
    let mut room = timed("");
    for _ in 0..2 {
        room.all(&["ann: pause", "bob: pause decline"]);
    }
    room.refused("ann", "pause", "too-much");
    room.refused("bob", "pause decline", "not-now");
    turn(&mut room, "ann");
    room.all(&["ann: pause", "bob: pause"]);
    room.refused("bob", "spin", "not-now");
}

#[test]
fn a_pause_does_not_keep_anybody_from_giving_up() {
    let mut room = timed("days=2");
    room.all(&["ann: pause", "bob: pause accept", "ann: resign yes"]);
    assert!(room.wait(10 * DAY).is_empty());
}

#[test]
fn a_planned_vacation_and_the_present_one_are_told_apart() {
    let mut room = Room::new();
    let says = room.refused("ann", "vacation from 2020-01-01 10 days", "unreadable");
    assert!(says.contains("`2020-01-01` is in the past"), "{says}");
    let says = room.refused("ann", "vacation 40 days", "too-much");
    assert!(says.contains("40 d is too long: you have 30 d of vacation left"), "{says}");
    assert!(says.contains("`vacation 30 days`"), "{says}");
    room.all(&["ann: vacation 3 days"]);
    let says = room.one("ann", "vacation from 2026-03-01 5 days").text.bare();
    assert!(
        says.contains("Between your current vacation and that one, your clocks run."),
        "{says}"
    );
    assert!(says.contains("To cancel it: `vacation cancel`"), "{says}");
    let says = room.refused("ann", "vacation from 2026-04-01 5 days", "not-now");
    assert!(
        says.contains("You've planned a vacation from") && says.contains("`vacation cancel`"),
        "{says}"
    );
    let says = room.one("ann", "vacation cancel").text.bare();
    assert!(says.contains("Your planned vacation is cancelled."), "{says}");
    let says = room.one("ann", "vacation").text.bare();
    assert!(
        says.contains("You're on vacation for another")
            && !says.contains("You've planned a vacation from"),
        "{says}"
    );
    let says = room.refused("ann", "vacation cancel", "not-now");
    assert!(says.contains("`vacation end`"), "{says}");
    assert_eq!(room.one("ann", "vacation end").text.bare(), "Ann is back from vacation.");
}
