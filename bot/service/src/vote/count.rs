//! Counts votes when their time is over, and plays the most wanted move.
use engine::{chance::Throw, seat::Seat};

use super::words;
use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    play::step::{UntypedChoice, lot, next_dice},
    tally::{LOT, most_wanted, tally},
};
use model::ids::MatchId;
use store::{Ballot, MatchRow, RoomSide, Vote};

/// How often nobody may vote for a position before the match is called off.
const MOST_SILENT: u32 = 3;

impl RequestContext<'_> {
    /// Counts the votes of a match whose time is over. Tells whether there were any to count.
    pub(crate) fn attend_votes(&mut self, row: &MatchRow) -> Result<bool, Fault> {
        if row.terms.vote.is_none() {
            return Ok(false);
        }
        for side in self.tx.room_sides(row.id)? {
            if side.resign_at.is_some_and(|it| it <= self.now) {
                let loaded = self.sit_down(row.clone())?;
                self.count_resigning(loaded, side)?;
                return Ok(true);
            }
            if side.ballot.is_some_and(|it| it.ends_at <= self.now) {
                let loaded = self.sit_down(row.clone())?;
                self.count_votes(loaded, side)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Shows on the boards how many have voted, where that has changed a while ago.
    pub(crate) fn show_due_votes(&mut self, of: MatchId) -> Result<bool, Fault> {
        let row = self.tx.match_row(of)?.filter(|it| it.terms.vote.is_some() && it.end.is_none());
        let Some(row) = row else { return Ok(false) };
        for side in self.tx.room_sides(of)? {
            let counted = side.ballot.is_none_or(|it| it.ends_at <= self.now);
            if !counted && side.show_at.is_some_and(|it| it <= self.now) {
                let loaded = self.sit_down(row)?;
                self.put_shown(loaded.row.clone(), side)?;
                self.show_votes(&loaded, Vec::new())?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts the votes of a side and plays the most wanted move.
    pub(crate) fn count_votes(&mut self, loaded: LoadedMatch, side: RoomSide) -> Result<(), Fault> {
        let (of, seat) = (loaded.row.id, side.seat);
        let votes = self.votes_for_moves(&loaded, seat)?;
        let votes = self.that_count(&loaded, &side, votes)?;
        if votes.is_empty() {
            return self.nobody_voted(loaded, side);
        }
        let counts = tally(&votes);
        let total = u32::try_from(votes.len()).unwrap_or(u32::MAX);
        let most = counts.first().map_or(0, |it| it.1);
        let best = most_wanted(&counts);
        let (chosen, thrown) = drawn(&loaded, &best)?;
        let says = match thrown {
            None => words::vote_won(&chosen, most, total),
            Some(_) => words::vote_drawn(&chosen, best.len(), most),
        };
        self.tx.add_tally(of, next_dice(&loaded).0, &counts)?;
        self.step(loaded, seat, &chosen, Some(UntypedChoice { says, lot: thrown, by: Some(seat) }))
    }

    /// Starts the time again, or calls the match off. While resigning is proposed, it waits for that.
    fn nobody_voted(&mut self, mut loaded: LoadedMatch, mut side: RoomSide) -> Result<(), Fault> {
        if let Some(ends_at) = side.resign_at {
            side.ballot = side.ballot.map(|it| Ballot { ends_at, ..it });
            self.put_shown(loaded.row.clone(), side)?;
            return self.show_votes(&loaded, Vec::new());
        }
        side.silent += 1;
        if MOST_SILENT <= side.silent {
            loaded.row.house.unvoted()?;
            return self.end_by_house(loaded);
        }
        let time = loaded.row.terms.vote.unwrap_or(0);
        side.ballot = side.ballot.map(|it| Ballot { ends_at: self.now + time, ..it });
        let room = loaded.names.get(side.seat);
        let lead = words::time_starts_again(room, side.silent, MOST_SILENT);
        self.put_shown(loaded.row.clone(), side)?;
        self.show_votes(&loaded, vec![lead])
    }

    /// Records that the boards show the vote as it is.
    pub(super) fn put_shown(&mut self, mut row: MatchRow, side: RoomSide) -> Result<(), Fault> {
        let shown_at = self.now;
        self.tx.put_room_side(&RoomSide { show_at: None, shown_at, ..side })?;
        self.schedule(&mut row)?;
        Ok(self.tx.update_match(&row)?)
    }

    /// Returns the votes of a seat for moves in this position, oldest first.
    pub(super) fn votes_for_moves(
        &self,
        loaded: &LoadedMatch,
        seat: Seat,
    ) -> Result<Vec<Vote>, Fault> {
        let mut votes = self.tx.votes_on(loaded.row.id, seat, loaded.ply())?;
        votes.retain(|it| !it.resigns());
        Ok(votes)
    }

    /// Returns the votes without those of people who were banned since, or are gone.
    pub(super) fn that_count(
        &self,
        loaded: &LoadedMatch,
        side: &RoomSide,
        mut votes: Vec<Vote>,
    ) -> Result<Vec<Vote>, Fault> {
        let rooms = [self.tx.room(side.room)?, self.tx.room(loaded.row.room)?];
        let mut gone = Vec::new();
        for vote in &votes {
            let person = self.tx.person(vote.person)?;
            let mut counts = !person.gone;
            for room in &rooms {
                counts &= !self.is_banned(&person, room)?;
            }
            gone.extend((!counts).then_some(vote.person));
        }
        votes.retain(|it| !gone.contains(&it.person));
        Ok(votes)
    }
}

/// Draws one of the most wanted actions by the match's own dice. Without a tie there is no draw.
fn drawn(loaded: &LoadedMatch, best: &[String]) -> Result<(String, Option<Vec<Throw>>), Fault> {
    let nothing = || Fault::Broken(format!("match {} has votes for nothing", loaded.row.id));
    match best {
        [] => Err(nothing()),
        [one] => Ok((one.clone(), None)),
        several => {
            let mut dice = lot(loaded);
            let sides = u32::try_from(several.len()).unwrap_or(u32::MAX);
            let fell = dice.below(LOT, sides)?;
            let chosen = several.get(fell as usize).cloned().ok_or_else(nothing)?;
            Ok((chosen, Some(dice.thrown().to_vec())))
        }
    }
}
