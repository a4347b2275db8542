//! Plays every scenario file.
use std::{fs, path::Path};

use crate::files::{below, folder};

#[test]
fn every_scenario_holds() {
    let root = folder("scenarios");
    let mut failures = Vec::new();
    for path in below(&root, "scn") {
        failures.extend(play(&root, &path));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Plays one file and returns what was wrong, as `file:line: says`.
fn play(root: &Path, path: &Path) -> Vec<String> {
    let name = path.strip_prefix(root).unwrap_or(path).display();
    let text = fs::read_to_string(path).unwrap_or_else(|err| panic!("{name}: {err}"));
    let report = engine::scenario::run(&text);
    report.failures.iter().map(|it| format!("{name}:{}: {}", it.line, it.says)).collect()
}
