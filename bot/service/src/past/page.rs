//! The data of a shared match's page: read outside the service's turn, as the room sees it.
use engine::{
    scene::{self, Reel, Scene, Shown},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{ids::MatchId, text::clean_name};
use store::{MatchRow, Tx};

use crate::{
    RequestError, Service,
    context::{
        loaded::LoadedMatch,
        seam::{Features, MatchPage, MatchPageWork},
    },
    matches::find::table_after,
    past::told::numbered_line,
    telling::{self, drawing::ended},
};

/// The most frames of a film; a film of that many fits every chat.
pub const MOST_PICTURES: u32 = 300;
/// How many steps are listed on a page.
const TOLD: u32 = 40;

/// A position of a shared match.
pub struct SharedBoard {
    pub scene: Scene,
    /// Distinguishes it from every other position of the match: its step, take and names.
    pub mark: String,
}

/// A shared match at a step.
pub struct SharedPage {
    pub of: MatchId,
    /// The players by their names where they play, with their sides.
    pub players: [(String, &'static str); 2],
    /// The step shown, and the last one.
    pub step: u32,
    pub last: u32,
    pub board: SharedBoard,
    /// The whole board in words.
    pub alt: String,
    /// What happened near the step, line by line, each with its step.
    pub told: Vec<(u32, String)>,
    /// The result.
    pub verdict: Option<String>,
}

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

/// Returns a shared match after a step, or after the last one; none if nobody may see it. Here and below, unknown, private and ended
/// addresses give the same result.
///
/// # Errors
/// If the database fails, or the match can't be loaded.
pub fn shared_page(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
    step: Option<u32>,
) -> Result<Option<SharedPage>, RequestError> {
    let Some(loaded) = shared_match(features, tx, key)? else { return Ok(None) };
    let last = loaded.step.step;
    let step = step.unwrap_or(last);
    let Some(board) = board(tx, &loaded, step)? else { return Ok(None) };
    let from = (step.saturating_sub(TOLD / 2)).min((last + 1).saturating_sub(TOLD));
    let steps = tx.steps_between(loaded.row.id, from, from + TOLD - 1)?;
    let told: Result<Vec<(u32, String)>, RequestError> =
        steps.iter().map(|row| Ok((row.step, numbered_line(&loaded, row)?))).collect();
    let end = loaded.row.end.as_ref();
    Ok(Some(SharedPage {
        of: loaded.row.id,
        players: players(&loaded),
        step,
        last,
        alt: scene::read_aloud(&board.scene, scene::Verbosity::default()),
        board,
        told: told?,
        verdict: end.map(|it| telling::end::verdict(&loaded, it)).transpose()?,
    }))
}

/// Returns a position of a shared match.
///
/// # Errors
/// As [`shared_page`].
pub fn shared_board(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
    step: Option<u32>,
) -> Result<Option<SharedBoard>, RequestError> {
    let Some(loaded) = shared_match(features, tx, key)? else { return Ok(None) };
    board(tx, &loaded, step.unwrap_or(loaded.step.step))
}

/// Returns a shared match as a film.
///
/// # Errors
/// As [`shared_page`].
pub fn shared_film(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
) -> Result<Option<Reel>, RequestError> {
    let Some(loaded) = shared_match(features, tx, key)? else { return Ok(None) };
    let last = loaded.step.step;
    let every = last.div_ceil(MOST_PICTURES);
    let mut shown = Vec::new();
    for step in tx.some_steps(loaded.row.id, 0, last, every)? {
        let is_last = step.step == last;
        let table = table_after(loaded.row.terms.game, &step)?;
        let moment = table.moment(room_of(&loaded.names));
        let moment = moment.map(|scene| Scene { facing: Seat::First, ..scene });
        let scene = scene_at(&loaded, table.as_ref(), is_last);
        shown.push(Shown { scene, film: table.film(), moment });
    }
    Ok(Some(Reel::Match { shown, speed: 100 }))
}

/// Returns the progress of a shared match.
pub fn shared_state(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
) -> Result<Option<SharedState>, RequestError> {
    let Some(row) = open_row(features, tx, key)? else { return Ok(None) };
    let step = tx.last_step(row.id)?;
    let over = row.end.is_some();
    Ok(Some(SharedState { step: step.step, take: step.take, over }))
}

fn players(loaded: &LoadedMatch) -> [(String, &'static str); 2] {
    let sides = loaded.game().sides();
    Seat::BOTH.map(|seat| (clean_name(loaded.names.get(seat)), sides[seat.index()]))
}

/// Shows a position as everyone may see it, without clocks, which belong to the present.
fn board(
    tx: &Tx<'_>,
    loaded: &LoadedMatch,
    step: u32,
) -> Result<Option<SharedBoard>, RequestError> {
    let Some(at) = tx.live_step(loaded.row.id, step)? else { return Ok(None) };
    let is_last = step == loaded.step.step;
    let over = is_last && loaded.row.end.is_some();
    let BySeat { first, second } = &loaded.names;
    let mark = format!("{step}.{}.{over}.{first}\n{second}", at.take);
    let table = table_after(loaded.row.terms.game, &at)?;
    Ok(Some(SharedBoard { scene: scene_at(loaded, table.as_ref(), is_last), mark }))
}

/// Finds the match of a key, if anyone may see it.
fn open_row(features: &Features, tx: &Tx<'_>, key: &str) -> Result<Option<MatchRow>, RequestError> {
    let Some(pages) = features.pages() else { return Ok(None) };
    Ok((pages.match_of)(tx, key)?)
}

/// Loads what makes a page of a shared match that is over; nothing if nobody may see it, it still runs, or it has no such page.
pub fn match_page(
    features: &Features,
    tx: &Tx<'_>,
    key: &str,
    of: &MatchPage,
) -> Result<Option<Box<dyn MatchPageWork>>, RequestError> {
    let loaded = shared_match(features, tx, key)?.filter(|loaded| loaded.row.end.is_some());
    loaded.map_or(Ok(None), |loaded| (of.load)(tx, loaded))
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
    let Some(row) = open_row(features, tx, key)? else { return Ok(None) };
    let chat = tx.room(row.room)?.chat;
    let step = tx.last_step(row.id)?;
    let table = table_after(row.terms.game, &step)?;
    LoadedMatch::of(tx, chat, row, step, table).map(Some)
}

fn room_of(names: &BySeat<String>) -> Observer<'_> {
    Observer { viewer: Viewer::Room, names }
}

/// Shows a position as everyone may see it, without clocks.
fn scene_at(loaded: &LoadedMatch, table: &dyn Table, is_last: bool) -> Scene {
    let mut scene = table.show(room_of(&loaded.names));
    scene.facing = Seat::First;
    if is_last && let (Some(_), Some(ending)) = (&loaded.row.end, loaded.row.match_rules.ending()) {
        scene.end(ended(ending, &loaded.names, loaded.game().sides()));
    }
    scene
}
