//! Lines that start with no command: an answer, a command in other words, a move, or a typo.
use command::{Command, Pleasantry, bare_number, pleasantry, verbs, yes_or_no};
use content::guide::Guide;
use engine::refusal::{Code, Refusal};
use model::ids::MatchId;
use store::MatchRow;

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{
        RequestContext,
        seam::{self, AnswerFit, HeardWords},
        setting_row,
    },
    dispatch,
    matches::{self, attempt::looks_like_move, seat::check_turn},
    people,
    play::{several::BETWEEN, words},
    time,
};

/// Handles a line that starts with no command; `meant` is what it is in other words.
pub(crate) fn other_words(
    cx: &mut RequestContext<'_>,
    line: &str,
    meant: &Result<Option<Command>, Refusal>,
) -> Result<(), RequestError> {
    authority::decide::admit(cx, cx.verb)?;
    let (of, words) = dispatch::numbered::split_number(cx, line)?;
    let verb = cx.verb;
    if time::settle::is_too_late(cx, verb, of)? {
        return Ok(());
    }
    if yes_or_no(&words).is_some() {
        return dispatch::yes_no::answer_with(cx, of, &words, line);
    }
    if of.is_none() && seam::heard(cx, HeardWords::Line(&words))? {
        return Ok(());
    }
    let meant = match meant {
        Ok(None) => None,
        Ok(Some(_)) | Err(_) if dispatch::yes_no::is_move(cx, of, &words)? => None,
        meant => meant.clone()?,
    };
    match meant {
        Some(said) => dispatch::commands::execute(cx, &in_match(said, of)),
        None => {
            bare_words(cx, line)?;
            dispatch::commands::check_cleared(cx)
        }
    }
}

/// Reads a line as words for a match, or as a typo.
pub(crate) fn bare_words(cx: &mut RequestContext<'_>, line: &str) -> Result<(), RequestError> {
    if line.is_empty() {
        return Err(words::empty_message().into());
    }
    let (named, words) = dispatch::numbered::split_number(cx, line)?;
    if let Some(said) = pleasantry(&words) {
        return be_polite(cx, said);
    }
    let commands = cx.memory.commands;
    let near = commands.near(&words, &setting_row::completions(&cx.memory.settings, None));
    let rows = matches_meant(cx, named)?;
    if named.is_none() && (near.is_empty() || is_answer(cx, &words)?) {
        let in_match = dispatch::yes_no::is_move_in_match(cx, None, &words)?;
        let played_at = rows.iter().map(|it| it.touched_at).max();
        if seam::heard(cx, HeardWords::Words { words: &words, in_match, played_at })? {
            return Ok(());
        }
    }
    let is_move = dispatch::yes_no::is_move(cx, named, &words)?;
    // A typo in a command is likelier than in a move, unless a legal move starts like this.
    if let Some(meant) = near.first()
        && !is_move
        && bare_number(&words).is_none()
        && !begins_a_move(cx, &rows, &words)?
    {
        let says = words::did_you_mean(&words, meant);
        return Err(Refusal::new(Code::Unknown, says).instead(near).into());
    }
    let nowhere = named.is_some() && rows.is_empty();
    if nowhere || is_move || is_attempt(cx, &rows, &words)? {
        return dispatch::moves::play_words(cx, named, &words);
    }
    let asks = HeardWords::MayAsk { of: named, words: &words };
    if 2 < words.split_whitespace().count() && seam::heard(cx, asks)?
        || people::first_words::answered(cx, &rows, &words)?
    {
        return Ok(());
    }
    Err(dispatch::talk::not_understood(cx, rows, &words)?.into())
}

/// Returns the running matches that words may be about: the one that is named, or those of the asker here.
fn matches_meant(
    cx: &RequestContext<'_>,
    named: Option<MatchId>,
) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = matches::here::playable_here(cx)?;
    if let Some(named) = named {
        rows.extend(cx.tx.running_of(cx.me.id)?);
        rows.retain(|row| row.id == named);
        rows.truncate(1);
    }
    Ok(rows)
}

/// Tells whether words are meant as a move in one of some matches.
fn is_attempt(
    cx: &RequestContext<'_>,
    rows: &[MatchRow],
    words: &str,
) -> Result<bool, RequestError> {
    if bare_number(words).is_some() || words.contains(BETWEEN) {
        return Ok(!rows.is_empty());
    }
    for row in rows {
        let loaded = matches::find::load(cx, row.clone())?;
        let seat = matches::seat::seat_in(cx, &loaded)?;
        let mut known = loaded.table.menu(seat).listed;
        let is_move = |typed: &&str| matches!(cx.memory.commands.parse(typed), Ok(None));
        known.extend(Guide::of(loaded.game()).typed().filter(is_move).map(str::to_owned));
        // The rules say more about words that begin like a move, if one is asked for.
        let begins = |typed: &String| typed.split(' ').next() == words.split(' ').next();
        let is_asked = check_turn(&loaded, seat).is_ok();
        if looks_like_move(words, &known) || is_asked && known.iter().any(begins) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether words answer what a feature has open for the asker, even if the rules refuse that answer.
fn is_answer(cx: &RequestContext<'_>, words: &str) -> Result<bool, RequestError> {
    Ok(matches!(seam::reads(cx, words)?, Some(AnswerFit::Fits | AnswerFit::Refused)))
}

/// Answers thanks or a greeting; chatter isn't answered.
pub fn be_polite(cx: &mut RequestContext<'_>, said: Pleasantry) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Help::VERB, ActionTarget::Oneself)?;
    if let Some(text) = words::is_polite(said) {
        cx.say(cx.answer(text));
    }
    Ok(())
}

/// Tells whether a choice of the asker's in some matches starts with the line's first word.
fn begins_a_move(
    cx: &RequestContext<'_>,
    rows: &[MatchRow],
    line: &str,
) -> Result<bool, RequestError> {
    let first = line.split_whitespace().next().unwrap_or("").to_lowercase();
    for row in rows {
        let loaded = matches::find::load(cx, row.clone())?;
        let seat = matches::seat::seat_in(cx, &loaded)?;
        let listed = loaded.table.menu(seat).listed;
        let begins = |choice: &String| choice.split(' ').next() == Some(first.as_str());
        if check_turn(&loaded, seat).is_ok() && listed.iter().any(begins) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Inserts a match number that was typed before or after a command.
pub fn in_match(said: Command, of: Option<MatchId>) -> Command {
    match of {
        Some(of) => said.in_match(of),
        None => said,
    }
}
