//! Pages that list the games name all of them, and links in documents lead to files.
use std::fs;

use engine::{games::GameId, quote::counted};

use crate::files::{below, folder};

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

/// Returns where the links of a document lead, without those to other sites and within the page.
fn links(text: &str) -> Vec<&str> {
    let code = |line: &&str| !line.trim_start().starts_with("```");
    let found = text.lines().filter(code).flat_map(|line| line.split("](").skip(1));
    let targets = found.filter_map(|rest| Some(rest.split_once(')')?.0));
    let own = targets.filter(|target| !target.contains("://") && !target.starts_with(['#', '<']));
    own.map(|target| target.split('#').next().unwrap_or(target)).collect()
}

#[test]
fn every_link_in_a_document_leads_to_a_file() {
    let root = folder("..");
    let folders = ["docs", "data", "bot/features", "engine", "deploy", "tests/scenarios"];
    let mut pages: Vec<_> =
        folders.iter().flat_map(|folder| below(&root.join(folder), "md")).collect();
    let at_root = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(at_root.filter(|path| path.extension().is_some_and(|it| it == "md")));
    let (mut lost, mut count) = (Vec::new(), 0);
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        for target in links(&text) {
            count += 1;
            if !path.parent().unwrap().join(target).exists() {
                lost.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(50 < count, "{count} links were found");
    assert_eq!(lost, [""; 0]);
}

#[test]
fn a_link_is_found_and_its_place_on_the_page_is_left_out() {
    let text = "[a](docs/a.md#b) and [c](https://c.org), [d](#d)";
    assert_eq!(links(text), ["docs/a.md"]);
}
