//! The bot's own account, which is known once Discord was asked for it.
use serenity::model::id::{ApplicationId, UserId};
use tokio::sync::watch;

/// The account.
#[derive(Default)]
pub(super) struct Account(watch::Sender<Option<BotIdentity>>);

/// The bot's own id and application.
#[derive(Clone, Copy, Debug)]
pub(super) struct BotIdentity {
    pub(super) application: ApplicationId,
    pub(super) user: UserId,
}

impl Account {
    /// Records who the bot is. It stays the same.
    pub(super) fn meet(&self, who: BotIdentity) {
        self.0.send_if_modified(|known| {
            let is_new = known.is_none();
            known.get_or_insert(who);
            is_new
        });
    }

    /// Returns who the bot is, if that is known.
    pub(super) fn who(&self) -> Option<BotIdentity> {
        *self.0.borrow()
    }

    /// Waits until it is known. Returns false if the program ends first.
    pub(super) async fn is_known(&self, mut stop: watch::Receiver<bool>) -> bool {
        let mut known = self.0.subscribe();
        tokio::select! {
            biased;
            known = known.wait_for(Option::is_some) => known.is_ok(),
            // An error means that the sender is gone, so the program is ending too.
            _ = stop.wait_for(|stops| *stops) => false,
        }
    }
}
