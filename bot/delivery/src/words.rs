//! What delivery itself says to people.
use command::say;
use engine::games::GameId;
use model::{
    ids::MatchId,
    reply::{Choice, RoleChange, RoleObstacle},
    span,
    text::Text,
};

// After a name.

pub(super) fn closed_to_me() -> &'static str {
    " has closed their direct messages to me."
}

pub(super) fn cannot_open_direct_room() -> &'static str {
    ", I have a private message for you but can't open a direct room. Open one with me, then ask \
     again there."
}

// Greetings.

/// Greets a server, above buttons that begin a match, with the commands for all else.
pub(super) fn short_greeting([_, help, admin]: [Text; 3]) -> Text {
    span![
        "Hello! I bring board games for two: play now, or see ",
        help,
        " for the rest, and ",
        admin,
        " for the settings of moderators."
    ]
}

/// Greets a room or server with the commands to begin with, as they are typed there. `alone` is for
/// a room with only one person.
pub(super) fn greeting([challenge, help, admin]: [Text; 3], alone: bool) -> Text {
    let who = if alone { "someone in a room we share" } else { "someone" };
    let begin = span![
        format!("Hello! I bring board games for two. To begin, challenge {who} with "),
        challenge,
        "; ",
        help,
        " shows what else I can do."
    ];
    if alone {
        span![begin, " You don't need a prefix such as `!` before commands here."]
    } else {
        span![begin, " Moderators can change my settings here with ", admin, "."]
    }
}

/// Begins a match against the bot at once.
pub(super) fn play_now(easy: Choice) -> Choice {
    Choice { label: "Play now".to_owned(), ..easy }.explained("against me, at the easiest level")
}

/// Asks everybody who is there for a match.
pub(super) fn who_is_here(game: GameId) -> Choice {
    Choice::new("Who is here?", say!(Challenge { game })).explained("anyone may accept")
}

/// The button of the greeting.
pub(super) fn challenge_button() -> Choice {
    Choice::new("Challenge someone", say!(Challenge))
}

// Roles.

/// Says why a role can't be given or taken, and what helps.
pub(super) fn role_stays(change: &RoleChange, why: RoleObstacle) -> Text {
    let RoleChange { role, order, .. } = change;
    let again = || Text::code(format!("admin {order} @role"));
    if why == RoleObstacle::Deleted {
        return span![
            format!("The role for the {order} was deleted. Choose another with "),
            again(),
            ", or say ",
            Text::code(format!("admin {order} off"))
        ];
    }
    let what = match why {
        RoleObstacle::Moderates(_) => "I don't give anybody ",
        _ => "I can't change who has ",
    };
    let (reason, remedy) = (why.reason(), why.remedy());
    let name = Text::Role(role.to_owned());
    span![what, name, format!(", because {reason}. {remedy}, then say "), again()]
}

// Pictures.

pub(super) fn in_words_instead() -> Text {
    Text::plain("I can't draw the picture for this. In words:")
}

// Lost rooms, threads and boards.

pub(super) fn board_deleted(of: MatchId) -> String {
    format!("The board of match #{of} was deleted.")
}

/// Says that a match goes on in its room again.
pub(super) fn room_is_back(of: MatchId) -> String {
    format!("I can write here again, so match #{of} goes on here.")
}

/// For the log: in a room that the bot lost.
pub(super) fn room_is_lost() -> String {
    "the bot lost the room".to_owned()
}

/// For the log: a person who takes no private messages.
pub(super) fn takes_no_messages() -> String {
    "the person takes no private messages".to_owned()
}

/// For the log: in a room where the bot can't post.
pub(super) fn nothing_to_answer() -> String {
    "the bot can only answer presses and commands there".to_owned()
}

/// For the log: a reply that waits.
pub(super) fn behind_another() -> String {
    "another process has an earlier message for the room".to_owned()
}
