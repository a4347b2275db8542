//! Which browser has which name in the local room, by the hash of a browser's key.
use model::{ids::Chat, text::folded_name};

use super::{StoreError, Tx, columns::Word};
use crate::sql::params;

/// Somebody in the local room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameHere {
    pub handle: String,
    pub name: String,
    /// The browser that has the name; none if it is free.
    pub browser: Option<String>,
}

impl Tx<'_> {
    /// Returns the browser that has a name; none if the name is free.
    pub fn browser_of(&self, handle: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT browser FROM people WHERE chat = ? AND handle = ?";
        let params = params![Word(Chat::Console), handle];
        Ok(self.one(sql, params, |row| row.get(0))?.flatten())
    }

    /// Lists the names that a browser has, each after its handle.
    pub fn names_of_browser(&self, browser: &str) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT handle, name FROM people WHERE browser = ? ORDER BY id";
        self.all(sql, [browser], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Lists the people in the local room whose handles have this beginning.
    pub fn names_here(&self, begins: &str) -> Result<Vec<NameHere>, StoreError> {
        let sql = "SELECT handle, name, browser FROM people WHERE chat = ? AND handle >= ? AND handle < ? AND gone = 0 ORDER BY id";
        let params = params![Word(Chat::Console), begins, format!("{begins}{}", char::MAX)];
        self.all(sql, params, |row| {
            Ok(NameHere { handle: row.get(0)?, name: row.get(1)?, browser: row.get(2)? })
        })
    }

    /// Returns the browser that has the oldest name.
    pub fn first_browser(&self) -> Result<Option<String>, StoreError> {
        // By the index of the few: in the order of `id` itself SQLite would look through everyone.
        let sql = "SELECT browser FROM people WHERE browser IS NOT NULL ORDER BY +id LIMIT 1";
        self.one(sql, [], |row| row.get(0))
    }

    /// Gives somebody in the local room another handle and name.
    pub fn rename_here(&self, before: &str, handle: &str, name: &str) -> Result<(), StoreError> {
        let sql = "UPDATE people SET handle = ?, name = ?, folded = ? WHERE chat = ? AND handle = ? AND gone = 0";
        let folded = folded_name(name);
        self.change(sql, params![handle, name, folded, Word(Chat::Console), before])?;
        Ok(())
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
    use super::{super::tests::example::fresh, *};

    fn names(tx: &Tx<'_>) -> Vec<String> {
        tx.names_of_browser("one").unwrap().into_iter().map(|it| it.1).collect()
    }

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
            assert_eq!(names(tx), ["Ann", "Bob"]);
            let [handle, name] = ["ann", "Ann"].map(str::to_owned);
            let browser = Some("one".to_owned());
            assert_eq!(tx.names_here("a").unwrap(), [NameHere { handle, name, browser }]);
            assert_eq!(tx.names_here("A_").unwrap(), []);
            assert_eq!(tx.browser_of("ann").unwrap().as_deref(), Some("one"));
            tx.erase_person(ann.id).unwrap();
            assert_eq!(names(tx), ["Bob"]);
            assert_eq!(tx.first_browser().unwrap().as_deref(), Some("one"));
            tx.rename_here("bob", "cy_o", "Cy O").unwrap();
            assert_eq!(names(tx), ["Cy O"]);
            assert_eq!(tx.person_by_handle(Chat::Console, "cy_o").unwrap().unwrap().name, "Cy O");
            tx.free_names().unwrap();
            assert_eq!((tx.browser_of("cy_o").unwrap(), tx.first_browser().unwrap()), (None, None));
        });
    }
}
