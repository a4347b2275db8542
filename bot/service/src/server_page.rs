//! What the page of a server shows: lists, read outside the service's turn.
use engine::games::GameId;
use store::Tx;

use crate::{
    RequestError,
    context::seam::{Features, ServerList, SharedTable},
};

/// Returns a page of a list of a server by the key of the server's page, as a stranger would see it in one of its rooms; nothing for an
/// unknown or ended key, or where the list has no such page.
pub fn shared_table(
    features: &'static Features,
    tx: &Tx<'_>,
    key: &str,
    list: &ServerList,
    game: Option<GameId>,
    page: u32,
    now: i64,
) -> Result<Option<SharedTable>, RequestError> {
    let Some(of) = features.server_page() else { return Ok(None) };
    let Some(room) = (of.room_of)(tx, key)? else { return Ok(None) };
    tx.name_as_in(room.chat);
    match (list.shows)(tx, &room, game, page, now) {
        Ok(table) => Ok(Some(table)),
        Err(RequestError::Refused(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}
