//! Shows somebody their year or season, or a room if they want that.
use charts::Chart;
use model::{
    ids::Chat,
    reply::{Choice, Privacy, Reply, Sheet},
    text::Text,
    time::DAY,
};
use store::{HIDDEN, MatchRow, THEME, TimeMark};

use super::{
    commands,
    figures::{self, RecapFigures},
    span::{self, RecapTime},
    words,
};
use service::{OfferPlace, RequestError, RoomPresence, authority, context::RequestContext};

/// A person showed a room their year or season.
const SHARED: TimeMark = TimeMark::new("recap");

/// How many matches a recap needs.
const LEAST: usize = 3;

/// How many steps before the best one its film begins.
const BEFORE: u32 = 4;

/// Shows the asker's year or season to them alone, or to this room.
pub(crate) fn recap(
    cx: &mut RequestContext<'_>,
    said: &commands::Recap,
) -> Result<(), RequestError> {
    let time = span::meant(cx, said.which.as_deref())?;
    if said.share {
        check_shared(cx, &time)?;
    }
    let all = cx.tx.results_between(cx.me.id, time.span)?;
    let open: Vec<&MatchRow> = all.iter().filter(|it| !it.terms.private).collect();
    let shown = if said.share { open.clone() } else { all.iter().collect() };
    if shown.len() < LEAST {
        let missing = LEAST - shown.len();
        let is_over = time.span.1 <= cx.now;
        return Err(words::too_few(&time, shown.len(), missing, (said.share, is_over)).into());
    }
    let figures = figures::figures(cx, &time, &shown, said.share)?;
    let card = words::card(&cx.me.name, &time, &figures);
    let mut lines = words::lines(&card);
    let mut choices: Vec<Choice> = moment(cx, &figures).into_iter().collect();
    let reply = if said.share {
        cx.tx.set_moment(SHARED.of(cx.me.id), cx.now)?;
        Reply::room(Text::Lines(lines))
    } else {
        let shareable =
            !cx.me.settings.get(&HIDDEN) && LEAST <= open.len() && waits_to_share(cx)?.is_none();
        lines.extend(notes(cx, &time, &shown, &figures));
        if shareable {
            lines.push(words::how_to_share(&time));
            choices.extend(stays_here(cx).then(|| words::share_button(&time)));
        }
        Reply::only(cx.me.id, Text::Lines(lines)).private(Privacy::Personal)
    };
    let sheet = Sheet::new(Chart::Results(card), "recap", &cx.me.settings.get(&THEME));
    cx.say(reply.choices(choices).sheet(sheet));
    Ok(())
}

/// Refuses to show a room what the asker hides, or has shown a room today, and where no room would see
/// it.
fn check_shared(cx: &RequestContext<'_>, time: &RecapTime) -> Result<(), RequestError> {
    if cx.me.settings.get(&HIDDEN) {
        return Err(words::hides_results(time).into());
    }
    if is_alone(cx) {
        return Err(words::nobody_here(time).into());
    }
    if authority::decide::is_outside(cx, &cx.room)? {
        return Err(words::not_in_this_room(time).into());
    }
    match waits_to_share(cx)? {
        Some(left) => Err(words::shared_already(time, left).into()),
        None => Ok(()),
    }
}

/// Returns in how many seconds the asker can share a recap again; none if they can now.
fn waits_to_share(cx: &RequestContext<'_>) -> Result<Option<i64>, RequestError> {
    let last = cx.tx.moment(SHARED.of(cx.me.id))?;
    Ok(last.map(|at| at + DAY - cx.now).filter(|left| 0 < *left))
}

/// Tells whether the asker is alone with the bot.
fn is_alone(cx: &RequestContext<'_>) -> bool {
    cx.request().is_none_or(|request| request.company == RoomPresence::Alone)
}

/// Tells whether buttons below a private answer are pressed in this room: Matrix has private answers
/// in another one.
fn stays_here(cx: &RequestContext<'_>) -> bool {
    !is_alone(cx) && cx.room.chat != Chat::Matrix
}

/// Offers the film of the best step.
fn moment(cx: &RequestContext<'_>, figures: &RecapFigures) -> Option<Choice> {
    let best = figures.best.as_ref()?;
    let step = best.rise.step;
    let film = cx.memory.features.past()?.film;
    Some(words::film_button(film(best.of, Some([step.saturating_sub(BEFORE), step]))))
}

/// Says what only the asker is told.
fn notes(
    cx: &RequestContext<'_>,
    time: &RecapTime,
    shown: &[&MatchRow],
    figures: &RecapFigures,
) -> Vec<Text> {
    let private = shown.iter().filter(|it| it.terms.private).count();
    let mut notes = Vec::new();
    if 0 < private {
        notes.push(words::private_too(private));
    }
    if cx.me.settings.get(&HIDDEN) {
        notes.push(words::only_you(time));
    }
    let last_won = shown.iter().rfind(|row| figures::is_won(cx, row));
    if let (None, Some(row)) = (&figures.best, last_won) {
        let back = cx.memory.features.offers(OfferPlace::LookBack(Some(row.id)));
        notes.extend(back.iter().map(words::nothing_known_yet));
    }
    notes
}
