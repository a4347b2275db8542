//! Texts about reminders and snoozes.
use command::{Command, say};
use engine::{
    games::GameId,
    quote::{series, short},
    refusal::{Code, Refusal},
};
use model::{
    ids::MatchId,
    reply::Choice,
    span,
    text::Text,
    time::{MOST, Quiet, ReminderSetting, Zone, duration, every},
};

use super::commands;

// Reminders. Each takes the text that says how much time is left.

fn line(id: MatchId, game: GameId, other: &str, asks: &str, time: Text) -> Text {
    span![Text::strong(format!("#{id}")), format!(" {game} against {other}: {asks}."), time]
}

pub(crate) fn your_turn(id: MatchId, game: GameId, other: &str, asks: &str, time: Text) -> Text {
    span!["Your turn in ", line(id, game, other, asks, time)]
}

/// Lists matches that wait for a person, and says how many more there are.
pub(crate) fn your_turns(lines: Vec<Text>, more: usize) -> Text {
    let mut all = vec![Text::plain("These matches are waiting for you:"), Text::List(lines)];
    all.extend((0 < more).then(|| Text::plain(format!("And {more} more."))));
    Text::Lines(all)
}

pub(crate) fn turn_in_list(id: MatchId, game: GameId, other: &str, asks: &str, time: Text) -> Text {
    line(id, game, other, asks, time)
}

/// Joins what a player is asked for.
pub(crate) fn both_asked(asks: &[String]) -> String {
    asks.join(" and ")
}

pub(crate) fn can_be_claimed(other: &str, at: i64, left: i64) -> Text {
    let at = Text::time(at, format!("in {}", duration(left)), "");
    span![format!("{other} can claim the match "), at, "."]
}

pub(crate) fn moves_button(of: MatchId) -> Choice {
    Choice::new("Moves", say!(Moves { of }))
}

pub(crate) fn later_button(of: Option<MatchId>) -> Choice {
    Choice::new(
        "Later",
        of.map_or(say!(commands::Remind { how: "snooze" }), |of| {
            say!(commands::Remind { of, how: "snooze" })
        }),
    )
}

/// Says how a person is reminded.
pub(crate) fn reminded(how: ReminderSetting, warnings: &[i64]) -> Text {
    let left: Vec<String> = warnings.iter().map(|it| duration(*it)).collect();
    let left = series(&left);
    Text::plain(match how {
        ReminderSetting::Usual if !warnings.is_empty() => {
            format!("You're warned when you have {left} left.")
        }
        ReminderSetting::Every(interval) if !warnings.is_empty() => format!(
            "You're reminded {} while it's your turn, at most {MOST} times a turn, and \
             warned when you have {left} left.",
            every(interval)
        ),
        ReminderSetting::Usual => {
            "You're reminded when half and one eighth of your time is left.".to_owned()
        }
        ReminderSetting::Every(interval) => format!(
            "You're reminded {} while it's your turn, at most {MOST} times a turn.",
            every(interval)
        ),
        ReminderSetting::Off => "You aren't reminded.".to_owned(),
    })
}

pub(crate) fn reminders_used_up(of: MatchId) -> Text {
    Text::plain(format!("Match #{of} has had its {MOST} reminders for this turn."))
}

pub(crate) fn quiet_hours(quiet: &Quiet, zone: &Zone) -> Text {
    Text::plain(format!("Quiet hours: {quiet} ({zone})."))
}

pub(crate) fn change_reminders() -> Text {
    let ways = ["usual", "every 6h", "off", "snooze 12h"].map(|how| say!(commands::Remind { how }));
    span!["Change it with ", Text::codes(ways, usize::MAX), "."]
}

pub(crate) fn one_match_only_snoozes() -> Refusal {
    let says = "Only `snooze` works for one match; other reminders apply to all.";
    Refusal::unreadable(says)
        .instead([say!(commands::Remind { of: MatchId(12), how: "snooze 12h" })])
}

fn intervals() -> [Command; 4] {
    ["every 6h", "every day", "usual", "off"].map(|how| say!(commands::Remind { how }))
}

pub(crate) fn how_often() -> Refusal {
    Refusal::unreadable("Say how often.").instead(intervals())
}

pub(crate) fn no_interval(said: &str) -> Refusal {
    Refusal::unreadable(format!("`{}` isn't a time between reminders.", short(said)))
        .instead(intervals())
}

pub(crate) fn interval_out_of_range() -> Refusal {
    let says = "Reminders can come every hour, or as rarely as every 30 days.";
    Refusal::new(Code::TooMuch, says).instead(intervals())
}

// Snoozes. `until` is a moment in words.

pub(crate) fn snoozed(of: Option<MatchId>, until: &str) -> String {
    match of {
        Some(of) => format!("No reminders in match #{of} until {until}."),
        None => format!("No reminders until {until}."),
    }
}

/// Says that clocks keep running, and which match's time is up first if that is during the snooze.
pub(crate) fn clocks_keep_running(first: Option<(MatchId, String, i64)>) -> String {
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
        say!(commands::Remind { how: "snooze 12h" }),
        say!(commands::Remind { of: MatchId(12), how: "snooze 2d" }),
        say!(commands::Remind { how: "snooze off" }),
    ]
}

pub(crate) fn no_snooze(said: &str) -> Refusal {
    let says = format!("`{}` isn't a time to snooze. The limit is 30 days.", short(said));
    Refusal::unreadable(says).instead(snoozes())
}

pub(crate) fn how_long_to_snooze() -> Refusal {
    let says = "Little time is left. Say how long to snooze.";
    Refusal::new(Code::NotNow, says).instead(snoozes())
}

pub(crate) fn nothing_snoozed() -> Refusal {
    Refusal::new(Code::NotNow, "No reminders are snoozed there.").instead([say!(commands::Remind)])
}

// Settings.

pub(crate) fn warnings_in_short(warnings: &[i64]) -> String {
    match warnings {
        [] => "usual".to_owned(),
        warnings => warnings.iter().map(|it| duration(*it)).collect::<Vec<_>>().join(", "),
    }
}
