//! The votes that wait for a person, for their lists.
use engine::seat::Seat;

use super::words;
use crate::{Fault, RequestContext, terms::terms_in_words};
use model::{ids::MatchId, reply::Choice, text::Text};
use store::{MatchRow, RoomSide};

impl RequestContext<'_> {
    /// Returns the running matches that the asker votes in, with their side: those where they have
    /// voted before, and those that this room plays. Those counted first come first.
    pub(crate) fn votes_of_asker(&self) -> Result<Vec<(MatchRow, RoomSide)>, Fault> {
        let mut rows = self.tx.voted_by(self.me.id)?;
        for row in self.voted_here()? {
            if rows.iter().all(|it| it.id != row.id) {
                rows.push(row);
            }
        }
        let mut votes = Vec::new();
        for row in rows {
            if let Some(side) = self.voting_side(&row)? {
                votes.push((row, side));
            }
        }
        votes.sort_by_key(|(row, side)| (side.ballot.map_or(i64::MAX, |it| it.ends_at), row.id));
        Ok(votes)
    }

    /// Returns the votes under way where the asker hasn't voted yet.
    pub(crate) fn votes_missing(&self) -> Result<Vec<(MatchRow, RoomSide)>, Fault> {
        let mut missing = Vec::new();
        for (row, side) in self.votes_of_asker()? {
            if side.ballot.is_some() && self.vote_now(&side)?.is_none() {
                missing.push((row, side));
            }
        }
        Ok(missing)
    }

    /// Lists the matches that the asker votes in, below a heading; nothing if there are none.
    pub(crate) fn votes_listed(
        &self,
        votes: &[(MatchRow, RoomSide)],
        most: usize,
    ) -> Result<Vec<Text>, Fault> {
        if votes.is_empty() {
            return Ok(Vec::new());
        }
        let listed = votes.iter().take(most);
        let items: Result<Vec<Text>, Fault> =
            listed.map(|(row, side)| self.vote_line(row, side)).collect();
        Ok(vec![words::your_rooms_play(), Text::List(items?)])
    }

    /// Says which vote of `votes` waits for the asker after a match, with a button that shows it.
    pub(crate) fn next_vote(
        &self,
        after: MatchId,
        votes: &[(MatchRow, RoomSide)],
    ) -> Result<Option<(Text, Choice)>, Fault> {
        let at = votes.iter().position(|(row, _)| row.id == after);
        let (before, later) = votes.split_at(at.map_or(0, |it| it + 1));
        let mut others = later.iter().chain(before).filter(|(row, _)| row.id != after);
        let Some((row, side)) = others.next() else { return Ok(None) };
        let room = self.tx.person(*row.seats.get(side.seat))?.name;
        let ends_at = side.ballot.map_or(self.now, |it| it.ends_at);
        let until = (ends_at, ends_at - self.now);
        let line = words::votes_wait(row.id, &room, until, others.count());
        Ok(Some((line, words::vote_button(after, row.id))))
    }

    fn vote_line(&self, row: &MatchRow, side: &RoomSide) -> Result<Text, Fault> {
        let name = |seat: Seat| Ok::<_, Fault>(self.tx.person(*row.seats.get(seat))?.name);
        let names = [name(side.seat)?, name(side.seat.other())?];
        let until = side.ballot.map(|it| (it.ends_at, it.ends_at - self.now));
        let own = self.vote_now(side)?;
        Ok(words::room_plays(row.id, &terms_in_words(&row.terms)?, &names, until, own.as_deref()))
    }

    /// Returns the asker's vote in the vote under way.
    fn vote_now(&self, side: &RoomSide) -> Result<Option<String>, Fault> {
        let vote = self.tx.vote_of(side.of, self.me.id)?;
        let now = vote.filter(|it| it.on.is_some() && it.on == side.ballot.map(|it| it.at));
        Ok(now.map(|it| it.words))
    }
}
