//! Questions about a position: answered in private, remembered for words that lean on them, and no step of the match.
use engine::{
    chance::Ply,
    scene,
    seat::{Onlooker, Seat, Viewer},
};

use crate::service::{Fault, RequestContext, find::LoadedMatch, play::controls::panel};
use crate::{
    reply::Reply,
    store::{MatchId, PersonId},
    text::Text,
};

/// What somebody asked last in a match.
pub(in crate::service) struct Question {
    at: Ply,
    words: String,
}

/// Whose question it is, and about which match.
pub(in crate::service) type Asker = (MatchId, PersonId);

impl RequestContext<'_> {
    /// Makes whole words of some that lean on the asker's last question about this position.
    pub(in crate::service) fn whole(
        &self,
        loaded: &LoadedMatch,
        seat: Seat,
        words: &str,
    ) -> String {
        let last = self.questions.get(&(loaded.row.id, self.me.id));
        let fresh = last.filter(|it| it.at == loaded.ply());
        let whole = fresh.and_then(|it| loaded.table.complete(seat, &it.words, words));
        whole.unwrap_or_else(|| words.to_owned())
    }

    /// Answers a question; tells whether it was one. Nothing is played, the one who is to move, and the room learns neither the question
    /// nor the answer.
    pub(in crate::service) fn answered(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        words: &str,
    ) -> Result<bool, Fault> {
        let Some(answer) = loaded.table.ask(seat, words) else { return Ok(false) };
        let mut reply = Reply::only(self.me.id, Text::sentence(answer?));
        let to = Onlooker { viewer: Viewer::Seat(seat), names: &loaded.names };
        if loaded.table.sketch(seat, words, to).is_some() {
            let mut picture = self.picture(loaded, Some(seat), &self.me, seat);
            picture.asked = words.to_owned();
            picture.alt = scene::words(&picture.scene(loaded.table.as_ref(), &loaded.row));
            reply = reply.picture(picture);
        }
        reply.menu = panel(loaded, seat, words);
        self.say(reply);
        let question = Question { at: loaded.ply(), words: words.to_owned() };
        self.questions.insert((loaded.row.id, self.me.id), question);
        Ok(true)
    }
}
