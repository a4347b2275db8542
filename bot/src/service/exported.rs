//! A match as a file: its form, and how it is written.
use engine::{
    chance::{Ply, Throw},
    game::Outcome,
    games::GameId,
    house::Ending,
    seat::{BySeat, Onlooker, Seat, Viewer},
    table::Saved,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Fault,
    bond::{Bound, bound},
    find::Sitting,
};
use crate::{
    store::{End, StepRow, Undo},
    time::DAY,
};

/// Names the form of an exported match, described in `docs/export.md`; grows a new number when an older reader would misread it.
pub(super) const FORMAT: &str = "draughtsman-match/2";
/// The form of files in which an undo is told by the growing take alone.
pub(super) const FIRST_FORMAT: &str = "draughtsman-match/1";

/// A match as a file. While it runs, everything that is or tells a secret is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Export {
    pub(super) format: String,
    pub(super) game: GameId,
    /// The version of the game's rules that the steps follow.
    pub(super) rules: u16,
    pub(super) options: Value,
    /// What the players were called.
    pub(super) seats: BySeat<String>,
    pub(super) rated: bool,
    /// The clock in words; nothing for a match without one.
    pub(super) clock: Option<String>,
    /// The position the match began from, where it was not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<Saved>,
    /// Unix seconds.
    pub(super) opened_at: i64,
    pub(super) tag: String,
    pub(super) commitment: String,
    /// 64 hexadecimal digits; nothing while the match runs.
    pub(super) secret: Option<String>,
    pub(super) words: BySeat<String>,
    /// What the commitments bind; the first form has it not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bound: Option<Bound>,
    /// All steps and undos in their order, also the steps that were taken back.
    pub(super) steps: Vec<Exported>,
    pub(super) end: Option<ExportedEnd>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Exported {
    pub(super) step: u32,
    pub(super) take: u32,
    pub(super) seat: Option<Seat>,
    /// The action in full notation; nothing where it is sealed and the match runs.
    pub(super) written: Option<String>,
    /// What the room was told.
    pub(super) told: Vec<String>,
    /// The events as data; nothing while the match runs.
    pub(super) events: Option<Value>,
    /// What fell, in order; nothing while the match runs.
    pub(super) throws: Option<Vec<Throw>>,
    pub(super) at: i64,
    /// No step, but an undo that went back to the position after the step of this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) undo: Option<Undo>,
    /// The seal of a choice made in private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seal: Option<String>,
    /// What fell to make the choice by default; nothing where the player made it, or while the match runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lot: Option<Vec<Throw>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ExportedEnd {
    pub(super) at: i64,
    /// Nothing for a match that was called off.
    pub(super) outcome: Option<Outcome>,
    /// How the house ended it; nothing where the rules did.
    pub(super) ending: Option<Ending>,
    /// What the moderator is called who ended the match or annulled its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) moderator: Option<String>,
    /// When the result was annulled; it counts for no rating since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) annulled_at: Option<i64>,
}

impl Export {
    /// Tells whether undos have no entry of their own.
    pub(super) fn is_of_first_form(&self) -> bool {
        self.format == FIRST_FORMAT
    }

    /// Returns every moment that is told of.
    pub(super) fn times(&self) -> impl Iterator<Item = i64> {
        let end = self.end.iter().flat_map(|it| [Some(it.at), it.annulled_at]).flatten();
        self.steps.iter().map(|it| it.at).chain(end).chain([self.opened_at])
    }

    /// Tells whether something in it is from after a moment; a day is forgiven, for clocks differ.
    pub(super) fn is_after(&self, now: i64) -> bool {
        self.times().any(|it| now.saturating_add(DAY) < it)
    }
}

/// Writes a match as a file.
pub(super) fn export(sitting: &Sitting, steps: &[StepRow]) -> Result<String, Fault> {
    let broken = |err: String| Fault::Broken(format!("match {}: {err}", sitting.row.id));
    let over = sitting.row.end.is_some();
    let row = &sitting.row;
    let secret = &row.secret;
    let seed = secret.seed(&row.words);
    let onlooker = Onlooker { viewer: Viewer::Room, names: &sitting.names };
    let mut exported = Vec::with_capacity(steps.len());
    let mut take = 0;
    for it in steps {
        // A choice made in secret that was made again is kept without a row for the undo.
        let again = (it.undo.is_none() && take < it.take).then(|| (it.step - 1, Undo::Alone));
        take = it.take;
        if let Some((step, undo)) = it.undo.map(|undo| (it.step, undo)).or(again) {
            let throws = if again.is_some() { Vec::new() } else { it.throws.clone() };
            exported.push(Exported {
                step,
                take,
                seat: None,
                written: Some(String::new()),
                told: Vec::new(),
                events: over.then(|| Value::Array(Vec::new())),
                throws: over.then_some(throws),
                at: it.at,
                undo: Some(undo),
                seal: None,
                lot: None,
            });
        }
        if it.undo.is_some() {
            continue;
        }
        exported.push(Exported {
            step: it.step,
            take: it.take,
            seat: it.seat,
            written: (over || !it.sealed).then(|| it.written.clone()),
            told: sitting.table.tell(&it.events, onlooker).map_err(broken)?,
            events: over.then(|| it.events.clone()),
            throws: over.then(|| it.throws.clone()),
            at: it.at,
            undo: None,
            seal: it.sealed.then(|| seed.seal(Ply { step: it.step, take: it.take }, &it.written)),
            lot: it.lot.clone().filter(|_| over),
        });
    }
    let export = Export {
        format: FORMAT.to_owned(),
        game: sitting.game(),
        rules: sitting.step.rules,
        options: row.terms.options.clone(),
        seats: sitting.names.clone(),
        rated: row.terms.rated,
        clock: row.terms.clock.map(|it| it.to_string()),
        // It holds what was hidden where it comes from: not what is hidden in this match, which was dealt anew.
        start: row.terms.start.clone(),
        opened_at: row.opened_at,
        tag: row.tag.clone(),
        commitment: secret.commitment_to(&row.tag, &row.pact.offer),
        secret: over.then(|| secret.reveal()),
        words: row.words.clone(),
        bound: Some(bound(row).map_err(broken)?),
        steps: exported,
        end: row.end.clone().map(|End { at, outcome, ending, ruled_by: _, annulled_at }| {
            ExportedEnd { at, outcome, ending, moderator: sitting.moderator.clone(), annulled_at }
        }),
    };
    serde_json::to_string_pretty(&export).map_err(|err| broken(err.to_string()))
}
