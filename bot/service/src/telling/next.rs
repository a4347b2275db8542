//! The next match that waits for a person, below a board.
use engine::seat::Seat;
use model::{
    ids::{MatchId, PersonId, RoomId},
    reply::{Audience, Reply},
    text::Text,
};
use store::MatchRow;

use crate::{
    RequestError, RoomPresence,
    context::{RequestContext, loaded::LoadedMatch},
    matches, telling,
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

/// Adds which other matches wait for the asker, and a button to the first. A reply to a room names only the room's own public matches.
pub(crate) fn with_next(
    cx: &RequestContext<'_>,
    reply: Reply,
    loaded: &LoadedMatch,
    waiting: &[(MatchRow, Seat)],
    room: Option<RoomId>,
) -> Result<Reply, RequestError> {
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    let room = room.filter(|room| !alone || *room != cx.room.id);
    let told = |row: &MatchRow| room.is_none_or(|room| row.room == room && !row.terms.private);
    let waiting: Vec<&(MatchRow, Seat)> = waiting.iter().filter(|(row, _)| told(row)).collect();
    let Some((first, _)) = waiting.first() else { return Ok(reply) };
    let chat = matches::find::chat_in(cx, room.unwrap_or(cx.room.id))?;
    let mut named = Vec::new();
    for (row, seat) in waiting.iter().take(NAMED) {
        let other = cx.tx.person_in(chat, *row.seats.get(seat.other()))?.name;
        named.push((row.id, other));
    }
    // In a room everyone reads whose matches they are.
    let whose = match reply.to {
        Audience::Only(_) => None,
        Audience::Room | Audience::Asker => Some(cx.tx.person_in(chat, cx.me.id)?.name),
    };
    let more = waiting.len() - named.len();
    let line = Text::small(telling::words::more_wait(whose.as_deref(), &named, more));
    let mut reply = below(reply, line);
    // A number in a room is for whom the board asks.
    if whose.is_none() || !chat.numbers_choices() {
        let button = telling::words::next_button(loaded.row.id, first.id, &named[0].1);
        reply.menu.get_or_insert_default().choices.push(button);
    }
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
