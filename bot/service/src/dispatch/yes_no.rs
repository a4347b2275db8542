//! Questions that wait for yes or no. A bare word answers the last one, if there is only one.
use command::{Command, Does, Property, say, verbs, yes_or_no};
use engine::seat::Seat;
use model::ids::MatchId;
use store::ChallengeState;

use crate::{
    RequestError,
    context::{
        self, RequestContext,
        questions::YesNo,
        seam::{self, AnswerFit},
    },
    dispatch, lobby, matches,
    play::words,
    telling::requests::{close_answered, requests},
};

/// What a bare yes or no means.
enum MeantAnswer {
    /// This command.
    Said(Command),
    /// A no that changes nothing.
    Nothing,
    /// Words for a game.
    Move,
}

/// Handles a bare yes or no: the answer to a question, or words for a game.
pub(crate) fn answer_with(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
    line: &str,
) -> Result<(), RequestError> {
    match answer_meant(cx, of, words)? {
        MeantAnswer::Said(said) => dispatch::commands::execute(cx, &said),
        MeantAnswer::Nothing => {
            // Nothing is done, so no permission is needed.
            cx.cleared.set(true);
            cx.say(cx.answer(words::nothing_changes()));
            Ok(())
        }
        MeantAnswer::Move => {
            dispatch::other_words::bare_words(cx, line)?;
            dispatch::commands::check_cleared(cx)
        }
    }
}

/// Carries out `accept` or `decline` where the other side of a match asks for something, unless it could also be meant for somebody's
/// challenge. Tells whether anything is asked.
pub(crate) fn answers_request(
    cx: &mut RequestContext<'_>,
    said: &Command,
) -> Result<bool, RequestError> {
    let accepts = said.verb() == verbs::Accept::VERB;
    // `Count me in` is about a challenge.
    let words = cx.request().map_or("", |request| request.line.text()).to_lowercase();
    let own = |word: &str| word.starts_with('#') || ["i", "accept", "please"].contains(&word);
    if accepts && !words.split_whitespace().all(own) {
        return Ok(false);
    }
    let mut answers: Vec<Command> = Vec::new();
    for YesNo { yes, no, .. } in open_questions(cx, None)? {
        let is_request = yes.verb().is(Property::AsksOther);
        let answer = if accepts { Some(yes) } else { no };
        answers.extend(answer.filter(|_| is_request));
    }
    // What stands here is asked however long ago.
    for row in matches::find::mine_here(cx)? {
        let other = row.seats.find(|&it| it == cx.me.id).map(Seat::other);
        let all = requests(cx.memory.features, &row).into_iter();
        let all = all.filter(|request| request.by.is_some() && request.by == other);
        for request in all {
            let [yes, no] = request.answers;
            let answer = if accepts { yes } else { no };
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
    }
    if !answers.is_empty() {
        let challenges = lobby::which_challenge::to_me(cx)?.into_iter();
        answers.extend(challenges.map(|challenge| {
            if accepts { say!(Accept { challenge }) } else { say!(Decline { challenge }) }
        }));
    }
    match answers.len() {
        0 => Ok(false),
        1 => dispatch::commands::execute(cx, &answers.remove(0)).map(|()| true),
        _ => Err(words::several_questions_open().instead(answers).into()),
    }
}

/// Finds what a bare yes or no means; `of` is the match, if it was named.
///
/// # Errors
/// If there was no question, or several, or the word is also a move.
fn answer_meant(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    words: &str,
) -> Result<MeantAnswer, RequestError> {
    let Some(yes) = yes_or_no(words) else { return Ok(MeantAnswer::Move) };
    let open = open_questions(cx, of)?;
    let is_move = is_move(cx, of, words)?;
    match to_answer(cx, &open) {
        [] if is_move => Ok(MeantAnswer::Move),
        [] => match lobby::which_challenge::to_me_here(cx)? {
            Some(challenge) if yes => Ok(MeantAnswer::Said(say!(Accept { challenge }))),
            Some(challenge) => Ok(MeantAnswer::Said(say!(Decline { challenge }))),
            None => Err(words::no_question_open().into()),
        },
        [one] if !is_move && yes && one.yes.does() == Does::Deletes => {
            Err(words::say_it_whole(&one.yes).into())
        }
        [one] if !is_move => match if yes { Some(&one.yes) } else { one.no.as_ref() } {
            Some(said) => Ok(MeantAnswer::Said(said.clone())),
            None => {
                let about = one.yes.of_match();
                cx.memory.waiting.remove(&cx.me.id);
                cx.memory.confirming.remove(&cx.me.id);
                if let Some(row) = about.map(|of| cx.tx.match_row(of)).transpose()?.flatten() {
                    let loaded = matches::find::load(cx, row)?;
                    close_answered(cx, &loaded)?;
                }
                Ok(MeantAnswer::Nothing)
            }
        },
        several => {
            // The list may be cut, so what was asked last comes first.
            let last_first = several.iter().rev();
            let forms = last_first.flat_map(|asked| [Some(&asked.yes), asked.no.as_ref()]);
            let forms = forms.flatten().map(Command::unconfirmed);
            let forms = forms.chain(is_move.then(|| say!(Play { words })));
            Err(words::several_questions_open().instead(forms).into())
        }
    }
}

/// Returns the questions that a bare word may answer: alone the one that the asker's own last words led to, unless others have asked since.
fn to_answer<'a>(cx: &RequestContext<'_>, open: &'a [YesNo]) -> &'a [YesNo] {
    let Some((last, earlier)) = open.split_last() else { return open };
    let is_own = cx.memory.waiting.get(&cx.me.id).is_some_and(|own| own.contains(last));
    if is_own && earlier.iter().all(|asked| asked.until < last.until) {
        std::slice::from_ref(last)
    } else {
        open
    }
}

/// Returns the asker's open questions, the last one last.
fn open_questions(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<Vec<YesNo>, RequestError> {
    let mut open = Vec::new();
    let own = cx.memory.waiting.get(&cx.me.id).into_iter().flatten().cloned();
    let mut asked: Vec<YesNo> =
        context::questions::asked_by_others(cx)?.into_iter().chain(own).collect();
    asked.sort_by_key(|it| it.until);
    for question in asked {
        let about = question.yes.of_match();
        let named = of.is_none() || of == about;
        if cx.now < question.until && named && still_waits(cx, &question.yes)? {
            open.push((about, question));
        }
    }
    // Of several questions about a match, the last is answered.
    let matches: Vec<Option<MatchId>> = open.iter().map(|it| it.0).collect();
    let is_last =
        |nth: usize| matches[nth].is_none() || !matches[nth + 1..].contains(&matches[nth]);
    let last = open.into_iter().enumerate().filter(|(nth, _)| is_last(*nth));
    Ok(last.map(|(_, (_, it))| it).collect())
}

/// Tells whether a question can still be answered.
fn still_waits(cx: &RequestContext<'_>, said: &Command) -> Result<bool, RequestError> {
    if let Some(id) = said.of_challenge()
        && said.is::<verbs::Accept>()
    {
        let challenge = cx.tx.challenge(id)?;
        return Ok(challenge.is_some_and(|challenge| {
            challenge.state == ChallengeState::Open && cx.now < challenge.lapses_at
        }));
    }
    let asks_other = said.verb().is(Property::AsksOther);
    let running = asks_other || said.verb().is_one_of(&[verbs::Resign::VERB, verbs::Abort::VERB]);
    let (Some(id), true) = (said.of_match(), running) else { return Ok(true) };
    let Some(row) = cx.tx.match_row(id)?.filter(|it| it.end.is_none()) else {
        return Ok(false);
    };
    let Some(seat) = row.seats.find(|&it| it == cx.me.id) else { return Ok(false) };
    let mut all = requests(cx.memory.features, &row).into_iter();
    Ok(!asks_other
        || all.any(|request| request.by == Some(seat.other()) && request.answers[0] == *said))
}

/// Tells whether words are a move of the asker's in a match they may mean, or an answer in their
/// exercise.
pub fn is_move(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    let fits = named.is_none() && seam::reads(cx, words)? == Some(AnswerFit::Fits);
    Ok(fits || is_move_in_match(cx, named, words)?)
}

/// Tells whether words are a move of the asker's in a match they may mean.
pub fn is_move_in_match(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
    words: &str,
) -> Result<bool, RequestError> {
    for row in matches::here::playable_here(cx)? {
        if named.is_none_or(|it| it == row.id)
            && dispatch::moves::fits(cx, matches::find::load(cx, row)?, words)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
