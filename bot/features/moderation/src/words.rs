//! Texts about moderators' decisions.
use command::{Command, say, verbs::Order};
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use service::{PastSteps, words::chat_name};
use store::{Person, Room};

// The words of `admin`.

pub(crate) const END: Order = Order::Of("end");
pub(crate) const ANNUL: Order = Order::Of("annul");
pub(crate) const BAN: Order = Order::Of("ban");
pub(crate) const UNBAN: Order = Order::Of("unban");
pub(crate) const PAIR: Order = Order::Of("pair");
pub(crate) const UNPAIR: Order = Order::Of("unpair");

// Pairs of rooms.

pub(crate) fn pair_code(code: &str) -> Text {
    span![
        "Within ten minutes, a moderator of a room in the other chat says ",
        Text::code(say!(Admin { what: PAIR, value: code })),
        " there. Then both rooms show each other's open challenges and boards."
    ]
}

pub(crate) fn pair_code_gone() -> Text {
    Text::sentence(format!(
        "I don't store codes, so I can't show that one any more. Say `{}` in that room for \
         another.",
        say!(Admin { what: PAIR })
    ))
}

pub(crate) fn now_paired(other: &Room) -> String {
    format!(
        "This room is now paired with {} on {}: each shows the other's open challenges and \
         boards. `{}` ends it.",
        other.name,
        chat_name(other.chat),
        say!(Admin { what: UNPAIR })
    )
}

pub(crate) fn now_unpaired(other: &Room) -> String {
    format!("This room is no longer paired with {} on {}.", other.name, chat_name(other.chat))
}

pub(crate) fn is_paired(other: &Room) -> Refusal {
    let says = format!("Already paired with {} on {}.", other.name, chat_name(other.chat));
    Refusal::new(Code::NotNow, says).instead([say!(Admin { what: UNPAIR })])
}

pub(crate) fn is_not_paired() -> Refusal {
    Refusal::new(Code::NotNow, "This room isn't paired with another.")
        .instead([say!(Admin { what: PAIR })])
}

pub(crate) fn no_room_with_code() -> Refusal {
    let says = format!(
        "No room has that code now. Ask for a new one with `{}` in the other room.",
        say!(Admin { what: PAIR })
    );
    Refusal::new(Code::Unknown, says).instead([say!(Admin { what: PAIR })])
}

/// Refuses to pair rooms of one chat. `shows` is what shows a match of another room here.
pub(crate) fn pair_in_other_chat(shows: Option<&Choice>) -> Refusal {
    let shows = shows
        .map(|shows| format!(" Here, `{}` shows a match of another room.", shows.says))
        .unwrap_or_default();
    Refusal::illegal(format!("That room is in the same chat.{shows}"))
}

// Decided matches.

/// Says what a moderator is about to decide; without a winner, it is a draw.
pub(crate) fn will_end(id: MatchId, winner: Option<&str>, rated: bool) -> String {
    match (winner, rated) {
        (Some(side), false) => format!("Match #{id} will end with a win for {side}."),
        (Some(side), true) => {
            format!("Match #{id} will end with a win for {side}, without changing ratings.")
        }
        (None, false) => format!("Match #{id} will end in a draw."),
        (None, true) => format!("Match #{id} will end in a draw, without changing ratings."),
    }
}

pub(crate) fn will_be_called_off(id: MatchId) -> String {
    format!("Match #{id} will be called off and won't count.")
}

pub(crate) fn will_be_annulled(id: MatchId) -> String {
    format!(
        "The result of match #{id} will be annulled for good, and ratings recalculated without it."
    )
}

/// Asks to confirm a decision, after the sentence that says what it does.
pub(crate) fn confirm(says: &str, line: &Command) -> Text {
    Text::sentence(format!("{says} To confirm, say `{line}`."))
}

/// Says who decided, with a note that others can read.
pub(crate) fn has_ended(by: &Person, id: MatchId, note: &str) -> Text {
    Text::Plain(match note.trim() {
        "" => format!("{}, a moderator, has ended match #{id}.", by.name),
        note => format!("{}, a moderator, has ended match #{id}: {note}", by.name),
    })
}

pub(crate) fn has_annulled(by: &Person, id: MatchId, note: &str) -> Text {
    Text::Plain(match note.trim() {
        "" => format!("{}, a moderator, has annulled match #{id}.", by.name),
        note => format!("{}, a moderator, has annulled match #{id}: {note}", by.name),
    })
}

pub(crate) fn no_longer_counts() -> Text {
    Text::plain("Its result no longer counts for ratings.")
}

pub(crate) fn who_wins(id: MatchId) -> Refusal {
    Refusal::unreadable(format!("Say who wins match #{id}, or that it's a draw."))
}

pub(crate) fn nothing_to_annul(id: MatchId, past: Option<&PastSteps>) -> Refusal {
    let says = format!("Match #{id} was called off, so it has no result to annul.");
    Refusal::new(Code::Over, says).instead(past.map(|past| (past.list)(Some(id))))
}

pub(crate) fn already_annulled(id: MatchId, past: Option<&PastSteps>) -> Refusal {
    let says = format!("The result of match #{id} is already annulled.");
    Refusal::new(Code::Over, says).instead(past.map(|past| (past.list)(Some(id))))
}

pub(crate) fn say_the_number() -> Refusal {
    Refusal::unreadable("Say the number of the match.")
}

// Bans.

pub(crate) fn banned(who: &Person, handle: &str) -> Text {
    Text::sentence(format!(
        "{} is banned from using me here. To undo this: `{}`.",
        who.name,
        say!(Admin { what: UNBAN, who: format!("@{handle}") })
    ))
}

pub(crate) fn challenges_closed(number: usize) -> Text {
    Text::plain(match number {
        1 => "I've closed their open challenge here.".to_owned(),
        _ => format!("I've closed their {number} open challenges here."),
    })
}

pub(crate) fn their_matches_run(of: &[MatchId], most: usize) -> Text {
    span![
        "Their matches here run until time is up. To call one off: ",
        Text::codes(of.iter().map(|id| say!(Admin { what: ANNUL, of: id })), most)
    ]
}

pub(crate) fn unbanned(who: &Person) -> String {
    format!("{} can use me here again.", who.name)
}

pub(crate) fn ban_yourself() -> Refusal {
    Refusal::illegal("You can't ban yourself.")
}

pub(crate) fn ban_an_opponent(who: &Person, of: MatchId) -> Refusal {
    let says = format!(
        "You're playing match #{of} against {}. Ask another moderator, or end that match first.",
        who.name
    );
    Refusal::new(Code::NotYours, says).instead([say!(Draw { of }), say!(Resign { of })])
}

pub(crate) fn is_not_banned(who: &Person) -> Refusal {
    Refusal::new(Code::NotNow, format!("{} isn't banned here.", who.name)).instead([say!(Admin)])
}

pub(crate) fn say_who(what: Order) -> Refusal {
    Refusal::unreadable("Say who.").instead([say!(Admin { what, who: "@bob" })])
}
