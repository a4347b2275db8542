//! The store on a PostgreSQL server: the same statements, sent over a connection that is made anew when it breaks.
mod link;
mod open;
mod reconnect;
mod replica;
mod schema;
mod shared;
mod side;
mod statement;
#[cfg(test)]
mod tests;
mod transaction;
#[cfg(any(test, feature = "trial"))]
mod trial_server;
mod values;

pub use self::link::{ConnectOverTls, encrypt_with};
pub(crate) use self::reconnect::PAUSES;
#[cfg(any(test, feature = "trial"))]
pub(super) use self::trial_server::TrialServer;
pub(super) use self::{
    open::ServerDatabase,
    replica::{Replicated, examine_replica},
    side::SideLink,
    transaction::ServerTransaction,
    values::cell,
};
