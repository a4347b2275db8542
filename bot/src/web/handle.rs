//! The connection from the pages to the service.
use std::sync::{Arc, Mutex, PoisonError};

use crate::service::{Closed, Queue, Service};

/// Access to the service that ends with the server, so that open connections don't keep the service
/// alive.
#[derive(Clone)]
pub(super) struct Handle(Arc<Mutex<Option<Queue>>>);

impl Handle {
    pub(super) fn new(queue: Queue) -> Handle {
        Handle(Arc::new(Mutex::new(Some(queue))))
    }

    /// Ends access for every clone.
    pub(super) fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Runs something in the service's turn.
    ///
    /// # Errors
    /// If access has ended, or the service has closed.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        let queue = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        queue.ok_or(Closed)?.ask(job).await
    }
}
