//! Questions about a position: answered in private, remembered for words that lean on them, and no step of the match.
use engine::{
    chance::Ply,
    scene,
    seat::{Onlooker, Seat, Viewer},
};

use super::{Asking, Fault, find::Sitting};
use crate::{
    reply::Reply,
    store::{MatchId, PersonId},
    text::Text,
};

/// What somebody asked last in a match.
pub(super) struct Question {
    at: Ply,
    words: String,
}

/// Whose question it is, and about which match.
pub(super) type Asker = (MatchId, PersonId);

impl Asking<'_> {
    /// Makes whole words of some that lean on the asker's last question about this position.
    pub(super) fn whole(&self, sitting: &Sitting, seat: Seat, words: &str) -> String {
        let last = self.questions.get(&(sitting.row.id, self.me.id));
        let fresh = last.filter(|it| it.at == sitting.ply());
        let whole = fresh.and_then(|it| sitting.table.complete(seat, &it.words, words));
        whole.unwrap_or_else(|| words.to_owned())
    }

    /// Answers a question; tells whether it was one. Nothing is played, whoever is to move, and the room learns neither the question
    /// nor the answer.
    pub(super) fn answered(
        &mut self,
        sitting: &Sitting,
        seat: Seat,
        words: &str,
    ) -> Result<bool, Fault> {
        let Some(answer) = sitting.table.ask(seat, words) else { return Ok(false) };
        let mut reply = Reply::only(self.me.id, Text::sentence(answer?));
        let to = Onlooker { viewer: Viewer::Seat(seat), names: &sitting.names };
        if sitting.table.sketch(seat, words, to).is_some() {
            let mut picture = self.picture(sitting, Some(seat), &self.me, seat);
            picture.asked = words.to_owned();
            picture.alt = scene::words(&picture.scene(sitting.table.as_ref(), &sitting.row));
            reply = reply.picture(picture);
        }
        self.say(reply);
        let question = Question { at: sitting.ply(), words: words.to_owned() };
        self.questions.insert((sitting.row.id, self.me.id), question);
        Ok(true)
    }
}
