//! Names in the local room: each belongs to the browser that took it first, until its data is deleted or the host frees all names.
use model::ids::Chat;
use store::{StoreError, Tx};

use crate::{
    PersonName, RequestError, Service, context::random_source::random_key,
    people::board_link::hash_of,
};

impl Service {
    /// Takes a name for the browser with this key, or for a new browser. Returns its key; none if another browser has the name.
    ///
    /// # Errors
    /// If the store fails.
    pub fn take_name(
        &mut self,
        key: Option<&str>,
        person: &PersonName,
    ) -> Result<Option<String>, StoreError> {
        let key = key.map_or_else(random_key, str::to_owned);
        let browser = hash_of(&key);
        let PersonName { handle, name, .. } = person;
        let is_own = self.keep(|tx| match tx.browser_of(handle)? {
            Some(known) => Ok(known == browser),
            None => {
                tx.meet_person(Chat::Console, handle, name)?;
                tx.give_to_browser(handle, &browser)?;
                Ok(true)
            }
        })?;
        Ok(is_own.then_some(key))
    }

    /// Frees every name, so that each belongs to the next browser that takes it.
    ///
    /// # Errors
    /// If the store fails.
    pub fn free_names(&mut self) -> Result<(), StoreError> {
        self.keep(|tx| tx.free_names())
    }
}

/// Lists the handles of the names that the browser with this key has.
///
/// # Errors
/// If the database fails.
pub fn names_of_browser(tx: &Tx<'_>, key: &str) -> Result<Vec<String>, RequestError> {
    Ok(tx.names_of_browser(&hash_of(key))?)
}
