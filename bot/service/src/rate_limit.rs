//! Limits how often a person may ping another person or a whole room, not counting turns.
use command::{Command, Does, Verb, verbs};
use engine::refusal::Refusal;
use model::{
    ids::{PersonId, RoomId},
    reply::{Audience, Privacy, Reply},
    time::{DAY, HOUR, MINUTE},
};
use store::{MatchRow, Person, Room, WHO_CHALLENGES, WhoChallenges};

use crate::{
    Request, RequestError, Service,
    context::{RequestContext, memory::InMemory, outgoing::Addressed, seam},
    words,
};

/// How many declined challenges within a day make the next one wait.
pub const DECLINED: usize = 5;

/// How many announcements of one person a room gets within [`ANNOUNCED_IN`] seconds; others are told to
/// that person alone.
const ANNOUNCED: usize = 2;
const ANNOUNCED_IN: i64 = 10 * MINUTE;

/// How many answers to one person everybody in a room reads within an hour.
const ANSWERED: usize = 10;
/// How many of these and of refusals there are at most before a refusal is for the person alone.
const REFUSED: usize = 20;

impl Service {
    /// Sets how many times an hour one person may ping another.
    #[must_use]
    pub fn with_pings(mut self, most: usize) -> Service {
        self.memory.pings = most;
        self
    }
}

/// Refuses to challenge a person who doesn't want it, from anybody or from the asker.
pub(crate) fn check_welcome(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    let is_welcome = match whom.settings.get(&WHO_CHALLENGES) {
        WhoChallenges::Anyone => true,
        WhoChallenges::Known => cx.tx.have_met(cx.me.id, whom.id)?,
        WhoChallenges::Nobody => false,
    };
    if !is_welcome {
        return Err(apart(cx, words::not_welcome(whom)));
    }
    check_apart(cx, whom)
}

/// Refuses something with a person where nobody else reads: whom somebody plays is theirs to tell.
fn apart(cx: &RequestContext<'_>, refusal: Refusal) -> RequestError {
    cx.keep_private(Privacy::Personal);
    refusal.into()
}

/// Refuses to begin anything with a person if one of the two wants nothing of the other.
pub(crate) fn check_apart(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    match seam::keeps_apart(cx, cx.me.id, whom)? {
        None => Ok(()),
        Some(refusal) => Err(apart(cx, refusal)),
    }
}

/// Refuses to ask a person again who was asked too often within the hour.
pub fn check_pings(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    let most = cx.memory.pings;
    let given = cx.tx.pings_of(cx.me.id, whom.id, cx.now - HOUR)?;
    let (Some(first), true) = (given.first(), most <= given.len()) else { return Ok(()) };
    Err(words::too_many_pings(whom, most, first + HOUR - cx.now).into())
}

/// Refuses to ask a person privately who was asked too often within the hour, by the asker or by all
/// together.
pub fn check_calls(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    check_apart(cx, whom)?;
    check_pings(cx, whom)?;
    if is_called_enough(cx, whom.id)? {
        Err(words::called_enough(whom, cx.memory.pings).into())
    } else {
        Ok(())
    }
}

/// Tells whether a person was pinged so often within the hour, by all together, that only those who
/// play with them now may go on.
fn is_called_enough(cx: &RequestContext<'_>, whom: PersonId) -> Result<bool, RequestError> {
    if cx.tx.count_pings_to(whom, cx.now - HOUR)? < cx.memory.pings {
        return Ok(false);
    }
    let plays = |row: &MatchRow| row.seats.find(|&it| it == whom).is_some();
    Ok(!cx.tx.running_of(cx.me.id)?.iter().any(plays))
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
pub fn call_room(cx: &mut RequestContext<'_>, room: &Room) -> Result<(), RequestError> {
    let most = cx.memory.pings;
    let given = cx.tx.calls_of(cx.me.id, room.id, cx.now - HOUR)?;
    if let (Some(first), true) = (given.first(), most <= given.len()) {
        return Err(words::too_many_open_challenges(most, first + HOUR - cx.now).into());
    }
    Ok(cx.tx.add_call(cx.me.id, room.id, cx.now)?)
}

/// The rooms where a person was answered before everybody, and when.
#[derive(Clone, Default)]
struct PublicAnswers(Vec<(RoomId, i64)>);

/// Answers the asker alone, where nobody else reads, who was answered before everybody in this room too often within the hour.
pub(crate) fn spare_room(cx: &mut RequestContext<'_>, said: &Command) {
    let is_typed = cx.request().is_some_and(|request| request.overheard);
    let is_read =
        |reply: &Reply| reply.to == Audience::Room || is_typed && reply.privacy == Privacy::Open;
    let is_answer = |reply: &Reply| is_read(reply) && reply.board.is_none() && reply.card.is_none();
    let (me, here) = (cx.me.id, cx.room.id);
    if cx.asker().is_none() || cx.room.chat.is_local() || said.does() != Does::Looks {
        return;
    }
    let in_room = |told: &&mut Addressed| told.room.id == here && is_answer(&told.reply);
    let answers: Vec<&mut Addressed> = cx.replies.iter_mut().filter(in_room).collect();
    if answers.is_empty() || !is_answered_enough(cx.memory, me, here, cx.now, ANSWERED) {
        return;
    }
    for Addressed { reply, .. } in answers {
        let (to, privacy) = (Audience::Only(me), Privacy::Personal);
        (reply.to, reply.privacy, reply.mentions) = (to, privacy, Vec::new());
    }
}

/// Refuses the asker alone, where nobody else reads, who was refused before everybody in a room too often within the hour.
pub(crate) fn spare_room_of_refusal(
    memory: &mut InMemory,
    request: &Request,
    room: &Room,
    me: PersonId,
    reply: &mut Reply,
) {
    let is_open = request.overheard && reply.privacy == Privacy::Open;
    if is_open && is_answered_enough(memory, me, room.id, request.now, REFUSED) {
        reply.privacy = Privacy::Personal;
    }
}

/// Tells whether a person was answered so often in a room within the hour; if not, counts one answer more.
fn is_answered_enough(
    memory: &mut InMemory,
    person: PersonId,
    room: RoomId,
    now: i64,
    most: usize,
) -> bool {
    let before = memory.remembered::<PublicAnswers>(person).cloned().unwrap_or_default();
    let mut answers: Vec<(RoomId, i64)> =
        before.0.into_iter().filter(|it| now - HOUR < it.1).collect();
    let is_enough = most <= answers.iter().filter(|it| it.0 == room).count();
    if !is_enough {
        answers.push((room, now));
        memory.remember(person, PublicAnswers(answers));
    }
    is_enough
}

/// Announces in a room what the asker did and can repeat. After some announcements only they are
/// told, where they asked.
pub fn make_known(
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

/// Refuses to challenge a person who has declined several challenges today.
pub(crate) fn check_declined(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    if cx.tx.count_declined(cx.me.id, whom.id, cx.now - DAY)? < DECLINED {
        return Ok(());
    }
    Err(words::declined_too_often(whom, DECLINED).into())
}

/// Counts the pings in the replies to this request. A person pinged too often, by the asker or by all
/// together, gets the reply without a ping, and in the second case the asker is told.
pub(crate) fn count_pings(cx: &mut RequestContext<'_>, verb: Verb) -> Result<(), RequestError> {
    if verb == verbs::Play::VERB {
        return Ok(());
    }
    let (tx, me, now, most) = (cx.tx, cx.me.id, cx.now, cx.memory.pings);
    // How often each may still be pinged, and who was pinged enough by others.
    let mut left: Vec<(PersonId, usize)> = Vec::new();
    let mut spared = Vec::new();
    for at in 0..cx.replies.len() {
        let reply = &mut cx.replies[at].reply;
        // A board pings the player who has to act, which the match needs.
        if reply.board.is_some() {
            continue;
        }
        for to in std::mem::take(&mut reply.mentions) {
            let may = match left.iter().find(|it| it.0 == to) {
                _ if to == me => 1,
                Some((_, may)) => *may,
                None => {
                    let given = tx.pings_of(me, to, now - HOUR)?.len();
                    let may = if is_called_enough(cx, to)? {
                        spared.push(to);
                        0
                    } else {
                        most.saturating_sub(given)
                    };
                    left.push((to, may));
                    may
                }
            };
            if 0 < may {
                cx.replies[at].reply.mentions.push(to);
            }
        }
        let reply = &cx.replies[at].reply;
        let told = match reply.to {
            Audience::Only(to) => Some(to),
            Audience::Room | Audience::Asker => None,
        };
        for &to in reply.mentions.iter().chain(&told).filter(|&&it| it != me) {
            tx.add_ping(me, to, now)?;
            if let Some((_, may)) = left.iter_mut().find(|it| it.0 == to) {
                *may = may.saturating_sub(1);
            }
        }
    }
    for to in spared {
        let whom = tx.person_in(cx.room.chat, to)?;
        let told = cx.answer(words::stands_unpinged(&whom, most));
        cx.say(told);
    }
    Ok(())
}
