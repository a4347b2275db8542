//! What requests use besides the database.
use std::collections::{HashMap, HashSet};

use command::Command;
use engine::{chance::StepKey, games::GameId};
use model::{
    ids::{Chat, MatchId, PersonId, RoomId},
    reply::Reply,
    text::Text,
};
use store::HashedCode;

use crate::context::{
    RequestContext, fault::RequestError, insights::Insights, link_secret::LinkSecret,
    loaded::LoadedMatch, questions::Waiting, random_source::RandomSource, request::RoomQuestion,
    setting_row::SettingRow,
};

/// A code, as it is shown and as it is stored.
pub(crate) struct NewCode {
    pub(crate) signs: String,
    pub(crate) hashed: HashedCode,
}

/// What was hashed for a request before its turn.
pub(crate) enum HashedAhead {
    New(NewCode),
    /// The hashes that the code of the request may be stored as.
    Said(Vec<String>),
}

/// What a line needs a hash for: a new code, or the signs of one that was typed.
pub(crate) enum CodeToHash {
    New,
    Said(String),
}

/// A question that was asked in a task, for short forms that refer to it.
pub(crate) struct LessonQuestion {
    pub(crate) game: GameId,
    pub(crate) lesson: &'static str,
    pub(crate) task: u32,
    pub(crate) words: String,
}

/// What requests use besides the database. It is lost at a restart: lists and questions are then
/// asked for again. Only what belongs to one room, or can be found out again, may be here, because
/// another process can serve the next request from elsewhere.
pub(crate) struct InMemory {
    pub(crate) luck: RandomSource,
    /// The lists last shown, for answers by number.
    pub(crate) lists: HashMap<(RoomId, PersonId), List>,
    /// The last questions to the game.
    pub(crate) questions: HashMap<Asker, Question>,
    /// The last questions in lessons.
    pub(crate) lesson_questions: HashMap<PersonId, LessonQuestion>,
    /// Who turned to a match after their last puzzle, for questions why.
    pub(crate) at_match: HashSet<PersonId>,
    /// The last words of each asker that a match refused, for questions why.
    pub(crate) refused: HashMap<Asker, Question>,
    /// What a bare yes or no would answer of what people asked themselves.
    pub(crate) waiting: Waiting,
    /// How many times an hour one person may ping another.
    pub(crate) pings: usize,
    /// The address of shared matches, without a slash at the end, if there are such pages.
    pub(crate) pages: Option<String>,
    /// Whether the local room can change a message; a terminal can't.
    pub(crate) edits_here: bool,
    /// Whether everyone is in the local room, at one screen.
    pub(crate) one_screen: bool,
    /// The secret of the host that the keys of people's own boards follow from.
    pub(crate) link_secret: LinkSecret,
    /// Results of the bot's thinking about matches.
    pub(crate) insights: Insights,
    /// The bot's own ids in the chats.
    pub(crate) own_handles: HashMap<Chat, String>,
    /// What was hashed for the present request before its turn.
    pub(crate) hashed: Option<HashedAhead>,
    /// Whether chats can be asked about rooms for the present request.
    pub(crate) asks_chats: bool,
    /// What one of them must say before it can be handled.
    pub(crate) room_question: Option<RoomQuestion>,
    /// The settings that people have.
    pub(crate) settings: Vec<SettingRow>,
    pub(crate) above: UpwardCalls,
}

/// What rooms below cause in rooms above them, which they don't know.
#[derive(Clone, Copy)]
pub(crate) struct UpwardCalls {
    /// Carries out another command of the asker's.
    pub(crate) execute: fn(&mut RequestContext<'_>, &Command) -> Result<(), RequestError>,
    /// Does what follows a step, or that steps were taken back, before anything is told.
    pub(crate) stepped: fn(&mut RequestContext<'_>, &LoadedMatch) -> Result<(), RequestError>,
    /// Does what follows the end of a match before it is told.
    pub(crate) match_ends:
        fn(&mut RequestContext<'_>, &mut LoadedMatch) -> Result<Vec<Text>, RequestError>,
    /// Does what follows once it is told, by the replies from this one on.
    pub(crate) end_was_told:
        fn(&mut RequestContext<'_>, &LoadedMatch, usize) -> Result<(), RequestError>,
}

impl InMemory {
    pub(crate) fn new(luck: RandomSource, above: UpwardCalls) -> InMemory {
        InMemory {
            luck,
            lists: HashMap::new(),
            questions: HashMap::new(),
            lesson_questions: HashMap::new(),
            at_match: HashSet::new(),
            refused: HashMap::new(),
            waiting: Waiting::new(),
            pings: PINGS,
            pages: None,
            edits_here: false,
            one_screen: false,
            link_secret: LinkSecret::drawn(),
            insights: Insights::default(),
            own_handles: HashMap::new(),
            hashed: None,
            asks_chats: false,
            room_question: None,
            settings: Vec::new(),
            above,
        }
    }
}

/// How many times an hour one person may ping another, unless the host says otherwise.
pub const PINGS: usize = 10;

/// The numbered list last shown to a person.
pub(crate) struct List {
    pub(crate) of: MatchId,
    pub(crate) at: StepKey,
    pub(crate) lines: Vec<MenuLine>,
}

/// The asker's last question in a match.
pub(crate) struct Question {
    pub(crate) at: StepKey,
    pub(crate) words: String,
}

/// The person and match of a question.
pub(crate) type Asker = (MatchId, PersonId);

/// A match where something due was done before a request.
#[derive(Clone)]
pub(crate) struct Settled {
    pub(crate) of: MatchId,
    /// The message of its end and its room, if it ended.
    pub(crate) end: Option<(String, Reply)>,
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuLine {
    /// A choice.
    Words(String),
    /// Several choices, which [`MenuTree::open`] finds by `begins`. `ends` has the first and last one
    /// if they are a range of the list instead of all with this beginning.
    More { begins: String, ends: Option<[String; 2]>, count: usize },
}
