//! Shared matches, and what is made of matches that are over: read outside the service's turn.
use model::ids::{Chat, MatchId};
use store::{MatchRow, Tx};

use super::board::{BoardViewer, SeenMatch};
use crate::{
    RequestError, Service,
    context::{
        loaded::LoadedMatch,
        seam::{Features, MatchPage, MatchPageWork},
    },
    matches::find::table_after,
};

/// The progress of a shared match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedState {
    pub step: u32,
    /// Increases with each undo.
    pub take: u32,
    pub over: bool,
}

impl Service {
    /// Sets the address before those of pages; without one there are none.
    pub fn share_at(&mut self, address: Option<String>) {
        self.memory.pages = address.map(|address| address.trim_end_matches('/').to_owned());
    }
}

/// Returns the progress of a shared match.
pub fn shared_state(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
) -> Result<Option<SharedState>, RequestError> {
    let Some(row) = shared_row(features, tx, key)? else { return Ok(None) };
    let step = tx.last_step(row.id)?;
    let over = row.end.is_some();
    Ok(Some(SharedState { step: step.step, take: step.take, over }))
}

/// Finds the match of a key, if anyone may see it.
pub(super) fn shared_row(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
) -> Result<Option<MatchRow>, RequestError> {
    let Some(pages) = features.pages() else { return Ok(None) };
    Ok((pages.match_of)(tx, key)?)
}

/// Loads what is made of a match that is over; nothing if the viewer may not see it, it still runs, or there is no such thing.
///
/// # Errors
/// If the match can't be loaded.
pub fn match_page(
    features: &Features,
    tx: &Tx<'_>,
    viewer: (Chat, &BoardViewer),
    of: MatchId,
    page: &MatchPage,
) -> Result<Option<Box<dyn MatchPageWork>>, RequestError> {
    let seen = SeenMatch::of(features, tx, viewer, of)?;
    let over = seen.map(|it| it.loaded).filter(|loaded| loaded.row.end.is_some());
    over.map_or(Ok(None), |loaded| (page.load)(tx, loaded))
}

/// Loads a shared match at its last step; none if nobody may see it.
///
/// # Errors
/// If the database fails, or the match can't be loaded.
pub fn shared_match(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
) -> Result<Option<LoadedMatch>, RequestError> {
    let Some(row) = shared_row(features, tx, key)? else { return Ok(None) };
    let chat = tx.room(row.room)?.chat;
    let step = tx.last_step(row.id)?;
    let table = table_after(row.terms.game, &step)?;
    LoadedMatch::of(tx, chat, row, step, table).map(Some)
}
