//! Pairs of rooms in different chats, which show each other's open challenges and boards. The
//! moderators of both agree to it: a code from one room is said in the other.
use crate::{
    Fault, RequestContext,
    moderation::words,
    people::codes::{VALID, signs_said},
};
use model::reply::Reply;
use store::Room;

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
        let salts = self.tx.pair_salts(now)?;
        if said.is_empty() {
            let code = self.new_code(salts);
            self.tx.put_pair_code(here, &code.hashed, now + VALID)?;
            let again = Reply::only(self.me.id, words::pair_code_gone());
            let reply = Reply::only(self.me.id, words::pair_code(&code.shown()));
            self.say(Reply { stored_as: Some(Box::new(again)), ..reply });
            return Ok(());
        }
        self.may_try_codes()?;
        let mut other = None;
        for hash in self.hashes_said(&signs_said(said), &salts) {
            other = other.or(self.tx.room_with_code(&hash, now)?);
        }
        let Some(other) = other.filter(|it| *it != here) else {
            return Err(self.wrong_code(words::no_room_with_code()));
        };
        let other = self.tx.room(other)?;
        if other.chat == self.room.chat {
            return Err(words::pair_in_other_chat().into());
        }
        if let Some(third) = self.tx.paired_with(other.id)? {
            return Err(words::is_paired(&self.tx.room(third)?).into());
        }
        self.tx.pair_rooms([here, other.id])?;
        self.tx.drop_pair_code(other.id)?;
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
