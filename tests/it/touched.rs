//! What `tests/touched` names exists: tests, suites and folders.
use std::fs;

use crate::files::folder;

/// Returns what stands between two marks of a text, each time.
fn between<'a>(text: &'a str, begins: &str, ends: &str) -> Vec<&'a str> {
    let rests = text.split(begins).skip(1);
    rests.filter_map(|rest| Some(rest.split_once(ends)?.0)).collect()
}

/// Returns the words of an array of the script, wherever it grows.
fn words_of<'a>(script: &'a str, array: &str) -> Vec<&'a str> {
    let named = [format!("{array}=("), format!("{array}+=(")];
    let lists = named.iter().flat_map(|begins| between(script, begins, ")"));
    lists.flat_map(str::split_whitespace).collect()
}

/// Says what a script like `tests/touched` names and nobody has.
fn lost(script: &str) -> Vec<String> {
    let mut lost = Vec::new();
    let read = |path: &str| fs::read_to_string(folder("..").join(path)).unwrap_or_default();
    let main = read("tests/it/main.rs");
    let laws = ["laws", "whole"].into_iter().flat_map(|array| words_of(script, array));
    for law in laws.filter(|law| *law != "\"$law\"") {
        let is_module = main.contains(&format!("\nmod {law};\n"));
        if !is_module || !read(&format!("tests/it/{law}.rs")).contains("\n#[test]\n") {
            lost.push(format!("the tests {law}"));
        }
    }
    let manifest = read("bot/program/Cargo.toml");
    for target in words_of(script, "targets").into_iter().filter(|word| *word != "--test") {
        if !manifest.contains(&format!("[[test]]\nname = \"{target}\"\n")) {
            lost.push(format!("the target {target}"));
        }
    }
    let suites = words_of(script, "suites").into_iter().map(str::to_owned);
    let folders = between(script, "if changed \"", "\"").into_iter().flat_map(alternatives);
    for path in suites.chain(folders) {
        if !folder("..").join(&path).exists() {
            lost.push(path);
        }
    }
    lost
}

/// Returns the paths that a pattern stands for: `bot/(web|matrix)/|data/` for three.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('(') else {
        return pattern.split('|').map(str::to_owned).collect();
    };
    let Some((inside, after)) = rest.split_once(')') else { return vec![pattern.to_owned()] };
    let (after, others) = match after.split_once('|') {
        Some((after, others)) => (after, Some(others)),
        None => (after, None),
    };
    let each = inside.split('|').map(|part| format!("{before}{part}{after}"));
    each.chain(others.into_iter().flat_map(alternatives)).collect()
}

#[test]
fn every_test_suite_and_folder_that_the_script_names_is_there() {
    let script = fs::read_to_string(folder("touched")).unwrap();
    for (array, least) in [("laws", 12), ("whole", 4), ("targets", 4), ("suites", 4)] {
        assert!(least <= words_of(&script, array).len(), "{array} was not found");
    }
    assert!(
        20 < between(&script, "if changed \"", "\"").into_iter().flat_map(alternatives).count()
    );
    assert_eq!(lost(&script), [""; 0]);
}

#[test]
fn what_is_not_there_is_found() {
    let script = "laws=(layers talks room) whole=(asks wholes)\nif changed \"bot/(web|nowhere)/|tests/it/\"; then suites+=(tests/web/runs); fi\n\
                  targets+=(--test discord) targets+=(--test matrix)";
    let found = [
        "the tests talks",
        "the tests room",
        "the tests wholes",
        "the target matrix",
        "tests/web/runs",
        "bot/nowhere/",
    ];
    assert_eq!(lost(script), found);
}
