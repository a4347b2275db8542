//! How well the chances that computer players state agree with how their matches end.
use engine::seat::Seat;
use serde::Serialize;

/// How many bins the chances are sorted into.
const BINS: usize = 10;

/// From this chance on a side is said to be winning.
const SETTLED: f64 = 0.8;

/// A chance that was stated before a decision, beside the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StatedChance {
    pub(super) seat: Seat,
    /// Of that seat, from 0 to 1.
    pub(super) chance: f64,
    /// The seat's points: 0, ½ or 1.
    pub(super) points: f64,
}

/// Stated chances beside results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibration {
    pub positions: u64,
    /// From 0 to 10 % up to 90 to 100 %.
    pub bins: Vec<ChanceBin>,
    /// The mean squared distance between chances and points (Brier's score), over all positions.
    pub brier: f64,
    /// How many positions had a side with at least 80 %.
    pub settled: u64,
    /// The same score over those.
    pub settled_brier: f64,
}

/// The chances stated in a tenth of the scale, beside the results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ChanceBin {
    pub positions: u64,
    /// The means of the stated chances and of the points, from 0 to 1.
    pub stated: f64,
    pub scored: f64,
}

impl Calibration {
    pub(super) fn of(all: &[StatedChance]) -> Calibration {
        let mut bins = vec![ChanceBin::default(); BINS];
        for StatedChance { chance, points, .. } in all {
            let bin = &mut bins[((chance * BINS as f64) as usize).min(BINS - 1)];
            bin.positions += 1;
            bin.stated += chance;
            bin.scored += points;
        }
        for bin in &mut bins {
            let count = bin.positions.max(1) as f64;
            (bin.stated, bin.scored) = (bin.stated / count, bin.scored / count);
        }
        let is_settled = |stated: &&StatedChance| SETTLED <= stated.chance.max(1.0 - stated.chance);
        let settled: Vec<StatedChance> = all.iter().filter(is_settled).copied().collect();
        Calibration {
            positions: all.len() as u64,
            bins,
            brier: brier(all),
            settled: settled.len() as u64,
            settled_brier: brier(&settled),
        }
    }
}

fn brier(all: &[StatedChance]) -> f64 {
    let sum: f64 = all.iter().map(|stated| (stated.chance - stated.points).powi(2)).sum();
    sum / all.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_compared_with_what_came_of_them() {
        let stated = |chance, points| StatedChance { seat: Seat::First, chance, points };
        let all = [(0.72, 1.0), (0.78, 0.5), (1.0, 1.0), (0.1, 0.5), (0.0, 0.0)];
        let found = Calibration::of(&all.map(|(chance, points)| stated(chance, points)));
        let counts: Vec<u64> = found.bins.iter().map(|it| it.positions).collect();
        assert_eq!(counts, [1, 1, 0, 0, 0, 0, 0, 2, 0, 1]);
        assert!((found.bins[7].stated - 0.75).abs() < 1e-9, "{found:?}");
        assert_eq!((found.bins[7].scored, found.bins[2].scored), (0.75, 0.0));
        // 0.28² + 0.28² + 0 + 0.4² + 0, of five; the last three are settled.
        assert!((found.brier - 0.063_36).abs() < 1e-9, "{found:?}");
        assert!(found.settled == 3 && (found.settled_brier - 0.16 / 3.0).abs() < 1e-9, "{found:?}");
        assert_eq!(Calibration::of(&[]).brier, 0.0);
    }
}
