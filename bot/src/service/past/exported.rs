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

use crate::service::{
    Fault,
    find::LoadedMatch,
    past::commitment::{Bound, bound},
};
use crate::{
    store::{End, StepRow, Undo},
    time::DAY,
};

/// Names the form of an exported match, described in `docs/export.md`; grows a new number when an older reader would misread it.
pub(in crate::service) const FORMAT: &str = "draughtsman-match/2";
/// The form of files where an undo is told by the growing take alone.
pub(in crate::service) const FIRST_FORMAT: &str = "draughtsman-match/1";

/// A match as a file. While it runs, everything that is or tells a secret is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::service) struct Export {
    pub(in crate::service) format: String,
    pub(in crate::service) game: GameId,
    /// The version of the game's rules that the steps follow.
    pub(in crate::service) rules: u16,
    pub(in crate::service) options: Value,
    /// What the players were called.
    pub(in crate::service) seats: BySeat<String>,
    pub(in crate::service) rated: bool,
    /// The clock in words; nothing for a match without one.
    pub(in crate::service) clock: Option<String>,
    /// The position the match began from, where it was not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) start: Option<Saved>,
    /// Unix seconds.
    pub(in crate::service) opened_at: i64,
    pub(in crate::service) tag: String,
    pub(in crate::service) commitment: String,
    /// 64 hexadecimal digits; nothing while the match runs.
    pub(in crate::service) secret: Option<String>,
    pub(in crate::service) words: BySeat<String>,
    /// What the commitments bind; the first form has it not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) bound: Option<Bound>,
    /// All steps and undos in their order, also the steps that were taken back.
    pub(in crate::service) steps: Vec<Exported>,
    pub(in crate::service) end: Option<ExportedEnd>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::service) struct Exported {
    pub(in crate::service) step: u32,
    pub(in crate::service) take: u32,
    pub(in crate::service) seat: Option<Seat>,
    /// The action in full notation; nothing where it is sealed and the match runs.
    pub(in crate::service) written: Option<String>,
    /// What the room was told.
    pub(in crate::service) told: Vec<String>,
    /// The events as data; nothing while the match runs.
    pub(in crate::service) events: Option<Value>,
    /// What fell, in order; nothing while the match runs.
    pub(in crate::service) throws: Option<Vec<Throw>>,
    pub(in crate::service) at: i64,
    /// No step, but an undo that went back to the position after the step of this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) undo: Option<Undo>,
    /// The seal of a choice made in private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) seal: Option<String>,
    /// What fell to make the choice by default; nothing where the player made it, or while the match runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) lot: Option<Vec<Throw>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::service) struct ExportedEnd {
    pub(in crate::service) at: i64,
    /// Nothing for a match that was called off.
    pub(in crate::service) outcome: Option<Outcome>,
    /// How the house ended it; nothing where the rules did.
    pub(in crate::service) ending: Option<Ending>,
    /// What the moderator is called who ended the match or annulled its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) moderator: Option<String>,
    /// When the result was annulled; it counts for no rating since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) annulled_at: Option<i64>,
}

impl Export {
    /// Tells whether undos have no entry of their own.
    pub(in crate::service) fn is_of_first_form(&self) -> bool {
        self.format == FIRST_FORMAT
    }

    /// Returns every moment that is told of.
    pub(in crate::service) fn times(&self) -> impl Iterator<Item = i64> {
        let end = self.end.iter().flat_map(|it| [Some(it.at), it.annulled_at]).flatten();
        self.steps.iter().map(|it| it.at).chain(end).chain([self.opened_at])
    }

    /// Tells whether something in it is from after a moment; a day is forgiven, for clocks differ.
    pub(in crate::service) fn is_after(&self, now: i64) -> bool {
        self.times().any(|it| now.saturating_add(DAY) < it)
    }
}

/// Writes one step. While the match runs, everything that is or tells a secret is left out.
pub(in crate::service) fn one_step(loaded: &LoadedMatch, it: &StepRow) -> Result<Exported, Fault> {
    let broken = |err: String| Fault::Broken(format!("match {}: {err}", loaded.row.id));
    let over = loaded.row.end.is_some();
    let seed = loaded.row.secret.seed(&loaded.row.words);
    let onlooker = Onlooker { viewer: Viewer::Room, names: &loaded.names };
    Ok(Exported {
        step: it.step,
        take: it.take,
        seat: it.seat,
        written: (over || !it.sealed).then(|| it.written.clone()),
        told: loaded.table.tell(&it.events, onlooker).map_err(broken)?,
        events: over.then(|| it.events.clone()),
        throws: over.then(|| it.throws.clone()),
        at: it.at,
        undo: None,
        seal: it.sealed.then(|| seed.seal(Ply { step: it.step, take: it.take }, &it.written)),
        lot: it.lot.clone().filter(|_| over),
    })
}

/// Writes a match as a file.
pub(in crate::service) fn export(loaded: &LoadedMatch, steps: &[StepRow]) -> Result<String, Fault> {
    let broken = |err: String| Fault::Broken(format!("match {}: {err}", loaded.row.id));
    let over = loaded.row.end.is_some();
    let row = &loaded.row;
    let secret = &row.secret;
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
        exported.push(one_step(loaded, it)?);
    }
    let export = Export {
        format: FORMAT.to_owned(),
        game: loaded.game(),
        rules: loaded.step.rules,
        options: row.terms.options.clone(),
        seats: loaded.names.clone(),
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
            ExportedEnd { at, outcome, ending, moderator: loaded.moderator.clone(), annulled_at }
        }),
    };
    serde_json::to_string_pretty(&export).map_err(|err| broken(err.to_string()))
}
