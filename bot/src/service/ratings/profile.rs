//! Profiles: ratings and their curve, streaks, latest results, head-to-head scores.
use engine::{
    game::Outcome,
    games::GameId,
    refusal::{Code, Refusal},
    scene::{Chart, Curve, Estimate, Profile, Row},
    seat::Seat,
};
use jiff::Timestamp;

use crate::service::{Fault, RequestContext, ratings::leaders::estimate};
use crate::{
    command::verbs,
    glicko::{aged, shown, tally},
    reply::{Privacy, Reply, Sheet},
    store::{CalledOff, CurvePoint, MatchRow, Person, PersonId, Rating, Shift},
    text::Text,
    time::{DAY, duration},
};

/// How many results a profile lists.
const RECENT: u32 = 5;
/// For how long a change without a match is shown, in seconds.
const SHIFTS_SHOWN: i64 = 30 * DAY;
/// How many matches make a curve.
const CURVED: usize = 2;

impl RequestContext<'_> {
    pub(in crate::service) fn profile(&mut self, said: &verbs::Profile) -> Result<(), Fault> {
        let who = self.who(said.who.as_ref())?.unwrap_or_else(|| self.me.clone());
        let own = who.id == self.me.id;
        if who.settings.hidden && !own {
            let says = format!("{} keeps ratings and results hidden.", who.name);
            return Err(Refusal::new(Code::NotYours, says).instead(["profile"]).into());
        }
        let mut lines = vec![Text::strong(who.name.as_str())];
        if who.settings.hidden {
            lines.push(Text::sentence("Only you see this: `settings hidden` is on."));
        }
        let of = said.game;
        let games = GameId::ALL.iter().map(|&it| Some(it)).chain([None]);
        let mut rows = Vec::new();
        for game in games.filter(|it| of.is_none() || *it == of) {
            if let Some(rating) = self.tx.rating(who.id, game)? {
                let (title, rating) = (title(game), aged(rating, self.now));
                lines.push(Text::plain(format!("{title}: {}, {}", shown(&rating), tally(&rating))));
                let Rating { won, lost, drawn, streak, .. } = rating;
                let (place, name) = (None, title.to_owned());
                let rating = estimate(&rating);
                rows.push(Row { place, name, rating, won, lost, drawn, streak });
            }
        }
        if rows.is_empty() {
            lines.push(Text::plain("No rated match yet."));
        }
        if own {
            let since = self.now - SHIFTS_SHOWN;
            for Shift { game, at, before, after } in self.tx.shifts(who.id, since)? {
                let (before, after) = (before.round(), after.round());
                lines.push(Text::plain(format!(
                    "{}: changed from {before} to {after} on {}, because a player linked or \
                     unlinked two accounts.",
                    title(game),
                    day(at)
                )));
            }
        }
        if let Some(until) = self.away_until(&who)? {
            let left = duration(until - self.now);
            lines.push(Text::plain(format!("On vacation for another {left}.")));
        }
        lines.extend(self.called_off_line(&who)?.map(Text::Plain));
        let mut finished = self.tx.finished_of(who.id, of, RECENT)?;
        finished.retain(|it| self.may_see(it));
        if !finished.is_empty() {
            lines.push(Text::plain("Last matches:"));
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
            Reply::room(text)
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

    pub(in crate::service) fn versus(&mut self, said: &verbs::Versus) -> Result<(), Fault> {
        let Some(other) = self.who(said.who.as_ref())? else {
            return Err(Refusal::unreadable("Say who you played against.")
                .instead(["versus @bob"])
                .into());
        };
        if other.id == self.me.id {
            let says = "Name someone else; your own results are in `profile`.";
            return Err(Refusal::illegal(says).instead(["profile"]).into());
        }
        let matches = self.tx.finished_between(self.me.id, other.id)?;
        let mut lines = vec![Text::strong(format!("{} against {}", self.me.name, other.name))];
        if matches.is_empty() {
            lines.push(Text::plain("You haven't finished a match yet."));
        } else {
            let unrated = matches.iter().filter(|it| !it.terms.rated).count();
            let unrated = match unrated {
                0 => String::new(),
                1 => " One of them was unrated.".to_owned(),
                all if all == matches.len() => " None of them was rated.".to_owned(),
                some => format!(" {some} of them were unrated."),
            };
            lines.push(Text::plain(format!("{}.{unrated}", score(&matches, self.me.id))));
            let games: Vec<GameId> = GameId::ALL
                .iter()
                .copied()
                .filter(|game| matches.iter().any(|it| it.terms.game == *game))
                .collect();
            if 1 < games.len() {
                let each = games.into_iter().map(|game| {
                    let of: Vec<MatchRow> =
                        matches.iter().filter(|it| it.terms.game == game).cloned().collect();
                    Text::plain(format!("{game}: {}", score(&of, self.me.id)))
                });
                lines.push(Text::List(each.collect()));
            }
            lines.extend(row_of_wins(&matches).map(|(who, count)| {
                let name = if who == self.me.id { &self.me.name } else { &other.name };
                Text::plain(format!("{name} has won the last {count}."))
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
            Reply::room(text)
        });
        Ok(())
    }

    /// Says how many of a person's matches they called off, if any.
    pub(in crate::service) fn called_off_line(
        &self,
        who: &Person,
    ) -> Result<Option<String>, Fault> {
        let CalledOff { times, of } = self.tx.called_off(who.id)?;
        let percent = (200 * u64::from(times) + u64::from(of)) / (2 * u64::from(of)).max(1);
        let says = format!("{} has called off {times} of {of} matches ({percent} %).", who.name);
        Ok((0 < times).then_some(says))
    }

    /// Returns a person's rating curve, if there are enough matches.
    fn curve_of(&self, who: &Person, game: Option<GameId>) -> Result<Option<Curve>, Fault> {
        let points = self.tx.curve(who.id, game)?;
        let ([first, .., last], true) = (&points[..], CURVED <= points.len()) else {
            return Ok(None);
        };
        let title =
            format!("{}, {}, match by match", who.name, game.map_or("all games", GameId::title));
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
        let (result, why) = match outcome {
            None => ("called off", None),
            Some(_) if annulled => ("annulled", None),
            Some(Outcome { winner: None, why }) => ("drawn", Some(why)),
            Some(Outcome { winner: Some(it), why }) if *it == seat => ("won", Some(why)),
            Some(Outcome { winner: Some(_), why }) => ("lost", Some(why)),
        };
        let why = why.map(|it| game.why(it)).transpose().map_err(Fault::Broken)?;
        let why = why.map_or(String::new(), |it| format!(" ({it})"));
        Ok(match openly && other.settings.hidden {
            true => format!("{game} against a player with hidden results: {result}{why}"),
            false => format!("#{} {game} against {}: {result}{why}", row.id, other.name),
        })
    }
}

fn title(game: Option<GameId>) -> &'static str {
    game.map_or("All games", GameId::title)
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
    format!("{won} won, {} lost, {drawn} drawn", matches.len() - won - drawn)
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
