//! Begins a series, continues it, and ends it.
use engine::{match_rules::Ending, seat::Seat};
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
    text::Text,
};
use service::{
    OfferPlace, RequestError, authority,
    context::{RequestContext, loaded::LoadedMatch},
    lobby::{
        open_match::InCompetition,
        unasked::{UnaskedMatch, begin_unasked},
    },
    telling,
};
use store::{Challenge, Competition, SideWish};

use crate::{
    commands::{BEST, SERIES},
    score::{self, SeriesRules, SeriesScore},
    words,
};

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

/// Returns for how many matches at most the asker's challenge is, to a person or to the bot.
pub(crate) fn wanted(cx: &RequestContext<'_>, to_bot: bool) -> Result<u32, RequestError> {
    let said = cx.said.as_ref().and_then(|said| said.added::<Option<u32>>(&BEST));
    match said.unwrap_or(1) {
        2.. if to_bot => {
            let alone = cx.memory.features.offers(OfferPlace::Alone(None));
            Err(words::series_is_for_people(alone).into())
        }
        best_of if !to_bot && best_of.is_multiple_of(2) => Err(words::series_is_odd().into()),
        best_of => Ok(best_of),
    }
}

/// Returns for how many matches at most a rematch is after one of a series; nothing if it was of none.
pub(crate) fn again(
    cx: &RequestContext<'_>,
    series: &Competition,
    of: MatchId,
) -> Result<Option<u32>, RequestError> {
    let Some(SeriesRules { best_of }) = series.rules()? else { return Ok(None) };
    if series.ended_at.is_none() {
        let next = cx.tx.matches_for(series.id)?.into_iter().find(|row| row.end.is_none());
        return Err(words::series_goes_on_by_itself(of, next.map(|row| row.id)).into());
    }
    Ok(Some(best_of))
}

/// Begins the series of a challenge with its first match.
pub(crate) fn begin_series(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    of: MatchId,
) -> Result<(), RequestError> {
    if challenge.best_of <= 1 {
        return Ok(());
    }
    let rules = SeriesRules { best_of: challenge.best_of };
    let id = cx.tx.add_competition(challenge.room, &rules, cx.now)?;
    Ok(cx.tx.play_for(of, id, 1)?)
}

/// Continues the series of a match that has just ended: announces the score, and begins the
/// next match or ends the series.
pub(crate) fn go_on_in_series(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    series: &Competition,
    round: u32,
) -> Result<(), RequestError> {
    let Some(score) = score::score_of(cx, series)? else { return Ok(()) };
    let follows = follows(cx, loaded, &score)?;
    let named = score::named(cx, &score)?;
    match follows {
        Follows::Next => play_next(cx, loaded, series, round + 1, false),
        Follows::Again => play_next(cx, loaded, series, round, true),
        Follows::Over(winner) => {
            cx.tx.end_competition(series.id, winner, cx.now)?;
            let winner = winner.map(|it| player_name(cx, loaded, it)).transpose()?;
            let says = words::series_over(score.best_of, &named, winner.as_deref());
            tell_series(cx, loaded, says)
        }
        Follows::CalledOff => {
            cx.tx.end_competition(series.id, None, cx.now)?;
            tell_series(cx, loaded, words::series_called_off(&named))
        }
    }
}

fn follows(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    score: &SeriesScore,
) -> Result<Follows, RequestError> {
    let other_than = |who: PersonId| score.halves.iter().map(|it| it.0).find(|it| *it != who);
    if score.is_decided() {
        return Ok(Follows::Over(score.leader()));
    }
    let room = cx.tx.room(loaded.row.room)?;
    for (person, _) in score.halves {
        let person = cx.tx.person(person)?;
        if person.gone {
            return Ok(Follows::Over(other_than(person.id)));
        }
        if authority::decide::is_banned(cx, &person, &room)? {
            return Ok(Follows::CalledOff);
        }
    }
    let end = loaded.row.end.as_ref();
    let has_result = end.is_some_and(|end| end.outcome.is_some() && end.annulled_at.is_none());
    let ruled = end.is_some_and(|it| it.ruled_by.is_some());
    let by_player =
        matches!(loaded.row.match_rules.ending(), Some(Ending::CalledOff { by: Some(_), .. }));
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
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    series: &Competition,
    round: u32,
    again: bool,
) -> Result<(), RequestError> {
    let Some(SeriesRules { best_of }) = series.rules()? else { return Ok(()) };
    let seat = Seat::First;
    let more = again.then(|| Text::plain(words::played_again())).into_iter().collect();
    begin_unasked(
        cx,
        UnaskedMatch {
            room: loaded.row.room,
            by: *loaded.row.seats.get(seat),
            other: *loaded.row.seats.get(seat.other()),
            terms: loaded.row.terms.clone(),
            side: SideWish::from(if again { seat } else { seat.other() }),
            best_of,
            part: InCompetition { of: series.id, round, away: Vec::new() },
            more,
        },
    )
}

fn player_name(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    person: PersonId,
) -> Result<String, RequestError> {
    match loaded.seat_of(person) {
        Some(seat) => Ok(loaded.names.get(seat).clone()),
        None => Ok(cx.tx.person(person)?.name),
    }
}

/// Announces something about the series in the match's room.
fn tell_series(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    says: Text,
) -> Result<(), RequestError> {
    let reply = Reply::room(says).choices([words::rematch_series_button(loaded.row.id)]);
    telling::turn::say_at(cx, loaded, reply)
}

/// Ends the series of a match because one side gives it up with the match, once they are `sure`. Returns what is said about it.
pub(crate) fn give_up(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    by: Seat,
    sure: bool,
) -> Result<Option<String>, RequestError> {
    if !cx.said.as_ref().is_some_and(|said| said.added(&SERIES)) {
        return Ok(None);
    }
    let series = score::check_series(cx, loaded.row.id)?;
    if !sure {
        return Ok(Some(words::gives_up_all().to_owned()));
    }
    let other = by.other();
    cx.tx.end_competition(series.id, Some(*loaded.row.seats.get(other)), cx.now)?;
    Ok(Some(words::gives_up_series(loaded.names.get(by), loaded.names.get(other))))
}
