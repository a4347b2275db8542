//! Voting: for a move, and how the vote stands.
use engine::seat::Seat;
use model::{ids::MatchId, text::Text};
use service::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, loaded::LoadedMatch},
    dispatch, matches,
    play::{self, step::next_dice},
    telling, timing,
};

use crate::{
    ballots, commands,
    count::{self, tally},
    resign,
    rows::{self, CastVote, RESIGN, RoomSide},
    seat::side_asked,
    words,
};

/// How many seconds pass at least before a board shows again how many have voted.
const SHOWN_EVERY: i64 = 30;

pub(crate) fn vote(cx: &mut RequestContext<'_>, said: &commands::Vote) -> Result<(), RequestError> {
    let (of, words) = match said.of {
        Some(of) => (Some(of), said.words.clone()),
        None => dispatch::numbered::split_number(cx, &said.words)?,
    };
    let loaded = voted_match(cx, of)?;
    let id = loaded.row.id;
    if loaded.seat_of(cx.me.id).is_some() {
        return Err(words::you_play_yourself(id).into());
    }
    match words.trim().to_lowercase().as_str() {
        "" => show_vote(cx, &loaded),
        "now" => count_now(cx, loaded),
        "off" => withdraw_vote(cx, &loaded),
        RESIGN => resign::vote_to_resign(cx, &loaded),
        _ => dispatch::moves::play_words(cx, Some(id), &words),
    }
}

/// Takes a move that the asker wants their room to play.
pub(crate) fn cast(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<(), RequestError> {
    let mut table = loaded.again()?;
    let (_, mut dice) = next_dice(loaded);
    let played = table.play(seat, words, &mut dice)?;
    note_vote(cx, loaded, played.written)
}

/// Finds the running match with a number, or the one that this room plays.
fn voted_match(cx: &RequestContext<'_>, of: Option<MatchId>) -> Result<LoadedMatch, RequestError> {
    if of.is_some() {
        return matches::find::my_match(cx, of, |_, _| false);
    }
    let mut rows = matches::here::shared_here(cx)?;
    match rows.len() {
        0 => Err(words::no_vote_here().into()),
        1 => matches::find::load_if_allowed(cx, rows.remove(0)),
        _ => Err(matches::find::which(cx, &rows)?.into()),
    }
}

fn note_vote(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    words: String,
) -> Result<(), RequestError> {
    let (of, on) = (loaded.row.id, loaded.step_key());
    let side = side_asked(cx, &loaded.row)?;
    let before = rows::vote_of(cx.tx, of, cx.me.id)?.filter(|it| it.on == Some(on));
    if before.is_some_and(|it| it.words == words) {
        return Err(words::same_vote(of, &words).into());
    }
    let (person, seat, at) = (cx.me.id, side.seat, cx.now);
    rows::put_vote(cx.tx, &CastVote { of, person, seat, on: Some(on), words: words.clone(), at })?;
    let (voted, ends_at) = show_later(cx, loaded, side)?;
    // What everybody sees, the board counts.
    let pressed = cx.request().is_some_and(|it| it.pressed.is_some());
    if !(pressed && cx.room.chat.shows_presses()) {
        let until = (ends_at, ends_at - cx.now);
        cx.say(cx.answer(words::voted(of, &words, voted, until)));
    }
    Ok(())
}

fn withdraw_vote(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    let of = loaded.row.id;
    let side = side_asked(cx, &loaded.row)?;
    let stands = |vote: CastVote| vote.on == Some(loaded.step_key()) || vote.resigns();
    if !rows::vote_of(cx.tx, of, cx.me.id)?.is_some_and(stands) {
        return Err(words::nothing_to_withdraw(of).into());
    }
    // They stay a voter of their side, without a vote on this position.
    rows::take_back_vote(cx.tx, of, cx.me.id)?;
    show_later(cx, loaded, side)?;
    cx.say(cx.answer(words::vote_withdrawn(of)));
    Ok(())
}

/// Has the board show soon how many have voted. Returns that number, and when they are counted.
pub(crate) fn show_later(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    mut side: RoomSide,
) -> Result<(usize, i64), RequestError> {
    let soon = cx.now.max(side.shown_at + SHOWN_EVERY);
    side.show_at = side.show_at.or(Some(soon));
    rows::put_room_side(cx.tx, &side)?;
    let mut row = loaded.row.clone();
    timing::schedule(cx, &mut row)?;
    cx.tx.update_match(&row)?;
    let voted = ballots::votes_for_moves(cx, loaded, side.seat)?.len();
    Ok((voted, side.ballot.map_or(cx.now, |it| it.ends_at)))
}

/// Says how many votes each move has.
fn show_vote(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    let of = loaded.row.id;
    let side = side_asked(cx, &loaded.row)?;
    let votes = ballots::votes_for_moves(cx, loaded, side.seat)?;
    let own = rows::vote_of(cx.tx, of, cx.me.id)?;
    let own =
        own.filter(|vote| vote.on == Some(loaded.step_key()) || vote.resigns()).map(|it| it.words);
    let ends_at = side.ballot.map_or(cx.now, |it| it.ends_at);
    let room = loaded.names.get(side.seat);
    let until = (ends_at, ends_at - cx.now);
    let mut lines = vec![words::stands(of, room, &tally(&votes), own.as_deref(), until)];
    let resign = rows::votes_of_side(cx.tx, of, side.seat)?;
    let resign = resign.iter().filter(|it| it.resigns()).count();
    let resign_at = side.resign_at.map(|at| (at, at - cx.now));
    lines.extend(resign_at.map(|until| words::resigning_stands(resign, until)));
    cx.say(cx.answer(Text::Lines(lines)));
    Ok(())
}

/// Counts the votes before the time is over.
fn count_now(cx: &mut RequestContext<'_>, loaded: LoadedMatch) -> Result<(), RequestError> {
    authority::decide::clear(cx, GuardedAction::EndTurn, ActionTarget::Match(&loaded.row))?;
    let of = loaded.row.id;
    let side = side_asked(cx, &loaded.row)?;
    if ballots::votes_for_moves(cx, &loaded, side.seat)?.is_empty() {
        return Err(words::nothing_to_count(of).into());
    }
    count::count_votes(cx, loaded, side)
}

/// Edits the boards of a match to show how many have voted, below further lines.
pub(crate) fn show_votes(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    lead: Vec<Text>,
) -> Result<(), RequestError> {
    let mut lines = play::step::last_turn(cx, loaded)?;
    lines.extend(lead);
    telling::turn::refresh(cx, loaded, lines)
}
