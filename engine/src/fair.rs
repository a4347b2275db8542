//! Commit and reveal: how players can check that nobody chose the dice.
//!
//! Before a match its secret is drawn and `commitment = SHA-256("draughtsman/commit/2" ‖ secret ‖
//! length of tag ‖ tag ‖ bound)` is shown. `tag` names the match, so that one secret can't serve
//! two; `bound` is a text with the terms and the players, as fingerprints that identify nobody once
//! their salts are gone. The first version binds only the tag: `SHA-256("draughtsman/commit/1" ‖
//! secret ‖ tag)`. Each player may then add a word. All chance follows from `seed =
//! SHA-256("draughtsman/seed/1" ‖ secret ‖ length and UTF-8 bytes of each word)`, lengths as four
//! little-endian bytes, the first seat's word before the second's (an absent word is empty). At the
//! end the secret is shown.
//!
//! A choice made in private is sealed when it is made: `SHA-256("draughtsman/seal/1" ‖ seed ‖ step ‖ take ‖ choice)` is shown at once. Before
//! the end nobody can try out choices against it, for the seed isn't known; afterwards everybody can.
//!
//! One limit: a host who conspires with the player adding the last word could try secrets or words until the dice suit them.
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{chance::StepKey, seat::BySeat};

/// What the host commits to: 32 random bytes, drawn outside the engine.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(#[serde(with = "hex_bytes")] [u8; 32]);

/// The source of all chance in one match.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// What a player's fingerprint is made with: without it nobody can tell whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Salt(#[serde(with = "hex_bytes")] [u8; 16]);

impl Salt {
    pub fn from_bytes(bytes: [u8; 16]) -> Salt {
        Salt(bytes)
    }

    /// Returns what stands for someone in a commitment, as 64 hexadecimal digits:
    /// `SHA-256("draughtsman/player/1" ‖ salt ‖ who)`.
    pub fn fingerprint(&self, who: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/player/1");
        hash.update(self.0);
        hash.update(who.as_bytes());
        hex::encode(hash.finalize())
    }
}

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

    /// Writes the secret as 64 hexadecimal digits. Call it only after the match.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Returns the commitment to show before the first throw, as 64 hexadecimal digits; `bound` says what the match is about.
    pub fn commitment_to(&self, tag: &str, bound: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/commit/2");
        hash.update(self.0);
        // A tag longer than 4 GiB can't reach this place.
        hash.update((tag.len() as u32).to_le_bytes());
        hash.update(tag.as_bytes());
        hash.update(bound.as_bytes());
        hex::encode(hash.finalize())
    }

    /// Returns the commitment of a match of the first form, which bound nothing but its tag.
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
            // A word longer than 4 GiB can't reach this place.
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

    /// Returns the seal of a private choice, which is shown when it is made: 64 hexadecimal digits.
    pub fn seal(&self, ply: StepKey, choice: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(b"draughtsman/seal/1");
        hash.update(self.0);
        hash.update(ply.step.to_le_bytes());
        hash.update(ply.take.to_le_bytes());
        hash.update(choice.as_bytes());
        hex::encode(hash.finalize())
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

mod hex_bytes {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<const N: usize, S: Serializer>(
        bytes: &[u8; N],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    pub(super) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
        from: D,
    ) -> Result<[u8; N], D::Error> {
        let mut bytes = [0; N];
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
    fn a_commitment_binds_what_the_match_is_about() {
        let secret = Secret::from_bytes([1; 32]);
        assert_ne!(secret.commitment_to("a", "b"), secret.commitment_to("a", "c"));
        assert_ne!(secret.commitment_to("ab", "c"), secret.commitment_to("a", "bc"));
        assert_ne!(
            secret.commitment_to("a", "b"),
            Secret::from_bytes([2; 32]).commitment_to("a", "b")
        );
    }

    #[test]
    fn a_fingerprint_tells_nothing_without_its_salt() {
        let [one, other] = [[1; 16], [2; 16]].map(Salt::from_bytes);
        assert_eq!(one.fingerprint("console:ann"), one.clone().fingerprint("console:ann"));
        assert_ne!(one.fingerprint("console:ann"), one.fingerprint("console:bob"));
        assert_ne!(one.fingerprint("console:ann"), other.fingerprint("console:ann"));
    }

    #[test]
    fn the_same_choice_is_sealed_otherwise_in_every_step_and_match() {
        let seal = |seed, step, take, choice: &str| {
            Seed::from_bytes([seed; 32]).seal(StepKey { step, take }, choice)
        };
        let all = [(1, 1, 0, "a"), (2, 1, 0, "a"), (1, 2, 0, "a"), (1, 1, 1, "a"), (1, 1, 0, "b")];
        let seals = all.map(|(seed, step, take, choice)| seal(seed, step, take, choice));
        let once: std::collections::BTreeSet<&String> = seals.iter().collect();
        assert_eq!(once.len(), seals.len());
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
