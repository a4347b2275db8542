//! Texts about calls of what the next turns bring.
use command::say;
use engine::{
    mind::TurnOdds,
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{ids::MatchId, reply::Choice, text::Text};
use service::context::loaded::LoadedMatch;

use super::{
    super::{commands, turn_rows::TurnCall},
    PRESSED, after, points, side,
};

/// Says what may happen: `Bob loses a piece`.
fn event(loaded: &LoadedMatch, seat: Seat, gain: usize) -> String {
    match loaded.table.gains(seat).get(gain) {
        Some(gain) => {
            let (seat, happens) = gain.event(seat);
            format!("{} {happens}", side(loaded, seat))
        }
        None => "something happens".to_owned(),
    }
}

fn yes_or_no(happens: bool) -> &'static str {
    if happens { "Yes" } else { "No" }
}

/// Writes an answer and how sure it is: `Yes 70%`.
fn sure(happens: bool, percent: u32) -> String {
    format!("{} {percent}%", yes_or_no(happens))
}

/// Counts turns that were called.
pub(super) fn count_of(turns: u32) -> String {
    if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") }
}

pub(crate) fn next_button(of: MatchId) -> Choice {
    Choice::new("What comes next", say!(commands::CallWinner { of, words: "next" }))
}

pub(crate) fn ask_what_comes(loaded: &LoadedMatch, odds: &TurnOdds) -> Text {
    let of = loaded.row.id;
    Text::sentence(format!(
        "{} in this turn or the next: yes or no, and how sure are you? Press one, or say it with a \
         number: `{}`. Only you see it.",
        event(loaded, odds.seat, odds.nth),
        say!(commands::CallWinner { of, words: "next yes 70" })
    ))
}

pub(crate) fn answers(of: MatchId) -> Vec<Choice> {
    let choice = |happens: bool, percent: u32| {
        let answer = yes_or_no(happens).to_lowercase();
        let words = ["next", &answer, &percent.to_string()].join(" ");
        Choice::new(sure(happens, percent), say!(commands::CallWinner { of, words }))
    };
    [true, false]
        .into_iter()
        .flat_map(|happens| PRESSED.into_iter().map(move |percent| choice(happens, percent)))
        .collect()
}

pub(crate) fn turn_called(loaded: &LoadedMatch, call: &TurnCall) -> Text {
    let of = call.of;
    Text::sentence(format!(
        "You call {}: {} in this turn or the next. You can change it until the next step. When both \
         turns are over, `{}` shows your points.",
        sure(call.happens, call.percent),
        event(loaded, call.seat, call.gain),
        say!(commands::Calls { of })
    ))
}

pub(crate) fn your_turn_call(loaded: &LoadedMatch, call: &TurnCall, earned: Option<i64>) -> Text {
    let sure = sure(call.happens, call.percent);
    let after = after(call.on);
    let event = event(loaded, call.seat, call.gain);
    let called = format!("You called {sure} {after}: {event} in that turn or the next");
    Text::plain(match earned {
        Some(earned) => {
            let thought = f64::from(call.chance) / 100.0;
            let answer = yes_or_no(call.happens);
            format!("{called}. I thought {answer} {thought:.0}%: {}", points(earned))
        }
        None => format!("{called}."),
    })
}

pub(crate) fn turns_of(name: &str, turns: u32, earned: i64) -> Text {
    Text::plain(format!("{name} called {}: {}", count_of(turns), points(earned)))
}

pub(crate) fn turn_call_stands(loaded: &LoadedMatch, call: &TurnCall) -> Refusal {
    let of = call.of;
    let says = format!(
        "You called {} {}: {} in that turn or the next. You can call again when that is decided.",
        sure(call.happens, call.percent),
        after(call.on),
        event(loaded, call.seat, call.gain)
    );
    Refusal::new(Code::NotNow, says).instead([say!(commands::Calls { of })])
}

pub(crate) fn called_turns_enough(of: MatchId, most: usize) -> Refusal {
    let says = format!("You have called {most} turns of match #{of}, the limit.");
    Refusal::new(Code::TooMuch, says).instead([say!(commands::Calls { of })])
}

pub(crate) fn nothing_undecided(of: MatchId) -> Refusal {
    let says = format!(
        "Match #{of} has nothing undecided to call in this turn or the next. Ask again after the \
         next step."
    );
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

pub(crate) fn no_such_percentage(of: MatchId) -> Refusal {
    let says = "Say `yes` or `no`, and how sure you are in percent, from 0 to 100.";
    let line = say!(commands::CallWinner { of, words: "next yes 70" });
    Refusal::unreadable(says).instead([line])
}
