//! A board that is posted again, because it was deleted or its place was closed.
use engine::game::Status;
use model::{
    ids::{Chat, MatchId, RoomId},
    text::Text,
};
use store::Tx;

use crate::{
    RequestError, Service,
    context::RequestContext,
    matches,
    telling::{self, news::TurnNews},
    words::about_match,
};

impl Service {
    /// Posts the board of a running match again in one of its rooms, with a ping for the player
    /// who is asked there. `why` is said first.
    pub fn post_board_again(&mut self, chat: Chat, room: &str, of: MatchId, why: &str, now: i64) {
        let whence = |tx: &Tx<'_>| match (tx.match_row(of)?, tx.room_by_handle(chat, room)?) {
            (Some(row), Some(room)) if row.end.is_none() => {
                Ok(Some((room, tx.person(row.seats.first)?)))
            }
            _ => Ok(None),
        };
        self.of_its_own(now, whence, |context| {
            let here = context.room.id;
            board_again(context, of, here, why)
        });
    }
}

/// Posts the board of a match again in one of its rooms.
pub(crate) fn board_again(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    here: RoomId,
    why: &str,
) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let loaded = matches::find::load(cx, row)?;
    let Status::Waiting(prompts) = loaded.table.status() else { return Ok(()) };
    if loaded.row.room != here && !cx.tx.is_away_room(of, here)? {
        let mut board = telling::watchers::first_board(cx, &loaded)?;
        board.text = Text::Lines(vec![board.text, Text::plain(why)]);
        let board = telling::rooms::with_onlookers_buttons(cx, &loaded, here, board)?;
        return Ok(cx.say_in(here, board)?);
    }
    let news = TurnNews::of(None, vec![Text::plain(why)]);
    let mut board = telling::turn::turn(cx, &loaded, news, &prompts)?;
    board.about = Some(about_match(of, loaded.game()));
    let asked: Vec<_> = prompts.iter().map(|it| it.seat).collect();
    let of_room = |it: &(RoomId, _)| it.0 == here;
    let parts = telling::rooms::parts(cx, &loaded.row, Some(&asked), &board)?;
    for (room, own) in parts.into_iter().filter(of_room) {
        let own = telling::rooms::with_onlookers_buttons(cx, &loaded, room, own)?;
        cx.say_in(room, own)?;
    }
    Ok(())
}
