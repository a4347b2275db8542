//! Declining a challenge with a reason, or all of them, and counter-offers.
use std::collections::{BTreeMap, BTreeSet};

use command::{Command, say, unnamed_terms::UnnamedTerms, verbs};
use engine::{
    quote::{is_unseen, sentence_case},
    refusal::Refusal,
    seat::Seat,
};
use model::{
    ids::{ChallengeId, PersonId, RoomId},
    reply::{Choice, Privacy, Reply},
    text::Text,
    time::{Clock, DAY},
};
use store::{Challenge, ChallengeState, Person, SideWish, Terms};

use crate::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{
        RequestContext,
        room_play::{RoomRefusal, refusal_of_room},
    },
    lobby::{self, challenge::Proposal, challenge_card::commitment, which_challenge::Role, words},
    ratings, telling,
    terms::{side_wish, wished_seat, word},
    words::{about_challenges, dice_commitment},
};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;

pub(crate) fn decline(
    cx: &mut RequestContext<'_>,
    said: &verbs::Decline,
) -> Result<(), RequestError> {
    if said.challenge.is_none() && said.reason.trim().eq_ignore_ascii_case(words::ALL) {
        return decline_all(cx);
    }
    let challenge = lobby::which_challenge::challenge_meant(
        cx,
        said.challenge,
        Role::Other(verbs::Decline::VERB),
    )?;
    let for_room = lobby::rooms::room_challenged(cx, &challenge)? == Some(cx.room.id);
    if challenge.whom != Some(cx.me.id) && !for_room {
        return Err(words::open_to_anyone().into());
    }
    let reason = reason(&said.reason)?;
    // A chat with typed arguments has them from a field of their own.
    let in_a_line = cx.request().is_some_and(|request| !request.line.text().is_empty());
    if let (Some(reason), None, true) = (&reason, said.challenge, in_a_line) {
        return Err(words::reason_for_which(challenge.id, reason).into());
    }
    if reason.is_some() {
        let there = ActionTarget::Challenge(&challenge);
        authority::decide::clear(cx, GuardedAction::Speak, there)?;
    }
    close_declined(cx, &challenge, reason.as_deref())?;
    let by = cx.tx.person(challenge.by)?;
    let text = words::declines(&cx.me, challenge.id, &by, reason.as_deref());
    let reply = Reply::room(text).about(about_challenges(&[challenge.id]));
    telling::rooms::say_there(cx, challenge.room, reply.mention(by.id))
}

/// Declines all challenges of a person to the asker, as their cards show. Returns how many there were.
pub fn decline_all_of(cx: &mut RequestContext<'_>, by: PersonId) -> Result<usize, RequestError> {
    let mut open = cx.tx.open_challenges_to(cx.me.id)?;
    open.retain(|challenge| challenge.by == by && cx.now < challenge.lapses_at);
    for challenge in &open {
        close_declined(cx, challenge, None)?;
    }
    Ok(open.len())
}

/// Declines every challenge to the asker by name, which each room is told once.
fn decline_all(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let mut open = cx.tx.open_challenges_to(cx.me.id)?;
    open.retain(|challenge| cx.now < challenge.lapses_at);
    if open.is_empty() {
        return Err(words::not_challenged().into());
    }
    let mut rooms = BTreeMap::<RoomId, Vec<Challenge>>::new();
    for challenge in open {
        authority::decide::clear_verb(cx, ActionTarget::Challenge(&challenge))?;
        close_declined(cx, &challenge, None)?;
        rooms.entry(challenge.room).or_default().push(challenge);
    }
    for (room, declined) in rooms {
        let ids: Vec<ChallengeId> = declined.iter().map(|it| it.id).collect();
        let by: BTreeSet<PersonId> = declined.iter().map(|it| it.by).collect();
        let by: Vec<Person> =
            by.into_iter().map(|by| cx.tx.person(by)).collect::<Result<_, _>>()?;
        let reply = Reply::room(words::declines_all(&cx.me, &ids, &by));
        let reply = reply.about(about_challenges(&ids));
        let reply = by.iter().fold(reply, |reply, by| reply.mention(by.id));
        telling::rooms::say_there(cx, room, reply)?;
    }
    cx.say(cx.answer(words::hear_from_fewer()).private(Privacy::Personal));
    Ok(())
}

/// Closes a challenge that was declined, and its card.
fn close_declined(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    reason: Option<&str>,
) -> Result<(), RequestError> {
    cx.tx.set_challenge_state(challenge.id, ChallengeState::Declined)?;
    let became = words::card_declined(&cx.me, reason);
    lobby::challenge_card::settle_card(cx, challenge, became, None)
}

/// Shows someone what accepting a challenge could do to their rating.
pub(crate) fn stakes_asked(
    cx: &mut RequestContext<'_>,
    said: &verbs::Stakes,
) -> Result<(), RequestError> {
    let challenge = lobby::which_challenge::challenge_meant(
        cx,
        said.challenge,
        Role::Other(verbs::Stakes::VERB),
    )?;
    let by = cx.tx.person(challenge.by)?;
    let other = match challenge.whom {
        Some(whom) if by.id == cx.me.id => Some(cx.tx.person(whom)?),
        _ if by.id == cx.me.id => None,
        _ => Some(cx.me.clone()),
    };
    let lines = match (challenge.terms.rated, other) {
        (true, Some(other)) => ratings::ranks::stakes(cx, challenge.terms.game, [&by, &other])?,
        (true, None) => vec![Text::plain(words::stakes_unknown())],
        (false, _) => vec![Text::plain(words::no_stakes())],
    };
    let mut all = vec![lobby::challenge_card::challenge_line(cx.tx, &challenge)?];
    all.extend(challenge.terms.clock.map(words::clock_in_full));
    all.extend(lines);
    let has_dice = challenge.terms.game.has_chance();
    all.extend(commitment(&challenge).filter(|_| has_dice).map(|it| dice_commitment(&it)));
    cx.say(cx.answer(Text::Lines(all)));
    Ok(())
}

/// Makes a counter-offer: anything not mentioned stays as in the challenge.
pub fn counter(cx: &mut RequestContext<'_>, said: &verbs::Counter) -> Result<(), RequestError> {
    let challenge = lobby::which_challenge::challenge_meant(
        cx,
        said.challenge,
        Role::Other(verbs::Counter::VERB),
    )?;
    if challenge.terms.room_time.is_some() {
        return Err(refusal_of_room(cx, RoomRefusal::Counter(challenge.id)).into());
    }
    let Terms { game, options, clock, rated, private, start, room_time } = challenge.terms.clone();
    let loose = UnnamedTerms::read(game, said.into())?;
    let terms = Terms {
        game,
        options: match loose.options.as_str() {
            "" => options,
            _ if start.is_some() => return Err(words::position_keeps_variations().into()),
            wanted => game.options(wanted)?,
        },
        clock: loose.clock_or(clock)?,
        rated: loose.rated.unwrap_or(rated),
        private: loose.public.map_or(private, |it| !it),
        start,
        room_time,
    };
    // The challenger keeps their side, unless the counter-offer asks for another.
    let offered = wished_seat(challenge.side).map(|seat| SideWish::from(seat.other()));
    let side = match &loose.side {
        Some(side) => side_wish(game, side)?,
        None => offered.unwrap_or(challenge.side),
    };
    if terms == challenge.terms && side == offered.unwrap_or(challenge.side) {
        let forms = other_offers(&challenge, side);
        // Who names nothing is asked what.
        let UnnamedTerms { options, side, clock, rated, public, .. } = &loose;
        if options.is_empty()
            && (side.is_none() && clock.is_none() && rated.is_none() && public.is_none())
        {
            let details = words::details_button(challenge.id);
            let choices = forms.into_iter();
            let choices = choices.map(|said| Choice::new(sentence_case(&said.line()), said));
            let choices = choices.chain([details]);
            let reply = cx.answer(words::what_should_change(challenge.id)).choices(choices);
            cx.say(reply);
            return Ok(());
        }
        return Err(words::already_the_offer().instead(forms).into());
    }
    let word = word(said.word.as_deref())?;
    // An open challenge stays open, because someone else may accept it.
    if challenge.whom == Some(cx.me.id) {
        cx.tx.set_challenge_state(challenge.id, ChallengeState::Countered)?;
        let became = words::card_countered(&cx.me);
        lobby::challenge_card::settle_card(cx, &challenge, became, None)?;
    }
    let by = cx.tx.person(challenge.by)?;
    let text = words::counters(&cx.me, challenge.id, &by);
    // The counter-offer belongs where the challenge was made, with its moderators and the other
    // player.
    let room = cx.tx.room(challenge.room)?;
    telling::rooms::say_there(cx, room.id, Reply::room(text))?;
    let whom = Some(by);
    lobby::challenge::put_offer(
        cx,
        Proposal {
            room,
            whom,
            terms,
            side,
            word,
            places: 1,
            best_of: challenge.best_of,
            counter: true,
            more: Vec::new(),
        },
    )
}

/// Lists possible counter-offers.
fn other_offers(challenge: &Challenge, side: SideWish) -> Vec<Command> {
    let Challenge { id, terms, .. } = challenge;
    let days = [1, 3, 7].into_iter().filter(|days| terms.clock != Some(Clock::a_turn(days * DAY)));
    let mut offers = vec![say!(Accept { challenge: id })];
    let quick = terms.game.options("quick").ok().filter(|quick| *quick != terms.options);
    let quick = quick.filter(|_| !terms.has_start() && !terms.game.quick().is_empty());
    offers.extend(quick.map(|_| say!(Counter { challenge: id, options: "quick" })));
    offers.extend(days.map(|days| say!(Counter { challenge: id, days })));
    offers.extend(terms.clock.map(|_| say!(Counter { challenge: id, clock: "none" })));
    offers.extend(match (terms.rated, terms.has_start()) {
        (true, _) => Some(say!(Counter { challenge: id, unrated: true })),
        (false, false) => Some(say!(Counter { challenge: id, options: "rated" })),
        (false, true) => None,
    });
    let other = wished_seat(side).map(Seat::other);
    for seat in Seat::BOTH.into_iter().filter(|seat| other.is_none_or(|other| other == *seat)) {
        let name = terms.game.sides()[seat.index()].to_lowercase();
        offers.push(say!(Counter { challenge: id, side: name }));
    }
    offers
}

/// Reads a reason for declining: one line of visible characters.
fn reason(said: &str) -> Result<Option<String>, Refusal> {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let said: String = said.chars().filter(|&it| !is_unseen(it)).collect();
    if LONGEST_REASON < said.chars().count() {
        return Err(words::reason_too_long(LONGEST_REASON));
    }
    Ok(Some(said).filter(|it| !it.is_empty()))
}
