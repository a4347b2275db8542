//! Limits how often a person may ping another person or a whole room, not counting turns.
use command::Verb;
use model::{
    ids::{PersonId, RoomId},
    reply::{Audience, Privacy, Reply},
    time::{DAY, HOUR, MINUTE},
};
use store::{Person, Room};

use crate::{RequestError, Service, context::RequestContext, words};

/// How many declined challenges within a day make the next one wait.
pub const DECLINED: usize = 5;

/// How many announcements of one person a room gets within [`ANNOUNCED_IN`] seconds; others are told to
/// that person alone.
const ANNOUNCED: usize = 2;
const ANNOUNCED_IN: i64 = 10 * MINUTE;

/// How often a person's accounts may be linked or unlinked within an hour.
const IDENTITY_CHANGES: usize = 4;

impl Service {
    /// Sets how many times an hour one person may ping another.
    #[must_use]
    pub fn with_pings(mut self, most: usize) -> Service {
        self.memory.pings = most;
        self
    }
}

/// Refuses to ask a person again who was asked too often within the hour.
pub(crate) fn check_pings(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    let most = cx.memory.pings;
    let given = cx.tx.pings_of(cx.me.id, whom.id, cx.now - HOUR)?;
    let (Some(first), true) = (given.first(), most <= given.len()) else { return Ok(()) };
    Err(words::too_many_pings(whom, most, first + HOUR - cx.now).into())
}

/// Counts a ping by a step that the asker now takes back. Refuses after too many within the
/// hour, because otherwise someone could be asked for a choice over and over.
pub(crate) fn take_back_ping(
    cx: &mut RequestContext<'_>,
    whom: &Person,
) -> Result<(), RequestError> {
    check_pings(cx, whom)?;
    Ok(cx.tx.add_ping(cx.me.id, whom.id, cx.now)?)
}

/// Counts an open challenge in a room, and refuses it after too many within the hour.
pub(crate) fn call_room(cx: &mut RequestContext<'_>, room: &Room) -> Result<(), RequestError> {
    let most = cx.memory.pings;
    let given = cx.tx.calls_of(cx.me.id, room.id, cx.now - HOUR)?;
    if let (Some(first), true) = (given.first(), most <= given.len()) {
        return Err(words::too_many_open_challenges(most, first + HOUR - cx.now).into());
    }
    Ok(cx.tx.add_call(cx.me.id, room.id, cx.now)?)
}

/// Announces in a room what the asker did and can repeat. After some announcements only they are
/// told, where they asked.
pub(crate) fn make_known(
    cx: &mut RequestContext<'_>,
    room: RoomId,
    reply: Reply,
) -> Result<(), RequestError> {
    let given = cx.tx.calls_of(cx.me.id, room, cx.now - ANNOUNCED_IN)?;
    if given.len() < ANNOUNCED {
        cx.tx.add_call(cx.me.id, room, cx.now)?;
        return Ok(cx.say_in(room, reply)?);
    }
    if room == cx.room.id {
        let (to, privacy) = (Audience::Only(cx.me.id), Privacy::Open);
        cx.say(Reply { to, privacy, mentions: Vec::new(), ..reply });
    }
    Ok(())
}

/// Counts linking or unlinking, and refuses it after too many within the hour.
pub(crate) fn change_identity(
    cx: &mut RequestContext<'_>,
    accounts: &[PersonId],
) -> Result<(), RequestError> {
    for &own in accounts {
        let given = cx.tx.identity_changes(own, cx.now - HOUR)?;
        if let (Some(first), true) = (given.first(), IDENTITY_CHANGES <= given.len()) {
            let left = first + HOUR - cx.now;
            return Err(words::too_many_links(IDENTITY_CHANGES, left).into());
        }
    }
    for &own in accounts {
        cx.tx.add_identity_change(own, cx.now)?;
    }
    Ok(())
}

/// Refuses to challenge a person who has declined several challenges today.
pub(crate) fn check_declined(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    if cx.tx.count_declined(cx.me.id, whom.id, cx.now - DAY)? < DECLINED {
        return Ok(());
    }
    Err(words::declined_too_often(whom, DECLINED).into())
}

/// Counts the pings in the replies to this request. A person pinged too often gets the reply
/// without a ping.
pub(crate) fn count_pings(cx: &mut RequestContext<'_>, verb: Verb) -> Result<(), RequestError> {
    if verb == Verb::Play {
        return Ok(());
    }
    let (tx, me, now, most) = (cx.tx, cx.me.id, cx.now, cx.memory.pings);
    // How often each was pinged within the hour.
    let mut given: Vec<(PersonId, usize)> = Vec::new();
    for reply in cx.replies.iter_mut().map(|it| &mut it.reply) {
        // A board pings the player who has to act, which the match needs.
        if reply.board.is_some() {
            continue;
        }
        for to in std::mem::take(&mut reply.mentions) {
            let count = match given.iter().find(|it| it.0 == to) {
                _ if to == me => 0,
                Some((_, count)) => *count,
                None => {
                    let count = tx.pings_of(me, to, now - HOUR)?.len();
                    given.push((to, count));
                    count
                }
            };
            if to == me || count < most {
                reply.mentions.push(to);
            }
        }
        let told = match reply.to {
            Audience::Only(to) => Some(to),
            Audience::Room | Audience::Asker => None,
        };
        for &to in reply.mentions.iter().chain(&told).filter(|&&it| it != me) {
            tx.add_ping(me, to, now)?;
            if let Some((_, count)) = given.iter_mut().find(|it| it.0 == to) {
                *count += 1;
            }
        }
    }
    Ok(())
}
