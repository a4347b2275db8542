//! Somebody plays for a person during a vacation.
use command::say;
use engine::seat::Seat;
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
    text::Text,
};
use service::{
    HeardWords, RequestError, Rest, RestChange, RestWords,
    context::{self, RequestContext, loaded::LoadedMatch, seam},
    matches, rate_limit, seats,
};
use store::{HandedTo, MatchRow, Person};

use super::{
    ask::check_may_play,
    commands::{self, SubstituteWord},
    hand_over::{give_back, hand_over, hand_quietly},
    rows::{self, NamedSubstitute},
    words,
};

/// What comes before the name of somebody who plays during a vacation.
const SUBSTITUTE: &str = "substitute ";

/// Takes a vacation during which somebody who is named plays for the asker. Tells whether that was said.
pub(crate) fn hear(
    cx: &mut RequestContext<'_>,
    heard: HeardWords<'_>,
) -> Result<bool, RequestError> {
    let HeardWords::Rest(RestWords { words: said, command, take }) = heard else {
        return Ok(false);
    };
    let Some((length, name)) = split_name(said) else { return Ok(false) };
    let substitute = matches::find::find_person(cx, name)?;
    if substitute.id == cx.me.id || !substitute.is_person() {
        return Err(words::not_for_oneself(command("10 days substitute @carol")).into());
    }
    rate_limit::check_pings(cx, &substitute)?;
    rate_limit::call_room(cx, &cx.room.clone())?;
    let from = take(cx, &length.to_lowercase())?;
    ask_substitute(cx, &substitute, from)?;
    Ok(true)
}

/// Splits `10 days substitute @carol` into the length and the name.
fn split_name(said: &str) -> Option<(&str, &str)> {
    let lower = said.to_ascii_lowercase();
    let at = lower.find(SUBSTITUTE)?;
    Some((said[..at].trim(), said[at + SUBSTITUTE.len()..].trim()))
}

/// Asks a person to play for the asker during a vacation.
fn ask_substitute(
    cx: &mut RequestContext<'_>,
    whom: &Person,
    from: i64,
) -> Result<(), RequestError> {
    let (person, substitute) = (cx.me.id, whom.id);
    rows::put_substitute(cx.tx, &NamedSubstitute { person, substitute, from, agreed: false })?;
    let [yes, no] = [SubstituteWord::Take, SubstituteWord::Decline]
        .map(|how| say!(commands::Substitute { how }));
    context::questions::await_answer(cx, whom.id, yes, Some(no))?;
    let reply = Reply::room(words::asks_to_play_for(&cx.me, whom)).mention(whom.id);
    cx.say(reply.choices(words::named_buttons()));
    Ok(())
}

/// Hands the asker's seats over when their vacation begins, and gives them back when it ends.
pub(crate) fn follow(cx: &mut RequestContext<'_>, change: RestChange) -> Result<(), RequestError> {
    let me = cx.me.id;
    match change {
        RestChange::Begins => hand_all(cx, me),
        RestChange::Ends => end_rest(cx),
        RestChange::Struck => {
            let planned = rows::substitute_of(cx.tx, me)?.filter(|it| cx.now < it.from);
            if planned.is_some() {
                rows::drop_substitute(cx.tx, me)?;
            }
            Ok(())
        }
    }
}

/// Gives the asker those seats back that were handed over for a vacation.
fn end_rest(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let me = cx.me.id;
    rows::drop_substitute(cx.tx, me)?;
    for of in cx.tx.played_for(me)? {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        let Some(seat) = row.owners().find(|&it| it == me) else { continue };
        if row.handed_now(seat).is_some_and(|it| it.kind == HandedTo::Away) {
            give_back(cx, of, seat, words::is_back(&cx.me))?;
        }
    }
    Ok(())
}

/// Hands a person's seats to whom they named, if that one has agreed and can play there, until their
/// vacation ends. Seats in private matches stay theirs.
pub(crate) fn hand_all(cx: &mut RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
    for row in cx.tx.running_of(person)? {
        let Some(seat) = row.seats.find(|&it| it == person) else { continue };
        if let Some((loaded, holder, until)) = stand_in(cx, row, seat)? {
            hand_over(cx, loaded, seat, &holder, HandedTo::Away, Some(until))?;
        }
    }
    Ok(())
}

/// Hands the seats of a match that begins by itself to those who play during a vacation. Returns the
/// lines that say so.
pub(crate) fn hand_new(
    cx: &mut RequestContext<'_>,
    of: MatchId,
) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        if let Some((loaded, holder, until)) = stand_in(cx, row, seat)? {
            let kind = HandedTo::Away;
            lines.push(hand_quietly(cx, loaded, seat, &holder, kind, Some(until))?);
        }
    }
    Ok(lines)
}

/// Returns who plays a seat during the vacation of its owner, and until when.
fn stand_in(
    cx: &RequestContext<'_>,
    row: MatchRow,
    seat: Seat,
) -> Result<Option<(LoadedMatch, Person, i64)>, RequestError> {
    let person = *row.owners().get(seat);
    let Some(named) = rows::substitute_of(cx.tx, person)?.filter(|it| it.agreed) else {
        return Ok(None);
    };
    // Who was named for an earlier vacation isn't asked again.
    let rest = seam::rest_of(cx, person)?.filter(|rest| rest.from <= named.from);
    let Some(Rest { until, .. }) = rest else { return Ok(None) };
    let room = cx.tx.room(seats::room_of_seat(cx.tx, &row, seat)?)?;
    let holder = cx.tx.person_in(room.chat, named.substitute)?;
    let handed_on = *row.seats.get(seat) != person;
    if handed_on || row.terms.private || check_may_play(cx, &row, seat, &holder).is_err() {
        return Ok(None);
    }
    let loaded = matches::find::load(cx, row)?;
    if loaded.is_practice() || loaded.row.terms.room_time.is_some() {
        return Ok(None);
    }
    Ok(Some((loaded, holder, until)))
}
