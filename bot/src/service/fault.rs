//! Why a request was not carried out.
use engine::refusal::Refusal;

use crate::store::StoreError;

/// Stops a request and rolls its transaction back.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Told to whoever asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Told with a number; the rest is for the log.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something that cannot be happened: the same.
    #[error("{0}")]
    Broken(String),
}
