//! Reminders: when people chose, in private, never in quiet hours and never many at once.
use features::FEATURES;
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};

use crate::{
    clocks::{timed, turn},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Lets time pass and returns the reminders, each with the seconds until it came.
fn nudges(room: &mut Room, seconds: i64) -> Vec<(i64, String)> {
    let start = room.now;
    let mut out = Vec::new();
    while room.now < start + seconds {
        let next = room.tick();
        let at = room.now - start;
        out.extend(room.heard().iter().filter_map(nudge).map(|words| (at, words)));
        let until = start + seconds;
        let now = room.now;
        room.now = next.filter(|&it| now < it).map_or(until, |it| it.min(until));
    }
    out
}

fn nudge(reply: &Reply) -> Option<String> {
    let text = reply.text.bare();
    ["Your turn", "These matches"]
        .iter()
        .any(|beginning| text.starts_with(beginning))
        .then_some(text)
}

fn hours(nudges: &[(i64, String)]) -> Vec<i64> {
    nudges.iter().map(|(at, _)| at / HOUR).collect()
}

#[test]
fn usually_somebody_is_reminded_at_half_and_at_one_eighth() {
    let mut room = timed("days=2");
    room.now += HOUR;
    let at_half = room.wait(23 * HOUR);
    let [reminder] = &at_half[..] else { panic!("{at_half:?}") };
    let text = reminder.text.bare();
    assert_eq!(
        text, "Your turn in #1 Trapdoor Checkers against Bob: spin the wheel. 1 day left.",
        "it names the match, the other side, what to do and how long there is"
    );
    assert!(matches!(reminder.to, Audience::Only(_)), "in private");
    assert!(reminder.board.is_none() && reminder.picture.is_none(), "it is no other board");
    let says: Vec<&str> =
        reminder.menu.as_ref().unwrap().choices.iter().map(|it| &*it.says).collect();
    assert_eq!(says, ["board #1", "moves #1", "remind #1 snooze"]);
    assert_eq!(hours(&nudges(&mut room, 24 * HOUR)), [18], "at one eighth, six hours before");
    // The player who moved isn't reminded; now it's the other's turn.
    let mut room = timed("days=2");
    room.now += HOUR;
    turn(&mut room, "ann");
    let bobs = nudges(&mut room, 2 * DAY);
    assert_eq!(hours(&bobs), [24, 42]);
    assert!(bobs.iter().all(|it| it.1.contains("against Ann")));
}

#[test]
fn without_a_clock_somebody_is_reminded_before_their_silence_can_cost_them_the_match() {
    let mut room = timed("clock=none");
    let given = nudges(&mut room, 30 * DAY);
    assert_eq!(hours(&given), [7 * 24, 12 * 24 + 6]);
    assert!(
        given[1].1.ends_with("spin the wheel. Bob can claim the match in 1 day 18 hours."),
        "{given:?}"
    );
    let mut room = timed("clock=none");
    room.all(&["ann: remind every day"]);
    let given = nudges(&mut room, 60 * DAY);
    assert_eq!(given.len(), 10, "a player who is gone is left alone");
    let says = room.one("ann", "remind").text.bare();
    assert!(says.contains("every day while it's your turn, at most 10 times a turn"), "{says}");
    assert!(says.contains("Match #1 has had its 10 reminders for this turn."), "{says}");
    room.all(&["ann: #1 spin", "ann: remind every 2 days"]);
    let given = nudges(&mut room, 12 * DAY);
    assert_eq!(hours(&given)[..3], [48, 96, 144]);
    room.all(&["ann: remind never"]);
    assert_eq!(nudges(&mut room, 30 * DAY), []);
}

#[test]
fn an_own_interval_snooze_and_off() {
    let mut room = timed("days=2");
    room.all(&["ann: remind every 5h"]);
    assert_eq!(hours(&nudges(&mut room, 11 * HOUR)), [5, 10]);
    room.all(&["ann: remind #1 snooze 20h"]);
    assert_eq!(hours(&nudges(&mut room, 24 * HOUR)), [20]);
    room.all(&["ann: remind snooze 3h"]);
    assert!(nudges(&mut room, 3 * HOUR - 1).is_empty());
    room.all(&["ann: remind off"]);
    assert!(room.one("ann", "remind").text.bare().contains("You aren't reminded."));
    assert!(nudges(&mut room, 5 * HOUR).is_empty());
    room.all(&["ann: remind usual"]);
    assert!(room.one("ann", "remind").text.bare().contains("one eighth"));
}

#[test]
fn what_cannot_be_is_refused() {
    let mut room = timed("days=2");
    let before = room.one("ann", "remind").text.bare();
    for (words, code) in [
        ("remind every 1s", "too-much"),
        ("remind every second", "too-much"),
        ("remind every blue moon", "unreadable"),
        ("remind every 1min", "too-much"),
        ("remind every 99 days", "too-much"),
        ("remind every", "unreadable"),
        ("remind sometimes", "unreadable"),
        ("remind every -1h", "unreadable"),
        ("remind off now", "unreadable"),
        ("remind snooze off", "not-now"),
        ("remind snooze 0h", "unreadable"),
        ("remind snooze 31 days", "unreadable"),
        ("remind snooze 99999999999999999999d", "unreadable"),
        ("remind #1 off", "unreadable"),
        ("remind #9 snooze 1h", "unknown"),
        ("settings zone Mars/Phobos", "unreadable"),
        ("settings zone", "unreadable"),
        ("settings zone +25:00", "unreadable"),
        ("settings quiet 25-7", "unreadable"),
        ("settings quiet 7-7", "unreadable"),
        ("settings quiet night", "unreadable"),
        ("settings quiet", "unreadable"),
    ] {
        assert!(room.refused("ann", words, code).contains("Try:"), "{words}");
    }
    assert_eq!(room.one("ann", "remind").text.bare(), before);
    assert!(room.one("ann", "settings").text.bare().contains("zone: `UTC`"));
}

#[test]
fn nobody_is_woken_in_their_quiet_hours() {
    // It is midnight in Greenwich: half of twenty hours is over at ten in the morning, at seven in the evening in Tokyo.
    let mut room = timed("clock=20h");
    room.all(&["ann: settings zone asia/tokyo", "ann: settings quiet 18-21"]);
    assert!(room.one("ann", "settings").text.bare().contains("quiet: `18:00-21:00`"));
    assert_eq!(hours(&nudges(&mut room, 20 * HOUR - 1)), [12, 17], "at nine in the evening");
    // Whose time would be over before the quiet hours are is told before they begin.
    let mut room = timed("clock=20h");
    room.all(&["ann: settings quiet 15-22"]);
    assert_eq!(hours(&nudges(&mut room, 20 * HOUR - 1)), [10, 14]);
    // Quiet hours cover all remaining time: no reminder.
    let mut room = timed("clock=5h");
    room.all(&["ann: settings quiet 0-6"]);
    assert!(nudges(&mut room, 5 * HOUR - 1).is_empty());
    room.all(&["ann: settings quiet off"]);
    assert!(room.one("ann", "settings").text.bare().contains("quiet: `off`"));
}

#[test]
fn steps_before_quiet_hours_bring_no_reminder_each() {
    let mut room = Room::new();
    room.all(&["ann: settings quiet 22-7", "ann: remind every 1h"]);
    room.all(&["ann: challenge @bob metasoccer side=south clock=10h", "bob: accept"]);
    room.all(&["bob: ready"]);
    room.wait(21 * HOUR + 45 * 60 - room.now % DAY);
    let mut given = Vec::new();
    for _ in 0..8 {
        room.play_on(1, 1);
        given.extend(nudges(&mut room, 60));
    }
    assert_eq!(given, [], "each step has told whose turn it is");
}

#[test]
fn an_own_interval_keeps_its_distance_before_quiet_hours() {
    // It is midnight; with seven hours and twenty minutes the last reminder would fall into quiet hours from 6:30 on.
    let mut room = timed("clock=7h20min");
    room.all(&["ann: remind every 1h", "ann: settings quiet 6:30-8"]);
    let given = nudges(&mut room, 8 * HOUR);
    for pair in given.windows(2) {
        assert!(HOUR <= pair[1].0 - pair[0].0, "{given:?}");
    }
    assert_eq!(hours(&given), [1, 2, 3, 4, 5, 6], "{given:?}");
}

#[test]
fn later_ends_before_the_last_eighth_and_names_when_the_time_is_up() {
    let mut room = timed("clock=8h");
    room.wait(4 * HOUR);
    let says = room.one("ann", "remind #1 snooze").text.bare();
    let day = "2026-01-01";
    assert_eq!(
        says,
        format!(
            "No reminders in match #1 until {day} 07:00. Your clock keeps running: your time in match #1 is up at {day} 08:00, in 4 hours."
        )
    );
    assert!(room.one("ann", "remind").text.bare().contains("No reminders in match #1 until"));
    let last = nudges(&mut room, 4 * HOUR - 1);
    assert_eq!(hours(&last), [3], "the one at one eighth still comes");
    assert!(room.refused("ann", "remind snooze", "not-now").contains("Little time is left"));
    let mut room = timed("clock=8h");
    room.all(&["ann: remind snooze"]);
    assert_eq!(hours(&nudges(&mut room, 8 * HOUR - 1)), [7]);
    // An urgent reminder offers no *Later*.
    let mut room = timed("clock=8h");
    let said = room.wait(7 * HOUR);
    let labels: Vec<&str> =
        said[1].menu.as_ref().unwrap().choices.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Board #1", "Moves"]);
}

#[test]
fn a_snooze_is_ended_by_off() {
    let mut room = timed("clock=20d");
    room.all(&["ann: remind #1 snooze 15 days", "ann: remind snooze 2 days"]);
    let says = room.one("ann", "remind #1 snooze off").text.bare();
    assert!(says.contains("No reminders until 2026-01-03") && !says.contains("match #1"), "{says}");
    room.all(&["ann: remind #1 snooze 15 days"]);
    let says = room.one("ann", "remind snooze off").text.bare();
    assert!(!says.contains("No reminders"), "{says}");
    assert_eq!(hours(&nudges(&mut room, 12 * DAY)), [240]);
    let says = room.one("ann", "remind #1 snooze 25 days").text.bare();
    assert!(says.contains("your time in match #1 is up at 2026-01-21 00:00, in 8 days."), "{says}");
}

#[test]
fn a_clock_that_was_put_back_carries_lists_and_snoozes_along() {
    let mut room = several(3);
    room.all(&["ann: remind every 1 day"]);
    assert!(!nudges(&mut room, 2 * DAY).is_empty());
    room.all(&["ann: remind snooze 6h"]);
    room.service.tick(room.now).unwrap();
    room.now -= 57 * DAY;
    room.service.tick(room.now).unwrap();
    let given = nudges(&mut room, 30 * HOUR);
    assert!(!given.is_empty(), "a list a day, not in two months");
    assert!(6 * HOUR <= given[0].0, "and the six hours are kept: {given:?}");
}

#[test]
fn cities_and_hours_are_understood_as_people_write_them() {
    let mut room = Room::new();
    for (words, set) in [
        ("settings zone Berlin", "zone: `Europe/Berlin`"),
        ("settings zone new york", "zone: `America/New_York`"),
        ("settings quiet 10pm-7am", "quiet: `22:00-7:00`"),
        ("settings quiet 22:30 - 7", "quiet: `22:30-7:00`"),
        ("settings quiet=21-6", "quiet: `21:00-6:00`"),
    ] {
        let says = room.one("ann", words).text.bare();
        assert!(says.contains(set), "{words}: {says}");
    }
    let says = room.refused("ann", "settings zone berl", "unreadable");
    assert!(says.contains("settings zone Europe/Berlin"), "{says}");
    let offer = room.one("ann", "challenge @bob trapdoor clock=1.5d").text.bare();
    assert!(offer.contains("1 day 12 hours per turn"), "{offer}");
}

#[test]
fn an_offset_is_answered_with_places_that_have_it_and_sets_nothing() {
    let mut room = Room::new();
    let offers = |place: &str| format!("`settings zone {place}`");
    for (said, place) in [
        ("GMT-3", "America/Sao_Paulo"),
        ("UTC-3", "America/Sao_Paulo"),
        ("-03:00", "America/Sao_Paulo"),
        ("GMT+3", "Europe/Istanbul"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("+02:00", "Europe/Helsinki"),
    ] {
        let says = room.refused("ann", &format!("settings zone {said}"), "unreadable");
        assert!(says.contains(&format!("These have `{said}` now.")), "{said}: {says}");
        assert!(says.contains(&offers(place)), "{said}: {says}");
    }
    assert!(room.one("ann", "settings").text.bare().contains("zone: `UTC`"));
    // In July it is another place.
    room.now += 181 * DAY;
    let says = room.refused("ann", "settings zone +02:00", "unreadable");
    assert!(says.contains(&offers("Europe/Berlin")), "{says}");
}

#[test]
fn who_may_claim_is_told_when_they_are_awake() {
    let mut room = timed("clock=20h");
    room.all(&["bob: settings quiet 18-7"]);
    room.wait(30 * HOUR);
    let told = room.wait(HOUR);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].text.bare().contains("`claim #1`"));
    assert_eq!(room.now % DAY, 7 * HOUR);
    assert!(room.wait(30 * DAY).is_empty(), "once");
}

/// Ann has to move in several matches.
fn several(count: usize) -> Room {
    let mut room = Room::new();
    for n in 0..count {
        room.all(&[&format!("ann: challenge @p{n} trapdoor side=black days=4")]);
        room.all(&[&format!("p{n}: accept")]);
        room.now += HOUR;
    }
    room
}

#[test]
fn where_several_matches_wait_there_is_one_digest_a_day() {
    let mut room = several(5);
    let given = nudges(&mut room, 4 * DAY - 6 * HOUR);
    let digests: Vec<_> = given.iter().filter(|it| it.1.starts_with("These")).collect();
    assert_eq!(given.len(), digests.len(), "{given:?}");
    assert_eq!(given[0].0 / HOUR, 48 - 5, "when half the time of the first is over");
    for pair in given.windows(2) {
        assert!(DAY <= pair[1].0 - pair[0].0, "{:?}", hours(&given));
    }
    for n in 1..=5 {
        assert!(given[0].1.contains(&format!("#{n} Trapdoor")), "{}", given[0].1);
    }
    assert!(given[0].1.find("#1 ") < given[0].1.find("#5 "), "what presses most comes first");
    assert!(given.len() <= 4, "{:?}", hours(&given));
}

#[test]
fn what_would_be_over_before_the_next_digest_is_still_told_in_time() {
    let mut room = several(2);
    room.all(&["ann: challenge @eve trapdoor side=black days=1", "eve: accept"]);
    let given = nudges(&mut room, DAY - 1);
    assert_eq!(hours(&given), [12, 21], "{given:?}");
    assert!(given[0].1.starts_with("These matches"), "{given:?}");
    assert!(given[1].1.contains("#3") && !given[1].1.contains("#1"), "only what presses");
}

#[test]
fn a_half_that_is_put_off_leaves_the_eighth_standing() {
    let mut room = Room::new();
    for (n, clock) in ["12h", "1d", "slow"].into_iter().enumerate() {
        room.all(&[&format!("ann: challenge @p{n} trapdoor side=black clock={clock}")]);
        room.all(&[&format!("p{n}: accept")]);
    }
    let given = nudges(&mut room, DAY);
    assert_eq!(hours(&given), [6, 10, 21], "{given:?}");
    assert!(given[1].1.contains("#1 ") && given[2].1.contains("#2 "), "{given:?}");
}

#[test]
fn an_own_interval_holds_for_what_would_be_over_before_the_next_digest() {
    let mut room = Room::new();
    room.all(&["ann: remind every 6h"]);
    for clock in ["1d hard", "slow"] {
        room.all(&[&format!("ann: challenge @bob trapdoor side=black clock={clock}")]);
        room.all(&["bob: accept"]);
    }
    let given = nudges(&mut room, DAY - 1);
    assert_eq!(hours(&given), [6, 12, 18], "{given:?}");
    assert!(given[0].1.starts_with("These matches"), "{given:?}");
    assert!(given[1..].iter().all(|(_, words)| words.contains("#1 ") && !words.contains("#2 ")));
}

#[test]
fn a_choice_out_of_turn_is_reminded_of_by_its_own_time() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard duel=stance side=black clock=usual", "bob: accept"]);
    room.all(&["ann: f6-e5", "bob: g3-f4", "ann: e5xf4"]);
    let given = nudges(&mut room, DAY - 1);
    let bobs: Vec<i64> =
        given.iter().filter(|it| it.1.contains("against Ann")).map(|(at, _)| at / HOUR).collect();
    assert_eq!(bobs, [12, 21], "at half and one eighth of the day there is for it: {given:?}");
    assert!(given.iter().any(|it| it.1.contains("12 hours left")), "{given:?}");
}

#[test]
fn a_chat_that_was_away_gets_the_latest_reminder_only() {
    let mut room = timed("days=2");
    room.all(&["ann: remind every 3h"]);
    // Nothing is delivered.
    for _ in 0..20 {
        room.now += HOUR;
        room.tick();
    }
    let waiting = room.service.undelivered(Chat::Console).unwrap();
    assert_eq!(
        waiting.iter().filter(|message| nudge(&message.reply).is_some()).count(),
        1,
        "{waiting:?}"
    );
}

#[test]
fn after_an_outage_there_is_no_flood() {
    let mut room = several(5);
    room.wait(HOUR);
    room.now += 20 * DAY;
    room.service.tick(room.now).unwrap();
    assert!(room.heard().is_empty(), "the time of the outage does not count");
    let given = nudges(&mut room, DAY);
    assert!(given.len() <= 1, "{given:?}");
}

#[test]
fn a_line_about_reminders_does_not_ask() {
    for line in ["don't remind me", "remind me when it is my turn"] {
        assert!(!Room::new().request("ann", line).line.asks, "{line}");
    }
}

#[test]
fn a_word_that_may_mean_several_things_does_none_of_them() {
    for word in ["leave", "stop"] {
        assert!(FEATURES.commands().understood(word, false).is_err(), "{word}");
    }
}
