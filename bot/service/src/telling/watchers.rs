//! Boards for rooms that watch a match.
use model::{
    ids::RoomId,
    reply::{Audience, BoardReaders, Privacy, Reply},
};
use store::Watch;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    telling,
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
        let watched =
            Reply { privacy: Privacy::Personal, menu: None, mentions: Vec::new(), ..told.clone() };
        if openly {
            rooms.push(room);
            let own = for_watchers(watched);
            let own = telling::rooms::with_onlookers_buttons(cx, loaded, room, own)?;
            cx.say_in(room, own)?;
        } else if !told.goes_on() {
            let text = watched.whole();
            let to = Audience::Only(person);
            cx.say_in(room, Reply { to, text, board: None, done: None, ..watched })?;
        }
    }
    let pair = cx.tx.paired_with(loaded.row.room)?.filter(|_| !loaded.row.terms.private);
    if let Some(pair) =
        pair.filter(|room| !rooms.contains(room) && away.iter().all(|at| at.1 != *room))
    {
        let shown =
            Reply { privacy: Privacy::Personal, menu: None, mentions: Vec::new(), ..told.clone() };
        rooms.push(pair);
        let own = telling::rooms::with_onlookers_buttons(cx, loaded, pair, for_watchers(shown))?;
        cx.say_in(pair, own)?;
    }
    if loaded.row.end.is_some() {
        cx.tx.end_watches(id)?;
    }
    Ok(rooms)
}

fn for_watchers(mut reply: Reply) -> Reply {
    if let Some(board) = &mut reply.board {
        board.readers = BoardReaders::Watching;
    }
    reply
}
