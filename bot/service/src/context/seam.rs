//! What a feature may add to the kernel, as one value. The program has the list of features; in its order they follow a step, and the end of
//! a match.
use std::fmt::Display;

use command::{
    AddedWord, Command, CommandPart, CommandSpec, Commands, Permitted, Purpose, Verb, verbs,
};
use content::{
    house::{House, HousePart},
    puzzles::MissedChoice,
};
use engine::{games::GameId, seat::Seat};
use model::{
    ids::{MatchId, PersonId, RoomId},
    reply::Choice,
    text::Text,
};
use store::{Challenge, Competition, MatchRow, Person, Room, StoreError, TableParts, Tables, Tx};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        memory::InMemory,
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
    /// Takes words that are for no match, such as an answer to an exercise. The features hear them in their order, until one has taken them.
    pub hears: Option<fn(&mut RequestContext<'_>, HeardWords<'_>) -> Result<bool, RequestError>>,
    /// Tells, without consequences, whether words answer what it has open for the asker. The first feature with anything open says it.
    pub reads: Option<fn(&RequestContext<'_>, &str) -> Result<Option<AnswerFit>, RequestError>>,
    /// Follows when a challenge begins a match between two, in no order, before the match is stored. Returns what is said with it.
    pub opens: Option<OpenHook>,
    /// Keeps the steps of a match at which the asker missed a choice, once it was reviewed for them. Returns what they are told.
    pub missed: Option<MissedHook>,
    /// Returns what is told to a person who has long been away.
    pub news: Option<fn(&RequestContext<'_>, &Person) -> Result<Vec<Text>, RequestError>>,
    /// Follows when a person's name goes or changes where rooms see it, because they hide, are linked or have their data deleted; what rooms
    /// saw before a moment may stay.
    pub unnamed: Option<fn(&RequestContext<'_>, PersonId, i64) -> Result<(), RequestError>>,
    /// Returns the buttons that it offers at a place of the kernel's, or of a chat's.
    pub offers: Option<fn(OfferPlace<'_>) -> Vec<Choice>>,
    /// What becomes due without a request.
    pub due: &'static [DueJob],
    /// Follows once a day, when what is no longer needed is deleted.
    pub swept: Option<fn(&Tx<'_>) -> Result<(), StoreError>>,
    /// Follows time that is left out because the bot was off, or a clock that was set back: its own times are moved.
    pub time_left_out: Option<fn(&Tx<'_>, &TimeGap) -> Result<(), StoreError>>,
    /// Follows that somebody says something in a room, before it is answered or refused.
    pub came: Option<fn(&Tx<'_>, &Room, &Person, i64) -> Result<(), StoreError>>,
    /// Follows that somebody deleted their data, while their running matches still go on.
    pub leaves: Option<fn(&mut RequestContext<'_>, PersonId) -> Result<(), RequestError>>,
    /// Makes buttons for people who don't play, below the board of a match in a room.
    pub for_onlookers: Option<OnlookersHook>,
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
    /// What it plays without the player whose turn it is, as they said before.
    pub ahead: Option<PlaysAhead>,
    /// Follows the end of a match before it is stored and rated. Returns what is said before the ratings.
    pub ends: Option<EndHook>,
    /// Follows once it is rated. Returns what is said after the ratings.
    pub ended: Option<EndHook>,
    /// Follows that a moderator cancelled the result of a match, once that is stored and before anything is told.
    pub annulled: Option<fn(&mut RequestContext<'_>, &MatchRow) -> Result<(), RequestError>>,
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

/// Makes buttons for people who don't play.
pub type OnlookersHook =
    fn(&RequestContext<'_>, &LoadedMatch, RoomId) -> Result<Vec<Choice>, RequestError>;

/// Says something about a room's week.
pub type WeekHook = fn(&RequestContext<'_>, &RoomWeek<'_>) -> Result<WeekWords, RequestError>;

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

/// Words for no match.
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
    /// A question.
    Question(&'a str),
    /// A question for the reason of something.
    Why(&'a str),
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
    /// Below the rules of a game, first of all.
    Rules(GameId),
    /// In the help for a purpose, as lines with a game, before those of the kernel.
    Help(Purpose, GameId),
    /// Where matches against the bot aren't allowed.
    NoPractice,
    /// At a game, where one chooses what to do in a room on the web.
    Start(GameId),
    /// Where no position is open that asks for an answer.
    NothingOpen,
    /// Below a position of no match, with the commands that its controls send, and whether it asks for an answer: what leads away.
    Away { game: GameId, sends: &'a [Verb], asks: bool },
    /// What closes such a position.
    Closing,
}

/// Follows when a challenge begins a match between two. Returns what is said.
pub type OpenHook =
    fn(&mut RequestContext<'_>, &Challenge, [&Person; 2]) -> Result<Option<Text>, RequestError>;

/// Keeps what the asker missed in a match: each step with the choice that was clearly best. Returns what they are told.
pub type MissedHook =
    fn(&RequestContext<'_>, MatchId, &[(u32, MissedChoice)]) -> Result<Option<Text>, RequestError>;

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
            synonyms: "",
            house: HousePart { rules: "", asked: "", synonyms: &[] },
            tables: None,
            settings: &[],
            room_settings: &[],
            hears: None,
            reads: None,
            opens: None,
            missed: None,
            news: None,
            unnamed: None,
            offers: None,
            due: &[],
            swept: None,
            time_left_out: None,
            came: None,
            leaves: None,
            for_onlookers: None,
            of_week: None,
            opened: None,
            stepped: None,
            asked: None,
            leaves_seat: None,
            ahead: None,
            ends: None,
            ended: None,
            annulled: None,
            competition: None,
            shown: None,
            forgets: None,
            told: None,
        }
    }
}

/// A setting of a room: a word of `admin`.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct RoomSettingRow {
    /// The word.
    pub name: &'static str,
    /// Says in the help of `admin` what may follow it, and what that does.
    pub help: &'static str,
    /// A line that sets it.
    pub example: &'static str,
    /// What one must be allowed to do here who sets it.
    pub may: Permitted,
    /// Sets it, and answers.
    pub set: fn(&mut RequestContext<'_>, &verbs::Admin) -> Result<(), RequestError>,
    /// Returns what it is, for the list of settings; none if it isn't listed.
    pub shows: Option<fn(&RequestContext<'_>) -> Result<String, RequestError>>,
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
        });
        let tables = all.iter().filter_map(|feature| feature.tables).collect();
        let house: Vec<HousePart> = all.iter().map(|feature| feature.house).collect();
        Features { all, commands: Commands::new(parts), house: House::of(&house), tables }
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

    /// Returns what becomes due, in the features' order.
    pub fn due(&self) -> impl Iterator<Item = &'static DueJob> + Clone + use<> {
        self.all.iter().flat_map(|feature| feature.due)
    }

    /// Returns the tables of all features.
    pub fn tables(&'static self) -> TableParts {
        &self.tables
    }
}

/// Lets the features leave a time out.
pub fn time_left_out(
    tx: &Tx<'_>,
    features: &Features,
    figures: &Metrics,
    gap: TimeGap,
) -> Result<(), StoreError> {
    for feature in features.iter() {
        if let Some(hook) = feature.time_left_out {
            let done =
                undone_if_it_fails(tx, figures, feature, "gap", gap.from, || Ok(hook(tx, &gap)?));
            if let Err(RequestError::Store(err)) = done {
                return Err(err);
            }
        }
    }
    Ok(())
}

/// Follows that somebody says something in a room.
pub fn came(
    tx: &Tx<'_>,
    memory: &InMemory,
    room: &Room,
    me: &Person,
    now: i64,
) -> Result<(), RequestError> {
    for feature in memory.features.iter() {
        if let Some(hook) = feature.came {
            undone_if_it_fails(tx, &memory.figures, feature, "came", room.id, || {
                Ok(hook(tx, room, me, now)?)
            })?;
        }
    }
    Ok(())
}

/// Says what waits for somebody who was away.
pub fn news(cx: &RequestContext<'_>, person: &Person) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.news {
            let figures = &cx.memory.figures;
            let said = undone_if_it_fails(cx.tx, figures, feature, "news", person.id, || {
                hook(cx, person)
            })?;
            lines.extend(said.into_iter().flatten());
        }
    }
    Ok(lines)
}

/// Follows that somebody deleted their data. Where a feature fails nothing is deleted, because something of theirs could stay.
pub fn leaves(cx: &mut RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.leaves {
            hook(cx, person)?;
        }
    }
    Ok(())
}

/// Makes the buttons for people who don't play, below the board of a match in a room.
pub fn for_onlookers(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    room: RoomId,
) -> Result<Vec<Choice>, RequestError> {
    let mut choices = Vec::new();
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.for_onlookers {
            let figures = &cx.memory.figures;
            let made = undone_if_it_fails(
                cx.tx,
                figures,
                feature,
                "for onlookers",
                loaded.row.id,
                || hook(cx, loaded, room),
            )?;
            choices.extend(made.into_iter().flatten());
        }
    }
    Ok(choices)
}

/// Says what the features have to say about a room's week.
pub fn of_week(
    cx: &mut RequestContext<'_>,
    week: &RoomWeek<'_>,
) -> Result<WeekWords, RequestError> {
    let mut said = WeekWords::default();
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.of_week {
            let words = alone(cx, feature, "week", week.room.id, |cx| hook(cx, week))?;
            let WeekWords { best, to_try, choices } = words.unwrap_or_default();
            said.best.extend(best);
            said.to_try.extend(to_try);
            said.choices.extend(choices);
        }
    }
    Ok(said)
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

/// Follows when a challenge begins a match. Returns what is said.
pub fn opens(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    players: [&Person; 2],
) -> Result<Vec<Text>, RequestError> {
    let mut said = Vec::new();
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.opens {
            let done =
                alone(cx, feature, "opens", challenge.id, |cx| hook(cx, challenge, players))?;
            said.extend(done.flatten());
        }
    }
    Ok(said)
}

/// Follows when a person's name goes or changes where rooms see it.
pub fn unnamed(cx: &RequestContext<'_>, person: PersonId, since: i64) -> Result<(), RequestError> {
    let mut hooks = cx.memory.features.iter().filter_map(|feature| feature.unnamed);
    hooks.try_for_each(|hook| hook(cx, person, since))
}

/// Returns what a competition is; nothing if no feature has its kind.
pub(crate) fn kind_of(
    cx: &RequestContext<'_>,
    competition: &Competition,
) -> Option<&'static CompetitionKind> {
    let mut kinds = cx.memory.features.iter().filter_map(|feature| feature.competition.as_ref());
    kinds.find(|kind| kind.kind == competition.kind)
}

/// Follows that a match of a challenge began.
pub fn opened(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    of: MatchId,
) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.opened {
            alone(cx, feature, "opened", of, |cx| hook(cx, challenge, of))?;
        }
    }
    Ok(())
}

/// Lets the features do what they do once a day.
pub fn swept(tx: &Tx<'_>, features: &Features, figures: &Metrics) -> Result<(), StoreError> {
    for feature in features.iter() {
        if let Some(hook) = feature.swept {
            let done = undone_if_it_fails(tx, figures, feature, "swept", "", || Ok(hook(tx)?));
            if let Err(RequestError::Store(err)) = done {
                return Err(err);
            }
        }
    }
    Ok(())
}

/// Follows a step.
pub fn stepped(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.stepped {
            alone(cx, feature, "stepped", loaded.row.id, |cx| hook(cx, loaded))?;
        }
    }
    Ok(())
}

/// Follows that a seat is asked something by the other.
pub fn asked(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.asked {
            alone(cx, feature, "asked", loaded.row.id, |cx| hook(cx, loaded, seat))?;
        }
    }
    Ok(())
}

/// Follows that somebody leaves their seat.
pub fn leaves_seat(
    cx: &RequestContext<'_>,
    of: MatchId,
    person: PersonId,
) -> Result<(), StoreError> {
    cx.memory
        .features
        .iter()
        .filter_map(|feature| feature.leaves_seat)
        .try_for_each(|hook| hook(cx.tx, of, person))
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

/// Follows the end of a match, before it is told, by one of the two hooks for that. Returns what is said.
pub fn ends(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
    phase: &'static str,
    hook_of: fn(&Feature) -> Option<EndHook>,
) -> Result<Vec<Text>, RequestError> {
    let mut said = Vec::new();
    for feature in cx.memory.features.iter() {
        if let Some(hook) = hook_of(feature) {
            let (row, people, names) =
                (loaded.row.clone(), loaded.people.clone(), loaded.names.clone());
            match alone(cx, feature, phase, row.id, |cx| hook(cx, loaded))? {
                Some(lines) => said.extend(lines),
                None => (loaded.row, loaded.people, loaded.names) = (row, people, names),
            }
        }
    }
    Ok(said)
}

/// Follows once the asker was shown a match.
pub fn shown(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.shown {
            alone(cx, feature, "shown", loaded.row.id, |cx| hook(cx, loaded))?;
        }
    }
    Ok(())
}

/// Comes before a person's data is deleted.
pub fn forgets(cx: &mut RequestContext<'_>, traces: &PersonTraces) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.forgets {
            hook(cx, traces)?;
        }
    }
    Ok(())
}

/// Follows that the result of a match was cancelled.
pub fn annulled(cx: &mut RequestContext<'_>, row: &MatchRow) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.annulled {
            alone(cx, feature, "annulled", row.id, |cx| hook(cx, row))?;
        }
    }
    Ok(())
}

/// Follows once the end of a match is told.
pub fn told(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    for feature in cx.memory.features.iter() {
        if let Some(hook) = feature.told {
            alone(cx, feature, "told", loaded.row.id, |cx| hook(cx, loaded))?;
        }
    }
    let Some((competition, round)) = cx.tx.competition_of(loaded.row.id)? else { return Ok(()) };
    if competition.ended_at.is_some() {
        return Ok(());
    }
    for feature in cx.memory.features.iter() {
        if let Some(CompetitionKind { kind, goes_on, .. }) = &feature.competition
            && *kind == competition.kind
        {
            alone(cx, feature, "goes on", loaded.row.id, |cx| {
                goes_on(cx, loaded, &competition, round)
            })?;
        }
    }
    Ok(())
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
    let (tx, figures) = (cx.tx, cx.memory.figures.clone());
    let (replies, calls) = (cx.replies.len(), cx.calls.len());
    let done = undone_if_it_fails(tx, &figures, feature, phase, of, || hook(cx))?;
    if done.is_none() {
        cx.replies.truncate(replies);
        cx.calls.truncate(calls);
    }
    Ok(done)
}

/// Runs a hook of a feature so that nothing in the database stays of it if it fails or panics; that is counted, and logged.
///
/// # Errors
/// As [`alone`].
fn undone_if_it_fails<T>(
    tx: &Tx<'_>,
    figures: &Metrics,
    feature: &'static Feature,
    phase: &'static str,
    of: impl Display,
    hook: impl FnOnce() -> Result<T, RequestError>,
) -> Result<Option<T>, RequestError> {
    let done = tx.attempt(|| {
        let done = figures.guarded(feature.name, hook);
        done.unwrap_or_else(|| Err(RequestError::Broken("a panic".to_owned())))
    });
    match done {
        Ok(done) => Ok(Some(done)),
        Err(fault) if fault.is_about_all() => Err(fault),
        Err(fault) => {
            figures.failed_jobs.count(feature.name);
            // A refusal may quote what was said, which may be a secret choice.
            let why = match &fault {
                RequestError::Refused(refusal) => refusal.code.name().to_owned(),
                fault => fault.to_string(),
            };
            tracing::error!(feature = feature.name, phase, %of, why, "what a feature adds failed; all else goes on");
            Ok(None)
        }
    }
}
