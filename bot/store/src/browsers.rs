//! Which browser has which name in the local room, by the hash of a browser's key.
use model::ids::Chat;

use super::{StoreError, Tx, columns::Word};
use crate::sql::params;

impl Tx<'_> {
    /// Returns the browser that has a name; none if the name is free.
    pub fn browser_of(&self, handle: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT browser FROM people WHERE chat = ? AND handle = ?";
        let params = params![Word(Chat::Console), handle];
        Ok(self.one(sql, params, |row| row.get(0))?.flatten())
    }

    /// Lists the handles of the names that a browser has.
    pub fn names_of_browser(&self, browser: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT handle FROM people WHERE browser = ? ORDER BY id";
        self.all(sql, [browser], |row| row.get(0))
    }

    /// Gives a known person's name to a browser.
    pub fn give_to_browser(&self, handle: &str, browser: &str) -> Result<(), StoreError> {
        let sql = "UPDATE people SET browser = ? WHERE chat = ? AND handle = ? AND gone = 0";
        self.change(sql, params![browser, Word(Chat::Console), handle])?;
        Ok(())
    }

    /// Takes every name from its browser.
    pub fn free_names(&self) -> Result<(), StoreError> {
        self.change("UPDATE people SET browser = NULL WHERE browser IS NOT NULL", [])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use model::ids::Chat;

    use super::super::tests::example::fresh;

    #[test]
    fn a_name_has_one_browser_until_it_is_freed_or_its_data_deleted() {
        fresh(|tx| {
            assert_eq!(tx.browser_of("ann").unwrap(), None);
            let people = [("ann", "Ann"), ("bob", "Bob")];
            let [ann, _] =
                people.map(|(handle, name)| tx.meet_person(Chat::Console, handle, name).unwrap());
            // The same handle in another chat is somebody else.
            tx.meet_person(Chat::Discord, "ann", "Ann").unwrap();
            assert_eq!(tx.browser_of("ann").unwrap(), None);
            for (handle, _) in people {
                tx.give_to_browser(handle, "one").unwrap();
            }
            assert_eq!(tx.names_of_browser("one").unwrap(), ["ann", "bob"]);
            assert_eq!(tx.browser_of("ann").unwrap().as_deref(), Some("one"));
            tx.erase_person(ann.id).unwrap();
            assert_eq!(tx.names_of_browser("one").unwrap(), ["bob"]);
            tx.free_names().unwrap();
            assert_eq!(tx.browser_of("bob").unwrap(), None);
        });
    }
}
