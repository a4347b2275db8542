//! Where the secrets of matches come from.
use engine::fair::{Salt, Secret};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use crate::store::ChallengeId;

/// What is drawn for a challenge.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) secret: Secret,
    /// Binds the commitment to one match: public, never the same twice.
    pub(super) tag: String,
    /// What the fingerprints of the challenger and of the other are made with.
    pub(super) salts: [Salt; 2],
}

/// A source of secrets, tags and salts. Everything else that falls follows from these by the engine's own dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomSource {
    /// The operating system's randomness.
    System,
    /// A number, for games that can be repeated: the one who knows it knows all dice.
    Repeatable(u64),
}

/// Draws 128 bits for an address that nobody can guess, as 32 hexadecimal digits.
pub(super) fn random_key() -> String {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    hex::encode(bytes)
}

impl RandomSource {
    /// Draws what a challenge needs.
    pub(super) fn draw(self, of: ChallengeId) -> Drawn {
        const SALTS: u64 = 1 << 63;
        let mut secret = [0; 32];
        let mut tag = [0; 8];
        let mut salts = [0; 32];
        for (bytes, stream) in [(&mut secret[..], 0), (&mut tag[..], 1), (&mut salts[..], SALTS)] {
            match self {
                RandomSource::System => rand::rng().fill_bytes(bytes),
                RandomSource::Repeatable(number) => {
                    let mut rng = ChaCha20Rng::seed_from_u64(number);
                    // A row of its own for every challenge, and for each of its parts: restarts do not start it anew.
                    rng.set_stream(of.0.unsigned_abs() * 2 + stream);
                    rng.fill_bytes(bytes);
                }
            }
        }
        let salt = |from: usize| Salt::from_bytes(std::array::from_fn(|n| salts[from + n]));
        Drawn {
            secret: Secret::from_bytes(secret),
            tag: hex::encode(tag),
            salts: [salt(0), salt(16)],
        }
    }
    /// Draws what the bot's choices follow from in the match of a challenge.
    pub(super) fn mind(self, of: ChallengeId) -> u64 {
        const MINDS: u64 = 1 << 62;
        match self {
            RandomSource::System => rand::rng().next_u64(),
            RandomSource::Repeatable(number) => {
                let mut rng = ChaCha20Rng::seed_from_u64(number);
                rng.set_stream(MINDS + of.0.unsigned_abs());
                rng.next_u64()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_repeats_what_it_gave_and_nothing_else() {
        let draw = |luck: RandomSource, of| {
            let Drawn { secret, tag, salts } = luck.draw(ChallengeId(of));
            assert_ne!(salts[0], salts[1]);
            (secret.reveal(), tag, salts)
        };
        let one = draw(RandomSource::Repeatable(1), 1);
        assert_eq!(one, draw(RandomSource::Repeatable(1), 1));
        for other in [
            draw(RandomSource::Repeatable(1), 2),
            draw(RandomSource::Repeatable(2), 1),
            draw(RandomSource::System, 1),
        ] {
            assert_ne!(one.0, other.0);
            assert_ne!(one.1, other.1);
            assert_ne!(one.2, other.2);
        }
        assert_ne!(draw(RandomSource::System, 1), draw(RandomSource::System, 1));
        assert!(!one.0.starts_with(&one.1), "a tag tells nothing of the secret");
    }
}
