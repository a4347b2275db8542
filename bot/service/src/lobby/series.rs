//! Series: several matches between two people, with sides swapped; each begins by itself.
use engine::{match_rules::Ending, seat::Seat};
use model::{
    ids::{ChallengeId, MatchId, PersonId, RoomId},
    reply::Reply,
    text::Text,
    time::DAY,
};
use store::{
    Challenge, ChallengeCommitted, ChallengeState, Competition, CompetitionRules, SideWish, Terms,
};

use crate::{
    RequestError, authority,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        random_source::DrawnSecrets,
        seam::{CompetitionKind, Feature},
    },
    lobby::{self, challenge::OPEN_DAYS, open_match::InCompetition, words},
    matches::{
        self,
        competition::{SeriesRules, SeriesScore},
    },
    proof, telling,
    terms::wish,
};

/// A match that begins by itself.
pub struct UnaskedMatch {
    pub room: RoomId,
    pub by: PersonId,
    pub other: PersonId,
    pub terms: Terms,
    /// The side of `by`.
    pub side: SideWish,
    pub best_of: u32,
    pub part: InCompetition,
    /// Further text about it.
    pub more: Vec<Text>,
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

pub static FEATURE: Feature = Feature {
    opened: Some(begin_series),
    competition: Some(CompetitionKind {
        kind: SeriesRules::KIND,
        line: matches::competition::series_line,
        is_binding: |_, _| Ok(false),
        plans: true,
        goes_on: go_on_in_series,
    }),
    ..Feature::named("series")
};

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
    let Some(score) = matches::competition::score_of(cx, series)? else { return Ok(()) };
    let follows = follows(cx, loaded, &score)?;
    let named = matches::competition::named(cx, &score)?;
    match follows {
        Follows::Next => play_next(cx, loaded, series, round + 1, false),
        Follows::Again => play_next(cx, loaded, series, round, true),
        Follows::Over(winner) => {
            cx.tx.end_competition(series.id, winner, cx.now)?;
            let winner = winner.map(|it| player_name(cx, loaded, it)).transpose()?;
            let says = words::series::series_over(score.best_of, &named, winner.as_deref());
            tell_series(cx, loaded, says)
        }
        Follows::CalledOff => {
            cx.tx.end_competition(series.id, None, cx.now)?;
            tell_series(cx, loaded, words::series::series_called_off(&named))
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
    let more = again.then(|| Text::plain(words::series::played_again())).into_iter().collect();
    begin_unasked(
        cx,
        UnaskedMatch {
            room: loaded.row.room,
            by: *loaded.row.seats.get(seat),
            other: *loaded.row.seats.get(seat.other()),
            terms: loaded.row.terms.clone(),
            side: wish(if again { seat } else { seat.other() }),
            best_of,
            part: InCompetition { of: series.id, round, away: Vec::new() },
            more,
        },
    )
}

/// Begins a match of a competition that both players have agreed to.
pub fn begin_unasked(
    cx: &mut RequestContext<'_>,
    unasked: UnaskedMatch,
) -> Result<(), RequestError> {
    let UnaskedMatch { room, by, other, terms, side, best_of, part, more } = unasked;
    let other = cx.tx.person(other)?;
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(cx.tx.next_challenge()?);
    let chat = cx.tx.room(room)?.chat;
    let players = (by, Some(other.id));
    let text = proof::commitment::offered(cx, chat, &terms, side, players, &salts)?;
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
        made_at: cx.now,
        lapses_at: cx.now + OPEN_DAYS * DAY,
        places: 1,
        taken: Vec::new(),
        counter: true,
        bond: ChallengeCommitted { text, salts: Some(salts) },
        best_of,
    };
    challenge.id = cx.tx.add_challenge(&challenge)?;
    lobby::open_match::open_match(cx, challenge, &other, String::new(), None, Some(part), more)
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
    let reply = Reply::room(says).choices([words::series::rematch_series_button(loaded.row.id)]);
    telling::turn::say_at(cx, loaded, reply)
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
