//! Rows that a transaction has read and may read again, and a match among them whose changes are stored later.
use std::collections::HashMap;

use engine::seat::Seat;
use model::ids::{Chat, MatchId, PersonId, RoomId};

use super::{
    MatchRow, Person, Room, StoreError, Tx,
    columns::{Json, Word},
};
use crate::sql::{named_params, params};

/// Rows read since one of their kind was changed: a request reads the same few many times.
#[derive(Default)]
pub(super) struct RowsRead {
    /// By the chat whose names they have.
    pub(super) people: HashMap<(PersonId, Option<Chat>), Person>,
    pub(super) rooms: HashMap<RoomId, Room>,
    pub(super) matches: HashMap<MatchId, MatchRow>,
    /// Whether somebody, by their id in its chat, is banned from a room's server.
    pub(super) banned: HashMap<(RoomId, String), bool>,
    /// From which other rooms a match is played.
    pub(super) away_rooms: HashMap<MatchId, Vec<(Seat, RoomId)>>,
    /// The match among these whose changes aren't stored yet.
    unwritten: Option<MatchId>,
}

/// What names the tables that a [`MatchRow`] is read from, and those it goes with, in the statements about them.
const OF_MATCHES: [&str; 5] =
    ["matches", "seats", "settlements", "DELETE FROM people", "DELETE FROM rooms"];

/// What changes from which rooms a match is played, in the statements that do; besides those about people.
const OF_AWAY_ROOMS: [&str; 3] = ["rooms", "private_places", "seats SET person"];

impl Tx<'_> {
    /// Stores the changes of a match: the house, who has to act, when it was changed, its time and
    /// its end. Everything else stays. While the match runs, they are stored together with later ones of the same
    /// transaction.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such match; [`StoreError::Forbidden`] if it is over
    /// and someone would have to act.
    pub fn update_match(&self, row: &MatchRow) -> Result<(), StoreError> {
        let MatchRow {
            id,
            match_rules,
            waiting,
            touched_at,
            timer,
            nudges,
            due,
            end,
            room: _,
            seats: _,
            terms: _,
            tag: _,
            secret: _,
            words: _,
            pact: _,
            opened_at: _,
            handed: _,
            settles_at: _,
        } = row;
        self.save_before_change()?;
        if self.read.borrow().unwritten.is_some_and(|unwritten| unwritten != *id) {
            self.write_match()?;
        }
        let mut read = self.read.borrow_mut();
        match read.matches.get_mut(id) {
            Some(known) if known.end.is_none() && end.is_none() => {
                known.match_rules.clone_from(match_rules);
                known.waiting.clone_from(waiting);
                known.timer.clone_from(timer);
                known.nudges.clone_from(nudges);
                (known.touched_at, known.due) = (*touched_at, *due);
                read.unwritten = Some(*id);
                Ok(())
            }
            Some(_) | None => {
                drop(read);
                self.store_match(row)
            }
        }
    }

    /// Stores the changes of a match that aren't stored yet.
    pub(super) fn write_match(&self) -> Result<(), StoreError> {
        let mut read = self.read.borrow_mut();
        let Some(of) = read.unwritten.take() else { return Ok(()) };
        let Some(row) = read.matches.get(&of).cloned() else { return Ok(()) };
        drop(read);
        self.store_running(&row)?;
        self.read.borrow_mut().matches.insert(of, row);
        Ok(())
    }

    /// Stores the changes of a match that has run and runs on.
    fn store_running(&self, row: &MatchRow) -> Result<(), StoreError> {
        let MatchRow { id, waiting, .. } = row;
        let sql = "UPDATE seats SET waiting = CASE seat WHEN 'first' THEN CAST(:first AS BIGINT) ELSE CAST(:second AS BIGINT) END
                   WHERE match_id = :id AND waiting <> CASE seat WHEN 'first' THEN CAST(:first AS BIGINT) ELSE CAST(:second AS BIGINT) END";
        self.change(
            sql,
            named_params! { ":first": waiting.first, ":second": waiting.second, ":id": id },
        )?;
        let sql = "UPDATE matches SET house = :house, touched_at = :touched_at, timer = :timer, nudges = :nudges, due = :due WHERE id = :id";
        let changed = self.change(
            sql,
            named_params! {
                ":id": id,
                ":house": Json(&row.match_rules),
                ":touched_at": row.touched_at,
                ":timer": Json(&row.timer),
                ":nudges": Json(&row.nudges),
                ":due": row.due,
            },
        )?;
        match changed {
            0 => Err(StoreError::Missing { what: "match", id: id.0 }),
            _ => Ok(()),
        }
    }

    /// Stores the changes of a match that may end or have ended.
    fn store_match(&self, row: &MatchRow) -> Result<(), StoreError> {
        self.store_running(row)?;
        let MatchRow { id, end, .. } = row;
        for seat in Seat::BOTH {
            let called_off = end.as_ref().is_some_and(|it| it.is_doing_of(seat));
            let sql = "UPDATE seats SET called_off = ?1 WHERE match_id = ?2 AND seat = ?3 AND called_off <> ?1";
            self.change(sql, params![called_off, id, Word(seat)])?;
        }
        let sql = "UPDATE matches SET ended_at = :ended_at, outcome = :outcome, ending = :ending, ruled_by = :ruled_by, annulled_at = :annulled_at,
                          counted = CASE WHEN :counts = 1 THEN coalesce(counted, (SELECT coalesce(max(counted), 0) + 1 FROM matches)) END
                   WHERE id = :id";
        self.change(
            sql,
            named_params! {
                ":id": id,
                ":ended_at": end.as_ref().map(|it| it.at),
                ":outcome": end.as_ref().and_then(|it| it.outcome.as_ref()).map(Json),
                ":ending": end.as_ref().and_then(|it| it.ending.as_ref()).map(Json),
                ":ruled_by": end.as_ref().and_then(|it| it.ruled_by),
                ":annulled_at": end.as_ref().and_then(|it| it.annulled_at),
                ":counts": row.counts(),
            },
        )?;
        Ok(())
    }

    /// Stores the changes of a match before a statement that may read or change it.
    pub(super) fn write_before(&self, sql: &str) -> Result<(), StoreError> {
        match self.read.borrow().unwritten {
            Some(_) if OF_MATCHES.iter().any(|table| sql.contains(table)) => {}
            Some(_) | None => return Ok(()),
        }
        self.write_match()
    }

    /// Forgets the rows read so far that a statement may change.
    pub(super) fn forget_read(&self, sql: &str) {
        if sql.starts_with("SELECT") {
            return;
        }
        let mut read = self.read.borrow_mut();
        // What belongs to a row may go with it.
        if sql.starts_with("DELETE FROM people") || sql.starts_with("DELETE FROM rooms") {
            *read = RowsRead::default();
        }
        // When they last spoke isn't part of a person's row.
        if sql.contains(" people") && !sql.starts_with("UPDATE people SET spoke_at") {
            read.people.clear();
            read.away_rooms.clear();
        }
        if sql.contains(" rooms") {
            read.rooms.clear();
            read.banned.clear();
        }
        if sql.contains(" bans") {
            read.banned.clear();
        }
        if OF_AWAY_ROOMS.iter().any(|part| sql.contains(part)) {
            read.away_rooms.clear();
        }
        if OF_MATCHES.iter().any(|table| sql.contains(table)) {
            read.matches.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Settlement, Store, statements_run,
            tests::example::{fresh, new_match, touched, within, world},
        },
        *,
    };

    #[test]
    fn changes_of_a_running_match_are_stored_together_before_they_are_read() {
        fresh(|tx| {
            let world = world(tx);
            let row = touched(tx, &new_match(&world), 1010);
            assert_eq!(tx.match_row(row.id).unwrap(), Some(row.clone()));
            let last = MatchRow { touched_at: 1030, due: Some(9000), ..row.clone() };
            let before = statements_run();
            tx.update_match(&MatchRow { touched_at: 1020, ..row }).unwrap();
            tx.update_match(&last).unwrap();
            assert_eq!(tx.match_row(last.id).unwrap(), Some(last.clone()));
            assert_eq!(statements_run(), before, "nothing had to be stored or read yet");
            assert_eq!(tx.due(9000).unwrap(), [last.id]);
        });
    }

    #[test]
    fn changes_of_two_matches_are_each_stored_at_the_end_at_the_latest() {
        let mut store = Store::trial().unwrap();
        let (one, two) = within(&mut store, |tx| {
            let world = world(tx);
            (touched(tx, &new_match(&world), 1010), touched(tx, &new_match(&world), 1010))
        });
        let changed = |row: &MatchRow| MatchRow { touched_at: 1020, ..row.clone() };
        within(&mut store, |tx| {
            for row in [&one, &two] {
                tx.match_row(row.id).unwrap();
                tx.update_match(&changed(row)).unwrap();
            }
        });
        let undone: Result<(), StoreError> = store.transaction_once(|tx| {
            tx.match_row(one.id)?;
            tx.update_match(&MatchRow { touched_at: 1030, ..one.clone() })?;
            Err(StoreError::Undone)
        });
        assert!(undone.is_err());
        within(&mut store, |tx| {
            for row in [&one, &two] {
                assert_eq!(tx.match_row(row.id).unwrap(), Some(changed(row)));
            }
        });
    }

    #[test]
    fn what_else_belongs_to_a_match_is_never_what_a_caller_had_read_earlier() {
        fresh(|tx| {
            let world = world(tx);
            let row = touched(tx, &new_match(&world), 1010);
            let settled = Settlement { by: Seat::First, winner: Seat::Second, due: 5000 };
            tx.put_settlement(row.id, &settled).unwrap();
            tx.match_row(row.id).unwrap();
            tx.update_match(&MatchRow { touched_at: 1020, ..row.clone() }).unwrap();
            let expected = MatchRow { touched_at: 1020, settles_at: Some(5000), ..row.clone() };
            assert_eq!(tx.match_row(row.id).unwrap(), Some(expected));
        });
    }
}
