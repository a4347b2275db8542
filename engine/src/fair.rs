//! Commit and reveal: how players can check that nobody chose the dice.
//!
//! Before a match its secret is drawn and `commitment = SHA-256("draughtsman/commit/1" ‖ secret ‖ tag)` is shown; `tag` names the
//! match, so that one secret cannot serve two. Each player may then add a word. All chance follows from
//! `seed = SHA-256("draughtsman/seed/1" ‖ secret ‖ length and UTF-8 bytes of each word)`, lengths as four bytes with the lowest first, the
//! first seat's word before the second's (an absent word is an empty one). At the end the secret is shown.
//!
//! Its one limit: a house that works together with whoever adds the last word could try secrets or words until the dice please it.
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::seat::BySeat;

/// What the house commits itself to: 32 random bytes, drawn outside the engine.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(#[serde(with = "hex_bytes")] [u8; 32]);

/// What all chance of one match follows from.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Secret {
    pub fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Secret> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).ok()?;
        Some(Secret(bytes))
    }

    /// Writes the secret as 64 hexadecimal digits: to be called once the match is over.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Returns the commitment to show before the first throw, as 64 hexadecimal digits.
    pub fn commitment(&self, tag: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/commit/1");
        hash.update(self.0);
        hash.update(tag.as_bytes());
        hex::encode(hash.finalize())
    }

    /// Mixes the players' words into the secret.
    pub fn seed(&self, words: &BySeat<String>) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/seed/1");
        hash.update(self.0);
        for word in [&words.first, &words.second] {
            // A word longer than 4 GiB cannot reach this place.
            hash.update((word.len() as u32).to_le_bytes());
            hash.update(word.as_bytes());
        }
        Seed(hash.finalize().into())
    }
}

/// Keeps the secret out of logs and panics.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Seed {
    pub fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

mod hex_bytes {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8; 32], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
        let mut bytes = [0; 32];
        let text = String::deserialize(from)?;
        hex::decode_to_slice(text, &mut bytes).map_err(D::Error::custom)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(first: &str, second: &str) -> BySeat<String> {
        BySeat { first: first.to_owned(), second: second.to_owned() }
    }

    #[test]
    fn a_commitment_binds_the_secret_and_the_match() {
        let secret = Secret::from_bytes([1; 32]);
        assert_ne!(secret.commitment("a"), secret.commitment("b"));
        assert_ne!(secret.commitment("a"), Secret::from_bytes([2; 32]).commitment("a"));
        assert_eq!(Secret::from_hex(&secret.reveal()), Some(secret));
    }

    #[test]
    fn every_word_changes_the_seed_and_none_slides_into_the_other() {
        let secret = Secret::from_bytes([1; 32]);
        assert_ne!(secret.seed(&words("ab", "c")), secret.seed(&words("a", "bc")));
        assert_ne!(secret.seed(&words("", "")), secret.seed(&words("", "x")));
        assert_eq!(secret.seed(&words("a", "b")), secret.seed(&words("a", "b")));
    }

    #[test]
    fn a_secret_is_not_written_by_debug() {
        let secret = Secret::from_bytes([0xab; 32]);
        let shown = format!("{secret:?} {:?}", secret.seed(&words("", "")));
        assert_eq!(shown, "Secret(…) Seed(…)");
    }

    #[test]
    fn what_is_no_secret_is_not_read() {
        assert_eq!(Secret::from_hex("abc"), None);
        assert_eq!(Secret::from_hex(&"z".repeat(64)), None);
    }
}
