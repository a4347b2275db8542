//! The address of a person's own boards: anyone who has it sees that person's matches and plays them, so it is told to them alone.
use hmac::{Hmac, Mac as _};
use model::ids::PersonId;
use sha2::{Digest as _, Sha256};
use store::{BoardLink, Tx};

use crate::{
    RequestError, Service,
    context::{RequestContext, link_secret::LinkSecret, random_source::random_key},
};

impl Service {
    /// Sets the secret of the host. Addresses of people's own boards that were made with it can be told again; those of another one
    /// stay valid, but a new one is told beside them.
    pub fn link_by(&mut self, secret: LinkSecret) {
        self.memory.link_secret = secret;
    }
}

/// Returns the key of an address of the asker's that can be told, a new one if there is none.
pub fn board_key(cx: &RequestContext<'_>) -> Result<String, RequestError> {
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
    if is_key { Ok(tx.person_of_board_link(&hash_of(key))?) } else { Ok(None) }
}

/// Hashes a key. It has 128 random bits, so a quick hash can't be searched.
pub(super) fn hash_of(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}
