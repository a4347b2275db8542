//! What requests use besides the database.
use std::{
    any::{Any, TypeId},
    collections::{HashMap, HashSet},
    sync::Arc,
};

use command::Commands;
use content::house::House;
use engine::chance::StepKey;
use model::{
    ids::{Chat, MatchId, PersonId, RoomId},
    reply::Reply,
};
use store::HashedCode;

use crate::context::{
    insights::Insights,
    link_secret::LinkSecret,
    questions::{Confirming, Waiting},
    random_source::RandomSource,
    seam::Features,
    setting_row::SettingRow,
};
use crate::metrics::Metrics;

/// A code, as it is shown and as it is stored.
pub struct NewCode {
    pub signs: String,
    pub hashed: HashedCode,
}

/// What was hashed for a request before its turn.
pub enum HashedAhead {
    New(NewCode),
    /// The hashes that the code of the request may be stored as.
    Said(Vec<String>),
}

/// What a line needs a hash for: a new code, or the signs of one that was typed.
pub enum CodeToHash {
    New,
    Said(String),
}

/// What requests use besides the database. It is lost at a restart: lists and questions are then
/// asked for again. Only what belongs to one room, or can be found out again, may be here, because
/// another process can serve the next request from elsewhere.
pub struct InMemory {
    pub luck: RandomSource,
    /// The lists last shown, for answers by number.
    pub lists: HashMap<(RoomId, PersonId), List>,
    /// The last questions to the game.
    pub questions: HashMap<Asker, LastAsked>,
    /// Who turned to a match last, until a feature shows them something else to ask about.
    pub at_match: HashSet<PersonId>,
    /// What features remember of people, each by a type of its own.
    of_features: HashMap<(TypeId, PersonId), Box<dyn Any + Send>>,
    /// The last words of each asker that a match refused, for questions why.
    pub refused: HashMap<Asker, LastAsked>,
    /// What a bare yes or no would answer of what people asked themselves.
    pub waiting: Waiting,
    /// What presses may confirm.
    pub confirming: Confirming,
    /// How many times an hour one person may ping another.
    pub pings: usize,
    /// What the addresses of pages begin with, without a slash at the end, if there are pages.
    pub pages: Option<String>,
    /// What shows the local room.
    pub(crate) screen: LocalScreen,
    /// The secret of the host that the keys of people's own boards follow from.
    pub link_secret: LinkSecret,
    /// Results of the bot's thinking about matches.
    pub insights: Insights,
    /// The bot's own ids in the chats.
    pub own_handles: HashMap<Chat, String>,
    /// The addresses by which people add the bot to the chats.
    pub added_by: HashMap<Chat, String>,
    /// What was hashed for the present request before its turn.
    pub hashed: Option<HashedAhead>,
    /// Whether chats can be asked about rooms for the present request.
    pub asks_chats: bool,
    /// The commands that there are.
    pub commands: &'static Commands,
    /// The settings that people have.
    pub settings: Vec<SettingRow>,
    /// What is written about playing here.
    pub house: &'static House,
    pub features: &'static Features,
    pub figures: Arc<Metrics>,
}

/// What shows the local room, where everybody is at one screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalScreen {
    /// Nothing: people are in rooms elsewhere.
    None,
    /// A terminal, which can't change what it has written.
    Terminal,
    Browser,
}

impl InMemory {
    /// Tells whether everyone is in the local room, at one screen.
    pub fn is_at_one_screen(&self) -> bool {
        self.screen != LocalScreen::None
    }

    /// Tells whether everyone is in the local room, in browsers.
    pub(crate) fn is_in_browser(&self) -> bool {
        self.screen == LocalScreen::Browser
    }

    /// Tells whether messages can be changed in the rooms of a chat.
    pub fn edits(&self, chat: Chat) -> bool {
        !chat.is_local() || self.is_in_browser()
    }

    pub fn new(luck: RandomSource, features: &'static Features) -> InMemory {
        InMemory {
            luck,
            lists: HashMap::new(),
            questions: HashMap::new(),
            of_features: HashMap::new(),
            at_match: HashSet::new(),
            refused: HashMap::new(),
            waiting: Waiting::new(),
            confirming: Confirming::new(),
            pings: PINGS,
            pages: None,
            screen: LocalScreen::None,
            link_secret: LinkSecret::drawn(),
            insights: Insights::default(),
            own_handles: HashMap::new(),
            added_by: HashMap::new(),
            hashed: None,
            asks_chats: false,
            commands: features.commands(),
            settings: features.iter().flat_map(|feature| feature.settings).copied().collect(),
            house: features.house(),
            features,
            figures: Arc::new(Metrics::new(features.commands())),
        }
    }

    /// Returns what a feature remembers of a person, by a type of its own.
    pub fn remembered<T: Any>(&self, person: PersonId) -> Option<&T> {
        self.of_features.get(&(TypeId::of::<T>(), person))?.downcast_ref()
    }

    /// Has a feature remember something of a person, in place of what it remembered by that type before.
    pub fn remember<T: Any + Send>(&mut self, person: PersonId, what: T) {
        self.of_features.insert((TypeId::of::<T>(), person), Box::new(what));
    }
}

/// How many times an hour one person may ping another, unless the host says otherwise.
pub const PINGS: usize = 10;

/// The numbered list last shown to a person.
pub struct List {
    pub of: MatchId,
    pub at: StepKey,
    /// What all its choices begin with.
    pub begins: String,
    pub lines: Vec<MenuLine>,
    /// How many of them have been told.
    pub told: usize,
}

/// The asker's last question in a match.
pub struct LastAsked {
    pub at: StepKey,
    pub words: String,
}

/// The person and match of a question.
pub type Asker = (MatchId, PersonId);

/// A match where something due was done before a request.
#[derive(Clone)]
pub struct Settled {
    pub of: MatchId,
    /// The message of its end and its room, if it ended.
    pub end: Option<(String, Reply)>,
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
