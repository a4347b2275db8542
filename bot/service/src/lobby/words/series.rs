//! Texts about series. Scores are in half points: two for a win, one for a draw.
use command::say;
use engine::{
    games::GameId,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, text::Text};

use crate::matches;

/// Adds the number of matches to the terms.
pub(crate) fn in_series(terms: &str, best_of: u32) -> String {
    match best_of {
        ..=1 => terms.to_owned(),
        _ => format!("{terms}, best of {best_of}"),
    }
}

pub(crate) fn is_series(best_of: u32) -> Text {
    Text::plain(format!(
        "A series, best of {best_of}: sides swap, and each next match begins by itself."
    ))
}

pub fn played_again() -> &'static str {
    "The match that was called off is played again."
}

pub(crate) fn series_over(best_of: u32, score: &[(String, u32); 2], winner: Option<&str>) -> Text {
    let score = matches::words::scored(score);
    Text::strong(match winner {
        Some(winner) => format!("{winner} wins the series, best of {best_of}: {score}."),
        None => format!("The series, best of {best_of}, is drawn: {score}."),
    })
}

pub(crate) fn series_called_off(score: &[(String, u32); 2]) -> Text {
    Text::strong(format!("The series is called off. It stood {}.", matches::words::scored(score)))
}

pub(crate) fn rematch_series_button(of: MatchId) -> Choice {
    Choice::new("Another series", say!(Rematch { of }))
}

pub(crate) fn series_is_odd() -> Refusal {
    Refusal::unreadable("A series is best of 3, 5, 7 or 9.").instead([
        say!(Challenge { who: "@bob", game: GameId::Trapdoor, best: 3u32 }),
        say!(Challenge { who: "@bob", game: GameId::Trapdoor, best: 5u32 }),
    ])
}

pub(crate) fn series_goes_on_by_itself(of: MatchId, next: Option<MatchId>) -> Refusal {
    let says = format!("Match #{of} is part of a series, which goes on by itself.");
    let next = next.map(|next| say!(Board { of: next }));
    Refusal::new(Code::NotNow, says).instead(next.into_iter().chain([say!(Games)]))
}
