//! Texts about the settings of a room.
use command::{
    say,
    verbs::{self, Order},
};
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};
use model::{span, text::Text};
use store::{RoomSettings, ServerSettings};

// Settings.

/// Lists the settings of a room: the names of the allowed channels, and of the banned people if the
/// asker may see them.
pub(super) fn room_settings(
    room: &RoomSettings,
    of_features: Vec<Text>,
    server: &ServerSettings,
    channels: &[String],
    banned: Option<&[String]>,
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
    list.extend(of_features);
    list.extend([
        span!["limit per person: ", Text::code(limit(server.per_person))],
        span!["limit per channel: ", Text::code(limit(server.per_room))],
        span!["limit by trust: ", on_off(server.trust)],
    ]);
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

/// Writes a line of that list: what is set, and how.
pub fn setting(name: &str, value: &str) -> Text {
    span![format!("{name}: "), Text::code(value)]
}

pub(super) fn no_admin_command(said: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("`{}` has no `{}`.", say!(Admin), short(said)))
        .instead([say!(Help { command: verbs::Admin::VERB.name() })])
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
