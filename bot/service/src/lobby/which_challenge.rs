//! Which challenge a command means.
use command::{Verb, verbs};
use engine::refusal::Refusal;
use model::ids::{ChallengeId, RoomId};
use store::{Challenge, ChallengeState, Tx};

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    lobby::{self, words},
};

/// The role of the person who looks for a challenge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Challenger,
    /// The person who may answer it, with this command.
    Other(Verb),
}

impl Role {
    fn verb(self) -> &'static str {
        match self {
            Role::Challenger => verbs::Cancel::VERB.name(),
            Role::Other(verb) => verb.name(),
        }
    }
}

/// Returns the open challenges of a room that the asker may know of there: not those that others' links alone accept.
pub fn open_challenges(
    cx: &RequestContext<'_>,
    room: RoomId,
) -> Result<Vec<Challenge>, RequestError> {
    let mut open = Vec::new();
    for challenge in cx.tx.open_challenges(room)? {
        let knows = challenge.by == cx.me.id || link_key(cx.tx, &challenge)?.is_none();
        if cx.now < challenge.lapses_at && knows {
            open.push(challenge);
        }
    }
    Ok(open)
}

/// Returns the key of the link by which alone a challenge is accepted: in the local room others that anyone may accept have no code.
pub(crate) fn link_key(tx: &Tx<'_>, challenge: &Challenge) -> Result<Option<String>, RequestError> {
    if challenge.whom.is_some() || !tx.room(challenge.room)?.chat.is_local() {
        return Ok(None);
    }
    Ok(tx.code_of(challenge.id)?)
}

/// Returns the only challenge to the asker by name in this room.
pub(crate) fn to_me_here(cx: &RequestContext<'_>) -> Result<Option<ChallengeId>, RequestError> {
    let mut open = open_challenges(cx, cx.room.id)?;
    open.retain(|it| it.whom == Some(cx.me.id));
    Ok(match &open[..] {
        [one] => Some(one.id),
        _ => None,
    })
}

/// Returns the challenges to the asker by name, wherever they were made.
pub(crate) fn to_me(cx: &RequestContext<'_>) -> Result<Vec<ChallengeId>, RequestError> {
    let mut open = cx.tx.open_challenges_to(cx.me.id)?;
    open.retain(|it| cx.now < it.lapses_at);
    Ok(open.into_iter().map(|it| it.id).collect())
}

/// Finds the challenge a person means, by its number or as the only one.
pub(crate) fn challenge_meant(
    cx: &RequestContext<'_>,
    named: Option<ChallengeId>,
    role: Role,
) -> Result<Challenge, RequestError> {
    let challenge = challenge_found(cx, named, role)?;
    authority::decide::clear_verb(cx, ActionTarget::Challenge(&challenge))?;
    Ok(challenge)
}

fn challenge_found(
    cx: &RequestContext<'_>,
    named: Option<ChallengeId>,
    role: Role,
) -> Result<Challenge, RequestError> {
    let mut open = open_challenges(cx, cx.room.id)?;
    open.extend(lobby::challenge_codes::open_in_pair(cx)?);
    let this_room = cx.tx.player_of_room(cx.room.id)?;
    let to_room = match this_room {
        Some(player) => cx.tx.open_challenges_to(player)?,
        None => Vec::new(),
    };
    // People named in a challenge may answer it from anywhere, and its challenger may withdraw
    // it from anywhere.
    let elsewhere =
        [cx.tx.open_challenges_to(cx.me.id)?, cx.tx.open_challenges_by(cx.me.id)?, to_room];
    for challenge in elsewhere.into_iter().flatten() {
        let known = open.iter().any(|it| it.id == challenge.id);
        if !known && challenge.room != cx.room.id && cx.now < challenge.lapses_at {
            open.push(challenge);
        }
    }
    if let Some(id) = named {
        let found = open.into_iter().find(|it| it.id == id);
        return match found {
            Some(found) => Ok(found),
            None => Err(closed(cx, id)?.into()),
        };
    }
    let mine = |challenge: &Challenge| match role {
        Role::Challenger => challenge.by == cx.me.id,
        Role::Other(_) => {
            let answers = |whom| whom == cx.me.id || Some(whom) == this_room;
            challenge.by != cx.me.id && challenge.whom.is_none_or(answers)
        }
    };
    let mut fitting: Vec<Challenge> = open.into_iter().filter(mine).collect();
    // Someone challenged by name means that challenge, whatever else is open to anyone.
    fitting.sort_by_key(|it| it.whom.is_none());
    let by_name = fitting.iter().filter(|it| it.whom.is_some()).count();
    let declines = role == Role::Other(verbs::Decline::VERB);
    if role != Role::Challenger && (by_name == 1 || declines && by_name != 0) {
        fitting.truncate(by_name);
    } else if declines {
        // Nobody has to decline what is open to anyone.
        fitting.truncate(1);
    }
    match (fitting.len(), role) {
        (1, _) => Ok(fitting.remove(0)),
        (0, Role::Challenger) => Err(words::none_of_yours_open().into()),
        (0, Role::Other(_)) => Err(words::not_challenged().into()),
        _ => {
            let each = fitting.iter().map(|challenge| format!("{} {}", role.verb(), challenge.id));
            let declines = role == Role::Other(verbs::Decline::VERB);
            let all = declines.then(|| words::decline_all().line());
            Err(words::several_open().instead(each.chain(all)).into())
        }
    }
}

/// Tells the people concerned the result of a closed challenge.
fn closed(cx: &RequestContext<'_>, id: ChallengeId) -> Result<Refusal, RequestError> {
    let Some(found) = cx.tx.challenge(id)? else { return Ok(words::no_open_challenge(id)) };
    let concerned = [Some(found.by), found.whom].contains(&Some(cx.me.id));
    let was_asked = lobby::rooms::room_challenged(cx, &found)? == Some(cx.room.id);
    if was_asked {
        cx.closed.set(Some(id));
    }
    let is_hidden = found.state == ChallengeState::Open && cx.now < found.lapses_at;
    Ok(if concerned || was_asked || found.room == cx.room.id && !is_hidden {
        words::challenge_closed(id, found.state)
    } else {
        words::no_open_challenge(id)
    })
}
