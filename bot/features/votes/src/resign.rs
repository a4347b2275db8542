//! Resigning by vote: somebody proposes it, the room is told, and after the time of a turn a quorum
//! decides.
use engine::{match_rules::Early, seat::Seat};
use model::reply::Reply;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches, play,
    words::board_button,
};

use crate::{
    cast, count,
    rows::{self, CastVote, RESIGN, RoomSide},
    seat::side_asked,
    words,
};

/// Stores a vote for resigning. The first one is a proposal, which the room is told.
pub(crate) fn vote_to_resign(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    matches::seat::seat_in(cx, loaded)?;
    let side = side_asked(cx, &loaded.row)?;
    let (of, person, seat, room) = (loaded.row.id, cx.me.id, side.seat, side.room);
    if rows::vote_of(cx.tx, of, person)?.is_some_and(|it| it.resigns()) {
        return Err(words::same_vote(of, RESIGN).into());
    }
    let (on, at, words) = (Some(loaded.step_key()), cx.now, RESIGN.to_owned());
    rows::put_vote(cx.tx, &CastVote { of, person, seat, on, words, at })?;
    let is_new = side.resign_at.is_none();
    let ends_at = side.resign_at.unwrap_or(cx.now + loaded.row.terms.room_time.unwrap_or(0));
    cast::show_later(cx, loaded, RoomSide { resign_at: Some(ends_at), ..side })?;
    let until = (ends_at, ends_at - cx.now);
    if is_new {
        let text = words::resigning_is_proposed(of, loaded.names.get(seat), until);
        let choices = [words::resign_too_button(of), board_button(of)];
        cx.say_in(room, Reply::room(text).choices(choices))?;
    }
    cx.say(cx.answer(words::voted_to_resign(of, until)));
    Ok(())
}

/// Counts the votes for resigning when their time is over.
pub(crate) fn count_resigning(
    cx: &mut RequestContext<'_>,
    mut loaded: LoadedMatch,
    side: RoomSide,
) -> Result<(), RequestError> {
    let (of, seat, room) = (loaded.row.id, side.seat, side.room);
    let all = rows::votes_of_side(cx.tx, of, seat)?;
    let voters = all.len();
    let votes = count::that_count(cx, &loaded, &side, all)?;
    let last = voted_last(cx, &loaded, seat)?;
    let (resign, part) = taking_part(&votes, last);
    // One person alone ends only a match that they alone have played.
    if part < 2 * resign && (2 <= resign || voters == 1 && last.is_some()) {
        let log = cx.tx.marks(of)?;
        loaded.row.match_rules.resign(seat, &log, Early::Resigns)?;
        let lead = words::resigns(loaded.names.get(seat), resign, part);
        return play::ending::end_outside_rules_after(cx, loaded, vec![lead], None);
    }
    for vote in votes.iter().filter(|it| it.resigns()) {
        rows::take_back_vote(cx.tx, of, vote.person)?;
    }
    let says = words::plays_on(of, loaded.names.get(seat), resign, part);
    count::put_shown(cx, loaded.row, RoomSide { resign_at: None, ..side })?;
    Ok(cx.say_in(room, Reply::room(says))?)
}

/// Returns the step of the position that a seat voted on last.
fn voted_last(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Option<u32>, RequestError> {
    let of = loaded.row.id;
    let played = cx.tx.tallies(of)?;
    let steps = cx.tx.steps(of)?.into_iter().filter(|it| it.seat == Some(seat));
    let voted = steps.filter(|step| played.contains_key(&(step.step, step.take)));
    Ok(voted.map(|it| it.step.saturating_sub(1)).max())
}

/// Counts who wants to resign, and who takes part: they, and everybody who voted for a move in the
/// last vote or since.
fn taking_part(votes: &[CastVote], last: Option<u32>) -> (usize, usize) {
    let resign = votes.iter().filter(|it| it.resigns()).count();
    let moves = votes.iter().filter(|it| !it.resigns()).filter_map(|vote| Some(vote.on?.step));
    (resign, resign + moves.filter(|step| last.is_none_or(|last| last <= *step)).count())
}

#[cfg(test)]
mod tests {
    use engine::chance::StepKey;
    use model::ids::{MatchId, PersonId};

    use super::*;

    #[test]
    fn whoever_voted_now_or_the_last_time_takes_part() {
        let vote = |n, step: Option<u32>, words: &str| CastVote {
            of: MatchId(1),
            person: PersonId(n),
            seat: Seat::First,
            on: step.map(|step| StepKey { step, take: 0 }),
            words: words.to_owned(),
            at: 0,
        };
        let votes = [
            vote(1, Some(2), "a"),
            vote(2, Some(6), "b"),
            vote(3, Some(8), "c"),
            vote(4, Some(6), RESIGN),
            vote(5, None, RESIGN),
        ];
        assert_eq!(taking_part(&votes, Some(6)), (1, 3), "the first hasn't voted for long");
        assert_eq!(taking_part(&votes, Some(8)), (1, 2));
        assert_eq!(taking_part(&votes, Some(9)), (1, 1), "who was silent last time doesn't count");
        assert_eq!(taking_part(&votes, None), (1, 4), "nothing was counted yet");
    }
}
