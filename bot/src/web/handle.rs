//! The way from the pages to the service.
use std::sync::{Arc, Mutex, PoisonError};

use crate::service::{Closed, Queue, Service};

/// A way to the service that ends with the server: connections that are still open then hold nothing up.
#[derive(Clone)]
pub(super) struct Handle(Arc<Mutex<Option<Queue>>>);

impl Handle {
    pub(super) fn new(queue: Queue) -> Handle {
        Handle(Arc::new(Mutex::new(Some(queue))))
    }

    /// Ends the way for every clone.
    pub(super) fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Has the service do something when everything before it is done.
    ///
    /// # Errors
    /// When the way has ended, or the service has.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        let queue = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        queue.ok_or(Closed)?.ask(job).await
    }
}
