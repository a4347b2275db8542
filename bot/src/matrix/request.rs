//! Makes requests of what people say and press, and puts the answers on their way.
use engine::chance::Ply;
use matrix_sdk::{
    Room, RoomMemberships,
    deserialized_responses::TimelineEventKind,
    room::RoomMemberRole,
    ruma::{OwnedEventId, OwnedUserId, UserId},
};
use serde_json::Value;

use super::{
    buttons,
    content::MENU,
    direct,
    event::{Event, Spoken},
    file::{self, Attached},
    post::{Asked, Post},
    side::{Side, person_name, room_name},
    trail::{self, Spot},
    trouble::Unsent,
    words::{self, How, Where, Words},
};
use crate::{
    command::{self, Kind},
    reply::{Menu, Reply},
    service::{Company, Line, Outgoing, PersonName, Power, Request, RoomName},
    span,
    store::Chat,
    text::Text,
};

/// How long after a menu was shown a number alone still answers it in a room where people talk, in milliseconds.
const NUMBER_COUNTS: u64 = 60 * 60 * 1000;

/// What is asked of the desk, before it is known for sure that it is.
struct Ask {
    line: Line,
    asked_at: Option<Ply>,
    /// The room for which it is said, where that is not the room it was typed in.
    room: Option<String>,
    mentioned: Vec<PersonName>,
    talk: bool,
    thread: Option<OwnedEventId>,
    attachment: Option<String>,
}

impl Ask {
    /// Asks for what is said, and nothing else.
    fn of(line: Line, thread: Option<OwnedEventId>) -> Ask {
        let mentioned = Vec::new();
        Ask { line, asked_at: None, room: None, mentioned, talk: false, thread, attachment: None }
    }
}

/// Handles a typed message.
///
/// # Errors
/// When the desk has closed or fails.
pub(super) async fn said(
    side: &Side,
    post: &Post,
    room: &Room,
    event: &Event,
    spoken: &Spoken,
) -> anyhow::Result<()> {
    let id = room.room_id().to_string();
    let settings = side.ask(move |desk| desk.room_settings(Chat::Matrix, &id)).await?;
    let direct = direct::is_direct(room).await.unwrap_or(false);
    let of = match &spoken.thread {
        Some(root) => trail::match_of(side, root).await?,
        None => None,
    };
    let me = person_name(room, &side.me).await;
    let at = Where {
        prefix: &settings.prefix,
        me: &side.me,
        name: &me.name,
        direct,
        in_match: of.is_some(),
    };
    let Some(Words { words, how }) = words::heard(spoken, at) else { return Ok(()) };
    let thread = spoken.thread.clone();
    let spot = Spot { room: room.room_id(), thread: thread.as_ref() };
    if let Ok(number) = words.parse::<usize>()
        && let Some(last) = trail::menu(side, spot, &event.sender).await?
    {
        if how == How::Number && NUMBER_COUNTS < event.at.saturating_sub(last.at) {
            return Ok(());
        }
        let choice =
            last.menu.as_ref().map(|it| (it.asked_at, it.choices.get(number.wrapping_sub(1))));
        match choice {
            Some((asked_at, Some(choice))) => {
                let line = Line::Typed(choice.says.clone());
                let ask = Ask { asked_at, ..Ask::of(line, thread) };
                return carry_out(side, post, room, event, ask).await;
            }
            // The desk has shown the list and knows its numbers, in the room for which it made it.
            None => {
                let room_of = Some(last.room).filter(|it| it != room.room_id().as_str());
                let ask = Ask { room: room_of, ..Ask::of(Line::Typed(words), thread) };
                return carry_out(side, post, room, event, ask).await;
            }
            Some((_, None)) => {}
        }
    }
    if how == How::Number {
        return Ok(());
    }
    let (words, mentioned) = with_people(side, room, &words, spoken).await;
    let talk = how == How::InMatch && words::is_talk(&words);
    let attached = match file::is_wanted(&words) {
        true => file::attached(side, room, spoken).await?,
        false => Attached::Nothing,
    };
    let attachment = match attached {
        Attached::Nothing => None,
        Attached::Text(text) => Some(text),
        Attached::Refused(says) => {
            answer(post, room, &Asked::by(room, event, thread), Text::plain(says));
            return Ok(());
        }
    };
    let line = Line::Typed(words);
    let line = match of {
        Some(of) => command::for_match(line, of),
        None => line,
    };
    let ask = Ask { mentioned, talk, attachment, ..Ask::of(line, thread) };
    carry_out(side, post, room, event, ask).await
}

/// Handles a reaction: a press of a button, when it is on a message of the bot that has one with this sign.
///
/// # Errors
/// When the desk has closed, or the server does not say now what was pressed.
pub(super) async fn pressed(
    side: &Side,
    post: &Post,
    room: &Room,
    event: &Event,
    on: &OwnedEventId,
    key: &str,
) -> anyhow::Result<()> {
    let Some(number) = buttons::number(key) else { return Ok(()) };
    let message = match room.event(on, None).await {
        Ok(message) => message,
        // What the bot may not see was not its own.
        Err(err) if Unsent::of(&err).lasts() => return Ok(()),
        Err(err) => return Err(err.into()),
    };
    let unreadable = matches!(message.kind, TimelineEventKind::UnableToDecrypt { .. });
    let Ok(message) = message.raw().deserialize_as_unchecked::<Value>() else { return Ok(()) };
    if message["sender"] != side.me.as_str() {
        return Ok(());
    }
    if unreadable {
        // Keys that were lost with an earlier device do not come back.
        let says = span![
            "I cannot read that message any more. ",
            Text::code("board"),
            " shows where a match stands."
        ];
        answer(post, room, &Asked::by(room, event, None), says);
        return Ok(());
    }
    // The message carries its menu, so a button works as long as the message is there.
    let content = &message["content"];
    let Ok(menu) = serde_json::from_value::<Menu>(content[MENU].clone()) else { return Ok(()) };
    let Some(choice) = menu.choices.get(number - 1) else { return Ok(()) };
    let relation = &content["m.relates_to"];
    let thread = relation["event_id"].as_str().filter(|_| relation["rel_type"] == "m.thread");
    let thread = thread.and_then(|it| OwnedEventId::try_from(it).ok());
    let line = Line::Typed(choice.says.clone());
    let ask = Ask { asked_at: menu.asked_at, ..Ask::of(line, thread) };
    carry_out(side, post, room, event, ask).await
}

/// Has the desk carry out a request and puts the answers on their way.
async fn carry_out(
    side: &Side,
    post: &Post,
    room: &Room,
    event: &Event,
    ask: Ask,
) -> anyhow::Result<()> {
    let Ask { line, asked_at, room: other, mentioned, talk, thread, attachment } = ask;
    // What somebody may manage and who else is there is asked of the room it is said for.
    let (name, power, company) = match other.and_then(|it| matrix_sdk::ruma::RoomId::parse(it).ok())
    {
        Some(other) => match side.client.get_room(&other) {
            Some(other) => {
                (room_name(&other).await, power(&other, &event.sender).await, company(&other))
            }
            None => {
                let (name, server) = (String::new(), String::new());
                let name = RoomName { handle: other.to_string(), name, server };
                (name, Power::Nothing, Company::Many)
            }
        },
        None => (room_name(room).await, power(room, &event.sender).await, company(room)),
    };
    let request = Request {
        chat: Chat::Matrix,
        message: Some(event.id.to_string()),
        room: name,
        from: person_name(room, &event.sender).await,
        mentioned,
        line,
        asked_at,
        overheard: !direct::is_direct(room).await.unwrap_or(false),
        power,
        company,
        attachment,
        now: jiff::Timestamp::now().as_second(),
    };
    let replies = side.way.queue.ask(move |desk| desk.handle(&request)).await?;
    post.send(replies, Some(&Asked { talk, ..Asked::by(room, event, thread) }));
    Ok(())
}

/// Answers with words of the chat's own, of which the desk knows nothing.
fn answer(post: &Post, room: &Room, asked: &Asked, says: Text) {
    let room = room.room_id().to_string();
    post.send(vec![Outgoing { id: None, room, reply: Reply::room(says) }], Some(asked));
}

impl Asked {
    fn by(room: &Room, event: &Event, thread: Option<OwnedEventId>) -> Asked {
        Asked {
            room: room.room_id().to_owned(),
            event: event.id.clone(),
            thread,
            by: event.sender.clone(),
            talk: false,
        }
    }
}

/// Returns what the room's power levels let somebody manage. A room is a server of its own.
async fn power(room: &Room, user: &UserId) -> Power {
    match room.get_suggested_user_role(user).await {
        Ok(RoomMemberRole::Creator | RoomMemberRole::Administrator | RoomMemberRole::Moderator) => {
            Power::Server
        }
        Ok(RoomMemberRole::User) => Power::Nothing,
        Err(err) => {
            tracing::warn!(%err, "the power levels of a room cannot be read");
            Power::Nothing
        }
    }
}

/// Tells who is in a room. Whoever made it rules it, so one in which only two can be is no place for a referee.
fn company(room: &Room) -> Company {
    company_of(room.active_members_count(), room.joined_members_count())
}

/// Tells the same by how many are there or invited, and how many are there, the bot among them.
fn company_of(active: u64, joined: u64) -> Company {
    match (active, joined) {
        (0..=2, _) => Company::Alone,
        (_, 0..=3) => Company::Pair,
        _ => Company::Many,
    }
}

/// Finds the people who are named in words among those in the room; their names become ids.
async fn with_people(
    side: &Side,
    room: &Room,
    words: &str,
    spoken: &Spoken,
) -> (String, Vec<PersonName>) {
    let mut words = words.to_owned();
    let mut users: Vec<OwnedUserId> =
        spoken.mentions.iter().filter(|it| **it != side.me).cloned().collect();
    let mut named: Vec<String> =
        words.split_whitespace().filter(|it| it.starts_with('@')).map(str::to_owned).collect();
    if let Ok(Some(said)) = command::parse(&words)
        && let Some(spec) = command::find(command::name(said.verb))
    {
        let who = spec.args.iter().filter(|it| it.kind == Kind::Who);
        named.extend(who.filter_map(|it| said.args.get(it.name)).map(str::to_owned));
    }
    if !named.is_empty() {
        let members = room.members(RoomMemberships::ACTIVE).await.unwrap_or_default();
        for name in named {
            let plain = name.trim_start_matches('@').to_lowercase();
            let exact = members
                .iter()
                .find(|it| it.user_id().as_str().to_lowercase() == format!("@{plain}"));
            let mut called = members.iter().filter(|it| {
                it.user_id().localpart().to_lowercase() == plain
                    || it.name().to_lowercase() == plain
            });
            let one = match (exact, called.next(), called.next()) {
                (Some(it), _, _) | (None, Some(it), None) => it.user_id().to_owned(),
                _ => continue,
            };
            words = words.replacen(&name, one.as_str(), 1);
            users.push(one);
        }
    }
    users.sort_unstable();
    users.dedup();
    let mut people = Vec::with_capacity(users.len());
    for user in &users {
        people.push(person_name(room, user).await);
    }
    (words, people)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_of_two_players_and_the_bot_is_no_larger_for_who_is_only_invited() {
        for (active, joined, company) in [
            (2, 2, Company::Alone),
            (2, 1, Company::Alone),
            (3, 2, Company::Pair),
            (3, 3, Company::Pair),
            (9, 3, Company::Pair),
            (4, 4, Company::Many),
        ] {
            assert_eq!(company_of(active, joined), company, "{active} {joined}");
        }
    }
}
