//! The table of a group: points, and who is before whom with equal points.

/// A result between two people of a group, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupResult {
    pub(super) round: u32,
    pub(super) pair: (u32, u32),
    /// None if it was drawn.
    pub(super) winner: Option<u32>,
}

/// A person's line in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableLine {
    pub(super) number: u32,
    /// From 1; people with equal results share a place.
    pub(super) place: u32,
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
    /// Half points against those with as many points; none if nobody else has as many.
    pub(super) direct: Option<u32>,
}

impl TableLine {
    /// Returns the points in halves: two for a win, one for a draw.
    pub(super) fn halves(self) -> u32 {
        2 * self.won + self.drawn
    }

    /// Orders people, best first: points, the matches between those with equal points, wins, and fewest losses.
    fn rank(self) -> (std::cmp::Reverse<(u32, u32, u32)>, u32) {
        let direct = self.direct.unwrap_or(0);
        (std::cmp::Reverse((self.halves(), direct, self.won)), self.lost)
    }
}

/// Returns the table of these people, the best first.
pub(super) fn table(people: &[u32], played: &[GroupResult]) -> Vec<TableLine> {
    let mut lines: Vec<TableLine> = people.iter().map(|&it| counted(it, people, played)).collect();
    let halves: Vec<(u32, u32)> = lines.iter().map(|line| (line.number, line.halves())).collect();
    for line in &mut lines {
        let equal = halves.iter().filter(|it| it.1 == line.halves()).map(|it| it.0);
        let equal: Vec<u32> = equal.collect();
        let direct = counted(line.number, &equal, played).halves();
        line.direct = (1 < equal.len()).then_some(direct);
    }
    lines.sort_by_key(|line| (line.rank(), line.number));
    let ranks: Vec<_> = lines.iter().map(|it| it.rank()).collect();
    for line in &mut lines {
        let better = ranks.iter().filter(|it| **it < line.rank()).count();
        line.place = 1 + u32::try_from(better).unwrap_or(u32::MAX - 1);
    }
    lines
}

/// Counts a person's results against these people.
fn counted(number: u32, against: &[u32], played: &[GroupResult]) -> TableLine {
    let mut line = TableLine { number, place: 0, won: 0, drawn: 0, lost: 0, direct: None };
    for GroupResult { pair: (one, other), winner, .. } in played {
        let opponent = match number {
            number if number == *one => other,
            number if number == *other => one,
            _ => continue,
        };
        if !against.contains(opponent) {
            continue;
        }
        match winner {
            Some(winner) if *winner == number => line.won += 1,
            Some(_) => line.lost += 1,
            None => line.drawn += 1,
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(results: &[(u32, u32, Option<u32>)]) -> Vec<GroupResult> {
        let one = |&(a, b, winner): &(u32, u32, Option<u32>)| GroupResult {
            round: 1,
            pair: (a, b),
            winner,
        };
        results.iter().map(one).collect()
    }

    fn places(lines: &[TableLine]) -> Vec<(u32, u32)> {
        lines.iter().map(|line| (line.number, line.place)).collect()
    }

    #[test]
    fn the_match_between_two_with_equal_points_comes_before_wins() {
        // 0 and 1 have two points each; 1 beat 0, but 0 has more wins.
        let all = played(&[
            (0, 1, Some(1)),
            (0, 2, Some(0)),
            (0, 3, Some(0)),
            (1, 2, None),
            (1, 3, None),
            (2, 3, Some(2)),
        ]);
        let lines = table(&[0, 1, 2, 3], &all);
        assert_eq!(places(&lines), [(1, 1), (0, 2), (2, 3), (3, 4)]);
        assert_eq!((lines[0].direct, lines[1].direct, lines[2].direct), (Some(2), Some(0), None));
    }

    #[test]
    fn then_more_wins_then_fewer_losses_and_then_the_place_is_shared() {
        // Neither met the other: 0 won one and lost one, 1 drew two.
        let all = played(&[(0, 2, Some(0)), (0, 3, Some(3)), (1, 2, None), (1, 3, None)]);
        let lines = table(&[0, 1, 2, 3], &all);
        let of = |number| lines.iter().find(|it| it.number == number).unwrap().place;
        assert!(of(0) < of(1), "more wins: {lines:?}");
        // Without points, the one with fewer losses is before the other.
        let lines = table(&[0, 1, 2], &played(&[(0, 2, Some(2))]));
        assert_eq!(places(&lines), [(2, 1), (1, 2), (0, 3)]);
        let lines =
            table(&[0, 1, 2], &played(&[(0, 1, Some(0)), (1, 2, Some(1)), (2, 0, Some(2))]));
        assert_eq!(places(&lines), [(0, 1), (1, 1), (2, 1)], "all beat each other");
        let lines = table(&[4, 7], &[]);
        assert_eq!(places(&lines), [(4, 1), (7, 1)]);
    }

    #[test]
    fn results_against_those_who_are_out_count_for_nobody() {
        let all = played(&[(0, 1, Some(0)), (0, 2, Some(2)), (1, 2, Some(1))]);
        let lines = table(&[0, 1], &all);
        assert_eq!((lines[0].number, lines[0].won, lines[0].lost), (0, 1, 0));
        assert_eq!((lines[1].number, lines[1].won, lines[1].lost), (1, 0, 1));
    }
}
