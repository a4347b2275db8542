//! Tests of the commands that are registered.
use features::FEATURES;

use super::*;

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
        match below.is_empty() {
            true => leaves.push((name(json), json.clone())),
            false => leaves.extend(below),
        }
    }
    leaves
}

#[test]
fn every_command_of_the_table_is_there_and_fits() {
    let all = all(Reach::Everywhere);
    assert!(all.len() <= 15, "a dozen or so, and those on people and messages: {}", all.len());
    let leaves = leaves(&all);
    assert_eq!(leaves.len(), FEATURES.commands().iter().len());
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
    for spec in FEATURES.commands().iter() {
        let (_, json) = leaves.iter().find(|it| it.0 == called(spec)).expect(spec.name);
        named(json, 100);
        let options = list(json, "options");
        assert_eq!(options.len(), spec.args.len());
        assert!(options.len() <= 25);
        let needed = options.iter().map(|option| option["required"] == true);
        assert!(needed.is_sorted_by(|a, b| a >= b), "{}", spec.name);
        for option in options {
            named(option, 100);
            let choices = list(option, "choices");
            assert!(choices.len() <= 25);
            for choice in choices {
                let size = |key: &str| choice[key].as_str().map_or(0, |text| text.chars().count());
                assert!((1..=100).contains(&size("name")) && (1..=100).contains(&size("value")));
            }
        }
        let found = registered(FEATURES.commands(), called(spec).rsplit(' ').next().unwrap());
        assert_eq!(found.map(CommandSpec::verb), Some(spec.verb()));
    }
    let in_menus = all.iter().filter(|command| command["type"] != 1);
    let kinds: Vec<&Value> = in_menus.map(|command| &command["type"]).collect();
    assert_eq!(kinds, [2, 3], "the one on a person and the one on a message");
}

#[test]
fn without_features_no_group_is_empty_and_no_menu_of_messages_is_left() {
    let all = all_of(Commands::kernel(), Reach::Everywhere);
    assert_eq!(leaves(&all).len(), Commands::kernel().iter().len());
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
    for name in ["play", "rules", "match board", "match moves", "match undo"] {
        assert!(completed.contains(&name), "{name} isn't among {completed:?}");
    }
    assert!(!completed.contains(&"games"));
    let take_files = FEATURES.commands().iter().filter(|spec| spec.verb().file().is_some());
    assert_eq!(with("type", json!(11)), take_files.map(called).collect::<Vec<_>>());
}

#[test]
fn a_command_offers_the_games_that_it_can_do_something_with() {
    for (name, json) in leaves(&all(Reach::Everywhere)) {
        let spec = registered(FEATURES.commands(), name.rsplit(' ').next().unwrap()).unwrap();
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
fn commands_can_be_clicked_as_they_were_registered() {
    let answer = json!([{ "name": "match", "id": "12" }, { "name": "help", "id": "7" }]);
    let links = links(FEATURES.commands(), &answer);
    assert_eq!(links["undo"], "</match undo:12>");
    assert_eq!(links["help"], "</help:7>");
    assert_eq!(links.get("games"), None, "what has no id isn't clicked");
    assert!(super::links(FEATURES.commands(), &Value::Null).is_empty());
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
