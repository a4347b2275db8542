//! Texts about leagues.
use engine::{
    game::Emphasis,
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    scene::LeagueRow,
};

use super::{
    ask::{FEWEST, MOST},
    standing::TableLine,
};
use crate::service::names::{identity, person};
use crate::{
    reply::Choice,
    span,
    store::{LeagueId, LeagueState, Person},
    text::Text,
    time::duration,
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

/// Names a group by a letter: `group A`.
fn group(nth: u32) -> String {
    let letter = u8::try_from(nth).ok().and_then(|it| b'A'.checked_add(it)).unwrap_or(b'?');
    format!("group {}", char::from(letter))
}

pub(super) fn title(league: &LeagueState, nth: Option<u32>) -> String {
    let season = match league.season {
        1 => String::new(),
        season => format!(", season {season}"),
    };
    let nth = nth.map_or(String::new(), |it| format!(", {}", group(it)));
    format!("{} league {}{season}{nth}", league.terms.game.title(), league.id)
}

// Gathering.

/// Describes a league that people join; `by` started it.
pub(super) fn gathering(
    league: &LeagueState,
    terms: &str,
    names: &[String],
    by: Option<&Person>,
) -> Text {
    let id = league.id;
    let mut lines = Vec::new();
    let first = match (league.season, by) {
        (1, Some(by)) => span![Text::strong(format!("League {id}")), " by ", person(by)],
        (1, None) => Text::strong(format!("League {id}")),
        (season, _) => Text::strong(format!("League {id}, season {season}")),
    };
    lines.push(span![first, format!(": {terms}. {} for each round.", days(league.days))]);
    lines.push(Text::plain(match league.groups_of {
        None => "Everyone plays everyone once.".to_owned(),
        Some(size) => format!(
            "In groups of about {size}, everyone plays everyone once; then the best go up and the last go down."
        ),
    }));
    lines.push(Text::plain(match names {
        [] => "Nobody has joined yet.".to_owned(),
        names => format!("{}: {}.", people(names.len()), listed(names)),
    }));
    let who = by.map_or("a moderator".to_owned(), |it| format!("{} or a moderator", it.name));
    let needed =
        format!("{FEWEST} to {MOST} people can play; {who} begins it. Unbegun, it closes ");
    let open = Text::time(league.due, "in two weeks", "");
    lines.push(span![needed, open, "."]);
    Text::Lines(lines)
}

/// Returns the buttons of a league with so many people that hasn't begun.
pub(super) fn gathering_buttons(league: &LeagueState, count: usize) -> Vec<Choice> {
    let id = league.id;
    let mut all = Vec::new();
    if count < MOST {
        all.push(Choice::new("Join", format!("league join {id}")).with(Emphasis::Good));
    }
    if FEWEST <= count {
        let begin = Choice::new("Begin", format!("league begin {id}"));
        all.push(begin.explained("for the organiser and moderators"));
    }
    all.push(Choice::new("Rules", "rules house leagues").with(Emphasis::Aside));
    all
}

pub(super) fn joins(who: &Person, id: LeagueId, count: usize, fewest: usize, most: usize) -> Text {
    let now = match count {
        it if it < fewest => format!("{} so far; it needs at least {fewest}.", people(it)),
        it if it < most => format!("{} so far, of at most {most}.", people(it)),
        it => format!("It's full, with {}.", people(it)),
    };
    span![identity(who), format!(" joins league {id}. {now}")]
}

pub(super) fn leaves_line(who: &Person, id: LeagueId) -> Text {
    span![identity(who), format!(" leaves league {id} before it begins.")]
}

pub(super) fn begun(id: LeagueId) -> String {
    format!("League {id} has begun.")
}

pub(super) fn closed_unbegun(id: LeagueId, days: i64) -> String {
    format!("League {id} is closed: nobody began it in {days} days.")
}

pub(super) fn invitation(id: LeagueId, code: &str) -> Text {
    Text::sentence(format!(
        "To join league {id} from another room or another chat, people say this there: \
         `league join {code}`. Anyone who has the code can join."
    ))
}

// Rounds and tables.

pub(super) fn round_in_league(id: LeagueId, nth: Option<u32>, round: u32, rounds: u32) -> Text {
    let nth = nth.map_or(String::new(), |it| format!(", {}", group(it)));
    Text::plain(format!("Round {round} of {rounds} in league {id}{nth}."))
}

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

pub(super) fn league_row(line: &TableLine, name: String, moved: Option<i32>) -> LeagueRow {
    let TableLine { number: _, place, won, drawn, lost, direct } = *line;
    let points_of = points(line.halves());
    let tie = direct.map_or(String::new(), points);
    LeagueRow { place, name, won, drawn, lost, points: points_of, tie, moved }
}

pub(super) fn table_line(line: &TableLine, row: &LeagueRow) -> Text {
    let unit = if line.halves() <= 2 && line.halves() != 0 { "point" } else { "points" };
    let TableLine { place, won, drawn, lost, .. } = line;
    Text::plain(format!(
        "{place}. {}: {} {unit} ({won} won, {drawn} drawn, {lost} lost)",
        row.name, row.points
    ))
}

/// The heading of the column for the matches between people with equal points.
pub(super) fn direct() -> String {
    "direct".to_owned()
}

/// Notes below a table: how far it is, what decides between equals, whose results don't count.
pub(super) fn notes(round: u32, rounds: u32, tied: bool, dropped: &[String]) -> Vec<String> {
    let mut notes = Vec::new();
    if 0 < round {
        notes.push(format!("Round {round} of {rounds}."));
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
        Choice::new("Next season", format!("league begin {id}")).with(Emphasis::Good),
        Choice::new("Join", format!("league join {id}")),
        Choice::new("Leave", format!("league leave {id}")),
    ]
}

// Leaving and ending.

pub(super) fn left(who: &Person, id: LeagueId, counts: bool) -> Text {
    let then = match counts {
        true => "the results stay, and the other opponents win without playing.",
        false => "with less than half of the matches played, none of the results count.",
    };
    span![identity(who), format!(" leaves league {id}: {then}")]
}

pub(super) fn leave_asked(id: LeagueId) -> String {
    format!(
        "Leave league {id}? You lose your running match. If you've played less than half of your \
         matches, your results are dropped."
    )
}

pub(super) fn leave_button(line: String) -> Choice {
    Choice::new("Leave the league", line).with(Emphasis::Grave)
}

pub(super) fn end_asked(id: LeagueId, running: bool) -> String {
    let running = match running {
        true => " Running matches go on, but nobody wins the season.",
        false => "",
    };
    format!("End league {id} for good?{running}")
}

pub(super) fn end_button(line: String) -> Choice {
    Choice::new("End the league", line).with(Emphasis::Grave)
}

pub(super) fn ends(who: &Person, id: LeagueId) -> Text {
    span![identity(who), format!(" ends league {id}.")]
}

pub(super) fn none_here() -> String {
    "There's no league here yet.".to_owned()
}

pub(super) fn new_button() -> Choice {
    Choice::new("How leagues work", "rules house leagues")
}

// Refusals.

pub(super) fn only_for_new() -> Refusal {
    Refusal::unreadable("Game, days and groups are for a new league.")
        .instead(["league new trapdoor", "league"])
}

pub(super) fn no_league_command(said: &str) -> Refusal {
    let says = format!("`league` doesn't take `{}`.", short(said));
    Refusal::unreadable(says).instead(["league", "league new trapdoor", "help league"])
}

pub(super) fn which_game() -> Refusal {
    let each = GameId::ALL.iter().map(|it| format!("league new {}", it.name()));
    Refusal::new(Code::Ambiguous, "Which game?").instead(each)
}

pub(super) fn too_few_here() -> Refusal {
    let says = format!("A league needs at least {FEWEST} people. Start it in a room with more.");
    Refusal::new(Code::NotNow, says).instead(["challenge"])
}

pub(super) fn cannot_post_here() -> Refusal {
    let says = "I can't post in this channel by myself, so a league can't be played here. Add me to the server.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn no_sides() -> Refusal {
    let says = "In a league the sides are drawn up for everyone, and anyone can watch.";
    Refusal::unreadable(says).instead(["league new trapdoor"])
}

pub(super) fn no_position() -> Refusal {
    Refusal::illegal("A league can't be played from a set position.")
        .instead(["league new trapdoor"])
}

pub(super) fn enough_here(most: usize) -> Refusal {
    let says = format!("This room has {most} leagues, the limit. End one first.");
    Refusal::new(Code::TooMuch, says).instead(["league"])
}

pub(super) fn enough_leagues(most: usize) -> Refusal {
    let says = format!("You're in {most} leagues, the limit. Leave one first.");
    Refusal::new(Code::TooMuch, says).instead(["league leave"])
}

pub(super) fn join_in_a_room(id: LeagueId) -> Refusal {
    let says =
        format!("Join league {id} in a room with other people: your matches are played there.");
    Refusal::new(Code::NotNow, says)
}

pub(super) fn is_over(id: LeagueId) -> Refusal {
    Refusal::new(Code::Over, format!("League {id} is over."))
        .instead([format!("league table {id}")])
}

pub(super) fn has_begun(id: LeagueId) -> Refusal {
    let says = format!("League {id} has begun. You can join before its next season.");
    Refusal::new(Code::NotNow, says).instead([format!("league table {id}")])
}

pub(super) fn already_in(id: LeagueId) -> Refusal {
    let says = format!("You're already in league {id}.");
    Refusal::new(Code::NotNow, says).instead([format!("league {id}")])
}

pub(super) fn is_full(id: LeagueId, most: usize) -> Refusal {
    let says = format!("League {id} is full: at most {most} people can play.");
    Refusal::new(Code::TooMuch, says).instead(["league new"])
}

pub(super) fn too_few(id: LeagueId, count: usize, fewest: usize) -> Refusal {
    let says = format!("League {id} has {}; it needs at least {fewest}.", people(count));
    Refusal::new(Code::NotNow, says).instead([format!("league join {id}")])
}

pub(super) fn not_in(number: Option<u32>) -> Refusal {
    let says = match number {
        Some(number) => format!("You aren't in league {number}."),
        None => "You aren't in a league.".to_owned(),
    };
    Refusal::new(Code::Unknown, says).instead(["league"])
}

pub(super) fn no_such_code(said: &str) -> Refusal {
    let says = format!("No open league has the code `{}`.", short(said));
    Refusal::new(Code::Unknown, says).instead(["league join"])
}

pub(super) fn no_such_league(number: u32) -> Refusal {
    let says = format!("There is no league {number} here.");
    Refusal::new(Code::Unknown, says).instead(["league"])
}

pub(super) fn none_to(word: &str) -> Refusal {
    let says = match word {
        "join" => "There's no league to join here. Start one.",
        _ => "There's no league here.",
    };
    Refusal::new(Code::Unknown, says).instead(["league new trapdoor"])
}

pub(super) fn several_leagues(word: &str, numbers: &[LeagueId]) -> Refusal {
    let lines = numbers.iter().map(|it| format!("league {word} {it}"));
    Refusal::new(Code::Ambiguous, "Which league?").instead(lines)
}
