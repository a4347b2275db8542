//! People who leave a league, and what becomes of their results.
use engine::{match_rules::Early, seat::Seat};
use model::{ids::PersonId, reply::Reply};
use service::{RequestError, authority, context::RequestContext, matches, play};
use store::MatchRow;

use super::{
    rows::{self, LeaguePlayer, LeagueState},
    words,
};

/// Takes somebody out of a season. Returns whether their results count, and their running match.
pub(super) fn take_out(
    cx: &RequestContext<'_>,
    league: &LeagueState,
    player: &LeaguePlayer,
) -> Result<(bool, Option<MatchRow>), RequestError> {
    let (mut played, mut all, mut running) = (0, 0, None);
    for group in crate::rounds::groups(cx, league.id, league.season)? {
        if group.nth != player.division {
            continue;
        }
        all = group.players.len().saturating_sub(1);
        for (_, row) in group.matches {
            if row.owners().find(|&it| it == player.person).is_none() {
                continue;
            }
            match &row.end {
                Some(end) => played += usize::from(end.outcome.is_some()),
                None => running = Some(row),
            }
        }
    }
    let counts = all <= 2 * played;
    let left = LeaguePlayer { left_at: Some(cx.now), counts, ..*player };
    rows::set_league_player(cx.tx, league.id, league.season, &left)?;
    Ok((counts, running))
}

/// Takes somebody out of a league and tells its rooms. Their running match is lost.
pub(super) fn leave_season(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    player: &LeaguePlayer,
) -> Result<(), RequestError> {
    let rooms = crate::rounds::rooms_of(cx, league)?;
    let (counts, running) = take_out(cx, league, player)?;
    for room in rooms {
        let chat = matches::find::chat_in(cx, room)?;
        let who = cx.tx.person_in(chat, player.person)?;
        cx.say_in(room, Reply::room(words::left(&who, league.id, counts)))?;
    }
    let Some(row) = running else { return Ok(()) };
    let mut loaded = matches::find::load(cx, row)?;
    let seat = loaded.row.owners().find(|&it| it == player.person).unwrap_or(Seat::First);
    let log = cx.tx.marks(loaded.row.id)?;
    loaded.row.match_rules.resign(seat, &log, Early::Resigns)?;
    play::ending::end_outside_rules(cx, loaded)
}

/// Takes those out of a league who have deleted their data or are banned from its room.
pub(super) fn leave_out_absent(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
) -> Result<(), RequestError> {
    let room = cx.tx.room(league.room)?;
    for player in rows::league_players(cx.tx, league.id, league.season)? {
        let person = cx.tx.person(player.person)?;
        if player.left_at.is_none()
            && (person.gone || authority::decide::is_banned(cx, &person, &room)?)
        {
            leave_season(cx, league, &player)?;
        }
    }
    Ok(())
}

/// Takes somebody who deletes their data out of all leagues; their matches are ended by the
/// caller.
pub(crate) fn leave_leagues(cx: &RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
    for league in rows::leagues_of(cx.tx, person)? {
        let players = rows::league_players(cx.tx, league.id, league.season)?;
        let Some(player) = players.iter().find(|it| it.person == person) else { continue };
        match league.round {
            0 => rows::drop_league_player(cx.tx, league.id, league.season, person)?,
            _ if player.left_at.is_none() => drop(take_out(cx, &league, player)?),
            _ => {}
        }
    }
    Ok(())
}
