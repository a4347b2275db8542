//! Series: several matches between two people, with sides swapped; each begins by itself.
use engine::{game::Outcome, house::Ending, seat::Seat};

use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    lobby::{
        challenge::{InCompetition, OPEN_DAYS},
        words,
    },
    random_source::DrawnSecrets,
    terms::wish,
};
use model::{
    ids::{ChallengeId, MatchId, PersonId, RoomId},
    reply::Reply,
    text::Text,
    time::DAY,
};
use store::{
    Bond, Challenge, ChallengeState, Competition, CompetitionRules, MatchRow, SideWish, Terms,
};

/// The score of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesScore {
    /// The most matches.
    pub(crate) best_of: u32,
    /// The two players and their points, in half points: two for a win, one for a draw.
    pub(crate) halves: [(PersonId, u32); 2],
    /// How many matches had a result.
    pub(crate) played: u32,
}

/// A match that begins by itself.
pub(crate) struct UnaskedMatch {
    pub(crate) room: RoomId,
    pub(crate) by: PersonId,
    pub(crate) other: PersonId,
    pub(crate) terms: Terms,
    /// The side of `by`.
    pub(crate) side: SideWish,
    pub(crate) best_of: u32,
    pub(crate) part: InCompetition,
    /// Further text about it.
    pub(crate) more: Vec<Text>,
}

/// What follows when a match of a series ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    /// The next match.
    Next,
    /// The same match once more, because it was called off.
    Again,
    /// The series is over, with its winner; none if it is drawn.
    Over(Option<PersonId>),
    /// The series is called off.
    CalledOff,
}

impl SeriesScore {
    /// Counts the results of matches between the players of the first.
    fn of(best_of: u32, matches: &[MatchRow]) -> Option<SeriesScore> {
        let seats = &matches.first()?.seats;
        let mut halves = [(seats.first, 0), (seats.second, 0)];
        let mut played = 0;
        for row in matches {
            let Some(end) = row.end.as_ref().filter(|it| it.annulled_at.is_none()) else {
                continue;
            };
            let Some(Outcome { winner, .. }) = &end.outcome else { continue };
            played += 1;
            for (person, points) in &mut halves {
                *points += match winner.map(|it| *row.seats.get(it)) {
                    Some(it) if it == *person => 2,
                    Some(_) => 0,
                    None => 1,
                };
            }
        }
        Some(SeriesScore { best_of, halves, played })
    }

    /// Tells whether nobody can be caught any more, or all matches are played.
    fn is_decided(&self) -> bool {
        self.played >= self.best_of || self.halves.iter().any(|it| self.best_of < it.1)
    }

    /// Returns who has more points.
    fn leader(&self) -> Option<PersonId> {
        let [one, other] = self.halves;
        match one.1.cmp(&other.1) {
            std::cmp::Ordering::Greater => Some(one.0),
            std::cmp::Ordering::Less => Some(other.0),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl RequestContext<'_> {
    /// Ends the series of a match because one side gives it up. Returns the text to show first.
    ///
    /// # Errors
    /// If the match belongs to no running series.
    pub(crate) fn give_up_series(&self, loaded: &LoadedMatch, by: Seat) -> Result<Text, Fault> {
        let series = self.check_series(loaded.row.id)?;
        let other = by.other();
        self.tx.end_competition(series.id, Some(*loaded.row.seats.get(other)), self.now)?;
        Ok(words::gives_up_series(loaded.names.get(by), loaded.names.get(other)))
    }

    /// Begins the series of a challenge with its first match.
    pub(crate) fn begin_series(&self, challenge: &Challenge, of: MatchId) -> Result<(), Fault> {
        if challenge.best_of <= 1 {
            return Ok(());
        }
        let rules = CompetitionRules::Series { best_of: challenge.best_of };
        let id = self.tx.add_competition(challenge.room, rules, self.now)?;
        Ok(self.tx.play_for(of, id, 1)?)
    }

    /// Says which match of a series this is, and the score; none for a match outside a series.
    pub(crate) fn series_line(&self, of: MatchId) -> Result<Option<Text>, Fault> {
        let Some((series, round)) = self.tx.competition_of(of)? else { return Ok(None) };
        match series.rules {
            CompetitionRules::Series { .. } => {}
            CompetitionRules::League { .. } => return self.league_line(&series, round),
            CompetitionRules::Ladder { .. } => return Ok(Some(self.ladder_line())),
        }
        let Some(score) = self.score_of(&series)? else { return Ok(None) };
        Ok(Some(words::series_stands(round, score.best_of, &self.named(&score)?)))
    }

    /// Returns the running series of a match.
    ///
    /// # Errors
    /// If the match belongs to none.
    pub(crate) fn check_series(&self, of: MatchId) -> Result<Competition, Fault> {
        let found = self.tx.competition_of(of)?.map(|it| it.0);
        let found = found.filter(|it| {
            it.ended_at.is_none() && matches!(it.rules, CompetitionRules::Series { .. })
        });
        found.ok_or_else(|| words::in_no_series(of).into())
    }

    /// Continues the series of a match that has just ended: announces the score, and begins the
    /// next match or ends the series.
    pub(crate) fn go_on_in_series(&mut self, loaded: &LoadedMatch) -> Result<(), Fault> {
        let of = loaded.row.id;
        let Some((series, round)) = self.tx.competition_of(of)? else { return Ok(()) };
        if series.ended_at.is_some() {
            return Ok(());
        }
        match series.rules {
            CompetitionRules::Series { .. } => {}
            CompetitionRules::League { league, season, .. } => {
                return self.go_on_in_league(league, season, round);
            }
            CompetitionRules::Ladder { .. } => return self.climb(loaded, series.id),
        }
        let Some(score) = self.score_of(&series)? else { return Ok(()) };
        let follows = self.follows(loaded, &score)?;
        let named = self.named(&score)?;
        match follows {
            Follows::Next => self.play_next(loaded, &series, round + 1, false),
            Follows::Again => self.play_next(loaded, &series, round, true),
            Follows::Over(winner) => {
                self.tx.end_competition(series.id, winner, self.now)?;
                let winner = winner.map(|it| self.player_name(loaded, it)).transpose()?;
                let says = words::series_over(score.best_of, &named, winner.as_deref());
                self.tell_series(loaded, says)
            }
            Follows::CalledOff => {
                self.tx.end_competition(series.id, None, self.now)?;
                self.tell_series(loaded, words::series_called_off(&named))
            }
        }
    }

    fn follows(&self, loaded: &LoadedMatch, score: &SeriesScore) -> Result<Follows, Fault> {
        let other_than = |who: PersonId| score.halves.iter().map(|it| it.0).find(|it| *it != who);
        if score.is_decided() {
            return Ok(Follows::Over(score.leader()));
        }
        let room = self.tx.room(loaded.row.room)?;
        for (person, _) in score.halves {
            let person = self.tx.person(person)?;
            if person.gone {
                return Ok(Follows::Over(other_than(person.id)));
            }
            if self.is_banned(&person, &room)? {
                return Ok(Follows::CalledOff);
            }
        }
        let end = loaded.row.end.as_ref();
        let has_result = end.is_some_and(|it| it.outcome.is_some() && it.annulled_at.is_none());
        let ruled = end.is_some_and(|it| it.ruled_by.is_some());
        let by_player =
            matches!(loaded.row.house.ending(), Some(Ending::CalledOff { by: Some(_), .. }));
        Ok(match (has_result, by_player && !ruled) {
            (true, _) => Follows::Next,
            (false, true) => Follows::Again,
            // Nobody was there, or moderators called it off.
            (false, false) => Follows::CalledOff,
        })
    }

    /// Begins the next match of a series: with sides swapped, or with the same sides if the last
    /// match was called off.
    fn play_next(
        &mut self,
        loaded: &LoadedMatch,
        series: &Competition,
        round: u32,
        again: bool,
    ) -> Result<(), Fault> {
        let CompetitionRules::Series { best_of } = series.rules else { return Ok(()) };
        let seat = Seat::First;
        let more = again.then(|| Text::plain(words::played_again())).into_iter().collect();
        self.begin_unasked(UnaskedMatch {
            room: loaded.row.room,
            by: *loaded.row.seats.get(seat),
            other: *loaded.row.seats.get(seat.other()),
            terms: loaded.row.terms.clone(),
            side: wish(if again { seat } else { seat.other() }),
            best_of,
            part: InCompetition { of: series.id, round, away: Vec::new() },
            more,
        })
    }

    /// Begins a match of a competition that both players have agreed to.
    pub(crate) fn begin_unasked(&mut self, it: UnaskedMatch) -> Result<(), Fault> {
        let UnaskedMatch { room, by, other, terms, side, best_of, part, more } = it;
        let other = self.tx.person(other)?;
        let DrawnSecrets { secret, tag, salts } = self.memory.luck.draw(self.tx.next_challenge()?);
        let chat = self.tx.room(room)?.chat;
        let players = (by, Some(other.id));
        let text = self.offered(chat, &terms, side, players, &salts)?;
        let mut challenge = Challenge {
            id: ChallengeId(0),
            room,
            by,
            whom: Some(other.id),
            terms,
            side,
            state: ChallengeState::Open,
            secret,
            tag,
            word: String::new(),
            made_at: self.now,
            lapses_at: self.now + OPEN_DAYS * DAY,
            places: 1,
            taken: Vec::new(),
            counter: true,
            bond: Bond { text, salts: Some(salts) },
            best_of,
        };
        challenge.id = self.tx.add_challenge(&challenge)?;
        self.open_match(challenge, &other, String::new(), None, Some(part), more)
    }

    fn score_of(&self, series: &Competition) -> Result<Option<SeriesScore>, Fault> {
        let CompetitionRules::Series { best_of } = series.rules else { return Ok(None) };
        Ok(SeriesScore::of(best_of, &self.tx.matches_for(series.id)?))
    }

    /// Returns the names of the players with their half points.
    fn named(&self, score: &SeriesScore) -> Result<[(String, u32); 2], Fault> {
        let [one, other] = score.halves;
        Ok([(self.tx.person(one.0)?.name, one.1), (self.tx.person(other.0)?.name, other.1)])
    }

    fn player_name(&self, loaded: &LoadedMatch, person: PersonId) -> Result<String, Fault> {
        match loaded.seat_of(person) {
            Some(seat) => Ok(loaded.names.get(seat).clone()),
            None => Ok(self.tx.person(person)?.name),
        }
    }

    /// Announces something about the series in the match's room.
    fn tell_series(&mut self, loaded: &LoadedMatch, says: Text) -> Result<(), Fault> {
        let reply = Reply::room(says).choices([words::rematch_series_button(loaded.row.id)]);
        self.say_at(loaded, reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(best_of: u32, halves: [u32; 2], played: u32) -> SeriesScore {
        let halves = [(PersonId(1), halves[0]), (PersonId(2), halves[1])];
        SeriesScore { best_of, halves, played }
    }

    #[test]
    fn a_series_is_decided_when_nobody_can_be_caught() {
        assert!(!score(3, [2, 0], 1).is_decided());
        assert!(score(3, [4, 0], 2).is_decided(), "two wins of three");
        assert!(
            !score(3, [3, 1], 2).is_decided(),
            "a win and a draw: one more decides nothing yet"
        );
        assert!(score(3, [3, 3], 3).is_decided());
        assert_eq!(score(3, [3, 3], 3).leader(), None);
        assert_eq!(score(5, [2, 8], 5).leader(), Some(PersonId(2)));
    }
}
