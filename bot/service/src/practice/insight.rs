//! Questions that need thinking: computed outside the service's turn, answered when done.
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use engine::{
    chance::Ply,
    mind::{Judged, Review, Thought},
    refusal::Refusal,
    seat::Seat,
};
use tokio::sync::oneshot;

use super::{think::ThinkingResult, words};
use crate::{Fault, Outgoing, Request, RequestContext, Service};
use model::{
    ids::{Chat, MatchId},
    pool::{Priority, Work},
    reply::Reply,
    text::Text,
};

/// How many answers are cached before all are dropped.
const REMEMBERED: usize = 64;

/// How many questions of one person may be in progress.
const MOST_ASKED: usize = 3;

/// A question: the position and the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QuestionKey {
    pub(crate) of: MatchId,
    /// Step and take.
    pub(crate) at: (u32, u32),
    pub(crate) subject: InsightSubject,
    /// When someone last had their data deleted, here or by another process: an answer from before
    /// may name them.
    erased: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum InsightSubject {
    /// What a seat should do.
    Hint(Seat),
    /// The value of a seat's words.
    Compare(Seat, String),
    /// How the match went.
    Review,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Insight {
    /// What a strong player would do, and what it expects to follow.
    Hint {
        thought: Thought,
        /// What it gains at once.
        reason: Option<String>,
        line: Vec<String>,
    },
    Compare(Judged),
    Review(Arc<Review>),
}

/// Thinking needed before a request can be handled.
pub struct Wanted {
    pub(crate) key: QuestionKey,
    pub(crate) rank: Priority,
    pub(crate) work: Mutex<Work<Result<Insight, Refusal>>>,
    /// What to say meanwhile if it takes long.
    pub(crate) meanwhile: Option<Text>,
}

impl fmt::Debug for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Wanted").field(&self.key).finish()
    }
}

/// Cached answers, and who waits for which question.
#[derive(Default)]
pub(crate) struct Insights {
    known: HashMap<QuestionKey, Result<Insight, Refusal>>,
    asked: HashMap<u64, WaitingRequest>,
    count: u64,
    /// The question of the last request.
    last: Option<u64>,
}

/// A request to be handled again when its answer is known.
struct WaitingRequest {
    request: Request,
    /// A caller who repeats the request.
    holder: Option<oneshot::Sender<()>>,
}

impl Insights {
    /// Clears the cache, because it may hold words of someone who is gone.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// Marks the start of a request.
    pub(crate) fn begin(&mut self) {
        self.last = None;
    }
}

impl RequestContext<'_> {
    /// Returns the key of a question about a position.
    pub(crate) fn insight_key(
        &self,
        of: MatchId,
        at: Ply,
        subject: InsightSubject,
    ) -> Result<QuestionKey, Fault> {
        let erased = self.tx.last_erasure()?;
        Ok(QuestionKey { of, at: (at.step, at.take), subject, erased })
    }

    /// Returns the answer to a question; if it isn't known, the request is handled again after
    /// thinking.
    pub(crate) fn insight(
        &self,
        key: QuestionKey,
        rank: Priority,
        meanwhile: Option<Text>,
        work: impl FnOnce() -> Result<Work<Result<Insight, Refusal>>, Fault>,
    ) -> Result<Insight, Fault> {
        match self.memory.insights.known.get(&key) {
            Some(known) => Ok(known.clone()?),
            None => {
                let work = Mutex::new(work()?);
                Err(Fault::Thinks(Box::new(Wanted { key, rank, work, meanwhile })))
            }
        }
    }
}

impl Service {
    /// Starts thinking for a request; returns what to say meanwhile.
    ///
    /// # Errors
    /// If too many questions of that person are in progress.
    pub(crate) fn think_about(
        &mut self,
        request: &Request,
        wanted: Wanted,
    ) -> Result<Vec<(Chat, Outgoing)>, Fault> {
        let Wanted { key, rank, work, meanwhile } = wanted;
        let mut work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        let insights = &mut self.memory.insights;
        let own = |it: &&WaitingRequest| {
            let from = &it.request.from;
            it.request.chat == request.chat && from.handle == request.from.handle
        };
        if MOST_ASKED <= insights.asked.values().filter(own).count() {
            return Err(words::still_thinking().into());
        }
        insights.count += 1;
        let number = insights.count;
        insights.last = Some(number);
        insights.asked.insert(number, WaitingRequest { request: request.clone(), holder: None });
        let mut found =
            move |insight| ThinkingResult::Insight { number, key: key.clone(), insight };
        let work = move || work().map(&mut found);
        self.pool.put(Instant::now(), rank, Box::new(work));
        let room = request.room.handle.clone();
        let said = meanwhile.map(|says| Outgoing { id: None, room, reply: Reply::room(says) });
        Ok(said.map(|it| (request.chat, it)).into_iter().collect())
    }

    /// Returns a receiver for when the last request can be repeated by the caller. Without one, the
    /// answer goes to its chat's listener.
    pub fn hold(&mut self) -> Option<oneshot::Receiver<()>> {
        let asked = self.memory.insights.asked.get_mut(&self.memory.insights.last.take()?)?;
        let (holder, held) = oneshot::channel();
        asked.holder = Some(holder);
        Some(held)
    }

    /// Stores an answer, and answers those who asked.
    pub(crate) fn learn(
        &mut self,
        number: u64,
        key: QuestionKey,
        insight: Result<Insight, Refusal>,
        now: i64,
    ) {
        let insights = &mut self.memory.insights;
        if REMEMBERED <= insights.known.len() {
            insights.known.clear();
        }
        insights.known.insert(key, insight);
        let Some(WaitingRequest { request, holder }) = insights.asked.remove(&number) else {
            return;
        };
        if let Some(holder) = holder {
            // The caller may have given up.
            holder.send(()).ok();
            return;
        }
        let request = Request { now, ..request };
        for outgoing in self.handle(&request) {
            self.pass_on(request.chat, outgoing);
        }
    }
}
