//! Leases and news between the processes that share a database. Each statement is a transaction of its
//! own, on a connection beside the store's.
use std::time::Duration;

use super::{
    link::{Link, ServerTarget},
    open::{ServerDatabase, beside},
};
use crate::{
    StoreError,
    processes::{CLOCK, Lease, LeaseName, Member, PeerNews},
};

/// The name under which the processes tell each other news.
const CHANNEL: &str = "draughtsman";

/// A connection beside the store's.
pub(crate) struct SideLink {
    target: ServerTarget,
    link: Option<Link>,
    member: Member,
}

impl ServerDatabase {
    /// Returns a number for a new process: later ones get higher numbers.
    pub(crate) fn new_member(&self) -> Result<Member, StoreError> {
        let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)";
        let mut link = self.open_link()?;
        let says = link.as_mut().map_or(Err(StoreError::Undone), |it| it.plain(sql))?;
        says.first().and_then(|says| says.parse().ok()).ok_or(StoreError::Undone)
    }

    /// Connects once more, for a process's leases and news.
    pub(crate) fn side(&self, member: Member) -> Result<SideLink, StoreError> {
        let mut side = SideLink { target: self.target().clone(), link: None, member };
        side.with(|_| Ok(()))?;
        Ok(side)
    }
}

impl SideLink {
    pub(crate) fn member(&self) -> Member {
        self.member
    }

    /// Uses the connection, which is given up after an error.
    fn with<T>(
        &mut self,
        call: impl FnOnce(&mut Link) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut link = match self.link.take() {
            Some(link) => link,
            None => {
                let mut link = beside(&self.target)?;
                link.plain(&format!("LISTEN {CHANNEL}"))?;
                link
            }
        };
        let done = call(&mut link)?;
        self.link = Some(link);
        Ok(done)
    }

    pub(crate) fn renew(
        &mut self,
        wanted: &[LeaseName],
        lapse: Duration,
    ) -> Result<Vec<Lease>, StoreError> {
        let member = self.member;
        self.with(|link| {
            for name in [LeaseName::Member(member)].iter().chain(wanted) {
                take(link, member, *name, lapse)?;
            }
            let sql =
                format!("SELECT name, holder FROM leases WHERE ends_at > {CLOCK} ORDER BY name");
            let rows = link.query(&sql, &[])?;
            let mut leases = Vec::with_capacity(rows.len());
            for row in &rows {
                let (name, holder) = (row.try_get::<_, String>(0), row.try_get(1));
                let (Ok(name), Ok(holder)) = (name, holder) else { return Err(StoreError::Undone) };
                // A process of another version may have leases that this one doesn't know.
                leases.extend(LeaseName::read(&name).map(|name| Lease { name, holder }));
            }
            Ok(leases)
        })
    }

    pub(crate) fn take(&mut self, name: LeaseName, lapse: Duration) -> Result<bool, StoreError> {
        let member = self.member;
        self.with(|link| {
            // Also not again while it holds for this process.
            let sql = format!(
                "INSERT INTO leases (name, holder, ends_at) VALUES (?, ?, {CLOCK} + ?)
                 ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
                 WHERE leases.ends_at <= {CLOCK}"
            );
            Ok(link.execute(&sql, &crate::sql::params![name.to_string(), member, milliseconds(lapse)])? == 1)
        })
    }

    pub(crate) fn give_up(&mut self, names: &[LeaseName]) -> Result<(), StoreError> {
        let member = self.member;
        self.with(|link| {
            for name in names {
                let sql = "DELETE FROM leases WHERE name = ? AND holder = ?";
                link.execute(sql, &crate::sql::params![name.to_string(), member])?;
            }
            tell(link, PeerNews::Leases)
        })
    }

    pub(crate) fn leave(&mut self) -> Result<(), StoreError> {
        let member = self.member;
        self.with(|link| {
            link.execute("DELETE FROM leases WHERE holder = ?", &[&member])?;
            tell(link, PeerNews::Leases)?;
            tell(link, PeerNews::Outbox)
        })
    }

    pub(crate) fn news(&mut self, at_most: Duration) -> Result<Vec<PeerNews>, StoreError> {
        let heard = self.with(|link| link.notifications(at_most))?;
        Ok(heard.iter().filter_map(|it| PeerNews::named(it)).collect())
    }
}

/// Takes a lease that is free, or renews it.
fn take(
    link: &mut Link,
    member: Member,
    name: LeaseName,
    lapse: Duration,
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO leases (name, holder, ends_at) VALUES (?, ?, {CLOCK} + ?)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
         WHERE leases.holder = excluded.holder OR leases.ends_at <= {CLOCK}"
    );
    link.execute(&sql, &crate::sql::params![name.to_string(), member, milliseconds(lapse)])
        .map(drop)
}

fn tell(link: &mut Link, news: PeerNews) -> Result<(), StoreError> {
    link.plain(&format!("NOTIFY {CHANNEL}, '{}'", news.name())).map(drop)
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
