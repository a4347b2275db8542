//! What adapters store through the service, each row with its person or match, so that it can be
//! deleted with them.
use model::ids::{Chat, MatchId, OutboxId};
use store::{BoardAt, CardAt, FetchAt, GatewaySession, MenuAt, PrivatePlace, StoreError, ThreadAt};

use crate::Service;

/// How long a line too long for a button is kept, in seconds.
const SENTENCES: i64 = 60 * 24 * 3600;

/// The result of delivering a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landed {
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
}

/// A board that was delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub of: MatchId,
    /// The chat's id of the room.
    pub room: String,
    /// Where it is, if the chat returned that.
    pub board: Option<BoardAt>,
}

impl Service {
    /// Returns a person's private room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn private_place(
        &mut self,
        chat: Chat,
        handle: &str,
    ) -> Result<Option<PrivatePlace>, StoreError> {
        self.store.transaction(|tx| tx.private_place(chat, handle))
    }

    /// Stores a person's private room, unless the person isn't known.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_private_place(
        &mut self,
        chat: Chat,
        handle: &str,
        it: &PrivatePlace,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| match tx.private_place(chat, handle)? {
            Some(before) if before == *it => Ok(()),
            Some(_) | None => tx.keep_private_place(chat, handle, it),
        })
    }

    /// Returns the handle of the person whose private room this is.
    ///
    /// # Errors
    /// If the store fails.
    pub fn alone_in(&mut self, chat: Chat, place: &str) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.alone_in(chat, place))
    }

    /// Tells whether the bot can only answer presses and commands in a room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn answers_only(&mut self, chat: Chat, room: &str) -> Result<bool, StoreError> {
        let known = self.store.transaction(|tx| tx.room_by_handle(chat, room))?;
        Ok(known.is_some_and(|it| it.answers_only))
    }

    /// Records the result of delivering a reply, all or nothing: it is removed from the outbox, and
    /// its board replaces others. Returns the match's boards that haven't shrunk.
    ///
    /// # Errors
    /// If the store fails; the reply will then be sent again.
    pub fn landed(&mut self, chat: Chat, landed: &Landed) -> Result<Vec<BoardAt>, StoreError> {
        let Landed { replies, turn, shrunk, thread, menus, card } = landed;
        let passed = self.store.transaction(|tx| {
            replies.iter().try_for_each(|&it| tx.delivered(it))?;
            if let Some(thread) = thread {
                tx.keep_thread(chat, thread)?;
            }
            card.iter().try_for_each(|it| tx.keep_card(chat, it))?;
            menus.iter().try_for_each(|it| tx.keep_menu(chat, it))?;
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
            shrunk.iter().try_for_each(|it| tx.forget_board(chat, it))?;
            of.map_or(Ok(Vec::new()), |of| tx.passed(chat, Some(*of)))
        })?;
        replies.iter().for_each(|&id| self.figures.brings(id));
        Ok::<_, StoreError>(passed)
    }

    /// Stores the current board of a match.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_board(&mut self, chat: Chat, it: &BoardAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_board(chat, it))
    }

    /// Returns the handed-over boards of all matches in a chat that haven't shrunk.
    ///
    /// # Errors
    /// If the store fails.
    pub fn passed(&mut self, chat: Chat) -> Result<Vec<BoardAt>, StoreError> {
        self.store.transaction(|tx| tx.passed(chat, None))
    }

    /// Stores the thread of a match in a room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_thread(&mut self, chat: Chat, it: &ThreadAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_thread(chat, it))
    }

    /// Returns the match of a thread, with its room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn thread_by_id(&mut self, chat: Chat, id: &str) -> Result<Option<ThreadAt>, StoreError> {
        self.store.transaction(|tx| tx.thread_by_id(chat, id))
    }

    /// Returns the threads of matches.
    ///
    /// # Errors
    /// If the store fails.
    pub fn threads(&mut self, chat: Chat) -> Result<Vec<ThreadAt>, StoreError> {
        self.store.transaction(|tx| tx.threads(chat))
    }

    /// Forgets the threads of a match.
    ///
    /// # Errors
    /// If the store fails.
    pub fn forget_threads(&mut self, chat: Chat, of: MatchId) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_threads(chat, of))
    }

    /// Stores the sessions of these shards, and forgets those of others.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_gateway_sessions(
        &mut self,
        kept: &[GatewaySession],
        ended: &[u32],
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| {
            kept.iter().try_for_each(|it| tx.keep_gateway_session(it))?;
            ended.iter().try_for_each(|it| tx.forget_gateway_session(*it))
        })
    }

    /// Returns the stored session of a shard.
    ///
    /// # Errors
    /// If the store fails.
    pub fn gateway_session(&mut self, shard: u32) -> Result<Option<GatewaySession>, StoreError> {
        self.store.transaction(|tx| tx.gateway_session(shard))
    }

    /// Stores lines under keys, for buttons that can't hold them.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_sentences(
        &mut self,
        some: &[(String, String)],
        now: i64,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| {
            some.iter().try_for_each(|(key, says)| tx.keep_sentence(key, says, now))
        })
    }

    /// Returns a line by its key.
    ///
    /// # Errors
    /// If the store fails.
    pub fn sentence(&mut self, key: &str) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.sentence(key))
    }

    /// Records that the players of a match are told about the loss of their room; returns whether this is the first time.
    ///
    /// # Errors
    /// If the store fails.
    pub fn first_told_of_loss(&mut self, of: MatchId) -> Result<bool, StoreError> {
        self.store.transaction(|tx| tx.first_told_of_loss(of))
    }

    /// Deletes what is no longer needed: boards and losses of finished matches with nothing left to
    /// tell, and lines of old buttons.
    ///
    /// # Errors
    /// If the store fails.
    pub fn tidy(&mut self, chat: Chat, now: i64) -> Result<(), StoreError> {
        let to_come: Vec<MatchId> =
            self.undelivered(chat)?.iter().filter_map(|it| it.reply.turn_of).collect();
        self.store.transaction(|tx| {
            for board in tx.boards(chat)? {
                let over = tx.match_row(board.of)?.is_none_or(|it| it.end.is_some());
                let standing =
                    tx.standing(chat, board.of, &board.room)?.is_some_and(|it| it == board);
                if over && standing && !to_come.contains(&board.of) {
                    tx.forget_board(chat, &board.message)?;
                }
            }
            tx.forget_losses()?;
            tx.forget_sentences(now - SENTENCES)
        })
    }

    /// Returns the last boards of all matches in a chat.
    ///
    /// # Errors
    /// If the store fails.
    pub fn boards(&mut self, chat: Chat) -> Result<Vec<BoardAt>, StoreError> {
        self.store.transaction(|tx| tx.boards(chat))
    }

    /// Returns the current or earlier board that a message is.
    ///
    /// # Errors
    /// If the store fails.
    pub fn board_at(&mut self, chat: Chat, message: &str) -> Result<Option<BoardAt>, StoreError> {
        self.store.transaction(|tx| tx.board_at(chat, message))
    }

    /// Tells whether a room or server was greeted.
    ///
    /// # Errors
    /// If the store fails.
    pub fn is_greeted(&mut self, chat: Chat, place: &str) -> Result<bool, StoreError> {
        self.store.transaction(|tx| tx.is_greeted(chat, place))
    }

    /// Stores that a room or server was greeted, or forgets it.
    ///
    /// # Errors
    /// If the store fails.
    pub fn greeted(&mut self, chat: Chat, place: &str, is_so: bool) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_greeting(chat, place, is_so))
    }

    /// Forgets a board that was deleted. Returns it if it was the standing board of a running match.
    ///
    /// # Errors
    /// If the store fails.
    pub fn lose_board(&mut self, chat: Chat, message: &str) -> Result<Option<BoardAt>, StoreError> {
        self.store.transaction(|tx| {
            let Some(board) = tx.board_at(chat, message)? else { return Ok(None) };
            let stood = tx.standing(chat, board.of, &board.room)?.is_some_and(|it| it == board);
            let runs = tx.match_row(board.of)?.is_some_and(|it| it.end.is_none());
            tx.forget_board(chat, message)?;
            Ok(Some(board).filter(|_| stood && runs))
        })
    }

    /// Stores the menus last shown in some places, except for a person who was just forgotten.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_menus(
        &mut self,
        chat: Chat,
        menus: &[MenuAt],
        asked_by: Option<&str>,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| {
            if let Some(by) = asked_by
                && tx.person_by_handle(chat, by)?.is_none()
            {
                return Ok(());
            }
            menus.iter().try_for_each(|it| tx.keep_menu(chat, it))
        })
    }

    /// Returns the menus last shown in a place: to everyone, and to one person.
    ///
    /// # Errors
    /// If the store fails.
    pub fn menus(
        &mut self,
        chat: Chat,
        [place, thread, handle]: [&str; 3],
    ) -> Result<Vec<serde_json::Value>, StoreError> {
        self.store.transaction(|tx| tx.menus(chat, place, thread, handle))
    }

    /// Stores which message offers a private reply.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_fetch(&mut self, chat: Chat, it: &FetchAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_fetch(chat, it))
    }

    /// Returns the messages of a chat that offer private replies, oldest first.
    ///
    /// # Errors
    /// If the store fails.
    pub fn fetches(&mut self, chat: Chat) -> Result<Vec<FetchAt>, StoreError> {
        self.store.transaction(|tx| tx.fetches(chat))
    }

    /// Forgets the offer of a private reply.
    ///
    /// # Errors
    /// If the store fails.
    pub fn forget_fetch(&mut self, reply: OutboxId) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_fetch(reply))
    }
}
