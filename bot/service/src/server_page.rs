//! What the page of a server shows: lists, read outside the service's turn.
use charts::Chart;
use std::mem;

use engine::games::GameId;
use model::{ids::PersonId, reply::SheetContent, text::Text};
use store::{Person, Settings, Tx};

use crate::{
    Request, RequestError, ServerList, context::seam::Features, dispatch, prefetch::look_on,
};

/// A list on the page of a server.
pub struct SharedTable {
    /// The list in words.
    pub text: Text,
    /// None if nobody is on it yet.
    pub chart: Option<Chart>,
    /// Whether there is another page.
    pub more: bool,
}

/// Returns a page of a list of a server by the key of the server's page, as a stranger would see it in one of its rooms; nothing for an
/// unknown or ended key.
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
    let said = (list.shows)(game, page);
    let request = Request {
        now,
        ..Request::typed(room.chat, &room.handle, "", features.commands().read(""))
    };
    let stranger = Person {
        id: PersonId(0),
        chat: room.chat,
        handle: String::new(),
        name: String::new(),
        settings: Settings::default(),
        gone: false,
        level: None,
        room: None,
    };
    tx.name_as_in(room.chat);
    let looked = look_on(features, tx, &request, room, stranger, |context| {
        dispatch::commands::execute(context, &said).map(|()| mem::take(&mut context.replies))
    });
    let replies = match looked {
        Ok(replies) => replies,
        // There is no such page of the list.
        Err(RequestError::Refused(_)) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let Some(reply) = replies.into_iter().next().map(|it| it.reply) else { return Ok(None) };
    let more = reply.menu.is_some();
    let chart = reply.sheet.map(|it| it.shows).and_then(|content| match content {
        SheetContent::Chart(chart) => Some(chart),
        SheetContent::Example(_) | SheetContent::Position(_) => None,
    });
    Ok(Some(SharedTable { text: reply.text, chart, more }))
}
