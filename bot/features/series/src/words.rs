//! Texts about series. Scores are in half points: two for a win, one for a draw.
use command::{Command, say};
use engine::{
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, text::Text};
use store::Challenge;

use crate::commands::BEST;

pub(crate) fn is_series(challenge: &Challenge) -> Text {
    let best_of = challenge.best_of;
    Text::plain(format!(
        "A series, best of {best_of}: sides swap, and each next match begins by itself."
    ))
}

pub(crate) fn played_again() -> &'static str {
    "The match that was called off is played again."
}

pub(crate) fn series_over(best_of: u32, score: &[(String, u32); 2], winner: Option<&str>) -> Text {
    let score = scored(score);
    Text::strong(match winner {
        Some(winner) => format!("{winner} wins the series, best of {best_of}: {score}."),
        None => format!("The series, best of {best_of}, is drawn: {score}."),
    })
}

pub(crate) fn series_called_off(score: &[(String, u32); 2]) -> Text {
    Text::strong(format!("The series is called off. It stood {}.", scored(score)))
}

pub(crate) fn rematch_series_button(of: MatchId) -> Choice {
    Choice::new("Another series", say!(Rematch { of }))
}

pub(crate) fn series_is_odd() -> Refusal {
    let best_of = |most: u32| -> Command {
        say!(Challenge { who: "@bob", game: GameId::Trapdoor }).adding(&BEST, Some(most))
    };
    Refusal::unreadable("A series is best of 3, 5, 7 or 9.").instead([best_of(3), best_of(5)])
}

pub(crate) fn series_goes_on_by_itself(of: MatchId, next: Option<MatchId>) -> Refusal {
    let says = format!("Match #{of} is part of a series, which goes on by itself.");
    let next = next.map(|next| say!(Board { of: next }));
    Refusal::new(Code::NotNow, says).instead(next.into_iter().chain([say!(Games)]))
}

/// States the score of a series: `Match 2 of at most 3; Ann 1, Bob ½.`
pub(crate) fn series_stands(round: u32, best_of: u32, score: &[(String, u32); 2]) -> Text {
    Text::plain(format!("Match {round} of a series, best of {best_of}: {}.", scored(score)))
}

pub(crate) fn in_no_series(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} belongs to no series."))
        .instead([say!(Resign { of })])
}

fn scored(score: &[(String, u32); 2]) -> String {
    let points = |halves: u32| match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    };
    let [(one, a), (other, b)] = score;
    format!("{one} {}, {other} {}", points(*a), points(*b))
}

/// Refuses a series against the bot; `alone` begins a match against it.
pub(crate) fn series_is_for_people(alone: Vec<Choice>) -> Refusal {
    Refusal::illegal("A series is between two people; against me, play one match after the other.")
        .instead(alone.into_iter().map(|choice| choice.says.to_string()))
}

pub(crate) fn gives_up_series(name: &str, other: &str) -> String {
    format!("{name} gives up the series; {other} wins it.")
}

/// Ends a question about leaving a match.
pub(crate) fn gives_up_all() -> &'static str {
    "That gives up the whole series."
}
