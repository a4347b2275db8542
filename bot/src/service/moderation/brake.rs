//! Limits how often a person may ping another person or a whole room, not counting turns.
use std::collections::HashMap;

use crate::service::{Fault, RequestContext, Service, moderation::words};
use crate::{
    command::Verb,
    reply::Audience,
    store::{Person, PersonId, Room, RoomId},
    time::{DAY, HOUR},
};

/// The most pings from one person to another within an hour, not counting turns, unless the host
/// sets another limit.
pub const PINGS: usize = 10;

/// How many declined challenges within a day make the next one wait.
pub const DECLINED: usize = 5;

/// How often a person's accounts may be linked or unlinked within an hour.
const IDENTITY_CHANGES: usize = 4;

/// Who pinged whom within the last hour; lost at a restart.
pub(in crate::service) struct Brakes {
    most: usize,
    given: HashMap<(PersonId, Whom), Vec<i64>>,
}

/// Who is pinged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whom {
    Person(PersonId),
    /// Everyone in a room, by an open challenge.
    Room(RoomId),
    /// Everyone with a rating: linking or unlinking accounts recalculates all ratings.
    Ratings,
}

impl Brakes {
    /// Creates limits of `most` pings an hour.
    pub(in crate::service) fn new(most: usize) -> Brakes {
        Brakes { most, given: HashMap::new() }
    }

    /// Forgets everything, for instance after the clock was set back.
    pub(in crate::service) fn clear(&mut self) {
        self.given.clear();
    }

    /// Returns the pings of the last hour, oldest first.
    fn given(&mut self, by: PersonId, to: Whom, now: i64) -> &[i64] {
        self.given.retain(|_, at| {
            at.retain(|&it| now < it + HOUR);
            !at.is_empty()
        });
        self.given.get(&(by, to)).map_or(&[], Vec::as_slice)
    }

    fn note(&mut self, by: PersonId, to: Whom, now: i64) {
        self.given.entry((by, to)).or_default().push(now);
    }
}

impl Service {
    /// Sets how many times an hour one person may ping another.
    #[must_use]
    pub fn with_pings(mut self, most: usize) -> Service {
        self.memory.brakes = Brakes::new(most);
        self
    }
}

impl RequestContext<'_> {
    /// Refuses to ask a person again who was asked too often within the hour.
    pub(in crate::service) fn check_pings(&mut self, whom: &Person) -> Result<(), Fault> {
        let most = self.memory.brakes.most;
        let given = self.memory.brakes.given(self.me.id, Whom::Person(whom.id), self.now);
        let (Some(first), true) = (given.first(), most <= given.len()) else { return Ok(()) };
        Err(words::too_many_pings(whom, most, first + HOUR - self.now).into())
    }

    /// Counts a ping by a step that the asker now takes back. Refuses after too many within the
    /// hour, because otherwise someone could be asked for a choice over and over.
    pub(in crate::service) fn take_back_ping(&mut self, whom: &Person) -> Result<(), Fault> {
        self.check_pings(whom)?;
        self.memory.brakes.note(self.me.id, Whom::Person(whom.id), self.now);
        Ok(())
    }

    /// Counts an open challenge in a room, and refuses it after too many within the hour.
    pub(in crate::service) fn call_room(&mut self, room: &Room) -> Result<(), Fault> {
        let most = self.memory.brakes.most;
        let to = Whom::Room(room.id);
        let given = self.memory.brakes.given(self.me.id, to, self.now);
        if let (Some(first), true) = (given.first(), most <= given.len()) {
            return Err(words::too_many_open_challenges(most, first + HOUR - self.now).into());
        }
        self.memory.brakes.note(self.me.id, to, self.now);
        Ok(())
    }

    /// Counts linking or unlinking, and refuses it after too many within the hour.
    pub(in crate::service) fn change_identity(
        &mut self,
        accounts: &[PersonId],
    ) -> Result<(), Fault> {
        for &own in accounts {
            let given = self.memory.brakes.given(own, Whom::Ratings, self.now);
            if let (Some(first), true) = (given.first(), IDENTITY_CHANGES <= given.len()) {
                let left = first + HOUR - self.now;
                return Err(words::too_many_links(IDENTITY_CHANGES, left).into());
            }
        }
        for &own in accounts {
            self.memory.brakes.note(own, Whom::Ratings, self.now);
        }
        Ok(())
    }

    /// Refuses to challenge a person who has declined several challenges today.
    pub(in crate::service) fn check_declined(&self, whom: &Person) -> Result<(), Fault> {
        if self.tx.count_declined(self.me.id, whom.id, self.now - DAY)? < DECLINED {
            return Ok(());
        }
        Err(words::declined_too_often(whom, DECLINED).into())
    }

    /// Counts the pings in the replies to this request. A person pinged too often gets the reply
    /// without a ping.
    pub(in crate::service) fn count_pings(&mut self, verb: Verb) {
        if verb == Verb::Play {
            return;
        }
        let (me, now) = (self.me.id, self.now);
        let brakes = &mut self.memory.brakes;
        for reply in self.replies.iter_mut().map(|it| &mut it.reply) {
            // A board pings the player who has to act, which the match needs.
            if reply.turn_of.is_some() {
                continue;
            }
            reply.mentions.retain(|&to| {
                to == me || brakes.given(me, Whom::Person(to), now).len() < brakes.most
            });
            let told = match reply.to {
                Audience::Only(to) => Some(to),
                Audience::Room => None,
            };
            for &to in reply.mentions.iter().chain(&told).filter(|&&it| it != me) {
                brakes.note(me, Whom::Person(to), now);
            }
        }
    }
}
