//! Takes an offered seat, declines it, and gives it back.
use engine::seat::Seat;
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
};
use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    matches, seats, timing,
};
use store::{HandedTo, MatchRow};

use super::{
    ask::{check_may_play, close_offers},
    hand_over::{give_back, hand_over},
    rest::hand_all,
    rows::{self, NamedSubstitute, SeatOffer},
    words,
};

/// Takes the seat that was offered to the asker, or agrees to play for somebody on vacation.
pub(crate) fn take(cx: &mut RequestContext<'_>, of: Option<MatchId>) -> Result<(), RequestError> {
    if of.is_none()
        && let Some(named) = asked_by_name(cx)?
    {
        return agree(cx, named);
    }
    let offer = offered(cx, of)?;
    let row = running(cx, offer.of)?;
    let me = cx.me.clone();
    check_may_play(cx, &row, offer.seat, &me)?;
    let own = *row.owners().get(offer.seat) == offer.by;
    if !own && !timing::may_be_helped(&row, offer.seat, cx.now) && !left(&row, offer.seat, cx.now) {
        return Err(words::is_back_already(offer.of).into());
    }
    let loaded = matches::find::load(cx, row)?;
    hand_over(cx, loaded, offer.seat, &me, HandedTo::Friend, None)
}

/// Declines a seat that was offered to the asker, or to play for somebody on vacation.
pub(crate) fn decline(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<(), RequestError> {
    let me = cx.me.clone();
    if of.is_none()
        && let Some(named) = asked_by_name(cx)?
    {
        rows::drop_substitute(cx.tx, named.person)?;
        tell_owner(cx, named, false)?;
        cx.say(cx.answer(words::you_declined()));
        return Ok(());
    }
    let offer = offered(cx, of)?;
    let row = running(cx, offer.of)?;
    close_offers(cx, &row, Some(me.id), &words::declines(&me, offer.of))?;
    let room = seats::room_of_player(cx, &row, offer.by)?;
    let reply = Reply::only(offer.by, words::declines(&me, offer.of));
    let reply = reply.private(Privacy::Personal).choices([words::ask_another_button(offer.of)]);
    cx.say_in(room, reply)?;
    cx.say(cx.answer(words::you_declined()));
    Ok(())
}

/// Gives back a seat that the asker plays for somebody, or withdraws their offers.
pub(crate) fn step_down(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<(), RequestError> {
    let mut held = cx.tx.played_by(cx.me.id)?;
    held.retain(|played| of.is_none_or(|of| of == *played));
    if let [of] = held[..] {
        let row = running(cx, of)?;
        authority::decide::clear_verb(cx, ActionTarget::Match(&row))?;
        let me = cx.me.id;
        let seat = row.seats.find(|&it| it == me).unwrap_or(Seat::First);
        let owner = cx.tx.person(*row.owners().get(seat))?;
        let line = words::steps_down(&cx.me, &owner);
        return give_back(cx, of, seat, line);
    }
    if 1 < held.len() {
        return Err(words::which_seat(&held).into());
    }
    let loaded = matches::find::my_match(cx, of, |_, _| false)?;
    let mine = |it: &SeatOffer| it.by == cx.me.id;
    if !rows::seat_offers(cx.tx, loaded.row.id)?.iter().any(mine) {
        return Err(words::plays_for_nobody().into());
    }
    let text = words::nobody_is_asked_now(loaded.row.id);
    close_offers(cx, &loaded.row, None, &text)?;
    cx.say(cx.answer(text));
    Ok(())
}

/// Finds the offer that the asker means.
fn offered(cx: &RequestContext<'_>, of: Option<MatchId>) -> Result<SeatOffer, RequestError> {
    let me = cx.me.id;
    let Some(of) = of else {
        let mut all = rows::seat_offers_to(cx.tx, me)?;
        all.dedup_by_key(|it| it.of);
        return match all[..] {
            [one] => {
                let row = running(cx, one.of)?;
                authority::decide::clear_verb(cx, ActionTarget::Match(&row))?;
                Ok(one)
            }
            [] => Err(words::nothing_offered().into()),
            _ => {
                let of: Vec<MatchId> = all.iter().map(|it| it.of).collect();
                Err(words::which_seat(&of).into())
            }
        };
    };
    let row = cx.tx.match_row(of)?.ok_or_else(|| service::words::no_match_here(of))?;
    authority::decide::clear_verb(cx, ActionTarget::Match(&row))?;
    let all = rows::seat_offers(cx.tx, of)?;
    let to_me = all.iter().find(|it| it.to == Some(me));
    let offer = to_me.or_else(|| all.iter().find(|it| it.to.is_none()));
    offer.copied().filter(|_| row.end.is_none()).ok_or_else(|| words::not_offered(of).into())
}

fn running(cx: &RequestContext<'_>, of: MatchId) -> Result<MatchRow, RequestError> {
    let row = cx.tx.match_row(of)?.filter(|it| it.end.is_none());
    row.ok_or_else(|| words::not_offered(of).into())
}

/// Tells whether a player has left and owes a step for as long as a claim needs.
fn left(row: &MatchRow, seat: Seat, now: i64) -> bool {
    let silent = row.nudges.get(seat).silent_since_left();
    silent.is_some_and(|since| since + timing::GONE <= now) && *row.waiting.get(seat)
}

/// Returns who wants the asker to play for them during a vacation; the first, if there are several.
fn asked_by_name(cx: &RequestContext<'_>) -> Result<Option<NamedSubstitute>, RequestError> {
    let asked = rows::asks_for_substitute(cx.tx, cx.me.id)?.into_iter().next();
    if asked.is_some() {
        authority::decide::clear_verb(cx, ActionTarget::Oneself)?;
    }
    Ok(asked)
}

fn agree(cx: &mut RequestContext<'_>, named: NamedSubstitute) -> Result<(), RequestError> {
    let named = NamedSubstitute { agreed: true, ..named };
    rows::put_substitute(cx.tx, &named)?;
    tell_owner(cx, named, true)?;
    let owner = cx.tx.person(named.person)?;
    cx.say(cx.answer(words::you_agreed(&owner)));
    if named.from <= cx.now {
        hand_all(cx, named.person)?;
    }
    Ok(())
}

fn tell_owner(
    cx: &mut RequestContext<'_>,
    named: NamedSubstitute,
    agrees: bool,
) -> Result<(), RequestError> {
    let Some(room) = cx.tx.last_rooms(named.person)?.into_iter().next() else { return Ok(()) };
    let me = cx.tx.person_in(room.chat, cx.me.id)?;
    let reply = Reply::only(named.person, words::substitute_answered(&me, agrees));
    Ok(cx.say_in(room.id, reply.private(Privacy::Personal))?)
}
