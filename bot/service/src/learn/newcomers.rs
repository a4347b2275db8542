//! Tells newcomers to a game that it has lessons, once.
use content::lessons;
use engine::games::GameId;
use model::text::Text;
use store::Person;

use super::words;
use crate::{RequestError, context::RequestContext};

/// Returns the line for a first match of a game, if it is the first for one of the players.
pub(crate) fn offer_lessons(
    cx: &mut RequestContext<'_>,
    game: GameId,
    players: [&Person; 2],
) -> Result<Option<Text>, RequestError> {
    let count = lessons::of(game).len();
    if count == 0 {
        return Ok(None);
    }
    let mut is_new = false;
    for person in players.into_iter().filter(|it| it.is_person()) {
        is_new |= cx.tx.offer_lessons(person.id, game, cx.now)?;
    }
    Ok(is_new.then(|| words::new_to(game)))
}
