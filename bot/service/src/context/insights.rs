//! What the bot was asked to think about, and who waits for it.
use std::{
    any::{Any, TypeId},
    collections::{HashMap, HashSet},
    fmt,
    sync::{Arc, Mutex},
};

use engine::{chance::StepKey, refusal::Refusal, seat::Seat};
use model::{
    ids::MatchId,
    pool::{Priority, Work},
    text::Text,
};
use store::StoreError;
use tokio::sync::oneshot;

use crate::{Request, context::RequestContext};

/// A question about a position. Which question it is, the type of its answer says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuestionKey {
    pub of: MatchId,
    /// Step and take.
    at: (u32, u32),
    answer: TypeId,
    /// The seat that it is about, if it is about one, and the words of that seat.
    seat: Option<Seat>,
    words: String,
    /// When someone last had their data deleted, here or by another process: an answer from before
    /// may name them.
    erased: Option<i64>,
}

impl QuestionKey {
    /// Makes a question whose answer is of type `T`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn new<T: 'static>(
        cx: &RequestContext<'_>,
        of: MatchId,
        at: StepKey,
    ) -> Result<QuestionKey, StoreError> {
        let (answer, erased) = (TypeId::of::<T>(), cx.tx.last_erasure()?);
        let at = (at.step, at.take);
        Ok(QuestionKey { of, at, answer, seat: None, words: String::new(), erased })
    }

    /// Makes it a question about a seat, and about its words if there are any.
    #[must_use]
    pub fn about(self, seat: Seat, words: &str) -> QuestionKey {
        QuestionKey { seat: Some(seat), words: words.to_owned(), ..self }
    }

    /// Tells whether its answer is of type `T`.
    pub fn asks<T: 'static>(&self) -> bool {
        self.answer == TypeId::of::<T>()
    }
}

/// An answer, of the type that its question says.
pub type Insight = Arc<dyn Any + Send + Sync>;

/// Thinking needed before a request can be handled.
pub struct Wanted {
    pub key: QuestionKey,
    pub rank: Priority,
    pub work: Mutex<Work<Result<Insight, Refusal>>>,
    /// What to say meanwhile if it takes long.
    pub meanwhile: Option<Text>,
}

impl fmt::Debug for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Wanted").field(&self.key).finish()
    }
}

/// Cached answers, and who waits for which question.
#[derive(Default)]
pub struct Insights {
    pub known: HashMap<QuestionKey, Result<Insight, Refusal>>,
    pub asked: HashMap<u64, WaitingRequest>,
    pub count: u64,
    /// Questions that nobody asked, and that are thought about.
    pub unasked: HashSet<QuestionKey>,
    /// The question of the last request.
    pub last: Option<u64>,
}

/// A request to be handled again when its answer is known.
pub struct WaitingRequest {
    pub request: Request,
    /// A caller who repeats the request.
    pub holder: Option<oneshot::Sender<()>>,
}

impl Insights {
    /// Clears the cache, because it may hold words of someone who is gone.
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// Marks the start of a request.
    pub fn begin(&mut self) {
        self.last = None;
    }
}
