//! Players who have left the room or server of a match: reported by the chats, announced once, and
//! a reason to claim sooner.
use engine::seat::Seat;
use model::{
    ids::{Chat, MatchId, PersonId},
    reply::Reply,
};
use store::{StoreError, Tx};

use crate::{
    RequestError, Service, context::RequestContext, seats::room_of_seat, telling, time::words,
    timing::GONE, words::about_match,
};

impl Service {
    /// Records that a person has left a server of a chat, or a room that belongs to none; see [`store::Room::server_key`]. Their opponents there are
    /// told once.
    pub fn has_left(
        &mut self,
        chat: Chat,
        handle: &str,
        now: i64,
        server: &str,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| match tx.person_by_handle(chat, handle)? {
            Some(me) => tx.note_left(chat, server, me.id, now),
            None => Ok(()),
        })?;
        for (of, seat) in self.seats_in(chat, handle, false, server)? {
            let whence = |tx: &Tx<'_>| match tx.match_row(of)? {
                Some(row) => Ok(Some((tx.room(row.room)?, tx.person(*row.seats.get(seat))?))),
                None => Ok(None),
            };
            self.of_its_own(now, whence, |context| tell_of_absence(context, of, seat));
        }
        Ok(())
    }

    /// Records that a person is on a server of a chat, perhaps again.
    pub fn is_there(&mut self, chat: Chat, handle: &str, server: &str) -> Result<(), StoreError> {
        self.store.transaction(|tx| match tx.person_by_handle(chat, handle)? {
            Some(me) => tx.is_back(chat, server, me.id),
            None => Ok(()),
        })?;
        for (of, seat) in self.seats_in(chat, handle, true, server)? {
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
                    players.extend(handle.map(|handle| (room.server.clone(), handle)));
                }
            }
            players.sort();
            players.dedup();
            Ok(players)
        })
    }

    /// Returns some people who are on leaderboards of servers, each as the server's id, the person's id there, and the person: those behind
    /// a server and a person, in order.
    pub fn listed_on_servers(
        &mut self,
        chat: Chat,
        behind: &(String, PersonId),
        most: usize,
    ) -> Result<Vec<(String, String, PersonId)>, StoreError> {
        self.store.transaction(|tx| {
            let mut listed = Vec::new();
            for (server, person) in tx.rated_on_servers(chat, behind, most)? {
                let handle = tx.handle_in(chat, person)?;
                listed.extend(handle.map(|handle| (server, handle, person)));
            }
            Ok(listed)
        })
    }

    /// Returns a person's running matches on a server, with their seats: those they are known to
    /// have left, or the others.
    fn seats_in(
        &mut self,
        chat: Chat,
        handle: &str,
        left: bool,
        server: &str,
    ) -> Result<Vec<(MatchId, Seat)>, StoreError> {
        self.store.transaction(|tx| {
            let Some(me) = tx.person_by_handle(chat, handle)? else { return Ok(Vec::new()) };
            let mut seats = Vec::new();
            for row in tx.running_of(me.id)? {
                let Some(seat) = row.seats.find(|&it| it == me.id) else { continue };
                let room = tx.room(room_of_seat(tx, &row, seat)?)?;
                let is_left = row.nudges.get(seat).left_since().is_some();
                if room.chat == chat && room.server_key() == server && is_left == left {
                    seats.push((row.id, seat));
                }
            }
            Ok(seats)
        })
    }
}

fn tell_of_absence(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    seat: Seat,
) -> Result<(), RequestError> {
    let Some(mut row) = cx.tx.match_row(of)? else { return Ok(()) };
    row.nudges.get_mut(seat).set_left(Some(cx.now));
    cx.tx.update_match(&row)?;
    let other = cx.tx.person(*row.seats.get(seat.other()))?;
    let text = words::has_left(&cx.me, of, &other, GONE);
    let reply = Reply::room(text).about(about_match(of, row.terms.game));
    telling::rooms::say_in_rooms(cx, &row, None, reply.mention(other.id))
}
