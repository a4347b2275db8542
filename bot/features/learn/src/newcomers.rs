//! Tells newcomers to a game that it has lessons, once.
use content::lessons;
use model::text::Text;
use service::{RequestError, context::RequestContext};
use store::{Challenge, Person};

use super::{rows, words};

/// Closes what the asker has open, since what they type next is for their match. Returns the line for a first match of its game, if it is the
/// first for one of the players.
pub(crate) fn opens(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    players: [&Person; 2],
) -> Result<Option<Text>, RequestError> {
    if cx.asker().is_some() {
        rows::close_lessons(cx.tx, cx.me.id)?;
        rows::close_puzzles(cx.tx, cx.me.id)?;
    }
    let game = challenge.terms.game;
    if lessons::of(game).is_empty() {
        return Ok(None);
    }
    let mut is_new = false;
    for person in players.into_iter().filter(|it| it.is_person()) {
        is_new |= rows::offer_lessons(cx.tx, person.id, game, cx.now)?;
    }
    Ok(is_new.then(|| words::new_to(game)))
}
