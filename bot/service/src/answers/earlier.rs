//! Answers from the steps of a match that were played earlier.
use engine::seat::{BySeat, Seat};
use store::StepRow;

use super::{question::MatchQuestion, words};
use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    past,
};

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
        turn.map(|step| past::history::told_of(loaded, step)).collect();
    let mut told = told?;
    told.reverse();
    told.retain(|it| !it.is_empty());
    Ok(if told.is_empty() { vec![words::nothing_played()] } else { told })
}

/// Says what happened last on a square that is asked about; none if nothing did.
pub(super) fn happened(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
) -> Result<Option<String>, RequestError> {
    let Some(at) = question.squares.first() else { return Ok(None) };
    for step in recent(cx, loaded)?.iter().rev() {
        let told = past::history::told_of(loaded, step)?;
        let mut words = told.split(|sign: char| !sign.is_ascii_alphanumeric());
        // A capture joins two squares: `c5xe3`.
        if words.any(|word| word.split('x').any(|part| part.eq_ignore_ascii_case(at))) {
            return Ok(Some(told));
        }
    }
    Ok(None)
}

/// Says how many steps were played.
pub(super) fn steps(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<String, RequestError> {
    let all = cx.tx.steps_between(loaded.row.id, 1, loaded.step.step)?;
    let by = |seat: Seat| all.iter().filter(|step| step.seat == Some(seat)).count();
    let counts = Seat::BOTH.map(|seat| (loaded.names.get(seat).as_str(), by(seat)));
    Ok(words::steps(counts, loaded.row.end.is_some()))
}

/// Says what the sides of a match that is over kept secret; none if they had no secrets.
pub(super) fn secrets(loaded: &LoadedMatch) -> Option<Vec<String>> {
    let hands = BySeat::new(|seat| loaded.table.hand(seat));
    let told = Seat::BOTH.into_iter().filter_map(|seat| {
        let hand = hands.get(seat).as_ref()?;
        Some(words::had_secret(&loaded.titled(seat), hand))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then_some(told)
}
