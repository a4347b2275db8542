//! A request from a chat: who says what, where, and what the chat knows about both.
use command::Line;
use engine::chance::StepKey;
use model::{ids::Chat, reply::RoleObstacle};

/// The longest file that is taken, in bytes.
pub const LONGEST_FILE: usize = 4_000_000;

/// A message from a chat.
#[derive(Clone, Debug)]
pub struct Request {
    pub chat: Chat,
    /// The chat's id of the message; a repeated one isn't handled again.
    pub message: Option<String>,
    pub room: RoomName,
    /// The channel that the room is a thread of, by the chat's id.
    pub thread_of: Option<String>,
    pub from: PersonName,
    /// The people mentioned in the line, by handle.
    pub mentioned: Vec<PersonName>,
    pub line: Line,
    /// The text of an attached file, of at most [`LONGEST_FILE`] bytes.
    pub attachment: Option<String>,
    /// The position the pressed button was made for.
    pub asked_at: Option<StepKey>,
    /// The message whose button was pressed, by the chat's id.
    pub pressed: Option<String>,
    /// Whether others could read the line.
    pub overheard: bool,
    /// What the chat lets the asker manage.
    pub power: Power,
    /// Who else is in the room.
    pub company: RoomPresence,
    /// Why matches can't have threads in the room, as far as the chat knows.
    pub no_threads: Option<NoThreads>,
    /// What was found out for the line before its turn.
    pub prepared: Preparation,
    /// Unix seconds.
    pub now: i64,
}

/// What a line needs besides the database, found out before the request has its turn.
#[derive(Clone, Debug, Default)]
pub struct Preparation {
    /// The role that the line names, by its id, and why the asker can't have it given.
    pub role: Option<(String, Option<RoleObstacle>)>,
    /// What chats have said about the rooms that it would use.
    pub rooms: Vec<(RoomQuestion, Option<RoomFound>)>,
    /// The time zone in the asker's profile in the chat, as written there.
    pub zone: Option<String>,
}

/// Asks a chat for one of its rooms, and what a person may do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomQuestion {
    pub chat: Chat,
    /// The chat's ids.
    pub room: String,
    pub person: String,
}

/// A room as its chat knows it, and what a person may do there.
#[derive(Clone, Debug)]
pub struct RoomFound {
    pub room: RoomName,
    pub may: RoomRight,
    /// Whether the bot can't write there, as far as is known.
    pub is_mute: bool,
    /// Whether it holds only posts, each of which is a room, as a forum does.
    pub is_forum: bool,
}

/// Why matches can't have threads in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoThreads {
    /// Rooms of its kind have none.
    Place,
    /// The bot lacks a permission.
    Permission,
}

/// What a person may do in a room. What a chat doesn't know counts as nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoomRight {
    /// For them it doesn't exist.
    #[default]
    Nothing,
    /// Read what is said there.
    Look,
    /// Read and write.
    Write,
}

impl Request {
    /// Makes a request from someone who types a line in a room with others, at time 0 and with
    /// nothing else known.
    pub fn typed(chat: Chat, room: &str, who: &str, line: Line) -> Request {
        Request {
            chat,
            message: None,
            room: RoomName {
                handle: room.to_owned(),
                name: room.to_owned(),
                server: String::new(),
                answers_only: false,
            },
            thread_of: None,
            from: PersonName::plain(who),
            mentioned: Vec::new(),
            line,
            attachment: None,
            asked_at: None,
            pressed: None,
            overheard: false,
            power: Power::Nothing,
            company: RoomPresence::Many,
            no_threads: None,
            prepared: Preparation::default(),
            now: 0,
        }
    }
}

impl PersonName {
    /// Makes a person whose name is their id.
    pub fn plain(name: &str) -> PersonName {
        PersonName { handle: name.to_owned(), name: name.to_owned(), bot: false }
    }
}

/// Why something is done.
#[derive(Clone, Copy)]
pub enum Trigger<'a> {
    /// Someone asked for it.
    Asked(&'a Request),
    /// Nobody did: its time has come, or the bot has decided.
    Due,
}

/// A room, as its chat names it.
#[derive(Clone, Debug)]
pub struct RoomName {
    pub handle: String,
    /// Empty if the chat doesn't know it now; the stored name stays then.
    pub name: String,
    /// The chat's id of the server the room belongs to; empty for none.
    pub server: String,
    /// Whether the bot can't post there, only answer presses and commands.
    pub answers_only: bool,
}

/// A person, as their chat names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName {
    pub handle: String,
    pub name: String,
    /// Whether it is a bot, which nobody can play against.
    pub bot: bool,
}

/// What a chat lets a person manage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Power {
    Nothing,
    /// The room they are in.
    Room,
    /// The room and all others on its server.
    Server,
}

/// Who else is in a person's room, besides the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoomPresence {
    /// Nobody else.
    Alone,
    /// One other person; anyone who manages such a room is no neutral moderator.
    Pair,
    Many,
}
