//! Registers the commands. They are generated from the command table and sent as one bulk
//! overwrite, only if something has changed.
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use command::{Arg, ArgKind, CommandSpec, Commands, MenuPlace, Property, Verb, verbs};
use model::backoff::{Backoff, Pauses};
use serde_json::{Value, json};
use serenity::{
    builder::{CreateCommand, CreateCommandOption},
    http::Route,
    model::{
        Permissions,
        application::{CommandOptionType, CommandType, InstallationContext, InteractionContext},
        id::{ApplicationId, GuildId},
    },
};
use sha2::{Digest, Sha256};
use store::Registration;
use tokio::time::sleep;

use super::{
    bot::{CHAT, number},
    descriptions::Descriptions,
    error::{DiscordError, Rejection},
    rest_client::{Call, RestClient},
    service_access::ServiceAccess,
    words::{self, CHALLENGE_USER, HISTORY_MESSAGE},
};

/// The pauses between attempts.
const PAUSES: Pauses = Pauses {
    shortest: Duration::from_secs(1),
    longest: Duration::from_secs(600),
    held: Duration::ZERO,
};
/// The maximum length of a text option, in characters.
const LONGEST_TEXT: u16 = 6000;
/// The largest integer that every client can enter.
const LARGEST: u64 = 1 << 31;

/// Commands whose words have completions: moves, and values of settings.
const COMPLETED: [Verb; 3] = [verbs::Play::VERB, verbs::Moves::VERB, verbs::Settings::VERB];

/// Commands grouped under one name, to keep Discord's list short.
struct CommandGroup {
    menu: MenuPlace,
    name: &'static str,
    says: &'static str,
}

const GROUPS: [CommandGroup; 3] = [
    CommandGroup { menu: MenuPlace::Match, name: "match", says: words::ABOUT_MATCHES },
    CommandGroup { menu: MenuPlace::Compete, name: "compete", says: words::ABOUT_COMPETING },
    CommandGroup { menu: MenuPlace::Me, name: "me", says: words::ABOUT_YOU },
];

/// The name of the moderators' command, because other bots also have `admin`.
pub(super) const FOR_MODERATORS: &str = "draughtsman";

/// Returns the group of a command.
fn group_of(verb: Verb) -> Option<&'static CommandGroup> {
    GROUPS.iter().find(|it| it.menu == verb.spec().menu)
}

/// Returns the registered name of a command that isn't in a group.
fn top_name(spec: &'static CommandSpec) -> &'static str {
    if spec.verb() == verbs::Admin::VERB { FOR_MODERATORS } else { spec.name }
}

/// Finds a command by its registered name.
pub(super) fn registered(commands: &Commands, name: &str) -> Option<&'static CommandSpec> {
    commands.iter().find(|spec| top_name(spec) == name || spec.name == name)
}

/// Returns how to call a command, without the slash: `match undo`.
fn called(spec: &'static CommandSpec) -> String {
    match group_of(spec.verb()) {
        Some(group) => format!("{} {}", group.name, spec.name),
        None => top_name(spec).to_owned(),
    }
}

/// Where the commands can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// On the one server they are registered on.
    Server,
    /// On every server that has added the bot, and in direct messages with the bot.
    Servers,
    /// Also everywhere for people who have installed the app for themselves.
    Everywhere,
}

/// Serialises all commands as they are on every server.
pub(super) fn all_commands(commands: &Commands) -> Value {
    registrations(commands, Reach::Everywhere)
}

/// Returns the command in the menu of messages.
pub(super) fn at_messages(commands: &Commands) -> Option<&'static CommandSpec> {
    commands.iter().find(|spec| spec.is(Property::AtMessages))
}

/// Serialises all commands: ungrouped ones in the table's order, then the groups.
fn registrations(commands: &Commands, reach: Reach) -> Value {
    use InteractionContext::{BotDm, Guild, PrivateChannel};
    let used_in = |command: CreateCommand, contexts: &[InteractionContext]| match reach {
        // Commands registered on a server have no contexts.
        Reach::Server => command,
        Reach::Servers => {
            let contexts = contexts.iter().copied().filter(|it| *it != PrivateChannel);
            command.contexts(contexts.collect())
        }
        Reach::Everywhere => command
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
            .contexts(contexts.to_vec()),
    };
    let anywhere = |command| used_in(command, &[Guild, BotDm, PrivateChannel]);
    let on_person = CreateCommand::new(CHALLENGE_USER).kind(CommandType::User);
    let on_person = used_in(on_person, &[Guild, PrivateChannel]);
    let on_message = CreateCommand::new(HISTORY_MESSAGE).kind(CommandType::Message);
    let single = commands.iter().filter(|spec| group_of(spec.verb()).is_none());
    let filled = |group: &&CommandGroup| commands.iter().any(|spec| spec.menu == group.menu);
    let groups = GROUPS.iter().filter(filled).map(|part| group(commands, part));
    let all = single.clone().map(command).chain(groups).map(anywhere);
    let on_message = at_messages(commands).map(|_| anywhere(on_message));
    let mut all = json!(all.chain([on_person]).chain(on_message).collect::<Vec<CreateCommand>>());
    for (command, spec) in all.as_array_mut().into_iter().flatten().zip(single) {
        if spec.is(Property::ForModerators) {
            // serenity writes the number as a string, unlike Discord's schema.
            command["default_member_permissions"] = json!(Permissions::MANAGE_CHANNELS.bits());
        }
    }
    lean(all)
}

/// Removes empty fields, because some aren't allowed for the option's type.
fn lean(value: Value) -> Value {
    let says_nothing =
        |value: &Value| value.is_null() || [json!(false), json!([]), json!({})].contains(value);
    match value {
        Value::Array(items) => items.into_iter().map(lean).collect(),
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(_, it)| !says_nothing(it));
            Value::Object(kept.map(|(key, field)| (key, lean(field))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// The commands as Discord has them.
#[derive(Default)]
pub(super) struct CommandRegistry {
    links: Mutex<Arc<CommandLinks>>,
}

/// The link to each command, by its name in the table.
pub(super) type CommandLinks = HashMap<&'static str, String>;

/// Where and how the commands are registered.
pub(super) struct RegisteredAt<'a> {
    pub(super) application: ApplicationId,
    /// The one server that has them, if it isn't all.
    pub(super) guild: Option<GuildId>,
    pub(super) descriptions: &'a Descriptions,
}

impl CommandRegistry {
    /// Returns the links to commands.
    pub(super) fn links(&self) -> Arc<CommandLinks> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Registers the commands and retries until it works, because the bot is useless without them.
    pub(super) async fn keep_registered(
        &self,
        at: &RegisteredAt<'_>,
        rest: &RestClient,
        service: &ServiceAccess,
    ) {
        let mut backoff = Backoff::new(PAUSES);
        loop {
            match self.register(at, rest, service).await {
                Ok(true) => return tracing::info!("the commands are registered"),
                Ok(false) => return tracing::info!("the commands stand as they were"),
                Err(err) => tracing::error!(%err, "the commands can't be registered yet"),
            }
            sleep(backoff.next_pause()).await;
        }
    }

    /// Registers the commands if they differ from those last registered or from what Discord has.
    /// Returns whether it did.
    async fn register(
        &self,
        at: &RegisteredAt<'_>,
        rest: &RestClient,
        service: &ServiceAccess,
    ) -> Result<bool, DiscordError> {
        let RegisteredAt { application, guild, descriptions } = *at;
        let reach = if guild.is_some() { Reach::Server } else { Reach::Everywhere };
        let wanted = descriptions.added_to(registrations(service.commands(), reach));
        let mut now = Registration {
            application: application.to_string(),
            server: guild.map(|guild| guild.to_string()),
            hash: hash(&wanted),
        };
        let before = service.kept(|service| service.keep(|tx| tx.registration(CHAT))).await;
        let before = before.flatten();
        if before.as_ref() == Some(&now) {
            let found: Value = rest.ask(&Call::get(route(application, guild))).await?;
            if names(&found) == names(&wanted) {
                self.learn(service.commands(), &found);
                return Ok(false);
            }
        }
        let answer: Value = match rest.ask(&Call::put(route(application, guild), wanted)).await {
            Err(err) if reach == Reach::Everywhere && err.cause() == Rejection::Malformed => {
                tracing::warn!(
                    %err,
                    "nobody can install the bot for themselves: switch on User Install on the \
                     application's Installation page"
                );
                let fewer =
                    descriptions.added_to(registrations(service.commands(), Reach::Servers));
                now.hash = hash(&fewer);
                rest.ask(&Call::put(route(application, guild), fewer)).await?
            }
            other => other?,
        };
        self.learn(service.commands(), &answer);
        // Commands still registered elsewhere would be listed twice.
        if let Some(old) = before.filter(|old| old.application == now.application)
            && old.server != now.server
        {
            let old = old.server.as_deref().and_then(number).map(GuildId::new);
            let none = Value::Array(Vec::new());
            let _: Value = rest.ask(&Call::put(route(application, old), none)).await?;
        }
        service.kept(move |service| service.keep(|tx| tx.keep_registration(CHAT, &now))).await;
        Ok(true)
    }

    fn learn(&self, commands: &Commands, registered: &Value) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) =
            Arc::new(links(commands, registered));
    }
}

fn hash(commands: &Value) -> String {
    hex::encode(Sha256::digest(commands.to_string().as_bytes()))
}

/// Returns links to the registered commands, by name in the table: `</match undo:12>`.
fn links(commands: &Commands, registered: &Value) -> CommandLinks {
    let id_of = |name: &str| {
        let found = registered.as_array()?.iter().find(|command| command["name"] == name)?;
        found["id"].as_str().filter(|id| id.bytes().all(|it| it.is_ascii_digit()))
    };
    let link = |spec: &'static CommandSpec| {
        let top = group_of(spec.verb()).map_or(top_name(spec), |it| it.name);
        Some((spec.name, format!("</{}:{}>", called(spec), id_of(top)?)))
    };
    commands.iter().filter_map(link).collect()
}

fn route(application_id: ApplicationId, guild: Option<GuildId>) -> Route<'static> {
    match guild {
        Some(guild_id) => Route::GuildCommands { application_id, guild_id },
        None => Route::Commands { application_id },
    }
}

/// Returns the names and types of commands, sorted.
fn names(commands: &Value) -> Vec<(String, u64)> {
    let each = commands.as_array().into_iter().flatten().map(|command| {
        let name = command.get("name").and_then(Value::as_str).unwrap_or("").to_owned();
        (name, command.get("type").and_then(Value::as_u64).unwrap_or(1))
    });
    let mut names: Vec<(String, u64)> = each.collect();
    names.sort();
    names
}

fn command(spec: &'static CommandSpec) -> CreateCommand {
    // Discord requires mandatory options first.
    let (must, may): (Vec<&Arg>, Vec<&Arg>) =
        spec.args.iter().partition(|arg| is_needed(spec, arg));
    let options = must.iter().chain(&may).map(|arg| option(spec, arg));
    CreateCommand::new(top_name(spec))
        .kind(CommandType::ChatInput)
        .description(spec.says)
        .set_options(options.collect())
}

fn group(commands: &Commands, group: &CommandGroup) -> CreateCommand {
    let specs = commands.iter().filter(|spec| group.menu == spec.menu);
    let below = specs.map(|spec| {
        let part = CreateCommandOption::new(CommandOptionType::SubCommand, spec.name, spec.says);
        let (must, may): (Vec<&Arg>, Vec<&Arg>) =
            spec.args.iter().partition(|arg| is_needed(spec, arg));
        let options = must.iter().chain(&may).map(|arg| option(spec, arg));
        options.fold(part, CreateCommandOption::add_sub_option)
    });
    CreateCommand::new(group.name)
        .kind(CommandType::ChatInput)
        .description(group.says)
        .set_options(below.collect())
}

fn is_needed(spec: &'static CommandSpec, arg: &Arg) -> bool {
    spec.verb() == verbs::Play::VERB && arg.kind == ArgKind::Rest
}

fn option(spec: &'static CommandSpec, arg: &Arg) -> CreateCommandOption {
    let kind = match arg.kind {
        ArgKind::Who => CommandOptionType::User,
        ArgKind::Match | ArgKind::Challenge | ArgKind::Number { .. } => CommandOptionType::Integer,
        ArgKind::Flag => CommandOptionType::Boolean,
        ArgKind::File => CommandOptionType::Attachment,
        ArgKind::Game
        | ArgKind::OneOf(_)
        | ArgKind::Word
        | ArgKind::Code
        | ArgKind::Topic(_)
        | ArgKind::UnnamedTerms
        | ArgKind::Rest => CommandOptionType::String,
    };
    // Discord shows descriptions as they are, without Markdown.
    let says = arg.says.replace('`', "");
    let option = CreateCommandOption::new(kind, arg.name, says).required(is_needed(spec, arg));
    match arg.kind {
        ArgKind::Game => spec
            .games()
            .fold(option, |option, game| option.add_string_choice(game.title(), game.name())),
        ArgKind::OneOf(words) => {
            words.iter().fold(option, |option, word| option.add_string_choice(*word, *word))
        }
        ArgKind::Challenge => option.min_int_value(1).max_int_value(LARGEST),
        ArgKind::Match => option.min_int_value(1).max_int_value(LARGEST).set_autocomplete(true),
        ArgKind::Topic(_) => option.set_autocomplete(true).max_length(LONGEST_TEXT),
        ArgKind::Number { least, most, form: _ } => {
            option.min_int_value(u64::from(least)).max_int_value(u64::from(most).min(LARGEST))
        }
        ArgKind::Rest if COMPLETED.contains(&spec.verb()) => {
            option.set_autocomplete(true).max_length(LONGEST_TEXT)
        }
        ArgKind::Rest | ArgKind::Word | ArgKind::Code | ArgKind::UnnamedTerms => {
            option.max_length(LONGEST_TEXT)
        }
        ArgKind::Who | ArgKind::Flag | ArgKind::File => option,
    }
}
