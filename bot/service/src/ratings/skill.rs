//! What players' results are without luck: their skill.
use charts::SkillShare;
use store::PlaySum;

/// Of how many matches a skill is said.
const ENOUGH: u32 = 3;

/// Standard deviations of a 95% interval.
const SURE: f64 = 1.96;

/// A skill that is less certain, in percent, says nothing.
const VAGUE: i32 = 50;

/// The square of how far one more match that nobody knows is off: a win or a loss instead of an even result. It
/// keeps a few equal results from looking certain.
const UNKNOWN: f64 = 0.25;

/// Returns a player's points a match without luck, in percent; none before enough matches, while it could be
/// anything, and where chance has no say.
pub fn skill(sum: &PlaySum) -> Option<SkillShare> {
    let PlaySum { matches, luck, play, play_squares } = *sum;
    if matches < ENOUGH || luck == 0.0 {
        return None;
    }
    let count = f64::from(matches);
    let mean = play / count;
    let spread = (play_squares - count * mean * mean).max(0.0) + UNKNOWN;
    let percent = |share: f64| (100.0 * share).round() as i32;
    let give = percent(SURE * (spread / count / count).sqrt());
    // Luck that is taken off can leave less than nothing, or more than every point.
    let skill = SkillShare { percent: percent(mean).clamp(0, 100), give };
    (give <= VAGUE).then_some(skill)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_is_the_mean_without_luck_and_never_certain() {
        let sum = |matches, luck, play, play_squares| PlaySum { matches, luck, play, play_squares };
        // Three wins, each with a fifth of a point of luck.
        let share = skill(&sum(3, 0.6, 2.4, 1.92)).unwrap();
        assert_eq!((share.percent, share.give), (80, 33));
        // A hundred even results that vary by half a point.
        let share = skill(&sum(100, -1.0, 51.0, 51.0)).unwrap();
        assert_eq!((share.percent, share.give), (51, 10));
        assert_eq!(skill(&sum(2, 0.6, 1.4, 0.98)), None, "too few");
        assert_eq!(skill(&sum(3, 0.3, 1.7, 2.6)), None, "too uncertain");
        // Twelve wins with bad luck.
        let share = skill(&sum(12, -0.4, 12.4, 12.82)).unwrap();
        assert_eq!((share.percent, share.give), (100, 8));
        assert_eq!(skill(&sum(9, 0.0, 5.0, 4.0)), None, "no dice");
    }
}
