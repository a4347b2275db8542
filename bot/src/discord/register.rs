//! Registers the commands: generated from the table, sent as one overwrite, only when something has
//! changed.
use std::{collections::HashMap, time::Duration};

use engine::games::GameId;
use serde_json::{Value, json};
use serenity::{
    builder::{CreateCommand, CreateCommandOption},
    http::Route,
    model::{
        Permissions,
        application::{CommandOptionType, CommandType, InteractionContext},
        id::{ApplicationId, GuildId},
    },
};
use sha2::{Digest, Sha256};
use tokio::time::sleep;

use super::{
    bot::{Bot, CHAT},
    rest_client::Call,
    trouble::Trouble,
    words::{self, CHALLENGE_USER, HISTORY_MESSAGE},
};
use crate::{
    command::{Arg, ArgKind, COMMANDS, Spec, Verb},
    store::Registration,
};

/// The longest wait between attempts.
const LONGEST_PAUSE: Duration = Duration::from_secs(600);
/// The most characters of a text option.
const LONGEST_TEXT: u16 = 6000;
/// The largest integer that every client can enter.
const LARGEST: u64 = 1 << 31;

/// Commands shown only to moderators, unless their server decides otherwise.
const MODERATORS: [Verb; 1] = [Verb::Admin];

/// Commands that take moves, which are completed.
const COMPLETED: [Verb; 2] = [Verb::Play, Verb::Moves];

/// Commands grouped under one name, so that Discord's list stays short.
struct CommandGroup {
    name: &'static str,
    says: &'static str,
    verbs: &'static [Verb],
}

const GROUPS: [CommandGroup; 2] = [
    CommandGroup {
        name: "match",
        says: words::ABOUT_MATCHES,
        verbs: &[
            Verb::Board,
            Verb::Moves,
            Verb::Hand,
            Verb::Undo,
            Verb::Draw,
            Verb::Resign,
            Verb::Abort,
            Verb::Claim,
            Verb::Pause,
            Verb::Resume,
            Verb::History,
            Verb::Replay,
            Verb::Export,
            Verb::Import,
            Verb::Verify,
            Verb::Watch,
            Verb::Share,
            Verb::Accept,
            Verb::Decline,
            Verb::Counter,
            Verb::Cancel,
            Verb::Rematch,
            Verb::Hint,
            Verb::Why,
            Verb::Review,
        ],
    },
    CommandGroup {
        name: "me",
        says: words::ABOUT_YOU,
        verbs: &[
            Verb::If,
            Verb::Next,
            Verb::Note,
            Verb::Profile,
            Verb::Versus,
            Verb::Stakes,
            Verb::Settings,
            Verb::Remind,
            Verb::Vacation,
            Verb::Link,
            Verb::Unlink,
            Verb::Mydata,
        ],
    },
];

/// The name of the moderators' commands, because other bots also have `admin`.
const FOR_MODERATORS: &str = "draughtsman";

/// Returns the group of a command.
fn group_of(verb: Verb) -> Option<&'static CommandGroup> {
    GROUPS.iter().find(|it| it.verbs.contains(&verb))
}

/// Returns the name of a command outside groups.
fn top_name(spec: &Spec) -> &'static str {
    if spec.verb == Verb::Admin { FOR_MODERATORS } else { spec.name }
}

/// Finds a command by its registered name.
pub(super) fn registered(name: &str) -> Option<&'static Spec> {
    COMMANDS.iter().find(|it| top_name(it) == name || it.name == name)
}

/// Returns how to call a command, without the slash: `match undo`.
fn called(spec: &Spec) -> String {
    match group_of(spec.verb) {
        Some(group) => format!("{} {}", group.name, spec.name),
        None => top_name(spec).to_owned(),
    }
}

/// Writes all commands for Discord: ungrouped ones in the table's order, then the groups.
fn commands(guild: bool) -> Value {
    let anywhere = |command: CreateCommand| match guild {
        // A command registered on a server can't say where it may be used.
        true => command,
        false => command.contexts(vec![InteractionContext::Guild, InteractionContext::BotDm]),
    };
    let on_person = CreateCommand::new(CHALLENGE_USER).kind(CommandType::User);
    let on_person = match guild {
        true => on_person,
        false => on_person.contexts(vec![InteractionContext::Guild]),
    };
    let on_message = CreateCommand::new(HISTORY_MESSAGE).kind(CommandType::Message);
    let single = COMMANDS.iter().filter(|it| group_of(it.verb).is_none());
    let all = single.clone().map(command).chain(GROUPS.iter().map(group)).map(anywhere);
    let mut all =
        json!(all.chain([on_person, anywhere(on_message)]).collect::<Vec<CreateCommand>>());
    for (command, spec) in all.as_array_mut().into_iter().flatten().zip(single) {
        if MODERATORS.contains(&spec.verb) {
            // serenity writes the number as a string, unlike Discord's schema.
            command["default_member_permissions"] = json!(Permissions::MANAGE_CHANNELS.bits());
        }
    }
    lean(all)
}

/// Removes empty fields, some of which don't belong to the option's kind.
fn lean(value: Value) -> Value {
    let says_nothing =
        |it: &Value| it.is_null() || [json!(false), json!([]), json!({})].contains(it);
    match value {
        Value::Array(items) => items.into_iter().map(lean).collect(),
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, it)| !says_nothing(it));
            Value::Object(kept.map(|(key, it)| (key, lean(it))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// Registers the commands, and retries until it works, because the bot is useless without them.
pub(super) async fn keep_registered(bot: &Bot, application: ApplicationId, guild: Option<GuildId>) {
    let mut pause = Duration::from_secs(1);
    loop {
        match register(bot, application, guild).await {
            Ok(true) => return tracing::info!("the commands are registered"),
            Ok(false) => return tracing::info!("the commands stand as they were"),
            Err(err) => tracing::error!(%err, ?pause, "the commands can't be registered yet"),
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Registers the commands if they differ from the last ones registered or from what Discord has.
/// Tells whether it did.
async fn register(
    bot: &Bot,
    application: ApplicationId,
    guild: Option<GuildId>,
) -> Result<bool, Trouble> {
    let wanted = commands(guild.is_some());
    let now = Registration {
        application: application.to_string(),
        server: guild.map(|it| it.to_string()),
        hash: hex::encode(Sha256::digest(wanted.to_string().as_bytes())),
    };
    let before = bot.kept(|service| service.registration(CHAT)).await.flatten();
    let route = route(application, guild);
    if before.as_ref() == Some(&now) {
        let found: Value = bot.rest.ask(&Call::get(route)).await?;
        if names(&found) == names(&wanted) {
            bot.learn_links(links(&found));
            return Ok(false);
        }
    }
    let answer: Value = bot.rest.ask(&Call::put(route, wanted)).await?;
    bot.learn_links(links(&answer));
    // Commands registered elsewhere before would be shown twice.
    if let Some(old) = before.filter(|it| it.application == now.application)
        && old.server != now.server
    {
        let old = old.server.as_deref().and_then(super::bot::number).map(GuildId::new);
        let _: Value = bot
            .rest
            .ask(&Call::put(self::route(application, old), Value::Array(Vec::new())))
            .await?;
    }
    bot.kept(move |service| service.keep_registration(CHAT, &now)).await;
    Ok(true)
}

/// Reads the links to commands, by name in the table: `</match undo:12>`.
fn links(registered: &Value) -> HashMap<&'static str, String> {
    let id_of = |name: &str| {
        let found = registered.as_array()?.iter().find(|it| it["name"] == name)?;
        found["id"].as_str().filter(|it| it.bytes().all(|it| it.is_ascii_digit()))
    };
    let link = |spec: &'static Spec| {
        let top = group_of(spec.verb).map_or(top_name(spec), |it| it.name);
        Some((spec.name, format!("</{}:{}>", called(spec), id_of(top)?)))
    };
    COMMANDS.iter().filter_map(link).collect()
}

fn route(application_id: ApplicationId, guild: Option<GuildId>) -> Route<'static> {
    match guild {
        Some(guild_id) => Route::GuildCommands { application_id, guild_id },
        None => Route::Commands { application_id },
    }
}

/// Returns the names and kinds in a list of commands, in no particular order.
fn names(commands: &Value) -> Vec<(String, u64)> {
    let each = commands.as_array().into_iter().flatten().map(|it| {
        let name = it.get("name").and_then(Value::as_str).unwrap_or("").to_owned();
        (name, it.get("type").and_then(Value::as_u64).unwrap_or(1))
    });
    let mut names: Vec<(String, u64)> = each.collect();
    names.sort();
    names
}

fn command(spec: &Spec) -> CreateCommand {
    // Discord requires mandatory options first.
    let (must, may): (Vec<&Arg>, Vec<&Arg>) = spec.args.iter().partition(|it| is_needed(spec, it));
    let options = must.iter().chain(&may).map(|it| option(spec, it));
    CreateCommand::new(top_name(spec))
        .kind(CommandType::ChatInput)
        .description(spec.says)
        .set_options(options.collect())
}

fn group(group: &CommandGroup) -> CreateCommand {
    let specs = COMMANDS.iter().filter(|it| group.verbs.contains(&it.verb));
    let below = specs.map(|spec| {
        let part = CreateCommandOption::new(CommandOptionType::SubCommand, spec.name, spec.says);
        let (must, may): (Vec<&Arg>, Vec<&Arg>) =
            spec.args.iter().partition(|it| is_needed(spec, it));
        let options = must.iter().chain(&may).map(|it| option(spec, it));
        options.fold(part, CreateCommandOption::add_sub_option)
    });
    CreateCommand::new(group.name)
        .kind(CommandType::ChatInput)
        .description(group.says)
        .set_options(below.collect())
}

fn is_needed(spec: &Spec, arg: &Arg) -> bool {
    spec.verb == Verb::Play && arg.kind == ArgKind::Rest
}

fn option(spec: &Spec, arg: &Arg) -> CreateCommandOption {
    let kind = match arg.kind {
        ArgKind::Who => CommandOptionType::User,
        ArgKind::Match | ArgKind::Challenge | ArgKind::Number { .. } => CommandOptionType::Integer,
        ArgKind::Flag => CommandOptionType::Boolean,
        ArgKind::File => CommandOptionType::Attachment,
        ArgKind::Game
        | ArgKind::OneOf(_)
        | ArgKind::Word
        | ArgKind::Topic
        | ArgKind::Loose
        | ArgKind::Rest => CommandOptionType::String,
    };
    // Discord shows descriptions as they are, without Markdown.
    let says = arg.says.replace('`', "");
    let option = CreateCommandOption::new(kind, arg.name, says).required(is_needed(spec, arg));
    match arg.kind {
        ArgKind::Game => GameId::ALL
            .iter()
            .fold(option, |option, it| option.add_string_choice(it.title(), it.name())),
        ArgKind::OneOf(words) => {
            words.iter().fold(option, |option, it| option.add_string_choice(*it, *it))
        }
        ArgKind::Challenge => option.min_int_value(1).max_int_value(LARGEST),
        ArgKind::Match => option.min_int_value(1).max_int_value(LARGEST).set_autocomplete(true),
        ArgKind::Topic => option.set_autocomplete(true).max_length(LONGEST_TEXT),
        ArgKind::Number { least, most } => {
            option.min_int_value(u64::from(least)).max_int_value(u64::from(most).min(LARGEST))
        }
        ArgKind::Rest if COMPLETED.contains(&spec.verb) => {
            option.set_autocomplete(true).max_length(LONGEST_TEXT)
        }
        ArgKind::Rest | ArgKind::Word | ArgKind::Loose => option.max_length(LONGEST_TEXT),
        ArgKind::Who | ArgKind::Flag | ArgKind::File => option,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(guild: bool) -> Vec<Value> {
        commands(guild).as_array().unwrap().clone()
    }

    fn list<'a>(json: &'a Value, name: &str) -> &'a [Value] {
        json[name].as_array().map_or(&[], Vec::as_slice)
    }

    /// Counts the characters of a command as Discord does: names, descriptions and values,
    /// including nested ones.
    fn characters(json: &Value) -> usize {
        let own = ["name", "description", "value"].map(|it| &json[it]);
        let own = own.iter().filter_map(|it| it.as_str()).map(|it| it.chars().count());
        let inner = ["options", "choices"].into_iter().flat_map(|it| list(json, it));
        own.sum::<usize>() + inner.map(characters).sum::<usize>()
    }

    /// Returns every command, by the name to call it.
    fn leaves(all: &[Value]) -> Vec<(String, Value)> {
        let name = |it: &Value| it["name"].as_str().unwrap().to_owned();
        let mut leaves = Vec::new();
        for json in all.iter().filter(|it| it["type"] == 1) {
            let below = list(json, "options").iter().filter(|it| it["type"] == 1);
            let below: Vec<(String, Value)> =
                below.map(|it| (format!("{} {}", name(json), name(it)), it.clone())).collect();
            match below.is_empty() {
                true => leaves.push((name(json), json.clone())),
                false => leaves.extend(below),
            }
        }
        leaves
    }

    #[test]
    fn every_command_of_the_table_is_there_and_fits() {
        let all = all(false);
        assert!(all.len() <= 14, "a dozen, and those on people and messages: {}", all.len());
        let leaves = leaves(&all);
        assert_eq!(leaves.len(), COMMANDS.len());
        let named = |json: &Value, most: usize| {
            let size = |it: &str| json[it].as_str().map_or(0, |it| it.chars().count());
            let name = json["name"].as_str().unwrap();
            let plain = |it: char| it.is_ascii_lowercase() || it == '-' || it == '_';
            assert!((1..=32).contains(&size("name")) && name.chars().all(plain), "{json}");
            assert!((1..=most).contains(&size("description")), "{json}");
            assert!(!json["description"].as_str().unwrap().contains('`'), "{json}");
        };
        for json in all.iter().filter(|it| it["type"] == 1) {
            named(json, 100);
            assert!(characters(json) <= 8000, "{}", json["name"]);
            assert!(list(json, "options").len() <= 25);
        }
        for spec in COMMANDS {
            let (_, json) = leaves.iter().find(|it| it.0 == called(spec)).expect(spec.name);
            named(json, 100);
            let options = list(json, "options");
            assert_eq!(options.len(), spec.args.len());
            assert!(options.len() <= 25);
            let needed = options.iter().map(|it| it["required"] == true);
            assert!(needed.is_sorted_by(|a, b| a >= b), "{}", spec.name);
            for option in options {
                named(option, 100);
                let choices = list(option, "choices");
                assert!(choices.len() <= 25);
                for it in choices {
                    let size = |key: &str| it[key].as_str().map_or(0, |it| it.chars().count());
                    assert!(
                        (1..=100).contains(&size("name")) && (1..=100).contains(&size("value"))
                    );
                }
            }
            let found = registered(called(spec).rsplit(' ').next().unwrap());
            assert_eq!(found.map(|it| it.verb), Some(spec.verb));
        }
        let last: Vec<&Value> = all[all.len() - 2..].iter().map(|it| &it["type"]).collect();
        assert_eq!(last, [2, 3], "the one on a person, and the one on a message");
    }

    #[test]
    fn what_has_few_values_is_completed_and_only_an_import_takes_a_file() {
        let leaves = leaves(&all(true));
        let with = |key: &str, value: Value| -> Vec<&str> {
            let has =
                |it: &&(String, Value)| list(&it.1, "options").iter().any(|it| it[key] == value);
            leaves.iter().filter(has).map(|it| it.0.as_str()).collect()
        };
        let completed = with("autocomplete", json!(true));
        for name in ["play", "rules", "match board", "match moves", "match undo"] {
            assert!(completed.contains(&name), "{name} isn't among {completed:?}");
        }
        assert!(!completed.contains(&"games"));
        assert_eq!(with("type", json!(11)), ["match import"]);
    }

    #[test]
    fn what_is_for_moderators_is_shown_to_them_alone() {
        for json in all(true) {
            let kept = json.get("default_member_permissions").is_some();
            assert_eq!(kept, json["name"] == FOR_MODERATORS, "{json}");
        }
    }

    #[test]
    fn commands_can_be_clicked_as_they_were_registered() {
        let answer = json!([{ "name": "match", "id": "12" }, { "name": "help", "id": "7" }]);
        let links = links(&answer);
        assert_eq!(links["undo"], "</match undo:12>");
        assert_eq!(links["help"], "</help:7>");
        assert_eq!(links.get("games"), None, "what has no id isn't clicked");
        assert!(super::links(&Value::Null).is_empty());
    }

    #[test]
    fn lists_are_compared_by_name_and_kind() {
        let ours = commands(false);
        let mut theirs = ours.clone();
        theirs.as_array_mut().unwrap().reverse();
        assert_eq!(names(&ours), names(&theirs));
        theirs.as_array_mut().unwrap().pop();
        assert_ne!(names(&ours), names(&theirs));
    }
}
