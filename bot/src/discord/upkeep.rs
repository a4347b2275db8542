//! What happens to places and messages without anybody asking the bot: said where it still can be, and mended where it can.
use serenity::model::id::{ChannelId, MessageId};

use super::{
    bot::Bot,
    place::Place,
    sheet::{Sheet, choices},
    trouble::Cause,
};
use crate::{
    reply::{Choice, Menu},
    store::MatchId,
};

impl Bot {
    /// Says that the standing board of a match was deleted, with a button that shows it again.
    pub(super) async fn deleted(&self, channel: ChannelId, message: MessageId) {
        let room = self.match_inside(channel).await.map_or(channel, |(_, parent)| parent);
        // Whoever posts it may not have noted yet that it stands.
        let _turn = self.turn_in(&room.to_string()).await;
        let Some(of) = self.match_shown(message).await else { return };
        self.forget_standing(of, message).await;
        let says = format!("The board of match #{of} was deleted.");
        self.say_with_board(channel, says, of).await;
    }

    /// Wakes the thread of a running match when it is archived; where it is locked the match goes on in the channel.
    pub(super) async fn thread_closed(&self, thread: ChannelId, locked: bool) {
        let Some((of, parent)) = self.thread_in_use(thread).await else { return };
        let cause = match locked {
            true => Some(Cause::Locked),
            false => self.wake(thread).await.err().map(|it| it.cause()),
        };
        if let Some(cause) = cause.filter(|it| *it != Cause::Passing) {
            self.leave_thread(thread, of, parent, cause).await;
        }
    }

    /// Lets a match whose thread was deleted go on in the channel.
    pub(super) async fn thread_gone(&self, thread: ChannelId) {
        if let Some((of, parent)) = self.thread_in_use(thread).await {
            self.leave_thread(thread, of, parent, Cause::Gone).await;
        }
    }

    /// Returns the running match of a thread, and the thread's channel.
    async fn thread_in_use(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let (of, parent) = self.match_inside(thread).await?;
        let running = self.desk(move |desk| desk.is_running(of)).await?;
        let used = self.is_thread_of(thread, of).await;
        (used && running.unwrap_or(false)).then_some((of, parent))
    }

    async fn leave_thread(&self, thread: ChannelId, of: MatchId, parent: ChannelId, cause: Cause) {
        self.forget_thread(of).await;
        let place = Place::Thread { id: thread, of };
        self.say_with_board(parent, place.why_not(cause), of).await;
    }

    async fn say_with_board(&self, channel: ChannelId, says: String, of: MatchId) {
        let board = Choice::new("Show the board", format!("board #{of}"));
        let sheet = Sheet {
            rows: choices(&Menu { choices: vec![board], asked_at: None }).0,
            ..Sheet::words(says)
        };
        if let Err(err) = self.post(&sheet, channel, None).await {
            tracing::info!(%err, "what happened could not be said");
        }
    }
}
