//! Counts votes when their time is over, and plays the most wanted move.
use std::collections::BTreeMap;

use engine::chance::Throw;
use proof::tally::{LOT, most_wanted};
use service::{
    RequestError, authority,
    context::{RequestContext, loaded::LoadedMatch},
    matches,
    play::{
        self,
        step::{UntypedChoice, lot, next_dice},
    },
    timing,
};
use store::{MatchRow, WantedCounts};

use crate::{
    ballots, cast, resign,
    rows::{self, Ballot, CastVote, RoomSide},
    words,
};

/// How often nobody may vote for a position before the match is called off.
const MOST_SILENT: u32 = 3;

/// Counts the votes of a match whose time is over. Tells whether there were any to count.
pub(crate) fn attend(cx: &mut RequestContext<'_>, row: &MatchRow) -> Result<bool, RequestError> {
    if row.terms.room_time.is_none() {
        return Ok(false);
    }
    for side in rows::room_sides(cx.tx, row.id)? {
        if side.resign_at.is_some_and(|it| it <= cx.now) {
            let loaded = matches::find::load(cx, row.clone())?;
            resign::count_resigning(cx, loaded, side)?;
            return Ok(true);
        }
        if side.ballot.is_some_and(|it| it.ends_at <= cx.now) {
            let loaded = matches::find::load(cx, row.clone())?;
            count_votes(cx, loaded, side)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Shows on the boards how many have voted, where that has changed a while ago. Tells whether that was so.
pub(crate) fn show_due(cx: &mut RequestContext<'_>, row: &MatchRow) -> Result<bool, RequestError> {
    if row.terms.room_time.is_none() {
        return Ok(false);
    }
    for side in rows::room_sides(cx.tx, row.id)? {
        let counted = side.ballot.is_none_or(|it| it.ends_at <= cx.now);
        if !counted && side.show_at.is_some_and(|it| it <= cx.now) {
            let loaded = matches::find::load(cx, row.clone())?;
            put_shown(cx, loaded.row.clone(), side)?;
            cast::show_votes(cx, &loaded, Vec::new())?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Counts the votes of a side and plays the most wanted move.
pub(crate) fn count_votes(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    side: RoomSide,
) -> Result<(), RequestError> {
    let (of, seat) = (loaded.row.id, side.seat);
    let votes = ballots::votes_for_moves(cx, &loaded, seat)?;
    let votes = that_count(cx, &loaded, &side, votes)?;
    if votes.is_empty() {
        return nobody_voted(cx, loaded, side);
    }
    let counts = tally(&votes);
    let total = u32::try_from(votes.len()).unwrap_or(u32::MAX);
    let most = counts.first().map_or(0, |it| it.1);
    let best = most_wanted(&counts);
    let (chosen, thrown) = drawn(&loaded, &best)?;
    let says = match thrown {
        None => words::vote_won(&chosen, most, total),
        Some(_) => words::vote_drawn(&chosen, best.len(), most),
    };
    cx.tx.add_tally(of, next_dice(&loaded).0, &counts)?;
    play::step::step(
        cx,
        loaded,
        seat,
        &chosen,
        Some(UntypedChoice { says, lot: thrown, by: Some(seat) }),
    )
}

/// Starts the time again, or calls the match off. While resigning is proposed, it waits for that.
fn nobody_voted(
    cx: &mut RequestContext<'_>,
    mut loaded: LoadedMatch,
    mut side: RoomSide,
) -> Result<(), RequestError> {
    if let Some(ends_at) = side.resign_at {
        side.ballot = side.ballot.map(|ballot| Ballot { ends_at, ..ballot });
        put_shown(cx, loaded.row.clone(), side)?;
        return cast::show_votes(cx, &loaded, Vec::new());
    }
    side.silent += 1;
    if MOST_SILENT <= side.silent {
        loaded.row.match_rules.nobody_decided()?;
        return play::ending::end_outside_rules(cx, loaded);
    }
    let time = loaded.row.terms.room_time.unwrap_or(0);
    side.ballot = side.ballot.map(|ballot| Ballot { ends_at: cx.now + time, ..ballot });
    let room = loaded.names.get(side.seat);
    let lead = words::time_starts_again(room, side.silent, MOST_SILENT);
    put_shown(cx, loaded.row.clone(), side)?;
    cast::show_votes(cx, &loaded, vec![lead])
}

/// Records that the boards show the vote as it is.
pub(crate) fn put_shown(
    cx: &mut RequestContext<'_>,
    mut row: MatchRow,
    side: RoomSide,
) -> Result<(), RequestError> {
    let shown_at = cx.now;
    rows::put_room_side(cx.tx, &RoomSide { show_at: None, shown_at, ..side })?;
    timing::schedule(cx, &mut row)?;
    Ok(cx.tx.update_match(&row)?)
}

/// Returns the votes without those of people who were banned since, or are gone.
pub(crate) fn that_count(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    side: &RoomSide,
    mut votes: Vec<CastVote>,
) -> Result<Vec<CastVote>, RequestError> {
    let rooms = [cx.tx.room(side.room)?, cx.tx.room(loaded.row.room)?];
    let mut gone = Vec::new();
    for vote in &votes {
        let person = cx.tx.person(vote.person)?;
        let mut counts = !person.gone;
        for room in &rooms {
            counts &= !authority::decide::is_banned(cx, &person, room)?;
        }
        gone.extend((!counts).then_some(vote.person));
    }
    votes.retain(|vote| !gone.contains(&vote.person));
    Ok(votes)
}

/// Draws one of the most wanted actions by the match's own dice. Without a tie there is no draw.
fn drawn(
    loaded: &LoadedMatch,
    best: &[String],
) -> Result<(String, Option<Vec<Throw>>), RequestError> {
    let nothing = || RequestError::Broken(format!("match {} has votes for nothing", loaded.row.id));
    match best {
        [] => Err(nothing()),
        [one] => Ok((one.clone(), None)),
        several => {
            let mut dice = lot(loaded);
            let sides = u32::try_from(several.len()).unwrap_or(u32::MAX);
            let fell = dice.below(LOT, sides)?;
            let chosen = several.get(fell as usize).cloned().ok_or_else(nothing)?;
            Ok((chosen, Some(dice.thrown().to_vec())))
        }
    }
}

/// Counts votes, the most wanted action first and equal ones in order.
pub(crate) fn tally(votes: &[CastVote]) -> WantedCounts {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for vote in votes {
        *counts.entry(&vote.words).or_default() += 1;
    }
    let mut counts: WantedCounts =
        counts.into_iter().map(|(words, votes)| (words.to_owned(), votes)).collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

#[cfg(test)]
mod tests {
    use engine::{chance::StepKey, seat::Seat};

    use model::ids::{MatchId, PersonId};

    use super::*;

    #[test]
    fn votes_are_counted_and_ties_are_in_order() {
        let vote = |person, words: &str| CastVote {
            of: MatchId(1),
            person: PersonId(person),
            seat: Seat::First,
            on: Some(StepKey { step: 0, take: 0 }),
            words: words.to_owned(),
            at: 0,
        };
        let votes = [vote(1, "c"), vote(2, "a"), vote(3, "b"), vote(4, "c"), vote(5, "b")];
        let counts = tally(&votes);
        let told: Vec<(&str, u32)> =
            counts.iter().map(|(words, votes)| (words.as_str(), *votes)).collect();
        assert_eq!(told, [("b", 2), ("c", 2), ("a", 1)]);
        assert_eq!(most_wanted(&counts), ["b", "c"]);
    }
}
