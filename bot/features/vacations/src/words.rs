//! Texts about vacations.
use command::{Command, say};
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};
use model::{
    span,
    text::Text,
    time::{Zone, another, duration},
};
use store::Person;

use super::commands;

pub(crate) fn vacation_begins(who: &Person, left: i64) -> String {
    format!("{} is on vacation for {}: their clocks stand still.", who.name, duration(left))
}

pub(crate) fn come_back_early() -> Text {
    Text::sentence(format!("To come back early: `{}`.", say!(commands::Vacation { length: "end" })))
}

/// Says when a vacation begins, and until when clocks run; `now` tells whether there is one now.
pub(crate) fn vacation_planned(from: &str, zone: &Zone, length: i64, now: bool) -> Text {
    let clocks = if now {
        "Between your current vacation and that one, your clocks run."
    } else {
        "Your clocks run until then."
    };
    Text::sentence(format!(
        "Your vacation begins at {from} ({zone}) and lasts {}. {clocks} To cancel it: `{}`.",
        duration(length),
        say!(commands::Vacation { length: "cancel" })
    ))
}

pub(crate) fn back_from_vacation(who: &Person) -> String {
    format!("{} is back from vacation.", who.name)
}

pub(crate) fn vacation_cancelled() -> &'static str {
    "Your planned vacation is cancelled."
}

pub(crate) fn you_are_on_vacation(until: i64, left: i64) -> Text {
    let left = format!("for {}", another(left));
    span!["You're on vacation ", Text::time(until, left, "and come back "), "."]
}

pub(crate) fn you_planned_vacation(from: &str, length: i64) -> Text {
    Text::plain(format!("You've planned a vacation from {from}, for {}.", duration(length)))
}

fn vacations() -> [Command; 4] {
    let lengths = ["10 days", "from tomorrow 10 days", "end", "cancel"];
    lengths.map(|length| say!(commands::Vacation { length }))
}

pub(crate) fn vacation_left(left: i64, days: i64) -> Text {
    span![
        format!(
            "You have {} of vacation left this year ({days} days in any 365). ",
            duration(left)
        ),
        Text::codes(vacations(), usize::MAX),
    ]
}

pub(crate) fn vacation_too_short() -> Refusal {
    Refusal::unreadable("A vacation lasts at least a day.")
        .instead([say!(commands::Vacation { length: "1 day" })])
}

pub(crate) fn already_on_vacation(left: i64) -> Refusal {
    let says = format!("You're on vacation for {}. End that one first.", another(left));
    Refusal::new(Code::NotNow, says).instead([say!(commands::Vacation)])
}

pub(crate) fn already_planned(from: &str) -> Refusal {
    let says = format!("You've planned a vacation from {from}. Cancel it first.");
    Refusal::new(Code::NotNow, says)
        .instead([say!(commands::Vacation { length: "cancel" }), say!(commands::Vacation)])
}

pub(crate) fn vacation_too_soon(between: i64, next: &str) -> Refusal {
    let between = duration(between);
    let says = format!("There must be {between} between vacations. The next can begin at {next}.");
    Refusal::new(Code::NotNow, says)
        .instead([say!(commands::Vacation { length: "end" }), say!(commands::Vacation)])
}

/// Refuses more than is left; `most` is how many days could begin now.
pub(crate) fn vacation_too_long(wanted: i64, left: i64, most: Option<i64>) -> Refusal {
    let (wanted, left) = (duration(wanted), duration(left));
    let says = format!("{wanted} is too long. You have {left} of vacation left this year.");
    let most = most.map(|days| say!(commands::Vacation { length: format!("{days} days") }));
    let instead = most.into_iter().chain([say!(commands::Vacation)]);
    Refusal::new(Code::TooMuch, says).instead(instead)
}

pub(crate) fn no_length(said: &str) -> Refusal {
    let says = match said {
        "" => "Say for how long.".to_owned(),
        said => format!("`{}` isn't a length of time.", short(said)),
    };
    Refusal::unreadable(says).instead(vacations())
}

pub(crate) fn how_long() -> Refusal {
    Refusal::unreadable("Say how long the vacation lasts.").instead(vacations())
}

pub(crate) fn no_date(said: &str) -> Refusal {
    let says = format!(
        "`{}` isn't a date. Write `2026-07-01`, `24 dec`, `monday` or `tomorrow`.",
        short(said)
    );
    Refusal::unreadable(says).instead(vacations())
}

pub(crate) fn in_the_past(said: &str) -> Refusal {
    let says = format!("`{}` is in the past. Give a later date.", short(said));
    Refusal::unreadable(says).instead(vacations())
}

pub(crate) fn over_a_year_ahead() -> Refusal {
    Refusal::unreadable("You can plan a vacation up to a year ahead.").instead(vacations())
}

pub(crate) fn not_on_vacation() -> Refusal {
    Refusal::new(Code::NotNow, "You aren't on vacation.")
        .instead([say!(commands::Vacation { length: "10 days" })])
}

pub(crate) fn none_planned() -> Refusal {
    Refusal::new(Code::NotNow, "You have no vacation planned.")
        .instead([say!(commands::Vacation { length: "10 days" })])
}

pub(crate) fn none_planned_but_one_now() -> Refusal {
    let says = "You have no vacation planned, but you can end the current one.";
    Refusal::new(Code::NotNow, says).instead([say!(commands::Vacation { length: "end" })])
}
