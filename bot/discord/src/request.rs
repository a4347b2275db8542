//! Turns commands, presses, forms and typed text into requests to the service.
use std::{fmt, sync::Arc};

use command::{ArgKind, Command, CommandSpec, Commands, GivenArgs, Line, verbs};
use delivery::{Asked, Place, Thread};
use engine::{chance::StepKey, refusal::Refusal};
use model::ids::{MatchId, numbers};
use serenity::model::{
    Permissions,
    application::{
        CommandData, CommandDataOption, CommandDataOptionValue, CommandDataResolved,
        CommandInteraction, CommandType, ComponentInteractionData, ComponentInteractionDataKind,
    },
    channel::{Attachment, ChannelType, Message, PartialChannel},
    guild::Member,
    id::{ChannelId, GuildId, InteractionId, MessageId, UserId},
    mention::Mentionable,
    user::User,
};
use service::{NoThreads, PersonName, Power, Preparation, Request, RoomName, RoomPresence};

use super::{
    answer::InteractionAnswer,
    answers_only::{self, Presence},
    bot::{Bot, CHAT},
    menu::{REST, WHAT, has_own_option, registered, shared_entry},
    press::Press,
    register::at_messages,
    rights,
    servers::Servers,
    service_access::ServiceAccess,
    words::{self, CHALLENGE_USER, HISTORY_MESSAGE},
};

/// The kinds of threads.
pub(super) const THREADS: [ChannelType; 3] =
    [ChannelType::NewsThread, ChannelType::PublicThread, ChannelType::PrivateThread];

/// Who said something, and where.
pub(super) struct Speaker {
    pub(super) origin: Origin,
    /// The default match: that of the thread, or of the message replied to.
    pub(super) of: Option<MatchId>,
    from: PersonName,
    room: RoomName,
    /// The channel that the room is a thread of.
    thread_of: Option<ChannelId>,
    power: Power,
    company: RoomPresence,
    no_threads: Option<NoThreads>,
}

/// What the service knows something said by, so that it is handled once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageKey {
    Typed(MessageId),
    Interaction(InteractionId),
}

impl fmt::Display for MessageKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageKey::Typed(id) => write!(out, "m{id}"),
            MessageKey::Interaction(id) => write!(out, "i{id}"),
        }
    }
}

/// Where something was said that needs an answer.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The channel, thread or direct channel.
    pub(super) channel: ChannelId,
    /// The service's room id; for a thread, its channel.
    pub(super) room: String,
    pub(super) asker: UserId,
    /// The message to reply to, if it was typed.
    pub(super) message: Option<MessageId>,
    /// Whether nobody but the asker and the bot is there.
    pub(super) alone: bool,
    /// Whether it may have been conversation instead of a command.
    pub(super) talk: bool,
}

impl Origin {
    /// Describes for delivery what is answered, with the interaction if there is one.
    pub(super) fn asked(&self, answer: Option<InteractionAnswer>) -> Asked<InteractionAnswer> {
        let Origin { channel, room, asker, message, alone, talk } = self;
        let id = channel.to_string();
        let thread = (id != *room).then(|| Thread { id, last: String::new() });
        let answers = message.map(|it| it.to_string());
        Asked {
            place: Place { room: room.clone(), thread, answers },
            by: asker.to_string(),
            alone: *alone,
            talk: *talk,
            pressed: answer.as_ref().and_then(|answer| answer.pressed).map(|it| it.to_string()),
            interaction: answer.map(Arc::new),
        }
    }
}

/// Where an interaction happened.
pub(super) struct InteractionSource<'a> {
    pub(super) user: &'a User,
    pub(super) member: Option<&'a Member>,
    pub(super) guild: Option<GuildId>,
    pub(super) channel: ChannelId,
    pub(super) partial: Option<&'a PartialChannel>,
    pub(super) presence: Presence,
}

impl Speaker {
    /// Finds the speaker and room of an interaction.
    pub(super) async fn of_interaction(bot: &Bot, scene: InteractionSource<'_>) -> Speaker {
        let InteractionSource { user, member, guild, channel, partial, presence } = scene;
        let nick = member.and_then(|it| it.nick.as_deref());
        let power = member.and_then(|it| it.permissions).map_or(Power::Nothing, power);
        let name = match guild {
            Some(_) => partial.and_then(|it| it.name.clone()),
            None => Some(answers_only::name(presence, partial)),
        };
        let mut speaker = Speaker::new(bot, (user, nick), guild, (channel, name), power).await;
        if presence != Presence::Member {
            speaker.room.answers_only = true;
            speaker.origin.alone = false;
        } else if let Some(guild) = guild {
            bot.servers.want(guild);
        }
        if guild.is_none() {
            speaker.company = answers_only::company(presence, partial);
        }
        if let Some(partial) = partial.filter(|channel| THREADS.contains(&channel.kind)) {
            speaker.thread_of = partial.parent_id.filter(|_| speaker.of.is_none());
        }
        speaker
    }

    /// Finds the author and room of a message.
    pub(super) async fn of_message(bot: &Bot, message: &Message) -> Speaker {
        let nick = message.member.as_ref().and_then(|it| it.nick.as_deref());
        if let Some(guild) = message.guild_id {
            bot.servers.find(&bot.rest, guild).await;
        }
        let power = power_of(&bot.servers, message).unwrap_or(Power::Nothing);
        let place = (message.channel_id, None);
        let mut speaker =
            Speaker::new(bot, (&message.author, nick), message.guild_id, place, power).await;
        speaker.origin.message = Some(message.id);
        if let Some(answered) = &message.referenced_message
            && let Some(of) = bot.service.match_shown(answered.id).await
        {
            speaker.of = Some(of);
        }
        speaker
    }

    async fn new(
        bot: &Bot,
        (user, nick): (&User, Option<&str>),
        guild: Option<GuildId>,
        (channel, name): (ChannelId, Option<String>),
        power: Power,
    ) -> Speaker {
        if let Some(guild) = guild {
            bot.members.see(guild, user.id);
        }
        // A match's thread belongs to its channel's room.
        let inside = match guild {
            Some(_) => bot.service.match_inside(channel).await,
            None => None,
        };
        let room = inside.map_or(channel, |(_, parent)| parent);
        let heard = || bot.servers.room_name(guild?, room);
        let name = match (guild, inside) {
            (None, _) => name.unwrap_or_else(|| words::with_me().to_owned()),
            (Some(_), None) => name.or_else(heard).unwrap_or_default(),
            (Some(_), Some(_)) => heard().unwrap_or_default(),
        };
        Speaker {
            origin: Origin {
                channel,
                room: room.to_string(),
                asker: user.id,
                message: None,
                alone: guild.is_none(),
                talk: false,
            },
            of: inside.map(|(of, _)| of),
            thread_of: guild
                .filter(|_| inside.is_none())
                .and_then(|guild| bot.servers.parent(guild, channel)),
            from: person(user, nick),
            room: RoomName {
                handle: room.to_string(),
                name,
                server: guild.map_or(String::new(), |it| it.to_string()),
                answers_only: false,
            },
            power,
            company: match guild {
                None => RoomPresence::Alone,
                Some(guild) => company(&bot.servers, guild),
            },
            no_threads: match guild {
                None => Some(NoThreads::Place),
                Some(_) => rights::no_threads(&bot.servers, &bot.account, room),
            },
        }
    }

    /// Builds the request.
    pub(super) fn asks(
        self,
        message: MessageKey,
        line: Line,
        mentioned: Vec<PersonName>,
        asked_at: Option<StepKey>,
    ) -> (Request, Origin) {
        let Speaker { origin, of, from, room, thread_of, power, company, no_threads } = self;
        let request = Request {
            chat: CHAT,
            message: Some(message.to_string()),
            room,
            thread_of: thread_of.map(|it| it.to_string()),
            from,
            mentioned,
            line: match of {
                Some(of) => line.in_match(of),
                None => line,
            },
            asked_at,
            pressed: None,
            // Only a typed message can be read by others.
            overheard: origin.message.is_some() && !origin.alone,
            power,
            company,
            no_threads,
            attachment: None,
            prepared: Preparation::default(),
            now: model::host_clock::now().as_second(),
        };
        (request, origin)
    }
}

/// Describes a person for the service, with their name on this server.
pub(super) fn person(user: &User, nick: Option<&str>) -> PersonName {
    let name = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    PersonName { handle: user.id.to_string(), name: name.to_owned(), bot: user.bot }
}

/// Parses a slash command, or a command from a person's menu, with the people it names.
///
/// # Errors
/// If an option doesn't fit its command, for instance after an update.
pub(super) fn said(
    commands: &Commands,
    command: &CommandInteraction,
) -> Result<(Command, Vec<PersonName>), Refusal> {
    let data = &command.data;
    let member = |id: &UserId| data.resolved.members.get(id).and_then(|it| it.nick.as_deref());
    let people = data.resolved.users.iter().map(|(id, user)| person(user, member(id))).collect();
    if data.kind == CommandType::User && data.name == CHALLENGE_USER {
        let who = data.target_id.map(|target| format!("<@{target}>"));
        return Ok((verbs::Challenge { who, ..Default::default() }.into(), people));
    }
    if data.kind == CommandType::Message && data.name == HISTORY_MESSAGE {
        let says = data.resolved.messages.values().find_map(|it| match_named(&it.content));
        let Some(of) = says else {
            return Err(words::no_match_there());
        };
        let of = command::match_number(of)?;
        let spec = at_messages(commands).ok_or_else(words::no_match_there)?;
        return Ok((spec.verb().bare().in_match(of), people));
    }
    let (name, options) = below(data);
    if shared_entry(name).is_some() {
        return Ok((in_shared(commands, options)?, people));
    }
    let spec = spec_of(commands, name)?;
    let mut given = GivenArgs::to(spec);
    for CommandDataOption { name, value, .. } in options {
        if let Some(value) = written(value) {
            given.put(name, &value)?;
        }
    }
    Ok((given.said(), people))
}

/// Reads a command from the options of an entry for several commands.
fn in_shared(commands: &Commands, options: &[CommandDataOption]) -> Result<Command, Refusal> {
    let value = |name: &str| {
        let option = options.iter().find(|it| it.name == name)?;
        written(&option.value)
    };
    let spec = spec_of(commands, &value(WHAT).unwrap_or_default())?;
    let mut line = spec.name.to_owned();
    for arg in spec.args.iter().filter(|it| has_own_option(**it)) {
        if let Some(value) = value(arg.name) {
            line = match arg.kind {
                ArgKind::Match => format!("{line} #{value}"),
                _ => format!("{line} {value}"),
            };
        }
    }
    let line = format!("{line} {}", value(REST).unwrap_or_default());
    commands.parse(line.trim_end())?.ok_or_else(words::command_has_changed)
}

/// Returns the match number at the start of a message: `#12 · Draughts · Ann – Bob`.
fn match_named(content: &str) -> Option<&str> {
    numbers(content).map(|it| it.0).find(|number| (1..10).contains(&number.len()))
}

/// Returns the match of a board, from the line that names it.
pub(super) fn board_named(content: &str) -> Option<MatchId> {
    let mut thin = content.lines().filter_map(|it| it.strip_prefix("-# "));
    thin.find_map(match_named).and_then(|number| command::match_number(number).ok())
}

/// Returns a command's name and options; for a group, those of the command within.
pub(super) fn below(data: &CommandData) -> (&str, &[CommandDataOption]) {
    match &data.options[..] {
        [CommandDataOption { name, value: CommandDataOptionValue::SubCommand(options), .. }] => {
            (name, options)
        }
        options => (&data.name, options),
    }
}

/// Returns the attachment of a command, if there is one.
pub(super) fn file(data: &CommandData) -> Option<&Attachment> {
    below(data).1.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::Attachment(id) => data.resolved.attachments.get(id),
        _ => None,
    })
}

/// Returns the line of a press and its position, if it has a line.
pub(super) async fn pressed(
    service: &ServiceAccess,
    press: Press,
) -> Option<(Line, Option<StepKey>)> {
    match press {
        Press::Say { says, asked_at } => Some((service.commands().read(&says), asked_at)),
        Press::Kept { key, asked_at } => {
            Some((service.commands().read(&service.sentence(&key).await?), asked_at))
        }
        Press::Type { .. }
        | Press::Form(_)
        | Press::KeptForm(_)
        | Press::Ask { .. }
        | Press::Pick { .. }
        | Press::Fetch(_) => None,
    }
}

/// Writes what was picked from one of Discord's lists as it is typed, with the people among it.
pub(super) fn picked(data: &ComponentInteractionData) -> (String, Vec<PersonName>) {
    let CommandDataResolved { users, members, .. } = &data.resolved;
    let nick = |id: &UserId| members.get(id).and_then(|it| it.nick.as_deref());
    let people = users.iter().map(|(id, user)| person(user, nick(id))).collect();
    let all: Vec<String> = match &data.kind {
        ComponentInteractionDataKind::UserSelect { values } => written_all(values),
        ComponentInteractionDataKind::RoleSelect { values } => written_all(values),
        ComponentInteractionDataKind::ChannelSelect { values } => written_all(values),
        _ => Vec::new(),
    };
    (all.join(" "), people)
}

fn written_all<T: Mentionable>(ids: &[T]) -> Vec<String> {
    ids.iter().map(|id| id.mention().to_string()).collect()
}

/// Removes the mention of the bot from a line.
pub(super) fn without_mention(line: &str, bot: UserId) -> String {
    let mentions = [format!("<@{bot}>"), format!("<@!{bot}>")];
    let mut line = line.trim();
    loop {
        let shorter = mentions.iter().find_map(|mention| {
            line.strip_prefix(mention.as_str()).or_else(|| line.strip_suffix(mention.as_str()))
        });
        match shorter {
            Some(shorter) => line = shorter.trim().trim_start_matches([',', ':']).trim_start(),
            None => return line.to_owned(),
        }
    }
}

/// Returns whether a line mentions the bot.
pub(super) fn is_mentioned(line: &str, bot: UserId) -> bool {
    [format!("<@{bot}>"), format!("<@!{bot}>")]
        .iter()
        .any(|mention| line.contains(mention.as_str()))
}

fn spec_of(commands: &Commands, name: &str) -> Result<&'static CommandSpec, Refusal> {
    registered(commands, name).ok_or_else(words::command_has_changed)
}

fn written(value: &CommandDataOptionValue) -> Option<String> {
    match value {
        CommandDataOptionValue::String(text) => Some(text.clone()),
        CommandDataOptionValue::Integer(number) => Some(number.to_string()),
        CommandDataOptionValue::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        CommandDataOptionValue::User(user) => Some(format!("<@{user}>")),
        _ => None,
    }
}

/// Returns what a person can manage, by their permissions in a channel. Manage Channels may be
/// granted for a single channel.
fn power(permissions: Permissions) -> Power {
    if permissions.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD) {
        Power::Server
    } else if permissions.contains(Permissions::MANAGE_CHANNELS) {
        Power::Room
    } else {
        Power::Nothing
    }
}

/// Returns what the author of a message may do, if the server is known.
fn power_of(servers: &Servers, message: &Message) -> Option<Power> {
    let (server, member, id) = (message.guild_id?, message.member.as_deref()?, message.author.id);
    servers.look(server, |guild| {
        power(match guild.channels.get(&message.channel_id) {
            Some(channel) => guild.partial_member_permissions_in(channel, id, member),
            None => guild.partial_member_permissions(id, member),
        })
    })
}

/// Returns who else is on a server, as far as known. The member count includes the bot.
fn company(servers: &Servers, guild: GuildId) -> RoomPresence {
    match servers.look(guild, |guild| guild.member_count) {
        Some(1..=3) => RoomPresence::Pair,
        Some(_) | None => RoomPresence::Many,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_manage_one_channel_alone_has_no_power_over_the_server() {
        assert_eq!(power(Permissions::MANAGE_GUILD), Power::Server);
        assert_eq!(power(Permissions::ADMINISTRATOR), Power::Server);
        assert_eq!(power(Permissions::MANAGE_CHANNELS), Power::Room);
        assert_eq!(power(Permissions::MANAGE_MESSAGES), Power::Nothing);
    }

    #[test]
    fn a_board_names_its_match() {
        assert_eq!(match_named("-# #12 · Draughts · Ann – Bob\nAnn moves."), Some("12"));
        assert_eq!(match_named("**Match #7: Draughts**"), Some("7"));
        for other in ["hello", "# a heading", "#", "#99999999999"] {
            assert_eq!(match_named(other), None, "{other}");
        }
    }

    #[test]
    fn the_bots_name_is_no_part_of_what_is_said() {
        let bot = UserId::new(7);
        assert_eq!(without_mention("<@7> spin", bot), "spin");
        assert_eq!(without_mention("<@!7>, spin <@7>", bot), "spin");
        assert_eq!(without_mention("challenge <@8> <@7>", bot), "challenge <@8>");
        assert_eq!(without_mention("<@7>", bot), "");
        let within = without_mention("I think <@7> cheats", bot);
        assert!(is_mentioned(&within, bot) && !is_mentioned("spin", bot));
    }
}
