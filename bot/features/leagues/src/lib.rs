//! Leagues: round robins in a room, in groups, season after season.
mod commands;
mod gather;
mod league;
mod overdue;
mod rounds;
mod rows;
mod schedule;
mod show;
mod standing;
mod withdrawn;
mod words;

use content::house::HousePart;
use model::text::Text;
use service::{CompetitionKind, Feature, RequestError, context::RequestContext, row};
use store::{
    Competition, CompetitionRules,
    tables::{SchemaStep, Tables},
};

use crate::rows::LeagueRules;

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::League, league::league)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart {
        rules: include_str!("../rules.md"),
        asked: include_str!("../asked.txt"),
        synonyms: &[],
    },
    tables: Some(&TABLES),
    files: &["league"],
    due: &[overdue::LEAGUES],
    time_left_out: Some(rows::follow_gap),
    news: Some(rounds::rounds_wait),
    leaves: Some(|cx, person| withdrawn::leave_leagues(cx, person)),
    competition: Some(CompetitionKind {
        kind: LeagueRules::KIND,
        line,
        is_binding,
        plans: true,
        goes_on: |cx, _, group, round| match group.rules()? {
            Some(LeagueRules { league, season, .. }) => {
                rounds::go_on_in_league(cx, league, season, round)
            }
            None => Ok(()),
        },
    }),
    ..Feature::named("leagues")
};

static TABLES: Tables = Tables {
    part: "leagues",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[rows::LEAGUES, rows::LEAGUE_PLAYERS, rows::CARDS],
};

/// Says to which round of a league a match belongs.
fn line(
    cx: &RequestContext<'_>,
    group: &Competition,
    round: u32,
) -> Result<Option<Text>, RequestError> {
    let Some(LeagueRules { league, group, size, .. }) = group.rules()? else { return Ok(None) };
    let grouped = rows::league(cx.tx, league)?.is_some_and(|league| league.groups_of.is_some());
    let group = grouped.then_some(group);
    let rounds = schedule::rounds(size);
    Ok(Some(words::round_in_league(league, group, round, rounds)))
}

/// Tells whether a league is running. A match of it can't be called off: a player who leaves it early loses it.
fn is_binding(cx: &RequestContext<'_>, group: &Competition) -> Result<bool, RequestError> {
    let Some(LeagueRules { league, .. }) = group.rules()? else { return Ok(false) };
    Ok(rows::league(cx.tx, league)?.is_some_and(|league| league.ended_at.is_none()))
}
