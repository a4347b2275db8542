//! Moves that players ordered in advance.
use engine::{chance::StepKey, seat::Seat};
use model::ids::{MatchId, PersonId};
use serde::{Deserialize, Serialize};
use store::{
    StoreError, Tables, Tx,
    sql::{Json, RowResult, SqlRow, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "orders",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[ORDERS],
};

// Nobody plays against themselves, so two who are linked have orders for the same match only after a bug.
const ORDERS: TableSpec = TableSpec::new("orders", "match_id, person, number")
    .exports(&[RowExport::own("match_id, number, path, done, step, take")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("match_id, number"),
        OnUnlink::WithMatch,
    )]);

/// A sequence of actions. While the match follows it, its owner's actions are played automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StandingOrder {
    pub(crate) of: MatchId,
    pub(crate) person: PersonId,
    /// Counts a player's orders in a match, from 1.
    pub(crate) number: u32,
    pub(crate) path: Vec<OrderedAction>,
    /// How many actions of the path have been played.
    pub(crate) done: usize,
    /// The position after those actions.
    pub(crate) at: StepKey,
}

/// An action of either side, in full notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderedAction {
    pub(crate) seat: Seat,
    pub(crate) words: String,
}

/// Stores an order, replacing the one with its number.
///
/// # Errors
/// If the match or the person doesn't exist.
pub(crate) fn put_order(tx: &Tx<'_>, order: &StandingOrder) -> Result<(), StoreError> {
    let StandingOrder { of, person, number, path, done, at } = order;
    let sql = "INSERT INTO orders (match_id, person, number, path, done, step, take)
               VALUES (?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (match_id, person, number) DO UPDATE SET path = excluded.path, done = excluded.done,
                   step = excluded.step, take = excluded.take";
    tx.change(sql, params![of, person, number, Json(path), done, at.step, at.take])?;
    Ok(())
}

/// Returns the orders in a match, by player and number.
pub(crate) fn orders(tx: &Tx<'_>, of: MatchId) -> Result<Vec<StandingOrder>, StoreError> {
    tx.all("SELECT * FROM orders WHERE match_id = ? ORDER BY person, number", [of], read)
}

/// Deletes one order, or all of a player in a match; returns how many there were.
pub(crate) fn drop_orders(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
    number: Option<u32>,
) -> Result<usize, StoreError> {
    let sql = "DELETE FROM orders
               WHERE match_id = ?1 AND person = ?2 AND (number = ?3 OR ?3 IS NULL)";
    tx.change(sql, params![of, person, number])
}

/// Deletes all orders in a match.
pub(crate) fn end_orders(tx: &Tx<'_>, of: MatchId) -> Result<(), StoreError> {
    tx.change("DELETE FROM orders WHERE match_id = ?", [of])?;
    Ok(())
}

fn read(row: &SqlRow<'_>) -> RowResult<StandingOrder> {
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
