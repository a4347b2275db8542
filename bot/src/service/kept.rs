//! What a chat has the desk keep of where it speaks: each thing with whom and what it is about, so that it goes with them.
use super::Desk;
use crate::store::{BoardAt, Chat, FetchAt, MatchId, MenuAt, OutboxId, PrivatePlace, StoreError};

impl Desk {
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

    /// Keeps where the last board of a match is in one place, and returns the one that was last there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep_board(&mut self, chat: Chat, it: &BoardAt) -> Result<Option<BoardAt>, StoreError> {
        self.store.transaction(|tx| {
            let before = tx.boards_of(chat, it.of)?.into_iter().find(|old| old.place == it.place);
            tx.keep_board(chat, it)?;
            Ok(before)
        })
    }

    /// Returns the last boards of a match in a chat.
    ///
    /// # Errors
    /// When the store fails.
    pub fn boards_of(&mut self, chat: Chat, of: MatchId) -> Result<Vec<BoardAt>, StoreError> {
        self.store.transaction(|tx| tx.boards_of(chat, of))
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

    /// Keeps the menu that was shown last in a place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep_menu(&mut self, chat: Chat, it: &MenuAt) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_menu(chat, it))
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
