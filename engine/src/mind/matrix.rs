//! Small zero-sum games where both choose at once: solved exactly, by trying every pair of equally large sets of choices that
//! both might mix.

/// How both should mix, and the result for the row player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mixed {
    pub(crate) rows: Vec<f64>,
    pub(crate) columns: Vec<f64>,
    pub(crate) value: f64,
}

/// The tolerance for rounding.
const HAIR: f64 = 1e-9;

/// Solves a game; `gains[row][column]` is the row player's gain. Meant for up to
/// six choices a side.
pub(crate) fn solve(gains: &[Vec<f64>]) -> Mixed {
    let (tall, wide) = (gains.len(), gains.first().map_or(0, Vec::len));
    for size in 1..=tall.min(wide) {
        for rows in subsets(tall, size) {
            for columns in subsets(wide, size) {
                if let Some(mixed) = balanced(gains, &rows, &columns) {
                    return mixed;
                }
            }
        }
    }
    // Every such game has a solution; only rounding could hide it.
    let even = |n: usize| vec![1.0 / n.max(1) as f64; n];
    let value = gains.iter().flatten().sum::<f64>() / (tall * wide).max(1) as f64;
    Mixed { rows: even(tall), columns: even(wide), value }
}

fn subsets(of: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    (0u32..1 << of)
        .filter(move |set| set.count_ones() as usize == size)
        .map(move |set| (0..of).filter(|n| set & (1 << n) != 0).collect())
}

/// Finds the mixtures of these choices that leave the other side indifferent, if nothing else is better for either.
fn balanced(gains: &[Vec<f64>], rows: &[usize], columns: &[usize]) -> Option<Mixed> {
    let (of_rows, value) = indifferent(columns, rows, |column, row| gains[row][column])?;
    let (of_columns, _) = indifferent(rows, columns, |row, column| gains[row][column])?;
    let spread = |parts: &[f64], at: &[usize], n: usize| {
        let mut all = vec![0.0; n];
        at.iter().zip(parts).for_each(|(at, part)| all[*at] = *part);
        all
    };
    let all_rows = spread(&of_rows, rows, gains.len());
    let all_columns = spread(&of_columns, columns, gains[0].len());
    let row_gain =
        |row: usize| -> f64 { all_columns.iter().zip(&gains[row]).map(|(p, g)| p * g).sum() };
    let column_gain =
        |column: usize| -> f64 { all_rows.iter().zip(gains).map(|(p, g)| p * g[column]).sum() };
    let fits = (0..gains.len()).all(|row| row_gain(row) <= value + HAIR)
        && (0..gains[0].len()).all(|column| value - HAIR <= column_gain(column));
    fits.then_some(Mixed { rows: all_rows, columns: all_columns, value })
}

/// Finds parts of `mixed`, none negative, that add up to 1 and give each of `against` the same.
fn indifferent(
    against: &[usize],
    mixed: &[usize],
    gain: impl Fn(usize, usize) -> f64,
) -> Option<(Vec<f64>, f64)> {
    // Unknown are the parts and the value they give.
    let n = mixed.len();
    let mut lines: Vec<Vec<f64>> = against
        .iter()
        .map(|one| mixed.iter().map(|other| gain(*one, *other)).chain([-1.0, 0.0]).collect())
        .collect();
    lines.push(std::iter::repeat_n(1.0, n).chain([0.0, 1.0]).collect());
    for column in 0..=n {
        let pivot = (column..=n).max_by(|one, other| {
            lines[*one][column].abs().total_cmp(&lines[*other][column].abs())
        })?;
        if lines[pivot][column].abs() < HAIR {
            return None;
        }
        lines.swap(column, pivot);
        let line = lines[column].clone();
        for (_, other) in lines.iter_mut().enumerate().filter(|it| it.0 != column) {
            let times = other[column] / line[column];
            other.iter_mut().zip(&line).for_each(|(cell, by)| *cell -= times * by);
        }
    }
    let solved: Vec<f64> = (0..=n).map(|nth| lines[nth][n + 1] / lines[nth][nth]).collect();
    let parts = &solved[..n];
    let whole = parts.iter().all(|it| -HAIR <= *it);
    whole.then(|| (parts.iter().map(|it| it.max(0.0)).collect(), solved[n]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: &[f64], other: &[f64]) -> bool {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-6)
    }

    #[test]
    fn rock_paper_scissors_is_mixed_evenly() {
        let game = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        let mixed = solve(&game);
        let even = [1.0 / 3.0; 3];
        assert!(is_near(&mixed.rows, &even) && is_near(&mixed.columns, &even), "{mixed:?}");
        assert!(mixed.value.abs() < 1e-9);
    }

    #[test]
    fn a_choice_that_is_always_better_is_always_made() {
        let mixed = solve(&[vec![0.1, 0.3, 0.2], vec![0.4, 0.5, 0.6], vec![0.0, 0.2, 0.1]]);
        assert_eq!((mixed.rows, mixed.columns), (vec![0.0, 1.0, 0.0], vec![1.0, 0.0, 0.0]));
        assert!((mixed.value - 0.4).abs() < 1e-9);
    }

    #[test]
    fn two_choices_are_mixed_by_the_textbook() {
        // Matching pennies, but one side of the coin pays three.
        let mixed = solve(&[vec![3.0, -1.0], vec![-1.0, 1.0]]);
        assert!(is_near(&mixed.rows, &[1.0 / 3.0, 2.0 / 3.0]), "{mixed:?}");
        assert!(is_near(&mixed.columns, &[1.0 / 3.0, 2.0 / 3.0]), "{mixed:?}");
        assert!((mixed.value - 1.0 / 3.0).abs() < 1e-6);
    }
}
