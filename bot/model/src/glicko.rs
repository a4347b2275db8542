//! Glicko-2 ratings.
//!
//! The method is Mark Glickman's ("Example of the Glicko-2 system", 2012), with two differences, as on open-source chess servers: every
//! match is rated as it ends, and the deviation grows with the time that has passed, by fractions of a period. Crates for Glicko-2 count
//! every match as a whole period and have no weights, so the sixty lines are here; a test compares them with such a crate.
use std::f64::consts::PI;

use engine::seat::Seat;

use crate::time::DAY;

/// A person's rating in one game, or in all of them together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
    /// Wins in a row when positive, losses in a row when negative.
    pub streak: i32,
    pub last_at: i64,
}

/// A new player's rating and deviation.
const START: (f64, f64) = (1500.0, 350.0);
/// How erratic results are at first.
const START_VOLATILITY: f64 = 0.06;
/// How fast the volatility changes; Glickman names 0.3 to 1.2.
const TAU: f64 = 0.5;
/// Rating points in one unit of Glickman's inner scale.
const SCALE: f64 = 173.7178;
/// Days in one rating period. A deviation of 60 grows to 110 in two years without a match; on chess servers, where people play
/// every day, it takes one year.
const PERIOD_DAYS: f64 = 9.0;
/// Where the search for a new volatility stops.
const EPSILON: f64 = 1e-6;

/// How many matches make a rating; with fewer it is provisional.
pub const RANKED_AFTER: u32 = 10;
/// Days without a rated match after which a person is listed as away.
pub const AWAY_DAYS: i64 = 60;
/// Standard deviations of a 95% interval.
const SURE: f64 = 1.96;

impl Rating {
    /// Returns the rating of a new player.
    pub fn unknown() -> Rating {
        let (rating, deviation) = START;
        let volatility = START_VOLATILITY;
        Rating { rating, deviation, volatility, won: 0, lost: 0, drawn: 0, streak: 0, last_at: 0 }
    }

    /// Returns how many matches the rating is based on.
    pub fn played(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// Tells whether too few matches were played to be ranked.
    pub fn is_provisional(&self) -> bool {
        self.played() < RANKED_AFTER
    }

    /// Returns half the 95% interval.
    pub fn give(&self) -> f64 {
        SURE * self.deviation
    }

    /// Returns the lower bound of the 95% interval, by which people are ranked.
    pub fn floor(&self) -> f64 {
        self.rating - self.give()
    }
}

/// Rates one match of two people, the first seat's before the second's, that ended at `now` in Unix seconds.
///
/// `weight`, above 0 and up to 1, is how much the result counts. Against a less certain rating it
/// counts less anyway, by the square of the deviations' ratio.
pub fn rate(before: [Rating; 2], winner: Option<Seat>, weight: f64, now: i64) -> [Rating; 2] {
    let present = before.map(|it| aged(it, now));
    Seat::BOTH.map(|seat| {
        let (own, other) = (&before[seat.index()], &present[seat.other().index()]);
        let Rating { won, lost, drawn, streak, .. } = *own;
        let (won, lost, drawn, streak) = match winner {
            None => (won, lost, drawn + 1, 0),
            Some(who) if who == seat => (won + 1, lost, drawn, streak.max(0) + 1),
            Some(_) => (won, lost + 1, drawn, streak.min(0) - 1),
        };
        let score = winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 });
        let sureness = (present[seat.index()].deviation / other.deviation).powi(2).min(1.0);
        let result = Result { score, weight: weight * sureness, periods: periods(own, now) };
        let (rating, deviation, volatility) = updated(own, other, result);
        Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at: now }
    })
}

/// Lets the deviation grow for the time since the last match.
pub fn aged(rating: Rating, now: i64) -> Rating {
    let growth = SCALE * rating.volatility * periods(&rating, now).sqrt();
    Rating { deviation: rating.deviation.hypot(growth).min(START.1), ..rating }
}

/// Returns how many rating periods have passed since a player's last match.
fn periods(rating: &Rating, now: i64) -> f64 {
    if rating.played() == 0 {
        return 0.0;
    }
    now.saturating_sub(rating.last_at).max(0) as f64 / (PERIOD_DAYS * DAY as f64)
}

/// A result, for one player.
struct Result {
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    score: f64,
    weight: f64,
    /// Periods since the last match.
    periods: f64,
}

/// Returns rating, deviation and volatility after one result against someone: steps 2 to 8 of
/// Glickman's description.
fn updated(own: &Rating, other: &Rating, result: Result) -> (f64, f64, f64) {
    let Result { score, weight, periods } = result;
    let phi = own.deviation / SCALE;
    let impact = {
        let phi = other.deviation / SCALE;
        1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
    };
    let expected = 1.0 / (1.0 + (-impact * (own.rating - other.rating) / SCALE).exp());
    // A weight reduces the information of the result, as if part of a match had been played.
    let told = (weight * impact * impact * expected * (1.0 - expected)).max(1e-100);
    let surprise = weight * impact * (score - expected);
    let volatility = new_volatility(own.volatility, phi, 1.0 / told, surprise / told);
    let waited = phi * phi + periods * volatility * volatility;
    let deviation = 1.0 / (1.0 / waited + told).sqrt();
    let rating = own.rating + SCALE * deviation * deviation * surprise;
    (rating, (SCALE * deviation).min(START.1), volatility)
}

/// Step 5 of Glickman's description: the Illinois method on his function of the logarithm.
fn new_volatility(volatility: f64, phi: f64, variance: f64, change: f64) -> f64 {
    let start = (volatility * volatility).ln();
    let about = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (change * change - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let mut low = start;
    let spread = change * change - phi * phi - variance;
    let mut high = if 0.0 < spread {
        spread.ln()
    } else {
        let mut down = start - TAU;
        while about(down) < 0.0 {
            down -= TAU;
        }
        down
    };
    let (mut at_low, mut at_high) = (about(low), about(high));
    // The interval at least halves; the limit only stops NaNs from looping forever.
    for _ in 0..100 {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = about(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use skillratings::{
        Outcomes,
        glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    };

    use super::*;

    const YEAR: i64 = 365 * DAY;

    #[test]
    fn a_whole_period_between_equals_gives_what_a_crate_for_glicko_gives() {
        let ratings = [(1500.0, 60.0, 0.06), (1820.0, 60.0, 0.058), (1310.0, 60.0, 0.071)];
        for own in ratings {
            for other in ratings {
                for (score, outcome) in
                    [(1.0, Outcomes::WIN), (0.5, Outcomes::DRAW), (0.0, Outcomes::LOSS)]
                {
                    let known = |(rating, deviation, volatility)| Rating {
                        rating,
                        deviation,
                        volatility,
                        ..Rating::unknown()
                    };
                    let crates = |(rating, deviation, volatility)| Glicko2Rating {
                        rating,
                        deviation,
                        volatility,
                    };
                    let result = Result { score, weight: 1.0, periods: 1.0 };
                    let (rating, deviation, volatility) =
                        updated(&known(own), &known(other), result);
                    let (theirs, _) =
                        glicko2(&crates(own), &crates(other), &outcome, &Glicko2Config::new());
                    for (ours, theirs) in [
                        (rating, theirs.rating),
                        (deviation, theirs.deviation),
                        (volatility, theirs.volatility),
                    ] {
                        assert!((ours - theirs).abs() < 1e-4, "{ours} and {theirs}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_win_moves_both_alike_and_counts() {
        let [first, second] = rate([Rating::unknown(); 2], Some(Seat::First), 1.0, 7);
        // Two newcomers: 1500 and 350 become 1662.2 and 290.2.
        assert!((first.rating - 1662.2).abs() < 0.1 && (first.deviation - 290.2).abs() < 0.1);
        assert!((first.rating + second.rating - 3000.0).abs() < 1e-6);
        assert_eq!((first.won, first.lost, first.streak, first.last_at), (1, 0, 1, 7));
        assert_eq!((second.won, second.lost, second.streak), (0, 1, -1));
    }

    #[test]
    fn streaks_break() {
        let lucky = Rating { streak: 4, won: 4, ..Rating::unknown() };
        let [first, second] = rate([lucky, lucky], None, 1.0, 0);
        assert_eq!((first.streak, second.drawn), (0, 1));
        let [first, second] = rate([lucky, lucky], Some(Seat::Second), 1.0, 0);
        assert_eq!((first.streak, second.streak), (-1, 5));
    }

    #[test]
    fn absence_widens_a_rating_by_every_day_and_changes_nothing_else() {
        let known = Rating { deviation: 60.0, won: 30, last_at: 0, ..Rating::unknown() };
        let after = |span| aged(known, span).deviation;
        assert_eq!(aged(known, 0), known);
        assert!(60.0 < after(DAY) && after(DAY) < after(2 * DAY));
        assert!((109.0..112.0).contains(&after(2 * YEAR)), "{}", after(2 * YEAR));
        assert_eq!(after(i64::MAX), 350.0);
        assert_eq!(Rating { deviation: 60.0, ..aged(known, YEAR) }, known);
        // A clock that was set back makes no rating more certain.
        assert_eq!(after(-YEAR), 60.0);
        assert_eq!(aged(Rating::unknown(), YEAR), Rating::unknown());
    }

    #[test]
    fn many_matches_in_one_evening_make_a_rating_sure_without_noise() {
        let mut both = [Rating::unknown(); 2];
        for n in 0..60 {
            let winner = if n % 2 == 0 { Seat::First } else { Seat::Second };
            both = rate(both, Some(winner), 1.0, n * 600);
        }
        assert!(both.iter().all(|it| it.deviation < 65.0), "{both:?}");
    }

    #[test]
    fn a_result_against_somebody_unknown_brings_a_sure_rating_little() {
        let sure = Rating { deviation: 60.0, won: 30, ..Rating::unknown() };
        let stranger = Rating::unknown();
        let [won, lost] = rate([sure, stranger], Some(Seat::First), 1.0, 0);
        assert!(won.rating - sure.rating < 1.0, "{won:?}");
        // The stranger's rating still changes a lot.
        assert!(100.0 < stranger.rating - lost.rating, "{lost:?}");
        let equal = Rating { won: 5, ..sure };
        let [usual, _] = rate([sure, equal], Some(Seat::First), 1.0, 0);
        let [halved, _] = rate([sure, equal], Some(Seat::First), 0.5, 0);
        let (usual, halved) = (usual.rating - sure.rating, halved.rating - sure.rating);
        assert!(5.0 < usual && (0.45..0.55).contains(&(halved / usual)), "{usual} {halved}");
    }

    #[test]
    fn figures_at_the_edge_stay_numbers() {
        let edge = |rating, deviation, volatility| Rating {
            rating,
            deviation,
            volatility,
            won: 1,
            ..Rating::unknown()
        };
        for own in [edge(-4000.0, 350.0, 0.5), edge(9000.0, 1.0, 1e-4), edge(1500.0, 350.0, 0.06)] {
            for other in [edge(9000.0, 1.0, 0.06), edge(-4000.0, 350.0, 0.5)] {
                for winner in [Some(Seat::First), None, Some(Seat::Second)] {
                    for after in rate([own, other], winner, 1e-3, i64::MAX) {
                        let figures = [after.rating, after.deviation, after.volatility];
                        assert!(figures.iter().all(|it| it.is_finite()), "{own:?} {after:?}");
                        assert!(0.0 < after.deviation && after.deviation <= 350.0, "{after:?}");
                    }
                }
            }
        }
    }
}
