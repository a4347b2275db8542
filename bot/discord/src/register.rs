//! Registers the commands. They are generated from the command table and sent as one bulk
//! overwrite, only if something has changed.
#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use command::{Arg, ArgKind, CommandSpec, Commands, MenuPlace, Property, args::WORD, verbs};
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
    error::DiscordError,
    markdown::cut,
    menu::{GROUPS, MenuGroup, MenuLinks, REST, SharedEntry, WHAT, shared, top_name},
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
/// The type of the command that Discord makes for an application with Activities.
const ENTRY_POINT: u64 = 4;
/// The maximum length of the name of a choice, in characters.
const LONGEST_CHOICE: usize = 100;
/// The largest integer that every client can enter.
const LARGEST: u64 = 1 << 31;

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
    let single = commands.iter().filter(|spec| spec.menu == MenuPlace::Alone);
    let groups = GROUPS.iter().filter_map(|part| group(commands, part));
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
    links: Mutex<Arc<MenuLinks>>,
}

/// Where and how the commands are registered.
pub(super) struct RegisteredAt<'a> {
    pub(super) application: ApplicationId,
    /// The one server that has them, if it isn't all.
    pub(super) guild: Option<GuildId>,
    pub(super) descriptions: &'a Descriptions,
}

impl CommandRegistry {
    /// Returns the links to commands.
    pub(super) fn links(&self) -> Arc<MenuLinks> {
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
        let found: Value = rest.ask(&Call::get(route(application, guild))).await?;
        if before.as_ref() == Some(&now) && names(&found) == names(&wanted) {
            self.learn(service.commands(), &found);
            return Ok(false);
        }
        let put = |all: Value| Call::put(route(application, guild), beside_own(all, &found));
        let answer: Value = match rest.ask(&put(wanted)).await {
            Err(err) if reach == Reach::Everywhere && err.is_about("integration_types") => {
                tracing::warn!(
                    %err,
                    "nobody can install the bot for themselves: switch on User Install on the \
                     application's Installation page"
                );
                let fewer =
                    descriptions.added_to(registrations(service.commands(), Reach::Servers));
                now.hash = hash(&fewer);
                rest.ask(&put(fewer)).await?
            }
            other => other?,
        };
        self.learn(service.commands(), &answer);
        // Commands still registered elsewhere would be listed twice.
        if let Some(old) = before.filter(|old| old.application == now.application)
            && old.server != now.server
        {
            let old = old.server.as_deref().and_then(number).map(GuildId::new);
            let found: Value = rest.ask(&Call::get(route(application, old))).await?;
            let none = beside_own(Value::Array(Vec::new()), &found);
            let _: Value = rest.ask(&Call::put(route(application, old), none)).await?;
        }
        service.kept(move |service| service.keep(|tx| tx.keep_registration(CHAT, &now))).await;
        Ok(true)
    }

    fn learn(&self, commands: &'static Commands, registered: &Value) {
        *self.links.lock().unwrap_or_else(PoisonError::into_inner) =
            Arc::new(MenuLinks::new(commands, registered));
    }
}

fn hash(commands: &Value) -> String {
    hex::encode(Sha256::digest(commands.to_string().as_bytes()))
}

fn route(application_id: ApplicationId, guild: Option<GuildId>) -> Route<'static> {
    match guild {
        Some(guild_id) => Route::GuildCommands { application_id, guild_id },
        None => Route::Commands { application_id },
    }
}

/// Tells whether Discord made a command itself: the entry point of an application with Activities, which a list may not leave out.
fn is_of_discord(command: &Value) -> bool {
    command["type"] == ENTRY_POINT
}

/// Returns commands with those that Discord made itself.
fn beside_own(mut commands: Value, found: &Value) -> Value {
    let own = found.as_array().into_iter().flatten().filter(|it| is_of_discord(it));
    if let Some(all) = commands.as_array_mut() {
        all.extend(own.cloned());
    }
    commands
}

/// Returns the names and types of the bot's commands, sorted.
fn names(commands: &Value) -> Vec<(String, u64)> {
    let own = commands.as_array().into_iter().flatten().filter(|it| !is_of_discord(it));
    let each = own.map(|command| {
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

/// Makes a group of entries; none if there is no command for it.
fn group(commands: &Commands, group: &'static MenuGroup) -> Option<CreateCommand> {
    let specs = commands.iter().filter(|spec| group.menu == spec.menu);
    let own = specs.map(|spec| {
        let part = CreateCommandOption::new(CommandOptionType::SubCommand, spec.name, spec.says);
        let (must, may): (Vec<&Arg>, Vec<&Arg>) =
            spec.args.iter().partition(|arg| is_needed(spec, arg));
        let options = must.iter().chain(&may).map(|arg| option(spec, arg));
        options.fold(part, CreateCommandOption::add_sub_option)
    });
    let below: Vec<CreateCommandOption> =
        own.chain(group.shared.iter().filter_map(|entry| shared_part(commands, entry))).collect();
    let filled =
        CreateCommand::new(group.name).kind(CommandType::ChatInput).description(group.says);
    (!below.is_empty()).then(|| filled.set_options(below))
}

/// Makes an entry for several commands; none if there are none.
fn shared_part(commands: &Commands, entry: &'static SharedEntry) -> Option<CreateCommandOption> {
    let all = shared(commands, entry);
    let kind = CommandOptionType::String;
    let what = CreateCommandOption::new(kind, WHAT, words::WHAT_SAYS).required(true);
    let what = all.clone().fold(what, |option, spec| {
        option.add_string_choice(
            cut(&words::meaning(spec.name, spec.says), LONGEST_CHOICE),
            spec.name,
        )
    });
    let one_of_kind = |kind: ArgKind| {
        all.clone().find_map(|spec| Some((spec, spec.args.iter().find(|it| it.kind == kind)?)))
    };
    let own = [ArgKind::Match, ArgKind::Who].into_iter().filter_map(one_of_kind);
    let own = own.map(|(spec, arg)| match arg.kind {
        ArgKind::Who => {
            CreateCommandOption::new(CommandOptionType::User, arg.name, words::WHO_SAYS)
        }
        _ => option(spec, arg),
    });
    let rest = CreateCommandOption::new(kind, REST, words::REST_SAYS);
    let rest = rest.set_autocomplete(true).max_length(LONGEST_TEXT);
    let part = CreateCommandOption::new(CommandOptionType::SubCommand, entry.name, entry.says);
    let options = std::iter::once(what).chain(own).chain([rest]);
    all.clone().next().map(|_| options.fold(part, CreateCommandOption::add_sub_option))
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
        ArgKind::OneOf(words) => words.iter().fold(option, |option, word| {
            let name = cut(&words::meaning(word, spec.means(word)), LONGEST_CHOICE);
            option.add_string_choice(name, *word)
        }),
        ArgKind::Challenge => option.min_int_value(1).max_int_value(LARGEST),
        ArgKind::Match => option.min_int_value(1).max_int_value(LARGEST).set_autocomplete(true),
        ArgKind::Number { least, most, form: _ } => {
            option.min_int_value(u64::from(least)).max_int_value(u64::from(most).min(LARGEST))
        }
        // A word of one's own and the text of a file could be anything.
        ArgKind::Word if arg.name == WORD.name => option.max_length(LONGEST_TEXT),
        ArgKind::Rest if spec.verb().file().is_some() => option.max_length(LONGEST_TEXT),
        ArgKind::Topic(_)
        | ArgKind::Rest
        | ArgKind::Word
        | ArgKind::Code
        | ArgKind::UnnamedTerms => option.set_autocomplete(true).max_length(LONGEST_TEXT),
        ArgKind::Who | ArgKind::Flag | ArgKind::File => option,
    }
}
