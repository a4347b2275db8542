//! The store on a PostgreSQL server: the same statements, sent over a connection that is made anew when it breaks.
mod link;
mod migrations;
mod open;
mod reconnect;
mod replica;
mod shared;
mod side;
mod statement;
mod test_server;
#[cfg(test)]
mod tests;
mod transaction;
mod values;

pub use self::link::{ConnectOverTls, encrypt_with};
pub(crate) use self::reconnect::PAUSES;
pub(super) use self::{
    open::ServerDatabase,
    replica::{Replicated, examine_replica},
    side::SideLink,
    test_server::TrialServer,
    transaction::ServerTransaction,
    values::cell,
};
