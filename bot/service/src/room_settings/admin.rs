//! Settings that moderators choose for a room and its server.
use command::verbs::{self, Order};
use engine::refusal::Refusal;
use model::{
    ids::PersonId,
    reply::{Privacy, Reply},
};
use store::RoomSettings;

use crate::{
    Power, RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::RequestContext,
    room_settings::words,
};

/// The longest prefix, in characters.
const LONGEST_PREFIX: usize = 5;
/// The highest limit.
const HIGHEST: u32 = 1000;
/// How many people are listed.
const LISTED: usize = 12;

pub fn admin(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let Some(what) = said.what else {
        // The first word may be a name, if it is no action.
        let value = said.who.as_deref().unwrap_or(&said.value);
        if !value.is_empty() {
            return Err(words::no_admin_command(value).into());
        }
        return show_admin(cx);
    };
    let here = ActionTarget::Room(&cx.room);
    let row = match what {
        Order::Of(name) => cx.memory.features.room_settings().find(|row| row.name == name),
        _ => None,
    };
    match what {
        Order::Of(_) => {
            if let Some(may) = row.and_then(|row| row.may) {
                authority::decide::clear(cx, GuardedAction::Set(may), here)?;
            }
        }
        Order::Threads | Order::Prefix | Order::Practice => {
            authority::decide::clear(cx, GuardedAction::Manage, here)?
        }
        Order::Channels | Order::Limit => {
            authority::decide::clear(cx, GuardedAction::Govern, here)?;
        }
    }
    match what {
        Order::Of(name) => match row {
            Some(row) => (row.set)(cx, said),
            None => Err(words::no_admin_command(name).into()),
        },
        Order::Threads => set_threads(cx, &said.value),
        Order::Prefix => set_prefix(cx, &said.value),
        Order::Channels => set_channels(cx, &said.value),
        Order::Limit => set_limit(cx, &said.value),
        Order::Practice => set_practice(cx, &said.value),
    }
}

/// Lists the settings of this room and its server.
pub fn show_admin(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let server = cx.tx.server_settings(&cx.room)?;
    let channels: Result<Vec<String>, RequestError> =
        server.rooms.iter().map(|&room| Ok(cx.tx.room(room)?.name)).collect();
    let banned = match cx.power() {
        Power::Nothing => None,
        _ => Some(cx.tx.banned(&cx.room)?),
    };
    let names = |people: Vec<PersonId>| -> Result<Vec<String>, RequestError> {
        people.into_iter().take(LISTED).map(|person| Ok(cx.tx.person(person)?.name)).collect()
    };
    let banned = banned.map(names).transpose()?;
    let mut of_features = Vec::new();
    for row in cx.memory.features.room_settings() {
        if let Some(shows) = row.shows {
            of_features.extend(shows(cx)?);
        }
    }
    let text = words::room_settings(
        &cx.room.settings,
        of_features,
        &server,
        &channels?,
        banned.as_deref(),
    );
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal));
    Ok(())
}

fn set_threads(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let threads = match value.to_lowercase().as_str() {
        "" => return show_admin(cx),
        "on" | "yes" => true,
        "off" | "no" => false,
        _ => {
            return Err(words::on_or_off(Order::Threads).into());
        }
    };
    if threads && cx.room.answers_only {
        return Err(words::no_threads_here().into());
    }
    let chosen = RoomSettings { threads, ..cx.room.settings.clone() };
    keep_room(cx, chosen)
}

/// Allows matches against the bot in this room, or forbids new ones.
fn set_practice(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let practice = match value.to_lowercase().as_str() {
        "" => return show_admin(cx),
        "on" | "yes" => true,
        "off" | "no" => false,
        _ => return Err(words::on_or_off(Order::Practice).into()),
    };
    let chosen = RoomSettings { practice, ..cx.room.settings.clone() };
    keep_room(cx, chosen)
}

fn set_prefix(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    if value.is_empty() {
        return show_admin(cx);
    }
    let prefix = fit_prefix(value)?.to_owned();
    let chosen = RoomSettings { prefix, ..cx.room.settings.clone() };
    keep_room(cx, chosen)
}

fn keep_room(cx: &mut RequestContext<'_>, chosen: RoomSettings) -> Result<(), RequestError> {
    if chosen != cx.room.settings {
        cx.tx.set_room_settings(cx.room.id, &chosen)?;
        cx.room.settings = chosen;
    }
    show_admin(cx)
}

fn set_channels(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let here = cx.room.id;
    let mut settings = cx.tx.server_settings(&cx.room)?;
    match value.to_lowercase().as_str() {
        "add" if !settings.rooms.contains(&here) => settings.rooms.push(here),
        "remove" if settings.rooms.is_empty() => {
            return Err(words::all_channels_allowed().into());
        }
        "remove" if settings.rooms == [here] => {
            return Err(words::last_channel().into());
        }
        "remove" => settings.rooms.retain(|it| *it != here),
        "all" => settings.rooms.clear(),
        "add" | "" => {}
        other => {
            return Err(words::no_channels_command(other).into());
        }
    }
    cx.tx.set_server_settings(&cx.room, &settings)?;
    show_admin(cx)
}

fn set_limit(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let unreadable = || RequestError::from(words::limit_form(HIGHEST));
    let lower = value.to_lowercase();
    let (of, most) = match lower.split_whitespace().collect::<Vec<_>>()[..] {
        [] => return show_admin(cx),
        ["trust"] => ("trust", Some(1)),
        [of, "off" | "none"] => (of, None),
        ["trust", "on"] => ("trust", Some(1)),
        ["trust", _] => return Err(unreadable()),
        [of, most] => match most.parse::<u32>() {
            Ok(most) if (1..=HIGHEST).contains(&most) => (of, Some(most)),
            _ => return Err(unreadable()),
        },
        _ => return Err(unreadable()),
    };
    let mut settings = cx.tx.server_settings(&cx.room)?;
    match of {
        "person" => settings.per_person = most,
        "channel" | "room" => settings.per_room = most,
        "trust" => settings.trust = most.is_some(),
        _ => return Err(unreadable()),
    }
    cx.tx.set_server_settings(&cx.room, &settings)?;
    show_admin(cx)
}

/// Checks a command prefix. A slash is for the commands of the chat apps themselves.
fn fit_prefix(prefix: &str) -> Result<&str, Refusal> {
    let fits = (1..=LONGEST_PREFIX).contains(&prefix.chars().count())
        && !prefix.starts_with('/')
        && prefix.chars().all(|letter| !letter.is_whitespace() && !letter.is_control())
        && prefix.chars().any(|it| !it.is_alphanumeric());
    match fits {
        true => Ok(prefix),
        false => Err(words::unfit_prefix(LONGEST_PREFIX)),
    }
}
