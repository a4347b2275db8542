//! The trait of a chat, and what delivery and a chat tell each other.
use std::{
    fmt::Display,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use super::{Change, Dispatcher, Place};
use crate::{
    paint::Painted,
    reply::Reply,
    service::{Context, Outgoing},
    store::{self, BoardAt, MatchId},
    text::Text,
};

/// A chat to which replies are delivered. It knows how to send; what is sent where, and what follows, is decided here.
///
/// Whatever has a default can be left out by a chat that has no such thing.
pub trait Chat: Send + Sync + Sized + 'static {
    /// The chat as the store knows it.
    const CHAT: store::Chat;

    /// A reply in the chat's own form.
    type Body: Send + Sync;
    /// Something that takes an answer of its own, such as a command or the press of a button.
    type Interaction: Send + Sync;
    /// Work of the chat's own that waits in a queue.
    type Chore: Send;
    type Error: Display + Send;

    fn dispatcher(&self) -> &Dispatcher<Self>;

    fn abilities(&self) -> Abilities;

    /// Sorts an error by what is to be done about it.
    fn classify(err: &Self::Error) -> Cause;

    /// Waits until messages can be sent; tells whether they can before the program ends.
    fn connected(&self) -> impl Future<Output = bool> + Send {
        async { true }
    }

    /// Looks at a room before something is said there; tells whether only one person and the bot are in it.
    ///
    /// # Errors
    /// When the bot cannot speak there.
    fn enter(&self, room: &str) -> impl Future<Output = Result<bool, Self::Error>> + Send {
        let _ = room;
        async { Ok(false) }
    }

    /// Returns the sentences of a reply's menu that have no room in the message, with their keys.
    fn sentences(reply: &Reply) -> Vec<(String, String)> {
        let _ = reply;
        Vec::new()
    }

    /// Writes a reply in the chat's own form. `text` is all that it says.
    ///
    /// # Errors
    /// When that needs something that is not there now.
    fn render(
        &self,
        outgoing: &Outgoing,
        context: &Context,
        text: &Text,
        painted: Vec<Painted>,
    ) -> impl Future<Output = Result<Self::Body, Self::Error>> + Send;

    /// Writes what stays of a board when another one takes its place.
    fn left(reply: &RenderedReply<Self>) -> Written;

    /// Posts a reply as a message. Returns its last message, where the chat says which that is.
    ///
    /// # Errors
    /// When the chat does not take it there.
    fn post(
        &self,
        reply: &RenderedReply<Self>,
        target: Target<'_, Self>,
    ) -> impl Future<Output = Result<Option<Posted>, Self::Error>> + Send;

    /// Puts a reply in the place of a board; without one the board shrinks to the words that it keeps.
    ///
    /// # Errors
    /// When the chat does not take it.
    fn replace(
        &self,
        board: &BoardAt,
        reply: Option<&RenderedReply<Self>>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Answers an interaction; nothing where that is not possible, so that the reply goes out as a message.
    ///
    /// # Errors
    /// When the chat does not take the answer.
    fn answer(
        &self,
        reply: &RenderedReply<Self>,
        asked: &Asked<Self::Interaction>,
        how: Answer<'_>,
    ) -> impl Future<Output = Result<Option<Option<Posted>>, Self::Error>> + Send {
        let _ = (reply, asked, how);
        async { Ok(None) }
    }

    /// Opens a thread for a match, in chats where that comes before its first message; returns the thread's id.
    ///
    /// # Errors
    /// When no thread can be opened there.
    fn open_thread(
        &self,
        of: MatchId,
        reply: &RenderedReply<Self>,
    ) -> impl Future<Output = Result<String, Self::Error>> + Send;

    /// Returns where the chat speaks with somebody alone, the room where they asked if that is such a place. With `anew` the place
    /// used before is gone.
    ///
    /// # Errors
    /// When they cannot be reached in private.
    fn private_place(
        &self,
        handle: &str,
        asked_in: Option<&str>,
        anew: bool,
    ) -> impl Future<Output = Result<Place, Self::Error>> + Send;

    /// Looks for a message that may have arrived though nothing was heard of it.
    fn find_posted(
        &self,
        reply: &RenderedReply<Self>,
        place: &Place,
    ) -> impl Future<Output = Option<Posted>> + Send {
        let _ = (reply, place);
        async { None }
    }

    /// Returns who is called by a reply and cannot read it in a place.
    ///
    /// # Errors
    /// When that is not known now.
    fn absent(
        &self,
        reply: &RenderedReply<Self>,
        place: &Place,
    ) -> impl Future<Output = Result<Vec<String>, Self::Error>> + Send {
        let _ = (reply, place);
        async { Ok(Vec::new()) }
    }

    /// Puts into words why something comes somewhere else; nothing where that needs no words.
    fn excuse(&self, excuse: Excuse<'_>) -> impl Future<Output = Option<String>> + Send;

    /// Shows where something was asked that the answer is in private.
    fn hint(
        &self,
        reply: &RenderedReply<Self>,
        asked: &Asked<Self::Interaction>,
    ) -> impl Future<Output = ()> + Send {
        let _ = (reply, asked);
        async {}
    }

    /// Offers a private reply in another way to somebody who cannot be reached in private; nothing where there is none.
    ///
    /// # Errors
    /// When that does not work now.
    fn offer(
        &self,
        reply: &RenderedReply<Self>,
        handle: &str,
        place: &Place,
    ) -> impl Future<Output = Result<Option<Brought>, Self::Error>> + Send {
        let _ = (reply, handle, place);
        async { Ok(None) }
    }

    /// Does what follows a message that has been sent, by which nobody is held up.
    fn follow_up(self: &Arc<Self>, said: Said<'_, Self>) {
        let _ = said;
    }

    /// Does work of the chat's own when its turn has come.
    fn work(self: &Arc<Self>, chore: &mut Self::Chore) -> impl Future<Output = ()> + Send {
        let _ = chore;
        async {}
    }
}

/// What a chat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    pub edits: Edits,
    pub threads: Threads,
    /// Whether answers for the room are shown as replies to the message that asked.
    pub quotes: bool,
    /// Whether nobody else will ever read what is said where only the asker and the bot are.
    pub sealed: bool,
    /// Whether choices are typed by number, so that the menu shown last in each place is remembered.
    pub numbers: bool,
    /// The most lines of an answer that stands among what people say; a longer one gets a thread.
    pub longest: Option<usize>,
}

/// Which boards can be changed where they stand without a limit being used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edits {
    /// Any board; after the press of a sign that nobody can press twice a new one is posted.
    Any,
    /// The board whose button was pressed.
    Pressed,
}

/// How the thread of a match comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// It is opened before its first message, and is a place with an id of its own.
    Opened,
    /// It begins with the first board and is part of the room.
    FromBoard,
}

/// What a failure means for what was to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The place is no more, or the bot was removed from it.
    Gone,
    /// The bot may not write there.
    Forbidden,
    /// The place is locked.
    Locked,
    /// The person takes no private messages.
    Closed,
    /// It may work later; after so long, where the chat says.
    Later { after: Option<Duration> },
    /// Nothing gets out at all now: it is not the message's fault.
    Offline,
    /// It will not work however often it is tried.
    Never,
}

impl Cause {
    /// Tells whether another try may help.
    pub fn passes(self) -> bool {
        matches!(self, Cause::Later { .. } | Cause::Offline)
    }
}

/// The message that a reply answers.
#[derive(Clone, Debug)]
pub struct Asked<I> {
    /// Where it was said; [`Place::answers`] is the message, where it was typed.
    pub place: Place,
    /// Who said it.
    pub by: String,
    /// Whether only the asker and the bot are there.
    pub alone: bool,
    /// Whether the words may have been talk between people.
    pub talk: bool,
    /// The message that was pressed.
    pub pressed: Option<String>,
    /// What still takes an answer.
    pub interaction: Option<Arc<I>>,
}

impl<I> Asked<I> {
    /// Returns the same without what still takes an answer.
    pub fn plain(&self) -> Asked<()> {
        let Asked { place, by, alone, talk, pressed, interaction: _ } = self;
        let (place, by, pressed) = (place.clone(), by.clone(), pressed.clone());
        Asked { place, by, alone: *alone, talk: *talk, pressed, interaction: None }
    }
}

/// A reply made ready for a chat.
pub struct RenderedReply<C: Chat> {
    pub outgoing: Outgoing,
    /// How things stood when it was made ready.
    pub context: Context,
    pub body: C::Body,
    /// Whether it was left from before the start, so that it may have been sent already.
    pub late: bool,
    pub progress: Progress,
}

/// How far a reply has been sent: a retry goes on there.
#[derive(Default)]
pub struct Progress {
    pages: Mutex<(String, usize)>,
    told: Mutex<Vec<String>>,
    /// The board that shrank when its button was pressed.
    pub shrunk: OnceLock<String>,
}

impl Progress {
    /// Returns how many pages were sent to a place before something came between.
    pub fn pages(&self, place: &str) -> usize {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.0 == place { pages.1 } else { 0 }
    }

    /// Notes that so many pages have been sent to a place.
    pub fn sent(&self, place: &str, pages: usize) {
        *self.pages.lock().unwrap_or_else(PoisonError::into_inner) = (place.to_owned(), pages);
    }

    pub(super) fn is_told(&self, handle: &str) -> bool {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.iter().any(|it| it == handle)
    }

    pub(super) fn tell(&self, handle: &str) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(handle.to_owned());
    }
}

/// Where a message is posted.
pub struct Target<'a, C: Chat> {
    pub place: &'a Place,
    /// What it answers there.
    pub asked: Option<&'a Asked<C::Interaction>>,
    /// Said first: why it comes here.
    pub lead: Option<&'a str>,
}

/// How an interaction is answered.
#[derive(Clone, Copy, Debug)]
pub enum Answer<'a> {
    /// With the board of a turn that belongs in this place.
    Board(&'a Place, Change),
    /// Where only the asker reads it.
    Alone,
}

/// Why something comes somewhere else than where it belongs.
#[derive(Clone, Copy, Debug)]
pub enum Excuse<'a> {
    /// The match had a thread, and goes on in its room.
    Thread { of: MatchId, cause: Cause },
    /// No thread can be opened in the room.
    NoThread { of: MatchId },
    /// The bot cannot speak in the room.
    Room { place: &'a Place, cause: Cause },
    /// Somebody is not where it was said.
    NotThere { place: &'a Place },
}

/// A message as the chat knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The place in which a board stands: a thread of its own, or the room.
    pub place: String,
    pub message: String,
}

/// What became of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brought {
    /// It has been sent, or nobody is left who could read it.
    Done,
    /// It waits in the outbox until it is asked for.
    Waits,
}

/// A message that has been sent.
pub struct Said<'a, C: Chat> {
    pub reply: &'a Arc<RenderedReply<C>>,
    pub place: &'a Place,
    pub posted: Option<&'a Posted>,
    pub change: Change,
    pub asked: Option<&'a Asked<C::Interaction>>,
}

/// Words in the two forms that chats know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub plain: String,
    pub html: String,
}
