//! What is said in a room to nobody in particular, and is for the bot all the same: a move or a number of the player who is asked.
use std::sync::Arc;

use command::{Line, Means, verbs, yes_or_no};
use matrix_sdk::Room;
use model::{ids::Chat, reply::Choice};

use super::{
    chat::MatrixChat,
    event::{EventContent, RoomEvent, Spoken},
    message_index::{self, MessageSpot},
    numbers::{self, MeantNumber, NumberFacts, TypedNumber},
    request::{Ask, ask_service, chosen_by},
    words,
};

/// The most bytes of a move that is said to nobody in particular.
const LONGEST_MOVE: usize = 100;

/// Handles a message that is for nobody in particular: a move of a player who is asked in this room,
/// or what a control of their match says.
pub(super) async fn said(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    spoken: &Spoken,
    spot: MessageSpot,
) -> anyhow::Result<()> {
    let words = spoken.body.trim();
    let commands = chat.adapter.commands();
    if LONGEST_MOVE < words.len() || words.contains('\n') {
        return Ok(());
    }
    if let Some(number) = numbers::read(commands, words) {
        return match self::number(chat, room, event, number, (&spot, false)).await? {
            Some(ask) => {
                ask_service(chat, room, event, Ask { thread: spoken.thread.clone(), ..ask }).await
            }
            None => Ok(()),
        };
    }
    if spoken.thread.is_some() {
        return Ok(());
    }
    let MessageSpot { shown, called, board, .. } = spot;
    let menu = shown.map(|it| it.menu);
    // Who was just asked answers, as they would where nobody else is.
    let line = commands.read(words);
    let answers = menu.as_ref().filter(|_| called).is_some_and(|menu| {
        let offered = menu.choices.iter().map(|choice| commands.read(&choice.says).verb());
        yes_or_no(words).is_some()
            || matches!(line.means, Means::Command(_))
                && line.verb() != Some(verbs::Play::VERB)
                && offered.into_iter().any(|it| it == line.verb())
    });
    if answers {
        return ask_service(chat, room, event, Ask::of(line, None)).await;
    }
    let (id, user, said) = (room.room_id().to_string(), event.sender.to_string(), words.to_owned());
    let found =
        chat.adapter.ask(move |service| service.move_in(Chat::Matrix, &id, &user, &said)).await?;
    if let Some(of) = found {
        return ask_service(chat, room, event, Ask::of(line.in_match(of), None)).await;
    }
    let boards = message_index::asked_in(&chat.adapter, room, &event.sender).await?;
    let open = boards.iter().filter(|it| !it.asked.private);
    let mut saying = open.filter_map(|open| {
        let menu = &open.shown.as_ref()?.menu;
        Some((menu, menu.repeated(words)?, open.board.clone()))
    });
    let ask = match (saying.next(), saying.next(), menu.as_ref()) {
        (Some((menu, choice, on)), None, _) => {
            chosen_by(chat, room, event, (menu, choice), on).await?
        }
        (None, None, Some(menu)) if menu.of.is_some() => {
            let (id, user) = (room.room_id().to_string(), event.sender.to_string());
            let plays =
                chat.adapter.ask(move |service| service.plays_in(Chat::Matrix, &id, &user)).await?;
            let Some(choice) = menu.repeated(words).filter(|_| plays) else { return Ok(()) };
            Ask { asked_at: menu.asked_at, on: board, ..Ask::of(commands.read(&choice.says), None) }
        }
        _ => return Ok(()),
    };
    ask_service(chat, room, event, ask).await
}

/// Finds what to ask for a number that is no reply and in no thread of a match. `to_bot` is whether it is
/// said to the bot.
pub(super) async fn number(
    chat: &Arc<MatrixChat>,
    room: &Room,
    event: &RoomEvent,
    typed: TypedNumber,
    (spot, to_bot): (&MessageSpot, bool),
) -> anyhow::Result<Option<Ask>> {
    let adapter = &chat.adapter;
    let asked = match &event.what {
        // A question can be answered in its thread; boards are in threads of their matches.
        EventContent::Said(Spoken { thread: Some(_), .. }) if typed.of.is_none() => Vec::new(),
        _ => message_index::asked_in(adapter, room, &event.sender).await?,
    };
    let mut facts = NumberFacts {
        commands: adapter.commands(),
        asked: &asked,
        shown: spot.shown.as_ref(),
        called: spot.called,
        to_bot,
        newest: None,
        now: model::host_clock::now().as_second(),
    };
    let mut meant = numbers::meant(typed, facts);
    let newest;
    if meant == MeantNumber::Nothing && !to_bot && !asked.is_empty() {
        newest = numbers::newest_message(adapter, room, event).await?;
        facts.newest = newest.as_deref();
        meant = numbers::meant(typed, facts);
    }
    Ok(match meant {
        MeantNumber::Choice { choice, menu, of } => {
            let board = of.map(|of| asked.iter().find(|it| it.asked.of == of));
            let on = match board {
                Some(board) => board.and_then(|it| it.board.clone()),
                None => spot.board.clone(),
            };
            Some(chosen_by(chat, room, event, (menu, choice), on).await?)
        }
        MeantNumber::Either(both) => Some(Ask::of(asks_which(typed.number, both), None)),
        MeantNumber::Asks(of) => {
            let line = adapter.commands().read(&typed.number.to_string());
            let line = of.map_or(line.clone(), |of| line.in_match(of));
            Some(Ask::of(line, None))
        }
        MeantNumber::Nothing => None,
    })
}

/// Asks which of two choices a number means.
pub(super) fn asks_which(number: usize, both: [&Choice; 2]) -> Line {
    let says = both.map(|choice| choice.says.to_string());
    Line::refused(&number.to_string(), words::number_of_two(number).instead(says))
}
