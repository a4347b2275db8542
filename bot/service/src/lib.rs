//! The service: handles requests one at a time, each in one transaction, and returns replies. It
//! knows no chat and no SQL.
pub mod after;
pub mod answering;
pub mod authority;
pub mod awake;
pub mod by_link;
pub mod codes;
pub mod context;
pub mod dispatch;
pub mod due;
pub mod lobby;
pub mod matches;
pub mod metrics;
pub mod names;
pub mod names_in_texts;
pub mod past;
pub mod people;
pub mod play;
pub mod prefetch;
pub mod queue;
pub mod rate_limit;
pub mod ratings;
pub mod read_pool;
pub mod reliability;
pub mod room_settings;
pub mod seats;
pub mod server_page;
pub mod telling;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod thinking;
pub mod tick;
pub mod time;
pub mod timing;
pub mod unfinished;
pub mod words;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use command::{Verb, verbs};
use engine::refusal::Code;
use model::{
    ids::{Chat, MatchId},
    pool::Pool,
};
use store::{Reader, Store, StoreError, Subject, Tx};
use tokio::sync::{broadcast, mpsc::UnboundedSender};

use self::{
    due::PutOff,
    prefetch::{Hashes, Reading, Readings},
    thinking::think::ThinkingResult,
    time::{
        outage::Outage,
        settle::{DoneBefore, due_first},
    },
};
use crate::{
    context::{
        RequestContext,
        fault::ErrorReply,
        meet::arrive,
        memory::{InMemory, Settled},
        outgoing::post,
        request::Trigger,
    },
    metrics::Metrics,
};

pub use self::{
    by_link::LinkLine,
    past::{
        board::{
            AskedSeat, BoardPage, BoardViewer, BoardWish, ListedMatch, MOST_PICTURES,
            MatchProgress, SeenBoard, board_film, board_page, board_state, listed_matches,
            match_film, seen_board,
        },
        cards::{CardAbout, CardRole, WaitingCard, invitation, waiting_cards},
        match_data::{Facts, Mover},
        page::{SharedState, match_page, shared_match, shared_state},
    },
    queue::{
        Answered, AnsweredReply, InOrder, Listening, NotDone, Queue, QueuedRequest, RoomLookup,
        WeakQueue,
    },
    ratings::recount::Recount,
    read_pool::Length,
    terms::begins_scene,
    thinking::think::usual_threads,
    tick::{TICK, until_tick},
    time::lost_rooms::{LostMatch, RoomLoss},
};
pub use crate::context::request::{Power, RoomPresence};
pub use crate::context::{
    fault::RequestError,
    link_secret::LinkSecret,
    outgoing::{DeliveryContext, Outgoing},
    random_source::RandomSource,
    request::{
        LONGEST_FILE, NoThreads, PersonName, Preparation, Request, RoomFound, RoomName,
        RoomQuestion, RoomRight,
    },
};
pub use crate::server_page::shared_table;
pub use crate::{
    context::memory::PINGS,
    people::{
        board_link::person_at_link,
        browser_names::{NoTaking, TakenName, is_guest, moderates, names_of_browser},
        chat_queries::AskedIn,
    },
    rate_limit::DECLINED,
};
pub use crate::{
    context::{
        memory::{LocalScreen, MenuLine},
        room_week::{RoomWeek, Standout, WeekWords},
        seam::{
            AnswerFit, ClockStop, CodeKind, CommandRow, CompetitionKind, DueJob, Feature, Features,
            HeardWords, MatchPage, MatchPageBoard, MatchPageContent, MatchPageWork, MatchPages,
            OfferPlace, PastSteps, Rest, RestChange, RestWords, RoomSettingRow, ServerList,
            ServerPage, SeveralMatches, SharedTable, StandIn, TimeGap,
        },
        setting_row::{SettingRow, completions as setting_completions, listed as listed_settings},
    },
    telling::{
        drawing::{Drawing, Offer, drawing},
        menu::{LINES, MENUS, MenuNode, MenuTree, PRESSES},
    },
};

/// What the kernel itself has: the first of the features.
pub static KERNEL: Feature = Feature {
    commands: dispatch::commands::ROWS,
    synonyms: command::KERNEL.synonyms,
    house: content::house::KERNEL,
    tables: Some(&store::KERNEL),
    settings: people::setting_rows::SETTINGS,
    files: &["mydata.", "profile"],
    due: tick::JOBS,
    ..Feature::named("kernel")
};

/// The kernel without any feature.
pub static KERNEL_ALONE: LazyLock<Features> = LazyLock::new(|| Features::new(ALONE));
static ALONE: &[&Feature] = &[&KERNEL];

/// Of how many matches a page may miss something before it looks again.
const LAG: usize = 256;

/// The service, which handles all requests.
pub struct Service {
    store: Store,
    memory: InMemory,
    put_off: PutOff,
    /// Counts internal errors, so that a reply can be matched with the log.
    mishaps: u64,
    /// Subscribers to replies for a chat that are caused elsewhere.
    listeners: Vec<(Chat, UnboundedSender<Outgoing>)>,
    alive: Outage,
    /// The thread pool where the bot thinks.
    pool: Pool<ThinkingResult>,
    /// The least time the bot waits before it plays.
    pace: Duration,
    /// Whether the matches where the bot has to act were looked up.
    minds_awake: bool,
    /// Whether this process does what depends on time, and how many run on the database.
    leads: bool,
    peers: usize,
    /// Long reads whose requests haven't had their turn.
    found: Readings,
    /// Tells pages of which match something was just told.
    shown: broadcast::Sender<MatchId>,
    /// Hashes of such requests.
    hashed: Hashes,
}

/// What becomes of a request.
struct RequestOutcome {
    /// The replies, with their chats.
    said: Vec<(Chat, Outgoing)>,
    /// Its command, for the counters.
    verb: Verb,
    /// The matches of the asker, if they have deleted their data.
    forgotten: Option<Vec<MatchId>>,
    /// What a chat must say about a room before it can be handled.
    asks_room: Option<RoomQuestion>,
}

impl RequestOutcome {
    fn of(verb: Verb, said: Vec<(Chat, Outgoing)>) -> RequestOutcome {
        RequestOutcome { said, verb, forgotten: None, asks_room: None }
    }
}

impl Default for RequestOutcome {
    /// Nothing is said, as to a repeated message.
    fn default() -> RequestOutcome {
        RequestOutcome::of(verbs::Play::VERB, Vec::new())
    }
}

impl Service {
    pub fn new(store: Store, luck: RandomSource, features: &'static Features) -> Service {
        let memory = InMemory::new(luck, features);
        Service {
            store,
            memory,
            put_off: PutOff::default(),
            mishaps: 0,
            listeners: Vec::new(),
            alive: Outage::default(),
            pool: Pool::new(usual_threads()),
            pace: Duration::ZERO,
            minds_awake: false,
            leads: true,
            peers: 1,
            found: Readings::default(),
            shown: broadcast::channel(LAG).0,
            hashed: Hashes::default(),
        }
    }

    /// Reads or stores what a chat keeps, such as its boards, in a transaction.
    ///
    /// # Errors
    /// Those of `job`.
    pub fn keep<T>(
        &mut self,
        job: impl FnMut(&Tx<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.transaction(job)
    }

    /// Reads something for the pages in its turn; for a database without a second connection.
    ///
    /// # Errors
    /// Those of `job`.
    pub fn look<T>(
        &mut self,
        job: impl FnOnce(&Tx<'_>) -> Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        self.store.transaction_once(job)
    }

    /// Says what shows the local room. New matches are unrated and without a clock there unless something else is said.
    pub fn show_on(&mut self, screen: LocalScreen) {
        self.memory.screen = screen;
    }

    /// Opens a second connection to the database, for pages; none for a database in memory.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn reader(&self) -> Result<Option<Reader>, StoreError> {
        self.store.reader()
    }

    /// Counts how many computer players are thinking.
    pub fn count_minds(&self) {
        self.memory.figures.minds.set(self.pool.running() as i64);
    }

    /// Returns the counters.
    pub fn metrics(&self) -> Arc<Metrics> {
        self.memory.figures.clone()
    }

    /// Handles one request: all of it or nothing. The replies are committed with it and stay in the
    /// outbox until [`Service::delivered`]; a repeated message gets none. Replies for another chat
    /// go to its listener. Rooms that no chat has described don't exist for the asker.
    pub fn handle(&mut self, request: &Request) -> Vec<Outgoing> {
        self.handled(request).said.into_iter().map(|(_, outgoing)| outgoing).collect()
    }

    /// Does the same, and returns what else its chat has to know. Only the replies for this chat are left.
    fn handled(&mut self, request: &Request) -> RequestOutcome {
        // Who hears what is said in a chat also answers it.
        self.store.delivers(request.chat, true);
        if let Err(err) = self.wake(request.now) {
            tracing::error!(%err, "the time of the last activity couldn't be saved");
        }
        self.memory.insights.begin();
        self.memory.hashed = self.take_hashed(request);
        let reading = self.take_reading(request);
        // While a long read was made, nobody looked whether something is due.
        let answered = if reading.is_some() { None } else { self.answer(request, None) };
        let outcome = answered.unwrap_or_else(|| self.settle_and_answer(request, reading));
        let (said, elsewhere): (Vec<_>, Vec<_>) =
            outcome.said.into_iter().partition(|(chat, _)| *chat == request.chat);
        for (chat, outgoing) in elsewhere {
            self.pass_on(chat, outgoing);
        }
        let replies = || said.iter().map(|(_, outgoing)| outgoing);
        replies().for_each(|outgoing| self.tell_pages(&outgoing.reply));
        let (figures, verb) = (&self.memory.figures, outcome.verb);
        replies().filter_map(|it| it.id).for_each(|id| figures.sends(request.chat, id));
        let refused = replies().next().and_then(|it| it.reply.refused.map(Code::name));
        // A repeated message has no reply.
        if !said.is_empty() {
            figures.requests.of(request.chat).count(verb);
        }
        if refused.is_some() {
            figures.refusals.of(request.chat).count(verb);
        }
        // What was said isn't logged, because it may be a secret choice.
        tracing::info!(chat = request.chat.name(), replies = said.len(), refused, "a request");
        RequestOutcome { said, ..outcome }
    }

    /// Handles a request, or returns what a chat must say about a room first. The replies are then
    /// those of what was due.
    pub(crate) fn handle_or_ask(&mut self, request: &Request) -> RequestOutcome {
        self.memory.asks_chats = true;
        let outcome = self.handled(request);
        self.memory.asks_chats = false;
        outcome
    }

    /// Does what is due first, and handles a request.
    fn settle_and_answer(&mut self, request: &Request, reading: Option<Reading>) -> RequestOutcome {
        let DoneBefore { settled, mut said } = self.settle(request);
        // The read may be outdated by what was just done.
        let reading = reading.filter(|_| settled.is_empty());
        let told = reading.and_then(|reading| self.tell_reading(request, reading).ok());
        let answered = told.or_else(|| self.answer(request, Some(settled)));
        let outcome = answered.unwrap_or_default();
        said.extend(outcome.said);
        RequestOutcome { said, ..outcome }
    }

    /// Handles a request unless something is due first; `error_reply` is set to that of its answer, even if it is refused.
    fn in_transaction(
        &mut self,
        request: &Request,
        settled: Option<Vec<Settled>>,
        error_reply: &mut ErrorReply,
        mut run: impl FnMut(&mut RequestContext<'_>) -> Result<(), RequestError>,
    ) -> Result<RequestOutcome, RequestError> {
        let Service { store, memory, put_off, .. } = self;
        let subjects = subjects(request);
        let (outcome, calls) = store.transaction_about(&subjects, |tx| {
            let Some((room, me)) = arrive(tx, request)? else {
                return Ok((RequestOutcome::default(), Vec::new()));
            };
            context::seam::came(tx, memory, &room, &me, request.now)?;
            if settled.is_none() {
                let due = due_first(tx, memory.features, request, Some(me.id), Some(room.id))?;
                if !due.without(put_off, request.now).is_empty() {
                    return Err(RequestError::IsDueFirst);
                }
            }
            let cause = Trigger::Asked(request);
            let mut context = RequestContext::new(tx, memory, cause, room, me, request.now);
            context.settled = settled.clone().unwrap_or_default();
            time::lost_rooms::is_here_again(&mut context)?;
            let done = run(&mut context);
            *error_reply = context::fault::error_reply(&mut context);
            done?;
            let RequestContext { replies, erased, calls, verb, .. } = context;
            let outcome = RequestOutcome::of(verb, post(tx, replies, request.now)?);
            Ok::<_, RequestError>((RequestOutcome { forgotten: erased, ..outcome }, calls))
        })?;
        if outcome.forgotten.is_some() {
            memory.insights.clear();
            if let Err(err) = store.sweep_out() {
                // It is deleted anyway, and overwritten the next time SQLite cleans up.
                tracing::warn!(%err, "copies of what was deleted couldn't be overwritten at once");
            }
        }
        self.call_minds(calls);
        Ok(outcome)
    }
}

/// Returns what a request waits for where another process handles one about the same.
fn subjects(request: &Request) -> Vec<Subject<'_>> {
    let chat = request.chat;
    let room = Subject::Room(chat, &request.room.handle);
    let person = Subject::Person(chat, &request.from.handle);
    let named = request.line.matches().into_iter().map(Subject::Match);
    [room, person].into_iter().chain(named).collect()
}
