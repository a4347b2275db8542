//! The same match again, with sides swapped.
use command::verbs;
use engine::seat::Seat;
use model::ids::PersonId;
use store::{Challenge, SideWish};

use crate::{
    RequestError,
    context::{RequestContext, seam},
    lobby::{self, challenge::Proposal, words},
    matches,
};

pub(crate) fn rematch(
    cx: &mut RequestContext<'_>,
    said: &verbs::Rematch,
) -> Result<(), RequestError> {
    let loaded = matches::find::last_match(cx, said.of)?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    if loaded.row.end.is_none() {
        return Err(words::still_running(loaded.row.id).into());
    }
    lobby::rooms::check_rematch(cx, &loaded)?;
    let best_of = seam::matches_again(cx, loaded.row.id)?;
    let other = loaded.people.get(seat.other()).clone();
    if other.gone {
        return Err(words::opponent_left().into());
    }
    // A new game swaps colours (D-R29).
    let changed = |seat: Seat| SideWish::from(seat.other());
    let side = changed(seat);
    let terms = loaded.row.terms.clone();
    let open = lobby::which_challenge::open_challenges(cx, loaded.row.room)?;
    let same = |by: PersonId, to: PersonId, side| {
        let fits = |challenge: &&Challenge| {
            let same =
                challenge.side == side && challenge.terms == terms && challenge.best_of == best_of;
            challenge.by == by && challenge.whom == Some(to) && same
        };
        open.iter().find(fits).cloned()
    };
    if let Some(challenge) = same(other.id, cx.me.id, changed(seat.other())) {
        return lobby::challenge::begin(cx, challenge, String::new(), false);
    }
    if let Some(challenge) = same(cx.me.id, other.id, side) {
        return Err(words::rematch_offered(&other, challenge.id).into());
    }
    let ended = loaded.row.end.as_ref().map_or(i64::MIN, |it| it.at);
    for again in cx.tx.running_of(cx.me.id)? {
        let swapped = *again.seats.get(seat.other()) == cx.me.id
            && *again.seats.get(seat) == other.id
            && again.terms == terms
            && again.opened_at >= ended;
        // Matches of a competition follow each other by themselves.
        if swapped && cx.tx.competition_of(again.id)?.is_some() == (1 < best_of) {
            return Err(words::rematch_running(loaded.row.id, &again).into());
        }
    }
    // A rematch belongs in the room of the match, wherever it was asked for.
    let room = cx.tx.room(loaded.row.room)?;
    let more = vec![words::rematch_of(loaded.row.id)];
    let whom = Some(other);
    lobby::challenge::offer(
        cx,
        Proposal {
            room,
            whom,
            terms,
            side,
            word: String::new(),
            places: 1,
            best_of,
            counter: false,
            more,
        },
    )
}
