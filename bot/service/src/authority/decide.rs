//! Collects the facts for a decision, and words the denials.
use command::Verb;
use engine::refusal::Refusal;
use model::{
    ids::PersonId,
    reply::{Privacy, Reply},
    text::Text,
};
use store::{Challenge, MatchRow, Person, Room, ServerSettings};

use super::{
    super::RequestError, ActionTarget, Denial, GuardedAction, Involvement, Situation, decide,
    rooms, rule, words,
};
use crate::{
    context::{
        RequestContext,
        request::{Power, RoomPresence, RoomRight},
        room_play::{RoomRefusal, refusal_of_room},
    },
    seats,
    words::{no_match_here, no_match_on_server},
};

/// How many matches a newcomer may have running where trust has to be earned.
const FIRST_MATCHES: u32 = 3;

/// How many channels are named where games are.
const MOST_NAMED: usize = 5;

/// Refuses a person banned from the server they are on, whatever they ask.
pub(crate) fn admit(cx: &RequestContext<'_>, verb: Verb) -> Result<(), RequestError> {
    let banned = is_banned(cx, &cx.me, &cx.room)?;
    if banned && !rule(GuardedAction::Say(verb)).despite_ban {
        return Err(denied(cx, Denial::Banned, ActionTarget::Oneself)?.into());
    }
    Ok(())
}

/// Refuses the current verb if the asker may not use it here; see [`clear`].
pub fn clear_verb(cx: &RequestContext<'_>, touched: ActionTarget<'_>) -> Result<(), RequestError> {
    clear(cx, GuardedAction::Say(cx.verb), touched)
}

/// Does the same as another command than the one that was said, and goes on as that.
pub fn clear_as(
    cx: &mut RequestContext<'_>,
    verb: Verb,
    touched: ActionTarget<'_>,
) -> Result<(), RequestError> {
    cx.verb = verb;
    clear_verb(cx, touched)
}

/// Refuses an action the asker may not take. A request that never gets here is rolled back.
pub fn clear(
    cx: &RequestContext<'_>,
    deed: GuardedAction,
    touched: ActionTarget<'_>,
) -> Result<(), RequestError> {
    let standing = standing(cx, deed, touched)?;
    match decide(deed, standing) {
        Ok(()) => {
            cx.cleared.set(true);
            Ok(())
        }
        Err(denial) => Err(denied(cx, denial, touched)?.into()),
    }
}

fn standing(
    cx: &RequestContext<'_>,
    deed: GuardedAction,
    touched: ActionTarget<'_>,
) -> Result<Situation, RequestError> {
    let me = cx.me.id;
    let room = room_of(cx, touched)?;
    let side = match touched {
        ActionTarget::Match(it) => seats::shared_seat(cx, it)?,
        _ => None,
    };
    let (part, private) = match touched {
        ActionTarget::Oneself | ActionTarget::Room(_) => (Involvement::Stranger, false),
        ActionTarget::Challenge(challenge) => {
            let part = match challenge.whom {
                _ if challenge.by == me => Involvement::Challenger,
                Some(whom) if whom != me && !is_this_room(cx, whom)? => Involvement::Stranger,
                Some(_) | None => Involvement::Challenged,
            };
            (part, false)
        }
        ActionTarget::Organised(organised) => match organised.by {
            Some(by) if by == me => (Involvement::Organiser, false),
            Some(_) | None => (Involvement::Stranger, false),
        },
        ActionTarget::Match(row) => {
            let plays = row.seats.find(|&it| it == me).is_some();
            let part = match &side {
                _ if plays => Involvement::Player,
                Some(side) if side.began => Involvement::FirstSharer,
                Some(_) => Involvement::Sharer,
                None if is_invited(cx, row)? => Involvement::Invited,
                None => Involvement::Stranger,
            };
            (part, row.terms.private)
        }
    };
    let right =
        if rule(deed).speaks { rooms::right_in(cx, &room, touched)? } else { RoomRight::Nothing };
    let outside = is_outside(cx, &room)?;
    let mut banned = is_banned(cx, &cx.me, &room)?;
    // Moderators of each room that plays a match may step in.
    let room = match side {
        Some(side) if side.room != room.id => {
            let own = cx.tx.room(side.room)?;
            banned |= is_banned(cx, &cx.me, &own)?;
            own
        }
        Some(_) | None => room,
    };
    Ok(Situation {
        banned,
        outside,
        part,
        private,
        power: power_over(cx, &room),
        right,
        company: cx.request().map_or(RoomPresence::Many, |it| it.company),
    })
}

/// Tells whether the asker was asked to take a seat of a match, or somebody plays theirs.
fn is_invited(cx: &RequestContext<'_>, row: &MatchRow) -> Result<bool, RequestError> {
    if row.end.is_some() {
        return Ok(false);
    }
    let me = cx.me.id;
    let is_away = row.handed.iter().any(|handed| handed.ended.is_none() && handed.owner == me);
    match cx.memory.features.stand_in() {
        Some(stand_in) if !is_away => Ok((stand_in.is_asked)(cx.tx, row.id, me)?),
        Some(_) | None => Ok(is_away),
    }
}

/// Tells whether games belong in other rooms of a server. A thread is as its channel is.
pub fn is_outside(cx: &RequestContext<'_>, room: &Room) -> Result<bool, RequestError> {
    let allowed = cx.tx.server_settings(room)?.rooms;
    if allowed.is_empty() || allowed.contains(&room.id) {
        return Ok(false);
    }
    Ok(!cx.tx.parent_of(room.id)?.is_some_and(|parent| allowed.contains(&parent)))
}

/// Returns a reply to the whole room, or to the asker alone where games are off.
pub fn shown_here(cx: &RequestContext<'_>, text: Text) -> Result<Reply, RequestError> {
    Ok(if is_outside(cx, &cx.room)? { cx.answer(text) } else { Reply::room(text) })
}

/// Returns the room of what is affected; for the asker's own data, their current room.
fn room_of(cx: &RequestContext<'_>, touched: ActionTarget<'_>) -> Result<Room, RequestError> {
    Ok(match touched {
        ActionTarget::Oneself => cx.room.clone(),
        ActionTarget::Room(room) => room.clone(),
        ActionTarget::Challenge(challenge) => cx.tx.room(challenge.room)?,
        ActionTarget::Match(row) => cx.tx.room(row.room)?,
        ActionTarget::Organised(organised) => cx.tx.room(organised.room)?,
    })
}

/// Tells whether a player is this room.
pub(crate) fn is_this_room(
    cx: &RequestContext<'_>,
    player: PersonId,
) -> Result<bool, RequestError> {
    Ok(cx.tx.person(player)?.room == Some(cx.room.id))
}

/// Returns what the asker may manage in a room. The chat only reports it for their current
/// room.
fn power_over(cx: &RequestContext<'_>, room: &Room) -> Power {
    match cx.power() {
        power if room.id == cx.room.id => power,
        Power::Server if room.is_beside(&cx.room) => Power::Server,
        _ => Power::Nothing,
    }
}

/// Tells whether a person is banned from a room's server, by their id in its chat.
pub fn is_banned(
    cx: &RequestContext<'_>,
    person: &Person,
    room: &Room,
) -> Result<bool, RequestError> {
    Ok(cx.tx.is_banned(room, &handle_in(cx, person, room)?)?)
}

/// Returns a person's id in a room's chat.
pub fn handle_in(
    cx: &RequestContext<'_>,
    person: &Person,
    room: &Room,
) -> Result<String, RequestError> {
    let elsewhere = person.chat != room.chat;
    let handle = if elsewhere { cx.tx.handle_in(room.chat, person.id)? } else { None };
    Ok(handle.unwrap_or_else(|| person.handle.clone()))
}

/// Refuses a match in a room for a person who is banned there, or who already has as many as
/// its moderators allow.
pub(crate) fn check_seats(
    cx: &RequestContext<'_>,
    room: &Room,
    people: &[&Person],
) -> Result<(), RequestError> {
    let ServerSettings { per_person, per_room, trust, .. } = cx.tx.server_settings(room)?;
    if let Some(most) = per_room
        && most <= cx.tx.count_running_in(room.id)?
    {
        return Err(words::room_is_full(room, most).into());
    }
    for person in people {
        if is_banned(cx, person, room)? {
            return Err(words::is_banned(person).into());
        }
        if let Some(most) = per_person
            && most <= cx.tx.count_running_of(person.id, room)?
        {
            return Err(words::plays_enough(person, most).into());
        }
        if trust {
            let finished = cx.tx.count_played_out(person.id)?;
            let most = FIRST_MATCHES + finished;
            if most <= cx.tx.count_running_of(person.id, room)? {
                return Err(words::plays_enough_for_now(person, finished, most).into());
            }
        }
    }
    Ok(())
}

/// Words a denial: the rule, and what would work.
fn denied(
    cx: &RequestContext<'_>,
    denial: Denial,
    touched: ActionTarget<'_>,
) -> Result<Refusal, RequestError> {
    if denial == Denial::Banned {
        // A room needn't read it each time.
        cx.keep_private(Privacy::Personal);
    }
    Ok(match (denial, touched) {
        (Denial::Banned, ActionTarget::Oneself | ActionTarget::Room(_)) => words::banned_here(),
        (Denial::Banned, touched) => words::banned_in(&room_of(cx, touched)?),
        (Denial::Unseen, ActionTarget::Match(it)) => no_match_here(it.id),
        (Denial::NotPlayer, ActionTarget::Match(row)) if seats::shared_seat(cx, row)?.is_some() => {
            refusal_of_room(cx, RoomRefusal::Alone(row.id))
        }
        (Denial::NotCaller, ActionTarget::Match(row)) => {
            refusal_of_room(cx, RoomRefusal::ForOthers(row.id))
        }
        (Denial::NotPlayer, ActionTarget::Match(row))
            if row.owners().find(|&it| it == cx.me.id).is_some() =>
        {
            words::somebody_plays_for_you(row.id)
        }
        (Denial::NotPlayer, ActionTarget::Match(row)) => {
            let [first, second] =
                [row.seats.first, row.seats.second].map(|person| cx.tx.person(person));
            words::not_a_player(row.id, &first?, &second?)
        }
        (Denial::NotChallenger, ActionTarget::Challenge(it)) => words::not_the_challenger(it.id),
        (Denial::OwnChallenge, ActionTarget::Challenge(it)) => words::own_challenge(it.id),
        (Denial::ForAnother, ActionTarget::Challenge(Challenge { id, whom: Some(whom), .. })) => {
            words::challenge_for(*id, &cx.tx.person(*whom)?)
        }
        (Denial::NotModerator, ActionTarget::Match(row)) if cx.power() != Power::Nothing => {
            match cx.tx.room(row.room)? {
                room if room.is_beside(&cx.room) => words::moderates_elsewhere(row.id, &room),
                _ => no_match_on_server(row.id),
            }
        }
        (Denial::NotModerator, _) if cx.power() == Power::Room => words::moderates_one_room(),
        (Denial::TooFew, _) => words::too_few_people(),
        (Denial::NotOrganiser, ActionTarget::Organised(organised)) => {
            let by = organised.by.map(|person| cx.tx.person(person)).transpose()?;
            words::not_the_organiser(organised, by.as_ref())
        }
        (Denial::PlaysInIt, ActionTarget::Match(it)) => words::plays_in_it(it.id),
        (Denial::Outside, touched) => {
            let room = room_of(cx, touched)?;
            let mut seen = Vec::new();
            for allowed in cx.tx.server_settings(&room)?.rooms {
                let allowed = cx.tx.room(allowed)?;
                if seen.len() < MOST_NAMED && rooms::is_seen(cx, &allowed)? {
                    seen.push(allowed.name);
                }
            }
            words::games_are_off(&room, &seen)
        }
        (Denial::Mute, ActionTarget::Match(it)) => words::may_not_write_for(it.id),
        (Denial::Mute, ActionTarget::Challenge(it)) => words::may_not_answer(it.id),
        (Denial::Mute, _) => words::may_not_write_there(),
        // Everything else is for moderators.
        (_, _) => words::moderators_only(),
    })
}
