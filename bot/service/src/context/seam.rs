//! What a feature may add to the kernel, as one value. The program has the list of features; in its order they follow a step, and the end of
//! a match.
use std::fmt::Display;

use charts::{ChancesChart, Chart};
use command::{
    AddedArg, AddedHelp, AddedWord, Command, CommandPart, CommandSpec, Commands, Line, Permitted,
    Purpose, Verb,
    verbs::{self, Answer},
};
use content::{
    house::{House, HousePart},
    puzzles::MissedChoice,
};
use engine::{games::GameId, mind::Analysis, refusal::Refusal, scene::Scene, seat::Seat};
use model::{
    ids::{MatchId, PersonId, RoomId},
    reply::{Choice, Picker},
    text::Text,
    time::HOUR,
};
use serde_json::Value;
use store::{
    Challenge, Competition, MatchRow, Person, Room, StoreError, TableParts, Tables, Tx, Unfinished,
};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        memory::InMemory,
        room_play::RoomPlay,
        room_week::{RoomWeek, WeekWords},
        setting_row::SettingRow,
    },
    metrics::Metrics,
    names_in_texts::PersonTraces,
};

/// All that a feature adds. What it lacks is empty: `Feature { due: &[PUZZLES], ..Feature::named("puzzles") }`.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct Feature {
    /// The name of its folder.
    pub name: &'static str,
    /// Its commands, in the order in which help shows them.
    pub commands: &'static [CommandRow],
    /// Arguments that it adds to the kernel's commands.
    pub args: &'static [&'static AddedArg],
    /// What it adds to the help of commands of other parts.
    pub helps: &'static [AddedHelp],
    /// What else people say for them, as the head of `data/synonyms.txt` explains.
    pub synonyms: &'static str,
    /// Its topics of the rules, and questions with their answers.
    pub house: HousePart,
    /// Its tables, with what becomes of the people in them.
    pub tables: Option<&'static Tables>,
    /// Settings of a person.
    pub settings: &'static [SettingRow],
    /// Settings of a room, which moderators choose with `admin`.
    pub room_settings: &'static [RoomSettingRow],
    /// Takes words that are for no match, such as an answer to an exercise, or ask to be advised in one. The features hear them in their order,
    /// until one has taken them.
    pub hears: Option<fn(&mut RequestContext<'_>, HeardWords<'_>) -> Result<bool, RequestError>>,
    /// Tells, without consequences, whether words answer what it has open for the asker. The first feature with anything open says it.
    pub reads: Option<fn(&RequestContext<'_>, &str) -> Result<Option<AnswerFit>, RequestError>>,
    /// Follows when a challenge begins a match between two, in no order, before the match is stored. Returns what is said with it.
    pub opens: Option<OpenHook>,
    /// Keeps the steps of a match at which the asker missed a choice, once it was looked back at for them. Returns what they are told.
    pub missed: Option<MissedHook>,
    /// What a page shows of a match that is over. One feature has it.
    pub match_page: Option<MatchPage>,
    /// A page of its own for each server that wants one. One feature has it.
    pub server_page: Option<ServerPage>,
    /// How the names of files begin that are made about people: chats that keep files delete them with the data of a person.
    pub files: &'static [&'static str],
    /// Returns what is told to a person who has long been away.
    pub news: Option<fn(&RequestContext<'_>, &Person) -> Result<Vec<Text>, RequestError>>,
    /// Returns what the profile of a person says.
    pub of_profile: Option<ProfileHook>,
    /// Follows when a person's name goes or changes where rooms see it, because they hide, are linked or have their data deleted; what rooms
    /// saw before a moment may stay.
    pub unnamed: Option<fn(&RequestContext<'_>, PersonId, i64) -> Result<(), RequestError>>,
    /// Returns the buttons that it offers at a place of the kernel's, or of a chat's.
    pub offers: Option<fn(OfferPlace<'_>) -> Vec<Choice>>,
    /// What becomes due without a request.
    pub due: &'static [DueJob],
    /// What becomes due and comes before all else, so that it is also done before each request.
    pub due_first: &'static [DueJob],
    /// Follows once a day, when what is no longer needed is deleted.
    pub swept: Option<fn(&Tx<'_>) -> Result<(), StoreError>>,
    /// Follows every ten minutes, when what is valid for minutes alone is deleted once that is over.
    pub lapsed: Option<fn(&Tx<'_>, i64) -> Result<(), StoreError>>,
    /// Returns since when and until when a person is away, so that no time counts for them. The first feature with anything says it.
    pub rest_of: Option<fn(&RequestContext<'_>, PersonId) -> Result<Option<Rest>, RequestError>>,
    /// Returns what the file of a person's data says beside their rows, with the names of its values.
    pub exports: Option<ExportHook>,
    /// Follows time that is left out because the bot was off, or a clock that was set back: its own times are moved.
    pub time_left_out: Option<GapHook>,
    /// Follows that somebody says something in a room, before it is answered or refused.
    pub came: Option<fn(&Tx<'_>, &Room, &Person, i64) -> Result<(), StoreError>>,
    /// Follows that somebody deleted their data, while their running matches still go on.
    pub leaves: Option<fn(&mut RequestContext<'_>, PersonId) -> Result<(), RequestError>>,
    /// Makes buttons for people who don't play, below the board of a match in a room.
    pub for_onlookers: Option<OnlookersHook>,
    /// The addresses of the pages where anyone may look at a match. One feature has them.
    pub pages: Option<MatchPages>,
    /// What shows the steps of a match again. One feature does.
    pub past: Option<PastSteps>,
    /// Says something about a room's week where that is told, in the features' order.
    pub of_week: Option<WeekHook>,
    /// Follows that a match began that belongs to no competition yet.
    pub opened: Option<OpenedHook>,
    /// Follows a step, or that steps were taken back, before anything is told.
    pub stepped: Option<fn(&mut RequestContext<'_>, &LoadedMatch) -> Result<(), RequestError>>,
    /// Follows that a seat is asked something by the other: whether something is taken back, or for a draw.
    pub asked: Option<fn(&mut RequestContext<'_>, &LoadedMatch, Seat) -> Result<(), RequestError>>,
    /// Follows that somebody leaves their seat in a match to another, or back to its owner. What fails here fails that.
    pub leaves_seat: Option<fn(&Tx<'_>, MatchId, PersonId) -> Result<(), StoreError>>,
    /// Codes that it makes in one place, to be said in another.
    pub codes: Option<CodeKind>,
    /// Lets others play seats for their owners. One feature does.
    pub stand_in: Option<StandIn>,
    /// Lets players agree that the clocks of their match stop. One feature does.
    pub clock_stop: Option<ClockStop>,
    /// What it plays without the player whose turn it is, as they said before.
    pub ahead: Option<PlaysAhead>,
    /// Refuses that anything new begins between a person, who is told, and another, because one of them wants nothing of the other.
    pub keeps_apart: Option<ApartHook>,
    /// How a room plays a seat.
    pub room_play: Option<RoomPlay>,
    /// Returns when something of its own is due in a running match.
    pub due_in_match: Option<MatchTimesHook>,
    /// Does the first thing that is due in a match, before the kernel does: also before a request. Returns whether there was anything.
    /// What fails here is tried again as what is due.
    pub attends: Option<AttendHook>,
    /// Brings boards of a running match up to date where that is due, but not before a request. Returns whether there was anything. What
    /// fails here is tried again, too.
    pub refreshes: Option<AttendHook>,
    /// Follows the end of a match before it is stored and rated. Returns what is said before the ratings.
    pub ends: Option<EndHook>,
    /// Follows once it is rated. Returns what is said after the ratings.
    pub ended: Option<EndHook>,
    /// Follows that a moderator cancelled the result of a match, once that is stored and before anything is told.
    pub annulled: Option<fn(&mut RequestContext<'_>, &MatchRow) -> Result<(), RequestError>>,
    /// Lets challenges be for several matches.
    pub several: Option<SeveralMatches>,
    /// Follows that a player wants to leave a match, before they are asked whether they are sure, and before it ends once they are: gives up
    /// what they want to leave with it, if they are sure. Returns what is said about that. What fails here fails that.
    pub gives_up: Option<GivesUp>,
    /// What its competitions are.
    pub competition: Option<CompetitionKind>,
    /// Follows once the asker was shown a match that they wanted to see: by `board`, or `next`.
    pub shown: Option<fn(&mut RequestContext<'_>, &LoadedMatch) -> Result<(), RequestError>>,
    /// Comes before a person's data is deleted: takes their names out of what others keep, and takes back what was done for them elsewhere.
    /// What fails here fails the deletion.
    pub forgets: Option<fn(&mut RequestContext<'_>, &PersonTraces) -> Result<(), RequestError>>,
    /// Follows once the end is told.
    pub told: Option<fn(&mut RequestContext<'_>, &LoadedMatch) -> Result<(), RequestError>>,
}

/// Follows that a match of a challenge began.
pub type OpenedHook = fn(&mut RequestContext<'_>, &Challenge, MatchId) -> Result<(), RequestError>;

/// Follows the end of a match. Returns what is said about it.
pub type EndHook = fn(&mut RequestContext<'_>, &mut LoadedMatch) -> Result<Vec<Text>, RequestError>;

/// Returns when something is due in a match, in Unix seconds.
type MatchTimesHook = fn(&RequestContext<'_>, &MatchRow) -> Result<Vec<i64>, RequestError>;

/// Does something that is due in a match. Returns whether there was anything.
type AttendHook = fn(&mut RequestContext<'_>, &MatchRow) -> Result<bool, RequestError>;

/// Makes buttons for people who don't play.
pub type OnlookersHook =
    fn(&RequestContext<'_>, &LoadedMatch, RoomId) -> Result<Vec<Choice>, RequestError>;

/// Refuses that anything begins between a person, who is told, and another.
pub type ApartHook = fn(&Tx<'_>, PersonId, &Person) -> Result<Option<Refusal>, StoreError>;

/// Returns what the profile of a person says.
pub type ProfileHook = fn(&RequestContext<'_>, &Person) -> Result<Vec<Text>, RequestError>;

/// Says something about a room's week.
pub type WeekHook = fn(&RequestContext<'_>, &RoomWeek<'_>) -> Result<WeekWords, RequestError>;

/// Returns what the file of a person's data says.
pub type ExportHook =
    fn(&RequestContext<'_>, PersonId) -> Result<Vec<(&'static str, Value)>, RequestError>;

/// When no time counts for a person, because they are away; in Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    pub from: i64,
    pub until: i64,
}

/// How the asker says how long they rest.
#[derive(Clone, Copy, Debug)]
pub struct RestWords<'a> {
    pub words: &'a str,
    /// Writes the command with such words.
    pub command: fn(&str) -> Command,
    /// Does what such words say, in lower case. Returns when the rest begins.
    pub take: fn(&mut RequestContext<'_>, &str) -> Result<i64, RequestError>,
}

/// Follows that a time is left out.
pub type GapHook = fn(&Tx<'_>, &TimeGap) -> Result<(), StoreError>;

/// A time that is left out, in Unix seconds. It ends before it begins if the clock was set back.
#[derive(Clone, Copy, Debug)]
pub struct TimeGap {
    pub from: i64,
    pub to: i64,
}

impl TimeGap {
    /// Returns how long it is; negative if the clock was set back.
    pub fn seconds(&self) -> i64 {
        self.to - self.from
    }
}

/// Words that features may take.
#[derive(Clone, Copy, Debug)]
pub enum HeardWords<'a> {
    /// A line that begins with no command, before it is read as one in other words.
    Line(&'a str),
    /// Words that are no command in other words either.
    Words {
        words: &'a str,
        /// Whether they are a move in a match.
        in_match: bool,
        /// When a match of the asker here last went on.
        played_at: Option<i64>,
    },
    /// A command about a match, such as `next`, where there is none that it could be about.
    Command(&'a str),
    /// A line that asks, with the match if it was named. Who takes it answers it, and does nothing else.
    Asks { of: Option<MatchId>, line: &'a Line },
    /// Words that may ask, because they mean nothing else.
    MayAsk { of: Option<MatchId>, words: &'a str },
    /// A question, for what is open for the asker that is no match.
    Question(&'a str),
    /// A question for the reason of something.
    Why(&'a str),
    /// How long the asker rests.
    Rest(RestWords<'a>),
    /// That the asker is back from wherever they were.
    Back,
    /// A question of a player for what to do in a match; `why` is there if they ask how good that is, with the move if they name one.
    Advice { of: MatchId, why: Option<&'a str> },
    /// A challenge, which may be meant for the bot.
    Challenge(&'a verbs::Challenge),
}

/// How words answer something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFit {
    Fits,
    /// They are an answer that the rules refuse.
    Refused,
    /// They are none.
    Unreadable,
}

/// Where features offer buttons.
#[derive(Clone, Copy, Debug)]
pub enum OfferPlace<'a> {
    /// In a room where a match isn't played: what shows it there.
    Elsewhere(MatchId),
    /// Below the rules of a game, first of all.
    Rules(GameId),
    /// In the help for a purpose, as lines, perhaps with this game, before those of the kernel.
    Help(Purpose, GameId),
    /// There, as lines after those of the kernel.
    HelpEnd(Purpose),
    /// What begins a match without another person, where there may be nobody to play with.
    Alone(Option<GameId>),
    /// What begins a match for somebody who has just learned a game.
    Beginner(GameId),
    /// What ends matches that the asker watches and the bot plays against itself.
    Watched,
    /// Where matches against the bot aren't allowed.
    NotAgainstBot,
    /// At a game, where one chooses what to do in a room on the web.
    Start(GameId),
    /// Where no position is open that asks for an answer.
    NothingOpen,
    /// Below a position of no match, with the commands that its controls send, and whether it asks for an answer: what leads away.
    Away { game: GameId, sends: &'a [Verb], asks: bool },
    /// What closes such a position.
    Closing,
    /// Where the dice of a match are spoken of: what shows that they are fair.
    Proof(MatchId),
    /// Below one's settings, where one is known in this chat alone.
    Settings,
    /// Where pages can show one's own boards: the one of a match, or all.
    OwnBoards(Option<MatchId>),
    /// At the top of a room in a browser.
    Top,
    /// Where the season of a server is spoken of: what shows how it stands.
    Season,
    /// What looks back at a match that is over, or at the asker's last one.
    LookBack(Option<MatchId>),
    /// What advises the asker in their match, or with what else they have open.
    Advice(Option<MatchId>),
}

/// Codes that are stored as hashes which take long to make, so that they are made beside the turn of a request.
pub struct CodeKind {
    /// Returns what a command says for a code, empty for a new one; nothing if it is about none of these.
    pub said: fn(&Command) -> Option<String>,
    /// Returns the salts of those that are valid at a moment.
    pub salts: fn(&Tx<'_>, i64) -> Result<Vec<String>, StoreError>,
}

/// Follows when a challenge begins a match between two. Returns what is said.
pub type OpenHook =
    fn(&mut RequestContext<'_>, &Challenge, [&Person; 2]) -> Result<Option<Text>, RequestError>;

/// Keeps what the asker missed in a match: each step with the choice that was clearly best. Returns what they are told.
pub type MissedHook =
    fn(&RequestContext<'_>, MatchId, &[(u32, MissedChoice)]) -> Result<Option<Text>, RequestError>;

/// A page for each server that wants one: lists that commands show, as a stranger would see them in a room of the server. It is made outside
/// the turn of the service.
pub struct ServerPage {
    /// What it is called.
    pub title: &'static str,
    /// Its lists. The first one is shown first.
    pub lists: &'static [ServerList],
    /// Returns a room of the server whose page has this key; none if there is no such page.
    pub room_of: fn(&Tx<'_>, &str) -> Result<Option<Room>, StoreError>,
}

/// A list on the page of a server.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct ServerList {
    /// Its name in the address.
    pub name: &'static str,
    /// What the link to it says.
    pub label: &'static str,
    /// Reads one of its pages, counted from 1, as anybody in a room of the server may see it: for a game, or for all together.
    pub shows: fn(&Tx<'_>, &Room, Option<GameId>, u32, i64) -> Result<SharedTable, RequestError>,
}

/// A page of a list of a server.
pub struct SharedTable {
    /// The list in words.
    pub text: Text,
    /// None if nobody is on it yet.
    pub chart: Option<Chart>,
    /// Whether there is another page.
    pub more: bool,
}

/// What a page shows beside the board of a match that is over. It is made outside the turn of the service.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct MatchPage {
    /// Its name in addresses.
    pub name: &'static str,
    /// What the link to it says.
    pub link: &'static str,
    /// Takes a match that is over; nothing if it has no such page now.
    pub load: fn(&Tx<'_>, LoadedMatch) -> Result<Option<Box<dyn MatchPageWork>>, RequestError>,
}

/// Makes a page about a match.
pub trait MatchPageWork: Send {
    /// Looks back at the match; this takes up to some seconds. What is found names nobody, so that it can be kept.
    ///
    /// # Errors
    /// If a step can't be loaded.
    fn analyse(&self) -> Result<Analysis, RequestError>;

    /// Words the page, as far as it may be told now.
    ///
    /// # Errors
    /// If a step can't be loaded.
    fn page(&self, found: &Analysis) -> Result<MatchPageContent, RequestError>;
}

/// What is on a page about a match.
pub struct MatchPageContent {
    pub chart: ChancesChart,
    pub lines: Vec<Text>,
    /// Says above the boards what they show, and instead of them if there are none.
    pub heading: &'static str,
    pub no_boards: &'static str,
    pub boards: Vec<MatchPageBoard>,
}

/// A board that stands in for the one at a step.
pub struct MatchPageBoard {
    /// The step that it stands before.
    pub step: usize,
    pub title: String,
    pub says: Text,
    pub board: Scene,
    /// The board in words.
    pub alt: String,
}

/// Plays without the player whose turn it is. The kernel asks for one action after another, once a step and the forced ones after it are
/// played.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct PlaysAhead {
    /// Returns what is played next in the position, and by which seat.
    pub next:
        fn(&mut RequestContext<'_>, &LoadedMatch) -> Result<Option<(Seat, String)>, RequestError>,
    /// Follows that the rules refused what it wanted to play for a seat.
    pub refused: fn(&mut RequestContext<'_>, &LoadedMatch, Seat) -> Result<(), RequestError>,
}

/// An action that a feature plays ahead.
pub struct AheadAction {
    pub seat: Seat,
    pub words: String,
    pub by: &'static Feature,
}

/// Lets challenges be for several matches. The kernel begins the first one.
pub struct SeveralMatches {
    /// Returns for how many at most the asker's challenge is, to a person or (`true`) to the bot.
    pub wanted: fn(&RequestContext<'_>, bool) -> Result<u32, RequestError>,
    /// Says on the card of a challenge for several what that means.
    pub says: fn(&Challenge) -> Text,
    /// Returns for how many at most a rematch is after a match of a competition; nothing if it isn't of this kind.
    pub again: MatchesAgain,
}

/// Returns for how many matches at most a rematch is after one of a competition.
pub type MatchesAgain =
    fn(&RequestContext<'_>, &Competition, MatchId) -> Result<Option<u32>, RequestError>;

/// Gives up what a player wants to leave with a match, if they are sure. Returns what is said about it.
pub type GivesUp =
    fn(&mut RequestContext<'_>, &LoadedMatch, Seat, bool) -> Result<Option<String>, RequestError>;

/// What several matches are played for together.
pub struct CompetitionKind {
    /// Its name in the database, which is never changed.
    pub kind: &'static str,
    /// Says what a match of this round is played for.
    pub line: CompetitionLine,
    /// Tells whether the others count on each match while it goes on: such a match can't be called off, and who leaves it early loses it.
    pub is_binding: fn(&RequestContext<'_>, &Competition) -> Result<bool, RequestError>,
    /// Whether it plans its matches by itself, so that no rematch is offered after one.
    pub plans: bool,
    /// Goes on once the end of a match of this round is told.
    pub goes_on: GoOn,
}

/// Says what a match of a round is played for.
pub type CompetitionLine =
    fn(&RequestContext<'_>, &Competition, u32) -> Result<Option<Text>, RequestError>;

/// Goes on with a competition once the end of a match of one of its rounds is told.
pub type GoOn =
    fn(&mut RequestContext<'_>, &LoadedMatch, &Competition, u32) -> Result<(), RequestError>;

impl Feature {
    /// Makes a feature that adds nothing yet.
    pub const fn named(name: &'static str) -> Feature {
        Feature {
            name,
            commands: &[],
            args: &[],
            helps: &[],
            synonyms: "",
            house: HousePart { rules: "", asked: "", synonyms: &[] },
            tables: None,
            settings: &[],
            room_settings: &[],
            hears: None,
            reads: None,
            opens: None,
            missed: None,
            match_page: None,
            server_page: None,
            files: &[],
            news: None,
            of_profile: None,
            unnamed: None,
            offers: None,
            due: &[],
            due_first: &[],
            swept: None,
            lapsed: None,
            rest_of: None,
            exports: None,
            time_left_out: None,
            came: None,
            leaves: None,
            for_onlookers: None,
            pages: None,
            past: None,
            of_week: None,
            opened: None,
            stepped: None,
            asked: None,
            leaves_seat: None,
            codes: None,
            stand_in: None,
            clock_stop: None,
            ahead: None,
            keeps_apart: None,
            room_play: None,
            due_in_match: None,
            attends: None,
            refreshes: None,
            ends: None,
            ended: None,
            annulled: None,
            several: None,
            gives_up: None,
            competition: None,
            shown: None,
            forgets: None,
            told: None,
        }
    }
}

/// Lets a person, or the bot, play a seat for its owner. Who decides for a seat stays the kernel's: [`Decider`](crate::seats::Decider).
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct StandIn {
    /// Returns what a player says to find somebody who plays on.
    pub find: fn(MatchId) -> Command,
    /// Returns what a player says to let the bot play on.
    pub let_bot: fn(MatchId) -> Command,
    /// Returns what who plays for the owner of a seat says to give it back.
    pub step_down: fn(MatchId) -> Command,
    /// Tells whether somebody is asked by name to take a seat, so that they may see the match.
    pub is_asked: fn(&Tx<'_>, MatchId, PersonId) -> Result<bool, StoreError>,
    /// Follows that the asker is back, in one match or in all. Tells whether somebody played for them.
    pub is_back: fn(&mut RequestContext<'_>, Option<MatchId>) -> Result<bool, RequestError>,
    /// Follows that a match began that nobody agreed to just now. Returns what is said about it.
    pub begins: fn(&mut RequestContext<'_>, MatchId) -> Result<Vec<Text>, RequestError>,
    /// Follows what happens to a rest of the asker's.
    pub rest_changes: fn(&mut RequestContext<'_>, RestChange) -> Result<(), RequestError>,
    /// Follows that somebody deleted their data, before their running matches end.
    pub leaves: fn(&mut RequestContext<'_>, PersonId) -> Result<(), RequestError>,
}

/// Lets players agree that the clocks of their match stop. Whether they stand stays the kernel's.
pub struct ClockStop {
    /// Says that a player asks for it, by name.
    pub asks: fn(&str) -> String,
    /// Returns what the other one answers.
    pub answer: fn(Option<MatchId>, Answer) -> Command,
    /// Returns what a player says so that they go on.
    pub go_on: fn(MatchId) -> Command,
}

/// What happens to a rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestChange {
    Begins,
    Ends,
    /// It was planned, and is cancelled.
    Struck,
}

/// The pages of matches, where anyone may look: each has a key, which ends its address.
pub struct MatchPages {
    /// Returns the key of a match's page; none if it has none, or nobody may look there.
    pub key_of: fn(&Tx<'_>, &MatchRow) -> Result<Option<String>, StoreError>,
    /// Finds the match of a key; none if nobody may look there.
    pub match_of: fn(&Tx<'_>, &str) -> Result<Option<MatchRow>, StoreError>,
    /// Returns what a player of a match says to give it a page, and the label of a button for that.
    pub opens: fn(MatchId) -> (Command, &'static str),
}

/// What is said to see the steps of a match again.
pub struct PastSteps {
    /// Returns what lists them in words, of a match or of the one that is played.
    pub list: fn(Option<MatchId>) -> Command,
    /// Returns what shows them as a film: all, or from one to another.
    pub film: fn(MatchId, Option<[u32; 2]>) -> Command,
    /// Returns what gives them as a file, likewise.
    pub file: fn(Option<MatchId>) -> Command,
}

/// A setting of a room: a word of `admin`.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct RoomSettingRow {
    /// The word.
    pub name: &'static str,
    /// Says in the help of `admin` what may follow it, and what that does; may be empty.
    pub help: &'static str,
    /// A line that sets it; may be empty.
    pub example: &'static str,
    /// What one must be allowed to do here who sets it; none if its function asks, once it knows what it is about.
    pub may: Option<Permitted>,
    /// Whether the bot then posts here by itself, so that it is refused where it can't.
    pub posts: bool,
    /// Sets it, and answers.
    pub set: fn(&mut RequestContext<'_>, &verbs::Admin) -> Result<(), RequestError>,
    /// Returns its line in the list of settings; none if it has none there now.
    pub shows: Option<fn(&RequestContext<'_>) -> Result<Option<Text>, RequestError>>,
    /// Returns what sets it by picking from a list of the chat's own.
    pub picks: Option<fn(&RequestContext<'_>) -> Result<Option<Picker>, RequestError>>,
}

/// A command and its function.
pub struct CommandRow {
    pub verb: Verb,
    pub run: fn(&mut RequestContext<'_>, &Command) -> Result<(), RequestError>,
}

/// Makes the row of a command whose function takes it as a value of its own type: `row!(commands::Thank, thanks::thank)`.
#[macro_export]
macro_rules! row {
    ($verb:path, $run:expr) => {
        $crate::context::seam::CommandRow {
            verb: <$verb>::VERB,
            run: |cx, said| {
                let verb: $verb = said.read().unwrap_or_default();
                let run: fn(
                    &mut $crate::context::RequestContext<'_>,
                    &$verb,
                ) -> Result<(), $crate::RequestError> = $run;
                run(cx, &verb)
            },
        }
    };
}

/// Finds the moment when something is due next, in Unix seconds, from the one that it is now.
type NextMoment = fn(&Tx<'_>, i64) -> Result<Option<i64>, StoreError>;

/// Something that becomes due for many: for each match, room or person by itself.
pub struct DueJob {
    /// Names it in the figures and in the log.
    pub name: &'static str,
    /// Lists what is due, by number.
    pub due: fn(&Tx<'_>, i64) -> Result<Vec<i64>, StoreError>,
    /// Returns when the next of them is due after a moment; none if any tick will do.
    pub next: Option<NextMoment>,
    /// Does one of them, by its number, at a moment. It is asked again if it failed, and may find nothing to do then.
    pub act: fn(&mut Service, i64, i64) -> Result<(), RequestError>,
}

/// The features of a program, in their order.
pub struct Features {
    all: &'static [&'static Feature],
    commands: Commands,
    house: House,
    tables: Vec<&'static Tables>,
}

impl Features {
    /// Takes the features in the order in which they follow a step, and the end of a match: the kernel's own part first.
    pub fn new(all: &'static [&'static Feature]) -> Features {
        let specs: Vec<Vec<&CommandSpec>> = all
            .iter()
            .map(|feature| feature.commands.iter().map(|row| row.verb.spec()).collect())
            .collect();
        let words: Vec<Vec<AddedWord>> =
            all.iter().map(|feature| feature.room_settings.iter().map(word_of).collect()).collect();
        let parts = all.iter().zip(&specs).zip(&words);
        let parts = parts.map(|((feature, specs), words)| CommandPart {
            specs,
            synonyms: feature.synonyms,
            words,
            args: feature.args,
            helps: feature.helps,
        });
        let tables = all.iter().filter_map(|feature| feature.tables).collect();
        let house: Vec<HousePart> = all.iter().map(|feature| feature.house).collect();
        let commands = Commands::new(parts);
        let house = House::of(&house, commands.iter().map(|spec| spec.name));
        Features { all, commands, house, tables }
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static Feature> + use<> {
        self.all.iter().copied()
    }

    /// Returns the commands that there are.
    pub fn commands(&self) -> &Commands {
        &self.commands
    }

    /// Returns what is written about playing here.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Returns the settings of a room, in the features' order.
    pub fn room_settings(&self) -> impl Iterator<Item = &'static RoomSettingRow> + use<> {
        self.iter().flat_map(|feature| feature.room_settings)
    }

    /// Returns the buttons that features offer at a place.
    pub fn offers(&self, at: OfferPlace<'_>) -> Vec<Choice> {
        self.iter().filter_map(|feature| feature.offers).flat_map(|offers| offers(at)).collect()
    }

    /// Returns the pages of matches; none if no feature has them.
    pub fn pages(&self) -> Option<&'static MatchPages> {
        self.iter().find_map(|feature| feature.pages.as_ref())
    }

    /// Returns what shows the steps of a match again; none if no feature does.
    pub fn past(&self) -> Option<&'static PastSteps> {
        self.iter().find_map(|feature| feature.past.as_ref())
    }

    /// Returns what lets others play seats for their owners; none if no feature does.
    pub fn stand_in(&self) -> Option<&'static StandIn> {
        self.iter().find_map(|feature| feature.stand_in.as_ref())
    }

    /// Returns what lets players agree that their clocks stop; none if no feature does.
    pub fn clock_stop(&self) -> Option<&'static ClockStop> {
        self.iter().find_map(|feature| feature.clock_stop.as_ref())
    }

    /// Returns how rooms play; none if no feature lets them.
    pub fn room_play(&self) -> Option<&'static RoomPlay> {
        self.with_room_play().map(|it| it.1)
    }

    /// Returns how rooms play, with the feature that lets them.
    pub(super) fn with_room_play(&self) -> Option<(&'static Feature, &'static RoomPlay)> {
        self.iter().find_map(|feature| Some((feature, feature.room_play.as_ref()?)))
    }

    /// Returns the page of a server; none if no feature has it.
    pub fn server_page(&self) -> Option<&'static ServerPage> {
        self.iter().find_map(|feature| feature.server_page.as_ref())
    }

    /// Returns how the names of files begin that are made about people.
    pub fn files(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.iter().flat_map(|feature| feature.files).copied()
    }

    /// Returns what a page shows of a match that is over; none if no feature has it.
    pub fn match_page(&self) -> Option<&'static MatchPage> {
        self.iter().find_map(|feature| feature.match_page.as_ref())
    }

    /// Returns what becomes due, in the features' order.
    pub fn due(&self) -> impl Iterator<Item = &'static DueJob> + Clone + use<> {
        self.due_first().chain(self.all.iter().flat_map(|feature| feature.due))
    }

    /// Returns what of it comes first.
    pub(crate) fn due_first(&self) -> impl Iterator<Item = &'static DueJob> + Clone + use<> {
        self.all.iter().flat_map(|feature| feature.due_first)
    }

    /// Returns the tables of all features.
    pub fn tables(&'static self) -> TableParts {
        &self.tables
    }
}

fn word_of(row: &RoomSettingRow) -> AddedWord {
    let RoomSettingRow { name, help, example, .. } = *row;
    AddedWord { to: verbs::Admin::VERB, word: name, help, example }
}

/// Has words heard that are for no match. Returns whether a feature has taken them.
pub fn heard(cx: &mut RequestContext<'_>, heard: HeardWords<'_>) -> Result<bool, RequestError> {
    for hook in cx.memory.features.iter().filter_map(|feature| feature.hears) {
        if hook(cx, heard)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses that anything begins between a person, who is told, and another, if one of them wants nothing of the other.
pub fn keeps_apart(
    cx: &RequestContext<'_>,
    one: PersonId,
    other: &Person,
) -> Result<Option<Refusal>, StoreError> {
    for hook in cx.memory.features.iter().filter_map(|feature| feature.keeps_apart) {
        let refusal = hook(cx.tx, one, other)?;
        if refusal.is_some() {
            return Ok(refusal);
        }
    }
    Ok(None)
}

/// Tells whether a feature keeps what players missed.
pub fn keeps_missed(features: &Features) -> bool {
    features.iter().any(|feature| feature.missed.is_some())
}

/// Has what the asker missed in a match kept. Returns what they are told.
pub fn missed(
    cx: &RequestContext<'_>,
    of: MatchId,
    missed: &[(u32, MissedChoice)],
) -> Result<Vec<Text>, RequestError> {
    let run = |hook: MissedHook| hook(cx, of, missed);
    Ok(Hooks::of(cx).each("missed", of, |it| it.missed, run)?.into_iter().flatten().collect())
}

/// Tells whether words answer what a feature has open for the asker; nothing if none has.
pub fn reads(cx: &RequestContext<'_>, words: &str) -> Result<Option<AnswerFit>, RequestError> {
    for hook in cx.memory.features.iter().filter_map(|feature| feature.reads) {
        let fit = hook(cx, words)?;
        if fit.is_some() {
            return Ok(fit);
        }
    }
    Ok(None)
}

/// Returns for how many matches at most the asker's challenge is, to a person or to the bot.
pub fn matches_wanted(cx: &RequestContext<'_>, to_bot: bool) -> Result<u32, RequestError> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.several.as_ref());
    hooks.next().map_or(Ok(1), |several| (several.wanted)(cx, to_bot))
}

/// Says on the card of a challenge that it is for several matches, if it is.
pub(crate) fn is_for_several(cx: &RequestContext<'_>, challenge: &Challenge) -> Option<Text> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.several.as_ref());
    hooks.next().filter(|_| 1 < challenge.best_of).map(|several| (several.says)(challenge))
}

/// Returns for how many matches at most a rematch is.
pub(crate) fn matches_again(cx: &RequestContext<'_>, of: MatchId) -> Result<u32, RequestError> {
    let Some((competition, _)) = cx.tx.competition_of(of)? else { return Ok(1) };
    for several in cx.memory.features.iter().filter_map(|feature| feature.several.as_ref()) {
        if let Some(most) = (several.again)(cx, &competition, of)? {
            return Ok(most);
        }
    }
    Ok(1)
}

/// Gives up what a player wants to leave with a match, if they are sure. Returns what is said about it.
pub(crate) fn gives_up(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    sure: bool,
) -> Result<Option<String>, RequestError> {
    for hook in cx.memory.features.iter().filter_map(|feature| feature.gives_up) {
        let said = hook(cx, loaded, seat, sure)?;
        if said.is_some() {
            return Ok(said);
        }
    }
    Ok(None)
}

/// Returns what a competition is; nothing if no feature has its kind.
pub(crate) fn kind_of(
    cx: &RequestContext<'_>,
    competition: &Competition,
) -> Option<&'static CompetitionKind> {
    let mut kinds = cx.memory.features.iter().filter_map(|feature| feature.competition.as_ref());
    kinds.find(|kind| kind.kind == competition.kind)
}

/// Returns what is played ahead in a position: by the first feature that has something.
pub fn ahead(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<Option<AheadAction>, RequestError> {
    if loaded.row.end.is_some() {
        return Ok(None);
    }
    for by in cx.memory.features.iter() {
        if let Some(PlaysAhead { next, .. }) = &by.ahead
            && let Some(Some((seat, words))) =
                alone(cx, by, "ahead", loaded.row.id, |cx| next(cx, loaded))?
        {
            return Ok(Some(AheadAction { seat, words, by }));
        }
    }
    Ok(None)
}

/// Follows that the rules refused what a feature wanted to play ahead.
pub(crate) fn refused_ahead(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    by: &'static Feature,
) -> Result<(), RequestError> {
    if let Some(PlaysAhead { refused, .. }) = &by.ahead {
        alone(cx, by, "refused ahead", loaded.row.id, |cx| refused(cx, loaded, seat))?;
    }
    Ok(())
}

/// Returns when something of the features is due in a running match.
pub(crate) fn due_in_match(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Vec<i64>, RequestError> {
    let run = |hook: MatchTimesHook| hook(cx, row);
    // Where that failed it is looked at again.
    let hooks = cx.memory.features.iter().filter(|feature| feature.due_in_match.is_some()).count();
    let due = Hooks::of(cx).each("due in match", row.id, |it| it.due_in_match, run)?;
    let failed = vec![cx.now + HOUR; hooks - due.len()];
    Ok([due.concat(), failed].concat())
}

/// Does what is due in a match for the features, or brings its boards up to date: by one of the two hooks for that. Returns whether there
/// was anything.
pub(crate) fn attended(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    hook_of: fn(&Feature) -> Option<AttendHook>,
) -> Result<bool, RequestError> {
    for hook in cx.memory.features.iter().filter_map(hook_of) {
        if hook(cx, row)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What features follow of a match. It is tried again where it failed.
pub enum MatchMoment<'a> {
    Opened(&'a Challenge, MatchId),
    Stepped(&'a LoadedMatch),
    Ends(&'a mut LoadedMatch),
    Ended(&'a mut LoadedMatch),
    Annulled(&'a MatchRow),
    Told(&'a LoadedMatch),
    /// A match of a round of a competition is told.
    GoesOn(&'a LoadedMatch, &'a Competition, u32),
}

impl MatchMoment<'_> {
    /// The names of all in the database, which are never changed, in the order in which they come.
    pub(crate) const NAMES: [&'static str; 7] =
        ["opened", "stepped", "ends", "ended", "annulled", "told", "goes on"];

    /// Returns its name in the database, and whether a feature follows it.
    fn is_followed_by(&self, feature: &Feature) -> (&'static str, bool) {
        match self {
            MatchMoment::Opened(..) => ("opened", feature.opened.is_some()),
            MatchMoment::Stepped(_) => ("stepped", feature.stepped.is_some()),
            MatchMoment::Ends(_) => ("ends", feature.ends.is_some()),
            MatchMoment::Ended(_) => ("ended", feature.ended.is_some()),
            MatchMoment::Annulled(_) => ("annulled", feature.annulled.is_some()),
            MatchMoment::Told(_) => ("told", feature.told.is_some()),
            MatchMoment::GoesOn(_, competition, _) => {
                let kind = feature.competition.as_ref();
                ("goes on", kind.is_some_and(|kind| kind.kind == competition.kind))
            }
        }
    }

    fn of(&self) -> MatchId {
        match self {
            MatchMoment::Opened(_, of) => *of,
            MatchMoment::Annulled(row) => row.id,
            MatchMoment::Ends(loaded) | MatchMoment::Ended(loaded) => loaded.row.id,
            MatchMoment::Stepped(loaded)
            | MatchMoment::Told(loaded)
            | MatchMoment::GoesOn(loaded, ..) => loaded.row.id,
        }
    }

    /// Has a feature follow it. Returns what is said.
    pub(crate) fn run(
        &mut self,
        cx: &mut RequestContext<'_>,
        feature: &Feature,
    ) -> Result<Vec<Text>, RequestError> {
        match self {
            MatchMoment::Opened(challenge, of) => {
                feature.opened.map_or(Ok(()), |hook| hook(cx, challenge, *of))?;
            }
            MatchMoment::Stepped(loaded) => {
                feature.stepped.map_or(Ok(()), |hook| hook(cx, loaded))?
            }
            MatchMoment::Ends(loaded) => {
                return feature.ends.map_or(Ok(vec![]), |hook| hook(cx, loaded));
            }
            MatchMoment::Ended(loaded) => {
                return feature.ended.map_or(Ok(vec![]), |hook| hook(cx, loaded));
            }
            MatchMoment::Annulled(row) => feature.annulled.map_or(Ok(()), |hook| hook(cx, row))?,
            MatchMoment::Told(loaded) => feature.told.map_or(Ok(()), |hook| hook(cx, loaded))?,
            MatchMoment::GoesOn(loaded, competition, round) => {
                if let Some(CompetitionKind { goes_on, .. }) = &feature.competition {
                    goes_on(cx, loaded, competition, *round)?;
                }
            }
        }
        Ok(Vec::new())
    }
}

/// Lets the features follow a moment of a match. What fails is undone, and kept to be tried again. Returns what is said.
pub fn follow(
    cx: &mut RequestContext<'_>,
    mut moment: MatchMoment<'_>,
) -> Result<Vec<Text>, RequestError> {
    let mut said = Vec::new();
    for feature in cx.memory.features.iter() {
        let (name, true) = moment.is_followed_by(feature) else { continue };
        let of = moment.of();
        let before = match &moment {
            MatchMoment::Ends(LoadedMatch { row, people, names, .. })
            | MatchMoment::Ended(LoadedMatch { row, people, names, .. }) => {
                Some((row.clone(), people.clone(), names.clone()))
            }
            _ => None,
        };
        if let Some(lines) = alone(cx, feature, name, of, |cx| moment.run(cx, feature))? {
            said.extend(lines);
            continue;
        }
        if let (MatchMoment::Ends(loaded) | MatchMoment::Ended(loaded), Some(before)) =
            (&mut moment, before)
        {
            (loaded.row, loaded.people, loaded.names) = before;
        }
        let challenge = match &moment {
            MatchMoment::Opened(challenge, _) => Some(challenge.id),
            _ => None,
        };
        cx.tx.keep_unfinished(&Unfinished {
            of,
            feature: feature.name.to_owned(),
            moment: name.to_owned(),
            challenge,
        })?;
    }
    Ok(said)
}

/// Follows once the end of a match is told.
pub(crate) fn told(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    follow(cx, MatchMoment::Told(loaded))?;
    match cx.tx.competition_of(loaded.row.id)? {
        Some((competition, round)) if competition.ended_at.is_none() => {
            follow(cx, MatchMoment::GoesOn(loaded, &competition, round)).map(drop)
        }
        _ => Ok(()),
    }
}

/// Follows when a challenge begins a match. Returns what is said.
pub(crate) fn opens(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    players: [&Person; 2],
) -> Result<Vec<Text>, RequestError> {
    let run = |cx: &mut RequestContext<'_>, hook: OpenHook| hook(cx, challenge, players);
    Ok(each(cx, "opens", challenge.id, |feature| feature.opens, run)?
        .into_iter()
        .flatten()
        .collect())
}

/// Follows that a seat is asked something by the other.
pub(crate) fn asked(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    each(cx, "asked", loaded.row.id, |it| it.asked, |cx, hook| hook(cx, loaded, seat)).map(drop)
}

/// Follows that a match began by itself. Returns what is said about it.
pub(crate) fn begins_by_itself(
    cx: &mut RequestContext<'_>,
    of: MatchId,
) -> Result<Vec<Text>, RequestError> {
    let begins = |feature: &Feature| feature.stand_in.as_ref().map(|stand_in| stand_in.begins);
    Ok(each(cx, "by itself", of, begins, |cx, begins| begins(cx, of))?.concat())
}

/// Returns since when and until when a person rests, if they do.
pub fn rest_of(cx: &RequestContext<'_>, person: PersonId) -> Result<Option<Rest>, RequestError> {
    for hook in cx.memory.features.iter().filter_map(|feature| feature.rest_of) {
        let rest = hook(cx, person)?;
        if rest.is_some() {
            return Ok(rest);
        }
    }
    Ok(None)
}

/// Follows what happens to a rest of the asker's.
pub fn rest_changes(cx: &mut RequestContext<'_>, change: RestChange) -> Result<(), RequestError> {
    let follows =
        |feature: &Feature| feature.stand_in.as_ref().map(|stand_in| stand_in.rest_changes);
    each(cx, "rest", cx.me.id, follows, |cx, follows| follows(cx, change)).map(drop)
}

/// Returns what the features write into the file of a person's data.
pub(crate) fn exported(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Vec<(&'static str, Value)>, RequestError> {
    Ok(Hooks::of(cx).each("exported", person, |it| it.exports, |hook| hook(cx, person))?.concat())
}

/// Follows once the asker was shown a match.
pub(crate) fn shown(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    each(cx, "shown", loaded.row.id, |it| it.shown, |cx, hook| hook(cx, loaded)).map(drop)
}

/// Says what the features have to say about a room's week.
pub fn of_week(
    cx: &mut RequestContext<'_>,
    week: &RoomWeek<'_>,
) -> Result<WeekWords, RequestError> {
    let mut said = WeekWords::default();
    for words in each(cx, "week", week.room.id, |it| it.of_week, |cx, hook| hook(cx, week))? {
        let WeekWords { best, to_try, choices } = words;
        said.best.extend(best);
        said.to_try.extend(to_try);
        said.choices.extend(choices);
    }
    Ok(said)
}

/// Makes the buttons for people who don't play, below the board of a match in a room.
pub fn for_onlookers(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    room: RoomId,
) -> Result<Vec<Choice>, RequestError> {
    let here = Hooks::of(cx);
    let run = |hook: OnlookersHook| hook(cx, loaded, room);
    Ok(here.each("for onlookers", loaded.row.id, |it| it.for_onlookers, run)?.concat())
}

/// Returns the key of the page where anyone may look at a match.
pub fn page_key(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Option<String>, RequestError> {
    let key_of = |feature: &Feature| feature.pages.as_ref().map(|pages| pages.key_of);
    let keys = Hooks::of(cx).each("page", row.id, key_of, |key_of| Ok(key_of(cx.tx, row)?))?;
    Ok(keys.into_iter().flatten().next())
}

/// Says what waits for somebody who was away.
pub fn news(cx: &RequestContext<'_>, person: &Person) -> Result<Vec<Text>, RequestError> {
    Ok(Hooks::of(cx).each("news", person.id, |it| it.news, |hook| hook(cx, person))?.concat())
}

/// Returns what the profile of a person says.
pub(crate) fn of_profile(cx: &RequestContext<'_>, who: &Person) -> Result<Vec<Text>, RequestError> {
    Ok(Hooks::of(cx).each("profile", who.id, |it| it.of_profile, |hook| hook(cx, who))?.concat())
}

/// Follows that somebody says something in a room.
pub(crate) fn came(
    tx: &Tx<'_>,
    memory: &InMemory,
    room: &Room,
    me: &Person,
    now: i64,
) -> Result<(), RequestError> {
    let here = Hooks { tx, features: memory.features, figures: &memory.figures };
    here.each("came", room.id, |it| it.came, |hook| Ok(hook(tx, room, me, now)?)).map(drop)
}

/// Hooks that need no request.
pub(crate) struct Hooks<'a> {
    pub tx: &'a Tx<'a>,
    pub features: &'a Features,
    pub figures: &'a Metrics,
}

impl<'a> Hooks<'a> {
    pub(super) fn of(cx: &'a RequestContext<'_>) -> Hooks<'a> {
        Hooks { tx: cx.tx, features: cx.memory.features, figures: &cx.memory.figures }
    }

    /// Lets the features leave a time out.
    pub(crate) fn time_left_out(&self, gap: &TimeGap) -> Result<(), StoreError> {
        let run = |hook: GapHook| Ok(hook(self.tx, gap)?);
        match self.each("gap", gap.from, |it| it.time_left_out, run) {
            Err(RequestError::Store(err)) => Err(err),
            Err(_) | Ok(_) => Ok(()),
        }
    }

    /// Lets the features do what they do once a day.
    pub(crate) fn swept(&self) -> Result<(), RequestError> {
        self.each("swept", "", |it| it.swept, |hook| Ok(hook(self.tx)?)).map(drop)
    }

    /// Lets the features delete what is no longer valid.
    pub(crate) fn lapsed(&self, now: i64) -> Result<(), RequestError> {
        self.each("lapsed", "", |it| it.lapsed, |hook| Ok(hook(self.tx, now)?)).map(drop)
    }

    /// Lets each feature that has a hook run it, so that a failure costs its own part alone. Returns what they made, in their order.
    fn each<H, T>(
        &self,
        phase: &'static str,
        of: impl Display + Copy,
        hook: fn(&Feature) -> Option<H>,
        run: impl Fn(H) -> Result<T, RequestError>,
    ) -> Result<Vec<T>, RequestError> {
        let mut made = Vec::new();
        for feature in self.features.iter() {
            if let Some(hook) = hook(feature) {
                made.extend(self.undone_if_it_fails(feature, phase, of, || run(hook))?);
            }
        }
        Ok(made)
    }

    /// Runs a hook of a feature so that nothing in the database stays of it if it fails or panics; that is counted, and logged.
    ///
    /// # Errors
    /// As [`alone`].
    pub(super) fn undone_if_it_fails<T>(
        &self,
        feature: &'static Feature,
        phase: &'static str,
        of: impl Display,
        hook: impl FnOnce() -> Result<T, RequestError>,
    ) -> Result<Option<T>, RequestError> {
        let done = self.tx.attempt(|| {
            let done = self.figures.guarded(feature.name, hook);
            done.unwrap_or_else(|| Err(RequestError::Broken("a panic".to_owned())))
        });
        match done {
            Ok(done) => Ok(Some(done)),
            Err(fault) if fault.is_about_all() => Err(fault),
            Err(fault) => {
                self.figures.failed_jobs.count(feature.name);
                let why = fault.in_log();
                tracing::error!(feature = feature.name, phase, %of, why, "what a feature adds failed; all else goes on");
                Ok(None)
            }
        }
    }
}

/// Lets each feature that has a hook run it, so that a failure costs its own part alone. Returns what they made, in their order.
fn each<H, T>(
    cx: &mut RequestContext<'_>,
    phase: &'static str,
    of: impl Display + Copy,
    hook: fn(&Feature) -> Option<H>,
    run: impl Fn(&mut RequestContext<'_>, H) -> Result<T, RequestError>,
) -> Result<Vec<T>, RequestError> {
    let mut made = Vec::new();
    for feature in cx.memory.features.iter() {
        if let Some(hook) = hook(feature) {
            made.extend(alone(cx, feature, phase, of, |cx| run(cx, hook))?);
        }
    }
    Ok(made)
}

/// Follows that somebody deleted their data. Where a feature fails nothing is deleted, because something of theirs could stay.
pub(crate) fn leaves(cx: &mut RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.leaves);
    hooks.try_for_each(|hook| hook(cx, person))
}

/// Comes before a person's data is deleted.
pub(crate) fn forgets(
    cx: &mut RequestContext<'_>,
    traces: &PersonTraces,
) -> Result<(), RequestError> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.forgets);
    hooks.try_for_each(|hook| hook(cx, traces))
}

/// Follows when a person's name goes or changes where rooms see it.
pub fn unnamed(cx: &RequestContext<'_>, person: PersonId, since: i64) -> Result<(), RequestError> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.unnamed);
    hooks.try_for_each(|hook| hook(cx, person, since))
}

/// Follows that somebody leaves their seat.
pub fn leaves_seat(
    cx: &RequestContext<'_>,
    of: MatchId,
    person: PersonId,
) -> Result<(), StoreError> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.leaves_seat);
    hooks.try_for_each(|hook| hook(cx.tx, of, person))
}

/// Runs a hook of a feature so that a failure or a panic costs its own part alone: it is undone, counted, and logged.
///
/// # Errors
/// What concerns the whole request: nothing can be stored, or it has to be handled again.
fn alone<T>(
    cx: &mut RequestContext<'_>,
    feature: &'static Feature,
    phase: &'static str,
    of: impl Display,
    hook: impl FnOnce(&mut RequestContext<'_>) -> Result<T, RequestError>,
) -> Result<Option<T>, RequestError> {
    let (tx, features, figures) = (cx.tx, cx.memory.features, cx.memory.figures.clone());
    let (replies, calls) = (cx.replies.len(), cx.calls.len());
    let here = Hooks { tx, features, figures: &figures };
    let done = here.undone_if_it_fails(feature, phase, of, || hook(cx))?;
    if done.is_none() {
        cx.replies.truncate(replies);
        cx.calls.truncate(calls);
    }
    Ok(done)
}
