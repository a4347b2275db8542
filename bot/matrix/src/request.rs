//! Turns messages and reactions into requests, and delivers the answers.
use std::{convert::Infallible, sync::Arc};

use command::{Line, Means, Verb, yes_or_no};
use delivery::{Asked, Dispatcher, Place, Thread};
use engine::chance::StepKey;
use matrix_sdk::{
    Room, RoomMemberships,
    deserialized_responses::TimelineEventKind,
    room::RoomMemberRole,
    ruma::{OwnedEventId, OwnedUserId, UserId},
};
use model::{
    ids::Chat,
    reply::{Menu, Reply},
    text::Text,
};
use serde_json::Value;
use service::{Outgoing, PersonName, Power, Preparation, Request, RoomPresence};

use super::{
    adapter::{AdapterContext, person_name, room_name},
    addressed::{self, AddressFacts, AddressedBy, ToBot},
    buttons,
    chat::MatrixChat,
    content::EmbeddedMenu,
    direct,
    error::Unsent,
    event::{RoomEvent, Spoken},
    file::{self, Attached},
    message_index::{self, MessageSpot, OwnMessage},
    profile_zone::zone_of,
    trust, words,
};

/// The most bytes of a move that is said to nobody in particular.
const LONGEST_MOVE: usize = 100;

/// The parts of a request.
struct Ask {
    line: Line,
    asked_at: Option<StepKey>,
    /// The message of the bot that has the reaction.
    pressed: Option<String>,
    /// The board with the choice that was typed.
    on: Option<String>,
    mentioned: Vec<PersonName>,
    talk: bool,
    thread: Option<OwnedEventId>,
    attachment: Option<String>,
}

impl Ask {
    /// Creates the parts for a line.
    fn of(line: Line, thread: Option<OwnedEventId>) -> Ask {
        let mentioned = Vec::new();
        Ask {
            line,
            asked_at: None,
            pressed: None,
            on: None,
            mentioned,
            talk: false,
            thread,
            attachment: None,
        }
    }
}

/// Handles a typed message.
///
/// # Errors
/// If the service has closed or fails.
pub(super) async fn said(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    spoken: &Spoken,
) -> anyhow::Result<()> {
    let adapter = &chat.adapter;
    let thread = spoken.thread.as_ref();
    let MessageSpot { prefix, of, menu, called, board } =
        message_index::spot(adapter, room.room_id(), thread, &event.sender).await?;
    let direct = direct::is_direct(room).await.unwrap_or(false);
    let me = person_name(adapter, room, &adapter.me).await?;
    let answered = match &spoken.answers {
        Some(on) => match own_message(adapter, room, on).await? {
            Some(message) => {
                Some(message_index::about(adapter, room, on, message, &event.sender).await?)
            }
            None => None,
        },
        None => None,
    };
    let at = AddressFacts {
        prefix: &prefix,
        me: &adapter.me,
        name: &me.name,
        direct,
        in_match: of.is_some(),
        answers_me: answered.is_some(),
    };
    let of = of.or(answered.as_ref().and_then(|it| it.of));
    let thread = spoken.thread.clone();
    let Some(ToBot { words, how }) = addressed::heard(spoken, at) else {
        return said_to_nobody(chat, room, event, spoken, (menu, called, board)).await;
    };
    let (shown, asker) = match answered.and_then(|it| it.menu) {
        Some(EmbeddedMenu { menu, private: _, asker }) => (Some(menu), asker),
        None if how == AddressedBy::Number && !called => (None, None),
        None => (menu, None),
    };
    let chosen = shown.as_ref().and_then(|menu| {
        let choice = match words.parse::<usize>() {
            Ok(number) => menu.numbered(number),
            Err(_) => menu.repeated(&words),
        };
        let ask = Ask::of(Line::read(&choice?.says), thread.clone());
        Some(Ask { asked_at: menu.asked_at, on: board, ..ask })
    });
    if let Some(ask) = chosen {
        if asks_another(chat, room, event, (asker, thread.clone())).await? {
            return Ok(());
        }
        return ask_service(chat, room, event, ask).await;
    }
    let mut line = Line::read(&words);
    match how {
        AddressedBy::Number => return Ok(()),
        // It may be for another bot, or just punctuation. It can be a move only if the sender
        // plays here.
        AddressedBy::Marked if !words.starts_with('#') && matches!(line.means, Means::Words(_)) => {
            let (id, user) = (room.room_id().to_string(), event.sender.to_string());
            if !adapter.ask(move |service| service.plays_in(Chat::Matrix, &id, &user)).await? {
                return Ok(());
            }
        }
        AddressedBy::Plainly | AddressedBy::Marked | AddressedBy::InMatch => {}
    }
    let mentioned = name_people(adapter, room, &mut line, spoken).await?;
    let talk = how == AddressedBy::InMatch
        && (addressed::is_talk(line.text()) || yes_or_no(line.text()).is_some());
    let attached = match line.verb() == Some(Verb::Import) {
        true => file::attached(adapter, room, spoken).await?,
        false => Attached::Nothing,
    };
    let attachment = match attached {
        Attached::Nothing => None,
        Attached::Text(text) => Some(text),
        Attached::Refused(says) => {
            answer(chat, room, event, thread, Text::plain(says)).await;
            return Ok(());
        }
    };
    let line = match of {
        Some(of) => line.in_match(of),
        None => line,
    };
    let ask = Ask { mentioned, talk, attachment, ..Ask::of(line, thread) };
    ask_service(chat, room, event, ask).await
}

/// Handles a message that is for nobody in particular: a move of a player who is asked in this room,
/// or what a control of their match says.
async fn said_to_nobody(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    spoken: &Spoken,
    (menu, called, board): (Option<Menu>, bool, Option<String>),
) -> anyhow::Result<()> {
    let words = spoken.body.trim();
    if spoken.thread.is_some() || LONGEST_MOVE < words.len() || words.contains('\n') {
        return Ok(());
    }
    // Who was just asked answers, as they would where nobody else is.
    let line = Line::read(words);
    let answers = menu.as_ref().filter(|_| called).is_some_and(|menu| {
        let offered = menu.choices.iter().map(|choice| Line::read(&choice.says).verb());
        yes_or_no(words).is_some()
            || matches!(line.means, Means::Command(_))
                && offered.into_iter().any(|it| it == line.verb())
    });
    if answers {
        return ask_service(chat, room, event, Ask::of(line, None)).await;
    }
    let (id, user, said) = (room.room_id().to_string(), event.sender.to_string(), words.to_owned());
    let found =
        chat.adapter.ask(move |service| service.move_in(Chat::Matrix, &id, &user, &said)).await?;
    let ask = match (found, menu.as_ref()) {
        (Some(of), _) => Ask::of(Line::read(words).in_match(of), None),
        (None, Some(menu)) if menu.of.is_some() => {
            let (id, user) = (room.room_id().to_string(), event.sender.to_string());
            let plays =
                chat.adapter.ask(move |service| service.plays_in(Chat::Matrix, &id, &user)).await?;
            let Some(choice) = menu.repeated(words).filter(|_| plays) else { return Ok(()) };
            Ask { asked_at: menu.asked_at, on: board, ..Ask::of(Line::read(&choice.says), None) }
        }
        (None, _) => return Ok(()),
    };
    ask_service(chat, room, event, ask).await
}

/// Handles a reaction. It is a press if it is on a message of the bot that has a choice with this
/// emoji.
///
/// # Errors
/// If the service has closed, or the server can't provide the message now.
pub(super) async fn pressed(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    on: &OwnedEventId,
    key: &str,
) -> anyhow::Result<()> {
    let adapter = &chat.adapter;
    let Some(number) = buttons::number(key) else { return Ok(()) };
    let Some(message) = own_message(adapter, room, on).await? else { return Ok(()) };
    if message["type"] == "m.room.encrypted" {
        // The message's key was lost with an earlier device.
        answer(chat, room, event, None, words::cannot_read_board()).await;
        return Ok(());
    }
    let shown = message_index::about(adapter, room, on, message, &event.sender).await?;
    let OwnMessage { content, root, of: _, menu: Some(shown) } = shown else { return Ok(()) };
    let EmbeddedMenu { menu, private, asker } = shown;
    let Some(choice) = menu.numbered(number) else { return Ok(()) };
    if asks_another(chat, room, event, (asker, None)).await? {
        return Ok(());
    }
    if private {
        answer(chat, room, event, None, words::no_secret_reactions(number)).await;
        return Ok(());
    }
    let is_in_thread = content["m.relates_to"]["rel_type"] == "m.thread";
    let line = Line::read(&choice.says);
    let pressed = Some(on.to_string());
    let thread = is_in_thread.then_some(root);
    let ask = Ask { asked_at: menu.asked_at, pressed, ..Ask::of(line, thread) };
    ask_service(chat, room, event, ask).await
}

/// Refuses a choice that is somebody else's to make. Tells whether it is.
async fn asks_another(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    (asker, thread): (Option<String>, Option<OwnedEventId>),
) -> anyhow::Result<bool> {
    let asker = asker.and_then(|id| OwnedUserId::try_from(id).ok());
    let Some(other) = asker.filter(|asker| *asker != event.sender) else { return Ok(false) };
    let name = person_name(&chat.adapter, room, &other).await?.name;
    answer(chat, room, event, thread, words::asks_another(&name)).await;
    Ok(true)
}

/// Returns a message of the bot, or `None` if it isn't the bot's. Fetches a missing key from the
/// account's backup.
async fn own_message(
    adapter: &AdapterContext,
    room: &Room,
    id: &OwnedEventId,
) -> anyhow::Result<Option<Value>> {
    let fetch = async || match room.event(id, None).await {
        Ok(message) => Ok(Some(message)),
        // A message that the bot can't see isn't its own.
        Err(err) if Unsent::of(&err).lasts() => Ok(None),
        Err(err) => Err(err),
    };
    let Some(mut message) = fetch().await? else { return Ok(None) };
    if let TimelineEventKind::UnableToDecrypt { utd_info, .. } = &message.kind
        && let Some(session) = &utd_info.session_id
        && trust::from_backup(&adapter.client, room.room_id(), session).await
    {
        match fetch().await? {
            Some(again) => message = again,
            None => return Ok(None),
        }
    }
    let Ok(message) = message.raw().deserialize_as_unchecked::<Value>() else { return Ok(None) };
    Ok(Some(message).filter(|message| message["sender"] == adapter.me.as_str()))
}

/// Has the service handle a request and delivers the answers.
async fn ask_service(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    ask: Ask,
) -> anyhow::Result<()> {
    let Ask { line, asked_at, pressed, on, mentioned, talk, thread, attachment } = ask;
    let alone = direct::is_direct(room).await.unwrap_or(false);
    let opens_list = line.verb() == Some(Verb::Moves);
    let zone = match line.verb() {
        Some(Verb::Settings) => zone_of(&chat.adapter.client, &event.sender).await,
        _ => None,
    };
    let asked = Asked { talk, pressed: pressed.clone(), ..asked(room, event, thread, alone) };
    let request = Request {
        chat: Chat::Matrix,
        message: Some(event.id.to_string()),
        room: room_name(room).await,
        thread_of: None,
        from: person_name(&chat.adapter, room, &event.sender).await?,
        mentioned,
        line,
        asked_at,
        prepared: Preparation { zone, ..Preparation::default() },
        // A list of choices changes the board, whether it is pressed or typed.
        pressed: pressed.or(on.filter(|_| opens_list)),
        overheard: !alone,
        power: power(room, &event.sender).await,
        company: company(room),
        attachment,
        now: model::host_clock::now().as_second(),
    };
    let (asked, answered) = (Arc::new(asked), chat.adapter.way.queue.answer(request.into()).await?);
    // The delivery runs by itself.
    drop(Dispatcher::answer(chat, answered, |_| asked.clone()));
    Ok(())
}

/// Answers with a text of the adapter, without the service.
async fn answer(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    thread: Option<OwnedEventId>,
    says: Text,
) {
    let alone = direct::is_direct(room).await.unwrap_or(false);
    let asked = Arc::new(asked(room, event, thread, alone));
    let (room, reply) = (room.room_id().to_string(), Reply::room(says));
    drop(Dispatcher::say(chat, Outgoing { id: None, room, reply }, &asked, false));
}

/// Describes an event that needs an answer.
fn asked(
    room: &Room,
    event: &RoomEvent,
    thread: Option<OwnedEventId>,
    alone: bool,
) -> Asked<Infallible> {
    let thread = thread.map(|it| it.to_string());
    let thread = thread.map(|id| Thread { id: id.clone(), last: id });
    let answers = Some(event.id.to_string());
    Asked {
        place: Place { room: room.room_id().to_string(), thread, answers },
        by: event.sender.to_string(),
        alone,
        talk: false,
        pressed: None,
        interaction: None,
    }
}

/// Returns what a person can manage, by the room's power levels. Each room counts as a server.
async fn power(room: &Room, user: &UserId) -> Power {
    match room.get_suggested_user_role(user).await {
        Ok(RoomMemberRole::Creator | RoomMemberRole::Administrator | RoomMemberRole::Moderator) => {
            Power::Server
        }
        Ok(RoomMemberRole::User) => Power::Nothing,
        Err(err) => {
            tracing::warn!(%err, "the power levels of a room can't be read");
            Power::Nothing
        }
    }
}

/// Returns who else is in a room. A room for two has no neutral moderator, because one of them
/// controls it.
fn company(room: &Room) -> RoomPresence {
    company_of(room.active_members_count(), room.joined_members_count())
}

/// Returns the same for numbers of members, which include the bot.
fn company_of(active: u64, joined: u64) -> RoomPresence {
    match (active, joined) {
        (0..=2, _) => RoomPresence::Alone,
        (_, 0..=3) => RoomPresence::Pair,
        _ => RoomPresence::Many,
    }
}

/// Finds the members of the room that a line names, and replaces their names with ids.
async fn name_people(
    adapter: &AdapterContext,
    room: &Room,
    line: &mut Line,
    spoken: &Spoken,
) -> anyhow::Result<Vec<PersonName>> {
    let mut users: Vec<OwnedUserId> =
        spoken.mentions.iter().filter(|it| **it != adapter.me).cloned().collect();
    let named = line.people();
    if !named.is_empty() {
        let members = room.members(RoomMemberships::ACTIVE).await.unwrap_or_default();
        for name in named {
            let plain = name.trim_start_matches('@').to_lowercase();
            let exact = members
                .iter()
                .find(|member| member.user_id().as_str().to_lowercase() == format!("@{plain}"));
            let mut called = members.iter().filter(|member| {
                member.user_id().localpart().to_lowercase() == plain
                    || member.name().to_lowercase() == plain
            });
            let one = match (exact, called.next(), called.next()) {
                (Some(member), _, _) | (None, Some(member), None) => member.user_id().to_owned(),
                _ => continue,
            };
            line.rename(&name, one.as_str());
            users.push(one);
        }
    }
    users.sort_unstable();
    users.dedup();
    let mut people = Vec::with_capacity(users.len());
    for user in &users {
        people.push(person_name(adapter, room, user).await?);
    }
    Ok(people)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_of_two_players_and_the_bot_is_no_larger_for_who_is_only_invited() {
        for (active, joined, company) in [
            (2, 2, RoomPresence::Alone),
            (2, 1, RoomPresence::Alone),
            (3, 2, RoomPresence::Pair),
            (3, 3, RoomPresence::Pair),
            (9, 3, RoomPresence::Pair),
            (4, 4, RoomPresence::Many),
        ] {
            assert_eq!(company_of(active, joined), company, "{active} {joined}");
        }
    }
}
