//! What the program gives each chat.
use std::{path::PathBuf, sync::Arc};

use render::Painter;
use service::Queue;
use store::peers::Peers;
use tokio::sync::watch;

/// A chat's access to the rest of the program. Clones share it.
#[derive(Clone)]
pub struct ChatAccess {
    pub queue: Queue,
    pub painter: Arc<Painter>,
    /// Becomes true when the program is ending: a chat then finishes its work and returns.
    pub stop: watch::Receiver<bool>,
    /// The other processes on the database.
    pub peers: Peers,
    /// The database; a chat's own files go next to it.
    pub database: PathBuf,
}

impl ChatAccess {
    /// Waits until the program is ending.
    pub async fn stopped(&mut self) {
        // The sender is gone, which also means the end.
        drop(self.stop.wait_for(|it| *it).await);
    }

    /// Returns the path of a file or folder next to the database: `x.db` and `x-matrix`.
    pub fn beside(&self, what: &str) -> PathBuf {
        beside(&self.database, what)
    }
}

/// Returns the path of something that belongs to a database: `x.db` and `x-pictures`.
pub fn beside(database: &std::path::Path, what: &str) -> PathBuf {
    let stem = database
        .file_stem()
        .map_or("draughtsman".into(), |stem| stem.to_string_lossy().into_owned());
    database.with_file_name(format!("{stem}-{what}"))
}
