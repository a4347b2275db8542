//! Settings that moderators choose for a room and its server.
use command::{
    Command, is_room, say, unknown_game,
    unnamed_terms::read_clock,
    verbs::{self, Order},
};
use engine::{games::GameId, refusal::Refusal};
use model::{
    ids::{PersonId, RoomId},
    reply::{PickOf, Picker, Privacy, Reply},
    text::Text,
    time::Clock,
};
use store::{Folding, RoomSettings, ServerSettings, USUAL_CLOCK, USUAL_GAME};

use crate::{
    Power, RequestError, RoomQuestion, RoomRight,
    authority::{self, ActionTarget, GuardedAction},
    context::{self, RequestContext},
    lobby,
    room_settings::words,
};

/// The longest prefix, in characters.
const LONGEST_PREFIX: usize = 5;
/// The highest limit.
const HIGHEST: u32 = 1000;
/// The most channels that are picked at once.
const MOST_PICKED: u8 = 25;
/// How many people are listed.
const LISTED: usize = 12;

pub fn admin(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    // A moderator who judges a match means nobody: a name begins the note.
    let noted = said.who.as_ref().filter(|_| said.of.is_some()).map(|who| verbs::Admin {
        who: None,
        value: format!("{who} {}", said.value).trim().to_owned(),
        ..said.clone()
    });
    let said = noted.as_ref().unwrap_or(said);
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
        Order::Threads
        | Order::Prefix
        | Order::Practice
        | Order::Fold
        | Order::Game
        | Order::Clock => authority::decide::clear(cx, GuardedAction::Manage, here)?,
        Order::Channels | Order::Limit | Order::Log | Order::Chronicle => {
            authority::decide::clear(cx, GuardedAction::Govern, here)?;
        }
    }
    check_place(cx, what, row.is_some_and(|row| row.posts), &said.value)?;
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
        Order::Fold => set_fold(cx, &said.value),
        Order::Game => set_game(cx, &said.value),
        Order::Clock => set_clock(cx, &said.value),
        Order::Log => set_place(cx, Order::Log, &said.value),
        Order::Chronicle => set_place(cx, Order::Chronicle, &said.value),
    }?;
    tell_log(cx, said)
}

/// Refuses what can't be done here, when it is set. `posts` says whether the bot then posts here by itself.
fn check_place(
    cx: &RequestContext<'_>,
    what: Order,
    posts: bool,
    value: &str,
) -> Result<(), RequestError> {
    let (chat, answers_only) = (cx.room.chat, cx.room.answers_only);
    let posts = posts || matches!(what, Order::Log | Order::Chronicle);
    if is_off(value) {
        return Ok(());
    }
    match what {
        Order::Threads if answers_only => Err(words::cannot_post_here().into()),
        Order::Threads => match cx.request().and_then(|it| it.no_threads) {
            Some(why) if !value.is_empty() => Err(words::no_threads_here(why).into()),
            Some(_) | None => Ok(()),
        },
        Order::Prefix if chat.has_commands() => Err(words::needs_no_prefix().into()),
        Order::Fold if !chat.takes_back() => Err(words::takes_nothing_back().into()),
        _ if posts && answers_only => Err(words::cannot_post_here().into()),
        _ => Ok(()),
    }
}

/// Tells whether a value ends what a setting does.
fn is_off(value: &str) -> bool {
    ["off", "no", "none", "stop"].contains(&value.to_lowercase().as_str())
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
    let no_threads = cx.request().and_then(|it| it.no_threads);
    let text = words::room_settings(
        &cx.room,
        no_threads,
        of_features,
        &server,
        &channels?,
        banned.as_deref(),
    );
    let mut reply = Reply::only(cx.me.id, text).private(Privacy::Personal);
    if cx.power() != Power::Nothing {
        let mut choices = words::panel(&cx.room, &server);
        for row in cx.memory.features.room_settings().filter(|row| row.shows.is_some()) {
            choices.extend(words::set_by_example(row.example));
        }
        reply = reply.choices(choices).pickers(pickers(cx, &server)?);
        if let Some(menu) = &mut reply.menu {
            (menu.asks, menu.suggests) = (words::what_to_change(), true);
        }
    }
    cx.say(reply);
    Ok(())
}

/// Returns what who moderates a server can pick from lists of the chat's own, where it has some.
fn pickers(cx: &RequestContext<'_>, server: &ServerSettings) -> Result<Vec<Picker>, RequestError> {
    if cx.power() != Power::Server || !cx.room.chat.has_menus() || cx.room.server.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for (what, rooms, nothing, most) in [
        (Order::Channels, server.rooms.as_slice(), "all", MOST_PICKED),
        (Order::Chronicle, server.chronicle.as_slice(), "off", 1),
        (Order::Log, server.log.as_slice(), "off", 1),
    ] {
        let handles = rooms.iter().map(|&room| Ok(cx.tx.room(room)?.handle));
        let picked = handles.collect::<Result<Vec<String>, RequestError>>()?;
        let (asks, says) = (words::which_rooms(what), say!(Admin { what }).into());
        all.push(Picker {
            of: if what == Order::Channels { PickOf::Forums } else { PickOf::Rooms },
            asks,
            says,
            nothing: nothing.to_owned(),
            most,
            picked,
        });
    }
    for picks in cx.memory.features.room_settings().filter_map(|row| row.picks) {
        all.extend(picks(cx)?);
    }
    Ok(all)
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

/// Chooses a room, or none, for what moderators do or for how matches end.
fn set_place(cx: &mut RequestContext<'_>, what: Order, value: &str) -> Result<(), RequestError> {
    let mut settings = cx.tx.server_settings(&cx.room)?;
    let place = if what == Order::Log { &mut settings.log } else { &mut settings.chronicle };
    *place = match value.to_lowercase().as_str() {
        "" => return show_admin(cx),
        "here" | "on" => Some(cx.room.id),
        said if is_off(said) => None,
        said if is_room(said) => Some(room_named(cx, what, said)?),
        _ => return Err(words::here_or_off(what).into()),
    };
    cx.tx.set_server_settings(&cx.room, &settings)?;
    show_admin(cx)
}

/// Returns a room of this server by its name, if the asker and the bot can write there. Games may also belong in a forum.
fn room_named(cx: &RequestContext<'_>, what: Order, said: &str) -> Result<RoomId, RequestError> {
    let room = lobby::rooms::find_room(cx, said)?;
    let Some(request) = cx.request().filter(|_| room.id != cx.room.id) else {
        return Ok(room.id);
    };
    let (handle, person) = (room.handle.clone(), request.from.handle.clone());
    let asked = RoomQuestion { chat: request.chat, room: handle, person };
    match authority::rooms::found(cx, asked)? {
        Some(found) if found.is_forum && what == Order::Channels => Ok(room.id),
        Some(found) if found.is_forum => Err(words::cannot_post_in_forum(&room.name).into()),
        Some(found) if found.may == RoomRight::Write && !found.is_mute => Ok(room.id),
        Some(_) | None => Err(words::cannot_use_room(&room.name).into()),
    }
}

/// Tells in the room for it what a moderator did.
fn tell_log(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    // Without a value settings are only shown, and who is asked to confirm has done nothing yet.
    let names = !said.value.is_empty() || said.who.is_some() || said.of.is_some();
    let mut replies = cx.replies.iter().map(|it| &it.reply);
    let asks = replies
        .any(|reply| context::questions::confirms(cx.memory.commands, reply).next().is_some());
    let acts = names && !asks;
    let Some(log) = cx.tx.server_settings(&cx.room)?.log.filter(|_| acts) else { return Ok(()) };
    let line = Command::from(said.clone()).line();
    let mut parts = Vec::new();
    for word in line.split(' ') {
        parts.push(match word.strip_suffix('>').and_then(|mark| mark.split_at_checked(2)) {
            Some(("<#", room)) => match cx.tx.room_by_handle(cx.room.chat, room)? {
                Some(room) => Text::strong(room.name),
                None => Text::plain(word),
            },
            Some(("<@", role)) if role.starts_with('&') => Text::Role(role[1..].to_owned()),
            _ => Text::plain(word),
        });
    }
    let text = words::was_done(&cx.me, &cx.room.name, parts);
    Ok(cx.say_in(log, Reply::room(text))?)
}

/// Chooses what remains of a match that is over.
fn set_fold(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let fold = match value.to_lowercase().as_str() {
        "" => return show_admin(cx),
        "keep" | "off" | "no" => Folding::Keep,
        "fold" | "on" | "yes" => Folding::Fold,
        "remove" => Folding::Remove,
        _ => return Err(words::fold_forms().into()),
    };
    let chosen = RoomSettings { fold, ..cx.room.settings.clone() };
    keep_room(cx, chosen)
}

/// Chooses what challenges here play that name no game.
fn set_game(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let game = match value {
        "" => return show_admin(cx),
        said if is_off(said) => None,
        said => Some(GameId::named(said).ok_or_else(|| unknown_game(said))?),
    };
    let chosen = cx.room.settings.clone().with(&USUAL_GAME, game);
    keep_room(cx, chosen)
}

/// Chooses the clock of challenges here that name none.
fn set_clock(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    if value.is_empty() {
        return show_admin(cx);
    }
    let clock = read_clock(value)?.filter(|clock| *clock != Clock::usual());
    let chosen = cx.room.settings.clone().with(&USUAL_CLOCK, clock);
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

/// Returns the channel that is allowed or left out here: for a thread the one it is in, which allows all its threads.
fn channel_here(
    cx: &RequestContext<'_>,
    settings: &ServerSettings,
) -> Result<RoomId, RequestError> {
    if cx.room.parent.is_empty() || settings.rooms.contains(&cx.room.id) {
        return Ok(cx.room.id);
    }
    Ok(lobby::rooms::find_room(cx, &format!("<#{}>", cx.room.parent))?.id)
}

fn set_channels(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let mut settings = cx.tx.server_settings(&cx.room)?;
    let here = channel_here(cx, &settings)?;
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
        said if said.split_whitespace().all(is_room) => {
            let rooms = said.split_whitespace();
            let rooms = rooms.map(|room| room_named(cx, Order::Channels, room));
            settings.rooms = rooms.collect::<Result<Vec<RoomId>, RequestError>>()?;
        }
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
    if fits { Ok(prefix) } else { Err(words::unfit_prefix(LONGEST_PREFIX)) }
}
