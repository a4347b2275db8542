//! Numbers in the rules of seasons equal the constants they stand for.
use crate::numbers::{Row, check};

const SEASON: &[Row] = &[
    ("you need at least {w} matches", "bot/service/src/ratings/standing.rs", "MATCHES", 1.0),
    ("against at least {w} people", "bot/service/src/ratings/standing.rs", "OPPONENTS", 1.0),
    ("once {w} established people", "bot/service/src/ratings/standing.rs", "SETTLED", 1.0),
    (
        "The first {w} matches between the same",
        "bot/service/src/ratings/standing.rs",
        "FULL_IN_SEASON",
        1.0,
    ),
];

#[test]
fn numbers_in_the_rules_of_seasons_are_those_of_the_code() {
    check(&[("house", SEASON)]);
}
