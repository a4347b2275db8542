//! A board that is posted again, because it was deleted or its place was closed.
use engine::game::Status;

use crate::{Fault, RequestContext, Service, play::news::TurnNews, words::about_match};
use model::{
    ids::{Chat, MatchId, RoomId},
    text::Text,
};
use store::Tx;

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
        self.of_its_own(now, whence, |context| context.board_again(of, why));
    }
}

impl RequestContext<'_> {
    fn board_again(&mut self, of: MatchId, why: &str) -> Result<(), Fault> {
        let Some(row) = self.tx.match_row(of)? else { return Ok(()) };
        let loaded = self.sit_down(row)?;
        let Status::Waiting(prompts) = loaded.table.status() else { return Ok(()) };
        let here = self.room.id;
        if !self.is_played_here(&loaded.row)? {
            let mut board = self.first_board(&loaded)?;
            board.text = Text::Lines(vec![board.text, Text::plain(why)]);
            return Ok(self.say_in(here, board)?);
        }
        let news = TurnNews::of(None, vec![Text::plain(why)]);
        let mut board = self.turn(&loaded, news, &prompts)?;
        board.about = Some(about_match(of, loaded.game()));
        let asked: Vec<_> = prompts.iter().map(|it| it.seat).collect();
        let of_room = |it: &(RoomId, _)| it.0 == here;
        let parts = self.parts(&loaded.row, Some(&asked), &board)?;
        for (room, own) in parts.into_iter().filter(of_room) {
            self.say_in(room, own)?;
        }
        Ok(())
    }
}
