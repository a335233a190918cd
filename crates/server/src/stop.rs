//! [`Stop`]: a handle that shuts the server down.

use std::sync::Arc;

use tokio::sync::Notify;

/// Asks a server to stop: no new connection is taken, and what was begun is finished.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Asks for it, from any thread.
    pub fn stop(&self) {
        self.0.notify_one();
    }

    pub(super) async fn wait(&self) {
        self.0.notified().await;
    }
}
