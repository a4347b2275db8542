//! Challenges: made, accepted and withdrawn.
use command::{
    code_said, is_room,
    unnamed_terms::{SaidTerms, UnnamedTerms},
    verbs,
};
use model::{
    reply::Reply,
    text::Text,
    time::{Clock, DAY},
};
use store::{
    Challenge, ChallengeCommitted, ChallengeState, Person, Room, SideWish, Terms, USUAL_CLOCK,
    USUAL_GAME,
};

use crate::{
    RequestError, RoomPresence, authority,
    context::{RequestContext, random_source::DrawnSecrets, room_play::room_play, seam},
    lobby::{self, open_match::MatchOpening, rooms::with_room_first, which_challenge::Role, words},
    matches, rate_limit, telling,
    terms::{opened, probing_dice, side_wish, wished_seat, word},
};

/// How many days what waits for others stays open: a challenge, or a league that gathers people.
pub(crate) const OPEN_DAYS: i64 = 14;
/// The most open challenges of one person.
pub(crate) const MOST_OPEN: usize = 10;
/// How many open challenges may wait for one person: from the same challenger, and from all whom they haven't met in a match.
pub(crate) const MOST_TO_ONE: usize = 5;
pub(crate) const MOST_TO_ONE_OF_ALL: usize = 10;
/// The most running matches of one person.
pub(crate) const MOST_RUNNING: usize = 50;

/// A match on offer.
pub struct Proposal {
    /// The room to play in.
    pub room: Room,
    /// The opponent; none for anyone in the room.
    pub whom: Option<Person>,
    pub terms: Terms,
    pub side: SideWish,
    pub word: String,
    pub places: u32,
    /// The most matches that it is for.
    pub best_of: u32,
    /// The challenge this is a counter-offer to.
    pub counter: bool,
    /// Further text about it.
    pub more: Vec<Text>,
}

pub fn challenge(cx: &mut RequestContext<'_>, said: &verbs::Challenge) -> Result<(), RequestError> {
    let said = &with_room_first(said);
    let room = said.who.as_deref().filter(|it| is_room(it));
    let room = room.map(|it| lobby::rooms::find_room(cx, it)).transpose()?;
    let whom = match room {
        Some(_) => None,
        None => matches::find::who(cx, said.who.as_ref())?,
    };
    let usual = cx.room.settings.get(&USUAL_GAME).filter(|_| said.options.is_empty());
    let Some(game) = said.game.or(usual) else {
        return lobby::which_game::ask_for_game(cx, whom.as_ref(), said);
    };
    let said = &verbs::Challenge { game: Some(game), ..said.clone() };
    let loose = UnnamedTerms::read(game, SaidTerms::from(said))?;
    let options = game.options(&loose.options)?;
    let whom = match lobby::rooms::room_challenged_by(cx, said, &loose, room)? {
        Some(other) => Some(other),
        None => whom,
    };
    // A room needs an end of its opponent's turns.
    let here = cx.memory.is_at_one_screen() && loose.room_time.is_none();
    let no_clock = here || whom.as_ref().is_some_and(|it| it.room.is_some());
    let terms = Terms {
        game,
        options,
        clock: loose.clock_or(Some(usual_clock(cx)).filter(|_| !no_clock))?.map(|clock| Clock {
            // Nobody could claim the match for a room.
            hard: clock.hard || loose.room_time.is_some(),
            ..clock
        }),
        rated: loose.rated.unwrap_or(loose.room_time.is_none() && !here),
        private: loose.public == Some(false),
        start: None,
        room_time: loose.room_time,
    };
    if loose.rated == Some(true) && terms.has_start() {
        return Err(words::position_is_unrated().into());
    }
    let side = side_wish(game, loose.side.as_deref().unwrap_or("random"))?;
    let word = word(said.word.as_deref())?;
    let places = said.places.unwrap_or(1);
    if let (Some(whom), 2..) = (&whom, places) {
        return Err(words::places_for_one(whom, game, places).into());
    }
    let best_of = seam::matches_wanted(cx, false)?;
    let room = cx.room.clone();
    offer(
        cx,
        Proposal {
            room,
            whom,
            terms,
            side,
            word,
            places,
            best_of,
            counter: false,
            more: Vec::new(),
        },
    )
}

/// Returns the clock of challenges here that name none.
pub(super) fn usual_clock(cx: &RequestContext<'_>) -> Clock {
    cx.room.settings.get(&USUAL_CLOCK).unwrap_or_else(Clock::usual)
}

pub fn accept(cx: &mut RequestContext<'_>, said: &verbs::Accept) -> Result<(), RequestError> {
    let code = said.word.as_deref().filter(|_| said.challenge.is_none()).and_then(code_said);
    if let Some(code) = code {
        return lobby::challenge_codes::accept_by_code(cx, &code, said.together);
    }
    let challenge = lobby::which_challenge::challenge_meant(
        cx,
        said.challenge,
        Role::Other(verbs::Accept::VERB),
    );
    let challenge = challenge.map_err(|fault| match (fault, said.word.as_deref()) {
        // Without an open challenge, the word is a code.
        (RequestError::Refused(refusal), Some(word)) if refusal == words::not_challenged() => {
            words::no_challenge_with_code(word).into()
        }
        (fault, _) => fault,
    })?;
    if challenge.taken.contains(&cx.me.id) {
        return Err(words::already_accepted(challenge.id).into());
    }
    let word = word(said.word.as_deref())?;
    begin(cx, challenge, word, said.together)
}

pub fn cancel(cx: &mut RequestContext<'_>, said: &verbs::Cancel) -> Result<(), RequestError> {
    let challenge = lobby::which_challenge::challenge_meant(cx, said.challenge, Role::Challenger)?;
    let text = words::cancels(&cx.me, challenge.id);
    withdraw(cx, &challenge)?;
    telling::rooms::say_there(cx, challenge.room, Reply::room(text))
}

/// Closes a challenge that the asker takes back, or that is against the rules of its room.
pub fn withdraw(cx: &mut RequestContext<'_>, challenge: &Challenge) -> Result<(), RequestError> {
    cx.tx.set_challenge_state(challenge.id, ChallengeState::Cancelled)?;
    lobby::challenge_card::withdraw_card(cx, challenge)
}

/// Offers a match.
pub fn offer(cx: &mut RequestContext<'_>, proposal: Proposal) -> Result<(), RequestError> {
    check_open(cx)?;
    let Proposal { room, whom, terms, side, best_of, .. } = &proposal;
    let whom = whom.as_ref().map(|it| it.id);
    let same = |open: &&Challenge| {
        let is_here = whom.is_some() || open.room == room.id;
        (open.whom, open.side, open.best_of) == (whom, *side, *best_of)
            && (&open.terms == terms && is_here && cx.now < open.lapses_at)
    };
    if let Some(open) = cx.tx.open_challenges_by(cx.me.id)?.iter().find(same) {
        return Err(words::already_offered(open.id).into());
    }
    put_offer(cx, proposal)
}

/// Refuses an asker who has too many open challenges, with all names of their browser.
pub(super) fn check_open(cx: &RequestContext<'_>) -> Result<(), RequestError> {
    let open = cx.tx.open_challenges_beside(cx.me.id)?;
    let counts = |challenge: &&Challenge| cx.now < challenge.lapses_at && !challenge.counter;
    match open.iter().filter(counts).count() {
        ..MOST_OPEN => Ok(()),
        _ => Err(words::too_many_open(MOST_OPEN).into()),
    }
}

/// Refuses to challenge somebody for whom enough challenges wait.
fn check_waiting(cx: &RequestContext<'_>, whom: &Person) -> Result<(), RequestError> {
    let mut open = cx.tx.open_challenges_to(whom.id)?;
    open.retain(|challenge| cx.now < challenge.lapses_at && !challenge.counter);
    let own: Vec<&Challenge> = open.iter().filter(|it| it.by == cx.me.id).collect();
    match own.first() {
        Some(first) if MOST_TO_ONE <= own.len() => {
            Err(words::waits_already(whom, MOST_TO_ONE, first.id).into())
        }
        _ if MOST_TO_ONE_OF_ALL <= open.len() && !cx.tx.have_met(cx.me.id, whom.id)? => {
            Err(words::has_enough_challenges(whom, open.len()).into())
        }
        _ => Ok(()),
    }
}

/// Offers a match regardless of the limit of open challenges, as a counter-offer does.
pub(crate) fn put_offer(
    cx: &mut RequestContext<'_>,
    proposal: Proposal,
) -> Result<(), RequestError> {
    // The bot accepts at once.
    if proposal.whom.as_ref().is_some_and(|it| it.level.is_some()) {
        let clone = cx.me.clone();
        return lobby::against_bot::spar(cx, clone, proposal);
    }
    let (whom, more) = (proposal.whom.clone(), proposal.more.clone());
    let challenge = open_challenge(cx, proposal)?;
    lobby::challenge_card::tell_of_offer(cx, &challenge, whom.as_ref(), more)
}

/// Stores a challenge of people. The caller tells the room.
pub(super) fn open_challenge(
    cx: &mut RequestContext<'_>,
    proposal: Proposal,
) -> Result<Challenge, RequestError> {
    let Proposal { room, whom, mut terms, side, word, places, best_of, counter, more: _ } =
        proposal;
    // A room that plays takes the seat of the person who asks for it.
    let by = lobby::rooms::seated_for(cx, &terms, &room, &cx.me)?;
    if whom.as_ref().is_some_and(|it| it.id == cx.me.id) {
        return Err(words::against_yourself(terms.game).into());
    }
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    // In other chats there is a code for people elsewhere.
    if whom.is_none() && alone && room.chat.is_local() {
        return Err(words::nobody_to_accept(terms.game).into());
    }
    // A position may already be won, so it is never rated.
    terms.rated &= !terms.has_start();
    check_room_for_more(cx, &by)?;
    let people: Vec<&Person> = [&by].into_iter().chain(&whom).collect();
    authority::decide::check_seats(cx, &room, &people)?;
    if let Some(whom) = &whom {
        if !counter {
            rate_limit::check_welcome(cx, whom)?;
            check_waiting(cx, whom)?;
        }
        rate_limit::check_pings(cx, whom)?;
        rate_limit::check_declined(cx, whom)?;
    }
    // Find out now, not on acceptance, whether it can be opened.
    opened(&terms, &mut probing_dice())?;
    let id = cx.tx.next_challenge()?;
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(id);
    let players = (by.id, whom.as_ref().map(|it| it.id));
    let text = lobby::commitment::offered(cx, room.chat, &terms, side, players, &salts)?;
    let mut challenge = Challenge {
        id,
        room: room.id,
        by: cx.me.id,
        whom: whom.as_ref().map(|it| it.id),
        terms,
        side,
        state: ChallengeState::Open,
        secret,
        tag,
        word,
        made_at: cx.now,
        lapses_at: cx.now + OPEN_DAYS * DAY,
        places,
        taken: Vec::new(),
        best_of,
        counter,
        bond: ChallengeCommitted { text, salts: Some(salts) },
    };
    // A person was pinged, and no room.
    let called = match &whom {
        None => Some(room),
        Some(whom) => whom.room.map(|other| cx.tx.room(other)).transpose()?,
    };
    if let Some(called) = called {
        rate_limit::call_room(cx, &called)?;
    }
    challenge.id = cx.tx.add_challenge(&challenge)?;
    lobby::challenge_codes::give_code(cx, &challenge)?;
    Ok(challenge)
}

pub fn begin(
    cx: &mut RequestContext<'_>,
    challenge: Challenge,
    word: String,
    by_room: bool,
) -> Result<(), RequestError> {
    let home = cx.tx.room(challenge.room)?;
    let by = cx.tx.person(challenge.by)?;
    if authority::rooms::is_gone_from(cx, &home, &by)? {
        cx.tx.set_challenge_state(challenge.id, ChallengeState::Cancelled)?;
        let text = words::challenger_left(&by, challenge.id);
        lobby::challenge_card::settle_card(cx, &challenge, text.clone(), None)?;
        cx.say(cx.answer(text));
        return Ok(());
    }
    rate_limit::check_apart(cx, &by)?;
    let by = lobby::rooms::seated_for(cx, &challenge.terms, &home, &by)?;
    let other = lobby::rooms::accepts_as(cx, &challenge, by_room)?;
    check_room_for_more(cx, &other)?;
    check_room_for_more(cx, &by)?;
    authority::decide::check_seats(cx, &home, &[&other, &by])?;
    lobby::open_match::open_match(
        cx,
        challenge,
        &other,
        MatchOpening { word, ..MatchOpening::default() },
    )
}

fn check_room_for_more(cx: &RequestContext<'_>, person: &Person) -> Result<(), RequestError> {
    if let Some(room) = person.room {
        return (room_play(cx)?.check_more)(cx, room, person);
    }
    if cx.tx.count_with_people(person.id)? < MOST_RUNNING {
        return Ok(());
    }
    Err(if person.id == cx.me.id {
        words::you_have_too_many_matches(MOST_RUNNING)
    } else {
        words::has_too_many_matches(person, MOST_RUNNING)
    }
    .into())
}

/// Tells whether anything in a match of this challenge depends on the secret, so that it needs a
/// commitment.
pub(crate) fn draws_lots(challenge: &Challenge) -> bool {
    lots_fall(challenge.terms.game.has_chance(), challenge.side)
}

/// Tells whether there is any chance: dice in the game, or a toss for sides.
fn lots_fall(has_chance: bool, side: SideWish) -> bool {
    has_chance || wished_seat(side).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_announced_where_something_falls_by_lot() {
        assert!(lots_fall(true, SideWish::First) && lots_fall(true, SideWish::Random));
        assert!(lots_fall(false, SideWish::Random), "the sides are tossed for");
        assert!(!lots_fall(false, SideWish::First) && !lots_fall(false, SideWish::Second));
    }
}
