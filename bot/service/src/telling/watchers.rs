//! Boards for rooms that watch a match.
use model::{
    ids::RoomId,
    reply::{Audience, Privacy, Reply},
};
use store::Watch;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
};

/// Sends watchers what a match's room gets, without buttons and pings: a room gets its own
/// board, a person a message when a turn ends. Watching ends with the match. Returns the rooms.
pub(crate) fn tell_watchers(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    told: &Reply,
) -> Result<Vec<RoomId>, RequestError> {
    let id = loaded.row.id;
    let mut rooms = Vec::new();
    let away = cx.tx.away_rooms(id)?;
    for Watch { of: _, person, room, openly } in cx.tx.watches(id)? {
        let plays = room == loaded.row.room || away.iter().any(|it| it.1 == room);
        if plays || openly && rooms.contains(&room) {
            continue;
        }
        let watched = Reply {
            privacy: Privacy::Personal,
            menu: None,
            mentions: Vec::new(),
            thinks: false,
            ..told.clone()
        };
        if openly {
            rooms.push(room);
            cx.say_in(room, Reply { watched: true, ..watched })?;
        } else if !told.goes_on {
            let text = watched.whole();
            let reply = Reply {
                to: Audience::Only(person),
                text,
                turn_of: None,
                earlier: None,
                left: None,
                done: None,
                ..watched
            };
            cx.say_in(room, reply)?;
        }
    }
    let pair = cx.tx.paired_with(loaded.row.room)?.filter(|_| !loaded.row.terms.private);
    if let Some(pair) = pair.filter(|it| !rooms.contains(it) && away.iter().all(|at| at.1 != *it)) {
        let shown = Reply {
            privacy: Privacy::Personal,
            menu: None,
            mentions: Vec::new(),
            thinks: false,
            watched: true,
            ..told.clone()
        };
        rooms.push(pair);
        cx.say_in(pair, shown)?;
    }
    if loaded.row.end.is_some() {
        cx.tx.end_watches(id)?;
    }
    Ok(rooms)
}
