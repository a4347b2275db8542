//! Pairs of rooms in different chats, which show each other's open challenges and boards. The
//! moderators of both agree to it: a code from one room is said in the other.
use command::{Command, verbs};
use model::{ids::MatchId, reply::Reply};
use service::{
    OfferPlace, RequestError,
    codes::{self, VALID, signs_said},
    context::RequestContext,
};
use store::Room;

use crate::{rows, words};

/// Returns what a command says for the code of a room, empty for a new one.
pub(crate) fn code_in(said: &Command) -> Option<String> {
    let said = said.read::<verbs::Admin>()?;
    (said.what == Some(words::PAIR)).then_some(said.value)
}

/// Shows a code for this room, or pairs it with the room of a code.
pub(crate) fn pair(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let said = said.value.as_str();
    if let Some(other) = cx.tx.paired_with(cx.room.id)? {
        return Err(words::is_paired(&cx.tx.room(other)?).into());
    }
    let (now, here) = (cx.now, cx.room.id);
    let salts = rows::pair_salts(cx.tx, now)?;
    if said.is_empty() {
        let code = codes::new_code(cx, salts);
        rows::put_pair_code(cx.tx, here, &code.hashed, now + VALID)?;
        let again = Reply::only(cx.me.id, words::pair_code_gone());
        let reply = Reply::only(cx.me.id, words::pair_code(&code.shown()));
        cx.say(Reply { stored_as: Some(Box::new(again)), ..reply });
        return Ok(());
    }
    codes::may_try_codes(cx)?;
    let mut other = None;
    for hash in codes::hashes_said(cx, &signs_said(said), &salts) {
        other = other.or(rows::room_with_code(cx.tx, &hash, now)?);
    }
    let Some(other) = other.filter(|it| *it != here) else {
        return Err(codes::wrong_code(cx, words::no_room_with_code()));
    };
    let other = cx.tx.room(other)?;
    if other.chat == cx.room.chat {
        let shows = cx.memory.features.offers(OfferPlace::Elsewhere(MatchId(12)));
        return Err(words::pair_in_other_chat(shows.first()).into());
    }
    if let Some(third) = cx.tx.paired_with(other.id)? {
        return Err(words::is_paired(&cx.tx.room(third)?).into());
    }
    cx.tx.pair_rooms([here, other.id])?;
    rows::drop_pair_code(cx.tx, other.id)?;
    tell_pair(cx, &other, words::now_paired)
}

/// Ends the pair of this room.
pub(crate) fn unpair(cx: &mut RequestContext<'_>, _: &verbs::Admin) -> Result<(), RequestError> {
    let Some(other) = cx.tx.paired_with(cx.room.id)? else {
        return Err(words::is_not_paired().into());
    };
    cx.tx.unpair_room(cx.room.id)?;
    let other = cx.tx.room(other)?;
    tell_pair(cx, &other, words::now_unpaired)
}

/// Tells two rooms about each other.
fn tell_pair(
    cx: &mut RequestContext<'_>,
    other: &Room,
    says: fn(&Room) -> String,
) -> Result<(), RequestError> {
    let here = says(&cx.room);
    cx.say(Reply::room(says(other)));
    Ok(cx.say_in(other.id, Reply::room(here))?)
}
