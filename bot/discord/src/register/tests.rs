//! Tests of the commands that are registered.
use command::{Completion, CompletionScope};
use features::FEATURES;

use super::*;
use crate::menu::{FOR_MODERATORS, Hint, MenuEntry, as_said, has_own_option, registered};

/// The commands that Discord's own clients have.
const BUILT_IN: [&str; 20] = [
    "ban",
    "giphy",
    "gif",
    "kick",
    "leave",
    "me",
    "msg",
    "nick",
    "reply",
    "saveapp",
    "search",
    "shrug",
    "spoiler",
    "tableflip",
    "tenor",
    "thread",
    "timeout",
    "tts",
    "unflip",
    "help-center",
];

fn all(reach: Reach) -> Vec<Value> {
    all_of(FEATURES.commands(), reach)
}

fn all_of(commands: &Commands, reach: Reach) -> Vec<Value> {
    registrations(commands, reach).as_array().unwrap().clone()
}

fn list<'a>(json: &'a Value, name: &str) -> &'a [Value] {
    json[name].as_array().map_or(&[], Vec::as_slice)
}

/// Counts the characters of a command as Discord does: names, descriptions and values,
/// including nested ones.
fn characters(json: &Value) -> usize {
    let own = ["name", "description", "value"].map(|key| &json[key]);
    let own = own.iter().filter_map(|it| it.as_str()).map(|text| text.chars().count());
    let inner = ["options", "choices"].into_iter().flat_map(|it| list(json, it));
    own.sum::<usize>() + inner.map(characters).sum::<usize>()
}

/// Returns every command, by the name to call it.
fn leaves(all: &[Value]) -> Vec<(String, Value)> {
    let name = |command: &Value| command["name"].as_str().unwrap().to_owned();
    let mut leaves = Vec::new();
    for json in all.iter().filter(|command| command["type"] == 1) {
        let below = list(json, "options").iter().filter(|command| command["type"] == 1);
        let below: Vec<(String, Value)> = below
            .map(|command| (format!("{} {}", name(json), name(command)), command.clone()))
            .collect();
        if below.is_empty() {
            leaves.push((name(json), json.clone()))
        } else {
            leaves.extend(below)
        }
    }
    leaves
}

#[test]
fn every_command_of_the_table_is_there_and_fits() {
    let all = all(Reach::Everywhere);
    assert!(all.len() <= 15, "a dozen or so, and those on people and messages: {}", all.len());
    let leaves = leaves(&all);
    let entries = leaves.len() + all.iter().filter(|command| command["type"] != 1).count();
    assert!(
        entries <= 30,
        "{entries} entries: {:?}",
        leaves.iter().map(|it| &it.0).collect::<Vec<_>>()
    );
    for json in &all {
        let name = json["name"].as_str().unwrap();
        assert!(!BUILT_IN.contains(&name), "Discord has a /{name} of its own");
    }
    let named = |json: &Value, most: usize| {
        let size = |key: &str| json[key].as_str().map_or(0, |text| text.chars().count());
        let name = json["name"].as_str().unwrap();
        let plain = |letter: char| letter.is_ascii_lowercase() || letter == '-' || letter == '_';
        assert!((1..=32).contains(&size("name")) && name.chars().all(plain), "{json}");
        assert!((1..=most).contains(&size("description")), "{json}");
        assert!(!json["description"].as_str().unwrap().contains('`'), "{json}");
    };
    for json in all.iter().filter(|command| command["type"] == 1) {
        named(json, 100);
        assert!(characters(json) <= 8000, "{}", json["name"]);
        assert!(list(json, "options").len() <= 25);
    }
    for (path, json) in &leaves {
        named(json, 100);
        let options = list(json, "options");
        assert!(options.len() <= 25);
        let needed = options.iter().map(|option| option["required"] == true);
        assert!(needed.is_sorted_by(|a, b| a >= b), "{path}");
        for option in options {
            named(option, 100);
            let choices = list(option, "choices");
            assert!(choices.len() <= 25);
            for choice in choices {
                let size = |key: &str| choice[key].as_str().map_or(0, |text| text.chars().count());
                assert!((1..=100).contains(&size("name")) && (1..=100).contains(&size("value")));
            }
        }
    }
    for spec in FEATURES.commands().iter() {
        let entry = MenuEntry::of(spec.verb());
        let (path, json) = leaves.iter().find(|it| it.0 == entry.path(spec)).expect(spec.name);
        let options = list(json, "options");
        match entry {
            MenuEntry::Shared(..) => {
                let what = list(&options[0], "choices").iter();
                assert_eq!(what.filter(|choice| choice["value"] == spec.name).count(), 1, "{path}");
                for arg in spec.args.iter().filter(|it| has_own_option(**it)) {
                    assert!(options.iter().any(|option| option["name"] == arg.name), "{path}");
                }
                assert!(options.iter().any(|option| option["name"] == REST), "{path}");
            }
            MenuEntry::Alone | MenuEntry::In(_) => {
                assert_eq!(options.len(), spec.args.len(), "{path}");
                let found = registered(FEATURES.commands(), path.rsplit(' ').next().unwrap());
                assert_eq!(found.map(CommandSpec::verb), Some(spec.verb()));
            }
        }
    }
    let in_menus = all.iter().filter(|command| command["type"] != 1);
    let kinds: Vec<&Value> = in_menus.map(|command| &command["type"]).collect();
    assert_eq!(kinds, [2, 3], "the one on a person and the one on a message");
}

#[test]
fn without_features_no_group_is_empty_and_no_menu_of_messages_is_left() {
    let all = all_of(Commands::kernel(), Reach::Everywhere);
    let leaves = leaves(&all);
    for spec in Commands::kernel().iter() {
        let path = MenuEntry::of(spec.verb()).path(spec);
        assert!(leaves.iter().any(|it| it.0 == path), "{path}");
    }
    for json in all.iter().filter(|command| command["type"] == 1) {
        assert!(json["options"] != json!([]), "{json}");
    }
    assert!(all.iter().all(|command| command["type"] != 3));
}

#[test]
fn what_has_few_values_is_completed_and_what_takes_a_file_has_a_field_for_it() {
    let leaves = leaves(&all_of(FEATURES.commands(), Reach::Server));
    let with = |key: &str, value: Value| -> Vec<&str> {
        let has = |leaf: &&(String, Value)| {
            list(&leaf.1, "options").iter().any(|option| option[key] == value)
        };
        leaves.iter().filter(has).map(|it| it.0.as_str()).collect()
    };
    let completed = with("autocomplete", json!(true));
    for name in ["play", "rules", "match board", "match show", "match undo", "challenge"] {
        assert!(completed.contains(&name), "{name} isn't among {completed:?}");
    }
    assert!(!completed.contains(&"games"));
    let take_files = FEATURES.commands().iter().filter(|spec| spec.verb().file().is_some());
    let paths = take_files.map(|spec| MenuEntry::of(spec.verb()).path(spec));
    assert_eq!(with("type", json!(11)), paths.collect::<Vec<_>>());
}

#[test]
fn every_value_of_every_option_says_what_it_means() {
    let commands = FEATURES.commands();
    for spec in commands.iter() {
        for arg in spec.args {
            let word = spec.args.iter().find_map(|arg| match arg.kind {
                ArgKind::OneOf(words) => words.first().copied(),
                _ => None,
            });
            let scope = CompletionScope { game: None, word, house: &["clock"] };
            for Completion { value, means } in commands.completions(spec, arg, scope) {
                assert!(!means.is_empty() && means != value, "{} {}: {value}", spec.name, arg.name);
            }
        }
    }
}

#[test]
fn what_stands_in_the_menu_is_read_as_the_line_that_it_means() {
    let commands = FEATURES.commands();
    let registered = registrations(commands, Reach::Everywhere);
    let mut answer = registered.clone();
    for command in answer.as_array_mut().unwrap() {
        command["id"] = json!("7");
    }
    let links = MenuLinks::new(commands, &answer);
    for spec in commands.iter() {
        for example in spec.examples {
            let said = commands.parse(example).unwrap().unwrap();
            let Some(hint) = links.hint(example) else { panic!("{example}") };
            let typed = match &hint {
                Hint::Link(link) => {
                    link.split(':').next().unwrap().trim_start_matches("</").to_owned()
                }
                Hint::Typed(line) => line.clone(),
            };
            let read = as_said(commands, &format!("/{}", typed.trim_start_matches('/')));
            assert_eq!(
                commands.parse(&read).unwrap().as_ref(),
                Some(&said),
                "{example}: {typed}: {read}"
            );
        }
    }
    for (typed, said) in [
        ("me link", "link"),
        ("/me link", "link"),
        ("match undo", "undo"),
        ("/my more what:note match:3 words:keep left", "note #3 keep left"),
        ("/match end what:resign match:3", "resign #3"),
        ("/draughtsman what:threads value:on", "admin threads on"),
        ("/me waves", "/me waves"),
        ("match me with somebody", "match me with somebody"),
        ("c3-d4", "c3-d4"),
        ("challenge @bob from=B:W1:B2", "challenge @bob from=B:W1:B2"),
    ] {
        assert_eq!(as_said(commands, typed), said);
    }
}

#[test]
fn a_command_offers_the_games_that_it_can_do_something_with() {
    for (name, json) in leaves(&all(Reach::Everywhere)) {
        let Some(spec) = registered(FEATURES.commands(), name.rsplit(' ').next().unwrap()) else {
            continue;
        };
        let Some(game) = list(&json, "options").iter().find(|option| option["name"] == "game")
        else {
            continue;
        };
        if game["autocomplete"] == json!(true) {
            // It takes more than games, so it is completed while it is typed.
            continue;
        }
        let offered: Vec<&str> =
            list(game, "choices").iter().filter_map(|choice| choice["value"].as_str()).collect();
        let expected: Vec<&str> = spec.games().map(|it| it.name()).collect();
        assert!(!expected.is_empty() && offered == expected, "{name}: {offered:?}");
    }
}

#[test]
fn what_is_for_moderators_is_shown_to_them_alone() {
    for json in all(Reach::Server) {
        let kept = json.get("default_member_permissions").is_some();
        assert_eq!(kept, json["name"] == FOR_MODERATORS, "{json}");
    }
}

#[test]
fn lists_are_compared_by_name_and_kind() {
    let ours = registrations(FEATURES.commands(), Reach::Everywhere);
    let mut theirs = ours.clone();
    theirs.as_array_mut().unwrap().reverse();
    assert_eq!(names(&ours), names(&theirs));
    theirs.as_array_mut().unwrap().pop();
    assert_ne!(names(&ours), names(&theirs));
}

#[test]
fn commands_are_used_wherever_the_bot_was_added_or_its_user_is() {
    for json in all(Reach::Everywhere) {
        let on_person = json["type"] == 2;
        let contexts = if on_person { json!([0, 2]) } else { json!([0, 1, 2]) };
        assert_eq!((&json["contexts"], &json["integration_types"]), (&contexts, &json!([0, 1])));
    }
    for json in all(Reach::Servers) {
        assert!(json.get("integration_types").is_none(), "{json}");
        assert!(!list(&json, "contexts").contains(&json!(2)), "{json}");
    }
    for json in all(Reach::Server) {
        assert!(json.get("integration_types").is_none() && json.get("contexts").is_none());
    }
}
