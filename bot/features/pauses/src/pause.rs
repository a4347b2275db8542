//! Pauses: both players have to agree, and nobody's time resumes without notice.
use command::verbs::Answer;
use engine::{match_rules::PauseAnswer, seat::Seat};
use model::{
    reply::Reply,
    text::Text,
    time::{Clock, DAY, Notice, Owes},
};
use service::{
    RequestError, awake,
    context::{RequestContext, loaded::LoadedMatch},
    matches, play, seats,
    telling::{self, news::TurnNews},
    timing,
};
use store::{MatchRow, Person};

use super::{commands, words};

pub(crate) fn pause(
    cx: &mut RequestContext<'_>,
    said: &commands::Pause,
) -> Result<(), RequestError> {
    let withdraws = said.answer == Some(Answer::Withdraw);
    let by = |seat: Seat| Some(if withdraws { seat } else { seat.other() });
    let mut loaded = matches::find::my_match(cx, said.of, |row, seat| {
        said.answer.is_some() && row.match_rules.pause_asked_by() == by(seat)
    })?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let id = loaded.row.id;
    matches::seat::check_against_people(&loaded, words::bot_is_patient())?;
    seats::check_no_room_plays(cx, &loaded)?;
    if loaded.row.timer.paused().is_some() {
        return Err(words::already_paused(id).into());
    }
    let match_rules = &mut loaded.row.match_rules;
    let answer = match said.answer {
        Some(Answer::Accept) if match_rules.pause_asked_by() != Some(seat.other()) => {
            return Err(words::no_pause_request().into());
        }
        Some(Answer::Decline) => match_rules.decline_pause(seat)?,
        Some(Answer::Withdraw) => match_rules.withdraw_pause(seat)?,
        _ => match_rules.pause(seat)?,
    };
    let me = loaded.names.get(seat).clone();
    match answer {
        PauseAnswer::Asked => {
            cx.tx.update_match(&loaded.row)?;
            let says = |_: &RequestContext<'_>, other: &Person, answers| {
                Ok(words::asks_for_pause(&me, other, answers))
            };
            play::ending::ask_other(cx, &loaded, seat, says, |of, answer| {
                commands::Pause { of, answer: Some(answer) }.into()
            })
        }
        PauseAnswer::Declined => {
            cx.tx.update_match(&loaded.row)?;
            telling::turn::say_at(cx, &loaded, Reply::room(words::declines_pause(&me)))
        }
        PauseAnswer::Withdrawn => {
            cx.tx.update_match(&loaded.row)?;
            telling::turn::say_at(cx, &loaded, Reply::room(words::withdraws_pause(&me)))
        }
        PauseAnswer::Agreed => {
            loaded.row.timer.pause(cx.now);
            timing::schedule(cx, &mut loaded.row)?;
            cx.tx.update_match(&loaded.row)?;
            telling::turn::say_at(cx, &loaded, Reply::room(words::is_paused(id)))
        }
    }
}

pub(crate) fn resume(
    cx: &mut RequestContext<'_>,
    said: &commands::Resume,
) -> Result<(), RequestError> {
    let mut loaded = matches::find::my_match(cx, said.of, |row, _| row.timer.paused().is_some())?;
    if loaded.row.timer.paused().is_none() {
        return Err(words::not_paused(loaded.row.id).into());
    }
    let (seat, id) = (matches::seat::seat_in(cx, &loaded)?, loaded.row.id);
    let me = loaded.names.get(seat).clone();
    let timer = &loaded.row.timer;
    let notice = timer.notice();
    let agreed = notice.is_some_and(|it| it.by != seat);
    if timer.owes(seat.other()) == Owes::Nothing || agreed {
        let now = cx.now;
        return go_on(cx, loaded.row, now, words::ends_pause(&me));
    }
    if let Some(Notice { at, .. }) = notice {
        return Err(words::already_asked_to_resume(id, at - cx.now).into());
    }
    // The other side's time would run, so it gets as long as for a choice out of turn, outside
    // its quiet hours.
    let other = loaded.people.get(seat.other()).clone();
    let wait = loaded.row.terms.clock.as_ref().map_or(DAY, Clock::aside);
    let at = awake::awake(cx, other.id, cx.now + wait)?;
    loaded.row.timer.give_notice(Notice { by: seat, at });
    timing::schedule(cx, &mut loaded.row)?;
    cx.tx.update_match(&loaded.row)?;
    tell_of_notice(cx, &loaded, &other, at)
}

fn tell_of_notice(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    other: &Person,
    at: i64,
) -> Result<(), RequestError> {
    let id = loaded.row.id;
    let me = loaded.names.get(matches::seat::seat_in(cx, loaded)?);
    let text = words::wants_to_resume(me, id, at - cx.now, other);
    let reply = Reply::room(text).mention(other.id).choices([words::resume_button(id)]);
    telling::turn::say_at(cx, loaded, reply)
}

/// Ends a pause at a moment, and shows the board to the player to move.
fn go_on(
    cx: &mut RequestContext<'_>,
    mut row: MatchRow,
    at: i64,
    lead: String,
) -> Result<(), RequestError> {
    row.timer.resume(at);
    for seat in Seat::BOTH {
        timing::begin_nudging(cx, &mut row, seat);
    }
    timing::schedule(cx, &mut row)?;
    cx.tx.update_match(&row)?;
    let loaded = matches::find::load(cx, row)?;
    telling::turn::next_turn(cx, &loaded, TurnNews::of(None, vec![Text::plain(lead)]), &[])
}

/// Ends a pause whose notice is over.
pub(crate) fn end_in_time(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
) -> Result<bool, RequestError> {
    let Some(at) = row.timer.notice().map(|it| it.at).filter(|&it| it <= cx.now) else {
        return Ok(false);
    };
    go_on(cx, row.clone(), at, words::pause_is_over(row.id))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use engine::{match_rules::OFFERS, quote::counted};

    #[test]
    fn the_numbers_of_the_rules_are_those_of_the_code() {
        let says = format!("After {} declined requests, finish another turn", counted(OFFERS));
        assert!(include_str!("../rules.md").contains(&says), "the rules don't say: {says}");
    }
}
