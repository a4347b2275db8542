//! Finds answers to questions, in this order: in the match on the board, in the rules of its game, in what is known of the house.
//! Nothing here does anything, and nothing tells what a side keeps secret: all is as everyone in the room sees it.
mod board;
mod earlier;
mod facts;
mod known;
mod pieces;
mod question;
mod rules;
mod why_not;
pub(crate) mod words;

use command::Verb;
use content::asked::facts::{Fact, asked_about};
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

/// Tells whether the board of a match has a square of this name.
pub(crate) fn is_on_board(loaded: &LoadedMatch, square: &str) -> bool {
    facts::cell_named(loaded, square).is_some()
}

/// Says what stands on the only square that a question names; tells whether it names one.
pub(crate) fn what_stands(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    in_match_meant(cx, of, words, |question| (question.squares.len() == 1).then_some(Fact::Stands))
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
        Err(RequestError::Refused(_)) => false,
        Err(fault) => return Err(fault),
    };
    if !answered {
        cx.verb = before;
        cx.cleared.set(false);
        drop(cx.controls.take());
    }
    Ok(answered)
}

/// Finds the match that a question is about: the likeliest of the asker's, or the last one here.
fn meant(cx: &RequestContext<'_>, of: Option<MatchId>) -> Result<LoadedMatch, RequestError> {
    let own = match of {
        None => matches::votes::asked_about_here(cx)?.into_iter().next(),
        Some(_) => None,
    };
    match own {
        Some(row) => matches::find::load_if_allowed(cx, row),
        None => matches::find::any_match(cx, of),
    }
}
