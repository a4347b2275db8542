//! Makes a call on a running match.
use engine::seat::Seat;
use model::{
    ids::RoomId,
    reply::{Privacy, Reply},
    text::Text,
};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::{self, seat::heading},
    thinking,
};
use store::{MatchRow, Room};

use super::{
    callable::{calls_room, no_calls, takes_part},
    commands, next,
    rows::{self, WinnerCall},
    said::{read_call, with_match},
    score::SURE,
    words,
};

/// How many calls on running matches a person may have.
const MOST: u32 = 10;

/// Calls who wins, or asks who does.
pub(super) fn call(
    cx: &mut RequestContext<'_>,
    said: &commands::CallWinner,
) -> Result<(), RequestError> {
    cx.keep_private(Privacy::Personal);
    let (named, call_words) = with_match(said);
    let loaded = matches::find::any_match(cx, named)?;
    let (of, me) = (loaded.row.id, cx.me.id);
    if let Some(why) = no_calls(cx.tx, &loaded)? {
        return Err(words::cannot_be_called(of, why).into());
    }
    if takes_part(cx, &loaded.row, me)? {
        return Err(words::takes_part(of).into());
    }
    let room = room_of_call(cx, &loaded.row)?;
    if let Some(said) = next::read_next(of, &call_words) {
        return next::call_next(cx, &loaded, room.id, said?);
    }
    let before = rows::call_of(cx.tx, of, me)?;
    let stands = match &before {
        Some(call) => call.on != loaded.step_key() && cx.tx.is_kept(call.of, call.on)?,
        None => false,
    };
    // What was offered at an earlier step isn't what they think of this one.
    let asked_at = cx.request().and_then(|it| it.asked_at);
    let is_stale = !stands && asked_at.is_some_and(|at| at != loaded.step_key());
    if call_words.is_empty() || is_stale {
        return ask_who_wins(cx, &loaded, before.as_ref(), stands);
    }
    let (seat, percent) = read_call(cx, &loaded, &call_words)?;
    if let Some(call) = before.as_ref().filter(|_| stands) {
        return Err(words::call_stands(&loaded, call).into());
    }
    if before.is_none() && MOST <= rows::count_open_calls(cx.tx, me)? {
        return Err(words::called_enough(MOST).into());
    }
    let first = thinking::settle::chance(cx, &loaded)?;
    let chance = match seat {
        Seat::First => first,
        Seat::Second => 1.0 - first,
    };
    let chance = (chance.clamp(0.0, 1.0) * f64::from(SURE)).round() as u32;
    let on = loaded.step_key();
    let (room, at) = (room.id, cx.now);
    let call = WinnerCall { of, person: me, room, seat, percent, on, chance, at, points: None };
    rows::put_call(cx.tx, &call)?;
    let named = Text::plain(heading(&loaded));
    let text = Text::Lines(vec![named, words::called(&loaded, &call)]);
    cx.say(Reply::only(me, text).private(Privacy::Personal));
    Ok(())
}

/// Shows the asker their call, and what they can call as long as they can.
fn ask_who_wins(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    before: Option<&WinnerCall>,
    stands: bool,
) -> Result<(), RequestError> {
    let mut lines = vec![Text::plain(heading(loaded))];
    lines.extend(before.map(|call| words::your_call(loaded, call)));
    if !stands {
        lines.push(words::ask_who_wins(loaded));
    }
    let reply = Reply::only(cx.me.id, Text::Lines(lines)).private(Privacy::Personal);
    let mut choices = if stands { Vec::new() } else { words::choices(loaded) };
    choices.push(words::turns::next_button(loaded.row.id));
    let mut reply = reply.choices(choices);
    if let Some(menu) = &mut reply.menu {
        (menu.of, menu.asked_at) = (Some(loaded.row.id), Some(loaded.step_key()));
    }
    cx.say(reply);
    Ok(())
}

/// Returns the room whose table a call of the asker counts for: where they are if the match is shown
/// there, else one where it is. Only people whom the bot knew there before the match began can call.
pub(super) fn room_of_call(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Room, RequestError> {
    let mut any = false;
    for room in shown_in(cx, row)? {
        let Some(room) = calls_room(cx.tx, room)? else { continue };
        any = true;
        if rows::visited_since(cx.tx, room.id, cx.me.id)?
            .is_some_and(|since| since <= row.opened_at)
        {
            return Ok(room);
        }
    }
    Err(if any { words::came_later(row.id).into() } else { words::calls_are_off(row.id).into() })
}

/// Returns the rooms that show a match, the asker's first.
fn shown_in(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Vec<RoomId>, RequestError> {
    let mut rooms = vec![row.room];
    rooms.extend(cx.tx.away_rooms(row.id)?.into_iter().map(|it| it.1));
    let watches = cx.tx.watches(row.id)?;
    rooms.extend(watches.into_iter().filter(|it| it.openly).map(|it| it.room));
    rooms.extend(cx.tx.paired_with(row.room)?);
    rooms.sort_by_key(|room| *room != cx.room.id);
    Ok(rooms)
}
