//! Voting: for a move, for resigning, and how the vote stands.
use engine::seat::Seat;

use super::words;
use crate::{
    Fault, RequestContext,
    authority::{Deed, Touched},
    find::LoadedMatch,
    play::step::next_dice,
    tally::tally,
};
use command::verbs;
use model::{
    ids::{Chat, MatchId},
    text::Text,
};
use store::{RESIGN, Room, RoomSide, Vote};

/// How many seconds pass at least before a board shows again how many have voted.
const SHOWN_EVERY: i64 = 30;

impl RequestContext<'_> {
    pub(crate) fn vote(&mut self, said: &verbs::Vote) -> Result<(), Fault> {
        let (of, words) = match said.of {
            Some(of) => (Some(of), said.words.clone()),
            None => self.split_number(&said.words)?,
        };
        let loaded = self.voted_match(of)?;
        let id = loaded.row.id;
        if loaded.seat_of(self.me.id).is_some() {
            return Err(words::you_play_yourself(id).into());
        }
        match words.trim().to_lowercase().as_str() {
            "" => self.show_vote(&loaded),
            "now" => self.count_now(loaded),
            "off" => self.withdraw_vote(&loaded),
            RESIGN => self.vote_to_resign(&loaded),
            _ => self.play_words(Some(id), &words),
        }
    }

    /// Takes a move that the asker wants their room to play.
    pub(crate) fn cast(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        words: &str,
    ) -> Result<(), Fault> {
        let mut table = loaded.again()?;
        let (_, mut dice) = next_dice(loaded);
        let played = table.play(seat, words, &mut dice)?;
        self.note_vote(loaded, played.written)
    }

    /// Refuses several actions in one line where a room votes.
    pub(crate) fn check_one_vote(&self, loaded: &LoadedMatch, seat: Seat) -> Result<(), Fault> {
        match loaded.is_voted(seat) {
            true => Err(words::one_choice_at_a_time().into()),
            false => Ok(()),
        }
    }

    /// Refuses to claim a match from a room, whose time is that of its vote.
    pub(crate) fn check_not_voted(&self, loaded: &LoadedMatch, late: Seat) -> Result<(), Fault> {
        match loaded.is_voted(late) {
            true => Err(words::room_is_never_late(loaded.row.id).into()),
            false => Ok(()),
        }
    }

    /// Refuses what would need the consent of a room.
    pub(crate) fn check_no_room_plays(&self, loaded: &LoadedMatch) -> Result<(), Fault> {
        match loaded.row.terms.vote {
            Some(_) => Err(words::not_by_vote(loaded.row.id).into()),
            None => Ok(()),
        }
    }

    /// Names a room as a player.
    pub(crate) fn called(&self, room: &Room) -> Result<String, Fault> {
        Ok(self.tx.room_person(room)?.name)
    }

    /// Finds the running match with a number, or the one that this room plays.
    fn voted_match(&self, of: Option<MatchId>) -> Result<LoadedMatch, Fault> {
        if of.is_some() {
            return self.my_match(of, |_, _| false);
        }
        let mut rows = self.voted_here()?;
        match rows.len() {
            0 => Err(words::no_vote_here().into()),
            1 => self.sit_down_to(rows.remove(0)),
            _ => Err(self.which(&rows)?.into()),
        }
    }

    /// Returns the asker's side, whose vote is under way.
    pub(super) fn side_asked(&self, loaded: &LoadedMatch) -> Result<RoomSide, Fault> {
        let id = loaded.row.id;
        let side = self.voting_side(&loaded.row)?.ok_or_else(|| words::you_play_yourself(id))?;
        match side.ballot {
            Some(_) => Ok(side),
            None => Err(words::other_side_decides(id).into()),
        }
    }

    fn note_vote(&mut self, loaded: &LoadedMatch, words: String) -> Result<(), Fault> {
        let (of, on) = (loaded.row.id, loaded.ply());
        let side = self.side_asked(loaded)?;
        let before = self.tx.vote_of(of, self.me.id)?.filter(|it| it.on == Some(on));
        if before.is_some_and(|it| it.words == words) {
            return Err(words::same_vote(of, &words).into());
        }
        let (person, seat, at) = (self.me.id, side.seat, self.now);
        self.tx.put_vote(&Vote { of, person, seat, on: Some(on), words: words.clone(), at })?;
        let (voted, ends_at) = self.show_later(loaded, side)?;
        // On Matrix everybody sees the reaction, and the board counts it.
        let pressed = self.request().is_some_and(|it| it.pressed.is_some());
        if !(pressed && self.room.chat == Chat::Matrix) {
            let until = (ends_at, ends_at - self.now);
            self.say(self.answer(words::voted(of, &words, voted, until)));
        }
        Ok(())
    }

    fn withdraw_vote(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        let of = loaded.row.id;
        let side = self.side_asked(loaded)?;
        let stands = |it: Vote| it.on == Some(loaded.ply()) || it.resigns();
        if !self.tx.vote_of(of, self.me.id)?.is_some_and(stands) {
            return Err(words::nothing_to_withdraw(of).into());
        }
        // They stay a voter of their side, without a vote on this position.
        self.tx.take_back_vote(of, self.me.id)?;
        self.show_later(loaded, side)?;
        self.say(self.answer(words::vote_withdrawn(of)));
        Ok(())
    }

    /// Has the board show soon how many have voted. Returns that number, and when they are counted.
    pub(super) fn show_later(
        &mut self,
        loaded: &LoadedMatch,
        mut side: RoomSide,
    ) -> Result<(usize, i64), Fault> {
        let soon = self.now.max(side.shown_at + SHOWN_EVERY);
        side.show_at = side.show_at.or(Some(soon));
        self.tx.put_room_side(&side)?;
        let mut row = loaded.row.clone();
        self.schedule(&mut row)?;
        self.tx.update_match(&row)?;
        let voted = self.votes_for_moves(loaded, side.seat)?.len();
        Ok((voted, side.ballot.map_or(self.now, |it| it.ends_at)))
    }

    /// Says how many votes each move has.
    fn show_vote(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        let of = loaded.row.id;
        let side = self.side_asked(loaded)?;
        let votes = self.votes_for_moves(loaded, side.seat)?;
        let own = self.tx.vote_of(of, self.me.id)?;
        let own = own.filter(|it| it.on == Some(loaded.ply()) || it.resigns()).map(|it| it.words);
        let ends_at = side.ballot.map_or(self.now, |it| it.ends_at);
        let room = loaded.names.get(side.seat);
        let until = (ends_at, ends_at - self.now);
        let mut lines = vec![words::stands(of, room, &tally(&votes), own.as_deref(), until)];
        let resign = self.tx.votes_of_side(of, side.seat)?;
        let resign = resign.iter().filter(|it| it.resigns()).count();
        let resign_at = side.resign_at.map(|it| (it, it - self.now));
        lines.extend(resign_at.map(|until| words::resigning_stands(resign, until)));
        self.say(self.answer(Text::Lines(lines)));
        Ok(())
    }

    /// Counts the votes before the time is over.
    fn count_now(&mut self, loaded: LoadedMatch) -> Result<(), Fault> {
        self.clear(Deed::CountVotes, Touched::Match(&loaded.row))?;
        let of = loaded.row.id;
        let side = self.side_asked(&loaded)?;
        if self.votes_for_moves(&loaded, side.seat)?.is_empty() {
            return Err(words::nothing_to_count(of).into());
        }
        self.count_votes(loaded, side)
    }

    /// Edits the boards of a match to show how many have voted, below further lines.
    pub(super) fn show_votes(
        &mut self,
        loaded: &LoadedMatch,
        lead: Vec<Text>,
    ) -> Result<(), Fault> {
        let mut lines = self.last_turn(loaded)?;
        lines.extend(lead);
        self.refresh(loaded, lines)
    }
}
