//! Addresses where anyone can see a shared match.
use std::collections::BTreeSet;

use engine::seat::{BySeat, Seat};
use model::ids::{MatchId, PersonId};

use super::{
    StoreError, Tx,
    columns::{Json, Word},
    sql::SqlRow,
};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const SHARES: TableSpec = TableSpec::new("shares", "match_id")
    .exports(&[RowExport::new(OF_PLAYERS, "match_id, key")])
    .people(&[person(
        "match_id",
        OnErase::Call(|tx, id| tx.end_shares_of(id)),
        OnLink::Keep,
        OnUnlink::Stay,
    )]);

pub(super) const SHARE_CONSENTS: TableSpec = TableSpec::new("share_consents", "match_id, seat")
    .exports(&[RowExport::new(OF_PLAYERS, "match_id, seat")]);

/// Finds what is about the matches of a person.
pub(super) const OF_PLAYERS: &str = "match_id IN (SELECT match_id FROM seats WHERE person = ?1)";

/// The query for addresses, up to its conditions.
const ALL_SHARES: &str = "SELECT *, (SELECT coalesce('[' || string_agg(json_quote(seat), ',') || ']', '[]') FROM share_consents WHERE share_consents.match_id = shares.match_id) AS agreed FROM shares";

/// The address of a match, and who agreed to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub of: MatchId,
    /// 32 hexadecimal digits that nobody can guess.
    pub key: String,
    /// The players who agreed.
    pub agreed: BySeat<bool>,
}

impl Share {
    /// Tells whether anyone may look: for a private match, both players must agree.
    pub fn is_open(&self, private: bool) -> bool {
        let agreed = Seat::BOTH.map(|seat| *self.agreed.get(seat));
        if private { agreed.iter().all(|it| *it) } else { agreed.contains(&true) }
    }
}

impl Tx<'_> {
    /// Returns the address of a match.
    pub fn share_of(&self, of: MatchId) -> Result<Option<Share>, StoreError> {
        self.one(&format!("{ALL_SHARES} WHERE match_id = ?"), [of], read)
    }

    /// Returns the match that has this address.
    pub fn share_at(&self, key: &str) -> Result<Option<Share>, StoreError> {
        self.one(&format!("{ALL_SHARES} WHERE key = ?"), [key], read)
    }

    /// Stores that a player agreed, and the address if the match has none yet.
    ///
    /// # Errors
    /// If the match doesn't exist, or the key is invalid.
    pub fn agree_to_share(&self, of: MatchId, seat: Seat, key: &str) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO shares (match_id, key) VALUES (?, ?) ON CONFLICT (match_id) DO NOTHING";
        self.change(sql, params![of, key])?;
        let sql =
            "INSERT INTO share_consents (match_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING";
        self.change(sql, params![of, Word(seat)])?;
        Ok(())
    }

    /// Deletes the address of a match; tells whether it had one.
    pub fn end_share(&self, of: MatchId) -> Result<bool, StoreError> {
        Ok(self.change("DELETE FROM shares WHERE match_id = ?", [of])? != 0)
    }

    /// Ends the addresses of all matches that a person played.
    fn end_shares_of(&self, person: PersonId) -> Result<(), StoreError> {
        self.change(&format!("DELETE FROM shares WHERE {OF_PLAYERS}"), [person])?;
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Share> {
    let Json(agreed) = row.get::<_, Json<BTreeSet<Seat>>>("agreed")?;
    Ok(Share {
        of: row.get("match_id")?,
        key: row.get("key")?,
        agreed: BySeat::new(|seat| agreed.contains(&seat)),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
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
            let err = tx.attempt(|| tx.agree_to_share(of, Seat::First, "guess")).unwrap_err();
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
