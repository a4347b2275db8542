//! The trait of a chat, and the types that delivery and chats exchange.
use std::{fmt::Display, sync::Arc, time::Duration};

use command::Verb;
use model::{
    ids::MatchId,
    reply::{Reply, RoleChange, RoleObstacle},
    text::Text,
};
use service::{DeliveryContext, Drawing, Outgoing};
use store::{BoardMessage, CardAt, ToldMessage};

use super::{Change, Dispatcher, Place, rendered::RenderedReply, written::Written};

/// A chat that replies are delivered to. It knows how to send; delivery decides what is sent where.
///
/// Methods with a default are optional.
pub trait ChatAdapter: Send + Sync + Sized + 'static {
    /// The chat's id in the store.
    const CHAT: model::ids::Chat;

    /// A reply in the chat's format.
    type Body: Send + Sync;
    /// Something that needs its own answer, such as a command or a button press.
    type Interaction: Send + Sync;
    /// The chat's own jobs in the queues.
    type Chore: Send;
    /// The pictures of a reply, as the chat needs them.
    type Pictures: Default + Send;
    type Error: Display + Send;

    fn dispatcher(&self) -> &Dispatcher<Self>;

    fn abilities(&self) -> Abilities;

    /// Classifies an error by what to do about it.
    fn classify(err: &Self::Error) -> Cause;

    /// Waits until messages can be sent; tells whether that happens before the program ends.
    fn connected(&self) -> impl Future<Output = bool> + Send {
        async { true }
    }

    /// Checks a room before something is sent there; tells whether only one person and the bot are
    /// in it.
    ///
    /// # Errors
    /// If the bot can't write there.
    fn enter(&self, _room: &str) -> impl Future<Output = Result<bool, Self::Error>> + Send {
        async { Ok(false) }
    }

    /// Returns the lines of a menu that are too long for the message, with their keys.
    fn sentences(_reply: &Reply) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Draws the pictures of a reply.
    ///
    /// # Errors
    /// Why drawing failed; the reply is then sent in words.
    fn paint(
        &self,
        drawing: Option<Drawing>,
        reply: &Reply,
    ) -> impl Future<Output = Result<Self::Pictures, String>> + Send;

    /// Renders a reply in the chat's format. `text` is its complete text.
    ///
    /// # Errors
    /// If something it needs isn't available now.
    fn render(
        &self,
        outgoing: &Outgoing,
        context: &DeliveryContext,
        text: &Text,
        pictures: Self::Pictures,
    ) -> impl Future<Output = Result<Self::Body, Self::Error>> + Send;

    /// Renders what remains of a board after it is handed over.
    fn written(reply: &RenderedReply<Self>, text: &Text) -> Written;

    /// Posts a reply. Returns the id of its last message, if the chat gives one.
    ///
    /// # Errors
    /// If the chat doesn't accept it there.
    fn post(
        &self,
        reply: &RenderedReply<Self>,
        target: Target<'_, Self>,
    ) -> impl Future<Output = Result<Option<Posted>, Self::Error>> + Send;

    /// Replaces a message by a reply.
    ///
    /// # Errors
    /// If the chat doesn't accept it.
    fn replace(
        &self,
        standing: StandingMessage<'_>,
        reply: &RenderedReply<Self>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Shrinks a board to its line.
    ///
    /// # Errors
    /// If the chat doesn't accept it.
    fn shrink(&self, board: &BoardMessage) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Takes back a message about a match that is over. One that is gone is none that fails.
    ///
    /// # Errors
    /// If the chat doesn't accept it.
    fn remove(&self, _told: &ToldMessage) -> impl Future<Output = Result<(), Self::Error>> + Send {
        async { Ok(()) }
    }

    /// Answers an interaction, or returns nothing if that isn't possible and the reply must be a
    /// message.
    ///
    /// # Errors
    /// If the chat doesn't accept the answer.
    fn answer(
        &self,
        _reply: &RenderedReply<Self>,
        _asked: &Asked<Self::Interaction>,
        _how: Answer<'_>,
    ) -> impl Future<Output = Result<Option<Option<Posted>>, Self::Error>> + Send {
        async { Ok(None) }
    }

    /// Returns the last interaction in a room that everybody there can still read answers to, for
    /// rooms where the bot can't post.
    fn still_open(&self, _room: &str) -> Option<Asked<Self::Interaction>> {
        None
    }

    /// Opens a thread for a match, in chats where threads exist before their first message. Returns
    /// its id; none where the match belongs in the room.
    ///
    /// # Errors
    /// If no thread can be opened there.
    fn open_thread(
        &self,
        _of: MatchId,
        _reply: &RenderedReply<Self>,
    ) -> impl Future<Output = Result<Option<String>, Self::Error>> + Send {
        async { Ok(None) }
    }

    /// Closes the thread of a match that is over, unless somebody wrote there after a time, in Unix seconds. Returns whether it is closed now.
    ///
    /// # Errors
    /// If the chat doesn't accept it.
    fn close_thread(
        &self,
        _thread: &str,
        _quiet_since: i64,
    ) -> impl Future<Output = Result<bool, Self::Error>> + Send {
        async { Ok(true) }
    }

    /// Wakes a thread that fell asleep, in chats where that happens.
    ///
    /// # Errors
    /// If it is locked or deleted.
    fn wake_thread(&self, _thread: &str) -> impl Future<Output = Result<(), Self::Error>> + Send {
        async { Ok(()) }
    }

    /// Writes a command as it is typed in a room with this prefix.
    fn command(&self, verb: Verb, prefix: &str) -> Text {
        Text::code(format!("{prefix}{}", verb.name()))
    }

    /// Returns the private room of a person, or the room where they asked if that is private. With
    /// `anew` the previous one no longer works.
    ///
    /// # Errors
    /// If they can't be reached in private.
    fn private_place(
        &self,
        handle: &str,
        asked_in: Option<&str>,
        anew: bool,
    ) -> impl Future<Output = Result<Place, Self::Error>> + Send;

    /// Looks for a message that may have arrived without confirmation.
    fn find_posted(
        &self,
        _reply: &RenderedReply<Self>,
        _place: &Place,
    ) -> impl Future<Output = Option<Posted>> + Send {
        async { None }
    }

    /// Returns the people a reply pings who can't read it in a place, or in the answer to what was
    /// asked there.
    ///
    /// # Errors
    /// If that can't be found out now.
    fn absent(
        &self,
        _reply: &RenderedReply<Self>,
        _place: &Place,
        _asked: Option<&Asked<Self::Interaction>>,
    ) -> impl Future<Output = Result<Vec<String>, Self::Error>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Words why something is sent elsewhere, or nothing if that needs no explanation.
    fn why_elsewhere(
        &self,
        reason: ElsewhereReason<'_>,
    ) -> impl Future<Output = Option<String>> + Send;

    /// Shows at the question that the answer was sent in private.
    fn hint(
        &self,
        _reply: &RenderedReply<Self>,
        _asked: &Asked<Self::Interaction>,
    ) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Offers a private reply in another way to someone who can't be reached in private.
    ///
    /// # Errors
    /// If that isn't possible now.
    fn offer(
        &self,
        _reply: &RenderedReply<Self>,
        _handle: &str,
        _place: &Place,
    ) -> impl Future<Output = Result<Option<OfferedReply>, Self::Error>> + Send {
        async { Ok(None) }
    }

    /// Hands a role of a server from one person to another, or checks that the bot may. Repeating it
    /// does no harm. Returns why it isn't possible.
    ///
    /// # Errors
    /// If that can't be found out now.
    fn change_role(
        &self,
        _change: &RoleChange,
    ) -> impl Future<Output = Result<Option<RoleObstacle>, Self::Error>> + Send {
        async { Ok(Some(RoleObstacle::NoRoles)) }
    }

    /// Does what should follow a sent message, without blocking anything.
    fn follow_up(self: &Arc<Self>, _said: SentReply<'_, Self>) {}

    /// Does one of the chat's own jobs.
    fn work(self: &Arc<Self>, _chore: &mut Self::Chore) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// What a chat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    pub edits: Edits,
    pub threads: Threads,
    /// Whether public answers are replies to the message that asked.
    pub quotes: bool,
    /// Whether nobody else can ever read a room where only the asker and the bot are.
    pub sealed: bool,
    /// Whether choices are typed by number, so that the last menu of each place is stored.
    pub numbers: bool,
    /// The most lines of an answer in a room; a longer one goes into a thread.
    pub longest: Option<usize>,
}

/// Which boards can be edited without counting against a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edits {
    /// Any board. After a press, a new one is posted if the same person can't press twice.
    Any,
    /// The board whose button was pressed.
    Pressed,
}

/// How threads of matches are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Opened before the first message; the thread has an id of its own.
    Opened,
    /// Started by the first board, as part of the room.
    FromBoard,
}

/// What an error means for the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The room no longer exists, or the bot was removed.
    Gone,
    /// The bot may not write there.
    Forbidden,
    /// The place is locked.
    Locked,
    /// The person doesn't accept private messages.
    Closed,
    /// It may work later; after this time, if the chat says so.
    Later { after: Option<Duration> },
    /// Another process sends something to the same room first.
    Behind,
    /// An earlier message to the same room was queued later.
    Last,
    /// Nothing can be sent now; the message isn't the reason.
    Offline,
    /// It will never work.
    Never,
}

impl Cause {
    /// Tells whether a retry may help.
    pub fn passes(self) -> bool {
        matches!(self, Cause::Later { .. } | Cause::Behind | Cause::Last | Cause::Offline)
    }
}

/// The message that a reply answers.
#[derive(Clone, Debug)]
pub struct Asked<I> {
    /// Where it was said; [`Place::answers`] is the message, if it was typed.
    pub place: Place,
    /// Who said it.
    pub by: String,
    /// Whether only the asker and the bot are there.
    pub alone: bool,
    /// Whether it may have been conversation instead of a command.
    pub talk: bool,
    /// The message that was pressed.
    pub pressed: Option<String>,
    /// The interaction that still needs an answer.
    pub interaction: Option<Arc<I>>,
}

impl<I> Asked<I> {
    /// Returns the same without the interaction.
    pub fn plain(&self) -> Asked<()> {
        let Asked { place, by, alone, talk, pressed, interaction: _ } = self;
        let (place, by, pressed) = (place.clone(), by.clone(), pressed.clone());
        Asked { place, by, alone: *alone, talk: *talk, pressed, interaction: None }
    }
}

/// A message of the bot that is edited.
#[derive(Clone, Copy, Debug)]
pub enum StandingMessage<'a> {
    Board(&'a BoardMessage),
    /// What asks somebody for a decision; `answers_only` as in [`BoardMessage`].
    Card {
        card: &'a CardAt,
        answers_only: bool,
    },
}

impl StandingMessage<'_> {
    /// Returns the chat's ids of its place and of the message.
    pub fn ids(&self) -> (&str, &str) {
        match self {
            StandingMessage::Board(BoardMessage { place, message, .. })
            | StandingMessage::Card { card: CardAt { place, message, .. }, .. } => (place, message),
        }
    }

    /// Tells whether the bot can only answer presses and commands in the room.
    pub fn answers_only(&self) -> bool {
        match self {
            StandingMessage::Board(board) => board.answers_only,
            StandingMessage::Card { answers_only, .. } => *answers_only,
        }
    }
}

/// Where to post a message.
pub struct Target<'a, C: ChatAdapter> {
    pub place: &'a Place,
    /// What it replies to.
    pub asked: Option<&'a Asked<C::Interaction>>,
    /// Said first: why it is posted here.
    pub lead: Option<&'a str>,
    /// The person who must learn of a private message, because they asked for nothing.
    pub calls: Option<&'a str>,
    /// Whether it answers in private what its reader said elsewhere.
    pub elsewhere: bool,
}

/// How an interaction is answered.
#[derive(Clone, Copy, Debug)]
pub enum Answer<'a> {
    /// With the board of a turn in this place.
    Board(&'a Place, Change),
    /// By editing the pressed message.
    Changed,
    /// Where only the asker reads it.
    Alone,
}

/// Why something is sent elsewhere.
#[derive(Clone, Copy, Debug)]
pub enum ElsewhereReason<'a> {
    /// The match's thread is gone or closed, so it continues in the room.
    Thread { of: MatchId, cause: Cause },
    /// The bot can't write in the room.
    Room { place: &'a Place, cause: Cause },
    /// Someone isn't in the room.
    NotThere { place: &'a Place },
}

/// A message, as the chat identifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The place of a board: its own thread, or the room.
    pub place: String,
    pub message: String,
    /// The message that begins the match's thread, if that is another one: the picture above the
    /// words.
    pub root: Option<String>,
}

/// Where a private reply is that was offered in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferedReply {
    /// There is no more to do: it can be had already, or nobody is left to read it.
    Done,
    /// It waits in the outbox until someone asks for it.
    Waits,
}

/// A sent message.
pub struct SentReply<'a, C: ChatAdapter> {
    pub reply: &'a Arc<RenderedReply<C>>,
    pub place: &'a Place,
    pub posted: Option<&'a Posted>,
    pub change: Change,
    pub asked: Option<&'a Asked<C::Interaction>>,
}
