//! The running matches that words said here can be about.

use store::MatchRow;

use crate::{RequestError, context::RequestContext, matches, seats};

/// Returns the running matches that this room plays and the asker with it.
pub fn shared_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = Vec::new();
    for row in cx.tx.running_of_room(cx.room.id)? {
        if seats::shared_seat(cx, &row)?.is_some_and(|it| it.room == cx.room.id) {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Returns the running matches where words of the asker can be a move here: their own, and
/// those that this room plays.
pub fn playable_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let own = matches::find::mine_here(cx)?;
    let shared = shared_here(cx)?;
    if shared.is_empty() {
        return Ok(own);
    }
    let mut rows = Vec::new();
    for row in own {
        if seats::is_played_here(cx, &row)? {
            rows.push(row);
        }
    }
    rows.extend(shared);
    Ok(rows)
}
