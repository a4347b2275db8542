//! The store on a PostgreSQL server: the same statements, sent over a connection that is made anew when it breaks.
mod link;
mod open;
mod reconnect;
mod replica;
mod session;
mod shared;
mod side;
mod statement;
#[cfg(test)]
mod tests;
mod trial;
mod values;

pub(crate) use self::reconnect::PAUSES;
pub(super) use self::{
    open::Server,
    replica::{Replicated, examine_replica},
    session::Session,
    side::SideLink,
    trial::TrialServer,
    values::cell,
};
