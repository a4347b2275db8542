//! Players who have left the room or server of a match: reported by the chats, announced once, and
//! a reason to claim sooner.
use engine::seat::Seat;

use crate::{
    Fault, Power, RequestContext, Service, find::LoadedMatch, lobby::across::room_of_seat,
    time::words, words::about_match,
};
use model::{
    ids::{Chat, MatchId},
    reply::Reply,
    time::{DAY, Owes},
};
use store::{MatchRow, Room, StoreError, Tx};

/// How long an absent player may be silent in their turn before the match can be claimed, in
/// seconds.
const GONE: i64 = 3 * DAY;

impl Service {
    /// Records that a person has left rooms of a chat. Their opponents there are told once.
    ///
    /// # Errors
    /// If the store fails.
    pub fn has_left(
        &mut self,
        chat: Chat,
        handle: &str,
        now: i64,
        fits: impl Fn(&Room) -> bool,
    ) -> Result<(), StoreError> {
        for (of, seat) in self.seats_in(chat, handle, false, fits)? {
            let whence = |tx: &Tx<'_>| match tx.match_row(of)? {
                Some(row) => Ok(Some((tx.room(row.room)?, tx.person(*row.seats.get(seat))?))),
                None => Ok(None),
            };
            self.of_its_own(now, whence, |context| context.tell_of_absence(of, seat));
        }
        Ok(())
    }

    /// Records that a person is in rooms of a chat, perhaps again.
    ///
    /// # Errors
    /// If the store fails.
    pub fn is_there(
        &mut self,
        chat: Chat,
        handle: &str,
        fits: impl Fn(&Room) -> bool,
    ) -> Result<(), StoreError> {
        for (of, seat) in self.seats_in(chat, handle, true, fits)? {
            self.store.transaction(|tx| match tx.match_row(of)? {
                Some(mut row) => {
                    row.nudges.get_mut(seat).set_left(None);
                    tx.update_match(&row)
                }
                None => Ok(()),
            })?;
        }
        Ok(())
    }

    /// Returns the players on the servers of a chat, as pairs of server id and person id.
    ///
    /// # Errors
    /// If the store fails.
    pub fn players_on_servers(&mut self, chat: Chat) -> Result<Vec<(String, String)>, StoreError> {
        self.store.transaction(|tx| {
            let mut players = Vec::new();
            for row in tx.running()? {
                let room = tx.room(row.room)?;
                if room.chat != chat || room.server.is_empty() || room.answers_only {
                    continue;
                }
                for seat in Seat::BOTH {
                    let handle = tx.handle_in(chat, *row.seats.get(seat))?;
                    players.extend(handle.map(|it| (room.server.clone(), it)));
                }
            }
            players.sort();
            players.dedup();
            Ok(players)
        })
    }

    /// Returns a person's running matches in some rooms, with their seats: those they are known to
    /// have left, or the others.
    fn seats_in(
        &mut self,
        chat: Chat,
        handle: &str,
        left: bool,
        fits: impl Fn(&Room) -> bool,
    ) -> Result<Vec<(MatchId, Seat)>, StoreError> {
        self.store.transaction(|tx| {
            let Some(me) = tx.person_by_handle(chat, handle)? else { return Ok(Vec::new()) };
            let mut seats = Vec::new();
            for row in tx.running_of(me.id)? {
                let Some(seat) = row.seats.find(|&it| it == me.id) else { continue };
                let room = tx.room(room_of_seat(tx, &row, seat)?)?;
                let is_left = row.nudges.get(seat).left_since().is_some();
                if room.chat == chat && fits(&room) && is_left == left {
                    seats.push((row.id, seat));
                }
            }
            Ok(seats)
        })
    }
}

impl RequestContext<'_> {
    fn tell_of_absence(&mut self, of: MatchId, seat: Seat) -> Result<(), Fault> {
        let Some(mut row) = self.tx.match_row(of)? else { return Ok(()) };
        row.nudges.get_mut(seat).set_left(Some(self.now));
        self.tx.update_match(&row)?;
        let other = self.tx.person(*row.seats.get(seat.other()))?;
        let text = words::has_left(&self.me, of, &other, GONE);
        let reply = Reply::room(text).about(about_match(of, row.terms.game));
        self.say_in_rooms(&row, None, reply.mention(other.id))
    }

    /// Tells whether a match may be claimed because the other side has left and is silent.
    ///
    /// # Errors
    /// If it could be, but not by the asker or not here: a person who can remove others from a room
    /// can't win by it.
    pub(crate) fn is_left_alone(&self, loaded: &LoadedMatch, late: Seat) -> Result<bool, Fault> {
        let MatchRow { id, timer, nudges, room, .. } = &loaded.row;
        let silent = nudges.get(late).silent_since_left();
        let is_gone = silent.is_some_and(|it| it + GONE <= self.now);
        let owes = timer.owes(late) != Owes::Nothing && timer.paused().is_none();
        if !is_gone || !owes || timer.rests_until(late, self.now).is_some() {
            return Ok(false);
        }
        let other = loaded.names.get(late);
        if *room != self.room.id {
            return Err(words::claim_in_its_room(other, *id).into());
        }
        if self.power() != Power::Nothing {
            return Err(words::moderators_wait(other).into());
        }
        Ok(true)
    }
}
