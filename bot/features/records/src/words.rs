//! Texts about past matches: their moves, films and files.
use command::{Command, say};
use engine::{
    checkers::pdn::{PdnError, PdnFault, Record},
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

use crate::commands;

// Histories.

pub(crate) fn history_has(id: MatchId, pages: usize) -> Refusal {
    let says = match pages {
        1 => format!("The history of #{id} has one page."),
        pages => format!("The history of #{id} has {pages} pages."),
    };
    Refusal::new(Code::Unknown, says).instead([say!(commands::History { of: id, page: pages })])
}

pub(crate) fn page_of(page: usize, pages: usize) -> String {
    format!("Page {page} of {pages}.")
}

pub(crate) fn earlier_button(id: MatchId, page: usize) -> Choice {
    Choice::new("Earlier", say!(commands::History { of: id, page }))
}

pub(crate) fn later_button(id: MatchId, page: usize) -> Choice {
    Choice::new("Later", say!(commands::History { of: id, page }))
}

// Files.

/// Introduces the file of a match.
pub(crate) fn as_file(id: MatchId, over: bool) -> String {
    if over {
        format!("Match #{id} as a file.")
    } else {
        format!("Match #{id} so far as a file, without its secrets.")
    }
}

pub(crate) fn pdn_once_over() -> Refusal {
    let says = "This match has secrets, so you can get its PDN only once it's over.";
    Refusal::new(Code::NotNow, says)
        .instead([say!(commands::Export { form: commands::Form::Json })])
}

pub(crate) fn no_pdn(game: GameId) -> Refusal {
    Refusal::new(Code::Unknown, format!("{game} has no PDN."))
        .instead([say!(commands::Export { form: commands::Form::Json })])
}

/// Names a match inside its PDN.
pub(crate) fn event(id: MatchId) -> String {
    format!("Match #{id}")
}

// Films.

/// Refuses to show steps `from` to `to` of a match with `last` steps.
pub(crate) fn no_such_steps(id: MatchId, from: u32, to: u32, last: u32) -> Refusal {
    let says = match last {
        0 => format!("Match #{id} has no steps yet."),
        _ if last < from.max(to) => format!("Match #{id} has {last} steps so far."),
        _ => format!("Step {from} comes after step {to}."),
    };
    let forms = [
        say!(commands::Replay { of: id, from: 0u32, to: last }),
        say!(commands::Replay { of: id }),
    ];
    Refusal::new(Code::Unknown, says).instead(forms)
}

pub(crate) fn steps_of(from: u32, to: u32, last: u32) -> String {
    format!("Steps {from} to {to} of {last}.")
}

/// Says that only some steps are shown, and which line shows `most` of them.
pub(crate) fn one_step_in(every: u32, id: MatchId, from: u32, most: u32) -> Text {
    span![
        format!(
            "Too long for one film: showing one step in {every}. To see every step, ask for fewer: "
        ),
        Text::code(say!(commands::Replay { of: id, from, to: from + most })),
        "."
    ]
}

pub(crate) fn no_speed(said: &str) -> Refusal {
    let says = format!("`{}` isn't a speed: 0.2 is slow, 1 normal, 10 fast.", short(said));
    Refusal::unreadable(says)
        .instead([say!(commands::Replay { speed: "2" }), say!(commands::Replay { speed: "0.5" })])
}

// Files that are played on from.

/// How many games of a file are listed.
const LISTED: usize = 8;

pub(crate) fn read_as(game: GameId) -> Text {
    Text::plain(format!("The record doesn't name its game, so I read it as {game}."))
}

pub(crate) fn nothing_to_import() -> Refusal {
    let says =
        format!("Attach or paste a match from `{}`, as JSON or PDN.", say!(commands::Export));
    Refusal::unreadable(says)
        .instead([say!(commands::Export), say!(Help { command: commands::Import::VERB.name() })])
}

pub(crate) fn file_too_large(most: usize) -> Refusal {
    Refusal::new(Code::TooMuch, format!("That file is too large; the limit is {most} bytes."))
}

pub(crate) fn pdn_too_large(most: usize) -> Refusal {
    Refusal::new(Code::TooMuch, format!("That PDN is too large; the limit is {most} bytes."))
}

pub(crate) fn file_is_unrated() -> Refusal {
    Refusal::illegal("A match resumed from a file can't be rated.")
        .instead([say!(commands::Import)])
}

pub(crate) fn no_such_step(step: usize, last: usize) -> Refusal {
    let says = format!("That match has {last} steps, so it can't be continued from step {step}.");
    Refusal::new(Code::Unknown, says).instead([say!(commands::Import { step: last })])
}

pub(crate) fn over_at_step(step: usize) -> Refusal {
    let says = format!("That match is over at step {step}. Choose an earlier step.");
    Refusal::new(Code::Over, says)
        .instead([say!(commands::Import { step: step.saturating_sub(1) })])
}

pub(crate) fn unreadable_pdn(fault: &PdnError) -> Refusal {
    let code = match fault.fault {
        PdnFault::TooMuch => Code::TooMuch,
        _ => Code::Unreadable,
    };
    Refusal::new(code, format!("The record can't be read: {fault}."))
}

pub(crate) fn no_record() -> Refusal {
    Refusal::unreadable(
        "That's neither an exported match nor a record of one, such as `1. 11-15 23-19`.",
    )
    .instead([say!(commands::Export), say!(Help { command: commands::Import::VERB.name() })])
}

/// Lists the games of a file by name.
pub(crate) fn several_records(records: &[Record]) -> Refusal {
    let named =
        |(number, record): (usize, &Record)| format!("{number}. {}", short(&record.title()));
    let listed: Vec<String> = (1..).zip(records).map(named).take(LISTED).collect();
    let more = records.len() - listed.len();
    let more = if more == 0 { String::new() } else { format!("; and {more} more") };
    let says = format!(
        "That file has {} games: {}{more}. Say which one.",
        records.len(),
        listed.join("; ")
    );
    let each = (1..=listed.len()).map(|record| say!(commands::Import { record }));
    Refusal::new(Code::Ambiguous, says).instead(each)
}

pub(crate) fn no_such_record(number: u32, count: usize) -> Refusal {
    let says = match count {
        1 => format!("That file has one game, not {number}."),
        count => format!("That file has {count} games, so there is no game {number}."),
    };
    Refusal::new(Code::Unknown, says).instead([say!(commands::Import { record: count })])
}

/// Refuses a record of a game that isn't here, and names those `readable`.
pub(crate) fn foreign(record: &Record, readable: impl Iterator<Item = GameId>) -> Refusal {
    let titles: Vec<&str> = readable.map(|it| it.title()).collect();
    let kind = record.kind().unwrap_or_default();
    let says = format!(
        "The record is of {}, which isn't played here. I read records of {}.",
        short(&kind),
        titles.join(" and ")
    );
    Refusal::illegal(says)
}

/// Refuses a record as `why` does, and offers to continue from the last move before what is wrong.
pub(crate) fn goes_wrong(why: &Refusal, record: Option<u32>, last: usize) -> Refusal {
    let step = u32::try_from(last).ok();
    let says = format!("{} It can be continued from its move {last}.", why.says);
    Refusal::new(why.code, says).instead([Command::from(commands::Import {
        record,
        step,
        ..commands::Import::default()
    })])
}

/// Says that a game, or none, reads PDN.
pub(crate) fn reads_no_pdn(game: Option<GameId>) -> Refusal {
    let says = match game {
        Some(game) => format!("{game} has no PDN; use JSON for its matches."),
        None => "That PDN fits no game. Use JSON instead.".to_owned(),
    };
    Refusal::new(Code::Unknown, says)
        .instead([say!(commands::Export { form: commands::Form::Json })])
}

pub(crate) fn several_games_fit(games: &[GameId]) -> Refusal {
    let titles: Vec<&str> = games.iter().map(|it| it.title()).collect();
    let says = format!("That record could be {}. Say which game it is.", titles.join(" or "));
    let each = games.iter().map(|game| say!(commands::Import { game }));
    Refusal::new(Code::Ambiguous, says).instead(each)
}
