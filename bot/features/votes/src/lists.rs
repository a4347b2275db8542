//! The votes that wait for a person, for their lists.
use engine::seat::Seat;
use model::{ids::MatchId, reply::Choice, text::Text};
use service::{
    RequestError,
    context::{
        RequestContext,
        room_play::{RoomTurn, SharedMatches},
    },
    matches,
    terms::terms_in_words,
};
use store::MatchRow;

use crate::{
    rows::{self, RoomSide},
    seat::voting_side,
    words,
};

/// Returns the running matches that the asker votes in, with their side: those where they have
/// voted before, and those that this room plays. Those counted first come first.
fn votes_of_asker(cx: &RequestContext<'_>) -> Result<Vec<(MatchRow, RoomSide)>, RequestError> {
    let mut rows = rows::voted_by(cx.tx, cx.me.id)?;
    for row in matches::here::shared_here(cx)? {
        if rows.iter().all(|it| it.id != row.id) {
            rows.push(row);
        }
    }
    let mut votes = Vec::new();
    for row in rows {
        if let Some(side) = voting_side(cx, &row)? {
            votes.push((row, side));
        }
    }
    votes.sort_by_key(|(row, side)| (side.ballot.map_or(i64::MAX, |it| it.ends_at), row.id));
    Ok(votes)
}

/// Returns the votes under way where the asker hasn't voted yet.
pub(crate) fn missing(cx: &RequestContext<'_>) -> Result<Vec<RoomTurn>, RequestError> {
    let mut missing = Vec::new();
    for (row, side) in votes_of_asker(cx)? {
        if let Some(ballot) = side.ballot
            && vote_now(cx, &side)?.is_none()
        {
            missing.push(RoomTurn { row, seat: side.seat, until: ballot.ends_at });
        }
    }
    Ok(missing)
}

/// Lists the matches that the asker votes in, below a heading; nothing if there are none.
pub(crate) fn list(cx: &RequestContext<'_>, most: usize) -> Result<SharedMatches, RequestError> {
    let votes = votes_of_asker(cx)?;
    let mut lines = Vec::new();
    if !votes.is_empty() {
        let listed = votes.iter().take(most);
        let items: Result<Vec<Text>, RequestError> =
            listed.map(|(row, side)| vote_line(cx, row, side)).collect();
        lines.extend([words::your_rooms_play(), Text::List(items?)]);
    }
    let elsewhere = votes.iter().any(|(_, side)| side.room != cx.room.id);
    let rows = votes.into_iter().map(|it| it.0).collect();
    Ok(SharedMatches { lines, rows, elsewhere })
}

/// Says which vote of `votes` waits for the asker after a match, with a button that shows it.
pub(crate) fn next(
    cx: &RequestContext<'_>,
    after: MatchId,
    votes: &[RoomTurn],
) -> Result<Option<(Text, Choice)>, RequestError> {
    let at = votes.iter().position(|it| it.row.id == after);
    let (before, later) = votes.split_at(at.map_or(0, |at| at + 1));
    let mut others = later.iter().chain(before).filter(|it| it.row.id != after);
    let Some(RoomTurn { row, seat, until }) = others.next() else { return Ok(None) };
    let room = cx.tx.person(*row.seats.get(*seat))?.name;
    let until = (*until, until - cx.now);
    let line = words::votes_wait(row.id, &room, until, others.count());
    Ok(Some((line, words::vote_button(after, row.id))))
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
    Ok(words::room_plays(row.id, &terms_in_words(&row.terms)?, &names, until, own.as_deref()))
}

/// Returns the asker's vote in the vote under way.
fn vote_now(cx: &RequestContext<'_>, side: &RoomSide) -> Result<Option<String>, RequestError> {
    let vote = rows::vote_of(cx.tx, side.of, cx.me.id)?;
    let now = vote.filter(|vote| vote.on.is_some() && vote.on == side.ballot.map(|it| it.at));
    Ok(now.map(|it| it.words))
}
