//! The asker's seat in a match, and whether it may act now.
use command::say;
use engine::{game::Status, games::GameId, refusal::Refusal, seat::Seat};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        room_play::{RoomRefusal, SharedSeat, refusal_of_room},
    },
    matches, seats,
};

/// Returns the seat that the asker plays, alone or with others.
///
/// # Errors
/// In the room of the other side, too, if they have decided for this one before.
pub fn seat_in(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Seat, RequestError> {
    if let Some(seat) = loaded.seat_of(cx.me.id) {
        return Ok(seat);
    }
    let of = loaded.row.id;
    let Some(SharedSeat { seat, .. }) = seats::shared_seat(cx, &loaded.row)? else {
        return Err(matches::words::not_playing(of).into());
    };
    if loaded.people.get(seat.other()).room == Some(cx.room.id) {
        let own = cx.tx.person(*loaded.row.seats.get(seat))?.name;
        return Err(refusal_of_room(cx, RoomRefusal::BothSides(of, &own)).into());
    }
    Ok(seat)
}

/// Refuses what only the other side may do now, and says what that side is asked for.
pub fn check_turn(loaded: &LoadedMatch, seat: Seat) -> Result<(), Refusal> {
    match loaded.table.status() {
        Status::Waiting(prompts) if prompts.iter().all(|it| it.seat != seat) => {
            let other = loaded.names.get(seat.other());
            let asks: Vec<&str> = prompts.iter().map(|it| it.ask.as_str()).collect();
            Err(matches::words::not_your_turn(other, &asks))
        }
        Status::Waiting(_) | Status::Over(_) => Ok(()),
    }
}

/// Refuses to play during a pause, because the other side doesn't expect it.
pub fn check_running(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<(), Refusal> {
    let id = loaded.row.id;
    match loaded.row.timer.paused() {
        None => Ok(()),
        Some(_) => {
            let stop = cx.memory.features.clock_stop();
            Err(matches::words::paused(id, stop.map(|stop| (stop.go_on)(id))))
        }
    }
}

/// Names a match in one line.
pub fn heading(loaded: &LoadedMatch) -> String {
    let [first, second] = Seat::BOTH.map(|seat| loaded.titled(seat));
    matches::words::heading(loaded.row.id, loaded.game(), &first, &second)
}

/// Reads the name of a side.
pub fn side_named(game: GameId, side: &str) -> Result<Seat, Refusal> {
    let sides = game.sides();
    let wanted = side.to_lowercase();
    Seat::BOTH
        .into_iter()
        .find(|seat| sides[seat.index()].to_lowercase() == wanted || seat.name() == wanted)
        .ok_or_else(|| matches::words::no_such_side(side, sides))
}

/// Refuses what makes no sense against the bot.
pub fn check_against_people(loaded: &LoadedMatch, says: &str) -> Result<(), RequestError> {
    if loaded.is_practice() {
        Err(Refusal::illegal(says).instead([say!(Board { of: loaded.row.id })]).into())
    } else {
        Ok(())
    }
}
