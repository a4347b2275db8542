//! Begins matches that nobody has to accept, because both have agreed to a competition.
use model::{
    ids::{PersonId, RoomId},
    text::Text,
    time::DAY,
};
use store::{Challenge, ChallengeCommitted, ChallengeState, SideWish, Terms};

use crate::{
    RequestError,
    context::{RequestContext, random_source::DrawnSecrets},
    lobby::{
        self,
        challenge::OPEN_DAYS,
        open_match::{InCompetition, MatchOpening},
    },
};

/// A match that begins by itself.
pub struct UnaskedMatch {
    pub room: RoomId,
    pub by: PersonId,
    pub other: PersonId,
    pub terms: Terms,
    /// The side of `by`.
    pub side: SideWish,
    pub best_of: u32,
    pub part: InCompetition,
    /// Further text about it.
    pub more: Vec<Text>,
}

/// Begins a match of a competition that both players have agreed to.
pub fn begin_unasked(
    cx: &mut RequestContext<'_>,
    unasked: UnaskedMatch,
) -> Result<(), RequestError> {
    let UnaskedMatch { room, by, other, terms, side, best_of, part, more } = unasked;
    let other = cx.tx.person(other)?;
    let id = cx.tx.next_challenge()?;
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(id);
    let chat = cx.tx.room(room)?.chat;
    let players = (by, Some(other.id));
    let text = lobby::commitment::offered(cx, chat, &terms, side, players, &salts)?;
    let mut challenge = Challenge {
        id,
        room,
        by,
        whom: Some(other.id),
        terms,
        side,
        state: ChallengeState::Open,
        secret,
        tag,
        word: String::new(),
        made_at: cx.now,
        lapses_at: cx.now + OPEN_DAYS * DAY,
        places: 1,
        taken: Vec::new(),
        counter: true,
        bond: ChallengeCommitted { text, salts: Some(salts) },
        best_of,
    };
    challenge.id = cx.tx.add_challenge(&challenge)?;
    let opening = MatchOpening { part: Some(part), more, ..MatchOpening::default() };
    lobby::open_match::open_match(cx, challenge, &other, opening)
}
