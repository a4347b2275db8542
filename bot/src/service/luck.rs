//! Where the secrets of matches come from.
use engine::fair::Secret;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use crate::store::ChallengeId;

/// A source of secrets and tags. Everything else that falls follows from these by the engine's own dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    /// The operating system's randomness.
    System,
    /// A number, for games that can be repeated: whoever knows it knows all dice.
    Repeatable(u64),
}

impl Luck {
    /// Draws the secret of a challenge, and the tag that binds its commitment to one match: public, never the same twice.
    pub(super) fn draw(self, of: ChallengeId) -> (Secret, String) {
        let mut secret = [0; 32];
        let mut tag = [0; 8];
        for bytes in [&mut secret[..], &mut tag[..]] {
            match self {
                Luck::System => rand::rng().fill_bytes(bytes),
                Luck::Repeatable(number) => {
                    let mut rng = ChaCha20Rng::seed_from_u64(number);
                    // A row of its own for every challenge, and for its two halves: restarts do not start it anew.
                    rng.set_stream(of.0.unsigned_abs() * 2 + u64::from(bytes.len() == 8));
                    rng.fill_bytes(bytes);
                }
            }
        }
        (Secret::from_bytes(secret), hex::encode(tag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_repeats_what_it_gave_and_nothing_else() {
        let draw = |luck: Luck, of| {
            let (secret, tag) = luck.draw(ChallengeId(of));
            (secret.reveal(), tag)
        };
        let one = draw(Luck::Repeatable(1), 1);
        assert_eq!(one, draw(Luck::Repeatable(1), 1));
        for other in
            [draw(Luck::Repeatable(1), 2), draw(Luck::Repeatable(2), 1), draw(Luck::System, 1)]
        {
            assert_ne!(one.0, other.0);
            assert_ne!(one.1, other.1);
        }
        assert_ne!(draw(Luck::System, 1), draw(Luck::System, 1));
        assert!(!one.0.starts_with(&one.1), "a tag tells nothing of the secret");
    }
}
