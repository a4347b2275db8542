//! The pairs of each round, and how people are split into groups.

/// The fewest people of a group.
pub(super) const FEWEST: u32 = 3;

/// Returns how many rounds a group of this size plays.
pub(crate) fn rounds(count: u32) -> u32 {
    match count {
        0 | 1 => 0,
        _ => even(count) - 1,
    }
}

fn even(count: u32) -> u32 {
    count + count % 2
}

/// Returns the pairs of a round, from 1; the first of each pair has the first side. By the circle
/// method: the last number stays, and the others turn around it. If the count is odd, nobody has that
/// number, and the person paired with it rests.
pub(super) fn pairs(count: u32, round: u32) -> Vec<(u32, u32)> {
    let turns = rounds(count);
    if !(1..=turns).contains(&round) {
        return Vec::new();
    }
    let (last, middle) = (turns, round - 1);
    let beside = |by: u32| ((middle + by) % turns, (middle + turns - by) % turns);
    let mut all = vec![if middle.is_multiple_of(2) { (last, middle) } else { (middle, last) }];
    for by in 1..even(count) / 2 {
        let (left, right) = beside(by);
        all.push(if by.is_multiple_of(2) { (right, left) } else { (left, right) });
    }
    all.retain(|(one, other)| *one < count && *other < count);
    all
}

/// Splits people into groups of about this size, the larger ones first; none has fewer than
/// [`FEWEST`].
pub(super) fn sizes(count: u32, groups_of: Option<u32>) -> Vec<u32> {
    let wanted = groups_of.map_or(1, |size| count.div_ceil(size.max(FEWEST)));
    let groups = wanted.min(count / FEWEST).max(1);
    (0..groups).map(|nth| count / groups + u32::from(nth < count % groups)).collect()
}

/// Returns how many people are promoted and relegated between two groups.
pub(super) fn moved_between(better: u32, worse: u32) -> u32 {
    (better.min(worse) / FEWEST).max(1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_plays_everybody_once_and_nobody_twice_in_a_round() {
        for count in 2..=12 {
            let mut met = BTreeSet::new();
            let mut first = vec![0_i64; count as usize];
            for round in 1..=rounds(count) {
                let mut seen = BTreeSet::new();
                for (one, other) in pairs(count, round) {
                    assert!(one != other && one < count && other < count);
                    assert!(seen.insert(one) && seen.insert(other), "{count} {round}");
                    assert!(met.insert((one.min(other), one.max(other))), "{count} {round}");
                    first[one as usize] += 1;
                    first[other as usize] -= 1;
                }
                assert_eq!(seen.len() as u32, count - count % 2, "one rests if the count is odd");
            }
            assert_eq!(met.len() as u32, count * (count - 1) / 2);
            assert!(
                first.iter().all(|surplus| surplus.abs() <= 1),
                "sides are fair: {count} {first:?}"
            );
            assert_eq!(pairs(count, rounds(count) + 1), []);
        }
    }

    #[test]
    fn groups_are_as_even_as_they_can_be_and_never_too_small() {
        assert_eq!(sizes(12, None), [12]);
        assert_eq!(sizes(12, Some(4)), [4, 4, 4]);
        assert_eq!(sizes(10, Some(4)), [4, 3, 3]);
        assert_eq!(sizes(7, Some(4)), [4, 3]);
        assert_eq!(sizes(5, Some(4)), [5], "two would be too few");
        assert_eq!(sizes(3, Some(3)), [3]);
        assert_eq!((moved_between(4, 3), moved_between(6, 6)), (1, 2));
    }
}
