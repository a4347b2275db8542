//! Texts about accounts, data, settings and rules.
pub mod help;

use command::{
    Command, say,
    verbs::{BoardWord, DataWish},
};
use engine::{
    game::Emphasis,
    quote::{series, short},
    refusal::{Code, Refusal},
};
use model::{
    ids::{Chat, MatchId},
    reply::Choice,
    span,
    text::Text,
    time::duration,
};
use store::Settings;

use crate::{
    context::setting_row::{SettingRow, TellingOrder},
    words::chat_name,
};

/// Names an account with its chat.
pub(super) fn name_on(name: &str, chat: Chat) -> String {
    format!("{name} on {}", chat_name(chat))
}

// Linked accounts. `names` are accounts with their chats.

pub(super) fn link_code(code: &str) -> Text {
    Text::sentence(format!(
        "Say `{}` to me in your other chat within ten minutes to have one rating and one list of \
         games in both. Keep the code secret: anyone who has it can act as you.",
        say!(Link { code })
    ))
}

pub(super) fn link_code_gone() -> Text {
    Text::sentence(format!(
        "I don't store codes, so I can't show that one any more. Say `{}` for another.",
        say!(Link)
    ))
}

/// Tells somebody the address of their own boards; `replaces` tells whether an earlier one has ended.
pub(super) fn board_link(address: &str, replaces: bool) -> Text {
    let before = if replaces { " Your earlier addresses no longer work." } else { "" };
    Text::Lines(vec![
        span!["Your board: ", Text::address(address)],
        Text::sentence(format!(
            "Anyone who has this address can see your matches and play them, so keep it to \
             yourself. You can keep it as a bookmark. `{}` ends it, and `{}` makes another in its \
             place.{before}",
            say!(Link { code: "board", how: BoardWord::Off }),
            say!(Link { code: "board", how: BoardWord::New })
        )),
    ])
}

pub(super) fn board_link_gone(of: Option<MatchId>) -> Text {
    Text::sentence(format!(
        "That address is kept in no message. Say `{}` to see it again.",
        say!(Link { code: "board", of })
    ))
}

/// Shows somebody who doesn't play a match the page that everybody may see.
pub(super) fn page_of_others(of: MatchId, address: &str) -> Text {
    Text::Lines(vec![
        span![format!("Match #{of} in a browser: "), Text::address(address)],
        Text::plain("You don't play in it, so this is the page for everybody."),
    ])
}

/// Says that somebody who doesn't play a match has no board there.
pub(super) fn board_of_others(of: MatchId) -> Text {
    Text::sentence(format!(
        "You don't play in match #{of}, so it has no board of yours. `{}` shows it here; its \
         players can give it a page for everybody by `{}`.",
        say!(Board { of }),
        say!(Share { of })
    ))
}

/// Names the button that opens a page.
pub(super) fn open_board(of: Option<MatchId>) -> String {
    of.map_or_else(|| "Open your boards".to_owned(), |of| format!("Open the board of #{of}"))
}

pub(super) fn board_link_ended(ended: bool) -> &'static str {
    match ended {
        true => "The address of your boards no longer works.",
        false => "Your boards have no address.",
    }
}

pub(super) fn board_link_button(of: Option<MatchId>) -> Choice {
    Choice::new("My board", say!(Link { code: "board", of }))
}

pub(super) fn board_link_off_button() -> Choice {
    Choice::new("End it", say!(Link { code: "board", how: BoardWord::Off })).with(Emphasis::Aside)
}

pub(super) fn link_again_button() -> Choice {
    Choice::new("New code", say!(Link))
}

pub(super) fn link_asked(name: &str, chat: Chat) -> Text {
    span![
        "Link your account with ",
        Text::strong(format!("{name} ({})", chat_name(chat))),
        Text::sentence(format!(
            "? Both accounts can then play, see and delete what belongs to either. Say yes only \
             if you are {name} yourself. `{}` separates them again, but restores nothing that was \
             deleted.",
            say!(Unlink)
        )),
    ]
}

pub(super) fn link_button() -> Choice {
    Choice::new("Link my other chat", say!(Link))
}

pub(super) fn link_buttons() -> [Choice; 2] {
    [Choice::new("Yes", say!(Link { code: "yes" })), link_no_button()]
}

pub(super) fn link_no_button() -> Choice {
    Choice::new("No", say!(Link { code: "no" }))
}

pub(super) fn code_used(name: &str, chat: Chat) -> Text {
    span![
        Text::strong(format!("{name} ({})", chat_name(chat))),
        Text::sentence(format!(
            " used your code and can now link to your account. {name} could then play, see and \
             delete everything of yours. If that isn't you: `{}`.",
            say!(Link { code: "no" })
        )),
    ]
}

pub(super) fn accounts_stay_separate() -> &'static str {
    "The accounts stay separate."
}

pub(super) fn other_said_no() -> &'static str {
    "The other account said no to the link."
}

pub(super) fn linked(names: &[String], chat: Chat) -> Text {
    span![
        "Done: ",
        Text::strong(series(names)),
        Text::sentence(format!(
            " are linked: one list of games and one set of ratings. Each chat keeps its own name \
             for you; to use this one everywhere: `{}`. To separate them again: `{}`.",
            say!(Settings { name: "name", value: chat.name() }),
            say!(Unlink)
        )),
    ]
}

/// Says which of two different settings apply, if any differ.
pub(super) fn stricter_settings(
    rows: &[SettingRow],
    now: &Settings,
    before: [&Settings; 2],
) -> Option<String> {
    let mut told: Vec<&SettingRow> =
        rows.iter().filter(|it| it.told < TellingOrder::Never).collect();
    told.sort_by_key(|row| row.told);
    let differ = told.into_iter().filter_map(|row| {
        let says = |settings: &Settings| match row.tells {
            Some(tells) => tells(settings),
            None => format!("{} {}", row.name, row.shows(settings)),
        };
        (says(before[0]) != says(before[1])).then(|| says(now))
    });
    let says: Vec<String> = differ.collect();
    (!says.is_empty()).then(|| {
        format!("Where your settings differed, the stricter one applies: {}.", says.join(", "))
    })
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

pub(super) fn unlink_asked(names: &[String]) -> Text {
    Text::sentence(format!(
        "This separates {}. Each keeps the games and ratings from its own chat; both keep your \
         settings. To confirm, say `{}`.",
        series(names),
        say!(Unlink { sure: true })
    ))
}

pub(super) fn unlink_button() -> Choice {
    Choice::new("Yes, unlink", say!(Unlink { sure: true }))
}

pub(super) fn unlinked(names: &[String]) -> String {
    format!("Done: {} are separate again.", series(names))
}

pub(super) fn code_for_other_chat(chat: Chat) -> Refusal {
    let says =
        format!("A code from {} works only in your other chat. Say it there.", chat_name(chat));
    Refusal::illegal(says).instead([say!(Link)])
}

pub(super) fn owner_is_gone() -> Refusal {
    let says = "The owner of that code has deleted their data.";
    Refusal::new(Code::NotNow, says).instead([say!(Link)])
}

pub(super) fn already_linked() -> Refusal {
    Refusal::new(Code::NotNow, "These accounts are already linked.").instead([say!(Unlink)])
}

pub(super) fn have_played_each_other(other: &str) -> Refusal {
    Refusal::illegal(format!("You and {other} have played each other, so you can't be one person."))
}

pub(super) fn both_on(chat: Chat) -> Refusal {
    Refusal::illegal(format!(
        "Both accounts already have a name on {}, so they can't be linked.",
        chat_name(chat)
    ))
}

pub(super) fn none_linked() -> Refusal {
    Refusal::new(Code::NotNow, "You have no linked accounts.").instead([say!(Link)])
}

pub(super) fn no_link_request() -> Refusal {
    let says = "You have no link request from the last ten minutes.";
    Refusal::new(Code::NotNow, says).instead([say!(Link)])
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
pub(super) fn warnings_in_short(warnings: &[i64]) -> String {
    match warnings {
        [] => "usual".to_owned(),
        warnings => warnings.iter().map(|it| duration(*it)).collect::<Vec<_>>().join(", "),
    }
}

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
    span!["Topics: ", Text::codes(topics.iter().copied(), topics.len())]
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
