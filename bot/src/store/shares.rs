//! Addresses under which matches may be looked at by anybody.
use engine::seat::{BySeat, Seat};
use rusqlite::{Row, named_params};

use super::{MatchId, PersonId, StoreError, Tx};

/// The address of a match, and who agreed to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub of: MatchId,
    /// 32 hexadecimal digits that nobody can guess.
    pub key: String,
    /// The players who gave their word.
    pub agreed: BySeat<bool>,
}

impl Share {
    /// Tells whether anybody may look: a private match takes the word of both.
    pub fn is_open(&self, private: bool) -> bool {
        let BySeat { first, second } = self.agreed;
        if private { first && second } else { first || second }
    }
}

impl Tx<'_> {
    /// Returns the address of a match.
    ///
    /// # Errors
    /// If the database fails.
    pub fn share_of(&self, of: MatchId) -> Result<Option<Share>, StoreError> {
        self.one("SELECT * FROM shares WHERE match_id = ?", [of], read)
    }

    /// Returns the match that has this address.
    ///
    /// # Errors
    /// If the database fails.
    pub fn share_at(&self, key: &str) -> Result<Option<Share>, StoreError> {
        self.one("SELECT * FROM shares WHERE key = ?", [key], read)
    }

    /// Stores that a player gave their word, and the address where the match has none yet.
    ///
    /// # Errors
    /// If the match doesn't exist, or the key is none.
    pub fn agree_to_share(&self, of: MatchId, seat: Seat, key: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO shares (match_id, key, first, second) VALUES (:of, :key, :first, :second)
                   ON CONFLICT (match_id) DO UPDATE SET first = first OR excluded.first, second = second OR excluded.second";
        let (first, second) = (seat == Seat::First, seat == Seat::Second);
        let params = named_params! { ":of": of, ":key": key, ":first": first, ":second": second };
        self.change(sql, params)?;
        Ok(())
    }

    /// Takes the address of a match away; tells whether it had one.
    ///
    /// # Errors
    /// If the database fails.
    pub fn end_share(&self, of: MatchId) -> Result<bool, StoreError> {
        Ok(self.change("DELETE FROM shares WHERE match_id = ?", [of])? != 0)
    }

    /// Ends the addresses of all matches that a person played.
    ///
    /// # Errors
    /// If the database fails.
    pub fn end_shares_of(&self, person: PersonId) -> Result<(), StoreError> {
        let sql = "DELETE FROM shares WHERE match_id IN (SELECT id FROM matches WHERE first = ?1 OR second = ?1)";
        self.change(sql, [person])?;
        Ok(())
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Share> {
    Ok(Share {
        of: row.get("match_id")?,
        key: row.get("key")?,
        agreed: BySeat { first: row.get("first")?, second: row.get("second")? },
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn a_private_match_is_open_with_the_word_of_both() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let (key, other) = ("0f".repeat(16), "aa".repeat(16));
            tx.agree_to_share(of, Seat::Second, &key).unwrap();
            let one = tx.share_at(&key).unwrap().unwrap();
            assert!(one.of == of && one.is_open(false) && !one.is_open(true));
            tx.agree_to_share(of, Seat::First, &other).unwrap();
            let both = tx.share_of(of).unwrap().unwrap();
            assert!(both.key == key && both.is_open(true), "the address stays");
            assert_eq!(tx.share_at(&other).unwrap(), None);
            assert!(tx.end_share(of).unwrap() && !tx.end_share(of).unwrap());
            let err = tx.agree_to_share(of, Seat::First, "guess").unwrap_err();
            assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        });
    }

    #[test]
    fn who_is_forgotten_takes_the_addresses_of_their_matches_with_them() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            tx.agree_to_share(of, Seat::First, &"0f".repeat(16)).unwrap();
            tx.erase_person(world.ben).unwrap();
            assert_eq!(tx.share_of(of).unwrap(), None);
        });
    }
}
