//! What the adapters know after a restart, through the service.
use model::ids::Chat;
use store::{Cursor, KeylessEvent, Registration, StoreError, Warning};

use crate::Service;

impl Service {
    /// Returns a value of an adapter.
    ///
    /// # Errors
    /// If the store fails.
    pub fn cursor(&mut self, chat: Chat, what: Cursor) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.cursor(chat, what))
    }

    /// Stores a value of an adapter.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_cursor(&mut self, chat: Chat, what: Cursor, value: &str) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_cursor(chat, what, value))
    }

    /// Returns the newest handled event of a room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn newest_event(&mut self, chat: Chat, place: &str) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.newest_event(chat, place))
    }

    /// Stores the newest handled event of a room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_newest_event(
        &mut self,
        chat: Chat,
        place: &str,
        event: &str,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_newest_event(chat, place, event))
    }

    /// Forgets how far a room was read, its warnings, and its messages without keys.
    ///
    /// # Errors
    /// If the store fails.
    pub fn forget_reading(&mut self, chat: Chat, place: &str) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_reading(chat, place))
    }

    /// Returns the day of the last warning of this kind to a room, in days since 1970.
    ///
    /// # Errors
    /// If the store fails.
    pub fn warned_on(
        &mut self,
        chat: Chat,
        place: &str,
        what: Warning,
    ) -> Result<Option<i64>, StoreError> {
        self.store.transaction(|tx| tx.warned_on(chat, place, what))
    }

    /// Stores the day of a warning to a room.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_warning(
        &mut self,
        chat: Chat,
        place: &str,
        what: Warning,
        day: i64,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_warning(chat, place, what, day))
    }

    /// Returns the messages whose keys are missing, oldest first.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keyless_events(&mut self, chat: Chat) -> Result<Vec<KeylessEvent>, StoreError> {
        self.store.transaction(|tx| tx.keyless_events(chat))
    }

    /// Replaces the messages whose keys are missing.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_keyless_events(
        &mut self,
        chat: Chat,
        all: &[KeylessEvent],
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_keyless_events(chat, all))
    }

    /// Returns which commands a chat has from us.
    ///
    /// # Errors
    /// If the store fails.
    pub fn registration(&mut self, chat: Chat) -> Result<Option<Registration>, StoreError> {
        self.store.transaction(|tx| tx.registration(chat))
    }

    /// Stores which commands a chat has from us.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_registration(&mut self, chat: Chat, it: &Registration) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_registration(chat, it))
    }
}
