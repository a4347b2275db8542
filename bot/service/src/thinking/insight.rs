//! Questions that need thinking: computed outside the service's turn, answered when done.
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use engine::refusal::{Code, Refusal};
use model::{
    ids::Chat,
    pool::{Priority, Work},
    reply::Reply,
    text::Text,
};
use tokio::sync::oneshot;

use super::{think::ThinkingResult, words};
use crate::{
    Outgoing, Request, RequestError, Service,
    context::{
        RequestContext,
        insights::{Insight, QuestionKey, WaitingRequest, Wanted},
    },
    metrics::Metrics,
};

/// How many answers are cached before all are dropped.
const REMEMBERED: usize = 64;

/// How many questions of one person may be in progress.
const MOST_ASKED: usize = 3;

/// Returns the answer to a question; if it isn't known, the request is handled again after
/// thinking.
///
/// # Errors
/// As the answer, if it is a refusal; and to think first.
pub fn insight<T: Send + Sync + 'static>(
    cx: &RequestContext<'_>,
    key: QuestionKey,
    rank: Priority,
    meanwhile: Option<Text>,
    work: impl FnOnce() -> Result<Work<Result<T, Refusal>>, RequestError>,
) -> Result<Arc<T>, RequestError> {
    if let Some(known) = cx.memory.insights.known.get(&key) {
        let known = Arc::clone(known.as_ref().map_err(Clone::clone)?).downcast();
        return known.map_err(|_| RequestError::Broken(format!("another answer to {key:?}")));
    }
    let mut work = work()?;
    let work: Work<Result<Insight, Refusal>> = Box::new(move || {
        let found = work()?;
        Some(found.map(|found| Arc::new(found) as Insight))
    });
    let work = Mutex::new(work);
    Err(RequestError::Thinks(Box::new(Wanted { key, rank, work, meanwhile })))
}

/// Thinks about a question. A panic is an answer too, so that nobody waits in vain.
fn thinking(
    metrics: Arc<Metrics>,
    number: u64,
    key: QuestionKey,
    work: Mutex<Work<Result<Insight, Refusal>>>,
) -> Work<ThinkingResult> {
    let mut work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    Box::new(move || {
        let found = metrics.guarded("thinking", &mut work);
        let found = found.unwrap_or_else(|| Some(Err(Refusal::new(Code::Broken, "a panic"))))?;
        Some(ThinkingResult::Insight { number, key: key.clone(), insight: found })
    })
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
    ) -> Result<Vec<(Chat, Outgoing)>, RequestError> {
        let Wanted { key, rank, work, meanwhile } = wanted;
        let insights = &mut self.memory.insights;
        let own = |waiting: &&WaitingRequest| {
            let from = &waiting.request.from;
            waiting.request.chat == request.chat && from.handle == request.from.handle
        };
        if MOST_ASKED <= insights.asked.values().filter(own).count() {
            return Err(words::still_thinking().into());
        }
        insights.count += 1;
        let number = insights.count;
        insights.last = Some(number);
        insights.asked.insert(number, WaitingRequest { request: request.clone(), holder: None });
        self.pool.put(Instant::now(), rank, thinking(self.metrics(), number, key, work));
        let room = request.room.handle.clone();
        let said = meanwhile.map(|says| Outgoing { id: None, room, reply: Reply::room(says) });
        Ok(said.map(|outgoing| (request.chat, outgoing)).into_iter().collect())
    }

    /// Starts thinking about what nobody asked, unless it has begun. The answer is stored.
    pub fn think_unasked(&mut self, wanted: Wanted) {
        let Wanted { key, rank, work, meanwhile: _ } = wanted;
        let insights = &mut self.memory.insights;
        if !insights.unasked.insert(key.clone()) {
            return;
        }
        insights.count += 1;
        let number = insights.count;
        self.pool.put(Instant::now(), rank, thinking(self.metrics(), number, key, work));
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
    pub fn learn(
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
        insights.unasked.remove(&key);
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
