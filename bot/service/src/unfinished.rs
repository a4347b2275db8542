//! What features couldn't do when they should have followed something of a match: it is tried again, each feature and moment by itself.
use model::{ids::MatchId, reply::Reply, text::Text};
use store::{StoreError, Tx, Unfinished};

use crate::{
    RequestError, Service,
    context::{
        RequestContext,
        seam::{DueJob, MatchMoment},
    },
    matches, telling,
};

/// Tries again what failed.
pub(crate) const UNFINISHED: DueJob = DueJob {
    name: "unfinished",
    due: |tx, _| Ok(tx.matches_with_unfinished()?.into_iter().map(|of| of.0).collect()),
    next: None,
    act: |service, number, now| try_again(service, MatchId(number), now),
};

/// Tries all that is left to do for a match, in the order in which it should have been done. What fails again costs the others nothing.
fn try_again(service: &mut Service, of: MatchId, now: i64) -> Result<(), RequestError> {
    let mut left = service.keep(|tx| tx.unfinished_of(of))?;
    let features = service.memory.features;
    left.sort_by_key(|unfinished| {
        let moment = MatchMoment::NAMES.iter().position(|name| *name == unfinished.moment);
        (moment, features.iter().position(|feature| feature.name == unfinished.feature))
    });
    let mut tried = Ok(());
    for unfinished in left {
        let whence = |tx: &Tx<'_>| {
            let Some(row) = tx.match_row(of)? else { return Ok(None) };
            Ok::<_, StoreError>(Some((tx.room(row.room)?, tx.person(row.seats.first)?)))
        };
        let done = service.guarded("something that is tried again", |service| {
            service.unasked_and_told(now, whence, |cx| finish(cx, &unfinished))
        });
        tried = tried.and(done.map(drop));
    }
    tried
}

/// Has a feature do what it has left to do. What it says is told by itself.
fn finish(cx: &mut RequestContext<'_>, unfinished: &Unfinished) -> Result<(), RequestError> {
    cx.tx.finish(unfinished)?;
    let Some(row) = cx.tx.match_row(unfinished.of)? else { return Ok(()) };
    let mut features = cx.memory.features.iter();
    // It may be a feature that there was.
    let Some(feature) = features.find(|it| it.name == unfinished.feature) else { return Ok(()) };
    let challenge = unfinished.challenge.map(|id| cx.tx.challenge(id)).transpose()?.flatten();
    let part = cx.tx.competition_of(row.id)?;
    match (unfinished.moment.as_str(), challenge, part) {
        // What began a competition has nothing more to begin after the end.
        ("opened", Some(challenge), None) if row.end.is_none() => {
            MatchMoment::Opened(&challenge, row.id).run(cx, feature)?;
        }
        ("annulled", ..) => drop(MatchMoment::Annulled(&row).run(cx, feature)?),
        ("stepped", ..) => {
            MatchMoment::Stepped(&matches::find::load(cx, row)?).run(cx, feature)?;
        }
        ("told", ..) => drop(MatchMoment::Told(&matches::find::load(cx, row)?).run(cx, feature)?),
        (moment @ ("ends" | "ended"), ..) => {
            let mut loaded = matches::find::load(cx, row)?;
            let said = match moment {
                "ends" => MatchMoment::Ends(&mut loaded).run(cx, feature)?,
                _ => MatchMoment::Ended(&mut loaded).run(cx, feature)?,
            };
            cx.tx.update_match(&loaded.row)?;
            if !said.is_empty() {
                telling::turn::say_at(cx, &loaded, Reply::room(Text::Lines(said)))?;
            }
        }
        ("goes on", _, Some((competition, round))) if competition.ended_at.is_none() => {
            let loaded = matches::find::load(cx, row)?;
            MatchMoment::GoesOn(&loaded, &competition, round).run(cx, feature)?;
        }
        _ => {}
    }
    Ok(())
}
