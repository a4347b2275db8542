//! What the commitments of a challenge and of its match bind, with the people as their chats know them.
use engine::{
    fair::Salt,
    seat::{BySeat, Seat},
};
use model::ids::{Chat, PersonId};
use proof::commitment::{BoundStart, Offered, read, who, written};
use store::{Challenge, ChallengeCommitted, Person, SideWish, Terms};

use crate::{RequestError, context::RequestContext};

/// Writes what a challenge binds in a room of this chat.
pub(super) fn offered(
    cx: &RequestContext<'_>,
    chat: Chat,
    terms: &Terms,
    side: SideWish,
    (by, to): (PersonId, Option<PersonId>),
    salts: &[Salt; 2],
) -> Result<String, RequestError> {
    let to = to.map(|it| known_as(cx, chat, it)).transpose()?;
    let by = salts[0].fingerprint(&known_as(cx, chat, by)?);
    let to = to.map(|whom| salts[1].fingerprint(&whom));
    written(&Offered::of(terms, side, by, to)).map_err(RequestError::Broken)
}

/// Writes what a match binds when it begins; the challenger has seat `by`, and `other` the other
/// one.
pub(super) fn begun(
    cx: &RequestContext<'_>,
    challenge: &Challenge,
    by: Seat,
    words: &BySeat<String>,
    other: PersonId,
) -> Result<String, RequestError> {
    let Challenge { secret, tag, bond: ChallengeCommitted { text, salts }, room, .. } = challenge;
    let offered: Offered = read(text).map_err(RequestError::Broken)?;
    let to = match (offered.to, salts) {
        (Some(to), _) => to,
        (None, Some([_, salt])) => salt.fingerprint(&known_as(cx, cx.tx.room(*room)?.chat, other)?),
        (None, None) => {
            return Err(RequestError::Broken(format!(
                "there are no salts for challenge {}",
                challenge.id
            )));
        }
    };
    let begun = BoundStart {
        offer: secret.commitment_to(tag, text),
        challenger: by,
        players: BySeat::new(|seat| if seat == by { offered.by.clone() } else { to.clone() }),
        words: words.clone(),
    };
    written(&begun).map_err(RequestError::Broken)
}

/// Returns a person's chat and id, in this chat or else where they were first seen.
fn known_as(cx: &RequestContext<'_>, chat: Chat, id: PersonId) -> Result<String, RequestError> {
    match cx.tx.handle_in(chat, id)? {
        Some(handle) => Ok(who(chat, &handle)),
        None => {
            let Person { chat, handle, .. } = cx.tx.person(id)?;
            Ok(who(chat, &handle))
        }
    }
}
