//! The messages of the bot about a match in a room: they fold into one card once the match is over.
use model::ids::{Chat, MatchId};

use super::{StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{rows::Folding, sql::params, tables::TableSpec};

pub(super) const TOLD: TableSpec = TableSpec::new("told", "chat, message")
    .unexported(&[("*", "a message of the bot in a room, that everybody there can read")]);

/// How long the last card of a match stands where nothing remains, in seconds.
const CARD_STANDS: i64 = 24 * 3600;

/// A message about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldMessage {
    pub of: MatchId,
    /// The chat's ids: of the room, of the place of the message there (such as a thread), and of the
    /// message.
    pub room: String,
    pub place: String,
    pub message: String,
}

impl Tx<'_> {
    /// Stores that a message tells of a match, unless that is unknown.
    pub fn keep_told(&self, chat: Chat, told: &ToldMessage) -> Result<(), StoreError> {
        let ToldMessage { of, room, place, message } = told;
        let sql = "INSERT INTO told (chat, message, match_id, room, place)
                   SELECT ?, ?, id, ?, ? FROM matches WHERE id = ? ON CONFLICT DO NOTHING";
        self.change(sql, params![Word(chat), message, room, place, of])?;
        Ok(())
    }

    /// Returns the messages that tell a room of a match outside its thread.
    pub fn told_at(
        &self,
        chat: Chat,
        of: MatchId,
        room: &str,
    ) -> Result<Vec<ToldMessage>, StoreError> {
        let sql = "SELECT * FROM told WHERE chat = ? AND match_id = ? AND room = ? AND place = room
                   ORDER BY message";
        self.all(sql, params![Word(chat), of, room], told)
    }

    /// Forgets a message that is gone, or that stays.
    pub fn forget_told(&self, chat: Chat, message: &str) -> Result<(), StoreError> {
        self.change(
            "DELETE FROM told WHERE chat = ? AND message = ?",
            params![Word(chat), message],
        )?;
        Ok(())
    }

    /// Takes a message for the card that remains of a match in a room. Returns the messages that fold into it, and those in other rooms
    /// that get no card: there somebody has looked at the match.
    pub fn fold(
        &self,
        chat: Chat,
        card: &ToldMessage,
        now: i64,
    ) -> Result<Vec<ToldMessage>, StoreError> {
        let ToldMessage { of, room, message, .. } = card;
        let mut gone = self.fold_elsewhere(chat, card, now)?;
        let folding = self.folding_in(chat, room)?;
        if folding == Folding::Keep {
            let sql = "DELETE FROM told WHERE chat = ? AND match_id = ? AND room = ?";
            self.change(sql, params![Word(chat), of, room])?;
            return Ok(gone);
        }
        let sql = "UPDATE told SET gone_at = ? WHERE chat = ? AND match_id = ? AND room = ?";
        self.change(sql, params![now, Word(chat), of, room])?;
        self.forget_told(chat, message)?;
        if folding == Folding::Remove {
            self.keep_told(chat, card)?;
            let sql = "UPDATE told SET gone_at = ? WHERE chat = ? AND message = ?";
            self.change(sql, params![now + CARD_STANDS, Word(chat), message])?;
        }
        let sql = "SELECT * FROM told WHERE chat = ? AND match_id = ? AND room = ? AND gone_at <= ?
                   ORDER BY message";
        gone.extend(self.all(sql, params![Word(chat), of, room, now], told)?);
        Ok(gone)
    }

    /// Folds what tells of a match in rooms without a board of that match, so that its end isn't told there.
    fn fold_elsewhere(
        &self,
        chat: Chat,
        ToldMessage { of, room, .. }: &ToldMessage,
        now: i64,
    ) -> Result<Vec<ToldMessage>, StoreError> {
        let sql = "SELECT * FROM told WHERE chat = ? AND match_id = ? AND room <> ? AND gone_at IS NULL
                     AND NOT EXISTS (SELECT 1 FROM boards WHERE boards.chat = told.chat
                                       AND boards.match_id = told.match_id AND boards.room = told.room)
                   ORDER BY message";
        let mut gone = Vec::new();
        for told in self.all(sql, params![Word(chat), of, room], told)? {
            if self.folding_in(chat, &told.room)? != Folding::Keep {
                let sql = "UPDATE told SET gone_at = ? WHERE chat = ? AND message = ?";
                self.change(sql, params![now, Word(chat), &told.message])?;
                gone.push(told);
            }
        }
        Ok(gone)
    }

    /// Returns what becomes of finished matches in a room.
    fn folding_in(&self, chat: Chat, room: &str) -> Result<Folding, StoreError> {
        Ok(self.room_by_handle(chat, room)?.map_or(Folding::Keep, |it| it.settings.fold))
    }

    /// Returns the messages that should be gone by now.
    pub fn folded(&self, chat: Chat, now: i64) -> Result<Vec<ToldMessage>, StoreError> {
        let sql = "SELECT * FROM told WHERE chat = ? AND gone_at <= ? ORDER BY match_id, message";
        self.all(sql, params![Word(chat), now], told)
    }
}

fn told(row: &SqlRow<'_>) -> rusqlite::Result<ToldMessage> {
    Ok(ToldMessage {
        of: row.get("match_id")?,
        room: row.get("room")?,
        place: row.get("place")?,
        message: row.get("message")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        RoomSettings,
        tests::example::{fresh, new_match, world},
    };

    #[test]
    fn what_was_told_folds_into_the_card_as_the_room_chose() {
        for (fold, at_once, later) in
            [(Folding::Keep, 1, 1), (Folding::Fold, 3, 3), (Folding::Remove, 3, 4)]
        {
            fresh(|tx| {
                let world = world(tx);
                let room = tx.room(world.room).unwrap();
                let settings = RoomSettings { fold, ..RoomSettings::default() };
                tx.set_room_settings(room.id, &settings).unwrap();
                let of = tx.add_match(&new_match(&world)).unwrap();
                let said = |message: &str| ToldMessage {
                    of,
                    room: room.handle.clone(),
                    place: room.handle.clone(),
                    message: message.to_owned(),
                };
                for message in ["1", "2", "3", "3"] {
                    tx.keep_told(room.chat, &said(message)).unwrap();
                }
                // Somebody has looked at the match in another room, where nothing remains.
                let other = tx.meet_room(room.chat, "other", "other", "").unwrap();
                let folds = RoomSettings { fold: Folding::Fold, ..RoomSettings::default() };
                tx.set_room_settings(other.id, &folds).unwrap();
                let other = ToldMessage { room: "other".to_owned(), ..said("7") };
                tx.keep_told(room.chat, &other).unwrap();
                tx.keep_told(room.chat, &ToldMessage { of: MatchId(99), ..said("9") }).unwrap();
                assert_eq!(tx.folded(room.chat, i64::MAX).unwrap(), [], "the match runs");
                assert_eq!(tx.fold(room.chat, &said("3"), 1000).unwrap().len(), at_once);
                assert_eq!(tx.folded(room.chat, 1000).unwrap().len(), at_once);
                assert_eq!(tx.folded(room.chat, 1000 + CARD_STANDS).unwrap().len(), later);
                tx.forget_told(room.chat, "7").unwrap();
                assert_eq!(tx.folded(room.chat, 1000).unwrap().len(), at_once.saturating_sub(1));
            });
        }
    }
}
