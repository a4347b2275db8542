//! Who blocks whom.
use model::ids::PersonId;
use store::{
    StoreError, Tables, Tx,
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "blocks",
    steps: &[SchemaStep::new(1, include_str!("tables.sql"))],
    specs: &[BLOCKS],
};

// Both accounts of somebody who parts them stay blocked.
const BLOCKS: TableSpec = TableSpec::new("blocks", "person, other")
    .exports(&[RowExport::own("other, made_at")])
    .people(&[
        person(
            "person",
            OnErase::Delete,
            OnLink::RenameOnce("other"),
            OnUnlink::Copy("other, made_at"),
        ),
        person(
            "other",
            OnErase::Delete,
            OnLink::RenameOnce("person"),
            OnUnlink::Copy("person, made_at"),
        ),
    ]);

/// Stores that a person blocks another.
///
/// # Errors
/// If one of them doesn't exist.
pub(crate) fn block(
    tx: &Tx<'_>,
    person: PersonId,
    other: PersonId,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO blocks (person, other, made_at) VALUES (?, ?, ?)
               ON CONFLICT (person, other) DO NOTHING";
    tx.change(sql, params![person, other, now])?;
    Ok(())
}

/// Ends that a person blocks another; returns whether they did.
pub(crate) fn unblock(tx: &Tx<'_>, person: PersonId, other: PersonId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM blocks WHERE person = ? AND other = ?";
    Ok(0 < tx.change(sql, params![person, other])?)
}

/// Returns whom a person blocks, the first first.
pub(crate) fn blocked_by(tx: &Tx<'_>, person: PersonId) -> Result<Vec<PersonId>, StoreError> {
    let sql = "SELECT other FROM blocks WHERE person = ? ORDER BY made_at, other";
    tx.all(sql, [person], |row| row.get(0))
}

/// Tells whether a person blocks another.
pub(crate) fn is_blocked(
    tx: &Tx<'_>,
    person: PersonId,
    other: PersonId,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM blocks WHERE person = ? AND other = ?";
    Ok(tx.one(sql, params![person, other], |_| Ok(()))?.is_some())
}
