//! Challenges: made, accepted and withdrawn.
use command::{
    Verb, code_said, is_room,
    loose::{Loose, Wishes},
    verbs,
};
use engine::{
    chance::{Dice, Ply},
    seat::{BySeat, Seat},
};
use model::{
    ids::{ChallengeId, Chat, RoomId},
    reply::Reply,
    text::Text,
    time::{Clock, DAY},
};
use store::{
    Bond, Challenge, ChallengeState, CompetitionId, MatchRow, NewMatch, Pact, Person, Room,
    SideWish, StepRow, Terms,
};

use crate::{
    Company, Fault, authority,
    context::{RequestContext, random_source::DrawnSecrets},
    learn,
    lobby::{
        self,
        meant::Role,
        offer::{commitment, digits},
        rooms::with_room_first,
        words,
    },
    matches::{self, find::PositionOrigin},
    play,
    proof::{self, commitment::toss},
    rate_limit,
    telling::{self, news::TurnNews, turn::named_shortly},
    terms::{opened, probing_dice, side_wish, terms_in_words, wished_seat, word},
};

/// How many days a challenge stays open.
pub(crate) const OPEN_DAYS: i64 = 14;
/// The most open challenges of one person.
pub(crate) const MOST_OPEN: usize = 10;
/// The most running matches of one person.
pub(crate) const MOST_RUNNING: usize = 50;

/// Where a match belongs in a competition.
pub(crate) struct InCompetition {
    pub(crate) of: CompetitionId,
    pub(crate) round: u32,
    /// The sides that play it from another room.
    pub(crate) away: Vec<(Seat, RoomId)>,
}

/// A match on offer.
pub(crate) struct Proposal {
    /// The room to play in.
    pub(crate) room: Room,
    /// The opponent; none for anyone in the room.
    pub(crate) whom: Option<Person>,
    pub(crate) terms: Terms,
    pub(crate) side: SideWish,
    pub(crate) word: String,
    pub(crate) places: u32,
    /// The most matches: one, or a series.
    pub(crate) best_of: u32,
    /// The challenge this is a counter-offer to.
    pub(crate) counter: bool,
    /// Further text about it.
    pub(crate) more: Vec<Text>,
}

pub(crate) fn challenge(cx: &mut RequestContext<'_>, said: &verbs::Challenge) -> Result<(), Fault> {
    let said = &with_room_first(said);
    let room = said.who.as_deref().filter(|it| is_room(it));
    let room = room.map(|it| lobby::rooms::find_room(cx, it)).transpose()?;
    let whom = match room {
        Some(_) => None,
        None => matches::find::who(cx, said.who.as_ref())?,
    };
    let Some(game) = said.game else { return lobby::asked::ask_for_game(cx, whom.as_ref(), said) };
    let named = match whom {
        None if room.is_none() => lobby::asked::whom_among(cx, game, &said.options),
        _ => None,
    };
    let (whom, options) = match named {
        Some((named, rest)) => (Some(named), rest),
        None => (whom, said.options.clone()),
    };
    let loose = Loose::read(game, Wishes { options: &options, ..Wishes::from(said) })?;
    let options = game.options(&loose.options)?;
    let whom = match lobby::rooms::rooms_that_vote(cx, said, &loose, room)? {
        Some(other) => Some(other),
        None => whom,
    };
    // A room that votes needs an end of its opponent's turns.
    let here = cx.memory.one_screen && loose.vote.is_none();
    let no_clock = here || whom.as_ref().is_some_and(|it| it.room.is_some());
    let terms = Terms {
        game,
        options,
        clock: loose.clock_or(Some(Clock::usual()).filter(|_| !no_clock))?.map(|it| Clock {
            // Nobody could claim the match for a room.
            hard: it.hard || loose.vote.is_some(),
            ..it
        }),
        rated: loose.rated.unwrap_or(loose.vote.is_none() && !here),
        private: loose.public == Some(false),
        start: None,
        vote: loose.vote,
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
    let best_of = said.best.unwrap_or(1);
    if best_of.is_multiple_of(2) {
        return Err(words::series::series_is_odd().into());
    }
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

pub(crate) fn accept(cx: &mut RequestContext<'_>, said: &verbs::Accept) -> Result<(), Fault> {
    let code = said.word.as_deref().filter(|_| said.challenge.is_none()).and_then(code_said);
    if let Some(code) = code {
        return lobby::across::accept_by_code(cx, &code, said.vote);
    }
    let challenge = lobby::meant::challenge_meant(cx, said.challenge, Role::Other(Verb::Accept))?;
    if challenge.taken.contains(&cx.me.id) {
        return Err(words::already_accepted(challenge.id).into());
    }
    let word = word(said.word.as_deref())?;
    begin(cx, challenge, word, said.vote)
}

pub(crate) fn cancel(cx: &mut RequestContext<'_>, said: &verbs::Cancel) -> Result<(), Fault> {
    let challenge = lobby::meant::challenge_meant(cx, said.challenge, Role::Challenger)?;
    cx.tx.set_challenge_state(challenge.id, ChallengeState::Cancelled)?;
    let text = words::cancels(&cx.me, challenge.id);
    let became = words::card_cancelled(&cx.me);
    lobby::offer::settle_card(cx, &challenge, became)?;
    telling::rooms::say_there(cx, challenge.room, Reply::room(text))
}

/// Offers a match.
pub(crate) fn offer(cx: &mut RequestContext<'_>, proposal: Proposal) -> Result<(), Fault> {
    let open = cx.tx.open_challenges_by(cx.me.id)?;
    let counts = |it: &&Challenge| cx.now < it.lapses_at && !it.counter;
    if MOST_OPEN <= open.iter().filter(counts).count() {
        return Err(words::too_many_open(MOST_OPEN).into());
    }
    put_offer(cx, proposal)
}

/// Offers a match regardless of the limit of open challenges, as a counter-offer does.
pub(crate) fn put_offer(cx: &mut RequestContext<'_>, proposal: Proposal) -> Result<(), Fault> {
    // The bot accepts at once.
    if proposal.whom.as_ref().is_some_and(|it| it.level.is_some()) {
        let clone = cx.me.clone();
        return lobby::against_bot::spar(cx, clone, proposal);
    }
    let Proposal { room, whom, mut terms, side, word, places, best_of, counter, more } = proposal;
    // A room that votes takes the seat of the person who asks for it.
    let by = lobby::rooms::seated_for(cx, &terms, &room, &cx.me)?;
    if whom.as_ref().is_some_and(|it| it.id == cx.me.id) {
        return Err(words::against_yourself(terms.game).into());
    }
    let alone = cx.request().is_some_and(|it| it.company == Company::Alone);
    // In other chats there is a code for people elsewhere.
    if whom.is_none() && alone && room.chat == Chat::Console {
        return Err(words::nobody_to_accept(terms.game).into());
    }
    // A position may already be won, so it is never rated.
    terms.rated &= !terms.has_start();
    check_room_for_more(cx, &by)?;
    let people: Vec<&Person> = [&by].into_iter().chain(&whom).collect();
    authority::ask::check_seats(cx, &room, &people)?;
    if let Some(whom) = &whom {
        rate_limit::check_pings(cx, whom)?;
        rate_limit::check_declined(cx, whom)?;
    }
    // Find out now, not on acceptance, whether it can be opened.
    opened(&terms, &mut probing_dice())?;
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(cx.tx.next_challenge()?);
    let players = (by.id, whom.as_ref().map(|it| it.id));
    let text = proof::commitment::offered(cx, room.chat, &terms, side, players, &salts)?;
    let mut challenge = Challenge {
        id: ChallengeId(0),
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
        bond: Bond { text, salts: Some(salts) },
    };
    match whom.as_ref().map(|it| it.room) {
        None => rate_limit::call_room(cx, &room)?,
        Some(Some(other)) => {
            let room_now = &cx.tx.room(other)?;
            rate_limit::call_room(cx, room_now)
        }?,
        Some(None) => {}
    }
    challenge.id = cx.tx.add_challenge(&challenge)?;
    lobby::across::give_code(cx, &challenge)?;
    lobby::offer::tell_of_offer(cx, &challenge, whom.as_ref(), more)
}

pub(crate) fn begin(
    cx: &mut RequestContext<'_>,
    challenge: Challenge,
    word: String,
    by_vote: bool,
) -> Result<(), Fault> {
    let home = cx.tx.room(challenge.room)?;
    let by = cx.tx.person(challenge.by)?;
    let by = lobby::rooms::seated_for(cx, &challenge.terms, &home, &by)?;
    let other = lobby::rooms::accepts_as(cx, &challenge, by_vote)?;
    check_room_for_more(cx, &other)?;
    check_room_for_more(cx, &by)?;
    authority::ask::check_seats(cx, &home, &[&other, &by])?;
    open_match(cx, challenge, &other, word, None, None, Vec::new())
}

/// Opens the match of an accepted challenge; against the bot, `mind` is the seed of its choices. If the challenge is for a series, this
/// begins it; with `series`, the match is a round of that competition. `more` is further text about it.
pub(crate) fn open_match(
    cx: &mut RequestContext<'_>,
    challenge: Challenge,
    other: &Person,
    word: String,
    mind: Option<u64>,
    series: Option<InCompetition>,
    more: Vec<Text>,
) -> Result<(), Fault> {
    let home = cx.tx.room(challenge.room)?;
    let by = cx.tx.person(challenge.by)?;
    let by = lobby::rooms::seated_for(cx, &challenge.terms, &home, &by)?;
    let offer = learn::offer::offer_lessons(cx, challenge.terms.game, [&by, other])?;
    let secret = &challenge.secret;
    let by_seat =
        wished_seat(challenge.side).unwrap_or_else(|| toss(secret, [&challenge.word, &word]).0);
    let seats = BySeat::new(|seat| if seat == by_seat { by.id } else { other.id });
    let words =
        BySeat::new(|seat| if seat == by_seat { challenge.word.clone() } else { word.clone() });
    let salts = challenge.bond.salts.as_ref();
    let pact = Pact {
        offer: challenge.bond.text.clone(),
        begun: proof::commitment::begun(cx, &challenge, by_seat, &words, other.id)?,
        salts: BySeat::new(|seat| {
            salts.map(|[by, other]| if seat == by_seat { by } else { other }.clone())
        }),
    };
    let pledge = secret.commitment_to(&challenge.tag, &pact.begun);
    let new = NewMatch {
        room: challenge.room,
        seats,
        terms: Terms {
            rated: challenge.terms.rated && !challenge.terms.has_start(),
            ..challenge.terms.clone()
        },
        tag: challenge.tag.clone(),
        secret: challenge.secret.clone(),
        words: words.clone(),
        pact,
        opened_at: cx.now,
    };
    let ply = Ply { step: 0, take: 0 };
    let mut dice = Dice::fair(&secret.seed(&words), ply);
    let table = opened(&new.terms, &mut dice)?;
    let stays = take_place(cx, &challenge)?;
    let id = cx.tx.add_match(&new)?;
    if cx.asker().is_some() {
        // What they type next is for the match.
        cx.tx.close_lessons(cx.me.id)?;
        cx.tx.close_puzzles(cx.me.id)?;
    }
    // What begins by itself has no card.
    let carded = series.is_none() && stays.is_none();
    if series.as_ref().is_none_or(|it| it.away.is_empty()) {
        lobby::across::seat_away(cx, id, &challenge, &new.seats)?;
    }
    lobby::rooms::seat_rooms(cx, id, &challenge, [&by, other], by_seat)?;
    match series {
        Some(InCompetition { of, round, away }) => {
            cx.tx.play_for(id, of, round)?;
            for (seat, room) in away {
                cx.tx.add_away_room(id, seat, room)?;
            }
        }
        None => match cx.tx.ladder_of_challenge(challenge.id)? {
            Some(ladder) => cx.tx.play_for(id, ladder, 1)?,
            None => lobby::series::begin_series(cx, &challenge, id)?,
        },
    }
    if let Some(seed) = mind {
        cx.tx.add_practice(id, cx.me.id, seed)?;
    }
    if carded {
        let became = words::card_accepted(&cx.me, id);
        lobby::offer::settle_card(cx, &challenge, became)?;
    }
    let saved = table.save().map_err(Fault::Broken)?;
    cx.tx.add_step(&StepRow {
        of: id,
        step: 0,
        take: 0,
        seat: None,
        written: String::new(),
        action: serde_json::Value::Null,
        events: table.events().map_err(Fault::Broken)?,
        throws: dice.thrown().to_vec(),
        news: saved.last,
        state: saved.state,
        rules: saved.rules,
        fixed: true,
        decided: false,
        sealed: false,
        ended_turn: false,
        at: cx.now,
        undo: None,
        lot: None,
    })?;
    let row: MatchRow =
        cx.tx.match_row(id)?.ok_or_else(|| Fault::Broken(format!("match {id} wasn't saved")))?;
    let mut loaded = matches::find::sit_down(cx, row)?;
    let status = loaded.table.status();
    let changes = play::step::settle(cx, &mut loaded, &status, PositionOrigin::Opened)?;
    let named = Text::small(named_shortly(&loaded));
    let BySeat { first, second } = &loaded.people;
    let [first_side, second_side] = loaded.game().sides();
    let terms = terms_in_words(&loaded.row.terms)?;
    let first = words::match_began(id, &terms, [(first, first_side), (second, second_side)]);
    if loaded.row.terms.start.is_some() {
        telling::turn::deal(cx, &loaded)?;
    }
    let bound = words::match_commitment(id, &digits(&pledge));
    let lead =
        [Some(named), Some(first), matches::competition::series_line(cx, id)?, Some(bound), stays];
    let lead = lead.into_iter().flatten().chain(more).chain(offer).collect();
    // The accepter already knows; the challenger is notified here even if the other side begins.
    let by = cx.asker().and_then(|it| loaded.seat_of(it));
    let mut news = TurnNews::of(by, lead);
    news.named = true;
    news.take_down(&loaded);
    let changes = play::step::go_on_alone(cx, &mut loaded, &mut news)?.unwrap_or(changes);
    telling::turn::announce(cx, &loaded, news, &changes)
}

/// Takes a place of a challenge. If others may still accept it, it gets a new secret for the
/// next match. Returns the text about that.
fn take_place(cx: &mut RequestContext<'_>, challenge: &Challenge) -> Result<Option<Text>, Fault> {
    let Some(places @ 1..) = challenge.places.checked_sub(1) else {
        cx.tx.set_challenge_state(challenge.id, ChallengeState::Accepted)?;
        return Ok(None);
    };
    // The accepted place becomes a challenge of its own; its number also gives the next one a
    // different secret.
    let accepted = Challenge {
        whom: Some(cx.me.id),
        state: ChallengeState::Accepted,
        places: 1,
        taken: Vec::new(),
        bond: Bond { salts: None, ..challenge.bond.clone() },
        ..challenge.clone()
    };
    let DrawnSecrets { secret, tag, salts } = cx.memory.luck.draw(cx.tx.add_challenge(&accepted)?);
    let room = cx.tx.room(challenge.room)?;
    let chat = room.chat;
    let by = cx.tx.person(challenge.by)?;
    let players = (lobby::rooms::seated_for(cx, &challenge.terms, &room, &by)?.id, None);
    let text =
        proof::commitment::offered(cx, chat, &challenge.terms, challenge.side, players, &salts)?;
    let bond = Bond { text, salts: Some(salts) };
    let mut taken = challenge.taken.clone();
    taken.push(cx.me.id);
    let renewed = Challenge { secret, tag, places, taken, bond, ..challenge.clone() };
    cx.tx.renew_challenge(&renewed)?;
    lobby::offer::renew_card(cx, &renewed)?;
    let digits = commitment(&renewed).map(|it| digits(&it));
    Ok(Some(words::stays_open(challenge.id, places, digits.as_deref())))
}

fn check_room_for_more(cx: &RequestContext<'_>, person: &Person) -> Result<(), Fault> {
    if let Some(room) = person.room {
        return lobby::rooms::check_votes_for_more(cx, room, person);
    }
    if cx.tx.count_with_people(person.id)? < MOST_RUNNING {
        return Ok(());
    }
    Err(match person.id == cx.me.id {
        true => words::you_have_too_many_matches(MOST_RUNNING),
        false => words::has_too_many_matches(person, MOST_RUNNING),
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
