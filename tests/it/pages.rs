//! Pages that list the games name all of them, and numbers in documents equal those in the code.
use std::fs;

use engine::{games::GameId, quote::counted};

use crate::files::folder;

fn page(path: &str) -> String {
    fs::read_to_string(folder("..").join(path)).unwrap_or_else(|err| panic!("{path}: {err}"))
}

#[test]
fn every_game_is_on_every_page_that_lists_the_games() {
    let mut missing = Vec::new();
    let mut wants = |path: &str, text: String| {
        if !page(path).contains(&text) {
            missing.push(format!("{path} lacks: {text}"));
        }
    };
    wants("README.md", format!("It plays {} games", counted(GameId::ALL.len() as u32)));
    let readme = page("README.md");
    let credits = readme.rsplit("MIT licence.").next().unwrap();
    for game in GameId::ALL {
        let (name, title) = (game.name(), game.title());
        wants("README.md", format!("| **{title}**: "));
        wants("tests/scenarios/README.md", format!("## What {title} knows"));
        wants("data/README.md", format!("`rules/{name}.md`"));
        wants("engine/RULINGS.md", format!("## {title}"));
        wants("CHANGELOG.md", format!("- {title}"));
        assert!(credits.contains(title), "the last lines of README.md do not name {title}");
        for talk in ["first-match", "questions"] {
            wants(&format!("tests/talks/{talk}.txt"), format!("{name}`: {}", game.says()));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn contributing_names_what_a_new_game_touches() {
    let text = page("CONTRIBUTING.md");
    for path in [
        "engine/src/games/mod.rs",
        "data/README.md",
        "tests/scenarios/README.md",
        "engine/RULINGS.md",
        "tests/playthroughs/<game>/",
        "tests/saves/<game>/",
        "`first-match.txt` and `questions.txt`",
    ] {
        assert!(text.contains(path), "{path}");
    }
    // Two lines, as the page says: the module, and its place in the list.
    let games = page("engine/src/games/mod.rs");
    for game in GameId::ALL {
        let name = game.name();
        assert!(games.contains(&format!("\nmod {name};\n")), "{name}");
        assert_eq!(games.matches(&format!("= \"{name}\", {name}::")).count(), 1, "{name}");
        assert_eq!(games.matches(name).count(), 3, "{name} stands in no further line");
    }
}
