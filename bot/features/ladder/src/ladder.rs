//! Shows a ladder, lets people on it and off, and moves them.
use engine::games::GameId;
use model::{
    ids::{ChallengeId, MatchId, PersonId},
    reply::Reply,
    time::{Clock, DAY},
};
use service::{
    DueJob, RequestError, RoomPresence, Service,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, loaded::LoadedMatch},
    due::is_over,
    lobby::{self, challenge::Proposal},
    matches, rate_limit, telling, timing,
};
use store::{ChallengeState, CompetitionId, SideWish, Terms, TimeMark, Tx};

use super::{
    commands::{self, LadderWord},
    rows::{self, LadderPlace, LadderRules},
    words,
};

/// People slid down.
const SLID: TimeMark = TimeMark::new("slid-ladders");

/// How many places above one's own somebody can be challenged.
const REACH: usize = 3;
/// After how many days without a match for the ladder somebody slides down a place.
const IDLE_DAYS: i64 = 14;
/// The most people on a ladder.
const MOST: usize = 200;
/// How many people are listed.
const LISTED: usize = 30;

pub(super) fn ladder(
    cx: &mut RequestContext<'_>,
    said: &commands::Ladder,
) -> Result<(), RequestError> {
    match (said.what, &said.who) {
        (Some(_), Some(_)) => Err(words::one_thing().into()),
        (Some(LadderWord::Join), None) => join_ladder(cx, said.game),
        (Some(LadderWord::Leave), None) => leave_ladder(cx, said.game),
        (None, Some(who)) => challenge_above(cx, who, said.game),
        (None, None) => show_ladder(cx, said.game),
    }
}

/// Finds the ladder of a game on this server; without a game the only one.
fn find_ladder(
    cx: &RequestContext<'_>,
    game: Option<GameId>,
    what: Option<LadderWord>,
) -> Result<(CompetitionId, GameId), RequestError> {
    let all = rows::ladders_on(cx.tx, &cx.room)?;
    let mut fitting = all.iter().filter(|ladder| game.is_none_or(|game| ladder.1 == game));
    match (fitting.next(), fitting.next()) {
        (Some(one), None) => Ok(*one),
        (Some(_), Some(_)) => Err(words::which_ladder(what, all.iter().map(|it| it.1)).into()),
        (None, _) => Err(words::no_ladder(game).into()),
    }
}

fn show_ladder(cx: &mut RequestContext<'_>, game: Option<GameId>) -> Result<(), RequestError> {
    let (ladder, game) = find_ladder(cx, game, None)?;
    let places = rows::ladder_places(cx.tx, ladder)?;
    let mut lines = Vec::new();
    for (place, holder) in (1..).zip(&places).take(LISTED) {
        let person = cx.tx.person(holder.person)?;
        lines.push(words::place(place, &person.name));
    }
    let more = places.len().saturating_sub(LISTED);
    let mine = places.iter().position(|it| it.person == cx.me.id);
    let mut above = Vec::new();
    for place in places.iter().take(mine.unwrap_or(0)).rev().take(REACH) {
        let handle = cx.tx.handle_in(cx.room.chat, place.person)?;
        above.extend(handle.zip(Some(cx.tx.person(place.person)?.name)));
    }
    let text = words::ladder_of(game, lines, more, mine, REACH);
    let choices = words::ladder_buttons(game, mine.is_some(), &above);
    cx.say(cx.answer(text).choices(choices));
    Ok(())
}

fn join_ladder(cx: &mut RequestContext<'_>, game: Option<GameId>) -> Result<(), RequestError> {
    authority::decide::clear(cx, GuardedAction::Join, ActionTarget::Room(&cx.room))?;
    if cx.request().is_some_and(|it| it.company == RoomPresence::Alone) {
        return Err(words::alone().into());
    }
    let found = find_ladder(cx, game, Some(LadderWord::Join));
    let (ladder, game) = match (found, game) {
        (Ok(found), _) => found,
        (Err(_), Some(game)) => {
            (cx.tx.add_competition(cx.room.id, &LadderRules { game }, cx.now)?, game)
        }
        (Err(fault), None) => return Err(fault),
    };
    let mut places = rows::ladder_places(cx.tx, ladder)?;
    if places.iter().any(|it| it.person == cx.me.id) {
        return Err(words::already_on(game).into());
    }
    if MOST <= places.len() {
        return Err(words::is_full(game, MOST).into());
    }
    places.push(LadderPlace { person: cx.me.id, active_at: cx.now });
    rows::set_ladder_places(cx.tx, ladder, &places)?;
    let joins = Reply::room(words::joins(&cx.me, game, places.len()));
    let room_now = cx.room.id;
    rate_limit::make_known(cx, room_now, joins)
}

fn leave_ladder(cx: &mut RequestContext<'_>, game: Option<GameId>) -> Result<(), RequestError> {
    let (ladder, game) = find_ladder(cx, game, Some(LadderWord::Leave))?;
    let mut places = rows::ladder_places(cx.tx, ladder)?;
    let before = places.len();
    places.retain(|it| it.person != cx.me.id);
    if places.len() == before {
        return Err(words::not_on(game).into());
    }
    rows::set_ladder_places(cx.tx, ladder, &places)?;
    cx.say(cx.answer(words::leaves(game)));
    Ok(())
}

/// Challenges somebody a few places above.
fn challenge_above(
    cx: &mut RequestContext<'_>,
    who: &str,
    game: Option<GameId>,
) -> Result<(), RequestError> {
    authority::decide::clear(cx, GuardedAction::Join, ActionTarget::Room(&cx.room))?;
    let whom = matches::find::find_person(cx, who)?;
    let (ladder, game) = find_ladder(cx, game, None)?;
    let places = rows::ladder_places(cx.tx, ladder)?;
    let at = |who: PersonId| places.iter().position(|it| it.person == who);
    let Some(mine) = at(cx.me.id) else { return Err(words::not_on(game).into()) };
    let Some(theirs) = at(whom.id) else {
        return Err(words::they_are_not_on(&whom, game).into());
    };
    if !(1..=REACH).contains(&mine.saturating_sub(theirs)) || mine <= theirs {
        return Err(words::out_of_reach(&whom, theirs + 1, mine + 1, REACH).into());
    }
    for challenge in cx.tx.open_challenges_by(cx.me.id)? {
        let same = challenge.state == ChallengeState::Open && cx.now < challenge.lapses_at;
        if same && rows::ladder_of_challenge(cx.tx, challenge.id)? == Some(ladder) {
            return Err(words::already_challenging(challenge.id).into());
        }
    }
    for row in cx.tx.running_of(cx.me.id)? {
        let of = cx.tx.competition_of(row.id)?;
        if of.is_some_and(|it| it.0.id == ladder) {
            return Err(words::already_playing(row.id).into());
        }
    }
    let terms = Terms {
        game,
        options: game.options("")?,
        clock: Some(Clock::usual()),
        rated: true,
        private: false,
        start: None,
        room_time: None,
    };
    let of = cx.tx.next_challenge()?;
    let proposal = Proposal {
        room: cx.room.clone(),
        whom: Some(whom),
        terms,
        side: SideWish::Random,
        word: String::new(),
        places: 1,
        best_of: 1,
        counter: false,
        more: vec![words::for_ladder(mine + 1, theirs + 1)],
    };
    lobby::challenge::offer(cx, proposal)?;
    Ok(rows::add_ladder_challenge(cx.tx, of, ladder)?)
}

/// Takes a match into the ladder that its challenge was for.
pub(super) fn join(
    cx: &RequestContext<'_>,
    challenge: ChallengeId,
    of: MatchId,
) -> Result<(), RequestError> {
    if let Some(ladder) = rows::ladder_of_challenge(cx.tx, challenge)? {
        cx.tx.play_for(of, ladder, 1)?;
    }
    Ok(())
}

/// Changes places after a match for a ladder, and says so.
pub(super) fn climb(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    ladder: CompetitionId,
) -> Result<(), RequestError> {
    let end = loaded.row.end.as_ref().filter(|it| it.annulled_at.is_none());
    let Some(outcome) = end.and_then(|it| it.outcome.as_ref()) else { return Ok(()) };
    let mut places = rows::ladder_places(cx.tx, ladder)?;
    let people = [loaded.row.seats.first, loaded.row.seats.second];
    for place in places.iter_mut().filter(|place| people.contains(&place.person)) {
        place.active_at = cx.now;
    }
    let winner = outcome
        .winner
        .map(|seat| (*loaded.row.seats.get(seat), *loaded.row.seats.get(seat.other())));
    let at = |who: PersonId| places.iter().position(|it| it.person == who);
    let climbed = winner.and_then(|(winner, loser)| {
        Some((at(winner)?, at(loser)?)).filter(|(mine, theirs)| theirs < mine)
    });
    if let Some((mine, theirs)) = climbed {
        let climber = places.remove(mine);
        places.insert(theirs, climber);
    }
    rows::set_ladder_places(cx.tx, ladder, &places)?;
    let Some(((_, theirs), (winner, loser))) = climbed.zip(winner) else { return Ok(()) };
    let names = [winner, loser].map(|person| {
        let seat = loaded.seat_of(person);
        seat.map_or(String::new(), |seat| loaded.names.get(seat).clone())
    });
    telling::turn::say_at(cx, loaded, Reply::room(words::climbs(&names, theirs + 1)))
}

/// Once a day lets people who haven't played for a ladder for long slide down by one place.
pub(super) const LADDERS: DueJob = DueJob {
    name: "ladders",
    due: |tx, now| {
        if !is_over(tx, SLID, DAY, now)? {
            return Ok(Vec::new());
        }
        tx.set_moment(SLID, now)?;
        Ok(rows::ladders(tx)?.into_iter().map(|it| it.0).collect())
    },
    next: None,
    act: |service, number, now| slide_one(service, CompetitionId(number), now),
};

fn slide_one(service: &mut Service, ladder: CompetitionId, now: i64) -> Result<(), RequestError> {
    let whence = |tx: &Tx<'_>| match rows::ladder_places(tx, ladder)?.first() {
        Some(first) => {
            let person = tx.person(first.person)?;
            let room = tx.last_rooms(person.id)?.into_iter().next();
            Ok(room.map(|room| (room, person)))
        }
        None => Ok(None),
    };
    service.unasked_and_told(now, whence, |context| {
        let mut places = rows::ladder_places(context.tx, ladder)?;
        let mut idle = Vec::new();
        for place in &places {
            let person = context.tx.person(place.person)?;
            if place.active_at + IDLE_DAYS * DAY <= now
                && timing::away_until(context, &person)?.is_none()
            {
                idle.push(place.person);
            }
        }
        slide(&mut places, &idle, now);
        Ok(rows::set_ladder_places(context.tx, ladder, &places)?)
    })?;
    Ok(())
}

/// Moves each of these people down by one place, past the next who isn't one of them.
fn slide(places: &mut [LadderPlace], idle: &[PersonId], now: i64) {
    for place in places.iter_mut().filter(|place| idle.contains(&place.person)) {
        place.active_at = now;
    }
    for nth in (1..places.len()).rev() {
        let [upper, lower] = [nth - 1, nth].map(|at| idle.contains(&places[at].person));
        if upper && !lower {
            places.swap(nth - 1, nth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_people_slide_past_the_next_who_is_not_idle() {
        let order = |idle: &[i64]| {
            let mut places: Vec<LadderPlace> = (1..=4)
                .map(|number| LadderPlace { person: PersonId(number), active_at: 0 })
                .collect();
            let idle: Vec<PersonId> = idle.iter().copied().map(PersonId).collect();
            slide(&mut places, &idle, 9);
            assert!(
                places.iter().all(|place| (place.active_at == 9) == idle.contains(&place.person))
            );
            places.into_iter().map(|it| it.person.0).collect::<Vec<_>>()
        };
        assert_eq!(order(&[]), [1, 2, 3, 4]);
        assert_eq!(order(&[1]), [2, 1, 3, 4]);
        assert_eq!(order(&[1, 2]), [3, 1, 2, 4]);
        assert_eq!(order(&[4]), [1, 2, 3, 4], "the last stays");
        assert_eq!(order(&[1, 2, 3, 4]), [1, 2, 3, 4], "nobody passes them");
    }
}
