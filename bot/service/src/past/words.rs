//! Texts about past matches: lists, histories, films, files and shared addresses.

use command::{
    say,
    verbs::{Form, Off},
};
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

// Lists of matches.

/// Says that the asker can come back to a match.
pub(super) fn somebody_plays_for_you(of: MatchId) -> Text {
    Text::sentence(format!("Somebody plays match #{of} for you: `{}`.", say!(Back { of })))
}

pub(super) fn no_match_running(name: &str) -> String {
    format!("{name} has no match running.")
}

pub(super) fn matches_of(name: &str) -> Text {
    Text::strong(format!("Matches of {name}"))
}

pub(super) fn open_challenges() -> Text {
    Text::strong("Open challenges")
}

pub(super) fn and_more(more: usize) -> String {
    format!("And {more} more.")
}

/// Names the room of a challenge, after its line.
pub(super) fn in_room(name: &str) -> String {
    format!(" (in {name})")
}

/// Says whose turn it is in a match, for a list: a player's, or the others'.
pub(super) fn whose_turn(own: bool, others: Option<&str>) -> String {
    match (own, others) {
        (true, _) => "to move".to_owned(),
        (false, Some(others)) => format!("waiting for {others}"),
        (false, None) => "nobody's turn".to_owned(),
    }
}

/// Describes a running match in a list; `left` says how much time is left.
pub(super) fn live_or_player() -> Refusal {
    Refusal::unreadable("Name a player, or say `live`, but not both.")
        .instead([say!(Games { live: true }), say!(Games)])
}

pub(super) fn live_here(count: usize) -> Text {
    Text::strong(match count {
        0 => "No match is running on this server.".to_owned(),
        1 => "One match is running on this server:".to_owned(),
        several => format!("{several} matches are running on this server:"),
    })
}

/// Describes a match to people who look on; `waits` names those who have to decide.
pub(super) fn live(id: MatchId, terms: &str, [one, other]: &[String; 2], waits: &[&str]) -> Text {
    let turn = match waits {
        [] => String::new(),
        [one] => format!(", {one} to move"),
        _ => ", both to choose".to_owned(),
    };
    span![Text::strong(format!("#{id}")), format!(" {terms}: {one} – {other}{turn}")]
}

pub(super) fn running(
    id: MatchId,
    terms: &str,
    side: &str,
    others: &str,
    turn: &str,
    left: Option<&str>,
) -> Text {
    let left = left.map_or(String::new(), |left| format!(", {left}"));
    span![
        Text::strong(format!("#{id}")),
        format!(" {terms}: {side} against {others}, {turn}{left}")
    ]
}

// Histories.

pub(super) fn history_has(id: MatchId, pages: usize) -> Refusal {
    let says = match pages {
        1 => format!("The history of #{id} has one page."),
        pages => format!("The history of #{id} has {pages} pages."),
    };
    Refusal::new(Code::Unknown, says).instead([say!(History { of: id, page: pages })])
}

pub(super) fn page_of(page: usize, pages: usize) -> String {
    format!("Page {page} of {pages}.")
}

pub(super) fn earlier_button(id: MatchId, page: usize) -> Choice {
    Choice::new("Earlier", say!(History { of: id, page }))
}

pub(super) fn later_button(id: MatchId, page: usize) -> Choice {
    Choice::new("Later", say!(History { of: id, page }))
}

pub(super) fn match_begins(step: u32) -> String {
    format!("{step}. The match begins.")
}

/// Says after the first sentence that the player had no other choice.
pub(super) fn only_choice(told: &str) -> String {
    let (first, rest) = told.split_once(". ").unwrap_or((told, ""));
    format!("{} (the only choice). {rest}", first.trim_end_matches('.')).trim_end().to_owned()
}

/// Writes what the room saw of a step.
pub(super) fn numbered(step: u32, told: &str) -> String {
    format!("{step}. {told}")
}

/// Writes a step and what the room saw. Without `words` the step is sealed.
pub(super) fn step_of(step: u32, side: &str, words: Option<&str>, told: &str) -> String {
    format!("{step}. {side}: {}.{told}", words.unwrap_or("(sealed)"))
}

// Files.

/// Introduces the file of a match.
pub(super) fn as_file(id: MatchId, over: bool) -> String {
    match over {
        true => format!("Match #{id} as a file."),
        false => format!("Match #{id} so far as a file, without its secrets."),
    }
}

pub(super) fn pdn_once_over() -> Refusal {
    let says = "This match has secrets, so you can get its PDN only once it's over.";
    Refusal::new(Code::NotNow, says).instead([say!(Export { form: Form::Json })])
}

pub(super) fn no_pdn(game: GameId) -> Refusal {
    Refusal::new(Code::Unknown, format!("{game} has no PDN."))
        .instead([say!(Export { form: Form::Json })])
}

/// Names a match inside its PDN.
pub(super) fn event(id: MatchId) -> String {
    format!("Match #{id}")
}

// Films.

/// Refuses to show steps `from` to `to` of a match with `last` steps.
pub(super) fn no_such_steps(id: MatchId, from: u32, to: u32, last: u32) -> Refusal {
    let says = match last {
        0 => format!("Match #{id} has no steps yet."),
        _ if last < from.max(to) => format!("Match #{id} has {last} steps so far."),
        _ => format!("Step {from} comes after step {to}."),
    };
    let forms = [say!(Replay { of: id, from: 0u32, to: last }), say!(Replay { of: id })];
    Refusal::new(Code::Unknown, says).instead(forms)
}

pub(super) fn steps_of(from: u32, to: u32, last: u32) -> String {
    format!("Steps {from} to {to} of {last}.")
}

/// Says that only some steps are shown, and which line shows `most` of them.
pub(super) fn one_step_in(every: u32, id: MatchId, from: u32, most: u32) -> Text {
    span![
        format!(
            "Too long for one film: showing one step in {every}. To see every step, ask for fewer: "
        ),
        Text::code(say!(Replay { of: id, from, to: from + most })),
        "."
    ]
}

pub(super) fn no_speed(said: &str) -> Refusal {
    let says = format!("`{}` isn't a speed: 0.2 is slow, 1 normal, 10 fast.", short(said));
    Refusal::unreadable(says).instead([say!(Replay { speed: "2" }), say!(Replay { speed: "0.5" })])
}

// Shared addresses. `heading` names the match.

pub(super) fn not_shared(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{id} isn't shared."))
        .instead([say!(Share { of: id })])
}

pub(super) fn no_longer_shared(heading: &str) -> String {
    format!("{heading} Its address no longer works.")
}

pub(super) fn share_button(id: MatchId) -> Choice {
    Choice::new("Share it", say!(Share { of: id }))
}

pub(super) fn stop_sharing_button(id: MatchId) -> Choice {
    Choice::new("Stop sharing", say!(Share { of: id, how: Off::Off }))
}

pub(super) fn wants_to_share(heading: &str, name: &str, id: MatchId) -> Text {
    span![
        heading,
        format!(
            " {name} would like to share it on the web. It's private, so nobody can see it until \
             you say "
        ),
        Text::code(say!(Share { of: id })),
        " too."
    ]
}

pub(super) fn other_must_share(heading: &str, other: &str, id: MatchId) -> Text {
    span![
        heading,
        format!(" It's private, so nobody can see it until {other} says "),
        Text::code(say!(Share { of: id })),
        " too."
    ]
}

pub(super) fn shared_at(heading: &str, address: String) -> Text {
    span![heading, " Anyone with this address can see every step: ", Text::Address(address)]
}
