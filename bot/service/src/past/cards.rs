//! What waits for an answer, for the pages of those it concerns: challenges, draw offers, and requests to take back or to pause.
use command::say;
use engine::{game::Emphasis, games::GameId, seat::Seat};
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId},
    reply::Choice,
    text::clean_name,
};
use store::{Challenge, ChallengeState, MatchRow, Tx};

use super::{
    board::{BoardViewer, people_of},
    words,
};
use crate::{
    RequestError,
    context::seam::Features,
    lobby::{
        challenge_card::{buttons, challenge_line},
        which_challenge,
    },
    play,
    telling::requests::{MatchRequest, requests},
    terms::terms_in_words,
};

/// What somebody hasn't answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCard {
    pub about: CardAbout,
    pub game: GameId,
    pub role: CardRole,
    /// The handle of the viewer, or of the one at their screen; empty where anyone may accept.
    pub who: String,
    pub says: String,
    /// What the viewer can do about it.
    pub answers: Vec<Choice>,
    /// The key by which alone it is accepted, for the one who made it.
    pub key: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardAbout {
    Match(MatchId),
    Challenge(ChallengeId),
}

/// What a viewer has to do with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRole {
    /// They are asked.
    Asked,
    /// They asked somebody.
    Asks,
    /// They asked everybody.
    Invites,
    /// Somebody asked everybody.
    Invited,
}

/// Lists what waits for an answer of a viewer, or for one to them.
///
/// # Errors
/// If the database fails.
pub fn waiting_cards(
    features: &Features,
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
    room: &str,
    now: i64,
) -> Result<Vec<WaitingCard>, RequestError> {
    let people = people_of(tx, chat, viewer)?;
    let mut out = Vec::new();
    for &person in &people {
        for row in tx.running_of(person)? {
            if let Some(seat) = row.seats.find(|&it| it == person) {
                out.extend(of_match(features, tx, chat, &row, seat, &people)?);
            }
        }
    }
    let room = tx.room_by_handle(chat, room)?;
    for challenge in room.map(|room| tx.open_challenges(room.id)).transpose()?.unwrap_or_default() {
        let card = if now < challenge.lapses_at {
            of_challenge(tx, chat, &challenge, &people)?
        } else {
            None
        };
        out.extend(card.filter(|card| card.role != CardRole::Invited || card.key.is_none()));
    }
    out.sort_by_key(|card| card.role != CardRole::Asked);
    Ok(out)
}

/// Returns the invitation whose link has a key, as long as it is open.
///
/// # Errors
/// If the database fails.
pub fn invitation(
    tx: &Tx<'_>,
    chat: Chat,
    viewer: &BoardViewer,
    key: &str,
    now: i64,
) -> Result<Option<WaitingCard>, RequestError> {
    let people = people_of(tx, chat, viewer)?;
    let found = tx.challenge_with_code(key)?.map(|of| tx.challenge(of)).transpose()?.flatten();
    let is_open = |challenge: &Challenge| {
        challenge.state == ChallengeState::Open && now < challenge.lapses_at
    };
    match found.filter(is_open) {
        Some(challenge) => of_challenge(tx, chat, &challenge, &people),
        None => Ok(None),
    }
}

/// Writes the cards of a match for one of its players. What somebody at the same screen is asked stands there once.
fn of_match(
    features: &Features,
    tx: &Tx<'_>,
    chat: Chat,
    row: &MatchRow,
    seat: Seat,
    people: &[PersonId],
) -> Result<Vec<WaitingCard>, RequestError> {
    let [me, other] = [seat, seat.other()].map(|seat| tx.person_in(chat, *row.seats.get(seat)));
    let (me, other) = (me?, other?);
    let who = tx.handle_in(chat, me.id)?.unwrap_or_default();
    let [my_name, other_name] = [&me, &other].map(|person| clean_name(&person.name));
    let mut out = Vec::new();
    for MatchRequest { by, says, answers, withdraw } in requests(features, row) {
        let (role, says, answers) = match by {
            Some(by) if by != seat => {
                let answers = play::words::ending::answer_buttons(answers).to_vec();
                (CardRole::Asked, says(&other_name), answers)
            }
            Some(_) if other.is_person() && !people.contains(&other.id) => {
                let says = words::waits_for(&says(&my_name), Some(&other_name));
                (CardRole::Asks, says, vec![Choice::new(words::WITHDRAW, withdraw)])
            }
            Some(_) | None => continue,
        };
        out.push(WaitingCard {
            about: CardAbout::Match(row.id),
            game: row.terms.game,
            role,
            who: who.clone(),
            says,
            answers,
            key: None,
        });
    }
    Ok(out)
}

fn of_challenge(
    tx: &Tx<'_>,
    chat: Chat,
    challenge: &Challenge,
    people: &[PersonId],
) -> Result<Option<WaitingCard>, RequestError> {
    let own = |person: Option<PersonId>| person.filter(|person| people.contains(person));
    let (by, whom) = (own(Some(challenge.by)), own(challenge.whom));
    let (role, person) = match (by, whom, challenge.whom) {
        (_, Some(whom), _) => (CardRole::Asked, Some(whom)),
        (Some(by), None, Some(_)) => (CardRole::Asks, Some(by)),
        (Some(by), None, None) => (CardRole::Invites, Some(by)),
        (None, None, None) if challenge.taken.iter().all(|who| !people.contains(who)) => {
            (CardRole::Invited, None)
        }
        (None, None, _) => return Ok(None),
    };
    let who = person.map(|person| tx.handle_in(chat, person)).transpose()?.flatten();
    let key = which_challenge::link_key(tx, challenge)?;
    let (says, answers) = if by.is_some() && whom.is_none() {
        let other = challenge.whom.map(|whom| tx.person_in(chat, whom)).transpose()?;
        let other = other.map(|it| clean_name(&it.name));
        let terms = format!("{}.", terms_in_words(&challenge.terms)?);
        let cancel = say!(Cancel { challenge: challenge.id });
        (words::waits_for(&terms, other.as_deref()), vec![Choice::new(words::CANCEL, cancel)])
    } else {
        let mut answers = buttons(challenge, false);
        answers.retain(|it| it.emphasis != Emphasis::Aside);
        if let Some(word) = key.as_deref() {
            answers = vec![Choice::new(words::ACCEPT, say!(Accept { word }))];
        }
        (challenge_line(tx, challenge)?.bare(), answers)
    };
    let (about, who) = (CardAbout::Challenge(challenge.id), who.unwrap_or_default());
    let game = challenge.terms.game;
    Ok(Some(WaitingCard { about, game, role, who, says, answers, key }))
}
