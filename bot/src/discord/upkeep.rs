//! Handles deleted channels, threads and messages, and deletes old data.
use std::{collections::HashSet, sync::Arc};

use serenity::model::id::{ChannelId, GuildId, MessageId};

use super::{
    bot::{Bot, CHAT, number},
    chat::Deleted,
    message::{DiscordMessage, choices},
};
use crate::{
    delivery::{Cause, Chat as _, Dispatcher, Excuse},
    reply::{Choice, Menu},
    store::{MatchId, Room, ThreadAt},
};

impl Bot {
    /// Queues a check of a deleted message, after earlier replies in its room.
    pub(super) async fn queue_deletion(self: &Arc<Bot>, channel: ChannelId, message: MessageId) {
        let room = self.match_inside(channel).await.map_or(channel, |(_, parent)| parent);
        Dispatcher::queue(self, &format!("room {room}"), Deleted { channel, message });
    }

    /// Reports that a match's board was deleted, with a button that shows it again.
    pub(super) async fn deleted(&self, channel: ChannelId, message: MessageId) {
        let Some(of) = self.match_shown(message).await else { return };
        self.forget_standing(message).await;
        let says = format!("The board of match #{of} was deleted.");
        self.say_with_board(channel, says, of).await;
    }

    /// Unarchives the thread of a running match; if it is locked, the match continues in the
    /// channel.
    pub(super) async fn thread_closed(&self, thread: ChannelId, locked: bool) {
        let Some((of, parent)) = self.thread_in_use(thread).await else { return };
        let cause = match locked {
            true => Some(Cause::Locked),
            false => self.wake(thread).await.err().map(|it| Bot::classify(&it)),
        };
        if let Some(cause) = cause.filter(|it| !it.passes()) {
            self.leave_thread(of, parent, cause).await;
        }
    }

    /// Moves a match back to its channel after its thread was deleted.
    pub(super) async fn thread_gone(&self, thread: ChannelId) {
        if let Some((of, parent)) = self.thread_in_use(thread).await {
            self.leave_thread(of, parent, Cause::Gone).await;
        }
    }

    /// Checks threads that a server doesn't list as active: those of running matches are
    /// unarchived, others forgotten.
    pub(super) async fn look_after_threads(
        &self,
        channels: HashSet<ChannelId>,
        active: HashSet<ChannelId>,
    ) {
        for ThreadAt { of, room, thread, .. } in
            self.kept(|service| service.threads(CHAT)).await.unwrap_or_default()
        {
            let thread = thread.as_deref().and_then(number).map(ChannelId::new);
            let parent = number(&room).map(ChannelId::new);
            let (Some(thread), Some(parent)) = (thread, parent) else { continue };
            if active.contains(&thread) || !channels.contains(&parent) {
                continue;
            }
            if self.runs(of).await {
                self.thread_closed(thread, false).await;
            } else {
                self.kept(move |service| service.forget_threads(CHAT, of)).await;
            }
        }
    }

    /// Tells the players of a channel's matches that it was deleted.
    pub(super) async fn channel_gone(&self, channel: ChannelId) {
        let handle = channel.to_string();
        let why = "The channel of this match was deleted";
        self.tell_of_loss(why, move |it| it.handle == handle).await;
    }

    /// Tells the players of a server's matches that the bot was removed.
    pub(super) async fn guild_gone(&self, guild: GuildId) {
        let server = guild.to_string();
        let why = "I was removed from the server of this match";
        self.tell_of_loss(why, move |it| it.server == server).await;
    }

    /// Writes to the players of the matches in some rooms, once.
    async fn tell_of_loss(&self, why: &str, fits: impl Fn(&Room) -> bool + Send + 'static) {
        let lost = self.service(move |service| service.running_in(CHAT, fits)).await;
        for (of, players) in lost.and_then(Result::ok).unwrap_or_default() {
            if self.kept(move |service| service.first_told_of_loss(of)).await != Some(true) {
                continue;
            }
            let users = self.users(vec![players.first, players.second]).await;
            for user in users.into_values() {
                let says = format!(
                    "{why}. Match #{of} continues here: send your moves to me, such as `#{of} \
                     moves`."
                );
                match self.direct(user, false).await {
                    Ok(channel) => self.say_with_board(channel, says, of).await,
                    Err(err) => tracing::info!(%err, "somebody cannot be told of a loss"),
                }
            }
        }
    }

    /// Deletes what is no longer needed: old offers, boards of finished matches, and lines of old
    /// buttons. Handed-over boards that haven't shrunk are retried.
    pub(super) async fn sweep(self: &Arc<Bot>) {
        self.withdraw_offers(None).await;
        if let Err(why) = Dispatcher::sweep(self).await {
            tracing::error!(why, "what is of no use any more is not forgotten");
        }
    }

    /// Tells whether a match is running, as far as known.
    async fn runs(&self, of: MatchId) -> bool {
        self.service(move |service| service.is_running(of))
            .await
            .is_none_or(|it| it.unwrap_or(true))
    }

    /// Returns the running match of a thread, and the thread's channel.
    async fn thread_in_use(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let (of, parent) = self.match_inside(thread).await?;
        self.runs(of).await.then_some((of, parent))
    }

    async fn leave_thread(&self, of: MatchId, parent: ChannelId, cause: Cause) {
        self.forget_thread(of, parent).await;
        let says = self.excuse(Excuse::Thread { of, cause }).await.unwrap_or_default();
        self.say_with_board(parent, says, of).await;
    }

    async fn say_with_board(&self, channel: ChannelId, says: String, of: MatchId) {
        let board = Choice::new("Show the board", format!("board #{of}"));
        let message = DiscordMessage {
            rows: choices(&Menu { choices: vec![board], ..Menu::default() }),
            ..DiscordMessage::words(says)
        };
        if let Err(err) = self.send(&message, channel, None).await {
            tracing::info!(%err, "what happened could not be said");
        }
    }
}
