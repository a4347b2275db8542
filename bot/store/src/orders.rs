//! Moves that players ordered in advance.
use engine::{chance::StepKey, seat::Seat};
use model::ids::{MatchId, PersonId};
use serde::{Deserialize, Serialize};

use super::{StoreError, Tx, columns::Json, sql::SqlRow};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

// Nobody plays against themselves, so two who are linked have orders for the same match only after a bug.
pub(super) const ORDERS: TableSpec = TableSpec::new("orders", "match_id, person, number")
    .exports(&[RowExport::own("match_id, number, path, done, step, take")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id, number"),
        OnUnlink::WithMatch,
    )]);

/// A sequence of actions. While the match follows it, its owner's actions are played automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingOrder {
    pub of: MatchId,
    pub person: PersonId,
    /// Counts a player's orders in a match, from 1.
    pub number: u32,
    pub path: Vec<OrderedAction>,
    /// How many actions of the path have been played.
    pub done: usize,
    /// The position after those actions.
    pub at: StepKey,
}

/// An action of either side, in full notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedAction {
    pub seat: Seat,
    pub words: String,
}

impl Tx<'_> {
    /// Stores an order, replacing the one with its number.
    ///
    /// # Errors
    /// If the match or the person doesn't exist.
    pub fn put_order(&self, order: &StandingOrder) -> Result<(), StoreError> {
        let StandingOrder { of, person, number, path, done, at } = order;
        let sql = "INSERT INTO orders (match_id, person, number, path, done, step, take)
                   VALUES (?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (match_id, person, number) DO UPDATE SET path = excluded.path, done = excluded.done,
                       step = excluded.step, take = excluded.take";
        self.change(sql, params![of, person, number, Json(path), done, at.step, at.take])?;
        Ok(())
    }

    /// Returns the orders in a match, by player and number.
    pub fn orders(&self, of: MatchId) -> Result<Vec<StandingOrder>, StoreError> {
        self.all("SELECT * FROM orders WHERE match_id = ? ORDER BY person, number", [of], read)
    }

    /// Deletes one order, or all of a player in a match; returns how many there were.
    pub fn drop_orders(
        &self,
        of: MatchId,
        person: PersonId,
        number: Option<u32>,
    ) -> Result<usize, StoreError> {
        let sql = "DELETE FROM orders
                   WHERE match_id = ?1 AND person = ?2 AND (number = ?3 OR ?3 IS NULL)";
        self.change(sql, params![of, person, number])
    }

    /// Deletes all orders in a match.
    pub fn end_orders(&self, of: MatchId) -> Result<(), StoreError> {
        self.change("DELETE FROM orders WHERE match_id = ?", [of])?;
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<StandingOrder> {
    let Json(path) = row.get("path")?;
    Ok(StandingOrder {
        of: row.get("match_id")?,
        person: row.get("person")?,
        number: row.get("number")?,
        path,
        done: row.get("done")?,
        at: StepKey { step: row.get("step")?, take: row.get("take")? },
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn an_order_comes_back_as_it_was_given_and_can_be_dropped() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let action = |seat, words: &str| OrderedAction { seat, words: words.to_owned() };
            let path = vec![action(Seat::First, "c3-d4"), action(Seat::Second, "e5xc3")];
            let at = StepKey { step: 4, take: 1 };
            let order = StandingOrder { of, person: world.ben, number: 1, path, done: 0, at };
            let second = StandingOrder { number: 2, done: 1, ..order.clone() };
            let others = StandingOrder { person: world.ann, ..order.clone() };
            for order in [&second, &order, &others] {
                tx.put_order(order).unwrap();
            }
            assert_eq!(tx.orders(of).unwrap(), [others, order.clone(), second.clone()]);
            tx.put_order(&StandingOrder { number: 1, ..second }).unwrap();
            assert_eq!(tx.orders(of).unwrap()[1].done, 1, "replaced");
            assert_eq!(tx.drop_orders(of, world.ben, Some(2)).unwrap(), 1);
            assert_eq!(tx.drop_orders(of, world.ben, None).unwrap(), 1);
            assert_eq!(tx.orders(of).unwrap().len(), 1);
            tx.end_orders(of).unwrap();
            assert_eq!(tx.orders(of).unwrap(), []);
            assert!(
                tx.attempt(|| tx.put_order(&StandingOrder { of: MatchId(99), ..order })).is_err()
            );
        });
    }
}
