//! Who has been away.
use model::ids::PersonId;
use store::{StoreError, Tx};

/// Returns who wants to be told of what waits and hasn't spoken in any chat since `before`, with when they last did.
pub(crate) fn absent_since(tx: &Tx<'_>, before: i64) -> Result<Vec<(PersonId, i64)>, StoreError> {
    let sql = "SELECT main.id, max(own.spoke_at) FROM people main
               JOIN people own ON own.id = main.id OR own.linked = main.id
               WHERE json_extract(main.settings, '$.news') AND main.linked IS NULL AND main.gone = 0
               GROUP BY main.id HAVING max(own.spoke_at) <= ? ORDER BY main.id";
    tx.all(sql, [before], |row| Ok((row.get(0)?, row.get(1)?)))
}
