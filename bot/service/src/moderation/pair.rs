//! Pairs of rooms in different chats, which show each other's open challenges and boards. The
//! moderators of both agree to it: a code from one room is said in the other.
use model::reply::Reply;
use store::Room;

use crate::{
    RequestError,
    codes::{self, VALID, signs_said},
    context::RequestContext,
    moderation::words,
};

/// Shows a code for this room, or pairs it with the room of a code.
pub(super) fn pair(cx: &mut RequestContext<'_>, said: &str) -> Result<(), RequestError> {
    if cx.room.answers_only {
        return Err(words::cannot_pair_here().into());
    }
    if let Some(other) = cx.tx.paired_with(cx.room.id)? {
        return Err(words::is_paired(&cx.tx.room(other)?).into());
    }
    let (now, here) = (cx.now, cx.room.id);
    let salts = cx.tx.pair_salts(now)?;
    if said.is_empty() {
        let code = codes::new_code(cx, salts);
        cx.tx.put_pair_code(here, &code.hashed, now + VALID)?;
        let again = Reply::only(cx.me.id, words::pair_code_gone());
        let reply = Reply::only(cx.me.id, words::pair_code(&code.shown()));
        cx.say(Reply { stored_as: Some(Box::new(again)), ..reply });
        return Ok(());
    }
    codes::may_try_codes(cx)?;
    let mut other = None;
    for hash in codes::hashes_said(cx, &signs_said(said), &salts) {
        other = other.or(cx.tx.room_with_code(&hash, now)?);
    }
    let Some(other) = other.filter(|it| *it != here) else {
        return Err(codes::wrong_code(cx, words::no_room_with_code()));
    };
    let other = cx.tx.room(other)?;
    if other.chat == cx.room.chat {
        return Err(words::pair_in_other_chat().into());
    }
    if let Some(third) = cx.tx.paired_with(other.id)? {
        return Err(words::is_paired(&cx.tx.room(third)?).into());
    }
    cx.tx.pair_rooms([here, other.id])?;
    cx.tx.drop_pair_code(other.id)?;
    tell_pair(cx, &other, words::now_paired)
}

/// Ends the pair of this room.
pub(super) fn unpair(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
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
