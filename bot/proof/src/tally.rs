//! What most people wanted a side to do.
use store::WantedCounts;

/// The name of the draw between actions that equally many people wanted.
pub const LOT: &str = "the vote";

/// Returns the actions that most people wanted, in order.
pub fn most_wanted(counts: &WantedCounts) -> Vec<String> {
    let most = counts.iter().map(|it| it.1).max();
    let mut best: Vec<String> =
        counts.iter().filter(|(_, count)| Some(*count) == most).map(|it| it.0.clone()).collect();
    best.sort();
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_equally_many_wanted_are_in_order() {
        let counts: WantedCounts =
            [("c", 2), ("a", 1), ("b", 2)].map(|(word, count)| (word.to_owned(), count)).into();
        assert_eq!(most_wanted(&counts), ["b", "c"]);
        assert_eq!(most_wanted(&WantedCounts::new()), Vec::<String>::new());
    }
}
