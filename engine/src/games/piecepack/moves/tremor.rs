//! How a hand strays from the intended flick: two normally distributed throws, the same on every machine.
use serde::{Deserialize, Serialize};

use crate::games::piecepack::{Event, options::Tremor};
use crate::{game::Step, refusal::Refusal};

/// A throw from 1 to this is a quantile of the normal distribution; the middle one means no tremor.
const FACES: u32 = 999;

/// How a hand strayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Hand {
    /// To the right of the intended direction, in thousandths of a degree.
    pub(in crate::games::piecepack) right: i32,
    /// Harder than intended, in thousandths of a point of power.
    pub(in crate::games::piecepack) harder: i32,
}

/// Throws for the hand (C.5); none if it was agreed that it doesn't stray.
pub(in crate::games::piecepack) fn stray(
    tremor: Tremor,
    power: u8,
    step: &mut Step<'_, Event>,
) -> Result<Option<Hand>, Refusal> {
    let Some([right, harder]) = spread_of(tremor, power) else { return Ok(None) };
    let aim = step.roll("the hand's aim", FACES)?;
    let force = step.roll("the hand's force", FACES)?;
    Ok(Some(Hand { right: strays(right, aim), harder: strays(harder, force) }))
}

/// Lists how far a flick strays to the right, in thousandths of a degree, by each equally likely throw; none if it never strays.
pub(in crate::games::piecepack) fn all_strays(tremor: Tremor, power: u8) -> Option<Vec<i32>> {
    let [right, _] = spread_of(tremor, power)?;
    Some((1..=FACES).map(|throw| strays(right, throw)).collect())
}

fn strays(of: i32, throw: u32) -> i32 {
    of * quantile(throw) / 1000
}

/// Returns the standard deviations of a hand as agreed; none for one that never strays.
fn spread_of(tremor: Tremor, power: u8) -> Option<[i32; 2]> {
    let times = match tremor {
        Tremor::None => return None,
        Tremor::Steady => 1,
        Tremor::Wild => 3,
    };
    Some(spread(power).map(|spread| spread * times))
}

/// Returns the standard deviations of a steady hand: thousandths of a degree, thousandths of a point of power.
pub(in crate::games::piecepack) fn spread(power: u8) -> [i32; 2] {
    let power = i32::from(power);
    // 0.7 degrees and a hundredth for each point of power; two parts in a hundred of the power.
    [700 + 10 * power, 20 * power]
}

/// Returns a quantile of the normal distribution in thousandths of its standard deviation.
///
/// Acklam's rational approximation in three pieces, accurate to a millionth: far finer than the thousandths used.
fn quantile(throw: u32) -> i32 {
    const MIDDLE: [[f64; 6]; 2] = [
        [
            -39.696_830_286_653_76,
            220.946_098_424_520_5,
            -275.928_510_446_968_7,
            138.357_751_867_269,
            -30.664_798_066_147_16,
            2.506_628_277_459_239,
        ],
        [
            -54.476_098_798_224_06,
            161.585_836_858_040_9,
            -155.698_979_859_886_6,
            66.801_311_887_719_72,
            -13.280_681_552_885_72,
            1.0,
        ],
    ];
    const TAIL: [[f64; 6]; 2] = [
        [
            -0.007_784_894_002_430_293,
            -0.322_396_458_041_136_5,
            -2.400_758_277_161_838,
            -2.549_732_539_343_734,
            4.374_664_141_464_968,
            2.938_163_982_698_783,
        ],
        [
            0.0,
            0.007_784_695_709_041_462,
            0.322_467_129_070_039_8,
            2.445_134_137_142_996,
            3.754_408_661_907_416,
            1.0,
        ],
    ];
    let value = |by: &[f64; 6], at: f64| by.iter().fold(0.0, |sum, factor| sum * at + factor);
    // Lower half only, so that both halves are mirrored exactly.
    let lower = throw.min(FACES + 1 - throw);
    let share = f64::from(lower) / f64::from(FACES + 1);
    let size = if share < 0.024_25 {
        let at = (-2.0 * libm::log(share)).sqrt();
        -value(&TAIL[0], at) / value(&TAIL[1], at)
    } else {
        let (at, square) = (0.5 - share, (0.5 - share) * (0.5 - share));
        at * value(&MIDDLE[0], square) / value(&MIDDLE[1], square)
    };
    let size = libm::round(size * 1000.0) as i32;
    if throw == lower { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_follow_the_normal_distribution() {
        // From a table of the normal distribution.
        for (throw, wanted) in
            [(500, 0), (159, -999), (841, 999), (977, 1995), (1, -3090), (23, -1995)]
        {
            assert_eq!(quantile(throw), wanted, "{throw}");
        }
        let all: Vec<i32> = (1..=FACES).map(quantile).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        let square: f64 = all.iter().map(|&spread| f64::from(spread).powi(2)).sum::<f64>() / 999.0;
        assert!((square.sqrt() - 1000.0).abs() < 10.0, "{square}");
    }
}
