//! The data of a shared match's page: read outside the service's turn, as the room sees it.
use engine::{
    scene::{self, Reel, Scene, Shown},
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{ids::MatchId, text::clean_name};
use serde_json::{Value, json};
use store::{MatchRow, Tx};

use crate::{
    RequestError,
    context::loaded::LoadedMatch,
    matches::find::table_after,
    past::{history::numbered_line, replay::MOST_PICTURES},
    proof::{check::check_export, exported::export},
    telling::{self, drawing::ended},
};

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

/// The proof of a shared match's dice.
pub struct SharedProof {
    pub players: [(String, &'static str); 2],
    /// The commitments shown before the dice.
    pub commitments: [String; 2],
    /// What replaying the match confirmed, line by line; none while the match runs.
    pub agrees: Option<Vec<String>>,
    pub fault: Option<String>,
    /// What a browser needs to recompute the commitments; none while the match runs.
    pub data: Option<Value>,
}

/// The progress of a shared match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedState {
    pub step: u32,
    /// Increases with each undo.
    pub take: u32,
    pub over: bool,
}

/// Returns a shared match after a step, or after the last one; none if nobody may see it. Here and below, unknown, private and ended
/// addresses give the same result.
///
/// # Errors
/// If the database fails, or the match can't be loaded.
pub fn shared_page(
    tx: &Tx<'_>,
    key: &str,
    step: Option<u32>,
) -> Result<Option<SharedPage>, RequestError> {
    let Some(loaded) = open_match(tx, key)? else { return Ok(None) };
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
    tx: &Tx<'_>,
    key: &str,
    step: Option<u32>,
) -> Result<Option<SharedBoard>, RequestError> {
    let Some(loaded) = open_match(tx, key)? else { return Ok(None) };
    board(tx, &loaded, step.unwrap_or(loaded.step.step))
}

/// Returns a shared match as a film.
///
/// # Errors
/// As [`shared_page`].
pub fn shared_film(tx: &Tx<'_>, key: &str) -> Result<Option<Reel>, RequestError> {
    let Some(loaded) = open_match(tx, key)? else { return Ok(None) };
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

/// Returns the file of a finished shared match.
///
/// # Errors
/// As [`shared_page`].
pub fn shared_file(tx: &Tx<'_>, key: &str) -> Result<Option<String>, RequestError> {
    let loaded = open_match(tx, key)?.filter(|it| it.row.end.is_some());
    loaded
        .map(|loaded| {
            export(tx, &loaded, &tx.all_steps(loaded.row.id)?, &tx.tallies(loaded.row.id)?)
        })
        .transpose()
}

/// Returns the proof of a shared match's dice.
///
/// # Errors
/// As [`shared_page`].
pub fn shared_proof(tx: &Tx<'_>, key: &str) -> Result<Option<SharedProof>, RequestError> {
    open_match(tx, key)?.map(|it| proof(tx, &it)).transpose()
}

/// Returns the progress of a shared match.
pub fn shared_state(tx: &Tx<'_>, key: &str) -> Result<Option<SharedState>, RequestError> {
    let Some(row) = open_row(tx, key)? else { return Ok(None) };
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
fn open_row(tx: &Tx<'_>, key: &str) -> Result<Option<MatchRow>, RequestError> {
    let Some(share) = tx.share_at(key)? else { return Ok(None) };
    let row = tx.match_row(share.of)?;
    Ok(row.filter(|row| share.is_open(row.terms.private)))
}

/// Loads a shared match at its last step.
pub fn open_match(tx: &Tx<'_>, key: &str) -> Result<Option<LoadedMatch>, RequestError> {
    let Some(row) = open_row(tx, key)? else { return Ok(None) };
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

fn proof(tx: &Tx<'_>, loaded: &LoadedMatch) -> Result<SharedProof, RequestError> {
    let MatchRow { secret, tag, pact, words, .. } = &loaded.row;
    let texts = [&pact.offer, &pact.begun];
    let mut proof = SharedProof {
        players: players(loaded),
        commitments: texts.map(|text| secret.commitment_to(tag, text)),
        agrees: None,
        fault: None,
        data: None,
    };
    if loaded.row.end.is_some() {
        let file = export(tx, loaded, &tx.all_steps(loaded.row.id)?, &tx.tallies(loaded.row.id)?)?;
        let report = check_export(&file).map_err(RequestError::Broken)?;
        let fell = tx
            .all_steps(loaded.row.id)?
            .into_iter()
            .filter(|step| step.undo.is_none() && !step.throws.is_empty());
        let fell: Vec<Value> = fell
            .map(|step| json!({ "step": step.step, "take": step.take, "throws": step.throws }))
            .collect();
        proof.agrees = Some(report.agrees);
        proof.fault = report.fault;
        proof.data = Some(json!({
            "secret": secret.reveal(),
            "tag": tag,
            "texts": texts,
            "words": [words.first, words.second],
            "fell": fell,
        }));
    }
    Ok(proof)
}
