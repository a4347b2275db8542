//! Answers from the steps of a match that were played earlier.
use engine::{question::Question, seat::Seat, table::Table};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::find::table_after,
    past, telling,
};
use store::StepRow;

use super::words;

/// The most steps that are looked through.
const LOOKED_BACK: u32 = 60;

/// Returns the last steps, the oldest first.
fn recent(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Vec<StepRow>, RequestError> {
    let at = loaded.step.step;
    Ok(cx.tx.steps_between(loaded.row.id, at.saturating_sub(LOOKED_BACK), at)?)
}

/// Says what a side did in its last turn.
pub(super) fn last_of(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Vec<String>, RequestError> {
    let steps = recent(cx, loaded)?;
    let by = |step: &&StepRow| step.seat == Some(seat);
    let turn = steps.iter().rev().skip_while(|it| !by(it)).take_while(by);
    let told: Result<Vec<String>, RequestError> =
        turn.map(|step| past::told::told_of(loaded, step)).collect();
    let mut told = told?;
    told.reverse();
    told.retain(|it| !it.is_empty());
    Ok(if told.is_empty() { vec![words::nothing_played()] } else { told })
}

/// Returns the match as it stood before the last turn of a side, or of whoever had the last one.
pub(super) fn before_turn(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Option<Seat>,
) -> Result<Option<(Seat, Box<dyn Table>)>, RequestError> {
    let steps = recent(cx, loaded)?;
    let last =
        steps.iter().rposition(|step| step.seat.is_some() && (seat.is_none() || step.seat == seat));
    let Some((last, seat)) = last.and_then(|at| Some((at, steps[at].seat?))) else {
        return Ok(None);
    };
    let first = steps[..last].iter().rposition(|step| step.seat != Some(seat));
    let Some(before) = first.map(|at| &steps[at]) else { return Ok(None) };
    Ok(Some((seat, table_after(loaded.game(), before)?)))
}

/// Says what happened last to all of some squares at once; none if nothing did in so many steps.
pub(super) fn happened(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    squares: &[&str],
) -> Result<Option<String>, RequestError> {
    if squares.is_empty() {
        return Ok(None);
    }
    for step in recent(cx, loaded)?.iter().rev() {
        let told = past::told::told_of(loaded, step)?;
        let words = told.split(|sign: char| !sign.is_ascii_alphanumeric());
        // A capture joins two squares: `c5xe3`.
        let parts: Vec<&str> = words.flat_map(|word| word.split('x')).collect();
        if squares.iter().all(|at| parts.iter().any(|part| part.eq_ignore_ascii_case(at))) {
            return Ok(Some(told));
        }
    }
    Ok(None)
}

/// Says what happened last to the squares of a question.
pub(super) fn happened_to(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &Question,
) -> Result<Option<String>, RequestError> {
    let squares: Vec<&str> = question.squares().collect();
    happened(cx, loaded, &squares)
}

/// Says what the sides of a match that is over kept secret; none if they had no secrets.
pub(super) fn secrets(loaded: &LoadedMatch) -> Option<Vec<String>> {
    let told = Seat::BOTH.into_iter().filter_map(|seat| {
        let hand = loaded.table.hand(seat)?;
        Some(telling::words::was_told(&loaded.titled(seat), &hand).bare())
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then_some(told)
}
