//! Playing across rooms and chats: an open challenge has a code, which can be said in any room. The
//! person who says it plays from that room.
use command::{LETTERS, SIGNS, verbs};
use engine::seat::{BySeat, Seat};
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId, RoomId},
    reply::{Privacy, Reply},
};
use rand::RngExt as _;
use store::{Challenge, ChallengeState, Tx};

use crate::{
    RequestError, Service,
    authority::{self, ActionTarget, GuardedAction},
    codes,
    context::RequestContext,
    lobby::{self, words},
    matches, telling,
};

/// Gives a challenge that anyone may accept a code, where there are other chats than this one.
pub(crate) fn give_code(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
) -> Result<(), RequestError> {
    if challenge.whom.is_some() || matches::find::chat_in(cx, challenge.room)?.is_local() {
        return Ok(());
    }
    while !cx.tx.set_code(challenge.id, &new_code())? {}
    Ok(())
}

/// Accepts the open challenge with a code, to be played from this room.
pub(crate) fn accept_by_code(
    cx: &mut RequestContext<'_>,
    code: &str,
    by_room: bool,
) -> Result<(), RequestError> {
    codes::may_try_codes(cx)?;
    let found = cx.tx.challenge_with_code(code)?;
    let challenge = found.map(|it| still_open(cx, it)).transpose()?.flatten();
    let Some(challenge) = challenge else {
        return Err(codes::wrong_code(cx, words::no_challenge_with_code(code)));
    };
    authority::decide::clear_verb(cx, ActionTarget::Challenge(&challenge))?;
    // Games may belong in other rooms of this server, too.
    authority::decide::clear(
        cx,
        GuardedAction::Say(verbs::Challenge::VERB),
        ActionTarget::Room(&cx.room),
    )?;
    if challenge.taken.contains(&cx.me.id) {
        return Err(words::already_accepted(challenge.id).into());
    }
    authority::decide::check_seats(cx, &cx.room, &[&cx.me])?;
    lobby::challenge::begin(cx, challenge, String::new(), by_room)
}

/// Shows the card of a challenge in the other room that may accept it: the one it is for, or, if
/// anyone may accept it, the one paired with its own.
pub(crate) fn show_in_pair(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    card: &Reply,
) -> Result<(), RequestError> {
    let copy = Reply { mentions: Vec::new(), ..card.clone() };
    if let Some(other) = other_room(cx, challenge)? {
        cx.say_in(other, copy)?;
    }
    Ok(())
}

/// Returns the other room that shows the card of a challenge, if there is one.
pub(crate) fn other_room(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
) -> Result<Option<RoomId>, RequestError> {
    if let Some(challenged) = lobby::rooms::room_challenged(cx, challenge)? {
        return Ok(Some(challenged));
    }
    if challenge.whom.is_none() && !challenge.terms.private {
        Ok(cx.tx.paired_with(challenge.room)?)
    } else {
        Ok(None)
    }
}

/// Returns the open challenges of the room paired with this one, for anyone.
pub(crate) fn open_in_pair(cx: &RequestContext<'_>) -> Result<Vec<Challenge>, RequestError> {
    let Some(other) = cx.tx.paired_with(cx.room.id)? else { return Ok(Vec::new()) };
    let mut open = lobby::which_challenge::open_challenges(cx, other)?;
    open.retain(|challenge| challenge.whom.is_none() && !challenge.terms.private);
    Ok(open)
}

fn still_open(cx: &RequestContext<'_>, id: ChallengeId) -> Result<Option<Challenge>, RequestError> {
    let found = cx.tx.challenge(id)?;
    Ok(found.filter(|challenge| {
        challenge.state == ChallengeState::Open && cx.now < challenge.lapses_at
    }))
}

/// Stores from which rooms the players of a new match take part: where they accepted it, or
/// where they last spoke if they can't be in its room.
pub(crate) fn seat_away(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    challenge: &Challenge,
    seats: &BySeat<PersonId>,
) -> Result<(), RequestError> {
    let home = challenge.room;
    let chat = matches::find::chat_in(cx, home)?;
    // Elsewhere, what anyone may accept is only accepted by its code.
    let by_code = challenge.whom.is_none() && cx.room.id != home;
    for seat in Seat::BOTH {
        let person = cx.tx.person(*seats.get(seat))?;
        if !person.is_person() || person.gone {
            continue;
        }
        let accepts = cx.verb == verbs::Accept::VERB && cx.asker() == Some(person.id);
        let away = match cx.tx.handle_in(chat, person.id)? {
            _ if accepts && by_code => Some(cx.room.id),
            None if accepts => Some(cx.room.id),
            None => cx.tx.last_rooms(person.id)?.first().map(|it| it.id),
            Some(handle) => telling::rooms::shut_out_of(cx, home, &handle)?,
        };
        if let Some(away) = away.filter(|it| *it != home) {
            cx.tx.add_away_room(of, seat, away)?;
        }
    }
    Ok(())
}

impl Service {
    /// Tells a challenger that the person they challenged couldn't be told, with a code by which
    /// that person can accept.
    pub fn tell_of_untold(&mut self, chat: Chat, of: ChallengeId, whom: &str, now: i64) {
        let whence = |tx: &Tx<'_>| match tx.challenge(of)? {
            Some(challenge) if challenge.state == ChallengeState::Open => {
                Ok(Some((tx.room(challenge.room)?, tx.person(challenge.by)?)))
            }
            Some(_) | None => Ok(None),
        };
        self.of_its_own(now, whence, |context| tell_of_untold(context, chat, of, whom));
    }
}

fn tell_of_untold(
    cx: &mut RequestContext<'_>,
    chat: Chat,
    of: ChallengeId,
    handle: &str,
) -> Result<(), RequestError> {
    let whom = cx.tx.person_by_handle(chat, handle)?;
    let challenge = cx.tx.challenge(of)?;
    let Some((challenge, whom)) = challenge.zip(whom) else { return Ok(()) };
    if challenge.whom != Some(whom.id) {
        return Ok(());
    }
    let code = loop {
        match cx.tx.code_of(of)? {
            Some(code) => break code,
            None => drop(cx.tx.set_code(of, &new_code())?),
        }
    };
    let whom = cx.tx.person_in(chat, whom.id)?;
    let text = words::opponent_not_told(of, &whom, &code);
    cx.say(Reply::only(challenge.by, text).private(Privacy::Personal));
    Ok(())
}

/// Makes a code that is easy to tell from a word.
pub fn new_code() -> String {
    let mut rng = rand::rng();
    let ranges = [LETTERS..SIGNS.len(), 0..LETTERS, 0..SIGNS.len(), 0..SIGNS.len()];
    ranges.map(|range| char::from(SIGNS[rng.random_range(range)])).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use command::code_said;

    #[test]
    fn every_code_is_read_as_one() {
        for _ in 0..100 {
            let code = new_code();
            assert_eq!(code_said(&code.to_lowercase()), Some(code));
        }
    }
}
