//! Which module may use which, and what no source file may contain, as far as the compiler, clippy and `deny.toml` don't say so.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::{
    files::{below, folder},
    source::{
        Source, below_crate, below_path, methods_of, names, public_names, sources, types, words,
    },
};

/// Checks every source and lists all faults.
#[track_caller]
fn none(wrong: impl Fn(&Source) -> Option<String>) {
    let found: Vec<String> = all()
        .iter()
        .filter_map(|source| wrong(source).map(|what| format!("{}: {what}", source.path)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn all() -> Vec<Source> {
    sources(&["bot", "engine", "render", "tests"])
}

#[test]
fn the_engine_has_no_clock_no_files_no_net_and_no_luck_of_its_own() {
    none(|source| {
        if !source.path.starts_with("engine/src/") {
            return None;
        }
        let banned = ["time", "fs", "net", "env", "thread", "process", "path"];
        let std = below_crate(source.code(), "std")
            .into_iter()
            .find(|part| banned.contains(&part.as_str()));
        let rand = below_crate(source.code(), "rand");
        let own = ["rng", "rngs", "random", "thread_rng"];
        let rand = rand.into_iter().find(|part| own.contains(&part.as_str()));
        let tokio = names(source.code(), "tokio").then(|| "tokio".to_owned());
        std.or(rand).or(tokio).map(|what| format!("names {what}"))
    });
}

#[test]
fn pictures_know_scenes_and_seats_and_nothing_else_of_the_engine() {
    none(|source| {
        if !source.path.starts_with("render/src/") {
            return None;
        }
        let known = ["scene", "seat"];
        let other = below_crate(source.code(), "engine")
            .into_iter()
            .find(|part| !known.contains(&part.as_str()));
        other.map(|what| format!("names engine::{what}"))
    });
}

#[test]
fn files_say_what_they_are_for() {
    none(|source| {
        (!source.text.starts_with("//!")).then(|| "does not begin with `//!`".to_owned())
    });
}

#[test]
fn what_is_printed_goes_through_one_door() {
    none(|source| {
        // A terminal is asked what it can, and shown pictures.
        let free = [
            "bot/model/src/safe_output.rs",
            "bot/console/src/terminal.rs",
            "bot/console/src/deliver.rs",
        ];
        let is_source = source.path.starts_with("bot/") && source.path.contains("/src/");
        if !is_source || free.contains(&source.path.as_str()) {
            return None;
        }
        let prints = ["println!", "eprintln!", "io::stdout().lock", "io::stdout().write"];
        // Reading the grammar takes a while, and few files have such a word at all.
        let words = ["println", "stdout"];
        if !words.iter().any(|word| source.text.contains(word)) {
            return None;
        }
        let stray = prints.into_iter().find(|mark| names(source.code(), mark));
        stray.map(|what| format!("prints with {what}; use `safe_output`"))
    });
}

/// Which part of a crate names which others; a part is a file or a folder.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns which part of each crate names which other of its own, by the crate's folder.
fn uses(all: &[Source]) -> BTreeMap<&str, Uses> {
    let mut out: BTreeMap<&str, Uses> = BTreeMap::new();
    for source in all {
        let Some((folder, rest)) = source.path.split_once("/src/") else { continue };
        let part = rest.split('/').next().unwrap_or(rest).trim_end_matches(".rs");
        if ["lib", "main", "tests"].contains(&part) || rest.ends_with("/tests.rs") {
            continue;
        }
        // What stands in a folder is one module deeper, unless it is the folder's own.
        let depth = rest.trim_end_matches("/mod.rs").matches('/').count() + 1;
        let above = below_path(source.code(), &vec!["super"; depth]);
        let named = below_crate(source.code(), "crate").into_iter().chain(above);
        let parts = out.entry(folder).or_default().entry(part.to_owned()).or_default();
        parts.extend(named.filter(|name| name != part));
    }
    for uses in out.values_mut() {
        let parts: BTreeSet<String> = uses.keys().cloned().collect();
        uses.values_mut().for_each(|named| named.retain(|name| parts.contains(name)));
    }
    out
}

/// Returns what a part leads to, over others too.
fn reached<'a>(uses: &'a Uses, from: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(part) = next.pop() {
        let named = uses.get(part).into_iter().flatten();
        next.extend(named.map(String::as_str).filter(|name| seen.insert(*name)));
    }
    seen
}

/// Returns the circles: parts that all lead to each other.
fn circles(uses: &Uses) -> Vec<String> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|part| (part.as_str(), reached(uses, part))).collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|named| named.contains(to));
    let circle = |part: &&str| {
        let named = reached[part].iter().filter(|other| leads(other, part));
        named.copied().collect::<Vec<_>>().join(" ")
    };
    let all: BTreeSet<String> = reached.keys().map(circle).collect();
    all.into_iter().filter(|circle| !circle.is_empty()).collect()
}

/// The parts of crates that can't be understood one after the other, because each leads to all others of its line. No line may be added,
/// and none may grow.
const CIRCLES: &[&str] = &[
    "bot/command: args arguments numbers parse reading say synonyms table verbs words",
    "bot/delivery: card deliver fallback lost private send_task",
    "bot/delivery: chat rendered",
    "bot/discord: answer answer_state answers_only ask_service bot callback challenge_form complete descriptions direct emoji interact interaction markdown members message prepare press receive register request rest_client rights roles send servers service_access tokens",
    "bot/discord: connection shards",
    "bot/features/answers: about_match asked_line earlier facts known match_question named_moves position reading rules two_questions why_not",
    "bot/features/calls: callable turn_on words",
    "bot/features/leagues: gather league rounds show withdrawn words",
    "bot/features/learn: answer lesson next_puzzle own place puzzle puzzle_place rating room_puzzle solution words",
    "bot/features/recap: figures span words",
    "bot/features/reminders: due remind setting_rows snooze",
    "bot/features/standings: commands words",
    "bot/features/substitutes: ask hand_over rest take",
    "bot/features/votes: cast count resign",
    "bot/matrix: buttons chat pictures room_sender say_reply",
    "bot/matrix: device_login login",
    "bot/matrix: request to_nobody",
    "bot/proof: commitment exported",
    "bot/store: backup challenges columns copy_database database open packed postgres processes sql steps trial",
    "bot/web: chat dice handle journal lesson links live match_page pages pane play room routes server_page shell speaker start visitor",
    "engine: chance fair",
    "engine: checkers games mind playout table",
    "engine: game match_rules",
    "render: chances chart group results",
    "render: people sprite token",
];

#[test]
fn the_parts_of_a_crate_name_each_other_in_one_direction_beside_the_known_circles() {
    let all = all();
    let uses = uses(&all);
    assert!(6 < uses["bot/service"].len(), "the folders of the service were not found");
    let lines = |(folder, uses): (&&str, &Uses)| {
        let folder = (*folder).to_owned();
        circles(uses).into_iter().map(move |circle| format!("{folder}: {circle}"))
    };
    let found: Vec<String> = uses.iter().flat_map(lines).collect();
    let new: Vec<&String> = found.iter().filter(|line| !CIRCLES.contains(&line.as_str())).collect();
    let gone: Vec<&&str> =
        CIRCLES.iter().filter(|line| !found.contains(&(**line).to_owned())).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "these parts lead to each other: {new:#?}\nand no longer these: {gone:#?}\nUntie what is new, and list what has become smaller."
    );
    let round = |pairs: [(&str, &str); 3]| {
        let mut uses = Uses::new();
        for (from, to) in pairs {
            uses.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
        circles(&uses)
    };
    assert_eq!(round([("a", "b"), ("b", "c"), ("a", "c")]), Vec::<String>::new());
    assert_eq!(round([("a", "b"), ("b", "c"), ("c", "b")]), ["b c"]);
}

/// The most methods of a request's context: whatever else is done with it is a function of the part of the service that it belongs to.
const CONTEXT_METHODS: usize = 25;

#[test]
fn the_context_of_a_request_has_few_methods_all_in_its_own_folder() {
    let mut methods = 0;
    for source in sources(&["bot/service/src"]) {
        let found = methods_of(&source, "RequestContext");
        assert!(
            found == 0 || source.path.starts_with("bot/service/src/context/"),
            "{}: the context's methods stand in its folder",
            source.path
        );
        methods += found;
    }
    assert!(0 < methods, "the context was not found");
    assert!(methods <= CONTEXT_METHODS, "{methods} methods");
}

/// Returns the crate of `bot` that a source belongs to; tests and benchmarks of a crate use it from outside.
fn crate_of(path: &str) -> Option<&str> {
    let (name, rest) = path.strip_prefix("bot/")?.split_once('/')?;
    rest.starts_with("src/").then_some(name)
}

#[test]
fn what_a_crate_makes_public_is_used_by_another() {
    let all = all();
    let mut users: BTreeMap<String, BTreeSet<Option<&str>>> = BTreeMap::new();
    for source in &all {
        for word in words(&source.text.parse().unwrap()) {
            users.entry(word).or_default().insert(crate_of(&source.path));
        }
    }
    let mut unused = Vec::new();
    for source in &all {
        let Some(own) = crate_of(&source.path) else { continue };
        let lonely = |name: &String| users[name].iter().all(|user| *user == Some(own));
        let names = public_names(source).into_iter().filter(lonely);
        unused.extend(names.map(|name| format!("{}: {name}", source.path)));
    }
    assert!(unused.is_empty(), "these need not be public:\n{}", unused.join("\n"));
}

/// Returns the names of the commands' types that a source defines.
fn verbs_of(source: &Source) -> BTreeSet<String> {
    let tables = source.text.split("verb! {").skip(1);
    tables.filter_map(|table| table.split_whitespace().next()).map(str::to_owned).collect()
}

/// Returns the names in the lists behind a module's name: `commands::{self, Link}`.
fn listed_behind(text: &str, module: &str) -> BTreeSet<String> {
    let begin = format!("{module}::{{");
    let lists = text.split(&begin).skip(1);
    let names = lists.filter_map(|list| list.split_once('}')).flat_map(|list| list.0.split(','));
    names.map(|name| name.trim().to_owned()).collect()
}

/// A command's type is called as the command is. Where something else has that name too, `verbs::Board` or `commands::Link` says which is
/// meant.
#[test]
fn a_command_that_shares_its_name_is_named_with_its_table() {
    let all = all();
    let verbs: BTreeSet<String> = all.iter().flat_map(verbs_of).collect();
    let shared: BTreeSet<String> =
        types(&all).into_keys().filter(|name| verbs.contains(name)).collect();
    assert!(10 < shared.len(), "{shared:?}");
    none(|source| {
        if !source.path.contains("/src/") {
            return None;
        }
        let tables = ["verbs", "commands"].map(|module| listed_behind(&source.text, module));
        let bare: Vec<&String> =
            tables.iter().flatten().filter(|name| shared.contains(*name)).collect();
        (!bare.is_empty()).then(|| format!("imports {bare:?} from a table of commands"))
    });
}

/// Returns the backticked type names of the glossary's section with this heading.
fn in_glossary(heading: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(folder("../docs/glossary.md")).expect("there is a glossary");
    let section = page.split("\n## ").find(|it| it.starts_with(heading)).expect("a section");
    let quoted = section.split('`').skip(1).step_by(2);
    let is_type = |word: &&str| {
        word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphanumeric)
    };
    quoted.filter(is_type).map(str::to_owned).collect()
}

#[test]
fn a_type_name_stands_for_one_thing() {
    let every_game = in_glossary("In every game");
    assert!(every_game.contains("Action"), "{every_game:?}");
    let types = types(&all());
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
    let double: Vec<&str> = types
        .iter()
        .filter(|(name, paths)| is_double(name, paths))
        .map(|it| it.0.as_str())
        .collect();
    assert_eq!(double, [""; 0], "these stand for several things");
    for name in in_glossary("Terms") {
        assert!(types.contains_key(&name), "the glossary names `{name}`, and nothing is called so");
    }
}

/// Returns the numbers of rulings in a text: `D-R19`.
fn rulings(text: &str) -> BTreeSet<String> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
    let is_ruling = |word: &&str| {
        let mut parts = word.splitn(2, "-R");
        let game =
            parts.next().is_some_and(|letter| letter.len() == 1 && ("A"..="E").contains(&letter));
        let number = parts.next().and_then(|number| number.parse::<u32>().ok());
        game && number.is_some()
    };
    words.filter(is_ruling).map(str::to_owned).collect()
}

#[test]
fn every_ruling_that_a_source_names_stands_in_the_rulings() {
    let known = rulings(&fs::read_to_string(folder("../engine/RULINGS.md")).unwrap());
    assert!(100 < known.len(), "the rulings were not found");
    let scenarios = below(&folder("scenarios"), "scn");
    let scenarios = scenarios.into_iter().map(|path| fs::read_to_string(path).unwrap());
    let texts = all().into_iter().map(|it| it.text).chain(scenarios);
    let named: BTreeSet<String> = texts.flat_map(|it| rulings(&it)).collect();
    let lost: Vec<&String> = named.difference(&known).collect();
    assert!(lost.is_empty(), "{lost:?} stand in no document");
}
