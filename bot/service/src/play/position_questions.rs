//! Questions about a position: answered in private, remembered so that short forms can refer to
//! them, and not part of the match.
use engine::seat::{Observer, Seat, Viewer};
use model::{reply::Reply, text::Text};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch, memory::LastAsked},
    telling::{self, controls::panel, turn::named_shortly},
};

/// Completes short forms that refer to the asker's last question about this position.
pub fn whole(cx: &RequestContext<'_>, loaded: &LoadedMatch, seat: Seat, words: &str) -> String {
    let last = cx.memory.questions.get(&(loaded.row.id, cx.me.id));
    let fresh = last.filter(|it| it.at == loaded.step_key());
    let whole = fresh.and_then(|question| loaded.table.complete(seat, &question.words, words));
    whole.unwrap_or_else(|| words.to_owned())
}

/// Answers a question; tells whether the words were one. Nothing is played, and the room learns
/// neither question nor answer.
pub fn answered(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<bool, RequestError> {
    let Some(answer) = loaded.table.ask(seat, words) else { return Ok(false) };
    let named = Text::small(named_shortly(loaded));
    let mut reply = Reply::only(cx.me.id, Text::Lines(vec![named, Text::sentence(answer?)]));
    let to = Observer { viewer: Viewer::Seat(seat), names: &loaded.names };
    if loaded.table.sketch(seat, words, to).is_some() {
        let mut picture = telling::turn::picture(cx, loaded, Some(seat), &cx.me, seat);
        picture.asked = words.to_owned();
        telling::drawing::describe(&mut picture, loaded);
        reply = reply.picture(picture);
    }
    reply.menu = panel(loaded, seat, words);
    cx.say(reply);
    let question = LastAsked { at: loaded.step_key(), words: words.to_owned() };
    cx.memory.questions.insert((loaded.row.id, cx.me.id), question);
    Ok(true)
}
