//! The votes that wait for a person, for their lists.
use engine::seat::Seat;
use model::{ids::MatchId, reply::Choice, text::Text};
use store::{MatchRow, RoomSide};

use crate::{RequestError, context::RequestContext, matches, seats, terms::terms_in_words};

/// Returns the running matches that the asker votes in, with their side: those where they have
/// voted before, and those that this room plays. Those counted first come first.
pub(crate) fn votes_of_asker(
    cx: &RequestContext<'_>,
) -> Result<Vec<(MatchRow, RoomSide)>, RequestError> {
    let mut rows = cx.tx.voted_by(cx.me.id)?;
    for row in matches::votes::voted_here(cx)? {
        if rows.iter().all(|it| it.id != row.id) {
            rows.push(row);
        }
    }
    let mut votes = Vec::new();
    for row in rows {
        if let Some(side) = seats::voting_side(cx, &row)? {
            votes.push((row, side));
        }
    }
    votes.sort_by_key(|(row, side)| (side.ballot.map_or(i64::MAX, |it| it.ends_at), row.id));
    Ok(votes)
}

/// Returns the votes under way where the asker hasn't voted yet.
pub(crate) fn votes_missing(
    cx: &RequestContext<'_>,
) -> Result<Vec<(MatchRow, RoomSide)>, RequestError> {
    let mut missing = Vec::new();
    for (row, side) in votes_of_asker(cx)? {
        if side.ballot.is_some() && vote_now(cx, &side)?.is_none() {
            missing.push((row, side));
        }
    }
    Ok(missing)
}

/// Lists the matches that the asker votes in, below a heading; nothing if there are none.
pub fn votes_listed(
    cx: &RequestContext<'_>,
    votes: &[(MatchRow, RoomSide)],
    most: usize,
) -> Result<Vec<Text>, RequestError> {
    if votes.is_empty() {
        return Ok(Vec::new());
    }
    let listed = votes.iter().take(most);
    let items: Result<Vec<Text>, RequestError> =
        listed.map(|(row, side)| vote_line(cx, row, side)).collect();
    Ok(vec![matches::words::your_rooms_play(), Text::List(items?)])
}

/// Says which vote of `votes` waits for the asker after a match, with a button that shows it.
pub(crate) fn next_vote(
    cx: &RequestContext<'_>,
    after: MatchId,
    votes: &[(MatchRow, RoomSide)],
) -> Result<Option<(Text, Choice)>, RequestError> {
    let at = votes.iter().position(|(row, _)| row.id == after);
    let (before, later) = votes.split_at(at.map_or(0, |at| at + 1));
    let mut others = later.iter().chain(before).filter(|(row, _)| row.id != after);
    let Some((row, side)) = others.next() else { return Ok(None) };
    let room = cx.tx.person(*row.seats.get(side.seat))?.name;
    let ends_at = side.ballot.map_or(cx.now, |it| it.ends_at);
    let until = (ends_at, ends_at - cx.now);
    let line = matches::words::votes_wait(row.id, &room, until, others.count());
    Ok(Some((line, matches::words::vote_button(after, row.id))))
}

fn vote_line(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    side: &RoomSide,
) -> Result<Text, RequestError> {
    let name = |seat: Seat| Ok::<_, RequestError>(cx.tx.person(*row.seats.get(seat))?.name);
    let names = [name(side.seat)?, name(side.seat.other())?];
    let until = side.ballot.map(|ballot| (ballot.ends_at, ballot.ends_at - cx.now));
    let own = vote_now(cx, side)?;
    Ok(matches::words::room_plays(
        row.id,
        &terms_in_words(&row.terms)?,
        &names,
        until,
        own.as_deref(),
    ))
}

/// Returns the asker's vote in the vote under way.
fn vote_now(cx: &RequestContext<'_>, side: &RoomSide) -> Result<Option<String>, RequestError> {
    let vote = cx.tx.vote_of(side.of, cx.me.id)?;
    let now = vote.filter(|vote| vote.on.is_some() && vote.on == side.ballot.map(|it| it.at));
    Ok(now.map(|it| it.words))
}
