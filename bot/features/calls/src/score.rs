//! Points of calls: by how much a call is nearer to the result than the strongest computer player
//! was at the same position.
//!
//! Distances are squared (Brier's rule), and a draw is half a win, so that a caller can expect the
//! most from what they believe, and nothing from what the computer player says.

/// A hundredth of a percent is the unit of chances; this is a sure win.
pub(super) const SURE: u32 = 10_000;

/// Returns the points of a call in millionths. `percent` and `chance`, in hundredths of a percent, are
/// of the side that was called; it won if `won`, and nobody did without a value.
pub(super) fn points(percent: u32, chance: u32, won: Option<bool>) -> i64 {
    let result = match won {
        Some(true) => i64::from(SURE),
        Some(false) => 0,
        None => i64::from(SURE / 2),
    };
    let distance = |of: u32| (i64::from(of.min(SURE)) - result).pow(2);
    distance(chance) - distance(percent * 100)
}

/// By how much more the winner of a match counts than what happens in a turn: there are many turns.
const WINNER_TO_TURN: i64 = 4;

/// Returns the points of a call of a turn in millionths; as [`points`], where `won` means that the
/// caller was right.
pub(super) fn turn_points(percent: u32, chance: u32, right: bool) -> i64 {
    points(percent, chance, Some(right)) / WINNER_TO_TURN
}

/// Rounds points to whole ones.
pub(super) fn rounded(points: i64) -> i64 {
    const ONE: i64 = 1_000_000;
    (points.abs() + ONE / 2) / ONE * points.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chances of a win and a draw, in percent, that leave the rest for a loss.
    fn beliefs() -> impl Iterator<Item = (i64, i64)> {
        (0..=100).step_by(4).flat_map(|win| (0..=100 - win).step_by(4).map(move |draw| (win, draw)))
    }

    /// What a caller who holds a belief expects of a call, in hundred-millionths.
    fn expected((win, draw): (i64, i64), percent: u32, chance: u32) -> i64 {
        win * points(percent, chance, Some(true))
            + draw * points(percent, chance, None)
            + (100 - win - draw) * points(percent, chance, Some(false))
    }

    #[test]
    fn nobody_gains_by_saying_what_they_dont_believe() {
        for (win, draw) in beliefs() {
            // A draw is half a win.
            let believed = u32::try_from(win + draw / 2).unwrap();
            for chance in [0, 1_234, 5_000, 8_765, SURE] {
                let honest = expected((win, draw), believed, chance);
                for said in (0..=100).filter(|it| *it != believed) {
                    let other = expected((win, draw), said, chance);
                    assert!(other < honest, "{win} {draw} {chance}: {said} is better");
                }
                assert!(0 <= honest, "{win} {draw} {chance}: silence is better");
            }
        }
    }

    #[test]
    fn the_chances_of_the_computer_player_earn_nothing() {
        for percent in 0..=100 {
            for won in [Some(true), None, Some(false)] {
                assert_eq!(points(percent, percent * 100, won), 0);
            }
        }
    }

    #[test]
    fn either_side_of_a_call_earns_the_same() {
        for (percent, chance) in [(70, 5_500), (0, 9_999), (100, 1), (33, 3_300)] {
            for won in [Some(true), None, Some(false)] {
                let other = points(100 - percent, SURE - chance, won.map(|it| !it));
                assert_eq!(points(percent, chance, won), other);
            }
        }
    }

    /// Why a call stands once the match goes on: a person who could change calls that look bad would
    /// keep only those that look good.
    #[test]
    fn a_call_that_could_be_changed_later_would_pay_without_knowing_anything() {
        // From 50% the chance goes to 80% or 20%, and then to a win or a loss.
        let kept = |then: i64| {
            let later = u32::try_from(then).unwrap();
            let stays = expected((then, 0), 75, 5_000);
            let changed = expected((then, 0), later, later * 100);
            stays.max(changed)
        };
        assert!(0 < kept(80) + kept(20), "it pays to change it");
        let stays = |then| expected((then, 0), 75, 5_000);
        assert!(stays(80) + stays(20) < 0, "it doesn't if it stays");
    }

    #[test]
    fn points_are_rounded_to_the_nearest() {
        let shown = |points| rounded(points);
        assert_eq!(
            [0, 499_999, 500_000, -500_000, 12_400_000, -12_600_000].map(shown),
            [0, 0, 1, -1, 12, -13]
        );
        assert_eq!(rounded(points(100, 0, Some(true))), 100);
        assert_eq!(rounded(points(0, SURE, Some(true))), -100);
        assert_eq!(rounded(turn_points(100, 0, true)), 25);
        assert_eq!(rounded(turn_points(75, 5_000, false)), -8);
    }
}
