//! Questions about a position: answered in private, remembered so that short forms can refer to
//! them, and not part of the match.
use engine::{
    chance::Ply,
    scene,
    seat::{Onlooker, Seat, Viewer},
};

use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    play::{controls::panel, turn::named_shortly},
};
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
    text::Text,
};

/// The asker's last question in a match.
pub(crate) struct Question {
    at: Ply,
    words: String,
}

/// The person and match of a question.
pub(crate) type Asker = (MatchId, PersonId);

impl RequestContext<'_> {
    /// Completes short forms that refer to the asker's last question about this position.
    pub(crate) fn whole(&self, loaded: &LoadedMatch, seat: Seat, words: &str) -> String {
        let last = self.memory.questions.get(&(loaded.row.id, self.me.id));
        let fresh = last.filter(|it| it.at == loaded.ply());
        let whole = fresh.and_then(|it| loaded.table.complete(seat, &it.words, words));
        whole.unwrap_or_else(|| words.to_owned())
    }

    /// Answers a question; tells whether the words were one. Nothing is played, and the room learns
    /// neither question nor answer.
    pub(crate) fn answered(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        words: &str,
    ) -> Result<bool, Fault> {
        let Some(answer) = loaded.table.ask(seat, words) else { return Ok(false) };
        let named = Text::small(named_shortly(loaded));
        let mut reply = Reply::only(self.me.id, Text::Lines(vec![named, Text::sentence(answer?)]));
        let to = Onlooker { viewer: Viewer::Seat(seat), names: &loaded.names };
        if loaded.table.sketch(seat, words, to).is_some() {
            let mut picture = self.picture(loaded, Some(seat), &self.me, seat);
            picture.asked = words.to_owned();
            picture.alt = scene::words(&crate::play::look::scene_of(
                &picture,
                loaded.table.as_ref(),
                &loaded.row,
            ));
            reply = reply.picture(picture);
        }
        reply.menu = panel(loaded, seat, words);
        self.say(reply);
        let question = Question { at: loaded.ply(), words: words.to_owned() };
        self.memory.questions.insert((loaded.row.id, self.me.id), question);
        Ok(true)
    }
}
