//! Asks for somebody who plays on, and lets the bot do it.
use command::say;
use engine::{
    mind::Level,
    seat::{BySeat, Seat},
};
use model::{
    ids::{MatchId, PersonId},
    reply::{PickOf, Picker, Privacy, Reply, StandingCard},
    text::Text,
    time::DAY,
};
use service::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{self, RequestContext, loaded::LoadedMatch, seam},
    matches, play, rate_limit, seats, telling,
};
use store::{HandedSeat, HandedTo, MatchRow, Person, StoreError, Tx};

use super::{
    commands::{self, SubstituteWord},
    hand_over::hand_over,
    rows::{self, SeatOffer},
    take, words,
};

/// How often a person may ask for a substitute in one match within a day.
const ASKS: u32 = 3;

/// The rating of the first level, and how far the next is from each, in points.
const LOWEST: f64 = 1200.0;
const APART: f64 = 150.0;

pub(crate) fn substitute(
    cx: &mut RequestContext<'_>,
    said: &commands::Substitute,
) -> Result<(), RequestError> {
    let of = said.of;
    match (said.how, &said.who) {
        (Some(SubstituteWord::Take), _) => take::take(cx, of),
        (Some(SubstituteWord::Decline), _) => take::decline(cx, of),
        (Some(SubstituteWord::Off), _) => take::step_down(cx, of),
        (Some(SubstituteWord::Bot), _) => let_bot_play(cx, of),
        (Some(SubstituteWord::Anybody), _) => ask_anybody(cx, of),
        (None, Some(name)) => ask_friend(cx, of, name),
        (None, None) => say_whom_to_ask(cx, of),
    }
}

/// Finds the match that is meant, and the seat for which somebody may be asked: that of the absent
/// side, or in a league or series the asker's own.
fn with_seat_to_fill(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<(LoadedMatch, Seat), RequestError> {
    let (loaded, other, is_away) = play::absent::other_side(cx, of)?;
    if is_away {
        return Ok((loaded, other));
    }
    let mine = other.other();
    let in_competition = matches::competition::is_in_competition(cx, loaded.row.id)?;
    if in_competition && loaded.row.handed_now(mine).is_none() {
        Ok((loaded, mine))
    } else {
        Err(play::absent::not_yet(cx, &loaded, other).into())
    }
}

fn say_whom_to_ask(cx: &mut RequestContext<'_>, of: Option<MatchId>) -> Result<(), RequestError> {
    let (loaded, seat) = with_seat_to_fill(cx, of)?;
    check_may_name(cx, &loaded, seat)?;
    let of = loaded.row.id;
    let own = loaded.seat_of(cx.me.id) == Some(seat);
    let name = (!own).then(|| loaded.names.get(seat).as_str());
    let mut choices = Vec::new();
    if check_anybody(cx, &loaded, seat).is_ok() {
        choices.push(words::anybody_button(of));
    }
    if !matches::competition::is_in_competition(cx, of)? {
        choices.push(words::bot_button(of));
    }
    let picker = Picker {
        of: PickOf::People,
        asks: words::pick_a_friend(),
        says: say!(commands::Substitute { of }).into(),
        nothing: String::new(),
        most: 1,
        picked: Vec::new(),
    };
    let pickers = cx.room.chat.has_menus().then_some(picker);
    let text = words::whom_to_ask(name, of);
    cx.say(cx.answer(text).choices(choices).pickers(pickers));
    Ok(())
}

fn ask_friend(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    name: &str,
) -> Result<(), RequestError> {
    let (loaded, seat) = with_seat_to_fill(cx, of)?;
    check_may_name(cx, &loaded, seat)?;
    let whom = matches::find::find_person(cx, name)?;
    check_may_play(cx, &loaded.row, seat, &whom)?;
    rate_limit::check_calls(cx, &whom)?;
    let of = loaded.row.id;
    authority::decide::clear(cx, GuardedAction::Speak, ActionTarget::Match(&loaded.row))?;
    let card = offer(cx, &loaded, seat, Some(&whom))?;
    let [yes, no] = [SubstituteWord::Take, SubstituteWord::Decline]
        .map(|how| say!(commands::Substitute { of, how }));
    context::questions::await_answer(cx, whom.id, yes, Some(no))?;
    let owner = owner_of(cx, &loaded, seat)?;
    let text = words::asks_friend(&cx.me, &whom, &owner, &loaded, seat);
    let choices = words::offer_buttons(of);
    if loaded.row.terms.private {
        let reply = Reply::only(whom.id, text).private(Privacy::Personal).choices(choices);
        cx.say_in(loaded.row.room, reply)?;
        let text = words::has_been_asked(&whom);
        cx.say(cx.answer(text));
        return Ok(());
    }
    let reply = Reply::room(text).mention(whom.id).choices(choices);
    telling::rooms::say_there(cx, loaded.row.room, Reply { card, ..reply })
}

fn ask_anybody(cx: &mut RequestContext<'_>, of: Option<MatchId>) -> Result<(), RequestError> {
    let (loaded, seat) = with_seat_to_fill(cx, of)?;
    let of = loaded.row.id;
    check_may_name(cx, &loaded, seat)?;
    check_anybody(cx, &loaded, seat)?;
    authority::decide::clear(cx, GuardedAction::Speak, ActionTarget::Match(&loaded.row))?;
    let card = offer(cx, &loaded, seat, None)?;
    let owner = owner_of(cx, &loaded, seat)?;
    let text = words::asks_anybody(&cx.me, &owner, &loaded, seat);
    let reply = Reply::room(text).choices([words::take_button(of)]);
    telling::rooms::say_there(cx, loaded.row.room, Reply { card, ..reply })
}

/// Refuses that somebody gets to see what is secret to a side which didn't name them, where the match
/// counts all the same.
fn check_may_name(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    let of = loaded.row.id;
    let own = loaded.seat_of(cx.me.id) == Some(seat);
    if own || loaded.table.hand(seat).is_none() || !matches::competition::is_in_competition(cx, of)?
    {
        return Ok(());
    }
    let owner = owner_of(cx, loaded, seat)?;
    Err(words::only_they_name(&owner.name, of).into())
}

/// Refuses to ask everybody about a private match, or to show them the asker's own secrets.
fn check_anybody(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<(), RequestError> {
    let of = loaded.row.id;
    if loaded.row.terms.private {
        return Err(words::private_by_name(of).into());
    }
    let own = loaded.seat_of(cx.me.id) == Some(seat);
    if own && loaded.table.hand(seat).is_some() {
        return Err(words::secrets_by_name(of).into());
    }
    Ok(())
}

fn let_bot_play(cx: &mut RequestContext<'_>, of: Option<MatchId>) -> Result<(), RequestError> {
    let (loaded, seat) = with_seat_to_fill(cx, of)?;
    let of = loaded.row.id;
    if matches::competition::is_in_competition(cx, of)? {
        return Err(words::no_bot_in_competitions(of).into());
    }
    let owner = owner_of(cx, &loaded, seat)?;
    let level = level_of(cx, &owner, &loaded)?;
    let bot = cx.tx.level_person(level)?;
    hand_over(cx, loaded, seat, &bot, HandedTo::Bot, None)
}

/// Returns the level nearest to a person's rating.
fn level_of(
    cx: &RequestContext<'_>,
    who: &Person,
    loaded: &LoadedMatch,
) -> Result<Level, RequestError> {
    let rating = cx.tx.rating(who.id, Some(loaded.game()))?.map_or(1500.0, |it| it.rating);
    let nearest = Level::ALL.into_iter().min_by(|one, other| {
        let off = |level: &Level| (LOWEST + APART * f64::from(level.number() - 1) - rating).abs();
        off(one).total_cmp(&off(other))
    });
    Ok(nearest.unwrap_or(Level::Three))
}

/// Stores an offer, unless there were too many. Returns the card that its message is.
fn offer(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    whom: Option<&Person>,
) -> Result<Option<StandingCard>, RequestError> {
    let (of, by) = (loaded.row.id, cx.me.id);
    if ASKS <= rows::count_seat_offers(cx.tx, of, by, cx.now - DAY)? {
        return Err(words::asked_often_enough(of, ASKS).into());
    }
    let to = whom.map(|it| it.id);
    let number = rows::add_seat_offer(cx.tx, &SeatOffer { of, seat, by, to, at: cx.now })?;
    Ok(Some(StandingCard { of: rows::card_of(of, number), changed: false, copy: false }))
}

/// Closes the offers of a match, or only those to one person, and shows the result on their messages.
pub(crate) fn close_offers(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    to: Option<PersonId>,
    became: &Text,
) -> Result<(), RequestError> {
    let closed = rows::close_seat_offers(cx.tx, row.id, to)?;
    if cx.memory.edits(matches::find::chat_in(cx, row.room)?) {
        for number in closed {
            let text = Text::Lines(vec![words::was_offered(row.id), became.clone()]);
            let card =
                StandingCard { of: rows::card_of(row.id, number), changed: true, copy: false };
            cx.say_in(row.room, Reply { card: Some(card), ..Reply::room(text) })?;
        }
    }
    Ok(())
}

/// Refuses somebody who can't take a seat of a match: they play in it, or have played the other side
/// for somebody, or they are banned or not known where the seat is played.
pub(crate) fn check_may_play(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    seat: Seat,
    whom: &Person,
) -> Result<(), RequestError> {
    let own = |people: &BySeat<PersonId>| people.find(|&it| it == whom.id).is_some();
    let plays = own(&row.seats) || own(&row.owners());
    let other_side = |handed: &HandedSeat| handed.holder == whom.id && handed.seat != seat;
    if plays || row.handed.iter().any(other_side) {
        return Err(words::plays_already(whom, row.id).into());
    }
    let opponent = cx.tx.person(*row.owners().get(seat.other()))?;
    if seam::keeps_apart(cx, whom.id, &opponent)?.is_some() {
        return Err(words::cant_take(whom, row.id).into());
    }
    let room = cx.tx.room(seats::room_of_seat(cx.tx, row, seat)?)?;
    if !whom.is_person() || cx.tx.handle_in(room.chat, whom.id)?.is_none() {
        return Err(words::not_known_there(whom, &room).into());
    }
    if authority::decide::is_banned(cx, whom, &room)? {
        return Err(words::is_banned_there(whom).into());
    }
    Ok(())
}

/// Returns whose seat it is.
pub(crate) fn owner_of(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Person, RequestError> {
    let chat = matches::find::chat_in(cx, loaded.row.room)?;
    Ok(cx.tx.person_in(chat, *loaded.row.owners().get(seat))?)
}

/// Tells whether a person is asked by name to take a seat of a match.
pub(crate) fn is_asked(tx: &Tx<'_>, of: MatchId, person: PersonId) -> Result<bool, StoreError> {
    Ok(rows::seat_offers(tx, of)?.iter().any(|it| it.to == Some(person)))
}
