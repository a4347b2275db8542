//! Addresses where anyone can see a shared match.
use std::collections::BTreeSet;

use engine::seat::{BySeat, Seat};
use model::ids::{MatchId, PersonId};
use store::{
    StoreError, Tables, Tx,
    sql::{Json, RowResult, SqlRow, Word, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "sharing",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[SHARES, SHARE_CONSENTS],
};

const SHARES: TableSpec = TableSpec::new("shares", "match_id")
    .exports(&[RowExport::of_matches("match_id, key")])
    .people(&[person("match_id", OnErase::Call(end_shares_of), OnLink::Keep, OnUnlink::Stay)]);

const SHARE_CONSENTS: TableSpec = TableSpec::new("share_consents", "match_id, seat")
    .exports(&[RowExport::of_matches("match_id, seat")]);

/// The query for addresses, up to its conditions.
const ALL_SHARES: &str = "SELECT *, (SELECT coalesce('[' || string_agg(json_quote(seat), ',') || ']', '[]') FROM share_consents WHERE share_consents.match_id = shares.match_id) AS agreed FROM shares";

/// The address of a match, and who agreed to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchShare {
    pub(crate) of: MatchId,
    /// 32 hexadecimal digits that nobody can guess.
    pub(crate) key: String,
    /// The players who agreed.
    pub(crate) agreed: BySeat<bool>,
}

impl MatchShare {
    /// Tells whether anyone may look: for a private match, both players must agree.
    pub(crate) fn is_open(&self, private: bool) -> bool {
        let agreed = Seat::BOTH.map(|seat| *self.agreed.get(seat));
        if private { agreed.iter().all(|it| *it) } else { agreed.contains(&true) }
    }
}

/// Returns the address of a match.
pub(crate) fn share_of(tx: &Tx<'_>, of: MatchId) -> Result<Option<MatchShare>, StoreError> {
    tx.one(&format!("{ALL_SHARES} WHERE match_id = ?"), [of], read)
}

/// Returns the match that has this address.
pub(crate) fn share_at(tx: &Tx<'_>, key: &str) -> Result<Option<MatchShare>, StoreError> {
    tx.one(&format!("{ALL_SHARES} WHERE key = ?"), [key], read)
}

/// Stores that a player agreed, and the address if the match has none yet.
///
/// # Errors
/// If the match doesn't exist, or the key is invalid.
pub(crate) fn agree_to_share(
    tx: &Tx<'_>,
    of: MatchId,
    seat: Seat,
    key: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO shares (match_id, key) VALUES (?, ?) ON CONFLICT (match_id) DO NOTHING";
    tx.change(sql, params![of, key])?;
    let sql = "INSERT INTO share_consents (match_id, seat) VALUES (?, ?) ON CONFLICT DO NOTHING";
    tx.change(sql, params![of, Word(seat)])?;
    Ok(())
}

/// Deletes the address of a match; tells whether it had one.
pub(crate) fn end_share(tx: &Tx<'_>, of: MatchId) -> Result<bool, StoreError> {
    Ok(tx.change("DELETE FROM shares WHERE match_id = ?", [of])? != 0)
}

/// Ends the addresses of all matches that a person played.
fn end_shares_of(tx: &Tx<'_>, person: PersonId) -> Result<(), StoreError> {
    let sql = "DELETE FROM shares
               WHERE match_id IN (SELECT match_id FROM seats WHERE person = ?1)";
    tx.change(sql, [person])?;
    Ok(())
}

fn read(row: &SqlRow<'_>) -> RowResult<MatchShare> {
    let Json(agreed) = row.get::<_, Json<BTreeSet<Seat>>>("agreed")?;
    Ok(MatchShare {
        of: row.get("match_id")?,
        key: row.get("key")?,
        agreed: BySeat::new(|seat| agreed.contains(&seat)),
    })
}

#[cfg(test)]
mod tests {
    use store::{
        KERNEL, TableParts,
        example::{fresh_with, new_match, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    #[test]
    fn a_private_match_is_open_with_the_word_of_both() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let (key, other) = ("0f".repeat(16), "aa".repeat(16));
            agree_to_share(tx, of, Seat::Second, &key).unwrap();
            let one = share_at(tx, &key).unwrap().unwrap();
            assert!(one.of == of && one.is_open(false) && !one.is_open(true));
            agree_to_share(tx, of, Seat::First, &other).unwrap();
            let both = share_of(tx, of).unwrap().unwrap();
            assert!(both.key == key && both.is_open(true), "the address stays");
            assert_eq!(share_at(tx, &other).unwrap(), None);
            assert!(end_share(tx, of).unwrap() && !end_share(tx, of).unwrap());
            let err = tx.attempt(|| agree_to_share(tx, of, Seat::First, "guess")).unwrap_err();
            assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        });
    }

    #[test]
    fn who_is_forgotten_takes_the_addresses_of_their_matches_with_them() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            agree_to_share(tx, of, Seat::First, &"0f".repeat(16)).unwrap();
            tx.erase_person(world.ben).unwrap();
            assert_eq!(share_of(tx, of).unwrap(), None);
        });
    }
}
