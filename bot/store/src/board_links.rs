//! The addresses of people's own boards, as hashes.
use model::ids::PersonId;

use super::{StoreError, Tx};
use crate::sql::params;

impl Tx<'_> {
    /// Returns the hash of a person's address.
    pub fn board_link(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        self.one("SELECT hash FROM board_links WHERE person = ?", [person], |row| row.get(0))
    }

    /// Returns the person whose address has this hash.
    pub fn person_of_board_link(&self, hash: &str) -> Result<Option<PersonId>, StoreError> {
        self.one("SELECT person FROM board_links WHERE hash = ?", [hash], |row| row.get(0))
    }

    /// Gives a person an address, in place of any other.
    ///
    /// # Errors
    /// If the person doesn't exist, or the hash is invalid.
    pub fn put_board_link(&self, person: PersonId, hash: &str, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO board_links (person, hash, made_at) VALUES (?1, ?2, ?3)
                   ON CONFLICT (person) DO UPDATE SET hash = ?2, made_at = ?3";
        self.change(sql, params![person, hash, now])?;
        Ok(())
    }

    /// Ends a person's address; tells whether there was one.
    pub fn end_board_link(&self, person: PersonId) -> Result<bool, StoreError> {
        Ok(self.change("DELETE FROM board_links WHERE person = ?", [person])? != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{fresh, world};

    #[test]
    fn a_person_has_one_address_until_it_ends() {
        fresh(|tx| {
            let world = world(tx);
            let [one, other] = ["1", "2"].map(|it| it.repeat(64));
            assert!(tx.attempt(|| tx.put_board_link(world.ann, "short", 1)).is_err());
            tx.put_board_link(world.ann, &one, 1).unwrap();
            tx.put_board_link(world.ann, &other, 2).unwrap();
            assert_eq!(tx.person_of_board_link(&one).unwrap(), None);
            assert_eq!(tx.person_of_board_link(&other).unwrap(), Some(world.ann));
            assert_eq!(tx.board_link(world.ann).unwrap(), Some(other.clone()));
            assert!(tx.attempt(|| tx.put_board_link(world.ben, &other, 3)).is_err());
            assert!(tx.end_board_link(world.ann).unwrap());
            assert!(!tx.end_board_link(world.ann).unwrap());
            assert_eq!(tx.person_of_board_link(&other).unwrap(), None);
        });
    }

    #[test]
    fn the_address_of_a_person_goes_with_their_data() {
        fresh(|tx| {
            let world = world(tx);
            tx.put_board_link(world.ann, &"1".repeat(64), 1).unwrap();
            tx.erase_person(world.ann).unwrap();
            assert_eq!(tx.board_link(world.ann).unwrap(), None);
        });
    }
}
