//! Ladders: a server's players of a game in an order; a win against somebody above takes their place.
mod words;

use engine::games::GameId;

use crate::{
    Company, Fault, RequestContext, Service,
    authority::{Deed, Touched},
    find::LoadedMatch,
    lobby::challenge::Proposal,
};
use command::verbs::{self, LadderWord};
use model::{
    ids::PersonId,
    reply::Reply,
    text::Text,
    time::{Clock, DAY},
};
use store::{
    ChallengeState, CompetitionId, CompetitionRules, LadderPlace, SideWish, StoreError, Terms,
};

/// How many places above one's own somebody can be challenged.
const REACH: usize = 3;
/// After how many days without a match for the ladder somebody slides down a place.
const IDLE_DAYS: i64 = 14;
/// The most people on a ladder.
const MOST: usize = 200;
/// How many people are listed.
const LISTED: usize = 30;

impl RequestContext<'_> {
    pub(crate) fn ladder(&mut self, said: &verbs::Ladder) -> Result<(), Fault> {
        match (said.what, &said.who) {
            (Some(_), Some(_)) => Err(words::one_thing().into()),
            (Some(LadderWord::Join), None) => self.join_ladder(said.game),
            (Some(LadderWord::Leave), None) => self.leave_ladder(said.game),
            (None, Some(who)) => self.challenge_above(who, said.game),
            (None, None) => self.show_ladder(said.game),
        }
    }

    /// Finds the ladder of a game on this server; without a game the only one.
    fn find_ladder(
        &self,
        game: Option<GameId>,
        says: &str,
    ) -> Result<(CompetitionId, GameId), Fault> {
        let all = self.tx.ladders_on(&self.room)?;
        let mut fitting = all.iter().filter(|it| game.is_none_or(|game| it.1 == game));
        match (fitting.next(), fitting.next()) {
            (Some(one), None) => Ok(*one),
            (Some(_), Some(_)) => Err(words::which_ladder(says, all.iter().map(|it| it.1)).into()),
            (None, _) => Err(words::no_ladder(game).into()),
        }
    }

    fn show_ladder(&mut self, game: Option<GameId>) -> Result<(), Fault> {
        let (ladder, game) = self.find_ladder(game, "ladder")?;
        let places = self.tx.ladder_places(ladder)?;
        let mut lines = Vec::new();
        for (place, it) in (1..).zip(&places).take(LISTED) {
            let person = self.tx.person(it.person)?;
            lines.push(words::place(place, &person.name));
        }
        let more = places.len().saturating_sub(LISTED);
        let mine = places.iter().position(|it| it.person == self.me.id);
        let mut above = Vec::new();
        for it in places.iter().take(mine.unwrap_or(0)).rev().take(REACH) {
            let handle = self.tx.handle_in(self.room.chat, it.person)?;
            above.extend(handle.zip(Some(self.tx.person(it.person)?.name)));
        }
        let text = words::ladder_of(game, lines, more, mine, REACH);
        let choices = words::ladder_buttons(game, mine.is_some(), &above);
        self.say(self.answer(text).choices(choices));
        Ok(())
    }

    fn join_ladder(&mut self, game: Option<GameId>) -> Result<(), Fault> {
        self.clear(Deed::Join, Touched::Room(&self.room))?;
        if self.request().is_some_and(|it| it.company == Company::Alone) {
            return Err(words::alone().into());
        }
        let found = self.find_ladder(game, "ladder join");
        let (ladder, game) = match (found, game) {
            (Ok(found), _) => found,
            (Err(_), Some(game)) => {
                let rules = CompetitionRules::Ladder { game };
                (self.tx.add_competition(self.room.id, rules, self.now)?, game)
            }
            (Err(fault), None) => return Err(fault),
        };
        let mut places = self.tx.ladder_places(ladder)?;
        if places.iter().any(|it| it.person == self.me.id) {
            return Err(words::already_on(game).into());
        }
        if MOST <= places.len() {
            return Err(words::is_full(game, MOST).into());
        }
        places.push(LadderPlace { person: self.me.id, active_at: self.now });
        self.tx.set_ladder_places(ladder, &places)?;
        let joins = Reply::room(words::joins(&self.me, game, places.len()));
        self.make_known(self.room.id, joins)
    }

    fn leave_ladder(&mut self, game: Option<GameId>) -> Result<(), Fault> {
        let (ladder, game) = self.find_ladder(game, "ladder leave")?;
        let mut places = self.tx.ladder_places(ladder)?;
        let before = places.len();
        places.retain(|it| it.person != self.me.id);
        if places.len() == before {
            return Err(words::not_on(game).into());
        }
        self.tx.set_ladder_places(ladder, &places)?;
        self.say(self.answer(words::leaves(game)));
        Ok(())
    }

    /// Challenges somebody a few places above.
    fn challenge_above(&mut self, who: &str, game: Option<GameId>) -> Result<(), Fault> {
        self.clear(Deed::Join, Touched::Room(&self.room))?;
        let whom = self.find_person(who)?;
        let (ladder, game) = self.find_ladder(game, "ladder")?;
        let places = self.tx.ladder_places(ladder)?;
        let at = |who: PersonId| places.iter().position(|it| it.person == who);
        let Some(mine) = at(self.me.id) else { return Err(words::not_on(game).into()) };
        let Some(theirs) = at(whom.id) else {
            return Err(words::they_are_not_on(&whom, game).into());
        };
        if !(1..=REACH).contains(&mine.saturating_sub(theirs)) || mine <= theirs {
            return Err(words::out_of_reach(&whom, theirs + 1, mine + 1, REACH).into());
        }
        for it in self.tx.open_challenges_by(self.me.id)? {
            let same = it.state == ChallengeState::Open && self.now < it.lapses_at;
            if same && self.tx.ladder_of_challenge(it.id)? == Some(ladder) {
                return Err(words::already_challenging(it.id).into());
            }
        }
        for row in self.tx.running_of(self.me.id)? {
            let of = self.tx.competition_of(row.id)?;
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
            vote: None,
        };
        let of = self.tx.next_challenge()?;
        self.offer(Proposal {
            room: self.room.clone(),
            whom: Some(whom),
            terms,
            side: SideWish::Random,
            word: String::new(),
            places: 1,
            best_of: 1,
            counter: false,
            more: vec![words::for_ladder(mine + 1, theirs + 1)],
        })?;
        Ok(self.tx.add_ladder_challenge(of, ladder)?)
    }

    /// Changes places after a match for a ladder, and says so.
    pub(crate) fn climb(
        &mut self,
        loaded: &LoadedMatch,
        ladder: CompetitionId,
    ) -> Result<(), Fault> {
        let end = loaded.row.end.as_ref().filter(|it| it.annulled_at.is_none());
        let Some(outcome) = end.and_then(|it| it.outcome.as_ref()) else { return Ok(()) };
        let mut places = self.tx.ladder_places(ladder)?;
        let people = [loaded.row.seats.first, loaded.row.seats.second];
        for it in places.iter_mut().filter(|it| people.contains(&it.person)) {
            it.active_at = self.now;
        }
        let winner =
            outcome.winner.map(|it| (*loaded.row.seats.get(it), *loaded.row.seats.get(it.other())));
        let at = |who: PersonId| places.iter().position(|it| it.person == who);
        let climbed = winner.and_then(|(winner, loser)| {
            Some((at(winner)?, at(loser)?)).filter(|(mine, theirs)| theirs < mine)
        });
        if let Some((mine, theirs)) = climbed {
            let it = places.remove(mine);
            places.insert(theirs, it);
        }
        self.tx.set_ladder_places(ladder, &places)?;
        let Some(((_, theirs), (winner, loser))) = climbed.zip(winner) else { return Ok(()) };
        let names = [winner, loser].map(|it| {
            let seat = loaded.seat_of(it);
            seat.map_or(String::new(), |it| loaded.names.get(it).clone())
        });
        self.say_at(loaded, Reply::room(words::climbs(&names, theirs + 1)))
    }

    /// Says that a match is for a ladder.
    pub(crate) fn ladder_line(&self) -> Text {
        Text::plain(words::is_for_ladder())
    }
}

impl Service {
    /// Lets people who haven't played for a ladder for long slide down by one place.
    pub(crate) fn slide_ladders(&mut self, now: i64) -> Result<(), StoreError> {
        for ladder in self.store.transaction(|tx| tx.ladders())? {
            let whence = |tx: &store::Tx<'_>| match tx.ladder_places(ladder)?.first() {
                Some(first) => {
                    let person = tx.person(first.person)?;
                    let room = tx.last_rooms(person.id)?.into_iter().next();
                    Ok(room.map(|it| (it, person)))
                }
                None => Ok(None),
            };
            self.of_its_own(now, whence, |context| {
                let mut places = context.tx.ladder_places(ladder)?;
                let mut idle = Vec::new();
                for it in &places {
                    let person = context.tx.person(it.person)?;
                    if it.active_at + IDLE_DAYS * DAY <= now
                        && context.away_until(&person)?.is_none()
                    {
                        idle.push(it.person);
                    }
                }
                slide(&mut places, &idle, now);
                Ok(context.tx.set_ladder_places(ladder, &places)?)
            });
        }
        Ok(())
    }
}

/// Moves each of these people down by one place, past the next who isn't one of them.
fn slide(places: &mut [LadderPlace], idle: &[PersonId], now: i64) {
    for it in places.iter_mut().filter(|it| idle.contains(&it.person)) {
        it.active_at = now;
    }
    for nth in (1..places.len()).rev() {
        let [upper, lower] = [nth - 1, nth].map(|it| idle.contains(&places[it].person));
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
            let mut places: Vec<LadderPlace> =
                (1..=4).map(|it| LadderPlace { person: PersonId(it), active_at: 0 }).collect();
            let idle: Vec<PersonId> = idle.iter().copied().map(PersonId).collect();
            slide(&mut places, &idle, 9);
            assert!(places.iter().all(|it| (it.active_at == 9) == idle.contains(&it.person)));
            places.into_iter().map(|it| it.person.0).collect::<Vec<_>>()
        };
        assert_eq!(order(&[]), [1, 2, 3, 4]);
        assert_eq!(order(&[1]), [2, 1, 3, 4]);
        assert_eq!(order(&[1, 2]), [3, 1, 2, 4]);
        assert_eq!(order(&[4]), [1, 2, 3, 4], "the last stays");
        assert_eq!(order(&[1, 2, 3, 4]), [1, 2, 3, 4], "nobody passes them");
    }
}
