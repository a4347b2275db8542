//! The rows of people, rooms, challenges and matches as plain values. Times are Unix seconds.
use engine::{
    chance::Throw,
    fair::{Salt, Secret},
    games::GameId,
    match_rules::{Ending, MatchRules},
    mind::Level,
    seat::{BySeat, Seat},
    settings::FROM,
    table::Saved,
};
use model::{
    ids::{ChallengeId, Chat, MatchId, OutboxId, PersonId, RoomId},
    time::{Clock, ReminderState, Timer},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{SettingKey, Settings};

/// A person, as one chat knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: PersonId,
    pub chat: Chat,
    /// The chat's permanent id of the person.
    pub handle: String,
    /// Their current name.
    pub name: String,
    pub settings: Settings,
    /// Whether they deleted their data; handle and name are then placeholders.
    pub gone: bool,
    /// The bot as a player of this level; none for people.
    pub level: Option<Level>,
    /// The room that plays under this id; none for people.
    pub room: Option<RoomId>,
}

impl Person {
    /// Tells whether this is a person: not the bot, and not a room.
    pub fn is_person(&self) -> bool {
        self.level.is_none() && self.room.is_none()
    }
}

/// A channel, room or thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub id: RoomId,
    pub chat: Chat,
    /// The chat's permanent id of the room.
    pub handle: String,
    pub name: String,
    /// The chat's id of the Discord server or Matrix space that the room belongs to; empty for none.
    pub server: String,
    pub settings: RoomSettings,
    /// Whether the bot can't post or edit there, only answer presses and commands.
    pub answers_only: bool,
    /// The chat's id of the channel that the room is a thread of; empty for other rooms.
    pub parent: String,
    /// Since when the bot can't write there any more, in Unix seconds.
    pub lost: Option<i64>,
}

/// The settings of a room, chosen by its moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RoomSettings {
    /// Whether each match gets a thread of its own, if the chat has threads.
    pub threads: bool,
    /// The command prefix, in chats without commands of their own.
    pub prefix: String,
    /// Whether matches against the bot may begin here.
    pub practice: bool,
    /// What becomes of what the bot said about a match once it is over.
    pub fold: Folding,
    /// Those of features, by their keys.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// What becomes of what the bot said in a room about a match once it is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Folding {
    /// All of it stays.
    Keep,
    /// One card remains.
    #[default]
    Fold,
    /// The card goes as well, a day later.
    Remove,
}

impl RoomSettings {
    /// Returns the default settings of a room: a thread for each match where that is usual, on Discord on servers.
    pub fn usual(chat: Chat, server: &str) -> RoomSettings {
        let threads = match chat {
            Chat::Console => false,
            Chat::Discord => !server.is_empty(),
            Chat::Matrix => true,
        };
        RoomSettings { threads, ..RoomSettings::default() }
    }

    /// Returns a setting of a feature.
    pub fn get<T>(&self, key: &SettingKey<T>) -> T {
        key.read_from(&self.others)
    }

    /// Returns the settings with one of a feature's changed.
    #[must_use]
    pub fn with<T>(mut self, key: &SettingKey<T>, value: T) -> RoomSettings {
        key.write_to(&mut self.others, value);
        self
    }
}

impl Default for RoomSettings {
    fn default() -> RoomSettings {
        let (fold, others) = (Folding::default(), Map::new());
        RoomSettings { threads: false, prefix: "!".to_owned(), practice: true, fold, others }
    }
}

/// The settings of all rooms of a server, chosen by its moderators.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The rooms where games may be started; all if empty.
    pub rooms: Vec<RoomId>,
    /// The most running matches of one person on the server.
    pub per_person: Option<u32>,
    /// The most running matches in one room.
    pub per_room: Option<u32>,
    /// Whether newcomers may have only a few matches running: three, plus one for each they have finished.
    pub trust: bool,
    /// The room where it is told what moderators do.
    pub log: Option<RoomId>,
    /// The room that gets a card for each match that ends on the server.
    pub chronicle: Option<RoomId>,
}

/// The side the challenger wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideWish {
    Random,
    First,
    Second,
}

impl From<Seat> for SideWish {
    fn from(seat: Seat) -> SideWish {
        match seat {
            Seat::First => SideWish::First,
            Seat::Second => SideWish::Second,
        }
    }
}

/// An offer to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    pub id: ChallengeId,
    pub room: RoomId,
    pub by: PersonId,
    /// None for a challenge that anyone may accept.
    pub whom: Option<PersonId>,
    pub terms: Terms,
    pub side: SideWish,
    pub state: ChallengeState,
    /// Never shown before the match is over.
    pub secret: Secret,
    /// Ties the commitment to one match; random and public.
    pub tag: String,
    /// The word the challenger added to the dice; may be empty.
    pub word: String,
    pub made_at: i64,
    pub lapses_at: i64,
    /// How many may still accept; at least one.
    pub places: u32,
    /// The people who accepted it while it stayed open.
    pub taken: Vec<PersonId>,
    /// The most matches it leads to.
    pub best_of: u32,
    /// Whether it is a counter-offer, which doesn't count towards a person's limit of open challenges.
    pub counter: bool,
    pub bond: ChallengeCommitted,
}

/// What the commitment of a challenge binds besides its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeCommitted {
    /// The game, terms and players, exactly as they were hashed.
    pub text: String,
    /// The salts of the challenger's and the opponent's fingerprints; none once the challenge is closed.
    pub salts: Option<[Salt; 2]>,
}

/// What the commitments of a match bind besides its secret, exactly as it was hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchCommitted {
    /// The text bound by the challenge's commitment.
    pub offer: String,
    /// The text bound by the commitment shown when the match began.
    pub begun: String,
    /// The salts of the players' fingerprints; none for a player who was forgotten.
    pub salts: BySeat<Option<Salt>>,
}

/// The terms of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub game: GameId,
    /// The options, as [`GameId::options`] returns them.
    pub options: serde_json::Value,
    pub clock: Option<Clock>,
    pub rated: bool,
    /// Whether only its players may look at it.
    pub private: bool,
    /// The starting position, if it isn't the usual one; everything hidden in it is dealt again.
    pub start: Option<Saved>,
    /// How long rooms have for a turn, in seconds; none for a match between people.
    pub room_time: Option<i64>,
}

impl Terms {
    /// Tells whether the match starts from a given position.
    pub fn has_start(&self) -> bool {
        self.start.is_some() || self.options.get(FROM).is_some_and(|it| !it.is_null())
    }
}

/// The result of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeState {
    Open,
    Accepted,
    Declined,
    /// Answered with a counter-offer.
    Countered,
    Cancelled,
    Lapsed,
}

/// A match, running or over. Its states are in the [`StepRow`]s.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    pub id: MatchId,
    pub room: RoomId,
    pub seats: BySeat<PersonId>,
    pub terms: Terms,
    /// The challenge's tag.
    pub tag: String,
    /// Never shown before the match is over.
    pub secret: Secret,
    pub words: BySeat<String>,
    pub pact: MatchCommitted,
    pub match_rules: MatchRules,
    /// Which seats have to act; none once the match is over.
    pub waiting: BySeat<bool>,
    pub opened_at: i64,
    /// When the last step was played, or the match ended.
    pub touched_at: i64,
    pub timer: Timer,
    /// When either player must be reminded.
    pub nudges: BySeat<ReminderState>,
    /// When the next automatic action is due; none for never.
    pub due: Option<i64>,
    /// How the match ended; none while it runs.
    pub end: Option<MatchEnd>,
    /// The seats that were handed over, in order.
    pub handed: Vec<HandedSeat>,
    /// When it ends by its position, unless the absent side comes back; none if nobody wants that.
    pub settles_at: Option<i64>,
}

/// Who plays a seat for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandedTo {
    /// A person who took the seat.
    Friend,
    /// The bot.
    Bot,
    /// A person the owner named before they went away.
    #[serde(rename = "vacation")]
    Away,
}

/// A seat that somebody plays, or has played, for its owner. Moments are Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandedSeat {
    pub seat: Seat,
    pub owner: PersonId,
    pub holder: PersonId,
    pub kind: HandedTo,
    pub from: i64,
    /// The last step before it.
    pub from_step: u32,
    /// When it ends by itself.
    pub until: Option<i64>,
    pub ended: Option<i64>,
    /// Whether the holder has decided anything; known once it has ended.
    pub moved: bool,
    /// Whether the holder was shown what the owner keeps secret, though the owner hadn't named them.
    pub shown: bool,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    pub at: i64,
    /// None for a match that was called off.
    pub outcome: Option<engine::game::Outcome>,
    /// How players or moderators ended it; none if the rules did.
    pub ending: Option<Ending>,
    /// The moderator who ended it or annulled its result.
    pub ruled_by: Option<PersonId>,
    /// When its result was annulled; since then it counts for no rating.
    pub annulled_at: Option<i64>,
}

impl MatchEnd {
    /// Makes an end without a moderator.
    pub fn new(
        at: i64,
        outcome: Option<engine::game::Outcome>,
        ending: Option<Ending>,
    ) -> MatchEnd {
        MatchEnd { at, outcome, ending, ruled_by: None, annulled_at: None }
    }

    /// Tells whether the match was called off because this seat aborted it, or resigned in the first turns.
    pub fn is_doing_of(&self, seat: Seat) -> bool {
        matches!(self.ending, Some(Ending::CalledOff { by: Some(it), .. }) if it == seat)
    }
}

impl MatchRow {
    /// Tells whether the match counts for ratings: it is rated and was played to a result, no moderator decided or annulled that, and
    /// those who have played for somebody else lost it.
    pub fn counts(&self) -> bool {
        let Some(end) = &self.end else { return false };
        let ruled = matches!(end.ending, Some(Ending::Ruled(_) | Ending::Adjudicated(_)));
        let stands = end.outcome.is_some() && !ruled && end.annulled_at.is_none();
        stands && self.is_rated() && self.is_lost_by_holders()
    }

    /// Tells whether all those who have moved for somebody else lost.
    pub fn is_lost_by_holders(&self) -> bool {
        let outcome = self.end.as_ref().and_then(|end| end.outcome.as_ref());
        let winner = outcome.and_then(|it| it.winner);
        self.handed.iter().all(|handed| !handed.moved || winner == Some(handed.seat.other()))
    }

    /// Tells whether the match can still count for ratings: not once the bot has played for
    /// somebody, or a secret was shown to somebody whom its owner hadn't named.
    pub fn is_rated(&self) -> bool {
        let spoils = |handed: &HandedSeat| handed.kind == HandedTo::Bot || handed.shown;
        self.terms.rated && !self.handed.iter().any(spoils)
    }

    /// Returns how a seat is handed over now.
    pub fn handed_now(&self, seat: Seat) -> Option<&HandedSeat> {
        self.handed.iter().find(|handed| handed.seat == seat && handed.ended.is_none())
    }

    /// Returns the owners of the seats, also where somebody else plays now.
    pub fn owners(&self) -> BySeat<PersonId> {
        BySeat::new(|seat| self.handed_now(seat).map_or(*self.seats.get(seat), |it| it.owner))
    }
}

/// How many matches a person has called off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CalledOff {
    pub times: u32,
    /// How many of their matches have ended.
    pub of: u32,
}

/// A new match, before it has an id.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMatch {
    pub room: RoomId,
    pub seats: BySeat<PersonId>,
    pub terms: Terms,
    pub tag: String,
    pub secret: Secret,
    pub words: BySeat<String>,
    pub pact: MatchCommitted,
    pub opened_at: i64,
}

/// How a match went back to an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Undo {
    /// At once: it was still their turn, and nothing had been revealed.
    Alone,
    /// By consent: everything nobody knew is dealt again.
    Agreed,
}

/// One step of a match with the state after it. Steps that were taken back are kept and marked.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRow {
    pub of: MatchId,
    /// 0 for the opening.
    pub step: u32,
    pub take: u32,
    /// None for the opening.
    pub seat: Option<Seat>,
    /// The action in full notation; empty for the opening.
    pub written: String,
    pub action: serde_json::Value,
    pub events: serde_json::Value,
    /// The dice of the step, in order: a secret while the match runs, because they reveal what a shuffle hides.
    pub throws: Vec<Throw>,
    /// The position after it; `events` follow the same version of the game's rules.
    pub after: Saved,
    pub fixed: bool,
    pub decided: bool,
    /// Whether it was decided in private: the action isn't shown while the match runs.
    pub sealed: bool,
    pub ended_turn: bool,
    pub at: i64,
    /// Set if the match went back to the position after this step: then `take`, `throws`, `after` and `at` are those of the undo, and
    /// everything else is that of the step.
    pub undo: Option<Undo>,
    /// The dice that made a default choice; none if the player made it.
    pub lot: Option<Vec<Throw>>,
}

/// A person on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderboardRow {
    pub person: PersonId,
    /// What they are ordered by: the low end of their rating if they have a place, otherwise the
    /// rating itself.
    pub by: f64,
}

/// A person who watches a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    pub of: MatchId,
    pub person: PersonId,
    /// Where the updates are posted.
    pub room: RoomId,
    /// Whether the updates are for the whole room.
    pub openly: bool,
}

/// A reply that was committed and waits to be delivered.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxRow {
    pub id: OutboxId,
    pub chat: Chat,
    pub room: RoomId,
    /// The reply as JSON.
    pub body: String,
    pub made_at: i64,
    /// Whether it may have been sent: a process began to deliver it that no longer runs.
    pub tried: bool,
}

/// Whether this process may deliver a reply now, where several share the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DeliveryTurn {
    /// It may.
    #[default]
    Now,
    /// Another process has an earlier reply for the same room.
    Later,
    /// This process has taken over an earlier reply for the same room, which is queued by now.
    Behind,
    /// Another process delivers it, or has.
    Gone,
}
