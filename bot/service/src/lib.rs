//! The service: handles requests one at a time, each in one transaction, and returns replies. It
//! knows no chat and no SQL.
mod ahead;
mod authority;
mod beside;
mod deliver;
mod fault;
pub mod figures;
mod find;
mod ladder;
mod league;
mod learn;
mod lobby;
mod moderation;
mod names;
mod obey;
mod past;
mod people;
mod play;
mod practice;
mod queue;
mod random_source;
mod ratings;
mod request;
mod tally;
mod terms;
#[cfg(test)]
mod tests;
mod time;
mod timing;
mod vote;
mod words;

use engine::refusal::Code;
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    sync::Arc,
    time::Duration,
};

use engine::chance::Ply;

use tokio::sync::mpsc::UnboundedSender;

use crate::figures::Figures;
use command::Verb;
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId, RoomId},
    pool::Pool,
    reply::{Choice, Privacy, Reply},
    text::Text,
};
use store::{Person, Reader, Room, Store, StoreError, Subject, Tx};

use self::{
    ahead::{Hashes, Readings},
    deliver::{Addressed, post},
    fault::{Manner, Trace},
    lobby::meet::{first_time, meet, meet_room},
    people::codes::HashedAhead,
    play::ask::{Asker, Question},
    play::question::Waiting,
    practice::{insight::Insights, think::ThinkingResult},
    request::Trigger,
    time::alive::Alive,
    time::settle::{DoneBefore, Settled, named_in},
};
pub use self::{
    authority::{Company, Power},
    beside::Length,
    deliver::{Context, Outgoing},
    fault::Fault,
    lobby::import::LONGEST_FILE,
    moderation::brake::{DECLINED, PINGS},
    past::album::{Album, Angle},
    past::facts::{Facts, Mover},
    past::page::{
        SharedBoard, SharedPage, SharedProof, SharedState, shared_board, shared_file, shared_film,
        shared_page, shared_proof, shared_state,
    },
    past::proof::{CheckReport, check_export, check_export_by},
    people::kept::{Landed, Turn},
    play::look::{Drawing, Offer, drawing},
    play::menu::{Branch, LINES, MENUS, MenuNode, MenuTree, PRESSES},
    practice::{
        review::{ReviewJob, SharedReview, shared_review},
        think::usual_threads,
    },
    queue::{Closed, Queue, WeakQueue},
    random_source::RandomSource,
    ratings::{
        recount::Recount,
        shared::{Listing, SharedTable, shared_table},
    },
    request::{PersonName, Preparation, Request, RoomName},
    terms::begins_scene,
    time::tick::{TICK, until_tick},
};

/// The service, which handles all requests.
pub struct Service {
    store: Store,
    memory: InMemory,
    /// Counts internal errors, so that a reply can be matched with the log.
    mishaps: u64,
    /// Subscribers to replies for a chat that are caused elsewhere.
    listeners: Vec<(Chat, UnboundedSender<Outgoing>)>,
    alive: Alive,
    /// The matches of a person whose data was deleted, until a chat that keeps files asks for them.
    forgotten: Option<Vec<MatchId>>,
    /// The thread pool where the bot thinks.
    pool: Pool<ThinkingResult>,
    /// The least time the bot waits before it plays.
    pace: Duration,
    /// Whether the matches where the bot has to act were looked up.
    minds_awake: bool,
    /// Whether this process does what depends on time, and how many run on the database.
    leads: bool,
    peers: usize,
    figures: Arc<Figures>,
    /// The verb of the last request, for the counters.
    verb: Verb,
    /// Long reads whose requests haven't had their turn.
    found: Readings,
    /// Hashes of such requests.
    hashed: Hashes,
}

/// What requests use besides the database. It is lost at a restart: lists and questions are then
/// asked for again. Only what belongs to one room, or can be found out again, may be here, because
/// another process can serve the next request from elsewhere.
struct InMemory {
    luck: RandomSource,
    /// The lists last shown, for answers by number.
    lists: HashMap<(RoomId, PersonId), List>,
    /// The last questions to the game.
    questions: HashMap<Asker, Question>,
    /// The last questions in lessons.
    lesson_questions: HashMap<PersonId, learn::LessonQuestion>,
    /// What a bare yes or no would answer of what people asked themselves.
    waiting: Waiting,
    /// How many times an hour one person may ping another.
    pings: usize,
    /// The address of shared matches, without a slash at the end, if there are such pages.
    pages: Option<String>,
    /// Whether the local room can change a message; a terminal can't.
    edits_here: bool,
    /// Whether everyone is in the local room, at one screen.
    one_screen: bool,
    /// Results of the bot's thinking about matches.
    insights: Insights,
    /// The bot's own ids in the chats.
    own_handles: HashMap<Chat, String>,
    /// What was hashed for the present request before its turn.
    hashed: Option<HashedAhead>,
}

impl InMemory {
    fn new(luck: RandomSource) -> InMemory {
        InMemory {
            luck,
            lists: HashMap::new(),
            questions: HashMap::new(),
            lesson_questions: HashMap::new(),
            waiting: Waiting::new(),
            pings: PINGS,
            pages: None,
            edits_here: false,
            one_screen: false,
            insights: Insights::default(),
            own_handles: HashMap::new(),
            hashed: None,
        }
    }
}

/// The numbered list last shown to a person.
struct List {
    of: MatchId,
    at: Ply,
    lines: Vec<Branch>,
}

/// A request being handled.
struct RequestContext<'a> {
    tx: &'a Tx<'a>,
    memory: &'a mut InMemory,
    /// What was due in matches of this request and was done before it.
    settled: Vec<Settled>,
    cause: Trigger<'a>,
    room: Room,
    /// The asker; for what was due, one of the people concerned.
    me: Person,
    now: i64,
    replies: Vec<Addressed>,
    /// The privacy of the answer, from the matches that were read for it.
    privacy: Cell<Privacy>,
    /// A challenge to this room that was meant but is closed.
    closed: Cell<Option<ChallengeId>>,
    /// Controls for what would work if the request is refused.
    controls: RefCell<Vec<Choice>>,
    /// What stays in the database even if the request is refused.
    traces: Vec<Trace>,
    /// The matches of the person who deleted their data.
    erased: Option<Vec<MatchId>>,
    /// The private rooms of the person who deleted their data.
    places: Vec<(Chat, String)>,
    /// The verb being handled.
    verb: Verb,
    /// The position of the match that a refusal is about; alternatives are for that one.
    asked_at: Cell<Option<(MatchId, Ply)>>,
    /// Whether the asker was found to be allowed; see [`RequestContext::clear`].
    cleared: Cell<bool>,
    /// The matches where the bot may have to act now.
    calls: Vec<MatchId>,
}

impl Service {
    pub fn new(store: Store, luck: RandomSource) -> Service {
        Service {
            store,
            memory: InMemory::new(luck),
            mishaps: 0,
            listeners: Vec::new(),
            alive: Alive::default(),
            forgotten: None,
            pool: Pool::new(usual_threads()),
            pace: Duration::ZERO,
            minds_awake: false,
            leads: true,
            peers: 1,
            figures: Arc::default(),
            verb: Verb::Play,
            found: Readings::default(),
            hashed: Hashes::default(),
        }
    }

    /// Reads something for the pages in its turn; for a database without a second connection.
    ///
    /// # Errors
    /// Those of `job`.
    pub fn look<T>(&mut self, job: impl FnOnce(&Tx<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        self.store.transaction_once(job)
    }

    /// Says that messages of the local room can be changed.
    pub fn edit_here(&mut self) {
        self.memory.edits_here = true;
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
        self.figures.minds.set(self.pool.running() as i64);
    }

    /// Returns the counters.
    pub fn figures(&self) -> Arc<Figures> {
        self.figures.clone()
    }

    /// Returns the matches of the person who just deleted their data, once.
    pub fn take_forgotten(&mut self) -> Option<Vec<MatchId>> {
        self.forgotten.take()
    }

    /// Handles one request: all of it or nothing. The replies are committed with it and stay in the
    /// outbox until [`Service::delivered`]; a repeated message gets none. Replies for another chat
    /// go to its listener.
    pub fn handle(&mut self, request: &Request) -> Vec<Outgoing> {
        // Who hears what is said in a chat also answers it.
        self.store.delivers(request.chat, true);
        if let Err(err) = self.wake(request.now) {
            tracing::error!(%err, "the time of the last activity couldn't be saved");
        }
        if let Err(err) = self.begin_vacations(request.now) {
            tracing::error!(%err, "planned vacations couldn't be started");
        }
        self.memory.insights.begin();
        self.memory.hashed = self.take_hashed(request);
        let reading = self.take_reading(request);
        let DoneBefore { settled, mut said } = self.settle(request);
        // The read may be outdated by what was just done.
        let reading = reading.filter(|_| settled.is_empty());
        let told = reading.and_then(|it| self.tell_reading(request, it).ok());
        said.extend(told.unwrap_or_else(|| self.answer(request, settled)));
        let (replies, elsewhere): (Vec<_>, Vec<_>) =
            said.into_iter().partition(|(chat, _)| *chat == request.chat);
        for (chat, outgoing) in elsewhere {
            self.pass_on(chat, outgoing);
        }
        let replies: Vec<Outgoing> = replies.into_iter().map(|(_, it)| it).collect();
        replies.iter().filter_map(|it| it.id).for_each(|id| self.figures.sends(request.chat, id));
        let refused = replies.first().and_then(|it| it.reply.refused.map(Code::name));
        // A repeated message has no reply.
        if !replies.is_empty() {
            self.figures.requests.of(request.chat).count(self.verb);
        }
        if refused.is_some() {
            self.figures.refusals.of(request.chat).count(self.verb);
        }
        // What was said isn't logged, because it may be a secret choice.
        tracing::info!(chat = request.chat.name(), replies = replies.len(), refused, "a request");
        replies
    }

    /// Handles a request; `manner` is set to that of its answer, even if it is refused.
    fn carry_out(
        &mut self,
        request: &Request,
        settled: Vec<Settled>,
        manner: &mut Manner,
        mut run: impl FnMut(&mut RequestContext<'_>) -> Result<(), Fault>,
    ) -> Result<Vec<(Chat, Outgoing)>, Fault> {
        let Service { store, memory, forgotten, verb, .. } = self;
        let subjects = subjects(request);
        let (replies, erased, calls) = store.transaction_about(&subjects, |tx| {
            if !first_time(tx, request)? {
                return Ok((Vec::new(), None, Vec::new()));
            }
            tx.name_as_in(request.chat);
            let room = meet_room(tx, request)?;
            let me = meet(tx, request.chat, &request.from)?;
            tx.note_speaking(&room, &request.from.handle, request.now)?;
            let cause = Trigger::Asked(request);
            let mut context = RequestContext::new(tx, memory, cause, room, me, request.now);
            context.settled.clone_from(&settled);
            let done = run(&mut context);
            *manner = context.manner();
            *verb = context.verb;
            done?;
            let RequestContext { replies, erased, calls, .. } = context;
            Ok::<_, Fault>((post(tx, replies, request.now)?, erased, calls))
        })?;
        if let Some(matches) = erased {
            *forgotten = Some(matches);
            memory.insights.clear();
            if let Err(err) = store.sweep_out() {
                // It is deleted anyway, and overwritten the next time SQLite cleans up.
                tracing::warn!(%err, "copies of what was deleted couldn't be overwritten at once");
            }
        }
        self.call_minds(calls);
        Ok(replies)
    }
}

/// Returns what a request waits for where another process handles one about the same.
fn subjects(request: &Request) -> Vec<Subject<'_>> {
    let chat = request.chat;
    let room = Subject::Room(chat, &request.room.handle);
    let person = Subject::Person(chat, &request.from.handle);
    let named = named_in(&request.line).into_iter().map(Subject::Match);
    [room, person].into_iter().chain(named).collect()
}

impl<'a> RequestContext<'a> {
    fn new(
        tx: &'a Tx<'a>,
        memory: &'a mut InMemory,
        cause: Trigger<'a>,
        room: Room,
        me: Person,
        now: i64,
    ) -> RequestContext<'a> {
        let privacy = match cause {
            Trigger::Asked(_) => Privacy::Open,
            Trigger::Due => Privacy::Personal,
        };
        RequestContext {
            tx,
            memory,
            settled: Vec::new(),
            cause,
            room,
            me,
            now,
            replies: Vec::new(),
            privacy: Cell::new(privacy),
            closed: Cell::new(None),
            controls: RefCell::default(),
            traces: Vec::new(),
            erased: None,
            places: Vec::new(),
            verb: Verb::Play,
            asked_at: Cell::new(None),
            cleared: Cell::new(false),
            calls: Vec::new(),
        }
    }

    /// Returns the bot's own id in the request's chat.
    fn own_handle(&self) -> Option<&String> {
        self.request().and_then(|it| self.memory.own_handles.get(&it.chat))
    }

    /// Returns the asker; none for what was due.
    fn asker(&self) -> Option<PersonId> {
        self.request().map(|_| self.me.id)
    }

    /// Returns what was asked; nothing for what was due.
    fn request(&self) -> Option<&'a Request> {
        match self.cause {
            Trigger::Asked(request) => Some(request),
            Trigger::Due => None,
        }
    }

    /// Returns what the chat lets the asker manage.
    fn power(&self) -> Power {
        self.request().map_or(Power::Nothing, |it| it.power)
    }

    /// Replies in the room of the request.
    fn say(&mut self, reply: Reply) {
        self.replies.push(Addressed { room: self.room.clone(), reply, about: None });
    }

    /// Answers the asker, with the privacy that the matches read for it need.
    fn answer(&self, text: impl Into<Text>) -> Reply {
        Reply::answer(self.me.id, text).private(self.privacy.get())
    }

    /// Makes the answer at least this private.
    fn keep_private(&self, at_least: Privacy) {
        self.privacy.set(self.privacy.get().max(at_least));
    }

    /// Replies in the room of a match, wherever the request came from.
    fn say_in(&mut self, room: RoomId, reply: Reply) -> Result<(), StoreError> {
        let room = if room == self.room.id { self.room.clone() } else { self.tx.room(room)? };
        self.replies.push(Addressed { room, reply, about: None });
        Ok(())
    }

    /// Returns the person among the arguments, storing them if they are new to the chat.
    fn who(&self, name: Option<&String>) -> Result<Option<Person>, Fault> {
        name.map(|it| self.find_person(it)).transpose()
    }
}
