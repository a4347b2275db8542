//! What calls of turns have earned, as the match goes on.
use std::collections::BTreeMap;

use engine::mind::{Gain, SpanStage, TurnSpan};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::find::table_after,
    ratings::season::Season,
};

use super::{
    callable::{is_unwanted, takes_part},
    score::turn_points,
    turn_rows::{self, TurnCall},
};

/// What a call of turns has come to.
#[derive(Clone, Copy)]
enum TurnFate {
    /// Both turns aren't over yet.
    Open,
    /// Whether what was asked has happened.
    Decided(bool),
    /// The step before it was taken back, or something is chosen in private.
    Void,
}

/// Gives calls of turns their points where a step has decided them; what is decided stays so. If the step
/// before a call was taken back, the call falls away.
pub(super) fn follow_turn_calls(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    let row = &loaded.row;
    let mut calls = turn_rows::turn_calls_on(cx.tx, row.id)?;
    calls.retain(|call| call.points.is_none());
    if calls.is_empty() {
        return Ok(());
    }
    let is_unwanted = is_unwanted(cx.tx, row)?;
    // Many people call the same.
    let mut fates = BTreeMap::new();
    for call in calls {
        let counts = !is_unwanted && !takes_part(cx, row, call.person)?;
        let asked = (call.on.step, call.on.take, call.seat.index(), call.gain);
        let fate = match fates.get(&asked) {
            _ if !counts => TurnFate::Void,
            Some(fate) => *fate,
            None => *fates.entry(asked).or_insert(fate(cx, loaded, &call)?),
        };
        match fate {
            TurnFate::Open => {}
            TurnFate::Void => turn_rows::drop_turn_call(cx.tx, &call)?,
            TurnFate::Decided(happened) => {
                let right = happened == call.happens;
                let earned = turn_points(call.percent, call.chance, right);
                turn_rows::settle_turn_call(cx.tx, &call, Season::of(cx.now).number(), earned)?;
            }
        }
    }
    Ok(())
}

/// Follows a match from the position of a call, by what the room sees.
fn fate(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    call: &TurnCall,
) -> Result<TurnFate, RequestError> {
    let (of, game) = (loaded.row.id, loaded.game());
    if !cx.tx.is_kept(of, call.on)? {
        return Ok(TurnFate::Void);
    }
    let Some(start) = cx.tx.live_step(of, call.on.step)? else { return Ok(TurnFate::Void) };
    let count = |gains: Vec<Gain>| gains.get(call.gain).map_or(0, |it| it.count);
    let table = table_after(game, &start)?;
    let before = count(table.gains(call.seat));
    let Some(mut span) = TurnSpan::begin(&table.status()) else { return Ok(TurnFate::Void) };
    for step in cx.tx.some_steps(of, call.on.step + 1, loaded.step.step, 1)? {
        let table = table_after(game, &step)?;
        if before < count(table.gains(call.seat)) {
            return Ok(TurnFate::Decided(true));
        }
        match span.goes_on(&table.status()) {
            SpanStage::Open => {}
            SpanStage::Done => return Ok(TurnFate::Decided(false)),
            SpanStage::Private => return Ok(TurnFate::Void),
        }
    }
    Ok(TurnFate::Open)
}
