//! What happens to a match's boards: edited in place, handed over, or shrunk to a line when a new
//! one is posted.
use std::sync::Arc;

use model::reply::{Audience, Reply};
use service::{Outgoing, Service};
use store::{BoardMessage, CardAt, ThreadAt, ToldMessage};

use super::{
    Dispatcher, Place,
    chat::{Abilities, ChatAdapter, Edits, Posted, Threads},
    failure::Failure,
    menus::MenuToKeep,
    queue_key::QueueKey,
    rendered::RenderedReply,
    written::Written,
};
use crate::receipt::{Outdated, Receipt, Turn};

/// How a reply relates to the standing board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The standing board is edited, because nobody is pinged.
    InPlace,
    /// The board whose button was pressed shrinks at once, and a new one follows.
    HandOver,
    /// A message of its own.
    New,
}

/// Decides how a reply relates to the standing board. `pressed` is the message whose button caused
/// it.
pub(super) fn change(
    reply: &Reply,
    standing: Option<&BoardMessage>,
    place: &Place,
    pressed: Option<&str>,
    can: &Abilities,
) -> Change {
    let stands = standing.filter(|stands| stands.place == place.id(can.threads));
    let (Some(board), Some(stands)) = (&reply.board, stands) else { return Change::New };
    let is_pressed = pressed == Some(&stands.message);
    // A sign can't be pressed twice by the same person.
    let edits = can.edits == Edits::Pressed || !is_pressed;
    if board.in_place || board.goes_on() && (edits || board.is_watched()) {
        return Change::InPlace;
    }
    match can.edits {
        // Nobody presses a board that is only watched.
        Edits::Pressed if is_pressed && !board.is_watched() => Change::HandOver,
        Edits::Pressed | Edits::Any => Change::New,
    }
}

/// Returns what the service must record about a sent message. With `waits` the reply stays in the
/// outbox, for people who can't read it there.
pub(super) fn receipt<C: ChatAdapter>(
    reply: &RenderedReply<C>,
    (place, posted, change): (&Place, Option<&Posted>, Change),
    waits: bool,
    can: &Abilities,
) -> Receipt {
    let RenderedReply { outgoing, context, progress, .. } = reply;
    let replies = outgoing.id.into_iter().filter(|_| !waits).collect();
    let Some(update) = &outgoing.reply.board else {
        let card = card_at(outgoing, posted);
        let told = told(reply, place, posted).map(|told| (told, false));
        return Receipt { replies, card, told, ..Receipt::default() };
    };
    let of = update.of;
    let Written { plain, html } = match &context.board {
        // What is done in a turn is told by the board that ends it.
        Some(before) if change == Change::InPlace && update.goes_on() => before.into(),
        _ => C::written(reply, update.left.as_ref().unwrap_or(&outgoing.reply.text)),
    };
    let board = posted.map(|Posted { place, message, root: _ }| BoardMessage {
        of,
        room: outgoing.room.clone(),
        place: place.clone(),
        message: message.clone(),
        plain,
        html,
        answers_only: context.answers_only,
    });
    // The first board starts the thread and isn't itself in one.
    let begins = can.threads == Threads::FromBoard && context.threads;
    let thread = board.as_ref().filter(|_| begins).map(|board| ThreadAt {
        of,
        room: place.room.clone(),
        thread: Some(match &place.thread {
            Some(thread) => thread.id.clone(),
            None => posted.and_then(|it| it.root.clone()).unwrap_or_else(|| board.message.clone()),
        }),
        last: board.message.clone(),
    });
    let menus = match (&thread, &place.thread) {
        (Some(ThreadAt { thread: Some(root), .. }), None) if can.numbers => {
            MenuToKeep { outgoing, handles: &context.handles }.in_thread(&place.room, root)
        }
        _ => Vec::new(),
    };
    // A board edited in place hasn't shrunk.
    let shrunk = progress.shrunk.get().filter(|_| change != Change::InPlace);
    let shrunk = shrunk.into_iter().cloned().collect();
    Receipt {
        replies,
        turn: Some(Turn { of, room: outgoing.room.clone(), board }),
        shrunk,
        thread,
        menus,
        card: None,
        told: told(reply, place, posted).map(|told| (told, update.ends)),
    }
}

/// Returns where the card is that a reply was sent as.
pub(super) fn card_at(outgoing: &Outgoing, posted: Option<&Posted>) -> Option<CardAt> {
    let (card, posted) = outgoing.reply.card.as_ref().zip(posted)?;
    Some(CardAt {
        of: card.of.clone(),
        room: outgoing.room.clone(),
        place: posted.place.clone(),
        message: posted.message.clone(),
    })
}

/// Returns the message that tells a room of a match. In a thread everything stays.
fn told<C: ChatAdapter>(
    reply: &RenderedReply<C>,
    place: &Place,
    posted: Option<&Posted>,
) -> Option<ToldMessage> {
    let RenderedReply { outgoing, context, .. } = reply;
    let in_room = C::CHAT.takes_back() && !context.answers_only && place.thread.is_none();
    let of = outgoing.reply.told_match()?;
    let is_public = [Audience::Room, Audience::Asker].contains(&outgoing.reply.to);
    let posted = posted.filter(|_| in_room && is_public)?;
    Some(ToldMessage {
        of,
        room: outgoing.room.clone(),
        place: posted.place.clone(),
        message: posted.message.clone(),
    })
}

/// How often shrinking is tried before it waits for the next board or sweep.
const TRIES: u32 = 5;

/// Shrinks an old board to its text. A failure is retried, in the end after the next start.
pub(super) async fn shrink<C: ChatAdapter>(
    chat: &Arc<C>,
    board: &BoardMessage,
    tried: &mut u32,
) -> Result<(), Failure> {
    if let Err(err) = chat.shrink(board).await {
        let failure = Failure::of::<C>(&err);
        *tried += 1;
        if failure.cause.passes() && *tried < TRIES {
            return Err(failure);
        }
        tracing::info!(why = failure.why, "an earlier board keeps its picture");
        if failure.cause.passes() {
            chat.dispatcher().passed().seen.remove(&board.message);
            return Ok(());
        }
    }
    // The service is told with the next result.
    chat.dispatcher().passed().shrunk.push(board.message.clone());
    Ok(())
}

/// Removes a message that folds into the card of its match.
pub(super) async fn remove<C: ChatAdapter>(
    chat: &Arc<C>,
    told: &ToldMessage,
    tried: &mut u32,
) -> Result<(), Failure> {
    if let Err(err) = chat.remove(told).await {
        let failure = Failure::of::<C>(&err);
        *tried += 1;
        if failure.cause.passes() {
            if *tried < TRIES {
                return Err(failure);
            }
            chat.dispatcher().passed().seen.remove(&told.message);
            return Ok(());
        }
        tracing::info!(why = failure.why, "a message about a match that is over stays");
    }
    let message = told.message.clone();
    let forget = move |service: &mut Service| service.keep(|tx| tx.forget_told(C::CHAT, &message));
    chat.dispatcher().ask(forget).await?;
    chat.dispatcher().passed().seen.remove(&told.message);
    Ok(())
}

impl<C: ChatAdapter> Dispatcher<C> {
    /// Queues what is out of date: old boards shrink, and what folds is removed. Nothing waits for it.
    pub(super) fn clear_away(chat: &Arc<C>, Outdated { boards, folded }: Outdated) {
        for told in folded {
            if chat.dispatcher().passed().seen.insert(told.message.clone()) {
                let queue = QueueKey::OldBoards(told.place.clone());
                chat.dispatcher().push(chat, queue, super::Job::Remove(told, 0));
            }
        }
        for board in boards {
            if !chat.dispatcher().passed().seen.insert(board.message.clone()) {
                continue;
            }
            let queue = QueueKey::OldBoards(board.place.clone());
            chat.dispatcher().push(chat, queue, super::Job::Shrink(board, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{
        ids::MatchId,
        reply::{BoardReaders, BoardTurn, BoardUpdate},
    };

    fn board(message: &str) -> BoardMessage {
        let [room, place, message] = ["room", "room", message].map(str::to_owned);
        let (plain, html, answers_only) = (String::new(), String::new(), false);
        BoardMessage { of: MatchId(1), room, place, message, plain, html, answers_only }
    }

    fn can(edits: Edits) -> Abilities {
        let threads = Threads::FromBoard;
        Abilities { edits, threads, quotes: false, sealed: true, numbers: false, longest: None }
    }

    fn turn(goes_on: bool) -> Reply {
        with(goes_on, |_| ())
    }

    fn with(goes_on: bool, change: impl FnOnce(&mut BoardUpdate)) -> Reply {
        let mut board = BoardUpdate::of(MatchId(1));
        board.turn = if goes_on { BoardTurn::GoesOn } else { BoardTurn::Passes };
        change(&mut board);
        Reply { board: Some(board), ..Reply::room("Your turn.") }
    }

    #[test]
    fn the_board_changes_in_place_while_the_same_player_goes_on() {
        let (room, stands) = (Place::room("room"), board("b"));
        let any = |goes_on, pressed| {
            change(&turn(goes_on), Some(&stands), &room, pressed, &can(Edits::Any))
        };
        assert_eq!(any(true, None), Change::InPlace);
        assert_eq!(any(true, Some("b")), Change::New, "nobody presses the same sign twice");
        assert_eq!(any(false, None), Change::New);
        let pressed = |goes_on, pressed| {
            change(&turn(goes_on), Some(&stands), &room, pressed, &can(Edits::Pressed))
        };
        assert_eq!(pressed(true, Some("b")), Change::InPlace);
        assert_eq!(pressed(false, Some("b")), Change::HandOver);
        assert_eq!(pressed(true, Some("panel")), Change::InPlace, "pressed in private");
        assert_eq!(pressed(false, Some("panel")), Change::New);
        assert_eq!(pressed(true, None), Change::InPlace, "typed, or from a page");
        assert_eq!(any(true, Some("panel")), Change::InPlace);
    }

    #[test]
    fn a_board_that_pings_nobody_changes_in_place_whoever_is_asked_next() {
        let (room, stands) = (Place::room("room"), board("b"));
        for edits in [Edits::Any, Edits::Pressed] {
            for pressed in [None, Some("b"), Some("panel")] {
                let reply = with(false, |board| board.in_place = true);
                let change = |standing| change(&reply, standing, &room, pressed, &can(edits));
                assert_eq!(change(Some(&stands)), Change::InPlace);
                assert_eq!(change(None), Change::New);
            }
        }
    }

    #[test]
    fn a_watched_board_is_edited_while_a_turn_goes_on_and_posted_when_it_ends() {
        let (room, stands) = (Place::room("room"), board("b"));
        for edits in [Edits::Any, Edits::Pressed] {
            let change = |goes_on, standing| {
                let reply = with(goes_on, |board| board.readers = BoardReaders::Watching);
                change(&reply, standing, &room, None, &can(edits))
            };
            assert_eq!(change(true, Some(&stands)), Change::InPlace);
            assert_eq!(change(false, Some(&stands)), Change::New);
            assert_eq!(change(true, None), Change::New);
        }
    }

    #[test]
    fn a_board_that_stands_elsewhere_is_left_to_shrink() {
        let stands = board("b");
        let other = Place::room("other");
        let change = |reply: &Reply, standing| {
            change(reply, standing, &other, Some("b"), &can(Edits::Pressed))
        };
        assert_eq!(change(&turn(true), Some(&stands)), Change::New);
        assert_eq!(change(&turn(true), None), Change::New);
        assert_eq!(change(&Reply::room("Hello."), Some(&stands)), Change::New);
    }
}
