//! Shows the last week of a room to one person.
use model::{
    ids::MatchId,
    reply::{Audience, Privacy},
};
use service::{
    RequestError,
    context::RequestContext,
    matches::no_advice::{JudgedMatch, check_reviewed},
};

use super::{
    rows::{self, WeekInMatches},
    tell, words,
};

/// Shows what this room was told last, as it would be told now.
pub(super) fn gazette(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let room = cx.room.clone();
    let Some(gazette) = rows::gazette(cx.tx, room.id)? else { return Err(words::is_off().into()) };
    let Some(span) = gazette.week else { return Err(words::none_yet(&gazette).into()) };
    let found = if helps_asker(cx, &gazette.found)? {
        WeekInMatches::default()
    } else {
        gazette.found.clone()
    };
    let Some(mut reply) = tell::gazette(cx, &room, span, &found)? else {
        return Err(words::none_yet(&gazette).into());
    };
    reply.to = Audience::Only(cx.me.id);
    cx.say(reply.private(Privacy::Personal));
    Ok(())
}

/// Tells whether a rated match of the asker stands where one of these matches stood, so that what the
/// bot thought of it must not be told to them.
fn helps_asker(cx: &RequestContext<'_>, found: &WeekInMatches) -> Result<bool, RequestError> {
    let WeekInMatches { looked_at: _, turned, lucky, unlucky } = found;
    let turned = turned.as_ref().map(|it| it.of);
    let lucky = lucky.as_ref().map(|it| it.of);
    let unlucky = unlucky.as_ref().map(|it| it.of);
    let mut all: Vec<MatchId> = [turned, lucky, unlucky].into_iter().flatten().collect();
    all.dedup();
    for of in all {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        match check_reviewed(cx, JudgedMatch::read_by(&row, cx.me.id), &cx.tx.steps(of)?) {
            Ok(()) => {}
            Err(RequestError::Refused(_)) => return Ok(true),
            Err(fault) => return Err(fault),
        }
    }
    Ok(false)
}
