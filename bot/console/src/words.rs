//! What only the local room says: about its lines, names and clock.
use model::time::DAY;

/// What the room is called within a sentence.
pub(super) const ROOM_NAME: &str = "the local room";

// Lines. `said` and `word` are quoted as they were typed.

pub(super) fn id_too_long(limit: usize) -> String {
    format!("A message id can have at most {limit} characters.")
}

pub(super) fn for_the_whole_room(word: &str, line: &str) -> String {
    format!("`{word}` is for the whole room. Say it without a name: `{line}`.")
}

pub(super) fn command_not_name(word: &str) -> String {
    format!("`{word}` is a command, not a name. Leave the colon out: `{word}`.")
}

pub(super) fn start_with_name() -> String {
    "Start with the speaker's name, such as `ann: help`.".to_owned()
}

/// Asks at a terminal who said a line.
pub(super) const YOUR_NAME: &str = "Your name (Enter to play as a guest)> ";

/// Refuses a choice that may be either player's.
pub(super) fn whose_choice() -> String {
    "Both players choose in secret now. Start with a name, such as `ann: moves`.".to_owned()
}

pub(super) fn move_not_name(word: &str, speaker: &str) -> String {
    format!(
        "`{word}` starts a move of {speaker}, so it can't be a new name now. For the move, leave \
         the colon out."
    )
}

pub(super) fn nothing_asked() -> String {
    "That asks for nothing, so nobody answers.".to_owned()
}

pub(super) fn used_before(id: &str) -> String {
    format!("The id `{id}` was used before, so this wasn't run. Use a new one.")
}

pub(super) fn failed() -> String {
    "The bot failed at it. What had happened before is kept; the log says more.".to_owned()
}

/// Why a file that isn't text can't be read.
pub(super) const NO_TEXT: &str = "it isn't text";

pub(super) fn file_unreadable(path: &str, why: &str) -> String {
    format!("The file {path} can't be read: {why}.")
}

/// Introduces the choices below a reply.
pub(super) fn you_can_say() -> &'static str {
    "You can say:"
}

/// Says how long the bot has been thinking; `bar` is drawn.
pub(super) fn is_thinking(bar: &str, seconds: u64) -> String {
    format!("The bot is thinking [{bar}] {seconds} s")
}

// Names.

/// Why a word can't be a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoName {
    TooLong(usize),
    Signs,
    /// It has characters that nobody sees.
    Unseen,
    NoLetter,
    /// It begins like a line.
    Command,
    OfTheBot,
}

pub(super) fn name_missing() -> String {
    "Put the speaker's name before the colon, such as `ann: help`.".to_owned()
}

/// Says why something can't be a name.
pub(super) fn why_no_name(said: &str, why: NoName) -> String {
    let why = match why {
        NoName::TooLong(limit) => format!("a name has at most {limit} characters"),
        NoName::Signs => "a name can't contain {}\"=#@<>[]|\\/: or backticks".to_owned(),
        NoName::Unseen => "it has a character in it that can't be seen".to_owned(),
        NoName::NoLetter => "a name needs a letter".to_owned(),
        NoName::Command => "a name can't begin with a command".to_owned(),
        NoName::OfTheBot => "it looks like the bot's own".to_owned(),
    };
    format!("`{said}` isn't a name: {why}.")
}

/// Refuses a new name that can be taken for another person's.
pub(super) fn looks_like(name: &str, other: &str) -> String {
    format!(
        "{name} looks like {other}, who plays here. Choose a name that nobody takes for theirs."
    )
}

/// Refuses a line that begins with something that can't be a name.
pub(super) fn not_a_name(why: &str) -> String {
    format!(
        "{why} Start with the speaker, such as `ann: spin`, or remove the space after the colon."
    )
}

// The clock.

pub(super) fn clock_is_ahead(by: &str) -> String {
    format!("The room's clock is {by} ahead until you quit.")
}

/// Refuses a wait beyond a limit in seconds.
pub(super) fn wait_too_long(said: &str, limit: i64) -> String {
    format!("`{said}` is too long. The limit is `wait {}d`.", limit / DAY)
}

pub(super) fn no_duration(said: &str) -> String {
    match said {
        "" => "Say how long, such as `wait 3d`, `wait 5h` or `wait 10min`.".to_owned(),
        _ => format!("`{said}` isn't a length of time. Say `wait 3d`, `wait 5h` or `wait 10min`."),
    }
}
