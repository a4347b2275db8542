//! Profiles: ratings and their curve, streaks, latest results.
use charts::{Chart, Curve, Estimate, Profile, Row};
use command::verbs;
use engine::{game::Outcome, games::GameId, seat::Seat};
use jiff::Timestamp;
use model::{
    glicko::{Rating, aged},
    ids::PersonId,
    reply::{Privacy, Sheet},
    text::Text,
    time::DAY,
};
use store::{CurvePoint, HIDDEN, MatchRow, Person, RatingCorrection, THEME};

use super::words::{self, EndedFor};
use crate::{
    RequestError, RoomPresence, authority,
    context::{RequestContext, seam},
    matches, ratings, reliability, timing,
};

/// How many results a profile lists.
const RECENT: u32 = 5;
/// For how long a change without a match is shown, in seconds.
const SHIFTS_SHOWN: i64 = 30 * DAY;
/// How many matches make a curve.
const CURVED: usize = 2;

pub fn profile(cx: &mut RequestContext<'_>, said: &verbs::Profile) -> Result<(), RequestError> {
    let who = matches::find::who(cx, said.who.as_ref())?.unwrap_or_else(|| cx.me.clone());
    let own = who.id == cx.me.id;
    if who.settings.get(&HIDDEN) && !own {
        return Err(words::hides_results(&who.name).into());
    }
    let mut lines = vec![Text::strong(who.name.as_str())];
    if who.settings.get(&HIDDEN) {
        lines.push(words::only_you_see_this());
    }
    let of = said.game;
    let games = GameId::ALL.iter().map(|&it| Some(it)).chain([None]);
    let (mut rows, mut luck) = (Vec::new(), None);
    for game in games.filter(|game| of.is_none() || *game == of) {
        if let Some(rating) = cx.tx.rating(who.id, game)? {
            let rating = aged(rating, cx.now);
            let play = cx.tx.play_of(who.id, game)?;
            let skill = ratings::skill::skill(&play);
            lines.push(Text::Plain(words::rating_in(game, &rating, skill)));
            luck = skill.map(|_| words::luck_in_matches(&who.name, &play)).or(luck);
            let Rating { won, lost, drawn, streak, .. } = rating;
            let (place, name) = (None, words::game_or_all(game).to_owned());
            let rating = estimate(&rating);
            rows.push(Row { place, name, rating, won, lost, drawn, streak, skill });
        }
    }
    if rows.is_empty() {
        lines.push(Text::plain(words::no_rated_match()));
    }
    if let Some(luck) = luck {
        lines.push(Text::Plain(luck));
        lines.push(Text::small(words::about_skill()));
    }
    if own {
        let since = cx.now - SHIFTS_SHOWN;
        for RatingCorrection { game, at, before, after } in cx.tx.shifts(who.id, since)? {
            let (before, after) = (before.round(), after.round());
            lines.push(Text::Plain(words::shifted(game, before, after, &day(at))));
        }
    }
    if let Some(until) = timing::away_until(cx, &who)? {
        lines.push(Text::Plain(words::rests_for(until - cx.now)));
    }
    lines.extend(reliability::reliability(cx, &who)?);
    lines.extend(seam::of_profile(cx, &who)?);
    let mut finished = cx.tx.finished_of(who.id, of, RECENT)?;
    // What everyone reads names no private match, not even the asker's.
    let alone = cx.request().is_some_and(|request| request.company == RoomPresence::Alone);
    let to_all = !alone && !who.settings.get(&HIDDEN);
    finished.retain(|row| matches::find::may_see(cx, row) && !(to_all && row.terms.private));
    if !finished.is_empty() {
        lines.push(Text::plain(words::last_matches()));
        let items: Result<Vec<Text>, RequestError> = finished
            .iter()
            .map(|row| result_line(cx, row, who.id, !who.settings.get(&HIDDEN)).map(Text::Plain))
            .collect();
        lines.push(Text::List(items?));
    }
    let text = Text::Lines(lines);
    let reply = if who.settings.get(&HIDDEN) {
        cx.answer(text).private(Privacy::Personal)
    } else {
        authority::decide::shown_here(cx, text)?
    };
    if rows.is_empty() {
        cx.say(reply);
        return Ok(());
    }
    let curve = curve_of(cx, &who, of)?;
    let profile = Profile { name: who.name.clone(), games: rows, notes: Vec::new(), curve };
    let sheet = Sheet::new(Chart::Profile(profile), "profile", &cx.me.settings.get(&THEME));
    cx.say(reply.sheet(sheet));
    Ok(())
}

/// Returns a person's rating curve, if there are enough matches.
fn curve_of(
    cx: &RequestContext<'_>,
    who: &Person,
    game: Option<GameId>,
) -> Result<Option<Curve>, RequestError> {
    let points = cx.tx.curve(who.id, game)?;
    let ([first, .., last], true) = (&points[..], CURVED <= points.len()) else {
        return Ok(None);
    };
    let title = words::curve_of(&who.name, game);
    let (from, to) = (day(first.at), day(last.at));
    let points = points.iter().map(of_point).collect();
    Ok(Some(Curve { title, points, from, to }))
}

/// Rounds a rating for a chart.
pub fn estimate(rating: &Rating) -> Estimate {
    Estimate { rating: rating.rating.round() as i32, give: rating.give().round() as i32 }
}

/// Says how a match ended for one side. In public it names no opponent who hides results, and
/// no number by which the match could be found.
pub fn result_line(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    of: PersonId,
    openly: bool,
) -> Result<String, RequestError> {
    let seat = row.seats.find(|&it| it == of).unwrap_or(Seat::First);
    let other = cx.tx.person(*row.seats.get(seat.other()))?;
    let outcome = row.end.as_ref().and_then(|it| it.outcome.as_ref());
    let annulled = row.end.as_ref().is_some_and(|it| it.annulled_at.is_some());
    let game = row.terms.game;
    let (ended, why) = match outcome {
        None => (EndedFor::CalledOff, None),
        Some(_) if annulled => (EndedFor::Annulled, None),
        Some(Outcome { winner: None, why }) => (EndedFor::Drawn, Some(why)),
        Some(Outcome { winner: Some(winner), why }) if *winner == seat => {
            (EndedFor::Won, Some(why))
        }
        Some(Outcome { winner: Some(_), why }) => (EndedFor::Lost, Some(why)),
    };
    let why = why.map(|why| game.why(why)).transpose().map_err(RequestError::Broken)?;
    let named = !(openly && other.settings.get(&HIDDEN));
    let against = named.then_some((row.id, other.name.as_str()));
    Ok(words::result(game, against, ended, why.as_deref()))
}

fn of_point(point: &CurvePoint) -> Estimate {
    let CurvePoint { at, rating, deviation } = *point;
    estimate(&Rating { rating, deviation, last_at: at, ..Rating::unknown() })
}

/// Writes a day in UTC, `21 Nov 2026`; empty if it is out of range.
fn day(at: i64) -> String {
    Timestamp::from_second(at)
        .map_or(String::new(), |moment| moment.strftime("%-d %b %Y").to_string())
}
