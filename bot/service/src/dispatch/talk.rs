//! What is said to words that are no command, no move and no question.
use engine::{
    game::{Prompt, Status},
    refusal::Refusal,
};
use store::MatchRow;

use crate::{RequestError, context::RequestContext, matches, play::words};

/// Refuses words that weren't understood; `rows` are the matches that they may be about.
pub(super) fn not_understood(
    cx: &RequestContext<'_>,
    mut rows: Vec<MatchRow>,
    said: &str,
) -> Result<Refusal, RequestError> {
    let Some(row) = rows.pop() else { return Ok(words::unknown_without_match(said)) };
    if !rows.is_empty() {
        return Ok(words::unknown_words(said));
    }
    let loaded = matches::find::load(cx, row)?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let Status::Waiting(prompts) = loaded.table.status() else {
        return Ok(words::unknown_words(said));
    };
    let own = prompts.iter().filter(|prompt| prompt.seat == seat);
    let asks: Vec<&str> = own.map(|Prompt { ask, .. }| ask.as_str()).collect();
    Ok(match &asks[..] {
        [] => words::unknown_in_turn_of(loaded.names.get(seat.other())),
        asks => words::unknown_in_own_turn(said, asks),
    })
}
