//! What several processes on one database need: who has which lease, who delivers which reply, and
//! news from each other. A file has one process, which does everything.
use std::{fmt, time::Duration};

use model::ids::{Chat, MatchId};

use super::{Kind, Store, StoreError, TableParts, Tx, postgres::SideLink};
use crate::tables::TableSpec;

// A lease is of a process that runs, and none does while a database is copied.
pub(super) const LEASES: TableSpec =
    TableSpec::not_copied("leases").unexported(&[("*", "which process does what")]);

/// The server's clock, in milliseconds since 1970.
pub(super) const CLOCK: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

/// The number of a process among those that share a database. Later ones have higher numbers.
pub type Member = i64;

/// What a store knows of the process that opened it.
#[derive(Clone)]
pub(super) struct ThisProcess {
    /// The parts of the program that have tables.
    pub(super) parts: TableParts,
    /// Its number; none if it is alone on the database.
    pub(super) member: Option<Member>,
    /// The chats where it delivers replies.
    pub(super) chats: Vec<Chat>,
}

impl ThisProcess {
    /// Makes one that is alone on its database, and delivers nothing.
    pub(super) fn alone(parts: TableParts) -> ThisProcess {
        ThisProcess { parts, member: None, chats: Vec::new() }
    }
}

/// What requests wait for each other about, where several processes handle them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A room, by the chat's id.
    Room(Chat, &'a str),
    /// A person, by the chat's id.
    Person(Chat, &'a str),
    /// A match.
    Match(MatchId),
}

/// A lease: who may do something until when. The database's clock counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub name: LeaseName,
    /// Who has it.
    pub holder: Member,
}

/// What a lease is for. The database has it as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseName {
    /// Says that a process lives.
    Member(Member),
    /// Doing what depends on time.
    Ticks,
    /// The Matrix account.
    Matrix,
    /// A shard of Discord, of as many as there are.
    Shard { count: u32, shard: u32 },
    /// Beginning a session with Discord, in turn for each bucket.
    Identify(u32),
    /// Uploading drawings to Discord.
    Upload,
}

impl fmt::Display for LeaseName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeaseName::Member(member) => write!(out, "member/{member}"),
            LeaseName::Ticks => out.write_str("ticks"),
            LeaseName::Matrix => out.write_str("matrix"),
            LeaseName::Shard { count, shard } => write!(out, "shard/{count}/{shard}"),
            LeaseName::Identify(bucket) => write!(out, "identify/{bucket}"),
            LeaseName::Upload => out.write_str("upload"),
        }
    }
}

impl LeaseName {
    /// Reads what [`LeaseName`] writes; none if another version wrote it.
    pub(crate) fn read(name: &str) -> Option<LeaseName> {
        let parts: Vec<&str> = name.split('/').collect();
        Some(match parts[..] {
            ["member", member] => LeaseName::Member(member.parse().ok()?),
            ["ticks"] => LeaseName::Ticks,
            ["matrix"] => LeaseName::Matrix,
            ["shard", count, shard] => {
                LeaseName::Shard { count: count.parse().ok()?, shard: shard.parse().ok()? }
            }
            ["identify", bucket] => LeaseName::Identify(bucket.parse().ok()?),
            ["upload"] => LeaseName::Upload,
            _ => return None,
        })
    }
}

/// What processes tell each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerNews {
    /// There are replies for another process to deliver.
    Outbox,
    /// A lease was given up.
    Leases,
}

impl PeerNews {
    /// Returns the name under which it is sent.
    pub(super) fn name(self) -> &'static str {
        match self {
            PeerNews::Outbox => "outbox",
            PeerNews::Leases => "leases",
        }
    }

    pub(super) fn named(name: &str) -> Option<PeerNews> {
        [PeerNews::Outbox, PeerNews::Leases].into_iter().find(|news| news.name() == name)
    }
}

impl Tx<'_> {
    /// Tells whether this process has a lease; a process that is alone has all.
    pub(super) fn has_lease(&self, name: LeaseName) -> Result<bool, StoreError> {
        let Some(member) = self.own.member else { return Ok(true) };
        let sql =
            format!("SELECT 1 FROM leases WHERE name = ? AND holder = ? AND ends_at > {CLOCK}");
        let held = self.one(&sql, crate::sql::params![name.to_string(), member], |_| Ok(()))?;
        Ok(held.is_some())
    }
}

/// A second connection to a shared database, for leases and news.
pub struct PeerLink {
    link: SideLink,
}

impl Store {
    /// Returns the process's number if others may share the database.
    pub fn member(&self) -> Option<Member> {
        self.own.member
    }

    /// Says that this process delivers a chat's replies from now on, or no longer.
    pub fn delivers(&mut self, chat: Chat, does: bool) {
        self.own.chats.retain(|it| *it != chat);
        self.own.chats.extend(does.then_some(chat));
    }

    /// Connects once more, for leases and news; nothing if this process is alone on the database.
    ///
    /// # Errors
    /// If the server can't be reached.
    pub fn side(&self) -> Result<Option<PeerLink>, StoreError> {
        match (&self.kind, self.own.member) {
            (Kind::Remote(server), Some(member)) => {
                Ok(Some(PeerLink { link: server.side(member)? }))
            }
            _ => Ok(None),
        }
    }
}

impl PeerLink {
    /// Returns the process's number.
    pub fn member(&self) -> Member {
        self.link.member()
    }

    /// Renews this process's sign of life and its leases, takes those of `wanted` that are free, and
    /// returns all that hold for now, also those of others. `lapse` is how long they hold from now.
    ///
    /// # Errors
    /// If the server can't be reached. The connection is made anew with the next call.
    pub(crate) fn renew(
        &mut self,
        wanted: &[LeaseName],
        lapse: Duration,
    ) -> Result<Vec<Lease>, StoreError> {
        self.link.renew(wanted, lapse)
    }

    /// Takes a lease for a while if it is free, which is then not renewed.
    ///
    /// # Errors
    /// As [`PeerLink::renew`].
    pub fn take(&mut self, name: LeaseName, lapse: Duration) -> Result<bool, StoreError> {
        self.link.take(name, lapse)
    }

    /// Gives leases up, and tells the others.
    ///
    /// # Errors
    /// As [`PeerLink::renew`].
    pub fn give_up(&mut self, names: &[LeaseName]) -> Result<(), StoreError> {
        self.link.give_up(names)
    }

    /// Ends the membership: all leases and replies are free for others at once.
    ///
    /// # Errors
    /// As [`PeerLink::renew`].
    pub fn leave(&mut self) -> Result<(), StoreError> {
        self.link.leave()
    }

    /// Waits for news, at most so long.
    ///
    /// # Errors
    /// As [`PeerLink::renew`].
    pub fn news(&mut self, at_most: Duration) -> Result<Vec<PeerNews>, StoreError> {
        self.link.news(at_most)
    }
}
