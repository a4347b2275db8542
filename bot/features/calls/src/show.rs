//! Shows who foresees best in a room, and what was called on a match.
use std::collections::BTreeMap;

use command::Command;
use model::{
    ids::{MatchId, PersonId, RoomId},
    reply::{Privacy, Reply},
    text::Text,
};
use service::{
    RequestError, authority,
    context::{RequestContext, loaded::LoadedMatch},
    matches::{
        self,
        no_advice::{JudgedMatch, check_reviewed},
        seat::heading,
    },
    ratings::{self, season::Season},
};
use store::HIDDEN;

use super::{
    call::room_of_call,
    callable::{channel, no_calls, takes_part},
    commands,
    rows::{self, WinnerCall},
    score::rounded,
    turn_on::ON_IN_ROOM,
    turn_rows::{self, TurnCall},
    words,
};

/// How many people a page lists.
const PAGE: usize = 15;

/// How many calls on a match are listed.
const LISTED: usize = 20;

/// Shows the table of this room, or the calls on a match.
pub(super) fn calls(
    cx: &mut RequestContext<'_>,
    said: &commands::Calls,
) -> Result<(), RequestError> {
    match said.of {
        Some(of) => calls_on_match(cx, of),
        None => table(cx, said),
    }
}

fn table(cx: &mut RequestContext<'_>, said: &commands::Calls) -> Result<(), RequestError> {
    let present = Season::of(cx.now);
    let season = match said.which.as_deref() {
        None => present,
        Some(which) => Season::read(which)
            .filter(|it| *it <= present)
            .ok_or_else(|| words::no_season(which, &present.to_string()))?,
    };
    let room = channel(cx.tx, &cx.room)?;
    let scores = rows::callers(cx.tx, room.id, season.number())?;
    if scores.is_empty() && !room.settings.get(&ON_IN_ROOM) {
        return Err(words::off_in_this_room().into());
    }
    let pages = scores.len().div_ceil(PAGE).max(1);
    let page = said.page.map_or(1, |it| it as usize);
    let turn = |page: usize| {
        let which = (season != present).then(|| season.to_string());
        Command::from(commands::Calls { of: None, page: u32::try_from(page).ok(), which })
    };
    if pages < page {
        return Err(ratings::words::list_has(pages, turn(1)).into());
    }
    let mut lines = vec![words::table_title(&season.to_string())];
    let mut list = Vec::new();
    for (at, score) in scores.iter().enumerate().skip((page - 1) * PAGE).take(PAGE) {
        let shown = rounded(score.points);
        // Those with the same points share a rank.
        let rank = scores.iter().position(|other| rounded(other.points) == shown).unwrap_or(at) + 1;
        let name = cx.tx.person(score.person)?.name;
        list.push(words::score_of(rank, &name, score, shown));
    }
    if list.is_empty() {
        lines.push(words::nobody_called_yet())
    } else {
        lines.push(Text::Lines(list))
    }
    let reply = authority::decide::shown_here(cx, Text::Lines(lines))?;
    let more = (page < pages).then(|| ratings::words::page_button(page + 1, pages, turn(page + 1)));
    cx.say(reply.choices(more));
    Ok(())
}

fn calls_on_match(cx: &mut RequestContext<'_>, of: MatchId) -> Result<(), RequestError> {
    let mut loaded = matches::find::any_match(cx, Some(of))?;
    // A call is on the side of a player, also while somebody plays on for them.
    loaded.name_owners(cx.tx, cx.room.chat)?;
    let own = rows::call_of(cx.tx, of, cx.me.id)?;
    if loaded.row.end.is_none() {
        let mut lines = vec![Text::plain(heading(&loaded))];
        if let Some(call) = &own {
            let takes_part = takes_part(cx, &loaded.row, cx.me.id)?;
            lines.push(if !takes_part && cx.tx.is_kept(of, call.on)? {
                words::your_call(&loaded, call)
            } else {
                words::your_call_fell_away(&loaded, call, takes_part)
            });
        }
        lines.extend(own_turns(cx, &loaded)?);
        if lines.len() == 1 {
            lines.push(words::you_called_nothing(of, can_call(cx, &loaded)?));
        }
        cx.say(Reply::only(cx.me.id, Text::Lines(lines)).private(Privacy::Personal));
        return Ok(());
    }
    // What the bot thought of a position mustn't help anybody who plays from there.
    let steps = cx.tx.steps(of)?;
    check_reviewed(cx, JudgedMatch::of(&loaded.row), &steps)?;
    let mut lines = listed(cx, &loaded)?;
    lines.extend(turns_listed(cx, &loaded)?);
    if lines.is_empty() {
        return Err(words::nobody_called(of).into());
    }
    let named = Text::plain(heading(&loaded));
    cx.say(cx.answer(Text::Lines(vec![named, Text::List(lines)])));
    Ok(())
}

/// Words the asker's own calls of the turns of a running match.
fn own_turns(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Vec<Text>, RequestError> {
    let mut calls = turn_rows::turn_calls_on(cx.tx, loaded.row.id)?;
    calls.retain(|call| call.person == cx.me.id);
    if calls.iter().any(|call| call.points.is_some()) {
        // As above: points tell what was thought of a position.
        let steps = cx.tx.steps(loaded.row.id)?;
        check_reviewed(cx, JudgedMatch::of(&loaded.row), &steps)?;
    }
    let worded =
        |call: &TurnCall| words::turns::your_turn_call(loaded, call, call.points.map(rounded));
    Ok(calls.iter().map(worded).collect())
}

/// Sums up the calls of the turns of a finished match, each caller's in a line, as [`listed`].
fn turns_listed(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Vec<Text>, RequestError> {
    let here = channel(cx.tx, &cx.room)?.id;
    let mut sums: BTreeMap<PersonId, (i64, u32)> = BTreeMap::new();
    for call in turn_rows::turn_calls_on(cx.tx, loaded.row.id)? {
        let Some(points) = call.points else { continue };
        if may_show(cx, here, call.room, call.person)? {
            let (sum, count) = sums.entry(call.person).or_default();
            *sum += points;
            *count += 1;
        }
    }
    let mut sums: Vec<(PersonId, (i64, u32))> = sums.into_iter().collect();
    sums.sort_by_key(|(_, (sum, _))| -*sum);
    let mut lines = Vec::new();
    for (person, (sum, count)) in sums.into_iter().take(LISTED) {
        let name = cx.tx.person(person)?.name;
        lines.push(words::turns::turns_of(&name, count, rounded(sum)));
    }
    Ok(lines)
}

/// Tells whether a call may be shown in a room: one that was made there, unless its caller hides
/// results; and the asker's own, then in private.
fn may_show(
    cx: &RequestContext<'_>,
    here: RoomId,
    room: RoomId,
    person: PersonId,
) -> Result<bool, RequestError> {
    let person = cx.tx.person(person)?;
    let is_own = person.id == cx.me.id;
    let is_public = room == here && !person.settings.get(&HIDDEN) && !person.gone;
    if is_own && !is_public {
        cx.keep_private(Privacy::Personal);
    }
    Ok(is_own || is_public)
}

/// Tells whether a match can be called, and not only by others.
fn can_call(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<bool, RequestError> {
    let takes_part = takes_part(cx, &loaded.row, cx.me.id)?;
    Ok(!takes_part && no_calls(cx.tx, loaded)?.is_none() && room_of_call(cx, &loaded.row).is_ok())
}

/// Words the calls of this room on a finished match, the most points first, and the asker's own
/// wherever they made it.
fn listed(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Vec<Text>, RequestError> {
    let here = channel(cx.tx, &cx.room)?.id;
    let mut calls: Vec<(i64, WinnerCall)> = Vec::new();
    for call in rows::calls_on(cx.tx, loaded.row.id)? {
        let Some(points) = call.points else { continue };
        if may_show(cx, here, call.room, call.person)? {
            calls.push((points, call));
        }
    }
    calls.sort_by_key(|it| -it.0);
    let mut lines = Vec::new();
    for (points, call) in calls.iter().take(LISTED) {
        let name = cx.tx.person(call.person)?.name;
        lines.push(words::call_of(loaded, &name, call, rounded(*points)));
    }
    Ok(lines)
}
