//! Profiles: ratings and their curve, streaks, latest results, head-to-head scores.
use engine::{
    game::Outcome,
    games::GameId,
    scene::{Chart, Curve, Estimate, Profile, Row},
    seat::Seat,
};
use jiff::Timestamp;

use super::words::{self, EndedFor};
use crate::{Fault, RequestContext, ratings::leaders::estimate};
use command::verbs;
use model::{
    glicko::{Rating, aged},
    ids::PersonId,
    reply::{Privacy, Sheet},
    text::Text,
    time::DAY,
};
use store::{CurvePoint, MatchRow, Person, Shift};

/// How many results a profile lists.
const RECENT: u32 = 5;
/// For how long a change without a match is shown, in seconds.
const SHIFTS_SHOWN: i64 = 30 * DAY;
/// How many matches make a curve.
const CURVED: usize = 2;

impl RequestContext<'_> {
    pub(crate) fn profile(&mut self, said: &verbs::Profile) -> Result<(), Fault> {
        let who = self.who(said.who.as_ref())?.unwrap_or_else(|| self.me.clone());
        let own = who.id == self.me.id;
        if who.settings.hidden && !own {
            return Err(words::hides_results(&who.name).into());
        }
        let mut lines = vec![Text::strong(who.name.as_str())];
        if who.settings.hidden {
            lines.push(words::only_you_see_this());
        }
        let of = said.game;
        let games = GameId::ALL.iter().map(|&it| Some(it)).chain([None]);
        let mut rows = Vec::new();
        for game in games.filter(|it| of.is_none() || *it == of) {
            if let Some(rating) = self.tx.rating(who.id, game)? {
                let rating = aged(rating, self.now);
                lines.push(Text::Plain(words::rating_in(game, &rating)));
                let Rating { won, lost, drawn, streak, .. } = rating;
                let (place, name) = (None, words::game_or_all(game).to_owned());
                let rating = estimate(&rating);
                rows.push(Row { place, name, rating, won, lost, drawn, streak });
            }
        }
        if rows.is_empty() {
            lines.push(Text::plain(words::no_rated_match()));
        }
        if own {
            let since = self.now - SHIFTS_SHOWN;
            for Shift { game, at, before, after } in self.tx.shifts(who.id, since)? {
                let (before, after) = (before.round(), after.round());
                lines.push(Text::Plain(words::shifted(game, before, after, &day(at))));
            }
        }
        if let Some(until) = self.away_until(&who)? {
            lines.push(Text::Plain(words::on_vacation_for(until - self.now)));
        }
        lines.extend(self.reliability(&who)?);
        let mut finished = self.tx.finished_of(who.id, of, RECENT)?;
        finished.retain(|it| self.may_see(it));
        if !finished.is_empty() {
            lines.push(Text::plain(words::last_matches()));
            let items: Result<Vec<Text>, Fault> = finished
                .iter()
                .map(|it| self.result_line(it, who.id, !who.settings.hidden).map(Text::Plain))
                .collect();
            lines.push(Text::List(items?));
        }
        let text = Text::Lines(lines);
        let reply = if who.settings.hidden {
            self.answer(text).private(Privacy::Personal)
        } else {
            self.shown_here(text)?
        };
        if rows.is_empty() {
            self.say(reply);
            return Ok(());
        }
        let curve = self.curve_of(&who, of)?;
        let profile = Profile { name: who.name.clone(), games: rows, notes: Vec::new(), curve };
        let sheet = Sheet::new(Chart::Profile(profile), "profile", &self.me.settings.theme);
        self.say(reply.sheet(sheet));
        Ok(())
    }

    pub(crate) fn versus(&mut self, said: &verbs::Versus) -> Result<(), Fault> {
        let Some(other) = self.who(said.who.as_ref())? else {
            return Err(words::say_against_whom().into());
        };
        if other.id == self.me.id {
            return Err(words::not_against_yourself().into());
        }
        let matches = self.tx.finished_between(self.me.id, other.id)?;
        let mut lines = vec![words::one_against(&self.me.name, &other.name)];
        if matches.is_empty() {
            lines.push(Text::plain(words::none_between()));
        } else {
            let unrated = matches.iter().filter(|it| !it.terms.rated).count();
            let scored = score(&matches, self.me.id);
            lines.push(Text::Plain(words::score_of(&scored, unrated, matches.len())));
            let games: Vec<GameId> = GameId::ALL
                .iter()
                .copied()
                .filter(|game| matches.iter().any(|it| it.terms.game == *game))
                .collect();
            if 1 < games.len() {
                let each = games.into_iter().map(|game| {
                    let of: Vec<MatchRow> =
                        matches.iter().filter(|it| it.terms.game == game).cloned().collect();
                    Text::Plain(words::score_in(game, &score(&of, self.me.id)))
                });
                lines.push(Text::List(each.collect()));
            }
            lines.extend(row_of_wins(&matches).map(|(who, count)| {
                let name = if who == self.me.id { &self.me.name } else { &other.name };
                Text::Plain(words::won_the_last(name, count))
            }));
            let recent = matches.iter().take(RECENT as usize);
            let items: Result<Vec<Text>, Fault> =
                recent.map(|it| self.result_line(it, self.me.id, false).map(Text::Plain)).collect();
            lines.push(Text::List(items?));
        }
        // The two know their results; others in the room needn't.
        let hidden = self.me.settings.hidden || other.settings.hidden;
        let text = Text::Lines(lines);
        self.say(if hidden {
            self.answer(text).private(Privacy::Personal)
        } else {
            self.shown_here(text)?
        });
        Ok(())
    }

    /// Returns a person's rating curve, if there are enough matches.
    fn curve_of(&self, who: &Person, game: Option<GameId>) -> Result<Option<Curve>, Fault> {
        let points = self.tx.curve(who.id, game)?;
        let ([first, .., last], true) = (&points[..], CURVED <= points.len()) else {
            return Ok(None);
        };
        let title = words::curve_of(&who.name, game);
        let (from, to) = (day(first.at), day(last.at));
        let points = points.iter().map(of_point).collect();
        Ok(Some(Curve { title, points, from, to }))
    }

    /// Says how a match ended for one side. In public it names no opponent who hides results, and
    /// no number by which the match could be found.
    fn result_line(&self, row: &MatchRow, of: PersonId, openly: bool) -> Result<String, Fault> {
        let seat = row.seats.find(|&it| it == of).unwrap_or(Seat::First);
        let other = self.tx.person(*row.seats.get(seat.other()))?;
        let outcome = row.end.as_ref().and_then(|it| it.outcome.as_ref());
        let annulled = row.end.as_ref().is_some_and(|it| it.annulled_at.is_some());
        let game = row.terms.game;
        let (ended, why) = match outcome {
            None => (EndedFor::CalledOff, None),
            Some(_) if annulled => (EndedFor::Annulled, None),
            Some(Outcome { winner: None, why }) => (EndedFor::Drawn, Some(why)),
            Some(Outcome { winner: Some(it), why }) if *it == seat => (EndedFor::Won, Some(why)),
            Some(Outcome { winner: Some(_), why }) => (EndedFor::Lost, Some(why)),
        };
        let why = why.map(|it| game.why(it)).transpose().map_err(Fault::Broken)?;
        let named = !(openly && other.settings.hidden);
        let against = named.then_some((row.id, other.name.as_str()));
        Ok(words::result(game, against, ended, why.as_deref()))
    }
}

fn of_point(point: &CurvePoint) -> Estimate {
    let CurvePoint { at, rating, deviation } = *point;
    estimate(&Rating { rating, deviation, last_at: at, ..Rating::unknown() })
}

/// Writes a day in UTC, `21 Nov 2026`; empty if it is out of range.
fn day(at: i64) -> String {
    Timestamp::from_second(at).map_or(String::new(), |it| it.strftime("%-d %b %Y").to_string())
}

/// Counts results for one side.
fn score(matches: &[MatchRow], of: PersonId) -> String {
    let won = matches.iter().filter(|it| winner(it) == Some(of)).count();
    let drawn = matches.iter().filter(|it| winner(it).is_none()).count();
    words::score(won, matches.len() - won - drawn, drawn)
}

/// Returns who has won the last matches in a row, newest first, and how many, if more than one.
fn row_of_wins(matches: &[MatchRow]) -> Option<(PersonId, usize)> {
    let who = winner(matches.first()?)?;
    let count = matches.iter().take_while(|it| winner(it) == Some(who)).count();
    (1 < count).then_some((who, count))
}

fn winner(row: &MatchRow) -> Option<PersonId> {
    let outcome = row.end.as_ref()?.outcome.as_ref()?;
    outcome.winner.map(|seat| *row.seats.get(seat))
}
