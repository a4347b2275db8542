//! The store on a PostgreSQL server: the same statements, sent over a connection that is made anew when it breaks.
mod link;
mod open;
mod session;
mod statement;
#[cfg(test)]
mod tests;
mod trial;
mod values;

pub(super) use self::{open::Server, session::Session, trial::TrialServer, values::cell};
