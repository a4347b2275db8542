//! Begins matches against the bot.
use engine::{mind::Player, seat::Seat};
use model::{
    ids::PersonId,
    time::{DAY, HOUR},
};
use store::{
    Challenge, ChallengeCommitted, ChallengeState, MatchRow, Person, Room, ServerSettings,
};

use crate::{
    RequestError,
    context::{
        RequestContext, random_source::DrawnSecrets, room_play::room_play, seam::OfferPlace,
    },
    lobby::{
        self,
        challenge::{OPEN_DAYS, Proposal},
        open_match::MatchOpening,
    },
    matches, play,
    terms::{opened, probing_dice},
};

/// How many matches against the bot a person may have.
pub(crate) const MOST_RUNNING: usize = 10;

/// After how many seconds without a move a match against the bot stands still, and makes way for another where there may be no more.
pub const STILL: i64 = HOUR;

/// How many seconds without a move make a match against the bot free its place in the room.
pub(crate) const LATELY: i64 = 3 * DAY;

/// How many matches of the bot against itself a person may have.
pub(crate) const MOST_WATCHED: usize = 2;

/// Starts a match against the bot, by a person or by another level of the bot.
pub fn spar(
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
        let watched =
            row.seats.find(|&it| it == cx.me.id).is_none() && row.terms.room_time.is_none();
        watched == by.level.is_some()
    });
    let alike: Vec<MatchRow> = alike.cloned().collect();
    let refusal = match by.level {
        Some(_) => {
            let ends = cx.memory.features.offers(OfferPlace::Watched);
            lobby::words::against_bot::watching_enough(most, ends)
        }
        None => {
            let oldest = running.iter().min_by_key(|row| (row.touched_at, row.id)).map(|it| it.id);
            lobby::words::against_bot::practising_enough(running.len(), oldest)
        }
    };
    let mut going = Vec::new();
    if most <= alike.len() {
        going.push(stands_still(alike, cx.now).ok_or(refusal)?);
    } else if MOST_RUNNING <= running.len() {
        going.push(stands_still(running, cx.now).ok_or(refusal)?);
    }
    make_way_here(cx, &room, &mut going)?;
    // Find out now whether it can be opened and played.
    let table = opened(&terms, &mut probing_dice())?;
    if terms.has_start() {
        let begins = matches::no_advice::JudgedMatch::begins(&terms, by.id, cx.now);
        matches::no_advice::check_judged(cx, begins, &*table)?;
    }
    table.think(Seat::First, Player::Random, 0)?;
    for row in going {
        let mut loaded = matches::find::load(cx, row)?;
        loaded.row.match_rules.make_way()?;
        play::ending::end_outside_rules(cx, loaded)?;
    }
    let id = cx.tx.next_challenge()?;
    let seed = cx.memory.luck.mind(id);
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(id);
    let seated = lobby::rooms::seated_for(cx, &terms, &room, &by)?;
    if let Some(room) = seated.room {
        (room_play(cx)?.check_more)(cx, room, &seated)?;
    }
    let text =
        lobby::commitment::offered(cx, room.chat, &terms, side, (seated.id, Some(bot.id)), &salts)?;
    let mut challenge = Challenge {
        id,
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
    let opening = MatchOpening { mind: Some(seed), more, ..MatchOpening::default() };
    lobby::open_match::open_match(cx, challenge, &bot, opening)
}

/// Returns the match that has stood still for longest; none if all were played on lately. One that a room plays waits for it.
fn stands_still(rows: impl IntoIterator<Item = MatchRow>, now: i64) -> Option<MatchRow> {
    let still = rows
        .into_iter()
        .filter(|row| STILL <= now - row.touched_at && row.terms.room_time.is_none());
    still.min_by_key(|row| (row.touched_at, row.id))
}

/// Refuses a match against the bot where moderators don't want it, or no more of them. Where another one makes way, adds it to those
/// that `going` names already.
fn make_way_here(
    cx: &RequestContext<'_>,
    room: &Room,
    going: &mut Vec<MatchRow>,
) -> Result<(), RequestError> {
    if !room.settings.practice {
        let offered = cx.memory.features.offers(OfferPlace::NotAgainstBot);
        return Err(lobby::words::against_bot::practice_is_off(room, offered).into());
    }
    let me = cx.me.id;
    let ServerSettings { per_person, per_room, .. } = cx.tx.server_settings(room)?;
    if let Some(most) = per_person {
        let mut own = cx.tx.practice_of(me, room)?;
        own.retain(|row| !going.contains(row));
        if most as usize <= own.len() {
            let refusal = lobby::words::against_bot::limited_to(most);
            going.push(stands_still(own, cx.now).ok_or(refusal)?);
        }
    }
    if let Some(most) = per_room {
        let mut here = cx.tx.practice_in(room.id, cx.now - LATELY)?;
        here.retain(|(_, row)| !going.contains(row));
        if most as usize <= here.len() {
            // Nobody's matches keep somebody out who has fewer of them here.
            let count = |who: Option<PersonId>| here.iter().filter(|it| it.0 == who).count();
            let (own, refusal) =
                (count(Some(me)), lobby::words::against_bot::room_practises_enough(room, most));
            let more = here.iter().filter(|(who, _)| *who == Some(me) || own < count(*who));
            let more = more.map(|it| it.1.clone()).collect::<Vec<_>>();
            going.push(stands_still(more, cx.now).ok_or(refusal)?);
        }
    }
    Ok(())
}
