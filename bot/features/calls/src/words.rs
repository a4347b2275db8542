//! Texts about calls.
pub(super) mod turns;

use command::{Command, say, verbs::Order};
use engine::{
    chance::StepKey,
    game::Emphasis,
    quote::{series, short},
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use service::{Standout, context::loaded::LoadedMatch};

use super::{
    callable::{LAST_HIDDEN_STEP, NoCalls},
    commands,
    rows::{CallerScore, WinnerCall},
};

/// The word by which a room has calls.
pub(super) const ORDER: Order = Order::Of("calls");

/// How sure a caller can be by a press, in percent.
const PRESSED: [u32; 3] = [60, 75, 90];

// Calling.

/// Makes the button for people who don't play that asks them who wins.
pub(super) fn call_button(of: MatchId) -> Choice {
    Choice::new("Onlookers: call who wins", say!(commands::CallWinner { of })).with(Emphasis::Aside)
}

/// Names a side: its player, or both its player and what the game calls it where two have one name.
fn side(loaded: &LoadedMatch, seat: Seat) -> String {
    let name = loaded.names.get(seat);
    if name == loaded.names.get(seat.other()) { loaded.titled(seat) } else { name.clone() }
}

/// Writes who wins, and how surely: `Ann 70%`.
fn chances(loaded: &LoadedMatch, seat: Seat, percent: u32) -> String {
    format!("{} {percent}%", side(loaded, seat))
}

/// Says when a call was made.
fn after(on: StepKey) -> String {
    match on.step {
        0 => "at the start".to_owned(),
        1 => "after one step".to_owned(),
        steps => format!("after {steps} steps"),
    }
}

pub(super) fn ask_who_wins(loaded: &LoadedMatch) -> Text {
    let of = loaded.row.id;
    Text::sentence(format!(
        "Who wins, and how sure are you? Press one, or say it with a number: `{}`. Only you see it \
         until the match is over.",
        say!(commands::CallWinner { of, words: line(loaded, Seat::First, 70) })
    ))
}

/// Writes the words of a call that mean one side, whatever its player is called.
fn line(loaded: &LoadedMatch, seat: Seat, percent: u32) -> String {
    format!("{} {percent}", loaded.game().sides()[seat.index()].to_lowercase())
}

pub(super) fn choices(loaded: &LoadedMatch) -> Vec<Choice> {
    let choice = |seat, percent| {
        let words = line(loaded, seat, percent);
        Choice::new(
            chances(loaded, seat, percent),
            say!(commands::CallWinner { of: loaded.row.id, words }),
        )
    };
    Seat::BOTH
        .into_iter()
        .flat_map(|seat| PRESSED.into_iter().map(move |percent| choice(seat, percent)))
        .collect()
}

pub(super) fn called(loaded: &LoadedMatch, call: &WinnerCall) -> Text {
    let WinnerCall { of, seat, percent, .. } = call;
    let both = format!(
        "{}, {}",
        chances(loaded, *seat, *percent),
        chances(loaded, seat.other(), 100 - percent)
    );
    Text::sentence(format!(
        "You call {both}. You can change it until the next step. When the match is over, `{}` \
         shows your points.",
        say!(commands::Calls { of })
    ))
}

pub(super) fn your_call(loaded: &LoadedMatch, call: &WinnerCall) -> Text {
    Text::plain(format!(
        "You called {} {}.",
        chances(loaded, call.seat, call.percent),
        after(call.on)
    ))
}

/// Says why a call counts for nothing: its caller has taken part, or the step before it was taken back.
pub(super) fn your_call_fell_away(
    loaded: &LoadedMatch,
    call: &WinnerCall,
    takes_part: bool,
) -> Text {
    let why = if takes_part {
        "but have taken part since, so the call fell away."
    } else {
        "but that step was taken back, so the call fell away. You can call again."
    };
    let chances = chances(loaded, call.seat, call.percent);
    Text::plain(format!("You called {chances} {}, {why}", after(call.on)))
}

pub(super) fn call_stands(loaded: &LoadedMatch, call: &WinnerCall) -> Refusal {
    let says = format!(
        "You called {} {}. The match has gone on since, so your call stays.",
        chances(loaded, call.seat, call.percent),
        after(call.on)
    );
    Refusal::new(Code::NotNow, says).instead([say!(commands::Calls)])
}

pub(super) fn called_enough(most: u32) -> Refusal {
    let says =
        format!("You have called {most} running matches, the limit. Wait until one is over.");
    Refusal::new(Code::TooMuch, says).instead([say!(commands::Calls)])
}

pub(super) fn takes_part(of: MatchId) -> Refusal {
    let says = format!("You take part in match #{of}, so you can't call who wins it.");
    Refusal::new(Code::NotYours, says).instead([say!(Board { of })])
}

pub(super) fn calls_are_off(of: MatchId) -> Refusal {
    let says = format!(
        "Calls are off in the room of match #{of}. Moderators turn them on with `{}`.",
        say!(Admin { what: ORDER, value: "on" })
    );
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

pub(super) fn came_later(of: MatchId) -> Refusal {
    let says = format!(
        "Match #{of} had begun before you first spoke to me in its room. You can call the next \
         matches that begin there."
    );
    Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
}

pub(super) fn cannot_be_called(of: MatchId, why: NoCalls) -> Refusal {
    match why {
        NoCalls::Over => Refusal::new(Code::Over, format!("Match #{of} is over."))
            .instead([say!(commands::Calls { of })]),
        NoCalls::Private => {
            let says = format!("Match #{of} is private, so nobody can call it.");
            Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
        }
        NoCalls::Unwanted => {
            let says = format!(
                "A player of match #{of} doesn't want calls (`{}`).",
                say!(Settings { name: "calls", value: "off" })
            );
            Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
        }
        NoCalls::Hidden => {
            let says = format!(
                "Something is hidden in match #{of}, so it could be called only up to step \
                 {LAST_HIDDEN_STEP}."
            );
            Refusal::new(Code::NotNow, says).instead([say!(Board { of })])
        }
    }
}

fn forms(loaded: &LoadedMatch) -> [Command; 2] {
    let of = loaded.row.id;
    Seat::BOTH.map(|seat| say!(commands::CallWinner { of, words: line(loaded, seat, 75) }))
}

pub(super) fn who_wins(loaded: &LoadedMatch) -> Refusal {
    let [first, second] = Seat::BOTH.map(|seat| loaded.titled(seat));
    let says = format!("Say who wins, {first} or {second}, and how sure you are, in percent.");
    Refusal::unreadable(says).instead(forms(loaded))
}

pub(super) fn same_name(loaded: &LoadedMatch) -> Refusal {
    let [first, second] = loaded.game().sides();
    let says = format!("Both players have that name. Say {first} or {second}.");
    Refusal::unreadable(says).instead(forms(loaded))
}

pub(super) fn no_percentage(loaded: &LoadedMatch, said: i64) -> Refusal {
    let says = match said {
        i64::MAX => "Say how sure you are in percent, from 0 to 100.".to_owned(),
        said => format!("{said} isn't a percentage from 0 to 100."),
    };
    Refusal::unreadable(says).instead(forms(loaded))
}

pub(super) fn draw_is_half(loaded: &LoadedMatch) -> Refusal {
    let of = loaded.row.id;
    let even = say!(commands::CallWinner { of, words: line(loaded, Seat::First, 50) });
    let says = "A draw counts as half a win for each side, so if you expect one, call 50%.";
    Refusal::unreadable(says).instead([even])
}

// After the end.

/// Writes points with their sign.
fn points(points: i64) -> String {
    let unit = if points.abs() == 1 { "point" } else { "points" };
    match points {
        1.. => format!("+{points} {unit}"),
        _ => format!("{points} {unit}"),
    }
}

/// Says how many people called a match, and who was best; nobody if there are no names.
pub(super) fn were_called(count: usize, best: i64, names: &[String]) -> Text {
    let people = match count {
        1 => "One person called this match".to_owned(),
        count => format!("{count} people called this match"),
    };
    Text::plain(match names {
        [] => format!("{people}."),
        names => format!("{people}; best: {}, {}.", series(names), points(best)),
    })
}

pub(super) fn call_of(loaded: &LoadedMatch, name: &str, call: &WinnerCall, earned: i64) -> Text {
    let thought = f64::from(call.chance) / 100.0;
    Text::plain(format!(
        "{name} called {} {}, where I thought {thought:.0}%: {}",
        chances(loaded, call.seat, call.percent),
        after(call.on),
        points(earned)
    ))
}

pub(super) fn you_called_nothing(of: MatchId, can_call: bool) -> Text {
    let how = if can_call {
        format!(" To call it: `{}`.", say!(commands::CallWinner { of }))
    } else {
        String::new()
    };
    Text::sentence(format!(
        "You haven't called this match. Others' calls are shown when it's over.{how}"
    ))
}

pub(super) fn nobody_called(of: MatchId) -> Refusal {
    let says = format!("No call on match #{of} counts in this room.");
    Refusal::new(Code::NotNow, says).instead([say!(commands::Calls)])
}

pub(super) fn off_in_this_room() -> Refusal {
    let on = say!(Admin { what: ORDER, value: "on" });
    let says = format!("Calls are off in this room. Moderators turn them on with `{on}`.");
    Refusal::new(Code::NotNow, says).instead([say!(Rules { game: "house", topic: "calls" })])
}

pub(super) fn no_season(said: &str, present: &str) -> Refusal {
    let says = format!(
        "There's no season `{}` yet. A season is a quarter of a year, such as `{present}`.",
        short(said)
    );
    Refusal::new(Code::Unknown, says)
        .instead([say!(commands::Calls), say!(commands::Calls { which: present })])
}

pub(super) fn table_title(season: &str) -> Text {
    Text::strong(format!("Calls in this room, season {season}"))
}

pub(super) fn score_of(rank: usize, name: &str, score: &CallerScore, earned: i64) -> Text {
    let CallerScore { calls, turns, .. } = *score;
    let count = match (calls, turns) {
        (1, 0) => "1 call".to_owned(),
        (calls, 0) => format!("{calls} calls"),
        (0, turns) => turns::count_of(turns),
        (1, turns) => format!("1 match, {}", turns::count_of(turns)),
        (calls, turns) => format!("{calls} matches, {}", turns::count_of(turns)),
    };
    Text::plain(format!("{rank}. {name}: {}, {count}", points(earned)))
}

pub(super) fn nobody_called_yet() -> Text {
    Text::sentence(format!(
        "No match that was called is over yet. To call one that runs: `{}`.",
        say!(commands::CallWinner { of: MatchId(12) })
    ))
}

// The week.

pub(super) fn best_caller(best: &Standout) -> Text {
    let Standout { name, figure, count } = best;
    let count = if *count == 1 { "1 call".to_owned() } else { format!("{count} calls") };
    span![Text::strong("Best caller:"), format!(" {name}, {figure} points with {count}.")]
}
