//! Texts about a room's week.
use command::{Command, say, verbs::Order};
use engine::{
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{reply::Choice, span, text::Text};
use service::{
    Standout,
    context::loaded::LoadedMatch,
    words::{at_hour, nameless_room},
};
use store::{Challenge, Room};

use super::rows::{LuckyStep, TurnedMatch, UnluckyPlayer, WeeklyGazette};

/// The word by which a room gets its gazette.
pub(super) const ORDER: Order = Order::Of("gazette");

/// The line that turns it on.
fn turns_on() -> Command {
    say!(Admin { what: ORDER, value: "sunday 18:00" })
}

// The week.

/// Begins with where it was and what stood out: `This week in games: Ann turned match #12 against Bob
/// (3 matches).`
pub(super) fn title(room: &Room, matches: usize, headline: &str) -> Text {
    let name = if room.name.is_empty() { nameless_room() } else { &room.name };
    let count = if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") };
    Text::strong(format!("This week in {}: {headline} ({count}).", short(name)))
}

pub(super) fn turned(loaded: &LoadedMatch, winner: Seat) -> String {
    let [own, other] = [winner, winner.other()].map(|seat| loaded.names.get(seat));
    format!("{own} turned match #{} against {other}", loaded.row.id)
}

/// Says who met in a match, and how it ended.
pub(super) fn met(loaded: &LoadedMatch, winner: Option<Seat>) -> String {
    let of = loaded.row.id;
    match winner {
        Some(seat) => {
            let [own, other] = [seat, seat.other()].map(|seat| loaded.names.get(seat));
            format!("{own} won match #{of} against {other}")
        }
        None => {
            let [one, other] = Seat::BOTH.map(|seat| loaded.names.get(seat));
            format!("{one} and {other} drew match #{of}")
        }
    }
}

/// Tells what turned a match; `more` are the commands that tell more.
pub(super) fn turning_point(
    loaded: &LoadedMatch,
    winner: Seat,
    at: &TurnedMatch,
    more: &[Choice],
) -> Text {
    let TurnedMatch { step, before, after, .. } = at;
    let name = loaded.names.get(winner);
    let tells = |command: &Choice| Text::sentence(format!("`{}` tells more.", command.says));
    let said = [
        Text::strong("The turning point:"),
        Text::plain(format!(" step {step}, ")),
        Text::code(short(&loaded.step.written)),
        Text::plain(format!(
            ", took {name}'s chances in {} from {before}% to {after}%. ",
            loaded.game().title()
        )),
    ];
    Text::Span(said.into_iter().chain(more.iter().map(tells)).collect())
}

pub(super) fn lucky(loaded: &LoadedMatch, lucky: &LuckyStep) -> Text {
    let LuckyStep { of, step, seat, gained } = lucky;
    span![
        Text::strong("Luckiest:"),
        format!(
            " {}. Luck gave {gained} points at step {step} of match #{of}, ",
            loaded.names.get(*seat)
        ),
        Text::code(short(&loaded.step.written)),
        ".",
    ]
}

pub(super) fn unlucky(loaded: &LoadedMatch, unlucky: &UnluckyPlayer) -> Text {
    let UnluckyPlayer { of, seat, lost } = unlucky;
    let name = loaded.names.get(*seat);
    span![Text::strong("Unluckiest:"), format!(" {name}. Luck cost {lost} points in match #{of}.")]
}

pub(super) fn climber(best: &Standout) -> Text {
    let Standout { name, figure, count } = best;
    let count = if *count == 1 { "1 match".to_owned() } else { format!("{count} matches") };
    span![Text::strong("Most rating gained:"), format!(" {name}, {figure} points in {count}.")]
}

pub(super) fn winning(best: &Standout) -> Text {
    let Standout { name, figure, count: _ } = best;
    span![Text::strong("Most wins in a row:"), format!(" {name}, {figure}.")]
}

pub(super) fn waits(challenge: &Challenge, by: &str) -> Text {
    let game = challenge.terms.game.title();
    let accepts = say!(Accept { challenge: challenge.id });
    span![
        Text::strong("Waiting for an opponent:"),
        Text::sentence(format!(" {by}, {game}. `{accepts}` takes it.")),
    ]
}

// Settings.

/// Lists it among what is set for the room.
pub(super) fn is_set(gazette: &WeeklyGazette) -> String {
    let WeeklyGazette { on, minute, zone, .. } = gazette;
    format!("{on} {}", at_hour(*minute, zone))
}

fn when(gazette: &WeeklyGazette) -> String {
    let WeeklyGazette { on, minute, zone, .. } = gazette;
    format!("every {on} at {}", at_hour(*minute, zone))
}

pub(super) fn settings(gazette: Option<&WeeklyGazette>) -> Text {
    Text::sentence(match gazette {
        None => format!("This room has no gazette. `{}` starts it.", turns_on()),
        Some(gazette) => format!(
            "I tell this room what happened in its week, {}. `{}` ends it.",
            when(gazette),
            say!(Admin { what: ORDER, value: "off" })
        ),
    })
}

// Refusals.

pub(super) fn is_off() -> Refusal {
    let says = format!("This room has no gazette. A moderator starts it with `{}`.", turns_on());
    Refusal::new(Code::NotNow, says)
}

pub(super) fn already_off() -> Refusal {
    Refusal::new(Code::NotNow, "This room has no gazette.").instead([turns_on()])
}

pub(super) fn none_yet(gazette: &WeeklyGazette) -> Refusal {
    let says = format!("There is nothing to tell yet. The gazette comes {}.", when(gazette));
    Refusal::new(Code::NotNow, says)
}

pub(super) fn form(said: &str) -> Refusal {
    let says = format!("I can't use `{}`: say a day of the week and a time of day.", short(said));
    let instead = ["sunday 18:00", "off"];
    let instead = instead.map(|value| say!(Admin { what: ORDER, value }));
    Refusal::new(Code::Unreadable, says).instead(instead)
}
