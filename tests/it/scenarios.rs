//! Plays every scenario file.
use std::{fs, path::Path};

use engine::{games::GameId, scenario::run};

use crate::files::{below, folder};

#[test]
fn every_scenario_holds() {
    let root = folder("scenarios");
    let mut failures = Vec::new();
    for path in below(&root, "scn") {
        failures.extend(play(&root, &path));
    }
    for game in GameId::ALL {
        let some = !below(&root.join(game.name()), "scn").is_empty();
        assert!(some, "scenarios/{} holds no scenario", game.name());
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Plays one file and returns what was wrong, as `file:line: says`.
fn play(root: &Path, path: &Path) -> Vec<String> {
    let name = path.strip_prefix(root).unwrap_or(path).display();
    let text = fs::read_to_string(path).unwrap_or_else(|err| panic!("{name}: {err}"));
    let report = run(&text);
    report
        .failures
        .iter()
        .map(|failure| format!("{name}:{}: {}", failure.line, failure.says))
        .collect()
}

#[test]
fn the_examples_of_the_explanation_hold() {
    let text = fs::read_to_string(folder("scenarios/README.md")).unwrap();
    let examples: Vec<&str> = text.split("```\n").skip(1).step_by(2).collect();
    assert_eq!(examples.len(), 2, "a scenario and a lesson between fences");
    for example in examples {
        let report = run(example);
        assert_eq!(report.failures, []);
        assert!(0 < report.checks);
    }
}
