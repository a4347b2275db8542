//! Notifies systemd or podman that the program is ready, alive or stopping. Does nothing if the
//! program wasn't started by one of them.
use std::sync::Arc;

use model::ids::Chat;
use sd_notify::NotifyState;
use service::metrics::Metrics;
use store::peers::Peers;

use super::words;

/// Notifies readiness once every configured chat has connected that other processes don't have.
pub async fn when_ready(metrics: Arc<Metrics>, chats: Vec<Chat>, peers: Peers) {
    let mut duties = peers.duties();
    for &chat in &chats {
        let status = words::waiting_for(chat);
        say(&[NotifyState::Status(&status)]);
        tokio::select! {
            () = metrics.first_heard(chat) => {}
            Ok(_) = duties.wait_for(|it| !it.connects(chat)) => {}
        }
    }
    let status = words::serving(&chats);
    say(&[NotifyState::Ready, NotifyState::Status(&status)]);
}

/// Notifies the watchdog that the service is alive.
pub fn beat() {
    say(&[NotifyState::Watchdog]);
}

/// Notifies that the program is stopping.
pub fn stopping() {
    say(&[NotifyState::Stopping, NotifyState::Status(words::STOPPING)]);
}

fn say(state: &[NotifyState<'_>]) {
    if let Err(err) = sd_notify::notify(false, state) {
        tracing::warn!(%err, "could not notify the service manager");
    }
}
