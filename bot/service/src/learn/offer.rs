//! Tells newcomers to a game that it has lessons, once.
use engine::games::GameId;

use super::words;
use crate::{Fault, RequestContext};
use content::lessons;
use model::text::Text;
use store::Person;

impl RequestContext<'_> {
    /// Returns the line for a first match of a game, if it is the first for one of the players.
    pub(crate) fn offer_lessons(
        &mut self,
        game: GameId,
        players: [&Person; 2],
    ) -> Result<Option<Text>, Fault> {
        let count = lessons::of(game).len();
        if count == 0 {
            return Ok(None);
        }
        let mut is_new = false;
        for person in players.into_iter().filter(|it| it.is_person()) {
            is_new |= self.tx.offer_lessons(person.id, game, self.now)?;
        }
        Ok(is_new.then(|| words::new_to(game)))
    }
}
