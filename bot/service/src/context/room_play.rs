//! What a feature adds so that a room can play a seat as one player. The kernel knows such a seat by its player, who is a room; how the
//! people there decide together is the feature's.
use command::unnamed_terms::UnnamedTerms;
use engine::{game::Status, games::GameId, refusal::Refusal, seat::Seat};
use model::{
    ids::{ChallengeId, MatchId, PersonId, RoomId},
    reply::Choice,
    text::Text,
};
use store::{Challenge, MatchRow, Person, Room, StoreError, Tx};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::{LoadedMatch, PositionOrigin},
        seam::Hooks,
    },
    words,
};

/// How a room plays a seat. One feature has it; without one no match can be begun for a room.
#[allow(clippy::type_complexity, reason = "the type of a hook stands beside what it is for")]
pub struct RoomPlay {
    /// Refuses terms under which this room can't play, or the other one that is challenged.
    pub check_terms: fn(&RequestContext<'_>, &RoomTerms<'_>) -> Result<(), RequestError>,
    /// Refuses a challenge that this room can't accept.
    pub check_accepted: fn(&RequestContext<'_>, &Challenge) -> Result<(), RequestError>,
    /// Refuses to begin one more match for a room, whose player is given too.
    pub check_more: fn(&RequestContext<'_>, RoomId, &Person) -> Result<(), RequestError>,
    /// Follows that a room took a seat of a new match, before the match has a position.
    pub seated: fn(&Tx<'_>, MatchId, &RoomSeat) -> Result<(), StoreError>,
    /// Returns the seat that a person who is no player decides for with others, from where they are.
    pub shared: fn(&Tx<'_>, &MatchRow, PersonId, RoomId) -> Result<Option<SharedSeat>, StoreError>,
    /// Tells whether a person had a part in what a room played in a match.
    pub took_part: fn(&Tx<'_>, MatchId, PersonId) -> Result<bool, StoreError>,
    /// Follows a new position, before it is told.
    pub positioned:
        fn(&RequestContext<'_>, &LoadedMatch, &Status, &PositionOrigin) -> Result<(), RequestError>,
    /// Says on a board what a room is asked, and how far its answer has come.
    pub asks: fn(&RequestContext<'_>, &LoadedMatch, Seat, &str) -> Result<Text, RequestError>,
    /// Takes words that the asker wants played for a seat.
    pub takes: fn(&mut RequestContext<'_>, &LoadedMatch, Seat, &str) -> Result<(), RequestError>,
    /// Takes that the asker wants their room to resign.
    pub resigns: fn(&mut RequestContext<'_>, &LoadedMatch) -> Result<(), RequestError>,
    /// Lists the running matches that the asker plays with others, so many at most.
    pub lists: fn(&RequestContext<'_>, usize) -> Result<SharedMatches, RequestError>,
    /// Returns where the asker hasn't said yet what their room must do.
    pub waits: fn(&RequestContext<'_>) -> Result<Vec<RoomTurn>, RequestError>,
    /// Says which of these turns comes after a match, with a button that shows it.
    pub next: fn(
        &RequestContext<'_>,
        MatchId,
        &[RoomTurn],
    ) -> Result<Option<(Text, Choice)>, RequestError>,
    /// Says why something can't be done where a room plays.
    pub refusal: fn(RoomRefusal<'_>) -> Refusal,
}

/// Terms under which a room should play.
pub struct RoomTerms<'a> {
    pub game: GameId,
    pub terms: &'a UnnamedTerms,
    pub against: RoomOpponent<'a>,
    /// Whether more than one match is meant: a series, or several who may accept.
    pub several: bool,
}

/// Whom a room should play.
pub enum RoomOpponent<'a> {
    Bot,
    /// A person or a room elsewhere: whoever accepts.
    Anyone,
    /// A room, as it was named.
    Room(&'a Room, &'a str),
}

/// A seat that a room takes.
pub struct RoomSeat {
    pub seat: Seat,
    pub room: RoomId,
    /// Who began or accepted the match for the room.
    pub begun_by: PersonId,
}

/// A seat that somebody decides for with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedSeat {
    pub seat: Seat,
    pub room: RoomId,
    /// Whether they began or accepted the match for the room.
    pub began: bool,
}

/// Running matches that a person plays with others.
#[derive(Default)]
pub struct SharedMatches {
    pub lines: Vec<Text>,
    /// All of them, also those that aren't listed.
    pub rows: Vec<MatchRow>,
    /// Whether one of them is played by another room than this.
    pub elsewhere: bool,
}

/// A turn of a room.
pub struct RoomTurn {
    pub row: MatchRow,
    pub seat: Seat,
    /// When it ends.
    pub until: i64,
}

/// What can't be done where a room plays.
#[derive(Clone, Copy, Debug)]
pub enum RoomRefusal<'a> {
    /// Several actions in one line.
    Several,
    /// What takes the consent of both sides.
    Consent(MatchId),
    /// To claim the match because the room is late.
    Late(MatchId),
    /// What a player does alone.
    Alone(MatchId),
    /// To decide for the others, which takes who began the match.
    ForOthers(MatchId),
    /// To decide here for one side and elsewhere for the other, the room of this name.
    BothSides(MatchId, &'a str),
    /// To change a challenge.
    Counter(ChallengeId),
    Rematch(GameId),
}

/// Says why something can't be done where a room plays.
pub(crate) fn refusal_of_room(cx: &RequestContext<'_>, why: RoomRefusal<'_>) -> Refusal {
    let says = cx.memory.features.room_play().map(|play| (play.refusal)(why));
    says.unwrap_or_else(words::no_room_plays)
}

/// Returns how rooms play.
///
/// # Errors
/// If no feature says it.
pub fn room_play(cx: &RequestContext<'_>) -> Result<&'static RoomPlay, RequestError> {
    Ok(cx.memory.features.room_play().ok_or_else(words::no_room_plays)?)
}

/// Lists what the asker plays with others.
pub(crate) fn shared_matches(
    cx: &RequestContext<'_>,
    most: usize,
) -> Result<SharedMatches, RequestError> {
    let Some((feature, play)) = cx.memory.features.with_room_play() else {
        return Ok(SharedMatches::default());
    };
    let listed =
        Hooks::of(cx).undone_if_it_fails(feature, "list", cx.me.id, || (play.lists)(cx, most))?;
    Ok(listed.unwrap_or_default())
}

/// Returns where the asker hasn't said yet what their room must do.
pub(crate) fn shared_turns(cx: &RequestContext<'_>) -> Result<Vec<RoomTurn>, RequestError> {
    let Some((feature, play)) = cx.memory.features.with_room_play() else {
        return Ok(Vec::new());
    };
    let waiting =
        Hooks::of(cx).undone_if_it_fails(feature, "waits", cx.me.id, || (play.waits)(cx))?;
    Ok(waiting.unwrap_or_default())
}
