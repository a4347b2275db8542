//! The sides that rooms play: who votes for them, and until when.
use engine::{game::Status, seat::Seat};

use super::words;
use crate::{Fault, RequestContext, find::LoadedMatch, timing::PositionOrigin};
use model::{text::Text, time::later_vote};
use store::{Ballot, MatchRow, RoomSide};

impl LoadedMatch {
    /// Tells whether a room plays this seat by vote.
    pub(crate) fn is_voted(&self, seat: Seat) -> bool {
        self.people.get(seat).room.is_some()
    }
}

impl RequestContext<'_> {
    /// Returns the side of a match that the asker votes for: the one they have voted for before,
    /// else the one of this room. None for players, and in matches between people.
    pub(crate) fn voting_side(&self, row: &MatchRow) -> Result<Option<RoomSide>, Fault> {
        let plays = row.seats.find(|&it| it == self.me.id).is_some();
        if row.terms.vote.is_none() || plays || self.asker().is_none() {
            return Ok(None);
        }
        let own = self.tx.vote_of(row.id, self.me.id)?.map(|it| it.seat);
        let is_theirs = |it: &RoomSide| match own {
            Some(seat) => it.seat == seat,
            None => it.room == self.room.id,
        };
        Ok(self.tx.room_sides(row.id)?.into_iter().find(is_theirs))
    }

    /// Returns the seat that the asker votes for.
    ///
    /// # Errors
    /// In the room of the other side, if they have voted for this one before.
    pub(crate) fn voters_seat(&self, row: &MatchRow) -> Result<Option<Seat>, Fault> {
        let Some(side) = self.voting_side(row)? else { return Ok(None) };
        let sides = self.tx.room_sides(row.id)?;
        let of_other = sides.iter().any(|it| it.room == self.room.id && it.seat != side.seat);
        if of_other {
            let own = self.tx.room(side.room)?;
            return Err(words::votes_for_other_room(row.id, &self.called(&own)?).into());
        }
        Ok(Some(side.seat))
    }

    /// Returns the running matches that this room plays and the asker votes in.
    pub(crate) fn voted_here(&self) -> Result<Vec<MatchRow>, Fault> {
        let mut rows = Vec::new();
        for row in self.tx.voted_in(self.room.id)? {
            if self.voting_side(&row)?.is_some_and(|it| it.room == self.room.id) {
                rows.push(row);
            }
        }
        Ok(rows)
    }

    /// Returns the running matches where words of the asker can be a move here: their own, and
    /// those that this room plays.
    pub(crate) fn playable_here(&self) -> Result<Vec<MatchRow>, Fault> {
        let own = self.mine_here()?;
        let voted = self.voted_here()?;
        if voted.is_empty() {
            return Ok(own);
        }
        let mut rows = Vec::new();
        for row in own {
            if self.is_played_here(&row)? {
                rows.push(row);
            }
        }
        rows.extend(voted);
        Ok(rows)
    }

    /// Opens and closes the votes of a match's rooms for a new position.
    pub(crate) fn open_ballots(
        &self,
        loaded: &LoadedMatch,
        status: &Status,
        came: &PositionOrigin,
    ) -> Result<(), Fault> {
        let Some(time) = loaded.row.terms.vote else { return Ok(()) };
        let at = loaded.ply();
        let voted = self.tx.is_tallied(loaded.row.id, at)?;
        for side in self.tx.room_sides(loaded.row.id)? {
            let stepped = matches!(came, PositionOrigin::Stepped(by) if *by == side.seat);
            let goes_on = stepped && !loaded.step.ended_turn;
            let ends_at = match side.ballot {
                _ if goes_on && voted => self.now + later_vote(time),
                // A step without a choice takes none of the time.
                Some(before) if goes_on => before.ends_at,
                Some(_) | None => self.now + time,
            };
            let asked = status.waits_for(side.seat);
            let ballot = asked.then_some(Ballot { at, ends_at });
            // The first vote is shown at once.
            let (silent, show_at, shown_at) = (0, None, 0);
            self.tx.put_room_side(&RoomSide { ballot, silent, show_at, shown_at, ..side })?;
        }
        Ok(())
    }

    /// Returns when something is due for the votes of a match.
    pub(crate) fn ballots_due(&self, row: &MatchRow) -> Result<Vec<i64>, Fault> {
        if row.terms.vote.is_none() {
            return Ok(Vec::new());
        }
        let sides = self.tx.room_sides(row.id)?.into_iter();
        let due = sides.flat_map(|it| {
            let show_at = it.show_at.filter(|_| it.ballot.is_some());
            [it.ballot.map(|it| it.ends_at), show_at, it.resign_at]
        });
        Ok(due.flatten().collect())
    }

    /// Says in a board that a room is asked, how many have voted, and until when they can.
    pub(crate) fn room_is_asked(
        &self,
        loaded: &LoadedMatch,
        seat: Seat,
        asks: &str,
    ) -> Result<Text, Fault> {
        let sides = self.tx.room_sides(loaded.row.id)?;
        let side = sides.iter().find(|it| it.seat == seat);
        let ballot = side.and_then(|it| it.ballot);
        let role = loaded.game().sides()[seat.index()];
        let voted = self.votes_for_moves(loaded, seat)?.len();
        let left = |at: i64| (at, at - self.now);
        let until = ballot.map(|it| left(it.ends_at));
        let resign = side.and_then(|it| it.resign_at).map(left);
        Ok(words::room_is_asked(loaded.names.get(seat), role, asks, voted, until, resign))
    }
}
