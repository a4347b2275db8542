//! Time runs for the right side, and for nobody else.
use Seat::{First, Second};

use super::*;
use crate::time::{DAY, HOUR};

const USUAL: Clock = Clock { start: 3 * DAY, more: DAY, cap: 5 * DAY, hard: false };

fn prompt(seat: Seat, kind: PromptKind) -> Prompt {
    Prompt { seat, kind, ask: "do something".to_owned() }
}

fn turn(seat: Seat) -> [Prompt; 1] {
    [prompt(seat, PromptKind::Turn)]
}

/// The first seat is asked for its first turn at 0.
fn begun(clock: &Clock) -> Timer {
    let mut timer = Timer::new(Some(clock), 0);
    timer.asked(Some(clock), &turn(First), None, 0);
    timer
}

#[test]
fn a_bank_runs_on_its_own_turn_and_grows_with_each_turn_ended() {
    let mut timer = begun(&USUAL);
    assert_eq!(timer.left(First, DAY), Some(2 * DAY));
    assert_eq!(timer.left(Second, DAY), Some(3 * DAY));
    assert_eq!(timer.ends(First), Some(3 * DAY));
    assert_eq!(timer.ends(Second), None);
    timer.asked(Some(&USUAL), &turn(First), Some(First), HOUR);
    assert_eq!(timer.left(First, HOUR), Some(3 * DAY - HOUR), "the turn hasn't ended");
    timer.asked(Some(&USUAL), &turn(Second), Some(First), DAY);
    assert_eq!(timer.left(First, 9 * DAY), Some(3 * DAY), "a day spent, a day gained");
    assert!(!timer.is_late(Second, 4 * DAY - 1) && timer.is_late(Second, 4 * DAY));
    timer.asked(Some(&USUAL), &turn(First), Some(Second), 5 * DAY);
    assert_eq!(
        timer.left(Second, 5 * DAY),
        Some(DAY),
        "who was late and let be has a turn's worth"
    );
}

#[test]
fn a_clock_by_turns_begins_anew_with_each() {
    let daily = Clock::a_turn(DAY);
    let mut timer = begun(&daily);
    timer.asked(Some(&daily), &turn(Second), Some(First), 20 * HOUR);
    timer.asked(Some(&daily), &turn(First), Some(Second), 21 * HOUR);
    assert_eq!(timer.ends(First), Some(45 * HOUR));
}

#[test]
fn a_choice_out_of_turn_has_an_allowance_of_its_own_first() {
    let mut timer = begun(&USUAL);
    let reaction = [prompt(Second, PromptKind::Reaction)];
    timer.asked(Some(&USUAL), &reaction, Some(First), DAY);
    assert_eq!(timer.left(First, 9 * DAY), Some(2 * DAY), "the turn isn't over, nor does it run");
    assert_eq!(timer.aside(Second, DAY), Some(DAY));
    assert_eq!(timer.aside_ends(Second), Some(2 * DAY));
    assert_eq!(timer.left(Second, 2 * DAY), Some(3 * DAY));
    assert_eq!(timer.ends(Second), Some(5 * DAY));
    assert_eq!(timer.aside(Second, 2 * DAY), None);
    timer.asked(Some(&USUAL), &turn(First), Some(Second), DAY + HOUR);
    assert_eq!(timer.left(Second, 9 * DAY), Some(3 * DAY), "no gain for it either");
    assert_eq!(timer.ends(First), Some(DAY + HOUR + 2 * DAY));
    // The next one has a full allowance; an open one keeps its rest.
    let both = Seat::BOTH.map(|it| prompt(it, PromptKind::Sealed));
    timer.asked(Some(&USUAL), &both, Some(First), 2 * DAY);
    assert_eq!(timer.owes(First), Owes::Turn, "a sealed choice in one's own turn is part of it");
    timer.asked(Some(&USUAL), &both[1..], Some(First), 2 * DAY + HOUR);
    assert_eq!(timer.aside(Second, 2 * DAY + HOUR), Some(DAY - HOUR));
    assert_eq!(timer.left(Second, 2 * DAY + HOUR), Some(3 * DAY));
}

#[test]
fn before_the_first_turn_every_choice_is_out_of_turn() {
    let mut timer = Timer::new(Some(&USUAL), 0);
    let both = Seat::BOTH.map(|it| prompt(it, PromptKind::Sealed));
    timer.asked(Some(&USUAL), &both, None, 0);
    assert_eq!(Seat::BOTH.map(|seat| timer.aside_ends(seat)), [Some(DAY), Some(DAY)]);
    timer.asked(Some(&USUAL), &turn(Second), Some(First), DAY);
    assert_eq!(timer.ends(Second), Some(4 * DAY), "the first to move has the whole bank");
}

#[test]
fn where_either_may_answer_the_time_of_whose_turn_it_is_runs() {
    let mut timer = begun(&USUAL);
    let either = Seat::BOTH.map(|it| prompt(it, PromptKind::Turn));
    timer.asked(Some(&USUAL), &either, Some(First), HOUR);
    assert_eq!(Seat::BOTH.map(|seat| timer.owes(seat)), [Owes::Turn, Owes::Nothing]);
}

#[test]
fn what_is_left_out_costs_nobody_anything() {
    let mut timer = begun(&USUAL);
    timer.leave_out(DAY, 3 * DAY);
    assert_eq!(timer.left(First, 3 * DAY), Some(2 * DAY));
    assert_eq!(timer.ends(First), Some(5 * DAY));
    // A player is on vacation, and meanwhile the bot is offline.
    timer.rest(First, 6 * DAY, 4 * DAY);
    timer.leave_out(5 * DAY, 7 * DAY);
    assert_eq!(timer.left(First, 7 * DAY), Some(DAY));
}

#[test]
fn a_clock_that_is_put_back_takes_everything_along() {
    let mut timer = begun(&USUAL);
    timer.run(2 * DAY);
    timer.set_back(DAY);
    assert_eq!((timer.left(First, DAY), timer.ends(First)), (Some(DAY), Some(2 * DAY)));
    timer.pause(DAY);
    timer.set_back(DAY);
    timer.resume(0);
    assert_eq!(timer.ends(First), Some(DAY));
    timer.rest(First, 5 * DAY, 0);
    timer.set_back(DAY);
    assert_eq!(timer.rests_until(First, -DAY), Some(4 * DAY));
}

#[test]
fn who_is_away_loses_no_time_unless_they_were_late() {
    let mut timer = begun(&USUAL);
    timer.rest(First, 10 * DAY, DAY);
    assert_eq!(timer.left(First, 10 * DAY), Some(2 * DAY));
    assert_eq!(
        (timer.ends(First), timer.rests_until(First, DAY)),
        (Some(12 * DAY), Some(10 * DAY))
    );
    timer.rest(First, 2 * DAY, 2 * DAY);
    assert_eq!(timer.ends(First), Some(4 * DAY), "a vacation that has ended changes nothing");
    assert_eq!(timer.rests_until(First, 2 * DAY), None);
    timer.rest(First, 20 * DAY, 6 * DAY);
    assert!(timer.is_late(First, 6 * DAY));
}

#[test]
fn a_pause_stops_both_and_time_goes_on_where_it_stood() {
    let mut timer = begun(&USUAL);
    timer.pause(DAY);
    assert_eq!((timer.left(First, 50 * DAY), timer.ends(First)), (Some(2 * DAY), None));
    timer.leave_out(2 * DAY, 3 * DAY);
    assert!(!timer.is_late(First, 50 * DAY));
    timer.resume(50 * DAY);
    assert_eq!(timer.ends(First), Some(52 * DAY));
    assert_eq!(timer.paused(), None);
}

#[test]
fn taking_back_of_ones_own_accord_gives_no_time() {
    let mut timer = begun(&USUAL);
    timer.taken_back(Some(&USUAL), &turn(First), None, DAY);
    assert_eq!(timer.left(First, DAY), Some(2 * DAY), "the time of the turn ran on");
    assert_eq!(timer.left(Second, DAY), Some(3 * DAY), "nor does it cost the other side any");
    assert_eq!(timer.ends(First), Some(3 * DAY));
}

#[test]
fn by_consent_both_have_what_they_had() {
    let mut timer = begun(&USUAL);
    let then = timer.stand().clone();
    timer.asked(Some(&USUAL), &turn(Second), Some(First), DAY);
    timer.asked(Some(&USUAL), &turn(First), Some(Second), 3 * DAY);
    timer.taken_back(Some(&USUAL), &turn(First), Some(then), 4 * DAY);
    for seat in Seat::BOTH {
        assert_eq!(timer.left(seat, 4 * DAY), Some(3 * DAY), "however many turns ago it was");
    }
    assert_eq!(timer.ends(First), Some(7 * DAY));
}

#[test]
fn without_a_clock_whoever_is_silent_for_a_fortnight_is_late() {
    let mut timer = Timer::new(None, 0);
    timer.asked(None, &turn(First), None, 0);
    assert_eq!((timer.left(First, DAY), timer.aside_ends(First)), (None, None), "nothing is shown");
    assert!(!timer.is_late(First, SILENCE - 1) && timer.is_late(First, SILENCE));
    assert!(!timer.is_late(Second, i64::MAX / 2), "who owes nothing may be silent");
    timer.asked(None, &turn(First), Some(First), 10 * DAY);
    assert_eq!(timer.ends(First), Some(10 * DAY + SILENCE), "a step breaks the silence");
    let both = Seat::BOTH.map(|it| prompt(it, PromptKind::Sealed));
    timer.asked(None, &both, Some(First), 11 * DAY);
    timer.asked(None, &both[1..], Some(First), 20 * DAY);
    assert_eq!(timer.ends(Second), Some(11 * DAY + SILENCE), "but not the other side's");
    timer.taken_back(None, &turn(Second), None, 21 * DAY);
    assert_eq!(timer.ends(Second), Some(21 * DAY + SILENCE));
    timer.leave_out(22 * DAY, 30 * DAY);
    timer.rest(Second, 40 * DAY, 31 * DAY);
    assert_eq!(timer.ends(Second), Some(40 * DAY + 12 * DAY), "outages and vacations don't count");
    timer.pause(41 * DAY);
    assert_eq!(timer.ends(Second), None);
}

#[test]
fn a_pause_ends_at_the_moment_of_which_notice_was_given() {
    let notice = |at| Notice { by: Second, at };
    let mut timer = begun(&USUAL);
    timer.give_notice(notice(DAY));
    assert_eq!(timer.notice(), None, "nothing is paused");
    timer.pause(DAY);
    timer.give_notice(notice(3 * DAY));
    assert_eq!((timer.notice(), timer.ends(First)), (Some(notice(3 * DAY)), None));
    timer.leave_out(2 * DAY, 4 * DAY);
    assert_eq!(timer.notice(), Some(notice(5 * DAY)), "what the bot slept through is no notice");
    timer.set_back(DAY);
    assert_eq!(timer.notice(), Some(notice(4 * DAY)));
    timer.resume(4 * DAY);
    assert_eq!((timer.notice(), timer.paused()), (None, None));
    assert_eq!(timer.ends(First), Some(6 * DAY));
}

#[test]
fn who_takes_a_seat_has_at_least_the_time_of_a_turn() {
    let mut timer = begun(&USUAL);
    timer.rest(First, 3 * DAY, DAY);
    timer.allow(First, Some(&USUAL), DAY);
    assert_eq!(timer.left(First, DAY), Some(2 * DAY), "what was left is more");
    assert_eq!(timer.ends(First), Some(3 * DAY), "the vacation was another's");
    assert!(timer.is_late(First, 9 * DAY));
    timer.allow(First, Some(&USUAL), 9 * DAY);
    assert_eq!((timer.ends(First), timer.spent(First, 9 * DAY)), (Some(10 * DAY), 0));
    let blitz = Clock { more: 0, ..USUAL };
    timer.allow(First, Some(&blitz), 20 * DAY);
    assert_eq!(timer.ends(First), Some(23 * DAY), "a turn gains nothing");
    let mut none = Timer::new(None, 0);
    none.asked(None, &turn(First), None, 0);
    assert_eq!(none.silent_from(First), Some(SILENT_WEEK));
    assert_eq!((none.silent_from(Second), timer.silent_from(First)), (None, None));
    none.allow(First, None, 8 * DAY);
    assert_eq!(none.silent_from(First), Some(8 * DAY + SILENT_WEEK));
}

#[test]
fn against_the_bot_no_time_is_counted_until_somebody_is_back() {
    let mut timer = begun(&USUAL);
    timer.stop_counting(4 * DAY);
    assert_eq!((timer.left(First, 5 * DAY), timer.is_timed()), (None, false));
    assert!(!timer.is_late(First, 10 * DAY));
    timer.asked(None, &turn(Second), Some(First), 5 * DAY);
    timer.count_again(Some(&USUAL), 30 * DAY);
    assert_eq!(timer.left(First, 30 * DAY), Some(3 * DAY));
    assert_eq!(timer.ends(Second), Some(33 * DAY));
}

#[test]
fn a_player_who_cannot_be_told_loses_no_time() {
    let mut timer = begun(&USUAL);
    timer.set_unreached(First, true, DAY);
    assert!(timer.is_unreached(First) && !timer.is_unreached(Second));
    assert_eq!((timer.ends(First), timer.left(First, 9 * DAY)), (None, Some(2 * DAY)));
    assert_eq!((timer.is_late(First, 90 * DAY), timer.spent(First, 9 * DAY)), (false, DAY));
    timer.set_unreached(First, false, 10 * DAY);
    assert_eq!((timer.ends(First), timer.spent(First, 10 * DAY)), (Some(12 * DAY), DAY));
}
