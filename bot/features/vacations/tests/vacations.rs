//! Vacations, which are limited and visible to all.
use features::FEATURES;
use model::{ids::Chat, reply::Reply};

use crate::{
    away::{on, told, waiting},
    clocks::{timed, turn},
    reliability::{after, opened, profile},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

#[test]
fn on_vacation_no_time_runs_and_everybody_sees_it() {
    let mut room = timed("days=2 hard");
    room.now += DAY;
    let said = room.one("ann", "vacation 10 days").text.bare();
    assert!(said.contains("Ann is on vacation for 10 days"), "{said}");
    assert!(room.wait(10 * DAY - HOUR).is_empty(), "nobody is reminded either");
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation for another hour"));
    assert!(room.one("bob", "profile @ann").text.bare().contains("On vacation for another hour"));
    assert!(room.one("bob", "games").text.bare().contains("on vacation"));
    room.now += HOUR;
    assert!(room.one("ann", "games").text.bare().contains("to move, 1 day left"));
    let end = room.wait(DAY);
    assert!(end.last().unwrap().text.bare().contains("ran out of time"));
}

#[test]
fn turn_messages_say_who_is_on_vacation_also_in_matches_begun_meanwhile() {
    let mut room = timed("days=2");
    room.all(&["bob: vacation 3 days"]);
    room.now += HOUR;
    let text = turn(&mut room, "ann").text.bare();
    assert!(text.contains("Bob is on vacation for another 2 days 23 hours."), "{text}");
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
    assert!(room.one("ann", "vacation").text.bare().contains("You have 30 days of vacation left"));
    room.all(&["ann: vacation 20 days"]);
    room.refused("ann", "vacation 1 day", "not-now");
    room.now += 5 * DAY;
    room.all(&["ann: vacation end"]);
    assert!(room.one("ann", "vacation").text.bare().contains("You have 25 days of vacation left"));
    let says = room.refused("ann", "vacation 1 day", "not-now");
    assert!(says.contains("3 days between vacations. The next can begin at 2026-01-09"), "{says}");
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
    assert!(room.one("ann", "vacation").text.bare().contains("another 4 days"));
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation for another 4 days"));
}

#[test]
fn a_vacation_is_planned_ahead_and_begins_on_its_day() {
    let mut room = timed("days=2 hard");
    room.all(&["ann: settings zone Berlin"]);
    let says = room.one("ann", "vacation from 2026-01-02 10 days").text.bare();
    assert!(says.contains("begins at 2026-01-02 00:00 (Europe/Berlin) and lasts 10 days"), "{says}");
    assert!(room.one("ann", "vacation").text.bare().contains("You have 20 days of vacation left"));
    room.refused("ann", "vacation 1 day", "not-now");
    room.refused("ann", "vacation from 2026-03-01 1 day", "not-now");
    let said = room.wait(DAY);
    let [begins] = &said[..] else { panic!("{said:?}") };
    assert_eq!(begins.text.bare(), "Ann is on vacation for 10 days: their clocks stand still.");
    assert!(begins.mentions.is_empty());
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation"));
    room.now += 9 * DAY + 23 * HOUR;
    // 23 hours were played on the first day.
    assert!(room.one("ann", "games").text.bare().contains("to move, 1 day 1 hour left"));
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
    assert!(says.contains("Bob is on vacation for another 3 days."), "{says}");
}

#[test]
fn a_planned_vacation_and_the_present_one_are_told_apart() {
    let mut room = Room::new();
    let says = room.refused("ann", "vacation from 2020-01-01 10 days", "unreadable");
    assert!(says.contains("`2020-01-01` is in the past"), "{says}");
    let says = room.refused("ann", "vacation 40 days", "too-much");
    assert!(says.contains("40 days is too long. You have 30 days of vacation left this year"), "{says}");
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

#[test]
fn a_vacation_of_somebody_whose_time_is_up_is_no_news() {
    let mut room = timed("days=1");
    let late = |said: &[Reply]| {
        said.iter().filter(|reply| reply.text.bare().contains("has run out of time")).count()
    };
    assert_eq!(late(&room.wait(2 * DAY)), 1);
    room.all(&["ann: spin", "ann: vacation 1 day"]);
    assert_eq!(late(&room.wait(3 * DAY)), 0);
}

#[test]
fn a_pause_and_a_vacation_take_no_time_and_a_lost_match_is_a_late_turn() {
    let mut room = opened("hard");
    room.all(&["ann: 11-15", "ann: pause", "bob: pause"]);
    room.wait(5 * DAY);
    room.all(&["bob: resume"]);
    after(&mut room, HOUR, "bob: 24-20");
    room.all(&["ann: vacation 3 days"]);
    after(&mut room, 2 * DAY, "ann: 8-11");
    after(&mut room, HOUR, "bob: 28-24");
    room.wait(DAY);
    after(&mut room, HOUR, "ann: 9-14");
    after(&mut room, HOUR, "bob: 22-17");
    let text = profile(&mut room, "bob");
    assert!(text.contains("in 3 of the last 3 turns, usually after 1 hour."), "{text}");
    let text = profile(&mut room, "ann");
    assert!(text.contains("in 3 of the last 3 turns, usually at once."), "{text}");
    room.wait(3 * DAY);
    let text = profile(&mut room, "ann");
    assert!(text.contains("Ann was in time in 3 of the last 4 turns"), "{text}");
}

#[test]
fn who_has_long_been_away_is_told_what_waits_after_a_vacation() {
    let mut room = waiting(on(Chat::Matrix));
    room.all(&["ann: vacation 25 days"]);
    assert_eq!(told(&mut room, 25 * DAY - HOUR), [""; 0]);
    assert_eq!(told(&mut room, 2 * HOUR).len(), 1, "after the vacation");
}

#[test]
fn a_line_about_vacations_does_not_ask() {
    assert!(!Room::new().request("ann", "vacation from 2026-07-01 10 days").line.asks);
}

#[test]
fn a_slip_in_the_name_of_the_command_is_understood() {
    let near = FEATURES.commands().near("vacaton 10 days", &[]);
    assert_eq!(near.first().map(String::as_str), Some("vacation 10 days"));
}
