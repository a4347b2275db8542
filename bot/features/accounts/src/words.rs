//! Texts about linked accounts, and the address of one's own boards.
use command::{Command, say};
use engine::{
    game::Emphasis,
    quote::series,
    refusal::{Code, Refusal},
};
use model::{
    ids::{Chat, MatchId},
    reply::Choice,
    span,
    text::Text,
    time::duration,
};
use service::{SettingRow, context::setting_row::TellingOrder, words::chat_name};
use store::Settings;

use crate::commands::{self, BoardWord};

/// Names an account with its chat.
pub(crate) fn name_on(name: &str, chat: Chat) -> String {
    format!("{name} on {}", chat_name(chat))
}

// Linked accounts. `names` are accounts with their chats.

pub(crate) fn link_code(code: &str) -> Text {
    Text::sentence(format!(
        "Say `{}` to me in your other chat within ten minutes to have one rating and one list of \
         games in both. Keep the code secret: anyone who has it can act as you.",
        say!(commands::Link { code })
    ))
}

pub(crate) fn link_code_gone() -> Text {
    Text::sentence(format!(
        "I don't store codes, so I can't show that one any more. Say `{}` for another.",
        say!(commands::Link)
    ))
}

/// Tells somebody the address of their own boards; `replaces` tells whether an earlier one has ended.
pub(crate) fn board_link(address: &str, replaces: bool) -> Text {
    let before = if replaces { " Your earlier addresses no longer work." } else { "" };
    Text::Lines(vec![
        span!["Your board: ", Text::address(address)],
        Text::sentence(format!(
            "Anyone who has this address can see your matches and play them, so keep it to \
             yourself. You can keep it as a bookmark. `{}` ends it, and `{}` makes another in its \
             place.{before}",
            say!(commands::Link { code: "board", how: BoardWord::Off }),
            say!(commands::Link { code: "board", how: BoardWord::New })
        )),
    ])
}

pub(crate) fn board_link_gone(of: Option<MatchId>) -> Text {
    Text::sentence(format!(
        "That address is kept in no message. Say `{}` to see it again.",
        say!(commands::Link { code: "board", of })
    ))
}

/// Shows somebody who doesn't play a match the page that everybody may see.
pub(crate) fn page_of_others(of: MatchId, address: &str) -> Text {
    Text::Lines(vec![
        span![format!("Match #{of} in a browser: "), Text::address(address)],
        Text::plain("You don't play in it, so this is the page for everybody."),
    ])
}

/// Says that somebody who doesn't play a match has no board there, and what its players say to give it a page for everybody, if they can.
pub(crate) fn board_of_others(of: MatchId, opens: Option<&Command>) -> Text {
    let page = opens.map_or_else(String::new, |line| {
        format!("; its players can give it a page for everybody by `{line}`")
    });
    Text::sentence(format!(
        "You don't play in match #{of}, so it has no board of yours. `{}` shows it here{page}.",
        say!(Board { of })
    ))
}

/// Names the button that opens a page.
pub(crate) fn open_board(of: Option<MatchId>) -> String {
    of.map_or_else(|| "Open your boards".to_owned(), |of| format!("Open the board of #{of}"))
}

pub(crate) fn board_link_ended(ended: bool) -> &'static str {
    if ended {
        "The address of your boards no longer works."
    } else {
        "Your boards have no address."
    }
}

pub(crate) fn board_link_button(of: Option<MatchId>) -> Choice {
    Choice::new("My board", say!(commands::Link { code: "board", of }))
}

pub(crate) fn board_link_off_button() -> Choice {
    Choice::new("End it", say!(commands::Link { code: "board", how: BoardWord::Off }))
        .with(Emphasis::Aside)
}

pub(crate) fn link_again_button() -> Choice {
    Choice::new("New code", say!(commands::Link))
}

pub(crate) fn link_asked(name: &str, chat: Chat) -> Text {
    span![
        "Link your account with ",
        Text::strong(format!("{name} ({})", chat_name(chat))),
        Text::sentence(format!(
            "? Both accounts can then play, see and delete what belongs to either. Say yes only \
             if you are {name} yourself. `{}` separates them again, but restores nothing that was \
             deleted.",
            say!(commands::Unlink)
        )),
    ]
}

pub(crate) fn link_button() -> Choice {
    Choice::new("Link my other chat", say!(commands::Link))
}

pub(crate) fn link_buttons() -> [Choice; 2] {
    [Choice::new("Yes", say!(commands::Link { code: "yes" })), link_no_button()]
}

pub(crate) fn link_no_button() -> Choice {
    Choice::new("No", say!(commands::Link { code: "no" }))
}

pub(crate) fn code_used(name: &str, chat: Chat) -> Text {
    span![
        Text::strong(format!("{name} ({})", chat_name(chat))),
        Text::sentence(format!(
            " used your code and can now link to your account. {name} could then play, see and \
             delete everything of yours. If that isn't you: `{}`.",
            say!(commands::Link { code: "no" })
        )),
    ]
}

pub(crate) fn accounts_stay_separate() -> &'static str {
    "The accounts stay separate."
}

pub(crate) fn other_said_no() -> &'static str {
    "The other account said no to the link."
}

pub(crate) fn linked(names: &[String], chat: Chat) -> Text {
    span![
        "Done: ",
        Text::strong(series(names)),
        Text::sentence(format!(
            " are linked: one list of games and one set of ratings. Each chat keeps its own name \
             for you; to use this one everywhere: `{}`. To separate them again: `{}`.",
            say!(Settings { name: "name", value: chat.name() }),
            say!(commands::Unlink)
        )),
    ]
}

/// Says which of two different settings apply, if any differ.
pub(crate) fn stricter_settings(
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

pub(crate) fn unlink_asked(names: &[String]) -> Text {
    Text::sentence(format!(
        "This separates {}. Each keeps the games and ratings from its own chat; both keep your \
         settings. To confirm, say `{}`.",
        series(names),
        say!(commands::Unlink { sure: true })
    ))
}

pub(crate) fn unlink_button() -> Choice {
    Choice::new("Yes, unlink", say!(commands::Unlink { sure: true }))
}

pub(crate) fn unlinked(names: &[String]) -> String {
    format!("Done: {} are separate again.", series(names))
}

pub(crate) fn code_for_other_chat(chat: Chat) -> Refusal {
    let says =
        format!("A code from {} works only in your other chat. Say it there.", chat_name(chat));
    Refusal::illegal(says).instead([say!(commands::Link)])
}

pub(crate) fn owner_is_gone() -> Refusal {
    let says = "The owner of that code has deleted their data.";
    Refusal::new(Code::NotNow, says).instead([say!(commands::Link)])
}

pub(crate) fn already_linked() -> Refusal {
    Refusal::new(Code::NotNow, "These accounts are already linked.")
        .instead([say!(commands::Unlink)])
}

pub(crate) fn have_played_each_other(other: &str) -> Refusal {
    Refusal::illegal(format!("You and {other} have played each other, so you can't be one person."))
}

pub(crate) fn both_on(chat: Chat) -> Refusal {
    Refusal::illegal(format!(
        "Both accounts already have a name on {}, so they can't be linked.",
        chat_name(chat)
    ))
}

pub(crate) fn none_linked() -> Refusal {
    Refusal::new(Code::NotNow, "You have no linked accounts.").instead([say!(commands::Link)])
}

pub(crate) fn no_link_request() -> Refusal {
    let says = "You have no link request from the last ten minutes.";
    Refusal::new(Code::NotNow, says).instead([say!(commands::Link)])
}

/// Makes the button that tells somebody the address of their own board.
pub(crate) fn open_board_button(of: Option<MatchId>) -> Choice {
    Choice::new("Open the board", say!(commands::Link { code: "board", of })).with(Emphasis::Aside)
}

pub(crate) fn too_many_links(most: usize, left: i64) -> Refusal {
    let says = format!(
        "Your accounts were linked or unlinked {most} times in an hour, the limit. Try again in \
         {}.",
        duration(left)
    );
    Refusal::new(Code::TooMuch, says)
}

pub(crate) fn unknown_code() -> Refusal {
    let says = format!(
        "I don't know that code. A code works once, for ten minutes; `{}` in your other chat \
         shows a new one.",
        say!(commands::Link)
    );
    Refusal::new(Code::Unknown, says).instead([say!(commands::Link)])
}
