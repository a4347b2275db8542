//! Finds answers to questions, in this order: in the match on the board, in the rules of its game, in what is known of the house.
//! Nothing here does anything, and nothing tells what a side keeps secret: all is as everyone in the room sees it.
mod board;
mod facts;
mod known;
mod pieces;
mod question;
mod rules;
pub(crate) mod words;

use command::Verb;
use content::asked::facts::{Fact, asked_about};
use engine::refusal::Refusal;
use model::ids::MatchId;

use self::question::MatchQuestion;
use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches,
};

pub(crate) use self::{
    known::{ASKS, ASKS_THIS, MAY_ASK, known},
    question::move_asked,
    rules::from_rules,
};

/// Answers a question about a match that is meant here; tells whether it was one.
pub(crate) fn about_match(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    in_match_meant(cx, of, words, |question| asked_about(&question.asked))
}

/// Answers with the fact that a question about a match asks for; tells whether it asks for one that there is.
fn in_match_meant(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    fact: impl FnOnce(&MatchQuestion) -> Option<Fact>,
) -> Result<bool, RequestError> {
    // Who may look at a board may ask about it.
    let before = std::mem::replace(&mut cx.verb, Verb::Board);
    let answered = match meant(cx, of) {
        Ok(loaded) => {
            let question = MatchQuestion::read(cx, &loaded, words);
            match fact(&question) {
                Some(fact) => facts::answered(cx, &loaded, &question, fact)?,
                None => false,
            }
        }
        // With several matches, only a question about one of them asks which.
        Err(RequestError::Refused(refusal)) => match question::might_ask(words) {
            true if is_ambiguous(&refusal) => return Err(refusal.into()),
            _ => false,
        },
        Err(fault) => return Err(fault),
    };
    if !answered {
        cx.verb = before;
        cx.cleared.set(false);
        drop(cx.controls.take());
    }
    Ok(answered)
}

fn is_ambiguous(refusal: &Refusal) -> bool {
    refusal.code == engine::refusal::Code::Ambiguous
}

/// Finds the match that a question is about: one of the asker's, or the last one here.
fn meant(cx: &RequestContext<'_>, of: Option<MatchId>) -> Result<LoadedMatch, RequestError> {
    let mut rows = match of {
        None => matches::votes::playable_here(cx)?,
        Some(_) => Vec::new(),
    };
    match rows.len() {
        0 => matches::find::any_match(cx, of),
        1 => matches::find::load_if_allowed(cx, rows.remove(0)),
        _ => Err(matches::find::which(cx, &rows)?.into()),
    }
}
