//! What the bot was asked to think about, and who waits for it.
use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::{Arc, Mutex},
};

use content::puzzles::MissedChoice;
use engine::{
    mind::{Judged, Outlook, Review, Thought, TurnOdds},
    refusal::Refusal,
    seat::Seat,
};
use model::{
    ids::MatchId,
    pool::{Priority, Work},
    text::Text,
};
use tokio::sync::oneshot;

use crate::Request;

/// A question: the position and the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuestionKey {
    pub of: MatchId,
    /// Step and take.
    pub at: (u32, u32),
    pub subject: InsightSubject,
    /// When someone last had their data deleted, here or by another process: an answer from before
    /// may name them.
    pub erased: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InsightSubject {
    /// What a seat should do.
    Hint(Seat),
    /// The value of a seat's words.
    Compare(Seat, String),
    /// How the match went.
    Review,
    /// The choices that a seat missed.
    Missed(Seat),
    /// The chance of a seat.
    Chance(Seat),
    /// What this turn and the next bring.
    Upcoming,
    /// What chance gave.
    Luck,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Insight {
    /// What a strong player would do, and what it expects to follow.
    Hint {
        thought: Thought,
        outlook: Outlook,
    },
    /// How a seat's words compare with the best choice, and what follows both.
    Compare {
        judged: Judged,
        own: Outlook,
        better: Option<Outlook>,
    },
    Review(Arc<Review>),
    /// By step.
    Missed(Arc<Vec<(u32, MissedChoice)>>),
    /// A seat's expected result, from 0 to 1.
    Chance(f64),
    /// Something undecided, if there is anything.
    Upcoming(Option<TurnOdds>),
    /// To the first seat, in points.
    Luck(f64),
}

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
