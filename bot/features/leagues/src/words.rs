//! Texts about leagues.
pub(super) mod refused;

use charts::{GroupRow, SkillShare};
use command::{Command, say};
use engine::{game::Emphasis, quote::counted, refusal::Refusal};
use model::{
    reply::Choice,
    span,
    text::Text,
    time::{self, duration},
};
use service::names::{identity, person};
use store::{Person, Terms};

use super::{
    commands::{self, LeagueWord},
    gather::{FEWEST, GATHERS_DAYS, MOST},
    rows::{LeagueId, LeagueState},
    standing::TableLine,
};

fn people(count: usize) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}

fn days(count: u32) -> String {
    if count == 1 { "1 day".to_owned() } else { format!("{count} days") }
}

/// Lists names: `Ann, Bob and Cid`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

pub(super) fn title(league: &LeagueState, nth: Option<u32>) -> String {
    let season = match league.season {
        1 => String::new(),
        season => format!(", season {season}"),
    };
    let nth = nth.map_or(String::new(), |nth| format!(", {}", group(nth)));
    format!("{} league {}{season}{nth}", league.terms.game.title(), league.id)
}

// Gathering.

/// Names a league that people join and what is played in it; `by` started it.
pub(super) fn gathering_line(league: &LeagueState, by: Option<&Person>) -> Result<Text, Refusal> {
    let id = league.id;
    let first = match (league.season, by) {
        (1, Some(by)) => span![Text::strong(format!("League {id}")), " by ", person(by)],
        (1, None) => Text::strong(format!("League {id}")),
        (season, _) => Text::strong(format!("League {id}, season {season}")),
    };
    let Terms { game, options, clock, rated, .. } = &league.terms;
    let variation = match game.variation(options.clone())?.as_str() {
        "" => String::new(),
        variation => format!(" ({variation})"),
    };
    let rated = if *rated { "rated" } else { "unrated" };
    let clock = clock.map_or(String::new(), |clock| {
        format!(", with {} for each player", time::clock(Some(clock)))
    });
    let lasts = days(league.days);
    Ok(span![
        first,
        format!(": {game}{variation}, {rated}. Each round lasts up to {lasts}{clock}.")
    ])
}

/// Describes a league that people join, after its first line. `organises` is the name of who started
/// it, if they don't play.
pub(super) fn gathering(
    league: &LeagueState,
    first: Text,
    names: &[String],
    by: Option<&Person>,
    organises: Option<&str>,
) -> Text {
    let mut lines = vec![first];
    lines.push(Text::plain(match league.groups_of {
        None => "Everyone plays everyone once.".to_owned(),
        Some(size) => format!(
            "In groups of about {size}, everyone plays everyone once; then the best go up and the \
             last go down."
        ),
    }));
    lines.push(Text::plain(match names {
        [] => "Nobody has joined yet.".to_owned(),
        names => format!("{}: {}.", people(names.len()), listed(names)),
    }));
    lines.extend(
        organises.map(|name| Text::plain(format!("{name} organises it and doesn't play."))),
    );
    let who =
        by.map_or("a moderator".to_owned(), |person| format!("{} or a moderator", person.name));
    let needed =
        format!("{FEWEST} to {MOST} people can play; {who} begins it. If nobody does, it closes ");
    let weeks = format!("in {} weeks", counted((GATHERS_DAYS / 7) as u32));
    let open = Text::time(league.due, weeks, "");
    lines.push(span![needed, open, "."]);
    Text::Lines(lines)
}

/// Returns the buttons of a league with so many people that hasn't begun.
pub(super) fn gathering_buttons(league: &LeagueState, count: usize) -> Vec<Choice> {
    let id = league.id;
    let mut all = Vec::new();
    if count < MOST {
        all.push(
            Choice::new("Join", say!(commands::League { what: LeagueWord::Join, league: id.0 }))
                .with(Emphasis::Good),
        );
    }
    if FEWEST <= count {
        let begin =
            Choice::new("Begin", say!(commands::League { what: LeagueWord::Begin, league: id.0 }));
        all.push(begin.explained("for the organiser and moderators"));
    }
    all.push(
        Choice::new("Rules", say!(Rules { game: "house", topic: "leagues" })).with(Emphasis::Aside),
    );
    all
}

/// Describes a league that nobody can join any more.
pub(super) fn gathered(first: Text, names: &[String], because: &str) -> Text {
    let names = (!names.is_empty())
        .then(|| Text::plain(format!("{}: {}.", people(names.len()), listed(names))));
    let lines = [first].into_iter().chain(names).chain([Text::strong(because)]);
    Text::Lines(lines.collect())
}

pub(super) fn joins(who: &Person, id: LeagueId, count: usize) -> Text {
    span![identity(who), format!(" joins league {id}. {}", so_far(count))]
}

pub(super) fn you_joined(id: LeagueId, count: usize) -> String {
    format!("You're in league {id}. {}", so_far(count))
}

fn so_far(count: usize) -> String {
    match count {
        count if count < FEWEST => format!("{} so far; it needs at least {FEWEST}.", people(count)),
        count if count < MOST => format!("{} so far, of at most {MOST}.", people(count)),
        count => format!("It's full, with {}.", people(count)),
    }
}

pub(super) fn leaves_line(who: &Person, id: LeagueId) -> Text {
    span![identity(who), format!(" leaves league {id} before it begins.")]
}

pub(super) fn you_left_line(id: LeagueId) -> String {
    format!("You've left league {id} before it begins.")
}

/// Says that somebody who joined is left out, because they are banned or have deleted their data.
pub(super) fn cannot_play(who: &Person, id: LeagueId) -> Text {
    span![identity(who), format!(" can't play here any more, so league {id} begins without them.")]
}

pub(super) fn is_closed(id: LeagueId) -> String {
    format!("League {id} is closed.")
}

pub(super) fn begun(id: LeagueId) -> String {
    format!("League {id} has begun.")
}

pub(super) fn closed_unbegun(id: LeagueId, days: i64) -> String {
    format!("League {id} is closed: nobody began it in {days} days.")
}

pub(super) fn invitation(id: LeagueId, code: &str) -> Text {
    Text::sentence(format!(
        "To join league {id} from another room or another chat, people say this there: `{}`. \
         Anyone who has the code can join.",
        say!(commands::League { what: LeagueWord::Join, options: code })
    ))
}

// Rounds and tables.

pub(super) fn round_begins(league: &LeagueState, title: String) -> Text {
    let until = Text::time(league.due, format!("{} from now", days(league.days)), "");
    span![
        Text::strong(title),
        format!(": round {} begins. Its matches must be over ", league.round),
        until,
        "."
    ]
}

pub(super) fn round_until(league: &LeagueState, now: i64) -> Text {
    let left = format!("{} from now", duration(league.due - now));
    let until = Text::time(league.due, left, "");
    span![format!("The matches of round {} must be over ", league.round), until, "."]
}

/// Writes a pair, unless both have left; `gone` tells who has.
pub(super) fn pairing(names: &[String], gone: [bool; 2]) -> Option<Text> {
    let [one, other] = names else { return None };
    Some(Text::plain(match gone {
        [false, false] => format!("{one} – {other}"),
        [true, false] => format!("{other} wins: {one} has left"),
        [false, true] => format!("{one} wins: {other} has left"),
        [true, true] => return None,
    }))
}

pub(super) fn resting(names: &[String]) -> Option<Text> {
    let rest = if names.len() == 1 { "rests" } else { "rest" };
    (!names.is_empty()).then(|| Text::plain(format!("{} {rest} this round.", listed(names))))
}

/// Writes half points: `2½`.
fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

pub(super) fn league_row(
    line: &TableLine,
    name: String,
    moved: Option<i32>,
    skill: Option<SkillShare>,
) -> GroupRow {
    let TableLine { number: _, place, won, drawn, lost, direct } = *line;
    let points_of = points(line.halves());
    let tie = direct.map_or(String::new(), points);
    GroupRow { place, name, won, drawn, lost, points: points_of, tie, moved, skill }
}

pub(super) fn table_line(line: &TableLine, row: &GroupRow) -> Text {
    let unit = if line.halves() <= 2 && line.halves() != 0 { "point" } else { "points" };
    let TableLine { place, won, drawn, lost, .. } = line;
    let skill = row.skill.map_or(String::new(), |skill| format!("; skill {skill}"));
    Text::plain(format!(
        "{place}. {}: {} {unit} ({won} won, {drawn} drawn, {lost} lost{skill})",
        row.name, row.points
    ))
}

/// The heading of the column for the matches between people with equal points.
pub(super) fn direct() -> String {
    "direct".to_owned()
}

/// Notes below a table: how far it is, what decides between equals, whose results don't count.
pub(super) fn notes(
    round: u32,
    rounds: u32,
    is_over: bool,
    tied: bool,
    dropped: &[String],
) -> Vec<String> {
    let mut notes = Vec::new();
    if 0 < round {
        let round = if is_over { format!("After round {round}") } else { format!("Round {round}") };
        notes.push(format!("{round} of {rounds}."));
    }
    if tied {
        notes.push(
            "Equal points: the matches between them decide, then wins, then fewest losses."
                .to_owned(),
        );
    }
    if !dropped.is_empty() {
        notes.push(format!("Left early, so not counted: {}.", listed(dropped)));
    }
    notes
}

pub(super) fn season_over(title: &str, first: &[Person]) -> Text {
    let over = Text::strong(format!("{title} is over."));
    match first {
        [] => span![over, " Nobody is left in it."],
        [one] => span![over, " ", person(one), " wins!"],
        several => {
            let names: Vec<String> = several.iter().map(|it| it.name.clone()).collect();
            span![over, format!(" {} share the first place.", listed(&names))]
        }
    }
}

pub(super) fn promoted(up: &[String], down: &[String]) -> Option<Text> {
    let goes = |names: &[String], where_to: &str| {
        let verb = if names.len() == 1 { "goes" } else { "go" };
        (!names.is_empty()).then(|| format!("{} {verb} {where_to}.", listed(names)))
    };
    let lines: Vec<String> = [goes(up, "up"), goes(down, "down")].into_iter().flatten().collect();
    (!lines.is_empty()).then(|| Text::plain(lines.join(" ")))
}

pub(super) fn next_season(league: &LeagueState) -> Text {
    Text::plain(format!(
        "Everyone who stayed is in line for the next season of league {}. Join or leave now; the \
         organiser or a moderator begins it.",
        league.id
    ))
}

pub(super) fn next_season_buttons(league: &LeagueState) -> Vec<Choice> {
    let id = league.id;
    vec![
        Choice::new(
            "Next season",
            say!(commands::League { what: LeagueWord::Begin, league: id.0 }),
        )
        .with(Emphasis::Good),
        Choice::new("Join", say!(commands::League { what: LeagueWord::Join, league: id.0 })),
        Choice::new("Leave", say!(commands::League { what: LeagueWord::Leave, league: id.0 })),
    ]
}

// Leaving and ending.

pub(super) fn left(who: &Person, id: LeagueId, counts: bool) -> Text {
    let then = if counts {
        "the results stay, and the other opponents win without playing."
    } else {
        "with less than half of the matches played, none of the results count."
    };
    span![identity(who), format!(" leaves league {id}: {then}")]
}

pub(super) fn leave_asked(id: LeagueId) -> String {
    format!(
        "Leave league {id}? You lose your running match. If you've played less than half of your \
         matches, your results are dropped."
    )
}

pub(super) fn leave_button(sure: Command) -> Choice {
    Choice::new("Leave the league", sure).with(Emphasis::Grave)
}

pub(super) fn end_asked(id: LeagueId, running: bool) -> String {
    let running = if running { " Running matches go on, but nobody wins the season." } else { "" };
    format!("End league {id} for good?{running}")
}

pub(super) fn end_button(sure: Command) -> Choice {
    Choice::new("End the league", sure).with(Emphasis::Grave)
}

pub(super) fn ends(who: &Person, id: LeagueId) -> Text {
    span![identity(who), format!(" ends league {id}.")]
}

pub(super) fn none_here() -> String {
    "There's no league here yet.".to_owned()
}

pub(super) fn new_button() -> Choice {
    Choice::new("How leagues work", say!(Rules { game: "house", topic: "leagues" }))
}

pub(crate) fn round_in_league(id: LeagueId, nth: Option<u32>, round: u32, rounds: u32) -> Text {
    let nth = nth.map_or(String::new(), |nth| format!(", {}", group(nth)));
    Text::plain(format!("Round {round} of {rounds} in league {id}{nth}."))
}

pub(crate) fn round_waits(league: &LeagueState, now: i64) -> Text {
    let (id, game, round) = (league.id, league.terms.game, league.round);
    let left = format!("{} from now", duration(league.due - now));
    let until = Text::time(league.due, left, "");
    span![format!("League {id}, {game}: the matches of round {round} must be over "), until, "."]
}

/// Names a group by a letter: `group A`.
fn group(nth: u32) -> String {
    let letter = u8::try_from(nth).ok().and_then(|nth| b'A'.checked_add(nth)).unwrap_or(b'?');
    format!("group {}", char::from(letter))
}
