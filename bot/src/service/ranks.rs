//! Ratings (Glicko-2), leaderboards, profiles, head to head.
use std::fmt;

use engine::{game::Outcome, games::GameId, refusal::Refusal, seat::Seat};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, expected_score, glicko2},
};

use super::{Asking, Fault, find::Sitting};
use crate::{
    command::Args,
    reply::Reply,
    store::{MatchRow, Person, PersonId, Rating, Scope, Standing},
    text::Text,
    time::{DAY, duration},
};

/// Above this deviation a rating is provisional.
pub(super) const PROVISIONAL: f64 = 110.0;
/// Days without a rated match after which somebody is listed as away.
pub(super) const AWAY_DAYS: i64 = 60;
/// Days in one rating period: for each one without a match the deviation grows.
pub(super) const PERIOD_DAYS: i64 = 30;

/// How many lines of each part of a leaderboard are shown.
const SHOWN: usize = 10;
/// How many results a profile shows.
const RECENT: u32 = 5;
/// What a match did to a rating.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    name: String,
    before: f64,
    after: Rating,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { name, before, after } = self;
        let change = after.rating.round() - before.round();
        write!(f, "{name}: {} ({change:+})", shown(after))
    }
}

impl Asking<'_> {
    /// Rates a match that has just ended, for its game and for all games together.
    pub(super) fn rate(&mut self, sitting: &Sitting) -> Result<Vec<Change>, Fault> {
        let outcome = sitting.row.end.as_ref().and_then(|it| it.outcome.as_ref());
        let (Some(outcome), true) = (outcome, sitting.row.terms.rated) else {
            return Ok(Vec::new());
        };
        let people = [&sitting.people.first, &sitting.people.second];
        let mut changes = Vec::new();
        for game in [Some(sitting.game()), None] {
            let before = [self.rating(people[0].id, game)?, self.rating(people[1].id, game)?];
            let after = rate(before, outcome, self.now);
            for seat in Seat::BOTH {
                let n = seat.index();
                self.tx.put_rating(people[n].id, game, &after[n])?;
                if game.is_some() {
                    let name = people[n].name.clone();
                    changes.push(Change { name, before: before[n].rating, after: after[n] });
                }
            }
        }
        Ok(changes)
    }

    /// Says what a rated match against somebody would be for.
    pub(super) fn stakes(&self, game: GameId, other: &Person) -> Result<Option<String>, Fault> {
        let mine = self.rating(self.me.id, Some(game))?;
        let theirs = self.rating(other.id, Some(game))?;
        if mine.played() + theirs.played() == 0 {
            return Ok(None);
        }
        let (chance, _) = expected_score(&glicko(&mine), &glicko(&theirs));
        Ok(Some(format!(
            "{}: {}. {}: {}. Expected: {} scores {:.0} of 100.",
            self.me.name,
            shown(&mine),
            other.name,
            shown(&theirs),
            self.me.name,
            chance * 100.0
        )))
    }

    pub(super) fn leaderboard(&mut self, args: &Args) -> Result<(), Fault> {
        let game = args.game("game");
        let (scope, place) = match args.get("scope").unwrap_or("here") {
            "everywhere" => (Scope::Everywhere, "everywhere"),
            "server" if !self.room.server.is_empty() => {
                (Scope::Server(self.room.chat, self.room.server.clone()), "on this server")
            }
            _ => (Scope::Room(self.room.id), "here"),
        };
        let standings = self.tx.standings(game, &scope)?;
        let of = game.map_or("all games", GameId::title);
        let mut lines = vec![Text::strong(format!("Leaderboard of {of}, {place}"))];
        if standings.is_empty() {
            lines.push(Text::plain("No rated match has ended yet."));
        }
        lines.extend(self.board_of(standings));
        self.say(Reply::room(Text::Lines(lines)));
        Ok(())
    }

    pub(super) fn profile(&mut self, args: &Args) -> Result<(), Fault> {
        let who = self.who(args)?.unwrap_or_else(|| self.me.clone());
        let mut lines = vec![Text::strong(who.name.as_str())];
        let all = self.tx.rating(who.id, None)?;
        if all.is_none() {
            lines.push(Text::plain("No rated match yet."));
        }
        let games = GameId::ALL.iter().map(|&it| (it.title(), Some(it)));
        for (title, game) in games.chain([("All games", None)]) {
            if let Some(rating) = self.tx.rating(who.id, game)? {
                let rating = aged(rating, self.now);
                lines.push(Text::plain(format!("{title}: {}, {}", shown(&rating), tally(&rating))));
            }
        }
        if let Some(until) = self.away_until(&who)? {
            let left = duration(until - self.now);
            lines.push(Text::plain(format!("On vacation for another {left}.")));
        }
        let finished = self.tx.finished_of(who.id, RECENT)?;
        if !finished.is_empty() {
            lines.push(Text::plain("Last matches:"));
            let items: Result<Vec<Text>, Fault> =
                finished.iter().map(|it| self.result_line(it, who.id).map(Text::Plain)).collect();
            lines.push(Text::List(items?));
        }
        self.say(Reply::room(Text::Lines(lines)));
        Ok(())
    }

    pub(super) fn versus(&mut self, args: &Args) -> Result<(), Fault> {
        let Some(other) = self.who(args)? else {
            return Err(Refusal::unreadable("Say against whom.").instead(["versus @bob"]).into());
        };
        if other.id == self.me.id {
            let says = "Name somebody else; your own results are in `profile`.";
            return Err(Refusal::illegal(says).instead(["profile"]).into());
        }
        let matches = self.tx.finished_between(self.me.id, other.id)?;
        let won = |who: PersonId| matches.iter().filter(|it| winner(it) == Some(who)).count();
        let (mine, theirs) = (won(self.me.id), won(other.id));
        let mut lines = vec![Text::strong(format!("{} against {}", self.me.name, other.name))];
        if matches.is_empty() {
            lines.push(Text::plain("You have not finished a match yet."));
        } else {
            lines.push(Text::plain(format!(
                "{mine} won, {theirs} lost, {} drawn.",
                matches.len() - mine - theirs
            )));
            let recent = matches.iter().take(RECENT as usize);
            let items: Result<Vec<Text>, Fault> =
                recent.map(|it| self.result_line(it, self.me.id).map(Text::Plain)).collect();
            lines.push(Text::List(items?));
        }
        self.say(Reply::room(Text::Lines(lines)));
        Ok(())
    }

    /// Returns how well somebody plays, as of now.
    fn rating(&self, person: PersonId, game: Option<GameId>) -> Result<Rating, Fault> {
        let rating = self.tx.rating(person, game)?.unwrap_or_else(Rating::unknown);
        Ok(aged(rating, self.now))
    }

    /// Writes standings in three parts: ranked, provisional, away.
    fn board_of(&self, standings: Vec<Standing>) -> Vec<Text> {
        let aged =
            standings.into_iter().map(|it| Standing { rating: aged(it.rating, self.now), ..it });
        let (away, here): (Vec<Standing>, Vec<Standing>) =
            aged.partition(|it| AWAY_DAYS * DAY < self.now - it.rating.last_at);
        let (provisional, ranked): (Vec<Standing>, Vec<Standing>) =
            here.into_iter().partition(|it| PROVISIONAL < it.rating.deviation);
        let mut lines = Vec::new();
        for (n, it) in ranked.iter().take(SHOWN).enumerate() {
            lines.push(Text::plain(format!("{}. {}", n + 1, standing(it))));
        }
        for (title, list) in
            [("Provisional, too few results yet:", provisional), ("Away for long:", away)]
        {
            if !list.is_empty() {
                lines.push(Text::plain(title));
                lines.push(Text::List(
                    list.iter().take(SHOWN).map(|it| Text::plain(standing(it))).collect(),
                ));
            }
        }
        lines
    }

    fn result_line(&self, row: &MatchRow, of: PersonId) -> Result<String, Fault> {
        let seat = row.seats.find(|&it| it == of).unwrap_or(Seat::First);
        let other = self.tx.person(*row.seats.get(seat.other()))?;
        let outcome = row.end.as_ref().and_then(|it| it.outcome.as_ref());
        let (result, why) = match outcome {
            None => ("called off", String::new()),
            Some(Outcome { winner: None, why }) => ("drawn", format!(" ({why})")),
            Some(Outcome { winner: Some(it), why }) if *it == seat => ("won", format!(" ({why})")),
            Some(Outcome { winner: Some(_), why }) => ("lost", format!(" ({why})")),
        };
        Ok(format!("#{} {} against {}: {result}{why}", row.id, row.terms.game, other.name))
    }
}

impl Rating {
    /// Returns the rating of somebody nothing is known of.
    pub(super) fn unknown() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, won: 0, lost: 0, drawn: 0, streak: 0, last_at: 0 }
    }

    fn played(&self) -> u32 {
        self.won + self.lost + self.drawn
    }
}

/// Rates one match of two people, the first seat's before the second's.
fn rate(before: [Rating; 2], outcome: &Outcome, now: i64) -> [Rating; 2] {
    let result = match outcome.winner {
        Some(Seat::First) => Outcomes::WIN,
        Some(Seat::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (first, second) =
        glicko2(&glicko(&before[0]), &glicko(&before[1]), &result, &Glicko2Config::new());
    let rated = [first, second];
    Seat::BOTH.map(|seat| {
        let Rating { won, lost, drawn, streak, .. } = before[seat.index()];
        let Glicko2Rating { rating, deviation, volatility } = rated[seat.index()];
        let (won, lost, drawn, streak) = match outcome.winner {
            None => (won, lost, drawn + 1, 0),
            Some(it) if it == seat => (won + 1, lost, drawn, streak.max(0) + 1),
            Some(_) => (won, lost + 1, drawn, streak.min(0) - 1),
        };
        Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at: now }
    })
}

/// Lets the deviation grow for every whole rating period without a match.
fn aged(rating: Rating, now: i64) -> Rating {
    if rating.played() == 0 {
        return rating;
    }
    let periods = ((now - rating.last_at) / (PERIOD_DAYS * DAY)).clamp(0, 240);
    let mut aged = glicko(&rating);
    for _ in 0..periods {
        aged = decay_deviation(&aged);
    }
    Rating { deviation: aged.deviation.min(Rating::unknown().deviation), ..rating }
}

fn glicko(rating: &Rating) -> Glicko2Rating {
    let Rating { rating, deviation, volatility, .. } = *rating;
    Glicko2Rating { rating, deviation, volatility }
}

/// Writes a rating with its uncertainty: `1662 ± 290`, which holds in 19 of 20 cases.
fn shown(rating: &Rating) -> String {
    let unsure = if PROVISIONAL < rating.deviation { ", provisional" } else { "" };
    format!("{:.0} ± {:.0}{unsure}", rating.rating, 1.96 * rating.deviation)
}

fn tally(rating: &Rating) -> String {
    let Rating { won, lost, drawn, streak, .. } = rating;
    let streak = match streak {
        2.. => format!(", {streak} wins in a row"),
        ..=-2 => format!(", {} losses in a row", -streak),
        _ => String::new(),
    };
    format!("{won} won, {lost} lost, {drawn} drawn{streak}")
}

fn standing(it: &Standing) -> String {
    format!(
        "{} {:.0} ± {:.0} ({})",
        it.name,
        it.rating.rating,
        1.96 * it.rating.deviation,
        tally(&it.rating)
    )
}

fn winner(row: &MatchRow) -> Option<PersonId> {
    let outcome = row.end.as_ref()?.outcome.as_ref()?;
    outcome.winner.map(|seat| *row.seats.get(seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(winner: Option<Seat>) -> Outcome {
        Outcome { winner, why: String::new() }
    }

    #[test]
    fn a_win_moves_both_alike_and_counts() {
        let [first, second] = rate([Rating::unknown(); 2], &outcome(Some(Seat::First)), 7);
        // Glicko-2 for two newcomers: 1500 and 350 become 1662.3 and 290.3.
        assert!((first.rating - 1662.3).abs() < 0.1 && (first.deviation - 290.3).abs() < 0.1);
        assert!((first.rating + second.rating - 3000.0).abs() < 1e-6);
        assert_eq!((first.won, first.lost, first.streak, first.last_at), (1, 0, 1, 7));
        assert_eq!((second.won, second.lost, second.streak), (0, 1, -1));
    }

    #[test]
    fn streaks_break() {
        let lucky = Rating { streak: 4, won: 4, ..Rating::unknown() };
        let [first, second] = rate([lucky, lucky], &outcome(None), 0);
        assert_eq!((first.streak, second.drawn), (0, 1));
        let [first, second] = rate([lucky, lucky], &outcome(Some(Seat::Second)), 0);
        assert_eq!((first.streak, second.streak), (-1, 5));
    }

    #[test]
    fn absence_makes_unsure_but_no_worse() {
        let known = Rating { deviation: 60.0, won: 30, last_at: 0, ..Rating::unknown() };
        let later = aged(known, 12 * PERIOD_DAYS * DAY);
        assert_eq!(later.rating, known.rating);
        assert!(known.deviation < later.deviation && later.deviation <= 350.0);
        assert_eq!(aged(known, PERIOD_DAYS * DAY - 1), known);
        assert!(aged(known, i64::MAX / 2).deviation <= 350.0);
    }

    #[test]
    fn ratings_are_shown_with_their_uncertainty() {
        let rating =
            Rating { rating: 1612.4, deviation: 50.0, won: 3, streak: 3, ..Rating::unknown() };
        assert_eq!(shown(&rating), "1612 ± 98");
        assert_eq!(tally(&rating), "3 won, 0 lost, 0 drawn, 3 wins in a row");
        assert!(shown(&Rating::unknown()).ends_with("provisional"));
    }
}
