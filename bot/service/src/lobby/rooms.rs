//! Rooms that play by vote: which room a challenge means, who takes a seat for whom, and what such a
//! match can't have.
use command::{is_room, unnamed_terms::UnnamedTerms, verbs};
use engine::seat::Seat;
use model::ids::{MatchId, PersonId, RoomId};
use store::{Challenge, Person, Room, RoomSide, Terms};

use crate::{
    RequestError, RoomFound, RoomPresence, RoomQuestion,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, loaded::LoadedMatch, meet::meet_named},
    lobby::words,
};

/// How many matches a room may play by vote at a time.
const MOST_VOTED: usize = 3;

/// How many of them one person may begin, so that others can, too.
const MOST_BEGUN: usize = 2;

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
pub(super) fn find_room(cx: &RequestContext<'_>, said: &str) -> Result<Room, RequestError> {
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

/// Checks what a match by vote can't have. Returns the other room as a player, if one is
/// challenged.
pub(super) fn rooms_that_vote(
    cx: &mut RequestContext<'_>,
    said: &verbs::Challenge,
    loose: &UnnamedTerms,
    other: Option<Room>,
) -> Result<Option<Person>, RequestError> {
    let Some(game) = said.game else { return Ok(None) };
    let named = said.who.as_deref().unwrap_or("");
    match (loose.vote, &other) {
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(words::rooms::room_needs_a_vote(named, game).into()),
        (Some(_), _) => {}
    }
    check_vote(cx, loose, game)?;
    if said.places.is_some_and(|it| 1 < it) || said.best.is_some_and(|it| 1 < it) {
        return Err(words::rooms::vote_is_one_match(game).into());
    }
    let Some(other) = other else {
        return match loose.clock {
            Some(None) => Err(words::rooms::person_needs_a_clock(game).into()),
            _ => Ok(None),
        };
    };
    if other.id == cx.room.id {
        return Err(words::rooms::against_own_room().into());
    }
    if loose.clock.flatten().is_some() {
        return Err(words::rooms::vote_is_the_clock(named, game).into());
    }
    if other.answers_only {
        return Err(words::rooms::vote_needs_a_board().into());
    }
    authority::decide::clear(
        cx,
        GuardedAction::Say(verbs::Challenge::VERB),
        ActionTarget::Room(&other),
    )?;
    Ok(Some(cx.tx.room_person(&other)?))
}

/// Refuses a match by vote in this room that can't be played so.
pub(crate) fn check_vote(
    cx: &RequestContext<'_>,
    loose: &UnnamedTerms,
    game: engine::games::GameId,
) -> Result<(), RequestError> {
    if cx.request().is_some_and(|it| it.company == RoomPresence::Alone) {
        return Err(words::rooms::vote_needs_a_room(game).into());
    }
    if cx.room.answers_only {
        return Err(words::rooms::vote_needs_a_board().into());
    }
    if loose.rated == Some(true) {
        return Err(words::rooms::vote_is_unrated(game).into());
    }
    if loose.public == Some(false) {
        return Err(words::rooms::vote_is_open(game).into());
    }
    if game.keeps_secrets(game.options(&loose.options)?)? {
        return Err(words::rooms::no_vote_with_secrets(game).into());
    }
    Ok(())
}

/// Returns who takes the seat of a person who makes a challenge in a room: the room, if it votes.
pub(crate) fn seated_for(
    cx: &RequestContext<'_>,
    terms: &Terms,
    room: &Room,
    by: &Person,
) -> Result<Person, RequestError> {
    match terms.vote {
        Some(_) => Ok(cx.tx.room_person(room)?),
        None => Ok(by.clone()),
    }
}

/// Returns who plays if the asker accepts a challenge: they, or this room by vote.
pub(super) fn accepts_as(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
    by_vote: bool,
) -> Result<Person, RequestError> {
    let for_room = room_challenged(cx, challenge)? == Some(cx.room.id);
    if !by_vote && !for_room {
        return Ok(cx.me.clone());
    }
    if challenge.terms.vote.is_none() {
        return Err(words::rooms::not_by_vote(challenge.id).into());
    }
    if challenge.room == cx.room.id {
        return Err(words::rooms::against_own_room().into());
    }
    if cx.room.answers_only {
        return Err(words::rooms::vote_needs_a_board().into());
    }
    if cx.request().is_some_and(|it| it.company == RoomPresence::Alone) {
        return Err(words::rooms::vote_needs_a_room(challenge.terms.game).into());
    }
    Ok(cx.tx.room_person(&cx.room)?)
}

/// Returns the room that a challenge is for, if it is for one.
pub(super) fn room_challenged(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
) -> Result<Option<RoomId>, RequestError> {
    match challenge.whom {
        Some(whom) if challenge.terms.vote.is_some() => Ok(cx.tx.person(whom)?.room),
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
    for (player, seat, began) in began {
        let Some(room) = player.room else { continue };
        cx.tx.add_room_side(of, seat, room, began)?;
        if room != challenge.room {
            cx.tx.add_away_room(of, seat, room)?;
        }
    }
    Ok(())
}

/// Refuses another match by vote to a room that has enough of them.
pub(crate) fn check_votes_for_more(
    cx: &RequestContext<'_>,
    room: RoomId,
    player: &Person,
) -> Result<(), RequestError> {
    let running = cx.tx.voted_in(room)?;
    if MOST_VOTED <= running.len() {
        return Err(words::rooms::plays_enough_by_vote(&player.name, MOST_VOTED).into());
    }
    let mut begun = 0;
    for row in running {
        let mine = |side: &RoomSide| side.room == room && side.begun_by == Some(cx.me.id);
        begun += usize::from(cx.tx.room_sides(row.id)?.iter().any(mine));
    }
    match begun < MOST_BEGUN {
        true => Ok(()),
        false => Err(words::rooms::began_enough_by_vote(&player.name, MOST_BEGUN).into()),
    }
}

/// Refuses a rematch where a room played.
pub(super) fn check_rematch(loaded: &LoadedMatch) -> Result<(), RequestError> {
    match loaded.row.terms.vote {
        Some(_) => Err(words::rooms::no_rematch_by_vote(loaded.game()).into()),
        None => Ok(()),
    }
}
