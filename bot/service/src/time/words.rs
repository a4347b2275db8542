//! Texts about time: reminders, snoozes, vacations, pauses, absent players, expired challenges.
pub mod late;
pub mod long_absence;
pub mod lost;

use command::{Command, say};
use engine::{
    games::GameId,
    quote::{series, short},
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
    span,
    text::Text,
    time::{MOST, Quiet, ReminderSetting, Zone, duration},
};
use store::Person;

use crate::names::{identity, person};

// Reminders. Each takes the text that says how much time is left.

fn line(id: MatchId, game: GameId, other: &str, asks: &str, time: Text) -> Text {
    span![Text::strong(format!("#{id}")), format!(" {game} against {other}: {asks}."), time]
}

pub(super) fn your_turn(id: MatchId, game: GameId, other: &str, asks: &str, time: Text) -> Text {
    span!["Your turn in ", line(id, game, other, asks, time)]
}

/// Lists matches that wait for a person, and says how many more there are.
pub(super) fn your_turns(lines: Vec<Text>, more: usize) -> Text {
    let mut all = vec![Text::plain("These matches are waiting for you:"), Text::List(lines)];
    all.extend((0 < more).then(|| Text::plain(format!("And {more} more."))));
    Text::Lines(all)
}

pub(super) fn turn_in_list(id: MatchId, game: GameId, other: &str, asks: &str, time: Text) -> Text {
    line(id, game, other, asks, time)
}

/// Joins what a player is asked for.
pub(super) fn both_asked(asks: &[String]) -> String {
    asks.join(" and ")
}

pub(super) fn can_be_claimed(other: &str, at: i64, left: i64) -> Text {
    let at = Text::time(at, format!("in {}", duration(left)), "");
    span![format!("{other} can claim the match "), at, "."]
}

pub(super) fn moves_button(of: MatchId) -> Choice {
    Choice::new("Moves", say!(Moves { of }))
}

pub(super) fn later_button(of: Option<MatchId>) -> Choice {
    Choice::new(
        "Later",
        of.map_or(say!(Remind { how: "snooze" }), |of| say!(Remind { of, how: "snooze" })),
    )
}

/// Says how a person is reminded.
pub(super) fn reminded(how: ReminderSetting, warnings: &[i64]) -> Text {
    let left: Vec<String> = warnings.iter().map(|it| duration(*it)).collect();
    let left = series(&left);
    Text::plain(match how {
        ReminderSetting::Usual if !warnings.is_empty() => {
            format!("You're warned when you have {left} left.")
        }
        ReminderSetting::Every(interval) if !warnings.is_empty() => format!(
            "You're reminded every {} while it's your turn, at most {MOST} times a turn, and \
             warned when you have {left} left.",
            duration(interval)
        ),
        ReminderSetting::Usual => {
            "You're reminded when half and one eighth of your time is left.".to_owned()
        }
        ReminderSetting::Every(interval) => format!(
            "You're reminded every {} while it's your turn, at most {MOST} times a turn.",
            duration(interval)
        ),
        ReminderSetting::Off => "You aren't reminded.".to_owned(),
    })
}

pub(super) fn reminders_used_up(of: MatchId) -> Text {
    Text::plain(format!("Match #{of} has had its {MOST} reminders for this turn."))
}

pub(super) fn quiet_hours(quiet: &Quiet, zone: &Zone) -> Text {
    Text::plain(format!("Quiet hours: {quiet} ({zone})."))
}

pub(super) fn change_reminders() -> Text {
    let ways = ["usual", "every 6h", "off", "snooze 12h"].map(|how| say!(Remind { how }));
    span!["Change it with ", Text::codes(ways, usize::MAX), "."]
}

pub(super) fn one_match_only_snoozes() -> Refusal {
    let says = "Only `snooze` works for one match; other reminders apply to all.";
    Refusal::unreadable(says).instead([say!(Remind { of: MatchId(12), how: "snooze 12h" })])
}

fn intervals() -> [Command; 4] {
    ["every 6h", "every day", "usual", "off"].map(|how| say!(Remind { how }))
}

pub(super) fn how_often() -> Refusal {
    Refusal::unreadable("Say how often.").instead(intervals())
}

pub(super) fn no_interval(said: &str) -> Refusal {
    Refusal::unreadable(format!("`{}` isn't a time between reminders.", short(said)))
        .instead(intervals())
}

pub(super) fn interval_out_of_range() -> Refusal {
    let says = "Reminders can come every hour, or as rarely as every 30 days.";
    Refusal::new(Code::TooMuch, says).instead(intervals())
}

// Snoozes. `until` is a moment in words.

pub(super) fn snoozed(of: Option<MatchId>, until: &str) -> String {
    match of {
        Some(of) => format!("No reminders in match #{of} until {until}."),
        None => format!("No reminders until {until}."),
    }
}

/// Says that clocks keep running, and which match's time is up first if that is during the snooze.
pub(super) fn clocks_keep_running(first: Option<(MatchId, String, i64)>) -> String {
    match first {
        Some((of, at, left)) => format!(
            "Your clock keeps running: your time in match #{of} is up at {at}, in {}.",
            duration(left)
        ),
        None => "Clocks keep running.".to_owned(),
    }
}

fn snoozes() -> [Command; 3] {
    [
        say!(Remind { how: "snooze 12h" }),
        say!(Remind { of: MatchId(12), how: "snooze 2d" }),
        say!(Remind { how: "snooze off" }),
    ]
}

pub(super) fn no_snooze(said: &str) -> Refusal {
    let says = format!("`{}` isn't a time to snooze. The limit is 30 days.", short(said));
    Refusal::unreadable(says).instead(snoozes())
}

pub(super) fn how_long_to_snooze() -> Refusal {
    let says = "Little time is left. Say how long to snooze.";
    Refusal::new(Code::NotNow, says).instead(snoozes())
}

pub(super) fn nothing_snoozed() -> Refusal {
    Refusal::new(Code::NotNow, "No reminders are snoozed there.").instead([say!(Remind)])
}

// Vacations.

pub(super) fn vacation_begins(who: &Person, left: i64) -> String {
    format!("{} is on vacation for {}: their clocks stand still.", who.name, duration(left))
}

pub(super) fn come_back_early() -> Text {
    Text::sentence(format!("To come back early: `{}`.", say!(Vacation { length: "end" })))
}

/// Says when a vacation begins, and until when clocks run; `now` tells whether there is one now.
pub(super) fn vacation_planned(from: &str, zone: &Zone, length: i64, now: bool) -> Text {
    let clocks = match now {
        true => "Between your current vacation and that one, your clocks run.",
        false => "Your clocks run until then.",
    };
    Text::sentence(format!(
        "Your vacation begins at {from} ({zone}) and lasts {}. {clocks} To cancel it: `{}`.",
        duration(length),
        say!(Vacation { length: "cancel" })
    ))
}

pub(super) fn back_from_vacation(who: &Person) -> String {
    format!("{} is back from vacation.", who.name)
}

pub(super) fn vacation_cancelled() -> &'static str {
    "Your planned vacation is cancelled."
}

pub(super) fn you_are_on_vacation(until: i64, left: i64) -> Text {
    let left = format!("for another {}", duration(left));
    span!["You're on vacation ", Text::time(until, left, "and come back "), "."]
}

pub(super) fn you_planned_vacation(from: &str, length: i64) -> Text {
    Text::plain(format!("You've planned a vacation from {from}, for {}.", duration(length)))
}

fn vacations() -> [Command; 4] {
    let lengths = ["10 days", "from tomorrow 10 days", "end", "cancel"];
    lengths.map(|length| say!(Vacation { length }))
}

pub(super) fn vacation_left(left: i64, days: i64) -> Text {
    span![
        format!("You have {} of vacation left ({days} days in any 365). ", duration(left)),
        Text::codes(vacations(), usize::MAX),
    ]
}

pub(super) fn vacation_too_short() -> Refusal {
    Refusal::unreadable("A vacation lasts at least a day.")
        .instead([say!(Vacation { length: "1 day" })])
}

pub(super) fn already_on_vacation(left: i64) -> Refusal {
    let says = format!("You're on vacation for another {}. End that one first.", duration(left));
    Refusal::new(Code::NotNow, says).instead([say!(Vacation)])
}

pub(super) fn already_planned(from: &str) -> Refusal {
    let says = format!("You've planned a vacation from {from}. Cancel it first.");
    Refusal::new(Code::NotNow, says).instead([say!(Vacation { length: "cancel" }), say!(Vacation)])
}

pub(super) fn vacation_too_soon(between: i64, next: &str) -> Refusal {
    let between = duration(between);
    let says = format!("There must be {between} between vacations. The next can begin at {next}.");
    Refusal::new(Code::NotNow, says).instead([say!(Vacation { length: "end" }), say!(Vacation)])
}

/// Refuses more than is left; `most` is how many days could begin now.
pub(super) fn vacation_too_long(wanted: i64, left: i64, days: i64, most: Option<i64>) -> Refusal {
    let (wanted, left) = (duration(wanted), duration(left));
    let says = format!(
        "{wanted} is too long: you have {left} of vacation left, out of {days} days in any 365."
    );
    let most = most.map(|days| say!(Vacation { length: format!("{days} days") }));
    let instead = most.into_iter().chain([say!(Vacation)]);
    Refusal::new(Code::TooMuch, says).instead(instead)
}

pub(super) fn no_length(said: &str) -> Refusal {
    let says = match said {
        "" => "Say for how long.".to_owned(),
        said => format!("`{}` isn't a length of time.", short(said)),
    };
    Refusal::unreadable(says).instead(vacations())
}

pub(super) fn how_long() -> Refusal {
    Refusal::unreadable("Say how long the vacation lasts.").instead(vacations())
}

pub(super) fn no_date(said: &str) -> Refusal {
    let says = format!("`{}` isn't a date. Write `2026-07-01` or `tomorrow`.", short(said));
    Refusal::unreadable(says).instead(vacations())
}

pub(super) fn in_the_past(said: &str) -> Refusal {
    let says = format!("`{}` is in the past. Give a later date.", short(said));
    Refusal::unreadable(says).instead(vacations())
}

pub(super) fn over_a_year_ahead() -> Refusal {
    Refusal::unreadable("You can plan a vacation up to a year ahead.").instead(vacations())
}

pub(super) fn not_on_vacation() -> Refusal {
    Refusal::new(Code::NotNow, "You aren't on vacation.")
        .instead([say!(Vacation { length: "10 days" })])
}

pub(super) fn none_planned() -> Refusal {
    Refusal::new(Code::NotNow, "You have no vacation planned.")
        .instead([say!(Vacation { length: "10 days" })])
}

pub(super) fn none_planned_but_one_now() -> Refusal {
    let says = "You have no vacation planned, but you can end the current one.";
    Refusal::new(Code::NotNow, says).instead([say!(Vacation { length: "end" })])
}

// Pauses.

pub(super) fn bot_is_patient() -> &'static str {
    "I wait as long as you like: no clock runs against me."
}

pub fn asks(me: &str) -> String {
    format!("{me} asks for a pause.")
}

pub(super) fn asks_for_pause(me: &str, other: &Person, answers: Text) -> Text {
    span![format!("{me} asks for a pause. Do you agree, "), person(other), "? ", answers]
}

pub(super) fn declines_pause(me: &str) -> String {
    format!("{me} declines the pause.")
}

pub(super) fn is_paused(of: MatchId) -> Text {
    Text::sentence(format!(
        "Match #{of} is paused: no clocks or reminders until one of you says `{}`.",
        say!(Resume { of })
    ))
}

pub(super) fn ends_pause(me: &str) -> String {
    format!("{me} ends the pause.")
}

pub(super) fn pause_is_over(of: MatchId) -> String {
    format!("The pause of match #{of} is over.")
}

pub(super) fn wants_to_resume(me: &str, of: MatchId, left: i64, other: &Person) -> Text {
    let left = duration(left);
    span![
        format!("{me} wants to resume match #{of}. The pause ends in {left}, or as soon as "),
        person(other),
        " says ",
        Text::code(say!(Resume { of })),
        "."
    ]
}

pub(super) fn resume_button(of: MatchId) -> Choice {
    Choice::new("Resume", say!(Resume { of }))
}

pub(super) fn already_paused(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} is already paused."))
        .instead([say!(Resume { of })])
}

pub(super) fn no_pause_request() -> Refusal {
    Refusal::new(Code::NotNow, "You have no pause request to answer.").instead([say!(Pause)])
}

pub(super) fn not_paused(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} isn't paused.")).instead([say!(Pause)])
}

pub(super) fn already_asked_to_resume(of: MatchId, left: i64) -> Refusal {
    let left = duration(left);
    let says = format!("You've asked already: match #{of} resumes in {left} at the latest.");
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

// Absent players.

pub(super) fn has_left(who: &Person, of: MatchId, other: &Person, silent: i64) -> Text {
    let (name, silent) = (&who.name, duration(silent));
    span![
        format!("{name} has left. Match #{of} stays open: "),
        person(other),
        " can win it with ",
        Text::code(say!(Claim { of })),
        format!(" once {name} runs out of time, or doesn't move for {silent}."),
    ]
}

// What the clock does, and expired challenges.

pub(super) fn default_played(name: &str) -> Text {
    Text::plain(format!("{name} ran out of time for this choice; the default was played."))
}

/// The last line of an expired challenge's card.
pub(super) fn card_expired(days: i64) -> Text {
    span![Text::strong("Expired"), format!(" after {days} days.")]
}

/// Says which of a person's challenges have expired.
pub(super) fn expired(by: &Person, some: &[ChallengeId], days: i64) -> Text {
    match some {
        [one] => span![
            format!("Challenge {one} from "),
            identity(by),
            format!(" has expired after {days} days.")
        ],
        several => {
            let several: Vec<String> = several.iter().map(ToString::to_string).collect();
            span![
                format!("Challenges {} from ", several.join(", ")),
                identity(by),
                format!(" have expired after {days} days.")
            ]
        }
    }
}
