//! A queue of invitations. People the bot knows come before strangers, and the number of rooms per
//! day is limited for each person and for each server.
use std::collections::BTreeMap;

use matrix_sdk::ruma::{OwnedRoomId, OwnedServerName, OwnedUserId};

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// The maximum number of rooms per day for one person the bot knows.
const OF_FRIEND: usize = 100;
/// The maximum number of rooms per day for one stranger, and for all strangers of one server.
const OF_STRANGER: usize = 10;
const OF_SERVER: usize = 50;

/// Who invites; earlier variants are joined first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Inviter {
    /// A person named in the configuration, or an upgraded room. Has no limit.
    Host,
    /// A person who has talked with the bot.
    Friend,
    Stranger,
}

/// An invitation.
#[derive(Clone, Debug)]
struct Invitation {
    by: OwnedUserId,
    inviter: Inviter,
    /// Already logged as delayed.
    told: bool,
}

/// Waiting invitations, and those accepted in the last day.
#[derive(Default)]
pub(super) struct Invitations {
    waiting: BTreeMap<OwnedRoomId, Invitation>,
    /// Invitations accepted in the last day: when, by whom, and what kind of inviter.
    taken: Vec<(u64, OwnedUserId, Inviter)>,
}

impl Invitations {
    /// Queues an invitation.
    pub(super) fn wait_for(&mut self, room: OwnedRoomId, by: OwnedUserId, inviter: Inviter) {
        let told = self.waiting.get(&room).is_some_and(|it| it.told);
        self.waiting.insert(room, Invitation { by, inviter, told });
    }

    /// Removes and returns those to accept now, in order. `now` is in milliseconds.
    pub(super) fn due(&mut self, now: u64) -> Vec<OwnedRoomId> {
        self.taken.retain(|taken| now < taken.0.saturating_add(DAY));
        let mut order: Vec<OwnedRoomId> = self.waiting.keys().cloned().collect();
        order.sort_by_key(|room| self.waiting.get(room).map(|it| it.inviter));
        let mut due = Vec::new();
        for room in order {
            let Some(mut invitation) = self.waiting.remove(&room) else { continue };
            if self.may(&invitation) {
                self.taken.push((now, invitation.by, invitation.inviter));
                due.push(room);
                continue;
            }
            if !invitation.told {
                let by = &invitation.by;
                tracing::warn!(%by, "an invitation waits, because there were too many from there today");
                invitation.told = true;
            }
            self.waiting.insert(room, invitation);
        }
        due
    }

    /// Drops the invitations that no longer exist.
    pub(super) fn keep(&mut self, is_there: impl Fn(&OwnedRoomId) -> bool) {
        self.waiting.retain(|room, _| is_there(room));
    }

    fn may(&self, Invitation { by, inviter, .. }: &Invitation) -> bool {
        let of_person = self.taken.iter().filter(|it| it.1 == *by).count();
        match inviter {
            Inviter::Host => true,
            Inviter::Friend => of_person < OF_FRIEND,
            Inviter::Stranger => {
                let server: OwnedServerName = by.server_name().to_owned();
                let strangers = self.taken.iter().filter(|it| it.2 == Inviter::Stranger);
                let of_server =
                    strangers.filter(|stranger| stranger.1.server_name() == server).count();
                of_person < OF_STRANGER && of_server < OF_SERVER
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invite(to: &mut Invitations, n: usize, by: &str, inviter: Inviter) -> OwnedRoomId {
        let room = OwnedRoomId::try_from(format!("!{n:04}:x.org")).unwrap();
        to.wait_for(room.clone(), by.try_into().unwrap(), inviter);
        room
    }

    #[test]
    fn friends_come_before_strangers_and_hosts_before_both() {
        let mut all = Invitations::default();
        let stranger = invite(&mut all, 1, "@s:x.org", Inviter::Stranger);
        let friend = invite(&mut all, 2, "@f:x.org", Inviter::Friend);
        let host = invite(&mut all, 3, "@h:x.org", Inviter::Host);
        assert_eq!(all.due(0), [host, friend, stranger]);
        assert_eq!(all.due(0), Vec::<OwnedRoomId>::new(), "each once");
    }

    #[test]
    fn a_stranger_and_a_server_of_strangers_wait_for_another_day() {
        let mut all = Invitations::default();
        (0..12).for_each(|n| drop(invite(&mut all, n, "@s:x.org", Inviter::Stranger)));
        assert_eq!((all.due(0).len(), all.due(DAY - 1).len()), (OF_STRANGER, 0));
        for n in 100..160 {
            invite(&mut all, n, &format!("@s{n}:x.org"), Inviter::Stranger);
        }
        assert_eq!(all.due(1).len(), OF_SERVER - OF_STRANGER, "nor from others of that server");
        invite(&mut all, 200, "@s:y.org", Inviter::Stranger);
        invite(&mut all, 201, "@s:x.org", Inviter::Friend);
        (300..500).for_each(|n| drop(invite(&mut all, n, "@h:x.org", Inviter::Host)));
        assert_eq!(all.due(2).len(), 202, "others are not held up");
        assert_eq!(all.due(DAY).len(), OF_STRANGER, "the first ten count no more");
        all.keep(|_| false);
        assert_eq!(all.due(3 * DAY).len(), 0);
    }
}
