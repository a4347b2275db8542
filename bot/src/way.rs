//! What every chat is given to work with.
use std::{path::PathBuf, sync::Arc};

use render::Painter;
use tokio::sync::watch;

use crate::service::Queue;

/// The way from a chat to the rest of the program. Clones lead to the same.
#[derive(Clone)]
pub struct Way {
    pub queue: Queue,
    pub painter: Arc<Painter>,
    /// Becomes true when the program should end: a chat then finishes what it is at and returns.
    pub stop: watch::Receiver<bool>,
    /// The database; what a chat keeps in files of its own goes beside it.
    pub database: PathBuf,
}

impl Way {
    /// Waits until the program should end.
    pub async fn stopped(&mut self) {
        // The one who could still say so has gone: that is an end, too.
        drop(self.stop.wait_for(|it| *it).await);
    }

    /// Returns the path of a file or folder beside the database: `x.db` and `x-matrix`.
    pub fn beside(&self, what: &str) -> PathBuf {
        beside(&self.database, what)
    }
}

/// Returns the path of something that goes with a database: `x.db` and `x-pictures`.
pub(crate) fn beside(database: &std::path::Path, what: &str) -> PathBuf {
    let stem =
        database.file_stem().map_or("draughtsman".into(), |it| it.to_string_lossy().into_owned());
    database.with_file_name(format!("{stem}-{what}"))
}
