//! Answers from the steps of a match that were played earlier.
use engine::seat::Seat;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    past, telling,
};
use store::StepRow;

use super::{match_question::MatchQuestion, words};

/// The most steps that are looked through.
pub(super) const LOOKED_BACK: u32 = 60;

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

/// Says what happened last on a square that is asked about; none if nothing did in so many steps.
pub(super) fn happened(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    back: usize,
) -> Result<Option<String>, RequestError> {
    let Some(at) = question.squares.first() else { return Ok(None) };
    for step in recent(cx, loaded)?.iter().rev().take(back) {
        let told = past::told::told_of(loaded, step)?;
        let mut words = told.split(|sign: char| !sign.is_ascii_alphanumeric());
        // A capture joins two squares: `c5xe3`.
        if words.any(|word| word.split('x').any(|part| part.eq_ignore_ascii_case(at))) {
            return Ok(Some(told));
        }
    }
    Ok(None)
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
