//! Which module may use which, and what no source file may contain. Reads sources without comments and strings.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::files::{below, folder};

/// The most lines of a source file.
const LONGEST: usize = 450;

/// A source file: where it is below the root, as `bot/src/lib.rs`, its text, and its text without comments and strings.
struct Source {
    path: String,
    text: String,
    code: String,
}

fn sources() -> Vec<Source> {
    let root = folder("..");
    let mut out = Vec::new();
    for part in ["bot", "engine", "render", "tests"] {
        for path in below(&root.join(part), "rs") {
            let path: PathBuf = path.strip_prefix(&root).unwrap_or(&path).to_owned();
            let text = fs::read_to_string(root.join(&path)).unwrap();
            let path = path.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join("/");
            if !path.contains("/target/") {
                out.push(Source { path, code: code(&text), text });
            }
        }
    }
    assert!(20 < out.len(), "the sources were not found");
    out
}

/// Checks every source and lists all faults.
#[track_caller]
fn none(wrong: impl Fn(&Source) -> Option<String>) {
    let found: Vec<String> = sources()
        .iter()
        .filter_map(|it| wrong(it).map(|what| format!("{}: {what}", it.path)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Blanks comments, strings and characters, so that only code is left; lines stay where they are.
fn code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (skip, keep) = match rest.as_bytes() {
            [b'/', b'/', ..] => (rest.find('\n').unwrap_or(rest.len()), false),
            [b'/', b'*', ..] => (rest.find("*/").map_or(rest.len(), |it| it + 2), false),
            [b'r', b'"', ..] | [b'r', b'#', b'"' | b'#', ..] if !in_word(&out) => {
                (raw_string(rest), false)
            }
            [b'"', ..] => (string(rest, '"'), false),
            // A character, no lifetime.
            [b'\'', b'\\', ..] => (string(rest, '\''), false),
            [b'\'', ..] if rest.chars().nth(2) == Some('\'') => (string(rest, '\''), false),
            _ => (first.len_utf8(), true),
        };
        let (taken, left) = rest.split_at(skip);
        let blank = |it: char| if keep || it == '\n' { it } else { ' ' };
        out.extend(taken.chars().map(blank));
        rest = left;
    }
    out
}

fn in_word(before: &str) -> bool {
    before.ends_with(|it: char| it.is_alphanumeric() || it == '_')
}

/// Returns the length of the string or character that `rest` begins with.
fn string(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, it) in rest.char_indices().skip(1) {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            it if it == quote => return at + it.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn raw_string(rest: &str) -> usize {
    let hashes = rest[1..].chars().take_while(|&it| it == '#').count();
    let open = 2 + hashes;
    let close = format!("\"{}", "#".repeat(hashes));
    rest[open.min(rest.len())..].find(&close).map_or(rest.len(), |it| open + it + close.len())
}

/// Tells whether code holds a path such as `std::fs`, as whole words.
fn names(code: &str, path: &str) -> bool {
    code.match_indices(path).any(|(at, _)| {
        let after = code[at + path.len()..].chars().next();
        !in_word(&code[..at]) && !after.is_some_and(|it| it.is_alphanumeric() || it == '_')
    })
}

/// Returns the first part of every path that code names below a crate or module: `std::{fs, io::Read}` names `fs` and `io`.
fn below_crate<'a>(code: &'a str, root: &str) -> Vec<&'a str> {
    let mut out = Vec::new();
    let start = format!("{root}::");
    for (at, _) in code.match_indices(&start).filter(|(at, _)| !in_word(&code[..*at])) {
        let rest = &code[at + start.len()..];
        match rest.strip_prefix('{') {
            None => out.push(first_word(rest)),
            Some(group) => {
                let mut depth = 0;
                let ends = |it: char| {
                    depth += i32::from(it == '{') - i32::from(it == '}');
                    depth < 0
                };
                let group = &group[..group.find(ends).unwrap_or(group.len())];
                let mut depth = 0;
                let parts = group.split(|it: char| {
                    depth += i32::from(it == '{') - i32::from(it == '}');
                    it == ',' && depth == 0
                });
                out.extend(parts.map(first_word).filter(|it| !it.is_empty()));
            }
        }
    }
    out
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len())]
}

#[test]
fn only_its_own_folder_names_a_chat_or_the_database() {
    none(|it| {
        let owners = [
            ("rusqlite", "bot/src/store/"),
            ("rusqlite_migration", "bot/src/store/"),
            ("postgres", "bot/src/store/"),
            ("tokio_postgres_rustls", "bot/src/store/"),
            ("serenity", "bot/src/discord/"),
            ("tokio_websockets", "bot/src/discord/"),
            ("matrix_sdk", "bot/src/matrix/"),
        ];
        let stray =
            |(name, home): &(&str, &str)| names(&it.code, name) && !it.path.starts_with(home);
        owners.into_iter().find(stray).map(|(name, home)| format!("{name} belongs in {home}"))
    });
}

#[test]
fn the_engine_has_no_clock_no_files_no_net_and_no_luck_of_its_own() {
    none(|it| {
        if !it.path.starts_with("engine/src/") {
            return None;
        }
        let banned = ["time", "fs", "net", "env", "thread", "process", "path"];
        let std = below_crate(&it.code, "std").into_iter().find(|it| banned.contains(it));
        let rand = below_crate(&it.code, "rand");
        let rand = rand.into_iter().find(|it| ["rng", "rngs", "random", "thread_rng"].contains(it));
        let tokio = names(&it.code, "tokio").then_some("tokio");
        std.or(rand).or(tokio).map(|what| format!("names {what}"))
    });
}

#[test]
fn pictures_know_scenes_and_seats_and_nothing_else_of_the_engine() {
    none(|it| {
        if !it.path.starts_with("render/src/") {
            return None;
        }
        let known = ["scene", "seat"];
        let other = below_crate(&it.code, "engine").into_iter().find(|it| !known.contains(it));
        other.map(|what| format!("names engine::{what}"))
    });
}

#[test]
fn files_stay_short_and_say_what_they_are_for() {
    none(|it| {
        let lines = it.text.lines().count();
        if LONGEST < lines {
            return Some(format!("{lines} lines; more than {LONGEST}"));
        }
        (!it.text.starts_with("//!")).then(|| "does not begin with `//!`".to_owned())
    });
}

#[test]
fn what_is_printed_goes_through_one_door() {
    none(|it| {
        // A terminal is asked what it can, and shown pictures.
        let free =
            ["bot/src/plain.rs", "bot/src/console/terminal.rs", "bot/src/console/deliver.rs"];
        if !it.path.starts_with("bot/src/") || free.contains(&it.path.as_str()) {
            return None;
        }
        let prints = ["println!", "eprintln!", "io::stdout().lock", "io::stdout().write"];
        let asks =
            it.code.replace("io::stdout().is_terminal", "").replace("io::stderr().is_terminal", "");
        let stray = prints.into_iter().find(|mark| asks.contains(mark));
        stray.map(|what| format!("prints with {what}; use `plain`"))
    });
}

#[test]
fn nothing_is_left_to_be_done() {
    none(|it| {
        let left = ["todo!", "unimplemented!", "dbg!"]
            .into_iter()
            .find(|mark| it.code.match_indices(mark).any(|(at, _)| !in_word(&it.code[..at])));
        left.map(str::to_owned)
    });
}

#[test]
fn games_are_reached_through_tables_only() {
    let folders = fs::read_dir(folder("../engine/src/games")).unwrap();
    let games: Vec<String> = folders
        .map(|it| it.unwrap().path())
        .filter(|it| it.is_dir())
        .filter_map(|it| Path::new(&it).file_name().map(|it| it.to_string_lossy().into_owned()))
        .collect();
    none(|it| {
        if it.path.starts_with("engine/") {
            return None;
        }
        let game = games.iter().find(|game| names(&it.code, &format!("games::{game}")));
        game.map(|it| format!("names the folder of the game {it}"))
    });
}

/// Returns which part of `root` names which other, as `play -> time`, over the files below a folder; a part is a file or a folder.
fn uses(folder: &str, root: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for it in sources() {
        let Some(rest) = it.path.strip_prefix(folder) else { continue };
        let part = rest.split('/').next().unwrap_or(rest).trim_end_matches(".rs");
        if ["mod", "lib", "main", "tests"].contains(&part) || rest.ends_with("/tests.rs") {
            continue;
        }
        // Tests inside a file may look anywhere.
        let code = it.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let named = below_crate(code, root).into_iter().filter(|it| *it != part);
        out.entry(part.to_owned()).or_default().extend(named.map(str::to_owned));
    }
    out
}

/// Returns the parts that use themselves through others, each with what it uses on the way.
fn circles(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let leads_to = |from: &str, to: &str| {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut next = vec![from];
        while let Some(part) = next.pop() {
            let named = uses.get(part).into_iter().flatten();
            next.extend(named.map(String::as_str).filter(|it| seen.insert(it)));
        }
        seen.contains(to)
    };
    let edges = uses.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    let round = edges.filter(|(from, to)| leads_to(to, from));
    round.map(|(from, to)| format!("{from} -> {to}")).collect()
}

#[test]
fn no_two_folders_of_the_bot_name_each_other() {
    for (folder, root) in [("bot/src/", "crate"), ("bot/src/service/", "crate::service")] {
        let found = uses(folder, root);
        assert!(6 < found.len(), "the folders below {folder} were not found");
        assert_eq!(circles(&found), Vec::<String>::new(), "below {folder}");
    }
    let round = |it: [(&str, &str); 3]| {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in it {
            uses.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
        circles(&uses)
    };
    assert_eq!(round([("a", "b"), ("b", "c"), ("a", "c")]), Vec::<String>::new());
    assert_eq!(round([("a", "b"), ("b", "c"), ("c", "b")]), ["b -> c", "c -> b"]);
}

/// Returns the backticked type names of the glossary's section with this heading.
fn in_glossary(heading: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(folder("../docs/glossary.md")).expect("there is a glossary");
    let section = page.split("\n## ").find(|it| it.starts_with(heading)).expect("a section");
    let quoted = section.split('`').skip(1).step_by(2);
    let is_type =
        |it: &&str| it.starts_with(char::is_uppercase) && it.chars().all(char::is_alphanumeric);
    quoted.filter(is_type).map(str::to_owned).collect()
}

/// Returns where the types of a name are defined, outside tests.
fn types() -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for it in sources() {
        let is_source = it.path.contains("/src/") && !it.path.contains("/tests");
        if !is_source {
            continue;
        }
        let code = it.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for line in code.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let at = words.iter().position(|it| ["struct", "enum", "trait"].contains(it));
            let Some(at) = at.filter(|&at| words[..at].iter().all(|it| it.starts_with("pub")))
            else {
                continue;
            };
            // What a macro makes has its name where the macro is used.
            let name = words.get(at + 1).map(|it| first_word(it));
            if let Some(name) = name.filter(|it| !it.is_empty()) {
                out.entry(name.to_owned()).or_default().push(it.path.clone());
            }
        }
    }
    out
}

#[test]
fn a_type_name_stands_for_one_thing() {
    let every_game = in_glossary("In every game");
    assert!(every_game.contains("Action"), "{every_game:?}");
    let types = types();
    assert!(300 < types.len(), "the types were not found");
    let game = |path: &str| {
        path.strip_prefix("engine/src/games/")
            .and_then(|it| it.split_once('/'))
            .map(|it| it.0.to_owned())
    };
    let is_double = |name: &str, paths: &[String]| {
        if !every_game.contains(name) {
            return 1 < paths.len();
        }
        let games: Vec<String> = paths.iter().filter_map(|it| game(it)).collect();
        let each_once = games.iter().collect::<BTreeSet<_>>().len() == games.len();
        !each_once || 1 < paths.len() - games.len() + usize::from(!games.is_empty())
    };
    let double: Vec<&str> =
        types.iter().filter(|it| is_double(it.0, it.1)).map(|it| it.0.as_str()).collect();
    assert_eq!(double, [""; 0], "these stand for several things");
    for name in in_glossary("Terms") {
        assert!(types.contains_key(&name), "the glossary names `{name}`, and nothing is called so");
    }
}

#[test]
fn comments_strings_and_characters_are_no_code() {
    let text = "a // dbg!\n\"b \\\" dbg!\" r#\"\"dbg!\"# c '\"' '\\'' 'x: &'a str /* dbg! */ d";
    let left: Vec<String> = code(text).split_whitespace().map(str::to_owned).collect();
    assert_eq!(left, ["a", "c", "'x:", "&'a", "str", "d"]);
    assert_eq!(code(text).lines().count(), 2);
}

#[test]
fn names_are_found_in_paths_and_groups() {
    assert!(names("use std::fs;", "std::fs"));
    assert!(!names("use std::fsync; my_std::fs2", "std::fs"));
    let code =
        "use engine::{scene::{self, Item}, seat::Seat, games}; engine::house::House; my_engine::x";
    assert_eq!(below_crate(code, "engine"), ["scene", "seat", "games", "house"]);
}
