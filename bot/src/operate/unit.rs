//! Word to the system's manager (systemd, podman): when it is ready, that it lives, and that it ends. Where there is no such manager
//! nothing is said.
use std::sync::Arc;

use sd_notify::NotifyState;

use crate::{figures::Figures, store::Chat};

/// Says that the service is ready when every configured chat was heard from.
pub async fn when_ready(figures: Arc<Figures>, chats: Vec<Chat>) {
    for &chat in &chats {
        let status = format!("waiting for {}", chat.name());
        say(&[NotifyState::Status(&status)]);
        figures.first_heard(chat).await;
    }
    let names: Vec<&str> = chats.iter().map(|it| it.name()).collect();
    let status = format!("serving {}", names.join(" and "));
    say(&[NotifyState::Ready, NotifyState::Status(&status)]);
}

/// Says that the service has just answered: without this it is taken for stuck and started anew.
pub fn beat() {
    say(&[NotifyState::Watchdog]);
}

/// Says that the program ends.
pub fn stopping() {
    say(&[NotifyState::Stopping, NotifyState::Status("finishing what is under way")]);
}

fn say(state: &[NotifyState<'_>]) {
    if let Err(err) = sd_notify::notify(false, state) {
        tracing::warn!(%err, "the system's manager cannot be told how the service does");
    }
}
