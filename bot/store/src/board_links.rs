//! The addresses of people's own boards, as hashes.
use model::ids::PersonId;

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

// An address shows the matches of one person.
pub(super) const BOARD_LINKS: TableSpec = TableSpec::new("board_links", "hash")
    .exports(&[RowExport::own("made_at")])
    .unexported(&[("hash, salt", "who knows it could try addresses")])
    .people(&[person("person", OnErase::Delete, OnLink::Delete, OnUnlink::Stay)]);

/// An address of a person's own boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLink {
    pub hash: String,
    /// What makes its key, with a secret of the host. Nothing for an address that can't be told again.
    pub salt: Option<String>,
}

impl Tx<'_> {
    /// Returns a person's addresses, the newest first.
    pub fn board_links(&self, person: PersonId) -> Result<Vec<BoardLink>, StoreError> {
        let sql = "SELECT hash, salt FROM board_links WHERE person = ? ORDER BY made_at DESC, hash";
        self.all(sql, [person], |row| Ok(BoardLink { hash: row.get(0)?, salt: row.get(1)? }))
    }

    /// Returns the person whose address has this hash.
    pub fn person_of_board_link(&self, hash: &str) -> Result<Option<PersonId>, StoreError> {
        self.one("SELECT person FROM board_links WHERE hash = ?", [hash], |row| row.get(0))
    }

    /// Gives a person an address beside those they have.
    ///
    /// # Errors
    /// If the person doesn't exist, or the hash is invalid or in use.
    pub fn add_board_link(
        &self,
        person: PersonId,
        link: &BoardLink,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO board_links (person, hash, salt, made_at) VALUES (?, ?, ?, ?)";
        self.change(sql, params![person, link.hash, link.salt, now])?;
        Ok(())
    }

    /// Ends all addresses of a person; tells whether there was one.
    pub fn end_board_links(&self, person: PersonId) -> Result<bool, StoreError> {
        Ok(self.change("DELETE FROM board_links WHERE person = ?", [person])? != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, world},
        *,
    };

    fn link(digit: &str, salt: Option<&str>) -> BoardLink {
        BoardLink { hash: digit.repeat(64), salt: salt.map(str::to_owned) }
    }

    #[test]
    fn a_persons_addresses_stay_valid_until_all_end() {
        fresh(|tx| {
            let world = world(tx);
            let [one, other] = [link("1", None), link("2", Some("salt"))];
            let short = BoardLink { hash: "short".to_owned(), salt: None };
            assert!(tx.attempt(|| tx.add_board_link(world.ann, &short, 1)).is_err());
            tx.add_board_link(world.ann, &one, 1).unwrap();
            tx.add_board_link(world.ann, &other, 2).unwrap();
            for known in [&one, &other] {
                assert_eq!(tx.person_of_board_link(&known.hash).unwrap(), Some(world.ann));
            }
            assert_eq!(tx.board_links(world.ann).unwrap(), [other.clone(), one]);
            assert!(tx.attempt(|| tx.add_board_link(world.ben, &other, 3)).is_err());
            assert!(tx.end_board_links(world.ann).unwrap());
            assert!(!tx.end_board_links(world.ann).unwrap());
            assert_eq!(tx.person_of_board_link(&other.hash).unwrap(), None);
        });
    }

    #[test]
    fn the_addresses_of_a_person_go_with_their_data() {
        fresh(|tx| {
            let world = world(tx);
            tx.add_board_link(world.ann, &link("1", None), 1).unwrap();
            tx.erase_person(world.ann).unwrap();
            assert_eq!(tx.board_links(world.ann).unwrap(), []);
        });
    }
}
