//! Playing across rooms and chats: an open challenge has a code, which can be said in any room. The
//! person who says it plays from that room.
use engine::seat::{BySeat, Seat};
use rand::RngExt as _;

use crate::{
    Company, Fault, RequestContext, Service,
    authority::{Deed, Touched},
    lobby::words,
    words::about_match,
};
use command::{LETTERS, SIGNS, Verb};
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId, RoomId},
    reply::{Audience, Privacy, Reply, StandingCard},
};
use store::{Challenge, ChallengeState, MatchRow, Room, Tx};

impl RequestContext<'_> {
    /// Gives a challenge that anyone may accept a code, where there are other chats than this one.
    pub(crate) fn give_code(&mut self, challenge: &Challenge) -> Result<(), Fault> {
        if challenge.whom.is_some() || self.chat_in(challenge.room)? == Chat::Console {
            return Ok(());
        }
        while !self.tx.set_code(challenge.id, &new_code())? {}
        Ok(())
    }

    /// Accepts the open challenge with a code, to be played from this room.
    pub(crate) fn accept_by_code(&mut self, code: &str, by_vote: bool) -> Result<(), Fault> {
        self.may_try_codes()?;
        let found = self.tx.challenge_with_code(code)?;
        let challenge = found.map(|it| self.still_open(it)).transpose()?.flatten();
        let Some(challenge) = challenge else {
            return Err(self.wrong_code(words::no_challenge_with_code(code)));
        };
        self.clear_verb(Touched::Challenge(&challenge))?;
        // Games may belong in other rooms of this server, too.
        self.clear(Deed::Say(Verb::Challenge), Touched::Room(&self.room))?;
        if challenge.taken.contains(&self.me.id) {
            return Err(words::already_accepted(challenge.id).into());
        }
        self.check_seats(&self.room, &[&self.me])?;
        self.begin(challenge, String::new(), by_vote)
    }

    /// Shows the card of a challenge in the other room that may accept it: the one it is for, or, if
    /// anyone may accept it, the one paired with its own.
    pub(crate) fn show_in_pair(
        &mut self,
        challenge: &Challenge,
        card: &Reply,
    ) -> Result<(), Fault> {
        let copy = Reply { mentions: Vec::new(), ..card.clone() };
        if let Some(other) = self.room_challenged(challenge)? {
            let pressed = self.request().is_some_and(|it| it.pressed.is_some());
            match card.card {
                Some(it) if !it.changed => self.say_in(other, Reply { card: None, ..copy })?,
                // Which message it is there isn't stored, but the press knows.
                Some(it) if other == self.room.id && pressed => {
                    let card = Some(StandingCard { copy: true, ..it });
                    self.say_in(other, Reply { card, ..copy })?;
                }
                Some(_) | None => {}
            }
        } else if challenge.whom.is_none()
            && !challenge.terms.private
            && let Some(other) = self.tx.paired_with(challenge.room)?
        {
            self.say_in(other, copy)?;
        }
        Ok(())
    }

    /// Returns the open challenges of the room paired with this one, for anyone.
    pub(crate) fn open_in_pair(&self) -> Result<Vec<Challenge>, Fault> {
        let Some(other) = self.tx.paired_with(self.room.id)? else { return Ok(Vec::new()) };
        let mut open = self.open_challenges(other)?;
        open.retain(|it| it.whom.is_none() && !it.terms.private);
        Ok(open)
    }

    fn still_open(&self, id: ChallengeId) -> Result<Option<Challenge>, Fault> {
        let found = self.tx.challenge(id)?;
        Ok(found.filter(|it| it.state == ChallengeState::Open && self.now < it.lapses_at))
    }

    /// Stores from which rooms the players of a new match take part: where they accepted it, or
    /// where they last spoke if they can't be in its room.
    pub(crate) fn seat_away(
        &mut self,
        of: MatchId,
        challenge: &Challenge,
        seats: &BySeat<PersonId>,
    ) -> Result<(), Fault> {
        let home = challenge.room;
        let chat = self.chat_in(home)?;
        // Elsewhere, what anyone may accept is only accepted by its code.
        let by_code = challenge.whom.is_none() && self.room.id != home;
        for seat in Seat::BOTH {
            let person = self.tx.person(*seats.get(seat))?;
            if !person.is_person() || person.gone {
                continue;
            }
            let accepts = self.verb == Verb::Accept && self.asker() == Some(person.id);
            let away = match self.tx.handle_in(chat, person.id)? {
                _ if accepts && by_code => Some(self.room.id),
                None if accepts => Some(self.room.id),
                None => self.tx.last_rooms(person.id)?.first().map(|it| it.id),
                Some(handle) => self.shut_out_of(home, &handle)?,
            };
            if let Some(away) = away.filter(|it| *it != home) {
                self.tx.add_away_room(of, seat, away)?;
            }
        }
        Ok(())
    }

    /// Returns where a person plays a match of somebody else's private room: in their own, or where
    /// they said so; nothing if they can be in that room.
    fn shut_out_of(&self, home: RoomId, handle: &str) -> Result<Option<RoomId>, Fault> {
        let room = self.tx.room(home)?;
        if self.tx.alone_in(room.chat, &room.handle)?.is_none_or(|owner| owner == handle) {
            return Ok(None);
        }
        if self.request().is_some_and(|it| it.from.handle == handle && it.company == Company::Alone)
        {
            return Ok(Some(self.room.id));
        }
        let own = self.tx.private_place(room.chat, handle)?;
        let own = own.map(|it| self.tx.room_by_handle(room.chat, &it.place)).transpose()?.flatten();
        Ok(own.map(|it| it.id))
    }

    /// Lets a player who acts from a private room of their own take part from there, if the match is
    /// played in somebody else's.
    pub(crate) fn play_from_here(&self, row: &MatchRow) -> Result<(), Fault> {
        let alone = self.request().filter(|it| it.company == Company::Alone);
        let seat = row.seats.find(|&it| it == self.me.id);
        let (Some(request), Some(seat), false) = (alone, seat, self.is_played_here(row)?) else {
            return Ok(());
        };
        let away = self.tx.away_rooms(row.id)?.into_iter().any(|it| it.0 == seat);
        if !away && self.shut_out_of(row.room, &request.from.handle)?.is_some() {
            self.tx.add_away_room(row.id, seat, self.room.id)?;
        }
        Ok(())
    }

    /// Tells the rooms of a match: its own, and those from which its players take part.
    pub(crate) fn say_in_rooms(
        &mut self,
        row: &MatchRow,
        asked: Option<&[Seat]>,
        reply: Reply,
    ) -> Result<(), Fault> {
        for (room, own) in self.parts(row, asked, &reply)? {
            self.say_in(room, own)?;
        }
        Ok(())
    }

    /// Returns what each room of a match is told: with the pings for its own players, and the
    /// controls if one of them is asked.
    pub(crate) fn parts(
        &self,
        row: &MatchRow,
        asked: Option<&[Seat]>,
        reply: &Reply,
    ) -> Result<Vec<(RoomId, Reply)>, Fault> {
        let away = self.tx.away_rooms(row.id)?;
        let mut parts: Vec<(RoomId, Reply)> = Vec::new();
        for (_, room) in &away {
            if parts.iter().all(|it| it.0 != *room) {
                let own = part(reply, row, asked, |seat| away.contains(&(seat, *room)));
                parts.push((*room, own));
            }
        }
        parts.push((
            row.room,
            match &away[..] {
                [] => reply.clone(),
                away => part(reply, row, asked, |seat| away.iter().all(|it| it.0 != seat)),
            },
        ));
        if away.is_empty() {
            return Ok(parts);
        }
        // What was typed is answered by a board below it.
        let typed = self.request().is_some_and(|it| it.pressed.is_none());
        for (room, own) in &mut parts {
            let is_board = own.turn_of.is_some() && own.mentions.is_empty();
            own.in_place |= is_board && !(typed && *room == self.room.id);
        }
        Ok(parts)
    }

    /// Returns the room where a player of a match is told what only they may know.
    pub(crate) fn room_of_player(&self, row: &MatchRow, player: PersonId) -> Result<RoomId, Fault> {
        let seat = row.seats.find(|&it| it == player);
        Ok(seat.map_or(Ok(row.room), |seat| room_of_seat(self.tx, row, seat))?)
    }

    /// Tells whether a match is played here: in this room, or from it.
    pub(crate) fn is_played_here(&self, row: &MatchRow) -> Result<bool, Fault> {
        let here = self.room.id;
        Ok(row.room == here || self.tx.is_away_room(row.id, here)?)
    }
}

impl Service {
    /// Tells a challenger that the person they challenged couldn't be told, with a code by which
    /// that person can accept.
    pub fn tell_of_untold(&mut self, chat: Chat, of: ChallengeId, whom: &str, now: i64) {
        let whence = |tx: &Tx<'_>| match tx.challenge(of)? {
            Some(it) if it.state == ChallengeState::Open => {
                Ok(Some((tx.room(it.room)?, tx.person(it.by)?)))
            }
            Some(_) | None => Ok(None),
        };
        self.of_its_own(now, whence, |context| context.tell_of_untold(chat, of, whom));
    }

    /// Tells the other rooms of a match that one of its rooms is lost.
    pub fn tell_other_rooms(
        &mut self,
        chat: Chat,
        of: MatchId,
        now: i64,
        is_lost: impl Fn(&Room) -> bool,
    ) {
        let whence = |tx: &Tx<'_>| match tx.match_row(of)? {
            Some(row) => Ok(Some((tx.room(row.room)?, tx.person(row.seats.first)?))),
            None => Ok(None),
        };
        self.of_its_own(now, whence, |context| {
            context.tell_other_rooms(of, |it| it.chat == chat && is_lost(it))
        });
    }
}

impl RequestContext<'_> {
    fn tell_of_untold(&mut self, chat: Chat, of: ChallengeId, handle: &str) -> Result<(), Fault> {
        let whom = self.tx.person_by_handle(chat, handle)?;
        let challenge = self.tx.challenge(of)?;
        let Some((challenge, whom)) = challenge.zip(whom) else { return Ok(()) };
        if challenge.whom != Some(whom.id) {
            return Ok(());
        }
        let code = loop {
            match self.tx.code_of(of)? {
                Some(code) => break code,
                None => drop(self.tx.set_code(of, &new_code())?),
            }
        };
        let whom = self.tx.person_in(chat, whom.id)?;
        let text = words::opponent_not_told(of, &whom, &code);
        self.say(Reply::only(challenge.by, text).private(Privacy::Personal));
        Ok(())
    }

    fn tell_other_rooms(
        &mut self,
        of: MatchId,
        is_lost: impl Fn(&Room) -> bool,
    ) -> Result<(), Fault> {
        let Some(row) = self.tx.match_row(of)? else { return Ok(()) };
        for seat in Seat::BOTH {
            let room = self.tx.room(room_of_seat(self.tx, &row, seat)?)?;
            let theirs = self.tx.room(room_of_seat(self.tx, &row, seat.other())?)?;
            if is_lost(&theirs) && !is_lost(&room) {
                let other = self.tx.person_in(room.chat, *row.seats.get(seat.other()))?;
                let reply = Reply::room(words::other_room_lost(of, &other));
                let reply = reply.about(about_match(of, row.terms.game));
                self.say_in(room.id, reply.mention(*row.seats.get(seat)))?;
            }
        }
        Ok(())
    }
}

/// Returns the room from which a seat of a match is played.
///
/// # Errors
/// If the store fails.
pub(crate) fn room_of_seat(
    tx: &Tx<'_>,
    row: &MatchRow,
    seat: Seat,
) -> Result<RoomId, store::StoreError> {
    let away = tx.away_rooms(row.id)?.into_iter().find(|it| it.0 == seat);
    Ok(away.map_or(row.room, |it| it.1))
}

/// Returns what one of the rooms of a match is told, with the seats that are played from there.
fn part(
    reply: &Reply,
    row: &MatchRow,
    asked: Option<&[Seat]>,
    own: impl Fn(Seat) -> bool,
) -> Reply {
    let mut part = reply.clone();
    if part.to != Audience::Room {
        return part;
    }
    part.mentions.retain(|who| row.seats.find(|it| it == who).is_none_or(&own));
    let is_asked = match asked {
        Some(asked) => asked.iter().any(|it| own(*it)),
        None => reply.mentions.is_empty() || !part.mentions.is_empty(),
    };
    if !is_asked {
        part.menu = None;
        part.unasked = true;
    }
    part
}

/// Makes a code that is easy to tell from a word.
pub(crate) fn new_code() -> String {
    let mut rng = rand::rng();
    let ranges = [LETTERS..SIGNS.len(), 0..LETTERS, 0..SIGNS.len(), 0..SIGNS.len()];
    ranges.map(|it| char::from(SIGNS[rng.random_range(it)])).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use command::code_said;

    #[test]
    fn every_code_is_read_as_one() {
        for _ in 0..100 {
            let code = new_code();
            assert_eq!(code_said(&code.to_lowercase()), Some(code));
        }
    }
}
