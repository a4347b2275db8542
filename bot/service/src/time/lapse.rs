//! Challenges that nobody accepted in time.
use model::{ids::ChallengeId, reply::Reply};
use store::{Challenge, ChallengeState, StoreError, Tx};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        outgoing::Addressed,
        seam::{DueJob, OfferPlace},
    },
    lobby::{challenge::OPEN_DAYS, challenge_card::settled_card},
    time::words,
    words::about_challenges,
};

/// Expires challenges, and says so in their rooms.
pub const CHALLENGES: DueJob = DueJob {
    name: "challenges",
    due: |tx, now| Ok(tx.late_challenges(now)?.into_iter().map(|it| it.0).collect()),
    next: Some(|tx, now| tx.next_lapse(now)),
    act: |service, number, now| lapse(service, ChallengeId(number), now),
};

/// Expires a challenge, with those of the same person in the same room that are due and can be read.
fn lapse(service: &mut Service, id: ChallengeId, now: i64) -> Result<(), RequestError> {
    let whence = |tx: &Tx<'_>| {
        let late = tx.challenge(id)?.filter(|it| is_late(it, now));
        late.map(|late| Ok((tx.room(late.room)?, tx.person(late.by)?))).transpose()
    };
    service.unasked_and_told(now, whence, |context| expire(context, id))?;
    Ok(())
}

fn is_late(challenge: &Challenge, now: i64) -> bool {
    challenge.state == ChallengeState::Open && challenge.lapses_at <= now
}

fn expire(cx: &mut RequestContext<'_>, id: ChallengeId) -> Result<(), RequestError> {
    let mut late = Vec::new();
    for other in cx.tx.late_challenges_of(cx.room.id, cx.me.id, cx.now)? {
        match cx.tx.challenge(other) {
            Ok(challenge) => late.extend(challenge),
            // It fails by itself.
            Err(StoreError::Unreadable { .. }) if other != id => {}
            Err(err) => return Err(err.into()),
        }
    }
    let edits = cx.memory.edits(cx.room.chat);
    for challenge in &late {
        cx.tx.set_challenge_state(challenge.id, ChallengeState::Lapsed)?;
        if edits {
            let reply = settled_card(cx.tx, challenge, words::card_expired(OPEN_DAYS))?;
            cx.replies.push(Addressed { room: cx.room.clone(), reply, about: None });
        }
    }
    let mut games = late.iter().map(|it| it.terms.game);
    let game = games.next().filter(|game| games.all(|other| other == *game));
    let numbers: Vec<ChallengeId> = late.iter().map(|it| it.id).collect();
    let by = cx.tx.person_in(cx.room.chat, cx.me.id)?;
    let reply = Reply::room(words::expired(&by, &numbers, OPEN_DAYS));
    let reply = reply.about(about_challenges(&numbers)).mention(by.id);
    let alone = cx.memory.features.offers(OfferPlace::Alone(game));
    let (room, reply) = (cx.room.clone(), reply.choices(alone));
    cx.replies.push(Addressed { room, reply, about: None });
    Ok(())
}
