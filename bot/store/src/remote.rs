//! The store on a PostgreSQL server: the same statements, sent over a connection that is made anew when it breaks.
mod link;
mod open;
mod reconnect;
mod replica;
mod shared;
mod side;
mod statement;
#[cfg(test)]
mod tests;
mod transaction;
mod trial;
mod values;

pub(crate) use self::reconnect::PAUSES;
pub(super) use self::{
    open::ServerDatabase,
    replica::{Replicated, examine_replica},
    side::SideLink,
    transaction::ServerTransaction,
    trial::TrialServer,
    values::cell,
};
