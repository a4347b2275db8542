//! What a player missed in a match that was just reviewed for them.
use std::{mem, vec};

use content::puzzles::{MissedChoice, missed_choice};
use engine::{games::GameId, mind::Analysis, refusal::Refusal, seat::Seat};
use model::{
    pool::{Priority, Work},
    text::Text,
};
use service::{
    RequestError,
    context::{RequestContext, insights::QuestionKey, loaded::LoadedMatch, seam},
    thinking::{analysis::taken_up, insight::insight},
};
use store::StepRow;

/// How many choices of a match are kept, and how many are looked at, those first that cost most.
const KEPT: usize = 3;
const LOOKED_AT: usize = 8;

/// What a choice must have given away to be looked at.
const MUCH: f64 = 0.05;

/// The choices that a seat missed, by step.
struct Missed(Vec<(u32, MissedChoice)>);

/// A step that is looked at, and the step before it.
type Looked = (StepRow, StepRow);

/// Has the features keep what the asker missed in a match that is over, and returns what they say; if it isn't known, the request is handled
/// again after thinking. What somebody else or the bot played is nobody's.
pub(crate) fn keep(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    steps: &[StepRow],
    analysis: &Analysis,
) -> Result<Vec<Text>, RequestError> {
    let Some(seat) = loaded.row.seats.find(|&it| it == cx.me.id) else { return Ok(Vec::new()) };
    let handed = loaded.row.handed.iter().any(|it| it.seat == seat);
    if handed || !seam::keeps_missed(cx.memory.features) {
        return Ok(Vec::new());
    }
    let (of, game) = (loaded.row.id, loaded.game());
    let key = QuestionKey::new::<Missed>(cx, of, loaded.step_key())?.about(seat, "");
    let found = insight(cx, key, Priority::Late, None, || {
        Ok(looking(game, seat, worst(seat, steps, analysis)))
    })?;
    let Missed(missed) = &*found;
    seam::missed(cx, of, missed)
}

/// Returns the steps at which a seat's choices gave away most, the worst first.
fn worst(seat: Seat, steps: &[StepRow], analysis: &Analysis) -> Vec<Looked> {
    let pairs = steps.iter().zip(steps.iter().skip(1)).zip(&analysis.moments);
    let mut found: Vec<(f64, Looked)> = pairs
        .filter(|((_, step), moment)| {
            let chosen = step.decided && step.lot.is_none();
            step.seat == Some(seat) && moment.seat == seat && chosen && MUCH <= moment.lost
        })
        .map(|((before, step), moment)| (moment.lost, (before.clone(), step.clone())))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().take(LOOKED_AT).map(|(_, it)| it).collect()
}

/// Looks at steps one by one, up to those that are kept.
fn looking(game: GameId, seat: Seat, steps: Vec<Looked>) -> Work<Result<Missed, Refusal>> {
    let mut steps: vec::IntoIter<Looked> = steps.into_iter();
    let mut found: Vec<(u32, MissedChoice)> = Vec::new();
    Box::new(move || {
        let next = if found.len() < KEPT { steps.next() } else { None };
        let Some((before, step)) = next else {
            return Some(Ok(Missed(mem::take(&mut found))));
        };
        let at = (step.of.0.unsigned_abs(), step.step);
        let missed = taken_up(game, &before)
            .and_then(|table| missed_choice(&*table, seat, at, &step.written));
        // What can't be judged wasn't missed.
        found.extend(missed.ok().flatten().map(|choice| (step.step, choice)));
        None
    })
}
