//! Boards for rooms that watch a match.
use engine::{game::Status, seat::Seat};
use model::{
    ids::RoomId,
    reply::{Audience, BoardReaders, BoardUpdate, Privacy, Reply},
    text::Text,
};
use store::Watch;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    telling::{
        self,
        turn::{board_in_words, named_shortly},
    },
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

/// Shows a room the board of a match that it begins to watch.
pub fn first_board(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Reply, RequestError> {
    let named = Text::small(named_shortly(loaded));
    let mut lines = vec![named.clone()];
    let picture = match loaded.table.status() {
        Status::Waiting(prompts) => {
            lines.extend(telling::turn::who_is_asked(cx, loaded, &prompts)?);
            let seat = prompts.first().map_or(Seat::First, |it| it.seat);
            telling::turn::picture(cx, loaded, None, loaded.people.get(seat), seat)
        }
        Status::Over(_) => telling::turn::picture(cx, loaded, None, &cx.me, Seat::First),
    };
    lines.extend(board_in_words(loaded, &picture));
    Ok(Reply {
        board: Some(BoardUpdate {
            readers: BoardReaders::Watching,
            left: Some(named),
            ..BoardUpdate::of(loaded.row.id)
        }),
        ..Reply::room(Text::Lines(lines)).private(Privacy::Personal).picture(picture)
    })
}
