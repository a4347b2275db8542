//! The sessions of a chat's gateway, so that they go on after a restart or in another process.
use super::{StoreError, Tx, processes::LeaseName, sql::SqlRow};
use crate::{sql::named_params, tables::TableSpec};

pub(super) const GATEWAY_SESSIONS: TableSpec =
    TableSpec::new("gateway_sessions", "shard").unexported(&[("*", "the bot's own connections")]);

/// The session of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatewaySession {
    pub shard: u32,
    /// How many shards there were.
    pub shards: u32,
    /// The account whose session it is.
    pub account: String,
    pub session: String,
    /// Where it is resumed.
    pub address: String,
    /// The last event that was handled.
    pub sequence: i64,
}

impl Tx<'_> {
    /// Stores the sessions of these shards, and forgets those of others.
    pub fn keep_gateway_sessions(
        &self,
        kept: &[GatewaySession],
        ended: &[u32],
    ) -> Result<(), StoreError> {
        kept.iter().try_for_each(|session| self.keep_gateway_session(session))?;
        ended.iter().try_for_each(|shard| self.forget_gateway_session(*shard))
    }

    /// Stores the session of a shard instead of an earlier one. What a process stores too late takes nothing back; if it has
    /// lost the shard to another process, it stores nothing.
    pub(crate) fn keep_gateway_session(&self, session: &GatewaySession) -> Result<(), StoreError> {
        let GatewaySession { shard, shards, account, session, address, sequence } = session;
        if !self.has_lease(LeaseName::Shard { count: *shards, shard: *shard })? {
            return Ok(());
        }
        let sql = "INSERT INTO gateway_sessions (shard, shards, account, session, address, sequence)
                   VALUES (:shard, :shards, :account, :session, :address, :sequence)
                   ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, account = excluded.account,
                   session = excluded.session, address = excluded.address, sequence = excluded.sequence
                   WHERE gateway_sessions.session <> excluded.session OR gateway_sessions.sequence < excluded.sequence";
        let params = named_params! {
            ":shard": shard, ":shards": shards, ":account": account, ":session": session,
            ":address": address, ":sequence": sequence,
        };
        self.change(sql, params)?;
        Ok(())
    }

    /// Returns the session of a shard.
    pub fn gateway_session(&self, shard: u32) -> Result<Option<GatewaySession>, StoreError> {
        self.one("SELECT * FROM gateway_sessions WHERE shard = ?", [shard], read)
    }

    /// Forgets the session of a shard, unless the shard is another process's by now.
    pub(crate) fn forget_gateway_session(&self, shard: u32) -> Result<(), StoreError> {
        if let Some(stored) = self.gateway_session(shard)?
            && self.has_lease(LeaseName::Shard { count: stored.shards, shard })?
        {
            self.change("DELETE FROM gateway_sessions WHERE shard = ?", [shard])?;
        }
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<GatewaySession> {
    Ok(GatewaySession {
        shard: row.get("shard")?,
        shards: row.get("shards")?,
        account: row.get("account")?,
        session: row.get("session")?,
        address: row.get("address")?,
        sequence: row.get("sequence")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn what_is_stored_too_late_takes_nothing_back() {
        let mut store = Store::trial().unwrap();
        // Where processes share the database, only the holder of the shard stores its session.
        let mut side = store.side().unwrap();
        if let Some(side) = &mut side {
            side.renew(
                &[LeaseName::Shard { count: 2, shard: 1 }],
                std::time::Duration::from_secs(600),
            )
            .unwrap();
        }
        let at = |session: &str, sequence| GatewaySession {
            shard: 1,
            shards: 2,
            account: "7".to_owned(),
            session: session.to_owned(),
            address: "wss://x".to_owned(),
            sequence,
        };
        let mut stored = |new: &GatewaySession| {
            let now = store.transaction::<_, StoreError>(|tx| {
                tx.keep_gateway_session(new)?;
                tx.gateway_session(1)
            });
            now.unwrap().unwrap()
        };
        for (new, expected) in [
            (at("a", 5), at("a", 5)),
            (at("a", 9), at("a", 9)),
            (at("a", 7), at("a", 9)),
            // A new session counts from the beginning.
            (at("b", 1), at("b", 1)),
        ] {
            assert_eq!(stored(&new), expected);
        }
        let gone = store.transaction::<_, StoreError>(|tx| {
            tx.forget_gateway_session(1)?;
            tx.gateway_session(1)
        });
        assert_eq!(gone.unwrap(), None);
    }
}
