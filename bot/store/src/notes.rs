//! What players write down for themselves about their matches.
use model::ids::{MatchId, PersonId};

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const NOTES: TableSpec = TableSpec::new("notes", "match_id, person")
    .exports(&[RowExport::own("match_id, text, made_at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id"),
        OnUnlink::WithMatch,
    )]);

impl Tx<'_> {
    /// Stores a player's note on a match, replacing the one before.
    ///
    /// # Errors
    /// If the match or the person doesn't exist, or the text is empty.
    pub fn put_note(
        &self,
        of: MatchId,
        person: PersonId,
        text: &str,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO notes (match_id, person, text, made_at) VALUES (?, ?, ?, ?)
                   ON CONFLICT (match_id, person) DO UPDATE SET text = excluded.text, made_at = excluded.made_at";
        self.change(sql, params![of, person, text, now])?;
        Ok(())
    }

    /// Returns a player's note on a match.
    pub fn note(&self, of: MatchId, person: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT text FROM notes WHERE match_id = ? AND person = ?";
        self.one(sql, params![of, person], |row| row.get(0))
    }

    /// Returns all notes of a person with their matches, the newest first.
    pub fn notes_of(&self, person: PersonId) -> Result<Vec<(MatchId, String)>, StoreError> {
        let sql = "SELECT match_id, text FROM notes WHERE person = ?
                   ORDER BY made_at DESC, match_id DESC";
        self.all(sql, [person], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns everyone's notes.
    pub fn all_notes(&self) -> Result<Vec<(MatchId, PersonId, String)>, StoreError> {
        let sql = "SELECT match_id, person, text FROM notes";
        self.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
    }

    /// Changes the words of a note.
    ///
    /// # Errors
    /// If the text is empty, or the database fails.
    pub fn reword_note(&self, of: MatchId, person: PersonId, text: &str) -> Result<(), StoreError> {
        let sql = "UPDATE notes SET text = ? WHERE match_id = ? AND person = ?";
        self.change(sql, params![text, of, person])?;
        Ok(())
    }

    /// Deletes a player's note on a match; returns whether there was one.
    pub fn drop_note(&self, of: MatchId, person: PersonId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM notes WHERE match_id = ? AND person = ?";
        Ok(0 < self.change(sql, params![of, person])?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::example::{fresh, new_match, world};

    #[test]
    fn a_player_has_one_note_on_a_match() {
        fresh(|tx| {
            let world = world(tx);
            let add = || tx.add_match(&new_match(&world)).unwrap();
            let (first, second) = (add(), add());
            tx.put_note(first, world.ann, "one", 1).unwrap();
            tx.put_note(second, world.ann, "two", 2).unwrap();
            tx.put_note(first, world.ann, "three", 3).unwrap();
            tx.put_note(first, world.ben, "four", 4).unwrap();
            assert_eq!(tx.note(first, world.ann).unwrap().as_deref(), Some("three"));
            let all = tx.notes_of(world.ann).unwrap();
            assert_eq!(all, [(first, "three".to_owned()), (second, "two".to_owned())]);
            tx.reword_note(second, world.ann, "five").unwrap();
            assert_eq!(tx.all_notes().unwrap().len(), 3);
            assert_eq!(tx.note(second, world.ann).unwrap().as_deref(), Some("five"));
            assert!(tx.drop_note(first, world.ann).unwrap());
            assert!(!tx.drop_note(first, world.ann).unwrap());
            assert_eq!(tx.note(first, world.ben).unwrap().as_deref(), Some("four"));
            assert!(tx.attempt(|| tx.put_note(first, world.ann, "", 5)).is_err());
        });
    }
}
