//! Makes the message of a week.
use engine::seat::Seat;
use model::{
    reply::{Moving, Picture, Reply, Stretch},
    text::Text,
};
use service::{
    OfferPlace, RequestError, RoomWeek, WeekWords,
    context::{RequestContext, loaded::LoadedMatch, seam},
    lobby, matches, telling,
};
use store::{Challenge, HIDDEN, MatchRow, Room, StepRow};

use super::{rows::WeekInMatches, week, words};

/// How many open challenges are told.
const CHALLENGES: usize = 3;

/// How many steps before the turning point its film begins.
const BEFORE: u32 = 4;

/// The normal speed of a film, in percent.
const USUAL: u16 = 100;

/// Makes the message of a week in a room, with everybody named as they want it now; nothing if there
/// is nothing to tell.
pub(super) fn gazette(
    cx: &mut RequestContext<'_>,
    room: &Room,
    span: (i64, i64),
    found: &WeekInMatches,
) -> Result<Option<Reply>, RequestError> {
    let all = week::matches(cx, room, span)?;
    let last = all.iter().max_by_key(|row| (row.end.as_ref().map(|it| it.at), row.id));
    let Some(last) = last else { return Ok(None) };
    let turned =
        found.turned.as_ref().and_then(|turned| Some((turned, week::numbered(&all, turned.of)?)));
    let mut lines = Vec::new();
    let picture = match turned.and_then(|(turned, row)| Some((turned, row, week::winner(row)?))) {
        Some((turned, row, winner)) => {
            let loaded = load_at(cx, room, row, Some(turned.step))?;
            lines.push(words::title(room, all.len(), &words::turned(&loaded, winner)));
            let more = cx.memory.features.offers(OfferPlace::LookBack(Some(row.id)));
            lines.push(words::turning_point(&loaded, winner, turned, &more));
            let from = turned.step.saturating_sub(BEFORE);
            shown(cx, &loaded, Moving::Match(Stretch { from, every: 1, speed: USUAL }))
        }
        None => {
            let loaded = load_at(cx, room, last, None)?;
            lines.push(words::title(room, all.len(), &words::met(&loaded, week::winner(last))));
            shown(cx, &loaded, Moving::Nothing)
        }
    };
    lines.extend(luck(cx, room, &all, found)?);
    lines.extend(week::climber(cx, &all)?.map(|it| words::climber(&it)));
    lines.extend(week::winning(cx, &all)?.map(|it| words::winning(&it)));
    let game = turned.map_or(last, |(_, row)| row).terms.game;
    let rooms = week::rooms(cx.tx, room)?;
    let week = RoomWeek { room, rooms: &rooms, matches: &all, game, end: span.1 };
    let WeekWords { best, to_try, choices } = seam::of_week(cx, &week)?;
    lines.extend(best);
    for challenge in waiting(cx, room)?.iter().take(CHALLENGES) {
        let by = cx.tx.person(challenge.by)?.name;
        lines.push(words::waits(challenge, &by));
    }
    lines.extend(to_try);
    let reply = Reply::room(Text::Lines(lines)).picture(picture);
    Ok(Some(reply.choices(choices)))
}

/// Tells of the luckiest step and the unluckiest player.
fn luck(
    cx: &RequestContext<'_>,
    room: &Room,
    all: &[MatchRow],
    found: &WeekInMatches,
) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    if let Some(lucky) = &found.lucky
        && let Some(row) = week::numbered(all, lucky.of)
    {
        lines.push(words::lucky(&load_at(cx, room, row, Some(lucky.step))?, lucky));
    }
    if let Some(unlucky) = &found.unlucky
        && let Some(row) = week::numbered(all, unlucky.of)
    {
        lines.push(words::unlucky(&load_at(cx, room, row, None)?, unlucky));
    }
    Ok(lines)
}

/// Loads a match after one of its steps, or after the last one, with its players named as in the room
/// that is told.
fn load_at(
    cx: &RequestContext<'_>,
    room: &Room,
    row: &MatchRow,
    step: Option<u32>,
) -> Result<LoadedMatch, RequestError> {
    let last: StepRow = cx.tx.last_step(row.id)?;
    let mut loaded = match step.filter(|it| *it < last.step) {
        None => matches::find::load_at(cx, row.clone(), last)?,
        Some(step) => {
            let gone = || RequestError::Broken(format!("step {step} of match {} is gone", row.id));
            let there = cx.tx.live_step(row.id, step)?.ok_or_else(gone)?;
            // The result belongs only to the end.
            matches::find::load_at(cx, MatchRow { end: None, ..row.clone() }, there)?
        }
    };
    for seat in Seat::BOTH {
        *loaded.names.get_mut(seat) = cx.tx.person_in(room.chat, *row.seats.get(seat))?.name;
    }
    Ok(loaded)
}

fn shown(cx: &RequestContext<'_>, loaded: &LoadedMatch, moving: Moving) -> Picture {
    let mut picture = telling::turn::picture(cx, loaded, None, &cx.me, Seat::First);
    picture.moving = moving;
    // Clocks belong to the present.
    picture.clocks = [None, None];
    picture.left = [None, None];
    picture
}

/// Returns the open challenges that anyone here may accept, oldest first, without those of people who
/// hide their results.
fn waiting(cx: &RequestContext<'_>, room: &Room) -> Result<Vec<Challenge>, RequestError> {
    let mut all = Vec::new();
    for one in week::rooms(cx.tx, room)? {
        for challenge in lobby::which_challenge::open_challenges(cx, one)? {
            let by = cx.tx.person(challenge.by)?;
            let hidden = challenge.terms.private || by.settings.get(&HIDDEN) || by.gone;
            if challenge.whom.is_none() && !hidden {
                all.push(challenge);
            }
        }
    }
    all.sort_by_key(|challenge| (challenge.made_at, challenge.id));
    Ok(all)
}
