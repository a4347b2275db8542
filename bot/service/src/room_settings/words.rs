//! Texts about the settings of a room.
use command::{
    say,
    verbs::{self, Order},
};
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{
    reply::Choice,
    span,
    text::Text,
    time::{self, Clock, DAY, duration},
};
use store::{Folding, Person, Room, ServerSettings, USUAL_CLOCK, USUAL_GAME};

use crate::{NoThreads, names::identity};

// Settings.

/// Lists the settings of a room: the names of the allowed channels, and of the banned people if the
/// asker may see them.
pub(super) fn room_settings(
    here: &Room,
    no_threads: Option<NoThreads>,
    of_features: Vec<Text>,
    server: &ServerSettings,
    channels: &[String],
    banned: Option<&[String]>,
) -> Text {
    let on_off = |on: bool| Text::code(if on { "on" } else { "off" });
    let channels = if channels.is_empty() { "all".to_owned() } else { channels.join(", ") };
    let limit = |most: Option<u32>| most.map_or("none".to_owned(), |it| it.to_string());
    let room = &here.settings;
    let game = room.get(&USUAL_GAME).map_or("ask", GameId::name);
    let clock = room.get(&USUAL_CLOCK).unwrap_or_else(Clock::usual);
    let mut list = vec![span![
        "threads: ",
        on_off(room.threads),
        no_threads.filter(|_| room.threads).map_or("", cannot_have_threads)
    ]];
    if !here.chat.has_commands() {
        list.push(span!["prefix: ", Text::code(&room.prefix)]);
    }
    list.extend([
        // A name is no command.
        span!["channels: ", Text::strong(channels)],
        span!["practice: ", on_off(room.practice)],
        span!["game: ", Text::code(game)],
        span!["clock: ", Text::code(time::clock(Some(clock)))],
    ]);
    if here.chat.takes_back() {
        list.push(span!["fold: ", Text::code(fold_word(room.fold))]);
    }
    list.extend(of_features);
    list.extend([
        span!["limit per person: ", Text::code(limit(server.per_person))],
        span!["limit per channel: ", Text::code(limit(server.per_room))],
        span!["limit by trust: ", on_off(server.trust)],
    ]);
    if let Some(banned) = banned {
        let banned = if banned.is_empty() { "nobody".to_owned() } else { banned.join(", ") };
        list.push(span!["banned: ", Text::strong(banned)]);
    }
    let how = Text::sentence(format!(
        "Moderators can change this: `{}`.",
        say!(Help { command: verbs::Admin::VERB.name() })
    ));
    Text::Lines(vec![Text::strong("This room"), Text::List(list), how])
}

/// Names what remains of a match that is over.
fn fold_word(fold: Folding) -> &'static str {
    match fold {
        Folding::Keep => "keep",
        Folding::Fold => "fold",
        Folding::Remove => "remove",
    }
}

/// Says why a room has no threads though they are on.
fn cannot_have_threads(why: NoThreads) -> &'static str {
    match why {
        NoThreads::Place => " (rooms like this one have none)",
        NoThreads::Permission => {
            " (but I need the permissions Create Public Threads and Send Messages in Threads)"
        }
    }
}

pub(super) fn which_rooms(what: Order) -> String {
    match what {
        Order::Channels => "Channels for games; none picked: all",
        Order::Chronicle => "A channel for how each match ends",
        _ => "A channel for what moderators do",
    }
    .to_owned()
}

pub(super) fn what_to_change() -> String {
    "What should change here?".to_owned()
}

/// Returns what a moderator can change by one press: the opposite of what is set.
pub(super) fn panel(here: &Room, server: &ServerSettings) -> Vec<Choice> {
    let room = &here.settings;
    let choice = |label: &str, what: Order, value: &str, explains: &str| {
        Choice::new(label, say!(Admin { what, value })).explained(explains)
    };
    let mut all = vec![
        if room.threads {
            choice("Threads off", Order::Threads, "off", "matches stay in the channel")
        } else {
            choice("Threads on", Order::Threads, "on", "a thread for each match")
        },
        if room.practice {
            choice("Practice off", Order::Practice, "off", "no matches against me here")
        } else {
            choice("Practice on", Order::Practice, "on", "matches against me here")
        },
    ];
    let folds = [
        (Folding::Fold, "Fold finished matches", "one card remains of each"),
        (Folding::Keep, "Keep all messages", "nothing folds"),
        (Folding::Remove, "Remove finished matches", "the card goes a day later"),
    ];
    let folds = folds.into_iter().filter(|(fold, ..)| *fold != room.fold && here.chat.takes_back());
    for (fold, label, explains) in folds {
        all.push(choice(label, Order::Fold, fold_word(fold), explains));
    }
    if !server.rooms.contains(&here.id) {
        all.push(choice(
            "Games in this channel",
            Order::Channels,
            "add",
            "and in others that are added",
        ));
    }
    if !server.rooms.is_empty() {
        all.push(choice("Games in all channels", Order::Channels, "all", "no channel is left out"));
    }
    all.push(match server.per_person {
        None => choice("Limit: 3 matches a person", Order::Limit, "person 3", "on this server"),
        Some(_) => choice("No limit per person", Order::Limit, "person off", "on this server"),
    });
    all.push(if server.trust {
        choice("Don't limit newcomers", Order::Limit, "trust off", "as many as others")
    } else {
        choice(
            "Limit newcomers",
            Order::Limit,
            "trust on",
            "three matches, and one more for each they finish",
        )
    });
    if here.chat.has_menus() {
        let usual = room.get(&USUAL_GAME);
        all.extend(GameId::ALL.iter().filter(|game| usual != Some(**game)).map(|game| {
            let explains = "for challenges here that name no game";
            choice(&format!("Usually {game}"), Order::Game, game.name(), explains)
        }));
        all.extend(usual.map(|_| {
            choice("No usual game", Order::Game, "off", "a challenge without a game asks for one")
        }));
        let now = room.get(&USUAL_CLOCK).unwrap_or_else(Clock::usual);
        for days in [1, 2, 3, 7].into_iter().filter(|days| Clock::a_turn(days * DAY) != now) {
            let (time, explains) = (duration(days * DAY), "for challenges here that name no clock");
            all.push(choice(&format!("Usually {time} a turn"), Order::Clock, &time, explains));
        }
    }
    all
}

/// Returns the choice of a setting that a feature has, by its example.
pub(super) fn set_by_example(example: &'static str) -> Option<Choice> {
    let line = example.strip_prefix("admin ")?;
    let (what, value) = line.split_once(' ')?;
    let said = say!(Admin { what: Order::Of(what), value });
    (!value.contains(['@', '#'])).then(|| Choice::new(line, said))
}

pub(super) fn here_or_off(what: Order) -> Refusal {
    let forms = ["here", "off"].map(|value| say!(Admin { what, value }));
    Refusal::unreadable(format!(
        "`{}` is `here`, a channel such as `#games`, or `off`.",
        what.word()
    ))
    .instead(forms)
}

pub(super) fn cannot_use_room(name: &str) -> Refusal {
    Refusal::new(Code::NotNow, format!("You or I can't write in {}.", short(name)))
}

pub(super) fn cannot_post_in_forum(name: &str) -> Refusal {
    let says = format!("{} is a forum, where I can't post. Name a text channel.", short(name));
    Refusal::new(Code::NotNow, says)
}

/// Says what a moderator did in a room, in the words of the command, which nobody says again.
pub(super) fn was_done(by: &Person, room: &str, said: Vec<Text>) -> Text {
    let apart = said.into_iter().flat_map(|word| [Text::plain(" "), word]);
    span![identity(by), format!(" in {room}:"), Text::Span(apart.collect())]
}

pub(super) fn fold_forms() -> Refusal {
    let forms = ["fold", "keep", "remove"].map(|value| say!(Admin { what: Order::Fold, value }));
    Refusal::unreadable("`fold` is `fold`, `keep` or `remove`.").instead(forms)
}

/// Writes a line of that list: what is set, and how.
pub fn setting(name: &str, value: &str) -> Text {
    span![format!("{name}: "), Text::code(value)]
}

pub(super) fn no_admin_command(said: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("`{}` has no `{}`.", say!(Admin), short(said)))
        .instead([say!(Help { command: verbs::Admin::VERB.name() })])
}

pub(super) fn cannot_post_here() -> Refusal {
    let says = "I can only answer presses and commands here, so I can't post by myself. Add me to the \
                server first.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn no_threads_here(why: NoThreads) -> Refusal {
    let says = match why {
        NoThreads::Place => {
            "Matches can't have threads here. Say it in a text channel of a server."
        }
        NoThreads::Permission => {
            "I can't open threads here. Give me the permissions Create Public Threads and Send Messages \
             in Threads, then say it again."
        }
    };
    Refusal::new(Code::NotNow, says)
}

pub(super) fn needs_no_prefix() -> Refusal {
    Refusal::new(
        Code::NotNow,
        "Commands need no prefix here: they start with `/` or a mention of me.",
    )
}

pub(super) fn takes_nothing_back() -> Refusal {
    Refusal::new(Code::NotNow, "I can't take back what I've said here, so all of it stays.")
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
