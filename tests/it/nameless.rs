//! No source outside of a feature's folder names it, so that it can be taken out; only the list of features brings one.
use std::{collections::BTreeSet, fs};

use features::FEATURES;

use crate::{
    files::folder,
    source::{Literal, Source, literals, sources, words},
};

/// The features whose names are words that other sources need too: only their commands tell that they are meant.
const EVERYDAY: [&str; 19] = [
    "accounts",
    "answers",
    "blocks",
    "calls",
    "hints",
    "learn",
    "notes",
    "orders",
    "pauses",
    "practice",
    "records",
    "reminders",
    "review",
    "series",
    "sharing",
    "standings",
    "verify",
    "votes",
    "watching",
];

/// Commands that are words of sentences, of options or of other lines too.
const EVERYDAY_COMMANDS: [&str; 20] = [
    "block", "call", "calls", "export", "hint", "history", "if", "learn", "note", "pause",
    "practice", "remind", "season", "share", "vacation", "verify", "versus", "vote", "watch",
    "why",
];

/// Returns the folder of the feature that a path is in.
fn feature_of(path: &str) -> Option<&str> {
    let (folder, rest) = path.strip_prefix("bot/features/")?.split_once('/')?;
    rest.starts_with("src/").then_some(folder)
}

/// Splits `LeagueId` and `league_id` into their words, in lower case.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut()
            && letter != '_'
        {
            part.extend(letter.to_lowercase());
        }
    }
    parts
}

#[test]
fn no_source_outside_of_a_feature_names_it() {
    let all = sources(&["bot", "engine", "render"]);
    let is_list = |source: &&Source| source.path == "bot/features/lib.rs";
    let is_test = |path: &str| path.split('/').any(|part| part == "tests" || part == "tests.rs");
    let of_program: Vec<&Source> =
        all.iter().filter(|source| !is_list(source) && !is_test(&source.path)).collect();
    let folders: BTreeSet<&str> =
        all.iter().filter_map(|source| feature_of(&source.path)).collect();
    assert!(EVERYDAY.len() + 5 < folders.len(), "{folders:?}");
    let is_name_of = |word: &str| {
        let singular = |folder: &str| folder.strip_suffix('s').unwrap_or(folder).to_owned();
        let mut telling = folders.iter().filter(|folder| !EVERYDAY.contains(folder));
        telling.find(|folder| word == **folder || word == singular(folder)).copied()
    };
    let mut faults = Vec::new();
    for source in of_program {
        let own = feature_of(&source.path);
        let mut fault = |folder: &str, what: String| {
            if own != Some(folder) {
                faults.push(format!("{}: {what}, of `{folder}`", source.path));
            }
        };
        for word in words(source.code()) {
            if let Some(folder) = parts(&word).iter().find_map(|part| is_name_of(part)) {
                fault(folder, format!("`{word}`"));
            }
        }
        // Names of stored charts never change.
        let is_stored = |literal: &Literal| literal.before.ends_with("rename=");
        for literal in literals(source.code()).into_iter().filter(|literal| !is_stored(literal)) {
            for feature in FEATURES.iter().filter(|feature| folders.contains(feature.name)) {
                let said = |name: &str| {
                    !EVERYDAY_COMMANDS.contains(&name)
                        && (literal.text == name || literal.text.contains(&format!("`{name}")))
                };
                let commands = feature.commands.iter().map(|row| row.verb.spec().name);
                for name in commands.filter(|name| said(name)) {
                    fault(feature.name, format!("the command `{name}`"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_the_list_of_features_brings_one() {
    let list = fs::read_to_string(folder("../bot/features/Cargo.toml")).unwrap();
    for feature in FEATURES.iter() {
        let is_folder = folder("../bot/features").join(feature.name).is_dir();
        assert_eq!(
            is_folder,
            list.contains(&format!("\n{0} = {{ path = \"{0}\" }}", feature.name))
        );
    }
    let root = folder("..");
    for folder in ["bot", "bot/features"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let Ok(text) = fs::read_to_string(path.join("Cargo.toml")) else { continue };
            if path.ends_with("features") {
                continue;
            }
            let features = FEATURES.iter().map(|feature| feature.name);
            let brings = |name: &&str| {
                text.contains(&format!("\n{name}.workspace"))
                    || text.contains(&format!("\n{name} = {{ path"))
            };
            let found: Vec<&str> = features.filter(brings).collect();
            assert!(found.is_empty(), "{} brings {found:?}", path.display());
        }
    }
}
