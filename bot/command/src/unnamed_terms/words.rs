//! What is said of terms that can't be read.
use engine::{games::GameId, quote::short, refusal::Refusal};
use model::time::{ClockError, Preset};

/// Examples of clocks.
const CLOCKS: [&str; 4] = ["days=3", "clock=3d+1d/5d", "clock=12h hard", "clock=none"];

pub(super) fn rated_or_unrated() -> Refusal {
    Refusal::unreadable("A match is either `rated` or `unrated`.").instead(["rated", "unrated"])
}

pub(super) fn hard_or_soft() -> Refusal {
    Refusal::unreadable("A clock is either `hard` or `soft`.").instead(["hard", "soft"])
}

pub(super) fn private_or_public() -> Refusal {
    let says = "A match is either `private` or `public`.";
    Refusal::unreadable(says).instead(["private", "public"])
}

pub(super) fn say_which_side(game: GameId) -> Refusal {
    Refusal::unreadable("Say which side you want.").instead(side_forms(game))
}

pub(super) fn two_sides(game: GameId) -> Refusal {
    Refusal::unreadable("You named two sides.").instead(side_forms(game))
}

pub(super) fn how_many_days() -> Refusal {
    Refusal::unreadable("Say how many days.").instead(["days=3"])
}

pub(super) fn days_twice() -> Refusal {
    Refusal::unreadable("You gave the days twice.").instead(["days=3"])
}

pub(super) fn days_or_clock() -> Refusal {
    Refusal::unreadable("Give `days` or `clock`, not both.").instead(CLOCKS)
}

pub(super) fn hard_needs_a_clock() -> Refusal {
    Refusal::unreadable("`hard` needs a clock. Say which.").instead(CLOCKS)
}

pub(super) fn no_clock(said: &str, err: ClockError, presets: &[Preset]) -> Refusal {
    let said = short(said);
    let presets = presets.iter().map(|preset| format!("clock={}", preset.name));
    Refusal::unreadable(match err {
        ClockError::Unreadable => format!("`{said}` isn't a clock."),
        ClockError::OutOfReach => {
            format!("`{said}` is out of range: a clock holds 1 minute to 60 days.")
        }
        ClockError::CapBelowStart => format!("`{said}` has a limit below its starting time."),
    })
    .instead(CLOCKS.into_iter().map(str::to_owned).chain(presets))
}

pub(super) fn no_room_time(said: &str) -> Refusal {
    let said = short(said);
    let says = match said.as_str() {
        "" => "Say how long the room may vote for each turn.".to_owned(),
        said => format!("`{said}` isn't a time to vote for a turn: 1 minute to 14 days."),
    };
    Refusal::unreadable(says).instead(["vote=12h", "vote=1d", "vote=10min"])
}

pub fn side_forms(game: GameId) -> [String; 2] {
    game.sides().map(|side| format!("side={}", side.to_lowercase()))
}
