//! What proves a match: what its commitments bind, the file that it is written to, and how such a file is checked. All of it is made of
//! values, without a request or a database.
mod check;
pub mod commitment;
pub mod exported;
mod replay;
pub mod tally;
mod words;

pub use self::{
    check::{CheckReport, CheckedExport, check_export, check_export_by, read_export},
    replay::opened_from,
};
