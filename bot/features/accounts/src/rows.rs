//! Codes for linking accounts, who is asked to confirm a link, and whose accounts were linked or unlinked lately. Codes are stored as
//! hashes.
use model::ids::{Chat, PersonId};
use store::{
    HashedCode, OF_ACCOUNTS, StoreError, Tables, Tx,
    sql::{Word, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "accounts",
    steps: &[SchemaStep::new(1, include_str!("tables.sql"))
        .on_postgres(include_str!("tables.postgres.sql"))
        .of_kernel(39)],
    specs: &[LINK_CODES, LINK_REQUESTS, IDENTITY_CHANGES],
};

const LINK_CODES: TableSpec = TableSpec::new("link_codes", "person")
    .exports(&[RowExport::own("chat, until")])
    .unexported(&[("salt, hash", "who knows it could try codes")])
    .people(&[person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete)]);

// Both were told the name of the other.
const LINK_REQUESTS: TableSpec = TableSpec::new("link_requests", "person")
    .exports(&[RowExport::new("?1 IN (person, other)", "until")])
    .people(&[
        person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete),
        person("other", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete),
    ]);

// Each account has its own.
const IDENTITY_CHANGES: TableSpec = TableSpec::new("identity_changes", "rowid")
    .exports(&[RowExport::new(OF_ACCOUNTS, "at")])
    .people(&[person(
        "person",
        OnErase::Call(|tx, id| {
            tx.change(&format!("DELETE FROM identity_changes WHERE {OF_ACCOUNTS}"), [id]).map(drop)
        }),
        OnLink::Keep,
        OnUnlink::Stay,
    )]);

/// Returns the salts of the valid codes for linking.
pub(crate) fn link_salts(tx: &Tx<'_>, now: i64) -> Result<Vec<String>, StoreError> {
    tx.all("SELECT DISTINCT salt FROM link_codes WHERE until > ?", [now], |row| row.get(0))
}

/// Stores the code that a chat shows a person, instead of any earlier one.
///
/// # Errors
/// If the person doesn't exist, or the database fails.
pub(crate) fn put_link_code(
    tx: &Tx<'_>,
    of: PersonId,
    chat: Chat,
    code: &HashedCode,
    until: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO link_codes (person, chat, salt, hash, until) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (person) DO UPDATE SET chat = excluded.chat, salt = excluded.salt, hash = excluded.hash, until = excluded.until";
    tx.change(sql, params![of, Word(chat), code.salt, code.hash, until])?;
    Ok(())
}

/// Deletes a valid code for linking. Returns whose it was, and the chat that showed it.
pub(crate) fn take_link_code(
    tx: &Tx<'_>,
    hash: &str,
    now: i64,
) -> Result<Option<(PersonId, Chat)>, StoreError> {
    let sql = "DELETE FROM link_codes WHERE hash = ? AND until > ? RETURNING person, chat";
    let found = tx.one(sql, params![hash, now], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.map(|(of, Word(chat))| (of, chat)))
}

/// Deletes the code for linking that a person was shown.
pub(crate) fn drop_link_code(tx: &Tx<'_>, of: PersonId) -> Result<(), StoreError> {
    tx.change("DELETE FROM link_codes WHERE person = ?", [of])?;
    Ok(())
}

/// Stores that a person who said the code of `other` is asked to confirm.
///
/// # Errors
/// If one of them doesn't exist, or the database fails.
pub(crate) fn put_link_request(
    tx: &Tx<'_>,
    of: PersonId,
    other: PersonId,
    until: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO link_requests (person, other, until) VALUES (?, ?, ?)
               ON CONFLICT (person) DO UPDATE SET other = excluded.other, until = excluded.until";
    tx.change(sql, params![of, other, until])?;
    Ok(())
}

/// Deletes what a person is asked to confirm. Returns with whom they would be linked.
pub(crate) fn take_link_request(
    tx: &Tx<'_>,
    of: PersonId,
    now: i64,
) -> Result<Option<PersonId>, StoreError> {
    let sql = "DELETE FROM link_requests WHERE person = ? AND until > ? RETURNING other";
    tx.one(sql, params![of, now], |row| row.get(0))
}

/// Deletes what others are asked to confirm about a person. Returns who was asked.
pub(crate) fn take_link_requests_for(
    tx: &Tx<'_>,
    other: PersonId,
    now: i64,
) -> Result<Vec<PersonId>, StoreError> {
    let sql = "DELETE FROM link_requests WHERE other = ? AND until > ? RETURNING person";
    tx.all(sql, params![other, now], |row| row.get(0))
}

/// Returns when an account was linked or unlinked after a moment, earliest first.
pub(crate) fn identity_changes(
    tx: &Tx<'_>,
    of: PersonId,
    after: i64,
) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT at FROM identity_changes WHERE person = ? AND at > ? ORDER BY at";
    tx.all(sql, params![of, after], |row| row.get(0))
}

/// Stores that an account was linked or unlinked.
///
/// # Errors
/// If the person doesn't exist, or the database fails.
pub(crate) fn add_identity_change(tx: &Tx<'_>, of: PersonId, now: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO identity_changes (person, at) VALUES (?, ?)";
    tx.change(sql, params![of, now])?;
    Ok(())
}

/// Deletes codes and questions that are no longer valid, and changes up to another moment.
pub(crate) fn forget_old(tx: &Tx<'_>, now: i64, changed: i64) -> Result<(), StoreError> {
    for table in VALID_UNTIL {
        tx.change(&format!("DELETE FROM {table} WHERE until <= ?"), [now])?;
    }
    tx.change("DELETE FROM identity_changes WHERE at <= ?", [changed])?;
    Ok(())
}

/// Moves everything back by `by` seconds, because the clock was set back.
pub(crate) fn set_back(tx: &Tx<'_>, by: i64) -> Result<(), StoreError> {
    for table in VALID_UNTIL {
        tx.change(&format!("UPDATE {table} SET until = until - ?"), [by])?;
    }
    tx.change("UPDATE identity_changes SET at = at - ?", [by])?;
    Ok(())
}

/// The tables whose rows are valid until a moment.
const VALID_UNTIL: [&str; 2] = ["link_codes", "link_requests"];

#[cfg(test)]
mod tests {
    use store::{
        KERNEL, TableParts,
        example::{World, fresh_with, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    fn hashed(hash: &str) -> HashedCode {
        HashedCode { salt: "s".to_owned(), hash: hash.to_owned() }
    }

    #[test]
    fn a_code_counts_once_and_until_its_end() {
        fresh_with(PARTS, |tx| {
            let World { ann, ben, .. } = world(tx);
            let put = |hash| put_link_code(tx, ann, Chat::Discord, &hashed(hash), 10).unwrap();
            put("first");
            put("second");
            assert_eq!(link_salts(tx, 9).unwrap(), ["s"]);
            assert_eq!(link_salts(tx, 10).unwrap(), [""; 0]);
            assert_eq!(take_link_code(tx, "first", 9).unwrap(), None, "a new code replaces it");
            assert_eq!(take_link_code(tx, "second", 10).unwrap(), None, "too late");
            let taken = take_link_code(tx, "second", 9).unwrap();
            assert_eq!(taken, Some((ann, Chat::Discord)));
            assert_eq!(take_link_code(tx, "second", 9).unwrap(), None, "once");
            put("third");
            set_back(tx, 5).unwrap();
            assert_eq!(take_link_code(tx, "third", 5).unwrap(), None, "ten became five");
            drop_link_code(tx, ben).unwrap();
            assert!(take_link_code(tx, "third", 4).unwrap().is_some(), "Ben's would be another");
        });
    }

    #[test]
    fn a_question_is_answered_once_and_forgotten_with_either_side() {
        fresh_with(PARTS, |tx| {
            let World { ann, ben, .. } = world(tx);
            let ask = || put_link_request(tx, ben, ann, 10).unwrap();
            ask();
            assert_eq!(take_link_request(tx, ben, 10).unwrap(), None, "too late");
            assert_eq!(take_link_request(tx, ben, 9).unwrap(), Some(ann));
            assert_eq!(take_link_request(tx, ben, 9).unwrap(), None, "once");
            ask();
            assert_eq!(take_link_requests_for(tx, ann, 9).unwrap(), [ben]);
            for gone in [ann, ben] {
                ask();
                tx.erase_person(gone).unwrap();
                assert_eq!(take_link_request(tx, ben, 9).unwrap(), None);
            }
        });
    }

    #[test]
    fn changes_are_counted_until_they_are_forgotten_as_codes_and_questions_are() {
        fresh_with(PARTS, |tx| {
            let World { ann, ben, .. } = world(tx);
            for at in [9, 7] {
                add_identity_change(tx, ann, at).unwrap();
            }
            assert_eq!(identity_changes(tx, ann, 0).unwrap(), [7, 9]);
            assert_eq!(identity_changes(tx, ben, 0).unwrap(), [0; 0]);
            set_back(tx, 3).unwrap();
            put_link_code(tx, ann, Chat::Discord, &hashed("first"), 10).unwrap();
            put_link_request(tx, ben, ann, 10).unwrap();
            let rows = || {
                ["link_codes", "link_requests", "identity_changes"].map(|table| {
                    let sql = format!("SELECT count(*) FROM {table}");
                    tx.one(&sql, [], |row| row.get::<_, i64>(0)).unwrap().unwrap()
                })
            };
            forget_old(tx, 9, 4).unwrap();
            assert_eq!(rows(), [1, 1, 1]);
            assert_eq!(identity_changes(tx, ann, 0).unwrap(), [6]);
            forget_old(tx, 10, 6).unwrap();
            assert_eq!(rows(), [0; 3]);
        });
    }
    #[test]
    fn who_is_linked_or_parted_has_no_code_and_no_question_and_each_account_its_own_changes() {
        fresh_with(PARTS, |tx| {
            let World { ann, ben, .. } = world(tx);
            let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap().id;
            let ask = |of| {
                put_link_code(tx, of, Chat::Discord, &hashed(&of.0.to_string()), 9).unwrap();
                put_link_request(tx, of, ben, 9).unwrap();
                put_link_request(tx, ben, of, 9).unwrap();
            };
            let asked = |of: PersonId| {
                let sql = "SELECT (SELECT count(*) FROM link_codes WHERE person = ?1)
                           + (SELECT count(*) FROM link_requests WHERE ?1 IN (person, other))";
                tx.one(sql, [of], |row| row.get::<_, i64>(0)).unwrap().unwrap()
            };
            for own in [ann, other] {
                ask(own);
                add_identity_change(tx, own, 5).unwrap();
            }
            tx.link(ann, other).unwrap();
            assert_eq!((asked(ann), asked(other)), (0, 0));
            ask(ann);
            tx.unlink(ann).unwrap();
            assert_eq!((asked(ann), asked(other)), (0, 0));
            for own in [ann, other] {
                assert_eq!(identity_changes(tx, own, 0).unwrap(), [5]);
            }
        });
    }
}
