//! What somebody asked that has to be thought about: worked out beside the service, and answered when that is done.
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use engine::{
    mind::{Judged, Review, Thought},
    refusal::{Code, Refusal},
    seat::Seat,
};
use tokio::sync::oneshot;

use super::think::Found;
use crate::{
    pool::{Rank, Work},
    reply::Reply,
    service::{Fault, Outgoing, Request, RequestContext, Service},
    store::{Chat, MatchId},
    text::Text,
};

/// How many answers are remembered before all are forgotten.
const REMEMBERED: usize = 64;

/// How many questions of one person may be thought about at once.
const MOST_ASKED: usize = 3;

/// What was asked: about which position, for whose eyes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::service) struct Key {
    pub(in crate::service) of: MatchId,
    /// Step and take.
    pub(in crate::service) at: (u32, u32),
    pub(in crate::service) subject: Subject,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::service) enum Subject {
    /// What a seat should do.
    Hint(Seat),
    /// What some words of a seat are worth.
    Compare(Seat, String),
    /// How the match went.
    Review,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::service) enum Insight {
    /// What a strong player would do, and what it expects to follow.
    Hint {
        thought: Thought,
        line: Vec<String>,
    },
    Compare(Judged),
    Review(Arc<Review>),
}

/// Something that has to be thought about before a request can be carried out.
pub struct Wanted {
    pub(in crate::service) key: Key,
    pub(in crate::service) rank: Rank,
    pub(in crate::service) work: Mutex<Work<Result<Insight, Refusal>>>,
    /// What is said meanwhile, where it takes long.
    pub(in crate::service) meanwhile: Option<Text>,
}

impl fmt::Debug for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Wanted").field(&self.key).finish()
    }
}

/// What is known, and who waits for what.
#[derive(Default)]
pub(in crate::service) struct Insights {
    known: HashMap<Key, Result<Insight, Refusal>>,
    asked: HashMap<u64, Asked>,
    count: u64,
    /// The question that the last request led to.
    last: Option<u64>,
}

/// A request that is carried out again when its answer is known.
struct Asked {
    request: Request,
    /// Someone who asks again unprompted.
    holder: Option<oneshot::Sender<()>>,
}

impl Insights {
    /// Forgets what is known, such as words of somebody who is gone.
    pub(in crate::service) fn clear(&mut self) {
        self.known.clear();
    }

    /// Takes note that a request begins.
    pub(in crate::service) fn begin(&mut self) {
        self.last = None;
    }
}

impl RequestContext<'_> {
    /// Returns what is known about something; where nothing is, the request is carried out again when it has been thought about.
    pub(in crate::service) fn insight(
        &self,
        key: Key,
        rank: Rank,
        meanwhile: Option<Text>,
        work: impl FnOnce() -> Result<Work<Result<Insight, Refusal>>, Fault>,
    ) -> Result<Insight, Fault> {
        match self.insights.known.get(&key) {
            Some(known) => Ok(known.clone()?),
            None => {
                let work = Mutex::new(work()?);
                Err(Fault::Thinks(Box::new(Wanted { key, rank, work, meanwhile })))
            }
        }
    }
}

impl Service {
    /// Has something thought about for a request; returns what is said meanwhile.
    ///
    /// # Errors
    /// When too much is being thought about for the same person.
    pub(in crate::service) fn think_about(
        &mut self,
        request: &Request,
        wanted: Wanted,
    ) -> Result<Vec<(Chat, Outgoing)>, Fault> {
        let Wanted { key, rank, work, meanwhile } = wanted;
        let mut work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        let insights = &mut self.insights;
        let own = |it: &&Asked| {
            let from = &it.request.from;
            it.request.chat == request.chat && from.handle == request.from.handle
        };
        if MOST_ASKED <= insights.asked.values().filter(own).count() {
            let says = "I am still thinking about what you asked before; wait for that.";
            return Err(Refusal::new(Code::TooMuch, says).into());
        }
        insights.count += 1;
        let number = insights.count;
        insights.last = Some(number);
        insights.asked.insert(number, Asked { request: request.clone(), holder: None });
        let mut found = move |insight| Found::Insight { number, key: key.clone(), insight };
        let work = move || work().map(&mut found);
        self.pool.put(Instant::now(), rank, Box::new(work));
        let room = request.room.handle.clone();
        let said = meanwhile.map(|says| Outgoing { id: None, room, reply: Reply::room(says) });
        Ok(said.map(|it| (request.chat, it)).into_iter().collect())
    }

    /// Returns what tells that the last request can be carried out again, where it has to be thought about first. The caller
    /// does so themselves; where nobody does, the answer goes to the listener of its chat.
    pub fn hold(&mut self) -> Option<oneshot::Receiver<()>> {
        let asked = self.insights.asked.get_mut(&self.insights.last.take()?)?;
        let (holder, held) = oneshot::channel();
        asked.holder = Some(holder);
        Some(held)
    }

    /// Takes note of what was found out, and answers who asked.
    pub(in crate::service) fn learn(
        &mut self,
        number: u64,
        key: Key,
        insight: Result<Insight, Refusal>,
        now: i64,
    ) {
        let insights = &mut self.insights;
        if REMEMBERED <= insights.known.len() {
            insights.known.clear();
        }
        insights.known.insert(key, insight);
        let Some(Asked { request, holder }) = insights.asked.remove(&number) else { return };
        if let Some(holder) = holder {
            // The holder may have given up.
            holder.send(()).ok();
            return;
        }
        let request = Request { now, ..request };
        for outgoing in self.handle(&request) {
            self.pass_on(request.chat, outgoing);
        }
    }
}
