//! Does what is already due in the matches of a request before the request, so that nobody gains
//! time between ticks.
use std::collections::{BTreeMap, btree_map::Entry};

use command::Verb;
use engine::seat::Seat;
use model::{
    ids::{Chat, MatchId, PersonId},
    reply::Reply,
};
use store::{MatchRow, Room, StoreError, Tx, Vacation};

use crate::{
    Outgoing, Request, RequestError, RoomName, Service,
    context::{RequestContext, memory::Settled},
    matches,
    time::{
        self,
        tick::{TickResult, due_in},
    },
};

/// How many rounds of due actions a match gets for one request.
const ROUNDS: usize = 4;

/// What was done before a request, and the replies.
#[derive(Default)]
pub(crate) struct DoneBefore {
    pub(crate) settled: Vec<Settled>,
    pub(crate) said: Vec<(Chat, Outgoing)>,
}

impl Service {
    /// Starts the vacations planned for now, and does what is due in the asker's matches and in those they name.
    pub(crate) fn settle(&mut self, request: &Request) -> DoneBefore {
        let now = request.now;
        let mut before = DoneBefore::default();
        let due = match self.concerned(request) {
            Ok((planned, due)) if planned.is_empty() => Ok(due),
            Ok((planned, _)) => {
                self.begin_planned(planned, now);
                self.concerned(request).map(|it| it.1)
            }
            Err(err) => Err(err),
        };
        let due = match due {
            Ok(due) => due,
            Err(err) => {
                // The request itself runs into the same error and answers it.
                tracing::error!(%err, "due matches can't be listed");
                return before;
            }
        };
        for of in due {
            for _ in 0..ROUNDS {
                let done =
                    self.by_itself(now, |tx| due_in(tx, of, now), |it| time::tick::attend(it, of));
                let Some((attended, said)) = done else { break };
                let acted = matches!(attended, TickResult::Acted);
                if acted {
                    before.settled.push(Settled { of, end: self.end_among(of, &said) });
                }
                before.said.extend(said);
                if !acted {
                    break;
                }
            }
        }
        before
    }

    /// Returns the vacations planned for now, and the matches of a request for which something is due.
    fn concerned(
        &mut self,
        request: &Request,
    ) -> Result<(Vec<(PersonId, Vacation)>, Vec<MatchId>), StoreError> {
        self.store.transaction(|tx| {
            let mut due: BTreeMap<MatchId, Option<i64>> = BTreeMap::new();
            if let Some(me) = tx.person_by_handle(request.chat, &request.from.handle)? {
                for at in tx.due_for(me.id)? {
                    due.insert(at.of, at.due);
                    if Seat::BOTH.iter().any(|seat| at.nudges.get(*seat).left_since().is_some())
                        && let Some(row) = tx.match_row(at.of)?
                    {
                        come_back(tx, request, row, me.id)?;
                    }
                }
            }
            if let Some(room) = tx.room_by_handle(request.chat, &request.room.handle)? {
                due.extend(tx.voted_in(room.id)?.into_iter().map(|row| (row.id, row.due)));
            }
            for id in request.line.matches() {
                if let Entry::Vacant(entry) = due.entry(id) {
                    entry.insert(tx.due_in(id)?);
                }
            }
            due.retain(|_, due| due.is_some_and(|it| it <= request.now));
            Ok((tx.planned_vacations(request.now)?, due.into_keys().collect()))
        })
    }

    /// Returns the message that ended a match, if there is one.
    fn end_among(&mut self, of: MatchId, said: &[(Chat, Outgoing)]) -> Option<(String, Reply)> {
        let is_over = self.store.transaction(|tx| tx.match_row(of)).ok()??.end.is_some();
        let end = said.iter().find(|(_, outgoing)| {
            outgoing.reply.board_of() == Some(of) && !outgoing.reply.is_watched()
        })?;
        is_over.then(|| (end.1.room.clone(), end.1.reply.clone()))
    }
}

/// Notes that a player who speaks where they had left is back.
fn come_back(
    tx: &Tx<'_>,
    request: &Request,
    mut row: MatchRow,
    me: PersonId,
) -> Result<(), StoreError> {
    if let Some(seat) = row.seats.find(|&it| it == me)
        && row.nudges.get(seat).left_since().is_some()
        && is_said_at(request, &tx.room(row.room)?)
    {
        row.nudges.get_mut(seat).set_left(None);
        tx.update_match(&row)?;
    }
    Ok(())
}

/// Tells whether a request came too late because its match has just ended. An asker who is
/// elsewhere is notified too.
pub(crate) fn is_too_late(
    cx: &mut RequestContext<'_>,
    verb: Verb,
    named: Option<MatchId>,
) -> Result<bool, RequestError> {
    let needs_a_running_match = matches!(
        verb,
        Verb::Play
            | Verb::Moves
            | Verb::Vote
            | Verb::Hand
            | Verb::Undo
            | Verb::Draw
            | Verb::Resign
            | Verb::Abort
            | Verb::Claim
            | Verb::Substitute
            | Verb::Pause
            | Verb::Resume
    );
    if !needs_a_running_match {
        return Ok(false);
    }
    let here = &cx.room.handle;
    let mut too_late = false;
    let mut told = Vec::new();
    for Settled { of, end } in &cx.settled {
        let Some((room, reply)) = end.as_ref().filter(|_| named.is_none_or(|it| it == *of)) else {
            continue;
        };
        // A person who may not see the match doesn't learn its end either.
        if !cx.tx.match_row(*of)?.is_some_and(|it| matches::find::may_see(cx, &it)) {
            continue;
        }
        too_late = true;
        if room != here {
            told.push(Reply { mentions: Vec::new(), board: None, ..reply.clone() });
        }
    }
    told.into_iter().for_each(|copy| cx.say(copy));
    Ok(too_late)
}

/// Tells whether something was just done in a match, so that words for it came too late.
pub(crate) fn is_overtaken(cx: &RequestContext<'_>, of: MatchId) -> bool {
    cx.settled.iter().any(|it| it.of == of)
}

/// Tells whether something is said in a room, or on its server.
fn is_said_at(request: &Request, room: &Room) -> bool {
    let RoomName { handle, server, .. } = &request.room;
    let key = if server.is_empty() { handle } else { server };
    request.chat == room.chat && room.server_key() == key
}
