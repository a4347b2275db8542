//! A match as a file.
use model::ids::MatchId;
use proof::exported::{ExportedHolder, MatchToWrite};
use store::{HandedSeat, MatchRow, Tx, WantedByStep};

use crate::{RequestError, context::loaded::LoadedMatch};

/// Writes a match as a file, with everything that proves it. While it runs, its secrets are left out.
pub fn file_of(tx: &Tx<'_>, loaded: &LoadedMatch) -> Result<String, RequestError> {
    let id = loaded.row.id;
    let (steps, tallies) = (tx.all_steps(id)?, tx.tallies(id)?);
    let file = to_write(loaded, &tallies).file(&steps, holders(tx, &loaded.row)?);
    file.map_err(|err| broken(id, &err))
}

/// Returns a match as it is written.
pub(super) fn to_write<'a>(loaded: &'a LoadedMatch, tallies: &'a WantedByStep) -> MatchToWrite<'a> {
    MatchToWrite {
        row: &loaded.row,
        table: loaded.table.as_ref(),
        rules: loaded.step.after.rules,
        names: &loaded.names,
        moderator: loaded.moderator.as_deref(),
        tallies,
    }
}

/// Says of which match something couldn't be written.
pub(super) fn broken(of: MatchId, why: &str) -> RequestError {
    RequestError::Broken(format!("match {of}: {why}"))
}

/// Names those who played for somebody in a match.
fn holders(tx: &Tx<'_>, row: &MatchRow) -> Result<Vec<ExportedHolder>, RequestError> {
    let chat = tx.room(row.room)?.chat;
    let named = row.handed.iter().map(|handed| {
        let HandedSeat { seat, holder, kind, from_step, from, ended, .. } = *handed;
        let name = tx.person_in(chat, holder)?.name;
        Ok(ExportedHolder { seat, name, kind, after_step: from_step, from, until: ended })
    });
    named.collect()
}
