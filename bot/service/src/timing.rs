//! The time of a match: whose time runs, how it is worded, and when something is due.
use engine::{
    game::{Prompt, Status},
    scene::Left,
    seat::{BySeat, Seat},
};
use model::{
    span,
    text::Text,
    time::{ClockState, DAY, Owes, duration},
};
use store::{EndedTurn, MatchRow, Person};

use crate::{
    Power, RequestError, awake,
    context::{
        RequestContext,
        loaded::{LoadedMatch, PositionOrigin},
        room_play::room_play,
        seam,
    },
    reliability,
    seats::{self, Decider},
    words,
};

/// Updates whose time runs, and when they are reminded.
pub(super) fn run_time(
    cx: &RequestContext<'_>,
    loaded: &mut LoadedMatch,
    status: &Status,
    came: PositionOrigin,
) -> Result<(), RequestError> {
    // A room has its own time.
    let prompts: Vec<Prompt> = match status {
        Status::Waiting(prompts) => {
            prompts.iter().filter(|prompt| !loaded.is_of_room(prompt.seat)).cloned().collect()
        }
        Status::Over(_) => Vec::new(),
    };
    let prompts = &prompts[..];
    if loaded.row.terms.room_time.is_some() {
        (room_play(cx)?.positioned)(cx, loaded, status, &came)?;
    }
    let timer = &mut loaded.row.timer;
    // While the bot plays for somebody no time is counted.
    let opens = came == PositionOrigin::Opened;
    let clock = loaded.row.terms.clock.filter(|_| timer.is_timed() || opens);
    let owed = BySeat::new(|seat| timer.owes(seat));
    let mut ended = None;
    match &came {
        PositionOrigin::Opened => {
            timer.asked(clock.as_ref(), prompts, None, cx.now);
            for seat in Seat::BOTH {
                if let Some(until) = away_until(cx, loaded.people.get(seat))? {
                    loaded.row.timer.rest(seat, until, cx.now);
                }
            }
        }
        PositionOrigin::Stepped(by) => {
            let in_time = !timer.is_late(*by, cx.now) && loaded.step.lot.is_none();
            timer.run(cx.now);
            ended = Some((*by, EndedTurn { took: timer.spent(*by, cx.now), in_time }));
            timer.asked(clock.as_ref(), prompts, Some(*by), cx.now);
        }
        PositionOrigin::TakenBack { agreed } => {
            timer.taken_back(clock.as_ref(), prompts, agreed.clone(), cx.now);
        }
    }
    // What leaves no choice tells nothing about its player, and nobody keeps count of rooms.
    let counts = (loaded.step.decided || loaded.step.lot.is_some())
        && ended.is_none_or(|(by, _)| !loaded.is_of_room(by));
    if let Some((by, turn)) = ended.filter(|_| counts)
        && prompts.iter().all(|it| it.seat != by)
    {
        reliability::turn_ended(cx, loaded, by, turn)?;
    }
    note_reach(cx, &mut loaded.row)?;
    for seat in Seat::BOTH {
        let stands = *owed.get(seat) == loaded.row.timer.owes(seat);
        if !stands
            || came == PositionOrigin::Stepped(seat)
            || matches!(came, PositionOrigin::TakenBack { .. })
        {
            begin_nudging(cx, &mut loaded.row, seat);
        }
    }
    schedule(cx, &mut loaded.row)
}

/// Stops the time of players who can't be told anything, and lets that of others run.
pub(super) fn note_reach(cx: &RequestContext<'_>, row: &mut MatchRow) -> Result<(), RequestError> {
    let out = seats::out_of_reach(cx.tx, row)?;
    for seat in Seat::BOTH {
        let unreached = *out.get(seat);
        if unreached != row.timer.is_unreached(seat) {
            row.timer.set_unreached(seat, unreached, cx.now);
            begin_nudging(cx, row, seat);
        }
    }
    Ok(())
}

/// Returns the state of a match's time before a step that is played now, which an undo restores; none without a clock.
pub(super) fn state_before(row: &MatchRow, now: i64) -> Option<ClockState> {
    let is_timed = row.terms.clock.is_some() && row.timer.is_timed();
    is_timed.then(|| {
        let mut timer = row.timer.clone();
        timer.run(now);
        timer.stand().clone()
    })
}

/// Restarts the time until a seat is reminded.
pub fn begin_nudging(cx: &RequestContext<'_>, row: &mut MatchRow, seat: Seat) {
    let from = row.timer.rests_until(seat, cx.now).unwrap_or(cx.now);
    let time = row.timer.over(seat).map(|over| over - from);
    let is_late = row.timer.is_late(seat, cx.now);
    row.nudges.get_mut(seat).begin(cx.now, from, time, is_late);
}

/// Schedules the next automatic action of a match.
pub fn schedule(cx: &RequestContext<'_>, row: &mut MatchRow) -> Result<(), RequestError> {
    schedule_from(cx, row, i64::MIN)
}

/// Does the same after everything possible now was done, so that a choice out of turn without a
/// default, for instance, isn't checked again.
pub(super) fn schedule_later(
    cx: &RequestContext<'_>,
    row: &mut MatchRow,
) -> Result<(), RequestError> {
    schedule_from(cx, row, cx.now + 1)
}

fn schedule_from(
    cx: &RequestContext<'_>,
    row: &mut MatchRow,
    from: i64,
) -> Result<(), RequestError> {
    row.due = None;
    if row.end.is_some() {
        return Ok(());
    }
    let mut due = seam::due_in_match(cx, row)?;
    due.extend(row.settles_at);
    for seat in waited_for(cx, row)? {
        if row.timer.owes(seat) == Owes::Nothing {
            continue;
        }
        if let Some(ends) = row.timer.ends(seat) {
            match is_hard(row) {
                true => due.push(ends),
                false if row.nudges.get(seat).is_told() => {}
                false => due.push(awake::others_awake(cx, row, seat, ends)?),
            }
        }
        if let Some(from) = row.timer.silent_from(seat)
            && !row.nudges.get(seat).is_week_told()
        {
            due.push(awake::others_awake(cx, row, seat, from)?);
        }
        due.extend(row.timer.aside_ends(seat));
    }
    row.due = due.into_iter().filter(|it| from <= *it).min();
    Ok(())
}

/// Returns the seats whose players somebody waits for: none against the bot, and no room.
pub fn waited_for(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Vec<Seat>, RequestError> {
    let mut seats = Vec::new();
    for seat in Seat::BOTH {
        let person = cx.tx.person(*row.seats.get(seat))?;
        match Decider::of(row, seat, &person) {
            // Against the bot nothing else is due, because nobody waits.
            Decider::Bot(_) => return Ok(Vec::new()),
            Decider::Room(_) => {}
            Decider::Owner | Decider::Holder(_) => seats.push(seat),
        }
    }
    Ok(seats)
}

/// Says how long a seat has to answer, as the end of a line; empty without a clock.
pub(super) fn time_to_answer(cx: &RequestContext<'_>, loaded: &LoadedMatch, seat: Seat) -> Text {
    let timer = &loaded.row.timer;
    let Some(left) = timer.left(seat, cx.now) else { return Text::plain("") };
    if timer.owes(seat) == Owes::Nothing {
        // Both are asked for the same, and the other one's time runs.
        let other = loaded.names.get(seat.other());
        return span![" ", words::time_is_running(other)];
    }
    let other = match timer.left(seat.other(), cx.now) {
        // It restarts with each turn, so it needn't be mentioned.
        _ if loaded.row.terms.clock.is_some_and(|clock| clock.start == clock.more) => String::new(),
        Some(other) if !loaded.is_of_room(seat.other()) => {
            format!(" {}", words::has_time(loaded.names.get(seat.other()), other))
        }
        Some(_) | None => String::new(),
    };
    let says = match timer.aside(seat, cx.now) {
        Some(aside) => words::for_this_choice(aside),
        None => model::time::left(left),
    };
    let left = timer.aside(seat, cx.now).unwrap_or(left);
    span![" ", runs_out(cx, loaded, seat, left, says), other]
}

/// Says when a seat's time runs out, or how much is left if it is stopped.
pub fn runs_out(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    left: i64,
    says: String,
) -> Text {
    let timer = &loaded.row.timer;
    let stands = timer.paused().is_some()
        || timer.is_unreached(seat)
        || timer.rests_until(seat, cx.now).is_some();
    match left {
        1.. if !stands => words::time_is_up(cx.now + left, &says),
        _ => Text::Plain(says),
    }
}

/// Says how much time a player has, next to their name: `2 days 4 hours`.
pub fn spelled_clock(cx: &RequestContext<'_>, loaded: &LoadedMatch, seat: Seat) -> Option<String> {
    clock_at(loaded, seat, cx.now)
}

/// Does the same at a given time.
pub(super) fn clock_at(loaded: &LoadedMatch, seat: Seat, now: i64) -> Option<String> {
    seconds_at(loaded, seat, now).map(duration)
}

/// Returns how many seconds a player's clock shows.
pub(super) fn seconds_at(loaded: &LoadedMatch, seat: Seat, now: i64) -> Option<i64> {
    let MatchRow { timer, end, .. } = &loaded.row;
    let running = end.is_none() && !loaded.is_of_room(seat);
    let left = timer.left(seat, now).filter(|_| running)?;
    Some(timer.aside(seat, now).unwrap_or(left))
}

/// Returns the share of a player's time that is left, for a bar. In the last eighth it is shown
/// as short.
pub(super) fn share_left(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Option<Left> {
    share_left_at(loaded, seat, cx.now)
}

/// Does the same at a given time.
pub(super) fn share_left_at(loaded: &LoadedMatch, seat: Seat, now: i64) -> Option<Left> {
    let MatchRow { timer, end, terms, .. } = &loaded.row;
    let clock = terms.clock.filter(|_| end.is_none() && !loaded.is_of_room(seat))?;
    let (left, whole) = match timer.aside(seat, now) {
        Some(aside) => (aside, clock.aside()),
        None => (timer.left(seat, now)?, clock.start),
    };
    let left = left.clamp(0, whole.max(0));
    let percent = u8::try_from(left * 100 / whole.max(1)).unwrap_or(100);
    Some(Left { percent, short: left * 8 < whole })
}

/// Says why time is stopped, if it is.
pub(super) fn standing_still(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Vec<Text> {
    let timer = &loaded.row.timer;
    let mut lines = Vec::new();
    if timer.paused().is_some() {
        let until = timer.notice().map(|notice| (notice.at, notice.at - cx.now));
        let go_on = cx.memory.features.clock_stop().map(|stop| (stop.go_on)(loaded.row.id));
        lines.push(words::paused(go_on, until));
    }
    for seat in Seat::BOTH {
        if timer.is_unreached(seat) {
            lines.push(Text::plain(words::time_waits_for(loaded.names.get(seat))));
        }
        if let Some(until) = timer.rests_until(seat, cx.now) {
            lines.push(words::rests(loaded.names.get(seat), until, until - cx.now));
        }
    }
    lines
}

/// Returns until when a person rests, if they do.
pub fn away_until(cx: &RequestContext<'_>, person: &Person) -> Result<Option<i64>, RequestError> {
    Ok(seam::rest_of(cx, person.id)?.map(|rest| rest.until))
}

/// Stops the asker's time in all their matches from one moment until another.
pub fn rest_everywhere(
    cx: &mut RequestContext<'_>,
    until: i64,
    from: i64,
) -> Result<(), RequestError> {
    for mut row in cx.tx.running_of(cx.me.id)? {
        let Some(seat) = row.seats.find(|&it| it == cx.me.id) else { continue };
        row.timer.rest(seat, until, from);
        begin_nudging(cx, &mut row, seat);
        schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(())
}

/// Tells whether the bot ends the match when time runs out.
pub(super) fn is_hard(row: &MatchRow) -> bool {
    row.terms.clock.is_some_and(|it| it.hard)
}

/// Says in a list how much time the player to move has, `2 days left`, or that time is stopped; none
/// without a clock.
pub(super) fn time_in_short(row: &MatchRow, seat: Seat, now: i64) -> Option<String> {
    let timer = &row.timer;
    let asked =
        [seat, seat.other()].into_iter().find(|&either| timer.owes(either) != Owes::Nothing)?;
    if timer.paused().is_some() {
        return Some(words::is_paused());
    }
    if timer.rests_until(asked, now).is_some() {
        return Some(words::is_resting());
    }
    timer.aside(asked, now).or(timer.left(asked, now)).map(words::time_left)
}

/// Tells whether a match may be claimed because the other side has left and is silent.
///
/// # Errors
/// If it could be, but not by the asker or not here: a person who can remove others from a room
/// can't win by it.
pub(crate) fn is_left_alone(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    late: Seat,
) -> Result<bool, RequestError> {
    let MatchRow { id, timer, nudges, room, .. } = &loaded.row;
    let silent = nudges.get(late).silent_since_left();
    let is_gone = silent.is_some_and(|silent| silent + GONE <= cx.now);
    let owes =
        timer.owes(late) != Owes::Nothing && timer.paused().is_none() && !timer.is_unreached(late);
    if !is_gone || !owes || timer.rests_until(late, cx.now).is_some() {
        return Ok(false);
    }
    let other = loaded.names.get(late);
    if *room != cx.room.id {
        return Err(words::claim_in_its_room(other, *id).into());
    }
    if cx.power() != Power::Nothing {
        return Err(words::moderators_wait(other).into());
    }
    Ok(true)
}

/// Tells whether the other side may find somebody who plays on for a seat: its time has run out, or
/// without a clock it has been silent for a week.
pub fn may_be_helped(row: &MatchRow, late: Seat, now: i64) -> bool {
    row.timer.is_late(late, now) || row.timer.silent_from(late).is_some_and(|from| from <= now)
}

/// How long an absent player may be silent in their turn before the match can be claimed, in
/// seconds.
pub const GONE: i64 = 3 * DAY;
