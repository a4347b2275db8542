//! Settles a match by its position: the computer player has to be sure, and the absent side may
//! still come back.
use command::verbs;
use engine::{
    game::Status,
    mind::{Level, Player},
    seat::Seat,
};
use model::{
    pool::Priority,
    reply::{Privacy, Reply},
    time::DAY,
};
use store::Settlement;

use super::{
    insight::insight,
    think::{seed_at, thought},
    words,
};
use crate::{
    RequestError,
    context::{RequestContext, insights::QuestionKey, loaded::LoadedMatch},
    play, seats, telling, timing,
};

/// The least chance of a side for which a match is settled.
const SURE: f64 = 0.9;

/// Who judges.
const JUDGE: Player = Player::Level(Level::Five);

/// The seed of the judge, besides the position.
const SEED: u64 = 0x7365_7474;

/// A seat's expected result, from 0 to 1.
struct ChanceOfSeat(f64);

/// Lets a match end by its position in a day, unless the absent side comes back.
pub fn settle(cx: &mut RequestContext<'_>, said: &verbs::Claim) -> Result<(), RequestError> {
    let (mut loaded, late) = play::absent::absent(cx, said.of)?;
    let (of, mine) = (loaded.row.id, late.other());
    if !loaded.row.timer.is_late(late, cx.now) && !timing::is_left_alone(cx, &loaded, late)? {
        return Err(words::settle::not_claimable(of, cx.memory.features.stand_in()).into());
    }
    if loaded.has_secrets() {
        return Err(words::settle::secrets(of, cx.memory.features.stand_in()).into());
    }
    if let Some(at) = loaded.row.settles_at {
        return Err(words::settle::already(of, at - cx.now).into());
    }
    // Who asks only how it stands gets no advice.
    if loaded.row.is_rated() && !said.sure {
        return Err(words::settle::either_may_win(of).into());
    }
    let first = chance(cx, &loaded)?;
    let winner = match first {
        SURE.. => Seat::First,
        _ if first <= 1.0 - SURE => Seat::Second,
        _ => return Err(words::settle::not_sure(of, cx.memory.features.stand_in()).into()),
    };
    let (me, other) = (loaded.names.get(mine).clone(), loaded.names.get(late).clone());
    if winner == late && !said.sure {
        return Err(words::settle::you_would_lose(of, &other).into());
    }
    let wait = loaded.row.terms.clock.map_or(DAY, |it| it.start.min(DAY));
    let due = cx.now + wait;
    cx.tx.put_settlement(of, &Settlement { by: mine, winner, due })?;
    loaded.row.settles_at = Some(due);
    timing::schedule(cx, &mut loaded.row)?;
    cx.tx.update_match(&loaded.row)?;
    let side = loaded.titled(winner);
    let text = words::settle::will_be_settled(of, &me, &side, &other, due, wait);
    telling::turn::say_at(cx, &loaded, Reply::room(text))?;
    let room = seats::room_of_seat(cx.tx, &loaded.row, late)?;
    let text = words::settle::tells_absent(of, loaded.game(), &me, &side, due, wait);
    let reply = Reply::only(*loaded.row.seats.get(late), text).private(Privacy::Personal);
    Ok(cx.say_in(room, reply.choices([words::settle::back_button(of)]))?)
}

/// Returns the chance of the first seat, as the strongest computer player sees it.
pub fn chance(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<f64, RequestError> {
    let (of, at) = (loaded.row.id, loaded.step_key());
    let asked = match loaded.table.status() {
        Status::Waiting(prompts) => prompts.first().map(|it| it.seat),
        Status::Over(_) => None,
    };
    let seat =
        asked.ok_or_else(|| RequestError::Broken(format!("nobody is asked in match {of}")))?;
    let key = QuestionKey::new::<ChanceOfSeat>(cx, of, at)?.about(seat, "");
    let found = insight(cx, key, Priority::Soon, None, || {
        let table = loaded.again()?;
        let seed = seed_at(SEED, at, seat);
        Ok(Box::new(move || {
            Some(thought(&*table, seat, JUDGE, seed).map(|it| ChanceOfSeat(it.chance)))
        }))
    })?;
    let ChanceOfSeat(chance) = *found;
    Ok(if seat == Seat::First { chance } else { 1.0 - chance })
}
