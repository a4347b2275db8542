//! What is stored about a delivered reply, and what is deleted when nothing needs it any longer.
use model::ids::{Chat, MatchId, OutboxId};
use service::Service;
use store::{BoardMessage, CardAt, MenuAt, StoreError, ThreadAt, ToldMessage};

/// How long a line too long for a button is kept, in seconds.
const SENTENCES: i64 = 60 * 24 * 3600;

/// The result of delivering a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Receipt {
    /// Replies that can be removed from the outbox.
    pub replies: Vec<OutboxId>,
    pub turn: Option<Turn>,
    /// The messages of earlier boards, of any match, that no longer have pictures and buttons.
    pub shrunk: Vec<String>,
    /// The thread it was sent to, if that must be stored.
    pub thread: Option<ThreadAt>,
    /// The menus that can now be answered by number.
    pub menus: Vec<MenuAt>,
    /// The message that is now a card.
    pub card: Option<CardAt>,
    /// The message, if it tells a room of a match and nothing else remains of that there, with whether the match has ended with it.
    pub told: Option<(ToldMessage, bool)>,
}

/// Messages that are out of date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outdated {
    /// The boards that still have to shrink.
    pub boards: Vec<BoardMessage>,
    /// What folds into the card of a match that is over.
    pub folded: Vec<ToldMessage>,
}

/// A board that was delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub of: MatchId,
    /// The chat's id of the room.
    pub room: String,
    /// Where it is, if the chat returned that.
    pub board: Option<BoardMessage>,
}

/// Records the result of delivering a reply, all or nothing: it is removed from the outbox, and
/// its board replaces others. Returns the match's boards that haven't shrunk.
///
/// # Errors
/// If the store fails; the reply will then be sent again.
pub fn record(
    service: &mut Service,
    chat: Chat,
    receipt: &Receipt,
) -> Result<Outdated, StoreError> {
    let Receipt { replies, turn, shrunk, thread, menus, card, told } = receipt;
    let now = model::host_clock::now().as_second();
    let outdated = service.keep(|tx| {
        replies.iter().try_for_each(|&id| tx.delivered(id))?;
        if let Some(thread) = thread {
            tx.keep_thread(chat, thread)?;
        }
        card.iter().try_for_each(|card| tx.keep_card(chat, card))?;
        menus.iter().try_for_each(|menu| tx.keep_menu(chat, menu))?;
        let of = match turn {
            Some(Turn { of, room: _, board: Some(board) }) => {
                tx.keep_board(chat, board)?;
                Some(of)
            }
            Some(Turn { of, room, board: None }) => {
                tx.pass_boards(chat, *of, room)?;
                Some(of)
            }
            None => None,
        };
        shrunk.iter().try_for_each(|board| tx.forget_board(chat, board))?;
        let folded = match told {
            Some((told, true)) => tx.fold(chat, told, now)?,
            Some((told, false)) => {
                tx.keep_told(chat, told)?;
                Vec::new()
            }
            None => Vec::new(),
        };
        // What goes needn't shrink.
        folded.iter().try_for_each(|gone| tx.forget_board(chat, &gone.message))?;
        let boards = of.map_or(Ok(Vec::new()), |of| tx.passed(chat, Some(*of)))?;
        Ok(Outdated { boards, folded })
    })?;
    let metrics = service.metrics();
    replies.iter().for_each(|&id| metrics.brings(id));
    Ok(outdated)
}

/// Deletes what is no longer needed: boards of finished matches with nothing left to
/// tell, where questions stood in them, and lines of old buttons.
pub(crate) fn tidy(service: &mut Service, chat: Chat, now: i64) -> Result<(), StoreError> {
    let to_come: Vec<MatchId> =
        service.undelivered(chat)?.iter().filter_map(|it| it.reply.board_of()).collect();
    service.keep(|tx| {
        for board in tx.boards(chat)? {
            let over = tx.match_row(board.of)?.is_none_or(|it| it.end.is_some());
            let standing = tx.standing(chat, board.of, &board.room)?.is_some_and(|it| it == board);
            if over && standing && !to_come.contains(&board.of) {
                tx.forget_board(chat, &board.message)?;
            }
        }
        tx.forget_asked(chat)?;
        tx.forget_sentences(now - SENTENCES)
    })
}
