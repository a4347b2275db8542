//! What a chat has the service keep of where it speaks: each thing with whom and what it is about, so that it goes with them.
use crate::service::Service;
use crate::store::{
    BoardAt, CardAt, Chat, FetchAt, MatchId, MenuAt, OutboxId, PrivatePlace, StoreError, ThreadAt,
};

/// How long a sentence too long for a button is kept, in seconds.
const SENTENCES: i64 = 60 * 24 * 3600;

/// What became of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landed {
    /// What waits no longer in the outbox.
    pub replies: Vec<OutboxId>,
    pub turn: Option<Turn>,
    /// The messages of earlier boards, of whatever match, that have lost their pictures and buttons by now.
    pub shrunk: Vec<String>,
    /// The thread where it was said, where that has to be known later.
    pub thread: Option<ThreadAt>,
    /// Menus that can be answered by number from now on.
    pub menus: Vec<MenuAt>,
    /// The message that shows a challenge from now on.
    pub card: Option<CardAt>,
}

/// The board of a match that was brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub of: MatchId,
    /// Where it stands; nothing where the chat did not say.
    pub board: Option<BoardAt>,
}

impl Service {
    /// Returns where a chat speaks with somebody alone.
    ///
    /// # Errors
    /// When the store fails.
    pub fn private_place(
        &mut self,
        chat: Chat,
        handle: &str,
    ) -> Result<Option<PrivatePlace>, StoreError> {
        self.store.transaction(|tx| tx.private_place(chat, handle))
    }

    /// Keeps where a chat speaks with somebody alone; of who is not known nothing is kept.
    ///
    /// # Errors
    /// When the store fails.
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

    /// Returns by which handle a chat knows the person to whom it speaks alone in a place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn alone_in(&mut self, chat: Chat, place: &str) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.alone_in(chat, place))
    }

    /// Takes note of what became of a reply, all of it or nothing: it is struck out of the outbox, and its board stands now where
    /// others stood. Returns the boards of the match that still look as if they stood.
    ///
    /// # Errors
    /// When the store fails; the reply will then be sent once more.
    pub fn landed(&mut self, chat: Chat, landed: &Landed) -> Result<Vec<BoardAt>, StoreError> {
        let Landed { replies, turn, shrunk, thread, menus, card } = landed;
        let passed = self.store.transaction(|tx| {
            replies.iter().try_for_each(|&it| tx.delivered(it))?;
            if let Some(thread) = thread {
                tx.keep_thread(chat, thread)?;
            }
            if let Some(card) = card
                && tx.challenge(card.of)?.is_some()
            {
                tx.keep_card(chat, card)?;
            }
            menus.iter().try_for_each(|it| tx.keep_menu(chat, it))?;
            let of = match turn {
                Some(Turn { of, board: Some(board) }) => {
                    tx.keep_board(chat, board)?;
                    Some(of)
                }
                Some(Turn { of, board: None }) => {
                    tx.pass_boards(chat, *of)?;
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

    /// Keeps where the board of a match stands now.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep_board(&mut self, chat: Chat, it: &BoardAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_board(chat, it))
    }

    /// Returns the boards of all matches in a chat whose place another one has taken, and which still look as if they stood.
    ///
    /// # Errors
    /// When the store fails.
    pub fn passed(&mut self, chat: Chat) -> Result<Vec<BoardAt>, StoreError> {
        self.store.transaction(|tx| tx.passed(chat, None))
    }

    /// Keeps the thread of a match in a room.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep_thread(&mut self, chat: Chat, it: &ThreadAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_thread(chat, it))
    }

    /// Returns the match that is played in a thread, with its room.
    ///
    /// # Errors
    /// When the store fails.
    pub fn thread_by_id(&mut self, chat: Chat, id: &str) -> Result<Option<ThreadAt>, StoreError> {
        self.store.transaction(|tx| tx.thread_by_id(chat, id))
    }

    /// Returns the threads of matches.
    ///
    /// # Errors
    /// When the store fails.
    pub fn threads(&mut self, chat: Chat) -> Result<Vec<ThreadAt>, StoreError> {
        self.store.transaction(|tx| tx.threads(chat))
    }

    /// Forgets the threads of a match.
    ///
    /// # Errors
    /// When the store fails.
    pub fn forget_threads(&mut self, chat: Chat, of: MatchId) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_threads(chat, of))
    }

    /// Keeps sentences under keys, for buttons that have no room for them.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep_sentences(
        &mut self,
        some: &[(String, String)],
        now: i64,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| {
            some.iter().try_for_each(|(key, says)| tx.keep_sentence(key, says, now))
        })
    }

    /// Returns a sentence by its key.
    ///
    /// # Errors
    /// When the store fails.
    pub fn sentence(&mut self, key: &str) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.sentence(key))
    }

    /// Notes that the players of a match are told of the loss of their room; tells whether they were not yet.
    ///
    /// # Errors
    /// When the store fails.
    pub fn first_told_of_loss(&mut self, of: MatchId) -> Result<bool, StoreError> {
        self.store.transaction(|tx| tx.first_told_of_loss(of))
    }

    /// Forgets what is of no use any more: boards and losses of matches that are over and of which nothing is left to be told, and
    /// sentences of old buttons.
    ///
    /// # Errors
    /// When the store fails.
    pub fn tidy(&mut self, chat: Chat, now: i64) -> Result<(), StoreError> {
        let to_come: Vec<MatchId> =
            self.undelivered(chat)?.iter().filter_map(|it| it.reply.turn_of).collect();
        self.store.transaction(|tx| {
            for board in tx.boards(chat)? {
                let over = tx.match_row(board.of)?.is_none_or(|it| it.end.is_some());
                let standing = tx.standing(chat, board.of)?.is_some_and(|it| it == board);
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
    /// When the store fails.
    pub fn boards(&mut self, chat: Chat) -> Result<Vec<BoardAt>, StoreError> {
        self.store.transaction(|tx| tx.boards(chat))
    }

    /// Returns the match whose last board a message is.
    ///
    /// # Errors
    /// When the store fails.
    pub fn board_in(&mut self, chat: Chat, message: &str) -> Result<Option<MatchId>, StoreError> {
        self.store.transaction(|tx| tx.board_in(chat, message))
    }

    /// Forgets a board that stands no more.
    ///
    /// # Errors
    /// When the store fails.
    pub fn forget_board(&mut self, chat: Chat, message: &str) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_board(chat, message))
    }

    /// Keeps the menus that were shown last in some places; none to somebody who was just forgotten.
    ///
    /// # Errors
    /// When the store fails.
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

    /// Returns the menus that were shown last in a place: to everybody there, and to one person.
    ///
    /// # Errors
    /// When the store fails.
    pub fn menus(
        &mut self,
        chat: Chat,
        [place, thread, handle]: [&str; 3],
    ) -> Result<Vec<serde_json::Value>, StoreError> {
        self.store.transaction(|tx| tx.menus(chat, place, thread, handle))
    }

    /// Keeps which message asks somebody to press for a reply.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep_fetch(&mut self, chat: Chat, it: &FetchAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_fetch(chat, it))
    }

    /// Returns which messages of a chat ask somebody to press, the oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub fn fetches(&mut self, chat: Chat) -> Result<Vec<FetchAt>, StoreError> {
        self.store.transaction(|tx| tx.fetches(chat))
    }

    /// Forgets that somebody was asked to press for a reply.
    ///
    /// # Errors
    /// When the store fails.
    pub fn forget_fetch(&mut self, reply: OutboxId) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_fetch(reply))
    }
}
