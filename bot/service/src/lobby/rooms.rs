//! Rooms as players: which room a challenge means, and who takes a seat for whom.
use command::{is_room, unnamed_terms::UnnamedTerms, verbs};
use engine::seat::Seat;
use model::ids::{MatchId, PersonId, RoomId};
use store::{Challenge, Person, Room, Terms};

use crate::{
    RequestError, RoomFound, RoomQuestion,
    authority::{self, ActionTarget, GuardedAction},
    context::{
        RequestContext,
        loaded::LoadedMatch,
        meet::meet_named,
        room_play::{RoomOpponent, RoomRefusal, RoomSeat, RoomTerms, refusal_of_room, room_play},
        seam,
    },
    lobby::words,
};

/// Takes a room among the words for the game as the one that is challenged: where arguments have
/// kinds, a room is no person.
pub(super) fn with_room_first(said: &verbs::Challenge) -> verbs::Challenge {
    let room = said.options.split_whitespace().find(|it| is_room(it));
    match room {
        Some(room) if said.who.is_none() => {
            let rest: Vec<&str> =
                said.options.split_whitespace().filter(|it| *it != room).collect();
            verbs::Challenge { who: Some(room.to_owned()), options: rest.join(" "), ..said.clone() }
        }
        Some(_) | None => said.clone(),
    }
}

/// Finds another room of this server that the asker can see, or the one paired with this, by its
/// name or id. What they can't see is refused as what doesn't exist.
pub(crate) fn find_room(cx: &RequestContext<'_>, said: &str) -> Result<Room, RequestError> {
    let pair = cx.tx.paired_with(cx.room.id)?.map(|pair| cx.tx.room(pair)).transpose()?;
    let plain = |name: &str| name.trim_matches(['#', '<', '>']).to_lowercase().replace(' ', "-");
    let wanted = plain(said);
    let is_meant =
        |room: &&Room| room.handle.to_lowercase() == wanted || plain(&room.name) == wanted;
    if let Some(own) = pair.iter().chain([&cx.room]).find(is_meant) {
        return Ok(own.clone());
    }
    for room in cx.tx.rooms_beside(&cx.room)?.iter().filter(is_meant) {
        if seen_beside(cx, &room.handle)?.is_some() {
            return Ok(room.clone());
        }
    }
    // Nobody may have used the bot there.
    if said.starts_with("<#")
        && let Some(seen) = seen_beside(cx, &wanted)?
    {
        return Ok(meet_named(cx.tx, cx.room.chat, &seen.room)?);
    }
    let names: Vec<String> = pair.iter().map(|it| plain(&it.name)).collect();
    Err(words::rooms::no_such_room(said, &names).into())
}

/// Returns another room of this server, if the asker can see it.
fn seen_beside(cx: &RequestContext<'_>, handle: &str) -> Result<Option<RoomFound>, RequestError> {
    let Some(request) = cx.request().filter(|it| !it.room.server.is_empty()) else {
        return Ok(None);
    };
    let (room, person) = (handle.to_owned(), request.from.handle.clone());
    let found = authority::rooms::found(cx, RoomQuestion { chat: request.chat, room, person })?;
    Ok(found.filter(|it| it.room.server == cx.room.server))
}

/// Checks whether rooms can play under these terms, if they should. Returns the other room as a player, if one is challenged.
pub(super) fn room_challenged_by(
    cx: &RequestContext<'_>,
    said: &verbs::Challenge,
    terms: &UnnamedTerms,
    other: Option<Room>,
) -> Result<Option<Person>, RequestError> {
    let Some(game) = said.game else { return Ok(None) };
    let against = match &other {
        Some(other) => RoomOpponent::Room(other, said.who.as_deref().unwrap_or("")),
        None if terms.room_time.is_none() => return Ok(None),
        None => RoomOpponent::Anyone,
    };
    let several = said.places.is_some_and(|it| 1 < it) || 1 < seam::matches_wanted(cx, false)?;
    (room_play(cx)?.check_terms)(cx, &RoomTerms { game, terms, against, several })?;
    let Some(other) = other else { return Ok(None) };
    authority::decide::clear(
        cx,
        GuardedAction::Say(verbs::Challenge::VERB),
        ActionTarget::Room(&other),
    )?;
    Ok(Some(cx.tx.room_person(&other)?))
}

/// Returns who takes the seat of a person who makes a challenge in a room: the room, if it plays.
pub(crate) fn seated_for(
    cx: &RequestContext<'_>,
    terms: &Terms,
    room: &Room,
    by: &Person,
) -> Result<Person, RequestError> {
    match terms.room_time {
        Some(_) => Ok(cx.tx.room_person(room)?),
        None => Ok(by.clone()),
    }
}

/// Returns who plays if the asker accepts a challenge: they, or this room.
pub(super) fn accepts_as(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
    by_room: bool,
) -> Result<Person, RequestError> {
    let for_room = room_challenged(cx, challenge)? == Some(cx.room.id);
    if !by_room && !for_room {
        return Ok(cx.me.clone());
    }
    (room_play(cx)?.check_accepted)(cx, challenge)?;
    Ok(cx.tx.room_person(&cx.room)?)
}

/// Returns the room that a challenge is for, if it is for one.
pub(super) fn room_challenged(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
) -> Result<Option<RoomId>, RequestError> {
    match challenge.whom {
        Some(whom) if challenge.terms.room_time.is_some() => Ok(cx.tx.person(whom)?.room),
        Some(_) | None => Ok(None),
    }
}

/// Stores which rooms play a new match, and who began it for them.
pub(super) fn seat_rooms(
    cx: &RequestContext<'_>,
    of: MatchId,
    challenge: &Challenge,
    [by, other]: [&Person; 2],
    by_seat: Seat,
) -> Result<(), RequestError> {
    let began: [(&Person, Seat, PersonId); 2] =
        [(by, by_seat, challenge.by), (other, by_seat.other(), cx.me.id)];
    for (player, seat, begun_by) in began {
        let Some(room) = player.room else { continue };
        let play = room_play(cx)?;
        (play.seated)(cx.tx, of, &RoomSeat { seat, room, begun_by })?;
        if room != challenge.room {
            cx.tx.add_away_room(of, seat, room)?;
        }
    }
    Ok(())
}

/// Refuses a rematch where a room played.
pub(super) fn check_rematch(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    match loaded.row.terms.room_time {
        Some(_) => Err(refusal_of_room(cx, RoomRefusal::Rematch(loaded.game())).into()),
        None => Ok(()),
    }
}
