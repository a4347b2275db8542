//! The file format of a match.
use engine::{
    chance::{StepKey, Throw},
    game::Outcome,
    games::GameId,
    match_rules::Ending,
    seat::{BySeat, Observer, Seat, Viewer},
    table::{Saved, Table},
};
use model::time::DAY;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{HandedTo, MatchEnd, MatchRow, StepRow, Undo, WantedByStep, WantedCounts};

use crate::commitment::{BoundData, bound};

/// The version of the format, described in `docs/export.md`. It changes when an older reader would
/// misread a file.
pub(crate) const FORMAT: &str = "draughtsman-match/2";
/// The version where undos have no entry.
pub(crate) const FIRST_FORMAT: &str = "draughtsman-match/1";

/// A match as a file. While it runs, all secrets and everything that reveals them are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    pub format: String,
    pub game: GameId,
    /// The version of the game's rules.
    pub rules: u16,
    pub options: Value,
    /// The players' names.
    pub seats: BySeat<String>,
    pub rated: bool,
    /// The clock in words, if there is one.
    pub clock: Option<String>,
    /// How long rooms had for a turn, in seconds; none for a match between people.
    #[serde(default, rename = "vote", skip_serializing_if = "Option::is_none")]
    pub room_time: Option<i64>,
    /// The starting position, if it isn't the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Saved>,
    /// Unix seconds.
    pub opened_at: i64,
    pub tag: String,
    pub commitment: String,
    /// 64 hexadecimal digits; none while the match runs.
    pub secret: Option<String>,
    pub words: BySeat<String>,
    /// What the commitments bind; absent in the first version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundData>,
    /// Who played for one of the players, in order.
    #[serde(rename = "substitutes", default, skip_serializing_if = "Vec::is_empty")]
    pub holders: Vec<ExportedHolder>,
    /// All steps and undos in order, including those taken back.
    pub steps: Vec<Exported>,
    pub end: Option<ExportedEnd>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exported {
    pub step: u32,
    pub take: u32,
    pub seat: Option<Seat>,
    /// The action in full notation; none if it is secret and the match runs.
    pub written: Option<String>,
    /// The lines that the room saw.
    pub told: Vec<String>,
    /// The events as data; none while the match runs.
    pub events: Option<Value>,
    /// The dice, in order; none while the match runs.
    pub throws: Option<Vec<Throw>>,
    pub at: i64,
    /// For an undo: the number of the step it went back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
    /// The seal of a secret choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The dice that made a default choice; none if the player chose, or while the match runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<Vec<Throw>>,
    /// How many people wanted each move, if a room played it; a tie was decided by `lot`.
    #[serde(default, rename = "votes", skip_serializing_if = "Option::is_none")]
    pub wanted: Option<WantedCounts>,
}

/// A seat that somebody played for its owner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportedHolder {
    pub seat: Seat,
    /// Who played.
    pub name: String,
    pub kind: HandedTo,
    /// The last step before it.
    pub after_step: u32,
    /// Unix seconds.
    pub from: i64,
    /// None while it lasts.
    pub until: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportedEnd {
    pub at: i64,
    /// None for a match that was called off.
    pub outcome: Option<Outcome>,
    /// How players or moderators ended it; none if the rules did.
    pub ending: Option<Ending>,
    /// The moderator who ended the match or annulled its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderator: Option<String>,
    /// When the result was annulled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annulled_at: Option<i64>,
}

impl Export {
    /// Tells whether undos have no entry.
    pub(crate) fn is_of_first_form(&self) -> bool {
        self.format == FIRST_FORMAT
    }

    /// Returns every time in the file.
    pub(crate) fn times(&self) -> impl Iterator<Item = i64> {
        let end = self.end.iter().flat_map(|end| [Some(end.at), end.annulled_at]).flatten();
        let others =
            self.holders.iter().flat_map(|other| [Some(other.from), other.until]).flatten();
        self.steps.iter().map(|it| it.at).chain(end).chain(others).chain([self.opened_at])
    }

    /// Tells whether something is dated after a moment, allowing a day because clocks differ.
    pub(crate) fn is_after(&self, now: i64) -> bool {
        self.times().any(|it| now.saturating_add(DAY) < it)
    }
}

/// A match to write, at its last step.
#[derive(Clone, Copy)]
pub struct MatchToWrite<'a> {
    pub row: &'a MatchRow,
    /// The position after its last step, and the version of the rules that it was saved under.
    pub table: &'a dyn Table,
    pub rules: u16,
    /// The owners of the seats.
    pub names: &'a BySeat<String>,
    /// The moderator who ended it or annulled its result.
    pub moderator: Option<&'a str>,
    /// How many people wanted each move, where a room played.
    pub tallies: &'a WantedByStep,
}

impl MatchToWrite<'_> {
    /// Writes a step. While the match runs, secrets are left out.
    ///
    /// # Errors
    /// If the step can't be told.
    pub fn step(&self, step: &StepRow) -> Result<Exported, String> {
        let over = self.row.end.is_some();
        let seed = self.row.secret.seed(&self.row.words);
        let observer = Observer { viewer: Viewer::Room, names: self.names };
        Ok(Exported {
            step: step.step,
            take: step.take,
            seat: step.seat,
            written: (over || !step.sealed).then(|| step.written.clone()),
            told: self.table.tell(&step.events, observer)?,
            events: over.then(|| step.events.clone()),
            throws: over.then(|| step.throws.clone()),
            at: step.at,
            undo: None,
            seal: step
                .sealed
                .then(|| seed.seal(StepKey { step: step.step, take: step.take }, &step.written)),
            lot: step.lot.clone().filter(|_| over),
            wanted: self.tallies.get(&(step.step, step.take)).cloned(),
        })
    }

    /// Writes it as a file, with all its steps and who played for whom.
    ///
    /// # Errors
    /// If a step can't be told, or what was bound can't be read.
    pub fn file(&self, steps: &[StepRow], holders: Vec<ExportedHolder>) -> Result<String, String> {
        let MatchToWrite { row, rules, names, moderator, .. } = *self;
        let over = row.end.is_some();
        let secret = &row.secret;
        let mut exported = Vec::with_capacity(steps.len());
        let mut take = 0;
        for step in steps {
            // A secret choice that was changed is stored without a row for the undo.
            let again =
                (step.undo.is_none() && take < step.take).then(|| (step.step - 1, Undo::Alone));
            take = step.take;
            if let Some((number, undo)) = step.undo.map(|undo| (step.step, undo)).or(again) {
                let throws = if again.is_some() { Vec::new() } else { step.throws.clone() };
                exported.push(Exported {
                    step: number,
                    take,
                    seat: None,
                    written: Some(String::new()),
                    told: Vec::new(),
                    events: over.then(|| Value::Array(Vec::new())),
                    throws: over.then_some(throws),
                    at: step.at,
                    undo: Some(undo),
                    seal: None,
                    lot: None,
                    wanted: None,
                });
            }
            if step.undo.is_some() {
                continue;
            }
            exported.push(self.step(step)?);
        }
        let export = Export {
            format: FORMAT.to_owned(),
            game: row.terms.game,
            rules,
            options: row.terms.options.clone(),
            seats: names.clone(),
            rated: row.terms.rated,
            clock: row.terms.clock.map(|it| it.to_string()),
            room_time: row.terms.room_time,
            // This still has what was hidden in the original match; it was dealt again for this one.
            start: row.terms.start.clone(),
            opened_at: row.opened_at,
            tag: row.tag.clone(),
            commitment: secret.commitment_to(&row.tag, &row.pact.offer),
            secret: over.then(|| secret.reveal()),
            words: row.words.clone(),
            bound: Some(bound(row)?),
            holders,
            steps: exported,
            end: row.end.clone().map(|MatchEnd { at, outcome, ending, annulled_at, .. }| {
                let moderator = moderator.map(str::to_owned);
                ExportedEnd { at, outcome, ending, moderator, annulled_at }
            }),
        };
        serde_json::to_string_pretty(&export).map_err(|err| err.to_string())
    }
}
