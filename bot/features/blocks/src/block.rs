//! Blocks somebody, ends that, and lists who is blocked.
use engine::refusal::Refusal;
use model::{ids::PersonId, reply::Reply};
use service::{
    RequestError,
    authority::{self, ActionTarget},
    context::RequestContext,
    lobby, matches,
    words::not_welcome,
};
use store::{Person, StoreError, Tx};

use crate::{commands::Block, rows, words};

/// How many people one may block.
const MOST: usize = 100;

/// Blocks a person for the asker, or ends that; alone it lists whom they block.
pub(crate) fn block(cx: &mut RequestContext<'_>, said: &Block) -> Result<(), RequestError> {
    authority::decide::clear_verb(cx, ActionTarget::Oneself)?;
    let me = cx.me.id;
    let blocked = rows::blocked_by(cx.tx, me)?;
    let Some(who) = matches::find::who(cx, said.who.as_ref())? else {
        if said.how.is_some() || blocked.is_empty() {
            return Err(words::names_nobody(said.how.is_some()).into());
        }
        let names = blocked.iter().map(|&other| Ok(cx.tx.person_in(cx.room.chat, other)?.name));
        let names: Vec<String> = names.collect::<Result<_, RequestError>>()?;
        cx.say(Reply::only(me, words::blocked(&names)));
        return Ok(());
    };
    if said.how.is_some() {
        if !rows::unblock(cx.tx, me, who.id)? {
            return Err(words::not_blocked(&who.name).into());
        }
        cx.say(Reply::only(me, words::unblocked(&who.name)));
        return Ok(());
    }
    if who.id == me || !who.is_person() {
        return Err(words::only_others().into());
    }
    if MOST <= blocked.len() && !blocked.contains(&who.id) {
        return Err(words::too_many(MOST).into());
    }
    rows::block(cx.tx, me, who.id, cx.now)?;
    let declined = lobby::decline_and_counter::decline_all_of(cx, who.id)?;
    let text = words::blocks(&who.name, declined);
    cx.say(Reply::only(me, text).choices([words::unblock_button(&who)]));
    Ok(())
}

/// Refuses that anything new begins between a person, who is told, and another, if one of them blocks the other. Somebody who is blocked
/// hears the same as from a person who takes no challenges.
pub(crate) fn keeps_apart(
    tx: &Tx<'_>,
    one: PersonId,
    other: &Person,
) -> Result<Option<Refusal>, StoreError> {
    if rows::is_blocked(tx, one, other.id)? {
        return Ok(Some(words::you_block(other)));
    }
    Ok(rows::is_blocked(tx, other.id, one)?.then(|| not_welcome(other)))
}
