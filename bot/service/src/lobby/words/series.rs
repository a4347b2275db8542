//! Texts about series. Scores are in half points: two for a win, one for a draw.
use engine::refusal::{Code, Refusal};

use model::{ids::MatchId, reply::Choice, text::Text};

/// Adds the number of matches to the terms.
pub(in crate::lobby) fn in_series(terms: &str, best_of: u32) -> String {
    match best_of {
        ..=1 => terms.to_owned(),
        _ => format!("{terms}, best of {best_of}"),
    }
}

pub(in crate::lobby) fn is_series(best_of: u32) -> Text {
    Text::plain(format!(
        "A series, best of {best_of}: sides swap, and each next match begins by itself."
    ))
}

/// States the score of a series: `Match 2 of at most 3; Ann 1, Bob ½.`
pub(crate) fn series_stands(round: u32, best_of: u32, score: &[(String, u32); 2]) -> Text {
    Text::plain(format!("Match {round} of a series, best of {best_of}: {}.", scored(score)))
}

pub(in crate::lobby) fn played_again() -> &'static str {
    "The match that was called off is played again."
}

pub(in crate::lobby) fn gives_up_series(name: &str, other: &str) -> Text {
    Text::strong(format!("{name} gives up the series; {other} wins it."))
}

pub(in crate::lobby) fn in_no_series(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{of} belongs to no series."))
        .instead([format!("resign #{of}")])
}

pub(in crate::lobby) fn series_over(
    best_of: u32,
    score: &[(String, u32); 2],
    winner: Option<&str>,
) -> Text {
    let score = scored(score);
    Text::strong(match winner {
        Some(winner) => format!("{winner} wins the series, best of {best_of}: {score}."),
        None => format!("The series, best of {best_of}, is drawn: {score}."),
    })
}

pub(in crate::lobby) fn series_called_off(score: &[(String, u32); 2]) -> Text {
    Text::strong(format!("The series is called off. It stood {}.", scored(score)))
}

pub(in crate::lobby) fn rematch_series_button(of: MatchId) -> Choice {
    Choice::new("Another series", format!("rematch #{of}"))
}

pub(in crate::lobby) fn series_is_odd() -> Refusal {
    Refusal::unreadable("A series is best of 3, 5, 7 or 9.")
        .instead(["challenge @bob trapdoor best of 3", "challenge @bob trapdoor best of 5"])
}

pub(in crate::lobby) fn series_goes_on_by_itself(of: MatchId, next: Option<MatchId>) -> Refusal {
    let says = format!("Match #{of} is part of a series, which goes on by itself.");
    let next = next.map(|it| format!("board #{it}"));
    Refusal::new(Code::NotNow, says).instead(next.into_iter().chain(["games".to_owned()]))
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
