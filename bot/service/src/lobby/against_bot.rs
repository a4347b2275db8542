//! Begins matches against the bot.
use engine::{mind::Player, seat::Seat};
use model::{ids::ChallengeId, time::DAY};
use store::{Challenge, ChallengeCommitted, ChallengeState, Person, Room, ServerSettings};

use crate::{
    RequestError,
    context::{RequestContext, random_source::DrawnSecrets},
    lobby::{
        self,
        challenge::{OPEN_DAYS, Proposal},
    },
    matches, proof,
    terms::{opened, probing_dice},
};

/// How many matches against the bot a person may have.
pub(crate) const MOST_RUNNING: usize = 10;

/// How many matches against the bot a room may have that were played on lately, unless moderators set
/// another limit.
pub(crate) const MOST_IN_ROOM: u32 = 20;

/// How many seconds without a move make a match against the bot free its place in the room.
pub(crate) const LATELY: i64 = 3 * DAY;

/// How many matches of the bot against itself a person may have.
pub(crate) const MOST_WATCHED: usize = 2;

/// Starts a match against the bot, by a person or by another level of the bot.
pub(crate) fn spar(
    cx: &mut RequestContext<'_>,
    by: Person,
    proposal: Proposal,
) -> Result<(), RequestError> {
    let Proposal { room, whom, mut terms, side, word, more, .. } = proposal;
    let Some(bot) = whom else {
        return Err(RequestError::Broken("nobody to spar with".to_owned()));
    };
    (terms.rated, terms.clock) = (false, None);
    let running = cx.tx.practising(cx.me.id)?;
    let most = if by.level.is_some() { MOST_WATCHED } else { MOST_RUNNING };
    let alike = running.iter().filter(|row| {
        let watched = row.seats.find(|&it| it == cx.me.id).is_none() && row.terms.vote.is_none();
        watched == by.level.is_some()
    });
    let full = most <= alike.count() || MOST_RUNNING <= running.len();
    if full {
        return Err(match by.level {
            Some(_) => lobby::words::against_bot::watching_enough(most),
            None => lobby::words::against_bot::practising_enough(running.len()),
        }
        .into());
    }
    check_practice_here(cx, &room)?;
    // Find out now whether it can be opened and played.
    let table = opened(&terms, &mut probing_dice())?;
    if terms.has_start() {
        let begins = matches::no_advice::JudgedMatch::begins(&terms, by.id, cx.now);
        matches::no_advice::check_judged(cx, begins, &*table)?;
    }
    table.think(Seat::First, Player::Random, 0)?;
    let number = cx.tx.next_challenge()?;
    let seed = cx.memory.luck.mind(number);
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(number);
    let seated = lobby::rooms::seated_for(cx, &terms, &room, &by)?;
    if let Some(room) = seated.room {
        lobby::rooms::check_votes_for_more(cx, room, &seated)?;
    }
    let text =
        proof::commitment::offered(cx, room.chat, &terms, side, (seated.id, Some(bot.id)), &salts)?;
    let mut challenge = Challenge {
        id: ChallengeId(0),
        room: room.id,
        by: by.id,
        whom: Some(bot.id),
        terms,
        side,
        state: ChallengeState::Open,
        secret,
        tag,
        word,
        made_at: cx.now,
        lapses_at: cx.now + OPEN_DAYS * DAY,
        places: 1,
        taken: Vec::new(),
        best_of: 1,
        counter: false,
        bond: ChallengeCommitted { text, salts: Some(salts) },
    };
    challenge.id = cx.tx.add_challenge(&challenge)?;
    let told = [&by, &bot].into_iter().filter_map(|it| it.level);
    let told = told.map(lobby::words::against_bot::level);
    let more = told.chain(more).collect();
    lobby::open_match::open_match(cx, challenge, &bot, String::new(), Some(seed), None, more)
}

/// Refuses a match against the bot where moderators don't want it, or no more of them.
pub(crate) fn check_practice_here(
    cx: &RequestContext<'_>,
    room: &Room,
) -> Result<(), RequestError> {
    if !room.settings.practice {
        return Err(lobby::words::against_bot::practice_is_off(room).into());
    }
    let ServerSettings { per_person, per_room, .. } = cx.tx.server_settings(room)?;
    let most = per_room.unwrap_or(MOST_IN_ROOM);
    if most <= cx.tx.count_practice_in(room.id, cx.now - LATELY)? {
        return Err(lobby::words::against_bot::room_practises_enough(room, most).into());
    }
    match per_person {
        Some(most) if most <= cx.tx.count_practice_of(cx.me.id, room)? => {
            Err(lobby::words::against_bot::limited_to(most).into())
        }
        Some(_) | None => Ok(()),
    }
}
