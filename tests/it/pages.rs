//! What pages name is there: every game, the files that links lead to, and the commands and scripts that they quote.
use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use engine::{games::GameId, quote::counted, refusal::Code};
use features::FEATURES;
use it::sample::part;
use model::reply::Reply;

use crate::{
    files::{below, folder},
    room::Room,
};

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
            // A long game is listed as its quick form.
            let quick =
                page(&format!("tests/talks/{talk}.txt")).contains(&format!("{name} quick`: "));
            let form = if quick { " quick" } else { "" };
            wants(&format!("tests/talks/{talk}.txt"), format!("{name}{form}`: {}", game.says()));
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

/// Lists all pages, with what they say.
fn pages() -> Vec<(PathBuf, String)> {
    let root = folder("..");
    let folders = ["docs", "data", "bot/features", "engine", "deploy", "tests/scenarios"];
    let mut pages: Vec<_> =
        folders.iter().flat_map(|folder| below(&root.join(folder), "md")).collect();
    let at_root = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(at_root.filter(|path| path.extension().is_some_and(|it| it == "md")));
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
    pages.into_iter().map(read).collect()
}

#[test]
fn every_link_in_a_document_leads_to_a_file() {
    let (mut lost, mut count) = (Vec::new(), 0);
    for (path, text) in pages() {
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

/// Returns what stands between backticks in running text.
fn quoted(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2).flat_map(str::lines);
    prose.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Returns the commands that pages for players quote, each with its page.
fn commands_on_pages() -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    let for_players = |path: &Path| {
        let inside = ["internals", "engine", "scenarios"];
        !path.iter().any(|part| inside.iter().any(|folder| part == *folder))
    };
    for (path, text) in pages().into_iter().filter(|it| for_players(&it.0)) {
        for said in quoted(&text) {
            let line = said.trim_start_matches("@Draughtsman ").trim_start_matches('!');
            let Some((first, _)) = line.split_once(' ') else { continue };
            if FEATURES.commands().find(first).is_some() {
                all.push((path.clone(), line.to_owned()));
            }
        }
    }
    assert!(300 < all.len(), "{} commands were found", all.len());
    all
}

#[test]
fn every_command_on_a_page_is_read() {
    let is_read = |line: &str| matches!(FEATURES.commands().parse(line), Ok(Some(_)));
    let wrong: Vec<String> = commands_on_pages()
        .into_iter()
        .filter(|(_, line)| !is_read(line))
        .map(|(path, line)| format!("{}: {line}", path.display()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A command that a page quotes may not fit a match that has just begun, but it is understood.
#[test]
fn every_command_on_a_page_is_understood_in_a_room() {
    let lines: BTreeSet<String> = commands_on_pages().into_iter().map(|it| it.1).collect();
    let mut wrong = Vec::new();
    // What is imported is a file.
    for line in part(lines.into_iter().filter(|line| !line.starts_with("import "))) {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
        let told = room.say("ann", &line);
        // A setting without a value, or with one of another chat, is told its values.
        let verb = line.split_inclusive(' ').take(2).collect::<String>();
        let goes_on = |reply: &Reply| {
            let offered = reply.menu.iter().flat_map(|menu| &menu.choices);
            offered.map(|choice| &*choice.says).any(|says| says.starts_with(verb.trim()))
        };
        let unread = |reply: &Reply| reply.refused == Some(Code::Unreadable) && !goes_on(reply);
        if told.is_empty() || told.iter().any(unread) {
            let said: Vec<String> = told.iter().map(|it| it.text.bare()).collect();
            wrong.push(format!("{line} => {}", said.join(" / ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_script_on_a_page_is_there_and_may_be_run() {
    let is_script = |word: &&str| {
        ["tests/", "deploy/", ".ci/"].iter().any(|folder| word.starts_with(folder))
            && !word.contains(['<', '*', '…'])
            && Path::new(word).extension().is_none()
    };
    let mut count = 0;
    for (path, text) in pages() {
        for said in text.split('`').skip(1).step_by(2) {
            for word in said.split_whitespace().take(1).filter(is_script) {
                let file = folder("..").join(word.trim_end_matches('/'));
                let kind = fs::metadata(&file)
                    .unwrap_or_else(|err| panic!("{}: {word}: {err}", path.display()));
                let runs = kind.permissions().mode() & 0o111 != 0;
                assert!(runs, "{}: {word} can't be run", path.display());
                count += 1;
            }
        }
    }
    assert!(20 < count, "{count} scripts were found");
}
