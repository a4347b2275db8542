//! Turns messages and reactions into requests, and delivers the answers.
use std::{convert::Infallible, sync::Arc};

use command::{Line, Means, Nameable, Verb, say, verbs, yes_or_no};
use delivery::{Asked, Dispatcher, Place, Thread};
use engine::chance::StepKey;
use matrix_sdk::{
    Room, RoomMemberships,
    room::{RoomMember, RoomMemberRole},
    ruma::{OwnedEventId, OwnedUserId, UserId},
};
use model::{
    ids::Chat,
    reply::{Choice, Menu, Reply},
    text::Text,
};
use service::{Outgoing, PersonName, Power, Preparation, Request, RoomPresence};

use super::{
    adapter::{AdapterContext, person_name, room_name},
    addressed::{self, AddressFacts, AddressedBy, ToBot},
    buttons,
    chat::{Chore, MatrixChat},
    content::EmbeddedMenu,
    direct,
    error::Unsent,
    event::{EventContent, RoomEvent, Spoken},
    file::{self, Attached},
    message_index::{self, AskedMatch, OwnMessage},
    numbers::{self, MeantNumber, TypedNumber},
    profile_zone::zone_of,
    to_nobody, words,
};

/// The parts of a request.
pub(super) struct Ask {
    pub(super) line: Line,
    pub(super) asked_at: Option<StepKey>,
    /// The message of the bot that has the reaction.
    pub(super) pressed: Option<String>,
    /// The board with the choice that was typed.
    pub(super) on: Option<String>,
    pub(super) mentioned: Vec<PersonName>,
    pub(super) talk: bool,
    pub(super) thread: Option<OwnedEventId>,
    pub(super) attachment: Option<String>,
}

impl Ask {
    /// Creates the parts for a line.
    pub(super) fn of(line: Line, thread: Option<OwnedEventId>) -> Ask {
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
    let corrected;
    let spoken = match &spoken.corrects {
        None => spoken,
        Some(earlier) => match correction(chat, room, event, (spoken, earlier)).await? {
            Some(found) => {
                corrected = found;
                &corrected
            }
            None => return Ok(()),
        },
    };
    let thread = spoken.thread.as_ref();
    let spot = message_index::spot(adapter, room.room_id(), thread, &event.sender).await?;
    let direct = direct::is_direct(room).await.unwrap_or(false);
    let me = person_name(adapter, room, &adapter.me).await?;
    let answered = match &spoken.answers {
        Some(on) => match message_index::own_message(adapter, room, on).await? {
            Some(message) => {
                Some(message_index::about(adapter, room, on, message, &event.sender).await?)
            }
            None => None,
        },
        None => None,
    };
    let at = AddressFacts {
        prefix: &spot.prefix,
        me: &adapter.me,
        name: &me.name,
        direct,
        in_match: spot.of.is_some(),
        answers_me: answered.is_some(),
    };
    let of = spot.of.or(answered.as_ref().and_then(|it| it.of));
    let thread = spoken.thread.clone();
    let Some(ToBot { words, how }) = addressed::heard(spoken, at) else {
        return to_nobody::said(chat, room, event, spoken, spot).await;
    };
    let number = numbers::read(adapter.commands(), &words);
    let own = answered.and_then(|it| it.menu);
    let shown_of = own.as_ref().map(|it| &it.menu).or(spot.shown.as_ref().map(|it| &it.menu));
    let shown_of = shown_of.and_then(|menu| menu.of);
    // Where nothing says which message is meant, the room does.
    let is_here = direct || spot.of.is_some() || how == AddressedBy::InMatch;
    let in_room = |number: &TypedNumber| match number.of {
        Some(_) => number.of != shown_of,
        None => !is_here,
    };
    if let Some(number) = number.filter(in_room) {
        let meant = to_nobody::number(chat, room, event, number, (&spot, true)).await?;
        if let Some(ask) = meant {
            return ask_service(chat, room, event, Ask { thread, ..ask }).await;
        }
    }
    let is_reply = own.is_some();
    let (shown, asker) = match own {
        Some(EmbeddedMenu { menu, private: _, asker }) => (Some(menu), asker),
        None => (spot.shown.map(|it| it.menu), None),
    };
    let chosen = shown.as_ref().and_then(|menu| {
        let choice = match number {
            Some(TypedNumber { of, number }) if of.is_none() || of == menu.of => {
                menu.numbered(number)
            }
            Some(_) => None,
            None => menu.repeated(&words),
        };
        Some((menu, choice?))
    });
    let commands = adapter.commands();
    let concerns_board = |(_, choice): &(&Menu, &Choice)| {
        numbers::answers_another(commands, choice) || !direct && numbers::plays(commands, choice)
    };
    let asked = if number.is_some() && chosen.as_ref().is_some_and(concerns_board) {
        message_index::asked_in(adapter, room, &event.sender).await?
    } else {
        Vec::new()
    };
    if let (Some(chosen), Some(TypedNumber { number, .. }), false) = (chosen, number, is_reply) {
        let fits = |board: &&AskedMatch| of.is_none_or(|of| of == board.asked.of);
        let boards: Vec<&AskedMatch> = asked.iter().filter(fits).collect();
        if let Some(both) = numbers::either(commands, &boards, chosen, number) {
            let line = to_nobody::asks_which(number, both);
            return ask_service(chat, room, event, Ask::of(line, thread)).await;
        }
    }
    // A number that others read makes no private choice; the service says where it is made.
    let aloud = chosen.is_some_and(|(menu, choice)| {
        let is_private =
            |board: &AskedMatch| Some(board.asked.of) == menu.of && board.asked.private;
        !direct && numbers::plays(commands, choice) && asked.iter().any(is_private)
    });
    if let Some((menu, choice)) = chosen.filter(|_| !aloud) {
        if asks_another(chat, room, event, (asker, thread.clone())).await? {
            return Ok(());
        }
        let ask = chosen_by(chat, room, event, (menu, choice), spot.board).await?;
        return ask_service(chat, room, event, Ask { thread, ..ask }).await;
    }
    let mut line = adapter.commands().read(&words);
    match how {
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
    let attached = match line.verb().and_then(Verb::file) {
        Some(wanted) => file::attached(adapter, room, spoken, wanted).await?,
        None => Attached::Nothing,
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

/// Returns what a message that was changed says now, if what it said first was refused or answered by nothing. Otherwise says once that
/// it counts as it was first said.
async fn correction(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    (spoken, earlier): (&Spoken, &OwnedEventId),
) -> anyhow::Result<Option<Spoken>> {
    let found = match room.event(earlier, None).await {
        Ok(found) => RoomEvent::read(&found),
        Err(err) if Unsent::of(&err).lasts() => None,
        Err(err) => return Err(err.into()),
    };
    let Some(RoomEvent { sender, at, what: EventContent::Said(first), .. }) = found else {
        return Ok(None);
    };
    // What corrects a correction corrects nothing: clients always name the first message.
    let is_first = first.corrects.is_none() && sender == event.sender;
    if !is_first || first.body == spoken.body || !chat.lately.knows(at, event.at) {
        return Ok(None);
    }
    let Spoken { thread, answers, .. } = first;
    match chat.lately.is_taken(earlier) {
        None => Ok(Some(Spoken { thread, answers, ..spoken.clone() })),
        Some(first_time) => {
            if first_time {
                answer(chat, room, event, thread, words::as_first_said()).await;
            }
            Ok(None)
        }
    }
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
    let Some(message) = message_index::own_message(adapter, room, on).await? else { return Ok(()) };
    if message["type"] == "m.room.encrypted" {
        // The message's key was lost with an earlier device.
        answer(chat, room, event, None, words::cannot_read_board()).await;
        return Ok(());
    }
    let shown = message_index::about(adapter, room, on, message, &event.sender).await?;
    let OwnMessage { content, root, of: _, menu: Some(shown) } = shown else { return Ok(()) };
    let EmbeddedMenu { menu, private, asker } = shown;
    let Some(choice) = menu.numbered(number) else {
        return show_choices(chat, room, event, &menu).await;
    };
    if asks_another(chat, room, event, (asker, None)).await? {
        return Ok(());
    }
    if private {
        answer(chat, room, event, None, words::no_secret_reactions(number)).await;
        return Ok(());
    }
    let is_in_thread = content["m.relates_to"]["rel_type"] == "m.thread";
    let pressed = Some(on.to_string());
    let thread = is_in_thread.then_some(root);
    let ask = chosen_by(chat, room, event, (&menu, choice), None).await?;
    ask_service(chat, room, event, Ask { pressed, thread, ..ask }).await
}

/// Shows a player the board of a match whose choice with the pressed number is gone.
async fn show_choices(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    menu: &Menu,
) -> anyhow::Result<()> {
    let (adapter, Some(of)) = (&chat.adapter, menu.of) else { return Ok(()) };
    let (id, user) = (room.room_id().to_string(), event.sender.to_string());
    if !adapter.ask(move |service| service.plays_in(Chat::Matrix, &id, &user)).await? {
        return Ok(());
    }
    let line = adapter.commands().read(&say!(Board { of: of }).to_string());
    ask_service(chat, room, event, Ask::of(line, None)).await
}

/// Returns what a choice asks for; `on` is the standing board. Where it was asked which match is meant, `play #12 1` is the
/// choice with that number on the board of that match.
pub(super) async fn chosen_by(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    (menu, choice): (&Menu, &Choice),
    on: Option<String>,
) -> anyhow::Result<Ask> {
    let commands = chat.adapter.commands();
    if let Some(question) = chat.questions.answered(room.room_id(), menu) {
        chat.adapter.is_now_over(&question);
        let over = Chore::Over(room.clone(), question);
        Dispatcher::queue(chat, room.room_id().as_str(), over);
    }
    if menu.of.is_none()
        && let Some(TypedNumber { of: Some(of), number }) = numbers::read(commands, &choice.says)
    {
        let asked = message_index::asked_in(&chat.adapter, room, &event.sender).await?;
        let board = asked.iter().find(|it| it.asked.of == of);
        if let Some(board) = board
            && let MeantNumber::Choice { choice, menu, of: _ } = numbers::of_board(board, number)
        {
            let on = board.board.clone();
            return Ok(Ask {
                asked_at: menu.asked_at,
                on,
                ..Ask::of(commands.read(&choice.says), None)
            });
        }
    }
    Ok(Ask { asked_at: menu.asked_at, on, ..Ask::of(commands.read(&choice.says), None) })
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

/// Has the service handle a request and delivers the answers.
pub(super) async fn ask_service(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    ask: Ask,
) -> anyhow::Result<()> {
    let Ask { line, asked_at, pressed, on, mentioned, talk, thread, attachment } = ask;
    let (place, said) = (room.room_id().to_owned(), line.text().to_owned());
    if chat.lately.is_stubborn(&place, &event.sender, &said) {
        tracing::debug!("somebody says again and again what isn't understood");
        return Ok(());
    }
    let alone = direct::is_direct(room).await.unwrap_or(false);
    let opens_list = line.verb() == Some(verbs::Moves::VERB);
    let zone = match line.verb() {
        Some(verb) if verb == verbs::Settings::VERB => {
            zone_of(&chat.adapter.client, &event.sender).await
        }
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
        no_threads: None,
        attachment,
        now: model::host_clock::now().as_second(),
    };
    let (asked, answered) = (Arc::new(asked), chat.adapter.way.queue.answer(request.into()).await?);
    if answered.replies.iter().any(|it| it.outgoing.reply.refused.is_some()) {
        chat.lately.is_refused(&place, &event.sender, &said)
    } else {
        chat.lately.take(event.message())
    }
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
    let answers = Some(event.message().to_string());
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
    if line.may_name_people(adapter.commands()) {
        let members = room.members(RoomMemberships::ACTIVE).await.unwrap_or_default();
        let members: Vec<Nameable> = members.iter().map(nameable).collect();
        let named = line.name_people(adapter.commands(), &members);
        users.extend(named.into_iter().filter_map(|id| OwnedUserId::try_from(id).ok()));
    }
    users.sort_unstable();
    users.dedup();
    let mut people = Vec::with_capacity(users.len());
    for user in &users {
        people.push(person_name(adapter, room, user).await?);
    }
    Ok(people)
}

fn nameable(member: &RoomMember) -> Nameable {
    let (id, name) = (member.user_id(), member.name());
    Nameable { id: id.to_string(), short: id.localpart().to_owned(), name: name.to_owned() }
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
