//! Coming back: to seats that others play, from a rest, and to matches that were to end by their position.
use command::verbs;
use model::{ids::MatchId, reply::Reply};

use crate::{
    RequestError,
    context::{
        RequestContext,
        seam::{self, HeardWords},
    },
    matches, telling,
    time::words,
    timing,
};

/// Comes back: to seats that others play, or from a rest.
pub fn back(cx: &mut RequestContext<'_>, said: &verbs::Back) -> Result<(), RequestError> {
    if said.of.is_none() && seam::heard(cx, HeardWords::Back)? {
        return come_back(cx, None).map(|_| ());
    }
    if come_back(cx, said.of)? {
        Ok(())
    } else {
        Err(words::late::nobody_plays_for_you(said.of).into())
    }
}

/// Gives the asker their seat in one match, or in all, and stops what was to end one by its
/// position. Returns whether there was any.
fn come_back(cx: &mut RequestContext<'_>, of: Option<MatchId>) -> Result<bool, RequestError> {
    let struck = strike_settlements(cx, of)?;
    let was_played = match cx.memory.features.stand_in() {
        Some(stand_in) => (stand_in.is_back)(cx, of)?,
        None => false,
    };
    Ok(struck || was_played)
}

/// Keeps matches running that were to end by their position because the asker was away.
fn strike_settlements(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<bool, RequestError> {
    let me = cx.me.id;
    let mut any = false;
    for mut row in cx.tx.running_of(me)? {
        if of.is_some_and(|of| of != row.id) || row.settles_at.is_none() {
            continue;
        }
        let Some(seat) = row.seats.find(|&it| it == me) else { continue };
        if cx.tx.settlement(row.id)?.is_none_or(|it| it.by == seat) {
            continue;
        }
        cx.tx.drop_settlement(row.id)?;
        row.settles_at = None;
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
        let loaded = matches::find::load(cx, row)?;
        let text = words::late::is_here_so_it_goes_on(loaded.names.get(seat));
        let other = *loaded.row.seats.get(seat.other());
        telling::turn::say_at(cx, &loaded, Reply::room(text).mention(other))?;
        any = true;
    }
    Ok(any)
}
