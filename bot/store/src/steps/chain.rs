//! Steps packed with the steps before them, in chains of at most [`LONGEST`]. The first step of a chain is packed alone. Each later one
//! names the one before it, and has all before it as its dictionary.
use std::{collections::HashMap, io};

use engine::{chance::Throw, table::Saved};
use model::ids::MatchId;
use rusqlite::types::ValueRef;
use serde_json::Value;

use super::unreadable;
use crate::{
    StepRow, StoreError, Tx,
    columns::{Json, Word},
    packed,
    sql::{Params, SqlRow, named_params, params},
};

/// The longest chain. A longer one saves little, and reading a step means reading all before it.
const LONGEST: usize = 16;

/// The most JSON in a chain, in bytes: a typical step has two kilobytes.
const MOST: usize = 128 << 10;

/// The number and take of a step.
type StepPlace = (u32, u32);

/// The packed parts of a step: action, events, throws, news and state.
type Parts = (Value, Value, Vec<Throw>, Value, Value);

/// A chain up to a step, unpacked.
pub(crate) struct StepChain {
    of: MatchId,
    /// Its steps, first to last, each with the end of its JSON.
    links: Vec<(StepPlace, usize)>,
    /// The JSON of all of them, in order.
    pub(super) json: Vec<u8>,
}

impl StepChain {
    /// Returns the chain with one more step, or a new chain of this step alone.
    pub(super) fn with(
        before: Option<StepChain>,
        of: MatchId,
        last: StepPlace,
        json: &[u8],
    ) -> StepChain {
        let mut all = before.unwrap_or(StepChain { of, links: Vec::new(), json: Vec::new() });
        all.json.extend_from_slice(json);
        all.links.push((last, all.json.len()));
        all
    }

    /// Returns the last step.
    pub(super) fn last(&self) -> Option<StepPlace> {
        self.links.last().map(|it| it.0)
    }

    /// Returns the chain up to one of its steps; nothing if it doesn't have the step.
    fn up_to(mut self, of: MatchId, last: StepPlace) -> Option<StepChain> {
        let nth = self.nth(of, last)?;
        self.links.truncate(nth + 1);
        self.json.truncate(self.links[nth].1);
        Some(self)
    }

    /// Returns the JSON of one of its steps.
    fn json_of(&self, of: MatchId, step: StepPlace) -> Option<&[u8]> {
        let nth = self.nth(of, step)?;
        let start = nth.checked_sub(1).map_or(0, |before| self.links[before].1);
        Some(&self.json[start..self.links[nth].1])
    }

    fn nth(&self, of: MatchId, step: StepPlace) -> Option<usize> {
        self.links.iter().position(|link| self.of == of && link.0 == step)
    }
}

/// How many matches' chains are kept.
pub(super) const MANY: usize = 64;

/// The chains read or added to last, at most one of a match: the next step of a match is read and packed with its chain. They outlast the
/// transaction, if it is committed.
#[derive(Default)]
pub(crate) struct RecentChains(Vec<StepChain>);

impl RecentChains {
    /// Takes the chain up to a step out of them; that of its match is gone in any case.
    fn take(&mut self, of: MatchId, last: StepPlace) -> Option<StepChain> {
        self.take_of(of)?.up_to(of, last)
    }

    fn take_of(&mut self, of: MatchId) -> Option<StepChain> {
        let nth = self.0.iter().position(|chain| chain.of == of)?;
        Some(self.0.remove(nth))
    }

    /// Adds a chain in the place of its match's. One too many pushes out the one that was added first.
    pub(super) fn put(&mut self, chain: StepChain) {
        self.take_of(chain.of);
        if self.0.len() == MANY {
            self.0.remove(0);
        }
        self.0.push(chain);
    }

    /// Returns the JSON of a step.
    pub(super) fn json_of(&self, of: MatchId, step: StepPlace) -> Option<&[u8]> {
        self.0.iter().find_map(|chain| chain.json_of(of, step))
    }
}

/// A step as it is stored.
struct RawStep {
    /// Without the packed parts.
    row: StepRow,
    kept: Packing,
}

/// How a step is stored.
enum Packing {
    /// Not packed, by an older version.
    Plain(Box<Parts>),
    Packed {
        bytes: Vec<u8>,
        after: Option<StepPlace>,
    },
}

impl Tx<'_> {
    /// Returns the chain that the next step with this number is packed with; none if it starts a chain.
    pub(super) fn chain_before(
        &self,
        of: MatchId,
        step: u32,
    ) -> Result<Option<StepChain>, StoreError> {
        let kept = self.chains.borrow_mut().take_of(of);
        let chain = match kept.filter(|kept| kept.last().is_some_and(|(last, _)| last + 1 == step))
        {
            Some(kept) => kept,
            None => {
                let sql = "SELECT step, take FROM steps
                           WHERE match_id = ? AND step <= ? AND step > ? AND packed IS NOT NULL
                           ORDER BY step DESC, take DESC LIMIT 1";
                let least = i64::from(step) - LONGEST as i64;
                let read = |row: &SqlRow<'_>| Ok((row.get(0)?, row.get(1)?));
                let Some(last) = self.one(sql, params![of, step, least], read)? else {
                    return Ok(None);
                };
                self.chain_to(of, last)?
            }
        };
        Ok(Some(chain).filter(|chain| chain.links.len() < LONGEST && chain.json.len() < MOST))
    }

    /// Returns the chain up to a step, taken from those that are kept.
    fn chain_to(&self, of: MatchId, last: StepPlace) -> Result<StepChain, StoreError> {
        let kept = self.chains.borrow_mut().take(of, last);
        kept.map_or_else(|| self.unpacked(of, last), Ok)
    }

    /// Returns the packed steps of a chain up to a step, first to last.
    fn links(
        &self,
        of: MatchId,
        (step, take): StepPlace,
    ) -> Result<Vec<(StepPlace, Vec<u8>)>, StoreError> {
        let sql = "WITH RECURSIVE chain (number, of_take, packed, base_step, base_take, n) AS (
                       SELECT step, take, packed, base_step, base_take, 0 FROM steps WHERE match_id = ?1 AND step = ?2 AND take = ?3
                       UNION ALL
                       SELECT before.step, before.take, before.packed, before.base_step, before.base_take, n + 1 FROM chain
                       JOIN steps before ON before.match_id = ?1 AND before.step = chain.base_step AND before.take = chain.base_take
                       WHERE n < ?4)
                   SELECT number, of_take, packed FROM chain ORDER BY n DESC";
        let links = self.all(sql, params![of, step, take, LONGEST], |row| {
            let place = (row.get("number")?, row.get("of_take")?);
            Ok(row.get::<_, Option<Vec<u8>>>("packed")?.map(|packed| (place, packed)))
        })?;
        let missing = || self.unreadable(io::Error::other("what it was packed by is missing"));
        links.into_iter().map(|it| it.ok_or_else(missing)).collect()
    }

    /// Unpacks the chain up to a step.
    fn unpacked(&self, of: MatchId, last: StepPlace) -> Result<StepChain, StoreError> {
        let mut chain = StepChain { of, links: Vec::new(), json: Vec::new() };
        for (place, link) in self.links(of, last)? {
            let json = packed::unpack(&link, Some(&*chain.json).filter(|it| !it.is_empty()));
            let json = json.map_err(|err| self.unreadable(err))?;
            chain = StepChain::with(Some(chain), of, place, &json);
        }
        Ok(chain)
    }

    /// Reads a step.
    pub(super) fn step_by(
        &self,
        sql: &str,
        params: impl Params,
    ) -> Result<Option<StepRow>, StoreError> {
        let stored = self.one(sql, params, stored)?;
        stored.map(|raw| self.read(raw)).transpose()
    }

    /// Reads steps.
    pub(super) fn steps_by(
        &self,
        sql: &str,
        params: impl Params,
    ) -> Result<Vec<StepRow>, StoreError> {
        let stored = self.all(sql, params, stored)?;
        stored.into_iter().map(|raw| self.read(raw)).collect()
    }

    /// Reads a step; it is often in the chain that is kept of its match.
    fn read(&self, stored: RawStep) -> Result<StepRow, StoreError> {
        let RawStep { row, kept } = stored;
        let (bytes, after) = match kept {
            Packing::Plain(parts) => return Ok(with(row, *parts)),
            Packing::Packed { bytes, after } => (bytes, after),
        };
        let place = (row.step, row.take);
        if let Some(json) = self.chains.borrow().json_of(row.of, place) {
            let parts = packed::read(json).map_err(|err| self.unreadable(err))?;
            return Ok(with(row, parts));
        }
        let before = after.map(|after| self.chain_to(row.of, after)).transpose()?;
        let json = packed::unpack(&bytes, before.as_ref().map(|it| &*it.json));
        let json = json.map_err(|err| self.unreadable(err))?;
        let parts = packed::read(&json).map_err(|err| self.unreadable(err))?;
        self.chains.borrow_mut().put(StepChain::with(before, row.of, place, &json));
        Ok(with(row, parts))
    }

    /// Replaces texts in a step: in its action, its events and the state after it.
    pub fn reword_step(&self, row: &StepRow) -> Result<(), StoreError> {
        let StepRow { of, step, take, .. } = *row;
        // Steps packed with it are packed again.
        let sql = "WITH RECURSIVE later (number, of_take, n) AS (
                       SELECT CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), 0
                       UNION ALL
                       SELECT after.step, after.take, n + 1 FROM later
                       JOIN steps after ON after.match_id = ?1 AND after.step BETWEEN number AND number + ?4
                       AND after.base_step = number AND after.base_take = of_take WHERE n < ?4)
                   SELECT steps.* FROM later JOIN steps ON match_id = ?1 AND step = number AND take = of_take ORDER BY n";
        let all = self.all(sql, params![of, step, take, LONGEST], stored)?;
        let mut repacked: HashMap<StepPlace, Vec<u8>> = HashMap::new();
        let mut read = Vec::with_capacity(all.len());
        for raw in all {
            let after = match &raw.kept {
                Packing::Plain(_) => None,
                Packing::Packed { after, .. } => *after,
            };
            read.push((after, self.read(raw)?));
        }
        if let Some((Some(after), _)) = read.first() {
            repacked.insert(*after, self.unpacked(of, *after)?.json);
        }
        for (after, old) in &read {
            let is_it = (old.step, old.take) == (step, take);
            let StepRow { written, action, events, throws, after: position, .. } =
                if is_it { row } else { old };
            let mut earlier =
                after.and_then(|after| repacked.get(&after)).cloned().unwrap_or_default();
            let json = packed::json(&(action, events, throws, &position.last, &position.state));
            let json = json.map_err(|err| self.unreadable(err))?;
            let bytes = packed::pack(&json, after.map(|_| &*earlier));
            let sql = "UPDATE steps SET written = :written, action = '0', events = '0', throws = '0', news = '0', state = '0',
                              packed = :packed, base_step = :base_step, base_take = :base_take
                       WHERE match_id = :of AND step = :step AND take = :take";
            let params = named_params! {
                ":of": of, ":step": old.step, ":take": old.take, ":written": written,
                ":packed": bytes.map_err(|err| self.unreadable(err))?,
                ":base_step": after.map(|it| it.0), ":base_take": after.map(|it| it.1),
            };
            self.change(sql, params)?;
            earlier.extend(json);
            repacked.insert((old.step, old.take), earlier);
        }
        // The chain that is kept has the old texts.
        self.chains.borrow_mut().take_of(of);
        Ok(())
    }

    pub(super) fn unreadable(&self, err: io::Error) -> StoreError {
        self.error(unreadable(err))
    }
}

/// Reads a step without unpacking it.
fn stored(row: &SqlRow<'_>) -> rusqlite::Result<RawStep> {
    let step = StepRow {
        of: row.get("match_id")?,
        step: row.get("step")?,
        take: row.get("take")?,
        seat: row.get::<_, Option<Word<_>>>("seat")?.map(|it| it.0),
        fixed: row.get("fixed")?,
        decided: row.get("decided")?,
        sealed: row.get("sealed")?,
        ended_turn: row.get("ended_turn")?,
        after: Saved { rules: row.get("rules")?, state: Value::Null, last: Value::Null },
        at: row.get("at")?,
        written: row.get("written")?,
        action: Value::Null,
        events: Value::Null,
        throws: Vec::new(),
        undo: row.get::<_, Option<Word<_>>>("undo")?.map(|it| it.0),
        lot: row.get::<_, Option<Json<_>>>("lot")?.map(|it| it.0),
    };
    let kept = match row.get_ref("packed")? {
        ValueRef::Blob(bytes) => {
            let bytes = bytes.to_vec();
            let after = Option::zip(row.get("base_step")?, row.get("base_take")?);
            Packing::Packed { bytes, after }
        }
        _ => {
            let Json(action) = row.get("action")?;
            let Json(events) = row.get("events")?;
            let Json(throws) = row.get("throws")?;
            let Json(news) = row.get("news")?;
            let Json(state) = row.get("state")?;
            Packing::Plain(Box::new((action, events, throws, news, state)))
        }
    };
    Ok(RawStep { row: step, kept })
}

fn with(row: StepRow, (action, events, throws, last, state): Parts) -> StepRow {
    let after = Saved { state, last, ..row.after };
    StepRow { action, events, throws, after, ..row }
}
