//! What results say about players once what chance gave them is taken off.
use serde::Serialize;

use super::SURE;

/// Points a match, and the same without luck; both `a`'s, from 0 to 1 on average.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LuckFindings {
    pub matches: u64,
    pub points: f64,
    pub points_variance: f64,
    /// Points less luck.
    pub play: f64,
    pub play_variance: f64,
    /// The share of matches that tell as much as all of them do by points.
    pub needed: f64,
    /// To either side of the mean luck: with this, it can't be told from nothing.
    pub luck_give: f64,
    /// The factor by which luck would explain most; as it is set, it should be about 1.
    pub fits: f64,
}

impl LuckFindings {
    /// Sums up matches: `a`'s points, and what chance gave `a`.
    pub(super) fn of(all: &[(f64, f64)]) -> LuckFindings {
        let count = all.len().max(1) as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>() / count;
        let points = mean(&|it| it.0);
        let luck = mean(&|it| it.1);
        let points_variance = mean(&|known| (known.0 - points).powi(2));
        let luck_variance = mean(&|known| (known.1 - luck).powi(2));
        let together = mean(&|known| (known.0 - points) * (known.1 - luck));
        let play_variance = points_variance + luck_variance - 2.0 * together;
        let share = |part: f64, of: f64| if of == 0.0 { 1.0 } else { part / of };
        LuckFindings {
            matches: all.len() as u64,
            points,
            points_variance,
            play: points - luck,
            play_variance,
            needed: share(play_variance, points_variance),
            luck_give: SURE * (luck_variance / count).sqrt(),
            fits: share(together, luck_variance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_that_explains_half_halves_the_matches() {
        let all = [(1.0, 0.25), (1.0, -0.25), (0.0, 0.25), (0.0, -0.25)];
        let found = LuckFindings::of(&all);
        assert_eq!((found.points, found.play, found.fits), (0.5, 0.5, 0.0));
        assert!((found.needed - 1.25).abs() < 1e-9, "luck that explains nothing only adds to it");
        let all = [(1.0, 0.5), (0.5, 0.0), (0.5, 0.0), (0.0, -0.5)];
        let found = LuckFindings::of(&all);
        assert!(found.needed.abs() < 1e-9 && (found.fits - 1.0).abs() < 1e-9, "{found:?}");
        let none = LuckFindings::of(&[(1.0, 0.0), (0.0, 0.0)]);
        assert_eq!((none.needed, none.luck_give, none.fits), (1.0, 0.0, 1.0));
        assert_eq!(LuckFindings::of(&[]).needed, 1.0);
    }
}
