//! Texts that only Matrix needs: about rooms, encryption, reactions and files.
use command::{Arg, say};
use engine::refusal::{Code, Refusal};
use model::{
    ids::MatchId,
    reply::Choice,
    span,
    text::{Text, shortened},
};

/// What the bot's account is called.
pub(super) const NAME: &str = "Draughtsman";

// Rooms. `room` is a room's name.

pub(super) fn not_in_room(room: &str) -> String {
    format!("You aren't in {room}, so here is my message from there:")
}

pub(super) fn cannot_write_in(room: &str) -> String {
    format!(
        "I can't write in {room}. Its moderators must invite me or raise my power level. This was \
         my message there:"
    )
}

/// Says above a board why it stands in a new room.
pub(super) const MOVED: &str = "This match continues here.";

/// Says in a new room that the bot has left the old one, and which matches continue besides those
/// whose boards follow.
pub(super) fn moved_here(others: &[MatchId]) -> Text {
    let mut lines = vec![Text::plain("I've moved here with all matches from the old room.")];
    if !others.is_empty() {
        let boards = Text::codes(others.iter().map(|id| say!(Board { of: id })), others.len());
        lines.push(span!["These continue here too: ", boards, "."]);
    }
    Text::Lines(lines)
}

/// For the log: a board isn't edited that others have talked below.
pub(super) const FAR_UP: &str = "others have talked below it";

/// For the log: a board of an earlier version isn't edited.
pub(super) const HAS_CAPTION: &str = "its words are the picture's caption";

/// The label of the words of a chart or an example.
pub(super) const IN_WORDS: &str = "The picture in words";

/// Is left of a picture that a newer one has replaced; the number leads there.
pub(super) fn earlier_picture(of: MatchId) -> Text {
    Text::small(format!("#{of} · earlier picture"))
}

/// The most characters of what is left of a board.
const LONGEST: usize = 60;

/// Writes what is left of a board for its match's own thread: `left` names the match at length, and then tells what happened.
pub(super) fn in_short(of: MatchId, left: &Text) -> Text {
    let left = left.bare();
    let told = left.split_once(": ").map_or("", |it| it.1);
    let line = if told.is_empty() { format!("#{of}") } else { format!("#{of} · {told}") };
    // An ellipsis is one more.
    Text::small(shortened(&line, LONGEST - 1))
}

/// Says below the first board of a match how it is read without its picture, and what can be typed.
pub(super) fn how_to_play() -> Text {
    let board = say!(Board { text: true });
    span![
        "Type a move or a number here, or press a number. ",
        Text::code(board),
        " shows the board in words."
    ]
}

/// Lists what tells the choices of a menu apart, such as squares, without their numbers.
pub(super) fn say_one(endings: &[&str]) -> Text {
    let first = endings.first().copied().unwrap_or_default();
    span!["Say one, such as ", Text::code(first), ": ", endings.join(" "), "."]
}

/// For `draughtsman check`: the server limits the bot, and how its admin ends that.
pub(super) fn limited(homeserver: &str, user: &str) -> String {
    format!(
        "the server has limited how much the bot sends within the last week, so words come first, pictures later and buttons not at \
         all. The admin of a Synapse server exempts it with: curl -X POST -H 'Authorization: Bearer ADMIN_TOKEN' -d \
         '{{\"messages_per_second\": 0, \"burst_count\": 0}}' '{homeserver}/_synapse/admin/v1/users/{user}/override_ratelimit'"
    )
}

// Encryption.

pub(super) fn not_encrypted() -> Text {
    Text::plain(
        "This room isn't encrypted, so the server's operators can read everything here, including \
         your secrets in a game. If that matters, open an encrypted chat with me and leave this \
         one.",
    )
}

pub(super) fn cannot_decrypt() -> Text {
    Text::plain(
        "I can't read a message here, because its key hasn't reached me. If it was for me, please \
         send it again. If that doesn't help, ask my host how to verify me: your client may send \
         keys only to verified devices.",
    )
}

pub(super) fn cannot_read_board() -> Text {
    span!["I can't read that message any more. ", Text::code(say!(Board)), " shows the match."]
}

/// Refuses a reaction with a number to a menu of secret choices.
pub(super) fn no_secret_reactions(number: usize) -> Text {
    span![
        "Nothing was chosen: reactions aren't encrypted, so they can't make secret choices. Type \
         the number here instead, such as ",
        Text::code(number.to_string()),
        "."
    ]
}

/// Describes what else can be typed behind a command, by its examples.
pub(super) fn what_else(examples: &[&str]) -> String {
    match examples.iter().rfind(|it| it.contains(' ')) {
        Some(example) => format!("What else you say, as in `{example}`"),
        None => "What else you say".to_owned(),
    }
}

/// Says that the change of a message changes nothing else.
pub(super) fn as_first_said() -> Text {
    Text::plain(
        "I took your message as you first wrote it, and changing it changes nothing. To say \
         something else, write it anew.",
    )
}

/// Refuses a number that a board has, and a question that came after it.
pub(super) fn number_of_two(number: usize) -> Refusal {
    let says =
        format!("`{number}` could be for your board, or for what was asked since. Say which.");
    Refusal::new(Code::Ambiguous, says)
}

/// Refuses a choice in an answer to somebody else.
pub(super) fn asks_another(name: &str) -> Text {
    Text::plain(format!("That question is for {name}. Say it yourself to be asked."))
}

/// Names what can be said next.
pub(super) fn you_can_say(choices: &[Choice]) -> Text {
    let said = |choice: &Choice| match choice.typed.as_str() {
        "" => choice.says.to_string(),
        typed => typed.to_owned(),
    };
    span!["You can say: ", Text::codes(choices.iter().map(said), choices.len()), "."]
}

// Files.

pub(super) fn cannot_read_replied() -> String {
    "I can't read the message you replied to. Please send the file again.".to_owned()
}

pub(super) fn no_file_there() -> String {
    "That message has no file I can download.".to_owned()
}

pub(super) fn cannot_get_file() -> String {
    "I can't get that file from the server, or it's damaged. Please send it again.".to_owned()
}

pub(super) fn not_text(wanted: &Arg) -> String {
    format!("That file isn't text. Send {}.", wanted.in_sentence())
}

pub(super) fn file_too_large(size: u64, limit: usize) -> String {
    format!("That file has {size} bytes; the limit is {limit}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_board_fits_a_line() {
        let left = |text: &str| in_short(MatchId(12), &Text::small(text)).bare();
        assert_eq!(left("#12 · Draughts · Ann – Bob: Ann moves b6-a5."), "#12 · Ann moves b6-a5.");
        assert_eq!(left("#12 · Draughts · Ann – Bob"), "#12");
        let long = left(&format!("#12 · Draughts · Ann – Bob: {}", "Ann moves b6-a5. ".repeat(9)));
        assert!(long.chars().count() <= LONGEST, "{long}");
    }
}
