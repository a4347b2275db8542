//! Who is late or silent: the other side is told what they may do.
use engine::seat::Seat;
use model::{
    ids::MatchId,
    reply::{Choice, Privacy, Reply},
    text::Text,
    time::{SILENCE, SILENT_WEEK},
};
use store::MatchRow;

use crate::{
    RequestError, awake,
    context::RequestContext,
    matches,
    time::{self, words},
};

/// Tells people, unless in their quiet hours, that they may claim a match.
pub(super) fn tell_who_may_claim(
    cx: &mut RequestContext<'_>,
    id: MatchId,
) -> Result<(), RequestError> {
    let Some(mut row) = cx.tx.match_row(id)? else { return Ok(()) };
    let now = cx.now;
    for seat in time::attend::late_in(&row, now) {
        let awake = awake::others_awake(cx, &row, seat, now)? <= now;
        if awake && !row.nudges.get(seat).is_told() {
            tell_of_late(cx, &mut row, seat)?;
            cx.tx.update_match(&row)?;
        }
    }
    for seat in Seat::BOTH {
        let silent =
            time::attend::is_due(row.timer.silent_from(seat), now) && !row.timer.is_late(seat, now);
        if silent
            && !row.nudges.get(seat).is_week_told()
            && awake::others_awake(cx, &row, seat, now)? <= now
        {
            tell_of_week(cx, &mut row, seat)?;
            cx.tx.update_match(&row)?;
        }
    }
    Ok(())
}

/// Tells a player once that they may claim a match.
fn tell_of_late(
    cx: &mut RequestContext<'_>,
    row: &mut MatchRow,
    late: Seat,
) -> Result<(), RequestError> {
    row.nudges.get_mut(late).tell();
    let chat = cx.tx.room(row.room)?.chat;
    let name = cx.tx.person_in(chat, *row.seats.get(late))?.name;
    let says = if row.timer.is_timed() {
        words::late::ran_out(&name, row.id)
    } else {
        words::late::was_silent(&name, row.id, SILENCE)
    };
    let mut choices = vec![words::late::claim_button(row.id)];
    choices.extend(helping_buttons(cx, row)?);
    tell_others(cx, row, late, &says, &choices)
}

/// Tells a player once that they may find somebody who plays on for a silent one.
fn tell_of_week(
    cx: &mut RequestContext<'_>,
    row: &mut MatchRow,
    late: Seat,
) -> Result<(), RequestError> {
    row.nudges.get_mut(late).tell_of_week();
    let Some(stand_in) = cx.memory.features.stand_in() else { return Ok(()) };
    let finds = (stand_in.find)(row.id);
    let chat = cx.tx.room(row.room)?.chat;
    let name = cx.tx.person_in(chat, *row.seats.get(late))?.name;
    let says = words::late::was_silent_for_a_week(&name, row.id, SILENT_WEEK, &finds);
    let mut choices = helping_buttons(cx, row)?;
    // Nothing can be claimed or settled yet.
    choices.truncate(2);
    choices.push(words::late::wait_button(row.id));
    tell_others(cx, row, late, &says, &choices)
}

fn tell_others(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    late: Seat,
    says: &Text,
    choices: &[Choice],
) -> Result<(), RequestError> {
    for &to in row.seats.others(late) {
        let reply = Reply::only(to, says.clone()).private(Privacy::Personal);
        cx.say_in(row.room, reply.choices(choices.iter().cloned()))?;
    }
    Ok(())
}

/// Returns the buttons for what can be done besides claiming, at most three.
fn helping_buttons(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Vec<Choice>, RequestError> {
    let of = row.id;
    let mut choices = Vec::new();
    if let Some(stand_in) = cx.memory.features.stand_in() {
        choices.push(words::late::friend_button((stand_in.find)(of)));
        if !matches::competition::is_in_competition(cx, of)? {
            choices.push(words::late::bot_button((stand_in.let_bot)(of)));
        }
    }
    let loaded = matches::find::load(cx, row.clone())?;
    choices.push(if loaded.has_secrets() {
        words::late::wait_button(of)
    } else {
        words::late::settle_button(of)
    });
    Ok(choices)
}
