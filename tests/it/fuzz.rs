//! Runs the fuzz targets for a while in every test run; `tests/fuzz` runs them for longer.
use it::targets;
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, TestRunner},
};

/// Feeds a target with so many random byte vectors.
fn feed(cases: u32, longest: usize, target: fn(&[u8])) {
    let mut runner =
        TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(cases) });
    let fed = runner.run(&vec(any::<u8>(), 0..longest), |bytes| {
        target(&bytes);
        Ok(())
    });
    if let Err(err) = fed {
        panic!("{err}");
    }
}

#[test]
fn words_of_any_bytes() {
    feed(200, 64, targets::words);
}

#[test]
fn sequences_of_any_choices() {
    feed(100, 200, targets::sequence);
}

#[test]
fn damaged_saves() {
    feed(300, 32, targets::resume);
}

#[test]
fn scenarios_of_any_bytes() {
    feed(300, 200, targets::scenario);
}

/// Random bytes never make a scenario line; lines put together from its words do.
#[test]
fn scenarios_of_any_lines() {
    let word = prop::sample::select(vec![
        "expect", "refuse", "illegal", "says", "instead", "save", "setup", "chance", "opening",
        "title", "first:", "second:", "resign", "draw", "decline", "undo", "accept", "abort",
        "told", "not", "no", "choice", "choices", "count", "waits", "nobody", "first", "outcome",
        "none", "=", "\"", "#", ",", "said", "why", "written", "ask", "1", "c3-d4", "spin",
        "black", "é",
    ]);
    let line = vec(word, 0..6).prop_map(|it| it.join(" "));
    let config = Config { failure_persistence: None, ..Config::with_cases(300) };
    let games = engine::games::GameId::ALL;
    proptest!(config, |(which: prop::sample::Index, lines in vec(line, 0..12))| {
        let game = if games.is_empty() { "none" } else { which.get(games).name() };
        targets::scenario(format!("game {game}\n{}", lines.join("\n")).as_bytes());
    });
}
