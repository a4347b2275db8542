//! Who watches which match.
use model::ids::{MatchId, PersonId};

use super::{StoreError, Tx, Watch, sql::SqlRow};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

// A person who watched from both rooms now watches from the new one.
pub(super) const WATCHES: TableSpec = TableSpec::new("watches", "match_id, person, room")
    .exports(&[RowExport::own("match_id, room, openly")])
    .rooms(&[("room", Some("match_id, person"))])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id, room"),
        OnUnlink::WithRoom,
    )]);

impl Tx<'_> {
    /// Stores that a person watches a match, replacing the row for that room.
    ///
    /// # Errors
    /// If the match, the person or the room doesn't exist.
    pub fn add_watch(&self, watch: &Watch) -> Result<(), StoreError> {
        let Watch { of, person, room, openly } = watch;
        let sql = "INSERT INTO watches (match_id, person, room, openly) VALUES (?, ?, ?, ?)
                   ON CONFLICT (match_id, person, room) DO UPDATE SET openly = excluded.openly";
        self.change(sql, params![of, person, room, openly])?;
        Ok(())
    }

    /// Returns the watchers of a match.
    pub fn watches(&self, of: MatchId) -> Result<Vec<Watch>, StoreError> {
        self.all("SELECT * FROM watches WHERE match_id = ? ORDER BY person, room", [of], read)
    }

    /// Returns the matches a person watches.
    pub fn watches_of(&self, person: PersonId) -> Result<Vec<Watch>, StoreError> {
        self.all("SELECT * FROM watches WHERE person = ? ORDER BY match_id, room", [person], read)
    }

    /// Ends a person's watching of one match, or of all; returns how many there were.
    pub fn end_watches_of(
        &self,
        person: PersonId,
        of: Option<MatchId>,
    ) -> Result<usize, StoreError> {
        let sql = "DELETE FROM watches WHERE person = ?1 AND (match_id = ?2 OR ?2 IS NULL)";
        self.change(sql, params![person, of])
    }

    /// Ends all watching of a match.
    pub fn end_watches(&self, of: MatchId) -> Result<(), StoreError> {
        self.change("DELETE FROM watches WHERE match_id = ?", [of])?;
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Watch> {
    Ok(Watch {
        of: row.get("match_id")?,
        person: row.get("person")?,
        room: row.get("room")?,
        openly: row.get("openly")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn whoever_looks_on_is_kept_until_they_stop_or_the_match_does() {
        fresh(|tx| {
            let world = world(tx);
            let one = tx.add_match(&new_match(&world)).unwrap();
            let two = tx.add_match(&new_match(&world)).unwrap();
            let watch =
                |of, person| Watch { of, person, room: world.room, openly: person == world.ben };
            for watch in [watch(one, world.ann), watch(one, world.ben), watch(two, world.ann)] {
                tx.add_watch(&watch).unwrap();
                tx.add_watch(&watch).unwrap();
            }
            assert_eq!(tx.watches(one).unwrap(), [watch(one, world.ann), watch(one, world.ben)]);
            assert_eq!(tx.end_watches_of(world.ann, Some(one)).unwrap(), 1);
            assert_eq!(tx.watches_of(world.ann).unwrap(), [watch(two, world.ann)]);
            tx.end_watches(one).unwrap();
            assert_eq!(tx.watches(one).unwrap(), []);
            assert_eq!(tx.end_watches_of(world.ann, None).unwrap(), 1);
            let err = tx.attempt(|| tx.add_watch(&watch(MatchId(99), world.ann))).unwrap_err();
            assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
        });
    }
}
