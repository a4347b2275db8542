//! Resigning by vote: somebody proposes it, the room is told, and after the time of a turn a quorum
//! decides.
use engine::{house::Early, seat::Seat};

use super::words;
use crate::{Fault, RequestContext, find::LoadedMatch, words::board_button};
use model::{ids::MatchId, reply::Reply};
use store::{RESIGN, RoomSide, Vote};

impl RequestContext<'_> {
    /// Takes a vote for resigning, if the asker votes in the match that is meant.
    pub(crate) fn resign_by_vote(&mut self, of: Option<MatchId>) -> Result<bool, Fault> {
        let found = match of {
            Some(of) => self.tx.match_row(of)?.filter(|it| it.end.is_none()),
            None if self.tx.running_of(self.me.id)?.is_empty() => self.voted_here()?.pop(),
            None => None,
        };
        match found {
            Some(row) if self.voting_side(&row)?.is_some() => {
                let loaded = self.sit_down_to(row)?;
                self.vote_to_resign(&loaded)?;
                Ok(true)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// Stores a vote for resigning. The first one is a proposal, which the room is told.
    pub(super) fn vote_to_resign(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        self.voters_seat(&loaded.row)?;
        let side = self.side_asked(loaded)?;
        let (of, person, seat, room) = (loaded.row.id, self.me.id, side.seat, side.room);
        if self.tx.vote_of(of, person)?.is_some_and(|it| it.resigns()) {
            return Err(words::same_vote(of, RESIGN).into());
        }
        let (on, at, words) = (Some(loaded.ply()), self.now, RESIGN.to_owned());
        self.tx.put_vote(&Vote { of, person, seat, on, words, at })?;
        let is_new = side.resign_at.is_none();
        let ends_at = side.resign_at.unwrap_or(self.now + loaded.row.terms.vote.unwrap_or(0));
        self.show_later(loaded, RoomSide { resign_at: Some(ends_at), ..side })?;
        let until = (ends_at, ends_at - self.now);
        if is_new {
            let text = words::resigning_is_proposed(of, loaded.names.get(seat), until);
            let choices = [words::resign_too_button(of), board_button(of)];
            self.say_in(room, Reply::room(text).choices(choices))?;
        }
        self.say(self.answer(words::voted_to_resign(of, until)));
        Ok(())
    }

    /// Counts the votes for resigning when their time is over.
    pub(super) fn count_resigning(
        &mut self,
        mut loaded: LoadedMatch,
        side: RoomSide,
    ) -> Result<(), Fault> {
        let (of, seat, room) = (loaded.row.id, side.seat, side.room);
        let all = self.tx.votes_of_side(of, seat)?;
        let voters = all.len();
        let votes = self.that_count(&loaded, &side, all)?;
        let last = self.voted_last(&loaded, seat)?;
        let (resign, part) = taking_part(&votes, last);
        // One person alone ends only a match that they alone have played.
        if part < 2 * resign && (2 <= resign || voters == 1 && last.is_some()) {
            let log = self.tx.marks(of)?;
            loaded.row.house.resign(seat, &log, Early::Resigns)?;
            let lead = words::resigns(loaded.names.get(seat), resign, part);
            return self.end_by_house_after(loaded, vec![lead], None);
        }
        for vote in votes.iter().filter(|it| it.resigns()) {
            self.tx.take_back_vote(of, vote.person)?;
        }
        let says = words::plays_on(of, loaded.names.get(seat), resign, part);
        self.put_shown(loaded.row, RoomSide { resign_at: None, ..side })?;
        Ok(self.say_in(room, Reply::room(says))?)
    }

    /// Returns the step of the position that a seat voted on last.
    fn voted_last(&self, loaded: &LoadedMatch, seat: Seat) -> Result<Option<u32>, Fault> {
        let of = loaded.row.id;
        let played = self.tx.tallies(of)?;
        let steps = self.tx.steps(of)?.into_iter().filter(|it| it.seat == Some(seat));
        let voted = steps.filter(|it| played.contains_key(&(it.step, it.take)));
        Ok(voted.map(|it| it.step.saturating_sub(1)).max())
    }
}

/// Counts who wants to resign, and who takes part: they, and everybody who voted for a move in the
/// last vote or since.
fn taking_part(votes: &[Vote], last: Option<u32>) -> (usize, usize) {
    let resign = votes.iter().filter(|it| it.resigns()).count();
    let moves = votes.iter().filter(|it| !it.resigns()).filter_map(|it| Some(it.on?.step));
    (resign, resign + moves.filter(|it| last.is_none_or(|last| last <= *it)).count())
}

#[cfg(test)]
mod tests {
    use engine::chance::Ply;

    use super::*;
    use model::ids::PersonId;
    use store::RESIGN;

    #[test]
    fn whoever_voted_now_or_the_last_time_takes_part() {
        let vote = |n, step: Option<u32>, words: &str| Vote {
            of: MatchId(1),
            person: PersonId(n),
            seat: Seat::First,
            on: step.map(|step| Ply { step, take: 0 }),
            words: words.to_owned(),
            at: 0,
        };
        let votes = [
            vote(1, Some(2), "a"),
            vote(2, Some(6), "b"),
            vote(3, Some(8), "c"),
            vote(4, Some(6), RESIGN),
            vote(5, None, RESIGN),
        ];
        assert_eq!(taking_part(&votes, Some(6)), (1, 3), "the first hasn't voted for long");
        assert_eq!(taking_part(&votes, Some(8)), (1, 2));
        assert_eq!(taking_part(&votes, Some(9)), (1, 1), "who was silent last time doesn't count");
        assert_eq!(taking_part(&votes, None), (1, 4), "nothing was counted yet");
    }
}
