//! Counts what a person played in a year or season, and finds what stood out.
use engine::{game::Outcome, games::GameId, seat::Seat};
use model::{glicko::Rating, ids::PersonId};
use store::{HIDDEN, MatchRow, StoreError};

use super::{
    known::{self, BestStep, LuckInAll},
    span::RecapTime,
};
use service::{RequestError, context::RequestContext, matches};

/// The figures of a recap.
pub(super) struct RecapFigures {
    /// The most played game first.
    pub(super) games: Vec<(GameId, u32)>,
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
    pub(super) best: Option<BestStep>,
    /// The opponent of most matches, by name, and of how many.
    pub(super) opponent: Option<(String, u32)>,
    pub(super) luck: Option<LuckInAll>,
    /// The rating in all games together, before the time and at its end.
    pub(super) rating: Option<[f64; 2]>,
    /// The most wins in a row.
    pub(super) row: u32,
}

/// Returns the figures of the asker's results in a time. `openly` leaves out a step that not everybody
/// in this room may look at.
pub(super) fn figures(
    cx: &RequestContext<'_>,
    time: &RecapTime,
    results: &[&MatchRow],
    openly: bool,
) -> Result<RecapFigures, RequestError> {
    let [mut won, mut drawn, mut lost, mut now, mut row] = [0; 5];
    for result in results {
        match winner(result) {
            None => drawn += 1,
            Some(seat) if seat == own_seat(cx, result) => won += 1,
            Some(_) => lost += 1,
        }
        // A draw ends the row.
        now = if is_won(cx, result) { now + 1 } else { 0 };
        row = row.max(now);
    }
    let count = |game| results.iter().filter(|row| row.terms.game == game).count() as u32;
    let all = GameId::ALL.iter().map(|&game| (game, count(game)));
    let mut games: Vec<(GameId, u32)> = all.filter(|it| 0 < it.1).collect();
    games.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let (mut best, mut luck): (Option<BestStep>, _) = (None, None);
    for (of, analysis) in known::analyses(cx, results)? {
        let Some(result) = results.iter().find(|it| it.id == of) else { continue };
        let seat = own_seat(cx, result);
        known::add_luck(&mut luck, seat, &analysis);
        if !is_won(cx, result) || openly && !is_open(cx, result)? {
            continue;
        }
        let most = best.as_ref().map_or(0, |best| best.rise.size());
        best = known::best_step(of, result.terms.game, seat, &analysis)
            .filter(|found| most < found.rise.size())
            .or(best);
    }
    let opponent = opponent(cx, results)?;
    let rating = rating(cx, time)?;
    Ok(RecapFigures { games, won, drawn, lost, best, opponent, luck, rating, row })
}

fn winner(row: &MatchRow) -> Option<Seat> {
    let Outcome { winner, why: _ } = row.end.as_ref()?.outcome.as_ref()?;
    *winner
}

/// Tells whether the asker has won a match.
pub(super) fn is_won(cx: &RequestContext<'_>, row: &MatchRow) -> bool {
    winner(row) == Some(own_seat(cx, row))
}

fn own_seat(cx: &RequestContext<'_>, row: &MatchRow) -> Seat {
    row.seats.find(|&it| it == cx.me.id).unwrap_or(Seat::First)
}

/// Tells whether everybody in this room may look at a match, and know who played it.
fn is_open(cx: &RequestContext<'_>, row: &MatchRow) -> Result<bool, RequestError> {
    let other = *row.seats.get(own_seat(cx, row).other());
    Ok(is_named(cx, other)? && matches::find::openly(cx, row)?)
}

/// Tells whether an opponent may be named: a person who doesn't hide their results and hasn't deleted
/// their data.
fn is_named(cx: &RequestContext<'_>, who: PersonId) -> Result<bool, StoreError> {
    let person = cx.tx.person(who)?;
    Ok(person.is_person() && !person.settings.get(&HIDDEN) && !person.gone)
}

/// Returns the opponent of most matches, of several the one met first; nobody if that one isn't named.
fn opponent(
    cx: &RequestContext<'_>,
    results: &[&MatchRow],
) -> Result<Option<(String, u32)>, StoreError> {
    let mut met: Vec<(PersonId, u32)> = Vec::new();
    for row in results {
        let other = cx.tx.person(*row.seats.get(own_seat(cx, row).other()))?.id;
        match met.iter_mut().find(|it| it.0 == other) {
            Some((_, count)) => *count += 1,
            None => met.push((other, 1)),
        }
    }
    let most = met.iter().map(|it| it.1).max();
    let Some(&(who, count)) = met.iter().find(|(_, count)| Some(*count) == most) else {
        return Ok(None);
    };
    if !is_named(cx, who)? {
        return Ok(None);
    }
    Ok(Some((cx.tx.person_in(cx.room.chat, who)?.name, count)))
}

/// Returns the rating before a time and at its end, if it changed in it.
fn rating(cx: &RequestContext<'_>, time: &RecapTime) -> Result<Option<[f64; 2]>, StoreError> {
    let (from, to) = time.span;
    let points = cx.tx.curve(cx.me.id, None)?;
    let before = points.iter().rfind(|point| point.at < from);
    let before = before.map_or_else(|| Rating::unknown().rating, |point| point.rating);
    let last = points.iter().rfind(|point| (from..to).contains(&point.at));
    Ok(last.map(|last| [before, last.rating]))
}
