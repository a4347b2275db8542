//! The address of a person's own boards: anyone who has it sees that person's matches and plays them, so it is told to them alone.
use command::verbs::{self, BoardWord};
use hmac::{Hmac, Mac as _};
use model::{
    ids::{MatchId, PersonId},
    reply::{PageToOpen, Reply},
};
use sha2::{Digest as _, Sha256};
use store::{BoardLink, Tx};

use crate::{
    RequestError, Service,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, link_secret::LinkSecret, random_source::random_key},
    matches,
    people::words,
    words::no_pages,
};

impl Service {
    /// Sets the secret of the host. Addresses of people's own boards that were made with it can be told again; those of another one
    /// stay valid, but a new one is told beside them.
    pub fn link_by(&mut self, secret: LinkSecret) {
        self.memory.link_secret = secret;
    }
}

/// Tells the asker the address of their boards, makes another, or ends it.
pub(crate) fn board_link(
    cx: &mut RequestContext<'_>,
    said: &verbs::Link,
) -> Result<(), RequestError> {
    let me = cx.me.id;
    if said.how == Some(BoardWord::Off) {
        let ended = cx.tx.end_board_links(me)?;
        cx.say(Reply::only(me, words::board_link_ended(ended)));
        return Ok(());
    }
    let Some(pages) = cx.memory.pages.clone() else { return Err(no_pages().into()) };
    if let Some(of) = said.of
        && shows_to_all(cx, of, &pages)?
    {
        return Ok(());
    }
    let replaces = said.how == Some(BoardWord::New) && cx.tx.end_board_links(me)?;
    let key = key_of(cx)?;
    let page = said.of.map_or_else(String::new, |of| format!("match?of={of}"));
    let address = format!("{pages}/p/{key}/{page}");
    let text = words::board_link(&address, replaces);
    let again = Reply::only(me, words::board_link_gone(said.of));
    let again = again.choices([words::board_link_button(said.of)]);
    let opens = PageToOpen { label: words::open_board(said.of), address };
    let reply = Reply::only(me, text).choices([words::board_link_off_button()]);
    cx.say(Reply { opens: Some(opens), stored_as: Some(Box::new(again)), ..reply });
    Ok(())
}

/// Answers somebody who doesn't play a match, but may see it: with its page if it is shared. Tells whether that is so.
fn shows_to_all(
    cx: &mut RequestContext<'_>,
    of: MatchId,
    pages: &str,
) -> Result<bool, RequestError> {
    let loaded = matches::find::any_match(cx, Some(of))?;
    if loaded.row.seats.find(|&it| it == cx.me.id).is_some() {
        return Ok(false);
    }
    let target = ActionTarget::Match(&loaded.row);
    authority::decide::clear(cx, GuardedAction::Say(verbs::Board::VERB), target)?;
    let share = cx.tx.share_of(of)?.filter(|share| share.is_open(loaded.row.terms.private));
    let address = share.map(|share| format!("{pages}/m/{}", share.key));
    let reply = match address {
        Some(address) => {
            let opens = PageToOpen { label: words::open_board(Some(of)), address: address.clone() };
            Reply { opens: Some(opens), ..cx.answer(words::page_of_others(of, &address)) }
        }
        None => cx.answer(words::board_of_others(of)),
    };
    cx.say(reply);
    Ok(true)
}

/// Returns the key of an address of the asker's that can be told, a new one if there is none.
fn key_of(cx: &RequestContext<'_>) -> Result<String, RequestError> {
    let secret = cx.memory.link_secret;
    for BoardLink { hash, salt } in cx.tx.board_links(cx.me.id)? {
        let key = salt.map(|salt| derived(secret, &salt)).transpose()?;
        if let Some(key) = key.filter(|key| hash_of(key) == hash) {
            return Ok(key);
        }
    }
    let salt = random_key();
    let key = derived(secret, &salt)?;
    let link = BoardLink { hash: hash_of(&key), salt: Some(salt) };
    cx.tx.add_board_link(cx.me.id, &link, cx.now)?;
    Ok(key)
}

/// Derives 128 bits of a key from the host's secret.
fn derived(LinkSecret(secret): LinkSecret, salt: &str) -> Result<String, RequestError> {
    let mac = Hmac::<Sha256>::new_from_slice(&secret);
    let mut mac = mac.map_err(|err| RequestError::Broken(err.to_string()))?;
    mac.update(salt.as_bytes());
    let mut key = hex::encode(mac.finalize().into_bytes());
    key.truncate(32);
    Ok(key)
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
pub(super) fn hash_of(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}
