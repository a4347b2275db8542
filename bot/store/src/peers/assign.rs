//! Who gets which lease: computed from the leases that hold.
use std::{collections::BTreeSet, time::Duration};

use super::{Duties, HeldShards, SharedTurn};
use crate::{Lease, LeaseName, Member};

/// How long a process may be silent before others take what it has.
pub(super) const LAPSE: Duration = Duration::from_secs(7);

/// How often it says that it lives, and looks who else does.
pub(super) const RENEWED: Duration = Duration::from_millis(1500);

/// How long before the lapse a process stops by itself that can't renew its leases. What it has begun ends until then.
pub(super) const MARGIN: Duration = Duration::from_secs(2);

/// What a process wants and knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Wants {
    pub(super) member: Member,
    /// Whether it can hold the Matrix account.
    pub(super) matrix: bool,
    /// How many shards Discord told it.
    pub(super) shards: u32,
}

impl SharedTurn {
    /// Returns its lease.
    pub(super) fn lease(self) -> LeaseName {
        match self {
            SharedTurn::Identify(bucket) => LeaseName::Identify(bucket),
            SharedTurn::Upload => LeaseName::Upload,
        }
    }
}

impl Wants {
    /// Returns how many shards there are: the number in use, otherwise what Discord told this process.
    pub(super) fn count(&self, leases: &[Lease]) -> u32 {
        let used = leases.iter().find_map(|lease| match lease.name {
            LeaseName::Shard { count, .. } => Some(count),
            _ => None,
        });
        used.filter(|_| self.shards != 0).unwrap_or(self.shards)
    }

    /// Returns the leases to renew, and those to take if they are free.
    pub(super) fn names(&self, leases: &[Lease]) -> Vec<LeaseName> {
        let mut names = vec![LeaseName::Ticks];
        names.extend(self.matrix.then_some(LeaseName::Matrix));
        let count = self.count(leases);
        let own = self.own(leases, count);
        let lease = |shard| LeaseName::Shard { count, shard };
        let free = (0..count).filter(|shard| leases.iter().all(|held| held.name != lease(*shard)));
        let room = self.fair(leases, count).saturating_sub(own.len());
        names.extend(own.iter().copied().chain(free.take(room)).map(lease));
        names
    }

    /// Returns what this process does by the leases that hold.
    pub(super) fn duties(&self, leases: &[Lease]) -> Duties {
        let mine = |name| leases.contains(&Lease { name, holder: self.member });
        let count = self.count(leases);
        let mut held = self.own(leases, count);
        let leaving = match held.iter().nth(self.fair(leases, count)).copied() {
            Some(first) => held.split_off(&first),
            None => BTreeSet::new(),
        };
        let (place, of) = self.place(leases);
        let shards = HeldShards::Only { count, held, leaving };
        Duties { place, of, ticks: mine(LeaseName::Ticks), matrix: mine(LeaseName::Matrix), shards }
    }

    /// Returns the shards whose leases are this process's.
    fn own(&self, leases: &[Lease], count: u32) -> BTreeSet<u32> {
        let own = leases.iter().filter(|lease| lease.holder == self.member);
        let shards = own.filter_map(|lease| match lease.name {
            LeaseName::Shard { count: of, shard } if of == count => Some(shard),
            _ => None,
        });
        shards.collect()
    }

    /// Returns the process's place among those that run, and how many there are.
    fn place(&self, leases: &[Lease]) -> (usize, usize) {
        let living = leases.iter().filter(|lease| matches!(lease.name, LeaseName::Member(_)));
        let mut all: BTreeSet<Member> = living.map(|lease| lease.holder).collect();
        all.insert(self.member);
        (all.iter().take_while(|member| **member < self.member).count(), all.len())
    }

    /// Returns how many shards are this process's fair share.
    fn fair(&self, leases: &[Lease], count: u32) -> usize {
        let (place, of) = self.place(leases);
        let count = count as usize;
        count / of + usize::from(place < count % of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> LeaseName {
        let read = LeaseName::read(name).unwrap();
        assert_eq!(read.to_string(), name);
        read
    }

    fn lease(of: &str, holder: Member) -> Lease {
        Lease { name: name(of), holder }
    }

    fn wants(member: Member, shards: u32) -> Wants {
        Wants { member, matrix: true, shards }
    }

    #[test]
    fn what_a_process_had_that_died_is_another_ones_within_ten_seconds() {
        // It may have renewed its leases just before, and the other one has just looked.
        const { assert!(LAPSE.as_millis() + RENEWED.as_millis() < 10_000) };
        // One that can't renew them stops first, and a renewal may be lost before that.
        const { assert!(2 * RENEWED.as_millis() < (LAPSE.as_millis() - MARGIN.as_millis())) };
    }

    #[test]
    fn the_first_process_takes_everything() {
        let first = wants(7, 3);
        let names = ["ticks", "matrix", "shard/3/0", "shard/3/1", "shard/3/2"];
        assert_eq!(first.names(&[lease("member/7", 7)]), names.map(name));
        let mut leases: Vec<Lease> = names.iter().map(|it| lease(it, 7)).collect();
        leases.push(lease("member/7", 7));
        let duties = first.duties(&leases);
        assert!(duties.ticks && duties.matrix);
        assert_eq!((duties.place, duties.of), (0, 1));
        let held = HeldShards::Only { count: 3, held: (0..3).collect(), leaving: BTreeSet::new() };
        assert_eq!(duties.shards, held);
    }

    #[test]
    fn shards_are_shared_fairly_and_the_surplus_is_handed_over() {
        let mut leases: Vec<Lease> =
            (0..5).map(|nth| lease(&format!("shard/5/{nth}"), 7)).collect();
        leases.extend([lease("member/7", 7), lease("member/9", 9), lease("ticks", 7)]);
        let duties = wants(7, 5).duties(&leases);
        let leaving = (3..5).collect();
        let kept = HeldShards::Only { count: 5, held: (0..3).collect(), leaving };
        assert_eq!((duties.shards, duties.ticks, duties.matrix), (kept, true, false));
        // Until they are free, the other one takes none.
        assert_eq!(wants(9, 5).names(&leases), ["ticks", "matrix"].map(name));
        leases.retain(|lease| lease.name != name("shard/5/3") && lease.name != name("shard/5/4"));
        let wanted = ["ticks", "matrix", "shard/5/3", "shard/5/4"].map(name);
        assert_eq!(wants(9, 5).names(&leases), wanted);
        // What it hands over, it renews until then.
        leases.push(lease("shard/5/4", 7));
        assert!(wants(7, 5).names(&leases).contains(&name("shard/5/4")));
    }

    #[test]
    fn the_number_of_shards_in_use_stays() {
        let leases = [lease("member/7", 7), lease("member/9", 9), lease("shard/2/0", 7)];
        assert_eq!(wants(9, 4).names(&leases), ["ticks", "matrix", "shard/2/1"].map(name));
        let without_discord = Wants { member: 9, matrix: false, shards: 0 };
        assert_eq!(without_discord.names(&leases), ["ticks"].map(name));
    }

    #[test]
    fn every_shard_is_somebodys_share() {
        for count in 0..9 {
            for of in 1..5 {
                let leases: Vec<Lease> =
                    (0..of).map(|nth| lease(&format!("member/{nth}"), nth)).collect();
                let shares: usize = (0..of).map(|nth| wants(nth, count).fair(&leases, count)).sum();
                assert_eq!(shares, count as usize, "{count} shards, {of} processes");
            }
        }
    }
}
