//! Tells rooms of their week when it is over. The chances of its matches are thought about first, for
//! a few minutes at most.
use engine::mind::Level;
use model::{ids::RoomId, time::MINUTE};
use service::{
    DueJob, RequestError,
    context::{RequestContext, insights::Wanted},
};

use super::{
    look,
    rows::{self, WeekInMatches, WeeklyGazette},
    tell, week,
};

/// How long a room waits for what the bot thinks of its matches, in seconds.
const PATIENCE: i64 = 10 * MINUTE;

/// Tells rooms of their week where it is over.
pub(super) const GAZETTES: DueJob = DueJob {
    name: "gazettes",
    due: |tx, now| Ok(rows::due_gazettes(tx, now)?.into_iter().map(|it| it.0).collect()),
    next: Some(rows::next_gazette),
    act: |service, number, now| {
        let room = RoomId(number);
        let came = service.unasked_and_told(
            now,
            |tx| Ok(Some((tx.room(room)?, tx.level_person(Level::One)?))),
            |context| go_on(context, room),
        )?;
        if let Some(wanted) = came.flatten() {
            service.think_unasked(*wanted);
        }
        Ok(())
    },
};

/// Ends a room's week if it is due, and tells it once its matches are known well enough. Returns the
/// thinking that is needed before.
fn go_on(cx: &mut RequestContext<'_>, room: RoomId) -> Result<Option<Box<Wanted>>, RequestError> {
    let Some(mut gazette) = rows::gazette(cx.tx, room)? else { return Ok(None) };
    let here = cx.room.clone();
    if gazette.due <= cx.now {
        let new = week::ended(&gazette, cx.now);
        gazette.due = new.due;
        gazette.tell_by = None;
        // Where nothing happened, nothing is told, and the week before can still be shown.
        if let Some(span) = new.week
            && !week::matches(cx, &here, span)?.is_empty()
        {
            let (tell_by, found) = (Some(cx.now + PATIENCE), WeekInMatches::default());
            gazette = WeeklyGazette { tell_by, found, ..new };
        }
    }
    if let Some((tell_by, span)) = gazette.tell_by.zip(gazette.week) {
        let matches = week::matches(cx, &here, span)?;
        let wanted = look::look(cx, &matches, &mut gazette.found)?;
        if wanted.is_some() && cx.now < tell_by {
            rows::put_gazette(cx.tx, &gazette)?;
            return Ok(wanted);
        }
        if let Some(reply) = tell::gazette(cx, &here, span, &gazette.found)?
            && !here.answers_only
        {
            cx.say(reply);
        }
    }
    gazette.tell_by = None;
    rows::put_gazette(cx.tx, &gazette)?;
    Ok(None)
}
