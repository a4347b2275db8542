//! The store on a PostgreSQL server: the same statements, sent over a connection that is made anew when it breaks.
mod link;
mod open;
mod replica;
mod session;
mod shared;
mod side;
mod statement;
#[cfg(test)]
mod tests;
mod trial;
mod values;

pub(super) use self::{
    open::Server,
    replica::{Replicated, examine_replica},
    session::Session,
    side::SideLink,
    trial::TrialServer,
    values::cell,
};
