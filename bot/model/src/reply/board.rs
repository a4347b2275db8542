//! What becomes of the standing board of a match when a reply is sent.
use serde::{Deserialize, Serialize};

use crate::{ids::MatchId, text::Text};

/// The board of a match, which takes the place of the one that stands in the room.
///
/// Old rows of the outbox have its parts among the fields of the reply, and new ones do as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredBoard", into = "StoredBoard")]
pub struct BoardUpdate {
    pub of: MatchId,
    pub turn: BoardTurn,
    /// Whether the standing board is edited even if the turn passes, because nobody is pinged here.
    pub in_place: bool,
    pub readers: BoardReaders,
    /// What happened earlier in the same turn, for chats where this message replaces the earlier
    /// one.
    pub earlier: Option<Text>,
    /// What remains of this board, in one line: what it told.
    pub left: Option<Text>,
    /// Whether the match has ended with this board, which is then the card that remains.
    pub ends: bool,
}

/// Whether the turn passes with a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardTurn {
    #[default]
    Passes,
    /// The same player continues: the standing board is edited, and nobody is pinged.
    GoesOn,
    /// The same is asked, and only how far its answer has come has changed: the standing board is edited as well.
    SameQuestion,
}

/// Who reads a board, which decides about its controls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardReaders {
    #[default]
    Asked,
    /// Nobody who reads it is asked now: it has no controls.
    Unasked,
    /// The bot is asked, so that a chat can show it typing.
    BotThinks,
    /// The match is played in another room, which this room watches: the board has no controls and
    /// pings nobody, so it is edited as soon as the chat can.
    Watching,
}

impl BoardUpdate {
    /// Makes the board of a turn that passes to somebody who reads it.
    pub fn of(of: MatchId) -> BoardUpdate {
        let (turn, readers) = <(BoardTurn, BoardReaders)>::default();
        BoardUpdate { of, turn, in_place: false, readers, earlier: None, left: None, ends: false }
    }

    /// Tells whether the same side is still asked.
    pub fn goes_on(&self) -> bool {
        self.turn != BoardTurn::Passes
    }

    /// Tells whether its room only watches the match.
    pub fn is_watched(&self) -> bool {
        self.readers == BoardReaders::Watching
    }
}

/// A board as it stands in the outbox.
#[derive(Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "rows have been written like this from the first"
)]
struct StoredBoard {
    turn_of: MatchId,
    #[serde(default)]
    goes_on: bool,
    #[serde(default)]
    in_place: bool,
    #[serde(default)]
    unasked: bool,
    #[serde(default, rename = "votes_alone")]
    same_question: bool,
    #[serde(default)]
    watched: bool,
    #[serde(default)]
    thinks: bool,
    #[serde(default)]
    earlier: Option<Text>,
    #[serde(default)]
    left: Option<Text>,
    #[serde(default, skip_serializing_if = "crate::reply::is_false")]
    ends: bool,
}

impl From<StoredBoard> for BoardUpdate {
    fn from(stored: StoredBoard) -> BoardUpdate {
        let turn = match (stored.same_question, stored.goes_on) {
            (true, _) => BoardTurn::SameQuestion,
            (false, true) => BoardTurn::GoesOn,
            (false, false) => BoardTurn::Passes,
        };
        let readers = match (stored.watched, stored.thinks, stored.unasked) {
            (true, _, _) => BoardReaders::Watching,
            (false, true, _) => BoardReaders::BotThinks,
            (false, false, true) => BoardReaders::Unasked,
            (false, false, false) => BoardReaders::Asked,
        };
        let StoredBoard { turn_of, in_place, earlier, left, ends, .. } = stored;
        BoardUpdate { of: turn_of, turn, in_place, readers, earlier, left, ends }
    }
}

impl From<BoardUpdate> for StoredBoard {
    fn from(board: BoardUpdate) -> StoredBoard {
        let BoardUpdate { of, turn, in_place, readers, earlier, left, ends } = board;
        StoredBoard {
            turn_of: of,
            goes_on: turn != BoardTurn::Passes,
            in_place,
            unasked: matches!(readers, BoardReaders::Unasked | BoardReaders::BotThinks),
            same_question: turn == BoardTurn::SameQuestion,
            watched: readers == BoardReaders::Watching,
            thinks: readers == BoardReaders::BotThinks,
            earlier,
            left,
            ends,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Reply;

    #[test]
    fn a_board_is_stored_among_the_fields_of_its_reply() {
        let board = BoardUpdate {
            turn: BoardTurn::GoesOn,
            readers: BoardReaders::BotThinks,
            left: Some(Text::plain("White plays.")),
            ..BoardUpdate::of(MatchId(6))
        };
        let reply = Reply { board: Some(board), ..Reply::room("Your turn.") };
        let stored = serde_json::to_value(&reply).unwrap();
        assert_eq!((&stored["turn_of"], &stored["goes_on"]), (&6.into(), &true.into()));
        assert_eq!((&stored["thinks"], &stored["unasked"]), (&true.into(), &true.into()));
        assert_eq!(serde_json::from_value::<Reply>(stored).unwrap(), reply);
    }

    #[test]
    fn a_reply_without_a_board_is_read_whether_or_not_its_row_says_so() {
        let reply = Reply::room("Hello.");
        let mut stored = serde_json::to_value(&reply).unwrap();
        assert_eq!(serde_json::from_value::<Reply>(stored.clone()).unwrap(), reply);
        stored["turn_of"] = serde_json::Value::Null;
        stored["goes_on"] = false.into();
        assert_eq!(serde_json::from_value::<Reply>(stored).unwrap(), reply);
    }
}
