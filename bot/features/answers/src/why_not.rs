//! Why the asker's last words were refused.
use engine::{refusal::Code, seat::Seat};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    terms::probing_dice,
};

use super::{match_question::MatchQuestion, words};

/// Says again why the asker's last words were refused, if nothing was played since and the question names no square.
pub(super) fn just_refused(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
) -> Result<Option<String>, RequestError> {
    let refused = cx.memory.refused.get(&(loaded.row.id, cx.me.id));
    let refused = refused.filter(|refused| refused.at == loaded.step_key());
    match (question.seat, refused) {
        (Some(seat), Some(refused)) if question.squares.is_empty() => {
            let says = refusal(loaded, seat, &refused.words)?;
            Ok(says.map(|says| words::was_refused(&refused.words, &says)))
        }
        _ => Ok(None),
    }
}

/// Returns what the rules say against words; nothing if they are allowed.
fn refusal(loaded: &LoadedMatch, seat: Seat, words: &str) -> Result<Option<String>, RequestError> {
    let refused = loaded.again()?.play(seat, words, &mut probing_dice()).err();
    // Words that aren't understood break no rule.
    Ok(refused.filter(|refusal| refusal.code != Code::Unreadable).map(|refusal| refusal.says))
}
