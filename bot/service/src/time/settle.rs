//! Does what is already due in the matches of a request before the request, so that nobody gains
//! time between ticks.
use std::collections::{BTreeMap, btree_map::Entry};

use command::{Property, Verb};
use engine::seat::Seat;
use model::{
    ids::{Chat, MatchId, PersonId, RoomId},
    reply::Reply,
};
use store::{MatchRow, Room, StoreError, Tx};

use crate::{
    Outgoing, Request, RequestError, RoomName, Service,
    context::{
        RequestContext,
        memory::Settled,
        seam::{DueJob, Features},
    },
    due::PutOff,
    matches,
    time::{
        self,
        attend::{MATCHES, TickResult, due_in},
    },
};

/// How many rounds of due actions a match gets for one request.
const ROUNDS: usize = 4;

/// What was done before a request, and the replies.
#[derive(Default)]
pub struct DoneBefore {
    pub settled: Vec<Settled>,
    pub said: Vec<(Chat, Outgoing)>,
}

impl Service {
    /// Does what is due first: what comes before all else, notes that the asker is back, and acts in their matches and in those they name.
    pub fn settle(&mut self, request: &Request) -> DoneBefore {
        let mut before = DoneBefore::default();
        if let Err(err) = self.settle_due(request, &mut before) {
            // The request itself runs into the same error and answers it.
            tracing::error!(%err, "what is due before a request can't be done");
        }
        before
    }

    fn settle_due(&mut self, request: &Request, before: &mut DoneBefore) -> Result<(), StoreError> {
        let now = request.now;
        let mut due = self.due_before(request)?;
        if !due.jobs.is_empty() {
            for (job, number) in due.jobs {
                self.attempt(job.name, number, now, |service| (job.act)(service, number, now))?;
            }
            due = self.due_before(request)?;
        }
        for of in due.matches {
            for _ in 0..ROUNDS {
                let attend = |service: &mut Service| {
                    let act = |cx: &mut RequestContext<'_>| time::attend::attend(cx, of);
                    service.unasked(now, |tx| due_in(tx, of, now), act)
                };
                let done = self.attempt(MATCHES.name, of.0, now, attend)?.flatten();
                let Some((attended, said)) = done else { break };
                let acted = attended == TickResult::Acted;
                if acted {
                    before.settled.push(Settled { of, end: self.end_among(of, &said) });
                }
                before.said.extend(said);
                if !acted {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Notes that the asker is back where they are, and returns what else is due before a request.
    fn due_before(&mut self, request: &Request) -> Result<DueFirst, StoreError> {
        let features = self.memory.features;
        let due = self.store.transaction(|tx| {
            let me = tx.person_by_handle(request.chat, &request.from.handle)?.map(|me| me.id);
            let room = tx.room_by_handle(request.chat, &request.room.handle)?.map(|room| room.id);
            let mut due = due_first(tx, features, request, me, room)?;
            for (row, seat) in &mut due.back {
                row.nudges.get_mut(*seat).set_left(None);
                tx.update_match(row)?;
            }
            Ok::<_, StoreError>(due)
        })?;
        Ok(due.without(&self.put_off, request.now))
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

/// What is done before a request.
pub struct DueFirst {
    /// What comes before all else, by its job and number.
    jobs: Vec<(&'static DueJob, i64)>,
    /// The asker's matches and seats at a place that they had left, and where they are again.
    back: Vec<(MatchRow, Seat)>,
    /// The matches of the asker, of the room and those they name, where something is due.
    matches: Vec<MatchId>,
}

impl DueFirst {
    /// Leaves out what has just failed.
    pub fn without(mut self, put_off: &PutOff, now: i64) -> DueFirst {
        self.jobs.retain(|(job, number)| !put_off.holds(job.name, *number, now));
        self.matches.retain(|of| !put_off.holds(MATCHES.name, of.0, now));
        self
    }

    pub fn is_empty(&self) -> bool {
        let DueFirst { jobs, back, matches } = self;
        jobs.is_empty() && back.is_empty() && matches.is_empty()
    }
}

/// Returns what is due before a request of a person in a room; a newcomer and a new room have nothing.
pub(crate) fn due_first(
    tx: &Tx<'_>,
    features: &Features,
    request: &Request,
    me: Option<PersonId>,
    room: Option<RoomId>,
) -> Result<DueFirst, StoreError> {
    let mut due: BTreeMap<MatchId, Option<i64>> = BTreeMap::new();
    let mut back = Vec::new();
    for running in tx.due_for(me, room)? {
        due.insert(running.of, running.due);
        let left = |seat: &Seat| running.nudges.get(*seat).left_since().is_some();
        if Seat::BOTH.iter().any(left)
            && let Some(row) = tx.match_row(running.of)?
            && let Some(seat) = row.seats.find(|&player| Some(player) == me).filter(left)
            && is_said_at(request, &tx.room(row.room)?)
        {
            back.push((row, seat));
        }
    }
    for id in request.line.matches() {
        if let Entry::Vacant(entry) = due.entry(id) {
            entry.insert(tx.due_in(id)?);
        }
    }
    due.retain(|_, due| due.is_some_and(|it| it <= request.now));
    let mut jobs = Vec::new();
    for job in features.due_first() {
        jobs.extend((job.due)(tx, request.now)?.into_iter().map(|number| (job, number)));
    }
    Ok(DueFirst { jobs, back, matches: due.into_keys().collect() })
}

/// Tells whether a request came too late because its match has just ended. An asker who is
/// elsewhere is notified too.
pub(crate) fn is_too_late(
    cx: &mut RequestContext<'_>,
    verb: Verb,
    named: Option<MatchId>,
) -> Result<bool, RequestError> {
    if !verb.is(Property::NeedsRunningMatch) {
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
pub fn is_overtaken(cx: &RequestContext<'_>, of: MatchId) -> bool {
    cx.settled.iter().any(|it| it.of == of)
}

/// Tells whether something is said in a room, or on its server.
fn is_said_at(request: &Request, room: &Room) -> bool {
    let RoomName { handle, server, .. } = &request.room;
    let key = if server.is_empty() { handle } else { server };
    request.chat == room.chat && room.server_key() == key
}
