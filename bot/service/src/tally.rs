//! Counting votes: how many each action has, and which are the most wanted.
use std::collections::BTreeMap;

use store::{Vote, VoteCounts};

/// The name of the draw between actions with equally many votes.
pub(super) const LOT: &str = "the vote";

/// Counts votes, the most wanted action first and equal ones in order.
pub(super) fn tally(votes: &[Vote]) -> VoteCounts {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for vote in votes {
        *counts.entry(&vote.words).or_default() += 1;
    }
    let mut counts: VoteCounts =
        counts.into_iter().map(|(words, votes)| (words.to_owned(), votes)).collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

/// Returns the actions with the most votes, in order.
pub(super) fn most_wanted(counts: &VoteCounts) -> Vec<String> {
    let most = counts.iter().map(|it| it.1).max();
    let mut best: Vec<String> =
        counts.iter().filter(|(_, votes)| Some(*votes) == most).map(|it| it.0.clone()).collect();
    best.sort();
    best
}

#[cfg(test)]
mod tests {
    use engine::{chance::StepKey, seat::Seat};

    use super::*;
    use model::ids::{MatchId, PersonId};

    #[test]
    fn votes_are_counted_and_ties_are_in_order() {
        let vote = |person, words: &str| Vote {
            of: MatchId(1),
            person: PersonId(person),
            seat: Seat::First,
            on: Some(StepKey { step: 0, take: 0 }),
            words: words.to_owned(),
            at: 0,
        };
        let votes = [vote(1, "c"), vote(2, "a"), vote(3, "b"), vote(4, "c"), vote(5, "b")];
        let counts = tally(&votes);
        let told: Vec<(&str, u32)> =
            counts.iter().map(|(words, votes)| (words.as_str(), *votes)).collect();
        assert_eq!(told, [("b", 2), ("c", 2), ("a", 1)]);
        assert_eq!(most_wanted(&counts), ["b", "c"]);
        assert_eq!(most_wanted(&VoteCounts::new()), Vec::<String>::new());
    }
}
