//! What is due in matches: they end on time, and defaults are played.
use engine::{chance::Throw, match_rules::MatchRules, seat::Seat};
use model::ids::MatchId;
use store::{MatchRow, Person, Room, StoreError, Tx};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        seam::{self, DueJob},
    },
    matches,
    play::{
        self,
        step::{UntypedChoice, lot},
    },
    time::{self, words},
    timing::{self, is_hard},
};

/// How much is done in a match at a time.
const ROUNDS: usize = 16;

/// Does what is due in matches.
pub const MATCHES: DueJob = DueJob {
    name: "matches",
    due: |tx, now| Ok(tx.due(now)?.into_iter().map(|it| it.0).collect()),
    next: Some(|tx, now| tx.next_due(now)),
    act: |service, number, now| attend_match(service, MatchId(number), now),
};

/// Finds out when a match is next due, once everything is done there.
pub(crate) const NEXT_LOOKS: DueJob = DueJob {
    name: "next_looks",
    due: MATCHES.due,
    next: None,
    act: |service, number, now| look_again(service, MatchId(number), now),
};

/// The result of checking a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickResult {
    /// Something was done, and more may be due.
    Acted,
    /// Boards were brought up to date, and more may be due.
    Shown,
    /// It waits for a player.
    Waits,
}

impl Service {
    /// Says whether this process does what depends on time, and how many run on the database.
    pub fn share_time(&mut self, leads: bool, peers: usize) {
        // Nobody may be thinking any more where another process ended.
        self.minds_awake &= !(leads && (!self.leads || peers < self.peers));
        (self.leads, self.peers) = (leads, peers);
    }
}

/// Does what is due in a match until it waits for somebody.
fn attend_match(service: &mut Service, id: MatchId, now: i64) -> Result<(), RequestError> {
    for _ in 0..ROUNDS {
        let attended = service.unasked_and_told(
            now,
            |tx| due_in(tx, id, now),
            |context| {
                if let Some(row) = context.tx.match_row(id)?.filter(|row| row.end.is_none())
                    && seam::attended(context, &row, |feature| feature.refreshes)?
                {
                    return Ok(TickResult::Shown);
                }
                let attended = attend(context, id)?;
                if attended == TickResult::Waits {
                    time::late::tell_who_may_claim(context, id)?;
                }
                Ok(attended)
            },
        )?;
        if attended.is_none_or(|it| it == TickResult::Waits) {
            break;
        }
    }
    Ok(())
}

/// Records when a match must be checked again.
fn look_again(service: &mut Service, id: MatchId, now: i64) -> Result<(), RequestError> {
    // What failed there is still due.
    if service.put_off.holds(MATCHES.name, id.0, now) {
        return Ok(());
    }
    service.unasked_and_told(
        now,
        |tx| due_in(tx, id, now),
        |context| {
            let Some(mut row) = context.tx.match_row(id)? else { return Ok(()) };
            timing::schedule_later(context, &mut row)?;
            Ok(context.tx.update_match(&row)?)
        },
    )?;
    Ok(())
}

/// Does what is due in one match, except for messages that are only for one person.
pub fn attend(cx: &mut RequestContext<'_>, id: MatchId) -> Result<TickResult, RequestError> {
    let Some(row) = cx.tx.match_row(id)? else { return Ok(TickResult::Acted) };
    if seam::attended(cx, &row, |feature| feature.attends)? {
        return Ok(TickResult::Acted);
    }
    let now = cx.now;
    if is_due(row.settles_at, now) {
        play::ending::settle(cx, row)?;
        return Ok(TickResult::Acted);
    }
    for seat in Seat::BOTH {
        if row.timer.aside_ends(seat).is_some_and(|it| it <= now) {
            let loaded = matches::find::load(cx, row.clone())?;
            let mut lot = lot(&loaded);
            if let Some(words) = loaded.table.default_for(seat, &mut lot) {
                step_by_default(cx, loaded, seat, &words, lot.thrown().to_vec())?;
                return Ok(TickResult::Acted);
            }
        }
    }
    let late = late_in(&row, now);
    if is_hard(&row) && !late.is_empty() {
        let mut loaded = matches::find::load(cx, row)?;
        if play::ending::is_shut_out(cx, &loaded.row, &late)? {
            loaded.row.match_rules.shut_out()?
        } else {
            out_of_time(&mut loaded.row.match_rules, &late)?
        }
        play::ending::end_outside_rules(cx, loaded)?;
        return Ok(TickResult::Acted);
    }
    Ok(TickResult::Waits)
}

/// Tells whether a moment has come.
pub(super) fn is_due(at: Option<i64>, now: i64) -> bool {
    at.is_some_and(|it| it <= now)
}

fn step_by_default(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    seat: Seat,
    words: &str,
    lot: Vec<Throw>,
) -> Result<(), RequestError> {
    let says = words::default_played(loaded.names.get(seat));
    play::step::step(
        cx,
        loaded,
        seat,
        words,
        Some(UntypedChoice { says, lot: Some(lot), by: None }),
    )
}

/// Returns the seats that have run out of time.
pub(super) fn late_in(row: &MatchRow, now: i64) -> Vec<Seat> {
    Seat::BOTH.into_iter().filter(|&seat| row.timer.is_late(seat, now)).collect()
}

/// Ends a match for the player who ran out of time; if both did, it counts for nobody.
fn out_of_time(match_rules: &mut MatchRules, late: &[Seat]) -> Result<(), RequestError> {
    match late {
        [one] => Ok(match_rules.time_out(*one)?),
        _ => Ok(match_rules.expire()?),
    }
}

/// Returns the room of a match for which something is due, and one of its players.
pub fn due_in(tx: &Tx<'_>, id: MatchId, now: i64) -> Result<Option<(Room, Person)>, StoreError> {
    match tx.match_row(id)? {
        Some(row) if row.end.is_none() && row.due.is_some_and(|it| it <= now) => {
            Ok(Some((tx.room(row.room)?, tx.person(row.seats.first)?)))
        }
        Some(_) | None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use engine::match_rules::{CallOff, Ending};

    use super::*;

    #[test]
    fn where_both_let_their_time_go_by_the_match_counts_for_nobody() {
        for (late, ending) in [
            (&[Seat::Second][..], Ending::TimedOut(Seat::Second)),
            (&Seat::BOTH[..], Ending::CalledOff { by: None, rule: CallOff::Expired }),
        ] {
            let mut match_rules = MatchRules::default();
            assert!(out_of_time(&mut match_rules, late).is_ok());
            assert_eq!(match_rules.ending(), Some(ending));
        }
    }
}
