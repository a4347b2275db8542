//! People who leave a league, and what becomes of their results.
use engine::{house::Early, seat::Seat};

use super::words;
use crate::{Fault, RequestContext};
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
};
use store::{CompetitionRules, LeaguePlayer, LeagueState, MatchRow};

impl RequestContext<'_> {
    /// Takes somebody out of a season. Returns whether their results count, and their running match.
    pub(super) fn take_out(
        &self,
        league: &LeagueState,
        player: &LeaguePlayer,
    ) -> Result<(bool, Option<MatchRow>), Fault> {
        let (mut played, mut all, mut running) = (0, 0, None);
        for group in self.groups(league.id, league.season)? {
            if group.nth != player.division {
                continue;
            }
            all = group.players.len().saturating_sub(1);
            for (_, row) in group.matches {
                if row.seats.find(|&it| it == player.person).is_none() {
                    continue;
                }
                match &row.end {
                    Some(end) => played += usize::from(end.outcome.is_some()),
                    None => running = Some(row),
                }
            }
        }
        let counts = all <= 2 * played;
        let left = LeaguePlayer { left_at: Some(self.now), counts, ..*player };
        self.tx.set_league_player(league.id, league.season, &left)?;
        Ok((counts, running))
    }

    /// Takes somebody out of a league and tells its rooms. Their running match is lost.
    pub(super) fn leave_season(
        &mut self,
        league: &LeagueState,
        player: &LeaguePlayer,
    ) -> Result<(), Fault> {
        let rooms = self.rooms_of(league)?;
        let (counts, running) = self.take_out(league, player)?;
        for room in rooms {
            let chat = self.chat_in(room)?;
            let who = self.tx.person_in(chat, player.person)?;
            self.say_in(room, Reply::room(words::left(&who, league.id, counts)))?;
        }
        let Some(row) = running else { return Ok(()) };
        let mut loaded = self.sit_down(row)?;
        let seat = loaded.seat_of(player.person).unwrap_or(Seat::First);
        let log = self.tx.marks(loaded.row.id)?;
        loaded.row.house.resign(seat, &log, Early::Resigns)?;
        self.end_by_house(loaded)
    }

    /// Takes those out of a league who have deleted their data or are banned from its room.
    pub(super) fn leave_out_absent(&mut self, league: &LeagueState) -> Result<(), Fault> {
        let room = self.tx.room(league.room)?;
        for player in self.tx.league_players(league.id, league.season)? {
            let person = self.tx.person(player.person)?;
            if player.left_at.is_none() && (person.gone || self.is_banned(&person, &room)?) {
                self.leave_season(league, &player)?;
            }
        }
        Ok(())
    }

    /// Takes somebody who deletes their data out of all leagues; their matches are ended by the
    /// caller.
    pub(crate) fn leave_leagues(&self, person: PersonId) -> Result<(), Fault> {
        for league in self.tx.leagues_of(person)? {
            let players = self.tx.league_players(league.id, league.season)?;
            let Some(player) = players.iter().find(|it| it.person == person) else { continue };
            match league.round {
                0 => self.tx.drop_league_player(league.id, league.season, person)?,
                _ if player.left_at.is_none() => drop(self.take_out(&league, player)?),
                _ => {}
            }
        }
        Ok(())
    }

    /// Tells whether a match belongs to a league that is running. It can't be called off: a
    /// player who leaves it early loses it.
    pub(crate) fn is_in_league(&self, of: MatchId) -> Result<bool, Fault> {
        Ok(match self.tx.competition_of(of)? {
            Some((group, _)) => match group.rules {
                CompetitionRules::League { league, .. } => {
                    group.ended_at.is_none()
                        && self.tx.league(league)?.is_some_and(|it| it.ended_at.is_none())
                }
                CompetitionRules::Series { .. } | CompetitionRules::Ladder { .. } => false,
            },
            None => false,
        })
    }
}
