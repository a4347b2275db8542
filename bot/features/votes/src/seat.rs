//! The seat of a room: who may vote for it, and which matches can be played so.
use model::ids::{PersonId, RoomId};
use service::{
    OfferPlace, RequestError, RoomPresence,
    context::{
        RequestContext,
        room_play::{RoomOpponent, RoomTerms, SharedSeat},
    },
    seats,
};
use store::{Challenge, MatchRow, Person, StoreError, Tx};

use crate::{
    rows::{self, RoomSide},
    words,
};

/// How many matches a room may play by vote at a time.
const MOST_VOTED: usize = 3;

/// How many of them one person may begin, so that others can, too.
const MOST_BEGUN: usize = 2;

/// Refuses a match by vote in this room that can't be played so.
pub(crate) fn check_terms(
    cx: &RequestContext<'_>,
    wish: &RoomTerms<'_>,
) -> Result<(), RequestError> {
    let RoomTerms { game, terms, ref against, several } = *wish;
    if let (RoomOpponent::Room(_, named), None) = (against, terms.room_time) {
        return Err(words::room_needs_a_vote(named, game).into());
    }
    if cx.request().is_some_and(|it| it.company == RoomPresence::Alone) {
        let alone = cx.memory.features.offers(OfferPlace::Alone(Some(game)));
        return Err(words::vote_needs_a_room(alone).into());
    }
    if cx.room.answers_only {
        return Err(words::vote_needs_a_board().into());
    }
    if terms.rated == Some(true) {
        return Err(words::vote_is_unrated(game).into());
    }
    if terms.public == Some(false) {
        return Err(words::vote_is_open(game).into());
    }
    if game.keeps_secrets(game.options(&terms.options)?)? {
        return Err(words::no_vote_with_secrets(game).into());
    }
    if several {
        return Err(words::vote_is_one_match(game).into());
    }
    match against {
        RoomOpponent::Bot => Ok(()),
        RoomOpponent::Anyone if terms.clock == Some(None) => {
            Err(words::person_needs_a_clock(game).into())
        }
        RoomOpponent::Anyone => Ok(()),
        RoomOpponent::Room(other, _) if other.id == cx.room.id => {
            Err(words::against_own_room().into())
        }
        RoomOpponent::Room(_, named) if terms.clock.flatten().is_some() => {
            Err(words::vote_is_the_clock(named, game).into())
        }
        RoomOpponent::Room(other, _) if other.answers_only => {
            Err(words::vote_needs_a_board().into())
        }
        RoomOpponent::Room(..) => Ok(()),
    }
}

/// Refuses a challenge that this room can't accept.
pub(crate) fn check_accepted(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
) -> Result<(), RequestError> {
    if challenge.terms.room_time.is_none() {
        return Err(words::not_for_a_room(challenge.id).into());
    }
    if challenge.room == cx.room.id {
        return Err(words::against_own_room().into());
    }
    if cx.room.answers_only {
        return Err(words::vote_needs_a_board().into());
    }
    if cx.request().is_some_and(|it| it.company == RoomPresence::Alone) {
        let alone = cx.memory.features.offers(OfferPlace::Alone(Some(challenge.terms.game)));
        return Err(words::vote_needs_a_room(alone).into());
    }
    Ok(())
}

/// Refuses another match by vote to a room that has enough of them.
pub(crate) fn check_more(
    cx: &RequestContext<'_>,
    room: RoomId,
    player: &Person,
) -> Result<(), RequestError> {
    let running = cx.tx.running_of_room(room)?;
    if MOST_VOTED <= running.len() {
        return Err(words::plays_enough_by_vote(&player.name, MOST_VOTED).into());
    }
    let mut begun = 0;
    for row in running {
        let mine = |side: &RoomSide| side.room == room && side.begun_by == Some(cx.me.id);
        begun += usize::from(rows::room_sides(cx.tx, row.id)?.iter().any(mine));
    }
    if begun < MOST_BEGUN {
        Ok(())
    } else {
        Err(words::began_enough_by_vote(&player.name, MOST_BEGUN).into())
    }
}

/// Returns the seat of a match that a person votes for: the one they have voted for before, else the one of the room where they are.
pub(crate) fn shared(
    tx: &Tx<'_>,
    row: &MatchRow,
    person: PersonId,
    from: RoomId,
) -> Result<Option<SharedSeat>, StoreError> {
    let own = rows::vote_of(tx, row.id, person)?.map(|it| it.seat);
    let is_theirs = |side: &RoomSide| match own {
        Some(seat) => side.seat == seat,
        None => side.room == from,
    };
    let side = rows::room_sides(tx, row.id)?.into_iter().find(is_theirs);
    Ok(side.map(|RoomSide { seat, room, begun_by, .. }| SharedSeat {
        seat,
        room,
        began: begun_by == Some(person),
    }))
}

/// Returns the side of a match that the asker votes for. None for players, and in matches between people.
pub(crate) fn voting_side(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Option<RoomSide>, RequestError> {
    let Some(SharedSeat { seat, .. }) = seats::shared_seat(cx, row)? else { return Ok(None) };
    Ok(rows::room_sides(cx.tx, row.id)?.into_iter().find(|side| side.seat == seat))
}

/// Returns the asker's side, whose vote is under way.
pub(crate) fn side_asked(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<RoomSide, RequestError> {
    let of = row.id;
    let side = voting_side(cx, row)?.ok_or_else(|| words::you_play_yourself(of))?;
    match side.ballot {
        Some(_) => Ok(side),
        None => Err(words::other_side_decides(of).into()),
    }
}
