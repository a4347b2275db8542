//! What the program says about making puzzles.
use engine::{games::GameId, refusal::Refusal};

pub(super) fn no_game(said: &str) -> String {
    let all: Vec<&str> = GameId::ALL.iter().map(|it| it.name()).collect();
    format!("there is no game `{said}`; the games are {}", all.join(", "))
}

pub(super) fn invalid(said: &str) -> String {
    format!("`{said}` isn't understood; say `count=200 seed=1`")
}

pub(super) fn refused(refusal: &Refusal) -> String {
    refusal.to_string()
}
