//! Pairs of rooms in different chats, which show each other's open challenges and boards. The
//! moderators of both agree to it: a code from one room is said in the other.
use crate::service::{
    Fault, RequestContext, lobby::across::new_code, moderation::words, people::codes::VALID,
};
use crate::{
    command::code_said,
    reply::Reply,
    store::{Room, RoomId},
};

/// The code that a room shows.
pub(in crate::service) struct PairCode {
    room: RoomId,
    code: String,
    until: i64,
}

impl RequestContext<'_> {
    /// Shows a code for this room, or pairs it with the room of a code.
    pub(super) fn pair(&mut self, said: &str) -> Result<(), Fault> {
        if self.room.answers_only {
            return Err(words::cannot_pair_here().into());
        }
        if let Some(other) = self.tx.paired_with(self.room.id)? {
            return Err(words::is_paired(&self.tx.room(other)?).into());
        }
        let (now, here) = (self.now, self.room.id);
        self.memory.pair_codes.retain(|it| now < it.until && (it.room != here || !said.is_empty()));
        if said.is_empty() {
            let code = new_code();
            let text = words::pair_code(&code);
            self.memory.pair_codes.push(PairCode { room: here, code, until: now + VALID });
            self.say(Reply::only(self.me.id, text));
            return Ok(());
        }
        self.memory.codes.may_try(self.me.id, now)?;
        let code = code_said(said);
        let fits = |it: &&PairCode| Some(&it.code) == code.as_ref() && it.room != here;
        let Some(other) = self.memory.pair_codes.iter().find(fits).map(|it| it.room) else {
            self.memory.codes.failed(self.me.id, now);
            return Err(words::no_room_with_code().into());
        };
        let other = self.tx.room(other)?;
        if other.chat == self.room.chat {
            return Err(words::pair_in_other_chat().into());
        }
        if let Some(third) = self.tx.paired_with(other.id)? {
            return Err(words::is_paired(&self.tx.room(third)?).into());
        }
        self.tx.pair_rooms([here, other.id])?;
        self.memory.pair_codes.retain(|it| it.room != other.id);
        self.tell_pair(&other, words::now_paired)
    }

    /// Ends the pair of this room.
    pub(super) fn unpair(&mut self) -> Result<(), Fault> {
        let Some(other) = self.tx.paired_with(self.room.id)? else {
            return Err(words::is_not_paired().into());
        };
        self.tx.unpair_room(self.room.id)?;
        let other = self.tx.room(other)?;
        self.tell_pair(&other, words::now_unpaired)
    }

    /// Tells two rooms about each other.
    fn tell_pair(&mut self, other: &Room, says: fn(&Room) -> String) -> Result<(), Fault> {
        let here = says(&self.room);
        self.say(Reply::room(says(other)));
        Ok(self.say_in(other.id, Reply::room(here))?)
    }
}
