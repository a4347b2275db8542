//! The same match again, with sides swapped.
use engine::seat::Seat;

use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    lobby::{challenge::Proposal, words},
    terms::wish,
};
use command::verbs;
use model::ids::PersonId;
use store::{Challenge, Competition, CompetitionRules};

impl RequestContext<'_> {
    /// Tells whether a match that has ended offers a rematch. A series goes on by itself or offers
    /// another series, in a league everyone plays everyone, and a room doesn't decide by a press.
    pub(crate) fn can_be_played_again(&self, loaded: &LoadedMatch) -> Result<bool, Fault> {
        let part = self.tx.competition_of(loaded.row.id)?.map(|it| it.0.rules);
        let planned =
            matches!(part, Some(CompetitionRules::Series { .. } | CompetitionRules::League { .. }));
        let someone_gone = loaded.people.first.gone || loaded.people.second.gone;
        Ok(!planned && !someone_gone && loaded.row.terms.vote.is_none())
    }

    pub(crate) fn rematch(&mut self, said: &verbs::Rematch) -> Result<(), Fault> {
        let loaded = self.last_match(said.of)?;
        let seat = self.seat_in(&loaded)?;
        if loaded.row.end.is_none() {
            return Err(words::still_running(loaded.row.id).into());
        }
        self.check_rematch(&loaded)?;
        let best_of = match self.tx.competition_of(loaded.row.id)? {
            Some((
                Competition { id, rules: CompetitionRules::Series { .. }, ended_at: None, .. },
                _,
            )) => {
                let next = self.tx.matches_for(id)?.into_iter().find(|it| it.end.is_none());
                let next = next.map(|it| it.id);
                return Err(words::series_goes_on_by_itself(loaded.row.id, next).into());
            }
            Some((Competition { rules: CompetitionRules::Series { best_of }, .. }, _)) => best_of,
            Some(_) | None => 1,
        };
        let other = loaded.people.get(seat.other()).clone();
        if other.gone {
            return Err(words::opponent_left().into());
        }
        // A new game swaps colours (D-R29).
        let changed = |seat: Seat| wish(seat.other());
        let side = changed(seat);
        let terms = loaded.row.terms.clone();
        let open = self.open_challenges(loaded.row.room)?;
        let same = |by: PersonId, to: PersonId, side| {
            let fits = |it: &&Challenge| {
                let same = it.side == side && it.terms == terms && it.best_of == best_of;
                it.by == by && it.whom == Some(to) && same
            };
            open.iter().find(fits).cloned()
        };
        if let Some(challenge) = same(other.id, self.me.id, changed(seat.other())) {
            return self.begin(challenge, String::new(), false);
        }
        if let Some(challenge) = same(self.me.id, other.id, side) {
            return Err(words::rematch_offered(&other, challenge.id).into());
        }
        let ended = loaded.row.end.as_ref().map_or(i64::MIN, |it| it.at);
        let again = self.tx.running_of(self.me.id)?.into_iter().find(|it| {
            it.terms == terms
                && it.opened_at >= ended
                && *it.seats.get(seat.other()) == self.me.id
                && *it.seats.get(seat) == other.id
        });
        if let Some(again) = again {
            return Err(words::rematch_running(loaded.row.id, &again).into());
        }
        // A rematch belongs in the room of the match, wherever it was asked for.
        let room = self.tx.room(loaded.row.room)?;
        let more = vec![words::rematch_of(loaded.row.id)];
        let whom = Some(other);
        self.offer(Proposal {
            room,
            whom,
            terms,
            side,
            word: String::new(),
            places: 1,
            best_of,
            counter: false,
            more,
        })
    }
}
