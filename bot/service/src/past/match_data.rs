//! A match as data for programs: who is to move, the position, and the steps since the last look.
use engine::{chance::StepKey, game::Status, seat::Seat};
use model::ids::{Chat, MatchId};
use serde::Serialize;
use serde_json::Value;

use crate::{
    RequestError, Service,
    context::loaded::LoadedMatch,
    matches::find::table_after,
    past::file::{broken, to_write},
};

/// The public data of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Facts {
    #[serde(skip)]
    pub at: StepKey,
    /// The word players type for the game.
    pub game: &'static str,
    pub step: u32,
    pub take: u32,
    /// Who has to act; nobody once the match is over.
    pub to_move: Vec<Mover>,
    /// The position as a FEN, if the game has one.
    pub fen: Option<String>,
    /// The steps since the last look, as in an exported match but without times; secrets are left
    /// out while the match runs.
    pub events: Vec<Value>,
}

/// A player who has to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mover {
    pub name: String,
    /// The name of their side.
    pub side: &'static str,
    /// `first` or `second`.
    pub seat: Seat,
}

impl Service {
    /// Returns a match as everyone may see it, with the steps after `since`, or with only the last
    /// step.
    ///
    /// # Errors
    /// If the store fails, or the match can't be loaded.
    pub fn facts(
        &mut self,
        chat: Chat,
        of: MatchId,
        since: Option<StepKey>,
    ) -> Result<Option<Facts>, RequestError> {
        self.store.transaction(|tx| {
            let Some(row) = tx.match_row(of)? else { return Ok(None) };
            let (sides, game) = (row.terms.game.sides(), row.terms.game.name());
            let step = tx.last_step(of)?;
            let last = StepKey { step: step.step, take: step.take };
            let table = table_after(row.terms.game, &step)?;
            let loaded = LoadedMatch::of(tx, chat, row, step, table)?;
            let since = since.filter(|since| since.take == last.take && since.step <= last.step);
            let since = since.map_or(last.step.saturating_sub(1), |it| it.step);
            let (mut events, tallies) = (Vec::new(), tx.tallies(of)?);
            for step in tx.steps_after(of, since)? {
                let step =
                    to_write(&loaded, &tallies).step(&step).map_err(|err| broken(of, &err))?;
                let one = serde_json::to_value(step);
                let mut one = one.map_err(|err| RequestError::Broken(err.to_string()))?;
                if let Value::Object(fields) = &mut one {
                    // Without times, the same lines with the same dice give the same output.
                    fields.remove("at");
                }
                events.push(one);
            }
            let waiting = match loaded.table.status() {
                Status::Waiting(prompts) if loaded.row.end.is_none() => {
                    prompts.iter().map(|it| it.seat).collect()
                }
                Status::Waiting(_) | Status::Over(_) => Vec::new(),
            };
            let mover = |seat: Seat| Mover {
                name: loaded.names.get(seat).clone(),
                side: sides[seat.index()],
                seat,
            };
            Ok(Some(Facts {
                at: last,
                game,
                step: last.step,
                take: last.take,
                to_move: waiting.into_iter().map(mover).collect(),
                fen: loaded.table.fen(),
                events,
            }))
        })
    }
}
