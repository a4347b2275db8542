//! Rooms that the bot lost: deleted, locked, closed to it, or private ones of people who take no messages. Matches go on in private until
//! the room is back, and a player who can't be reached there loses no time.
use std::collections::BTreeSet;

use engine::seat::Seat;
use model::{
    ids::{Chat, MatchId, RoomId},
    reply::{Audience, Reply},
    text::Text,
};
use store::{MatchRow, PrivatePlace, Room, RoomsAt, StoreError, Tx};

use crate::{
    RequestError, RoomPresence, Service,
    context::{RequestContext, meet::meet_named, request::RoomName},
    play::repost::board_again,
    seats, telling,
    time::words::lost as words,
    timing,
    words::{about_match, nameless_room},
};

/// Why the bot can't write in a room any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomLoss {
    Deleted,
    /// The bot was removed from it.
    Removed,
    /// Its messages aren't let through.
    Forbidden,
    Locked,
}

/// A match that is played in a room, and the sides that play there, with their players' ids in the
/// chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostMatch {
    pub of: MatchId,
    pub sides: Vec<(Seat, String)>,
}

impl Service {
    /// Returns the running matches that are played in some rooms which aren't lost yet, and the match
    /// of a reply that couldn't be delivered there.
    ///
    /// # Errors
    /// If the store fails.
    pub fn played_at(
        &mut self,
        chat: Chat,
        place: &RoomsAt,
        of: Option<MatchId>,
    ) -> Result<Vec<LostMatch>, StoreError> {
        self.store.transaction(|tx| {
            let mut rooms = tx.rooms_at(chat, place)?;
            rooms.retain(|room| room.lost.is_none());
            let mut found = Vec::new();
            for of in matches_at(tx, &rooms)?.into_iter().chain(of).collect::<BTreeSet<_>>() {
                let Some(row) = tx.match_row(of)? else { continue };
                let mut sides = Vec::new();
                for seat in Seat::BOTH {
                    let own = seats::room_of_seat(tx, &row, seat)?;
                    if rooms.iter().any(|room| room.id == own)
                        && let Some(handle) = tx.handle_in(chat, *row.seats.get(seat))?
                    {
                        sides.push((seat, handle));
                    }
                }
                if !sides.is_empty() {
                    found.push(LostMatch { of, sides });
                }
            }
            Ok(found)
        })
    }

    /// Stores the private room of a person, where they can be reached from now on.
    ///
    /// # Errors
    /// If the store fails.
    pub fn meets_in_private(
        &mut self,
        chat: Chat,
        handle: &str,
        place: &str,
    ) -> Result<(), StoreError> {
        self.store.transaction(|tx| {
            if tx.private_place(chat, handle)?.is_none_or(|known| known.place != place) {
                let place = PrivatePlace { place: place.to_owned(), declined_at: None };
                tx.keep_private_place(chat, handle, &place)?;
            }
            if tx.room_by_handle(chat, place)?.is_none() {
                let (handle, name) = (place.to_owned(), nameless_room().to_owned());
                let named = RoomName { handle, name, server: String::new(), answers_only: false };
                meet_named(tx, chat, &named)?;
            }
            Ok(())
        })
    }

    /// Notes that some rooms are lost. Their matches, as [`Service::played_at`] returned them, go on in
    /// private, beginning with the reply that couldn't be delivered, if there is one.
    ///
    /// # Errors
    /// If the store fails.
    pub fn lose_rooms(
        &mut self,
        chat: Chat,
        (place, loss): (&RoomsAt, RoomLoss),
        matches: &[LostMatch],
        reply: Option<&Reply>,
        now: i64,
    ) -> Result<(), StoreError> {
        let is_new = self.store.transaction(|tx| {
            let rooms = tx.rooms_at(chat, place)?;
            let known = rooms.iter().filter(|room| room.lost.is_none());
            let known: Vec<RoomId> = known.map(|room| room.id).collect();
            known.iter().try_for_each(|room| tx.set_lost(*room, Some(now)))?;
            Ok::<_, StoreError>(!known.is_empty())
        })?;
        if !is_new {
            // It was told meanwhile.
            if let (RoomsAt::Room(room), Some(reply)) = (place, reply) {
                self.bring_elsewhere(chat, room, reply, now);
            }
            return Ok(());
        }
        for LostMatch { of, sides } in matches {
            let reply = reply.filter(|reply| reply.board_of() == Some(*of));
            self.of_its_own(now, |tx| whence(tx, *of), |cx| go_on(cx, *of, sides, (loss, reply)));
        }
        Ok(())
    }

    /// Brings a reply about a match, made before its room was lost, to those who play in private now.
    pub fn bring_elsewhere(&mut self, chat: Chat, room: &str, reply: &Reply, now: i64) {
        let Some(of) = reply.board_of() else { return };
        self.of_its_own(
            now,
            |tx| whence(tx, of),
            |cx| {
                let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
                let Some(lost) = cx.tx.room_by_handle(chat, room)? else { return Ok(()) };
                for seat in Seat::BOTH {
                    let there = seats::room_of_seat(cx.tx, &row, seat)?;
                    let is_side = cx.tx.usual_room(of, seat)? == lost.id && there != lost.id;
                    if is_side && cx.tx.person(*row.seats.get(seat))?.is_person() {
                        bring(cx, &row, (seat, there), reply, None)?;
                    }
                }
                Ok(())
            },
        );
    }

    /// Notes that the bot can write in rooms again that it had lost. Returns the running matches that are
    /// played there, with the chat's id of the room; their boards in private have been handed over.
    ///
    /// # Errors
    /// If the store fails.
    pub fn find_rooms(
        &mut self,
        chat: Chat,
        is_found: impl Fn(&Room) -> bool,
        place: &RoomsAt,
        now: i64,
    ) -> Result<Vec<(MatchId, String)>, StoreError> {
        let found = self.store.transaction(|tx| {
            let mut rooms = tx.rooms_at(chat, place)?;
            rooms.retain(|room| room.lost.is_some() && is_found(room));
            let mut found = Vec::new();
            for room in rooms {
                let of = matches_at(tx, std::slice::from_ref(&room))?;
                for &of in &of {
                    for (seat, private) in tx.away_rooms(of)? {
                        if tx.usual_room(of, seat)? == room.id {
                            let private = tx.room(private)?;
                            tx.pass_boards(private.chat, of, &private.handle)?;
                        }
                    }
                }
                tx.set_lost(room.id, None)?;
                found.extend(of.into_iter().map(|of| (of, room.handle.clone())));
            }
            Ok(found)
        })?;
        for (of, _) in &found {
            self.of_its_own(now, |tx| whence(tx, *of), |cx| reach(cx, *of).map(|_| ()));
        }
        Ok(found)
    }

    /// Returns the rooms at a place that were lost, by the chat's ids, and those where matches are
    /// running.
    ///
    /// # Errors
    /// If the store fails.
    pub fn lost_and_used(
        &mut self,
        chat: Chat,
        place: &RoomsAt,
    ) -> Result<(Vec<String>, Vec<String>), StoreError> {
        self.store.transaction(|tx| {
            let (mut lost, mut used) = (Vec::new(), Vec::new());
            for room in tx.rooms_at(chat, place)?.into_iter().filter(|it| !it.answers_only) {
                if room.lost.is_some() {
                    lost.push(room.handle);
                } else if !matches_at(tx, std::slice::from_ref(&room))?.is_empty() {
                    used.push(room.handle);
                }
            }
            Ok((lost, used))
        })
    }
}

/// Lets the time of the asker run again if they write from a private room that was lost.
pub(crate) fn is_here_again(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    if alone && cx.room.lost.take().is_some() {
        for row in cx.tx.running_of(cx.me.id)? {
            reach(cx, row.id)?;
        }
    }
    Ok(())
}

/// Returns the running matches that are played in rooms, also by people who were let in from there,
/// and those of a person whose private room it is.
fn matches_at(tx: &Tx<'_>, rooms: &[Room]) -> Result<Vec<MatchId>, StoreError> {
    let mut all = BTreeSet::new();
    for room in rooms {
        all.extend(tx.running_in(room.id)?.into_iter().map(|row| row.id));
        for of in tx.away_in(room.id)? {
            all.extend(tx.match_row(of)?.filter(|row| row.end.is_none()).map(|row| row.id));
        }
        if room.server.is_empty()
            && let Some(owner) = tx.alone_in(room.chat, &room.handle)?
            && let Some(owner) = tx.person_by_handle(room.chat, &owner)?
        {
            all.extend(tx.running_of(owner.id)?.into_iter().map(|row| row.id));
        }
    }
    Ok(all.into_iter().collect())
}

fn whence(tx: &Tx<'_>, of: MatchId) -> Result<Option<(Room, store::Person)>, StoreError> {
    match tx.match_row(of)? {
        Some(row) => Ok(Some((tx.room(row.room)?, tx.person(row.seats.first)?))),
        None => Ok(None),
    }
}

/// Notes who can't be reached now. Returns the row.
fn reach(cx: &RequestContext<'_>, of: MatchId) -> Result<Option<MatchRow>, RequestError> {
    let Some(mut row) = cx.tx.match_row(of)? else { return Ok(None) };
    if row.end.is_none() {
        timing::note_reach(cx, &mut row)?;
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(Some(row))
}

/// Goes on with a match where its sides can be reached, and says why; who can't be is named to the
/// other.
fn go_on(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    sides: &[(Seat, String)],
    (loss, reply): (RoomLoss, Option<&Reply>),
) -> Result<(), RequestError> {
    let Some(row) = reach(cx, of)? else { return Ok(()) };
    let is_side = |seat: Seat| sides.iter().any(|it| it.0 == seat);
    let out = seats::out_of_reach(cx.tx, &row)?;
    for seat in Seat::BOTH {
        let room = seats::room_of_seat(cx.tx, &row, seat)?;
        let person = cx.tx.person(*row.seats.get(seat))?;
        if cx.tx.room(room)?.lost.is_some() || !person.is_person() {
            continue;
        }
        let other = cx.tx.person_in(cx.tx.room(room)?.chat, *row.seats.get(seat.other()))?;
        let hides = is_side(seat.other()) && *out.get(seat.other());
        let waits = hides.then(|| words::cannot_be_reached(&other.name, row.end.is_none()));
        if is_side(seat) {
            let lost = cx.tx.room(cx.tx.usual_room(of, seat)?)?.name;
            let mut why = words::goes_on_here(of, &lost, loss);
            if let Some(waits) = waits {
                why = format!("{why} {waits}");
            }
            match reply {
                Some(reply) => bring(cx, &row, (seat, room), reply, Some(why))?,
                None => board_again(cx, of, room, &why)?,
            }
        } else if let Some(waits) = waits {
            tell(cx, &row, (seat, room), waits)?;
        } else if is_side(seat.other()) {
            tell(cx, &row, (seat, room), words::other_room_lost(of, &other.name))?;
        }
    }
    Ok(())
}

/// Tells a side what happened to the other one.
fn tell(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    (seat, room): (Seat, RoomId),
    says: String,
) -> Result<(), RequestError> {
    let reply = Reply::room(Text::plain(says)).about(about_match(row.id, row.terms.game));
    Ok(cx.say_in(room, reply.mention(*row.seats.get(seat)))?)
}

/// Brings a side its part of a reply.
fn bring(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    (seat, room): (Seat, RoomId),
    reply: &Reply,
    why: Option<String>,
) -> Result<(), RequestError> {
    let waits = |seat: &Seat| row.end.is_some() || *row.waiting.get(*seat);
    let asked: Vec<Seat> = Seat::BOTH.into_iter().filter(waits).collect();
    let mut own = telling::rooms::part(reply, row, Some(&asked), |it| it == seat);
    if let Some(why) = why {
        own.text = Text::Lines(vec![Text::plain(why), own.text]);
    }
    own.to = Audience::Room;
    Ok(cx.say_in(room, own)?)
}
