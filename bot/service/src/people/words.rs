//! Texts about data, settings and rules.
pub mod help;

use command::{Command, say, verbs::DataWish};
use engine::{
    game::Emphasis,
    games::GameId,
    quote::{series, short},
    refusal::{Code, Refusal},
};
use model::{ids::Chat, reply::Choice, span, text::Text};

use crate::{context::setting_row::SettingRow, words::chat_name};

/// Names somebody who plays without having said a name.
pub(super) fn guest(number: u32) -> String {
    format!("Guest {number}")
}

/// Asks whether the time zone of a profile counts for quiet hours, too.
pub(super) fn is_your_zone(zone: &str, yes: &Command) -> Text {
    span![
        "Your profile says that you live by the time of ",
        Text::strong(zone),
        ". Should your quiet hours and days follow it, too? ",
        Text::code(yes.line()),
        " does that; without it they follow UTC."
    ]
}

pub(super) fn zone_button(zone: &str, yes: Command) -> Choice {
    Choice::new(format!("Use {zone}"), yes)
}

// Games.

pub(super) fn about_game(game: GameId) -> Text {
    span![Text::strong(game.title()), ": ", Text::sentence(game.says())]
}

pub(super) fn play_button(offer: Command) -> Choice {
    Choice::new("Play", offer).with(Emphasis::Main)
}

pub(super) fn rules_button(rules: Command) -> Choice {
    Choice::new("Rules", rules)
}

// Data.

pub(super) fn your_data() -> Text {
    Text::sentence(format!(
        "The data I store about you is yours: `{}` sends it as a file, `{}` deletes it. What I \
         store: `{}`.",
        say!(Mydata { what: DataWish::Export }),
        say!(Mydata { what: DataWish::Delete }),
        say!(Rules { game: "house", topic: "privacy" })
    ))
}

pub(super) fn data_buttons() -> [Choice; 2] {
    [
        Choice::new("Export", say!(Mydata { what: DataWish::Export })),
        Choice::new("Delete", say!(Mydata { what: DataWish::Delete })),
    ]
}

pub(super) fn everything_stored() -> &'static str {
    "This is everything I store about you. The chats keep data of their own."
}

/// Asks to confirm a deletion in some chats, with some running matches.
pub(super) fn delete_asked(chats: &[Chat], running: usize) -> Text {
    let running = match running {
        0 => "",
        1 => " Your running match is called off if it has only just begun, otherwise resigned.",
        _ => {
            " Your running matches are called off if they have only just begun, otherwise resigned."
        }
    };
    let names: Vec<&str> = chats.iter().map(|&it| chat_name(it)).collect();
    let everywhere = match names.len() {
        0 | 1 => String::new(),
        _ => format!(" It applies to you on {}.", series(&names)),
    };
    Text::sentence(format!(
        "This deletes your name, id, settings, ratings and challenges for good. Your opponents \
         keep their results, against a “former player”.{running}{everywhere} To confirm, say \
         `{}`.",
        say!(Mydata { what: DataWish::Delete, sure: true })
    ))
}

pub(super) fn delete_buttons() -> [Choice; 2] {
    [
        Choice::new("Yes, delete", say!(Mydata { what: DataWish::Delete, sure: true }))
            .with(Emphasis::Grave),
        Choice::new("Export first", say!(Mydata { what: DataWish::Export })),
    ]
}

pub(super) fn data_deleted() -> &'static str {
    "Done: the data is deleted."
}

pub(super) fn player_deleted_data(chat: Chat) -> String {
    format!("A player from here has deleted all their data, using {}.", chat_name(chat))
}

// Settings.

/// Lists the times left at which somebody is warned.
/// Lists settings by name.
pub(super) fn your_settings<'a>(list: impl Iterator<Item = (&'a str, String)>) -> Text {
    let list = list.map(|(name, value)| span![format!("{name}: "), Text::code(value)]);
    let how = Text::sentence(format!(
        "Change one with `{}`.",
        say!(Settings { name: "theme", value: "dark" })
    ));
    Text::Lines(vec![Text::strong("Your settings"), Text::List(list.collect()), how])
}

/// Refuses an unknown setting; `rows` are those that there are.
pub(super) fn no_setting<'a>(said: &str, rows: impl Iterator<Item = &'a SettingRow>) -> Refusal {
    let forms = rows.map(|row| say!(Settings { name: row.name, value: row.example() }));
    Refusal::new(Code::Unknown, format!("There is no setting `{}`.", short(said))).instead(forms)
}

/// Refuses a value of a setting; `values` are examples.
pub(super) fn not_a_value<S: AsRef<str>>(name: &str, value: &str, values: &[S]) -> Refusal {
    let says = match value {
        "" => format!("Say what `{name}` should be."),
        _ => format!("`{name}` can't be `{}`.", short(value)),
    };
    let forms = values.iter().map(|value| say!(Settings { name, value: value.as_ref() }));
    Refusal::unreadable(says).instead(forms)
}

/// Refuses an offset as a time zone; `places` have it now.
pub(super) fn an_offset_is_no_zone(offset: &str, places: &[String]) -> Refusal {
    let says = format!(
        "`zone` has to be a place, because many clocks change twice a year. These have `{}` now.",
        short(&offset.to_uppercase())
    );
    let forms = places.iter().map(|place| say!(Settings { name: "zone", value: place.as_str() }));
    Refusal::unreadable(says).instead(forms)
}

// Rules.

pub(super) fn topics(topics: &[&str]) -> Text {
    // None is a command, though some are called as one.
    Text::plain(format!("Topics: {}", topics.join(", ")))
}

pub(super) fn ask_for_topic(one: &Command, all: &Command) -> Text {
    Text::sentence(format!("Ask for one with `{one}`, or for all as a file with `{all}`."))
}

pub(super) fn next_topic(guide: &str, topic: &str) -> Text {
    Text::sentence(format!("Next: `{}`.", say!(Rules { game: guide, topic })))
}

pub(super) fn rules_as_file(guide: &str) -> String {
    format!("All the rules of {guide} as a file.")
}

pub(super) fn house_rules() -> &'static str {
    "The same in every game: undo, draws, clocks, fair dice."
}

pub(super) fn no_topic(guide: &str, said: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("{guide} has no topic `{}`.", short(said)))
}
