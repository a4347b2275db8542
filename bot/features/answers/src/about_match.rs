//! Answers a question from the match that is meant: which one that is, and what is asked about it.
use std::cmp::Reverse;

use command::verbs;
use content::asked::{
    facts::{Fact, LONGEST, asked_about},
    word_list,
};
use engine::seat::Seat;
use model::ids::MatchId;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches,
};
use store::MatchRow;

use super::{facts, known, match_question::MatchQuestion};

/// Answers a question about a match that is meant here; tells whether it was one.
pub(super) fn about_match(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    in_match_meant(cx, of, words, fact_asked)
}

/// Answers a clause of a long line that asks about a match; tells whether one does.
pub(super) fn clause_about_match(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    let clauses = known::parts(words).into_iter().skip(1).map(|(clause, _)| clause);
    let begins_asking = |clause: &&str| {
        let first = clause.split_whitespace().next().unwrap_or_default().to_lowercase();
        ["words", "verbs"].iter().any(|list| word_list(list).contains(&first.as_str()))
    };
    if words.split_whitespace().count() <= LONGEST {
        return Ok(false);
    }
    for clause in clauses.filter(begins_asking) {
        if in_match_meant(cx, of, clause, fact_asked)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn fact_asked(_: &LoadedMatch, question: &MatchQuestion) -> Option<Fact> {
    asked_about(&question.asked)
}

/// Says what stands on the only square that a question names, and what can happen there; tells whether it names one.
pub(super) fn about_square(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    in_match_meant(cx, of, words, |_, question| {
        (question.squares.len() == 1).then_some(Fact::Square)
    })
}

/// Answers with the fact that a question about a match asks for; tells whether it asks for one that there is.
pub(super) fn in_match_meant(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    fact: impl FnOnce(&LoadedMatch, &MatchQuestion) -> Option<Fact>,
) -> Result<bool, RequestError> {
    looked_at(cx, of, |cx, loaded| {
        let question = MatchQuestion::read(cx, loaded, words);
        match fact(loaded, &question) {
            Some(fact) => facts::answered(cx, loaded, &question, fact),
            None => Ok(false),
        }
    })
}

/// Answers something about the match that is meant, which who asks may look at; tells whether there was an answer.
pub(super) fn looked_at(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    answer: impl FnOnce(&mut RequestContext<'_>, &LoadedMatch) -> Result<bool, RequestError>,
) -> Result<bool, RequestError> {
    // Who may look at a board may ask about it.
    let before = std::mem::replace(&mut cx.verb, verbs::Board::VERB);
    let answered = match meant(cx, of) {
        Ok(loaded) => answer(cx, &loaded)?,
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

/// Answers a question about what is past by what was played last; tells whether it is one.
pub(super) fn about_past(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    let past = word_list("past");
    let mut all = words.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
    let is_past = all.any(|word| past.contains(&word.to_lowercase().as_str()));
    Ok(is_past && in_match_meant(cx, of, words, |_, _| Some(Fact::Last))?)
}

/// Returns the matches that the asker can play here, the likeliest to be asked about first: those that wait
/// for them, and then those where something happened last.
pub(super) fn likeliest_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = matches::here::playable_here(cx)?;
    let waits = |row: &MatchRow| {
        Seat::BOTH
            .into_iter()
            .any(|seat| *row.seats.get(seat) == cx.me.id && *row.waiting.get(seat))
    };
    rows.sort_by_key(|row| (Reverse(waits(row)), Reverse(row.touched_at), row.id));
    Ok(rows)
}

/// Finds the match that a question is about: the likeliest of the asker's, or the last one here.
pub(super) fn meant(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<LoadedMatch, RequestError> {
    let own = match of {
        None => likeliest_here(cx)?.into_iter().next(),
        Some(_) => None,
    };
    match own {
        Some(row) => matches::find::load_if_allowed(cx, row),
        None => matches::find::any_match(cx, of),
    }
}
