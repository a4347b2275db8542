//! What every match has: draws, resigning, calling off, claiming on time.
use command::{
    Command,
    verbs::{self, Answer, DrawWord},
};
use engine::{
    match_rules::{DrawAnswer, Early, Ending, MatchRules, StepMark},
    refusal::Refusal,
    seat::Seat,
};
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
    span,
    text::Text,
    time::{DAY, SILENCE},
};
use store::{MatchEnd, MatchRow, Person};

use crate::{
    RequestError, authority,
    context::{
        self, RequestContext,
        loaded::LoadedMatch,
        room_play::{RoomRefusal, refusal_of_room, room_play},
        seam,
    },
    matches,
    play::{self, step::lot, words},
    rate_limit, seats,
    telling::{self, news::TurnNews, requests::Asks},
    timing,
};

/// How many matches a person may call off in [`ALLOWED_DAYS`]; the next one counts as resigned.
const ALLOWED: u32 = 3;
/// For how many days a called-off match counts against a person.
const ALLOWED_DAYS: i64 = 30;

/// How many matches a person has called off recently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    spent: u32,
}

impl Allowance {
    /// Returns what leaving a match in its first turns means for them.
    pub fn early(self) -> Early {
        if self.spent < ALLOWED { Early::CallsOff } else { Early::Forfeits }
    }
}

pub fn draw(cx: &mut RequestContext<'_>, said: &verbs::Draw) -> Result<(), RequestError> {
    let offered =
        |row: &MatchRow, seat: Seat| row.match_rules.draw_offered_by() == Some(seat.other());
    let answers = matches!(said.answer, Some(DrawWord::Accept | DrawWord::Decline));
    let withdraws = said.answer == Some(DrawWord::Withdraw);
    let (mut loaded, seat) = mine_running(cx, said.of, |row, seat| {
        answers && offered(row, seat)
            || withdraws && row.match_rules.draw_offered_by() == Some(seat)
    })?;
    seats::check_no_room_plays(cx, &loaded)?;
    let on_turn = loaded.table.status().waits_for(seat);
    let match_rules = &mut loaded.row.match_rules;
    let answer = match said.answer {
        Some(DrawWord::Accept) if match_rules.draw_offered_by() != Some(seat.other()) => {
            return Err(play::words::ending::no_draw_offer().into());
        }
        Some(DrawWord::Decline) => match_rules.decline_draw(seat)?,
        Some(DrawWord::Withdraw) => match_rules.withdraw_draw(seat)?,
        _ => match_rules.draw(seat, on_turn)?,
    };
    let me = loaded.names.get(seat).clone();
    match answer {
        DrawAnswer::Agreed => end_outside_rules(cx, loaded),
        DrawAnswer::Offered if loaded.is_practice() => {
            cx.tx.update_match(&loaded.row)?;
            cx.calls.push(loaded.row.id);
            telling::turn::say_at(cx, &loaded, Reply::room(telling::words::offers_draw(&me)))
        }
        DrawAnswer::Offered => {
            cx.tx.update_match(&loaded.row)?;
            seam::asked(cx, &loaded, seat.other())?;
            ask_other(
                cx,
                &loaded,
                seat,
                |_, other, answers| Ok(play::words::ending::asks_for_draw(&me, other, answers)),
                |of, said| {
                    let answer = Some(match said {
                        Answer::Accept => DrawWord::Accept,
                        Answer::Decline => DrawWord::Decline,
                        Answer::Withdraw => DrawWord::Withdraw,
                    });
                    verbs::Draw { of, answer }.into()
                },
            )
        }
        DrawAnswer::Declined => {
            cx.tx.update_match(&loaded.row)?;
            telling::turn::say_at(cx, &loaded, Reply::room(play::words::ending::declines_draw(&me)))
        }
        DrawAnswer::Withdrawn => {
            cx.tx.update_match(&loaded.row)?;
            telling::turn::say_at(
                cx,
                &loaded,
                Reply::room(play::words::ending::withdraws_draw(&me)),
            )
        }
    }
}

pub fn abort(cx: &mut RequestContext<'_>, said: &verbs::Abort) -> Result<(), RequestError> {
    leave_match(cx, said.of, said.sure, MatchRules::abort, |of| {
        verbs::Abort { of, sure: true }.into()
    })
}

pub fn resign(cx: &mut RequestContext<'_>, said: &verbs::Resign) -> Result<(), RequestError> {
    if let Some(row) = shared_match(cx, said.of)? {
        let loaded = matches::find::load_if_allowed(cx, row)?;
        return (room_play(cx)?.resigns)(cx, &loaded);
    }
    leave_match(cx, said.of, said.sure, MatchRules::resign, |of| {
        verbs::Resign { of, sure: true }.into()
    })
}

/// Returns the running match that is meant, if the asker plays it with others.
fn shared_match(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<Option<MatchRow>, RequestError> {
    let found = match of {
        Some(of) => cx.tx.match_row(of)?.filter(|it| it.end.is_none()),
        None if cx.tx.running_of(cx.me.id)?.is_empty() => matches::here::shared_here(cx)?.pop(),
        None => None,
    };
    match found {
        Some(row) if seats::shared_seat(cx, &row)?.is_some() => Ok(Some(row)),
        Some(_) | None => Ok(None),
    }
}

pub fn claim(cx: &mut RequestContext<'_>, said: &verbs::Claim) -> Result<(), RequestError> {
    let now = cx.now;
    let late = |row: &MatchRow, seat: Seat| row.timer.is_late(seat.other(), now);
    let (mut loaded, seat) = mine_running(cx, said.of, late)?;
    let late = seat.other();
    if loaded.is_of_room(late) {
        return Err(refusal_of_room(cx, RoomRefusal::Late(loaded.row.id)).into());
    }
    let MatchRow { id, terms, timer, .. } = &loaded.row;
    let other = loaded.names.get(late);
    let refusal = match timer.ends(late) {
        Some(ends) if ends <= now => return run_out(cx, loaded, late),
        Some(_) if timing::is_left_alone(cx, &loaded, late)? => {
            loaded.row.match_rules.time_out(late)?;
            let lead = play::words::ending::left_and_silent(loaded.names.get(late));
            return end_outside_rules_after(cx, loaded, vec![lead], None);
        }
        _ if timer.paused().is_some() => play::words::ending::paused_no_clock(*id),
        None if terms.clock.is_none() => play::words::ending::your_own_turn(),
        None => play::words::ending::your_own_time(),
        Some(ends) => match timer.rests_until(late, now) {
            Some(until) => play::words::ending::resting_no_clock(other, until - now),
            None if let Some(aside) = timer.aside(late, now) => {
                let lot = &mut lot(&loaded);
                match loaded.table.default_for(late, lot) {
                    Some(_) => play::words::ending::default_comes(other, aside),
                    None => play::words::ending::own_time_comes(other, aside, ends - now - aside),
                }
            }
            None if terms.clock.is_some() => play::words::ending::still_has(other, ends - now),
            None => play::words::ending::silent_for(other, SILENCE, ends - now),
        },
    };
    Err(refusal.into())
}

/// Ends a match by its position, because the absent side didn't come back.
pub fn settle(cx: &mut RequestContext<'_>, row: MatchRow) -> Result<(), RequestError> {
    let settlement = cx.tx.settlement(row.id)?;
    let settlement = settlement
        .ok_or_else(|| RequestError::Broken(format!("match {} isn't to be settled", row.id)))?;
    let late = settlement.by.other();
    let mut loaded = matches::find::load(cx, row)?;
    let timer = &loaded.row.timer;
    if timer.paused().is_some() || timer.rests_until(late, cx.now).is_some() {
        // They have been here since.
        cx.tx.drop_settlement(loaded.row.id)?;
        loaded.row.settles_at = None;
        timing::schedule(cx, &mut loaded.row)?;
        return Ok(cx.tx.update_match(&loaded.row)?);
    }
    if is_shut_out(cx, &loaded.row, &[late])? {
        loaded.row.match_rules.shut_out()?
    } else {
        loaded.row.match_rules.settle(settlement.winner)?
    }
    end_outside_rules(cx, loaded)
}

/// Ends a match because a seat has run out of time.
pub(crate) fn run_out(
    cx: &mut RequestContext<'_>,
    mut loaded: LoadedMatch,
    late: Seat,
) -> Result<(), RequestError> {
    if is_shut_out(cx, &loaded.row, &[late])? {
        loaded.row.match_rules.shut_out()?
    } else {
        loaded.row.match_rules.time_out(late)?
    }
    end_outside_rules(cx, loaded)
}

/// Ends a match outside the game's rules.
pub fn end_outside_rules(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
) -> Result<(), RequestError> {
    end_outside_rules_after(cx, loaded, Vec::new(), None)
}

/// Ends a match outside the game's rules, by a moderator if one is named, and tells it below
/// some first lines.
pub fn end_outside_rules_after(
    cx: &mut RequestContext<'_>,
    mut loaded: LoadedMatch,
    lead: Vec<Text>,
    ruled_by: Option<&Person>,
) -> Result<(), RequestError> {
    let Some(ending) = loaded.row.match_rules.ending() else {
        return Err(RequestError::Broken(format!("match {} hasn't ended", loaded.row.id)));
    };
    loaded.row.touched_at = cx.now;
    let end = MatchEnd::new(cx.now, ending.outcome(), Some(ending));
    loaded.row.end = Some(MatchEnd { ruled_by: ruled_by.map(|it| it.id), ..end });
    loaded.moderator = ruled_by.map(|it| it.name.clone());
    let changes = play::step::close(cx, &mut loaded)?;
    telling::end::result(cx, &loaded, TurnNews::of(None, lead), &changes)
}

/// Returns how many matches a person may still call off before the next one counts as resigned.
pub(crate) fn allowance(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Allowance, RequestError> {
    let since = cx.now - ALLOWED_DAYS * DAY;
    Ok(Allowance { spent: cx.tx.called_off_since(person, since)? })
}

/// Tells whether one of these sides couldn't play because it is banned.
pub(crate) fn is_shut_out(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    late: &[Seat],
) -> Result<bool, RequestError> {
    let room = cx.tx.room(row.room)?;
    for seat in late {
        let person = cx.tx.person(*row.seats.get(*seat))?;
        if authority::decide::is_banned(cx, &person, &room)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes the asker out of a match after they confirm, and out of what else they want to leave with it; before that, says what it will
/// mean.
pub(crate) fn leave_match(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    sure: bool,
    act: impl FnOnce(&mut MatchRules, Seat, &[StepMark], Early) -> Result<(), Refusal>,
    confirm: impl FnOnce(Option<MatchId>) -> Command,
) -> Result<(), RequestError> {
    let (mut loaded, seat) = mine_running(cx, of, |_, _| false)?;
    if let Some(handed) = loaded.row.handed_now(seat) {
        let owner = cx.tx.person(handed.owner)?;
        let of = loaded.row.id;
        let gives_back = cx.memory.features.stand_in().map(|stand_in| (stand_in.step_down)(of));
        return Err(words::ending::not_for_another(of, &owner.name, gives_back).into());
    }
    let log = cx.tx.marks(loaded.row.id)?;
    let allowance = allowance(cx, cx.me.id)?;
    // Tried before asking, so that nobody confirms what is refused anyway. Nobody may call off
    // a match that the other side could claim.
    let late = loaded.row.timer.is_late(seat, cx.now);
    let practice = loaded.is_practice();
    let is_bound = matches::competition::is_bound(cx, loaded.row.id)?;
    let early = match (practice, late || is_bound) {
        // Leaving a match against the bot is never held against anyone.
        (true, _) => Early::CallsOff,
        (false, true) => Early::Resigns,
        (false, false) => allowance.early(),
    };
    let late = late && !practice;
    let braked = !is_bound && !loaded.row.match_rules.has_begun(&log) && early != Early::CallsOff;
    act(&mut loaded.row.match_rules, seat, &log, early)?;
    let id = loaded.row.id;
    let (me, other) = (loaded.names.get(seat), loaded.names.get(seat.other()));
    let spent = allowance.spent;
    if sure {
        let lead = if late {
            play::words::ending::late_resigns(me)
        } else {
            play::words::ending::often_resigns(me, spent, ALLOWED_DAYS, other)
        };
        let given_up = seam::gives_up(cx, &loaded, seat, sure)?.into_iter().map(Text::strong);
        let lead = given_up.chain(braked.then_some(lead)).collect();
        return end_outside_rules_after(cx, loaded, lead, None);
    }
    let given_up = seam::gives_up(cx, &loaded, seat, sure)?;
    let mut confirm = confirm(Some(id));
    if let Some(said) = &cx.said {
        confirm = confirm.with_added_of(said);
    }
    let resign = play::words::ending::resign_button;
    let (asks, button) = match loaded.row.match_rules.ending() {
        Some(Ending::CalledOff { .. }) => {
            let asks = if practice {
                play::words::ending::call_off_practice(me, id, other)
            } else {
                play::words::ending::call_off(me, id, other, spent, ALLOWED, ALLOWED_DAYS)
            };
            (asks, play::words::ending::call_off_button(confirm.clone()))
        }
        _ if braked && late => {
            (play::words::ending::resign_late(me, id, other), resign(confirm.clone()))
        }
        _ if braked => (
            play::words::ending::resign_often(me, id, other, spent, ALLOWED_DAYS),
            resign(confirm.clone()),
        ),
        _ => (play::words::ending::resign(me, id, other), resign(confirm.clone())),
    };
    let asks = [asks].into_iter().chain(given_up).collect::<Vec<String>>().join(" ");
    let mut choices = vec![button];
    let mut text = play::words::ending::confirm(&asks, &confirm);
    // Somebody else could play on, and the others of a competition wouldn't lose a match.
    if let Some(stand_in) = cx.memory.features.stand_in()
        && loaded.row.terms.room_time.is_none()
        && matches::competition::is_in_competition(cx, id)?
    {
        let finds = (stand_in.find)(id);
        text = span![text, " ", play::words::ending::or_somebody_else(&finds)];
        choices.push(play::words::ending::somebody_else_button(finds));
    }
    let my_id = cx.me.id;
    context::questions::await_answer(cx, my_id, confirm, None)?;
    let card = Some(Asks::Leave.card(id, seat));
    cx.say(Reply { card, ..cx.answer(text).choices(choices) });
    Ok(())
}

pub fn ask_other(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    says: impl FnOnce(&RequestContext<'_>, &Person, Text) -> Result<Text, RequestError>,
    answers: impl Fn(Option<MatchId>, Answer) -> Command,
) -> Result<(), RequestError> {
    let other = loaded.people.get(seat.other());
    rate_limit::check_pings(cx, other)?;
    let id = loaded.row.id;
    let [yes, no] = [Answer::Accept, Answer::Decline].map(|it| answers(Some(id), it));
    let text = says(cx, other, Text::codes([yes.clone(), no.clone()], 2))?;
    context::questions::await_answer(cx, other.id, yes.clone(), Some(no.clone()))?;
    let mut all = telling::requests::requests(cx.memory.features, &loaded.row).into_iter();
    let nth = all.position(|request| request.answers[0] == yes);
    let choices = play::words::ending::answer_buttons([yes, no]);
    let card = nth.map(|nth| Asks::Other(nth).card(id, seat));
    let reply = Reply::room(text).mention(other.id).choices(choices);
    telling::turn::say_at(cx, loaded, Reply { card, ..reply })
}

pub(crate) fn mine_running(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
    prefers: impl Fn(&MatchRow, Seat) -> bool,
) -> Result<(LoadedMatch, Seat), RequestError> {
    let loaded = matches::find::my_match(cx, of, prefers)?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    Ok((loaded, seat))
}
