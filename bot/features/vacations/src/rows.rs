//! Vacations.
use model::ids::PersonId;
use store::{
    StoreError, Tables, Tx,
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "vacations",
    steps: &[SchemaStep::new(1, include_str!("tables.sql"))
        .on_postgres(include_str!("tables.postgres.sql"))
        .of_kernel(39)],
    specs: &[VACATIONS],
};

const VACATIONS: TableSpec = TableSpec::new("vacations", "rowid")
    .exports(&[RowExport::own("from_at, until_at, begun")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(link_vacations),
        OnUnlink::Copy("from_at, until_at, begun"),
    )]);

/// A vacation. Times are Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vacation {
    pub(crate) from: i64,
    pub(crate) until: i64,
}

/// Returns a person's vacations that end after a moment, earliest first.
pub(crate) fn vacations(
    tx: &Tx<'_>,
    person: PersonId,
    after: i64,
) -> Result<Vec<Vacation>, StoreError> {
    let sql = "SELECT from_at, until_at FROM vacations WHERE person = ? AND until_at > ? ORDER BY from_at";
    tx.all(sql, params![person, after], |row| {
        Ok(Vacation { from: row.get("from_at")?, until: row.get("until_at")? })
    })
}

/// Stores a current or planned vacation.
///
/// # Errors
/// [`StoreError::Forbidden`] if the person doesn't exist or it ends before it begins.
pub(crate) fn add_vacation(
    tx: &Tx<'_>,
    person: PersonId,
    vacation: Vacation,
    begun: bool,
) -> Result<(), StoreError> {
    let Vacation { from, until } = vacation;
    let sql = "INSERT INTO vacations (person, from_at, until_at, begun) VALUES (?, ?, ?, ?)";
    tx.change(sql, params![person, from, until, begun])?;
    Ok(())
}

/// Returns the planned vacations that should begin, and their people.
pub(crate) fn planned_vacations(
    tx: &Tx<'_>,
    now: i64,
) -> Result<Vec<(PersonId, Vacation)>, StoreError> {
    let sql = "SELECT person, from_at, until_at FROM vacations WHERE begun = 0 AND from_at <= ? ORDER BY from_at";
    tx.all(sql, [now], |row| {
        let vacation = Vacation { from: row.get("from_at")?, until: row.get("until_at")? };
        Ok((row.get("person")?, vacation))
    })
}

/// Returns when the next planned vacation begins after a moment.
pub(crate) fn next_vacation(tx: &Tx<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(from_at) FROM vacations WHERE begun = 0 AND from_at > ?";
    Ok(tx.one(sql, [after], |row| row.get(0))?.flatten())
}

/// Records that a person's planned vacations have begun.
pub(crate) fn begin_vacation(tx: &Tx<'_>, person: PersonId, now: i64) -> Result<(), StoreError> {
    let sql = "UPDATE vacations SET begun = 1 WHERE person = ? AND from_at <= ?";
    tx.change(sql, params![person, now])?;
    Ok(())
}

/// Deletes a person's vacations planned after a moment; tells whether there were any.
pub(crate) fn cancel_vacation(tx: &Tx<'_>, person: PersonId, now: i64) -> Result<bool, StoreError> {
    let sql = "DELETE FROM vacations WHERE person = ? AND begun = 0 AND from_at > ?";
    Ok(0 < tx.change(sql, params![person, now])?)
}

/// Moves current vacations back by `by` seconds, because the clock was set back. Planned ones
/// keep their day.
pub(crate) fn set_back_vacations(tx: &Tx<'_>, now: i64, by: i64) -> Result<(), StoreError> {
    let sql = "UPDATE vacations SET from_at = from_at - ?2, until_at = until_at - ?2 WHERE until_at > ?1 AND begun = 1";
    tx.change(sql, params![now, by])?;
    Ok(())
}

/// Ends a person's vacation at a moment, if they are on one.
pub(crate) fn end_vacation(tx: &Tx<'_>, person: PersonId, now: i64) -> Result<(), StoreError> {
    let sql =
        "UPDATE vacations SET until_at = ?2 WHERE person = ?1 AND from_at <= ?2 AND until_at > ?2";
    tx.change(sql, params![person, now])?;
    Ok(())
}

fn link_vacations(tx: &Tx<'_>, main: PersonId, other: PersonId) -> Result<(), StoreError> {
    tx.change("UPDATE vacations SET person = ?1 WHERE person = ?2", [main, other])?;
    // Vacations can't overlap.
    let sql = "DELETE FROM vacations WHERE person = ?1 AND EXISTS (
                   SELECT 1 FROM vacations other WHERE other.person = ?1 AND other.rowid <> vacations.rowid
                   AND other.from_at <= vacations.from_at AND other.until_at >= vacations.until_at
                   AND (other.from_at, -other.until_at, other.rowid) < (vacations.from_at, -vacations.until_at, vacations.rowid))";
    tx.change(sql, [main])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use model::ids::Chat;
    use store::{
        KERNEL, TableParts,
        example::{fresh_with, world},
    };

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    #[test]
    fn vacations_are_counted_and_cut_short() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let all = |after| vacations(tx, world.ann, after).unwrap();
            add_vacation(tx, world.ann, Vacation { from: 10, until: 20 }, true).unwrap();
            add_vacation(tx, world.ann, Vacation { from: 30, until: 40 }, true).unwrap();
            add_vacation(tx, world.ben, Vacation { from: 30, until: 50 }, true).unwrap();
            assert_eq!(all(0).len(), 2);
            assert_eq!(all(20), [Vacation { from: 30, until: 40 }]);
            end_vacation(tx, world.ann, 35).unwrap();
            assert_eq!(all(20), [Vacation { from: 30, until: 35 }]);
            assert_eq!(vacations(tx, world.ben, 35).unwrap().len(), 1);
            set_back_vacations(tx, 33, 7).unwrap();
            assert_eq!(all(20), [Vacation { from: 23, until: 28 }]);
            assert_eq!(all(0)[0], Vacation { from: 10, until: 20 }, "what is over stays");
            assert!(
                tx.attempt(|| add_vacation(tx, world.ann, Vacation { from: 2, until: 1 }, true))
                    .is_err()
            );
            assert!(
                tx.attempt(|| add_vacation(tx, PersonId(99), Vacation { from: 1, until: 2 }, true))
                    .is_err()
            );
        });
    }

    #[test]
    fn what_is_planned_waits_for_its_day() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let july = Vacation { from: 70, until: 90 };
            add_vacation(tx, world.ann, july, false).unwrap();
            assert_eq!(next_vacation(tx, 0).unwrap(), Some(70));
            set_back_vacations(tx, 50, 10).unwrap();
            assert_eq!(planned_vacations(tx, 69).unwrap(), []);
            assert_eq!(planned_vacations(tx, 70).unwrap(), [(world.ann, july)]);
            begin_vacation(tx, world.ann, 70).unwrap();
            assert_eq!(
                (planned_vacations(tx, 99).unwrap(), next_vacation(tx, 0).unwrap()),
                (vec![], None)
            );
            assert!(!cancel_vacation(tx, world.ann, 60).unwrap(), "it has begun");
            add_vacation(tx, world.ann, Vacation { from: 170, until: 190 }, false).unwrap();
            assert!(cancel_vacation(tx, world.ann, 100).unwrap());
            assert_eq!(vacations(tx, world.ann, 0).unwrap(), [july]);
        });
    }
    #[test]
    fn the_same_days_count_once_for_linked_accounts_and_both_have_them_again_later() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let other = tx.meet_person(Chat::Matrix, "@a:x", "Ann").unwrap().id;
            let days = Vacation { from: 5, until: 9 };
            for person in [world.ann, other] {
                add_vacation(tx, person, days, true).unwrap();
            }
            tx.link(world.ann, other).unwrap();
            assert_eq!(vacations(tx, world.ann, 0).unwrap(), [days]);
            tx.unlink(world.ann).unwrap();
            for person in [world.ann, other] {
                assert_eq!(vacations(tx, person, 0).unwrap(), [days]);
            }
        });
    }
}
