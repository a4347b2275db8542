//! Players who are away from a match: whether they are, and waiting for them.
use command::verbs;
use engine::{refusal::Refusal, seat::Seat};
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
};
use store::MatchRow;

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    play::{self, words},
    rate_limit, seats, timing,
    words::board_button,
};

/// Tells an absent player that the asker waits for them.
pub(crate) fn wait(cx: &mut RequestContext<'_>, said: &verbs::Claim) -> Result<(), RequestError> {
    let (loaded, seat) = absent(cx, said.of)?;
    let late = loaded.people.get(seat).clone();
    rate_limit::check_pings(cx, &late)?;
    let of = loaded.row.id;
    let me = loaded.names.get(seat.other());
    let room = seats::room_of_seat(cx.tx, &loaded.row, seat)?;
    let reply = Reply::only(late.id, words::ending::waits_for_you(me, of, loaded.game()));
    let reply = reply.private(Privacy::Personal).choices([board_button(of)]);
    cx.say_in(room, reply)?;
    let finds = cx.memory.features.stand_in().map(|stand_in| (stand_in.find)(of));
    let text = words::ending::is_waiting(&late, of, finds);
    cx.say(cx.answer(text));
    Ok(())
}

/// Finds a match of the asker where the other side is away, and its seat.
pub(crate) fn absent(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<(LoadedMatch, Seat), RequestError> {
    let (loaded, other, is_away) = other_side(cx, of)?;
    if is_away { Ok((loaded, other)) } else { Err(not_yet(cx, &loaded, other).into()) }
}

/// Finds the match that is meant, the seat of the other side, and whether that is away.
pub fn other_side(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<(LoadedMatch, Seat, bool), RequestError> {
    let now = cx.now;
    let away = |row: &MatchRow, seat: Seat| timing::may_be_helped(row, seat.other(), now);
    let (loaded, mine) = play::ending::mine_running(cx, of, away)?;
    seats::check_no_room_plays(cx, &loaded)?;
    if loaded.is_practice() {
        return Err(words::ending::against_the_bot(loaded.row.id).into());
    }
    let other = mine.other();
    let is_away = away(&loaded.row, mine) || timing::is_left_alone(cx, &loaded, other)?;
    Ok((loaded, other, is_away))
}

/// Says that a player isn't away yet.
pub fn not_yet(cx: &RequestContext<'_>, loaded: &LoadedMatch, seat: Seat) -> Refusal {
    let timer = &loaded.row.timer;
    let from = timer.silent_from(seat).or_else(|| timer.ends(seat));
    words::ending::not_away(loaded.names.get(seat), from.map(|from| from - cx.now))
}
