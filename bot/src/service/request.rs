//! What a chat asks of the service: who says what, the room, and what the chat knows about both.
use engine::chance::Ply;

use super::{Company, Power};
use crate::{command::Line, store::Chat};

/// One message from a chat.
#[derive(Clone, Debug)]
pub struct Request {
    pub chat: Chat,
    /// The chat's id of the message: the same message is carried out once.
    pub message: Option<String>,
    pub room: RoomName,
    pub from: PersonName,
    /// Who is mentioned in the line, by handle.
    pub mentioned: Vec<PersonName>,
    pub line: Line,
    /// The text of a file that came with the message.
    pub attachment: Option<String>,
    /// The position for which the pressed button was made.
    pub asked_at: Option<Ply>,
    /// The message whose button was pressed, by the chat's own id.
    pub pressed: Option<String>,
    /// Whether others could read the line: it was typed where more people are.
    pub overheard: bool,
    /// What the chat lets the asker manage.
    pub power: Power,
    /// Who else is in the room.
    pub company: Company,
    /// Unix seconds.
    pub now: i64,
}

/// A room as its chat names it.
#[derive(Clone, Debug)]
pub struct RoomName {
    pub handle: String,
    pub name: String,
    /// The chat's id of what the room is part of; empty for none.
    pub server: String,
}

/// A person as their chat names them.
#[derive(Clone, Debug)]
pub struct PersonName {
    pub handle: String,
    pub name: String,
    /// Whether it is a program: nobody plays against those.
    pub bot: bool,
}
