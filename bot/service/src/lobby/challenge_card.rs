//! The card of a challenge: the opponent, the terms, the possible answers, and finally the result.
use command::{Command, say};
use content::lengths::{LongGame, hand_overs, long, turns_each};
use engine::refusal::Refusal;
use model::{
    ids::{CardOf, MatchId},
    reply::{Audience, Choice, Privacy, Reply, StandingCard},
    span,
    text::Text,
    time::DAY,
};
use store::{Challenge, Person, THEME, Terms, Tx};

use crate::{
    RequestError, RoomPresence,
    context::{self, RequestContext, seam},
    lobby::{
        self,
        challenge::{OPEN_DAYS, draws_lots},
        words::{self, length::PlayPace},
    },
    matches, reliability, telling,
    terms::{beginning, terms_in_words, wished_seat},
    timing,
    words::{about_challenges, rests},
};

/// How many matches somebody has played to the end before cards leave out what everybody knows by then.
const FIRST_TIMES: u32 = 3;
/// How many digits of the commitment a card shows; `stakes` shows all.
const DIGITS: usize = 8;

/// Posts a challenge in its room.
pub(crate) fn tell_of_offer(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    whom: Option<&Person>,
    more: Vec<Text>,
) -> Result<(), RequestError> {
    // People are named as in that room's chat, wherever the challenge was typed.
    let chat = matches::find::chat_in(cx, challenge.room)?;
    let me = cx.tx.person_in(chat, cx.me.id)?;
    let whom = whom.map(|whom| cx.tx.person_in(chat, whom.id)).transpose()?;
    let whom = whom.as_ref();
    let mut lines = vec![challenge_line(cx.tx, challenge)?];
    lines.extend(more);
    let here = cx.memory.is_at_one_screen();
    let people = [Some(&me), whom.filter(|it| it.is_person())];
    let whole = explains_all(cx, people.into_iter().flatten())?;
    let (agreement, length) = terms_of(challenge, here)?;
    if whole {
        lines.extend(agreement);
    }
    let Terms { clock, rated, room_time, .. } = &challenge.terms;
    let as_usual_here = here && clock.is_none() && !rated && room_time.is_none();
    if as_usual_here && !challenge.terms.has_start() {
        lines.push(words::at_one_screen());
    }
    lines.extend(seam::is_for_several(cx, challenge));
    if let Some(whom) = whom.filter(|it| it.is_person())
        && chat.is_local()
        && cx.tx.last_rooms(whom.id)?.is_empty()
    {
        lines.push(words::is_new(whom));
    }
    if let Some(whom) = whom
        && let Some(until) = timing::away_until(cx, whom)?
    {
        lines.push(rests(&whom.name, until, until - cx.now));
    }
    lines.extend(start(challenge)?);
    let for_rooms = challenge.terms.room_time.is_some();
    // A warning is for everybody.
    for person in [Some(&me), whom.filter(|it| it.is_person())].into_iter().flatten() {
        lines.extend(reliability::reliability(cx, person)?);
    }
    lines.push(if whole {
        footer(challenge, length)
    } else {
        words::open_until(challenge, OPEN_DAYS, None)
    });
    // One who is named accepts by the button.
    let code = cx.tx.code_of(challenge.id)?.filter(|_| whom.is_none());
    lines.extend(code.map(|it| words::or_by_code(&it, for_rooms)));
    if let Some(whom) = whom.filter(|it| it.is_person()) {
        let [yes, no] = answers(challenge);
        context::questions::await_answer(cx, whom.id, yes, Some(no))?;
    }
    let mut reply = Reply::room(Text::Lines(lines)).choices(buttons(challenge, whole));
    let card = StandingCard { of: CardOf::Challenge(challenge.id), changed: false, copy: false };
    reply.card = Some(card.clone());
    if challenge.terms.has_start() {
        reply =
            reply.begins(crate::terms::board_to_begin(&challenge.terms, &me.settings.get(&THEME))?);
    }
    if let Some(whom) = whom {
        reply = reply.mention(whom.id).about(about_challenges(&[challenge.id]));
    }
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    let is_own = alone && challenge.room == cx.room.id && !chat.is_local();
    if let Some(whom) = whom.filter(|whom| is_own && whom.is_person()) {
        // Only the challenger reads here.
        let (menu, mentions) = (None, Vec::new());
        let own = Reply { menu, mentions, ..reply.clone() };
        cx.say(own.choices([words::cancel_button(challenge.id)]));
        let (to, privacy) = (Audience::Only(whom.id), Privacy::Personal);
        let card = Some(StandingCard { copy: true, ..card });
        cx.say(Reply { to, privacy, card, ..reply });
        return Ok(());
    }
    lobby::challenge_codes::show_in_pair(cx, challenge, &reply)?;
    telling::rooms::say_there(cx, challenge.room, reply)
}

/// Tells whether one of these people hasn't played much yet, so that what they get explains everything.
pub(super) fn explains_all<'a>(
    cx: &RequestContext<'_>,
    people: impl IntoIterator<Item = &'a Person>,
) -> Result<bool, RequestError> {
    for person in people {
        if cx.tx.count_played_out(person.id)? < FIRST_TIMES {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Edits a challenge's card to show its result: the match that it became, if it was accepted.
pub(crate) fn settle_card(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
    became: Text,
    tells_of: Option<MatchId>,
) -> Result<(), RequestError> {
    if !cx.memory.edits(matches::find::chat_in(cx, challenge.room)?) {
        return Ok(());
    }
    let reply = Reply { tells_of, ..settled_card(cx.tx, challenge, became)? };
    lobby::challenge_codes::show_in_pair(cx, challenge, &reply)?;
    Ok(cx.say_in(challenge.room, reply)?)
}

/// Shows on a challenge's card that it was cancelled. In a room where it was only shown, nothing of it
/// stays.
pub(crate) fn withdraw_card(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
) -> Result<(), RequestError> {
    if !cx.memory.edits(matches::find::chat_in(cx, challenge.room)?) {
        return Ok(());
    }
    let reply = settled_card(cx.tx, challenge, words::card_cancelled(&cx.me))?;
    if let Some(other) = lobby::challenge_codes::other_room(cx, challenge)? {
        let text = words::card_withdrawn(challenge.id);
        cx.say_in(other, Reply { text, ..reply.clone() })?;
    }
    Ok(cx.say_in(challenge.room, reply)?)
}

/// Edits the card of a challenge that stays open for others.
pub(crate) fn renew_card(
    cx: &mut RequestContext<'_>,
    challenge: &Challenge,
) -> Result<(), RequestError> {
    if !cx.memory.edits(matches::find::chat_in(cx, challenge.room)?) {
        return Ok(());
    }
    let mut lines = vec![challenge_line(cx.tx, challenge)?];
    let (agreement, length) = terms_of(challenge, cx.memory.is_at_one_screen())?;
    lines.extend(agreement);
    lines.extend(start(challenge)?);
    lines.push(footer(challenge, length));
    let for_rooms = challenge.terms.room_time.is_some();
    lines.extend(cx.tx.code_of(challenge.id)?.map(|it| words::or_by_code(&it, for_rooms)));
    let mut reply = Reply::room(Text::Lines(lines)).choices(buttons(challenge, true));
    reply.card =
        Some(StandingCard { of: CardOf::Challenge(challenge.id), changed: true, copy: false });
    lobby::challenge_codes::show_in_pair(cx, challenge, &reply)?;
    Ok(cx.say_in(challenge.room, reply)?)
}

/// Returns the card of a closed challenge.
///
/// # Errors
/// If a person in it isn't known, or the store fails.
pub(crate) fn settled_card(
    tx: &Tx<'_>,
    challenge: &Challenge,
    became: Text,
) -> Result<Reply, RequestError> {
    let lines = vec![challenge_line(tx, challenge)?, became];
    let mut reply = Reply::room(Text::Lines(lines));
    reply.card =
        Some(StandingCard { of: CardOf::Challenge(challenge.id), changed: true, copy: false });
    Ok(reply)
}

/// Returns the start of the commitment to a challenge's dice, if its game has any.
pub(crate) fn dice_digits(challenge: &Challenge) -> Option<String> {
    let has_dice = challenge.terms.game.has_chance();
    commitment(challenge).filter(|_| has_dice).map(|it| digits(&it))
}

/// Returns the full commitment of a challenge, if there is chance in the match.
pub fn commitment(challenge: &Challenge) -> Option<String> {
    let whole = || challenge.secret.commitment_to(&challenge.tag, &challenge.bond.text);
    draws_lots(challenge).then(whole)
}

/// Returns the start of a commitment, enough to recognise it.
pub fn digits(commitment: &str) -> String {
    commitment.chars().take(DIGITS).collect()
}

/// Describes a challenge in one line.
pub fn challenge_line(tx: &Tx<'_>, challenge: &Challenge) -> Result<Text, RequestError> {
    let chat = tx.room(challenge.room)?.chat;
    let by = tx.person_in(chat, challenge.by)?;
    let whom = challenge.whom.map(|whom| tx.person_in(chat, whom)).transpose()?;
    let terms = words::best_of(&terms_in_words(&challenge.terms)?, challenge.best_of);
    let side = wished_seat(challenge.side).map(|seat| challenge.terms.game.sides()[seat.index()]);
    let room = match challenge.terms.room_time {
        Some(_) => Some(tx.room_person(&tx.room(challenge.room)?)?.name),
        None => None,
    };
    Ok(words::challenges(&by, room.as_deref(), whom.as_ref(), &terms, side, challenge.places))
}

/// Shows the position a challenge starts from, if it isn't the usual one.
fn start(challenge: &Challenge) -> Result<Vec<Text>, Refusal> {
    if !challenge.terms.has_start() {
        return Ok(Vec::new());
    }
    let mut lines = vec![Text::plain(words::begins_from_position())];
    lines.extend(beginning(&challenge.terms)?);
    Ok(lines)
}

/// Says how long such a match takes, and states a challenge's number, how long it is open, and the start of the commitment to its dice.
pub(super) fn footer(challenge: &Challenge, length: Option<Text>) -> Text {
    let digits = dice_digits(challenge);
    let open = words::open_until(challenge, OPEN_DAYS, digits.as_deref());
    match length {
        Some(length) => span![length, " ", open],
        None => open,
    }
}

fn answers(challenge: &Challenge) -> [Command; 2] {
    let challenge = challenge.id;
    [say!(Accept { challenge }), say!(Decline { challenge })]
}

/// Returns the buttons of a card: the answers, and for newcomers how to play instead of other terms.
pub(crate) fn buttons(challenge: &Challenge, whole: bool) -> Vec<Choice> {
    let [accept, decline] = answers(challenge);
    let decline = challenge.whom.map(|_| decline);
    let mut all = words::card_buttons(accept, decline);
    let is_for_people = challenge.terms.room_time.is_none();
    if whole {
        let quick = suggested(challenge).filter(|_| is_for_people);
        if let Some(long) = quick {
            all.insert(1, words::quick_button(challenge.id, long));
        }
        all.push(words::rules_button(challenge.terms.game));
    } else if is_for_people {
        all.push(words::change_button(challenge.id));
    }
    all
}

/// Says what both should know of the terms before they agree: what the options change, and how long such a match usually is, with the
/// quick form of one that is long.
fn terms_of(
    challenge: &Challenge,
    at_one_screen: bool,
) -> Result<(Option<Text>, Option<Text>), Refusal> {
    let Terms { game, options, clock, room_time, .. } = &challenge.terms;
    let agreement = game.agreement(options.clone())?.map(Text::plain);
    let measured = hand_overs(*game, options).filter(|_| !challenge.terms.has_start());
    let length = measured.map(|number| {
        let by_days = clock.map_or(!at_one_screen, |it| DAY <= it.more);
        let pace = match (room_time, by_days) {
            (Some(_), _) => PlayPace::Room,
            (None, true) => PlayPace::Post,
            (None, false) => PlayPace::Live,
        };
        let counter = room_time.is_none().then_some(challenge.id);
        let quick = suggested(challenge).map(|long| (long.quick, counter));
        words::length::length(turns_each(number), pace, quick)
    });
    Ok((agreement, length))
}

/// Returns how long a game is whose quick form is better, if a challenge offers its usual form.
fn suggested(challenge: &Challenge) -> Option<LongGame> {
    let Terms { game, options, .. } = &challenge.terms;
    let is_usual = game.options("").is_ok_and(|it| it == *options);
    long(*game).filter(|_| is_usual && !challenge.terms.has_start())
}
