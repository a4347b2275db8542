//! What is kept, as plain values: one struct per table, ids as types of their own. Times are Unix seconds.
use engine::{
    chance::Throw,
    fair::{Salt, Secret},
    games::GameId,
    house::{Ending, House},
    mind::Level,
    seat::{BySeat, Seat},
    settings::FROM,
    table::Saved,
};
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::time::{Clock, Nudge, Timer};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    )*};
}

ids! {
    PersonId;
    RoomId;
    /// The number players see: `#12`.
    MatchId;
    /// The number players see: `challenge 7`.
    ChallengeId;
    OutboxId;
}

/// Where people talk. Names in the database; never renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chat {
    Console,
    Discord,
    Matrix,
}

impl Chat {
    pub const ALL: [Chat; 3] = [Chat::Console, Chat::Discord, Chat::Matrix];

    pub fn name(self) -> &'static str {
        match self {
            Chat::Console => "console",
            Chat::Discord => "discord",
            Chat::Matrix => "matrix",
        }
    }
}

/// Someone, as one chat knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: PersonId,
    pub chat: Chat,
    /// The chat's own lasting id of the person.
    pub handle: String,
    /// What they are called at present.
    pub name: String,
    pub settings: Settings,
    /// Whether they had their data deleted: then handle and name tell nothing.
    pub gone: bool,
    /// The bot as a player of this level; none for people.
    pub level: Option<Level>,
}

/// A channel, room or thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub id: RoomId,
    pub chat: Chat,
    /// The chat's own lasting id of the room.
    pub handle: String,
    pub name: String,
    /// The chat's id of what the room is part of (a Discord server, a Matrix space); empty for none.
    pub server: String,
    pub settings: RoomSettings,
    /// Whether the bot can't post or edit there, only answer presses and commands.
    pub answers_only: bool,
}

/// What the moderators of a room chose for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RoomSettings {
    /// Whether each match gets a thread of its own, where the chat has them.
    pub threads: bool,
    /// What begins a command, where the chat has no commands of its own.
    pub prefix: String,
}

impl RoomSettings {
    /// Returns the settings of a room before anyone changed them: a thread for each match in chats where that is usual.
    pub fn usual(chat: Chat) -> RoomSettings {
        RoomSettings { threads: chat == Chat::Matrix, ..RoomSettings::default() }
    }
}

impl Default for RoomSettings {
    fn default() -> RoomSettings {
        RoomSettings { threads: false, prefix: "!".to_owned() }
    }
}

/// What moderators chose for all rooms of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The rooms where something may be begun; all if there is none.
    pub rooms: Vec<RoomId>,
    /// How many matches one person may have running on the server.
    pub per_person: Option<u32>,
    /// How many matches may run in one room.
    pub per_room: Option<u32>,
    /// Whether newcomers may have few matches running: three, and one for each they have finished.
    pub trust: bool,
}

/// Which side the challenger wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideWish {
    Random,
    First,
    Second,
}

/// An offer to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    pub id: ChallengeId,
    pub room: RoomId,
    pub by: PersonId,
    /// Nobody for a challenge that anyone may accept.
    pub whom: Option<PersonId>,
    pub terms: Terms,
    pub side: SideWish,
    pub state: ChallengeState,
    /// Never shown before the match is over.
    pub secret: Secret,
    /// Binds the commitment to the match that this leads to; random, public.
    pub tag: String,
    /// What the challenger added to the dice; may be empty.
    pub word: String,
    pub made_at: i64,
    pub lapses_at: i64,
    /// How many may still accept; at least one.
    pub places: u32,
    /// Who has accepted while it stood.
    pub taken: Vec<PersonId>,
    /// The most matches it leads to: one, or a series.
    pub best_of: u32,
    /// Whether it answers another challenge: then it isn't among those that one person may have open.
    pub counter: bool,
    pub bond: Bond,
}

/// What the commitment of a challenge binds besides its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bond {
    /// Game, terms and players, exactly as they were hashed.
    pub text: String,
    /// What the fingerprints of the challenger and of the other are made with; nothing once the challenge is no longer open.
    pub salts: Option<[Salt; 2]>,
}

/// What the commitments of a match bind besides its secret, exactly as it was hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pact {
    /// What was shown with the challenge.
    pub offer: String,
    /// What was shown when the match began.
    pub begun: String,
    /// What the players' fingerprints are made with; none for who was forgotten.
    pub salts: BySeat<Option<Salt>>,
}

/// What a match is played for and by.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub game: GameId,
    /// As [`GameId::options`] made them.
    pub options: serde_json::Value,
    pub clock: Option<Clock>,
    pub rated: bool,
    /// Whether only its players may look it up.
    pub private: bool,
    /// The position to begin from, where it isn't the game's own: what is hidden in it is dealt
    /// again.
    pub start: Option<Saved>,
}

impl Terms {
    /// Tells whether the match begins from a position that was given, and not as the game begins.
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
    /// Answered with another offer.
    Countered,
    Cancelled,
    Lapsed,
}

/// A match, running or over. Its states are in its [`StepRow`]s.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    pub id: MatchId,
    pub room: RoomId,
    pub seats: BySeat<PersonId>,
    pub terms: Terms,
    /// The challenge's.
    pub tag: String,
    /// Never shown before the match is over.
    pub secret: Secret,
    pub words: BySeat<String>,
    pub pact: Pact,
    pub house: House,
    /// Who owes a decision; nobody once the match is over.
    pub waiting: BySeat<bool>,
    pub opened_at: i64,
    /// When the last step was played or the match ended.
    pub touched_at: i64,
    pub timer: Timer,
    /// When either player must be reminded.
    pub nudges: BySeat<Nudge>,
    /// When there is something to do that nobody asks for; none for never.
    pub due: Option<i64>,
    /// How the match ended; nothing while it runs.
    pub end: Option<MatchEnd>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    pub at: i64,
    /// Nothing for a match that was called off.
    pub outcome: Option<engine::game::Outcome>,
    /// How the house ended it; none if the game's own rules did.
    pub ending: Option<Ending>,
    /// The moderator who ended it, or annulled its result.
    pub ruled_by: Option<PersonId>,
    /// When its result was annulled; it counts for no rating since.
    pub annulled_at: Option<i64>,
}

impl MatchEnd {
    /// Makes an end that no moderator has had a hand in.
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
    /// Tells whether the match counts for ratings: a rated one that was played to a result, which no moderator gave it or has
    /// annulled.
    pub fn counts(&self) -> bool {
        self.end.as_ref().is_some_and(|it| {
            let ruled = matches!(it.ending, Some(Ending::Ruled(_)));
            self.terms.rated && it.outcome.is_some() && !ruled && it.annulled_at.is_none()
        })
    }
}

/// How often someone called a match off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CalledOff {
    pub times: u32,
    /// Of so many matches of theirs that have ended.
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
    pub pact: Pact,
    pub opened_at: i64,
}

/// How a match went back to an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Undo {
    /// At once: the turn was still theirs and nothing had come out.
    Alone,
    /// By consent: what nobody knew was dealt again.
    Agreed,
}

/// One step of a match with the state after it. Steps that were taken back stay, marked.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRow {
    pub of: MatchId,
    /// 0 for the opening.
    pub step: u32,
    pub take: u32,
    /// Nobody for the opening.
    pub seat: Option<Seat>,
    /// The action in full notation; empty for the opening.
    pub written: String,
    pub action: serde_json::Value,
    pub events: serde_json::Value,
    /// What fell in it, in its order: a secret while the match runs, since a shuffle hides in it.
    pub throws: Vec<Throw>,
    /// What a picture of the position shows as new; as [`Saved`](engine::table::Saved) has it.
    pub news: serde_json::Value,
    pub state: serde_json::Value,
    /// The version of the game's rules that `state` and `events` follow.
    pub rules: u16,
    pub fixed: bool,
    pub decided: bool,
    /// Decided in private: what was said isn't shown while the match runs.
    pub sealed: bool,
    pub ended_turn: bool,
    pub at: i64,
    /// The match went back to the position after this step: `take`, `throws`, `state` and `at` are those of the undo, and the
    /// rest is that of the step.
    pub undo: Option<Undo>,
    /// What fell to make the choice by default; none if the player made it.
    pub lot: Option<Vec<Throw>>,
}

/// How well someone plays one game, or all of them together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
    /// Wins in a row when positive, losses in a row when negative.
    pub streak: i32,
    pub last_at: i64,
}

/// Whose results a leaderboard counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    Room(RoomId),
    /// All rooms of one server of one chat.
    Server(Chat, String),
    Everywhere,
}

/// A time when someone is away. Moments are Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    pub from: i64,
    pub until: i64,
}

/// Somebody on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub person: PersonId,
    /// The low end of their rating, by which they are ordered.
    pub floor: f64,
}

/// Someone watching at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    pub of: MatchId,
    pub person: PersonId,
    /// Where they are told.
    pub room: RoomId,
    /// Whether the whole room is told.
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
}
