//! The next match that waits for a person, below a board.
use engine::seat::Seat;
use model::{
    ids::{MatchId, PersonId, RoomId},
    reply::Reply,
    text::Text,
};
use store::MatchRow;

use crate::{
    RequestError, RoomPresence,
    context::{RequestContext, loaded::LoadedMatch},
    telling,
};

/// How many waiting matches a line names.
pub const NAMED: usize = 3;

/// Returns the other matches that wait for the asker, if this reply ends their turn.
pub(crate) fn more_waiting(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    told: &Reply,
) -> Result<Vec<(MatchRow, Seat)>, RequestError> {
    let mine = cx.asker().and_then(|person| loaded.seat_of(person));
    let waits = |seat: Seat| loaded.row.end.is_none() && loaded.table.status().waits_for(seat);
    match mine {
        Some(seat) if told.board.is_some() && !told.goes_on() && !waits(seat) => {
            let mut waiting = in_line(cx, cx.me.id)?;
            waiting.retain(|(row, _)| row.id != loaded.row.id);
            Ok(waiting)
        }
        Some(_) | None => Ok(Vec::new()),
    }
}

/// Adds which other matches wait for the asker, and a button to the first, where nobody else reads.
pub(crate) fn with_next(
    cx: &RequestContext<'_>,
    reply: Reply,
    loaded: &LoadedMatch,
    waiting: &[(MatchRow, Seat)],
    room: Option<RoomId>,
) -> Result<Reply, RequestError> {
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    // A board in a room asks somebody else.
    let is_own = room.is_none_or(|room| alone && room == cx.room.id);
    let Some((first, _)) = waiting.first().filter(|_| is_own) else { return Ok(reply) };
    let mut named = Vec::new();
    for (row, seat) in waiting.iter().take(NAMED) {
        let other = cx.tx.person_in(cx.room.chat, *row.seats.get(seat.other()))?.name;
        named.push((row.id, other));
    }
    let more = waiting.len() - named.len();
    let mut reply = below(reply, Text::small(telling::words::more_wait(&named, more)));
    let button = telling::words::next_button(loaded.row.id, first.id, &named[0].1);
    reply.menu.get_or_insert_default().choices.push(button);
    Ok(reply)
}

/// Returns the running matches that wait for a person: the most urgent first, then those whose time is stopped, and those against the
/// bot last.
pub fn in_line(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Vec<(MatchRow, Seat)>, RequestError> {
    let mut waiting = Vec::new();
    for row in cx.tx.waiting_for(person)? {
        if let Some(seat) = row.seats.find(|&it| it == person)
            && *row.waiting.get(seat)
            && row.timer.paused().is_none()
        {
            waiting.push((row, seat));
        }
    }
    if waiting.is_empty() {
        return Ok(waiting);
    }
    let practised: Vec<MatchId> = cx.tx.practising(person)?.into_iter().map(|it| it.id).collect();
    waiting.sort_by_key(|(row, seat)| {
        let rests = row.timer.rests_until(*seat, cx.now).is_some();
        let over = row.timer.over(*seat).unwrap_or(i64::MAX);
        (practised.contains(&row.id), rests, over, row.id)
    });
    Ok(waiting)
}

/// Adds a line at the end of a reply.
pub fn below(mut reply: Reply, line: Text) -> Reply {
    reply.text = match reply.text {
        Text::Lines(lines) => Text::Lines([lines, vec![line]].concat()),
        text => Text::Lines(vec![text, line]),
    };
    reply
}
