//! The address of a person's own boards: anyone who has it sees that person's matches and plays them, so it is told to them alone.
use command::verbs::{self, BoardWord};
use model::{ids::PersonId, reply::Reply};
use sha2::{Digest as _, Sha256};
use store::Tx;

use crate::{
    RequestError,
    context::{RequestContext, random_source::random_key},
    people::words,
    words::no_pages,
};

/// Tells the asker the address of their boards, makes another, or ends it.
pub(crate) fn board_link(
    cx: &mut RequestContext<'_>,
    said: &verbs::Link,
) -> Result<(), RequestError> {
    let me = cx.me.id;
    if said.how == Some(BoardWord::Off) {
        cx.memory.board_keys.remove(&me);
        let ended = cx.tx.end_board_link(me)?;
        cx.say(Reply::only(me, words::board_link_ended(ended)));
        return Ok(());
    }
    let Some(pages) = cx.memory.pages.clone() else { return Err(no_pages().into()) };
    let stored = cx.tx.board_link(me)?;
    let told = cx.memory.board_keys.get(&me).filter(|key| stored == Some(hash_of(key)));
    let (key, is_new) = match told.filter(|_| said.how != Some(BoardWord::New)) {
        Some(key) => (key.clone(), false),
        // Only its hash is stored, and somebody may have it as a bookmark.
        None if stored.is_some() && said.how != Some(BoardWord::New) => {
            let reply = Reply::only(me, words::board_link_known());
            cx.say(reply.choices([words::board_link_new_button(), words::board_link_off_button()]));
            return Ok(());
        }
        None => (random_key(), true),
    };
    if is_new {
        cx.tx.put_board_link(me, &hash_of(&key), cx.now)?;
        cx.memory.board_keys.insert(me, key.clone());
    }
    let page = said.of.map_or_else(String::new, |of| format!("match?of={of}"));
    let replaces = is_new && stored.is_some();
    let text = words::board_link(&format!("{pages}/p/{key}/{page}"), replaces);
    let again = Reply::only(me, words::board_link_gone()).choices([words::board_link_button()]);
    let reply = Reply::only(me, text).choices([words::board_link_off_button()]);
    cx.say(Reply { stored_as: Some(Box::new(again)), ..reply });
    Ok(())
}

/// Returns the person whose boards have an address with this key. Unknown and ended ones give the same result.
///
/// # Errors
/// If the database fails.
pub fn person_at_link(tx: &Tx<'_>, key: &str) -> Result<Option<PersonId>, RequestError> {
    let is_key = key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_key {
        true => Ok(tx.person_of_board_link(&hash_of(key))?),
        false => Ok(None),
    }
}

/// Hashes a key. It has 128 random bits, so a quick hash can't be searched.
fn hash_of(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}
