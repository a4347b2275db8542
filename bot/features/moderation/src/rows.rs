//! The codes that rooms show to be paired. They are stored as hashes.
use model::ids::RoomId;
use store::{
    HashedCode, StoreError, Tables, Tx,
    sql::params,
    tables::{SchemaStep, TableSpec},
};

pub(crate) static TABLES: Tables = Tables {
    part: "moderation",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[PAIR_CODES],
};

const PAIR_CODES: TableSpec =
    TableSpec::new("pair_codes", "room").unexported(&[("*", "about rooms alone")]);

/// Returns the salts of the valid codes for pairing.
pub(crate) fn pair_salts(tx: &Tx<'_>, now: i64) -> Result<Vec<String>, StoreError> {
    tx.all("SELECT DISTINCT salt FROM pair_codes WHERE until > ?", [now], |row| row.get(0))
}

/// Stores the code that a room shows, instead of any earlier one.
///
/// # Errors
/// If the room doesn't exist, or the database fails.
pub(crate) fn put_pair_code(
    tx: &Tx<'_>,
    of: RoomId,
    code: &HashedCode,
    until: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO pair_codes (room, salt, hash, until) VALUES (?, ?, ?, ?)
               ON CONFLICT (room) DO UPDATE SET salt = excluded.salt, hash = excluded.hash, until = excluded.until";
    tx.change(sql, params![of, code.salt, code.hash, until])?;
    Ok(())
}

/// Returns the room with a valid code.
pub(crate) fn room_with_code(
    tx: &Tx<'_>,
    hash: &str,
    now: i64,
) -> Result<Option<RoomId>, StoreError> {
    let sql = "SELECT room FROM pair_codes WHERE hash = ? AND until > ?";
    tx.one(sql, params![hash, now], |row| row.get(0))
}

/// Deletes the code of a room.
pub(crate) fn drop_pair_code(tx: &Tx<'_>, of: RoomId) -> Result<(), StoreError> {
    tx.change("DELETE FROM pair_codes WHERE room = ?", [of])?;
    Ok(())
}

/// Deletes codes that are no longer valid.
pub(crate) fn forget_old(tx: &Tx<'_>, now: i64) -> Result<(), StoreError> {
    tx.change("DELETE FROM pair_codes WHERE until <= ?", [now])?;
    Ok(())
}

/// Moves their ends back by `by` seconds, because the clock was set back.
pub(crate) fn set_back(tx: &Tx<'_>, by: i64) -> Result<(), StoreError> {
    tx.change("UPDATE pair_codes SET until = until - ?", [by])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use store::{
        KERNEL, TableParts,
        example::{fresh_with, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    #[test]
    fn a_room_has_one_code_until_it_is_over() {
        fresh_with(PARTS, |tx| {
            let room = world(tx).room;
            let put = |hash: &str| {
                let code = HashedCode { salt: "s".to_owned(), hash: hash.to_owned() };
                put_pair_code(tx, room, &code, 10).unwrap();
            };
            put("first");
            put("second");
            assert_eq!(room_with_code(tx, "first", 9).unwrap(), None);
            assert_eq!(room_with_code(tx, "second", 9).unwrap(), Some(room));
            assert_eq!(room_with_code(tx, "second", 10).unwrap(), None);
            assert_eq!(pair_salts(tx, 9).unwrap(), ["s"]);
            set_back(tx, 5).unwrap();
            forget_old(tx, 4).unwrap();
            assert_eq!(room_with_code(tx, "second", 4).unwrap(), Some(room), "ten became five");
            forget_old(tx, 5).unwrap();
            assert_eq!(room_with_code(tx, "second", 0).unwrap(), None);
            put("third");
            drop_pair_code(tx, room).unwrap();
            assert_eq!(room_with_code(tx, "third", 9).unwrap(), None);
        });
    }
}
