//! What players write down for themselves about their matches.
use model::ids::{MatchId, PersonId};
use store::{
    StoreError, Tables, Tx,
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "notes",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[NOTES],
};

const NOTES: TableSpec = TableSpec::new("notes", "match_id, person")
    .exports(&[RowExport::own("match_id, text, made_at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id"),
        OnUnlink::WithMatch,
    )]);

/// Stores a player's note on a match, replacing the one before.
///
/// # Errors
/// If the match or the person doesn't exist, or the text is empty.
pub(crate) fn put_note(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
    text: &str,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO notes (match_id, person, text, made_at) VALUES (?, ?, ?, ?)
               ON CONFLICT (match_id, person) DO UPDATE SET text = excluded.text, made_at = excluded.made_at";
    tx.change(sql, params![of, person, text, now])?;
    Ok(())
}

/// Returns a player's note on a match.
pub(crate) fn note(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT text FROM notes WHERE match_id = ? AND person = ?";
    tx.one(sql, params![of, person], |row| row.get(0))
}

/// Returns all notes of a person with their matches, the newest first.
pub(crate) fn notes_of(
    tx: &Tx<'_>,
    person: PersonId,
) -> Result<Vec<(MatchId, String)>, StoreError> {
    let sql = "SELECT match_id, text FROM notes WHERE person = ?
               ORDER BY made_at DESC, match_id DESC";
    tx.all(sql, [person], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns everyone's notes.
pub(crate) fn all_notes(tx: &Tx<'_>) -> Result<Vec<(MatchId, PersonId, String)>, StoreError> {
    let sql = "SELECT match_id, person, text FROM notes";
    tx.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Changes the words of a note.
///
/// # Errors
/// If the text is empty.
pub(crate) fn reword_note(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
    text: &str,
) -> Result<(), StoreError> {
    let sql = "UPDATE notes SET text = ? WHERE match_id = ? AND person = ?";
    tx.change(sql, params![text, of, person])?;
    Ok(())
}

/// Deletes a player's note on a match; returns whether there was one.
pub(crate) fn drop_note(tx: &Tx<'_>, of: MatchId, person: PersonId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM notes WHERE match_id = ? AND person = ?";
    Ok(0 < tx.change(sql, params![of, person])?)
}
