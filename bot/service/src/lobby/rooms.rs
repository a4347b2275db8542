//! Rooms that play by vote: which room a challenge means, who takes a seat for whom, and what such a
//! match can't have.
use engine::seat::Seat;

use crate::{
    Company, Fault, RequestContext,
    authority::{Deed, Touched},
    find::LoadedMatch,
    lobby::{meet::meet_named, words},
};
use command::{Verb, is_room, loose::Loose, verbs};
use model::ids::{MatchId, PersonId, RoomId};
use store::{Challenge, Person, Room, Terms};

/// How many matches a room may play by vote at a time.
const MOST_VOTED: usize = 3;

/// Takes a room among the words for the game as the one that is challenged: where arguments have
/// kinds, a room is no person.
pub(super) fn with_room_first(said: &verbs::Challenge) -> verbs::Challenge {
    let room = said.options.split_whitespace().find(|it| is_room(it));
    match room {
        Some(room) if said.who.is_none() => {
            let rest: Vec<&str> =
                said.options.split_whitespace().filter(|it| *it != room).collect();
            verbs::Challenge { who: Some(room.to_owned()), options: rest.join(" "), ..said.clone() }
        }
        Some(_) | None => said.clone(),
    }
}

impl RequestContext<'_> {
    /// Finds another room of this server, or the one paired with this, by its name or id.
    pub(super) fn find_room(&self, said: &str) -> Result<Room, Fault> {
        let mut known = self.tx.rooms_beside(&self.room)?;
        if let Some(pair) = self.tx.paired_with(self.room.id)? {
            known.push(self.tx.room(pair)?);
        }
        known.push(self.room.clone());
        let plain = |it: &str| it.trim_matches(['#', '<', '>']).to_lowercase().replace(' ', "-");
        let wanted = plain(said);
        let by_handle = known.iter().find(|it| it.handle.to_lowercase() == wanted);
        let found = by_handle.or_else(|| known.iter().find(|it| plain(&it.name) == wanted));
        let named = self.request().and_then(|request| {
            let mut named = request.prepared.rooms.iter();
            named.find(|it| it.handle == wanted && it.server == self.room.server)
        });
        match (found, named) {
            (Some(room), _) => Ok(room.clone()),
            (None, Some(room)) => Ok(meet_named(self.tx, self.room.chat, room)?),
            (None, None) => {
                // Rooms that the asker may not see aren't listed.
                let pair = self.tx.paired_with(self.room.id)?;
                let names = known.iter().filter(|it| Some(it.id) == pair);
                let names: Vec<String> = names.map(|it| plain(&it.name)).collect();
                Err(words::no_such_room(said, &names).into())
            }
        }
    }

    /// Checks what a match by vote can't have. Returns the other room as a player, if one is
    /// challenged.
    pub(super) fn rooms_that_vote(
        &mut self,
        said: &verbs::Challenge,
        loose: &Loose,
        other: Option<Room>,
    ) -> Result<Option<Person>, Fault> {
        let Some(game) = said.game else { return Ok(None) };
        let named = said.who.as_deref().unwrap_or("");
        match (loose.vote, &other) {
            (None, None) => return Ok(None),
            (None, Some(_)) => return Err(words::room_needs_a_vote(named, game).into()),
            (Some(_), _) => {}
        }
        self.check_vote(loose, game)?;
        if said.places.is_some_and(|it| 1 < it) || said.best.is_some_and(|it| 1 < it) {
            return Err(words::vote_is_one_match(game).into());
        }
        let Some(other) = other else {
            return match loose.clock {
                Some(None) => Err(words::person_needs_a_clock(game).into()),
                _ => Ok(None),
            };
        };
        if other.id == self.room.id {
            return Err(words::against_own_room().into());
        }
        if loose.clock.flatten().is_some() {
            return Err(words::vote_is_the_clock(named, game).into());
        }
        if other.answers_only {
            return Err(words::vote_needs_a_board().into());
        }
        self.clear(Deed::Say(Verb::Challenge), Touched::Room(&other))?;
        Ok(Some(self.tx.room_person(&other)?))
    }

    /// Refuses a match by vote in this room that can't be played so.
    pub(crate) fn check_vote(
        &self,
        loose: &Loose,
        game: engine::games::GameId,
    ) -> Result<(), Fault> {
        if self.request().is_some_and(|it| it.company == Company::Alone) {
            return Err(words::vote_needs_a_room(game).into());
        }
        if self.room.answers_only {
            return Err(words::vote_needs_a_board().into());
        }
        if loose.rated == Some(true) {
            return Err(words::vote_is_unrated(game).into());
        }
        if loose.public == Some(false) {
            return Err(words::vote_is_open(game).into());
        }
        if game.keeps_secrets(game.options(&loose.options)?)? {
            return Err(words::no_vote_with_secrets(game).into());
        }
        Ok(())
    }

    /// Returns who takes the seat of a person who makes a challenge in a room: the room, if it votes.
    pub(crate) fn seated_for(
        &self,
        terms: &Terms,
        room: &Room,
        by: &Person,
    ) -> Result<Person, Fault> {
        match terms.vote {
            Some(_) => Ok(self.tx.room_person(room)?),
            None => Ok(by.clone()),
        }
    }

    /// Returns who plays if the asker accepts a challenge: they, or this room by vote.
    pub(super) fn accepts_as(&self, challenge: &Challenge, by_vote: bool) -> Result<Person, Fault> {
        let for_room = self.room_challenged(challenge)? == Some(self.room.id);
        if !by_vote && !for_room {
            return Ok(self.me.clone());
        }
        if challenge.terms.vote.is_none() {
            return Err(words::not_by_vote(challenge.id).into());
        }
        if challenge.room == self.room.id {
            return Err(words::against_own_room().into());
        }
        if self.room.answers_only {
            return Err(words::vote_needs_a_board().into());
        }
        if self.request().is_some_and(|it| it.company == Company::Alone) {
            return Err(words::vote_needs_a_room(challenge.terms.game).into());
        }
        Ok(self.tx.room_person(&self.room)?)
    }

    /// Returns the room that a challenge is for, if it is for one.
    pub(super) fn room_challenged(&self, challenge: &Challenge) -> Result<Option<RoomId>, Fault> {
        match challenge.whom {
            Some(whom) if challenge.terms.vote.is_some() => Ok(self.tx.person(whom)?.room),
            Some(_) | None => Ok(None),
        }
    }

    /// Stores which rooms play a new match, and who began it for them.
    pub(super) fn seat_rooms(
        &self,
        of: MatchId,
        challenge: &Challenge,
        [by, other]: [&Person; 2],
        by_seat: Seat,
    ) -> Result<(), Fault> {
        let began: [(&Person, Seat, PersonId); 2] =
            [(by, by_seat, challenge.by), (other, by_seat.other(), self.me.id)];
        for (player, seat, began) in began {
            let Some(room) = player.room else { continue };
            self.tx.add_room_side(of, seat, room, began)?;
            if room != challenge.room {
                self.tx.add_away_room(of, seat, room)?;
            }
        }
        Ok(())
    }

    /// Refuses another match by vote to a room that has enough of them.
    pub(crate) fn check_votes_for_more(&self, room: RoomId, player: &Person) -> Result<(), Fault> {
        match self.tx.voted_in(room)?.len() < MOST_VOTED {
            true => Ok(()),
            false => Err(words::plays_enough_by_vote(&player.name, MOST_VOTED).into()),
        }
    }

    /// Refuses a rematch where a room played.
    pub(super) fn check_rematch(&self, loaded: &LoadedMatch) -> Result<(), Fault> {
        match loaded.row.terms.vote {
            Some(_) => Err(words::no_rematch_by_vote(loaded.game()).into()),
            None => Ok(()),
        }
    }
}
