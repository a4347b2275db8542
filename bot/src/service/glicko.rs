//! Ratings by Glicko-2: what a match does to them, and what time does.
use engine::seat::Seat;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2},
};

use crate::{store::Rating, time::DAY};

/// Above this deviation a rating is provisional.
pub(super) const PROVISIONAL: f64 = 110.0;
/// Days without a rated match after which somebody is listed as away.
pub(super) const AWAY_DAYS: i64 = 60;
/// Days in one rating period: for each one without a match the deviation grows.
const PERIOD_DAYS: i64 = 30;

/// How many deviations to either side hold the truth in 19 of 20 cases.
const SURE: f64 = 1.96;

impl Rating {
    /// Returns the rating of somebody nothing is known of.
    pub(super) fn unknown() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, won: 0, lost: 0, drawn: 0, streak: 0, last_at: 0 }
    }

    /// Returns how many matches the rating is made of.
    pub(super) fn played(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// Returns how far the truth may be from the rating, in 19 of 20 cases.
    pub(super) fn give(&self) -> f64 {
        SURE * self.deviation
    }

    /// Returns what somebody is worth for all but certain.
    pub(super) fn floor(&self) -> f64 {
        self.rating - self.give()
    }
}

/// Rates one match of two people, the first seat's before the second's.
pub(super) fn rate(before: [Rating; 2], winner: Option<Seat>, now: i64) -> [Rating; 2] {
    let result = match winner {
        Some(Seat::First) => Outcomes::WIN,
        Some(Seat::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (first, second) =
        glicko2(&glicko(&before[0]), &glicko(&before[1]), &result, &Glicko2Config::new());
    let rated = [first, second];
    Seat::BOTH.map(|seat| {
        let Rating { won, lost, drawn, streak, .. } = before[seat.index()];
        let Glicko2Rating { rating, deviation, volatility } = rated[seat.index()];
        let (won, lost, drawn, streak) = match winner {
            None => (won, lost, drawn + 1, 0),
            Some(it) if it == seat => (won + 1, lost, drawn, streak.max(0) + 1),
            Some(_) => (won, lost + 1, drawn, streak.min(0) - 1),
        };
        Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at: now }
    })
}

/// Lets the deviation grow for every whole rating period without a match.
pub(super) fn aged(rating: Rating, now: i64) -> Rating {
    if rating.played() == 0 {
        return rating;
    }
    let periods = ((now - rating.last_at) / (PERIOD_DAYS * DAY)).clamp(0, 240);
    let mut aged = glicko(&rating);
    for _ in 0..periods {
        aged = decay_deviation(&aged);
    }
    Rating { deviation: aged.deviation.min(Rating::unknown().deviation), ..rating }
}

fn glicko(rating: &Rating) -> Glicko2Rating {
    let Rating { rating, deviation, volatility, .. } = *rating;
    Glicko2Rating { rating, deviation, volatility }
}

/// Writes a rating with its uncertainty: `1662 ± 290`, which holds in 19 of 20 cases.
pub(super) fn shown(rating: &Rating) -> String {
    let unsure = if PROVISIONAL < rating.deviation { ", provisional" } else { "" };
    format!("{:.0} ± {:.0}{unsure}", rating.rating, rating.give())
}

pub(super) fn tally(rating: &Rating) -> String {
    let Rating { won, lost, drawn, streak, .. } = rating;
    let streak = match streak {
        2.. => format!(", {streak} wins in a row"),
        ..=-2 => format!(", {} losses in a row", streak.unsigned_abs()),
        _ => String::new(),
    };
    format!("{won} won, {lost} lost, {drawn} drawn{streak}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_moves_both_alike_and_counts() {
        let [first, second] = rate([Rating::unknown(); 2], Some(Seat::First), 7);
        // Glicko-2 for two newcomers: 1500 and 350 become 1662.3 and 290.3.
        assert!((first.rating - 1662.3).abs() < 0.1 && (first.deviation - 290.3).abs() < 0.1);
        assert!((first.rating + second.rating - 3000.0).abs() < 1e-6);
        assert_eq!((first.won, first.lost, first.streak, first.last_at), (1, 0, 1, 7));
        assert_eq!((second.won, second.lost, second.streak), (0, 1, -1));
    }

    #[test]
    fn streaks_break() {
        let lucky = Rating { streak: 4, won: 4, ..Rating::unknown() };
        let [first, second] = rate([lucky, lucky], None, 0);
        assert_eq!((first.streak, second.drawn), (0, 1));
        let [first, second] = rate([lucky, lucky], Some(Seat::Second), 0);
        assert_eq!((first.streak, second.streak), (-1, 5));
    }

    #[test]
    fn absence_makes_unsure_but_no_worse() {
        let known = Rating { deviation: 60.0, won: 30, last_at: 0, ..Rating::unknown() };
        let later = aged(known, 12 * PERIOD_DAYS * DAY);
        assert_eq!(later.rating, known.rating);
        assert!(known.deviation < later.deviation && later.deviation <= 350.0);
        assert_eq!(aged(known, PERIOD_DAYS * DAY - 1), known);
        assert!(aged(known, i64::MAX / 2).deviation <= 350.0);
    }

    #[test]
    fn ratings_are_shown_with_their_uncertainty() {
        let rating =
            Rating { rating: 1612.4, deviation: 50.0, won: 3, streak: 3, ..Rating::unknown() };
        assert_eq!(shown(&rating), "1612 ± 98");
        assert_eq!(tally(&rating), "3 won, 0 lost, 0 drawn, 3 wins in a row");
        assert!(shown(&Rating::unknown()).ends_with("provisional"));
    }
}
