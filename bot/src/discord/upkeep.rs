//! What happens to places and messages without anybody asking the bot: said where it still can be, and mended where it can.
use std::collections::HashSet;

use serenity::model::id::{ChannelId, GuildId, MessageId};

use super::{
    bot::{Bot, CHAT, SENTENCE, number},
    place::{INSIDE, Place, THREAD},
    sheet::{Sheet, choices},
    trouble::Cause,
};
use crate::{
    reply::{Choice, Menu},
    store::{BoardAt, MatchId, Room},
};

/// What the notes begin with that tell, by match, that its players know of the loss of its place.
const LOST: &str = "lost/";
/// How long a sentence too long for a button is kept, in seconds.
const KEPT: i64 = 60 * 24 * 3600;

impl Bot {
    /// Says that the standing board of a match was deleted, with a button that shows it again.
    pub(super) async fn deleted(&self, channel: ChannelId, message: MessageId) {
        let Some(of) = self.match_shown(message).await else { return };
        self.forget_standing(message).await;
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

    /// Sees to threads of a server that are not among its active ones: those of running matches are woken, the others forgotten.
    pub(super) async fn look_after_threads(
        &self,
        channels: HashSet<ChannelId>,
        active: HashSet<ChannelId>,
    ) {
        for (key, _) in self.notes(INSIDE).await {
            let Some(thread) = key.strip_prefix(INSIDE).and_then(number).map(ChannelId::new) else {
                continue;
            };
            let Some((of, parent)) = self.match_inside(thread).await else { continue };
            if active.contains(&thread) || !channels.contains(&parent) {
                continue;
            }
            if self.runs(of).await {
                self.thread_closed(thread, false).await;
            } else {
                self.keep(key, None).await;
                self.keep(format!("{THREAD}{of}"), None).await;
            }
        }
    }

    /// Tells the players of a channel's matches that it is no more.
    pub(super) async fn channel_gone(&self, channel: ChannelId) {
        let handle = channel.to_string();
        let why = "The channel of this match is no more";
        self.tell_of_loss(why, move |it| it.handle == handle).await;
    }

    /// Tells the players of a server's matches that the bot is there no longer.
    pub(super) async fn guild_gone(&self, guild: GuildId) {
        let server = guild.to_string();
        let why = "I was removed from the server of this match";
        self.tell_of_loss(why, move |it| it.server == server).await;
    }

    /// Writes to the players of the matches of some rooms, once.
    async fn tell_of_loss(&self, why: &str, fits: impl Fn(&Room) -> bool + Send + 'static) {
        let lost = self.desk(move |desk| desk.running_in(CHAT, fits)).await;
        for (of, players) in lost.and_then(Result::ok).unwrap_or_default() {
            let key = format!("{LOST}{of}");
            // In one go: of a loss it may be heard twice at the same time.
            let told = self.desk(move |desk| {
                let told = desk.note(CHAT, &key)?.is_some();
                desk.keep(CHAT, &key, Some("")).map(|()| told)
            });
            if !matches!(told.await, Some(Ok(false))) {
                continue;
            }
            let users = self.users(vec![players.first, players.second]).await;
            for user in users.into_values() {
                let says = format!(
                    "{why}. Match #{of} goes on: say your moves here, such as `#{of} moves`, and I answer here."
                );
                match self.direct(user, false).await {
                    Ok(channel) => self.say_with_board(channel, says, of).await,
                    Err(err) => tracing::info!(%err, "somebody cannot be told of a loss"),
                }
            }
        }
    }

    /// Strikes out notes that are of no use any more: of matches that are over, of replies that nobody waits for, and sentences of
    /// old buttons.
    pub(super) async fn sweep(&self) {
        self.withdraw_offers(None).await;
        let late = self.desk(|desk| desk.undelivered(CHAT)).await;
        let Some(Ok(late)) = late else { return };
        let to_come = |of: MatchId| late.iter().any(|it| it.reply.turn_of == Some(of));
        for BoardAt { of, message, .. } in
            self.kept(|desk| desk.boards(CHAT)).await.unwrap_or_default()
        {
            if !to_come(of) && !self.runs(of).await {
                self.kept(move |desk| desk.forget_board(CHAT, &message)).await;
            }
        }
        for (key, _) in self.notes(LOST).await {
            let number = key.strip_prefix(LOST).and_then(|it| it.parse().ok());
            let Some(of) = number.map(MatchId) else { continue };
            if !to_come(of) && !self.runs(of).await {
                self.keep(key, None).await;
            }
        }
        let now = jiff::Timestamp::now().as_second();
        let is_new = |kept: &str| {
            let since = kept.split(' ').next().and_then(|it| it.parse::<i64>().ok());
            since.is_some_and(|it| now - it < KEPT)
        };
        for (key, kept) in self.notes(SENTENCE).await {
            if !is_new(&kept) {
                self.keep(key, None).await;
            }
        }
    }

    /// Returns the notes whose keys begin so.
    pub(super) async fn notes(&self, prefix: &'static str) -> Vec<(String, String)> {
        match self.desk(move |desk| desk.notes(CHAT, prefix)).await {
            Some(Ok(notes)) => notes,
            Some(Err(err)) => {
                tracing::error!(%err, "notes cannot be read");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Tells whether a match is still played, as far as is known.
    async fn runs(&self, of: MatchId) -> bool {
        self.desk(move |desk| desk.is_running(of)).await.is_none_or(|it| it.unwrap_or(true))
    }

    /// Returns the running match of a thread, and the thread's channel.
    async fn thread_in_use(&self, thread: ChannelId) -> Option<(MatchId, ChannelId)> {
        let (of, parent) = self.match_inside(thread).await?;
        let used = self.is_thread_of(thread, of).await;
        (used && self.runs(of).await).then_some((of, parent))
    }

    async fn leave_thread(&self, thread: ChannelId, of: MatchId, parent: ChannelId, cause: Cause) {
        self.forget_thread(of).await;
        let place = Place::Thread { id: thread, of };
        self.say_with_board(parent, place.why_not(cause), of).await;
    }

    async fn say_with_board(&self, channel: ChannelId, says: String, of: MatchId) {
        let board = Choice::new("Show the board", format!("board #{of}"));
        let sheet = Sheet {
            rows: choices(&Menu { choices: vec![board], ..Menu::default() }).0,
            ..Sheet::words(says)
        };
        if let Err(err) = self.post(&sheet, channel, None).await {
            tracing::info!(%err, "what happened could not be said");
        }
    }
}
