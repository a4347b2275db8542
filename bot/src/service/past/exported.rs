//! The file format of a match.
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
    store::{MatchEnd, StepRow, Tallies, Tally, Undo},
    time::DAY,
};

/// The version of the format, described in `docs/export.md`. It changes when an older reader would
/// misread a file.
pub(in crate::service) const FORMAT: &str = "draughtsman-match/2";
/// The version where undos have no entry.
pub(in crate::service) const FIRST_FORMAT: &str = "draughtsman-match/1";

/// A match as a file. While it runs, all secrets and everything that reveals them are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::service) struct Export {
    pub(in crate::service) format: String,
    pub(in crate::service) game: GameId,
    /// The version of the game's rules.
    pub(in crate::service) rules: u16,
    pub(in crate::service) options: Value,
    /// The players' names.
    pub(in crate::service) seats: BySeat<String>,
    pub(in crate::service) rated: bool,
    /// The clock in words, if there is one.
    pub(in crate::service) clock: Option<String>,
    /// How long rooms could vote for a turn, in seconds; none for a match between people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) vote: Option<i64>,
    /// The starting position, if it isn't the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) start: Option<Saved>,
    /// Unix seconds.
    pub(in crate::service) opened_at: i64,
    pub(in crate::service) tag: String,
    pub(in crate::service) commitment: String,
    /// 64 hexadecimal digits; none while the match runs.
    pub(in crate::service) secret: Option<String>,
    pub(in crate::service) words: BySeat<String>,
    /// What the commitments bind; absent in the first version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) bound: Option<Bound>,
    /// All steps and undos in order, including those taken back.
    pub(in crate::service) steps: Vec<Exported>,
    pub(in crate::service) end: Option<ExportedEnd>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::service) struct Exported {
    pub(in crate::service) step: u32,
    pub(in crate::service) take: u32,
    pub(in crate::service) seat: Option<Seat>,
    /// The action in full notation; none if it is secret and the match runs.
    pub(in crate::service) written: Option<String>,
    /// The lines that the room saw.
    pub(in crate::service) told: Vec<String>,
    /// The events as data; none while the match runs.
    pub(in crate::service) events: Option<Value>,
    /// The dice, in order; none while the match runs.
    pub(in crate::service) throws: Option<Vec<Throw>>,
    pub(in crate::service) at: i64,
    /// For an undo: the number of the step it went back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) undo: Option<Undo>,
    /// The seal of a secret choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) seal: Option<String>,
    /// The dice that made a default choice; none if the player chose, or while the match runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) lot: Option<Vec<Throw>>,
    /// How many votes each move had, if a room played it by vote; a tie was decided by `lot`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) votes: Option<Tally>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::service) struct ExportedEnd {
    pub(in crate::service) at: i64,
    /// None for a match that was called off.
    pub(in crate::service) outcome: Option<Outcome>,
    /// How players or moderators ended it; none if the rules did.
    pub(in crate::service) ending: Option<Ending>,
    /// The moderator who ended the match or annulled its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) moderator: Option<String>,
    /// When the result was annulled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::service) annulled_at: Option<i64>,
}

impl Export {
    /// Tells whether undos have no entry.
    pub(in crate::service) fn is_of_first_form(&self) -> bool {
        self.format == FIRST_FORMAT
    }

    /// Returns every time in the file.
    pub(in crate::service) fn times(&self) -> impl Iterator<Item = i64> {
        let end = self.end.iter().flat_map(|it| [Some(it.at), it.annulled_at]).flatten();
        self.steps.iter().map(|it| it.at).chain(end).chain([self.opened_at])
    }

    /// Tells whether something is dated after a moment, allowing a day because clocks differ.
    pub(in crate::service) fn is_after(&self, now: i64) -> bool {
        self.times().any(|it| now.saturating_add(DAY) < it)
    }
}

/// Writes a step. While the match runs, secrets are left out.
pub(in crate::service) fn one_step(
    loaded: &LoadedMatch,
    it: &StepRow,
    tallies: &Tallies,
) -> Result<Exported, Fault> {
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
        votes: tallies.get(&(it.step, it.take)).cloned(),
    })
}

/// Writes a match as a file.
pub(in crate::service) fn export(
    loaded: &LoadedMatch,
    steps: &[StepRow],
    tallies: &Tallies,
) -> Result<String, Fault> {
    let broken = |err: String| Fault::Broken(format!("match {}: {err}", loaded.row.id));
    let over = loaded.row.end.is_some();
    let row = &loaded.row;
    let secret = &row.secret;
    let mut exported = Vec::with_capacity(steps.len());
    let mut take = 0;
    for it in steps {
        // A secret choice that was changed is stored without a row for the undo.
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
                votes: None,
            });
        }
        if it.undo.is_some() {
            continue;
        }
        exported.push(one_step(loaded, it, tallies)?);
    }
    let export = Export {
        format: FORMAT.to_owned(),
        game: loaded.game(),
        rules: loaded.step.rules,
        options: row.terms.options.clone(),
        seats: loaded.names.clone(),
        rated: row.terms.rated,
        clock: row.terms.clock.map(|it| it.to_string()),
        vote: row.terms.vote,
        // This still has what was hidden in the original match; it was dealt again for this one.
        start: row.terms.start.clone(),
        opened_at: row.opened_at,
        tag: row.tag.clone(),
        commitment: secret.commitment_to(&row.tag, &row.pact.offer),
        secret: over.then(|| secret.reveal()),
        words: row.words.clone(),
        bound: Some(bound(row).map_err(broken)?),
        steps: exported,
        end: row.end.clone().map(|MatchEnd { at, outcome, ending, ruled_by: _, annulled_at }| {
            ExportedEnd { at, outcome, ending, moderator: loaded.moderator.clone(), annulled_at }
        }),
    };
    serde_json::to_string_pretty(&export).map_err(|err| broken(err.to_string()))
}
