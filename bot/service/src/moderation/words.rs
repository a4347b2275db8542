//! Texts about moderators' decisions and limits on pings.
use command::{
    Command, say, verbs,
    verbs::{Order, Watching},
};
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, span, text::Text};
use store::{Person, Room, RoomSettings, ServerSettings};

use crate::words::chat_name;

// Settings.

/// Lists the settings of a room: the names of the allowed channels, and of the banned people if the
/// asker may see them.
pub(super) fn room_settings(
    room: &RoomSettings,
    of_features: &[(&str, String)],
    server: &ServerSettings,
    channels: &[String],
    banned: Option<&[String]>,
    page: Option<&str>,
) -> Text {
    let on_off = |on: bool| Text::code(if on { "on" } else { "off" });
    let channels = if channels.is_empty() { "all".to_owned() } else { channels.join(", ") };
    let limit = |most: Option<u32>| most.map_or("none".to_owned(), |it| it.to_string());
    let mut list = vec![
        span!["threads: ", on_off(room.threads)],
        span!["prefix: ", Text::code(&room.prefix)],
        span!["channels: ", Text::code(channels)],
        span!["practice: ", on_off(room.practice)],
    ];
    list.extend(
        of_features.iter().map(|(name, value)| span![format!("{name}: "), Text::code(value)]),
    );
    list.extend([
        span!["limit per person: ", Text::code(limit(server.per_person))],
        span!["limit per channel: ", Text::code(limit(server.per_room))],
        span!["limit by trust: ", on_off(server.trust)],
    ]);
    if let Some(page) = page {
        list.push(span!["leaderboards on the web: ", Text::address(page)]);
    }
    if let Some(banned) = banned {
        let banned = if banned.is_empty() { "nobody".to_owned() } else { banned.join(", ") };
        list.push(span!["banned: ", Text::code(banned)]);
    }
    let how = Text::sentence(format!(
        "Moderators can change this: `{}`.",
        say!(Help { command: verbs::Admin::VERB.name() })
    ));
    Text::Lines(vec![Text::strong("This room"), Text::List(list), how])
}

pub(super) fn no_admin_command(said: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("`{}` has no `{}`.", say!(Admin), short(said)))
        .instead([say!(Help { command: verbs::Admin::VERB.name() })])
}

// Pairs of rooms.

pub(super) fn pair_code(code: &str) -> Text {
    span![
        "Within ten minutes, a moderator of a room in the other chat says ",
        Text::code(say!(Admin { what: Order::Pair, value: code })),
        " there. Then both rooms show each other's open challenges and boards."
    ]
}

pub(super) fn pair_code_gone() -> Text {
    Text::sentence(format!(
        "I don't store codes, so I can't show that one any more. Say `{}` in that room for \
         another.",
        say!(Admin { what: Order::Pair })
    ))
}

pub(super) fn now_paired(other: &Room) -> String {
    format!(
        "This room is now paired with {} on {}: each shows the other's open challenges and \
         boards. `{}` ends it.",
        other.name,
        chat_name(other.chat),
        say!(Admin { what: Order::Unpair })
    )
}

pub(super) fn now_unpaired(other: &Room) -> String {
    format!("This room is no longer paired with {} on {}.", other.name, chat_name(other.chat))
}

pub(super) fn is_paired(other: &Room) -> Refusal {
    let says = format!("Already paired with {} on {}.", other.name, chat_name(other.chat));
    Refusal::new(Code::NotNow, says).instead([say!(Admin { what: Order::Unpair })])
}

pub(super) fn is_not_paired() -> Refusal {
    Refusal::new(Code::NotNow, "This room isn't paired with another.")
        .instead([say!(Admin { what: Order::Pair })])
}

pub(super) fn no_room_with_code() -> Refusal {
    let says = format!(
        "No room has that code now. Ask for a new one with `{}` in the other room.",
        say!(Admin { what: Order::Pair })
    );
    Refusal::new(Code::Unknown, says).instead([say!(Admin { what: Order::Pair })])
}

pub(super) fn pair_in_other_chat() -> Refusal {
    let says = format!(
        "That room is in the same chat. Here, `{}` shows a match of another room.",
        say!(Watch { of: MatchId(12), how: Watching::Here })
    );
    Refusal::illegal(says)
}

pub(super) fn cannot_pair_here() -> Refusal {
    let says =
        "I can only answer presses and commands here, so I can't show what happens elsewhere.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn no_threads_here() -> Refusal {
    let says = "I can only answer presses and commands here, so I can't open threads. Add me to the \
                server first.";
    Refusal::new(Code::NotNow, says)
}

pub fn on_or_off(what: Order) -> Refusal {
    let forms = ["on", "off"].map(|value| say!(Admin { what, value }));
    Refusal::unreadable(format!("`{}` is `on` or `off`.", what.word())).instead(forms)
}

pub(super) fn all_channels_allowed() -> Refusal {
    let says = format!(
        "All channels are allowed. To allow only some, say `{}` in each of them.",
        say!(Admin { what: Order::Channels, value: "add" })
    );
    Refusal::new(Code::NotNow, says)
}

pub(super) fn last_channel() -> Refusal {
    let says = "This is the last allowed channel. Add another first, or allow all.";
    Refusal::new(Code::NotNow, says).instead([say!(Admin { what: Order::Channels, value: "all" })])
}

pub(super) fn no_channels_command(said: &str) -> Refusal {
    let says = format!(
        "`channels` has no `{}`. Say `add` or `remove` in the channel itself.",
        short(said)
    );
    let forms = ["add", "remove", "all"].map(|value| say!(Admin { what: Order::Channels, value }));
    Refusal::unreadable(says).instead(forms)
}

pub(super) fn limit_form(highest: u32) -> Refusal {
    let says = format!(
        "A limit is per `person` or `channel`: 1 to {highest} matches, or `off`; `trust` is on or \
         off."
    );
    let forms = ["person 3", "channel 20", "person off", "trust"];
    let forms = forms.map(|value| say!(Admin { what: Order::Limit, value }));
    Refusal::unreadable(says).instead(forms)
}

pub(super) fn unfit_prefix(longest: usize) -> Refusal {
    let says = format!(
        "A prefix has up to {longest} characters and no spaces. It can't start with `/` or be \
         only letters."
    );
    let forms = ["!", "?"].map(|value| say!(Admin { what: Order::Prefix, value }));
    Refusal::unreadable(says).instead(forms)
}

// Decided matches.

/// Says what a moderator is about to decide; without a winner, it is a draw.
pub(super) fn will_end(id: MatchId, winner: Option<&str>, rated: bool) -> String {
    match (winner, rated) {
        (Some(side), false) => format!("Match #{id} will end with a win for {side}."),
        (Some(side), true) => {
            format!("Match #{id} will end with a win for {side}, without changing ratings.")
        }
        (None, false) => format!("Match #{id} will end in a draw."),
        (None, true) => format!("Match #{id} will end in a draw, without changing ratings."),
    }
}

pub(super) fn will_be_called_off(id: MatchId) -> String {
    format!("Match #{id} will be called off and won't count.")
}

pub(super) fn will_be_annulled(id: MatchId) -> String {
    format!(
        "The result of match #{id} will be annulled for good, and ratings recalculated without it."
    )
}

/// Asks to confirm a decision, after the sentence that says what it does.
pub(super) fn confirm(says: &str, line: &Command) -> Text {
    Text::sentence(format!("{says} To confirm, say `{line}`."))
}

/// Says who decided, with a note that others can read.
pub(super) fn has_ended(by: &Person, id: MatchId, note: &str) -> Text {
    Text::Plain(match note.trim() {
        "" => format!("{}, a moderator, has ended match #{id}.", by.name),
        note => format!("{}, a moderator, has ended match #{id}: {note}", by.name),
    })
}

pub(super) fn has_annulled(by: &Person, id: MatchId, note: &str) -> Text {
    Text::Plain(match note.trim() {
        "" => format!("{}, a moderator, has annulled match #{id}.", by.name),
        note => format!("{}, a moderator, has annulled match #{id}: {note}", by.name),
    })
}

pub(super) fn no_longer_counts() -> Text {
    Text::plain("Its result no longer counts for ratings.")
}

pub(super) fn who_wins(id: MatchId) -> Refusal {
    Refusal::unreadable(format!("Say who wins match #{id}, or that it's a draw."))
}

pub(super) fn nothing_to_annul(id: MatchId) -> Refusal {
    let says = format!("Match #{id} was called off, so it has no result to annul.");
    Refusal::new(Code::Over, says).instead([say!(History { of: id })])
}

pub(super) fn already_annulled(id: MatchId) -> Refusal {
    let says = format!("The result of match #{id} is already annulled.");
    Refusal::new(Code::Over, says).instead([say!(History { of: id })])
}

pub(super) fn say_the_number() -> Refusal {
    Refusal::unreadable("Say the number of the match.")
}

// Bans.

pub(super) fn banned(who: &Person, handle: &str) -> Text {
    Text::sentence(format!(
        "{} is banned from using me here. To undo this: `{}`.",
        who.name,
        say!(Admin { what: Order::Unban, who: format!("@{handle}") })
    ))
}

pub(super) fn their_matches_run(of: &[MatchId], most: usize) -> Text {
    span![
        "Their matches here run until time is up. To call one off: ",
        Text::codes(of.iter().map(|id| say!(Admin { what: Order::Annul, of: id })), most)
    ]
}

pub(super) fn unbanned(who: &Person) -> String {
    format!("{} can use me here again.", who.name)
}

pub(super) fn ban_yourself() -> Refusal {
    Refusal::illegal("You can't ban yourself.")
}

pub(super) fn ban_an_opponent(who: &Person, of: MatchId) -> Refusal {
    let says = format!(
        "You're playing match #{of} against {}. Ask another moderator, or end that match first.",
        who.name
    );
    Refusal::new(Code::NotYours, says).instead([say!(Draw { of }), say!(Resign { of })])
}

pub(super) fn is_not_banned(who: &Person) -> Refusal {
    Refusal::new(Code::NotNow, format!("{} isn't banned here.", who.name)).instead([say!(Admin)])
}

pub(super) fn say_who(what: Order) -> Refusal {
    Refusal::unreadable("Say who.").instead([say!(Admin { what, who: "@bob" })])
}

// Limits. `left` is how many seconds are left until the limit allows more.
