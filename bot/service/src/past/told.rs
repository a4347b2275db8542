//! What a room saw of the steps of a match.
use engine::seat::{Observer, Viewer};
use store::StepRow;

use super::words;
use crate::{RequestError, context::loaded::LoadedMatch};

/// Says what the room saw of a step.
pub fn told_of(loaded: &LoadedMatch, step: &StepRow) -> Result<String, RequestError> {
    let observer = Observer { viewer: Viewer::Room, names: &loaded.names };
    let told = loaded.table.tell(&step.events, observer).map_err(|err| {
        RequestError::Broken(format!("step {} of match {}: {err}", step.step, step.of))
    })?;
    Ok(told.join(" "))
}

/// Words a step as the room saw it, for a list. A move that happened by itself says why.
pub(crate) fn numbered_line(loaded: &LoadedMatch, step: &StepRow) -> Result<String, RequestError> {
    let mut told = told_of(loaded, step)?;
    let by_itself = step.seat.is_some() && !step.decided && step.lot.is_none();
    // Everybody knows that dice have to be thrown, and nobody may know how many secret choices there were.
    if by_itself && step.throws.is_empty() && !step.sealed && !told.is_empty() {
        told = words::only_choice(&told);
    }
    if told.is_empty() { step_line(loaded, step) } else { Ok(format!("{}. {told}", step.step)) }
}

/// Words a step as the room saw it, after what was typed.
pub fn step_line(loaded: &LoadedMatch, step: &StepRow) -> Result<String, RequestError> {
    let told = told_of(loaded, step)?;
    let told = if told.is_empty() { told } else { format!(" {told}") };
    Ok(match step.seat {
        None if told.is_empty() => words::begins(step.step),
        None => format!("{}.{told}", step.step),
        Some(seat) => {
            let side = loaded.game().sides()[seat.index()];
            let hidden = step.sealed && loaded.row.end.is_none();
            let said = (!hidden).then_some(step.written.as_str());
            format!("{}. {side}: {}.{told}", step.step, said.unwrap_or("(sealed)"))
        }
    })
}
