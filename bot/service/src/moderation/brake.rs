//! Limits how often a person may ping another person or a whole room, not counting turns.
use crate::{Fault, RequestContext, Service, moderation::words};
use command::Verb;
use model::{
    ids::{PersonId, RoomId},
    reply::{Audience, Privacy, Reply},
    time::{DAY, HOUR, MINUTE},
};
use store::{Person, Room};

/// The most pings from one person to another within an hour, not counting turns, unless the host
/// sets another limit.
pub const PINGS: usize = 10;

/// How many declined challenges within a day make the next one wait.
pub const DECLINED: usize = 5;

/// How many announcements of one person a room gets within [`ANNOUNCED_IN`] seconds; others are told to
/// that person alone.
const ANNOUNCED: usize = 2;
const ANNOUNCED_IN: i64 = 10 * MINUTE;

/// How often a person's accounts may be linked or unlinked within an hour.
const IDENTITY_CHANGES: usize = 4;

impl Service {
    /// Sets how many times an hour one person may ping another.
    #[must_use]
    pub fn with_pings(mut self, most: usize) -> Service {
        self.memory.pings = most;
        self
    }
}

impl RequestContext<'_> {
    /// Refuses to ask a person again who was asked too often within the hour.
    pub(crate) fn check_pings(&self, whom: &Person) -> Result<(), Fault> {
        let most = self.memory.pings;
        let given = self.tx.pings_of(self.me.id, whom.id, self.now - HOUR)?;
        let (Some(first), true) = (given.first(), most <= given.len()) else { return Ok(()) };
        Err(words::too_many_pings(whom, most, first + HOUR - self.now).into())
    }

    /// Counts a ping by a step that the asker now takes back. Refuses after too many within the
    /// hour, because otherwise someone could be asked for a choice over and over.
    pub(crate) fn take_back_ping(&mut self, whom: &Person) -> Result<(), Fault> {
        self.check_pings(whom)?;
        Ok(self.tx.add_ping(self.me.id, whom.id, self.now)?)
    }

    /// Counts an open challenge in a room, and refuses it after too many within the hour.
    pub(crate) fn call_room(&mut self, room: &Room) -> Result<(), Fault> {
        let most = self.memory.pings;
        let given = self.tx.calls_of(self.me.id, room.id, self.now - HOUR)?;
        if let (Some(first), true) = (given.first(), most <= given.len()) {
            return Err(words::too_many_open_challenges(most, first + HOUR - self.now).into());
        }
        Ok(self.tx.add_call(self.me.id, room.id, self.now)?)
    }

    /// Announces in a room what the asker did and can repeat. After some announcements only they are
    /// told, where they asked.
    pub(crate) fn make_known(&mut self, room: RoomId, reply: Reply) -> Result<(), Fault> {
        let given = self.tx.calls_of(self.me.id, room, self.now - ANNOUNCED_IN)?;
        if given.len() < ANNOUNCED {
            self.tx.add_call(self.me.id, room, self.now)?;
            return Ok(self.say_in(room, reply)?);
        }
        if room == self.room.id {
            let (to, privacy) = (Audience::Only(self.me.id), Privacy::Open);
            self.say(Reply { to, privacy, mentions: Vec::new(), ..reply });
        }
        Ok(())
    }

    /// Counts linking or unlinking, and refuses it after too many within the hour.
    pub(crate) fn change_identity(&mut self, accounts: &[PersonId]) -> Result<(), Fault> {
        for &own in accounts {
            let given = self.tx.identity_changes(own, self.now - HOUR)?;
            if let (Some(first), true) = (given.first(), IDENTITY_CHANGES <= given.len()) {
                let left = first + HOUR - self.now;
                return Err(words::too_many_links(IDENTITY_CHANGES, left).into());
            }
        }
        for &own in accounts {
            self.tx.add_identity_change(own, self.now)?;
        }
        Ok(())
    }

    /// Refuses to challenge a person who has declined several challenges today.
    pub(crate) fn check_declined(&self, whom: &Person) -> Result<(), Fault> {
        if self.tx.count_declined(self.me.id, whom.id, self.now - DAY)? < DECLINED {
            return Ok(());
        }
        Err(words::declined_too_often(whom, DECLINED).into())
    }

    /// Counts the pings in the replies to this request. A person pinged too often gets the reply
    /// without a ping.
    pub(crate) fn count_pings(&mut self, verb: Verb) -> Result<(), Fault> {
        if verb == Verb::Play {
            return Ok(());
        }
        let (tx, me, now, most) = (self.tx, self.me.id, self.now, self.memory.pings);
        // How often each was pinged within the hour.
        let mut given: Vec<(PersonId, usize)> = Vec::new();
        for reply in self.replies.iter_mut().map(|it| &mut it.reply) {
            // A board pings the player who has to act, which the match needs.
            if reply.turn_of.is_some() {
                continue;
            }
            for to in std::mem::take(&mut reply.mentions) {
                let count = match given.iter().find(|it| it.0 == to) {
                    _ if to == me => 0,
                    Some((_, count)) => *count,
                    None => {
                        let count = tx.pings_of(me, to, now - HOUR)?.len();
                        given.push((to, count));
                        count
                    }
                };
                if to == me || count < most {
                    reply.mentions.push(to);
                }
            }
            let told = match reply.to {
                Audience::Only(to) => Some(to),
                Audience::Room | Audience::Asker => None,
            };
            for &to in reply.mentions.iter().chain(&told).filter(|&&it| it != me) {
                tx.add_ping(me, to, now)?;
                if let Some((_, count)) = given.iter_mut().find(|it| it.0 == to) {
                    *count += 1;
                }
            }
        }
        Ok(())
    }
}
