//! How often one person may disturb another, or call a whole room: turns apart, everything is counted.
use std::collections::HashMap;

use engine::refusal::{Code, Refusal};

use crate::service::{Fault, RequestContext, Service};
use crate::{
    command::Verb,
    reply::Audience,
    store::{Person, PersonId, Room, RoomId},
    time::{DAY, HOUR, duration},
};

/// How often one person may have the same other one pinged within an hour, but for the turns of their matches, where the host
/// says nothing else.
pub const PINGS: usize = 10;

/// How many challenges may be declined within a day before the next one has to wait.
pub const DECLINED: usize = 5;

/// How often someone's accounts may be linked or parted within an hour.
const IDENTITY_CHANGES: usize = 4;

/// Who has disturbed whom in the last hour, and when; lost with a restart.
pub(in crate::service) struct Brakes {
    most: usize,
    given: HashMap<(PersonId, Whom), Vec<i64>>,
}

/// Who is disturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whom {
    Person(PersonId),
    /// Everybody in a room, by a challenge to anyone there.
    Room(RoomId),
    /// Everybody with a rating, by linking or parting accounts: all ratings are made anew.
    Ratings,
}

impl Brakes {
    /// Makes brakes that let so many pings an hour pass.
    pub(in crate::service) fn new(most: usize) -> Brakes {
        Brakes { most, given: HashMap::new() }
    }

    /// Forgets everything, as when the clock was put back.
    pub(in crate::service) fn clear(&mut self) {
        self.given.clear();
    }

    /// Returns the pings of the last hour, the oldest first.
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
    /// Lets one person ping another so many times an hour, turns apart.
    #[must_use]
    pub fn with_pings(mut self, most: usize) -> Service {
        self.brakes = Brakes::new(most);
        self
    }
}

impl RequestContext<'_> {
    /// Refuses to ask somebody for something once more who has been asked often enough within the hour.
    pub(in crate::service) fn check_pings(&mut self, whom: &Person) -> Result<(), Fault> {
        let most = self.brakes.most;
        let given = self.brakes.given(self.me.id, Whom::Person(whom.id), self.now);
        let (Some(first), true) = (given.first(), most <= given.len()) else { return Ok(()) };
        let says = format!(
            "You've pinged {} {most} times in an hour, the limit. Try again in {}.",
            whom.name,
            duration(first + HOUR - self.now)
        );
        Err(Refusal::new(Code::TooMuch, says).into())
    }

    /// Counts a ping that a step of the asker's has brought somebody and that they now take back. Refuses to once they were pinged often
    /// enough within the hour: who is asked for a choice over and over would otherwise be pinged each time.
    pub(in crate::service) fn take_back_ping(&mut self, whom: &Person) -> Result<(), Fault> {
        self.check_pings(whom)?;
        self.brakes.note(self.me.id, Whom::Person(whom.id), self.now);
        Ok(())
    }

    /// Counts a challenge to anyone in a room; refuses one more than the room may hear from one person within an hour.
    pub(in crate::service) fn call_room(&mut self, room: &Room) -> Result<(), Fault> {
        let most = self.brakes.most;
        let to = Whom::Room(room.id);
        let given = self.brakes.given(self.me.id, to, self.now);
        if let (Some(first), true) = (given.first(), most <= given.len()) {
            let says = format!(
                "You've posted {most} open challenges here in an hour, the limit. Try again in \
                 {}, or name someone.",
                duration(first + HOUR - self.now)
            );
            return Err(Refusal::new(Code::TooMuch, says)
                .instead(["challenge @bob trapdoor"])
                .into());
        }
        self.brakes.note(self.me.id, to, self.now);
        Ok(())
    }

    /// Counts that accounts are linked or parted; refuses to when one of them was too often within the hour.
    pub(in crate::service) fn change_identity(
        &mut self,
        accounts: &[PersonId],
    ) -> Result<(), Fault> {
        for &own in accounts {
            let given = self.brakes.given(own, Whom::Ratings, self.now);
            if let (Some(first), true) = (given.first(), IDENTITY_CHANGES <= given.len()) {
                let says = format!(
                    "Your accounts were linked or unlinked {IDENTITY_CHANGES} times in an hour, \
                     the limit. Try again in {}.",
                    duration(first + HOUR - self.now)
                );
                return Err(Refusal::new(Code::TooMuch, says).into());
            }
        }
        for &own in accounts {
            self.brakes.note(own, Whom::Ratings, self.now);
        }
        Ok(())
    }

    /// Refuses a challenge to somebody who has declined several today.
    pub(in crate::service) fn check_declined(&self, whom: &Person) -> Result<(), Fault> {
        if self.tx.count_declined(self.me.id, whom.id, self.now - DAY)? < DECLINED {
            return Ok(());
        }
        let says = format!(
            "{} has declined {DECLINED} of your challenges in a day. Wait a day, or let {0} \
             challenge you.",
            whom.name
        );
        Err(Refusal::new(Code::TooMuch, says).into())
    }

    /// Counts whom the replies to this request disturb. The one who was pinged often enough reads the rest without a ping.
    pub(in crate::service) fn count_pings(&mut self, verb: Verb) {
        if verb == Verb::Play {
            return;
        }
        let (me, now) = (self.me.id, self.now);
        let brakes = &mut *self.brakes;
        for reply in self.replies.iter_mut().map(|it| &mut it.reply) {
            // A board pings the one who has to act; the game continues with that.
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
