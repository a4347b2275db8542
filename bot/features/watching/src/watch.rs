//! Watching: rooms and people who watch a match get what its room gets, without pings.
use engine::seat::Seat;
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
};
use service::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, loaded::LoadedMatch, seam},
    matches::{self, seat::heading},
    seats, telling,
};
use store::Watch;

use crate::{
    commands::{self, Where},
    words,
};

/// How many matches a person may watch.
const MOST: usize = 20;
/// How many people may watch one match.
const MOST_TOLD: usize = 50;

pub(crate) fn watch(
    cx: &mut RequestContext<'_>,
    said: &commands::Watch,
) -> Result<(), RequestError> {
    if said.of.is_none() && said.how != Some(Where::Here) {
        // The asker's own list.
        authority::decide::clear_verb(cx, ActionTarget::Oneself)?;
    }
    match (said.of, said.how) {
        (None, Some(Where::Off)) => {
            let own = cx.tx.watches_of(cx.me.id)?;
            let before = own.iter().map(|watch| cx.tx.watches(watch.of));
            let before = before.collect::<Result<Vec<_>, _>>()?;
            let ended = cx.tx.end_watches_of(cx.me.id, None)?;
            for (watch, before) in own.iter().zip(before) {
                shrink_unwatched(cx, watch.of, before)?;
            }
            let text = words::stopped_watching(u32::try_from(ended).unwrap_or(u32::MAX));
            cx.say(cx.answer(text).private(Privacy::Personal));
            Ok(())
        }
        (None, None) => list_watched(cx),
        (_, how) => {
            let loaded = matches::find::any_match(cx, said.of)?;
            if how == Some(Where::Off) {
                watch_no_more(cx, &loaded)
            } else {
                begin_watching(cx, &loaded, how == Some(Where::Here))
            }
        }
    }
}

fn begin_watching(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    openly: bool,
) -> Result<(), RequestError> {
    let id = loaded.row.id;
    if loaded.row.end.is_some() {
        return Err(words::nothing_to_watch(id).into());
    }
    if seats::is_played_here(cx, &loaded.row)? {
        return Err(words::in_this_room(id).into());
    }
    if openly && cx.room.answers_only {
        return Err(words::cannot_watch_here(id).into());
    }
    if openly {
        authority::decide::clear(cx, GuardedAction::Broadcast, ActionTarget::Room(&cx.room))?;
    }
    if !openly && loaded.seat_of(cx.me.id).is_some() {
        return Err(words::you_play_it(id).into());
    }
    let own = cx.tx.watches_of(cx.me.id)?;
    if own.iter().all(|it| it.of != id) {
        if MOST <= own.len() {
            return Err(words::watching_enough(MOST).into());
        }
        if MOST_TOLD <= cx.tx.watches(id)?.len() {
            return Err(words::watched_enough(id, MOST_TOLD).into());
        }
    }
    cx.tx.add_watch(&Watch { of: id, person: cx.me.id, room: cx.room.id, openly })?;
    if openly {
        cx.say(Reply::room(words::room_watches(id)));
        let board = telling::watchers::first_board(cx, loaded)?;
        let board = telling::rooms::with_onlookers_buttons(cx, loaded, cx.room.id, board)?;
        cx.say(board);
    } else {
        let says = words::you_watch(&heading(loaded), id);
        let picture = telling::turn::picture(cx, loaded, None, &cx.me, Seat::First);
        let choices = seam::for_onlookers(cx, loaded, loaded.row.room)?;
        cx.say(cx.answer(says).picture(picture).choices(choices));
    }
    Ok(())
}

fn watch_no_more(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), RequestError> {
    let id = loaded.row.id;
    let before = cx.tx.watches(id)?;
    if cx.tx.end_watches_of(cx.me.id, Some(id))? == 0 {
        return Err(words::not_watching(id).into());
    }
    shrink_unwatched(cx, id, before)?;
    cx.say(cx.answer(words::stopped_watching_one(id)));
    Ok(())
}

fn list_watched(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let mut lines = Vec::new();
    for Watch { of, room, openly, .. } in cx.tx.watches_of(cx.me.id)? {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        let room = if openly { Some(cx.tx.room(room)?.name) } else { None };
        lines.push(words::watched(&heading(&matches::find::load(cx, row)?), room.as_deref()));
    }
    let text = words::watching(lines);
    cx.say(cx.answer(text).private(Privacy::Personal));
    Ok(())
}

/// Hands over the boards of a match in rooms that no longer watch it, so that they shrink.
fn shrink_unwatched(
    cx: &RequestContext<'_>,
    id: MatchId,
    before: Vec<Watch>,
) -> Result<(), RequestError> {
    let watched = cx.tx.watches(id)?;
    for watch in before.iter().filter(|it| it.openly) {
        if watched.iter().all(|other| !other.openly || other.room != watch.room) {
            let room = cx.tx.room(watch.room)?;
            cx.tx.pass_boards(room.chat, id, &room.handle)?;
        }
    }
    Ok(())
}
