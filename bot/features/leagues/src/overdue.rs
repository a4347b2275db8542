//! What is due in leagues: rounds whose days are over, and leagues that nobody began.
use std::cmp::Ordering;

use engine::seat::{BySeat, Seat};
use model::reply::Reply;
use service::{
    DueJob, RequestError, Service,
    context::{RequestContext, loaded::LoadedMatch},
    matches, play, telling,
};
use store::{StoreError, Tx};

use super::{
    gather::GATHERS_DAYS,
    rows::{self, LeagueId, LeagueState},
    words,
};

/// How many times as long as the other side somebody may take before it costs the match.
const MUCH_LONGER: i64 = 2;

/// Does what is due in leagues.
pub(crate) const LEAGUES: DueJob = DueJob {
    name: "leagues",
    due: |tx, now| Ok(rows::due_leagues(tx, now)?.into_iter().map(|it| it.0).collect()),
    next: Some(rows::next_league_due),
    act: |service, number, now| attend_one(service, LeagueId(number), now),
};

/// Does what is due in a league. One that nobody is left in ends.
fn attend_one(service: &mut Service, id: LeagueId, now: i64) -> Result<(), RequestError> {
    let one_of = |tx: &Tx<'_>, league: &LeagueState| {
        let players = rows::league_players(tx, id, league.season)?;
        Ok::<_, StoreError>(league.made_by.or(players.first().map(|it| it.person)))
    };
    let whence = |tx: &Tx<'_>| {
        let Some(league) = rows::league(tx, id)? else { return Ok(None) };
        let person = one_of(tx, &league)?.map(|person| tx.person(person)).transpose()?;
        Ok(Some(tx.room(league.room)?).zip(person))
    };
    let done = service.unasked_and_told(now, whence, |it| attend_league(it, id))?;
    if done.is_none() {
        service.keep(|tx| match rows::league(tx, id)? {
            Some(league) if one_of(tx, &league)?.is_none() => {
                rows::update_league(tx, &LeagueState { ended_at: Some(now), ..league })
            }
            Some(_) | None => Ok(()),
        })?;
    }
    Ok(())
}

/// Ends the matches of a round whose days are over, so that the next one begins; or closes a
/// league that nobody began.
fn attend_league(cx: &mut RequestContext<'_>, id: LeagueId) -> Result<(), RequestError> {
    let Some(mut league) = rows::league(cx.tx, id)? else { return Ok(()) };
    if league.ended_at.is_some() || cx.now < league.due {
        return Ok(());
    }
    if league.round == 0 {
        league.ended_at = Some(cx.now);
        rows::update_league(cx.tx, &league)?;
        crate::gather::close_list(cx, &league, &words::is_closed(id))?;
        return crate::rounds::say_in_league(cx, &league, |_, _| {
            Ok(Reply::room(words::closed_unbegun(id, GATHERS_DAYS)))
        });
    }
    let running = crate::rounds::unfinished(cx, &league)?;
    if running.is_empty() {
        crate::rounds::begin_round(cx, &mut league)?;
    }
    for row in running {
        let mut loaded = matches::find::load(cx, row)?;
        match taken_longer(cx, &loaded)? {
            Some(judged) => loaded.row.match_rules.adjudicate(judged)?,
            None => loaded.row.match_rules.expire()?,
        }
        play::ending::end_outside_rules(cx, loaded)?;
    }
    telling::rooms::ping_once(cx, 0);
    Ok(())
}

/// Decides a match after its round: a side that took more than twice as long as the other loses,
/// otherwise it is a draw. None if nobody has moved and both are waited for.
fn taken_longer(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<Option<Option<Seat>>, RequestError> {
    let mut took = BySeat::new(|_| 0);
    let mut before = loaded.row.opened_at;
    let mut moved = false;
    for step in cx.tx.steps(loaded.row.id)? {
        if let Some(seat) = step.seat {
            *took.get_mut(seat) += (step.at - before).max(0);
            moved |= step.decided;
        }
        before = step.at;
    }
    let status = loaded.table.status();
    let waiting: Vec<Seat> =
        Seat::BOTH.into_iter().filter(|seat| status.waits_for(*seat)).collect();
    if !moved && waiting.len() == Seat::BOTH.len() {
        return Ok(None);
    }
    for seat in waiting {
        *took.get_mut(seat) += (cx.now - before).max(0);
    }
    let longer = |one: Seat| MUCH_LONGER * took.get(one.other()) < *took.get(one);
    Ok(Some(match took.first.cmp(&took.second) {
        Ordering::Greater if longer(Seat::First) => Some(Seat::Second),
        Ordering::Less if longer(Seat::Second) => Some(Seat::First),
        _ => None,
    }))
}
