//! Lines that start with no command: an answer, a command in other words, a move, or a typo.
use command::{Command, Pleasantry, pleasantry, say, verbs, yes_or_no};
use engine::refusal::{Code, Refusal};
use model::ids::MatchId;

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{
        RequestContext,
        seam::{self, AnswerFit, HeardWords},
        setting_row,
    },
    dispatch,
    matches::{self, seat::check_turn},
    play::words,
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
    let may_ask = near.is_empty() && 2 < words.split_whitespace().count();
    let rows = matches::here::playable_here(cx)?;
    if named.is_none() && (near.is_empty() || is_answer(cx, &words)?) {
        let in_match = dispatch::yes_no::is_move_in_match(cx, None, &words)?;
        let played_at = rows.iter().map(|it| it.touched_at).max();
        if seam::heard(cx, HeardWords::Words { words: &words, in_match, played_at })? {
            return Ok(());
        }
    }
    if rows.is_empty() && named.is_none() {
        if may_ask && seam::heard(cx, HeardWords::MayAsk { of: named, words: &words })? {
            return Ok(());
        }
        let says = match near.first() {
            Some(meant) => words::did_you_mean(&words, meant),
            None => words::unknown_without_match(line),
        };
        let instead =
            if near.is_empty() { vec![say!(Help).line(), say!(Challenge).line()] } else { near };
        return Err(Refusal::new(Code::Unknown, says).instead(instead).into());
    }
    // Words that are a move in no match and close to a command are a typo.
    if let Some(meant) = near.first()
        && 1 < rows.len()
        && named.is_none()
        && !dispatch::yes_no::is_move(cx, named, &words)?
        && !begins_a_move(cx, &words)?
    {
        return Err(Refusal::unreadable(words::did_you_mean(&words, meant)).instead(near).into());
    }
    let Err(fault) = dispatch::moves::play_words(cx, named, &words) else { return Ok(()) };
    let RequestError::Refused(mut refusal) = fault else { return Err(fault) };
    if may_ask
        && matches!(refusal.code, Code::Unreadable | Code::Unknown)
        && seam::heard(cx, HeardWords::MayAsk { of: named, words: &words })?
    {
        return Ok(());
    }
    let slip = match refusal.code {
        // A typo in a command is likelier than in a move, unless a legal move starts like this.
        Code::Unreadable | Code::Unknown => !begins_a_move(cx, &words)?,
        Code::NotYours => true,
        _ => false,
    };
    let reads = |line: &String| {
        refusal.code != Code::NotYours || matches!(commands.parse(line), Ok(Some(_)))
    };
    let near: Vec<String> = near.into_iter().filter(reads).collect();
    if let Some(meant) = near.first().filter(|_| slip) {
        let meant = words::did_you_mean(&words, meant);
        // First what it probably is, then whose turn it is.
        refusal.says = match refusal.code {
            Code::NotYours => format!("{meant} {}", refusal.says),
            _ => meant,
        };
        refusal.instead.retain(|line| !near.contains(line));
        refusal.instead.splice(0..0, near);
    }
    Err(refusal.into())
}

/// Tells whether words answer what a feature has open for the asker, even if the rules refuse that answer.
fn is_answer(cx: &RequestContext<'_>, words: &str) -> Result<bool, RequestError> {
    Ok(matches!(seam::reads(cx, words)?, Some(AnswerFit::Fits | AnswerFit::Refused)))
}

/// Answers thanks or a greeting.
pub fn be_polite(cx: &mut RequestContext<'_>, said: Pleasantry) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Help::VERB, ActionTarget::Oneself)?;
    cx.say(cx.answer(words::is_polite(said)));
    Ok(())
}

/// Tells whether a choice of the asker's here starts with the line's first word.
fn begins_a_move(cx: &RequestContext<'_>, line: &str) -> Result<bool, RequestError> {
    let first = line.split_whitespace().next().unwrap_or("").to_lowercase();
    for row in matches::here::playable_here(cx)? {
        let loaded = matches::find::load(cx, row)?;
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
