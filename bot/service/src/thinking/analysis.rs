//! How matches that are over went, step by step.
use std::sync::Arc;

use engine::{
    chance::StepKey,
    games::GameId,
    mind::{Analysing, Analysis},
    refusal::{Code, Refusal},
    table::Table,
};
use model::{
    pool::{Priority, Work},
    text::Text,
};
use store::{MatchRow, StepRow};

use crate::{
    RequestError,
    context::{RequestContext, insights::QuestionKey, loaded::LoadedMatch},
    thinking,
};

/// The seed of who looks back.
const SEED: u64 = 0x7265_7669;

/// Returns the analysis of a match; if it isn't known, the request is handled again after thinking. `meanwhile` is said if there is any.
///
/// # Errors
/// As [`insight`](thinking::insight::insight).
pub fn analysed(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    steps: &[StepRow],
    meanwhile: Option<Text>,
) -> Result<Arc<Analysis>, RequestError> {
    let key = QuestionKey::new::<Analysis>(cx, loaded.row.id, loaded.step_key())?;
    let game = loaded.game();
    let work = || Ok(looking_back(game, steps.to_vec()));
    thinking::insight::insight(cx, key, Priority::Late, meanwhile, work)
}

/// Returns the analysis of a match if it is known already.
///
/// # Errors
/// If the database fails.
pub fn known(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Option<Arc<Analysis>>, RequestError> {
    let known = &cx.memory.insights.known;
    if !known.keys().any(|key| key.of == row.id && key.asks::<Analysis>()) {
        return Ok(None);
    }
    let last = cx.tx.last_step(row.id)?;
    let at = StepKey { step: last.step, take: last.take };
    let found = known.get(&QuestionKey::new::<Analysis>(cx, row.id, at)?);
    Ok(found.and_then(|found| Arc::clone(found.as_ref().ok()?).downcast().ok()))
}

/// Analyses a match, step by step.
pub fn looking_back(game: GameId, steps: Vec<StepRow>) -> Work<Result<Analysis, Refusal>> {
    let mut steps = steps.into_iter();
    let mut so_far: Option<(Analysing, Box<dyn Table>)> = None;
    Box::new(move || {
        let step = steps.next();
        let came = match (so_far.take(), step) {
            (None, Some(opening)) => taken_up(game, &opening)
                .and_then(|table| Ok((Analysing::new(&*table, SEED)?, table)))
                .map(Some),
            (Some((mut analysing, before)), Some(step)) => {
                taken_up(game, &step).and_then(|after| {
                    if let Some(seat) = step.seat {
                        analysing.step(&*before, seat, &step.written, &*after)?;
                    }
                    Ok(Some((analysing, after)))
                })
            }
            (Some((analysing, _)), None) => return Some(Ok(analysing.done())),
            (None, None) => Err(Refusal::new(Code::Broken, "the match has no steps")),
        };
        match came {
            Ok(next) => {
                so_far = next;
                None
            }
            Err(refusal) => Some(Err(refusal)),
        }
    })
}

/// Takes a match up after a step, for a thread that thinks.
///
/// # Errors
/// If the step can't be read.
pub fn taken_up(game: GameId, step: &StepRow) -> Result<Box<dyn Table>, Refusal> {
    game.resume(&step.after).map_err(|err| Refusal::new(Code::Broken, err))
}
